"""SQLite databases of logs: opened read-only, read page by page, so that a writer beside is not in the way."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.names import as_text
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["sql_entries"]

_KNOWN = (("id", "log"), ("log_id", "log_content"))
"""Columns of id and log: houou-logs, phoenix-logs."""
_FLAGS = ("is_processed", "was_error")
_PAGE = 256
_PEEKED = 4096
_PATIENCE = 30.0
"""Seconds to wait where another holds the database."""


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    id: str
    log: str
    date: str | None
    flags: bool
    """Whether it says of each row if its log was fetched."""
    key: str | None
    """What rows are paged by, where they have a number."""


def sql_entries(path: str, where: str, settings: Settings) -> Iterator[Entry]:
    """List the rows of the database's table of logs, in the order of their numbers.

    Raises:
        MjlogError: it can't be read, or no table is known to hold logs.

    """
    try:
        with closing(_connect(path)) as database:
            for table in _tables(database, settings):
                yield from _entries(database, table, where, settings)
    except (sqlite3.Error, UnicodeError) as error:
        raise MjlogError(f"the database can't be read: {error}", "unreadable") from error


def _connect(path: str) -> sqlite3.Connection:
    address = "file:" + quote(os.fsencode(os.path.abspath(path)))  # noqa: PTH100
    try:
        return _opened(f"{address}?mode=ro")
    except sqlite3.OperationalError:
        # In a folder that can't be written to, a database with write-ahead log opens only if no one writes to it.
        if Path(path + "-wal").exists() or os.access(Path(path).resolve().parent, os.W_OK):
            raise
        return _opened(f"{address}?immutable=1")


def _opened(address: str) -> sqlite3.Connection:
    database = sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
    try:
        database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error:
        database.close()
        raise
    # Each page of it is read once; a few stay in the processor's cache.
    database.execute("PRAGMA cache_size = -64")
    # Text may be anything; it is decoded where it is used.
    database.text_factory = bytes
    return database


def _tables(database: sqlite3.Connection, settings: Settings) -> list[_Table]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
    columns = {}
    for (raw,) in names.fetchall():
        name = _text(raw)
        if not name.startswith("sqlite_"):
            columns[name] = [_text(row[1]) for row in database.execute(f"PRAGMA table_info({_quoted(name)})")]
    if settings.sql_table is not None:
        if settings.sql_table not in columns:
            raise MjlogError(f"no table {settings.sql_table!r} in the database; {_listed(columns)}", "no_log")
        columns = {settings.sql_table: columns[settings.sql_table]}
    found = [t for name, has in columns.items() if (t := _table(database, name, has, settings)) is not None]
    if not found:
        how = "name the table and its columns of id and log"
        raise MjlogError(f"no table is known to hold logs: {how}; {_listed(columns)}", "no_log")
    return found


def _table(database: sqlite3.Connection, name: str, has: list[str], settings: Settings) -> _Table | None:
    flags = all(flag in has for flag in _FLAGS)
    named = settings.sql_table is not None or settings.log_column is not None
    pairs = [pair for pair in _KNOWN if set(pair) <= set(has) and (flags or named)]
    known_id, known_log = pairs[0] if pairs else (None, None)
    log_id, log = settings.id_column or known_id, settings.log_column or known_log
    if log_id is None or log is None or log_id not in has or log not in has:
        return None
    numbers = [number for number in ("rowid", "_rowid_", "oid") if number not in map(str.lower, has)]
    key = numbers[0] if numbers else None
    try:
        database.execute(f"SELECT {key} FROM {_quoted(name)} LIMIT 0")  # noqa: S608
    except sqlite3.OperationalError:
        key = None
    else:
        kind = database.execute("SELECT type FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
        key = key if kind == b"table" else None
    return _Table(name, log_id, log, "date" if "date" in has else None, flags, key)


def _entries(database: sqlite3.Connection, table: _Table, where: str, settings: Settings) -> Iterator[Entry]:
    for page in _pages(database, table, settings):
        for raw_id, raw_date, log, fetched, _ in page:
            log_id, date = _id(raw_id), _day(raw_date)
            if log is None and not fetched:
                settings.counts.without_log += 1
                settings.seen += 1
            elif settings.wants(log_id, date):
                yield Entry(log_id, f"{where}: {log_id}", _data(log, table.log), date)


def _pages(database: sqlite3.Connection, table: _Table, settings: Settings) -> Iterator[list[tuple[Any, ...]]]:
    """Give rows of id, date, log and whether there should be one; the log of what is passed over is not read."""
    date = _quoted(table.date) if table.date else "NULL"
    fetched = "is_processed IS NOT 0 AND was_error IS NOT 1" if table.flags else "1"
    log = _quoted(table.log)
    name = _quoted(table.name)
    if settings.selects:
        database.create_function("mjlog_wanted", 2, lambda i, d: settings.selected(_id(i), _day(d)), deterministic=True)
        log = f"CASE WHEN {log} IS NULL OR mjlog_wanted({_quoted(table.id)}, {date}) THEN {log} ELSE 0 END"
    wanted = f"{_quoted(table.id)}, {date}, {{log}}, {fetched}"
    if table.key is None:
        # A view, or a table whose rows have no number: one query, whose order is that of the ids.
        query = f"SELECT {wanted.format(log=log)}, NULL FROM {name} ORDER BY {_quoted(table.id)}"  # noqa: S608
        rows = database.execute(query)
        while page := rows.fetchmany(_PAGE):
            yield page
        return
    last: int | None = None
    while True:
        # Passing over takes no content; and what is passed over fits into the page.
        passing = settings.skip > 0
        size = min(_PEEKED, settings.skip) if passing else _PAGE
        column = f"CASE WHEN {_quoted(table.log)} IS NULL THEN NULL ELSE 0 END" if passing else log
        after = "" if last is None else f"WHERE {table.key} > ?"
        query = (
            f"SELECT {wanted.format(log=column)}, {table.key} FROM {name} {after} "  # noqa: S608
            f"ORDER BY {table.key} LIMIT {size}"
        )
        page = database.execute(query, () if last is None else (last,)).fetchall()
        if not page:
            return
        yield page
        last = page[-1][4]


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
    return _text(value) if isinstance(value, bytes) else None if value is None else str(value)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(columns: dict[str, list[str]]) -> str:
    tables = [f"{as_text(name)}({', '.join(has)})" for name, has in columns.items()]
    shown = ", ".join(tables[:10]) + (", …" if len(tables) > 10 else "")
    return f"it has {shown}" if tables else "it has no tables"
