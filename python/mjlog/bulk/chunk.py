"""A chunk of entries and what the core makes of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from mjlog._core import convert_lines
from mjlog.bulk.records import Entry
from mjlog.errors import MjlogError

__all__ = ["LARGE", "SIZE", "Chunk", "Lines", "chunks", "convert_chunk"]

SIZE = 128
"""Entries of a chunk. What is written depends on it, and on nothing that differs between machines."""

LARGE = 1024
"""Entries of a chunk where that makes no difference, since all threads write it together."""

Column = tuple[memoryview, memoryview]
"""Texts behind each other, and offsets, little-endian int64, from 0."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some entries that follow each other."""

    number: int
    """From 0."""
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Lines:
    """The records of a chunk, and what became of the others."""

    data: memoryview
    """The records, each with its end."""
    offsets: memoryview
    """Where they begin, and where the last ends: int64."""
    columns: list[Column]
    """Titles, then the four players, where they were asked for."""
    written: list[int]
    """Numbers of the entries whose records these are."""
    skipped: list[tuple[int, str]]
    """Entries that were not wanted, and why."""
    failed: list[tuple[int, MjlogError]]
    """Entries that could not be converted, and why."""
    odd: list[tuple[int, str]]
    """Entries that were converted, and what is odd about them."""
    bytes_in: int
    """Bytes read, as they are stored."""

    def part(self, first: int, last: int) -> memoryview:
        """Give some of the records."""
        return self.data[self.offsets[first] : self.offsets[last]]

    def records(self, end: int) -> Iterator[memoryview]:
        """Each record, without an end of so many bytes."""
        for i in range(len(self.written)):
            yield self.data[self.offsets[i] : self.offsets[i + 1] - end]


def chunks(entries: Iterable[Entry], first: int, size: int) -> Iterator[Chunk]:
    """Cut entries into chunks of this size, numbered from `first`."""
    entries = iter(entries)
    number = first
    while some := list(islice(entries, size)):
        yield Chunk(number, some)
        number += 1


def convert_chunk(entries: list[Entry], leave_out: Collection[int], options: Mapping[str, Any]) -> Lines:
    """Convert a chunk on this thread, without holding the interpreter.

    Raises:
        OSError: an archive vanished.

    """
    records, columns, written, skipped, failed, odd, bytes_in = convert_lines(entries, list(leave_out), **options)
    data, offsets = records
    return Lines(data, offsets.cast("q"), columns or [], written, skipped, failed, odd, bytes_in)
