"""Three players: no third share, a smaller honba, 北 set aside, 萬子 without 2 to 8."""

from typing import Any

import pytest

import mjlog

THREE = mjlog.Rule.tenhou(0xB9)
MANGAN: Any = [{"name": "混一色", "fanshu": 3}, {"name": "ドラ", "fanshu": 2}]
HAND = "p46789s11122233"


def paid(rongpai: str | None, menfeng: int, hupai: Any = MANGAN, **more: Any) -> tuple[int, list[int]]:
    hule = mjlog.get_defen(30, hupai, rongpai, rule=THREE, menfeng=menfeng, **more)
    return hule.defen, list(hule.fenpei or ())


@pytest.mark.parametrize(
    ("rongpai", "menfeng", "defen", "fenpei"),
    [
        (None, 0, 8000, [9400, -4200, -4200, 0]),
        (None, 1, 6000, [-4200, 7400, -2200, 0]),
        (None, 2, 6000, [-4200, -2200, 7400, 0]),
        ("m1+", 0, 12000, [13400, -12400, 0, 0]),
        ("m1-", 0, 12000, [13400, 0, -12400, 0]),
        ("m1+", 2, 8000, [-8400, 0, 9400, 0]),
        ("m1-", 2, 8000, [0, -8400, 9400, 0]),
    ],
)
def test_payments(rongpai: str | None, menfeng: int, defen: int, fenpei: list[int]) -> None:
    assert paid(rongpai, menfeng, changbang=2, lizhibang=1) == (defen, fenpei)


def test_the_liable_player_pays() -> None:
    yakuman: Any = [{"name": "大三元", "fanshu": "*", "baojia": "-"}, {"name": "字一色", "fanshu": "*"}]
    assert paid("z1+", 1, yakuman[:1], changbang=1) == (32000, [-16200, 32200, -16000, 0])
    assert paid("z1-", 1, yakuman[:1], changbang=1) == (32000, [-32200, 32200, 0, 0])
    _, fenpei = paid(None, 1, yakuman, changbang=1)
    assert fenpei[0] == -fenpei[1]
    assert fenpei[2:] == [0, 0]


@pytest.mark.parametrize(
    ("flags", "dora"),
    [
        ({}, {}),
        ({"kita": 3}, {"ドラ": 3}),
        ({"kita": 3, "baopai": ["z3"]}, {"ドラ": 6}),
        ({"kita": 2, "baopai": ["z3", "z3", "s1"]}, {"ドラ": 9}),
        ({"kita": 1, "baopai": ["p9"], "fubaopai": ["z3"]}, {"ドラ": 1, "裏ドラ": 1}),
        ({"baopai": ["z3"]}, {}),
    ],
)
def test_north_set_aside(flags: dict[str, Any], dora: dict[str, int]) -> None:
    hule = mjlog.hule(HAND, "p5+", rule=THREE, lizhi=1, **flags)
    assert hule is not None
    assert {yaku["name"]: yaku["fanshu"] for yaku in hule.hupai if "ドラ" in yaku["name"]} == dora


def test_the_indicator_m1_points_to_m9() -> None:
    hand = "m99p46789s111222"
    for rule, dora in ((THREE, 2), (mjlog.Rule.tenhou(), 0)):
        hule = mjlog.hule(hand, "p5+", rule=rule, lizhi=1, baopai=["m1"])
        assert hule is not None
        assert sum(yaku["name"] == "ドラ" and yaku["fanshu"] == 2 for yaku in hule.hupai) == dora / 2


@pytest.mark.parametrize(("rongpai", "flags"), [("p5=", {}), ("p5+", {"menfeng": 3}), ("p5+", {"kita": 5})])
def test_what_three_players_cannot_have(rongpai: str, flags: dict[str, Any]) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.hule(HAND, rongpai, rule=THREE, lizhi=1, **flags)
    assert error.value.kind == "bad_argument"
