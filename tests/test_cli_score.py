"""`mjlog score`: what a hand is worth, and why."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjlog
from hands import Hand, hands, of_today
from mjlog.cli import main

COMMAND = [sys.executable, "-m", "mjlog", "score"]
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")

IN_ENGLISH = """\
m340p456s22z11,z555+ and z1- (ron, from the left), East round, West seat

  30 fu 3 han, 3900 points

  reading 1/1: s22 m345 p456 z111-! z555+
  30 fu 3 han, 3900 points; counts: the only reading

  fu    20  副底          base fu of every hand
         4  幺九牌の明刻  open triplet of terminals or honours  z111-!
         4  幺九牌の明刻  open triplet of terminals or honours  z555+
        28  in all        rounded up to 30
  yaku   1  場風 東       bakaze ton: round wind East
         1  翻牌 白       yakuhai haku: White dragon
         1  赤ドラ        aka dora: red fives
         3  in all

  base points 30 × 2^(3 + 2) = 960; × 4 (non-dealer's ron), rounded up to hundreds

  seat               hand
  East   dealer         0
  South  discarder  -3900
  West   winner     +3900
  North                 0
"""

IN_JAPANESE = """\
m111222333p46z33、p5+ (下家からロン)、東場南家

  50符2翻 3200点

  読み方 1/2: z33 m123 m123 m123 p45+!6
  40符1翻 1300点; 不採用: 点数が低い

  符  20  副底
       2  嵌張待ち                  p45+!6
      10  門前加符
      32  計        切り上げて40符
  役   1  一盃口
       1  計

  読み方 2/2: z33 m111 m222 m333 p45+!6
  50符2翻 3200点; 採用: 点数が高い

  符  20  副底
       8  幺九牌の暗刻                  m111
       4  中張牌の暗刻                  m222
       4  中張牌の暗刻                  m333
       2  嵌張待ち                      p45+!6
      10  門前加符
      48  計            切り上げて50符
  役   2  三暗刻
       2  計

  基本点 50 × 2^(2 + 2) = 800、× 4 (子のロン)、百点未満切り上げ

  席           手  本場   供託     計
  東  親        0     0      0      0
  南  和了  +3200  +600  +1000  +4800
  西  放銃  -3200  -600      0  -3800
  北            0     0      0      0
"""

LIABLE = """\
m1,z111+,z222=,z333-,z444+ and m1- (ron, from the left), East round, South seat

  yakuman (役満), 32000 points

  reading 1/1: m11-! z111+ z222= z333- z444+
  yakuman (役満), 32000 points; counts: the only reading

  yaku  *  大四喜  daisuushii: triplets of all four winds  liable (包): right

  base points of yakuman: 8000

  seat                        hand  honba   total
  East   dealer, discarder  -16000      0  -16000
  South  winner             +32000   +300  +32300
  West   liable (包)        -16000   -300  -16300
  North                          0      0       0
"""


def score(*args: object, **env: str) -> Result:
    environment = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": "C.UTF-8", **env}
    return CliRunner().invoke(main, ["score", *map(str, args)], env=environment)


def said(*args: object) -> str:
    result = score(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def as_json(*args: object) -> Any:
    return json.loads(said(*args, "--json"))


# One hand


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("m340p456s22z11,z555+", "z1-", "--menfeng", 2), IN_ENGLISH),
        (("m111222333p46z33", "p5+", "--changbang", 2, "--lizhibang", 1, "--lang", "ja"), IN_JAPANESE),
        (("m1,z111+,z222=,z333-,z444+", "m1-", "--changbang", 1), LIABLE),
    ],
)
def test_texts(args: tuple[object, ...], text: str) -> None:
    assert said(*args) == text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("m111222333p46z33p5", "--menfeng", 0), "base points 40 × 2^(3 + 2) = 1280; × 2 from each (dealer's tsumo)"),
        (("m111222333p46z33p5",), "× 2 from the dealer, × 1 from the others"),
        (("m111222333p46z33", "p5+", "--menfeng", 0), "× 6 (dealer's ron)"),
        (("m345p456567s44m67m8",), "0  平和の自摸    tsumo, which gives none with pinfu"),
        (("m46p33z555666777", "m5+"), "yakuman (役満), 32000 points"),
        (("m123p46s789z33344", "p5+"), "no yaku: no points"),
        (("m123p46s789z33344", "p5+"), "yaku   0  none          a win needs one"),
        (("m123p46s789z33344", "p6+"), "no win: tenpai (聴牌); it waits for p5"),
        (("m123p46s789z33345",), "no win: 1 from tenpai (向聴数); nearer with p5 z4 z5"),
        (("m123p46s789z333457",), "no win: 1 from tenpai (向聴数)\n"),
        (("m123p46s789z33_",), "no win: tiles are missing or not shown"),
        (("m123p46s789z33345", "--lang", "ja"), "和了形ではない: 1向聴、有効牌 p5 z4 z5"),
        (("m123p46s789z33344", "--lang", "ja"), "和了形ではない: 聴牌、待ち p5"),
        (("m111p46s789z33344p5", "--table", "0x10", "--menfeng", 2), "West   winner"),
    ],
)
def test_what_it_says(args: tuple[object, ...], words: str) -> None:
    assert words in said(*args)


@pytest.mark.parametrize(
    ("options", "hupai"),
    [
        ("--lizhi", ["立直"]),
        ("--lizhi 1", ["立直"]),
        ("--lizhi 2 --yifa", ["ダブル立直", "一発"]),
        ("--lizhi --haidi", ["立直", "河底撈魚"]),
        ("--lizhi --haidi 2", ["立直", "河底撈魚"]),
        ("--lizhi --qianggang", ["立直", "槍槓"]),
        ("--lizhi --baopai z2", ["立直", "ドラ"]),
        ("--lizhi --baopai z2,p4 --baopai m1 --fubaopai z3", ["立直", "ドラ", "裏ドラ"]),
        ("--zhuangfeng 2", ["場風 西"]),
        ("--zhuangfeng 西 --menfeng west", ["場風 西", "自風 西"]),
        ("--zhuangfeng W --menfeng 2", ["場風 西", "自風 西"]),
    ],
)
def test_options_of_a_ron(options: str, hupai: list[str]) -> None:
    told = as_json("m123p46s789z33344", "p5+", *options.split())
    assert [yaku["name"] for yaku in told["hule"]["hupai"]] == hupai


@pytest.mark.parametrize(
    ("options", "hupai"),
    [
        ("--haidi", ["海底摸月", "門前清自摸和"]),
        ("--tianhu", ["地和"]),
        ("--tianhu --menfeng 0", ["天和"]),
        ("--tianhu 1 --menfeng East", ["天和"]),
        ("--lizhi --yifa", ["立直", "一発", "門前清自摸和"]),
    ],
)
def test_options_of_a_tsumo(options: str, hupai: list[str]) -> None:
    told = as_json("m123p46s789z33344p5", *options.split())
    assert [yaku["name"] for yaku in told["hule"]["hupai"]] == hupai


def test_three_players() -> None:
    told = as_json("m999p46s789z33311p5", "--table", 16, "--kita", 2)
    assert [(yaku["name"], yaku["fanshu"]) for yaku in told["hule"]["hupai"]] == [("門前清自摸和", 1), ("ドラ", 2)]


def test_a_win_after_a_kan() -> None:
    assert said("m123p46z33344p5,s9999", "--lingshang").count("嶺上開花") == 1


def test_rules() -> None:
    hand = ("m1,z111+,z222=,z333-,z444+", "m1+")
    assert as_json(*hand)["limit"] == as_json(*hand, "--rule", "tenhou")["limit"] == "役満"
    assert as_json(*hand, "--rule", "majiang")["limit"] == "ダブル役満"
    assert as_json("m345p567s44m67m8,p4-56")["hule"]["fanshu"] == 1
    assert as_json("m345p567s44m67m8,p4-56", "--table", 4)["hule"] == {"defen": 0}
    assert (
        as_json("m345p456567s44m67", "m8-", "--lizhi", "--baopai", "p6", "--table", "0x200")["limit"] == "切り上げ満貫"
    )


def test_json_is_the_explanation() -> None:
    told = mjlog.explain_hule("m340p456s22z11,z555+", "z1-", menfeng=2).to_dict()
    assert as_json("m340p456s22z11,z555+", "z1-", "--menfeng", 2) == json.loads(json.dumps(told))


def test_random_hands_are_told_in_both_languages() -> None:
    for hand in hands(of_today("told"), 300):
        for lang in ("en", "ja"):
            result = score(*arguments(hand), "--lang", lang)
            assert result.exit_code in {0, 1}
            assert bool(result.stdout) == (result.exit_code == 0), result.stderr
            assert result.stderr.count("\n") == result.exit_code


def arguments(hand: Hand) -> list[object]:
    options: list[object] = [hand.shoupai, *([hand.rongpai] if hand.rongpai else []), "--rule", "majiang"]
    for name, value in hand.param.items():
        if value is True:
            options.append(f"--{name}")
        elif isinstance(value, list):
            options += [part for tile in value for part in (f"--{name}", tile)]
        elif value:
            options += [f"--{name}", value]
    return options


# Bad input


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("m123x", "z1-"), "`x` in the hand `m123x` is no tile"),
        (("m55555",), "five of m5"),
        (("m123p46s789z33344", "p5"), "`p5` is no ron tile"),
        (("m123p46s789z33344p5", "p5+"), "no room for p5"),
        (("m123p46s789z33344", "p5+", "--yifa"), "一発 (yifa) without riichi can't be"),
        (("m123p46s789z33344", "p5+", "--tianhu"), "on a ron can't be"),
        (("m123p46s789z33344", "p5+", "--kita", 1), "kita with four players can't be"),
        (("m123p46s789z33344", "p5+", "--baopai", "x9"), "`x9` is no tile"),
        (("m123p46s789z33344", "p5+", "--baopai", "m1,m1,m1,m1,m1,m1"), "more than five tiles"),
        (("m111p46s789z33344", "p5+", "--table", 16, "--menfeng", 3), "menfeng 3 is not in 0 to 2"),
        (("m1\x1b[2J",), "m1\\x1b[2J"),
        (("\udcff",), "\\udcff"),
    ],
)
def test_a_hand_that_can_not_be_fails(args: tuple[object, ...], words: str) -> None:
    result = score(*args)
    assert (result.exit_code, result.stdout) == (1, "")
    assert words in result.stderr
    assert result.stderr.startswith("mjlog: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args",
    [
        ("m1", "m1+", "m1"),
        ("m1", "--menfeng", 4),
        ("m1", "--menfeng", "north-west"),
        ("m1", "--lizhi", 3),
        ("--lizhi", "m123p46s789z33344", "p5+"),
        ("m1", "--changbang", -1),
        ("m1", "--changbang", "x"),
        ("m1", "--kita", 5),
        ("m1", "--rule", "ema"),
        ("m1", "--table", "x"),
        ("m1", "--table", "9" * 5000),
        ("m1", "--table", 169, "--rule", "majiang"),
        ("m1", "--menfong", 1),
        ("--haidi",),
        ("--tianhu",),
    ],
)
def test_wrong_usage(args: tuple[object, ...]) -> None:
    result = score(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr
    assert "Traceback" not in result.stderr


# As a process


def test_help() -> None:
    result = score("-h")
    assert result.exit_code == 0
    assert "Example" in result.output
    assert "牌" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    assert CliRunner().invoke(main, ["--help"]).output.count("  score ") == 1


@pytest.mark.parametrize(
    "line",
    ["m340p456s22z11,z555+ z1- --menfeng 2", "m123p456s789z11222 --lizhi --baopai m1,z4"],
)
def test_examples_of_the_help_run(line: str) -> None:
    assert line in score("-h").output.replace('"', "")
    assert score(*line.split()).exit_code == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_output_is_utf8_in_every_locale(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    args = [*COMMAND, "m340p456s22z11,z555+", "z1-", "--menfeng", "2"]
    result = subprocess.run(args, capture_output=True, env=env, check=False)
    assert (result.returncode, result.stdout.decode(), result.stderr) == (0, IN_ENGLISH, b"")


LINES = b'{"shoupai": "m123p46s789z33344", "rongpai": "p5+"}\n' * 2_000


@needs_posix
@pytest.mark.parametrize("args", [["m12_"], ["m12_", "--json"], []])
def test_a_closed_pipe_is_quiet(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([*COMMAND, *args], input=LINES, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("args", [["m12_"], []])
def test_a_full_disk(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([*COMMAND, *args], input=LINES, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (1, b"mjlog: standard output: No space left on device\n")


@needs_posix
def test_a_closed_input_is_no_input() -> None:
    line = f'"{sys.executable}" -m mjlog score <&-'
    result = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (2, b"")


@needs_posix
def test_a_terminal_gets_a_hint() -> None:
    terminal, inside = os.openpty()
    result = subprocess.run(COMMAND, stdin=inside, capture_output=True, timeout=60, check=False)
    os.close(inside)
    os.close(terminal)
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"`mjlog score m123p456s789z1122 z1-`" in b" ".join(result.stderr.split())
