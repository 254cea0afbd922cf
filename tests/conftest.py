"""What the tests need from outside (real logs, node, root), and what each referee compared."""

import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

import nodejs
from shared import Corpus

# A busy machine is slow: no deadline.
settings.register_profile("mjlog", deadline=None, max_examples=300)
settings.load_profile("mjlog")

Compared = Callable[[str, int, str], None]

Telling = Callable[[str, str], None]

COMPARED = pytest.StashKey[Counter[tuple[str, str]]]()
TOLD = pytest.StashKey[dict[str, list[str]]]()


def missing(what: str) -> NoReturn:
    """Skip, saying why. With MJLOG_REQUIRE=1 nothing may be missing."""
    if os.environ.get("MJLOG_REQUIRE") == "1":
        pytest.fail(f"{what} (and MJLOG_REQUIRE=1 wants it)", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder with corpus, hands and cases."""
    named = os.environ.get("MJLOG_SHARED")
    if not named:
        missing("MJLOG_SHARED does not name the folder with the real logs")
    folder = Path(named).resolve()
    if not (folder / "corpus" / "index.jsonl").is_file():
        missing(f"MJLOG_SHARED={named} holds no corpus/index.jsonl")
    return folder


@pytest.fixture(scope="session")
def corpus(shared_folder: Path) -> Corpus:
    return Corpus(shared_folder / "corpus")


@pytest.fixture(scope="session")
def node() -> nodejs.Node:
    executable = shutil.which("node")
    if executable is None:
        missing("no node on the PATH")
    if not (nodejs.FOLDER / "node_modules").is_dir():
        missing("tests/node has no node_modules: run `npm ci` there")
    return nodejs.Node(executable)


@pytest.fixture
def root() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        missing("needs root")


@pytest.fixture
def compared(pytestconfig: pytest.Config) -> Compared:
    """compared(referee, count, noun): a line of the summary."""
    counts = pytestconfig.stash.setdefault(COMPARED, Counter())

    def count(referee: str, number: int, noun: str) -> None:
        counts[referee, noun] += number

    return count


@pytest.fixture(scope="session")
def tell(pytestconfig: pytest.Config) -> Telling:
    """tell(section, line): a line of a section of the summary."""
    sections = pytestconfig.stash.setdefault(TOLD, {})
    return lambda section, line: sections.setdefault(section, []).append(line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash.get(COMPARED, None)
    if counts:
        terminalreporter.section("referees")
        for (referee, noun), number in counts.items():
            terminalreporter.write_line(f"{referee}: {number} {noun} compared")
    for section, lines in config.stash.get(TOLD, {}).items():
        terminalreporter.section(section)
        for line in lines:
            terminalreporter.write_line(line)
