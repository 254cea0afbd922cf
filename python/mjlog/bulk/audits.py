"""Audits of any number of logs, one by one and in order, on threads of their own."""

import operator
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeAlias, Unpack

import mjlog
from mjlog.bulk.chunk import SIZE, chunks
from mjlog.bulk.iterate import Listing, entries_for, read_entry
from mjlog.bulk.job import default_threads
from mjlog.bulk.records import Entry
from mjlog.bulk.sources import Source
from mjlog.errors import MjlogError

__all__ = ["Audited", "audited", "iter_audits"]

Result: TypeAlias = mjlog.AuditReport | MjlogError
Audited: TypeAlias = tuple[Entry, bytes, Result]
"""An entry, its bytes (none of a log that can't be read), and what its audit found."""


def iter_audits(
    sources: Source | Iterable[Source],
    *,
    rule: mjlog.Rule | None = None,
    threads: int | None = None,
    **listing: Unpack[Listing],
) -> Iterator[tuple[str, Result]]:
    """Give each log's id and what its audit found, in order.

    Args:
        sources: as in `convert`.
        rule: as in `mjlog.audit`.
        threads: how many threads; by default one for each processor.
        listing: as in `iter_logs`.

    Returns:
        Pairs; in place of the report of a log that can't be read, an MjlogError that says why.

    Raises:
        ValueError: `threads` is less than 1.

    """
    entries = entries_for("iter_audits", sources, listing)
    return ((entry.id, result) for entry, _, result in audited(entries, rule=rule, threads=threads))


def audited(
    entries: Iterable[Entry], *, rule: mjlog.Rule | None = None, threads: int | None = None
) -> Iterator[Audited]:
    """Audit entries in chunks, a few more than threads at a time, so that memory does not grow.

    Raises:
        ValueError: `threads` is less than 1.

    """
    threads = default_threads() if threads is None else operator.index(threads)
    if threads < 1:
        raise ValueError("threads must be 1 or more")
    return _audited(entries, rule, threads)


def _audited(entries: Iterable[Entry], rule: mjlog.Rule | None, threads: int) -> Iterator[Audited]:
    flights: deque[Future[list[Audited]]] = deque()
    pool = ThreadPoolExecutor(threads, "mjlog")
    try:
        for chunk in chunks(entries, 0, SIZE):
            flights.append(pool.submit(_audit, chunk.entries, rule))
            while flights and (len(flights) > threads + 1 or flights[0].done()):
                yield from flights.popleft().result()
        while flights:
            yield from flights.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _audit(entries: list[Entry], rule: mjlog.Rule | None) -> list[Audited]:
    read = [read_entry(entry) for entry in entries]
    reports = iter(mjlog.audit_batch([data for data in read if isinstance(data, bytes)], rule=rule, threads=1))
    return [
        (entry, data, next(reports)) if isinstance(data, bytes) else (entry, b"", data)
        for entry, data in zip(entries, read, strict=True)
    ]
