"""What the documents show is what happens: their examples run, their tables are the code's."""

import doctest
import gzip
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mjlog
from games import cut_after_a_round, games
from mjlog._core import error_kinds
from sources import houou, log_id, zipped

ROOT = Path(__file__).resolve().parent.parent
READMES = ["README.md", "README.ja.md"]
PAGES = sorted(p.relative_to(ROOT).as_posix() for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@pytest.mark.parametrize("page", READMES)
def test_examples_in_python(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert not result.failed


@pytest.mark.parametrize("name", ["mjlog", "mjlog.xml"])
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


def commands(page: str) -> list[tuple[str, list[str]]]:
    """Commands that are shown, each with the output that is shown behind it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    parts = [part.splitlines() for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)]
    return [(re.sub(r"\s+#.*", "", part[0]), part[1:]) for part in parts if part and part[0].startswith("mjlog")]


def run_shown(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = re.sub(r"\bmjlog (?=[a-z])", lambda _: f"{shlex.quote(sys.executable)} -m mjlog ", command)
    return subprocess.run(line, shell=True, cwd=folder, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("page", READMES)
def test_examples_on_the_command_line(page: str, tmp_path: Path) -> None:
    (tmp_path / "game.mjlog").write_bytes(mjlog.sample())
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.mjlog").write_bytes(mjlog.sample())
    (tmp_path / "logs" / "b.xml").write_bytes(mjlog.sample())
    shown = [command for command, output in commands(page) if not output]
    assert len(shown) == 8
    for command in shown:
        done = run_shown(command, tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / "game.json").stat().st_size > 10_000
    assert sorted(p.name for p in (tmp_path / "paipu").glob("*.json")) == ["a.json", "b.json"]


def made_up(first: int, count: int) -> dict[str, bytes]:
    """So many games, packed, under ids of their own, of days all over the year."""
    ids = [log_id(n, f"2019{n % 12 + 1:02}{n % 28 + 1:02}") for n in range(first, first + count)]
    return {key: gzip.compress(log, mtime=0) for key, log in zip(ids, games(count), strict=True)}


def make_archives(folder: Path) -> None:
    """The archives of the READMEs: a folder, a zip with a log that is cut and one that is empty, a database.

    They hold the same games. Of those of the database every ninth was fetched before it was over.
    """
    (folder / "logs").mkdir()
    for key, log in made_up(0, 300).items():
        (folder / "logs" / f"{key}.mjlog").write_bytes(log)
    year = {f"2019/{key}.mjlog": log for key, log in made_up(300, 500).items()}
    cut, empty = list(year)[100:102]
    year[cut], year[empty] = year[cut][:300], b""
    (folder / "2019.zip").write_bytes(zipped(year))
    fetched = made_up(800, 400)
    for key in list(fetched)[4::9]:
        fetched[key] = gzip.compress(cut_after_a_round(gzip.decompress(fetched[key])), mtime=0)
    houou(folder / "houou.db", fetched)


def without_sizes(line: str) -> str:
    """Leave out what depends on the machine, and on the versions of zlib and zstd."""
    return re.sub(r"[\d.,]+ (kB|MB|s\b|logs/s)", r"\1", line)


@pytest.mark.parametrize("page", READMES)
def test_archives_give_what_is_shown(page: str, tmp_path: Path) -> None:
    make_archives(tmp_path)
    shown = [(command, output) for command, output in commands(page) if output]
    assert [command.split()[2] for command, _ in shown] == ["logs/", "2019.zip", "houou.db"]
    for command, output in shown:
        done = run_shown(command, tmp_path)
        assert done.returncode == ("--errors" in command), (command, done.stderr)
        said = done.stdout + done.stderr
        assert list(map(without_sizes, said.splitlines())) == list(map(without_sizes, output)), command
    assert len((tmp_path / "failed.jsonl").read_bytes().splitlines()) == 2
    assert len(list(tmp_path.glob("paipu-2019/2019/*/*.json"))) == 86


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


def test_every_kind_of_error_is_documented() -> None:
    page = (ROOT / "docs" / "ERRORS.md").read_text(encoding="utf-8")
    for kind, meaning, remedy in error_kinds():
        assert f"| `{kind}` | {meaning} | {remedy} |" in page


def test_every_difference_has_its_test() -> None:
    page = (ROOT / "docs" / "DIFFERENCES.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 15
    defined = {
        name
        for path in (ROOT / "tests").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named <= defined, named - defined
