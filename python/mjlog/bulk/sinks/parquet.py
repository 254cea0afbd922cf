"""A folder of Parquet parts: id, date, title, players, paipu."""

import datetime
import re
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.durable import fsync_file, fsync_folder, move
from mjlog.bulk.records import Entry

__all__ = ["ParquetSink"]

ROWS = 8192
"""Rows of a part, at least, but for the last."""
_GROUP = 1024
_PART = re.compile(r"part-(\d{5,})\.parquet")
_DATE = re.compile(r"((?:19|20)\d\d)-?(\d\d)-?(\d\d)")


class ParquetSink:
    """Parts of so many rows; a part is written at once or, after an interruption, again."""

    key: Callable[[Entry], str] = attrgetter("id")

    def __init__(self, folder: Path, *, rows: int | None = None, level: int | None = None) -> None:
        """Make the sink; nothing is written yet.

        Raises:
            ImportError: pyarrow is missing.
            ValueError: there is no such level.

        """
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra
            import pyarrow.parquet as pq  # noqa: PLC0415
        except ImportError:
            raise ImportError("Parquet output needs the package pyarrow: pip install 'mjlog[arrow]'") from None
        level = 3 if level is None else level
        if level not in range(1, 23):
            raise ValueError(f"level {level}: Parquet has 1 to 22")
        self._pa, self._pq = pa, pq
        self.output = str(folder)
        self.path = folder.resolve()
        self._work = self.path / ".mjlog"
        self.work: Path | None = self._work
        self.bytes_out = 0
        self.options: dict[str, Any] = {"end": "", "columns": True}
        self._rows, self._level = rows or ROWS, level
        texts = ["title", "player0", "player1", "player2", "player3", "paipu"]
        fields = [pa.field("id", pa.string()), pa.field("date", pa.date32())]
        self._schema = pa.schema(fields + [pa.field(name, pa.large_string()) for name in texts])
        self._part = self._count = 0
        self._waiting: list[Any] = []
        self._waiting_rows = 0
        self._writer: Any = None
        self._whole: list[str] = []
        self._overwrite = False

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""
        return {"sink": "parquet", "rows": self._rows, "level": self._level, "pyarrow": self._pa.__version__}

    def _parts_there(self) -> list[Path]:
        found = ((_PART.fullmatch(path.name), path) for path in self.path.glob("part-*.parquet"))
        return sorted(path for match, path in found if match and int(match[1]) >= self._part)

    def present(self) -> Path | None:
        """Give an output that is there already, if there is one."""
        return next(iter(self._parts_there()), None)

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""
        return self.present() is not None

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""
        saved = saved or {}
        self._overwrite = overwrite or saved.get("overwrite", False)
        self.bytes_out, self._part = saved.get("bytes_out", 0), saved.get("part", 0)
        self._whole = list(saved.get("whole", []))
        self.publish()
        for stale in self._work.glob("part-*"):
            stale.unlink()

    def pack(self, chunk: Chunk, lines: Lines) -> Any:
        """Make a batch of the chunk, of the buffers as they are."""
        pa = self._pa
        entries = [chunk.entries[number] for number in lines.written]
        rows = len(entries)
        columns = [(lines.data, lines.offsets), *lines.columns]
        paipu, *texts = (
            pa.LargeStringArray.from_buffers(rows, pa.py_buffer(offsets), pa.py_buffer(data))
            for data, offsets in columns
        )
        arrays = [
            pa.array([entry.id for entry in entries], pa.string()),
            pa.array([_day(entry) for entry in entries], pa.date32()),
            *texts,
            paipu,
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)

    def put(self, chunk: Chunk, lines: Lines, packed: Any) -> None:  # noqa: ARG002
        """Take a chunk; a part ends behind the chunk that fills it."""
        self._waiting.append(packed)
        self._waiting_rows += packed.num_rows
        self._count += packed.num_rows
        if self._waiting_rows >= _GROUP:
            self._write_group()
        if self._count >= self._rows:
            self._end_part()

    def _name(self) -> str:
        return f"part-{self._part:05}.parquet"

    def _write_group(self) -> None:
        if self._writer is None:
            self._writer = self._pq.ParquetWriter(
                self._work / self._name(), self._schema, compression="zstd", compression_level=self._level
            )
        if self._waiting_rows:
            table = self._pa.Table.from_batches(self._waiting, self._schema).combine_chunks()
            self._writer.write_table(table, row_group_size=self._waiting_rows)
        self._waiting, self._waiting_rows = [], 0

    def _end_part(self) -> None:
        self._write_group()
        self._writer.close()
        self._writer = None
        part = self._work / self._name()
        fsync_file(part)
        self.bytes_out += part.stat().st_size
        self._whole.append(self._name())
        self._part += 1
        self._count = 0

    def ready(self) -> bool:
        """Tell whether it can save here: between parts."""
        return self._count == 0

    def must_save(self) -> bool:
        """Tell whether a part waits for its name."""
        return bool(self._whole)

    def save(self) -> dict[str, Any]:
        """Make safe what was put."""
        fsync_folder(self._work)
        return {
            "part": self._part,
            "bytes_out": self.bytes_out,
            "whole": list(self._whole),
            "overwrite": self._overwrite,
        }

    def publish(self) -> None:
        """Give whole parts their names."""
        for name in self._whole:
            part, target = self._work / name, self.path / name
            if part.exists():
                if not self._overwrite and target.exists():
                    raise FileExistsError(f"{target} was made by someone else meanwhile: move it away, then --resume")
                move(part, target)
        self._whole = []

    def finish(self) -> None:
        """End the last part; where there was no log at all, there is a part without rows."""
        if self._count or not self._part:
            self._end_part()
        if self._overwrite:
            for stale in self._parts_there():
                stale.unlink()

    def close(self) -> None:
        """Leave the part that is being written; it is made again."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.close()


def _day(entry: Entry) -> datetime.date | None:
    match = _DATE.match(entry.date or "") or _DATE.match(entry.id)
    if match is None:
        return None
    try:
        return datetime.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
