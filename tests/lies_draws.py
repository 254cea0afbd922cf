"""Lies about tiles dealt and drawn."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import (
    OTHERS,
    changed,
    copies,
    draw,
    elsewhere,
    gone,
    hidden_hand,
    put,
    stays,
    twice,
    unseen,
)
from replayed import DRAWS, Round, listed


def dealt(round_: Round) -> Iterator[tuple[int, list[int], int]]:
    for seat in range(round_.game.players):
        hand = round_.init.numbers(f"hai{seat}")
        for place in range(len(hand)):
            yield seat, hand, place


def dealt_as(round_: Round, seat: int, hand: list[int], place: int, tile: int) -> Lie:
    return put(round_, round_.start, **{f"hai{seat}": listed([*hand[:place], tile, *hand[place + 1 :]])})


@lie("deal: a tile that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for seat, hand, place in dealt(round_):
        yield dealt_as(round_, seat, hand, place, elsewhere(round_, hand[place], rng))


@lie("deal: a tile that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for seat, hand, place in dealt(round_):
        if (tile := unseen(round_, rng)) is not None:
            yield dealt_as(round_, seat, hand, place, tile)


@lie("deal: a tile is missing")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for seat, hand, place in dealt(round_):
        yield put(round_, round_.start, **{f"hai{seat}": listed(hand[:place] + hand[place + 1 :])})


@lie("deal: two seats exchange a tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for seat, hand, place in dealt(round_):
        other = (seat + 1) % round_.game.players
        theirs = round_.init.numbers(f"hai{other}")
        if not stays(round_, seat, hand[place], round_.start):
            mine = [*hand[:place], theirs[place], *hand[place + 1 :]]
            yours = [*theirs[:place], hand[place], *theirs[place + 1 :]]
            yield put(round_, round_.start, **{f"hai{seat}": listed(mine), f"hai{other}": listed(yours)})


@lie("draw: a tile that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        yield changed(turn.at, draw(turn.seat, other := elsewhere(round_, turn.tile, rng)), f"{turn.tile} is {other}")


@lie("draw: a tile that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        if (tile := unseen(round_, rng)) is not None:
            yield changed(turn.at, draw(turn.seat, tile), f"{turn.tile} is {tile}")


@lie("draw: another copy of a tile that leaves the hand")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        for other in copies(turn.tile):
            if not stays(round_, turn.seat, turn.tile, turn.at):
                yield changed(turn.at, draw(turn.seat, other), f"{turn.tile} is {other}")


@neutral(
    "a draw that no one ever sees is another tile, where no wall is known",
    "Neither tile is shown anywhere in the round, the hand is noten with both, and the round ends in a draw: "
    "the game is just as possible.",
    wall=False,
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        tile = unseen(round_, rng)
        hidden = tile is not None and stays(round_, turn.seat, turn.tile, turn.at)
        if tile is not None and hidden and hidden_hand(round_, turn.seat, turn.tile, tile):
            yield changed(turn.at, draw(turn.seat, tile), f"{turn.tile} is {tile}")


@lie("draw: by another seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        seat = (turn.seat + rng.choice(OTHERS[: round_.game.players - 1])) % round_.game.players
        yield changed(turn.at, draw(seat, turn.tile), f"seat {turn.seat} is {seat}")


@lie("draw: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        yield gone(round_, turn.at)


@lie("draw: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        yield twice(round_, turn.at)


@lie("draw: two of a seat exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for first in round_.draws:
        for second in round_.draws:
            left = round_.leaves[first.seat].get(first.tile, first.at)
            if first.seat == second.seat and first.at < left < second.at:
                edits = {first.at: draw(first.seat, second.tile), second.at: draw(first.seat, first.tile)}
                yield Lie(edits, f"draws {first.tile} and {second.tile} of seat {first.seat} exchanged")
                break


@lie("draw: behind its discard")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    for turn in round_.discards:
        if turn.drawn is not None and elements[turn.previous].text[1] in DRAWS and turn.previous == turn.at - 1:
            edits = {turn.previous: elements[turn.at].text, turn.at: elements[turn.previous].text}
            yield Lie(edits, f"discard {turn.tile} stands before its draw")
