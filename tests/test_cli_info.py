"""`mjlog info`: what a log is."""

import io
import json
import lzma
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

import mjlog
from mjlog.cli import main
from sources import zipped
from tinylog import UN, head, init, log

SAMPLE = mjlog.sample()
NAMES = (
    UN.replace("%E6%9D%B1", "%3C%26%22%E9%9B%80")
    .replace("%E5%8D%97", "%F0%9F%80%84%F0%9F%80%84")
    .replace("%E8%A5%BF", "ABC")
)
DRAW = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0"/>'
WIN = (
    '<AGARI ba="0,0" hai="0,4,8" machi="8" ten="30,1000,0" yaku="1,1" doraHai="0" who="{}" fromWho="1"'
    ' sc="250,0,250,0,250,0,250,0"/>'
)
OWARI = DRAW.replace("/>", ' owari="{}"/>')
GAME = log(
    *(init(), WIN.format(0), WIN.format(2), init("1,0,0,1,2,124", oya=1), DRAW, init("4,12,0,1,2,124")),
    OWARI.format("250,5.0,90,-41.0,410,51.0,250,-15.0"),
    un=NAMES,
)

IN_ENGLISH = """\
standard input
  table   四鳳南喰赤 (type 169, lobby 0)
  rules   four players, houou (strongest), hanchan, open tanyao, red fives
  rounds  3, the last South 1, honba 12; wins 2, draws 2
  result  finished

  place  seat  player  dan        rate  score  points
      1     2  ABC     新人     999.99  41000   +51.0
      2     0  <&"雀   七段    2000.00  25000    +5.0
      3     3  北      天鳳位  2345.67  25000   -15.0
      4     1  🀄🀄    初段    1500.50   9000   -41.0
"""

IN_JAPANESE = """\
standard input
  卓      四鳳南喰赤 (種別 169、個室 0)
  ルール  四人麻雀・鳳凰卓・半荘戦・喰いタンあり・赤あり
  局数    3 (最終 南1局12本場)、和了 2、流局 2
  結果    終局

  着順  席  対局者  段位     レート   得点  ポイント
     1   2  ABC     新人     999.99  41000     +51.0
     2   0  <&"雀   七段    2000.00  25000      +5.0
     3   3  北      天鳳位  2345.67  25000     -15.0
     4   1  🀄🀄    初段    1500.50   9000     -41.0
"""


def info(*args: object, data: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["info", *map(str, args)], input=data, env={"LC_ALL": "C.UTF-8"})


def facts(data: str | bytes) -> dict[str, object]:
    result = info("--json", data=data)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("lang", "text"), [("en", IN_ENGLISH), ("ja", IN_JAPANESE)])
def test_a_game(lang: str, text: str) -> None:
    result = info("--lang", lang, data=GAME)
    assert (result.exit_code, result.stdout, result.stderr) == (0, text, "")


def test_columns_are_aligned_for_wide_letters() -> None:
    rows = info(data=GAME).stdout.splitlines()[-5:]
    assert len({cell_len(row) for row in rows}) == 1


def test_json() -> None:
    assert facts(GAME) == {
        "file": "standard input",
        "table": {
            "title": "四鳳南喰赤",
            "type": 169,
            "lobby": "0",
            "players": 4,
            "level": "鳳",
            "hanchan": True,
            "open_tanyao": True,
            "red": True,
            "fast": False,
            "tournament": False,
            "chips": False,
            "demo": False,
        },
        "players": [
            {"seat": 0, "name": '<&"雀', "dan": "七段", "rate": 2000.0, "sex": "M"},
            {"seat": 1, "name": "🀄🀄", "dan": "初段", "rate": 1500.5, "sex": "F"},
            {"seat": 2, "name": "ABC", "dan": "新人", "rate": 999.99, "sex": "C"},
            {"seat": 3, "name": "北", "dan": "天鳳位", "rate": 2345.67, "sex": "M"},
        ],
        "rounds": 3,
        "last_round": {"round": 4, "honba": 12, "finished": True},
        "wins": 2,
        "draws": 2,
        "finished": True,
        "result": [
            {"seat": 2, "place": 1, "score": 41000, "points": "51.0"},
            {"seat": 0, "place": 2, "score": 25000, "points": "5.0"},
            {"seat": 3, "place": 3, "score": 25000, "points": "-15.0"},
            {"seat": 1, "place": 4, "score": 9000, "points": "-41.0"},
        ],
    }


def test_places_are_those_of_the_paipu() -> None:
    tie = log(OWARI.format("250,-5.0,250,5.0,250,5.0,250,-5.0"), oya=2)
    for data in [SAMPLE, tie.encode()]:
        paipu = mjlog.convert(data)
        result = facts(data)["result"]
        assert isinstance(result, list)
        assert [paipu["rank"][row["seat"]] for row in result] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("elements", "said"),
    [
        ([], "cut in East 1"),
        ([DRAW], "cut after East 1"),
        ([init("6,3,0,1,2,124")], "cut in South 3, honba 3"),
    ],
)
def test_a_cut_game(elements: list[str], said: str) -> None:
    data = log(*elements)
    assert f"  result  {said}\n" in info(data=data).stdout
    assert "place" not in info(data=data).stdout
    assert facts(data)["finished"] is False
    assert facts(data)["result"] is None


def test_a_game_without_a_round() -> None:
    data = head() + "</mjloggm>"
    assert "cut before the first round" in info(data=data).stdout
    assert facts(data)["last_round"] is None


def test_a_log_that_says_nothing() -> None:
    data = '<mjloggm ver="2.3"/>'
    assert "unknown (no GO)" in info(data=data).stdout
    assert (facts(data)["table"], facts(data)["players"]) == (None, [])


def test_three_players() -> None:
    deal = ' hai0="0,1,2,3,36,37,38,39,72,73,74,75,108" hai1="32,33,34,35,40,41,42,43,76,77,78,79,112"'
    deal += ' hai2="44,45,46,47,48,49,50,51,80,81,82,83,116" hai3=""'
    un = UN.replace('n3="%E5%8C%97"', 'n3=""')
    end = '<RYUUKYOKU ba="0,0" sc="350,0,350,0,350,0,0,0" owari="300,-10,400,30,350,-20,0,0"/>'
    data = log(init(ten="350,350,350,0", deal=deal), end, go=185, un=un)
    text = info(data=data).stdout
    assert "三鳳南喰赤 (type 185, lobby 0)" in text
    assert "three players, houou (strongest), hanchan" in text
    assert [line.split()[:3] for line in text.splitlines()[-3:]] == [
        ["1", "1", "南"],
        ["2", "2", "西"],
        ["3", "0", "東"],
    ]


def test_names_can_not_command_the_terminal() -> None:
    text = info(data=log(un=UN.replace("%E6%9D%B1", "%1B%5B2J%0Aa"))).stdout
    assert "\x1b" not in text
    assert "\\x1b[2J\\na" in text


def test_files_and_folders(tmp_path: Path) -> None:
    for name in ["b.mjlog", "sub/a.mjlog", "bad.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"no log" if name == "bad.txt" else SAMPLE)
    result = info("--json", tmp_path, tmp_path / "gone.mjlog")
    assert result.exit_code == 1
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [
        str(tmp_path / "b.mjlog"),
        str(tmp_path / "sub" / "a.mjlog"),
    ]
    assert f"mjlog: {tmp_path / 'bad.txt'}: " in result.stderr
    assert f"mjlog: {tmp_path / 'gone.mjlog'}: No such file or directory" in result.stderr


@pytest.mark.parametrize("rate", ["abc", "nan", "inf", "1e999", ""])
def test_a_rate_that_is_no_number(rate: str) -> None:
    result = info("--json", data=log(un=UN.replace("2000.00", rate)))
    assert result.exit_code in {0, 1}
    assert result.exception is None or isinstance(result.exception, SystemExit)
    for line in result.stdout.splitlines():
        assert json.loads(line, parse_constant=pytest.fail)["players"][0]["rate"] is None


def test_wrong_usage() -> None:
    assert info("-", "log.mjlog", data=SAMPLE).exit_code == 2
    assert info("--lang", "fr", data=SAMPLE).exit_code == 2


@pytest.mark.parametrize("command", ["info", "wall"])
def test_archives_are_told_from_logs(command: str, tmp_path: Path) -> None:
    log = mjlog.sample()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("a.mjlog")
        member.size = len(log)
        archive.addfile(member, io.BytesIO(log))
    holders = {
        "zip": zipped({"a.mjlog": log}),
        "tar": packed.getvalue(),
        "xz": lzma.compress(log),
        "sqlite": b"SQLite format 3\0" + bytes(84),
        "jsonl": b'{"id": "a", "log": "<mjloggm"}\n',
    }
    for kind, data in holders.items():
        path = tmp_path / f"{kind}.mjlog"
        path.write_bytes(data)
        result = CliRunner().invoke(main, [command, str(path)])
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == (
            f"mjlog: {path}: this is {kind}, not a log as it is or gzipped: mjlog audit and mjlog convert read it\n"
        )
    (tmp_path / "paipu.json").write_bytes(mjlog.convert_json(log))
    assert "the input is no XML" in CliRunner().invoke(main, [command, str(tmp_path / "paipu.json")]).stderr
