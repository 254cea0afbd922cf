"""Our answers, asserted; and the peers', compared and counted."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import hand_forms
import our_hands
from hand_forms import Answer, Hand, Out

import mjlog


def compare_ours(hands: list[Hand], by_majiang: list[Out]) -> list[str]:
    """Assert that each of our ways gives the right answers, every value of them."""
    outs = [hand.out for hand in hands]
    calls = our_hands.calls(hands)
    assert [our_hands.out_of(mjlog.hule(*place, **words)) for place, words in calls] == outs, "hule errs"
    assert [our_hands.out_of(our_hands.six_steps(*call)) for call in calls] == outs, "the six steps err"
    for group in our_hands.by_rule(hands).values():
        answers = our_hands.outs_of(our_hands.batch(our_hands.table_of(group), our_hands.rule_of(group[0]), 1))
        assert answers == [hand.out for hand in group], "hule_batch errs"
    table, rule = our_hands.table_of(hands), mjlog.Rule.majiang()
    with_rules = our_hands.table_with_rules(hands)
    assert our_hands.outs_of(our_hands.batch(with_rules, rule, 1)) == outs, "hule_batch errs with a column of rules"
    for threads in (1, 2):
        answers = our_hands.outs_of(our_hands.batch(table, rule, threads))
        assert answers == by_majiang, f"hule_batch errs on {threads} threads"
    return [f"hule, the six steps, hule_batch: {6 * len(outs):,} answers right in every value"]


def compare_core(peer: str, hands: list[Hand], report: dict[str, Any], all_hands: int) -> list[str]:
    """Assert the same of the core on the hands of a peer in Rust, and compare the peer's answers."""
    ours, *peers = report
    assert report[ours]["answers"] == [hand.out for hand in hands], f"the core errs on a hand of {peer}"
    notes = [f"{ours}: {len(hands):,} answers right in every value"]
    for name in peers:
        answers = [answer if answer is None else tuple(answer) for answer in report[name]["answers"]]
        notes += compare_peer(name, hands, answers, all_hands)
    return notes


def compare_peer(name: str, hands: list[Hand], answers: Iterable[Answer], all_hands: int) -> list[str]:
    """Count a peer's wrong answers, and show one of each kind."""
    kinds: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for hand, answer in zip(hands, answers, strict=True):
        right = hand_forms.answer_of(hand.out)
        if answer != right:
            kind = difference(right, answer)
            kinds[kind] += 1
            flags = {key: value for key, value in hand.param.items() if value}
            place = f"{hand.shoupai} {hand.rongpai or ''} {json.dumps(flags)}"
            examples.setdefault(kind, f"  {kind}: {place}: {shown(right)}, but it says {shown(answer)}")
    count = f"{name}: {kinds.total():,} wrong of {len(hands):,}"
    left_out = all_hands - len(hands)
    lines = [f"{count}, {left_out:,} left out" if left_out else count]
    return lines + [f"{example} ({kinds[kind]:,} such)" for kind, example in examples.items()]


def difference(right: Answer, answer: Answer) -> str:
    """In what an answer differs first."""
    if right is None or answer is None:
        return "win or not"
    if hand_forms.NO_YAKU in (right, answer):
        return "yaku or none"
    names = ("yakuman", "fanshu", "fu", "defen")
    return next(name for name, a, b in zip(names, right, answer, strict=True) if a != b)


def shown(answer: Answer) -> str:
    """An answer for people."""
    if answer is None:
        return "no win"
    yakuman, fanshu, fu, defen = answer
    return f"{yakuman} yakuman {defen}" if yakuman else f"{fanshu} han {fu} fu {defen}"
