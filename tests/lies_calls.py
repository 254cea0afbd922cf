"""Lies about calls, kans and norths set aside."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import OTHERS, copies, gone, put, twice
from replayed import DISCARDS, Round


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
