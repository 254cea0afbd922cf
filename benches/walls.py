"""The walls of games against the outputs of MT19937 and the hashes that no program can leave out."""

import gzip
import time
from pathlib import Path

from conversion import real_logs
from figures import PEERS, Figures, Report, Row, run_peer

import mjlog


def hashed_seeds(folder: Path) -> list[Path]:
    """Real logs whose seed stands in SHUFFLE, four players, unpacked."""
    paths = []
    for packed in real_logs():
        text = gzip.decompress(packed.read_bytes())
        if b"<SHUFFLE" in text and b"encoding" not in text[:100]:
            path = folder / packed.stem
            path.write_bytes(text)
            paths.append(path)
    return paths


def made_up_games(folder: Path, count: int = 100) -> list[Path]:
    """Made-up games, for those who have no corpus."""
    paths = []
    for seed in range(count):
        path = folder / f"wall-{seed}.xml"
        path.write_bytes(mjlog.synth(seed))
        paths.append(path)
    return paths


def timed(logs: list[bytes]) -> float:
    """One pass of the Python function, in microseconds a log."""
    start = time.perf_counter()
    for log in logs:
        mjlog.walls(log)
    return (time.perf_counter() - start) / len(logs) * 1e6


def run(folder: Path, passes: int, rounds: int) -> Report:
    """Measure walls; `folder` is for files that are not kept."""
    paths = hashed_seeds(folder)
    kind = "real four-player" if paths else "made-up"
    paths = paths or made_up_games(folder)
    listed = folder / "walls"
    listed.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    logs = [path.read_bytes() for path in paths]
    mean = sum(len(mjlog.walls(log)) for log in logs) / len(logs)
    figures = Figures("log")
    for _ in range(rounds):
        for task, result in run_peer([str(PEERS / "walls"), str(listed), str(passes)]).items():
            figures.add(task, result["passes"], result["check"])
        timed(logs)
        figures.add("mjlog.walls", [timed(logs) for _ in range(passes)])
    assert figures.checks["walls"] == figures.checks["outputs and hashes"], "the bare loop does other work"
    bare = figures["outputs and hashes"]
    rows = [
        Row("walls, in the core", "MT19937 and SHA-512 alone", figures["walls"] / bare, 2, at_most=True),
        Row("mjlog.walls", "MT19937 and SHA-512 alone", figures["mjlog.walls"] / bare, 2, at_most=True),
    ]
    heading = f"Walls of {len(paths)} {kind} logs, {mean:.1f} rounds each; medians"
    return Report(heading, figures, rows, ["A wall begins at the log's text: reading the whole log is part of it."])
