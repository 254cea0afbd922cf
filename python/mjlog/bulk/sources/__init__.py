"""Where logs come from: files, folders, archives, databases, tables, told apart by their content.

>>> from io import BytesIO
>>> import mjlog
>>> [(entry.source, len(entry.data)) for entry in iter_entries([BytesIO(mjlog.sample())])]
[('input', 6461)]
"""

import datetime
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import BinaryIO, TypeAlias

from mjlog.bulk.places import Passed
from mjlog.bulk.records import Entry
from mjlog.bulk.sources.files import File, entries_of_name, files_of_name, listed_files
from mjlog.bulk.sources.names import as_text, log_id_of
from mjlog.bulk.sources.opening import entries_of_file, entries_of_path
from mjlog.bulk.sources.settings import Counts, Limits, Settings, day_of
from mjlog.bulk.sources.zips import read_zip_member
from mjlog.errors import MjlogError

__all__ = [
    "Counts",
    "File",
    "Limits",
    "Source",
    "files_of_name",
    "iter_entries",
    "listed_files",
    "log_id_of",
    "read_zip_member",
]

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A file, a folder or a pattern by its name, or a file open in binary mode."""


def iter_entries(
    sources: Iterable[Source | File],
    *,
    since: str | datetime.date | None = None,
    until: str | datetime.date | None = None,
    ids: Collection[str] | None = None,
    sql_table: str | None = None,
    id_column: str | None = None,
    log_column: str | None = None,
    skip: int = 0,
    passed: Passed | None = None,
    limits: Limits | None = None,
    counts: Counts | None = None,
) -> Iterator[Entry]:
    """List the logs of all sources, in an order that is the same each time.

    Nothing that is wrong with a log or a source ends the list: it is an entry whose data is an `MjlogError`.

    Args:
        sources: names of files, folders and patterns, and files open in binary mode; of any kind, mixed;
            or what `files_of_name` found.
        since: only logs from this day on, such as `2019-01-31` or `2019013122`, by id, or else by the row's date.
        until: only logs up to this day or hour, which is included.
        ids: only logs of these ids.
        sql_table: the table of a database that holds logs, where it is not one of those that are known.
        id_column: its column, or the key or column of JSON lines and Parquet, that holds the id.
        log_column: the one that holds the log.
        skip: how many entries to pass over at the start.
        passed: what was done before, in place of `skip`; the last of that comes once more.
        limits: how much an archive may ask for.
        counts: is told what was passed over without being an error.

    Raises:
        ValueError: `since` or `until` is no date, or `skip` is negative.
        TypeError: a source is none.
        ChangedSourcesError: a database that was `passed` stands at another place.

    """
    if skip < 0:
        raise ValueError("skip must be 0 or more")
    settings = Settings(
        since=day_of(since, "since"),
        until=day_of(until, "until"),
        ids=None if ids is None else frozenset(ids),
        sql_table=sql_table,
        id_column=id_column,
        log_column=log_column,
        limits=limits or Limits(),
        counts=counts if counts is not None else Counts(),
        skip=skip if passed is None else max(passed.entries - 1, 0),
        passed=passed or Passed(),
    )
    return _entries(sources, settings)


def _entries(sources: Iterable[Source | File], settings: Settings) -> Iterator[Entry]:
    for source in sources:
        asked = True
        if isinstance(source, File):
            where, asked, folder = source
            found = entries_of_path(where, settings, asked=asked, folder=folder)
        elif isinstance(source, (str, os.PathLike)):
            where = os.fspath(source)
            found = entries_of_name(where, settings)
        elif hasattr(source, "read"):
            where = _called(source)
            found = entries_of_file(where, source, settings)
        else:
            raise TypeError(f"a source is a name or a file open in binary mode, not {type(source).__name__}")
        before = settings.seen
        yield from found
        if settings.seen == before and asked:
            settings.seen += 1
            if settings.due():
                what = "no logs in this folder" if os.path.isdir(where) else "no log in this source"  # noqa: PTH112
                yield Entry(log_id_of(where), as_text(where), MjlogError(what, "no_log"))


def _called(file: BinaryIO) -> str:
    if sys.stdin is not None and file is sys.stdin.buffer:
        return "standard input"
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else "input"
