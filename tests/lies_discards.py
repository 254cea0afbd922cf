"""Lies about discards, and wins that a discard forbids."""

from collections.abc import Iterator
from random import Random

import mjlog
from lies import Lie, lie, neutral
from lies_edits import OTHERS, changed, copies, discard, draw, gone, hidden_hand, stays, twice
from replayed import DRAWS, Round, Turn


@lie("discard: a tile that is not held")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        other = rng.choice(sorted(set(round_.game.tiles) - turn.hand))
        yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}")


def held(round_: Round, turn: Turn) -> list[int]:
    """Other tiles of the hand that leave it later."""
    return [tile for tile in sorted(turn.hand - {turn.tile}) if not stays(round_, turn.seat, tile, turn.at)]


@lie("discard: a tile that leaves the hand later")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        for other in held(round_, turn):
            yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}")


@lie("discard: drawn tile and another of its kind exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        for other in copies(turn.tile) & set(held(round_, turn)):
            if turn.drawn in (turn.tile, other):
                yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}, {turn.drawn} was drawn")


@neutral(
    "a discarded tile and its like in the hand exchanged",
    "Both are one kind of tile, neither is a red five, and the other never leaves the hand nor is shown: "
    "the log tells of a game just as possible, of which no one saw a difference.",
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        called = any(turn.tile in mianzi.tiles for _, _, mianzi, _ in round_.calls)
        won = any(round_.game.elements[end].attributes.get("machi") == str(turn.tile) for end in round_.ends)
        for other in copies(turn.tile) & turn.hand:
            red = {turn.tile, other} & {16, 52, 88}
            if not (called or won or red or turn.riichi) and stays(round_, turn.seat, other, turn.at):
                yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}")


@neutral(
    "another tile of a hand that no one ever sees is discarded",
    "The tile stays in the hand to the end, the hand is not shown and noten with either, no one calls the discard or "
    "wins in the round: the player may as well have discarded it.",
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    discards = [turn for turn in round_.discards if turn.drawn is not None and not turn.riichi]
    for turn in discards[round_.game.players :]:  # first discards may all be one wind
        taken = any(turn.tile in mianzi.tiles for _, _, mianzi, _ in round_.calls)
        for other in turn.hand - {turn.tile} if not taken else ():
            if stays(round_, turn.seat, other, turn.at) and hidden_hand(round_, turn.seat, other, turn.tile):
                yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}")


@lie("discard: after a riichi, from the hand")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        for other in turn.hand - {turn.tile} if turn.riichi else ():
            yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}, {turn.drawn} was drawn")


def called(round_: Round) -> Iterator[tuple[Turn, int, int, mjlog.Mianzi]]:
    """Discards that are called: the discard, the call's place, caller and meld."""
    discards = {turn.at: turn for turn in round_.discards}
    for at, seat, mianzi, _ in round_.calls:
        before = at - 1
        while before not in discards and round_.game.elements[before].name in ("REACH", "UN", "BYE", "DORA"):
            before -= 1
        if mianzi.kind in ("chi", "pon", "daiminkan") and before in discards:
            yield discards[before], at, seat, mianzi


@lie("discard: another tile than the one called")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn, _, _, _ in called(round_):
        for other in turn.hand - {turn.tile}:
            yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}")


@lie("discard: the called kind, right after the call (喰い替え)")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    calls = {at: mianzi for _, at, _, mianzi in called(round_) if mianzi.kind in ("chi", "pon")}
    for turn in round_.discards:
        mianzi = calls.get(turn.previous)
        if mianzi is not None and mianzi.called is not None:
            for other in copies(mianzi.called) & turn.hand:
                yield changed(turn.at, discard(turn.seat, other), f"{turn.tile} is {other}, {mianzi.called} was called")


@lie("discard: by another seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        seat = (turn.seat + rng.choice(OTHERS[: round_.game.players - 1])) % round_.game.players
        yield changed(turn.at, discard(seat, turn.tile), f"seat {turn.seat} is {seat}")


@lie("discard: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        yield gone(round_, turn.at)


@lie("discard: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.discards:
        yield twice(round_, turn.at)


@lie("discard: two of a seat exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for first in round_.discards:
        for second in round_.discards:
            if first.seat == second.seat and first.at < second.at and second.tile not in first.hand:
                edits = {first.at: discard(first.seat, second.tile), second.at: discard(first.seat, first.tile)}
                yield Lie(edits, f"discards {first.tile} and {second.tile} of seat {first.seat} exchanged")
                break


@lie("turn: the last one before an exhaustive draw is left out")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    end = elements[round_.ends[0]] if round_.ends else None
    if end is not None and end.name == "RYUUKYOKU" and end.attributes.get("type", "nm") == "nm" and round_.discards:
        last = round_.discards[-1]
        if round_.following(last.at) == round_.ends[0] and elements[last.previous].text[1] in DRAWS:
            yield Lie({last.previous: "", last.at: ""}, f"draw and discard of seat {last.seat} are gone")


# Furiten: told of logs without their seed, or the wall would find it


def free_copies(round_: Round, tile: int) -> list[int]:
    return sorted(copies(tile) - round_.seen - {16, 52, 88})


def thrown_at_once(round_: Round, turn: Turn) -> bool:
    """Tell whether it is the tile just drawn, and no one's meld."""
    free = all(turn.tile not in mianzi.tiles for _, _, mianzi, _ in round_.calls)
    drawn = round_.game.elements[turn.previous].text.startswith(f"<{DRAWS[turn.seat]}{turn.tile}/")
    return free and drawn


def rons(round_: Round) -> Iterator[tuple[int, int, int]]:
    """Place, winner and tile of each win on a discard."""
    for at in round_.ends:
        win = round_.game.elements[at]
        if win.name == "AGARI" and win["who"] != win["fromWho"]:
            yield at, win.who, int(win["machi"])


@lie("furiten: a tile of the winner's own, drawn and discarded", wall=False)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for _, who, machi in rons(round_):
        for turn in round_.discards:
            if turn.seat == who and not turn.riichi and thrown_at_once(round_, turn):
                for tile in free_copies(round_, machi):
                    edits = {turn.previous: draw(who, tile), turn.at: discard(who, tile)}
                    yield Lie(edits, f"seat {who} drew and discarded {tile}, and wins on {machi}")


@lie("furiten: a winning tile that was let go after the riichi", wall=False)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for _, who, machi in rons(round_):
        paid = [at for at in round_.places("REACH", step="2") if round_.game.elements[at].who == who]
        for turn in round_.discards:
            if paid and turn.at > paid[0] and turn.seat != who and turn.tile != machi and thrown_at_once(round_, turn):
                for tile in free_copies(round_, machi):
                    edits = {turn.previous: draw(turn.seat, tile), turn.at: discard(turn.seat, tile)}
                    yield Lie(edits, f"seat {who} lets {tile} go after its riichi, and wins on {machi}")
