"""Files, folders, patterns and lists of them."""

import glob
import os
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.names import as_text, log_id_of, problem
from mjlog.bulk.sources.opening import entries_of_path
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["File", "entries_of_name", "files_of_name", "listed_files"]


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
            yield from entries_of_path(found.path, settings, asked=found.asked)
        elif settings.due():
            yield found


class File(NamedTuple):
    """A file that may hold logs."""

    path: str
    asked: bool
    """Whether it was named, and not only found in a folder."""


def files_of_name(name: str) -> Iterator[File | Entry]:
    """List a file, all files of a folder and below it, or what a pattern finds; and what can't be read, as entries."""
    if os.path.isdir(name):  # noqa: PTH112 - a str with its stray bytes
        yield from _in_folder(name)
    elif any(c in name for c in "*?[") and not os.path.lexists(name):
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


def _in_folder(folder: str) -> Iterator[File | Entry]:
    """List all below, sorted by name. Links to folders are not followed, so that none leads round in a circle."""
    try:
        with os.scandir(folder) as found:
            inside = sorted((item for item in found if not item.name.startswith(".")), key=lambda item: item.name)
    except OSError as error:
        yield Entry(log_id_of(folder), as_text(folder), problem(error))
        return
    for item in inside:
        try:
            is_folder = item.is_dir(follow_symlinks=False)
            is_file = item.is_file() or (item.is_symlink() and not item.is_dir() and not os.path.exists(item.path))  # noqa: PTH110
        except OSError:
            # Where it can't be told, reading it will.
            is_folder, is_file = False, True
        if is_folder:
            yield from _in_folder(item.path)
        elif is_file:
            yield File(item.path, asked=False)
