"""The walls of games against the outputs of MT19937 and the hashes that no program can leave out."""

import time
from pathlib import Path

from conversion import write_list
from figures import PEERS, Figures, Report, Row, run_peer
from logs import with_walls

import mjlog


def timed(logs: list[bytes]) -> float:
    """One pass of the Python function, in microseconds a log."""
    start = time.perf_counter()
    for log in logs:
        mjlog.walls(log)
    return (time.perf_counter() - start) / len(logs) * 1e6


def run(folder: Path, passes: int, rounds: int) -> Report:
    """Measure walls; `folder` is for files that are not kept."""
    chosen = with_walls(folder)
    listed = write_list(folder / "walls", chosen.paths)
    logs = [path.read_bytes() for path in chosen.paths]
    mean = sum(len(mjlog.walls(log)) for log in logs) / len(logs)
    figures = Figures("log")
    # One pass each in turn: a noisy moment of the machine hits all three.
    for _ in range(rounds * passes):
        for task, result in run_peer([str(PEERS / "walls"), str(listed), "1"]).items():
            figures.add(task, result["passes"], result["check"])
        timed(logs)
        figures.add("mjlog.walls", [timed(logs)])
    assert figures.checks["walls"] == figures.checks["outputs and hashes"], "the bare loop does other work"
    bare = figures["outputs and hashes"]
    rows = [
        Row("walls, in the core", "MT19937 and SHA-512 alone", figures["walls"] / bare, 2, at_most=True),
        Row("mjlog.walls", "MT19937 and SHA-512 alone", figures["mjlog.walls"] / bare, 2, at_most=True),
    ]
    heading = f"Walls of {len(logs)} {chosen.kind} logs, {mean:.1f} rounds each; medians"
    notes = ["A wall begins at the log's text: reading the whole log is part of it."]
    return Report(heading, figures, rows, notes, chosen.real)
