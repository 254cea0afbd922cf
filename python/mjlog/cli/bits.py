"""A meld code field by field, valid or not, as the tables of Tenhou's codes put it. Bits count from 0, the lowest."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.cli.words import Words, tile_name

__all__ = ["Field", "bits_in_groups", "code_fields", "seat_name"]

_RUNS, _KINDS, _TILES = 21, 34, 136
_NORTH = 30


class Field(NamedTuple):
    """Some bits that mean something together."""

    low: int
    """The lowest bit."""
    width: int
    """How many bits."""
    value: int
    name: str
    meaning: str
    right: bool = True
    """Whether the value is one that Tenhou writes here."""

    @property
    def place(self) -> str:
        """Which bits, such as `3` or `10-15`."""
        return str(self.low) if self.width == 1 else f"{self.low}-{self.low + self.width - 1}"

    @property
    def bits(self) -> str:
        """The bits themselves, the highest first."""
        return f"{self.value:0{self.width}b}"


def bits_in_groups(fields: Iterable[Field]) -> str:
    """Write all bits, the highest first, with a space between fields."""
    return " ".join(field.bits for field in reversed(list(fields)))


def code_fields(code: int, words: Words) -> list[Field]:
    """Cut a 16-bit code into its fields, from the lowest; its own flags choose the layout."""
    layout = _Layout(code, words)
    if code & 0b100:
        return layout.chi()
    return layout.pon() if code & 0b11000 else layout.kan()


def seat_name(whom: int, words: Words) -> str:
    """Name a seat as seen from the meld's owner: 1 right, 2 across, 3 left."""
    en = ("nobody", "the player on the right (下家)", "the player across (対面)", "the player on the left (上家)")
    return words(en[whom], ("なし", "下家", "対面", "上家")[whom])


@dataclass(frozen=True, slots=True)
class _Layout:
    """One code, to be cut into fields."""

    code: int
    words: Words

    def chi(self) -> list[Field]:
        """Read it as a run."""
        words = self.words
        run = self._cut(10, 6) // 3
        kind = run // 7 * 9 + run % 7
        ranks = zip(
            (words("lowest", "最小"), words("middle", "真ん中"), words("highest", "最大")), (3, 5, 7), strict=True
        )
        copies = []
        for i, (rank, low) in enumerate(ranks):
            copy = self._cut(low, 2)
            meaning = words(f"of the {rank} tile", f"{rank}の牌")
            if run < _RUNS:
                tile = (kind + i) * 4 + copy
                meaning = words(f"the {rank} tile is {tile}", f"{rank}の牌は {tile}")
            copies.append(self._field(low, 2, words(f"copy {i + 1}", f"牌添字{i + 1}"), meaning))
        name = words("pattern", "順子の牌パターン番号")
        tiles = words("-".join(str(kind % 9 + i + 1) for i in range(3)), "")
        tiles += words(tile_name(kind, words)[1:], "".join(tile_name((kind + i) % 27, words) for i in range(3)))
        return [
            self._whom({3}),
            self._flag(2, words("chi flag", "順子フラグ"), words("chi", "順子")),
            *copies,
            self._unused(9, 1),
            self._pattern(10, name, _RUNS, tiles),
        ]

    def pon(self) -> list[Field]:
        """Read it as a pon, or the kakan made of it."""
        words = self.words
        kakan = not self._cut(3, 1)
        both = self._cut(3, 2) == 0b11
        must = words("bits 3 and 4 can't both be 1", "ビット3と4は同時に1にならない") if both else ""
        kind, copy = self._cut(9, 7) // 3, self._cut(5, 2)
        if kakan:
            left_out = words("copy added", "加えた牌の牌添字"), words("was added to the pon", "を加えた")
        else:
            left_out = words("copy left out", "未使用牌の牌添字"), words("is not in the meld", "は面子にない")
        tile = kind * 4 + copy if kind < _KINDS else None
        numbered = (
            words(f"tile {tile} ", f"牌番号 {tile} ") if tile is not None else words(f"copy {copy} ", f"添字 {copy} ")
        )
        name = words("pattern", "刻子の牌パターン番号")
        return [
            self._whom({1, 2, 3}),
            self._flag(2, words("chi flag", "順子フラグ"), words("chi", "順子")),
            self._flag(3, words("pon flag", "刻子フラグ"), words("pon", "刻子"), must),
            self._flag(4, words("kakan flag", "加槓フラグ"), words("kakan", "加槓"), must),
            self._field(5, 2, left_out[0], numbered + left_out[1]),
            self._unused(7, 2),
            self._pattern(9, name, _KINDS, tile_name(kind % _KINDS, words)),
        ]

    def kan(self) -> list[Field]:
        """Read it as a kan of four at once, or a kita."""
        words = self.words
        kita = bool(self._cut(5, 1))
        tile = self._cut(8, 8)
        must = ""
        if kita and tile // 4 != _NORTH:
            must = words("must be 120-123 (北)", "120-123 (北) のはず")
        elif tile >= _TILES:
            must = words("must be 0-135", "0-135のはず")
        meaning = ""
        if tile < _TILES:
            name = tile_name(tile // 4, words)
            meaning = words(
                f"{tile} = 4 × {tile // 4} + {tile % 4}: {name}", f"{tile} = 4 × {tile // 4} + {tile % 4}: {name}"
            )
            if self._cut(0, 2) and not kita:
                meaning += words(", this one was called", "、この牌を鳴いた")
        return [
            self._whom({0} if kita else {0, 1, 2, 3}),
            self._flag(2, words("chi flag", "順子フラグ"), words("chi", "順子")),
            self._flag(3, words("pon flag", "刻子フラグ"), words("pon", "刻子")),
            self._flag(4, words("kakan flag", "加槓フラグ"), words("kakan", "加槓")),
            self._flag(5, words("kita flag", "北抜きフラグ"), words("kita", "北抜き")),
            self._unused(6, 2),
            self._field(8, 8, words("tile", "牌番号"), meaning, must),
        ]

    def _cut(self, low: int, width: int) -> int:
        return self.code >> low & (1 << width) - 1

    def _field(self, low: int, width: int, name: str, meaning: str, must: str = "") -> Field:
        """Make a field; `must` says what its value should have been."""
        if must:
            meaning += f"{': ' if meaning else ''}{self.words('wrong', '誤り')}, {must}"
        return Field(low, width, self._cut(low, width), name, meaning, not must)

    def _whom(self, allowed: set[int]) -> Field:
        value = self._cut(0, 2)
        must = ""
        if value not in allowed:
            one = "-".join(str(end) for end in sorted({min(allowed), max(allowed)}))
            must = self.words(f"must be {one}", f"{one}のはず")
        return self._field(0, 2, self.words("called from", "鳴いた相手"), seat_name(value, self.words), must)

    def _flag(self, bit: int, name: str, kind: str, must: str = "") -> Field:
        value = self._cut(bit, 1)
        meaning = self.words(kind if value else f"no {kind}", kind if value else f"{kind}ではない")
        return self._field(bit, 1, name, meaning, must)

    def _unused(self, low: int, width: int) -> Field:
        must = self.words("must be 0", "0のはず") if self._cut(low, width) else ""
        return self._field(
            low, width, self.words("unused", "未使用"), "" if must else self.words("always 0", "常に0"), must
        )

    def _pattern(self, low: int, name: str, count: int, tiles: str) -> Field:
        """Make the field of the tiles times three, plus which of them was called."""
        value = self._cut(low, 16 - low)
        which, place = divmod(value, 3)
        if which >= count:
            must = self.words(f"must be 0-{count * 3 - 1}", f"0-{count * 3 - 1}のはず")
            return self._field(low, 16 - low, name, "", must)
        called = self.words(("lowest", "middle", "highest")[place], ("最小", "真ん中", "最大")[place])
        meaning = f"{value} = 3 × {which} + {place}: {tiles}"
        meaning += self.words(f", the {called} tile was called", f"、{called}の牌を鳴いた")
        return self._field(low, 16 - low, name, meaning)
