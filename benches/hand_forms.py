"""The random hands, in notation and in tile numbers, and what an answer is."""

import gzip
import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

SUITS = "mpsz"
DIRECTIONS = "+=-"

Answer = tuple[int, int | None, int | None, int] | None
"""None: no win. Else yakuman, fanshu, fu and defen; all 0: no yaku; a yakuman has no fanshu and no fu."""

NO_YAKU: Answer = (0, 0, 0, 0)

Out = dict[str, Any] | None
"""What majiang-core's `hule` returns, null for undefined; `Hule.to_dict()` is the same."""


def answer_of(out: Out) -> Answer:
    """What the peers' answers are compared with."""
    if out is None:
        return None
    if not out["defen"]:
        return NO_YAKU
    return out.get("damanguan") or 0, out.get("fanshu"), out.get("fu"), out["defen"]


@dataclass(frozen=True)
class Hand:
    """One line of the file of random hands, or a win of a made-up game."""

    shoupai: str
    rongpai: str | None
    param: dict[str, Any]
    rule: dict[str, bool]
    out: Out

    @property
    def key(self) -> tuple[bool, ...]:
        """What tells its rule from others."""
        return tuple(self.rule.values())

    @property
    def pao(self) -> bool:
        """Whether someone is liable for a yakuman."""
        return self.out is not None and any("baojia" in hupai for hupai in self.out.get("hupai", []))

    @property
    def possible(self) -> bool:
        """Whether its flags may come together: one's own kan ends 一発, and 天和 comes with nothing else."""
        flag = self.param
        own_kan = flag["yifa"] and flag["lingshang"]
        first_turn = flag["tianhu"] and (flag["lizhi"] or flag["lingshang"] or flag["haidi"])
        return not own_kan and not first_turn

    @cached_property
    def tiles(self) -> "Tiles":
        """The same in tile numbers."""
        return Tiles.of(self)

    def row(self) -> dict[str, Any]:
        """What the programs in benches/peers read."""
        tiles = self.tiles
        names = ("shoupai", "rongpai", "param", "rule", "out")
        return {
            **{name: getattr(self, name) for name in names},
            "tiles": tiles.concealed,
            "win": tiles.win,
            "melds": [{"kind": meld.kind, "tiles": meld.tiles} for meld in tiles.melds],
            "tsumo": self.rongpai is None,
            "reds": tiles.reds,
            "dora": numbers(self.param["baopai"]),
            "ura": numbers(self.param["fubaopai"] or []),
        }


def read(path: Path) -> list[Hand]:
    """All hands of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [Hand(**json.loads(line)) for line in lines]


def write(path: Path, hands: list[Hand]) -> Path:
    """Write hands as the peers read them."""
    path.write_text("".join(json.dumps(hand.row(), ensure_ascii=False) + "\n" for hand in hands), encoding="utf-8")
    return path


def kind(tile: str) -> int:
    """The kind, 0 to 33, of a tile in notation."""
    return SUITS.index(tile[0]) * 9 + int(tile[1].replace("0", "5")) - 1


def numbers(indicators: list[str]) -> list[int]:
    """Tile numbers of dora indicators. Which one of four it is plays no part."""
    return [kind(tile) * 4 + 1 for tile in indicators]


def split(text: str) -> list[str]:
    """The tiles of a text in notation, without their marks: `m340-` is m3, m4, m0."""
    suit, tiles = "", []
    for mark in text:
        if mark in SUITS:
            suit = mark
        elif mark.isdigit():
            tiles.append(suit + mark)
    return tiles


@dataclass(frozen=True)
class Meld:
    """A meld in tile numbers."""

    kind: str
    """chi, pon, daiminkan, kakan or ankan."""
    tiles: list[int]

    @property
    def opened(self) -> bool:
        """Whether someone else's tile is in it."""
        return self.kind != "ankan"


def meld_kind(text: str) -> str:
    """What kind of meld a text in notation is."""
    tiles, marked = split(text), text[-1] in DIRECTIONS
    if tiles[0][1].replace("0", "5") != tiles[1][1].replace("0", "5"):
        return "chi"
    if len(tiles) == 3:
        return "pon"
    if marked:
        return "daiminkan"
    return "kakan" if any(mark in text for mark in DIRECTIONS) else "ankan"


class Numbers:
    """Gives each tile of a hand its number: red fives the lowest of their kind, others what is left."""

    def __init__(self) -> None:
        self.taken: Counter[int] = Counter()

    def __call__(self, tile: str) -> int:
        """The next number of this tile. The lowest of the fives, which may be a red one, comes last."""
        if tile[1] == "0":
            return kind(tile) * 4
        number = kind(tile)
        self.taken[number] += 1
        first = 1 if tile[1] == "5" and tile[0] != "z" else 0
        return number * 4 + (self.taken[number] - 1 + first) % 4


@dataclass(frozen=True)
class Tiles:
    """A hand in tile numbers, 0 to 135."""

    concealed: list[int]
    """What is not in a meld, the winning tile included."""
    win: int
    melds: list[Meld]
    reds: int
    """How many red fives there are."""
    false_red: bool
    """Four fives of a suit, none of them red: their numbers name a red one all the same."""

    @staticmethod
    def of(hand: Hand) -> "Tiles":
        """Number the tiles of a hand."""
        concealed, *melds = hand.shoupai.split(",")
        number = Numbers()
        tiles = [number(tile) for tile in split(concealed + (hand.rongpai or ""))]
        called = [Meld(meld_kind(meld), [number(tile) for tile in split(meld)]) for meld in melds]
        everything = hand.shoupai + (hand.rongpai or "")
        fives = [number.taken[kind(suit + "5")] for suit in "mps"]
        return Tiles(tiles, tiles[-1], called, everything.count("0"), 4 in fives)
