"""Logs and paipu one by one."""

import os
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, cast

import mjlog
from mjlog.bulk.records import ZipMember
from mjlog.bulk.sources import Limits, Source, iter_entries, read_zip_member
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from mjlog.paipu import Paipu

__all__ = ["iter_logs", "iter_paipu", "listed"]


def listed(sources: Source | Iterable[Source]) -> list[Source]:
    """Make a list of one source or many; an open file is one, though it can be iterated."""
    if isinstance(sources, (str, os.PathLike)) or hasattr(sources, "read"):
        return [cast("Source", sources)]
    return list(sources)


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
        data = entry.data
        if isinstance(data, ZipMember):
            try:
                data = read_zip_member(data)
            except MjlogError as error:
                data = error
        yield entry.id, data


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
