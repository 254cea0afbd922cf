"""Where paipu go: what all sinks have in common."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from mjlog.bulk.chunk import Chunk, Lines
from mjlog.bulk.records import Entry

__all__ = ["ExistsError", "Sink"]

P = TypeVar("P")


class ExistsError(FileExistsError):
    """Something stands where the output would go."""


class Sink(Protocol, Generic[P]):
    """Takes chunks in order. What it holds is safe once `save` was called and what that gave was kept.

    A job that ends early is taken up again by another sink of the same make: `open` gets what `save` gave last, and
    makes it as if nothing had happened since. `ended` in it says that `finish` was called before: then whole files may
    lack their names, and that is all.
    """

    output: str
    """Its name, for people."""
    work: Path | None
    """The folder for all that is not whole yet, and for the job's state; None where nothing can be taken up again."""
    bytes_out: int
    """Bytes written."""
    options: dict[str, Any]
    """What the core has to know: `end`, `columns`, `id_first`."""

    @property
    def key(self) -> Callable[[Entry], str]:
        """Give what no two logs may share: the id, or the name of the file."""

    def identity(self) -> dict[str, Any]:
        """Give the options on which the output's bytes depend."""

    def present(self) -> Path | None:
        """Give an output that is there already, if there is one."""

    def remains(self) -> bool:
        """Tell whether what a finished job made is there still."""

    def open(self, saved: dict[str, Any] | None, *, overwrite: bool) -> None:
        """Begin, or go on from what was saved."""

    def pack(self, chunk: Chunk, lines: Lines) -> P:
        """Do all that can be done on a worker's thread."""

    def put(self, chunk: Chunk, lines: Lines, packed: P) -> None:
        """Take the next chunk."""

    def ready(self) -> bool:
        """Tell whether it can save here."""

    def must_save(self) -> bool:
        """Tell whether it has to be saved before it takes more."""

    def save(self) -> dict[str, Any]:
        """Make safe what was put, and give what `open` needs to know."""

    def publish(self) -> None:
        """Give whole files their names; what `save` gave is kept by now."""

    def finish(self) -> None:
        """No more will come."""

    def close(self) -> None:
        """Let go of everything that is open."""
