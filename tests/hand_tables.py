"""Hands as the arguments of `hule`, and what it says of them as rows of `hule_batch`'s answer."""

from dataclasses import replace
from random import Random
from typing import Any

import mjlog
from hands import Hand, hands

RULE = mjlog.Rule.majiang()
RON: dict[str, Any] = {"shoupai": "m123p456s789z1122", "rongpai": "z1-"}
"""40 fu, 1 han, 1300 points."""
YAKUMAN: dict[str, Any] = {"shoupai": "m123p1,z555+,z666=,z777-", "rongpai": "p1+"}
NO_YAKU: dict[str, Any] = {"shoupai": "m123p456s78z22,s12-3", "rongpai": "s9-"}
NO_WIN: dict[str, Any] = {"shoupai": "m123p456s789z1122"}
WRONG: dict[str, Any] = {"shoupai": "m11111"}

NUMBERS = ["zhuangfeng", "menfeng", "lizhi", "haidi", "tianhu", "changbang", "lizhibang"]
FLAGS = ["yifa", "qianggang", "lingshang"]


def row_of(answer: mjlog.Hule | None) -> dict[str, Any]:
    """The row that says the same."""
    row: dict[str, Any] = dict.fromkeys(["defen", "fu", "fanshu", "damanguan", "fenpei", "hupai", "error"])
    if answer is None:
        return row
    row["defen"] = answer.defen
    if answer.hupai:
        row |= {"fu": answer.fu, "fanshu": answer.fanshu, "damanguan": answer.damanguan}
        row |= {"fenpei": list(answer.fenpei or ()), "hupai": [hupai_of(dict(one)) for one in answer.hupai]}
    return row


def hupai_of(one: dict[str, Any]) -> dict[str, Any]:
    yakuman = len(one["fanshu"]) if isinstance(one["fanshu"], str) else None
    fanshu = None if yakuman else one["fanshu"]
    return {"name": one["name"], "fanshu": fanshu, "yakuman": yakuman, "baojia": one.get("baojia")}


def one_by_one(arguments: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
    """What `hule` says of each."""
    rows = []
    for given in arguments:
        try:
            rows.append(row_of(mjlog.hule(**{"rule": RULE, **options, **given})))
        except mjlog.MjlogError as error:
            rows.append({**row_of(None), "error": f"{error.kind}: {error.message}"})
    return rows


def arguments_of(hand: Hand) -> dict[str, Any]:
    return {"shoupai": hand.shoupai, "rongpai": hand.rongpai, **hand.param}


def thousand() -> list[dict[str, Any]]:
    """Hands of all kinds, with everything that `hule` takes with four players."""
    all_ = [arguments_of(replace(hand, rule={})) for hand in hands(Random("batch"), 1000)]
    names = dict.fromkeys(name for given in all_ for name in given)
    defaults = {"menfeng": 1, "baopai": [], **dict.fromkeys(FLAGS, False), **dict.fromkeys(NUMBERS, 0)}
    return [{name: one.get(name, defaults.get(name)) for name in names} for one in all_]
