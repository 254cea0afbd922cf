"""May a run begin, or go on with one that was interrupted? What is there already decides."""

import errno
import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mjlog.bulk.durable import fsync_folder, real_folder
from mjlog.bulk.job import Totals
from mjlog.bulk.sinks import ExistsError, Sink
from mjlog.bulk.sources.files import is_pattern
from mjlog.bulk.sources.names import as_text
from mjlog.bulk.state import DamagedError, State

__all__ = ["Begun", "MissingSourceError", "OtherOptionsError", "UnfinishedError", "refuse_missing"]


class UnfinishedError(FileExistsError):
    """A run before this one was interrupted."""


class OtherOptionsError(ValueError):
    """The output was begun with other options."""


class MissingSourceError(FileNotFoundError):
    """There is no file or folder of a source's name."""


def refuse_missing(sources: Iterable[object]) -> None:
    """Tell of a name that is mistyped before hours are spent on the others.

    Raises:
        MissingSourceError: there is nothing of that name.

    """
    for name in (os.fspath(one) for one in sources if isinstance(one, (str, os.PathLike))):
        if not os.path.lexists(name) and not is_pattern(name):
            raise MissingSourceError(f"{as_text(name)}: can't be read: {os.strerror(errno.ENOENT)}")


@dataclass(slots=True)
class Begun:
    """What is there of the output, and whether a run may begin or go on."""

    sink: Sink[Any]
    resume: bool
    overwrite: bool
    saved: dict[str, Any] | None = None
    totals: Totals = field(default_factory=Totals)
    resumed: bool = False
    done: bool = False
    _made: list[Path] = field(default_factory=list)

    def open(self, identity: dict[str, Any]) -> State:
        """Open the state, or make it.

        Raises:
            ExistsError, UnfinishedError, OtherOptionsError: the output may not be written.

        """
        work = self.sink.work
        if work is None:
            if self.resume:
                raise ValueError("what goes to a stream can't be resumed: give a file or a folder")
            return State(None)
        self._made = [folder for folder in (work, work.parent) if not folder.exists()]
        path = work / "state.sqlite"
        if path.is_file() and not path.is_symlink():
            state = self._there(path, identity)
            if state is not None:
                return state
        there = self.sink.present()
        if there is not None and not self.overwrite:
            raise ExistsError(f"{there} exists: --overwrite replaces it")
        real_folder(work)
        State.remove(path)
        state = State(path)
        state.save({"identity": identity, "totals": Totals().to_dict(), "sink": None, "done": False})
        fsync_folder(work)
        return state

    def _there(self, path: Path, identity: dict[str, Any]) -> State | None:
        """Open the state of the run that is there, if it may be gone on with."""
        try:
            state = State(path)
        except DamagedError:
            if self.overwrite and not self.resume:
                return None
            raise
        try:
            return state if self._go_on(state, identity) else None
        finally:
            if not self.resumed:
                state.close()

    def _go_on(self, state: State, identity: dict[str, Any]) -> bool:
        """Tell whether there is a run to go on with; one that has kept nothing is none."""
        job = state.load()
        if job is None or (not self.sink.remains() if job["done"] else not job["totals"]["position"]):
            return False
        if not self.resume:
            if self.overwrite:
                return False
            output = self.sink.output
            if job["done"]:
                there = self.sink.present()
                if there is None and not self._same(job, identity):
                    return False  # other logs may go to the same folder
                raise ExistsError(f"{there or output} was made before: --overwrite replaces it")
            ways = "--resume goes on with it, --overwrite begins again"
            raise UnfinishedError(f"a run to {output} was interrupted: {ways}")
        if not self._same(job, identity):
            raise OtherOptionsError(_difference(job["identity"], identity))
        self.resumed, self.done = True, job["done"]
        self.saved = job["sink"]
        self.totals = Totals.from_dict(job["totals"])
        return True

    @staticmethod
    def _same(job: dict[str, Any], identity: dict[str, Any]) -> bool:
        return bool(job["identity"] == json.loads(json.dumps(identity)))

    def clear(self, state: State) -> None:
        """Leave nothing behind of a run that has kept nothing."""
        if self.sink.work is None:
            return
        job = state.load()
        if job is None or job["totals"]["position"]:
            return
        self.sink.close()
        state.close()
        shutil.rmtree(self.sink.work, ignore_errors=True)
        for folder in self._made[1:]:
            with suppress(OSError):
                folder.rmdir()


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    new = json.loads(json.dumps(new))
    parts = [f"{key} {_short(old.get(key))}, not {_short(new.get(key))}" for key in new if old.get(key) != new[key]]
    return f"the output was begun with {'; '.join(parts) or 'other options'}: use the same, or --overwrite"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
