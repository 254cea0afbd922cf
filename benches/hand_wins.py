"""The wins of made-up games as hands to score, for those who don't have the random ones."""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

from hand_forms import Hand

import mjlog

GAMES, HANDS = 500, 100_000


def of_games() -> list[Hand]:
    """Their wins, without an answer yet, again and again: a batch of few hands is no work for two threads."""
    wins = [hand for seed in range(GAMES) for hand in of_game(mjlog.synth(seed))]
    return list(islice(cycle(wins), HANDS))


def of_game(game: bytes) -> Iterator[Hand]:
    """Those of one game, by its table's rule."""
    for _, arguments in mjlog.parse(game).wins():
        given: dict[str, Any] = {**arguments}
        shoupai, rongpai, rule = (given.pop(name) for name in ("shoupai", "rongpai", "rule"))
        del given["kita"]  # of three players
        yield Hand(shoupai, rongpai, given, rule.to_majiang(), None)
