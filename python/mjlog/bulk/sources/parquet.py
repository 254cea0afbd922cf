"""Parquet files with a column of logs."""

import importlib
from collections.abc import Iterator
from typing import Any

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.columns import column_of_id, column_of_log, data_of, id_text
from mjlog.bulk.sources.names import log_id_of
from mjlog.bulk.sources.settings import Settings
from mjlog.errors import MjlogError

__all__ = ["parquet_entries"]

_BATCH = 256
_TEXT = ("string", "large_string", "string_view")


def parquet_entries(path: str, where: str, settings: Settings) -> Iterator[Entry]:
    """List the rows.

    Raises:
        MjlogError: it can't be read, has no column of logs, or pyarrow is not installed.

    """
    try:
        # An extra, and heavy.
        pa, pq = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise MjlogError("reading Parquet needs pyarrow: pip install mjlog[arrow]", "unreadable") from error
    try:
        with pq.ParquetFile(path) as file:
            yield from _entries(file, path, where, settings)
    except (pa.ArrowException, OSError, UnicodeError) as error:
        raise MjlogError(f"the Parquet file can't be read: {error}", "unreadable") from error


def _entries(file: Any, path: str, where: str, settings: Settings) -> Iterator[Entry]:
    names = file.schema_arrow.names
    first = next(iter(file.iter_batches(batch_size=1)), None)
    if first is None:
        return
    sample = _plain(first).to_pylist()[0] if first.num_rows else dict.fromkeys(names)
    log = column_of_log(sample, settings.log_column)
    if log is None:
        wanted = f"no column {settings.log_column!r}" if settings.log_column else "no column holds a log"
        raise MjlogError(f"{wanted}; there are {', '.join(names[:10])}", "no_log")
    key = column_of_id(sample, settings.id_column)
    is_text = str(file.schema_arrow.field(log).type) in _TEXT
    columns = [name for name in dict.fromkeys((key, log, "date")) if name in names]
    number = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if not settings.selects and settings.skip >= rows:
            settings.skip -= rows
            settings.seen += rows
            number += rows
            continue
        for batch in file.iter_batches(batch_size=_BATCH, row_groups=[group], columns=columns):
            for row in _plain(batch).to_pylist():
                number += 1
                log_id = id_text(row.get(key), f"{log_id_of(path)}-{number}")
                date = None if row.get("date") is None else id_text(row["date"], "")
                if settings.wants(log_id, date):
                    data = data_of(row.get(log), f"column {log!r}", is_text=is_text)
                    yield Entry(log_id, f"{where}: {log_id}", data, date)


def _plain(batch: Any) -> Any:
    """Give text as bytes: a file may have text that is no UTF-8, and one such row would cost all."""
    for place, field in enumerate(batch.schema):
        if str(field.type) in _TEXT:
            batch = batch.set_column(place, field.name, batch.column(place).cast("binary"))
    return batch
