"""What may be asked of sources: limits, selection by id, where a database keeps its logs."""

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from mjlog.bulk.places import Passed

__all__ = ["Counts", "Limits", "Settings", "day_of"]

_DAY = re.compile(r"((?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])?)(?!\d)")
_BOUND = re.compile(r"(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:[T ]?(\d\d))?)?)?")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may ask for; past that it is refused, as an error of its own."""

    log_size: int = 256 << 20
    """Bytes of one log, packed or unpacked."""
    ratio: int = 200
    """How many times its packed size a member of more than a megabyte may be."""
    nesting: int = 1
    """How many archives may stand in one another, below the outermost."""
    nested_size: int = 4 << 30
    """Bytes of an archive in an archive; it is unpacked to a temporary file."""

    def refuse(self, packed: int, size: int) -> str | None:
        """Tell why a member of these sizes is not unpacked, or None."""
        if max(packed, size) > self.log_size:
            return f"it is larger than {self.log_size} bytes, which is the limit"
        if size > 1 << 20 and size > packed * self.ratio:
            return f"it unpacks to more than {self.ratio} times its size, as archives do that are made to do harm"
        return None


@dataclass(slots=True)
class Counts:
    """What was passed over without being an error."""

    without_log: int = 0
    """Rows of a database whose log was never fetched, or not there to be fetched."""
    not_selected: int = 0
    """Logs that the selection by id and date leaves out."""
    missed: int = 0
    """Logs that came into a database where it had been read already."""


@dataclass(slots=True)
class Settings:
    """All that was asked of the sources, and how far they have come."""

    since: str | None = None
    until: str | None = None
    ids: Collection[str] | None = None
    sql_table: str | None = None
    id_column: str | None = None
    log_column: str | None = None
    limits: Limits = field(default_factory=Limits)
    counts: Counts = field(default_factory=Counts)
    skip: int = 0
    """Entries still to be passed over."""
    seen: int = 0
    """Rows and members that were come upon, whatever became of them."""
    passed: Passed = field(default_factory=Passed)
    """What is passed over because it was done before."""
    tables: int = 0
    """Tables of databases that were come upon."""

    @property
    def selects(self) -> bool:
        """Whether there is a selection at all."""
        return self.ids is not None or self.since is not None or self.until is not None

    @property
    def takes_all(self) -> bool:
        """Whether every entry is wanted from here on."""
        return not self.selects and not self.skip

    def selected(self, log_id: str, date: str | None = None) -> bool:
        """Tell whether the selection takes this log; where its id names no day, the row's date counts."""
        if self.ids is not None and log_id not in self.ids:
            return False
        if self.since is None and self.until is None:
            return True
        day = _digits(log_id) or _digits(re.sub(r"[-/ T]", "", date[:13]) if date else "")
        if day is None:
            return False
        after = self.since is None or day >= self.since[: len(day)]
        return after and (self.until is None or day[: len(self.until)] <= self.until[: len(day)])

    def due(self) -> bool:
        """Tell whether the next entry is to be given, and count it if not."""
        self.seen += 1
        if self.skip > 0:
            self.skip -= 1
            return False
        return True

    def wants(self, log_id: str, date: str | None = None) -> bool:
        """Tell whether this log is selected, and not among the first that are passed over."""
        if self.selects and not self.selected(log_id, date):
            self.counts.not_selected += 1
            self.seen += 1
            return False
        return self.due()


def _digits(text: str) -> str | None:
    match = _DAY.match(text)
    return match[1] if match else None


def day_of(value: str | datetime.date | None, name: str) -> str | None:
    """Read a bound: a date, `YYYY-MM-DD`, `YYYYMMDD` or `YYYYMMDDHH`; a month or a year will do.

    Raises:
        ValueError: it is none of these.

    """
    if value is None:
        return None
    text = value.strftime("%Y%m%d") if isinstance(value, datetime.date) else str(value)
    match = _BOUND.fullmatch(text)
    digits = "".join(filter(None, match.groups())) if match else ""
    # A year or a month is a date when its first day is.
    if not _DAY.match(digits + "0101"[len(digits) - 4 :] if len(digits) < 8 else digits):
        raise ValueError(f"{name} is no date: {value!r}; write it as 2019-01-31 or 2019013123")
    return digits
