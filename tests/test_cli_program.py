"""The command as a process: help, pipes, Ctrl+C, full disks. There is never a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import mjlog
from mjlog._core import error_kinds
from mjlog.cli import main
from mjlog.cli.problems import Report

COMMAND = [sys.executable, "-m", "mjlog"]
SAMPLE = mjlog.sample()
PAIPU = mjlog.convert_json(SAMPLE)

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")


def mjlog_process(*args: str, data: bytes = b"", **env: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([*COMMAND, *args], input=data, capture_output=True, env={**os.environ, **env}, check=False)


# Help


def test_version() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"mjlog {mjlog.__version__}\n"


def test_the_library_does_not_load_the_command() -> None:
    code = "import mjlog, sys; print([m for m in ('click', 'rich', 'mjlog.cli') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code]).strip() == b"[]"


@pytest.mark.parametrize("command", [[], ["audit"], ["convert"], ["explain"], ["info"], ["sample"]])
def test_help(command: list[str]) -> None:
    result = CliRunner().invoke(main, [*command, "-h"], prog_name="mjlog")
    assert result.exit_code == 0
    assert result.output.startswith(" ".join(["Usage: mjlog", *command]))
    assert "Example" in result.output
    assert "牌" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize("line", ["mjlog explain 42059", "mjlog explain --tile 16", "mjlog sample"])
def test_examples_of_the_help_run(line: str) -> None:
    assert CliRunner().invoke(main, line.split()[1:]).exit_code == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
def test_output_is_utf8_in_every_locale(encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    assert mjlog_process("convert", data=SAMPLE, **env).stdout == PAIPU + b"\n"
    for command in (["--help"], ["info", "--lang", "ja"], ["explain", "--lang", "ja", "42059"]):
        result = mjlog_process(*command, data=SAMPLE, **env)
        assert (result.returncode, result.stderr) == (0, b"")
        assert "牌" in result.stdout.decode() or "終局" in result.stdout.decode()


# sample


def test_sample() -> None:
    result = mjlog_process("sample")
    assert (result.returncode, result.stdout, result.stderr) == (0, SAMPLE, b"")


def test_sample_through_a_pipe() -> None:
    with subprocess.Popen([*COMMAND, "sample"], stdout=subprocess.PIPE) as sample:
        paipu = subprocess.check_output([*COMMAND, "convert"], stdin=sample.stdout)
    assert json.loads(paipu) == mjlog.convert(SAMPLE)


# A pipe that no one reads


@needs_posix
@pytest.mark.parametrize(
    "args",
    [
        ["audit"],
        ["audit", "--json"],
        ["convert"],
        ["convert", "--indent", "1"],
        ["info"],
        ["info", "--json"],
        ["explain", "0"],
        ["sample"],
        ["--help"],
    ],
)
def test_a_closed_pipe_is_quiet(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([*COMMAND, *args], input=SAMPLE, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


@needs_posix
def test_a_pipe_that_is_closed_midway(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f"{number}.mjlog").write_bytes(SAMPLE)
    with subprocess.Popen([*COMMAND, "info", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@needs_posix
def test_nobody_reads_the_messages(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    args = ["convert", "gone", "gone2", "-o", str(tmp_path)]
    result = subprocess.run([*COMMAND, *args], stdout=subprocess.PIPE, stderr=writing, check=False)
    os.close(writing)
    assert (result.returncode, result.stdout) == (141, b"")


# Full and closed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("args", [["audit"], ["convert"], ["info"], ["explain", "0"], ["sample"], ["--help"]])
def test_a_full_disk(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([*COMMAND, *args], input=SAMPLE, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (1, b"mjlog: standard output: No space left on device\n")


@needs_posix
@pytest.mark.parametrize("command", ["sample", "audit", "convert", "convert --limit 1", "info"])
def test_a_closed_output(command: str) -> None:
    line = f'"{sys.executable}" -m mjlog {command} >&-'
    result = subprocess.run(["sh", "-c", line], input=SAMPLE, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (1, b"mjlog: standard output: Bad file descriptor\n")


@needs_posix
@pytest.mark.parametrize(
    "command",
    [
        *("audit", "convert", "info", "audit -", "convert -", "info -", "convert - --limit 1"),
        *("audit --files-from -", "convert --files-from -", "audit . --ids -"),
    ],
)
def test_a_closed_input_is_no_input(command: str) -> None:
    line = f'"{sys.executable}" -m mjlog {command} <&-'
    result = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (2, b"")


@needs_posix
@pytest.mark.parametrize("command", ["audit", "convert", "info"])
def test_a_terminal_gets_a_hint(command: str) -> None:
    terminal, inside = os.openpty()
    result = subprocess.run([*COMMAND, command], stdin=inside, capture_output=True, timeout=60, check=False)
    os.close(inside)
    os.close(terminal)
    assert (result.returncode, result.stdout) == (2, b"")
    assert f"`mjlog sample | mjlog {command}`".encode() in b" ".join(result.stderr.split())


# Ctrl+C


@needs_posix
def test_ctrl_c(tmp_path: Path) -> None:
    log, slow, out = tmp_path / "a.mjlog", tmp_path / "b.mjlog", tmp_path / "out"
    log.write_bytes(SAMPLE)
    os.mkfifo(slow)
    args = ["convert", str(log), str(slow), "-o", str(out)]
    with (
        subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        slow.open("wb"),  # waits until it is read
    ):
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"")
    assert complained.strip() == b"mjlog: interrupted; the same command with --resume goes on"
    assert not out.exists()


# Hints


@pytest.mark.parametrize("name", main.list_commands(click.Context(main)))
def test_hints_name_only_options_that_the_command_has(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    with click.Context(command):
        report = Report()
        for kind, _, remedy in error_kinds():
            report.failed("log", mjlog.MjlogError("wrong", kind))
            assert remedy.count("`") % 2 == 0
    options = {option for one in command.params for option in one.opts}
    told = capsys.readouterr().err
    hints = [line for line in told.splitlines() if line.startswith("  hint: ")]
    assert len(hints) > 15
    assert {option for line in hints for option in re.findall(r"--[a-z-]+", line)} <= options
    assert not re.search(r"`(partial|limits|strict|sql_table|log_column)`", told)
    assert ("`--partial` takes what is there" in told) == ("--partial" in options)
