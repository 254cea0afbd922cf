"""Where logs come from: files, folders, standard input."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

__all__ = ["STDIN", "Input", "as_text", "find_inputs", "is_folder", "or_stdin", "refuse_archive"]

STDIN = "-"
"""How standard input is called on the command line."""

_LOGS = {"", ".gz", ".mjlog", ".xml", ".txt"}


@dataclass(frozen=True, slots=True)
class Input:
    """One log to read."""

    path: Path | None
    """Its file; None for standard input."""

    def __str__(self) -> str:
        """Its name in messages."""
        return "standard input" if self.path is None else str(self.path)

    def read(self) -> bytes:
        """All its bytes.

        Raises:
            OSError: it can't be read.

        """
        if self.path is not None:
            return self.path.read_bytes()
        return stdin_buffer().read()


def as_text(name: str) -> str:
    """Turn a file's name into text that UTF-8 can hold: stray bytes become U+FFFD."""
    return os.fsencode(name).decode("utf-8", "replace")


def stdin_buffer() -> BinaryIO:
    """Give standard input, for bytes.

    Raises:
        click.UsageError: it is closed.

    """
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin.buffer


def or_stdin(names: tuple[str, ...], command: str) -> tuple[str, ...]:
    """Give the inputs asked for, or standard input where there are none and something is piped in.

    Raises:
        click.UsageError: nothing was asked for or piped in, or `-` stands among others.

    """
    if "" in names:
        raise click.UsageError("the name of an input is empty")
    if len(names) > 1 and STDIN in names:
        raise click.UsageError("- is standard input: it can't stand among other inputs")
    if not names and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError(f"no input: give a file, or pipe a log in, as in `mjlog sample | mjlog {command}`")
    return names or (STDIN,)


def refuse_archive(data: bytes) -> None:
    """Tell what holds logs from a log; of a tar, the first log in it would be read.

    Raises:
        ValueError: it is an archive, a database or a table, or packed otherwise than with gzip.

    """
    if data.startswith(b"<"):
        return
    from mjlog.bulk.sources.kinds import HEAD, Kind, gunzipped, kind_of  # noqa: PLC0415 - loaded when it is needed

    head = data[:HEAD]
    kind = kind_of(head)
    if kind is Kind.GZIP:
        head = gunzipped(head)
        kind = kind_of(head)
    if kind not in (Kind.LOG, Kind.GZIP) and (kind is not Kind.JSONL or b"mjloggm" in head):
        raise ValueError(f"this is {kind.value}, not a log as it is or gzipped: mjlog audit and mjlog convert read it")


def find_inputs(names: Iterable[str], failed: Callable[[str, Exception], None]) -> Iterator[Input]:
    """List the logs that these files and folders name: of a folder every log in it and below, sorted.

    A log in a folder is a file that ends in .mjlog, .xml, .gz, .txt or has no ending, and is not hidden.
    `failed` is told of folders that can't be read or hold no log; a file that is not there is
    listed all the same, and fails when it is read.
    """
    for name in names:
        path = Path(name)
        if name == STDIN:
            yield Input(None)
        elif is_folder(path):
            yield from _in_folder(path, failed)
        else:
            yield Input(path)


def is_folder(path: Path) -> bool:
    """Tell whether it is a folder, as far as can be seen."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _may_be_file(path: Path) -> bool:
    # Where it can't be told, reading it will.
    try:
        return path.is_file()
    except OSError:
        return True


def _in_folder(top: Path, failed: Callable[[str, Exception], None]) -> list[Input]:
    unreadable: list[OSError] = []
    found = []
    for folder, below, files in os.walk(top, onerror=unreadable.append):
        below[:] = [name for name in below if not name.startswith(".")]
        paths = (Path(folder, name) for name in files if not name.startswith("."))
        found += [path for path in paths if path.suffix.lower() in _LOGS and _may_be_file(path)]
    for error in unreadable:
        failed(str(error.filename or top), error)
    if not found and not unreadable:
        failed(str(top), FileNotFoundError(f"no logs in this folder ({', '.join(sorted(_LOGS - {''}))} or no ending)"))
    found.sort(key=lambda path: path.parts)
    return [Input(path) for path in found]
