"""How far tables of databases were read, so that a run that is taken up goes on behind the last row that was done.

Rows come and go while a database is read, and between two runs; a key stays where it is, a number of rows does not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mjlog.bulk.records import Entry

__all__ = ["ChangedSourcesError", "Passed", "Place", "noted"]


class ChangedSourcesError(Exception):
    """The sources hold other logs than when the job was begun."""


class Place(NamedTuple):
    """How far a table was read; entries are counted from the first of all sources."""

    table: int
    """Its number among the tables of all sources."""
    begin: int
    """Entries before its first."""
    end: int
    """Entries up to its last that was done."""
    key: int | str
    """That row's key."""


@dataclass(slots=True)
class Passed:
    """What runs before have done, for sources that can go on behind it without reading it again."""

    entries: int = 0
    """So many entries; the last of them is given once more, to be compared."""
    places: Mapping[int, Place] = field(default_factory=dict)
    """How far each table was read, by its number."""
    behind: bool = True
    """Whether all of that is passed over."""


def noted(places: list[Place], entries: Sequence[Entry], done: int) -> None:
    """Note how far tables are read with these entries, before which so many were done."""
    last = entries[-1].row
    if last is not None and places and places[-1].table == last[0]:
        # The entries of a table follow each other: all of these are of one.
        places[-1] = Place(last[0], places[-1].begin, done + len(entries), last[1])
        return
    for at, entry in enumerate(entries, done):
        if entry.row is not None:
            table, key = entry.row
            begin = places.pop().begin if places and places[-1].table == table else at
            places.append(Place(table, begin, at + 1, key))
