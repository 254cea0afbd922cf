"""Lies about riichi."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import changed, gone, put, twice
from replayed import Round, listed


def reach(round_: Round, step: str) -> list[int]:
    return round_.places("REACH", step=step)


def is_paid(round_: Round, declared: int) -> bool:
    """Tell whether a riichi is paid: not where its tile is ronned."""
    who = round_.game.elements[declared].who
    return any(round_.game.elements[at].who == who for at in reach(round_, "2"))


@lie("REACH: the declaration is gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
        if is_paid(round_, at):
            yield gone(round_, at)


@neutral(
    "the declaration of a riichi that was not paid is gone",
    "Its tile was ronned, so no stick and no score tells of it: the player may as well have discarded without a word.",
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
        if not is_paid(round_, at):
            yield gone(round_, at)


@lie("REACH: the payment is gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        yield gone(round_, at)


@lie("REACH: the declaration stands twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
        yield twice(round_, at)


@lie("REACH: the payment stands twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        yield twice(round_, at)


@lie("REACH: another seat declares")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
        yield put(round_, at, who=(round_.game.elements[at].who + 1) % round_.game.players)


@lie("REACH: another seat pays")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        yield put(round_, at, who=(round_.game.elements[at].who + 1) % round_.game.players)


@lie("REACH: a score after the payment")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        ten = round_.game.elements[at].numbers("ten")
        if ten:
            ten[rng.randrange(round_.game.players)] += rng.choice((-10, 10))
            yield put(round_, at, ten=listed(ten))


@neutral("REACH without its scores", "Old files write none.")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        if "ten" in round_.game.elements[at].attributes:
            yield put(round_, at, ten=None)


@lie("REACH: a declaration called a payment")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
        yield put(round_, at, step=2)


@lie("riichi: undone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "2"):
        who = round_.game.elements[at].who
        first = [one for one in reach(round_, "1") if one < at and round_.game.elements[one].who == who]
        if first:
            yield Lie({first[-1]: "", at: ""}, f"the riichi of seat {who} is gone")


@lie("riichi: made up")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    declared = {elements[at].who for at in reach(round_, "1")}
    for turn in round_.discards:
        if turn.seat not in declared and turn.drawn is not None:
            one, two = (f'<REACH who="{turn.seat}" step="{step}"/>' for step in (1, 2))
            yield changed(turn.at, one + elements[turn.at].text + two, f"riichi of seat {turn.seat}")


@lie("riichi: declared a turn before the hand was changed")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    for at in reach(round_, "2"):
        who = elements[at].who
        own = [turn for turn in round_.discards if turn.seat == who and turn.at < at]
        first = [one for one in reach(round_, "1") if one < at and elements[one].who == who]
        if first and len(own) > 1 and own[-1].drawn not in (None, own[-1].tile) and own[-2].drawn is not None:
            before = own[-2].at
            paid = elements[first[-1]].text + elements[before].text + elements[at].put(ten=None)
            yield Lie({first[-1]: "", at: "", before: paid}, f"riichi of seat {who} a turn early")
