"""How a hand's worth comes about: fu item by item, which reading counts and why, who pays."""

import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mjlog
from hands import Hand, deal, hands, of_today
from mjlog.cli.hand_words import FU, LIMITS, YAKU
from mjlog.cli.hand_words import WHY as WHY_IN_JAPANESE
from mjlog.explanation import WHY, Explanation, FuItem, Payment, Reading

GLOSSARY = Path(__file__).parent.parent / "docs" / "GLOSSARY.md"


def explained(shoupai: str, rongpai: str | None = None, **flags: Any) -> Explanation:
    flags.setdefault("rule", mjlog.Rule.majiang())
    return mjlog.explain_hule(shoupai, rongpai, **flags)


def best(told: Explanation) -> Reading:
    """The reading that counts."""
    assert told.best is not None
    return told.best


def fu(shoupai: str, rongpai: str | None = None, **flags: Any) -> list[str]:
    """The items of the reading that counts, but for the first 20."""
    base, *rest = best(explained(shoupai, rongpai, **flags)).fu_items
    assert base == FuItem("副底", 20, None)
    return [str(item) for item in rest]


def why(shoupai: str, rongpai: str | None = None, **flags: Any) -> list[str]:
    """Why each reading counts or does not, a star on the one that does."""
    told = explained(shoupai, rongpai, **flags)
    return [f"{reading.why}{'*' if reading.counts else ''}" for reading in told.readings]


# Minipoints


@pytest.mark.parametrize(
    ("hand", "items"),
    [
        # melds and triplets, closed and open, of simples and of ends
        (
            ("m111p46z33,m222=,s9999", "p5+"),
            "幺九牌の暗刻 m111 8 | 中張牌の明刻 m222= 2 | 幺九牌の暗槓 s9999 32 | 嵌張待ち p45+!6 2",
        ),
        (
            ("m222p46z33,s8888,z444=4", "p5+"),
            "中張牌の暗刻 m222 4 | 中張牌の暗槓 s8888 16 | 幺九牌の明槓 z444=4 16 | 嵌張待ち p45+!6 2",
        ),
        (("m22z33,s8888+,z444=,p3-45", "z3+"), "幺九牌の明刻 z333+! 4 | 中張牌の明槓 s8888+ 8 | 幺九牌の明刻 z444= 4"),
        (("m22z33,s8888+,z444=,p3-45", "m2+"), "中張牌の明刻 m222+! 2 | 中張牌の明槓 s8888+ 8 | 幺九牌の明刻 z444= 4"),
        (
            ("m22z33m2,s8888+,z444=,p3-45",),
            "中張牌の暗刻 m222_! 4 | 中張牌の明槓 s8888+ 8 | 幺九牌の明刻 z444= 4 | 自摸 2",
        ),
        # the head
        (("m123p456s789z5566", "z6+"), "三元牌の雀頭 z55 2 | 幺九牌の明刻 z666+! 4 | 門前加符 10"),
        (("m123p46s789z11,z666+", "p5+"), "場風の雀頭 z11 2 | 幺九牌の明刻 z666+ 4 | 嵌張待ち p45+!6 2"),
        (("m123p46s789z22,z666+", "p5+"), "自風の雀頭 z22 2 | 幺九牌の明刻 z666+ 4 | 嵌張待ち p45+!6 2"),
        (
            ("m123p46s789z11,z666+", "p5+", {"menfeng": 0}),
            "場風の雀頭 z11 2 | 自風の雀頭 z11 2 | 幺九牌の明刻 z666+ 4 | 嵌張待ち p45+!6 2",
        ),
        # waits
        (("m123p456s789z6663", "z3+"), "幺九牌の暗刻 z666 8 | 単騎待ち z33+! 2 | 門前加符 10"),
        (("m12p456s789z66633", "m3+"), "幺九牌の暗刻 z666 8 | 辺張待ち m123+! 2 | 門前加符 10"),
        (("m123p456s89z66633", "s7+"), "幺九牌の暗刻 z666 8 | 辺張待ち s7+!89 2 | 門前加符 10"),
        (("m123p45s789z66633", "p6+"), "幺九牌の暗刻 z666 8 | 門前加符 10"),
        # how it was won
        (("m345p567s44m67m8,p4-56",), "自摸 2"),
        (("m345p567s44m67,p4-56", "m8-"), "喰い平和形 10"),
        (("m345p456567s44m67m8",), "平和の自摸 0"),
        (("m345p456567s44m67", "m8-"), "門前加符 10"),
    ],
)
def test_minipoints(hand: tuple[Any, ...], items: str) -> None:
    *text, flags = hand if isinstance(hand[-1], dict) else (*hand, {})
    assert " | ".join(fu(*text, **flags)) == items


def test_a_wind_of_round_and_seat_may_count_once() -> None:
    hand = ("m123p46s789z11,z666+", "p5+")
    once = mjlog.Rule.majiang().replace(連風牌は2符=True)
    assert fu(*hand, menfeng=0, rule=once)[0] == "連風牌の雀頭 z11 2"
    assert fu(*hand, rule=once)[0] == "場風の雀頭 z11 2"


def test_seven_pairs_and_hands_without_sets() -> None:
    assert best(explained("m1133p2255s7799z3", "z3+")).fu_items == (FuItem("七対子", 25, None),)
    assert best(explained("m19p19s19z1234567m1")).fu_items == (FuItem("副底", 20, None),)
    assert best(explained("m1112345678999m5")).damanguan == 2


# Which reading counts


@pytest.mark.parametrize(
    ("hand", "flags", "verdicts"),
    [
        (("m123p46s789z66633", "p5+"), {}, ["only*"]),
        (("m123p46s789z33344", "p5+"), {}, ["no_yaku*"]),
        (("m111222333p46z33", "p5+"), {}, ["defen", "defen*"]),
        (("m11222333p555z33m1",), {"lizhi": 1, "baopai": ["z2", "z2", "p4", "p4"]}, ["damanguan", "damanguan*"]),
        (("s2233334440077s4",), {}, ["fanshu*", "fanshu"]),
        (("p2344566778999p4",), {"lizhi": 2}, ["fu*", "fu"]),
        (("m2234067888m8,m999-",), {}, ["first*", "first"]),
        (("s2223334448,z666=6", "s8-"), {}, ["last", "last*"]),
    ],
)
def test_which_reading_counts(hand: tuple[str, ...], flags: dict[str, Any], verdicts: list[str]) -> None:
    assert why(*hand, **flags) == verdicts


def test_the_reason_is_true_of_random_hands() -> None:
    seen: Counter[str] = Counter()
    for hand in hands(of_today("why"), 30_000):
        told = of(hand)
        one = told.best
        for place, other in enumerate(told.readings):
            if one is None or other is one:
                continue
            seen[other.why] += 1
            more, less = rank(one), rank(other)
            later = place > told.readings.index(one)
            assert {
                "defen": one.defen > other.defen,
                "damanguan": one.defen == other.defen and one.damanguan is not None and other.damanguan is None,
                "fanshu": more[0] == less[0] and more[1] > less[1],
                "fu": more[:2] == less[:2] and more[2] > less[2],
                "first": more == less and later,
                "last": one.defen == other.defen and None not in (one.damanguan, other.damanguan) and not later,
                "no_yaku": one.defen == other.defen == 0,
            }[other.why], (hand, other.why)
    assert len(seen) == 7, seen


def rank(reading: Reading) -> tuple[int, int, int]:
    return reading.defen, reading.fanshu or 0, reading.fu


# Limits


@pytest.mark.parametrize(
    ("limit", "hand", "flags"),
    [
        (None, ("m123p46s789z66633", "p5+"), {}),
        ("満貫", ("m123p46s789z66633", "p5+"), {"baopai": ["z5"], "lizhi": 1}),
        ("跳満", ("m123p46s789z66633", "p5+"), {"baopai": ["z5", "p4"], "lizhi": 1}),
        ("倍満", ("m123p46s789z66633", "p5+"), {"baopai": ["z5", "z5"], "lizhi": 1}),
        ("三倍満", ("m123p46s789z66633", "p5+"), {"baopai": ["z5", "z5", "p4", "p4"], "lizhi": 2}),
        ("数え役満", ("m123p46s789z66633", "p5+"), {"baopai": ["z5", "z5", "z5"], "lizhi": 2, "yifa": True}),
        ("役満", ("m46p33z555666777", "m5+"), {}),
        ("ダブル役満", ("m1,z111+,z222=,z333-,z444+", "m1+"), {}),
        ("トリプル役満", ("z5,z111+,z222=,z333-,z444+", "z5+"), {}),
        ("四倍役満", ("z5,z1111,z2222,z3333,z444+4", "z5+"), {}),
        ("五倍役満", ("z1112223334445", "z5+"), {}),
        ("六倍役満", ("z5,z1111,z2222,z3333,z4444", "z5+"), {}),
    ],
)
def test_limits(limit: str | None, hand: tuple[str, str], flags: dict[str, Any]) -> None:
    told = explained(*hand, **flags)
    assert told.limit == best(told).limit == limit


def test_a_rounded_up_mangan_says_so() -> None:
    rounding = mjlog.Rule.majiang().replace(切り上げ満貫あり=True)
    hand = ("m345p456567s44m67", "m8-")
    flags: dict[str, Any] = {"lizhi": 1, "baopai": ["p6"]}
    assert (best(explained(*hand, **flags)).base, explained(*hand, **flags).limit) == (1920, None)
    rounded = explained(*hand, rule=rounding, **flags)
    assert (best(rounded).base, rounded.limit, best(rounded).defen) == (2000, "切り上げ満貫", 8000)


# Payments


def test_who_pays_what() -> None:
    told = explained("m123p46s789z66633", "p5=", menfeng=2, changbang=2, lizhibang=1)
    winner, discarder = {"winner": True, "discarder": False}, {"winner": False, "discarder": True}
    none = {"winner": False, "discarder": False, "liable": False}
    assert told.payments == (
        Payment(0, -1600, -600, 0, **discarder, liable=False),
        Payment(1, 0, 0, 0, **none),
        Payment(2, 1600, 600, 1000, **winner, liable=False),
        Payment(3, 0, 0, 0, **none),
    )


def test_who_is_liable() -> None:
    told = explained("m1,z111+,z222=,z333-,z444+", "m1-", changbang=1, rule=mjlog.Rule.tenhou())
    assert [(p.hand, p.honba, p.discarder, p.liable) for p in told.payments] == [
        (-16000, 0, True, False),
        (32000, 300, False, False),
        (-16000, -300, False, True),
        (0, 0, False, False),
    ]


def test_three_players() -> None:
    told = explained("m111p46s789z66633p5", rule=mjlog.Rule.tenhou(0x10), menfeng=2)
    assert [payment.total for payment in told.payments] == [-1600, -800, 2400]


# Many hands


def of(hand: Hand) -> Explanation:
    rule = mjlog.Rule.from_majiang(hand.rule)
    return mjlog.explain_hule(hand.shoupai, hand.rongpai, rule=rule, **hand.param)


def test_explanations_of_random_hands_add_up() -> None:
    names: Counter[str] = Counter()
    wins = 0
    for hand in hands(of_today("explain"), 20_000):
        rule = mjlog.Rule.from_majiang(hand.rule)
        told = mjlog.explain_hule(hand.shoupai, hand.rongpai, rule=rule, **hand.param)
        hule = mjlog.hule(hand.shoupai, hand.rongpai, rule=rule, **hand.param)
        assert told.hule == hule
        if hule is None:
            assert (told.readings, told.payments, told.limit) == ((), (), None)
            assert told.xiangting is not None
            continue
        wins += 1
        assert [list(reading.mianzi) for reading in told.readings] == mjlog.hule_mianzi(hand.shoupai, hand.rongpai)
        assert sum(reading.counts for reading in told.readings) == 1
        assert best(told).hule == hule
        fenpei = list(hule.fenpei or ())
        assert [payment.total for payment in told.payments] == fenpei
        assert sum(payment.hand for payment in told.payments) == 0
        assert sum(payment.honba for payment in told.payments) == 0
        assert sum(payment.sticks for payment in told.payments) == (1000 * hand.param["lizhibang"] if fenpei else 0)
        for reading in told.readings:
            hudi = mjlog.get_hudi(list(reading.mianzi), hand.param["zhuangfeng"], hand.param["menfeng"], rule)
            assert reading.fu == hudi.fu
            assert reading.fu == (25 if reading.fu_sum == 25 else -(-reading.fu_sum // 10) * 10)
            assert reading.limit is None or reading.base >= 2000
            names.update(item.name for item in reading.fu_items)
            for item in reading.fu_items:
                assert item.mianzi is None or item.mianzi in reading.mianzi
        assert str(told).count("\n") >= len(told.readings)
    assert {*names} == {*FU}
    print(f"{wins} wins explained")  # noqa: T201 - pytest shows it where a test fails


def test_hands_that_do_not_win() -> None:
    rng = of_today("no wins")
    for _ in range(2_000):
        shoupai = deal(rng)
        told = explained(shoupai)
        if told.hule is None:
            assert told.xiangting == mjlog.xiangting(shoupai)
            waits = mjlog.tingpai(shoupai)
            assert told.tingpai == (None if waits is None else tuple(waits))
            assert f"no win (向聴数 {told.xiangting})" in str(told)
    assert (explained("m123p46s789z33344", "p7+").xiangting, explained("m12_").xiangting) == (0, None)
    assert explained("m123p46s789z33344", "p7+").tingpai == ("p5",)


# As an object


TEXT = """\
m2234067888m8,m999-
* m22 m345 m678_! m888 m999-: 30 fu 6 han, 跳満 12000 points (counts: the first of equals)
    清一色 5, 赤ドラ 1
    副底 20, 中張牌の暗刻 m888 4, 幺九牌の明刻 m999- 4, 自摸 2: 30, counted as 30
  m22 m345 m678 m888_! m999-: 30 fu 6 han, 跳満 12000 points (does not count: a later one of equals)
    清一色 5, 赤ドラ 1
    副底 20, 中張牌の暗刻 m888_! 4, 幺九牌の明刻 m999- 4, 自摸 2: 30, counted as 30
東 -6000, 南 +12000, 西 -3000, 北 -3000"""


def test_as_text() -> None:
    assert str(explained("m2234067888m8,m999-")) == TEXT
    assert str(explained("m12_")) == "m12_: no win"
    assert "役満 32000 points" in str(explained("z1122334455667", "z7+"))
    assert "0 points (counts: no reading has a yaku)\n    no yaku\n" in str(explained("m123p46s789z33344", "p5+"))


def test_it_is_frozen_and_pickles() -> None:
    told = explained(mjlog.Shoupai.parse("m111222333p46z33"), "p5_*+")  # type: ignore[arg-type]
    assert told.rongpai == "p5+"
    assert isinstance(told, mjlog.Explanation)
    again = pickle.loads(pickle.dumps(told))
    assert again == told
    assert hash(again) == hash(told)
    with pytest.raises(AttributeError):
        told.shoupai = ""  # type: ignore[misc]
    values = told.to_dict()
    assert values["readings"][1]["why"] == "defen"
    assert values["hule"] == told.hule.to_dict() if told.hule else False


def test_a_strict_one_refuses_contradictions() -> None:
    assert best(explained("m123p46s789z66633", "p5+", yifa=True)).fanshu == 2
    with pytest.raises(mjlog.MjlogError) as caught:
        explained("m123p46s789z66633", "p5+", yifa=True, strict=True)
    assert caught.value.kind == "contradiction"


def test_it_is_loaded_when_first_needed() -> None:
    code = "import mjlog, sys; print('mjlog.explanation' in sys.modules, 'dataclasses' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code]).split() == [b"False", b"False"]


# Words


def test_every_word_has_both_languages() -> None:
    assert [*YAKU] == [name for name, _, _ in mjlog.YAKU]
    assert {*WHY} == {*WHY_IN_JAPANESE}
    assert all(LIMITS.values())


def test_yaku_are_named_as_in_the_glossary() -> None:
    row = re.compile(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|[^|]*\| ([^|;:]+)", re.MULTILINE)
    rows = row.findall(GLOSSARY.read_text(encoding="utf-8"))
    glossary = {int(number): (romaji, meaning.strip()) for number, romaji, meaning in rows}
    for name, _, number in mjlog.YAKU:
        romaji, meaning = YAKU[name]
        assert glossary[number][0] == romaji
        assert glossary[number][1].startswith(meaning)
