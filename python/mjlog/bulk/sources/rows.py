"""Rows of a table, page by page and by key: nothing is held between two pages, so that a writer is not in the way."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from mjlog.bulk.places import ChangedSourcesError, Place
from mjlog.bulk.records import Entry
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["Table", "quoted", "table_entries", "text_of"]

_PAGE = 256
_PEEKED = 4096


@dataclass(frozen=True, slots=True)
class Table:
    """A table or a view that holds logs."""

    name: str
    id: str
    log: str
    date: str | None
    flags: bool
    """Whether it says of each row if its log was fetched."""
    keys: tuple[str, ...]
    """What rows are paged by, as it stands in a query: their number or the primary key; nothing of a view."""
    numbered: bool
    """Whether that is their number."""

    @property
    def fetched(self) -> str:
        """Whether a row should have a log, as a condition."""
        return "(is_processed IS NOT 0 AND was_error IS NOT 1)" if self.flags else "1"

    @property
    def without_log(self) -> str:
        """Whether a row has no log, and is not expected to: its type tells that without reading the content."""
        return f"(typeof({quoted(self.log)}) = 'null' AND NOT {self.fetched})"

    @property
    def day(self) -> str:
        """The column that holds the date."""
        return quoted(self.date) if self.date else "NULL"

    @property
    def key(self) -> str:
        """A row's key: its number, or the primary key in a form that a query takes as it is."""
        return self.keys[0] if self.numbered else " || ', ' || ".join(map(_literal, self.keys)) or "NULL"

    def where(self, comparison: str, key: int | str | None) -> str:
        """Give the condition that a row's key is greater than this one, or the like; of no key, none."""
        return "" if key is None else f"WHERE ({', '.join(self.keys)}) {comparison} ({key})"


Row: TypeAlias = tuple[object, object, object, bool, int | bytes | None]
"""Id, date, log, whether there should be one, key; texts are not decoded."""


def table_entries(database: sqlite3.Connection, table: Table, where: str, settings: Settings) -> Iterator[Entry]:
    """List the rows that hold logs.

    Raises:
        ChangedSourcesError: it was read before, and other entries stood before it then.

    """
    return _Reading(database, table, where, settings).entries()


class _Reading:
    """One table that is read, and what was counted before it."""

    def __init__(self, database: sqlite3.Connection, table: Table, where: str, settings: Settings) -> None:
        self.database = database
        self.table = table
        self.where = where
        self.settings = settings
        self.number = settings.tables
        settings.tables += 1
        self.before = replace(settings.counts)
        if settings.selects:
            database.create_function(
                "mjlog_wanted", 2, lambda i, d: settings.selected(_id(i), _day(d)), deterministic=True
            )

    def entries(self) -> Iterator[Entry]:
        """Give entries; where rows have keys, those that were done before are not read again."""
        settings, number = self.settings, self.number
        version, skipped, given = self._version(), settings.skip, 0
        last: int | str | None = None
        if self.table.keys and not settings.passed.behind:
            place = self._place()
            given = place.end - place.begin if place else 0
            if place is None or place.end < settings.passed.entries:
                settings.skip -= given
                self._count("", given)
                return
            # The last that was done comes once more.
            given -= 1
            skipped = settings.skip = 0
            last = place.key
            self._count(self.table.where("<", last), given)
        for page in self._pages(last):
            for raw_id, raw_date, log, fetched, raw_key in page:
                log_id, date = _id(raw_id), _day(raw_date)
                if log is None and not fetched:
                    settings.counts.without_log += 1
                    settings.seen += 1
                elif settings.wants(log_id, date):
                    given += 1
                    row = None if raw_key is None else (number, _key(raw_key))
                    yield Entry(log_id, f"{self.where}: {log_id}", _data(log, self.table.log), date, None, row)
            raw_key = page[-1][4]
            last = None if raw_key is None else _key(raw_key)
        if last is not None and self._version() != version:
            self._count(self.table.where("<=", last), given + skipped - settings.skip)

    def _version(self) -> object:
        """Give a number that is another one after others have written to the database."""
        return self.database.execute("PRAGMA data_version").fetchone()[0]

    def _place(self) -> Place | None:
        """Give how far this table was read by runs before.

        Raises:
            ChangedSourcesError: there were more or fewer entries before it then.

        """
        passed = self.settings.passed
        place = passed.places.get(self.number)
        before = passed.entries - 1 - self.settings.skip
        if place is not None and place.begin != before:
            raise ChangedSourcesError(f"{self.where} stood behind {place.begin} logs and stands behind {before}")
        return place

    def _count(self, where: str, given: int) -> None:
        """Count what there is now, which is more than was `given` where logs came in meanwhile."""
        table, counts = self.table, self.settings.counts
        without = table.without_log
        wanted = f"mjlog_wanted({quoted(table.id)}, {table.day})"
        unwanted = f"total(NOT {without} AND NOT {wanted})" if self.settings.selects else "0"
        query = f"SELECT count(*), total({without}), {unwanted} FROM {quoted(table.name)} {where}"  # noqa: S608
        rows, without_log, not_selected = map(int, self.database.execute(query).fetchone())
        counts.without_log = self.before.without_log + without_log
        counts.not_selected = self.before.not_selected + not_selected
        counts.missed = self.before.missed + max(0, rows - without_log - not_selected - given)
        self.settings.seen += rows

    def _pages(self, first: int | str | None) -> Iterator[list[Row]]:
        """Give the rows from this key on, or all; the log of what is passed over is not read."""
        table, settings = self.table, self.settings
        log, name = quoted(table.log), quoted(table.name)
        if settings.selects:
            wanted = f"{log} IS NULL OR mjlog_wanted({quoted(table.id)}, {table.day})"
            log = f"CASE WHEN {wanted} THEN {log} ELSE 0 END"
        columns = f"{quoted(table.id)}, {table.day}, {{log}}, {table.fetched}, {table.key}"
        if not table.keys:
            # A view, which has no key: one query, whose order is that of the ids.
            query = f"SELECT {columns.format(log=log)} FROM {name} ORDER BY {quoted(table.id)}"  # noqa: S608
            rows = self.database.execute(query)
            while page := rows.fetchmany(_PAGE):
                yield page
            return
        order = ", ".join(table.keys)
        after = table.where(">=", first)
        while True:
            # Passing over takes no content; and what is passed over fits into the page.
            passing = settings.skip > 0
            size = min(_PEEKED, settings.skip) if passing else _PAGE
            column = f"CASE WHEN typeof({quoted(table.log)}) <> 'null' THEN 0 END" if passing else log
            query = f"SELECT {columns.format(log=column)} FROM {name} {after} ORDER BY {order} LIMIT {size}"  # noqa: S608
            page = self.database.execute(query).fetchall()
            if not page:
                return
            yield page
            after = table.where(">", _key(page[-1][4]))


def _key(raw: int | bytes) -> int | str:
    return raw if isinstance(raw, int) else text_of(raw)


def _literal(column: str) -> str:
    """Give an expression for a column's value as a query takes it; text may be no UTF-8, or hold zeros."""
    text = f"'CAST(x''' || hex(CAST({column} AS BLOB)) || ''' AS TEXT)'"
    return f"CASE typeof({column}) WHEN 'text' THEN {text} ELSE quote({column}) END"


def _data(log: object, column: str) -> bytes | MjlogError:
    if isinstance(log, bytes) and log:
        return log
    is_there = "nothing" if log in (None, b"") else f"a number ({log})"
    return MjlogError(f"no log in this row: column {column!r} holds {is_there}", "no_log")


def _id(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "NULL" if value is None else str(value)


def _day(value: object) -> str | None:
    """Give a date's day and hour as `YYYY-MM-DD…`; anything else as it is."""
    return text_of(value) if isinstance(value, bytes) else None if value is None else str(value)


def text_of(raw: bytes) -> str:
    """Decode a text or a name, which may be anything."""
    return raw.decode("utf-8", "replace")


def quoted(name: str) -> str:
    """Write a name as it stands in a query."""
    return '"' + name.replace('"', '""') + '"'
