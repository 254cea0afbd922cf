"""What a job remembers: ids, failures, how far it is. All in one file, which changes in one step or not at all."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mjlog.bulk.report import Failure
from mjlog.errors import MjlogError

__all__ = ["DamagedError", "State"]

_TABLES = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE failures (
        number INTEGER PRIMARY KEY, source TEXT, id TEXT, kind TEXT,
        message TEXT, element TEXT, byte INTEGER, round INTEGER
    );
"""


class DamagedError(OSError):
    """What is there is no state, or a broken one."""


class State:
    """The state of a job; with no path, in a file of the system's that goes with it."""

    def __init__(self, path: Path | None) -> None:
        """Open it, or make it; no one else may write it meanwhile.

        Raises:
            OSError: it can't be opened, or another run holds it.

        """
        with _as_os_error(path):
            name = "" if path is None else path.absolute().as_uri() + "?mode=rwc"
            self._base = sqlite3.connect(name, uri=path is not None, isolation_level=None, timeout=0)
            self._base.executescript(
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;"
            )
            self._begin()
            if not self._base.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                for statement in _TABLES.strip().rstrip(";").split(";"):
                    self._base.execute(statement)
                self._base.execute("COMMIT")
                self._begin()
        self._path = path

    def _begin(self) -> None:
        self._base.execute("BEGIN EXCLUSIVE")

    def load(self) -> dict[str, Any] | None:
        """Give what was saved last."""
        row = self._base.execute("SELECT value FROM meta WHERE key = 'job'").fetchone()
        return None if row is None else json.loads(row[0])

    def save(self, job: dict[str, Any]) -> None:
        """Keep this, and all ids and failures since the last time, for good."""
        with _as_os_error(self._path):
            text = json.dumps(job)  # all ASCII: a source's name may hold bytes that are no UTF-8
            self._base.execute("INSERT OR REPLACE INTO meta VALUES ('job', ?)", (text,))
            self._base.execute("COMMIT")
            self._begin()

    def add(self, ids: Sequence[str]) -> set[int]:
        """Remember these ids; give the numbers of those that were there already, in the file or in the list."""
        with _as_os_error(self._path):
            text = json.dumps(ids, ensure_ascii=False)
            self._base.execute("SAVEPOINT some")
            insert = "INSERT OR IGNORE INTO seen SELECT value FROM json_each(?)"
            count = self._base.execute(insert, (text,)).rowcount
            if count == len(ids):
                self._base.execute("RELEASE some")
                return set()
            self._base.execute("ROLLBACK TO some")
            known = self.known(ids)
            self._base.execute(insert, (text,))
            self._base.execute("RELEASE some")
        twice = set()
        for number, log_id in enumerate(ids):
            if log_id in known:
                twice.add(number)
            known.add(log_id)
        return twice

    def known(self, ids: Sequence[str]) -> set[str]:
        """Tell which of these ids are there."""
        text = json.dumps(ids, ensure_ascii=False)
        query = "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM seen WHERE id = value)"
        return {row[0] for row in self._base.execute(query, (text,))}

    def fail(self, failure: Failure) -> None:
        """Remember a failure."""
        error = failure.error
        row = (failure.source, failure.id, error.kind, error.message, error.element, error.offset, error.round)
        with _as_os_error(self._path):
            self._base.execute("INSERT INTO failures VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row)

    def failures(self) -> Iterator[Failure]:
        """All failures, in order."""
        for row in self._base.execute("SELECT * FROM failures ORDER BY number"):
            _, source, log_id, kind, message, element, offset, round_ = row
            yield Failure(source, log_id, MjlogError(message, kind, offset, element, round_))

    def rollback(self) -> None:
        """Forget everything since it was saved last."""
        if self._base.in_transaction:
            self._base.execute("ROLLBACK")
        self._begin()

    def shrink(self) -> None:
        """Let go of the ids: the job is done, and only what came of it is kept."""
        if self._path is None:
            return
        small = self._path.with_name("state.new")
        for left_by_a_killed_run in (small, _journal(small)):
            left_by_a_killed_run.unlink(missing_ok=True)
        kept = State(small)
        job = self.load()
        for failure in self.failures():
            kept.fail(failure)
        if job is not None:
            kept.save(job)
        kept.close()
        self.close()
        # One without its journal is whole, but a journal must not meet another's file.
        for left_over in (_journal(small), _journal(self._path)):
            left_over.unlink(missing_ok=True)
        small.replace(self._path)

    @staticmethod
    def remove(path: Path) -> None:
        """Begin anew: nothing is left of what is there."""
        for file in (path, _journal(path)):
            file.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file, without what was not saved."""
        self._base.close()


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


@contextmanager
def _as_os_error(path: Path | None) -> Iterator[None]:
    """Tell of a full disk and the like as the system would."""
    try:
        yield
    except sqlite3.OperationalError as error:
        where = "the list of ids" if path is None else str(path)
        if "locked" in str(error):
            raise OSError(f"{where}: another run is writing there") from None
        raise OSError(f"{where}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise DamagedError(f"{path}: damaged ({error}): start again with --overwrite") from None
