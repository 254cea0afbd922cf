"""Logs and paipu one by one."""

import os
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, cast

import mjlog
from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.sources import Limits, Source, iter_entries, read_zip_member
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from mjlog.paipu import Paipu

__all__ = ["iter_logs", "iter_paipu", "listed", "read_entry"]


def listed(sources: Source | Iterable[Source]) -> list[Source]:
    """Make a list of one source or many; an open file is one, though it can be iterated."""
    if isinstance(sources, (str, os.PathLike)) or hasattr(sources, "read"):
        return [cast("Source", sources)]
    return list(sources)


def read_entry(entry: Entry) -> bytes | MjlogError:
    """Give a log's bytes, as they are stored, or why it can't be read."""
    if not isinstance(entry.data, ZipMember):
        return entry.data
    try:
        return read_zip_member(entry.data)
    except MjlogError as error:
        return error


def iter_logs(
    sources: Source | Iterable[Source],
    *,
    since: str | date | None = None,
    until: str | date | None = None,
    ids: Collection[str] | None = None,
    sql_table: str | None = None,
    id_column: str | None = None,
    log_column: str | None = None,
    limits: Limits | None = None,
) -> Iterator[tuple[str, bytes | MjlogError]]:
    """Give each log's id and its bytes, perhaps gzipped, as `mjlog.convert`, `parse` and `convert_batch` take them.

    Args:
        sources: as in `convert`; the other arguments too.
        since: only logs from this day on.
        until: only logs up to this day.
        ids: only logs of these ids.
        sql_table: the table of a database that holds the logs.
        id_column: its column that holds the id.
        log_column: its column that holds the log.
        limits: how much an archive or a log may ask for.

    Yields:
        Pairs; in place of a log that can't be read, an MjlogError that says why.

    """
    limits = limits or Limits()
    for entry in iter_entries(
        listed(sources),
        since=since,
        until=until,
        ids=ids,
        sql_table=sql_table,
        id_column=id_column,
        log_column=log_column,
        limits=limits,
    ):
        yield entry.id, read_entry(entry)


def iter_paipu(
    sources: Source | Iterable[Source],
    *,
    player_format: str | None = None,
    title: str | None = None,
    log_id: bool = False,
    partial: bool = False,
    **listing: Any,
) -> "Iterator[tuple[str, Paipu | MjlogError]]":
    """Give each log's id and its paipu, one at a time, on this thread.

    Args:
        sources: as in `convert`.
        player_format: as in `mjlog.convert`.
        title: as in `mjlog.convert`.
        log_id: put the log's id into its title.
        partial: as in `mjlog.convert`.
        listing: the other arguments of `iter_logs`.

    Yields:
        Pairs; in place of a log that can't be converted, an MjlogError that says why.

    """
    for name, data in iter_logs(sources, **listing):
        result: Paipu | MjlogError
        if isinstance(data, MjlogError):
            result = data
        else:
            try:
                result = mjlog.convert(
                    data, player_format=player_format, title=title, log_id=name if log_id else None, partial=partial
                )
            except MjlogError as error:
                result = error
        yield name, result
