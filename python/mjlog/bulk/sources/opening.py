"""One source of any kind: what it is, told by its content, decides who lists it."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, cast

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.kinds import HEAD, Kind, gunzipped, kind_of
from mjlog.bulk.sources.lines import line_entries
from mjlog.bulk.sources.members import Archive, Verdict, verdict
from mjlog.bulk.sources.names import as_text, log_id_of, name_of, problem
from mjlog.bulk.sources.parquet import parquet_entries
from mjlog.bulk.sources.settings import Settings
from mjlog.bulk.sources.sql import sql_entries
from mjlog.bulk.sources.streams import Stream, unpacking
from mjlog.bulk.sources.tars import tar_entries
from mjlog.bulk.sources.zips import spool, zip_entries
from mjlog.errors import MjlogError

__all__ = ["entries_of_file", "entries_of_path", "told"]

_COATS = 3
"""How often one file may be compressed."""


def told(where: str, settings: Settings, entries: Callable[[], Iterator[Entry]]) -> Iterator[Entry]:
    """List entries; what breaks the source off is an entry itself."""
    try:
        yield from entries()
    except MjlogError as error:
        if settings.due():
            yield Entry(log_id_of(where.rsplit(": ", 1)[-1]), where, error)
    except OSError as error:
        if settings.due():
            yield Entry(log_id_of(where.rsplit(": ", 1)[-1]), where, problem(error))


def entries_of_path(path: str, settings: Settings, *, asked: bool = True, folder: str = "") -> Iterator[Entry]:
    """List what a file holds; where no one `asked` for it by its name, only if it is called or looks like a source.

    `folder` is where it stands below the one that was named.
    """
    where = as_text(path)
    return told(where, settings, lambda: _of_path(path, where, settings, asked=asked, folder=folder))


def entries_of_file(where: str, file: BinaryIO, settings: Settings) -> Iterator[Entry]:
    """List what a file holds that is open in binary mode."""
    return told(where, settings, lambda: _of_stream(where, where, Stream(file), settings))


def _of_path(path: str, where: str, settings: Settings, *, asked: bool, folder: str) -> Iterator[Entry]:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a str with its stray bytes
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            yield from _of_stream(where, path, Stream(cast("BinaryIO", file)), settings)
            return
        head = file.read(1 << 16)
        found = verdict(path, head[:HEAD])
        if found is Verdict.IGNORED and not asked:
            return
        kind = kind_of(head[:HEAD])
        if kind is Kind.SQLITE:
            yield from sql_entries(path, where, settings)
        elif kind is Kind.PARQUET:
            yield from parquet_entries(path, where, settings)
        elif kind is Kind.ZIP:
            with Path(path).open("rb") as again:
                yield from zip_entries(_archive(where, settings, 0, os.path.abspath(path)), again)  # noqa: PTH100
        elif found is Verdict.LOG or (found is Verdict.IGNORED and kind in (Kind.LOG, Kind.GZIP)):
            log_id = log_id_of(path)
            if settings.wants(log_id):
                data = _content(file, head, status.st_size, settings)
                yield Entry(log_id, where, data, None, name_of(path, folder))
        else:
            file.seek(0)
            for entry in _of_stream(where, path, Stream(cast("BinaryIO", file)), settings):
                # One that is called as the file is no member of it.
                yield entry._replace(name=name_of(path, folder)) if entry.source == where else entry


def _content(file: BinaryIO, head: bytes, size: int, settings: Settings) -> bytes | MjlogError:
    reason = settings.limits.refuse(size, size)
    if reason is not None:
        return MjlogError(f"the file is not read: {reason}", "too_large")
    try:
        return head if size <= len(head) else head + file.readall()  # type: ignore[attr-defined]
    except OSError as error:
        return problem(error)


def _archive(where: str, settings: Settings, depth: int, path: str | None = None) -> Archive:
    def unpacked(where: str, name: str, content: Iterator[bytes], depth: int) -> Iterator[Entry]:
        with spool(content, settings.limits) as file:
            yield from _of_stream(where, name, Stream(file), settings, depth=depth)

    def nested(where: str, name: str, content: Iterator[bytes], depth: int) -> Iterator[Entry]:
        return told(where, settings, lambda: unpacked(where, name, content, depth))

    return Archive(where, settings, nested, depth, path)


def _of_stream(
    where: str, name: str, file: Stream, settings: Settings, *, depth: int = 0, coats: int = 0
) -> Iterator[Entry]:
    kind = kind_of(file.head)
    if kind in (Kind.ZIP, Kind.TAR) and depth > settings.limits.nesting:
        raise MjlogError(f"archives in archives more than {settings.limits.nesting} deep are not opened", "archive")
    if kind is Kind.ZIP:
        with spool(_pieces(file), settings.limits) as unpacked:
            yield from zip_entries(_archive(where, settings, depth), unpacked)
    elif kind is Kind.TAR:
        yield from tar_entries(_archive(where, settings, depth), file)
    elif kind is Kind.JSONL:
        yield from line_entries(where, name, file, settings)
    elif kind in (Kind.SQLITE, Kind.PARQUET):
        raise MjlogError("a database has to be a file of its own: save or unpack it first", "archive")
    elif kind.packed and not (kind is Kind.GZIP and kind_of(gunzipped(file.head)) is Kind.LOG):
        if coats == _COATS:
            raise MjlogError(f"files that are compressed more than {_COATS} times are not opened", "archive")
        with closing(unpacking(file, kind)) as inner:
            yield from _of_stream(where, name, inner, settings, depth=depth, coats=coats + 1)
    elif settings.wants(log_id_of(name)):
        data = file.read(settings.limits.log_size + 1)
        if len(data) > settings.limits.log_size:
            message = f"it is larger than {settings.limits.log_size} bytes, which is the limit"
            raise MjlogError(f"the log is not read: {message}", "too_large")
        yield Entry(log_id_of(name), where, data)


def _pieces(file: Stream) -> Iterator[bytes]:
    while piece := file.read(1 << 20):
        yield piece
