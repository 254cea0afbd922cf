"""The steps of hule one by one: seed 004's yaku, its examples among them, and what the steps lead to together."""

from typing import Any

import pytest

import mjlog

MAJIANG = mjlog.Rule.majiang()


def hupai(*mianzi: str, zhuangfeng: int = 0, menfeng: int = 1, pre: Any = ()) -> Any:
    hudi = mjlog.get_hudi(list(mianzi), zhuangfeng, menfeng, MAJIANG)
    return mjlog.get_hupai(list(mianzi), hudi, list(pre), rule=MAJIANG)


def yaku(name: str, fanshu: int | str, **more: str) -> Any:
    return {"name": name, "fanshu": fanshu, **more}


RUNS = ("m456", "m456", "p789+!", "s345")
FOUR_OF_FIVE = ("z7777", "z555=", "z666+6")


@pytest.mark.parametrize(
    ("mianzi", "expected"),
    [
        # 門前清自摸和, 翻牌 ... in the order of the seed
        (("z33", "m456", "m678", "p789_!", "s345"), [yaku("門前清自摸和", 1), yaku("平和", 1)]),
        (("z33", "m456", "m678", "p7-89", "s345_!"), []),
        (("z33", "z111", "m678", "p789+!", "s345"), [yaku("場風 東", 1)]),
        (("z33", "z222=", "m678", "p789+!", "s345"), [yaku("自風 南", 1)]),
        (("z33", "z5555", "z666+6", "p789+!", "s345"), [yaku("翻牌 白", 1), yaku("翻牌 發", 1)]),
        (("z33", "z777-", "m678", "p789+!", "s345"), [yaku("翻牌 中", 1)]),
        (("m22", "m456", "m678", "p678+!", "s345"), [yaku("平和", 1), yaku("断幺九", 1)]),
        # "m": {"456": 2}, "p": {"789": 1}: 盃口数 1
        (("z33", *RUNS), [yaku("平和", 1), yaku("一盃口", 1)]),
        (("z33", "m456", "m456", "m456", "m4+!56"), [yaku("平和", 1), yaku("混一色", 3), yaku("二盃口", 3)]),
        # "m": {"123": 1, "456": 1}, "p": {"456": 1}, "s": {"456": 1}
        (("z33", "m123", "m4+!56", "p456", "s456"), [yaku("平和", 1), yaku("三色同順", 2)]),
        (("z33", "m123", "m456", "p4-56", "s456+!"), [yaku("三色同順", 1)]),
        (("z33", "m123", "m4+!56", "m789", "s456"), [yaku("平和", 1), yaku("一気通貫", 2)]),
        (("z33", "m123", "m456", "m7-89", "s456+!"), [yaku("一気通貫", 1)]),
        (("z33", "m123+!", "p789", "p999", "s123"), [yaku("混全帯幺九", 2)]),
        (("m11", "m33", "m55", "p22", "p44+!", "s66", "z11"), [yaku("七対子", 2)]),
        (("m11", "p222+!", "p444-", "s666=", "z333+"), [yaku("対々和", 2)]),
        (("m11", "p222", "p444", "s666", "z333+!"), [yaku("対々和", 2), yaku("三暗刻", 2)]),
        (("m11", "p2222+", "p4444", "s666=6", "m456+!"), [yaku("三槓子", 2)]),
        (("m11", "p222", "m222=", "s222-2", "m456+!"), [yaku("三色同刻", 2)]),
        (("m11+!", "p999", "m999=", "s111-1", "z333+"), [yaku("対々和", 2), yaku("混老頭", 2)]),
        (
            ("m11", "m99", "p11", "p99", "s11+!", "s99", "z33"),
            [yaku("七対子", 2), yaku("混老頭", 2)],
        ),
        (
            ("z77", "z555", "z666+", "p789-!", "s345"),
            [yaku("翻牌 白", 1), yaku("翻牌 發", 1), yaku("小三元", 2)],
        ),
        (("z33", "m123", "m123", "m555", "m789+!"), [yaku("一盃口", 1), yaku("混一色", 3)]),
        (("m99", "m123+!", "p789", "p999", "s123"), [yaku("純全帯幺九", 3)]),
        (("m99", "m1-23", "p789", "p999", "s123+!"), [yaku("純全帯幺九", 2)]),
        (("m22", "m1-23", "m456", "m555", "m789+!"), [yaku("一気通貫", 1), yaku("清一色", 5)]),
        # 役満
        (
            ("z11", "m1", "m9", "p1", "p9", "s1", "s9", "z2+!", "z3", "z4", "z5", "z6", "z7"),
            [yaku("国士無双", "*")],
        ),
        (
            ("z11+!", "m1", "m9", "p1", "p9", "s1", "s9", "z2", "z3", "z4", "z5", "z6", "z7"),
            [yaku("国士無双十三面", "**")],
        ),
        (("m11", "p222", "p444_!", "s666", "z3333"), [yaku("四暗刻", "*")]),
        (("m11+!", "p222", "p444", "s666", "z3333"), [yaku("四暗刻単騎", "**")]),
        # the seed's own: the third set is z666+6
        (("m11", "p789=!", "z777=", "z5555", "z666+6"), [yaku("大三元", "*", baojia="+")]),
        (("m11", "p789=!", "z777=", "z666+6", "z5555"), [yaku("大三元", "*")]),
        (("m11", "p789", "z777=", "z666+", "z555=!"), [yaku("大三元", "*")]),
        (("m11+!", "z111+", "z222-", "z333=3", "z4444-"), [yaku("大四喜", "**", baojia="-")]),
        (("z44", "z111+", "z222-", "z333=3", "m456+!"), [yaku("小四喜", "*")]),
        (("z44+!", "z333+", "z555-", "z777=7", "z6666-"), [yaku("大三元", "*", baojia="-"), yaku("字一色", "*")]),
        (("z11", "z22", "z33", "z44", "z55", "z66", "z77-!"), [yaku("字一色", "*")]),
        (("s22", "s234-!", "s666", "s888+", "z666="), [yaku("緑一色", "*")]),
        (("m11", "m999+!", "p111-", "s111=", "s9999-"), [yaku("清老頭", "*")]),
        (("m11+!", "m9999+", "p2222-", "s333=3", "s5555-"), [yaku("四槓子", "*")]),
        (("m11123455678999+!",), [yaku("九蓮宝燈", "*")]),
        (("m11123456789995+!",), [yaku("純正九蓮宝燈", "**")]),
        (("m11123456789991_!",), [yaku("純正九蓮宝燈", "**")]),
    ],
)
def test_get_hupai(mianzi: tuple[str, ...], expected: list[dict[str, Any]]) -> None:
    assert hupai(*mianzi) == expected


def test_get_hupai_puts_situations_first_and_dora_last() -> None:
    pre, post = [yaku("立直", 1), yaku("一発", 1)], [yaku("ドラ", 2)]
    mianzi = ["z33", *RUNS]
    hudi = mjlog.get_hudi(mianzi, 0, 1, MAJIANG)
    all_of_them = [*pre, yaku("平和", 1), yaku("一盃口", 1), *post]
    assert mjlog.get_hupai(mianzi, hudi, pre, post, rule=MAJIANG) == all_of_them
    assert (pre, post) == ([yaku("立直", 1), yaku("一発", 1)], [yaku("ドラ", 2)])
    open_ = ["z33", "m456", "m678", "p7-89", "s345_!"]
    assert mjlog.get_hupai(open_, mjlog.get_hudi(open_, 0, 1, MAJIANG), [], post, rule=MAJIANG) == []


def test_get_hupai_by_rule() -> None:
    """No double yakuman, no pao, no open 断幺九."""
    winds = ["m11+!", "z111+", "z222-", "z333=3", "z4444-"]
    hudi = mjlog.get_hudi(winds, 0, 1, MAJIANG)
    less = MAJIANG.replace(ダブル役満あり=False, 役満パオあり=False, クイタンあり=False)
    assert mjlog.get_hupai(winds, hudi, [], rule=less) == [yaku("大四喜", "*")]
    simple = ["m22", "m4-56", "m678", "p678+!", "s345"]
    hudi = mjlog.get_hudi(simple, 0, 1, MAJIANG)
    assert mjlog.get_hupai(simple, hudi, [], rule=MAJIANG) == [yaku("断幺九", 1)]
    assert mjlog.get_hupai(simple, hudi, [], rule=less) == []


def test_get_hupai_with_tianhu() -> None:
    pre = mjlog.get_pre_hupai(tianhu=1)
    assert hupai("m11", "p222", "p444_!", "s666", "z333", pre=pre) == [yaku("天和", "*"), yaku("四暗刻", "*")]
    assert hupai("z33", "m456", "m456", "p789_!", "s345", pre=pre) == [yaku("天和", "*")]


# The other five


@pytest.mark.parametrize(
    ("shoupai", "rongpai", "splits"),
    [
        (
            "m111222333p7899",
            "p9+",
            [
                ["p99+!", "m123", "m123", "m123", "p789"],
                ["p99", "m123", "m123", "m123", "p789+!"],
                ["p99+!", "m111", "m222", "m333", "p789"],
                ["p99", "m111", "m222", "m333", "p789+!"],
            ],
        ),
        (
            "m112233p445566s9",
            "s9-",
            [
                ["s99-!", "m123", "m123", "p456", "p456"],
                ["m11", "m22", "m33", "p44", "p55", "p66", "s99-!"],
            ],
        ),
        (
            "p3334,m340-,s0555,z111+1",
            "p4=",
            [["p44=!", "p333", "m345-", "s5555", "z111+1"]],
        ),
        (
            "m1112345678999m5",
            None,
            [
                ["m55_!", "m111", "m234", "m678", "m999"],
                ["m11123456789995_!"],
            ],
        ),
        ("m123p456s789z1122", None, []),
    ],
)
def test_hule_mianzi(shoupai: str, rongpai: str | None, splits: list[list[str]]) -> None:
    assert mjlog.hule_mianzi(shoupai, rongpai) == splits


PRODUCTS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("m22p345s34067z555s8", None, {"lizhi": 1, "yifa": True, "baopai": ["s4"], "fubaopai": ["z4"], "menfeng": 2}),
    ("p1156,z777-,z666=,z555=", "p7-", {"menfeng": 0, "changbang": 1, "lizhibang": 2, "baopai": ["m3"]}),
    ("m111222333p7899", "p9+", {"haidi": 2, "baopai": ["p8", "m9"]}),
    ("m34067p66,s0555,m4-56", "m8=", {"baopai": ["m4"]}),
]


@pytest.mark.parametrize(("shoupai", "rongpai", "flags"), PRODUCTS)
def test_the_steps_lead_to_hule(shoupai: str, rongpai: str | None, flags: dict[str, Any]) -> None:
    situation = {name: value for name, value in flags.items() if name in ("lizhi", "yifa", "haidi")}
    zhuangfeng, menfeng = flags.get("zhuangfeng", 0), flags.get("menfeng", 1)
    pre = mjlog.get_pre_hupai(**situation)
    post = mjlog.get_post_hupai(shoupai, rongpai, flags["baopai"], flags.get("fubaopai"))
    results = []
    for mianzi in mjlog.hule_mianzi(shoupai, rongpai):
        hudi = mjlog.get_hudi(mianzi, zhuangfeng, menfeng, MAJIANG)
        won = mjlog.get_hupai(mianzi, hudi, pre, post, rule=MAJIANG)
        results.append(
            mjlog.get_defen(
                hudi.fu,
                won,
                rongpai,
                rule=MAJIANG,
                menfeng=menfeng,
                changbang=flags.get("changbang", 0),
                lizhibang=flags.get("lizhibang", 0),
            )
        )
    best = max(results, key=lambda hule: (hule.defen, hule.fanshu or 0, hule.fu or 0))
    assert best == mjlog.hule(shoupai, rongpai, rule=MAJIANG, **flags)


def test_get_hudi() -> None:
    hudi = mjlog.get_hudi(["p44=!", "p333", "m345-", "s5555", "z111+1"], 0, 0, MAJIANG)
    assert hudi.to_dict() == {
        "fu": 60,
        "menqian": False,
        "zimo": False,
        "shunzi": {"m": [0, 0, 0, 1, 0, 0, 0, 0], "p": [0] * 8, "s": [0] * 8},
        "kezi": {
            "m": [0] * 10,
            "p": [0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            "s": [0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
            "z": [0, 1, 0, 0, 0, 0, 0, 0],
        },
        "n_shunzi": 1,
        "n_kezi": 3,
        "n_ankezi": 2,
        "n_gangzi": 2,
        "n_yaojiu": 1,
        "n_zipai": 1,
        "danqi": True,
        "pinghu": False,
        "zhuangfeng": 0,
        "menfeng": 0,
    }
    assert (hudi.fu, hudi.n_ankezi, hudi.danqi, hudi.pinghu) == (60, 2, True, False)


@pytest.mark.parametrize(
    ("mianzi", "fu", "pinghu"),
    [
        (["z33", "m456", "m678", "p789_!", "s345"], 20, True),
        (["z33", "m456", "m678", "p789+!", "s345"], 30, True),
        (["z33", "m4-56", "m678", "p789+!", "s345"], 30, False),
        (["z33", "m456", "m678", "p78+!9", "s345"], 40, False),
        (["z33", "m456", "m678", "p7+!89", "s345"], 40, False),
        (["z33_!", "m456", "m678", "p789", "s345"], 30, False),
        (["z11", "m456", "m678", "p789+!", "s345"], 40, False),
        (["m11", "m33", "m55", "p22", "p44+!", "s66", "z11"], 25, False),
        (["m99", "p22+!", "m999", "m1111", "z7777", "s9999+"][1:], 110, False),
        (["m99", "z333+!", "m1111", "z7777", "z6666"], 130, False),
    ],
)
def test_fu(mianzi: list[str], fu: int, pinghu: bool) -> None:
    hudi = mjlog.get_hudi(mianzi, 0, 1, MAJIANG)
    assert (hudi.fu, hudi.pinghu) == (fu, pinghu)


def test_a_pair_of_both_winds() -> None:
    mianzi = ["z11+!", "m999", "m678", "p789", "s345"]
    less = MAJIANG.replace(連風牌は2符=True)
    four = mjlog.get_hudi(mianzi, 0, 0, MAJIANG)
    two = mjlog.get_hudi(mianzi, 0, 0, less)
    assert (four.fu, two.fu) == (50, 50)
    mianzi = ["z11", "m999", "m678", "p789-!", "s345"]
    assert [mjlog.get_hudi(mianzi, 0, 0, rule).fu for rule in (MAJIANG, less)] == [50, 40]


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        ({}, []),
        ({"lizhi": 1, "yifa": True, "haidi": 1}, [yaku("立直", 1), yaku("一発", 1), yaku("海底摸月", 1)]),
        ({"lizhi": 2, "haidi": 2}, [yaku("ダブル立直", 2), yaku("河底撈魚", 1)]),
        ({"lingshang": True, "qianggang": True}, [yaku("嶺上開花", 1), yaku("槍槓", 1)]),
        ({"tianhu": 1, "lizhi": 1}, [yaku("天和", "*")]),
        ({"tianhu": 2}, [yaku("地和", "*")]),
    ],
)
def test_get_pre_hupai(situation: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    assert mjlog.get_pre_hupai(**situation) == expected


@pytest.mark.parametrize(
    ("shoupai", "rongpai", "baopai", "fubaopai", "expected"),
    [
        ("m123p123s12377z111", None, ["z2"], None, []),
        ("m234p22345s34567", "s8+", ["p1", "p1", "p1"], None, [yaku("ドラ", 6)]),
        (
            "m340p406s0,s4-06",
            "s0=",
            ["m4", "s9"],
            ["p0", "z3"],
            [yaku("ドラ", 1), yaku("赤ドラ", 5), yaku("裏ドラ", 1)],
        ),
        ("m1,z111+,z2222,p5505=,s789-", "m1+", ["z4", "z1"], [], [yaku("ドラ", 7), yaku("赤ドラ", 1)]),
        ("s19m19p19z1234567", "z7-", ["z6", "s9", "p9"], ["z7"], [yaku("ドラ", 4), yaku("裏ドラ", 1)]),
    ],
)
def test_get_post_hupai(
    shoupai: str, rongpai: str | None, baopai: list[str], fubaopai: list[str] | None, expected: list[dict[str, Any]]
) -> None:
    assert mjlog.get_post_hupai(shoupai, rongpai, baopai, fubaopai) == expected


@pytest.mark.parametrize(
    ("fu", "hupai", "rongpai", "seat", "expected"),
    [
        (30, [yaku("断幺九", 1), yaku("ドラ", 2)], "m1-", 1, {"fu": 30, "fanshu": 3, "defen": 3900}),
        (20, [yaku("門前清自摸和", 1), yaku("平和", 1)], None, 1, {"fu": 20, "fanshu": 2, "defen": 1500}),
        (40, [yaku("三暗刻", 2), yaku("赤ドラ", 2)], None, 0, {"fu": 40, "fanshu": 4, "defen": 12000}),
        (0, [yaku("国士無双", "*")], "z7=", 2, {"damanguan": 1, "defen": 32000}),
        (50, [yaku("大四喜", "**"), yaku("字一色", "*")], None, 0, {"damanguan": 3, "defen": 144_000}),
        (40, [yaku("大三元", "*", baojia="+")], "p5=", 3, {"damanguan": 1, "defen": 32000}),
        (40, [], "p5=", 3, {"defen": 0}),
    ],
)
def test_get_defen(fu: int, hupai: Any, rongpai: str | None, seat: int, expected: dict[str, int]) -> None:
    hule = mjlog.get_defen(fu, hupai, rongpai, rule=MAJIANG, menfeng=seat, changbang=2, lizhibang=1).to_dict()
    fenpei = hule.pop("fenpei", None)
    assert hule == (expected if not hupai else {"hupai": hupai, **expected})
    if fenpei is not None:
        assert sum(fenpei) == 1000
        assert fenpei[seat] == expected["defen"] + 600 + 1000
