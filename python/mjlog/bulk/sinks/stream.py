"""Standard output, a pipe, a device: JSON lines that go as they come and can't be taken back."""

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO

from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.records import Entry
from mjlog.bulk.sinks.pack import Data, packer

__all__ = ["StreamSink"]


class StreamSink:
    """JSON lines to an open binary file, which stays open."""

    work: Path | None = None
    key: Callable[[Entry], str] = attrgetter("id")

    def __init__(
        self, file: BinaryIO, name: str, *, id_first: bool = False, ending: str = "", level: int | None = None
    ) -> None:
        """Make the sink; nothing is written yet."""
        self.output = name
        self.bytes_out = 0
        self._file = file
        self._compress, _ = packer(ending, level)
        self.options: dict[str, Any] = {"end": "\n", "id_first": id_first}

    def identity(self) -> dict[str, Any]:
        """Nothing: it is never taken up again."""
        return {}

    def present(self) -> Path | None:
        """Nothing is ever in the way."""
        return None

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""
        return False

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin."""

    def pack(self, chunk: Chunk, lines: Lines) -> Data:  # noqa: ARG002
        """Compress the whole chunk."""
        return self._compress(lines.data) if lines.data else b""

    def put(self, chunk: Chunk, lines: Lines, packed: Data) -> None:  # noqa: ARG002
        """Write a chunk."""
        view = memoryview(packed)
        self.bytes_out += len(view)
        while view:
            # An unbuffered file may take less than it is given.
            view = view[self._file.write(view) or 0 :]
        self._file.flush()

    def ready(self) -> bool:
        """Tell whether it can save here: it can't be taken up again."""
        return False

    def must_save(self) -> bool:
        """Tell whether it has to be saved: it can't be taken up again."""
        return False

    def save(self) -> dict[str, Any]:
        """Nothing is kept."""
        return {}

    def publish(self) -> None:
        """Nothing has a name to come."""

    def finish(self) -> None:
        """End what is compressed, where nothing was written."""
        if not self.bytes_out:
            self.put(Chunk(0, []), Lines(memoryview(b""), memoryview(b""), [], [], [], [], [], 0), self._compress(b""))

    def close(self) -> None:
        """Leave the file open: it is the caller's."""
