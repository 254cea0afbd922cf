"""Which sink a name stands for."""

import os
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from mjlog.bulk.sinks import Sink
from mjlog.bulk.sinks.appending import AppendingSink
from mjlog.bulk.sinks.files import FilesSink
from mjlog.bulk.sinks.growing import ArraySink, LinesSink
from mjlog.bulk.sinks.pack import ending_of
from mjlog.bulk.sinks.parquet import ParquetSink
from mjlog.bulk.sinks.stream import StreamSink

__all__ = ["To", "choose_sink", "kind_of_output"]

To: TypeAlias = Literal["files", "lines", "array", "parquet"]

_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst")


def kind_of_output(name: str) -> To:
    """Tell what goes to a file or folder of this name."""
    lower = name.lower()
    if lower.endswith(_LINES):
        return "lines"
    if lower.endswith(".json"):
        return "array"
    return "parquet" if lower.rstrip("/").endswith(".parquet") else "files"


def choose_sink(
    output: str | os.PathLike[str] | BinaryIO,
    to: To | None,
    *,
    level: int | None = None,
    shards: int | None = None,
    id_first: bool = False,
    by_month: bool = False,
) -> Sink[Any]:
    """Make the sink.

    Raises:
        ValueError: it doesn't have an option that was given.
        ImportError: it needs a package that is not there.
        OSError: there is something else of that name.

    """
    if not isinstance(output, (str, os.PathLike)):
        _only(to in (None, "lines"), "a stream gets JSON lines")
        _only(shards is None, "shards are for files")
        _only(not by_month, "by_month is for JSON files")
        return StreamSink(output, "standard output", id_first=id_first, level=level)
    path = Path(output)
    kind = to or kind_of_output(os.fspath(output))
    if shards is not None and shards < 1:
        raise ValueError("shards must be 1 or more")
    _only(kind == "lines" or not id_first, "id_first is for JSON lines")
    _only(kind == "files" or not by_month, "by_month is for JSON files")
    _only(kind in ("lines", "parquet") or shards is None, "shards are for JSON lines and Parquet")
    _only(kind in ("lines", "parquet") or level is None, "a level is for .gz, .zst and Parquet")
    if kind in ("files", "parquet"):
        if path.exists() and not path.is_dir():
            raise NotADirectoryError(f"{path} is no folder")
        return FilesSink(path, by_month=by_month) if kind == "files" else ParquetSink(path, rows=shards, level=level)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder: give the name of a file")
    if kind == "array":
        return ArraySink(path)
    if shards is None and level is None and not ending_of(path):
        return AppendingSink(path, id_first=id_first)
    return LinesSink(path, id_first=id_first, shards=shards, level=level)


def _only(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
