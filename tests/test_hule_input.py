"""What is no hand, no win or no rule: an error that names the part, or the answer that it is nothing."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog

HAND, RON = "m123p46s789z33344", "p5+"
OPEN = "p46s789z33344,m12-3"
KAN = "m123p46z33344,s9999"


def kind(error: pytest.ExceptionInfo[mjlog.MjlogError]) -> str:
    return str(error.value.kind)


# Notation


@pytest.mark.parametrize(
    "text",
    [
        "1m2m3m",
        "123m",
        "m",
        "m123x",
        "m12 3",
        "M123",
        "m123p",
        "z8",
        "z0",
        "z12z9",
        "一二三",
        "m1２3",
        "m123\n",
        "m12\x003",
        "*m123",
        "m123**",
        "m123,",
        ",",
        "m123,,z111+",
        "m123,z111",
        "m123,z11+",
        "m123,z111+,,",
        "m123,m135-",
        "m123,m123+",
        "m123,z123-",
        "m123,m12-3-",
        "m123,m1111+1",
        "m123,z000+",
        "m123,p55+5+",
        "m123,x111+",
        "m123;z111+",
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.Shoupai.parse(text)
    assert kind(error) == "bad_notation"
    for ask in (mjlog.hule, mjlog.hule_mianzi, mjlog.xiangting, mjlog.tingpai):
        with pytest.raises(mjlog.MjlogError) as again:
            ask(text)
        assert (kind(again), str(again.value)) == (kind(error), str(error.value))


@pytest.mark.parametrize("part", ["x", "z9", "m135-"])
def test_the_error_names_the_part(part: str) -> None:
    with pytest.raises(mjlog.MjlogError, match=part):
        mjlog.Shoupai.parse(f"m123{part}" if len(part) < 3 else f"m123,{part}")


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("m11111", "m1"),
        ("p05555", "p5"),
        ("p00000", "p"),
        ("z11111", "z1"),
        ("m11,m111+", "m1"),
        ("m1,m1111", "m1"),
        ("m3,m12-3,m2-34,m234-,m333+", "m3"),
        ("z1,z111+1", "z1"),
        ("s5,s0555", "s5"),
    ],
)
def test_five_of_a_tile(text: str, tile: str) -> None:
    with pytest.raises(mjlog.MjlogError, match=tile) as error:
        mjlog.Shoupai.parse(text)
    assert kind(error) == "too_many_pai"


@pytest.mark.parametrize(
    "text",
    [
        "m123456789p123456",
        "m123456789p123,z111+",
        "m123,z111+,z222+,z333+,z444+",
        "_" * 15,
        "z5,z111+,z222=,z333-,z444+,p111+",
    ],
)
def test_too_many_tiles(text: str) -> None:
    """majiang-core cuts such a hand in silence."""
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.Shoupai.parse(text)
    assert kind(error) == "too_many_pai"


def test_a_ron_tile_beside_a_drawn_one() -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.hule("m123p456s789z33344", "p5+")
    assert kind(error) in ("too_many_pai", "illegal_move")


@pytest.mark.parametrize("several", ["m000p123s123z11122", "m99s123z11122z2,p0000", "m00567p340s340z11z1"])
def test_several_red_fives_are_allowed(several: str) -> None:
    assert mjlog.hule(several) is not None


@pytest.mark.parametrize(
    "rongpai", ["z4", "z4_", "z4*", "4z+", "z4++", "z4+-", "z8+", "z0+", "+", "", "_+", "z44+", "z4+ "]
)
def test_ron_tiles(rongpai: str) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.hule("m123p456s789z3334", rongpai)
    assert kind(error) == "bad_pai"


@pytest.mark.parametrize("rongpai", ["z4+", "z4=", "z4-", "z4_+", "z4*-", "z4_*="])
def test_ron_tiles_as_discards_are_written(rongpai: str) -> None:
    assert mjlog.hule("m123p456s789z3334", rongpai, lizhi=1) == mjlog.hule(
        "m123p456s789z3334", rongpai[:2] + rongpai[-1], lizhi=1
    )


# No win, no yaku


@pytest.mark.parametrize(
    ("shoupai", "rongpai"),
    [
        ("", None),
        ("", "m1+"),
        ("m1", None),
        ("m1", "m1+"),
        ("m123p456s789z1122", None),
        ("m123p456s789z112", "z2+"),
        ("m123p456s789z11", "z1+"),
        ("m123p456s789z11z1", None),
        ("_" * 13, "m1+"),
        ("_" * 14, None),
        ("_m123p456s789z111", "z2+"),
        ("m123p456s789z1122_", None),
        ("m123p456s789z2,z111+,", None),
        ("p46s789z33344,m12-3", "p4+"),
        ("m19p19s19z123456", "z7+"),
        ("m1133p1s11335555", "p1+"),
    ],
)
def test_no_win(shoupai: str, rongpai: str | None) -> None:
    assert mjlog.hule(shoupai, rongpai) is None
    assert mjlog.hule_mianzi(shoupai, rongpai) == []


def test_a_hand_of_fourteen_after_a_call_is_no_win() -> None:
    assert mjlog.hule("m123p456s78999,z333+,") is None


@pytest.mark.parametrize(("shoupai", "rongpai"), [(HAND, RON), (OPEN, RON), ("p46s789z33344p5,m12-3", None)])
def test_no_yaku_is_worth_nothing(shoupai: str, rongpai: str | None) -> None:
    hand = mjlog.hule(shoupai, rongpai, baopai=["p4"], changbang=3, lizhibang=2)
    assert hand is not None
    assert hand.to_dict() == {"defen": 0}


def test_a_string_and_a_shoupai_are_the_same() -> None:
    shoupai = mjlog.Shoupai.parse(OPEN)
    assert mjlog.hule(shoupai, RON, haidi=2) == mjlog.hule(OPEN, RON, haidi=2)
    assert mjlog.hule_mianzi(shoupai, RON) == mjlog.hule_mianzi(OPEN, RON) != []
    assert mjlog.xiangting(shoupai) == mjlog.xiangting(OPEN) == 0
    assert mjlog.tingpai(shoupai) == mjlog.tingpai(OPEN) == ["p5"]
    assert str(shoupai) == OPEN


# Flags


CONTRADICTIONS: list[tuple[str, str | None, dict[str, Any], list[str]]] = [
    (HAND, RON, {"yifa": True}, ["yifa"]),
    (OPEN, RON, {"lizhi": 1}, ["lizhi"]),
    (OPEN, RON, {"lizhi": 2}, ["lizhi"]),
    (HAND, RON, {"haidi": 1}, ["haidi"]),
    (HAND + "p5", None, {"haidi": 2}, ["haidi"]),
    (HAND + "p5", None, {"qianggang": True}, ["qianggang"]),
    (HAND, RON, {"qianggang": True, "haidi": 2}, ["qianggang", "haidi"]),
    (KAN, RON, {"lingshang": True}, ["lingshang"]),
    (HAND + "p5", None, {"lingshang": True}, ["lingshang"]),
    ("m123p46z33344p5,s9999", None, {"lingshang": True, "haidi": 1}, ["lingshang", "haidi"]),
    ("m123p46z33344p5,s9999", None, {"lingshang": True, "lizhi": 1, "yifa": True}, ["lingshang", "yifa"]),
    (HAND, RON, {"tianhu": 1, "menfeng": 0}, ["tianhu"]),
    (HAND + "p5", None, {"tianhu": 1}, ["tianhu"]),
    (HAND + "p5", None, {"tianhu": 2, "menfeng": 0}, ["tianhu"]),
    ("m123p46z33344p5,s9999", None, {"tianhu": 1, "menfeng": 0}, ["tianhu"]),
    ("p46s789z33344p5,m12-3", None, {"tianhu": 2}, ["tianhu"]),
    (HAND + "p5", None, {"tianhu": 2, "lizhi": 1}, ["tianhu"]),
]


@pytest.mark.parametrize(("shoupai", "rongpai", "flags", "named"), CONTRADICTIONS)
def test_contradictions_count_unless_strict(
    shoupai: str, rongpai: str | None, flags: dict[str, Any], named: list[str]
) -> None:
    hand = mjlog.hule(shoupai, rongpai, **flags)
    assert hand is not None
    assert hand.defen > 0
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.hule(shoupai, rongpai, strict=True, **flags)
    assert kind(error) == "contradiction"
    assert all(name in str(error.value) for name in named)


@pytest.mark.parametrize(
    ("shoupai", "rongpai", "flags"),
    [
        (HAND, RON, {"lizhi": 1, "yifa": True, "haidi": 2, "baopai": ["p4"], "fubaopai": ["p4"]}),
        (HAND, RON, {"lizhi": 2, "yifa": True, "qianggang": True}),
        ("m123p46z33344p5,s9999", None, {"lingshang": True, "lizhi": 1}),
        (HAND + "p5", None, {"tianhu": 1, "menfeng": 0}),
        (HAND + "p5", None, {"tianhu": 2}),
        (HAND + "p5", None, {"haidi": 1}),
        (OPEN, RON, {"haidi": 2}),
        (OPEN, RON, {}),
    ],
)
def test_strict_takes_what_can_be(shoupai: str, rongpai: str | None, flags: dict[str, Any]) -> None:
    assert mjlog.hule(shoupai, rongpai, strict=True, **flags) == mjlog.hule(shoupai, rongpai, **flags)


@pytest.mark.parametrize(
    "flags",
    [
        {"zhuangfeng": 4},
        {"zhuangfeng": -1},
        {"menfeng": 4},
        {"menfeng": -1},
        {"lizhi": 3},
        {"lizhi": -1},
        {"haidi": 3},
        {"tianhu": 3},
        {"changbang": -1},
        {"lizhibang": -1},
        {"lizhibang": 1 << 40},
        {"changbang": 1 << 70},
        {"kita": 5},
        {"kita": -1},
        {"menfeng": 3, "rule": mjlog.Rule.tenhou(0xB9)},
    ],
)
def test_numbers_that_no_game_has(flags: dict[str, Any]) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.hule(HAND, RON, **flags)
    assert kind(error) == "bad_argument"


@pytest.mark.parametrize("baopai", [["x1"], ["z8"], ["m"], ["m1+"], ["m12"], [""], ["_"], ["m1"] * 6])
def test_indicators(baopai: list[str]) -> None:
    for flags in ({"baopai": baopai}, {"lizhi": 1, "fubaopai": baopai}):
        with pytest.raises(mjlog.MjlogError) as error:
            mjlog.hule(HAND, RON, **flags)
        assert kind(error) == ("bad_argument" if len(baopai) > 5 else "bad_pai")


@pytest.mark.parametrize(
    "flags",
    [
        {"shoupai": None},
        {"shoupai": 5},
        {"shoupai": b"m123"},
        {"shoupai": ["m123"]},
        {"rongpai": 5},
        {"rongpai": ["p5+"]},
        {"zhuangfeng": "0"},
        {"menfeng": 1.5},
        {"lizhi": "1"},
        {"baopai": 5},
        {"baopai": [5]},
        {"baopai": "m1m2"},
        {"fubaopai": "m12"},
        {"fubaopai": {"m1": 1}},
        {"rule": {}},
        {"rule": "tenhou"},
        {"unknown": 1},
    ],
)
def test_wrong_types(flags: dict[str, Any]) -> None:
    arguments = {"shoupai": HAND, "rongpai": RON, **flags}
    with pytest.raises((TypeError, mjlog.MjlogError)):
        mjlog.hule(arguments.pop("shoupai"), arguments.pop("rongpai"), **arguments)


# Rules


def test_rules_are_majiang_cores_keys_and_four_more() -> None:
    rule = mjlog.Rule.majiang()
    assert rule == mjlog.Rule.from_majiang({})
    off = rule.replace(
        クイタンあり=False, 切り上げ満貫あり=True, pao_pays_honba=True, pao_pays_all=True, honba=1500, players=3
    )
    assert (off.クイタンあり, off.切り上げ満貫あり, off.honba, off.players) == (False, True, 1500, 3)
    assert (off.pao_pays_honba, off.pao_pays_all) == (True, True)
    assert (rule.クイタンあり, rule.切り上げ満貫あり, rule.honba, rule.players) == (True, False, 300, 4)
    assert off != rule
    tenhou = mjlog.Rule.tenhou()
    assert (tenhou.ダブル役満あり, tenhou.pao_pays_honba, tenhou.pao_pays_all) == (False, True, True)


def test_other_keys_of_majiang_core_are_kept() -> None:
    majiang = {
        "場数": 1,
        "クイタンあり": False,
        "赤牌": {"m": 1, "p": 2, "s": 1},
        "順位点": ["20.0", "10.0", "-10.0", "-20.0"],
    }
    back = mjlog.Rule.from_majiang(majiang).to_majiang()
    assert {key: back[key] for key in majiang} == majiang
    assert mjlog.Rule.from_majiang(back) == mjlog.Rule.from_majiang(majiang)


@pytest.mark.parametrize(
    "options",
    [
        {"喰い断あり": True},
        {"kuitan": True},
        {"": True},
        {"honba": -1},
        {"players": 2},
        {"players": 5},
        {"honba": 1 << 40},
    ],
)
def test_rules_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.Rule.majiang().replace(**options)
    assert kind(error) == "bad_rule"
    (name,) = options
    assert name in str(error.value)


@pytest.mark.parametrize("options", [{"クイタンあり": "yes"}, {"honba": "300"}, {"players": None}, {"players": 3.0}])
def test_rules_of_wrong_types(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, mjlog.MjlogError)):
        mjlog.Rule.majiang().replace(**options)


@pytest.mark.parametrize(
    "options", [{"クイタン": True}, {"pao": True}, {1: True}, None, 5, "クイタンあり", ["クイタンあり"]]
)
def test_what_from_majiang_refuses(options: Any) -> None:
    with pytest.raises((TypeError, mjlog.MjlogError)):
        mjlog.Rule.from_majiang(options)


# Steps


def test_steps_refuse_what_is_no_split() -> None:
    rule = mjlog.Rule.majiang()
    for mianzi in ([""], ["m1"], ["x11", "m123", "m123", "m123", "m123"], ["m11"] * 5, ["m123"] * 7, 5 * ["m99999"]):
        with pytest.raises(mjlog.MjlogError):
            mjlog.get_hudi(mianzi, 0, 1, rule)
    for wrong in (None, 5, [5], "m11"):
        with pytest.raises((TypeError, mjlog.MjlogError)):
            mjlog.get_hudi(wrong, 0, 1, rule)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "hupai",
    [
        [{"name": "無い役", "fanshu": 1}],
        [{"name": "立直"}],
        [{"fanshu": 1}],
        [{"name": "立直", "fanshu": -1}],
        [{"name": "立直", "fanshu": "1"}],
        [{"name": "立直", "fanshu": 1000}],
        [{"name": 5, "fanshu": 1}],
        ["立直"],
        "立直",
        5,
    ],
)
def test_get_defen_refuses_what_is_no_hupai(hupai: Any) -> None:
    with pytest.raises((TypeError, mjlog.MjlogError)):
        mjlog.get_defen(30, hupai, "m1+", rule=mjlog.Rule.majiang(), menfeng=1, changbang=0, lizhibang=0)


# Anything at all


TEXT = st.text() | st.text("mpsz0123456789,+-=_*", max_size=40)
TILE = st.from_regex(r"[mpsz][0-9][_*+=\-]{0,2}", fullmatch=True) | TEXT
GROUP = st.from_regex(r"[mpsz][0-9]{1,6}", fullmatch=True)
MELD = st.from_regex(r"[mpsz][0-9]{1,3}[+=\-]?[0-9]{0,2}", fullmatch=True)
HANDS = st.builds(
    lambda groups, star, melds: ",".join(["".join(groups) + star, *melds]),
    st.lists(GROUP, max_size=5),
    st.sampled_from(["", "", "*", "_"]),
    st.lists(MELD, max_size=4),
)
NUMBER = st.integers() | st.integers(-1, 5)
VALUE = st.none() | st.booleans() | NUMBER | st.floats() | TEXT | st.lists(TILE, max_size=6) | st.binary(max_size=4)
FLAGS = st.fixed_dictionaries(
    {},
    optional={
        "zhuangfeng": NUMBER,
        "menfeng": NUMBER,
        "lizhi": NUMBER,
        "yifa": st.booleans(),
        "qianggang": st.booleans(),
        "lingshang": st.booleans(),
        "haidi": NUMBER,
        "tianhu": NUMBER,
        "baopai": st.lists(TILE, max_size=6),
        "fubaopai": st.none() | st.lists(TILE, max_size=6),
        "changbang": NUMBER,
        "lizhibang": NUMBER,
        "kita": NUMBER,
        "strict": st.booleans(),
        "rule": st.sampled_from([mjlog.Rule.majiang(), mjlog.Rule.tenhou(0xB9), mjlog.Rule.tenhou(0x621)]),
    },
)
NAMES = [
    "zhuangfeng",
    "menfeng",
    "lizhi",
    "yifa",
    "haidi",
    "tianhu",
    "baopai",
    "fubaopai",
    "changbang",
    "lizhibang",
    "kita",
    "rule",
]


@given(HANDS | TEXT, st.none() | TILE, FLAGS)
def test_any_hand(shoupai: str, rongpai: str | None, flags: dict[str, Any]) -> None:
    with contextlib.suppress(mjlog.MjlogError):
        hand = mjlog.hule(shoupai, rongpai, **flags)
        assert hand is None or hand.defen >= 0


@given(st.dictionaries(st.sampled_from(NAMES), VALUE, max_size=3), VALUE, VALUE)
def test_any_values(flags: dict[str, Any], shoupai: Any, rongpai: Any) -> None:
    for hand, ron in ((HAND, RON), (shoupai, rongpai)):
        with contextlib.suppress(mjlog.MjlogError, TypeError):
            mjlog.hule(hand, ron, **flags)


@given(HANDS | TEXT, TILE | MELD)
def test_any_move(text: str, move: str) -> None:
    try:
        shoupai = mjlog.Shoupai.parse(text)
    except mjlog.MjlogError:
        return
    assert str(mjlog.Shoupai.parse(str(shoupai))) == str(shoupai)
    for method in (
        shoupai.zimo,
        shoupai.dapai,
        shoupai.fulou,
        shoupai.gang,
        shoupai.get_chi_mianzi,
        shoupai.get_peng_mianzi,
        shoupai.get_gang_mianzi,
    ):
        with contextlib.suppress(mjlog.MjlogError):
            method(move)
    shoupai.get_dapai()
    with contextlib.suppress(mjlog.MjlogError):
        mjlog.xiangting(shoupai)
    with contextlib.suppress(mjlog.MjlogError):
        mjlog.tingpai(shoupai)


@given(st.lists(MELD | TEXT, max_size=14), NUMBER, NUMBER)
def test_any_split(mianzi: list[str], zhuangfeng: int, menfeng: int) -> None:
    rule = mjlog.Rule.majiang()
    with contextlib.suppress(mjlog.MjlogError):
        hudi = mjlog.get_hudi(mianzi, zhuangfeng, menfeng, rule)
        mjlog.get_hupai(mianzi, hudi, [], rule=rule)


@given(st.dictionaries(TEXT | st.sampled_from(["クイタンあり", "honba", "players", "場数"]), VALUE, max_size=3))
def test_any_rule(options: dict[str, Any]) -> None:
    with contextlib.suppress(mjlog.MjlogError, TypeError):
        mjlog.Rule.from_majiang(options).to_majiang()
    with contextlib.suppress(mjlog.MjlogError, TypeError):
        mjlog.Rule.majiang().replace(**options)


@pytest.mark.parametrize("shoupai", ["m123", "m1", "m123p456s789z11", "m123p456s789z1_", "m12,m345-,p111+,s222="])
def test_xiangting_of_a_hand_that_is_not_whole(shoupai: str) -> None:
    for ask in (mjlog.xiangting, mjlog.tingpai):
        with pytest.raises(mjlog.MjlogError) as caught:
            ask(shoupai)
        assert caught.value.kind == "bad_argument"
        assert shoupai in str(caught.value)


def test_no_ura_dora_without_riichi_is_no_contradiction() -> None:
    assert mjlog.hule("m123p456s789z1122", "z1-", fubaopai=[], strict=True) is not None


@pytest.mark.parametrize(
    ("shoupai", "rongpai", "flags", "part"),
    [
        ("p123456s78z11444", "s9-", {"kita": 2}, "five of z4"),
        ("p123456s78m999p99", "s9-", {"kita": 4, "baopai": ["z4"]}, "five of z4"),
        ("m456p456s789z1122", "z1-", {}, "no m4"),
        ("p456s789z1122333", "z1-", {"baopai": ["m5"]}, "no m5"),
        ("p11,p2-34,p456-,s789-,z111-", None, {}, "chi with three players"),
    ],
)
def test_three_players_have_fewer_tiles(shoupai: str, rongpai: str | None, flags: dict[str, Any], part: str) -> None:
    with pytest.raises(mjlog.MjlogError, match=part) as caught:
        mjlog.hule(shoupai, rongpai, rule=mjlog.Rule.tenhou(0x19), strict=True, **flags)
    assert kind(caught) == "contradiction"


def test_a_hand_after_riichi_without_the_yaku() -> None:
    with pytest.raises(mjlog.MjlogError, match="after riichi"):
        mjlog.hule("m123p456s789z1122*", "z1-", strict=True)
    assert mjlog.hule("m123p456s789z1122*", "z1-", lizhi=1, strict=True) is not None
