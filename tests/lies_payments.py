"""Lies about payments."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie
from lies_edits import other_seat, put, wins
from replayed import Round, listed


def sc_as(round_: Round, at: int, steps: dict[int, int]) -> Lie:
    """The scores of a result with some numbers changed."""
    sc = round_.game.elements[at].numbers("sc")
    for place, step in steps.items():
        sc[place] += step
    return put(round_, at, sc=listed(sc))


def results(round_: Round, rng: Random) -> Iterator[tuple[int, int, int]]:
    """A result's place, a seat and another one."""
    for at in round_.ends:
        seat = rng.randrange(round_.game.players)
        yield at, seat, other_seat(round_, seat, rng)


@lie("payment: of one seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, _ in results(round_, rng):
        yield sc_as(round_, at, {2 * seat + 1: rng.choice((-10, -1, 1, 10))})


@lie("payment: moved from one seat to another")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, other in results(round_, rng):
        yield sc_as(round_, at, {2 * seat + 1: 10, 2 * other + 1: -10})


@lie("payment: two seats exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, other in results(round_, rng):
        sc = round_.game.elements[at].numbers("sc")
        step = sc[2 * other + 1] - sc[2 * seat + 1]
        if step:
            yield sc_as(round_, at, {2 * seat + 1: step, 2 * other + 1: -step})


@lie("payment: a score before it")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, _ in results(round_, rng):
        yield sc_as(round_, at, {2 * seat: rng.choice((-10, 10))})


@lie("payment: honba")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        honba, sticks = round_.game.elements[at].numbers("ba")
        yield put(round_, at, ba=listed([honba + rng.choice((1, -1) if honba else (1,)), sticks]))


@lie("payment: sticks")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        honba, sticks = round_.game.elements[at].numbers("ba")
        yield put(round_, at, ba=listed([honba, sticks + rng.choice((1, -1) if sticks else (1,))]))


@lie("payment: pao made up")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if "paoWho" not in win.attributes:
            yield put(round_, at, paoWho=other_seat(round_, win.who, rng))


@lie("payment: pao is gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if "paoWho" in win.attributes:
            yield put(round_, at, paoWho=None)


@lie("payment: another seat is liable (包)")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if "paoWho" in win.attributes:
            yield put(round_, at, paoWho=other_seat(round_, int(win["paoWho"]), rng))


@lie("payment: chips of one seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        if len(round_.game.elements[at].numbers("sc")) == 16:
            yield sc_as(round_, at, {rng.randrange(8, 16): rng.choice((-1, 1))})


@lie("payment: what chips are for")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.ends:
        if chip := round_.game.elements[at].numbers("chip"):
            chip[1] += rng.choice((-1, 1))
            yield put(round_, at, chip=listed(chip))
