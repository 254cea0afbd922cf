"""What the documents show is what happens: their examples run, their tables are the code's."""

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mjlog
from mjlog._core import error_kinds

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


def commands(page: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("$ mjlog")]
    return [re.sub(r"\s+#.*", "", line[2:]) for line in lines]


@pytest.mark.parametrize("page", READMES)
def test_examples_on_the_command_line(page: str, tmp_path: Path) -> None:
    (tmp_path / "game.mjlog").write_bytes(mjlog.sample())
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.mjlog").write_bytes(mjlog.sample())
    (tmp_path / "logs" / "b.xml").write_bytes(mjlog.sample())
    shown = commands(page)
    assert len(shown) == 8
    program = f"{shlex.quote(sys.executable)} -m mjlog "
    for command in shown:
        line = re.sub(r"\bmjlog (?=[a-z])", lambda _: program, command)
        done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, (command, done.stderr.decode())
    assert (tmp_path / "game.json").stat().st_size > 10_000
    assert sorted(p.name for p in (tmp_path / "paipu").iterdir()) == ["a.json", "b.json"]


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
