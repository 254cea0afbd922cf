"""Lies about the end of the game."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_course import has_own_rules
from lies_edits import is_last, other_seat, put
from replayed import Round


def owari_as(round_: Round, at: int, place: int, value: str) -> Lie:
    owari = round_.game.elements[at]["owari"].split(",")
    owari[place] = value
    return put(round_, at, owari=",".join(owari))


@lie("owari: a score")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        if "owari" in round_.game.elements[at].attributes:
            seat = rng.randrange(round_.game.players)
            owari = round_.game.elements[at]["owari"].split(",")
            yield owari_as(round_, at, 2 * seat, str(int(owari[2 * seat]) + rng.choice((-10, 10))))


@lie("owari: points")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        owari = round_.game.elements[at].attributes.get("owari", "").split(",")
        if len(owari) > 1 and not has_own_rules(round_):
            seat = rng.randrange(round_.game.players)
            yield owari_as(round_, at, 2 * seat + 1, f"{float(owari[2 * seat + 1]) + rng.choice((-5, -1, 1, 5)):.1f}")


@lie("owari: two seats exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        owari = round_.game.elements[at].attributes.get("owari", "").split(",")
        if len(owari) > 1:
            a = rng.randrange(round_.game.players)
            b = other_seat(round_, a, rng)
            new = list(owari)
            new[2 * a : 2 * a + 2], new[2 * b : 2 * b + 2] = owari[2 * b : 2 * b + 2], owari[2 * a : 2 * a + 2]
            if new != owari:
                yield put(round_, at, owari=",".join(new))


def may_go_on(round_: Round) -> bool:
    """Tell whether it is an old log that ends with a dealer in tenpai, where others go on."""
    old = "lobby" not in round_.game.elements[round_.game.places("GO")[0]].attributes
    end = round_.game.elements[round_.ends[-1]]
    bankrupt = any(score.startswith("-") for score in end.attributes.get("owari", "").split(",")[:8:2])
    return old and end.name == "RYUUKYOKU" and f"hai{round_.oya}" in end.attributes and not bankrupt


@lie("owari: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        optional = may_go_on(round_) or has_own_rules(round_)
        if "owari" in round_.game.elements[at].attributes and not optional:
            yield put(round_, at, owari=None)


@neutral(
    "the end of a game that need not end is gone",
    "Old logs go on or end where a dealer leads in tenpai, and tables with rules of their own end when they like: "
    "without its end such a log is one that was cut.",
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        optional = may_go_on(round_) or has_own_rules(round_)
        if "owari" in round_.game.elements[at].attributes and optional:
            yield put(round_, at, owari=None)


@lie("owari: before the end")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    last = round_.game.rounds[-1]
    owari = round_.game.elements[last.ends[-1]].attributes.get("owari") if last.ends else None
    if owari and not is_last(round_) and round_.ends:
        yield put(round_, round_.ends[-1], owari=owari)
