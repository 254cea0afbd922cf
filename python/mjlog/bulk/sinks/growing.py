"""One file, or shards of it, that grow behind a name of their own until they are whole."""

import os
import re
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO

from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.durable import fsync_folder, move
from mjlog.bulk.records import Entry
from mjlog.bulk.sinks.pack import Data, ending_of, packer

__all__ = ["ArraySink", "LinesSink"]

_PIECE = 1 << 18
"""Bytes written at once. ext4 takes several times longer for megabytes: it looks for as large a stretch of memory."""
_NAME = re.compile(r"(.*?)((?:\.(?:jsonl|ndjson|json))?(?:\.gz|\.zst)?)", re.DOTALL | re.IGNORECASE)


class _Growing:
    """A file that grows; what was written after the last `save` can be cut off again."""

    key: Callable[[Entry], str] = attrgetter("id")

    def __init__(self, path: Path) -> None:
        self.output = str(path)
        # A link stays a link: what it leads to is the output.
        self.path = path.resolve()
        self.work: Path | None = self.path.with_name(f".{self.path.name}.mjlog")
        self.bytes_out = 0
        self.length = 0
        self.file: BinaryIO | None = None
        self.whole: list[str] = []
        """Names of files that are whole, to be published."""
        self.overwrite = False

    @property
    def folder(self) -> Path:
        assert self.work is not None  # noqa: S101 - every growing file has one
        return self.work

    def target(self, name: str) -> Path:
        return self.path.with_name(name)

    def start(self, saved: dict[str, Any] | None, name: str, *, overwrite: bool) -> None:
        """Open the file that grows, cut back to what was saved."""
        saved = saved or {}
        self.overwrite = overwrite or saved.get("overwrite", False)
        self.bytes_out, self.length = saved.get("bytes_out", 0), saved.get("length", 0)
        self.whole = saved.get("whole", [])
        self.publish()
        if saved.get("ended"):
            return
        part = self.folder / name
        for other in self.folder.glob("*.part"):
            if other != part.with_name(f"{name}.part"):
                other.unlink()
        part = part.with_name(f"{name}.part")
        if not self.length:
            part.unlink(missing_ok=True)
        elif not part.is_file() or part.is_symlink() or part.stat().st_size < self.length:
            raise FileNotFoundError(f"{part} is gone or cut: start again with --overwrite")
        self.file = part.open("r+b" if self.length else "xb")
        self.file.truncate(self.length)
        self.file.seek(self.length)

    def write(self, data: Data) -> None:
        assert self.file is not None  # noqa: S101 - `open` came before
        view = memoryview(data)
        for at in range(0, len(view), _PIECE):
            self.file.write(view[at : at + _PIECE])
        self.length += len(data)
        self.bytes_out += len(data)

    def end_file(self, name: str) -> None:
        """End a file that is whole."""
        self.sync()
        assert self.file is not None  # noqa: S101 - `open` came before
        self.file.close()
        self.file = None
        self.whole.append(name)
        self.length = 0

    def sync(self) -> None:
        if self.file is not None:
            self.file.flush()
            os.fsync(self.file.fileno())
        fsync_folder(self.folder)

    def saved(self) -> dict[str, Any]:
        self.sync()
        return {
            "bytes_out": self.bytes_out,
            "length": self.length,
            "whole": list(self.whole),
            "overwrite": self.overwrite,
        }

    def publish(self) -> None:
        """Give whole files their names."""
        for name in self.whole:
            part, target = self.folder / f"{name}.part", self.target(name)
            if part.exists():
                if not self.overwrite and target.exists():
                    raise FileExistsError(f"{target} was made by someone else meanwhile: move it away, then --resume")
                move(part, target)
        self.whole = []

    def ready(self) -> bool:
        """Tell whether it can save here: at any place."""
        return True

    def must_save(self) -> bool:
        """Tell whether whole files wait for their names."""
        return bool(self.whole)

    def close(self) -> None:
        """Close the file; it stays as it is."""
        if self.file is not None:
            file, self.file = self.file, None
            file.close()


class LinesSink(_Growing):
    """JSON lines, compressed or not, in one file or in shards of so many lines."""

    def __init__(
        self, path: Path, *, id_first: bool = False, shards: int | None = None, level: int | None = None
    ) -> None:
        """Make the sink; nothing is written yet."""
        super().__init__(path)
        ending = ending_of(path)
        self._compress, packed = packer(ending, level)
        self._shards = shards
        self._shard = self._count = 0
        self.options: dict[str, Any] = {"end": "\n", "id_first": id_first}
        self._identity = {"sink": "lines", "ending": ending, "shards": shards, "id_first": id_first, **packed}

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""
        return self._identity

    def _name(self, shard: int) -> str:
        if self._shards is None:
            return self.path.name
        match = _NAME.fullmatch(self.path.name)
        stem, ending = match.groups() if match else (self.path.name, "")
        return f"{stem}-{shard:05}{ending}"

    def _shards_there(self) -> list[Path]:
        pattern = re.compile(re.escape(self._name(0)).replace("00000", r"(\d{5,})"))
        found = ((pattern.fullmatch(path.name), path) for path in self.path.parent.glob("*"))
        return sorted(path for match, path in found if match and int(match[1]) >= self._shard)

    def present(self) -> Path | None:
        """Give an output that is there already, if there is one."""
        if self._shards is None:
            return self.path if self.path.exists() else None
        return next(iter(self._shards_there()), None)

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""
        return self.present() is not None

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""
        self._shard, self._count = (saved["shard"], saved["count"]) if saved else (0, 0)
        self.start(saved, self._name(self._shard), overwrite=overwrite)

    def pack(self, chunk: Chunk, lines: Lines) -> Data:  # noqa: ARG002
        """Compress the whole chunk."""
        return self._compress(lines.data) if lines.data else b""

    def put(self, chunk: Chunk, lines: Lines, packed: Data) -> None:  # noqa: ARG002
        """Append a chunk; a shard that is full ends in the middle of one."""
        first, count = 0, len(lines.written)
        while self._shards is not None and count - first > self._shards - self._count:
            last = first + self._shards - self._count
            self.write(self._compress(lines.part(first, last)))
            self._next_shard()
            first = last
        if first:
            packed = self._compress(lines.part(first, count))
        self.write(packed)
        self._count += count - first

    def _next_shard(self) -> None:
        self.end_file(self._name(self._shard))
        self._shard += 1
        self._count = 0
        self.file = (self.folder / f"{self._name(self._shard)}.part").open("xb")

    def save(self) -> dict[str, Any]:
        """Make safe what was put."""
        return self.saved() | {"shard": self._shard, "count": self._count}

    def finish(self) -> None:
        """Give the last file its end; one without a line is a file all the same."""
        if not self.length:
            self.write(self._compress(b""))
        self.end_file(self._name(self._shard))
        self._shard += 1
        if self.overwrite and self._shards is not None:
            for stale in self._shards_there():
                stale.unlink()


class ArraySink(_Growing):
    """All paipu in one JSON array, as the viewer of 電脳麻将 opens it."""

    def __init__(self, path: Path) -> None:
        """Make the sink; nothing is written yet."""
        super().__init__(path)
        self.options: dict[str, Any] = {"end": ",\n"}

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""
        return {"sink": "array"}

    def present(self) -> Path | None:
        """Give an output that is there already, if there is one."""
        return self.path if self.path.exists() else None

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""
        return self.present() is not None

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""
        self.start(saved, self.path.name, overwrite=overwrite)

    def pack(self, chunk: Chunk, lines: Lines) -> Data:  # noqa: ARG002
        """Leave out the last comma: perhaps nothing follows."""
        return lines.data[:-2]

    def put(self, chunk: Chunk, lines: Lines, packed: Data) -> None:  # noqa: ARG002
        """Append a chunk."""
        if packed:
            self.write(b",\n" if self.length else b"[\n")
            self.write(packed)

    def save(self) -> dict[str, Any]:
        """Make safe what was put."""
        return self.saved()

    def finish(self) -> None:
        """Close the bracket."""
        self.write(b"\n]\n" if self.length else b"[]\n")
        self.end_file(self.path.name)
