"""Faults that users of comparable software reported, a test each: F01 is row F01 of the field cases.

The rows on the worth of a hand are not here: they ask `hule`.
"""

import gzip
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import mjlog
from tinylog import UN, init, log


def moves(*elements: str, **rest: Any) -> list[Any]:
    """The moves of the first round after its qipai."""
    return list(mjlog.convert(log(*elements, **rest))["log"][0][1:])


def hule(agari: str, **rest: Any) -> Any:
    (move,) = moves(agari, **rest)
    return move["hule"]


def pingju(*elements: str, **rest: Any) -> Any:
    return moves(*elements, **rest)[-1]["pingju"]


# conversion


def test_f01_owari_twice() -> None:
    paipu = mjlog.convert(
        log(
            '<RYUUKYOKU ba="0,2" sc="110,15,289,-15,237,15,344,-15" hai0="13,16,22,40,47,49,50,56,76,80,87,94,95"'
            ' hai2="23,27,30,41,45,48,57,63,66,72,81,106,107" owari="125,-37.0,274,7.0,252,-15.0,349,45.0"'
            ' owari="125,-37.0,274,7.0,252,-15.0,349,45.0" />'
        )
    )
    assert paipu["defen"] == [12500, 27400, 25200, 34900]
    assert paipu["point"] == ["-37.0", "7.0", "-15.0", "45.0"]
    assert paipu["rank"] == [4, 2, 3, 1]
    assert [list(move) for move in paipu["log"][0]] == [["qipai"], ["pingju"]]


def test_f01_the_last_owari_counts() -> None:
    paipu = mjlog.convert(
        log('<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" owari="1,1,2,2,3,3,4,4" owari="4,4,3,3,2,2,1,1"/>')
    )
    assert paipu["defen"] == [400, 300, 200, 100]


def test_f03_chip_table() -> None:
    agari = (
        '<AGARI ba="0,1" hai="13,16,21,25,26,27,56,61,66,76,80,84,90,91" machi="80" ten="30,12000,0"'
        ' yaku="1,1,0,1,8,1,54,1,53,0" chip="54,1" doraHai="1" doraHaiUra="114" who="0" fromWho="0"'
        ' sc="240,130,250,-40,250,-40,250,-40,0,3,0,-1,0,-1,0,-1"'
        ' owari="370,12.0,210,-4.0,210,-4.0,210,-4.0,3,0,-1,0,-1,0,-1,0" />'
    )
    paipu: Any = mjlog.convert(log(agari, go=553))
    won = paipu["log"][0][1]["hule"]
    assert paipu["title"] == "四特南喰赤"
    assert (won["defen"], won["fu"], won["fanshu"]) == (12000, 30, 4)
    assert won["fenpei"] == [13000, -4000, -4000, -4000]
    assert paipu["defen"] == [37000, 21000, 21000, 21000]
    assert paipu["point"] == ["12.0", "-4.0", "-4.0", "-4.0"]


def test_f05_lost_and_back_before_the_first_round() -> None:
    paipu = mjlog.convert(log('<BYE who="2" />', '<UN n2="P2" />', init()))
    assert paipu["player"][2] == "西\n(新人 R999)"
    assert len(paipu["log"]) == 1


def test_f06_lost_and_back_after_the_end() -> None:
    end = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" owari="250,5.0,250,5.0,250,-5.0,250,-5.0" />'
    assert mjlog.convert(log(end, '<BYE who="1" />', '<UN n1="P1" />')) == mjlog.convert(log(end))


def test_f07_riichi_without_step() -> None:
    assert moves("<T60/>", '<REACH who="0"/>', "<D60/>") == [
        {"zimo": {"l": 0, "p": "p7"}},
        {"dapai": {"l": 0, "p": "p7_*"}},
    ]


def test_f09_attributes_of_2023() -> None:
    go = (
        '<GO type="257" lobby="1" title="" rule=",,0101,0,0,0,0" ranking=""'
        ' csrule="0FE0BF0B,0000001F,,,30000,30000,30000,,,"/>'
    )
    assert mjlog.convert(log(go=go))["title"] == "四般東喰赤"


def test_f12_robbed_kan_ends_with_its_round() -> None:
    robbed = (
        '<AGARI ba="0,0" hai="16,18,19,81,82" m="51722" machi="19" ten="40,1300,0" yaku="3,1" doraHai="116"'
        ' who="1" fromWho="0" sc="250,-13,250,13,250,0,250,0" />'
    )
    paipu = mjlog.convert(log(init(), '<N who="0" m="6705" />', robbed, init("1,0,0,1,2,124", oya=1), "<U60/>"))
    assert paipu["log"][0][1] == {"gang": {"l": 0, "m": "m505+5"}}
    assert paipu["log"][1][1] == {"zimo": {"l": 0, "p": "p7"}}


def test_f13_dora_of_a_kan_after_a_kan() -> None:
    elements = ['<N who="3" m="6705"/>', "<W115/>", '<N who="3" m="45586"/>']
    elements += ['<DORA hai="78"/>', "<W13/>", '<DORA hai="20"/>', "<G13/>"]
    assert moves(*elements) == [
        {"gang": {"l": 3, "m": "m505+5"}},
        {"gangzimo": {"l": 3, "p": "z2"}},
        {"gang": {"l": 3, "m": "z333=3"}},
        {"gangzimo": {"l": 3, "p": "m4"}},
        {"kaigang": {"baopai": "s2"}},
        {"dapai": {"l": 3, "p": "m4_"}},
        {"kaigang": {"baopai": "m6"}},
    ]


def test_f14_stops_in_mid_round() -> None:
    paipu = mjlog.convert(log("<W82/>", '<REACH who="3" step="1"/>'))
    assert paipu["log"][0][1:] == [{"zimo": {"l": 3, "p": "s3"}}]
    assert list(paipu) == ["title", "player", "qijia", "log"]


def test_f15_line_breaks_inside_tags() -> None:
    one_line = log("<T60/>", '<REACH who="0" step="1"/>', "<D60/>")
    assert mjlog.convert(one_line.replace(" ", "\n  ").replace("/>", "\n/>")) == mjlog.convert(one_line)
    assert mjlog.convert(one_line.replace(" ", "\r\n\t").replace("/>", "\r\n/>")) == mjlog.convert(one_line)


def test_f16_no_one_tenpai_and_all_tenpai() -> None:
    sc = 'ba="1,1" sc="265,0,255,0,235,0,235,0"'
    hands = 'hai0="0,1,2,36" hai1="4,5,6,40" hai2="8,9,10,44" hai3="12,13,14,48"'
    assert pingju(f"<RYUUKYOKU {sc} />") == {"name": "流局", "shoupai": ["", "", "", ""], "fenpei": [0, 0, 0, 0]}
    assert pingju(f"<RYUUKYOKU {sc} {hands} />") == {
        "name": "流局",
        "shoupai": ["m111p1", "m222p2", "m333p3", "m444p4"],
        "fenpei": [0, 0, 0, 0],
    }


def test_f18_nagashi_mangan_leaves_the_stick() -> None:
    draw = (
        '<RYUUKYOKU type="nm" ba="0,1" sc="319,-20,140,-20,221,80,310,-40"'
        ' hai0="4,7,12,14,15,44,45,50,52,54,83,85,88" hai3="5,6,28,30,31,56,57,75,77,82" />'
    )
    assert pingju(draw, oya=3) == {
        "name": "流し満貫",
        "shoupai": ["m22888p66s123", "m22444p33405s340", "", ""],
        "fenpei": [-4000, -2000, -2000, 8000],
    }
    chi = '<N who="3" m="51207" />'
    assert pingju(chi, draw, oya=3)["shoupai"] == ["m22888p66s123,s340-", "m22444p33405s340", "", ""]


def test_f21_tsumo_worth_is_the_sum_of_the_payments() -> None:
    won = hule(
        '<AGARI ba="0,0" hai="0,4,8,36,40,44,72,76,80,84,88,92,48,49" machi="92" ten="20,1500,0" yaku="7,1,0,1"'
        ' doraHai="124" who="1" fromWho="1" sc="250,-7,250,15,250,-4,250,-4" />'
    )
    assert won["defen"] == 1500


def test_f25_ura_dora_of_no_han() -> None:
    won = hule(
        '<AGARI ba="0,0" hai="13,16,21,25,26,27,56,61,66,76,80,84,90,91" machi="80" ten="30,12000,0"'
        ' yaku="1,1,0,1,8,1,54,1,53,0" doraHai="1" doraHaiUra="114" who="0" fromWho="0"'
        ' sc="250,120,250,-40,250,-40,250,-40" />'
    )
    assert won["hupai"] == [
        {"name": "立直", "fanshu": 1},
        {"name": "門前清自摸和", "fanshu": 1},
        {"name": "断幺九", "fanshu": 1},
        {"name": "赤ドラ", "fanshu": 1},
        {"name": "裏ドラ", "fanshu": 0},
    ]
    assert won["fubaopai"] == ["z2"]


def test_f27_kakan_replaces_its_pon() -> None:
    draw = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" hai0="45,50,51,53,54,108,109" />'
    calls = ['<N who="0" m="46698" />', '<N who="0" m="43626" />', "<D76/>", '<N who="0" m="43634" />']
    assert pingju(*calls, draw)["shoupai"][0] == "p34455z11,z444=,z222=2"


def test_f32_names_of_any_kind() -> None:
    un = UN.replace("%E6%9D%B1", "%3C%26%22%E9%BA%BB").replace("%E5%8C%97", "")
    un = un.replace('n1="%E5%8D%97" n2="%E8%A5%BF"', 'n1="%4E%6F%4E%61%6D%65" n2="%4E%6F%4E%61%6D%65"')
    un = un.replace("2000.00", "2000.50")
    player = mjlog.convert(log(un=un))["player"]
    assert player == ['<&"麻\n(七段 R2000)', "NoName\n(初段 R1500)", "NoName\n(新人 R999)", "\n(天鳳位 R2345)"]
    assert b'"player":["<&\\"\xe9\xba\xbb\\n(' in mjlog.convert_json(log(un=un))


# tile/meld decoding


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        (18944, "ankan", "s1111"),
        (16384, "ankan", "p8888"),
        (1024, "ankan", "m2222"),
        (32768, "ankan", "z6666"),
        (13570, "daiminkan", "p5505="),
        (105, "pon", "m111+"),
    ],
)
def test_f33_the_low_two_bits_tell_ankan_from_daiminkan(code: int, kind: str, text: str) -> None:
    meld = mjlog.decode_mianzi(code)
    assert (meld.kind, str(meld)) == (kind, text)
    ((move, said),) = moves(f'<N who="0" m="{code}" />')[0].items()
    assert (move, said["m"]) == ("gang" if kind == "ankan" else "fulou", text)


def test_f35_kita_is_no_ankan() -> None:
    meld = mjlog.decode_mianzi(31008)
    assert (meld.kind, str(meld), list(meld.tiles)) == ("kita", "z4", [121])
    with pytest.raises(mjlog.MjlogError):
        mjlog.convert(log('<N who="0" m="31008" />'))


def test_f37_the_added_tile_of_a_kakan() -> None:
    assert [str(mjlog.decode_mianzi(code)) for code in (6705, 6673)] == ["m505+5", "m555+0"]
    assert [mjlog.decode_mianzi(code).added for code in (6705, 6673)] == [17, 16]
    assert str(mjlog.decode_mianzi(6705, red=False)) == "m555+5"
    assert moves('<N who="0" m="6705" />', go=169) == [{"gang": {"l": 0, "m": "m505+5"}}]
    assert moves('<N who="0" m="6705" />', go=171) == [{"gang": {"l": 0, "m": "m555+5"}}]


def test_f39_red_fives_by_the_table() -> None:
    assert [mjlog.decode_pai(n) for n in (16, 52, 88)] == ["m0", "p0", "s0"]
    assert [mjlog.decode_pai(n, red=False) for n in (16, 52, 88)] == ["m5", "p5", "s5"]
    assert moves("<T16/>", go=169) == [{"zimo": {"l": 0, "p": "m0"}}]
    assert moves("<T16/>", go=171) == [{"zimo": {"l": 0, "p": "m5"}}]


# score/payments: what the log says is what the paipu says


def test_f02_liable_player_pays_the_honba_of_a_ron() -> None:
    agari = (
        '<AGARI ba="1,0" hai="46,49,53,54,55" m="50762,49226,47657" machi="55" ten="40,32000,5" yakuman="39"'
        ' doraHai="116" who="0" fromWho="1" paoWho="2" sc="395,323,231,-160,159,-163,215,0"'
        ' owari="718,81.0,71,-33.0,-4,-50.0,215,2.0" />'
    )
    paipu: Any = mjlog.convert(log(init("1,1,0,1,2,116", ten="395,231,159,215", oya=1), agari))
    assert paipu["log"][0][1]["hule"] == {
        "l": 3,
        "shoupai": "p3455p5,z555+,z666=,z777=",
        "baojia": 0,
        "fubaopai": None,
        "defen": 32000,
        "hupai": [{"name": "大三元", "fanshu": "*"}],
        "fenpei": [-16000, -16300, 0, 32300],
        "damanguan": 1,
    }
    assert paipu["rank"] == [1, 3, 4, 2]


def test_f23_three_yakuman_at_once() -> None:
    agari = (
        '<AGARI ba="2,0" hai="108,110,111,112,113,114,116,117,119,120,122,123,125,126" machi="126"'
        ' ten="60,144000,5" yakuman="49,41,42" doraHai="101" who="3" fromWho="3"'
        ' sc="691,-482,61,-482,75,-482,173,1446" owari="209,1.0,-421,-92.0,-407,-81.0,1619,172.0" />'
    )
    paipu: Any = mjlog.convert(log(init("3,2,0,1,2,101", ten="691,61,75,173", oya=3), agari))
    won = paipu["log"][0][1]["hule"]
    assert (won["damanguan"], won["defen"]) == (3, 144000)
    assert [yaku["name"] for yaku in won["hupai"]] == ["大四喜", "四暗刻単騎", "字一色"]
    assert won["fenpei"] == [144600, -48200, -48200, -48200]
    assert not {"fu", "fanshu"} & set(won)
    assert paipu["defen"] == [20900, -42100, -40700, 161900]


def test_f24_second_winner_of_a_double_ron() -> None:
    first, second = (
        f'<AGARI ba="{ba}" hai="0,4,8,36,40,44,72,76,80,84,88,92,48,49" machi="92" ten="{ten}" yaku="7,1"'
        f' doraHai="124" who="{who}" fromWho="1" sc="{sc}"/>'
        for ba, ten, who, sc in [
            ("2,2", "30,8000,1", 2, "225,0,235,-86,255,106,265,0"),
            ("2,0", "40,1300,0", 3, "225,0,149,-13,361,0,265,13"),
        ]
    )
    won = [move["hule"] for move in moves(first, second, oya=1)]
    assert [hand["fenpei"] for hand in won] == [[-8600, 10600, 0, 0], [-1300, 0, 1300, 0]]


def test_f70_no_liability_for_a_closed_set() -> None:
    won = hule(
        '<AGARI ba="2,1" hai="62,63,74,79,81" m="32768,51818,48651" machi="74" ten="60,32000,5" yakuman="39"'
        ' doraHai="17,71" who="1" fromWho="2" sc="261,0,284,336,215,-326,230,0" />'
    )
    assert won["fenpei"] == [0, 33600, -32600, 0]
    assert won["shoupai"] == "p77s23s1,z555-,z777=,z6666"


def test_f71_liable_player_pays_all_of_a_tsumo() -> None:
    agari = (
        '<AGARI ba="1,0" hai="16,18,19,81,82" m="51722,49705,47690" machi="19" ten="40,32000,5" yakuman="39"'
        ' doraHai="116" who="2" fromWho="2" paoWho="0" sc="302,-323,236,0,149,323,313,0"'
        ' owari="-21,-52,236,-16,472,57,313,11" />'
    )
    paipu: Any = mjlog.convert(log(agari))
    assert paipu["log"][0][1]["hule"]["fenpei"] == [-32300, 0, 32300, 0]
    assert paipu["defen"] == [-2100, 23600, 47200, 31300]
    assert paipu["point"] == ["-52", "-16", "57", "11"]


def test_f72_liable_player_pays_every_yakuman_of_a_tsumo() -> None:
    won = hule(
        '<AGARI ba="3,0" hai="116,117,118,120,123" m="51306,48650,49163" machi="117" ten="50,64000,5"'
        ' yakuman="39,42" doraHai="58" who="0" fromWho="0" paoWho="2" sc="204,649,314,0,98,-649,384,0" />'
    )
    assert won["fenpei"] == [64900, 0, -64900, 0]
    assert (won["damanguan"], won["defen"]) == (2, 64000)


# archive/bulk


@pytest.mark.parametrize(
    "log_id",
    ["20061031gm-0001-0000-110c699e", "2010051001gm-00a9-0000-1a2b3c4d", "2009010101gm-0089-0000-x8d2c6f0a1b2c3"],
)
def test_f81_log_ids_of_every_age(log_id: str) -> None:
    assert mjlog.convert(log(), log_id=log_id)["title"] == f"四鳳南喰赤\n{log_id}"


def test_f83_gzip_by_content(tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain.mjlog", tmp_path / "packed.mjlog"
    plain.write_bytes(log().encode())
    packed.write_bytes(gzip.compress(log().encode()))
    assert mjlog.convert(plain) == mjlog.convert(packed) == mjlog.convert(log())
    with packed.open("rb") as file:
        assert mjlog.convert(file) == mjlog.convert(log())


# API/usability


def test_f26_the_converter_keeps_its_words() -> None:
    win = (
        '<AGARI ba="0,0" hai="0,4,8,36,40,44,72,76,80,84,88,92,48,49" machi="92" ten="20,1500,0" {yaku}'
        ' doraHai="124" who="1" fromWho="1" sc="250,-7,250,15,250,-4,250,-4" />'
    )
    ordinary, limit = hule(win.format(yaku='yaku="21,2,18,1"')), hule(win.format(yaku='yakuman="48"'))
    assert [yaku["name"] for yaku in ordinary["hupai"]] == ["両立直", "役牌 白"]
    assert [yaku["name"] for yaku in limit["hupai"]] == ["国士無双１３面"]


@pytest.mark.parametrize(
    "data",
    [
        log('<N who="0" m="65535" />').encode(),
        log('<DORA hai="200"/>').encode(),
        log("<T200/>").encode(),
        b"abc",
        b"",
        log("<T60/>").encode()[:-14],
    ],
    ids=["meld code 65535", "dora 200", "draw 200", "abc", "empty", "truncated tag"],
)
def test_f87_a_fault_is_an_ordinary_exception_with_its_place(data: bytes) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(data)
    assert isinstance(error.value, ValueError)
    assert error.value.offset is not None


def test_f88_errors_pickle_with_all_they_say() -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(log("<T200/>"))
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is mjlog.MjlogError
    assert str(again) == str(error.value)
    assert vars(again) == vars(error.value)


def test_f88_errors_cross_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        failed = pool.submit(mjlog.convert, log("<T200/>")).exception()
    assert isinstance(failed, mjlog.MjlogError)
    assert failed.kind == "bad_pai"
