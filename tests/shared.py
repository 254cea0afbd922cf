"""The real logs and what tenhou-log makes of them, read from the folder MJLOG_SHARED."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

THREE_PLAYERS = 0x10


@dataclass(frozen=True)
class RealLog:
    """A row of index.jsonl."""

    path: Path
    go_type: int
    complete: bool
    features: frozenset[str]

    @property
    def file(self) -> str:
        return self.path.name

    @property
    def three_players(self) -> bool:
        return bool(self.go_type & THREE_PLAYERS)

    def read(self) -> bytes:
        """The log, unpacked."""
        return gzip.decompress(self.path.read_bytes())


@dataclass(frozen=True)
class Corpus:
    folder: Path

    @cached_property
    def logs(self) -> list[RealLog]:
        rows = map(json.loads, (self.folder / "index.jsonl").read_text("utf-8").splitlines())
        return [
            RealLog(self.folder / row["file"], row["go_type"], row["complete"], frozenset(row["features"]))
            for row in rows
        ]

    @property
    def four_players(self) -> list[RealLog]:
        return [log for log in self.logs if not log.three_players]

    @property
    def three_players(self) -> list[RealLog]:
        return [log for log in self.logs if log.three_players]

    def reference(self) -> Iterator[tuple[str, Any]]:
        """File name and tenhou-log's paipu; None where tenhou-log throws."""
        with gzip.open(self.folder / "tenhou-log-1.3.1.jsonl.gz", "rt", encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                yield row["file"], row.get("paipu")
