"""Which sink a name stands for."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from mjlog.bulk.sinks import ExistsError, Sink
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
    indent: int | None = None,
    is_input: Callable[[str], bool] = lambda _: False,
) -> Sink[Any]:
    """Make the sink. `is_input` tells of a file whether it is one of the sources.

    Raises:
        ValueError: it doesn't have an option that was given.
        ImportError: it needs a package that is not there.
        ExistsError: there is something else of that name.

    """
    if not isinstance(output, (str, os.PathLike)):
        _only(to in (None, "lines"), "a stream gets JSON lines")
        _only(shards is None, "shards are for files")
        _only(not by_month, "by_month is for JSON files")
        _only(indent is None, "indent is for JSON files and single logs")
        return StreamSink(output, "standard output", id_first=id_first, level=level)
    path = Path(output)
    kind = to or kind_of_output(os.fspath(output))
    if shards is not None and shards < 1:
        raise ValueError("shards must be 1 or more")
    _only(kind == "lines" or not id_first, "id_first is for JSON lines")
    _only(kind == "files" or not by_month, "by_month is for JSON files")
    _only(kind == "files" or indent is None, "indent is for JSON files and single logs")
    _only(kind in ("lines", "parquet") or shards is None, "shards are for JSON lines and Parquet")
    _only(kind in ("lines", "parquet") or level is None, "a level is for .gz, .zst and Parquet")
    if kind in ("files", "parquet"):
        if not next(there for there in (path, *path.absolute().parents) if there.exists()).is_dir():
            raise ExistsError(f"{path} is no folder")
        if kind == "parquet":
            return ParquetSink(path, rows=shards, level=level)
        return FilesSink(path, by_month=by_month, indent=indent, is_input=is_input)
    if path.is_dir():
        raise ExistsError(f"{path} is a folder: give the name of a file")
    if is_input(os.fspath(path)):
        raise ExistsError(f"{path} is an input: choose another output")
    if kind == "array":
        return ArraySink(path)
    if shards is None and level is None and not ending_of(path):
        return AppendingSink(path, id_first=id_first)
    return LinesSink(path, id_first=id_first, shards=shards, level=level)


def _only(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
