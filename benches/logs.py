"""The logs that are measured: real ones where MJLOG_SHARED names a folder with a corpus, else made-up games."""

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mjlog

CORPUS = Path("corpus")
GAMES = 300
HOUOU = 0xA9
"""Most of the corpus's logs are of this table, 四鳳南喰赤."""


@dataclass(frozen=True)
class Logs:
    """Logs of four players, as files that are gzipped as Tenhou packs them."""

    real: bool
    paths: list[Path]

    @property
    def kind(self) -> str:
        """What they are called."""
        return "real four-player" if self.real else "made-up"

    def unpacked(self) -> Iterator[bytes]:
        """Each as XML."""
        for path in self.paths:
            yield gzip.decompress(path.read_bytes())


def shared(file: Path) -> Path | None:
    """A file of the folder that MJLOG_SHARED names, if it is there."""
    folder = os.environ.get("MJLOG_SHARED")
    path = folder and Path(folder).resolve() / file
    return path if path and path.is_file() else None


def four_players(folder: Path) -> Logs:
    """Those of the corpus, or made-up ones, written to the folder; and say which."""
    index = shared(CORPUS / "index.jsonl")
    if index is not None:
        rows = map(json.loads, index.read_text(encoding="utf-8").splitlines())
        return Logs(True, [index.parent / row["file"] for row in rows if "sanma" not in row["features"]])
    print("\nNo corpus (MJLOG_SHARED names no folder that has one): made-up games are measured.")
    paths = []
    for seed in range(GAMES):
        path = folder / f"{seed}.mjlog"
        path.write_bytes(gzip.compress(mjlog.synth(seed, go_type=HOUOU), mtime=0))
        paths.append(path)
    return Logs(False, paths)


def with_walls(folder: Path) -> Logs:
    """The same, only those whose wall's seed stands in SHUFFLE, as UTF-8, unpacked into the folder."""
    packed = four_players(folder)
    paths = []
    for path, text in zip(packed.paths, packed.unpacked(), strict=True):
        if b"<SHUFFLE" in text and b"encoding" not in text[:100]:
            plain = folder / f"{path.stem}.xml"
            plain.write_bytes(text)
            paths.append(plain)
    return Logs(packed.real, paths)
