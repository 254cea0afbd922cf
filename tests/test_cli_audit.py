"""`mjlog audit`: what it takes, what it says, how it ends."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mjlog
from mjlog.cli import main
from mjlog.cli.check_names import CHECK_NAMES
from sources import zipped
from test_audit import FORGED, SAMPLE

COMMAND = [sys.executable, "-m", "mjlog", "audit"]

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")


def audit(*args: object, data: str | bytes | None = None, lang: str = "C.UTF-8") -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, args)], input=data, env={"LC_ALL": lang})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("logs").mkdir()
    Path("logs/a.mjlog").write_text(SAMPLE)
    Path("logs/b.mjlog").write_text(FORGED)
    return tmp_path


def test_a_true_log() -> None:
    result = audit(data=SAMPLE)
    checks = sum(mjlog.audit(SAMPLE).checked.values())
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"1 log, 8 rounds, {checks:,} checks: 0 findings in 0 logs, 0 failed\n"
        "notes, by logs: note-no-seed 1 (--notes shows them)\n"
    )


@pytest.mark.parametrize(
    ("lang", "name", "check", "rule", "words"),
    [
        (
            *("en", "East 4, honba 1", "payment", mjlog.AUDIT_CHECKS["payment"]),
            ("round", "element", "expected", "1 finding in 1 log"),
        ),
        (*("ja", "東4局1本場", "payment 点数の授受", "点数の授受"), ("局", "要素", "正", "note-no-seed シードなし 2")),
    ],
)
def test_a_forged_payment(here: Path, lang: str, name: str, check: str, rule: str, words: tuple[str, ...]) -> None:
    result = audit("logs", "--lang", lang)
    (finding,) = mjlog.audit(FORGED).findings
    assert (result.exit_code, result.stderr) == (1, "")
    file, head, row, *_ = result.stdout.splitlines()
    assert file == "logs/b.mjlog"
    assert head.split()[0] == words[0]
    assert all(word in result.stdout for word in words)
    assert row.split() == [
        *name.split(),
        "AGARI",
        str(finding.offset),
        *check.split(),
        *finding.expected.split(),
        *finding.found.split(),
    ]
    assert f"1  payment  {rule}" in result.stdout.splitlines()[-2]


def test_every_check_has_a_japanese_name() -> None:
    assert [*CHECK_NAMES] == [*mjlog.AUDIT_CHECKS]
    assert len({*CHECK_NAMES.values()}) == len(CHECK_NAMES)


def test_the_example_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parent.parent / "docs" / "AUDIT.md").read_text(encoding="utf-8")
    _, true, forged, _ = page[page.index("sed 's/") :].split("/", 3)
    assert true in mjlog.sample().decode()
    Path("forged.mjlog").write_text(mjlog.sample().decode().replace(true, forged))
    assert audit("forged.mjlog", "--lang", "en").stdout in page
    row = json.loads(audit("--json", "-q", "forged.mjlog").stdout)
    assert all(f"`{key}`" in page for key in row)
    assert json.dumps(row["findings"][0]) in " ".join(page.split())


def test_findings_that_are_left_out_are_in_the_sums(here: Path) -> None:
    # Every discard is of the seat behind.
    behind = dict(zip("DEFG", "EFGD", strict=True))
    Path("logs/b.mjlog").write_text(re.sub(r"<([DEFG])(?=\d)", lambda tag: f"<{behind[tag[1]]}", SAMPLE))
    report = mjlog.audit(Path("logs/b.mjlog"))
    shown = audit("logs/b.mjlog", "--lang", "en").stdout
    assert report.left_out
    assert f"{len(report.findings) + report.left_out:,} findings in 1 log" in shown
    assert f"  and {report.left_out:,} more: of a check in a round four are kept" in shown


def test_notes(here: Path) -> None:
    shown = audit("logs/a.mjlog", "--notes")
    assert shown.exit_code == 0
    assert "note-no-seed" in shown.stdout.splitlines()[2]
    assert "--notes" not in shown.stdout


def test_json(here: Path) -> None:
    Path("logs/c.mjlog").write_text("nothing")
    result = audit("--json", "logs")
    assert result.exit_code == 1
    true, forged, bad = map(json.loads, result.stdout.splitlines())
    assert true == {"id": "a", "source": "logs/a.mjlog"} | mjlog.audit(SAMPLE).to_dict()
    assert forged == {"id": "b", "source": "logs/b.mjlog"} | mjlog.audit(FORGED).to_dict()
    assert (bad["id"], bad["ok"], bad["error"]["kind"]) == ("c", False, "not_xml")
    assert "logs/c.mjlog" in result.stderr
    assert "2 logs, 16 rounds" in result.stderr
    assert "logs, " not in audit("--json", "--quiet", "logs").stderr


def test_a_log_out_of_order(here: Path) -> None:
    """Only the audit reads it: `parse` refuses what stands before the first round."""
    Path("logs/a.mjlog").write_text("<mjloggm><T0/></mjloggm>")
    result = audit("logs")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("logs/a.mjlog\n")
    assert "2 logs, 8 rounds" in result.stdout


def test_ids_from_standard_input(here: Path) -> None:
    for lines, logs in (("\n \nb\n", 1), (" \n", 0)):
        result = audit("logs", "--ids", "-", data=lines)
        assert f"{logs} log" in result.stdout


def test_a_tar_whose_header_is_no_number(here: Path) -> None:
    info = tarfile.TarInfo("p.mjlog")
    info.size = len(SAMPLE)
    sparse = {"map": "x", "major": "1", "minor": "0", "realsize": "9"}
    info.pax_headers = {f"GNU.sparse.{name}": value for name, value in sparse.items()}
    with tarfile.open("a.tar", "w") as tar:
        tar.addfile(info, io.BytesIO(SAMPLE.encode()))
    result = audit("a.tar")
    assert (result.exit_code, result.stderr.splitlines()[0].split(": ")[:3]) == (
        1,
        ["mjlog", "a.tar", "the tar is damaged"],
    )


def test_many_failures_are_told_where_they_are_all(here: Path) -> None:
    for number in range(11):
        Path(f"logs/bad{number}.mjlog").write_text("no log")
    result = audit("logs")
    assert result.stderr.endswith("mjlog: more failures: --json lists all of them\n")
    assert sum("error" in json.loads(line) for line in audit("logs", "--json").stdout.splitlines()) == 11


def test_what_bulk_reads(here: Path) -> None:
    Path("a.zip").write_bytes(
        zipped({f"{n:03}.mjlog": SAMPLE.encode() for n in range(300)} | {"x.mjlog": FORGED.encode()})
    )
    Path("b.jsonl").write_text("".join(json.dumps({"id": f"j{n}", "log": SAMPLE}) + "\n" for n in range(3)))
    result = audit("--json", "a.zip", "b.jsonl", "--threads", 2)
    ids = [json.loads(line)["id"] for line in result.stdout.splitlines()]
    assert ids == [*(f"{n:03}" for n in range(300)), "x", "j0", "j1", "j2"]
    assert result.exit_code == 1
    assert audit("a.zip", "--limit", 300).stdout.startswith("300 logs, 2,400 rounds")
    Path("ids").write_text("x\n")
    assert audit("a.zip", "--ids", "ids").stdout.startswith("a.zip: x.mjlog\n")
    Path("list").write_text("logs/a.mjlog\n")
    assert audit("--files-from", "list").stdout.startswith("1 log, ")
    assert audit("logs", "--since", "2019").stdout.startswith("0 logs, ")


def test_logs_that_can_not_be_read(here: Path) -> None:
    result = audit("gone.mjlog", "logs/a.mjlog")
    assert result.exit_code == 1
    assert "gone.mjlog" in result.stderr
    assert result.stdout.startswith("1 log, ")
    assert "1 failed" in result.stdout


@pytest.mark.parametrize("args", [["--since", "x", "logs"], ["--threads", "0", "logs"], ["--nothing"], [""]])
def test_wrong_usage(here: Path, args: list[str]) -> None:
    result = audit(*args)
    assert (result.exit_code, result.stdout) == (2, "")


@needs_posix
def test_a_pipe_that_is_closed_midway(here: Path) -> None:
    Path("a.zip").write_bytes(zipped({f"{n}.mjlog": FORGED.encode() for n in range(2000)}))
    with subprocess.Popen([*COMMAND, "a.zip"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@needs_posix
def test_ctrl_c(here: Path) -> None:
    os.mkfifo("slow")
    with (
        subprocess.Popen([*COMMAND, "logs", "slow"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        Path("slow").open("wb"),  # waits until it is read
    ):
        process.send_signal(signal.SIGINT)
        _, complained = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complained.strip() == b"mjlog: interrupted"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here to read the memory from")
def test_memory_does_not_grow(here: Path) -> None:
    code = (
        "import re, sys; from mjlog.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)\n"
    )
    peaks = []
    for count in (1_000, 5_000):
        Path(f"{count}.zip").write_bytes(zipped({f"{n}.mjlog": SAMPLE.encode() for n in range(count)}))
        args = [sys.executable, "-c", code, "audit", "--json", f"{count}.zip"]
        done = subprocess.run(args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] - peaks[0] < 5_000, peaks


@pytest.mark.parametrize("twice", [["-", "--ids", "-"], ["--ids", "-"], ["a", "--ids", "-", "--files-from", "-"]])
def test_standard_input_is_read_once(twice: list[str]) -> None:
    result = audit(*twice, data=SAMPLE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "standard input can be only one" in result.stderr
