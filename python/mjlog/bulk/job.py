"""The loop between sources and sinks: chunks to threads, results back in order, all of it safe to stop anywhere."""

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from mjlog.bulk.chunk import LARGE, SIZE, Chunk, Lines, chunks, convert_chunk
from mjlog.bulk.places import ChangedSourcesError, Passed, Place, noted
from mjlog.bulk.records import Entry
from mjlog.bulk.report import Failure, Progress
from mjlog.bulk.sinks import Sink
from mjlog.bulk.sinks.appending import AppendingSink
from mjlog.bulk.sources import Counts
from mjlog.bulk.sources.named import Named
from mjlog.bulk.state import State
from mjlog.errors import MjlogError

__all__ = ["Job", "StoppedError", "Totals"]

PROGRESS_SECONDS = 0.1
WAITING = 4
"""Chunks that wait for a thread, or for their turn to be written; each is a few megabytes."""


class StoppedError(Exception):
    """The first log that failed ended the job, as was asked for."""

    def __init__(self, failure: Failure) -> None:
        """Make it of that failure."""
        super().__init__(f"{failure.source}: {failure.error}")
        self.failure = failure


@dataclass(slots=True)
class Totals:
    """What was done, in all runs together."""

    converted: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    bytes_in: int = 0
    position: int = 0
    """Entries dealt with."""
    last_id: str | None = None
    """The id of the last of them."""
    places: list[Place] = field(default_factory=list)
    """How far the tables of databases were read."""
    missed: int = 0
    """Logs that came into a database where it had been read already."""
    seconds: float = 0.0
    """What runs before took."""

    def to_dict(self) -> dict[str, Any]:
        """Give what `Totals(**…)` takes."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> "Totals":
        """Read what `to_dict` gave."""
        counted = {name: Counter(saved[name]) for name in ("skipped", "failed")}
        return cls(**saved | counted | {"places": [Place(*place) for place in saved["places"]]})


@dataclass(slots=True)
class _Flight:
    """A chunk on its way."""

    chunk: Chunk
    left_out: set[int]
    """Entries that are known to be duplicates already."""
    future: Future[tuple[Lines, Any]]


@dataclass(slots=True)
class Job:
    """One conversion. `run` does it; `totals` say how far it is, also when that ends by an exception."""

    open_source: Callable[[Passed], Iterator[Entry]]
    """Gives the entries, from the last on that runs before have done."""
    sink: Sink[Any]
    state: State
    identity: dict[str, Any]
    """All that the output's bytes depend on."""
    options: dict[str, Any]
    """What the core has to know."""
    threads: int
    limit: int | None = None
    strict: bool = False
    on_error: Callable[[Failure], object] | None = None
    on_warning: Callable[[str, str], object] | None = None
    """Told where a log is that was converted, and what is odd about it."""
    progress: Callable[[Progress], object] | None = None
    counts: Counts = field(default_factory=Counts)
    """What the sources passed over."""
    share: Callable[[int], float | None] | None = None
    """Tells how much is read, once so many bytes are."""
    named: Named = field(default_factory=lambda: Named([]))
    """Sources that were asked for by name: one that can't be read ends the job."""
    checkpoint: float = 1.0
    """Seconds after which progress is kept for good."""
    totals: Totals = field(default_factory=Totals)
    _began: float = 0.0
    _saved_at: float = 0.0
    _told_at: float = 0.0
    _resumed: int = 0
    _last_source: str = ""
    _duplicates: bool = False
    _full: bool = False

    @property
    def seconds(self) -> float:
        """How long it took, runs before included."""
        return self.totals.seconds + (time.monotonic() - self._began if self._began else 0.0)

    def run(self) -> None:
        """Convert everything.

        Raises:
            StoppedError: a log failed, and the job is strict.
            ChangedSourcesError: the sources are not those that the job was begun with.
            OSError: a source or the output failed.

        """
        self._began = self._saved_at = time.monotonic()
        self._resumed = self.totals.position
        entries = self._entries()
        appends = isinstance(self.sink, AppendingSink)
        pool = ThreadPoolExecutor(1 if appends else self.threads, "mjlog")
        try:
            self._convert(entries, pool)
        except BaseException:
            # What goes on writes to its own files, unless it appends to that of the next run.
            pool.shutdown(wait=appends, cancel_futures=True)
            raise
        pool.shutdown(cancel_futures=True)
        # A run that goes on lists everything again, and counts again.
        self.totals.skipped += Counter(no_log=self.counts.without_log, selection=self.counts.not_selected)
        self.totals.missed = self.counts.missed
        self.sink.finish()
        self._save(ended=True)

    def _entries(self) -> Iterator[Entry]:
        """Open the sources behind what is done, which has to end with the entry that it ended with then."""
        totals = self.totals
        if not totals.position:
            return self.open_source(Passed())
        passed = Passed(totals.position, {place.table: place for place in totals.places}, behind=False)
        entries = self.open_source(passed)
        last = next(entries, None)
        passed.behind = True
        if last is None or last.id != totals.last_id:
            was, now = totals.last_id, last.id if last else "missing"
            raise ChangedSourcesError(f"log {totals.position} was {was!r} and is {now!r}")
        return entries

    def _convert(self, entries: Iterator[Entry], pool: ThreadPoolExecutor) -> None:
        if self.limit is not None and self.totals.converted >= self.limit:
            return  # a run before was interrupted when all was done
        flights: deque[_Flight] = deque()
        appends = isinstance(self.sink, AppendingSink)
        # Where all threads work on one chunk, the next one waits for them.
        size, most = (LARGE, 2) if appends else (SIZE, self.threads + WAITING)
        for chunk in chunks(entries, self.totals.position // size, size):
            left_out = self._known(chunk) if self._duplicates else set()
            flights.append(_Flight(chunk, left_out, pool.submit(self._work, chunk, left_out)))
            # One, and then the next chunk: the threads would have nothing to do while several are landed.
            if len(flights) >= most or flights[0].future.done():
                self._land(flights.popleft(), flights, pool)
            if self._full:
                return
        while flights and not self._full:
            self._land(flights.popleft(), flights, pool)

    def _work(self, chunk: Chunk, left_out: set[int]) -> tuple[Lines, Any]:
        if isinstance(self.sink, AppendingSink):
            return self.sink.append(chunk, left_out, self.options, self.threads)
        lines = convert_chunk(chunk.entries, left_out, self.options)
        return lines, self.sink.pack(chunk, lines)

    def _known(self, chunk: Chunk) -> set[int]:
        """Entries that were converted before: those need no work."""
        keys = list(map(self.sink.key, chunk.entries))
        known = self.state.known(keys)
        return {number for number, key in enumerate(keys) if key in known}

    def _again(
        self, chunk: Chunk, left_out: set[int], behind: Iterable[_Flight], pool: ThreadPoolExecutor
    ) -> tuple[Lines, Any]:
        """Convert a chunk once more, and all that was appended behind it."""
        if not isinstance(self.sink, AppendingSink):
            return self._work(chunk, left_out)
        wait([flight.future for flight in behind])
        self.sink.rewind()
        result = self._work(chunk, left_out)
        for flight in behind:
            flight.future = pool.submit(self._work, flight.chunk, flight.left_out)
        return result

    def _land(self, flight: _Flight, behind: Iterable[_Flight], pool: ThreadPoolExecutor) -> None:
        """Take a chunk's result, whose turn it is."""
        chunk = flight.chunk
        lines, packed = flight.future.result()
        keys = [self.sink.key(chunk.entries[number]) for number in lines.written]
        twice = {lines.written[number] for number in self.state.add(keys)} if keys else set()
        last = len(chunk.entries) - 1
        if self.limit is not None:
            once = [number for number in lines.written if number not in twice]
            left = self.limit - self.totals.converted
            if len(once) >= left:
                # Those behind the last that may come are not looked at.
                last = once[left - 1]
                self._full = True
        if twice or last + 1 < len(chunk.entries):
            self._duplicates |= bool(twice)
            left_out = flight.left_out | twice | set(range(last + 1, len(chunk.entries)))
            lines, packed = self._again(chunk, left_out, behind, pool)
        self._settle(chunk, lines, packed, flight.left_out | twice, last)

    def _settle(self, chunk: Chunk, lines: Lines, packed: Any, twice: set[int], last: int) -> None:
        duplicates = [(number, self._duplicate(chunk.entries[number])) for number in twice if number <= last]
        for number, what in sorted([*lines.failed, *duplicates, *lines.odd], key=lambda told: told[0]):
            entry = chunk.entries[number]
            before = chunk.entries[number - 1].source if number else self._last_source
            if isinstance(what, MjlogError):
                self._fail(Failure(entry.source, entry.id, what), before)
            elif what is None:
                self.totals.skipped["twice"] += 1
            elif self.on_warning is not None:
                self.on_warning(entry.source, what)
        self._last_source = chunk.entries[-1].source
        self.sink.put(chunk, lines, packed)
        totals = self.totals
        totals.converted += len(lines.written)
        totals.skipped.update(reason for _, reason in lines.skipped)
        totals.bytes_in += lines.bytes_in
        noted(totals.places, chunk.entries, totals.position)
        totals.position += len(chunk.entries)
        totals.last_id = chunk.entries[-1].id
        now = time.monotonic()
        if self.sink.must_save() or (now - self._saved_at >= self.checkpoint and self.sink.ready()):
            self._save()
        if self.progress is not None and now - self._told_at >= PROGRESS_SECONDS:
            self._told_at = now
            self.progress(self.so_far())

    def _fail(self, failure: Failure, before: str) -> None:
        """Count it; a source that vanished is no log's fault and ends the job."""
        source = failure.source
        if failure.error.kind == "unreadable" and (source in self.named.names or before.startswith(f"{source}: ")):
            raise OSError(f"{source}: {failure.error}")
        if self.strict:
            raise StoppedError(failure)
        self.totals.failed[failure.error.kind] += 1
        self.state.fail(failure)
        if self.on_error is not None:
            self.on_error(failure)

    def _duplicate(self, entry: Entry) -> MjlogError | None:
        """Tell what is wrong with a log that comes again: nothing, where its file was only named again."""
        if entry.name is not None and self.named.twice(entry.source):
            return None
        if (key := self.sink.key(entry)) != entry.id:
            return MjlogError(f"it would become {key}, as a log before it did: the first stays", "duplicate")
        return MjlogError(f"a log with the id {entry.id} was converted before: the first stays", "duplicate")

    def so_far(self) -> Progress:
        """Tell how far it is."""
        totals = self.totals
        return Progress(
            done=totals.position,
            share=self.share(totals.bytes_in) if self.share else None,
            converted=totals.converted,
            failed=totals.failed.total(),
            bytes_in=totals.bytes_in,
            seconds=time.monotonic() - self._began,
            resumed=self._resumed,
        )

    def _save(self, *, ended: bool = False) -> None:
        """Keep what was done, for good; then whole files may have their names."""
        sink = self.sink.save() | {"ended": ended}
        self._keep(sink, done=False)
        self.sink.publish()
        if ended:
            self._keep(sink, done=True)
        self._saved_at = time.monotonic()

    def _keep(self, sink: dict[str, Any], *, done: bool) -> None:
        totals = self.totals.to_dict() | {"seconds": self.seconds}
        self.state.save({"identity": self.identity, "totals": totals, "sink": sink, "done": done})

    def end(self, sink: dict[str, Any]) -> None:
        """Note that all is done: only that was missing."""
        self._keep(sink, done=True)


def default_threads() -> int:
    """Give the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
