"""What to do with a file in a folder or an archive that no one asked for by its name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.kinds import Kind, gunzipped, kind_of, looks_like_log
from mjlog.bulk.sources.names import may_be_log
from mjlog.bulk.sources.settings import Settings

__all__ = ["Archive", "Verdict", "plainly_log", "verdict"]

_PLAIN = re.compile(r"(?:^|/)(?:\d{8,10}gm-[^/.]*|[^/]+\.(?:mjlog|xml))(?:\.gz)?$")
_LINES = re.compile(r"\.(?:jsonl|ndjson)(?:\.(?:gz|xz|zst|bz2))?$", re.IGNORECASE)
_ARCHIVE = re.compile(r"\.(?:zip|tar|tgz|txz|tbz2?|tzst)(?:\.(?:gz|xz|zst|bz2))?$", re.IGNORECASE)
_LARGE = 4 << 20


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive whose members are listed."""

    where: str
    """What it is called in messages."""
    settings: Settings
    nested: Callable[[str, str, Iterator[bytes], int], Iterator[Entry]]
    """Lists what a file in it holds: what that is called in messages, its name, its content, its depth."""
    depth: int
    """How many archives it stands in."""
    path: str | None = None
    """Its file, where it is one of its own."""

    def inside(self, where: str, name: str, content: Iterator[bytes]) -> Iterator[Entry]:
        """List what a member holds."""
        return self.nested(where, name, content, self.depth + 1)


class Verdict(Enum):
    """What a file is taken for."""

    LOG = "log"
    SOURCE = "source"
    """Something with logs in it, or a compressed log."""
    DATABASE = "database"
    """A source that has to be a file of its own."""
    IGNORED = "ignored"


def plainly_log(name: str, size: int) -> bool:
    """Tell whether a member is called and as large as logs are, so that looking into it isn't worth its time."""
    return size < _LARGE and _PLAIN.search(name) is not None


def verdict(name: str, head: bytes) -> Verdict:
    """Tell what a file of this name is that begins so."""
    kind = kind_of(head)
    if kind is Kind.GZIP:
        # Of a log, which most are, one byte tells: to unpack 4096 takes as long as all else here.
        inner = gunzipped(head, 1)
        inner = inner if inner == b"<" else gunzipped(head)
        # Of broken gzip the name has to tell.
        kind = kind_of(inner) if inner else Kind.TAR if _ARCHIVE.search(name) else Kind.LOG
        if kind in (Kind.SQLITE, Kind.PARQUET):
            return Verdict.IGNORED
    archive, lines, log = _ARCHIVE.search(name), _LINES.search(name), may_be_log(name)
    match kind:
        case Kind.LOG if archive or lines:
            return Verdict.SOURCE
        case Kind.LOG:
            found = Verdict.LOG if log or looks_like_log(head) else Verdict.IGNORED
        case Kind.JSONL:
            found = Verdict.SOURCE if lines or log else Verdict.IGNORED
        case Kind.XZ | Kind.ZSTD | Kind.BZIP2:
            found = Verdict.SOURCE if lines or log or archive else Verdict.IGNORED
        case Kind.SQLITE | Kind.PARQUET:
            found = Verdict.DATABASE
        case _:
            found = Verdict.SOURCE
    return found
