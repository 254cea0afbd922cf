"""Our side of hand scoring: calls made ready, and answers in majiang-core's form."""

import json
from typing import Any

import pyarrow as pa
from hand_forms import Hand, Out

import mjlog

KEYWORDS = (
    *("rule", "zhuangfeng", "menfeng", "lizhi", "yifa", "qianggang", "lingshang", "haidi", "tianhu"),
    *("baopai", "fubaopai", "changbang", "lizhibang"),
)
"""The keywords of each call, in the order of `hule`'s parameters."""

Call = tuple[tuple[str, str | None], dict[str, Any]]
"""Arguments and keywords of `mjlog.hule`: notation, and all flags of the file, defaults among them."""


def calls(hands: list[Hand]) -> list[Call]:
    """How `mjlog.hule` is called, with one `Rule` for all hands of a rule."""
    rules = {key: rule_of(group[0]) for key, group in by_rule(hands).items()}
    return [((hand.shoupai, hand.rongpai), {"rule": rules[hand.key], **hand.param}) for hand in hands]


def values(call: Call) -> tuple[Any, ...]:
    """What a call gives, in the order of `hule`'s parameters, for a program that writes the keywords out."""
    place, words = call
    return (*place, *(words[name] for name in KEYWORDS))


def brief(call: Call) -> Call:
    """The same call without those keywords whose value is the default."""
    place, words = call
    return place, {name: value for name, value in words.items() if (value != 1 if name == "menfeng" else value)}


def rule_of(hand: Hand) -> mjlog.Rule:
    """The rule of a hand."""
    return mjlog.Rule.from_majiang(hand.rule)


def by_rule(hands: list[Hand]) -> dict[tuple[bool, ...], list[Hand]]:
    """Hands by their rule."""
    groups: dict[tuple[bool, ...], list[Hand]] = {}
    for hand in hands:
        groups.setdefault(hand.key, []).append(hand)
    return groups


def table_of(hands: list[Hand]) -> pa.Table:
    """Hands as `hule_batch` takes them."""
    columns: dict[str, list[Any]] = {
        "shoupai": [hand.shoupai for hand in hands],
        "rongpai": [hand.rongpai for hand in hands],
    }
    for name in hands[0].param:
        columns[name] = [hand.param[name] for hand in hands]
    return pa.table(columns)


def table_with_rules(hands: list[Hand]) -> pa.Table:
    """The same with each hand's rule, as a column of JSON text, each of them once."""
    rules = pa.array([json.dumps(hand.rule, ensure_ascii=False) for hand in hands])
    return table_of(hands).append_column("rule", rules.dictionary_encode())


def tables_by_rule(hands: list[Hand]) -> list[tuple[pa.Table, mjlog.Rule]]:
    """A table for each rule."""
    return [(table_of(group), rule_of(group[0])) for group in by_rule(hands).values()]


def batch(table: pa.Table, rule: mjlog.Rule, threads: int) -> pa.Table:
    """Arrow in, Arrow out."""
    return pa.table(mjlog.hule_batch(table, rule=rule, threads=threads))


def outs_of(table: pa.Table) -> list[Out]:
    """The rows of `hule_batch`'s answer."""
    return [out_of_row(row) for row in table.to_pylist()]


def out_of_row(row: dict[str, Any]) -> Out:
    """One row: what is null there is left out."""
    assert row["error"] is None, row["error"]
    if row["defen"] is None:
        return None
    out = {name: row[name] for name in ("fu", "fanshu", "damanguan", "defen", "fenpei") if row[name] is not None}
    if row["hupai"] is not None:
        out["hupai"] = [hupai_of(one) for one in row["hupai"]]
    return out


def hupai_of(one: dict[str, Any]) -> dict[str, Any]:
    """A yaku: its han, or a `*` for each yakuman, and who is liable."""
    hupai = {"name": one["name"], "fanshu": "*" * one["yakuman"] if one["yakuman"] else one["fanshu"]}
    return hupai if one["baojia"] is None else {**hupai, "baojia": one["baojia"]}


def out_of(hule: mjlog.Hule | None) -> Out:
    """The answer of `mjlog.hule`."""
    return None if hule is None else {**hule.to_dict()}


def six_steps(place: tuple[str, str | None], words: dict[str, Any]) -> mjlog.Hule | None:
    """The seed's steps one by one, from the same arguments as `mjlog.hule`, and the best of all splits."""
    (text, rongpai), rule, menfeng = place, words["rule"], words["menfeng"]
    shoupai = mjlog.Shoupai.parse(text)
    pre_hupai = mjlog.get_pre_hupai(
        lizhi=words["lizhi"],
        yifa=words["yifa"],
        qianggang=words["qianggang"],
        lingshang=words["lingshang"],
        haidi=words["haidi"],
        tianhu=words["tianhu"],
    )
    post_hupai = mjlog.get_post_hupai(shoupai, rongpai, words["baopai"], words["fubaopai"])
    best = None
    for mianzi in mjlog.hule_mianzi(shoupai, rongpai):
        hudi = mjlog.get_hudi(mianzi, words["zhuangfeng"], menfeng, rule)
        hupai = mjlog.get_hupai(mianzi, hudi, pre_hupai, post_hupai, rule=rule)
        one = mjlog.get_defen(
            hudi.fu,
            hupai,
            rongpai,
            rule=rule,
            menfeng=menfeng,
            changbang=words["changbang"],
            lizhibang=words["lizhibang"],
        )
        if best is None or beats(one, best):
            best = one
    return best


def beats(one: mjlog.Hule, best: mjlog.Hule) -> bool:
    """Which split counts: points, then a yakuman, then han, then fu."""
    if one.defen != best.defen or not one.fanshu or not best.fanshu:
        return one.defen > best.defen or (one.defen == best.defen and not one.fanshu)
    return (one.fanshu, one.fu or 0) > (best.fanshu, best.fu or 0)
