"""Referees no one here wrote judge the same hands: majiang-core (remembered and run), PyPI `mahjong`, Tenhou itself."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mjlog
import pypi_mahjong
from conftest import Compared
from hands import SEED, Hand, hands, of_today
from nodejs import Node
from pypi_mahjong import Worth
from shared import Corpus
from wins import Win, verdict, wins

FRESH = 6000
YAKU = 51 + 3


def ours(hand: Hand, **more: Any) -> Any:
    """Our answer as majiang-core gives it."""
    rule = mjlog.Rule.from_majiang(hand.rule)
    hule = mjlog.hule(hand.shoupai, hand.rongpai, rule=rule, **hand.param, **more)
    return None if hule is None else hule.to_dict()


def without_nulls(value: dict[str, Any] | None) -> dict[str, Any] | None:
    return value and {key: each for key, each in value.items() if each is not None}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# majiang-core, remembered


def test_majiang_cores_own_hands(shared_folder: Path, compared: Compared) -> None:
    wrong, number = [], 0
    for row in rows(shared_folder / "hule" / "majiang-core-10000.jsonl.gz"):
        nested = row["in"]["param"]
        param = {**nested, **nested["hupai"], **nested["jicun"]}
        del param["hupai"], param["jicun"]
        hand = Hand(row["in"]["shoupai"], row["in"].get("rongpai"), param)
        answer = ours(hand)
        number += 1
        if answer != without_nulls(row["out"]):
            wrong.append((hand, answer, row["out"]))
    assert wrong[:10] == []
    assert number == 10_000
    compared("majiang-core, remembered", number, "of its own test hands")


def test_random_hands_by_all_rules(shared_folder: Path, compared: Compared) -> None:
    wrong, number = [], 0
    for row in rows(shared_folder / "hule" / "random-100000.jsonl.gz"):
        hand = Hand(row["shoupai"], row["rongpai"], row["param"], row["rule"])
        answer = ours(hand)
        number += 1
        if answer != row["out"]:
            wrong.append((hand, answer, row["out"]))
    assert wrong[:10] == []
    assert number == 100_000
    compared("majiang-core, remembered", number, "random hands")


# majiang-core, run


def several_reds_are_dora(hand: Hand) -> bool:
    """Two red fives or more of a suit, and an indicator that points to them: majiang-core counts too few."""
    pointing = {tile[0] for tile in [*hand.param["baopai"], *(hand.param["fubaopai"] or [])] if tile[1] == "4"}
    return any(count > 1 and suit in pointing for suit, count in hand.red_fives.items())


@pytest.fixture(scope="module")
def fresh() -> list[Hand]:
    return list(hands(of_today("hule"), FRESH))


def test_fresh_hands(fresh: list[Hand], node: Node, compared: Compared) -> None:
    asked = [hand.asks("hule_mended" if several_reds_are_dora(hand) else "hule") for hand in fresh]
    wrong, yaku = [], Counter[str]()
    for hand, answer in zip(fresh, node.run("hule.js", asked), strict=True):
        expected, found = answer.get("is"), ours(hand)
        if "throws" in answer or found != expected:
            wrong.append((hand, found, answer))
        yaku.update(each["name"] for each in (expected or {}).get("hupai", []))
    assert wrong[:10] == []
    assert len(yaku) == YAKU, yaku
    listed = " · ".join(f"{name} {count}" for name, count in yaku.most_common())
    compared("majiang-core, run", FRESH, f"fresh hands (MJLOG_SEED={SEED}; with {listed})")


def test_several_red_fives_of_a_suit_as_dora(node: Node) -> None:
    """majiang-core finds only the first red five of a run of tiles when it counts dora."""
    hand = Hand("m00567p234s345z11", "m8+", {"lizhi": 1, "baopai": ["m4"], "fubaopai": ["m4"]})
    assert several_reds_are_dora(hand)
    published, mended = (
        {yaku["name"]: yaku["fanshu"] for yaku in answer["is"]["hupai"]}
        for answer in node.run("hule.js", [hand.asks("hule"), hand.asks("hule_mended")])
    )
    found = {yaku["name"]: yaku["fanshu"] for yaku in (ours(hand) or {})["hupai"]}
    assert published == {"立直": 1, "ドラ": 2, "赤ドラ": 2, "裏ドラ": 2}
    assert found == mended == {"立直": 1, "ドラ": 3, "赤ドラ": 2, "裏ドラ": 3}


def test_every_split_of_fresh_hands(fresh: list[Hand], node: Node, compared: Compared) -> None:
    number = 0
    answers = node.run("hule.js", [["hule_mianzi", hand.shoupai, mark_only(hand.rongpai)] for hand in fresh])
    for hand, answer in zip(fresh, answers, strict=True):
        splits = mjlog.hule_mianzi(hand.shoupai, mark_only(hand.rongpai))
        assert splits == answer["is"], hand
        number += len(splits)
    compared("majiang-core, run", number, "splits of fresh hands")


def mark_only(rongpai: str | None) -> str | None:
    """The ron tile as a step gets it from hule: without `_` and `*`."""
    return rongpai and rongpai[:2] + rongpai[-1]


def test_every_step_of_fresh_hands(fresh: list[Hand], node: Node, compared: Compared) -> None:
    """Each step gives what majiang-core's gives, and the best of what they lead to is hule."""
    fresh = [replace(hand, rongpai=mark_only(hand.rongpai)) for hand in fresh]
    number = 0
    for hand, answer in zip(fresh, node.run("hule.js", [hand.asks("steps") for hand in fresh]), strict=True):
        steps = list(our_steps(hand))
        assert steps == answer["is"], hand
        number += len(steps)
        assert best(steps) == ours(hand), hand
    compared("majiang-core's six steps, run", number, "splits of fresh hands")


def our_steps(hand: Hand) -> Iterator[dict[str, Any]]:
    param, rule = hand.param, mjlog.Rule.from_majiang(hand.rule)
    menfeng = param["menfeng"]
    names = ["lizhi", "yifa", "qianggang", "lingshang", "haidi", "tianhu"]
    pre = mjlog.get_pre_hupai(**{name: param[name] for name in names if name in param})
    post = mjlog.get_post_hupai(hand.shoupai, hand.rongpai, param["baopai"], param["fubaopai"])
    for mianzi in mjlog.hule_mianzi(hand.shoupai, hand.rongpai):
        hudi = mjlog.get_hudi(mianzi, param["zhuangfeng"], menfeng, rule)
        hupai = mjlog.get_hupai(mianzi, hudi, pre, post, rule=rule)
        hule = mjlog.get_defen(
            hudi.fu,
            hupai,
            hand.rongpai,
            rule=rule,
            menfeng=menfeng,
            changbang=param["changbang"],
            lizhibang=param["lizhibang"],
        )
        yield {
            "mianzi": mianzi,
            "hudi": hudi.to_dict(),
            "pre": pre,
            "post": post,
            "hupai": hupai,
            "defen": hule.to_dict(),
        }


def best(steps: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Points, then yakuman before counted han, then han, then fu; of equal yakuman and of no yaku the last."""
    chosen: dict[str, Any] | None = None
    for step in steps:
        hule = step["defen"]
        if chosen is None or rank(hule) > rank(chosen) or ("fu" not in hule and rank(hule) == rank(chosen)):
            chosen = hule
    return chosen


def rank(hule: dict[str, Any]) -> tuple[int, bool, int, int]:
    return hule["defen"], "damanguan" in hule, hule.get("fanshu", 0), hule.get("fu", 0)


# PyPI mahjong


def test_pypi_mahjong(fresh: list[Hand], compared: Compared) -> None:
    """Equal on every hand as far as mahjong can be told of it; what it can't be told makes every difference."""
    causes, equal = Counter[str](), 0
    for hand in [*fresh, *hands(of_today("mahjong"), FRESH // 2)]:
        seen, why = pypi_mahjong.as_mahjong_sees(hand)
        theirs = pypi_mahjong.ask(seen)
        assert isinstance(theirs, str) == pypi_mahjong.contradictory(hand), (hand, theirs)
        answer, menfeng = ours(hand), hand.param["menfeng"]
        if isinstance(theirs, str):
            if answer is not None:
                causes[pypi_mahjong.CONTRADICTION] += 1
                with pytest.raises(mjlog.MjlogError):
                    ours(hand, strict=True)
            continue
        assert pypi_mahjong.worth(ours(seen), menfeng) == theirs, hand
        if pypi_mahjong.worth(answer, menfeng) == theirs:
            equal += 1
        else:
            causes.update(why)
    assert {*causes} == pypi_mahjong.CAUSES, causes
    compared("PyPI mahjong 2.1, run", equal, "fresh hands, all equal,")
    for cause, number in causes.most_common():
        compared("PyPI mahjong 2.1, run", number, f"differences explained ({cause})")


BARE = {"zhuangfeng": 0, "menfeng": 0, "baopai": [], "fubaopai": None, "changbang": 0, "lizhibang": 0}
RIICHI = {**BARE, "lizhi": 1}


@pytest.mark.parametrize(
    ("cause", "hand", "here", "there"),
    [
        (
            pypi_mahjong.DOUBLE_WIND,
            Hand("m678999p78s345z11", "p9+", RIICHI, {"連風牌は2符": True}),
            Worth({"立直": 1}, 40, 2000, 2000),
            Worth({"立直": 1}, 50, 2400, 2400),
        ),
        (
            pypi_mahjong.ADDING_UP,
            Hand("z3344,z555+,z666=,z777-", "z3+", BARE, {"役満の複合あり": False}),
            Worth({"大三元": 13, "字一色": 13}, None, 48000, 48000),
            Worth({"大三元": 13, "字一色": 13}, None, 96000, 96000),
        ),
        (
            pypi_mahjong.ONE_RED,
            Hand("m00567p234s345z22", "m8+", RIICHI),
            Worth({"立直": 1, "赤ドラ": 2}, 40, 7700, 7700),
            Worth({"立直": 1, "赤ドラ": 1}, 40, 3900, 3900),
        ),
        (
            pypi_mahjong.NO_PLAIN,
            Hand("m340p555567s7899", "s6+", RIICHI),
            Worth({"立直": 1, "赤ドラ": 1}, 40, 3900, 3900),
            Worth({"立直": 1, "赤ドラ": 2}, 40, 7700, 7700),
        ),
        (
            pypi_mahjong.CONTRADICTION,
            Hand("m123p46s789z33344", "p5+", {**BARE, "yifa": True}),
            Worth({"一発": 1}, 40, 2000, 2000),
            "ippatsu_without_riichi_not_allowed",
        ),
    ],
)
def test_why_pypi_mahjong_differs(cause: str, hand: Hand, here: Worth, there: Worth | str) -> None:
    """An example of each cause."""
    seen, why = pypi_mahjong.as_mahjong_sees(hand)
    assert why == ([] if cause == pypi_mahjong.CONTRADICTION else [cause])
    assert (pypi_mahjong.worth(ours(hand), 0), pypi_mahjong.ask(seen)) == (here, there)


# Tenhou


def judged(win: Win, options: dict[str, Any]) -> dict[str, Any]:
    rule = mjlog.Rule.tenhou(win.go).replace(**options)
    hule = mjlog.hule(win.shoupai, win.rongpai, rule=rule, **win.flags)
    assert hule is not None, win
    return verdict(hule.to_dict())


@pytest.mark.parametrize(("players", "files", "won", "liable"), [("four", 447, 3312, 6), ("three", 63, 458, 0)])
def test_wins_of_real_logs(players: str, files: int, won: int, liable: int, corpus: Corpus, compared: Compared) -> None:
    """Yaku, han, fu, points and who pays what, as Tenhou said: chip tables, pao and double ron among them."""
    logs = corpus.four_players if players == "four" else corpus.three_players
    found = [(log.file, win) for log in logs for win in wins(log.read())]
    wrong = [(file, win, answer) for file, win in found if (answer := judged(win, {})) != win.verdict]
    assert wrong[:10] == []
    assert (len(logs), len(found), sum(win.pao for _, win in found)) == (files, won, liable)
    compared("Tenhou", won, f"wins of {players} players")


def test_the_wins_tell_a_wrong_rule(corpus: Corpus) -> None:
    """A referee that never complains is none: without each of Tenhou's own rules some wins are paid otherwise."""
    found = [win for log in corpus.four_players for win in wins(log.read())]

    def otherwise(**options: Any) -> int:
        return sum(judged(win, options) != win.verdict for win in found)

    assert otherwise() == 0
    assert otherwise(pao_pays_honba=False) == 2
    assert otherwise(pao_pays_all=False) == 1
    assert otherwise(honba=300) == 1
    assert otherwise(切り上げ満貫あり=False) == 2
    assert otherwise(ダブル役満あり=True) == 2
    assert otherwise(連風牌は2符=True) == 2
    assert otherwise(数え役満あり=False) == 1
    assert otherwise(役満の複合あり=False) == 1
    assert otherwise(役満パオあり=False) == 6
