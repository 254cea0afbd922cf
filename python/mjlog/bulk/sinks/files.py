"""One JSON file a log, named by its id."""

import os
import shutil
from itertools import count
from pathlib import Path
from typing import Any

from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.durable import fsync_folder, real_folder, sync_files
from mjlog.bulk.sinks.names import file_name, month_folder

__all__ = ["FilesSink"]


class FilesSink:
    """A folder of JSON files, or of folders of them by year and month.

    A chunk's files are written to a folder of its own, and moved into place once it is kept that they are whole.
    """

    def __init__(self, folder: Path, *, by_month: bool = False) -> None:
        """Make the sink; nothing is written yet."""
        self.output = str(folder)
        self.path = folder.resolve()
        self._work = self.path / ".mjlog"
        self.work: Path | None = self._work
        self.bytes_out = 0
        self.options: dict[str, Any] = {"end": ""}
        self._by_month = by_month
        self._overwrite = False
        self._pending: list[int] = []
        self._folders: set[str] = set()
        self._tries = count()

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""
        return {"sink": "files", "by_month": self._by_month}

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

    def pack(self, chunk: Chunk, lines: Lines) -> list[str]:
        """Write the files to the chunk's folder; gives their names."""
        # A chunk may be packed twice, where ids of it turn out to be duplicates.
        stage = self._stage(chunk.number).with_suffix(f".{next(self._tries)}")
        stage.mkdir()
        names: dict[str, None] = {}
        for number, record in zip(lines.written, lines.records(0), strict=True):
            entry = chunk.entries[number]
            name = f"{file_name(entry.id)}.json"
            if self._by_month:
                folder = month_folder(entry.id, entry.date)
                (stage / folder).mkdir(parents=True, exist_ok=True)
                name = f"{folder}/{name}"
            # An id that comes twice is found later, and its chunk is packed again.
            if name not in names:
                with (stage / name).open("xb") as file:
                    file.write(record)
                names[name] = None
        return [stage.name, *names]

    def put(self, chunk: Chunk, lines: Lines, packed: list[str]) -> None:
        """Take a chunk's files, unless others of their names are there."""
        stage, *names = packed
        for name in names:
            target = self.path / name
            self._check(target.parent)
            if not self._overwrite and os.path.lexists(target):
                raise FileExistsError(f"{target} exists: --overwrite replaces it")
        (self._work / stage).rename(self._stage(chunk.number))
        self._pending.append(chunk.number)
        self.bytes_out += len(lines.data)

    def _check(self, folder: Path) -> None:
        """Refuse links below the output's folder."""
        name = str(folder)
        if name not in self._folders:
            if folder != self.path:
                self._check(folder.parent)
                if folder.is_symlink():
                    raise OSError(f"{folder} is a link: refused, since it may lead out of the output's folder")
            self._folders.add(name)

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
                    self._check(target)
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
