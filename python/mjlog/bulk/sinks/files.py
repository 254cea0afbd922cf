"""One JSON file a log, named as the log's own file, or by its id."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from itertools import accumulate, count
from pathlib import Path
from typing import Any

from mjlog._core import write_files
from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.durable import fsync_folder, real_folder, sync_files
from mjlog.bulk.records import Entry
from mjlog.bulk.sinks import ExistsError
from mjlog.bulk.sinks.names import file_name, kept_name, month_folder

__all__ = ["FilesSink", "indented"]


class FilesSink:
    """A folder of JSON files, or of folders of them by year and month.

    A chunk's files are written to a folder of its own, and moved into place once it is kept that they are whole.
    """

    def __init__(
        self,
        folder: Path,
        *,
        by_month: bool = False,
        indent: int | None = None,
        is_input: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Make the sink; nothing is written yet."""
        self.output = str(folder)
        self.path = folder.resolve()
        self._work = self.path / ".mjlog"
        self.work: Path | None = self._work
        self.bytes_out = 0
        self.options: dict[str, Any] = {"end": ""}
        self._by_month = by_month
        self._indent = indent
        self._is_input = is_input
        self._overwrite = False
        self._pending: list[int] = []
        self._folders: set[str] = set()
        self._tries = count()

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""
        return {"sink": "files", "by_month": self._by_month, "indent": self._indent}

    def key(self, entry: Entry) -> str:
        """Give the file's name, the same for two names of one file; stray bytes are written out."""
        name = os.path.normcase(self._name(entry)).encode("utf-8", "backslashreplace").decode()
        return name.casefold() if sys.platform == "darwin" else name

    def _name(self, entry: Entry) -> str:
        if self._by_month:
            return f"{month_folder(entry.id, entry.date)}/{file_name(entry.id)}.json"
        return f"{file_name(entry.id) if entry.name is None else kept_name(entry.name)}.json"

    def present(self) -> Path | None:
        """Other files may stand there: only those of the same names are in the way, each when it comes."""
        return None

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""
        return any(path != self._work for path in self.path.iterdir())

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""
        saved = saved or {}
        self._overwrite = overwrite or saved.get("overwrite", False)
        self.bytes_out = saved.get("bytes_out", 0)
        kept = {self._stage(number).name for number in saved.get("pending", [])}
        for stage in self._work.iterdir():
            if stage.name.startswith("chunk") and stage.name not in kept:
                shutil.rmtree(stage)
        self._pending = list(saved.get("pending", []))
        self.publish()

    def _stage(self, number: int) -> Path:
        return self._work / f"chunk{number:08}"

    def pack(self, chunk: Chunk, lines: Lines) -> tuple[str, int, list[str]]:
        """Write the files to the chunk's folder; gives that, their bytes, their names."""
        # A chunk may be packed twice, where files of it turn out to be duplicates.
        stage = f"{self._stage(chunk.number)}.{next(self._tries)}"
        os.mkdir(stage)  # noqa: PTH102
        data, offsets = self._contents(lines)
        known, names, size = set(), list[str | None](), 0
        for at, number in enumerate(lines.written):
            entry = chunk.entries[number]
            # One that comes twice is found later, and its chunk is packed again.
            key = self.key(entry)
            names.append(None if key in known else self._name(entry))
            size += 0 if key in known else offsets[at + 1] - offsets[at]
            known.add(key)
        write_files(stage, names, data, offsets)
        return stage, size, [name for name in names if name is not None]

    def _contents(self, lines: Lines) -> tuple[memoryview | bytes, list[int]]:
        """Give all files' content, and where each begins and the last ends."""
        if self._indent is None:
            return lines.data, lines.offsets.tolist()
        files = [indented(record, self._indent) for record in lines.records(0)]
        return b"".join(files), [0, *accumulate(map(len, files))]

    def put(self, chunk: Chunk, lines: Lines, packed: tuple[str, int, list[str]]) -> None:  # noqa: ARG002
        """Take a chunk's files, unless others of their names are there."""
        stage, size, names = packed
        for name in names:
            target = f"{self.path}/{name}"
            self._check(target.rpartition("/")[0])
            if os.path.lexists(target):
                self._refuse(target)
        os.rename(stage, self._stage(chunk.number))  # noqa: PTH104
        self._pending.append(chunk.number)
        self.bytes_out += size

    def _refuse(self, target: str) -> None:
        if self._is_input(target):
            raise ExistsError(f"{target} is an input: choose another output")
        if not self._overwrite:
            raise ExistsError(f"{target} exists: --overwrite replaces it")

    def _check(self, folder: str) -> None:
        """Refuse links below the output's folder."""
        if folder not in self._folders:
            if folder != str(self.path):
                self._check(folder.rpartition("/")[0])
                if os.path.islink(folder):  # noqa: PTH114
                    raise OSError(f"{folder} is a link: refused, since it may lead out of the output's folder")
            self._folders.add(folder)

    def ready(self) -> bool:
        """Tell whether it can save here: after any chunk."""
        return True

    def must_save(self) -> bool:
        """Tell whether it has to be saved: files can wait for their names."""
        return False

    def save(self) -> dict[str, Any]:
        """Make safe what was put."""
        if self._pending:
            stages = [self._stage(number) for number in self._pending]
            sync_files(self._work, (path for stage in stages for path in stage.rglob("*") if path.is_file()))
        return {"pending": list(self._pending), "bytes_out": self.bytes_out, "overwrite": self._overwrite}

    def publish(self) -> None:
        """Move the files into place."""
        touched = {self.path}
        for number in self._pending:
            stage = self._stage(number)
            for folder, _, files in os.walk(stage):
                target = self.path / Path(folder).relative_to(stage)
                if files:
                    self._check(target.as_posix())
                    real_folder(target)
                    touched.add(target)
                for name in files:
                    os.replace(os.path.join(folder, name), target / name)  # noqa: PTH105, PTH118 - twice as fast
        for changed in touched if self._pending else ():
            fsync_folder(changed)
        for number in self._pending:
            shutil.rmtree(self._stage(number), ignore_errors=True)
        self._pending = []

    def finish(self) -> None:
        """Clear away what was packed in vain: past a limit, or with duplicates."""
        kept = {self._stage(number) for number in self._pending}
        for stage in self._work.glob("chunk*"):
            if stage not in kept:
                shutil.rmtree(stage)

    def close(self) -> None:
        """Let go of nothing: every file is closed."""


def indented(paipu: memoryview | bytes, spaces: int) -> bytes:
    """Lay out a paipu for people."""
    return json.dumps(json.loads(bytes(paipu)), ensure_ascii=False, indent=spaces).encode() + b"\n"
