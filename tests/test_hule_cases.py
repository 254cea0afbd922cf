"""Errors other scorers made, a test each: F02 is row F02 of the field cases."""

from typing import Any

import pytest

import mjlog
from tinylog import init, log
from wins import NAMES, Win, verdict, wins

TENHOU, MAJIANG = mjlog.Rule.tenhou(), mjlog.Rule.majiang()


def hule(shoupai: str, rongpai: str | None = None, **flags: Any) -> dict[str, Any]:
    """Our answer, its yaku as name: han."""
    hand = mjlog.hule(shoupai, rongpai, **flags)
    assert hand is not None
    value: Any = hand.to_dict()
    return {**value, "hupai": {yaku["name"]: yaku["fanshu"] for yaku in value.get("hupai", [])}}


def worth(hule: dict[str, Any]) -> tuple[int, int, int]:
    return hule["fu"], hule["fanshu"], hule["defen"]


def win(*elements: str, go: int = 169) -> Win:
    (only,) = wins(log(*elements, go=go).encode())
    return only


def judged(win: Win, rule: mjlog.Rule | None = None) -> dict[str, Any]:
    hand = mjlog.hule(win.shoupai, win.rongpai, rule=mjlog.Rule.tenhou(win.go) if rule is None else rule, **win.flags)
    assert hand is not None
    return verdict(hand.to_dict())


# score/payments


def test_f02_liable_player_pays_the_honba_of_a_ron() -> None:
    agari = (
        '<AGARI ba="1,0" hai="46,49,53,54,55" m="50762,49226,47657" machi="55" ten="40,32000,5" yakuman="39"'
        ' doraHai="116" who="0" fromWho="1" paoWho="2" sc="395,323,231,-160,159,-163,215,0" />'
    )
    said = win(init("1,1,0,1,2,116", oya=1), agari)
    assert (said.shoupai, said.rongpai) == ("p3455,z555+,z666=,z777=", "p5+")
    assert judged(said) == said.verdict
    assert judged(said)["fenpei"] == [-16000, -16300, 0, 32300]
    by_majiang = hule("p3455,z555+,z666=,z777=", "p5+", rule=MAJIANG, menfeng=3, changbang=1)
    assert by_majiang["fenpei"] == [-16300, -16000, 0, 32300]


def test_f03_chip_table_rounds_up_to_mangan() -> None:
    agari = (
        '<AGARI ba="0,1" hai="13,16,21,25,26,27,56,61,66,76,80,84,90,91" machi="80" ten="30,12000,0"'
        ' yaku="1,1,0,1,8,1,54,1,53,0" chip="54,1" doraHai="1" doraHaiUra="114" who="0" fromWho="0"'
        ' sc="240,130,250,-40,250,-40,250,-40,0,3,0,-1,0,-1,0,-1" />'
    )
    said = win(agari, go=553)
    assert judged(said) == said.verdict
    assert worth(judged(said)) == (30, 4, 12000)
    assert worth(judged(said, TENHOU)) == (30, 4, 11700)


def test_f23_three_yakuman_at_once() -> None:
    agari = (
        '<AGARI ba="2,0" hai="108,110,111,112,113,114,116,117,119,120,122,123,125,126" machi="126"'
        ' ten="60,144000,5" yakuman="49,41,42" doraHai="101" who="3" fromWho="3"'
        ' sc="691,-482,61,-482,75,-482,173,1446" />'
    )
    said = win(init("3,2,0,1,2,101", oya=3), agari)
    assert judged(said) == said.verdict
    assert judged(said)["damanguan"] == 3
    assert judged(said)["fenpei"] == [144600, -48200, -48200, -48200]
    twice = judged(said, MAJIANG)
    assert (twice["damanguan"], twice["defen"]) == (5, 240_000)


def test_f24_second_winner_of_a_double_ron() -> None:
    mangan: Any = [{"name": "混一色", "fanshu": 3}, {"name": "ドラ", "fanshu": 2}]
    ordinary: Any = [{"name": "断幺九", "fanshu": 1}]
    first = mjlog.get_defen(30, mangan, "m1-", rule=TENHOU, menfeng=1, changbang=2, lizhibang=2)
    second = mjlog.get_defen(40, ordinary, "m1=", rule=TENHOU, menfeng=2, changbang=0, lizhibang=0)
    assert (first.defen, list(first.fenpei or ())) == (8000, [-8600, 10600, 0, 0])
    assert (second.defen, list(second.fenpei or ())) == (1300, [-1300, 0, 1300, 0])


def test_f25_no_ura_dora_is_not_listed() -> None:
    with_riichi = hule("m406777p678s2455s3", lizhi=1, baopai=["m1"], fubaopai=["z2"])
    assert with_riichi["hupai"] == {"立直": 1, "門前清自摸和": 1, "断幺九": 1, "赤ドラ": 1}


def test_f26_hule_keeps_its_words() -> None:
    assert "ダブル立直" in hule("m123p46s789z33344", "p5+", lizhi=2)["hupai"]
    assert "翻牌 白" in hule("m123p46s789z33555", "p5+")["hupai"]
    assert "国士無双十三面" in hule("m19p19s19z1234567", "z1+")["hupai"]


def test_f26_the_table_joins_both_spellings_and_tenhous_ids() -> None:
    assert {number: name for name, _, number in mjlog.YAKU} == {n: NAMES[n] for n in range(55) if n != 36}
    assert {name: tenhou for name, tenhou, _ in mjlog.YAKU if name != tenhou} == {
        "ダブル立直": "両立直",
        "翻牌 白": "役牌 白",
        "翻牌 發": "役牌 發",
        "翻牌 中": "役牌 中",
        "国士無双十三面": "国士無双１３面",
    }


def test_f70_no_liability_for_a_closed_set() -> None:
    agari = (
        '<AGARI ba="2,1" hai="62,63,74,79,81" m="32768,51818,48651" machi="74" ten="60,32000,5" yakuman="39"'
        ' doraHai="17,71" who="1" fromWho="2" sc="261,0,284,336,215,-326,230,0" />'
    )
    said = win(agari)
    assert said.shoupai == "p77s23,z555-,z777=,z6666"
    assert judged(said) == said.verdict
    assert judged(said)["fenpei"] == [0, 33600, -32600, 0]
    hand = mjlog.hule(said.shoupai, said.rongpai)
    assert hand is not None
    assert [*hand.hupai] == [{"name": "大三元", "fanshu": "*"}]


def test_f71_liable_player_pays_all_of_a_tsumo() -> None:
    agari = (
        '<AGARI ba="1,0" hai="16,18,19,81,82" m="51722,49705,47690" machi="19" ten="40,32000,5" yakuman="39"'
        ' doraHai="116" who="2" fromWho="2" paoWho="0" sc="302,-323,236,0,149,323,313,0" />'
    )
    said = win(agari)
    assert judged(said) == said.verdict
    assert judged(said)["fenpei"] == [-32300, 0, 32300, 0]


def test_f72_liable_player_pays_every_yakuman_of_a_tsumo() -> None:
    agari = (
        '<AGARI ba="3,0" hai="116,117,118,120,123" m="51306,48650,49163" machi="117" ten="50,64000,5"'
        ' yakuman="39,42" doraHai="58" who="0" fromWho="0" paoWho="2" sc="204,649,314,0,98,-649,384,0" />'
    )
    said = win(init("3,3,0,1,2,58", oya=3), agari)
    assert judged(said) == said.verdict
    assert judged(said)["fenpei"] == [0, 64900, 0, -64900]
    assert judged(said, MAJIANG)["fenpei"] == [-16300, 64900, -8300, -40300]


# yaku


def test_f41_sanankou_where_the_ron_tile_completes_a_run() -> None:
    hand = hule("s1222305888z666", "s2+", menfeng=0)
    assert hand["hupai"] == {"翻牌 發": 1, "三暗刻": 2, "混一色": 3, "赤ドラ": 1}
    assert worth(hand) == (50, 7, 18000)


def test_f44_same_han_and_points_the_higher_fu() -> None:
    hand = hule("m1122233344789m1")
    assert hand["hupai"] == {"門前清自摸和": 1, "三暗刻": 2, "清一色": 6}
    assert worth(hand) == (40, 9, 16000)


def test_f45_same_points_the_higher_han() -> None:
    hand = hule("m111222333p7899", "p9+")
    assert hand["hupai"] == {"平和": 1, "一盃口": 1, "純全帯幺九": 3}
    assert worth(hand) == (30, 5, 8000)


def test_f46_a_fifth_tile_over_hand_and_meld() -> None:
    with pytest.raises(mjlog.MjlogError, match="s8") as error:
        mjlog.hule("s4067999z444s8,s8888")
    assert error.value.kind == "too_many_pai"


def test_f48_a_pair_of_honours_is_no_pinfu_wait() -> None:
    hand = hule("m567p123567s234z1", "z1+", zhuangfeng=1, menfeng=1, lizhi=1)
    assert hand["hupai"] == {"立直": 1}
    assert worth(hand) == (40, 1, 1300)


def test_f52_four_equal_tiles_are_not_two_pairs() -> None:
    assert mjlog.hule("m1133p1s11335555", "p1+") is None


def test_f54_yakuman_drop_all_else() -> None:
    first = hule("m19p19s19z1234567z7", menfeng=0, tianhu=1)
    assert [*first["hupai"]] == ["天和", "国士無双十三面"]
    assert (first["damanguan"], first["defen"]) == (2, 96000)
    second = hule("z1122334455667", "z7+", baopai=["z6"])
    assert (second["hupai"], second["defen"]) == ({"字一色": "*"}, 32000)


def test_f55_ippatsu_lives_when_a_kan_is_robbed() -> None:
    agari = (
        '<AGARI ba="1,2" hai="50,52,56,59,60,67,73,76,81,82,85,90,98,99" machi="67" ten="30,8000,1"'
        ' yaku="1,1,2,1,3,1,7,1,54,1,53,0" doraHai="130" doraHaiUra="131" who="1" fromWho="2"'
        ' sc="250,0,250,103,250,-83,250,0" />'
    )
    said = win(agari)
    assert judged(said) == said.verdict
    assert judged(said)["hupai"] == {"立直": 1, "一発": 1, "槍槓": 1, "平和": 1, "赤ドラ": 1}


def test_f59_each_indicator_counts() -> None:
    hand = hule("m234p22345s34567", "s8+", baopai=["p1", "p1", "p1"])
    assert hand["hupai"]["ドラ"] == 6


def test_f60_dora_alone_is_no_yaku() -> None:
    hand = mjlog.hule("m13p234s340678z22", "m2+", baopai=["m1"])
    assert hand is not None
    assert hand.to_dict() == {"defen": 0}
    assert (hand.defen, hand.fu, hand.fanshu, hand.damanguan, hand.fenpei) == (0, None, None, None, None)
    assert list(hand.hupai or ()) == []


# fu


def test_f62_tsumo_fu_on_a_tile_after_a_kakan() -> None:
    agari = (
        '<AGARI ba="0,0" hai="21,25,30,54,58,60,100,102" m="44146,42569" machi="21" ten="50,12000,2"'
        ' yaku="4,1,14,1,52,4" doraHai="110" who="2" fromWho="2" sc="250,-60,250,-30,250,120,250,-30" />'
    )
    said = win(agari)
    assert said.shoupai == "m78p567s88m6,z111+,z222=2"
    assert judged(said) == said.verdict
    assert worth(judged(said)) == (50, 6, 12000)


def test_f63_a_set_made_by_ron_is_open() -> None:
    baopai = ["z1"]
    hand = hule("m1123444p555,m123-", "m1+", haidi=2, baopai=baopai)
    assert worth(hand) == (30, 1, 1000)
    assert baopai == ["z1"]


def test_f66_fu_beyond_110() -> None:
    assert worth(hule("m999p2,m1111,z7777,s9999+", "p2+")) == (110, 7, 12000)
    west, others = (hule("m99z33,m1111,z7777,z6666", "z3+", menfeng=menfeng) for menfeng in (2, 1))
    assert worth(west) == (130, 14, 32000)
    assert worth(others) == (130, 13, 32000)


# API/usability


@pytest.mark.parametrize(
    ("shoupai", "rongpai"),
    [
        ("m11111p123s123z111", None),
        ("m11p123s123z111,m111+", None),
        ("m1p123s123z111,m111+", "m1+"),
        ("m1111p123s123z11", "m1+"),
        ("m34p123s123z11,m1111", "m1+"),
        ("p055s123z11,p5555", None),
    ],
)
def test_f92_five_of_a_tile(shoupai: str, rongpai: str | None) -> None:
    with pytest.raises(mjlog.MjlogError, match="p5" if "p5" in shoupai else "m1") as error:
        mjlog.hule(shoupai, rongpai)
    assert error.value.kind == "too_many_pai"


def test_f95_contradictory_flags_count_unless_strict() -> None:
    hand = "m123p46s789z33344"
    assert hule(hand, "p5+", yifa=True)["hupai"] == {"一発": 1}
    with pytest.raises(mjlog.MjlogError, match="yifa") as error:
        mjlog.hule(hand, "p5+", yifa=True, strict=True)
    assert error.value.kind == "contradiction"


def test_f96_ron_tile_without_its_direction() -> None:
    with pytest.raises(mjlog.MjlogError, match="z1") as error:
        mjlog.hule("m123p456s789z1122", "z1")
    assert error.value.kind == "bad_pai"
    assert hule("m123p456s789z1122", "z1+")["hupai"] == {"場風 東": 1}
