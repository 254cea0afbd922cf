"""JSON lines that are not compressed, in one file: all threads write it together."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from mjlog._core import Appender
from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.sinks.growing import LinesSink

__all__ = ["AppendingSink"]

_NONE = memoryview(b"")


class AppendingSink(LinesSink):
    """A chunk is written where it is converted, piece by piece, while a processor's own cache holds it.

    So its place must be known when it is begun: chunks are made one after the other, each by all threads.
    """

    def __init__(self, path: Path, *, id_first: bool = False) -> None:
        """Make the sink; nothing is written yet."""
        super().__init__(path, id_first=id_first)
        self._appender: Appender | None = None
        self._end = 0

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""
        super().open(saved, overwrite=overwrite)
        self._end = self.length

    def append(
        self, chunk: Chunk, left_out: Collection[int], options: Mapping[str, Any], threads: int
    ) -> tuple[Lines, int]:
        """Convert a chunk and write it behind all that was appended; gives how many bytes that are."""
        if self._appender is None:
            self._appender = Appender(self.folder / f"{self.path.name}.part", threads, **options)
        begin = self._end
        self._end, written, skipped, failed, odd, bytes_in = self._appender.append(chunk.entries, begin, list(left_out))
        return Lines(_NONE, _NONE, [], written, skipped, failed, odd, bytes_in), self._end - begin

    def put(self, chunk: Chunk, lines: Lines, packed: int) -> None:  # type: ignore[override]  # noqa: ARG002
        """Count the next chunk among what is there."""
        self.length += packed
        self.bytes_out += packed

    def rewind(self) -> None:
        """Cut off what was appended and not put."""
        if self.file is not None:
            self.file.truncate(self.length)
        self._end = self.length

    def finish(self) -> None:
        """Give the file its end."""
        self._appender = None
        self.rewind()
        super().finish()

    def close(self) -> None:
        """Let go of everything that is open."""
        self._appender = None
        super().close()
