"""Lies about the play: tiles dealt, drawn, discarded, called, riichi, dora indicators."""

from collections.abc import Iterator
from random import Random

import mjlog
from lies import Lie, lie, neutral
from replayed import DISCARDS, DRAWS, Round, Turn, listed

OTHERS = (1, 2, 3)


def elsewhere(round_: Round, tile: int, rng: Random) -> int:
    """A tile that the round shows at another place."""
    return rng.choice(sorted(round_.seen - {tile}))


def unseen(round_: Round, rng: Random) -> int | None:
    """A tile that the round shows nowhere."""
    tiles = sorted(set(round_.game.tiles) - round_.seen)
    return rng.choice(tiles) if tiles else None


def stays(round_: Round, seat: int, tile: int, at: int) -> bool:
    """Tell whether a tile neither leaves the hand after this place nor is ever shown."""
    return round_.leaves[seat].get(tile, -1) <= at


def copies(tile: int) -> set[int]:
    """The three other tiles of its kind."""
    return set(range(tile // 4 * 4, tile // 4 * 4 + 4)) - {tile}


def draw(seat: int, tile: int) -> str:
    return f"<{DRAWS[seat]}{tile}/>"


def discard(seat: int, tile: int) -> str:
    return f"<{DISCARDS[seat]}{tile}/>"


def changed(at: int, new: str, what: str) -> Lie:
    return Lie({at: new}, what)


def twice(round_: Round, at: int) -> Lie:
    text = round_.game.elements[at].text
    return changed(at, text + text, f"{text} stands twice")


def gone(round_: Round, at: int) -> Lie:
    return changed(at, "", f"{round_.game.elements[at].text} is gone")


def put(round_: Round, at: int, **values: str | int | None) -> Lie:
    element = round_.game.elements[at]
    told = ", ".join(f"{k} {element.attributes.get(k)} is {v}" for k, v in values.items())
    return changed(at, element.put(**values), f"{element.name}: {told}")


def hand_at_end(round_: Round, seat: int) -> set[int]:
    hand = set(round_.init.numbers(f"hai{seat}")) | {turn.tile for turn in round_.draws if turn.seat == seat}
    used = {turn.tile for turn in round_.discards if turn.seat == seat}
    used |= {tile for _, caller, mianzi, _ in round_.calls if caller == seat for tile in mianzi.tiles}
    return hand - used


def melds_at_end(round_: Round, seat: int) -> list[str]:
    """A kakan stands in place of its pon; a kita is no meld."""
    made = [mianzi for _, caller, mianzi, _ in round_.calls if caller == seat and mianzi.kind != "kita"]
    added = [set(mianzi.tiles) for mianzi in made if mianzi.kind == "kakan"]
    return [str(mianzi) for mianzi in made if not any(set(mianzi.tiles) < tiles for tiles in added)]


def hidden_hand(round_: Round, seat: int, without: int, instead: int) -> bool:
    """Tell whether a hand is never shown and noten to the end, also with another tile in it, and no one wins."""
    end = round_.game.elements[round_.ends[0]] if round_.ends else None
    if end is None or end.name != "RYUUKYOKU" or {"type", f"hai{seat}"} & set(end.attributes):
        return False
    hand = hand_at_end(round_, seat) - {without} | {instead}
    melds = melds_at_end(round_, seat)
    return mjlog.xiangting(",".join(["".join(mjlog.decode_pai(tile) for tile in sorted(hand)), *melds])) > 0


# Tiles dealt and drawn


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


# Discards


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


# Calls and kans


def called_as(round_: Round, at: int, code: int) -> Lie | None:
    try:
        mjlog.decode_mianzi(code)
    except mjlog.MjlogError:
        return None
    return put(round_, at, m=code)


@lie("call: by another seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, mianzi, _ in round_.calls:
        if mianzi.kind in ("chi", "pon", "daiminkan"):
            yield put(round_, at, who=(seat + rng.choice(OTHERS[: round_.game.players - 1])) % round_.game.players)


@lie("kan or kita: by another seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, seat, mianzi, _ in round_.calls:
        if mianzi.kind in ("ankan", "kakan", "kita"):
            yield put(round_, at, who=(seat + rng.choice(OTHERS[: round_.game.players - 1])) % round_.game.players)


@lie("call: from another seat")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind in ("pon", "daiminkan"):
            yield put(round_, at, m=mianzi.code & ~3 | rng.choice([n for n in OTHERS if n != mianzi.from_]))


def repositioned(code: int, shift: int, rng: Random) -> int:
    """The code with another of the three tiles called."""
    value = code >> shift
    return code & (1 << shift) - 1 | (value // 3 * 3 + (value % 3 + rng.choice((1, 2))) % 3) << shift


@lie("call: another tile of the meld is the called one")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind in ("chi", "pon"):
            yield put(round_, at, m=repositioned(mianzi.code, 10 if mianzi.kind == "chi" else 9, rng))


@lie("chi: another copy of an own tile, which is not held")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, hand in round_.calls:
        for place, tile in enumerate(mianzi.tiles if mianzi.kind == "chi" else ()):
            for other in copies(tile) - hand if tile != mianzi.called else ():
                shift = 3 + 2 * place
                yield put(round_, at, m=mianzi.code & ~(3 << shift) | other % 4 << shift)


@lie("chi: a run one higher or lower")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "chi":
            low = (mianzi.code >> 10) // 3 % 7
            step = rng.choice([step for step in (-1, 1) if 0 <= low + step < 7])
            yield put(round_, at, m=mianzi.code + step * 3 * (1 << 10))


@lie("chi: a pon of the called tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, hand in round_.calls:
        if mianzi.kind == "chi" and mianzi.called is not None:
            kind, (left, *_) = mianzi.called // 4, sorted(copies(mianzi.called))
            rest = sorted({kind * 4 + n for n in range(4)} - {left})
            code = 3 | 1 << 3 | left % 4 << 5 | (kind * 3 + rest.index(mianzi.called)) << 9
            if not set(rest) - {mianzi.called} <= hand:
                yield put(round_, at, m=code)


@lie("pon: of another kind of tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "pon":
            kind = mianzi.tiles[0] // 4
            other = rng.choice([n for n in range(34) if n != kind])
            yield put(round_, at, m=mianzi.code + (other - kind) * 3 * (1 << 9))


@lie("pon: a daiminkan of the called tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "pon" and mianzi.called is not None:
            yield put(round_, at, m=mianzi.from_ | mianzi.called << 8)


@lie("daiminkan: of the player's own")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "daiminkan":
            yield put(round_, at, m=mianzi.code & ~3)


@lie("ankan: a daiminkan")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "ankan":
            yield put(round_, at, m=mianzi.code | rng.choice(OTHERS))


@lie("ankan: of another kind of tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, hand in round_.calls:
        if mianzi.kind == "ankan":
            kinds = [n for n in range(34) if not {4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3} <= hand]
            yield put(round_, at, m=4 * rng.choice(kinds) << 8)


@lie("ankan: a kakan")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "ankan":
            yield put(round_, at, m=rng.choice(OTHERS) | 1 << 4 | (mianzi.tiles[0] // 4 * 3) << 9)


def another_of_the_four(round_: Round, rng: Random, *, wins: bool) -> Iterator[Lie]:
    """Ankans of seats that win, where AGARI has their codes again, or of the others."""
    winners = {round_.game.elements[at].attributes.get("who") for at in round_.ends}
    for at, seat, mianzi, _ in round_.calls:
        if mianzi.kind == "ankan" and wins == (str(seat) in winners):
            yield put(round_, at, m=rng.choice(sorted(copies(mianzi.code >> 8))) << 8)


@lie("ankan: its code is another than in AGARI")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield from another_of_the_four(round_, rng, wins=True)


@neutral(
    "another of the four tiles in the code of an ankan",
    "The code of an ankan names one of its four tiles, any of them: it is the same meld. "
    "Only where the seat wins has AGARI the code again.",
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield from another_of_the_four(round_, rng, wins=False)


@lie("kakan: another tile is the added one")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "kakan":
            yield put(round_, at, m=mianzi.code & ~(3 << 5) | (mianzi.code >> 5 & 3 ^ rng.choice(OTHERS)) << 5)


@lie("kakan: an ankan")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "kakan":
            yield put(round_, at, m=mianzi.tiles[0] // 4 * 4 << 8)


@lie("kakan: of another pon")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind == "kakan":
            yield put(round_, at, m=repositioned(mianzi.code, 9, rng))
            yield put(round_, at, m=mianzi.code & ~3 | rng.choice([n for n in OTHERS if n != mianzi.from_]))


@lie("kita: a north that is not held")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, mianzi, hand in round_.calls:
        for tile in {120, 121, 122, 123} - hand if mianzi.kind == "kita" else ():
            yield put(round_, at, m=1 << 5 | tile << 8)


@lie("call, kan or kita: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, _, _ in round_.calls:
        yield gone(round_, at)


@lie("call, kan or kita: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _, _, _ in round_.calls:
        yield twice(round_, at)


@lie("call: behind the caller's discard")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    for at, _, mianzi, _ in round_.calls:
        if mianzi.kind in ("chi", "pon") and elements[at + 1].text[1] in DISCARDS:
            yield Lie({at: elements[at + 1].text, at + 1: elements[at].text}, f"{elements[at].text} is late")


# Dora indicators


@lie("INIT: a dora indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    yield put(round_, round_.start, seed=listed([*seed[:5], elsewhere(round_, seed[5], rng)]))


@lie("INIT: a dora indicator that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    if (tile := unseen(round_, rng)) is not None:
        yield put(round_, round_.start, seed=listed([*seed[:5], tile]))


@lie("DORA: a tile that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield put(round_, at, hai=elsewhere(round_, int(round_.game.elements[at]["hai"]), rng))


@lie("DORA: a tile that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        if (tile := unseen(round_, rng)) is not None:
            yield put(round_, at, hai=tile)


@lie("DORA: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield gone(round_, at)


@lie("DORA: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield twice(round_, at)


@lie("DORA: made up")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        tile = unseen(round_, rng)
        if tile is not None and round_.game.elements[turn.previous].text[1] in DISCARDS:
            made_up = f'<DORA hai="{tile}"/>'
            yield changed(turn.at, made_up + round_.game.elements[turn.at].text, f"{made_up} before a draw")


@lie("DORA: behind the next discard")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    for at in round_.places("DORA"):
        for turn in round_.discards:
            if turn.at > at:
                edits = {at: "", turn.at: elements[turn.at].text + elements[at].text}
                yield Lie(edits, f"{elements[at].text} stands behind discard {turn.tile}")
                break


# Riichi


def reach(round_: Round, step: str) -> list[int]:
    return round_.places("REACH", step=step)


@lie("REACH: the declaration is gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in reach(round_, "1"):
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
