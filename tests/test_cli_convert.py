"""`mjlog convert` with one log, files and folders: what goes where, what it says, and how it ends."""

import gzip
import json
import lzma
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mjlog
from handmade import HAND_MADE
from mjlog import bulk
from mjlog.cli import main
from tinylog import log

SAMPLE = mjlog.sample()
PAIPU = mjlog.convert_json(SAMPLE)
SANMA = log(go=185)
CUT = SAMPLE[:3000]


def convert(*args: object, data: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, args)], input=data)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[str]:
    """All files but the record for --resume."""
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return [name for name in found if ".mjlog/" not in name]


def summary(result: Result) -> str:
    """The first line of it; the second says how much and how long."""
    *_, first, second = result.stderr.splitlines()
    assert second.startswith("mjlog: ")
    assert " logs/s)" in second
    return first.removeprefix("mjlog: ")


# One log


@pytest.mark.parametrize("args", [(), ("-",), ("-", "-o", "-")])
def test_stdin_to_stdout(args: tuple[str, ...]) -> None:
    result = convert(*args, data=SAMPLE)
    assert (result.exit_code, result.stdout_bytes, result.stderr) == (0, PAIPU + b"\n", "")


def test_gzip_is_told_by_content(here: Path) -> None:
    (here / "log.mjlog").write_bytes(gzip.compress(SAMPLE))
    assert convert("log.mjlog").stdout_bytes == PAIPU + b"\n"


def test_a_file_to_a_file(here: Path) -> None:
    (here / "log.mjlog").write_bytes(SAMPLE)
    (here / "out.json").write_text("old")
    result = convert("log.mjlog", "-o", "out.json")
    assert (result.exit_code, result.output) == (0, "")
    assert (here / "out.json").read_bytes() == PAIPU
    assert files(here) == ["log.mjlog", "out.json"]


def test_stdin_to_a_file(here: Path) -> None:
    assert convert("-o", "out.json", data=SAMPLE).exit_code == 0
    assert (here / "out.json").read_bytes() == PAIPU


@pytest.mark.parametrize("out", ["there", "there/", "new/", "new/deep/"])
def test_a_file_into_a_folder(here: Path, out: str) -> None:
    (here / "there").mkdir()
    (here / "log.mjlog.gz").write_bytes(gzip.compress(SAMPLE))
    assert convert("log.mjlog.gz", "-o", out).exit_code == 0
    assert (here / out / "log.json").read_bytes() == PAIPU


@pytest.mark.skipif(sys.platform == "win32", reason="devices have other names")
def test_a_device_is_not_replaced(here: Path) -> None:
    assert convert("-o", os.devnull, data=SAMPLE).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_stays_a_link(here: Path) -> None:
    (here / "link.json").symlink_to("real.json")
    assert convert("-o", "link.json", data=SAMPLE).exit_code == 0
    assert (here / "link.json").is_symlink()
    assert (here / "real.json").read_bytes() == PAIPU


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_to_itself(here: Path) -> None:
    (here / "loop").symlink_to("loop")
    assert convert("loop").stderr.startswith("mjlog: loop: ")
    assert convert("-o", "loop", data=SAMPLE).exit_code == 0
    assert (here / "loop").read_bytes() == PAIPU


# Options


def test_indent() -> None:
    indented = json.dumps(json.loads(PAIPU), ensure_ascii=False, indent=1)
    assert convert("--indent", 1, data=SAMPLE).stdout_bytes == indented.encode() + b"\n"


def test_title_and_label() -> None:
    result = convert("--title", "決勝", "--player-format", r"{seat}\n{name}", data=HAND_MADE)
    paipu = json.loads(result.stdout)
    assert paipu["title"] == "決勝"
    assert paipu["player"] == ['0\n<&"雀', "1\nもも🀄", "2\nC:\\牌", "3\nさくらもち"]


@pytest.mark.parametrize(
    ("name", "log_id"),
    [
        ("2031010112gm-00a1-0000-0123abcd.mjlog", "2031010112gm-00a1-0000-0123abcd"),
        ("2031010112gm-00a1-0000-0123abcd.xml.gz", "2031010112gm-00a1-0000-0123abcd"),
        ("2031010112gm-00a1-0000-0123abcd", "2031010112gm-00a1-0000-0123abcd"),
        ("2031010112gm-00a1-0000-0123abcd&tw=3.mjlog", "2031010112gm-00a1-0000-0123abcd"),
        ("決勝.txt", "決勝"),
    ],
)
def test_log_id_is_taken_from_the_name(here: Path, name: str, log_id: str) -> None:
    (here / name).write_bytes(SAMPLE)
    assert json.loads(convert("--log-id", name).stdout)["title"] == f"四鳳南喰赤\n{log_id}"


def test_partial() -> None:
    assert convert(data=CUT).exit_code == 1
    result = convert("--partial", data=CUT)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == mjlog.convert_json(CUT, partial=True) + b"\n"


# Several logs


def test_a_folder_to_a_folder(here: Path) -> None:
    for name in ["b.mjlog", "a.xml", "c.MJLOG.gz", "d.txt", "2031010112gm-00a1-0000-0123abcd", "sub/deep/a.mjlog"]:
        path = here / "logs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SAMPLE)
    for name in ["read.me", "a.json", ".hidden", ".git/b.mjlog"]:
        path = here / "logs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"no log")
    result = convert("logs", "-o", "new/out")
    assert (result.exit_code, result.stdout, summary(result)) == (0, "", "6 converted, 0 failed")
    assert len(result.stderr.splitlines()) == 2
    out = here / "new" / "out"
    assert files(out) == [
        "2031010112gm-00a1-0000-0123abcd.json",
        "a.json",
        "b.json",
        "c.json",
        "d.json",
        "sub/deep/a.json",
    ]
    assert {(out / name).read_bytes() for name in files(out)} == {PAIPU}


def test_what_fails_is_left_out(here: Path) -> None:
    logs = {"bad": b"no log", "cut": CUT, "good": SAMPLE, "three": SANMA.encode(), "three2": SANMA.encode()}
    for name, data in logs.items():
        (here / f"{name}.mjlog").write_bytes(data)
    result = convert(*(f"{name}.mjlog" for name in logs), "-o", "out")
    assert result.exit_code == 1
    assert files(here / "out") == ["good.json"]
    said = result.stderr.splitlines()
    assert [line.split(":")[1] for line in said[:-2] if line.startswith("mjlog: ")] == [
        *(f" {name}.mjlog" for name in ["bad", "cut", "three", "three2"]),
    ]
    assert summary(result) == "1 converted, 4 failed (2 sanma, 1 not_xml, 1 truncated)"
    assert [line for line in said if "three-player logs" in line] == ["  hint: `mjlog info` reads three-player logs."]


def test_a_mistyped_name_is_told_before_anything_is_converted(here: Path) -> None:
    (here / "a.mjlog").write_bytes(SAMPLE)
    result = convert("a.mjlog", "gone.mjlog", "-o", "out")
    assert (result.exit_code, result.stderr) == (1, "mjlog: gone.mjlog: can't be read: No such file or directory\n")
    assert not (here / "out").exists()


def test_messages_name_cause_and_place(here: Path) -> None:
    (here / "log.mjlog").write_text(log('<N who="0" m="4"/>'), "utf-8")
    with pytest.raises(mjlog.MjlogError, match=r"bits 0-1 must be 3 .*\(in N, byte \d+, round 0\)$") as error:
        mjlog.convert_json(here / "log.mjlog")
    result = convert("log.mjlog")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        f"mjlog: log.mjlog: {error.value}",
        "  hint: Look at the code with `mjlog explain CODE`.",
    ]


def test_warnings_and_quiet(here: Path) -> None:
    (here / "odd.mjlog").write_text(log("<ODD/>"), "utf-8")
    (here / "bad.mjlog").write_text("bad", "utf-8")
    loud = convert("odd.mjlog", "bad.mjlog", "-o", "out")
    assert loud.stderr.startswith("mjlog: odd.mjlog: warning: ")
    assert "ODD" in loud.stderr.splitlines()[0]
    quiet = convert("-q", "odd.mjlog", "bad.mjlog", "-o", "out2")
    assert [line.split(":")[1] for line in quiet.stderr.splitlines()] == [" bad.mjlog"]
    one = convert("odd.mjlog")
    assert one.stderr == loud.stderr.splitlines(keepends=True)[0]
    assert convert("odd.mjlog", "-q").stderr == ""


@pytest.mark.parametrize("output", ["o.jsonl", "o.jsonl.gz", "o.json", "o"])
def test_warnings_of_any_output(here: Path, output: str) -> None:
    (here / "a.mjlog").write_text(log(), "utf-8")
    (here / "odd.mjlog").write_text(log("<ODD/>"), "utf-8")
    said = convert("a.mjlog", "odd.mjlog", "-o", output).stderr
    assert [line.split(": ")[1] for line in said.splitlines() if ": warning: " in line] == ["odd.mjlog"]


def test_the_first_warnings_are_told(here: Path) -> None:
    for number in range(12):
        (here / f"{number:02}.mjlog").write_text(log("<ODD/>"), "utf-8")
    told = convert("[0-9]*.mjlog", "-o", "out").stderr.splitlines()
    assert [line.split(":")[1] for line in told[:10]] == [f" {number:02}.mjlog" for number in range(10)]
    assert told[10] == "mjlog: more warnings are not told"
    assert len(told) == 13


def test_a_log_named_twice_is_converted_once(here: Path) -> None:
    (here / "logs").mkdir()
    (here / "logs" / "a.mjlog").write_bytes(SAMPLE)
    (here / "logs" / "b").mkdir()
    (here / "logs" / "b" / "c.mjlog").write_bytes(SAMPLE)
    (here / "link").symlink_to("logs")
    result = convert("logs", "logs/a.mjlog", "./logs/../logs/a.mjlog", "link/a.mjlog", "-o", "out")
    assert (result.exit_code, summary(result)) == (0, "2 converted, 3 skipped (3 twice), 0 failed")
    lines = convert("logs/b", "logs", "-o", "out.jsonl")
    assert (lines.exit_code, summary(lines)) == (0, "2 converted, 1 skipped (1 twice), 0 failed")


def test_two_logs_that_would_be_one_file(here: Path) -> None:
    (here / "logs").mkdir()
    for name in ["a.mjlog", "a.xml", "logs/a.mjlog"]:
        (here / name).write_bytes(SAMPLE)
    for others in (["a.mjlog", "a.xml"], ["logs", "a.mjlog"]):
        result = convert(*others, "-o", f"out-{others[0]}")
        assert result.exit_code == 1
        told = f"mjlog: {others[1]}: it would become a.json, as a log before it did: the first stays"
        assert result.stderr.splitlines()[0] == told
        assert summary(result) == "1 converted, 1 failed (1 duplicate)"


def test_names_are_those_of_the_files(here: Path) -> None:
    names = ["game.1.mjlog", "game.2.mjlog", "50%: x?.xml.gz", "2031010112gm-00a1-0000-0123abcd&tw=3.mjlog", "x.xml.xz"]
    (here / "logs" / "a.b").mkdir(parents=True)
    for name in names:
        (here / "logs" / "a.b" / name).write_bytes(SAMPLE)
    (here / "logs" / "a.b" / "x.xml.xz").write_bytes(lzma.compress(SAMPLE))
    (here / "logs" / f"{'麻' * 80}.xml").write_bytes(SAMPLE)
    assert convert("logs", "-o", "out").exit_code == 0
    long = next(name for name in files(here / "out") if name.startswith("麻"))
    assert files(here / "out") == [
        "a.b/2031010112gm-00a1-0000-0123abcd&tw=3.json",
        "a.b/50%: x?.json",
        "a.b/game.1.json",
        "a.b/game.2.json",
        "a.b/x.json",
        long,
    ]
    assert convert("logs", "-o", "months", "--by-month").exit_code == 1
    assert files(here / "months")[0] == "2031/01/2031010112gm-00a1-0000-0123abcd.json"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_of_stray_bytes(here: Path) -> None:
    (here / "logs").mkdir()
    for stray in (b"\xfe", b"\xff"):
        (here / "logs" / os.fsdecode(stray + b".mjlog")).write_bytes(SAMPLE)
    assert summary(convert("logs", "-o", "out")) == "2 converted, 0 failed"
    made = [os.fsencode(path.name) for path in Path("out").iterdir()]
    assert sorted(made) == [b".mjlog", b"\xfe.json", b"\xff.json"]


def test_indented_files(here: Path) -> None:
    for name in "ab":
        (here / f"{name}.mjlog").write_bytes(SAMPLE)
    assert convert("a.mjlog", "b.mjlog", "-o", "out", "--indent", 1).exit_code == 0
    indented = json.dumps(json.loads(PAIPU), ensure_ascii=False, indent=1) + "\n"
    assert [(here / "out" / name).read_text("utf-8") for name in files(here / "out")] == [indented] * 2


def test_several_logs_without_an_output_are_lines(here: Path) -> None:
    (here / "logs").mkdir()
    (here / "logs" / "a.mjlog").write_bytes(SAMPLE)
    (here / "b.mjlog").write_bytes(SAMPLE)
    for args in (["logs", "b.mjlog"], ["logs", "b.mjlog", "-o", "-"]):
        assert convert(*args).stdout_bytes == (PAIPU + b"\n") * 2


def test_other_logs_into_the_same_folder(here: Path) -> None:
    """What is there stays, and a name that is taken is told before anything is written."""
    for name in "abcd":
        (here / f"{name}.mjlog").write_bytes(SAMPLE)
    assert convert("a.mjlog", "b.mjlog", "-o", "out").exit_code == 0
    same = convert("a.mjlog", "b.mjlog", "-o", "out")
    assert (same.exit_code, "out was made before: --overwrite replaces it" in same.stderr) == (2, True)
    taken = convert("c.mjlog", "b.mjlog", "-o", "out")
    assert taken.exit_code == 2
    assert "b.json exists: --overwrite replaces it" in " ".join(taken.stderr.split())
    assert files(here / "out") == ["a.json", "b.json"]
    assert convert("c.mjlog", "d.mjlog", "-o", "out").exit_code == 0
    (here / "out" / "b.json").write_text("old")
    assert convert("c.mjlog", "b.mjlog", "-o", "out", "--overwrite").exit_code == 0
    assert files(here / "out") == [f"{name}.json" for name in "abcd"]
    assert (here / "out" / "b.json").read_bytes() == PAIPU


def test_an_input_is_never_overwritten(here: Path) -> None:
    for name in ["c.json", "c.txt", "l.jsonl"]:
        (here / name).write_bytes(SAMPLE)
    for args in (["c.json", "c.txt", "-o", "."], ["l.jsonl", "c.txt", "-o", "./l.jsonl"]):
        result = convert(*args, "--overwrite")
        assert (result.exit_code, "is an input" in result.stderr) == (2, True)
        assert files(here) == ["c.json", "c.txt", "l.jsonl"]
        assert {(here / name).read_bytes() for name in files(here)} == {SAMPLE}


def test_a_folder_goes_on_with_resume(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "logs" / "sub").mkdir(parents=True)
    names = [f"{'sub/' * (number % 2)}{number:03}" for number in range(300)]
    for name in names:
        (here / "logs" / f"{name}.mjlog").write_bytes(SAMPLE)

    def interrupt(_: bulk.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
        with pytest.raises(KeyboardInterrupt):
            bulk.convert(["logs"], "out", progress=interrupt, checkpoint=0, threads=1)
    assert 0 < len(files(here / "out")) < 300
    assert "was interrupted" in convert("logs", "-o", "out").stderr
    result = convert("logs", "-o", "out", "--resume")
    assert (result.exit_code, summary(result)) == (0, "300 converted, 0 failed")
    assert files(here / "out") == sorted(f"{name}.json" for name in names)
    assert {(here / "out" / name).read_bytes() for name in files(here / "out")} == {PAIPU}


def test_control_characters_of_a_name_are_written_out() -> None:
    assert "\x1b" not in convert("a\x1b[31m").stderr


# Wrong usage: exit 2, and nothing is written


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["logs", "-o", "a.mjlog"], "a.mjlog is no folder"),
        (["logs", "-o", "a.mjlog/out"], "is no folder"),
        (["a.mjlog", "-o", "a.mjlog"], "a.mjlog is an input"),
        (["a.mjlog", "-o", "./logs/../a.mjlog"], "is an input"),
        (["c.json", "c.txt", "-o", "."], "c.json is an input"),
        (["-", "a.mjlog", "-o", "out"], "- is standard input"),
        (["-", "-o", "logs"], "give -o a file"),
        (["-", "--log-id"], "standard input has none"),
        (["--log-id"], "standard input has none"),
        (["a.mjlog", "--player-format", "{nom}"], "{nom}"),
        (["a.mjlog", "--title", "\udcff"], "no text"),
        (["a.mjlog", "--indent", "-1"], "--indent"),
        (["a.mjlog", "--colour"], "--colour"),
        (["", "-o", "out"], "input is empty"),
        (["a.mjlog", "-o", ""], "-o needs"),
    ],
)
def test_wrong_usage(here: Path, args: list[str], said: str) -> None:
    (here / "logs").mkdir()
    for name in ["a.mjlog", "a.xml", "b.mjlog", "c.json", "c.txt", "logs/a.mjlog"]:
        (here / name).write_bytes(SAMPLE)
    before = files(here)
    result = convert(*args, data=SAMPLE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.split())
    assert files(here) == before
    assert {(here / name).read_bytes() for name in before} == {SAMPLE}
    assert not (here / "out").exists()


# What the system refuses: exit 1, one message


def test_a_missing_file() -> None:
    result = convert("gone.mjlog")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "mjlog: gone.mjlog: can't be read: No such file or directory\n"


def test_a_missing_output_folder(here: Path) -> None:
    result = convert("-o", "gone/out.json", data=SAMPLE)
    assert (result.exit_code, result.stderr.splitlines()) == (
        1,
        [f"mjlog: {Path('gone/out.json')}: No such file or directory"],
    )


def test_an_empty_folder(here: Path) -> None:
    (here / "logs").mkdir()
    result = convert("logs", "-o", "out")
    assert result.exit_code == 1
    assert result.stderr.startswith("mjlog: logs: no logs in this folder")


def test_a_folder_that_can_not_be_read(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["logs/a.mjlog", "logs/locked/b.mjlog"]:
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_bytes(SAMPLE)
    scandir = os.scandir

    def refuse(path: str | int) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    result = convert("logs", "-o", "out")
    locked = Path("logs", "locked")
    assert result.stderr.splitlines()[0] == f"mjlog: {locked}: can't be read: Permission denied"
    assert summary(result) == "1 converted, 1 failed (1 unreadable)"
    assert result.exit_code == 1


def test_a_file_that_fails_while_it_is_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    (here / "out.json").write_text("old")
    monkeypatch.setattr(Path, "replace", full)
    result = convert("-o", "out.json", data=SAMPLE)
    assert (result.exit_code, result.stderr) == (1, "mjlog: out.json: No space left on device\n")
    assert files(here) == ["out.json"]
    assert (here / "out.json").read_text() == "old"


def test_an_interrupted_write_leaves_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(Path, "replace", interrupt)
    result = convert("-o", "out.json", data=SAMPLE)
    assert (result.exit_code, result.stderr) == (130, "mjlog: interrupted\n")
    assert files(here) == []
