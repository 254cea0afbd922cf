"""SQLite databases of logs, opened read-only: which of their tables hold logs."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.names import as_text
from mjlog.bulk.sources.rows import Table, quoted, table_entries, text_of
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["sql_entries"]

_KNOWN = (("id", "log"), ("log_id", "log_content"))
"""Columns of id and log: houou-logs, phoenix-logs."""
_FLAGS = ("is_processed", "was_error")
_PATIENCE = 30.0
"""Seconds to wait where another holds the database."""


def sql_entries(path: str, where: str, settings: Settings) -> Iterator[Entry]:
    """List the rows of the database's tables of logs, in the order of their numbers or primary keys.

    Raises:
        MjlogError: it can't be read, or no table is known to hold logs.

    """
    try:
        with closing(_connect(path)) as database:
            for table in _tables(database, settings):
                yield from table_entries(database, table, where, settings)
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


def _tables(database: sqlite3.Connection, settings: Settings) -> list[Table]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
    columns = {}
    for (raw,) in names.fetchall():
        name = text_of(raw)
        if not name.startswith("sqlite_"):
            columns[name] = [text_of(row[1]) for row in database.execute(f"PRAGMA table_info({quoted(name)})")]
    if settings.sql_table is not None:
        if settings.sql_table not in columns:
            raise MjlogError(f"no table {settings.sql_table!r} in the database; {_listed(columns)}", "no_log")
        columns = {settings.sql_table: columns[settings.sql_table]}
    found = [t for name, has in columns.items() if (t := _table(database, name, has, settings)) is not None]
    if not found:
        how = "name the table and its columns of id and log"
        raise MjlogError(f"no table is known to hold logs: {how}; {_listed(columns)}", "no_log")
    return found


def _table(database: sqlite3.Connection, name: str, has: list[str], settings: Settings) -> Table | None:
    flags = all(flag in has for flag in _FLAGS)
    named = settings.sql_table is not None or settings.log_column is not None
    pairs = [pair for pair in _KNOWN if set(pair) <= set(has) and (flags or named)]
    known_id, known_log = pairs[0] if pairs else (None, None)
    log_id, log = settings.id_column or known_id, settings.log_column or known_log
    if log_id is None or log is None or log_id not in has or log not in has:
        return None
    return Table(name, log_id, log, "date" if "date" in has else None, flags, *_keys(database, name, has))


def _keys(database: sqlite3.Connection, name: str, has: list[str]) -> tuple[tuple[str, ...], bool]:
    """Give the columns that rows are paged by, none of a view, and whether that is their number."""
    kind = database.execute("SELECT type FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    numbers = [number for number in ("rowid", "_rowid_", "oid") if number not in map(str.lower, has)]
    if kind != b"table" or not numbers:
        return (), False
    try:
        database.execute(f"SELECT {numbers[0]} FROM {quoted(name)} LIMIT 0")  # noqa: S608
    except sqlite3.OperationalError:  # a table WITHOUT ROWID
        columns = database.execute(f"PRAGMA table_info({quoted(name)})").fetchall()
        primary = sorted((row[5], text_of(row[1])) for row in columns if row[5])
        return tuple(quoted(column) for _, column in primary), False
    return (numbers[0],), True


def _listed(columns: dict[str, list[str]]) -> str:
    tables = [f"{as_text(name)}({', '.join(has)})" for name, has in columns.items()]
    shown = ", ".join(tables[:10]) + (", …" if len(tables) > 10 else "")
    return f"it has {shown}" if tables else "it has no tables"
