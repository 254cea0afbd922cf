"""Random hands: legal tile for tile over hand and melds, many of them wins, rare yaku among them.

The same `Random` gives the same hands. `of_today` throws others each day; MJLOG_SEED has a day's again.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

Tiles = tuple[str, ...]

SUITS = "mps"
TILES = [suit + str(n) for suit in "mps" for n in range(1, 10)] + [f"z{n}" for n in range(1, 8)]
NINES = [tile for tile in TILES if tile[0] == "z" or tile[1] in "19"]
GREENS = ["s2", "s3", "s4", "s6", "s8", "z6"]
DIRECTIONS = "+=-"
SEED = os.environ.get("MJLOG_SEED") or datetime.now(UTC).date().isoformat()
RULES = [
    "連風牌は2符",
    "クイタンあり",
    "ダブル役満あり",
    "役満の複合あり",
    "数え役満あり",
    "役満パオあり",
    "切り上げ満貫あり",
]


@dataclass(frozen=True)
class Hand:
    """A hand, the tile it won by ron, flags as `hule` and majiang-core's hule_param name them, and a rule."""

    shoupai: str
    rongpai: str | None = None
    param: dict[str, Any] = field(default_factory=dict)
    rule: dict[str, bool] = field(default_factory=dict)

    def asks(self, question: str) -> list[object]:
        """The question in the words of tests/node/hule.js."""
        return [question, self.shoupai, self.rongpai, self.param, self.rule]

    @property
    def tiles(self) -> list[str]:
        """All tiles, of melds and the one of a ron too."""
        return tiles_of(f"{self.shoupai},{self.rongpai or ''}")

    @property
    def red_fives(self) -> Counter[str]:
        """How many of each suit."""
        return Counter(tile[0] for tile in self.tiles if tile[1] == "0")

    @property
    def plain_fives(self) -> Counter[str]:
        return Counter(tile[0] for tile in self.tiles if tile[0] != "z" and tile[1] == "5")


def of_today(purpose: str) -> Random:
    """Throws other hands each day, and others for each purpose."""
    print(f"MJLOG_SEED={SEED}")  # noqa: T201 - pytest shows it where a test fails
    return Random(f"{SEED} {purpose}")


def notation(tiles: list[str], drawn: str | None = None) -> str:
    """Sorted, a suit letter once; the drawn tile last, behind its own letter."""
    text = ""
    for suit in "mpsz":
        digits = sorted((tile[1] for tile in tiles if tile[0] == suit), key=lambda n: (n.replace("0", "5"), n))
        text += suit + "".join(digits) if digits else ""
    return text + (drawn or "")


def tiles_of(text: str) -> list[str]:
    """All tiles of a hand or a meld."""
    groups = re.findall(r"[mpsz][^mpsz]*", text)
    return [group[0] + n for group in groups for n in group if n.isdigit()]


def plain(tile: str) -> str:
    return tile.replace("0", "5")


def run(tile: str) -> Tiles:
    return tuple(tile[0] + str(int(tile[1]) + i) for i in range(3))


def is_run(block: Tiles) -> bool:
    return plain(block[0]) != plain(block[-1])


# What a hand is made of


@dataclass(frozen=True)
class Style:
    """The blocks thrown for: tiles allowed, and how often runs, kans and calls come."""

    tiles: Callable[[Random], list[str]]
    runs: float = 0.6
    kans: float = 0.1
    called: float = 0.35


def one_suit(rng: Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [tile for tile in TILES if tile[0] == suit]


def suit_and_honours(rng: Random) -> list[str]:
    return one_suit(rng) + TILES[27:]


def two_suits(rng: Random) -> list[str]:
    without = rng.choice(SUITS)
    return [tile for tile in TILES[:27] if tile[0] != without]


def same_numbers(rng: Random) -> list[str]:
    """A few numbers in all suits: the same run or triplet three times."""
    low = rng.randint(1, 7)
    return [tile for tile in TILES[:27] if low <= int(tile[1]) < low + rng.choice([3, 3, 4])]


def few_numbers(rng: Random) -> list[str]:
    """A few numbers of one suit or two: hands that can be read in many ways."""
    low, width = rng.randint(1, 6), rng.randint(4, 5)
    suits = rng.sample(SUITS, rng.choice([1, 2, 2]))
    return [tile for tile in TILES[:27] if tile[0] in suits and low <= int(tile[1]) < low + width]


def outside(rng: Random) -> list[str]:
    honours = rng.choice([[], TILES[27:]])
    return [tile for tile in TILES[:27] if tile[1] in "123789"] + honours


STYLES = [
    Style(lambda _: TILES),
    Style(lambda _: TILES, runs=0.15, kans=0.25),
    Style(lambda _: [tile for tile in TILES if tile not in NINES]),
    Style(lambda _: [tile for tile in TILES if tile not in NINES], runs=1, kans=0, called=0.1),
    Style(one_suit),
    Style(one_suit, runs=0.85, called=0.05),
    Style(suit_and_honours),
    Style(suit_and_honours, runs=0.2, kans=0.2),
    Style(two_suits, runs=0.85),
    Style(two_suits, runs=0.1, kans=0.1),
    Style(same_numbers, runs=0.8),
    Style(same_numbers, runs=0.2, kans=0.1),
    Style(few_numbers, runs=0.75, kans=0.03, called=0.1),
    Style(outside, runs=0.8, kans=0.05, called=0.25),
    Style(lambda _: NINES, runs=0, kans=0.2),
    Style(lambda _: [tile for tile in NINES if tile[0] != "z"], runs=0, kans=0.2),
    Style(lambda _: TILES[27:], runs=0, kans=0.2),
    Style(lambda rng: TILES[31:] + rng.sample(TILES[:27], 4), runs=0.3, called=0.5),
    Style(lambda rng: TILES[27:31] + rng.sample(TILES, 3), runs=0.2, called=0.5),
    Style(lambda _: GREENS, runs=0.5, called=0.3),
    Style(lambda _: TILES, runs=0, kans=0.9, called=0.6),
    Style(lambda _: TILES, runs=0, kans=0.1, called=0.03),
]


class Wall:
    """Four of each tile, less what was taken."""

    def __init__(self) -> None:
        self.left = Counter(dict.fromkeys(TILES, 4))

    def take(self, block: Tiles) -> bool:
        wanted = Counter(block)
        if any(self.left[tile] < n for tile, n in wanted.items()):
            return False
        self.left -= wanted
        return True


def thrown(rng: Random, style: Style) -> list[Tiles] | None:
    """A pair and four blocks, or None where the tiles did not suffice."""
    wall, allowed = Wall(), style.tiles(rng)
    starts = [tile for tile in allowed if tile[0] != "z" and tile[1] < "8" and {*run(tile)} <= {*allowed}]
    straight = rng.random() < 0.15
    suit = rng.choice(SUITS)
    blocks: list[Tiles] = []
    for number in range(4):
        for _ in range(10):
            if straight and number < 3 and suit + str(1 + 3 * number) in starts:
                block = run(suit + str(1 + 3 * number))
            elif blocks and is_run(blocks[-1]) and rng.random() < 0.15:
                block = blocks[-1]
            elif starts and rng.random() < style.runs:
                block = run(rng.choice(starts))
            else:
                block = (rng.choice(allowed),) * (4 if rng.random() < style.kans else 3)
            if wall.take(block):
                blocks.append(block)
                break
        else:
            return None
    for _ in range(10):
        pair = (rng.choice(allowed),) * 2
        if wall.take(pair):
            return [pair, *blocks]
    return None


def general(rng: Random) -> tuple[list[str], list[Tiles]]:
    """The closed tiles and the melds of a hand of the general form."""
    while True:
        style = rng.choice(STYLES)
        blocks = thrown(rng, style)
        if blocks:
            called = [block for block in blocks[1:] if len(block) == 4 or rng.random() < style.called]
            closed = list(blocks)
            for block in called:
                closed.remove(block)
            return [tile for block in closed for tile in block], called


def seven_pairs(rng: Random) -> tuple[list[str], list[Tiles]]:
    tiles = rng.choice(STYLES).tiles(rng)
    pairs = rng.sample(tiles if len(tiles) >= 7 else TILES, 7)
    return pairs * 2, []


def thirteen_orphans(rng: Random) -> tuple[list[str], list[Tiles]]:
    return [*NINES, rng.choice(NINES)], []


def nine_gates(rng: Random) -> tuple[list[str], list[Tiles]]:
    suit = rng.choice(SUITS)
    return [suit + n for n in "1112345678999" + rng.choice("123456789")], []


FORMS = [general] * 40 + [seven_pairs] * 4 + [thirteen_orphans, nine_gates]


# Red fives, melds


def with_red_fives(rng: Random, closed: list[str], melds: list[Tiles]) -> tuple[list[str], list[Tiles]]:
    """One red five a suit on most tables, sometimes none and sometimes several."""
    in_play = rng.choice([0, 1, 1, 1, 1, 1, 1, 2, 3, 4])
    parts = [list(closed), *map(list, melds)]
    for suit in SUITS:
        fives = [(part, place) for part in parts for place, tile in enumerate(part) if tile == suit + "5"]
        rng.shuffle(fives)
        for part, place in fives[: sum(rng.random() < 0.6 for _ in range(in_play))]:
            part[place] = suit + "0"
    return parts[0], [tuple(part) for part in parts[1:]]


def own(digits: list[str]) -> str:
    """Own tiles of a set: a red five last."""
    return "".join(sorted(digits, reverse=True))


def meld(rng: Random, tiles: Tiles) -> str:
    """One of the melds these tiles can be."""
    suit, digits = tiles[0][0], [tile[1] for tile in tiles]
    if is_run(tiles):
        called = rng.randrange(3)
        return suit + "".join(n + "-" * (place == called) for place, n in enumerate(digits))
    rng.shuffle(digits)
    direction = rng.choice(DIRECTIONS)
    if len(tiles) == 3:
        return suit + own(digits[:2]) + digits[2] + direction
    kind = rng.choice(["ankan", "ankan", "daiminkan", "kakan"])
    if kind == "ankan":
        return suit + own(digits)
    if kind == "daiminkan":
        return suit + own(digits[:3]) + digits[3] + direction
    return suit + own(digits[:2]) + digits[2] + direction + digits[3]


# Flags, rules, hands


def flags(rng: Random, ron: bool, open_: bool, kans: bool, melds: bool) -> dict[str, Any]:
    """What the caller tells of the win, sometimes what can't be."""
    if rng.random() < 0.04:
        return {
            "lizhi": rng.randrange(3),
            "yifa": rng.random() < 0.5,
            "qianggang": rng.random() < 0.5,
            "lingshang": rng.random() < 0.5,
            "haidi": rng.randrange(3),
            "tianhu": rng.choice([0, 0, 0, 0, 1, 2]),
        }
    lizhi = 0 if open_ else rng.choice([0, 0, 1, 1, 1, 2])
    told: dict[str, Any] = {"lizhi": lizhi, "yifa": lizhi > 0 and rng.random() < 0.3}
    if rng.random() < 0.1:
        told["haidi"] = 2 if ron else 1
    elif rng.random() < 0.1 and ron:
        told["qianggang"] = True
    elif rng.random() < 0.3 and kans and not ron:
        told["lingshang"] = True
    if not ron and not melds and rng.random() < 0.03:
        told = {}
    return told


def indicators(rng: Random, number: int, tiles: list[str]) -> list[str]:
    """Any tiles, often such as point to tiles of the hand."""
    any_tiles = [*TILES, *TILES, "m0", "p0", "s0"]
    pointing = [before(plain(tile)) for tile in tiles]
    return [rng.choice(pointing if rng.random() < 0.25 else any_tiles) for _ in range(number)]


def before(tile: str) -> str:
    """The indicator that points to a tile."""
    suit, n = tile[0], int(tile[1])
    if suit != "z":
        return suit + str((n - 2) % 9 + 1)
    return f"z{(n - 2) % 4 + 1}" if n < 5 else f"z{(n - 6) % 3 + 5}"


def param(rng: Random, ron: bool, melds: list[str], tiles: list[str]) -> dict[str, Any]:
    open_ = any(mark in text for text in melds for mark in DIRECTIONS)
    kans = any(len(tile) - 1 - any(d in tile for d in DIRECTIONS) == 4 for tile in melds)
    told: dict[str, Any] = {"zhuangfeng": rng.choice([0, 0, 1, 1, 2, 3]), "menfeng": rng.randrange(4)}
    told |= flags(rng, ron, open_, kans, bool(melds))
    if not ron and not melds and "lizhi" not in told:
        told["tianhu"] = 1 if told["menfeng"] == 0 else 2
    number = rng.choice([0, 1, 1, 1, 1, 2, 3, 5])
    told["baopai"] = indicators(rng, number, tiles)
    told["fubaopai"] = indicators(rng, number, tiles) if told.get("lizhi") else rng.choice([None, None, None, []])
    told["changbang"] = rng.choice([0, 0, 0, 1, 2, 13])
    told["lizhibang"] = rng.choice([0, 0, 1, 3])
    return told


def rule(rng: Random) -> dict[str, bool]:
    """All options by chance, or one of the common rules."""
    common = rng.random()
    if common < 0.3:
        return {}
    if common < 0.5:
        return {"ダブル役満あり": False}
    return {name: rng.random() < 0.5 for name in RULES}


def spoilt(rng: Random, closed: list[str], melds: list[Tiles]) -> list[str]:
    """A tile or two exchanged: mostly no win any more."""
    wall = Counter(dict.fromkeys(TILES, 4)) - Counter(plain(t) for part in [closed, *melds] for t in part)
    closed = list(closed)
    for _ in range(rng.choice([1, 1, 2])):
        place = rng.randrange(len(closed))
        near = [tile for tile in wall.elements() if rng.random() < 0.1 or tile[0] == closed[place][0]]
        tile = rng.choice(near)
        wall -= Counter([tile])
        wall[plain(closed[place])] += 1
        closed[place] = tile
    return closed


def hand(rng: Random) -> Hand:
    closed, blocks = rng.choice(FORMS)(rng)
    if rng.random() < 0.06:
        closed = spoilt(rng, closed, blocks)
    closed, blocks = with_red_fives(rng, closed, blocks)
    rng.shuffle(blocks)
    melds = [meld(rng, block) for block in blocks]
    rng.shuffle(closed)
    ron = rng.random() < 0.5
    *rest, last = closed
    drawn = None if ron else last
    unsorted = rng.random() < 0.02  # as people write
    text = "".join([*rest, drawn or ""]) if unsorted else notation(rest, drawn)
    told = param(rng, ron, melds, closed + [tile for block in blocks for tile in block])
    mark = rng.choice(["", "", "", "_", "*", "_*"]) + rng.choice(DIRECTIONS)
    return Hand(",".join([text, *melds]), last + mark if ron else None, told, rule(rng))


def hands(rng: Random, number: int) -> Iterator[Hand]:
    return (hand(rng) for _ in range(number))


# Hands that are no wins


def deal(rng: Random) -> str:
    """A hand of a game: 13 or 14 tiles, melds counted as three; anything from far off to ready."""
    wall = Wall()
    melds = []
    for _ in range(rng.choice([0, 0, 0, 0, 1, 1, 2, 3, 4])):
        block = run(rng.choice(SUITS) + str(rng.randint(1, 7)))
        if rng.random() < 0.5:
            block = (rng.choice(TILES),) * rng.choice([3, 3, 4])
        if wall.take(block):
            melds.append(meld(rng, block))
    near = rng.choice([TILES, TILES, TILES, one_suit(rng), two_suits(rng), suit_and_honours(rng), NINES])
    pool = [tile for tile in wall.left.elements() if tile in near]
    size = 14 - 3 * len(melds) - rng.randrange(2)
    if len(pool) < size:
        pool = list(wall.left.elements())
    if rng.random() < 0.5:  # fewer kinds, more sets
        kinds = rng.sample(TILES, rng.randint(4, 12))
        narrow = [tile for tile in pool if tile in kinds]
        pool = narrow if len(narrow) >= size else pool
    tiles = rng.sample(pool, size)
    reds = {suit: rng.randrange(2) for suit in SUITS}
    for place, tile in enumerate(tiles):
        if tile[0] != "z" and tile[1] == "5" and reds[tile[0]]:
            tiles[place], reds[tile[0]] = tile[0] + "0", 0
    *rest, last = tiles
    return ",".join([notation(rest, last) if size % 3 == 2 else notation(tiles), *melds])
