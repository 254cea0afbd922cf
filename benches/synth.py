"""How many games a second one core makes up."""

import time
from pathlib import Path

from figures import Figures, Report, Row

import mjlog

GAMES = 50
TABLES = {"四鳳南喰赤": 0xA9, "四鳳東喰赤速": 0xE1, "三鳳南喰赤": 0xB9}


def timed(go_type: int, first: int) -> float:
    """Microseconds a game, on the calling thread alone."""
    start = time.perf_counter()
    games = [mjlog.synth(seed, go_type=go_type) for seed in range(first, first + GAMES)]
    seconds = time.perf_counter() - start
    assert all(mjlog.parse(game).end for game in games), "a game without an end"
    return seconds / GAMES * 1e6


def run(_: Path, passes: int, rounds: int) -> Report:
    """Make up games of three tables; passes make other games, since games differ more than passes do."""
    figures = Figures("log")
    for number in range(passes * rounds):
        for table, go_type in TABLES.items():
            figures.add(table, [timed(go_type, number * GAMES)])
    rows = [Row(f"mjlog.synth, {table}", "one core", 1e6 / figures[table], 50, unit=" games/s") for table in TABLES]
    rounds_a_game = sum(len(mjlog.walls(mjlog.synth(seed))) for seed in range(GAMES)) / GAMES
    note = (
        f"Walls from their seeds and every win's worth are in it; a game of 四鳳南喰赤 has {rounds_a_game:.1f} rounds."
    )
    return Report(f"Made-up games, {GAMES} a pass", figures, rows, [note])
