"""Files, folders, patterns and lists of them."""

import glob
import os
from collections.abc import Iterator
from typing import BinaryIO

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.names import as_text, log_id_of, problem
from mjlog.bulk.sources.opening import entries_of_path
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["entries_of_name", "listed_files"]


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
    """List a file, a folder with all below it, or what a pattern such as `logs/**/*.zip` finds."""
    if os.path.isdir(name):  # noqa: PTH112 - a str with its stray bytes
        yield from _in_folder(name, settings)
    elif any(c in name for c in "*?[") and not os.path.lexists(name):
        found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207
        if not found and settings.due():
            yield Entry(log_id_of(name), as_text(name), MjlogError("no file matches this pattern", "unreadable"))
        for path in found:
            if not os.path.isdir(path):  # noqa: PTH112
                yield from entries_of_path(path, settings)
            elif not name.endswith(("**", "**/")):
                yield from _in_folder(path, settings)
    else:
        yield from entries_of_path(name, settings)


def _in_folder(folder: str, settings: Settings) -> Iterator[Entry]:
    """List all below, sorted by name. Links to folders are not followed, so that none leads round in a circle."""
    try:
        with os.scandir(folder) as found:
            inside = sorted((item for item in found if not item.name.startswith(".")), key=lambda item: item.name)
    except OSError as error:
        if settings.due():
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
            yield from _in_folder(item.path, settings)
        elif is_file:
            yield from entries_of_path(item.path, settings, asked=False)
