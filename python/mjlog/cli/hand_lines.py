"""Many hands as JSON lines: one line in, one line out."""

import json
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

import mjlog
from mjlog.cli.problems import shown

__all__ = ["score_lines"]

KEYS = (
    *("shoupai", "rongpai", "rule", "zhuangfeng", "menfeng", "lizhi", "yifa", "qianggang", "lingshang", "haidi"),
    *("tianhu", "baopai", "fubaopai", "changbang", "lizhibang", "kita"),
)
"""The arguments of `hule` that a line may have; it is always strict."""


def score_lines(lines: Iterable[bytes], defaults: Mapping[str, Any], write: Callable[[str], None]) -> tuple[int, int]:
    """Explain the hand of each line. Empty lines are passed over.

    A line that fails gives `{"error": {"kind", "message", "line"}}`, the line counted from 1.

    Returns:
        How many hands were explained and how many failed.

    Raises:
        OSError: the lines can't be read, or the results written.

    """
    done = failed = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = _explained(line, defaults)
            done += 1
        except mjlog.MjlogError as error:
            answer = {"error": {"kind": error.kind, "message": shown(error.message), "line": number}}
            failed += 1
        write(json.dumps(answer, ensure_ascii=False))
    return done, failed


def _explained(line: bytes, defaults: Mapping[str, Any]) -> dict[str, Any]:
    given = {**defaults, **_read(line)}
    given["rule"] = _rule(given["rule"], defaults["rule"])
    return mjlog.explain_hule(given.pop("shoupai"), given.pop("rongpai", None), strict=True, **given).to_dict()


def _read(line: bytes) -> dict[str, Any]:
    """Read the arguments of a line.

    Raises:
        MjlogError: of kind `bad_argument`, for what is no JSON object with those keys.

    """
    try:
        given = json.loads(line.strip())
    except RecursionError:
        raise _bad("the line is nested too deeply") from None
    except ValueError as error:
        why = f"{error.msg} (column {error.colno})" if isinstance(error, json.JSONDecodeError) else str(error)
        raise _bad(f"the line is no JSON: {why}") from None
    if not isinstance(given, dict):
        raise _bad('the line is no object like {"shoupai": "m123p456s789z1122", "rongpai": "z1-"}')
    for key in given:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            hint = f"is it {near[0]}?" if near else f"there are {', '.join(KEYS)}"
            raise _bad(f"`{key[:40]}` is no argument: {hint}")
    if "shoupai" not in given:
        raise _bad("there is no `shoupai`")
    return given


def _rule(rule: object, default: mjlog.Rule) -> mjlog.Rule:
    """Read a rule: `tenhou`, `majiang`, a Tenhou table's type, or majiang-core's options.

    Raises:
        MjlogError: of kind `bad_rule`.

    """
    if isinstance(rule, mjlog.Rule):
        return rule
    if rule is None:
        return default
    if rule == "tenhou":
        return mjlog.Rule.tenhou()
    if rule == "majiang":
        return mjlog.Rule.majiang()
    if isinstance(rule, dict):
        return mjlog.Rule.from_majiang(rule)
    if isinstance(rule, int) and not isinstance(rule, bool):
        return mjlog.Rule.tenhou(rule)
    raise mjlog.MjlogError('rule has to be "tenhou", "majiang", a table\'s type or an object of options', "bad_rule")


def _bad(message: str) -> mjlog.MjlogError:
    return mjlog.MjlogError(message, "bad_argument")
