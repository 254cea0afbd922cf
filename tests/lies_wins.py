"""Lies about wins: who, on which tile, with which hand, worth what."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import copies, gone, is_last, other_seat, put, twice, wins
from replayed import Element, Round, listed


@lie("AGARI: another winner")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yield put(round_, at, who=other_seat(round_, win.who, rng))


@lie("AGARI: another discarder")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if win["who"] != win["fromWho"] and round_.game.players > 2:
            others = {*range(round_.game.players)} - {win.who, int(win["fromWho"])}
            yield put(round_, at, fromWho=rng.choice(sorted(others)))


@lie("AGARI: a ron is a tsumo")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if win["who"] != win["fromWho"]:
            yield put(round_, at, fromWho=win["who"])


@lie("AGARI: a tsumo is a ron")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if win["who"] == win["fromWho"]:
            yield put(round_, at, fromWho=other_seat(round_, win.who, rng))


@lie("AGARI: another winning tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        machi = int(win["machi"])
        yield put(round_, at, machi=rng.choice([tile for tile in win.numbers("hai") if tile != machi] or [machi ^ 1]))


@lie("AGARI: another copy of the winning tile")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        machi = int(win["machi"])
        other = rng.choice(sorted(copies(machi)))
        hai = [other if tile == machi else machi if tile == other else tile for tile in win.numbers("hai")]
        yield put(round_, at, machi=other, hai=listed(hai))


@lie("AGARI: a tile of the hand is missing")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        hai = win.numbers("hai")
        hai.pop(rng.randrange(len(hai)))
        yield put(round_, at, hai=listed(hai))


@lie("AGARI: another tile in the hand")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        hai = win.numbers("hai")
        hai[rng.randrange(len(hai))] = rng.choice(sorted(set(round_.game.tiles) - set(hai)))
        yield put(round_, at, hai=listed(hai))


@lie("AGARI: another copy of a tile in the hand")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        hai = win.numbers("hai")
        place = rng.randrange(len(hai))
        others = sorted(copies(hai[place]) - set(hai))
        if others:
            hai[place] = rng.choice(others)
            yield put(round_, at, hai=listed(hai))


@lie("AGARI: a meld is missing")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        codes = win.numbers("m")
        for place in range(len(codes)):
            yield put(round_, at, m=listed(codes[:place] + codes[place + 1 :]))


@lie("AGARI: another meld")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        codes = win.numbers("m")
        foreign = [mianzi.code for _, _, mianzi, _ in round_.calls if mianzi.code not in codes] or [51305]
        for place in range(len(codes)):
            yield put(round_, at, m=listed([*codes[:place], rng.choice(foreign), *codes[place + 1 :]]))


@lie("AGARI: two melds exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        codes = win.numbers("m")
        for place in range(len(codes) - 1):
            a, b = codes[place : place + 2]
            yield put(round_, at, m=listed([*codes[:place], b, a, *codes[place + 2 :]]))


def ten_as(round_: Round, at: int, place: int, value: int) -> Lie:
    ten = round_.game.elements[at].numbers("ten")
    ten[place] = value
    return put(round_, at, ten=listed(ten))


@lie("AGARI: fu")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        fu = win.numbers("ten")[0]
        if "yakuman" not in win.attributes:
            yield ten_as(round_, at, 0, 30 if fu == 25 else fu + rng.choice((10, -10) if fu > 20 else (10,)))


@lie("AGARI: fu of a yakuman")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if "yakuman" in win.attributes:
            yield ten_as(round_, at, 0, win.numbers("ten")[0] + 10)


@lie("AGARI: points")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        points = win.numbers("ten")[1]
        yield ten_as(round_, at, 1, points + rng.choice((-100, 100, 300, points)))


@lie("AGARI: limit")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yield ten_as(round_, at, 2, (win.numbers("ten")[2] + rng.randrange(1, 6)) % 6)


def pairs(win: Element) -> list[tuple[int, int]]:
    yaku = win.numbers("yaku")
    return list(zip(yaku[::2], yaku[1::2], strict=True))


def yaku_as(round_: Round, at: int, yaku: list[tuple[int, int]]) -> Lie:
    return put(round_, at, yaku=listed([number for pair in yaku for number in pair]))


@lie("AGARI: another yaku")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        ids = {id_ for id_, _ in yaku}
        for place, (_, han) in enumerate(yaku):
            other = rng.choice([id_ for id_ in range(36) if id_ not in ids])
            yield yaku_as(round_, at, [*yaku[:place], (other, han), *yaku[place + 1 :]])


@lie("AGARI: a yaku is missing")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        for place in range(len(yaku)):
            yield yaku_as(round_, at, yaku[:place] + yaku[place + 1 :])


@lie("AGARI: a yaku more")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        ids = {id_ for id_, _ in yaku}
        if yaku:
            yield yaku_as(round_, at, [(rng.choice([id_ for id_ in range(36) if id_ not in ids]), 1), *yaku])


@lie("AGARI: a yaku twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        for place in range(len(yaku)):
            yield yaku_as(round_, at, [*yaku[:place], yaku[place], *yaku[place:]])


@neutral(
    "the order of yaku", "Tenhou lists yaku by rules of its own, which no one knows: the same yaku are the same win."
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        front = [pair for pair in yaku if pair[0] < 52]
        if len(front) > 1:
            yield yaku_as(round_, at, [*reversed(front), *(pair for pair in yaku if pair[0] >= 52)])


@lie("AGARI: han of a yaku")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        for place, (id_, han) in enumerate(yaku):
            if id_ < 52:
                yield yaku_as(round_, at, [*yaku[:place], (id_, han + rng.choice((-1, 1))), *yaku[place + 1 :]])


@lie("AGARI: han of dora, ura or red fives")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yaku = pairs(win)
        for place, (id_, han) in enumerate(yaku):
            if id_ >= 52:
                step = rng.choice((-1, 1) if han else (1,))
                yield yaku_as(round_, at, [*yaku[:place], (id_, han + step), *yaku[place + 1 :]])


@lie("AGARI: another yakuman")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        ids = win.numbers("yakuman")
        for place in range(len(ids)):
            other = rng.choice([id_ for id_ in range(37, 52) if id_ not in ids])
            yield put(round_, at, yakuman=listed([*ids[:place], other, *ids[place + 1 :]]))


@lie("AGARI: a yakuman more")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if ids := win.numbers("yakuman"):
            yield put(round_, at, yakuman=listed([*ids, rng.choice([n for n in range(37, 52) if n not in ids])]))


# Wins as a whole


@lie("AGARI: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _ in wins(round_) if not is_last(round_) else ():
        yield gone(round_, at)


@lie("AGARI: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, _ in wins(round_):
        yield twice(round_, at)


@lie("AGARI: two of a double ron exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    if len(round_.ends) == 2:
        first, second = round_.ends
        yield Lie({first: elements[second].text, second: elements[first].text}, "the two wins are exchanged")
