"""`mjlog synth`: games to a folder, a zip, a database, standard output."""

import gzip
import json
import re
import resource
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjlog
from mjlog import bulk
from mjlog.bulk.sources import iter_entries
from mjlog.cli import main

FIRST = 8783
"""The last hour of 2000: the next seed begins the year again."""
IDS = ["2000123123gm-0001-0000-0000224f", "2000010100gm-0001-0000-00002250", "2000010101gm-0001-0000-00002251"]
EAST = ["--table", "般東", "--seed", FIRST]
"""East-only games are the shortest."""


def synth(*args: object) -> Result:
    return CliRunner().invoke(main, ["synth", *map(str, args)])


def games(count: int) -> list[bytes]:
    return [mjlog.synth(seed, go_type=0x01) for seed in range(FIRST, FIRST + count)]


def listed(path: Path) -> dict[str, bytes]:
    """Logs by id, as bulk jobs find them."""
    found = {}
    for entry in iter_entries([path]):
        data = (
            bulk.sources.read_zip_member(entry.data) if isinstance(entry.data, bulk.records.ZipMember) else entry.data
        )
        assert isinstance(data, bytes)
        found[entry.id] = gzip.decompress(data)
    return found


@pytest.fixture(params=["games", "games.zip", "games.db", "games.sqlite"])
def output(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def tree(path: Path) -> dict[str, bytes]:
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return {file.name: file.read_bytes() for file in files}


def test_games_are_found_again(output: Path) -> None:
    result = synth(*EAST, "--count", 3, "-o", output)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "3 made up, 0 failed; " in result.stderr
    assert f" written to {output} in " in result.stderr
    assert listed(output) == dict(zip(IDS, games(3), strict=True))
    assert {path.name for path in output.parent.iterdir()} == {output.name}


def test_the_same_seeds_give_the_same_bytes(output: Path) -> None:
    runs = []
    for threads in (1, 3):
        assert synth(*EAST, "--count", 3, "-o", output, "--threads", threads, "--overwrite").exit_code == 0
        runs.append(tree(output))
    assert runs[0] == runs[1]


def test_nothing_is_overwritten(output: Path) -> None:
    assert synth(*EAST, "-o", output).exit_code == 0
    before = tree(output)
    result = synth(*EAST, "--count", 2, "-o", output)
    assert (result.exit_code, tree(output)) == (2, before)
    assert "exists: --overwrite replaces it" in " ".join(result.stderr.split())
    assert synth(*EAST, "--count", 2, "-o", output, "--overwrite").exit_code == 0
    assert len(listed(output)) == 2


def test_other_games_may_join_those_in_a_folder(tmp_path: Path) -> None:
    for seed in (1, 2):
        assert synth("--table", "般東", "--seed", seed, "-o", tmp_path / "games").exit_code == 0
    assert len(listed(tmp_path / "games")) == 2


def test_a_bulk_job_selects_them(tmp_path: Path) -> None:
    assert synth(*EAST, "--count", 3, "-o", tmp_path / "games.zip").exit_code == 0
    report = bulk.convert(tmp_path / "games.zip", tmp_path / "o.jsonl", until="2000-01-31", tables=["東"])
    assert (report.converted, dict(report.skipped)) == (2, {"selection": 1})


def test_a_zip_as_the_yearly_ones(tmp_path: Path) -> None:
    assert synth(*EAST, "--count", 3, "-o", tmp_path / "games.zip").exit_code == 0
    with zipfile.ZipFile(tmp_path / "games.zip") as archive:
        assert archive.namelist() == [f"2000/{name}.mjlog" for name in IDS]
        assert archive.infolist()[0].date_time == (2000, 12, 31, 23, 0, 0)


@pytest.mark.parametrize(("table", "row"), [("般東", (4, 1, 1, 0)), ("鳳南", (4, 0, 1, 0)), ("三鳳南", (3, 0, 1, 0))])
def test_a_database_as_houou_logs_makes(table: str, row: tuple[int, ...], tmp_path: Path) -> None:
    assert synth("--table", table, "-o", tmp_path / "games.db").exit_code == 0
    with closing(sqlite3.connect(tmp_path / "games.db")) as base:
        query = "SELECT date, num_players, is_tonpu, is_processed, was_error FROM logs"
        assert base.execute(query).fetchall() == [("2000-01-01T00:00", *row)]


def test_standard_output() -> None:
    one = synth(*EAST)
    assert (one.exit_code, one.stdout_bytes, one.stderr) == (0, games(1)[0], "")
    rows = synth(*EAST, "--count", 2, "-o", "-").stdout.splitlines()
    assert [json.loads(row) for row in rows] == [
        {"id": name, "log": game.decode()} for name, game in zip(IDS, games(2), strict=False)
    ]


@pytest.mark.parametrize(("text", "go_type"), [("0xb9", 0xB9), ("三", 0xB9), ("特東赤速", 0x61), ("鳳無赤", 0xAB)])
def test_tables(text: str, go_type: int) -> None:
    for option in ("--table", "--type"):
        assert synth(option, text).stdout_bytes == mjlog.synth(0, go_type=go_type)


def test_wishes() -> None:
    result = synth(*EAST, "--want", "一発", "--want", "ankan")
    assert result.stdout_bytes == mjlog.synth(FIRST, go_type=0x01, want=["一発", "ankan"])
    assert synth("--wants").stdout.splitlines() == list(mjlog.WANTS)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--want", "国士"], "near it: 国士無双"),
        (["--table", "鳳特"], "write some of"),
        (["--seed", -1], "-1 is not in the range"),
        (["--seed", 2**64], "is not in the range"),
        (["--seed", 2**64 - 1, "--count", 2], "go past the last seed"),
        (["--count", 0], "0 is not in the range"),
        (["-o", "game.mjlog"], "games go to a folder"),
        (["-o", "games.jsonl", "--count", 2], "games go to a folder"),
    ],
)
def test_wrong_usage(args: list[Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = synth(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_the_place_is_taken(tmp_path: Path) -> None:
    (tmp_path / "games.zip").mkdir()
    (tmp_path / "games").write_text("")
    assert "is a folder" in synth("-o", tmp_path / "games.zip").stderr
    assert "is no folder" in synth("-o", tmp_path / "games").stderr


class BrokenOffError(Exception):
    pass


@pytest.mark.parametrize("name", ["games.zip", "games.db"])
def test_a_run_that_breaks_off_leaves_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mjlog.cli import games  # noqa: PLC0415 - what is patched

    made = games.made_up

    def broken(*args: Any, **options: Any) -> Iterator[Any]:
        yield next(made(*args, **options))
        raise BrokenOffError

    monkeypatch.setattr(games, "made_up", broken)
    (tmp_path / name).write_bytes(b"before")
    result = synth(*EAST, "--count", 3, "-o", tmp_path / name, "--overwrite")
    assert isinstance(result.exception, BrokenOffError)
    assert tree(tmp_path) == {name: b"before"}


@pytest.mark.parametrize("name", ["games.zip", "games.db"])
def test_a_folder_that_is_missing(tmp_path: Path, name: str) -> None:
    output = tmp_path / "missing" / name
    result = synth("-o", output)
    assert (result.exit_code, result.stderr) == (1, f"mjlog: {output}: No such file or directory\n")


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))


def test_a_full_disk(output: Path) -> None:
    """A file may not grow past 1,500 bytes: a game is 6 kB."""
    output.parent.mkdir(exist_ok=True)
    made = ["synth", *EAST, "--count", "3", "-q", "-o", output]
    command = [sys.executable, "-m", "mjlog", *map(str, made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=small_files)
    name = output / f"{IDS[0]}.mjlog" if output.name == "games" else output
    assert done.returncode == 1
    assert re.fullmatch(rf"mjlog: {re.escape(str(name))}: (File too large|disk I/O error)\n", done.stderr)
    assert [path for path in output.parent.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("args", [("-o", ""), ("--want", "\udcff"), ("--table", "\udcff")])
def test_words_that_say_nothing(args: tuple[str, str]) -> None:
    result = synth(*args)
    assert result.exit_code == 2
    assert "empty" in result.stderr or "no text" in result.stderr


def test_what_is_in_a_folder_is_found_among_very_many_seeds(tmp_path: Path) -> None:
    for name in ("notes.txt", "2000010100gm-00a9-0000-00000007.mjlog", f"{IDS[2]}.mjlog", f"{IDS[1]}.mjlog"):
        (tmp_path / name).touch()
    result = synth(*EAST, "--count", 10**13, "-o", tmp_path)
    assert result.exit_code == 2
    assert f"{IDS[1]}.mjlog exists: --overwrite replaces it" in " ".join(result.stderr.split())
