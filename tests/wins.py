"""The wins of real logs: the hand to judge, and what Tenhou said and paid."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mjlog

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


def wins(log: bytes) -> Iterator[Win]:
    """In order, each as `Log.wins` gives it to hule."""
    read = mjlog.parse(log)
    assert read.go is not None
    oya = {id(result): round_.init.oya for round_ in read.rounds for result in round_.results}
    for result, arguments in read.wins():
        flags: dict[str, Any] = {**arguments}
        del flags["rule"]
        hupai: dict[str, int | str] = {NAMES[number]: han for number, han in result.yaku if han}
        fenpei = [0, 0, 0, 0]
        for seat in range(read.go.players):
            fenpei[(seat - oya[id(result)]) % read.go.players] = result.changes[seat]
        yield Win(
            go=read.go.type,
            shoupai=flags.pop("shoupai"),
            rongpai=flags.pop("rongpai"),
            flags=flags,
            hupai=hupai | {NAMES[number]: "*" for number in result.yakuman},
            fu=result.fu,
            defen=result.points,
            fenpei=fenpei,
            pao=result.pao is not None,
        )
