"""Logs past one machine, on Ray Data (extra `ray`).

    import mjlog.ray

    logs = mjlog.ray.read_logs("archives/")               # or ray.data.read_parquet("logs/")
    mjlog.ray.convert(logs).write_parquet("paipu/")       # or .write_json, which writes JSON lines

Each task reads and converts on its own, so a worker or a machine that dies costs no more than its tasks, which Ray
runs again: nothing is lost, and nothing written twice.
"""

import os
import pickle
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

import mjlog.arrow
from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.sources import File, Limits, files_of_name, iter_entries, read_zip_member
from mjlog.errors import MjlogError

__all__ = ["convert", "read_logs"]

Dataset: TypeAlias = Any
"""A `ray.data.Dataset`."""

_ROWS = 256
"""Logs of a batch."""
_SMALL = 4 << 20
"""Files are put together into tasks until they have so many bytes."""


def read_logs(
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    since: str | date | None = None,
    until: str | date | None = None,
    ids: Collection[str] | None = None,
    sql_table: str | None = None,
    id_column: str | None = None,
    log_column: str | None = None,
    limits: Limits | None = None,
) -> Dataset:
    """Read logs of any kind into a dataset of `id`, `source`, `log` and `error`.

    A file is read by one task, several small ones by one together. All machines must see them under the same names.

    Args:
        sources: names of files, folders, archives, databases, patterns; mixed.
        since: only logs from this day on.
        until: only logs up to this day.
        ids: only logs of these ids.
        sql_table: the table of a database that holds the logs.
        id_column: its column that holds the id.
        log_column: its column that holds the log.
        limits: how much an archive may ask for.

    Returns:
        A dataset for `convert`. What can't be read is a row with an `error` (`kind: message`) in place of its `log`.

    Raises:
        ImportError: Ray is not installed.

    """
    options = {"since": since, "until": until, "ids": ids, "sql_table": sql_table, "limits": limits}
    options |= {"id_column": id_column, "log_column": log_column}
    data = _data()
    tasks = [
        {"task": pickle.dumps(task)}
        for task in _tasks([sources] if isinstance(sources, str | os.PathLike) else sources)
    ]
    items = data.from_items(tasks or [{"task": pickle.dumps([])}], override_num_blocks=len(tasks) or 1)
    return items.map_batches(partial(_read, options), batch_format="pyarrow", batch_size=1)


def convert(
    dataset: Dataset,
    *,
    id_column: str = "id",
    log_column: str = "log",
    batch_size: int = _ROWS,
    **options: Any,
) -> Dataset:
    """Convert a dataset of logs to one of `id`, `paipu` and `error`, as `mjlog.arrow.convert` does.

    Args:
        dataset: of `read_logs`, or any that has a column of ids and a column of logs.
        id_column: name of the column that holds the id.
        log_column: name of the column that holds the log.
        batch_size: how many logs to convert at a time.
        options: `player_format`, `title`, `log_id` and `partial`, as in `mjlog.arrow.convert`.

    Returns:
        A dataset, of which nothing is made before it is written or looked at. A row that has an `error` keeps it.

    Raises:
        MjlogError: an option can't be used.

    """
    columns = {"id_column": id_column, "log_column": log_column}
    import_module("pyarrow")
    # Ray's tasks are on all processors already.
    options |= {"threads": 1}
    mjlog.arrow.convert(_table([]), **options)  # says now what is wrong with them
    fn = partial(_convert, columns | options)
    return dataset.map_batches(fn, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True)


def _data() -> Any:
    try:
        return import_module("ray.data")
    except ImportError as error:
        raise ImportError("mjlog.ray needs Ray: pip install mjlog[ray]") from error


def _tasks(sources: Iterable[str | os.PathLike[str]]) -> Iterator[list[File | Entry]]:
    """Put files together, in their order."""
    task: list[File | Entry] = []
    size = 0
    for source in sources:
        for found in files_of_name(os.path.abspath(os.fspath(source))):  # noqa: PTH100
            task.append(found)
            size += 1 << 12
            if isinstance(found, File):
                # Of what can't be asked, reading it will tell.
                with suppress(OSError):
                    size += os.stat(found.path).st_size  # noqa: PTH116
            if size >= _SMALL:
                yield task
                task, size = [], 0
    if task:
        yield task


def _read(options: dict[str, Any], batch: Any) -> Iterator[Any]:
    rows: list[tuple[str, str, bytes | None, str | None]] = []
    for task in batch["task"].to_pylist():
        for found in pickle.loads(task):  # noqa: S301 - made by `read_logs`
            entries = iter([found]) if isinstance(found, Entry) else iter_entries([found], **options)
            for entry in entries:
                rows.append(_row(entry))
                if len(rows) == _ROWS:
                    yield _table(rows)
                    rows = []
    yield _table(rows)


def _row(entry: Entry) -> tuple[str, str, bytes | None, str | None]:
    data = entry.data
    if isinstance(data, ZipMember):
        try:
            data = read_zip_member(data)
        except MjlogError as error:
            data = error
    if isinstance(data, MjlogError):
        return entry.id, entry.source, None, f"{data.kind}: {data}"
    return entry.id, entry.source, data, None


def _table(rows: list[tuple[str, str, bytes | None, str | None]]) -> Any:
    pa = import_module("pyarrow")
    columns = list(zip(*rows, strict=True)) if rows else [()] * 4
    kinds = {"id": pa.string(), "source": pa.string(), "log": pa.binary(), "error": pa.string()}
    return pa.table({name: pa.array(column, kind) for (name, kind), column in zip(kinds.items(), columns, strict=True)})


def _convert(options: dict[str, Any], batch: Any) -> Any:
    pa = import_module("pyarrow")
    compute = import_module("pyarrow.compute")
    table = pa.table(mjlog.arrow.convert(batch, **options))
    if "error" not in batch.column_names:
        return table
    error = compute.coalesce(batch["error"].cast(pa.string()), table["error"])
    return table.set_column(table.column_names.index("error"), "error", error)
