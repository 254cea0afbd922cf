"""The wins of real logs: the hand to judge, and what Tenhou said and paid."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mjlog
from hands import notation
from mjlog.log import Agari, Go, Init

WINDS = "東南西北"
NAMES = [
    *("門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和", "断幺九", "一盃口"),
    *(f"自風 {wind}" for wind in WINDS),
    *(f"場風 {wind}" for wind in WINDS),
    *("翻牌 白", "翻牌 發", "翻牌 中", "ダブル立直", "七対子", "混全帯幺九", "一気通貫", "三色同順", "三色同刻"),
    *("三槓子", "対々和", "三暗刻", "小三元", "混老頭", "二盃口", "純全帯幺九", "混一色", "清一色", "人和"),
    *("天和", "地和", "大三元", "四暗刻", "四暗刻単騎", "字一色", "緑一色", "清老頭", "九蓮宝燈", "純正九蓮宝燈"),
    *("国士無双", "国士無双十三面", "大四喜", "小四喜", "四槓子", "ドラ", "裏ドラ", "赤ドラ"),
]
"""hule's names of Tenhou's yaku 0 to 54."""
RIICHI, IPPATSU, CHANKAN, RINSHAN, HAITEI, HOUTEI, DOUBLE_RIICHI, TENHOU, CHIIHOU = 1, 2, 3, 4, 5, 6, 21, 37, 38


@dataclass(frozen=True)
class Win:
    """A hand with its flags as `hule` takes them, and Tenhou's verdict in hule's terms."""

    go: int
    shoupai: str
    rongpai: str | None
    flags: dict[str, Any]
    hupai: dict[str, int | str]
    """Yaku and their han, `*` for a yakuman; ura dora of 0 han left out."""
    fu: int
    defen: int
    fenpei: list[int]
    pao: bool

    @property
    def verdict(self) -> dict[str, Any]:
        """The values to be compared; a yakuman has no fu."""
        said: dict[str, Any] = {"hupai": self.hupai, "defen": self.defen, "fenpei": self.fenpei}
        han = list(self.hupai.values())
        return said | ({"damanguan": len(han)} if "*" in han else {"fu": self.fu, "fanshu": sum(map(int, han))})


def verdict(hule: Any) -> dict[str, Any]:
    """Our answer in the same terms."""
    hupai = {yaku["name"]: yaku["fanshu"] for yaku in hule["hupai"]}
    assert len(hupai) == len(hule["hupai"]), "a yaku twice"
    return {**hule, "hupai": hupai}


class Table:
    """The seats and tiles of one log."""

    def __init__(self, go: Go) -> None:
        self.type, self.red, self.players = go.type, go.red, go.players

    def pai(self, tile: int) -> str:
        return mjlog.decode_pai(tile, red=self.red)

    def mark(self, owner: int, other: int) -> str:
        """+ the next player, - the one before, = across at a table of four."""
        steps = (other - owner) % self.players
        return "+-"[steps - 1] if self.players == 3 else "+=-"[steps - 1]

    def meld(self, owner: int, meld: mjlog.Mianzi) -> str:
        text = str(mjlog.decode_mianzi(meld.code, red=self.red))
        if self.players == 3 and meld.from_:  # Tenhou counts the empty seat
            (written,) = (mark for mark in "+=-" if mark in text)
            text = text.replace(written, self.mark(owner, (owner + meld.from_) % 4))
        return text

    def hand(self, win: Agari) -> str:
        closed = [self.pai(tile) for tile in win.hand if tile != win.tile]
        drawn = self.pai(win.tile) if win.seat == win.from_seat else None
        melds = [self.meld(win.seat, meld) for meld in win.melds[::-1] if meld.kind != "kita"]
        return ",".join([notation(closed, drawn), *melds])

    def win(self, init: Init, win: Agari, second: bool) -> Win:
        ids = {number for number, _ in win.yaku} | {*win.yakuman}
        ron = win.seat != win.from_seat
        honba, sticks = win.ba or (0, 0)
        kita = sum(meld.kind == "kita" for meld in win.melds)
        flags: dict[str, Any] = {
            "zhuangfeng": init.round // 4,
            "menfeng": (win.seat - init.oya) % self.players,
            "lizhi": 2 if DOUBLE_RIICHI in ids else int(RIICHI in ids),
            "yifa": IPPATSU in ids,
            "qianggang": CHANKAN in ids,
            "lingshang": RINSHAN in ids,
            "haidi": 1 if HAITEI in ids else 2 * (HOUTEI in ids),
            "tianhu": 1 if TENHOU in ids else 2 * (CHIIHOU in ids),
            "baopai": [self.pai(tile) for tile in win.dora],
            "fubaopai": None if win.ura is None else [self.pai(tile) for tile in win.ura],
            "changbang": 0 if second else honba,
            "lizhibang": sticks,
        }
        if kita:
            flags["kita"] = kita
        hupai: dict[str, int | str] = {NAMES[number]: han for number, han in win.yaku if han}
        fenpei = [0, 0, 0, 0]
        for seat in range(self.players):
            fenpei[(seat - init.oya) % self.players] = win.changes[seat]
        return Win(
            go=self.type,
            shoupai=self.hand(win),
            rongpai=self.pai(win.tile) + self.mark(win.seat, win.from_seat) if ron else None,
            flags=flags,
            hupai=hupai | {NAMES[number]: "*" for number in win.yakuman},
            fu=win.fu,
            defen=win.points,
            fenpei=fenpei,
            pao=win.pao is not None,
        )


def wins(log: bytes) -> Iterator[Win]:
    """In order; of a double ron the second pays no honba."""
    read = mjlog.parse(log)
    assert read.go is not None
    table = Table(read.go)
    for round_ in read.rounds:
        results = [result for result in round_.results if isinstance(result, Agari)]
        for place, result in enumerate(results):
            yield table.win(round_.init, result, second=place > 0)
