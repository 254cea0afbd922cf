"""`hule_many`: each hand what `hule` says of it, or the error that it raises."""

from collections import ChainMap
from typing import Any

import pytest

import mjlog
from hand_tables import NO_WIN, NO_YAKU, RON, RULE, WRONG, YAKUMAN, thousand


def test_hule_many() -> None:
    given = thousand()
    answers = mjlog.hule_many(given, rule=RULE)
    assert len(answers) == len(given)
    for one, answer in zip(given, answers, strict=True):
        if isinstance(answer, mjlog.MjlogError):
            with pytest.raises(mjlog.MjlogError) as error:
                mjlog.hule(**one, rule=RULE)
            assert (error.value.kind, error.value.message) == (answer.kind, answer.message)
        else:
            assert answer == mjlog.hule(**one, rule=RULE)
    again = mjlog.hule_many(given, rule=RULE, threads=3)
    assert [repr(answer) for answer in again] == [repr(answer) for answer in answers]


def test_hule_many_of_each_kind() -> None:
    counted, yakuman, no_yaku, no_win, wrong = mjlog.hule_many([RON, YAKUMAN, NO_YAKU, NO_WIN, WRONG])
    assert counted == mjlog.hule(**RON)
    assert yakuman == mjlog.hule(**YAKUMAN)
    assert isinstance(no_yaku, mjlog.Hule)
    assert no_yaku.defen == 0
    assert no_win is None
    assert isinstance(wrong, mjlog.MjlogError)
    assert wrong.kind == "too_many_pai"


def test_hule_many_bad_hands_cost_one_hand() -> None:
    bad: list[Any] = [
        {},
        {"shoupai": None},
        {"shoupai": 1},
        {**RON, "richi": 1},
        {**RON, 1: 1},
        {**RON, "lizhi": "1"},
        {**RON, "lizhi": 3},
        {**RON, "yifa": True, "strict": True},
        {**RON, "rule": 1.5},
    ]
    answers = mjlog.hule_many([hand for one in bad for hand in (RON, one)])
    assert answers[::2] == [mjlog.hule(**RON)] * len(bad)
    kinds = [answer.kind for answer in answers if isinstance(answer, mjlog.MjlogError)]
    assert kinds == ["bad_argument"] * 7 + ["contradiction", "bad_argument"]
    assert str(answers[7]) == "'richi' is no argument of hule"
    assert str(answers[1]) == "shoupai is missing: there is no hand"


def test_hule_many_takes_rules_and_parsed_hands() -> None:
    hand: dict[str, Any] = {"shoupai": mjlog.Shoupai.parse("m340p456s22z11,z555+"), "rongpai": "z1-", "baopai": ("m2",)}
    other = RULE.replace(ダブル役満あり=False)
    wanted = [mjlog.hule(**hand, rule=RULE), mjlog.hule(**hand, rule=other)]
    assert mjlog.hule_many(iter([hand, {**hand, "rule": other}]), rule=RULE) == wanted


def test_hule_many_takes_other_mappings() -> None:
    chain = ChainMap({"menfeng": 0}, RON)
    assert mjlog.hule_many([chain]) == [mjlog.hule(**RON, menfeng=0)]


@pytest.mark.parametrize("hands_", [None, 1, "m1", ["m1"], [RON, None], RON])
def test_what_is_no_list_of_hands(hands_: Any) -> None:
    with pytest.raises(TypeError):
        mjlog.hule_many(hands_)
