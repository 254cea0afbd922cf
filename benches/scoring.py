"""Hand scoring against its peers, on the 100,000 random hands of the shared folder, or on the wins of made-up games.

A peer that lacks a rule is asked only for those hands whose answer does not depend on it, and ours
is timed on the same hands. Which they are, majiang-core says: it scores all hands by the rules
that the peer has, and those whose answer is that of the file stay.
"""

import gc
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import hand_answers
import hand_forms
import hand_peers
import hand_threads
import hand_wins
import our_hands
from figures import HERE, PEERS, Figures, Report, Row, run_peer
from hand_forms import Hand, Out
from logs import shared
from mahjong.hand_calculating.hand import HandCalculator
from our_hands import Call
from riichienv import HandEvaluator  # type: ignore[import-untyped]
from riichienv._riichienv import HandEvaluator as InnerEvaluator  # type: ignore[import-untyped]

import mjlog

NODE = ["node", str(HERE / "node" / "hule.js")]
CORE = [str(PEERS / "hands")]

MAJIANG = {
    "連風牌は2符": False,
    "クイタンあり": True,
    "ダブル役満あり": True,
    "役満の複合あり": True,
    "数え役満あり": True,
    "役満パオあり": True,
    "切り上げ満貫あり": False,
}
"""majiang-core's defaults: riichienv and agari know no other rule, and no pao."""

MAHJONG = {"連風牌は2符": False, "役満の複合あり": True}
"""What mahjong doesn't let one choose. It knows no pao either."""


@dataclass(frozen=True)
class Hands:
    """The hands, and those of them that each peer can express, as lists and as files."""

    all: list[Hand]
    of: dict[str, list[Hand]]
    by_majiang: list[Out]
    """What majiang-core answers to all hands by its own rule."""
    files: dict[str, Path]


RANDOM = Path("hule", "random-100000.jsonl.gz")


def scored(hands: list[Hand], folder: Path) -> list[Hand]:
    """Hands with what majiang-core answers."""
    answers = majiang_core(hand_forms.write(folder / "wins", hands), {})
    return [replace(hand, out=out) for hand, out in zip(hands, answers, strict=True)]


def chosen(hands: list[Hand], folder: Path) -> Hands:
    """Ask majiang-core which hands a peer's rule changes."""
    file = hand_forms.write(folder / "all", hands)
    by_majiang = majiang_core(file, MAJIANG)
    agari = expressible(hands, by_majiang)
    mahjong = expressible(hands, majiang_core(file, MAHJONG))
    of = {
        "riichienv": [hand for hand in agari if not hand.tiles.false_red],
        "agari": agari,
        "mahjong": [hand for hand in mahjong if not (hand.tiles.false_red and hand.tiles.reds)],
    }
    files = {name: hand_forms.write(folder / name, of[name]) for name in ("riichienv", "agari")}
    return Hands(hands, of, by_majiang, {"all": file, **files})


def majiang_core(file: Path, rule: dict[str, bool]) -> list[Out]:
    """What majiang-core answers, by these options instead of the hands' own."""
    report = run_peer([*NODE, str(file), "0", "--rule", json.dumps(rule)])
    answers: list[Out] = report["majiang-core"]["answers"]
    return answers


def expressible(hands: list[Hand], answers: list[Out]) -> list[Hand]:
    """The hands that score the same by other rules, with no one liable and no flags that exclude each other."""
    pairs = zip(hands, answers, strict=True)
    return [hand for hand, answer in pairs if answer == hand.out and not hand.pao and hand.possible]


@dataclass(frozen=True)
class Task:
    """Something that goes once through all its hands."""

    name: str
    hands: int
    work: Callable[[], object]
    slow: bool = False

    def timed(self, passes: int) -> list[float]:
        """Microseconds a hand, after a pass that warms unless it is slow."""
        figures = []
        for _ in range(passes if self.slow else passes + 1):
            start = time.perf_counter()
            self.work()
            figures.append((time.perf_counter() - start) / self.hands * 1e6)
        return figures[-passes:]


def our_tasks(hands: Hands) -> list[Task]:
    """Ours, from Python."""
    calls = our_hands.calls(hands.all)
    tables = our_hands.tables_by_rule(hands.all)
    rule, with_rules = mjlog.Rule.majiang(), our_hands.table_with_rules(hands.all)
    written, count = [our_hands.values(call) for call in calls], len(hands.all)
    brief = [our_hands.brief(call) for call in calls]
    return [
        Task("hule_batch, 1 thread", count, lambda: our_hands.batch(with_rules, rule, 1)),
        Task("hule_batch, a call a rule, 1 thread", count, lambda: [our_hands.batch(*pair, 1) for pair in tables]),
        Task("hule", count, lambda: call_hule(written)),
        Task("hule, keywords in a dict", count, lambda: call_unpacked(calls)),
        Task("hule, keywords in a dict, without defaults", count, lambda: call_unpacked(brief)),
        Task("hule, then to_dict", count, lambda: call_to_dict(calls)),
        Task("six steps", count, lambda: call_steps(calls)),
    ]


def hule_task(peer: str, hands: list[Hand]) -> Task:
    """Single calls on the hands of a peer."""
    calls = [our_hands.values(call) for call in our_hands.calls(hands)]
    return Task(f"hule, {peer}'s hands", len(hands), lambda: call_hule(calls))


def call_hule(calls: list[tuple[Any, ...]]) -> None:
    """One call a hand, its keywords written out as in a program's text."""
    hule = mjlog.hule
    for (
        shoupai,
        rongpai,
        rule,
        zhuangfeng,
        menfeng,
        lizhi,
        yifa,
        qianggang,
        lingshang,
        haidi,
        tianhu,
        baopai,
        fubaopai,
        changbang,
        lizhibang,
    ) in calls:
        hule(
            shoupai,
            rongpai,
            rule=rule,
            zhuangfeng=zhuangfeng,
            menfeng=menfeng,
            lizhi=lizhi,
            yifa=yifa,
            qianggang=qianggang,
            lingshang=lingshang,
            haidi=haidi,
            tianhu=tianhu,
            baopai=baopai,
            fubaopai=fubaopai,
            changbang=changbang,
            lizhibang=lizhibang,
        )


def call_unpacked(calls: list[Call]) -> None:
    """One call a hand, its keywords unpacked from a dict, which Python copies first."""
    hule = mjlog.hule
    for place, words in calls:
        hule(*place, **words)


def call_to_dict(calls: list[Call]) -> None:
    """The same, and all of the answer as Python objects."""
    hule = mjlog.hule
    for place, words in calls:
        answer = hule(*place, **words)
        if answer is not None:
            answer.to_dict()


def call_steps(calls: list[Call]) -> None:
    """The steps of each hand."""
    for place, words in calls:
        our_hands.six_steps(place, words)


def python_peers(hands: Hands) -> tuple[list[Task], list[str]]:
    """The peers in Python, each beside ours on its hands; and what their answers are worth."""
    riichienv, mahjong, count = hands.of["riichienv"], hands.of["mahjong"], len(hands.all)
    tasks, notes = [hule_task("riichienv", riichienv)], []
    for name, make, arguments_of in (
        ("PyPI riichienv", HandEvaluator, hand_peers.riichienv_call),
        ("PyPI riichienv's inner module", InnerEvaluator, hand_peers.riichienv_inner_call),
    ):
        calls = [arguments_of(hand) for hand in riichienv]
        ready = [(make(*tiles), arguments) for tiles, arguments in calls]
        results = [evaluator.calc(*arguments) for evaluator, arguments in ready]
        notes += hand_answers.compare_peer(name, riichienv, map(hand_peers.riichienv_answer, riichienv, results), count)
        tasks += [
            Task(f"{name}, evaluators ready", len(riichienv), partial(call_calc, ready)),
            Task(f"{name}, evaluators made in it", len(riichienv), partial(call_evaluator, make, calls)),
        ]
    words = [hand_peers.mahjong_call(hand) for hand in mahjong]
    responses = [HandCalculator.estimate_hand_value(**call) for call in words]
    notes += hand_answers.compare_peer("PyPI mahjong", mahjong, map(hand_peers.mahjong_answer, responses), count)
    tasks += [
        hule_task("mahjong", mahjong),
        Task("PyPI mahjong", len(mahjong), partial(call_mahjong, [tuple(call.values()) for call in words]), slow=True),
    ]
    return tasks, notes


def call_calc(calls: list[Any]) -> None:
    """riichienv, of evaluators that are there."""
    for evaluator, arguments in calls:
        evaluator.calc(*arguments)


def call_evaluator(make: Callable[..., Any], calls: list[hand_peers.RiichienvCall]) -> None:
    """riichienv, of tile numbers and melds."""
    for tiles, arguments in calls:
        make(*tiles).calc(*arguments)


def call_mahjong(calls: list[tuple[Any, ...]]) -> None:
    """mahjong, of tile numbers, melds and configurations."""
    estimate = HandCalculator.estimate_hand_value
    for tiles, win_tile, melds, dora_indicators, config, ura_dora_indicators in calls:
        estimate(
            tiles=tiles,
            win_tile=win_tile,
            melds=melds,
            dora_indicators=dora_indicators,
            config=config,
            ura_dora_indicators=ura_dora_indicators,
        )


def core(peer: str, hands: Hands, passes: int) -> dict[str, dict[str, Any]]:
    """The core and a peer in Rust on its hands."""
    report = run_peer([*CORE, peer, str(hands.files[peer]), str(passes)])
    ours = f"core, {peer}'s hands"
    return {ours if name == "mjlog-core" else f"crate {name}": result for name, result in report.items()}


def run(folder: Path, passes: int, rounds: int) -> Report:
    """Measure hand scoring; `folder` is for files that are not kept."""
    file = shared(RANDOM)
    if file is None:
        print(f"\nNo {RANDOM} (MJLOG_SHARED names no folder that has it): wins of made-up games are measured.")
    kind = "wins of made-up games, again and again" if file is None else "random hands"
    hands = chosen(scored(hand_wins.of_games(), folder) if file is None else hand_forms.read(file), folder)
    figures, notes = Figures("hand"), hand_answers.compare_ours(hands.all, hands.by_majiang)
    own = majiang_core(hands.files["all"], {})
    notes += hand_answers.compare_peer("majiang-core", hands.all, map(hand_forms.answer_of, own), len(hands.all))
    for peer in ("riichienv", "agari"):
        notes += hand_answers.compare_core(peer, hands.of[peer], core(peer, hands, 0), len(hands.all))
    peers_tasks, peers_notes = python_peers(hands)
    tasks, table = [*our_tasks(hands), *peers_tasks], our_hands.table_of(hands.all)
    gc.freeze()  # nothing of all this is garbage: the collector need not look at it in each pass
    for _ in range(rounds):
        for name, result in run_peer([*NODE, str(hands.files["all"]), "1"]).items():
            figures.add(name, result["passes"])
        for peer in ("riichienv", "agari"):
            for name, result in core(peer, hands, passes).items():
                figures.add(name, result["passes"])
        for name, passed in hand_threads.timed(table, mjlog.Rule.majiang(), passes).items():
            figures.add(f"hule_batch, one rule, {name}", passed)
        for task in tasks:
            figures.add(task.name, task.timed(1 if task.slow else passes))
    return Report(
        f"{len(hands.all):,} {kind}; medians", figures, rows(figures), [*notes, *peers_notes], file is not None
    )


def rows(figures: Figures) -> list[Row]:
    """The table of targets; lines without one show the same in another of the peer's forms."""

    def row(what: str, ours: str, against: str, theirs: str, reach: float | None) -> Row:
        return Row(what, against, figures[theirs] / figures[ours], reach)

    def alike(what: str, ours: str, theirs: str, reach: float | None) -> Row:
        return row(what, ours, theirs, theirs, reach)

    node = "majiang-core on node, fromString + hule"
    core, hule = "core, riichienv's hands", "hule, riichienv's hands"
    one, two, apart = (f"hule_batch, one rule, {how}" for how in ("1 thread", "2 threads", "2 processes"))
    return [
        row("hule_batch, 1 thread, rules in a column", "hule_batch, 1 thread", node, "majiang-core", 60),
        row("hule_batch, 1 thread, a call a rule", "hule_batch, a call a rule, 1 thread", node, "majiang-core", None),
        row("hule_batch, 1 thread, one rule", one, node, "majiang-core", None),
        alike("core", core, "crate riichienv-core, evaluators ready", 10),
        alike("core", core, "crate riichienv-core, evaluators made in it", None),
        alike("core", "core, agari's hands", "crate agari", 14),
        row("hule", "hule", node, "majiang-core", 18),
        row("hule, keywords in a dict", "hule, keywords in a dict", node, "majiang-core", None),
        alike("hule", hule, "PyPI riichienv's inner module, evaluators ready", None),
        alike("hule", hule, "PyPI riichienv's inner module, evaluators made in it", None),
        alike("hule", hule, "PyPI riichienv, evaluators ready", 2.5),
        alike("hule", hule, "PyPI riichienv, evaluators made in it", None),
        alike("hule", "hule, mahjong's hands", "PyPI mahjong", 50),
        row("hule_batch, one call, 2 threads", two, "1 thread", one, 1.8),
        row("hule_batch, 2 processes that share nothing", apart, "1 thread", one, None),
        row("hule_batch, one call, 2 threads", two, "2 processes that share nothing", apart, None),
        row("six steps from Python", "six steps", node, "majiang-core", 3),
    ]
