"""How a hand's worth comes about: what `mjlog.explain_hule` tells.

Words are 電脳麻将's: mianzi (the parts of a reading), hupai (its yaku), fu (minipoints, 符),
fanshu (han, 翻), defen (points). Seats count from the dealer, 0 to 3.
"""

from dataclasses import dataclass
from typing import Any, Literal

from mjlog._core import Hule
from mjlog.hands import HupaiDict

__all__ = ["WHY", "Explanation", "FuItem", "Payment", "Reading"]

WHY: dict[str, tuple[str, str]] = {
    "only": ("the only reading", ""),
    "no_yaku": ("no reading has a yaku", "no yaku"),
    "defen": ("more points", "fewer points"),
    "damanguan": ("a yakuman, of the same points", "no yakuman, of the same points"),
    "fanshu": ("more han, of the same points", "fewer han, of the same points"),
    "fu": ("more fu, of the same points and han", "fewer fu, of the same points and han"),
    "first": ("the first of equals", "a later one of equals"),
    "last": ("the last yakuman of the same points", "an earlier yakuman of the same points"),
}
"""Each `Reading.why` in words: of the reading that counts, and of another."""
_SEATS = "東南西北"


@dataclass(frozen=True, slots=True)
class FuItem:
    """One reason for minipoints (符).

    Attributes:
        name: What they are given for, such as 副底, 幺九牌の暗刻, 嵌張待ち or 門前加符.
        fu: How many, not rounded; 0 for 平和の自摸.
        mianzi: The part of the reading that they are given for, if it is one.

    """

    name: str
    fu: int
    mianzi: str | None

    def __str__(self) -> str:
        """Give it in a few words: `幺九牌の明刻 z555+ 4`."""
        return f"{self.name} {self.mianzi} {self.fu}" if self.mianzi else f"{self.name} {self.fu}"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the hand, and what it would be worth.

    Attributes:
        mianzi: Its parts as `hule_mianzi` gives them: the head first, `!` behind the winning tile.
        fu_items: What makes its fu.
        fu: Minipoints, rounded. With a yakuman they don't count.
        base: Base points (基本点), a quarter of what a non-dealer's ron pays; 0 without yaku.
        limit: The limit that the points reach: 満貫, 切り上げ満貫, 跳満, 倍満, 三倍満, 数え役満, 役満, ダブル役満, …
        hule: All that it is worth.
        counts: Whether it is the one that counts.
        why: Why it counts, over the one that comes closest; of others, why they don't. `only`: there is no
            other; `no_yaku`: none has a yaku; `defen`: the one that counts gives more points; `damanguan`:
            the same points, and a yakuman goes before counted han; `fanshu`: the same points, more han;
            `fu`: the same points and han, more fu; `first`: equal in all, so the first counts; `last`:
            yakuman of the same points, of which the last counts.

    """

    mianzi: tuple[str, ...]
    fu_items: tuple[FuItem, ...]
    fu: int
    base: int
    limit: str | None
    hule: Hule
    counts: bool
    why: Literal["only", "no_yaku", "defen", "damanguan", "fanshu", "fu", "first", "last"]

    @property
    def fu_sum(self) -> int:
        """The sum of the items, not rounded."""
        return sum(item.fu for item in self.fu_items)

    @property
    def hupai(self) -> list[HupaiDict]:
        """Its yaku, as in `Hule.hupai`."""
        return self.hule.hupai

    @property
    def fanshu(self) -> int | None:
        """The sum of han; None for a yakuman or without yaku."""
        return self.hule.fanshu

    @property
    def damanguan(self) -> int | None:
        """How many yakuman; None when han are counted or without yaku."""
        return self.hule.damanguan

    @property
    def defen(self) -> int:
        """Its points, without honba and sticks; 0 without yaku."""
        return self.hule.defen

    def __str__(self) -> str:
        """Give it in three lines: parts and points, fu, yaku."""
        mark, why = ("*", "counts: ") if self.counts else (" ", "does not count: ")
        fu = ", ".join(map(str, self.fu_items))
        hupai = ", ".join(f"{yaku['name']} {yaku['fanshu']}" for yaku in self.hupai) or "no yaku"
        lines = [
            f"{mark} {' '.join(self.mianzi)}: {self._worth()} ({why}{WHY[self.why][not self.counts]})",
            f"    {hupai}",
        ]
        if self.damanguan is None:
            lines.append(f"    {fu}: {self.fu_sum}, counted as {self.fu}")
        return "\n".join(lines)

    def _worth(self) -> str:
        han = "" if self.fanshu is None else f"{self.fu} fu {self.fanshu} han, "
        return f"{han}{self.limit or ''}{' ' if self.limit else ''}{self.defen} points"

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values for JSON; what majiang-core leaves undefined is None."""
        return {
            "mianzi": list(self.mianzi),
            "fu_items": [{"name": item.name, "fu": item.fu, "mianzi": item.mianzi} for item in self.fu_items],
            "fu_sum": self.fu_sum,
            "fu": self.fu,
            "hupai": self.hupai,
            "fanshu": self.fanshu,
            "damanguan": self.damanguan,
            "base": self.base,
            "limit": self.limit,
            "defen": self.defen,
            "counts": self.counts,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat gets or pays.

    Attributes:
        seat: Counted from the dealer: 0 to 3.
        hand: For the hand.
        honba: For the honba (積み棒).
        sticks: Riichi sticks (供託).
        winner: It won.
        discarder: The winning tile was its discard.
        liable: It is liable for a yakuman (包).

    """

    seat: int
    hand: int
    honba: int
    sticks: int
    winner: bool
    discarder: bool
    liable: bool

    @property
    def total(self) -> int:
        """All together, as in `Hule.fenpei`."""
        return self.hand + self.honba + self.sticks

    def __str__(self) -> str:
        """Give seat and sum: `南 +2600`."""
        return f"{_SEATS[self.seat]} {self.total:+}" if self.total else f"{_SEATS[self.seat]} 0"

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values for JSON."""
        return {
            "seat": self.seat,
            "hand": self.hand,
            "honba": self.honba,
            "sticks": self.sticks,
            "total": self.total,
            "winner": self.winner,
            "discarder": self.discarder,
            "liable": self.liable,
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a hand's worth comes about. `str()` gives it as text.

    Attributes:
        shoupai: The hand.
        rongpai: The tile won on and whose it was; None on a tsumo.
        hule: What `mjlog.hule` gives; None for a hand that does not win.
        readings: Every reading, in 電脳麻将's order; none for a hand that does not win.
        payments: Every seat's, from the dealer on; none without a yaku.
        xiangting: Of a hand that does not win, how far it is from tenpai (向聴数), a ron tile left out; None
            where that can't be told (too few tiles, or some not shown).
        tingpai: Of a hand of 13 that does not win, the tiles that would complete it, or bring it nearer to
            tenpai.

    """

    shoupai: str
    rongpai: str | None
    hule: Hule | None
    readings: tuple[Reading, ...]
    payments: tuple[Payment, ...]
    xiangting: int | None
    tingpai: tuple[str, ...] | None

    @property
    def best(self) -> Reading | None:
        """The reading that counts; None for a hand that does not win."""
        return next((reading for reading in self.readings if reading.counts), None)

    @property
    def limit(self) -> str | None:
        """The limit that the points reach, such as 満貫; None for less."""
        return None if self.best is None else self.best.limit

    def __str__(self) -> str:
        """Give it as text: the readings, `*` before the one that counts, then who pays."""
        head = f"{self.shoupai} {self.rongpai or ''}".rstrip()
        if not self.readings:
            far = "" if self.xiangting is None else f" (向聴数 {self.xiangting})"
            return f"{head}: no win{far}"
        paid = [", ".join(map(str, self.payments))] if self.payments else []
        return "\n".join([head, *map(str, self.readings), *paid])

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values for JSON."""
        return {
            "shoupai": self.shoupai,
            "rongpai": self.rongpai,
            "hule": None if self.hule is None else self.hule.to_dict(),
            "limit": self.limit,
            "readings": [reading.to_dict() for reading in self.readings],
            "payments": [payment.to_dict() for payment in self.payments],
            "xiangting": self.xiangting,
            "tingpai": None if self.tingpai is None else list(self.tingpai),
        }
