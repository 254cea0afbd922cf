"""Files, folders, patterns and lists of them."""

import glob
import heapq
import os
import stat
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.names import as_text, log_id_of, problem
from mjlog.bulk.sources.opening import entries_of_path
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["File", "entries_of_name", "files_of_name", "is_pattern", "listed_files"]

_RUN = 4096
"""Names of a folder that are sorted at once."""


def listed_files(file: BinaryIO) -> Iterator[str]:
    """Give the names in a list: one a line, or with a zero byte behind each, as `find -print0` writes them."""
    rest = b""
    between = b"\n"
    while piece := file.read(1 << 16):
        if b"\0" in piece:
            between = b"\0"
        *whole, rest = (rest + piece).split(between)
        yield from filter(None, map(_name, whole))
    if name := _name(rest):
        yield name


def _name(raw: bytes) -> str:
    return os.fsdecode(raw.removesuffix(b"\r"))


def entries_of_name(name: str, settings: Settings) -> Iterator[Entry]:
    """List what a file, a folder or a pattern such as `logs/**/*.zip` holds."""
    for found in files_of_name(name):
        if not isinstance(found, Entry):
            yield from entries_of_path(found.path, settings, asked=found.asked, folder=found.folder)
        elif settings.due():
            yield found


def is_pattern(name: str) -> bool:
    """Tell whether a name may stand for several files, where none is called so."""
    return any(sign in name for sign in "*?[")


class File(NamedTuple):
    """A file that may hold logs."""

    path: str
    asked: bool
    """Whether it was named, and not only found in a folder."""
    folder: str = ""
    """Where it stands below the folder that was named."""


def files_of_name(name: str) -> Iterator[File | Entry]:
    """List a file, all files of a folder and below it, or what a pattern finds; and what can't be read, as entries."""
    if os.path.isdir(name):  # noqa: PTH112 - a str with its stray bytes
        yield from _in_folder(name)
    elif is_pattern(name) and not os.path.lexists(name):
        found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207
        if not found:
            yield Entry(log_id_of(name), as_text(name), MjlogError("no file matches this pattern", "unreadable"))
        for path in found:
            if not os.path.isdir(path):  # noqa: PTH112
                yield File(path, asked=True)
            elif not name.endswith(("**", "**/")):
                yield from _in_folder(path)
    else:
        yield File(name, asked=True)


def _in_folder(folder: str, below: str = "") -> Iterator[File | Entry]:
    """List all below, sorted by name. Links to folders are not followed, so that none leads round in a circle."""
    others: set[str] = set()

    def names(found: Iterable[os.DirEntry[str]]) -> Iterator[str]:
        for item in found:
            if not item.name.startswith("."):
                if not _is_plain_file(item):
                    others.add(item.name)
                yield item.name

    try:
        with os.scandir(folder) as found:
            files = _in_order(names(found))
    except OSError as error:
        yield Entry(log_id_of(folder), as_text(folder), problem(error))
        return
    for name in files:
        path = os.path.join(folder, name)  # noqa: PTH118
        if name not in others or _leads_to_a_file(path):
            yield File(path, asked=False, folder=below)
        elif os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
            yield from _in_folder(path, f"{below}/{name}" if below else name)


def _in_order(names: Iterable[str]) -> Iterator[str]:
    """Sort names of which there may be millions: they are kept in packed runs, and those merged."""
    runs, run = [], []
    for name in names:
        run.append(name)
        if len(run) == _RUN:
            runs.append("\0".join(sorted(run)))
            run = []
    return heapq.merge(sorted(run), *map(_unpacked, runs))


def _unpacked(run: str) -> Iterator[str]:
    at = 0
    while (end := run.find("\0", at)) >= 0:
        yield run[at:end]
        at = end + 1
    yield run[at:]


def _is_plain_file(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_file(follow_symlinks=False)
    except OSError:
        return False


def _leads_to_a_file(path: str) -> bool:
    """Tell whether a link leads to a file, or nowhere, which reading it will tell."""
    try:
        return os.path.islink(path) and stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH114, PTH116
    except OSError:
        return True
