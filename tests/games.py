"""Made-up games, whole and legal, for tests that want games. Each is made once in a session, when it is asked for.

Who wants what no legal game has takes `makelog.py`, and who wants an element or two `tinylog.py`.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import mjlog

TABLES = [0xA9, 0xE1, 0x29, 0x09, 0xAB]
"""四鳳南喰赤, 四鳳東喰赤速, 四特南喰赤, 四般南喰赤, 四鳳南喰: each game's by its number, in turn."""
THREE_PLAYERS = 0xB9


def table(number: int) -> int:
    return TABLES[number % len(TABLES)]


@cache
def game(number: int) -> bytes:
    """A game of four."""
    return mjlog.synth(number, go_type=table(number))


def games(count: int, first: int = 0) -> list[bytes]:
    """So many games of four, from this number on."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(game, range(first, first + count)))


@cache
def three_player_game(number: int) -> bytes:
    return mjlog.synth(number, go_type=THREE_PLAYERS)


def cut_after_a_round(log: bytes) -> bytes:
    """The log as a reader that came too early has it: no end, and but one round."""
    second = log.index(b"<INIT", log.index(b"<INIT") + 1)
    return log[:second] + b"</mjloggm>"
