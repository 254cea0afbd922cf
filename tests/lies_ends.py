"""Lies about how a round ends: wins, draws, payments."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_play import copies, elsewhere, gone, hand_at_end, put, twice, unseen
from replayed import Element, Round, listed


def ends(round_: Round, name: str) -> Iterator[tuple[int, Element]]:
    """The round's wins or draws, with their places."""
    for at in round_.ends:
        if round_.game.elements[at].name == name:
            yield at, round_.game.elements[at]


def wins(round_: Round) -> Iterator[tuple[int, Element]]:
    return ends(round_, "AGARI")


def draws(round_: Round) -> Iterator[tuple[int, Element]]:
    return ends(round_, "RYUUKYOKU")


def other_seat(round_: Round, seat: int, rng: Random) -> int:
    return rng.choice([n for n in range(round_.game.players) if n != seat])


def is_last(round_: Round) -> bool:
    return round_ is round_.game.rounds[-1]


# Who, by which tile, with which hand


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


# What it is worth


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


@neutral("fu of a yakuman", "A yakuman is worth the same whatever its fu, and no rule says which fu Tenhou keeps.")
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


# Indicators


@lie("AGARI: a dora indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        dora = win.numbers("doraHai")
        place = rng.randrange(len(dora))
        dora[place] = elsewhere(round_, dora[place], rng)
        yield put(round_, at, doraHai=listed(dora))


@lie("AGARI: a dora indicator less")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yield put(round_, at, doraHai=listed(win.numbers("doraHai")[:-1]) or None)


@lie("AGARI: a dora indicator more")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if (tile := unseen(round_, rng)) is not None:
            yield put(round_, at, doraHai=listed([*win.numbers("doraHai"), tile]))


@lie("AGARI: an ura indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if ura := win.numbers("doraHaiUra"):
            place = rng.randrange(len(ura))
            ura[place] = elsewhere(round_, ura[place], rng)
            yield put(round_, at, doraHaiUra=listed(ura))


@lie("AGARI: an ura indicator that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        tile = unseen(round_, rng)
        if tile is not None and "doraHaiUra" in win.attributes:
            yield put(round_, at, doraHaiUra=listed([*win.numbers("doraHaiUra")[:-1], tile]))


@lie("AGARI: an ura indicator less")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if ura := win.numbers("doraHaiUra"):
            yield put(round_, at, doraHaiUra=listed(ura[:-1]) or None)


@lie("AGARI: ura indicators without a riichi")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        tile = unseen(round_, rng)
        if tile is not None and "doraHaiUra" not in win.attributes:
            yield put(round_, at, doraHaiUra=tile)


@neutral(
    "an ura indicator of the same kind",
    "Without a wall no one knows which of the four copies lay there, and each makes the same dora; "
    "the new one is shown nowhere else in the round.",
    wall=False,
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        ura = win.numbers("doraHaiUra")
        for place, tile in enumerate(ura if len(round_.ends) == 1 else []):
            for other in copies(tile) - round_.seen:
                yield put(round_, at, doraHaiUra=listed([*ura[:place], other, *ura[place + 1 :]]))


# Payments


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


# Draws


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
