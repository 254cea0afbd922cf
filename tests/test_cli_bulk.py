"""`mjlog convert` with archives, databases and many logs: what it takes, what it says, how it ends."""

import dataclasses
import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mjlog
from bulklogs import archive, database, folder, json_lines, lines, logs, name, packed, paipu, tree
from mjlog.bulk import Progress
from mjlog.cli import main
from mjlog.cli.progress import amount, progress_line
from sources import tarred, zipped

SUMMARY = re.compile(
    r"mjlog: (.*)\n"
    r"mjlog: [\d.]+ k?M?B read, [\d.]+ k?M?B written to (.*) in \d+\.\d s \([\d,]+ logs/s\)\n"
)


def convert(*args: object, data: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, args)], input=data)


def said(result: Result) -> str:
    """The first line of the summary."""
    match = SUMMARY.fullmatch(result.stderr)
    assert match, result.stderr
    return match[1]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# What goes this way


def test_an_archive_to_standard_output(here: Path) -> None:
    archive(Path("a.zip"), 200)
    for args in (["a.zip"], ["a.zip", "-o", "-"]):
        result = convert(*args)
        assert result.exit_code == 0
        assert result.stdout_bytes == lines(200)
        assert said(result) == "200 converted, 0 failed"
    assert convert("a.zip", "--quiet").stderr == ""


@pytest.mark.parametrize("out", ["o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.json", "o.parquet", "o", "o/"])
def test_the_name_of_the_output_says_what_to_write(here: Path, out: str) -> None:
    archive(Path("a.zip"), 20)
    assert said(convert("a.zip", "-o", out)) == "20 converted, 0 failed"
    made = tree(here)
    del made["a.zip"]
    assert set(made) == {
        "o.parquet": {"o.parquet/part-00000.parquet"},
        "o": {f"o/{name(n)}.json" for n in range(20)},
    }.get(out.rstrip("/"), {out})


@pytest.mark.parametrize(
    ("args", "out"),
    [
        (["logs"], "o.jsonl"),
        (["logs/*.mjlog"], "o.jsonl"),
        (["b.db", "a.zip"], "o.jsonl"),
        (["logs", "--threads", "2"], "o"),
        (["with archive"], "o"),
        (["logs"], "o.json"),
    ],
)
def test_more_than_plain_logs_to_files_goes_this_way(here: Path, args: list[str], out: str) -> None:
    folder(Path("logs"), 5)
    archive(Path("a.zip"), 5)
    database(Path("b.db"), 5, 5)
    Path("with archive").mkdir()
    Path("with archive", "b").write_bytes(Path("a.zip").read_bytes())
    count = 10 if "a.zip" in args else 5
    assert said(convert(*args, "-o", out)) == f"{count} converted, 0 failed"


def test_standard_input_may_be_an_archive(here: Path) -> None:
    data = tarred({f"{key}.mjlog": one for key, one in logs(20).items()}, "w:gz")
    assert convert("-", "--id-first", data=data).stdout_bytes.count(b"\n") == 20
    assert convert("-o", "o.jsonl", data=data).exit_code == 0
    assert Path("o.jsonl").read_bytes() == lines(20)


def test_one_log_is_a_paipu(here: Path) -> None:
    folder(Path("logs"), 3)
    one = Path("logs", f"{name(0)}.mjlog")
    assert convert(one).stdout_bytes == paipu(1)[0] + b"\n"
    assert convert(one, "-o", "one.json").exit_code == 0
    assert Path("one.json").read_bytes() == paipu(1)[0]
    # Options that don't say what is written make no array of it.
    args = ["--threads", 2, "--errors", "errors", "--overwrite", "--strict"]
    assert convert(one, "-o", "one.json", *args).stderr == ""
    assert Path("one.json").read_bytes() == paipu(1)[0]
    assert Path("errors").read_bytes() == b""
    assert convert(one, "-o", "one.json", "--overwrite", "--resume").exit_code == 0
    assert Path("one.json").read_bytes() == b"[\n" + paipu(1)[0] + b"\n]\n"


def test_lists_of_files_and_of_ids(here: Path) -> None:
    folder(Path("logs"), 20)
    names = [str(path) for path in sorted(Path("logs").iterdir())]
    Path("list").write_text("\n".join(names[:7]) + "\n\n")
    Path("zeros").write_bytes(b"\0".join(map(os.fsencode, names[:9])))
    assert said(convert("--files-from", "list", "-o", "o.jsonl")) == "7 converted, 0 failed"
    assert said(convert("--files-from", "zeros", "-o", "p.jsonl")) == "9 converted, 0 failed"
    assert said(convert("--files-from", "-", "-o", "q.jsonl", data="\n".join(names[:3]).encode())).startswith("3 conv")
    assert said(convert("logs", "--files-from", "list", "-o", "r.jsonl", "--limit", 20)) == "20 converted, 0 failed"
    Path("ids").write_text(f"{name(3)} some note\n{name(4)}\n")
    assert said(convert("logs", "--ids", "ids", "-o", "s.jsonl")) == "2 converted, 18 skipped (18 selection), 0 failed"


def test_options_reach_the_conversion(here: Path) -> None:
    archive(Path("a.zip"), 120)
    args = ["--table", "鳳南,0x29", "--table", "鳳東", "--finished", "--since", "2019-02", "--until", "2019-11"]
    result = convert("a.zip", *args, "--players", "4", "--id-first", "--log-id", "--shards", 10, "-o", "o.jsonl")
    wanted = [n for n in range(120) if n % 5 != 3 and n % 3 != 2 and 1 <= n % 12 <= 10]
    assert said(result).startswith(f"{len(wanted)} converted, {120 - len(wanted)} skipped (")
    rows = [json.loads(line) for path in sorted(here.glob("o-*")) for line in path.read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [name(n) for n in wanted]
    assert rows[0]["title"].endswith(f"\n{name(wanted[0])}")
    convert("a.zip", "--title", "x", "--player-format", r"{seat}\n", "-o", "t.jsonl", "--limit", 1)
    row = json.loads(Path("t.jsonl").read_text("utf-8"))
    assert (row["title"], row["player"]) == ("x", ["0\n", "1\n", "2\n", "3\n"])


def test_columns_of_other_tables(here: Path) -> None:
    import sqlite3  # noqa: PLC0415

    with sqlite3.connect("other.db") as connection:
        connection.execute("CREATE TABLE mine (nr TEXT PRIMARY KEY, xml BLOB)")
        connection.execute("INSERT INTO mine VALUES ('a', ?)", (packed(1),))
    connection.close()
    columns = ["--sql-table", "mine", "--id-column", "nr", "--log-column", "xml"]
    assert convert("other.db", *columns, "--id-first").stdout.startswith('{"id":"a",')
    json_lines(Path("a.jsonl"), 3)
    assert convert("a.jsonl").stdout_bytes == lines(3)


# What it says


def test_failures_are_told_and_listed(here: Path) -> None:
    bad = {f"bad{n:02}.mjlog": b"nothing" for n in range(20)}
    Path("a.zip").write_bytes(zipped({f"{name(1)}.mjlog": packed(1)} | bad | {"cut.mjlog": packed(2)[:-9]}))
    result = convert("a.zip", "-o", "o.jsonl", "--errors", "errors.jsonl")
    assert result.exit_code == 1
    told = result.stderr.splitlines()
    assert told[0] == "mjlog: a.zip: bad00.mjlog: the input is no XML (byte 0)"
    assert [line for line in told if line.startswith("  hint:")] == [told[1]]
    assert told[-3] == "mjlog: more failures: errors.jsonl lists all of them"
    assert told[-2] == "mjlog: 1 converted, 21 failed (20 not_xml, 1 gzip)"
    assert len(told) == 14
    rows = [json.loads(line) for line in Path("errors.jsonl").read_text("utf-8").splitlines()]
    assert [row["kind"] for row in rows] == ["not_xml"] * 20 + ["gzip"]
    told = convert("a.zip", "-o", "p.jsonl", "-q").stderr.splitlines()
    assert told[10:] == ["mjlog: more failures: --errors FILE lists all of them"]
    again = convert("a.zip", "-o", "o.jsonl", "--errors", "errors.jsonl", "--resume")
    assert again.stderr.startswith("mjlog: finished before, nothing was left to do: 1 converted, 21 failed")
    assert (again.exit_code, len(Path("errors.jsonl").read_text("utf-8").splitlines())) == (1, 21)


def test_strict(here: Path) -> None:
    Path("a.zip").write_bytes(zipped({"bad.mjlog": b"nothing"}))
    result = convert("a.zip", "-o", "o.jsonl", "--strict")
    assert result.exit_code == 1
    assert result.stderr == (
        "mjlog: a.zip: bad.mjlog: the input is no XML (byte 0): stopped, since --strict was given"
        "; without it, --resume goes on\n"
    )


def test_what_is_there_stays(here: Path) -> None:
    archive(Path("a.zip"), 5)
    Path("o.jsonl").write_text("mine")
    result = convert("a.zip", "-o", "o.jsonl")
    assert (result.exit_code, Path("o.jsonl").read_text()) == (2, "mine")
    assert "--overwrite replaces it" in result.stderr
    assert convert("a.zip", "-o", "o.jsonl", "--resume").exit_code == 2
    assert convert("a.zip", "-o", "o.jsonl", "--overwrite").exit_code == 0
    assert Path("o.jsonl").read_bytes() == lines(5)
    assert convert("a.zip", "-o", "o.jsonl", "--resume", "--id-first").exit_code == 2


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["a.zip", "-o", "o.jsonl", "--level", 3], "not compressed"),
        (["a.zip", "--to", "parquet"], "give the output with -o"),
        (["a.zip", "--resume"], "can't be resumed"),
        (["a.zip", "--indent", 1], "indent is for JSON files"),
        (["a.zip", "-o", "o.jsonl", "--table", "x"], "table x"),
        (["a.zip", "-o", "o.jsonl", "--since", "x"], "since"),
        (["a.zip", "-o", "o.jsonl", "--threads", 0], "--threads"),
        (["a.zip", "-o", "o.jsonl", "--ids", "gone"], "gone: No such file"),
        (["--files-from", "gone", "-o", "o.jsonl"], "gone: No such file"),
    ],
)
def test_wrong_usage(here: Path, args: list[object], words: str) -> None:
    archive(Path("a.zip"), 3)
    result = convert(*args)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert sorted(tree(here)) == ["a.zip"]
    assert [path.name for path in here.iterdir()] == ["a.zip"]


def test_what_the_system_refuses(here: Path) -> None:
    archive(Path("a.zip"), 3)
    # Before the other source is converted.
    result = convert("a.zip", "gone.zip", "-o", "o.jsonl")
    assert result.exit_code == 1
    assert result.stderr == "mjlog: gone.zip: can't be read: No such file or directory\n"
    assert sorted(path.name for path in here.iterdir()) == ["a.zip"]
    assert convert("a.zip", "-o", "a.zip/o.jsonl").exit_code == 1


def test_a_reader_that_goes_away(here: Path) -> None:
    archive(Path("a.zip"), 3000)
    command = f"{sys.executable} -m mjlog convert a.zip | head -c 100 >/dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_device(here: Path) -> None:
    archive(Path("a.zip"), 3)
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m mjlog convert a.zip >/dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "mjlog: No space left on device\n")


# Progress


def test_a_bar_on_a_terminal(here: Path) -> None:
    archive(Path("a.zip"), 3000)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mjlog", "convert", "a.zip", "-o", "o.jsonl.zst", "--threads", "1"]
    process = subprocess.Popen(command, stderr=theirs, env=os.environ | {"TERM": "xterm", "COLUMNS": "120"})
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 10)[0]:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert process.wait() == 0
    assert re.search(r"[\d,]+ logs, [\d,]+ logs/s, [\d.]+ [kM]B/s", shown.decode()), shown
    assert b"3,000 converted, 0 failed" in shown


@pytest.mark.parametrize(
    ("share", "words"),
    [(None, ""), (0.0, ""), (0.5, ", 0 min 10 s left"), (0.1, ", 1 min 30 s left"), (1.0, ", 0 min 0 s left")],
)
def test_the_time_that_is_left(share: float | None, words: str) -> None:
    progress = Progress(done=100, share=share, converted=100, failed=0, bytes_in=1_000_000, seconds=10.0, resumed=0)
    assert progress_line(progress) == f"100 logs, 10 logs/s, 100.0 kB/s{words}"
    half = dataclasses.replace(progress, done=200, resumed=100, failed=1_000)
    assert progress_line(half).startswith("200 logs, 10 logs/s, 50.0 kB/s, 1,000 failed")


def test_lines_where_there_is_no_terminal(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog.cli.progress.LINE_SECONDS", 0.0)
    monkeypatch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
    monkeypatch.setattr("mjlog.bulk.job.LARGE", 128)
    archive(Path("a.zip"), 200)
    result = convert("a.zip", "-o", "o.jsonl")
    shown = result.stderr.splitlines()
    assert re.fullmatch(r"mjlog: 128 logs, [\d,]+ logs/s, [\d.]+ [kM]B/s.*", shown[0])
    assert len(shown) == 4
    assert convert("a.zip", "-o", "p.jsonl", "-q").stderr == ""


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"), (5e12, "5.0 TB"), (5e15, "5000.0 TB")],
)
def test_amounts(count: float, words: str) -> None:
    assert amount(count) == words


def test_importing_mjlog_loads_nothing_of_this() -> None:
    code = "import sys, mjlog; print(*(name for name in sys.modules if 'mjlog' in name or name == 'sqlite3'))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [one for one in loaded if "bulk" in one or one == "sqlite3"]
    assert mjlog.bulk.__name__ == "mjlog.bulk"
