"""Made-up archives, and what the sources make of them."""

import gzip
import io
import sqlite3
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.sources import iter_entries, read_zip_member
from mjlog.errors import MjlogError

LOG = '<mjloggm ver="2.3"><GO type="169" lobby="0"/>{}</mjloggm>'


def log_id(number: int, day: str = "20190101") -> str:
    return f"{day}00gm-00a9-0000-{number:08x}"


def log(number: int) -> bytes:
    """A log that names its number."""
    return LOG.format(f'<X n="{number}"/>').encode()


def packed(number: int) -> bytes:
    return gzip.compress(log(number), mtime=0)


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: Mapping[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


HOUOU = "logs(id TEXT PRIMARY KEY, date TEXT, num_players INT, is_tonpu INT, is_processed INT, was_error INT, log BLOB)"
PHOENIX = (
    "logs(log_id TEXT PRIMARY KEY, date TEXT, is_tonpusen INT, is_sanma INT, is_processed INT, was_error INT,"
    " log_content BLOB)"
)


@contextmanager
def database(path: Path, *statements: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        yield connection
        connection.commit()


def houou(path: Path, logs: Mapping[str, object]) -> Path:
    """A database as houou-logs makes it; a log that is None was not fetched."""
    with database(path, f"CREATE TABLE {HOUOU}") as connection:
        rows = [(key, "2019-01-01T00:05", 4, 0, int(log is not None), 0, log) for key, log in logs.items()]
        connection.executemany("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return path


def content(entry: Entry) -> bytes | str:
    """The log, unpacked; of an error its kind."""
    data = entry.data
    if isinstance(data, ZipMember):
        try:
            data = read_zip_member(data)
        except MjlogError as error:
            data = error
    if isinstance(data, MjlogError):
        return data.kind
    try:
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (EOFError, OSError, zlib.error):
        return "gzip"


def listed(*sources: Any, **options: Any) -> list[tuple[str, bytes | str]]:
    """Ids, and contents or kinds of errors."""
    return [(entry.id, content(entry)) for entry in iter_entries(sources, **options)]


def problems(*sources: Any, **options: Any) -> list[str]:
    """The messages of all errors, without what the machine says."""
    return [str(entry.data) for entry in iter_entries(sources, **options) if isinstance(entry.data, MjlogError)]
