"""What a bulk conversion tells: how far it is, what failed, what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mjlog.errors import MjlogError

__all__ = ["Failure", "Progress", "Report"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One log that could not be converted."""

    source: str
    """Where it is."""
    id: str
    """The log's id."""
    error: MjlogError
    """Why; kind `duplicate` where a log of this id was converted before."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a conversion is."""

    done: int
    """Logs dealt with, converted or not, those of runs before among them."""
    share: float | None
    """How much of the sources is read, from 0 to 1, where it can be told."""
    converted: int
    """Logs converted."""
    failed: int
    """Logs that could not be converted."""
    bytes_in: int
    """Bytes read, as they are stored."""
    seconds: float
    """Since this run began."""
    resumed: int
    """Logs dealt with by runs before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What came of a conversion, runs that were interrupted included."""

    output: str
    """Where the paipu went."""
    converted: int = 0
    """Logs converted."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Logs that were not wanted, by reason: `players`, `table`, `unfinished`, `sanma`, `selection`, `no_log`,
    `twice` (files that were named twice)."""
    failed: Mapping[str, int] = field(default_factory=dict)
    """Logs that could not be converted, by the error's kind."""
    missed: int = 0
    """Logs that came into a database where it had been read already: only a fresh run takes them."""
    bytes_in: int = 0
    """Bytes read, as they are stored."""
    bytes_out: int = 0
    """Bytes written."""
    seconds: float = 0.0
    """How long it took, without the time between runs."""
    resumed: bool = False
    """Whether a run before this one had begun it."""
    finished_before: bool = False
    """Whether a run before had also finished it, so that nothing was done."""

    @property
    def failures(self) -> int:
        """How many logs could not be converted."""
        return sum(self.failed.values())

    @property
    def ok(self) -> bool:
        """Whether every log that was wanted is converted."""
        return not self.failures
