"""Lies: true logs in which one thing is changed, so that an audit has to find it.

A kind of lie is a function that gives, of a round, every place where the lie can be told. What makes no lie of a change
stands in `NEUTRAL`, each with its reason; the kinds leave it out by rule, and never by asking the audit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from replayed import Game, Round


class Lie(NamedTuple):
    """What is written in place of which elements."""

    edits: dict[int, str]
    what: str
    """For messages: what was changed, and into what."""


Places = Callable[[Round, Random], Iterator[Lie]]


@dataclass(frozen=True)
class Kind:
    """A kind of lie, or of change that is none."""

    name: str
    places: Places
    wall: bool | None = None
    """Told of logs with a seed only (True), without one only (False), or both ways (None)."""
    reason: str = ""
    """Of a neutral change: why no audit can find it, or need not."""


KINDS: dict[str, Kind] = {}
NEUTRAL: dict[str, Kind] = {}


def lie(name: str, *, wall: bool | None = None) -> Callable[[Places], Places]:
    """Tell this kind of lie."""

    def register(places: Places) -> Places:
        assert name not in KINDS
        KINDS[name] = Kind(name, places, wall)
        return places

    return register


def neutral(name: str, reason: str, *, wall: bool | None = None) -> Callable[[Places], Places]:
    """Leave this change out; the function gives places of it, so that it can be shown to be neutral."""

    def register(places: Places) -> Places:
        assert name not in NEUTRAL
        NEUTRAL[name] = Kind(name, places, wall, reason)
        return places

    return register


@dataclass(frozen=True)
class Told:
    """A lie, and the log it was told in."""

    log: str
    round: int
    lie: Lie
    text: str


def finished(round_: Round) -> bool:
    """Leave out a round that the log stops in: what stands at its end may be missing, and be true."""
    return bool(round_.ends)


def tell(kind: Kind, games: dict[str, Game], count: int, rng: Random, *, wall: bool) -> list[Told]:
    """Tell one kind of lie so many times, in as many logs as there are, at places drawn by lot.

    With `wall` false the logs lose their seed first, so that no wall gives the lie away.
    """
    told: list[Told] = []
    used: set[tuple[str, str]] = set()
    names = list(games)
    rng.shuffle(names)
    while len(told) < count and names:
        for name in list(names):
            if len(told) == count:
                break
            blind = wall and kind.wall and not games[name].has_wall
            chosen = None if blind else _place(kind, games[name], name, rng, used)
            if chosen is None:
                names.remove(name)
                continue
            round_, lie = chosen
            used.add((name, repr(lie.edits)))
            told.append(Told(name, round_.index, lie, games[name].text(lie.edits, wall=wall)))
    return told


def _place(kind: Kind, game: Game, name: str, rng: Random, used: set[tuple[str, str]]) -> tuple[Round, Lie] | None:
    """Draw a round, and a place in it, where the lie was not told yet."""
    for round_ in rng.sample(game.rounds, len(game.rounds)):
        places = [lie for lie in kind.places(round_, rng) if (name, repr(lie.edits)) not in used]
        if finished(round_) and places:
            return round_, rng.choice(places)
    return None
