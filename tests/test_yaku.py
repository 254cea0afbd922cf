"""Each yaku: a hand that has it, one that barely misses it, and one where it meets others (all its yaku, in order).

By majiang-core's own rule; South's seat in the East round unless said.
"""

from dataclasses import dataclass
from typing import Any

import pytest

import mjlog

WINDS = "東南西北"


class Won:
    """A win: the hand, the tile taken by ron, and hule's other arguments."""

    def __init__(self, shoupai: str, rongpai: str | None = None, **flags: Any) -> None:
        self.shoupai, self.rongpai, self.flags = shoupai, rongpai, flags

    def hupai(self) -> dict[str, int | str] | None:
        """Yaku and their han; None for no win."""
        hule = mjlog.hule(self.shoupai, self.rongpai, rule=mjlog.Rule.majiang(), **self.flags)
        return None if hule is None else {yaku["name"]: yaku["fanshu"] for yaku in hule.to_dict().get("hupai", [])}

    def __repr__(self) -> str:
        return " ".join([self.shoupai, self.rongpai or "", *(f"{key}={value}" for key, value in self.flags.items())])


@dataclass(frozen=True)
class Row:
    name: str
    fanshu: int | str
    has: Won
    misses: Won
    meets: Won
    others: list[str]
    """All yaku of the hand that meets others."""


def closed(**flags: Any) -> Won:
    """No yaku without the flags."""
    return Won("m123p46s789z33344", "p5+", **flags)


def drawn(**flags: Any) -> Won:
    return Won("m123p46s789z33344p5", **flags)


def called(rongpai: str | None = "p5+", **flags: Any) -> Won:
    """No yaku without the flags."""
    return Won("p46s789z33344" + ("" if rongpai else "p5") + ",m12-3", rongpai, **flags)


ORPHANS = "m19p19s19z1234567"

SITUATIONS = [
    Row("立直", 1, closed(lizhi=1), closed(), drawn(lizhi=1, yifa=True), ["立直", "一発", "門前清自摸和"]),
    Row("ダブル立直", 2, closed(lizhi=2), closed(lizhi=1), closed(lizhi=2, yifa=True), ["ダブル立直", "一発"]),
    Row(
        "一発",
        1,
        closed(lizhi=1, yifa=True),
        closed(lizhi=1),
        closed(lizhi=1, yifa=True, qianggang=True),
        ["立直", "一発", "槍槓"],
    ),
    Row("海底摸月", 1, drawn(haidi=1), drawn(), called(None, haidi=1), ["海底摸月"]),
    Row("河底撈魚", 1, called(haidi=2), called(), closed(lizhi=1, haidi=2), ["立直", "河底撈魚"]),
    Row(
        "嶺上開花",
        1,
        Won("p46z33344p5,m12-3,s9999-", lingshang=True),
        Won("p46z33344p5,m12-3,s9999-"),
        Won("m123p46z33344p5,s9999", lingshang=True),
        ["嶺上開花", "門前清自摸和"],
    ),
    Row("槍槓", 1, called(qianggang=True), called(), closed(lizhi=1, qianggang=True), ["立直", "槍槓"]),
    Row(
        "天和",
        "*",
        drawn(menfeng=0, tianhu=1),
        drawn(menfeng=0),
        Won(ORPHANS + "m1", menfeng=0, tianhu=1),
        ["天和", "国士無双十三面"],
    ),
    Row("地和", "*", drawn(tianhu=2), drawn(), Won("z1122334455667z7", tianhu=2), ["地和", "字一色"]),
    Row("門前清自摸和", 1, drawn(), called(None), Won("m123p46z33344p5,s9999"), ["門前清自摸和"]),
]

VALUED = [
    Row(
        f"場風 {wind}",
        1,
        Won(f"m123p46s789z66z{n}{n}{n}", "p5+", zhuangfeng=n - 1, menfeng=n % 4),
        Won(f"m123p46s789z666z{n}{n}", "p5+", zhuangfeng=n - 1, menfeng=n % 4),
        Won(f"m123p46s789z66,z{n}{n}{n}=", "p5+", zhuangfeng=n - 1, menfeng=n - 1),
        [f"場風 {wind}", f"自風 {wind}"],
    )
    for n, wind in enumerate(WINDS, 1)
]
VALUED += [
    Row(
        f"自風 {wind}",
        1,
        Won(f"m123p46s789z66z{n}{n}{n}", "p5+", zhuangfeng=n % 4, menfeng=n - 1),
        Won(f"m123p46s789z66z{n}{n}{n}", "p5+", zhuangfeng=n % 4, menfeng=n % 4),
        Won(f"m123p46z77,z666+,z{n}{n}{n}=", "p5+", zhuangfeng=n % 4, menfeng=n - 1),
        [f"自風 {wind}", "翻牌 發"],
    )
    for n, wind in enumerate(WINDS, 1)
]
VALUED += [
    Row(
        f"翻牌 {dragon}",
        1,
        Won(f"m123p46s789z33z{n}{n}{n}", "p5+"),
        Won(f"m123p46s789z333z{n}{n}", "p5+"),
        Won(f"p46z{pair}{pair},m12-3,z{n}{n}{n}{n},z{other}{other}{other}+", "p5+"),
        [*(f"翻牌 {'白發中'[each - 5]}" for each in sorted((n, other))), "小三元"],
    )
    for dragon, n, other, pair in (("白", 5, 6, 7), ("發", 6, 7, 5), ("中", 7, 5, 6))
]

ORDINARY = [
    Row(
        "平和",
        1,
        Won("m234p34567s34599", "p2+"),
        Won("m234p34567s345z55", "p2+"),
        Won("m234p34567s34599p2"),
        ["門前清自摸和", "平和"],
    ),
    Row(
        "断幺九",
        1,
        Won("m234555p46s66678", "p5+"),
        Won("m123555p46s66678", "p5+"),
        Won("m22338p4466s5577", "m8+"),
        ["断幺九", "七対子"],
    ),
    Row(
        "一盃口",
        1,
        Won("m112233p46s789z33", "p5+"),
        Won("m123p46s789z33,m12-3", "p5+"),
        Won("m111222333p46z33", "p5+"),
        ["三暗刻"],
    ),
    Row(
        "三色同順",
        2,
        Won("m234p234s24z33344", "s3+"),
        Won("m234p234s35z33344", "s4+"),
        Won("m123p123s13z33344", "s2+"),
        ["三色同順", "混全帯幺九"],
    ),
    Row(
        "三色同順",
        1,
        Won("m234s24z33344,p2-34", "s3+"),
        Won("m234s35z33344,p2-34", "s4+"),
        Won("m123s13z33,p1-23,m9999+", "s2+"),
        ["三色同順", "混全帯幺九"],
    ),
    Row(
        "一気通貫",
        2,
        Won("m12345679p567z33", "m8+"),
        Won("m123456p79s567z33", "p8+"),
        Won("m1222345555678", "m9+"),
        ["一気通貫", "清一色"],
    ),
    Row(
        "一気通貫",
        1,
        Won("m12345p567z33,m789-", "m6-"),
        Won("m12345p567z33,p789-", "m6-"),
        Won("m12345z33444,m789-", "m6-"),
        ["一気通貫", "混一色"],
    ),
    Row(
        "混全帯幺九",
        2,
        Won("m123p789s79z33344", "s8+"),
        Won("m123p678s79z33344", "s8+"),
        Won("m111p999s99z33344", "s9+"),
        ["対々和", "三暗刻", "混老頭"],
    ),
    Row(
        "混全帯幺九",
        1,
        Won("p789s79z33344,m1-23", "s8+"),
        Won("p678s79z33344,m1-23", "s8+"),
        Won("p789s7999,p1-23,m111+", "s8+"),
        ["純全帯幺九"],
    ),
    Row(
        "七対子",
        2,
        Won("m1133p2255s7799z3", "z3+"),
        Won("m1133p2222s7799z3", "z3+"),
        Won("m1199p1199s1199z3", "z3+"),
        ["七対子", "混老頭"],
    ),
    Row(
        "対々和",
        2,
        Won("m11p33,s555+,s777=,z333-", "m1+"),
        Won("m12p33,s555+,s777=,z333-", "m3+"),
        Won("m111p33355s777z33", "z3+"),
        ["対々和", "三暗刻"],
    ),
    Row(
        "三暗刻",
        2,
        Won("m111p333s46777z33", "s5+"),
        Won("m111p333s45677z33", "s7+"),
        Won("m111p333s777z3344z3"),
        ["四暗刻"],
    ),
    Row(
        "三槓子",
        2,
        Won("m46z33,s9999,p1111+,z444=4", "m5+"),
        Won("m46z33,s9999,p1111+,z444=", "m5+"),
        Won("m46z33,s9999,p1111,z4444", "m5+"),
        ["三暗刻", "三槓子"],
    ),
    Row(
        "三色同刻",
        2,
        Won("m22246p222z33,s222=", "m5+"),
        Won("m22246p222z33,s333=", "m5+"),
        Won("m222p222s222z3344", "z3+"),
        ["対々和", "三暗刻", "三色同刻"],
    ),
    Row(
        "混老頭",
        2,
        Won("m11z33,p999+,s111=,z444-", "z3+"),
        Won("m22z33,p999+,s111=,z444-", "z3+"),
        Won("z3377,z444+,z555=,z666-", "z3+"),
        ["字一色"],
    ),
    Row(
        "小三元",
        2,
        Won("p46z55566677,m12-3", "p5+"),
        Won("p46z33355566,m12-3", "p5+"),
        Won("p44z55566677,m12-3", "z7+"),
        ["大三元"],
    ),
    Row(
        "混一色",
        3,
        Won("m12346678z33344", "m5+"),
        Won("m12346p678z33344", "m5+"),
        Won("m114477z2233445", "z5+"),
        ["七対子", "混一色"],
    ),
    Row(
        "混一色",
        2,
        Won("m12346z33344,m6-78", "m5+"),
        Won("m12346z33344,p6-78", "m5+"),
        Won("m4466,m999+,m777=,z333-", "m4+"),
        ["対々和", "混一色"],
    ),
    Row(
        "純全帯幺九",
        3,
        Won("m123999p11123s79", "s8+"),
        Won("m123999p123s79z33", "s8+"),
        Won("m111999p11s11,p999=", "s1+"),
        ["清老頭"],
    ),
    Row(
        "純全帯幺九",
        2,
        Won("m999p11123s79,m1-23", "s8+"),
        Won("m999p11123s79,m2-34", "s8+"),
        Won("m12399s12,p123-,m789-", "s3+"),
        ["三色同順", "純全帯幺九"],
    ),
    Row(
        "二盃口",
        3,
        Won("m112233p445566s9", "s9+"),
        Won("m112233p44556s99", "p7+"),
        Won("m112233p44556s99", "p6+"),
        ["平和", "二盃口"],
    ),
    Row(
        "清一色",
        6,
        Won("m1112345667899", "m4+"),
        Won("m11123456678z33", "m4+"),
        Won("m1112345678999", "m5+"),
        ["純正九蓮宝燈"],
    ),
    Row(
        "清一色",
        5,
        Won("m1123445,m67-8,m999+", "m6+"),
        Won("m1123445,p67-8,m999+", "m6+"),
        Won("s2233446,s888=,s2-34", "s6+"),
        ["緑一色"],
    ),
]

YAKUMAN = [
    Row(
        "国士無双",
        "*",
        Won("m19p19s19z1123456", "z7+"),
        Won("m119p19s19z112345", "z6+"),
        Won("m19p19s19z1123456z7", menfeng=0, tianhu=1),
        ["天和", "国士無双"],
    ),
    Row(
        "国士無双十三面",
        "**",
        Won(ORPHANS, "z7+"),
        Won("m19p19s19z1123456", "z7+"),
        Won(ORPHANS + "z7", tianhu=2),
        ["地和", "国士無双十三面"],
    ),
    Row(
        "四暗刻",
        "*",
        Won("m111p333s777z3344z3"),
        Won("m111p333s777z3344", "z3+"),
        Won("z1113335556677z6"),
        ["四暗刻", "字一色"],
    ),
    Row(
        "四暗刻単騎",
        "**",
        Won("m111p333s777z3334", "z4+"),
        Won("m111p333s777z3344z3"),
        Won("z3,m1111,p3333,s7777,z4444", "z3+"),
        ["四暗刻単騎", "四槓子"],
    ),
    Row(
        "大三元",
        "*",
        Won("m46p33z555666777", "m5+"),
        Won("m46p333z55566677", "m5+"),
        Won("z3344,z555+,z666=,z777-", "z3+"),
        ["大三元", "字一色"],
    ),
    Row(
        "大四喜",
        "**",
        Won("m1,z111+,z222=,z333-,z444+", "m1+"),
        Won("m12z11,z222=,z333-,z444+", "m3+"),
        Won("z5,z111+,z222=,z333-,z444+", "z5+"),
        ["大四喜", "字一色"],
    ),
    Row(
        "小四喜",
        "*",
        Won("m12z11,z222=,z333-,z444+", "m3+"),
        Won("m12z55,z222=,z333-,z444+", "m3+"),
        Won("z1155,z222=,z333-,z444+", "z5+"),
        ["小四喜", "字一色"],
    ),
    Row(
        "字一色",
        "*",
        Won("z3377,z444+,z555=,z666-", "z3+"),
        Won("z3377,z444+,z555=,m111-", "z3+"),
        Won("z1122334455667", "z7+"),
        ["字一色"],
    ),
    Row(
        "緑一色",
        "*",
        Won("s22334466688z66", "z6+"),
        Won("s22334455588z66", "z6+"),
        Won("s2223334446668", "s8+"),
        ["四暗刻単騎", "緑一色"],
    ),
    Row(
        "清老頭",
        "*",
        Won("m111999p11s11,p999=", "s1+"),
        Won("m111999p22s11,p999=", "s1+"),
        Won("m111999p111s1119", "s9+"),
        ["四暗刻単騎", "清老頭"],
    ),
    Row(
        "四槓子",
        "*",
        Won("m4,s9999,p1111+,z4444=,z333-3", "m4+"),
        Won("m4,s9999,p1111+,z4444=,z333-", "m4+"),
        Won("m9,m1111,p1111+,s1111=,s9999-", "m9+"),
        ["清老頭", "四槓子"],
    ),
    Row(
        "九蓮宝燈",
        "*",
        Won("m1112345567899", "m9+"),
        Won("m1112345567889", "m9+"),
        Won("m1112345567899m9", menfeng=0, tianhu=1),
        ["天和", "九蓮宝燈"],
    ),
    Row(
        "純正九蓮宝燈",
        "**",
        Won("m1112345678999", "m5+"),
        Won("m1112345567899", "m9+"),
        Won("m1112345678999m1", tianhu=2),
        ["地和", "純正九蓮宝燈"],
    ),
]

DORA = [
    Row("ドラ", 1, drawn(baopai=["p4"]), drawn(baopai=["m4"]), called(baopai=["p4", "z2"]), []),
    Row(
        "赤ドラ",
        1,
        Won("m123p46s789z33344p0"),
        drawn(),
        Won("m123p46s789z33344p0", baopai=["p4"]),
        ["門前清自摸和", "ドラ", "赤ドラ"],
    ),
    Row(
        "裏ドラ",
        3,
        closed(lizhi=1, fubaopai=["z2"]),
        closed(lizhi=1),
        Won("m123p46s789z33344p0", lizhi=1, baopai=["p4"], fubaopai=["m1"]),
        ["立直", "門前清自摸和", "ドラ", "赤ドラ", "裏ドラ"],
    ),
]

ROWS = [*SITUATIONS, *VALUED, *ORDINARY, *YAKUMAN, *DORA]
EACH = pytest.mark.parametrize("row", ROWS, ids=[f"{row.name} {row.fanshu}" for row in ROWS])


def test_there_are_51_yaku_and_three_kinds_of_dora() -> None:
    assert len({row.name for row in ROWS}) == 54


@EACH
def test_a_hand_that_has_it(row: Row) -> None:
    hupai = row.has.hupai()
    assert hupai is not None
    assert hupai.get(row.name) == row.fanshu, hupai


@EACH
def test_a_hand_that_barely_misses_it(row: Row) -> None:
    assert row.name not in (row.misses.hupai() or {})


@EACH
def test_a_hand_where_it_meets_others(row: Row) -> None:
    hupai = row.meets.hupai()
    assert hupai is not None
    assert list(hupai) == row.others
