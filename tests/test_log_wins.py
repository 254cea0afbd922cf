"""`Log.wins`: a log's wins as `hule` takes them."""

import pytest

import mjlog
from tinylog import init, log
from wins import NAMES

TSUMO = (
    '<AGARI ba="2,1" hai="13,16,21,25,26,27,56,61,66,76,80,84,90,91" machi="80" ten="30,8000,1"'
    ' yaku="1,1,0,1,8,1,54,1,53,0" doraHai="1" doraHaiUra="114" who="0" fromWho="0"'
    ' sc="240,130,250,-40,250,-40,250,-40" />'
)
RON = (
    '<AGARI ba="2,1" hai="62,63,74,79,81" m="32768,51818,48651" machi="74" ten="60,32000,5" yakuman="39"'
    ' doraHai="17,71" who="1" fromWho="2" sc="261,0,284,336,215,-326,230,0" />'
)


def test_all_arguments_of_a_win() -> None:
    ((win, arguments),) = mjlog.parse(log(TSUMO)).wins()
    assert (win.seat, win.tile) == (0, 80)
    assert arguments == {
        "shoupai": "m406777p678s2455s3",
        "rongpai": None,
        "rule": mjlog.Rule.tenhou(169),
        "zhuangfeng": 0,
        "menfeng": 0,
        "lizhi": 1,
        "yifa": False,
        "qianggang": False,
        "lingshang": False,
        "haidi": 0,
        "tianhu": 0,
        "baopai": ["m1"],
        "fubaopai": ["z2"],
        "changbang": 2,
        "lizhibang": 1,
        "kita": 0,
    }


def test_only_the_first_of_two_winners_gets_the_honba() -> None:
    first, second = (arguments for _, arguments in mjlog.parse(log(init("1,2,1,1,2,17"), RON, RON)).wins())
    assert (first["shoupai"], first["rongpai"]) == ("p77s23,z555-,z777=,z6666", "s1+")
    assert (first["changbang"], second["changbang"]) == (2, 0)
    assert second == {**first, "changbang": 0}


def test_the_sample_is_scored_as_it_says() -> None:
    """Its wins, all of them: yaku, fu and points."""
    wins = list(mjlog.parse(mjlog.sample()).wins())
    assert wins
    for (win, arguments), hule in zip(wins, mjlog.hule_many([each for _, each in wins]), strict=True):
        assert isinstance(hule, mjlog.Hule)
        said = {NAMES[number] for number, han in win.yaku if han} | {NAMES[number] for number in win.yakuman}
        assert ({yaku["name"] for yaku in hule.hupai or ()}, hule.defen) == (said, win.points), arguments
        assert hule == mjlog.hule(**arguments)


def test_a_log_without_go() -> None:
    with pytest.raises(mjlog.MjlogError, match="no GO") as error:
        list(mjlog.log.Log(()).wins())
    assert error.value.kind == "bad_argument"
