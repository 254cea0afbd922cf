"""Logs that no game can give, where tenhou-log loses something or writes nonsense."""

from typing import Any

import pytest

import mjlog
from tinylog import DEAL, init, log

DRAW = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" hai0="0,1,2,3"/>'


def moves(*elements: str, round_: int = 0, **options: Any) -> list[Any]:
    return [*mjlog.convert(log(*elements, **options))["log"][round_]]


def refused(*elements: str, **options: Any) -> mjlog.MjlogError:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(log(*elements, **options))
    return error.value


def test_a_kakan_without_its_pon_is_shown_in_the_hand() -> None:
    (draw,) = [m for m in moves('<N who="0" m="6705"/>', DRAW) if "pingju" in m]
    assert draw["pingju"]["shoupai"][0] == "m1111,m505+5"


def test_a_dora_before_the_next_round_is_kept() -> None:
    first = moves(init(), "<DORA hai='5'/>", init("1,0,0,1,2,124"))
    assert first[-1] == {"kaigang": {"baopai": "m2"}}


def test_a_fifth_meld_is_refused() -> None:
    melds = [f'<N who="0" m="{kind * 4 * 256}"/>' for kind in range(5)]
    assert refused(*melds).kind == "bad_mianzi"


def test_a_tile_twice_in_one_hand_is_refused() -> None:
    error = refused(deal=DEAL.replace('hai0="0,1,', 'hai0="0,0,'))
    assert (error.kind, error.element) == ("bad_attribute", "INIT")
    assert "tile 0" in error.message


def test_a_kita_at_a_table_of_four_is_refused() -> None:
    assert refused('<N who="0" m="31008"/>').kind == "bad_mianzi"


def test_a_second_game_in_one_log_is_refused() -> None:
    assert refused("<T60/>", '<TAIKYOKU oya="0"/>').kind == "out_of_order"
    whole = log("<T60/>")
    with pytest.raises(mjlog.MjlogError, match="a second root element") as error:
        mjlog.convert(whole + whole)
    assert error.value.kind == "not_xml"


def test_a_draw_of_unknown_type_warns() -> None:
    with pytest.warns(mjlog.MjlogWarning, match="unknown type new"):
        (draw,) = [m for m in moves(DRAW.replace("<RYUUKYOKU", '<RYUUKYOKU type="new"')) if "pingju" in m]
    assert draw["pingju"]["name"] == "流局"


def test_warnings_are_told_once_and_not_too_many() -> None:
    with pytest.warns(mjlog.MjlogWarning) as told:
        mjlog.convert(log(*["<foo/>"] * 100, *[f"<new{i}/>" for i in range(100)]))
    assert len(told) == 16
