"""Lies about draws, and the hands that are shown."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie
from lies_edits import draws, gone, hand_at_end, is_last, put, twice
from replayed import Element, Round, listed


def of_type(element: Element) -> str | None:
    return element.attributes.get("type")


@lie("RYUUKYOKU: another type")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, end in draws(round_):
        types = ["yao9", "reach4", "ron3", "kan4", "kaze4", "nm", None]
        yield put(round_, at, type=rng.choice([other for other in types if other != of_type(end)]))


@lie("RYUUKYOKU: a hand that is shown is hidden")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, end in draws(round_):
        for seat in range(4):
            if end.attributes.get(f"hai{seat}"):
                yield put(round_, at, **{f"hai{seat}": None})


@lie("RYUUKYOKU: a hand is shown that is not tenpai")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, end in draws(round_):
        if of_type(end) in (None, "nm"):
            for seat in range(round_.game.players):
                if f"hai{seat}" not in end.attributes:
                    yield put(round_, at, **{f"hai{seat}": listed(sorted(hand_at_end(round_, seat)))})


@lie("RYUUKYOKU: another tile in a hand that is shown")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, end in draws(round_):
        for seat in range(4):
            if hai := end.numbers(f"hai{seat}"):
                hai[rng.randrange(len(hai))] = rng.choice(sorted(set(round_.game.tiles) - set(hai)))
                yield put(round_, at, **{f"hai{seat}": listed(hai)})


@lie("RYUUKYOKU: a tile of a hand that is shown is missing")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, end in draws(round_):
        for seat in range(4):
            if hai := end.numbers(f"hai{seat}"):
                yield put(round_, at, **{f"hai{seat}": listed(hai[1:])})


@lie("RYUUKYOKU: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _ in draws(round_) if not is_last(round_) else ():
        yield gone(round_, at)


@lie("RYUUKYOKU: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _ in draws(round_):
        yield twice(round_, at)
