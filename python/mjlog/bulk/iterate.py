"""Logs and paipu one by one."""

import os
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

import mjlog
from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.sources import Limits, Source, iter_entries, read_zip_member
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from mjlog.paipu import Paipu

__all__ = ["Listing", "entries_for", "iter_logs", "iter_paipu", "listed", "read_entry"]


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


class Listing(TypedDict, total=False):
    """Which logs of the sources, and where in them: what `iter_logs`, `iter_paipu` and `iter_audits` take by name."""

    since: str | date | None
    """Only logs from this day on."""
    until: str | date | None
    """Only logs up to this day."""
    ids: Collection[str] | None
    """Only logs of these ids."""
    sql_table: str | None
    """The table of a database that holds the logs."""
    id_column: str | None
    """Its column that holds the id."""
    log_column: str | None
    """Its column that holds the log."""
    limits: Limits | None
    """How much an archive or a log may ask for."""


def entries_for(function: str, sources: Source | Iterable[Source], listing: Listing) -> Iterator[Entry]:
    """List the logs for a function that is called with these keywords.

    Raises:
        TypeError: one of them is none of `Listing`.

    """
    for name in listing:
        if name not in Listing.__annotations__:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
    return iter_entries(listed(sources), **listing)


def iter_logs(
    sources: Source | Iterable[Source], **listing: Unpack[Listing]
) -> Iterator[tuple[str, bytes | MjlogError]]:
    """Give each log's id and its bytes, perhaps gzipped, as `mjlog.convert`, `parse` and `convert_batch` take them.

    Args:
        sources: as in `convert`.
        listing: which logs: `since`, `until`, `ids`, `sql_table`, `id_column`, `log_column` and `limits`, as in
            `convert`.

    Returns:
        Pairs; in place of a log that can't be read, an MjlogError that says why.

    """
    return ((entry.id, read_entry(entry)) for entry in entries_for("iter_logs", sources, listing))


def iter_paipu(
    sources: Source | Iterable[Source],
    *,
    player_format: str | None = None,
    title: str | None = None,
    log_id: bool = False,
    partial: bool = False,
    **listing: Unpack[Listing],
) -> "Iterator[tuple[str, Paipu | MjlogError]]":
    """Give each log's id and its paipu, one at a time, on this thread.

    Args:
        sources: as in `convert`.
        player_format: as in `mjlog.convert`.
        title: as in `mjlog.convert`.
        log_id: put the log's id into its title.
        partial: as in `mjlog.convert`.
        listing: as in `iter_logs`.

    Returns:
        Pairs; in place of a log that can't be converted, an MjlogError that says why.

    """

    def converted(entry: Entry) -> "Paipu | MjlogError":
        data = read_entry(entry)
        if isinstance(data, MjlogError):
            return data
        name = entry.id if log_id else None
        try:
            return mjlog.convert(data, player_format=player_format, title=title, log_id=name, partial=partial)
        except MjlogError as error:
            return error

    return ((entry.id, converted(entry)) for entry in entries_for("iter_paipu", sources, listing))
