"""`mjlog score` without a hand: JSON lines in, JSON lines out."""

import json
import signal
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjlog
from hands import Hand, hands, of_today
from mjlog.cli import main


def score(*args: object, lines: str | bytes = "") -> Result:
    return CliRunner().invoke(main, ["score", *map(str, args)], input=lines)


def json_lines(*lines: object, options: tuple[object, ...] = ()) -> tuple[int, list[Any]]:
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    result = score(*options, lines=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_many_hands_keep_their_order() -> None:
    good = {"shoupai": "m340p456s22z11,z555+", "rongpai": "z1-", "menfeng": 2}
    status, answers = json_lines(good, {"shoupai": "m"}, "\n", {"shoupai": "m12_"}, good)
    assert status == 1
    told = json.loads(json.dumps(mjlog.explain_hule("m340p456s22z11,z555+", "z1-", menfeng=2).to_dict()))
    assert answers[0] == answers[3] == told
    assert (answers[1]["error"]["kind"], answers[1]["error"]["line"]) == ("bad_notation", 2)
    assert answers[2]["hule"] is None


def test_all_well_is_silent() -> None:
    result = score(lines='{"shoupai": "m123p46s789z33344", "rongpai": "p5+"}')
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["hule"] == {"defen": 0}
    assert score(lines="\n").exit_code == score(lines="").exit_code == 0
    assert score(lines='{"shoupai": "m5555m5"}').stderr == "mjlog: 0 scored, 1 failed\n"


def test_options_hold_for_lines_that_do_not_say_otherwise() -> None:
    hand = {"shoupai": "m123p46s789z33344", "rongpai": "p5+"}
    west = ("--menfeng", 2, "--zhuangfeng", 3)
    status, answers = json_lines(hand, hand | {"menfeng": 0}, options=west)
    assert (status, [answer["hule"]["defen"] for answer in answers]) == (0, [1600, 0])


@pytest.mark.parametrize(
    ("rule", "damanguan"),
    [
        ("tenhou", 1),
        ("majiang", 2),
        (169, 1),
        (None, 1),
        ({}, 2),
        ({"ダブル役満あり": False}, 1),
        ({"ダブル役満あり": False, "赤牌": {"m": 1, "p": 1, "s": 1}}, 1),
    ],
)
def test_rules_of_lines(rule: object, damanguan: int) -> None:
    line = {"shoupai": "m1,z111+,z222=,z333-,z444+", "rongpai": "m1+", "rule": rule}
    assert json_lines(line)[1][0]["hule"]["damanguan"] == damanguan


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("{", "bad_argument", "the line is no JSON"),
        ("[]", "bad_argument", "the line is no object"),
        ("1", "bad_argument", "the line is no object"),
        ("[" * 100_000, "bad_argument", "the line is nested too deeply"),
        ("9" * 5000, "bad_argument", "the line is no JSON"),
        ("{}", "bad_argument", "there is no `shoupai`"),
        ('{"shoupai": null}', "bad_argument", "shoupai has to be"),
        ('{"shoupai": ["m1"]}', "bad_argument", "shoupai has to be"),
        ('{"shoupai": 1}', "bad_argument", "shoupai has to be"),
        ('{"shoupai": "m\\ud800"}', "bad_argument", "shoupai has to be text"),
        ('{"shoupai": "m1", "rongpi": "m1+"}', "bad_argument", "`rongpi` is no argument: is it rongpai?"),
        ('{"shoupai": "m1", "\\ud800": 1}', "bad_argument", "`\\ud800` is no argument: there are shoupai, "),
        ('{"shoupai": "m1", "strict": false}', "bad_argument", "`strict` is no argument"),
        ('{"shoupai": "m1", "rongpai": ["m1+"]}', "bad_argument", "rongpai has to be text"),
        ('{"shoupai": "m1", "rongpai": "m1"}', "bad_pai", "`m1` is no ron tile"),
        ('{"shoupai": "m1", "lizhi": "1"}', "bad_argument", "lizhi has to be a whole number"),
        ('{"shoupai": "m1", "lizhi": 1.0}', "bad_argument", "lizhi has to be a whole number"),
        ('{"shoupai": "m1", "lizhi": NaN}', "bad_argument", "lizhi has to be a whole number"),
        ('{"shoupai": "m1", "lizhi": 3}', "bad_argument", "lizhi 3 is not in 0 to 2"),
        ('{"shoupai": "m1", "lizhi": ' + "9" * 400 + "}", "bad_argument", "lizhi"),
        ('{"shoupai": "m1", "yifa": 1}', "bad_argument", "yifa has to be True or False"),
        ('{"shoupai": "m1", "baopai": {"m": 1}}', "bad_argument", "baopai has to be a list of tiles"),
        ('{"shoupai": "m1", "baopai": ["m1+"]}', "bad_pai", "`m1+` is no tile"),
        ('{"shoupai": "m1", "rule": "ema"}', "bad_rule", 'rule has to be "tenhou"'),
        ('{"shoupai": "m1", "rule": true}', "bad_rule", 'rule has to be "tenhou"'),
        ('{"shoupai": "m1", "rule": -1}', "bad_rule", "go_type has to be a number"),
        ('{"shoupai": "m1", "rule": {"クイタン": true}}', "bad_rule", "`クイタン` is no option"),
        ('{"shoupai": "m1", "rule": {"クイタンあり": 1}}', "bad_rule", "クイタンあり has to be True or False"),
    ],
)
def test_lines_that_fail(line: str, kind: str, words: str) -> None:
    status, answers = json_lines(line + "\n", {"shoupai": "m12_"})
    assert (status, len(answers)) == (1, 2)
    error = answers[0]["error"]
    assert (error["kind"], error["line"]) == (kind, 1)
    assert words in error["message"]


def test_bytes_that_are_no_text() -> None:
    result = score(lines=b'\xff\n{"shoupai": "m12_"}\n')
    assert [*json.loads(result.stdout.splitlines()[0])] == ["error"]
    assert score(lines=b'\xef\xbb\xbf{"shoupai": "m12_"}\r\n').exit_code == 0


def test_random_hands_as_lines() -> None:
    thrown = list(hands(of_today("lines"), 2_000))
    lines = [{"shoupai": h.shoupai, "rongpai": h.rongpai, "rule": h.rule, **h.param} for h in thrown]
    _, answers = json_lines(*lines)
    assert len(answers) == len(lines)
    for hand, answer in zip(thrown, answers, strict=True):
        assert answer.get("hule", answer.get("error", {}).get("message")) == verdict(hand)


def verdict(hand: Hand) -> Any:
    """What `hule` says, or how it refuses."""
    rule = mjlog.Rule.from_majiang(hand.rule)
    try:
        hule = mjlog.hule(hand.shoupai, hand.rongpai, rule=rule, strict=True, **hand.param)
    except mjlog.MjlogError as error:
        return error.message
    return None if hule is None else json.loads(json.dumps(hule.to_dict()))


def test_the_example_line_of_the_help_runs() -> None:
    line = next(line for line in score("-h").output.splitlines() if '{"shoupai"' in line)
    status, answers = json_lines(line + "\n")
    assert (status, answers[0]["hule"]["fanshu"]) == (0, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-m", "mjlog", "score"], **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write(b'{"shoupai": "m123p46s789z33344", "rongpai": "p5+"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["hule"] == {"defen": 0}  # comes at once
        process.send_signal(signal.SIGINT)
        rest, complained = process.communicate(timeout=60)
    assert (process.returncode, rest, complained.strip()) == (130, b"", b"mjlog: interrupted")
