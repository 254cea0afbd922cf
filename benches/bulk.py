"""Bulk conversion against a bare loop in Rust and against node, in turns, in one run.

The archives hold the corpus's four-player logs that tenhou-log converts too, again and again under ids of their own,
or made-up logs where MJLOG_SHARED names no corpus. What comes out is checked, and its time includes everything: the
start of the interpreter, the list of ids, the fsync at the end.
"""

import argparse
import gzip
import hashlib
import json
import os
import shlex
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import zstandard
from bench import NODE, ROOT, Row, made_up_logs, real_logs, run_peer, write_list

import mjlog

BARE = ROOT / "target" / "bare" / "release" / "bare"
BULK_JS = Path(NODE[1]).with_name("bulk.js")


def log_id(number: int) -> str:
    """An id like Tenhou's, in the order of time."""
    hours = number // 200
    return f"2019{hours // 672 % 12 + 1:02}{hours // 24 % 28 + 1:02}{hours % 24:02}gm-00a9-0000-{number:08x}"


@dataclass
class Archives:
    """The same logs in every form."""

    folder: Path
    logs: list[bytes]
    count: int

    def rows(self) -> Iterator[tuple[str, bytes]]:
        """Ids and logs."""
        for number in range(self.count):
            yield log_id(number), self.logs[number % len(self.logs)]

    @property
    def database(self) -> Path:
        """As houou-logs makes it."""
        path = self.folder / f"{self.count}.db"
        if not path.exists():
            columns = "id TEXT PRIMARY KEY, date TEXT, num_players INT, is_tonpu INT, is_processed INT, was_error INT"
            with closing(sqlite3.connect(path, isolation_level=None)) as base:
                base.executescript(f"PRAGMA synchronous = OFF; CREATE TABLE logs ({columns}, log BLOB); BEGIN;")
                rows = ((key, "2019-01-01T00:00", log) for key, log in self.rows())
                base.executemany("INSERT INTO logs VALUES (?, ?, 4, 0, 1, 0, ?)", rows)
                base.execute("COMMIT")
        return path

    @property
    def zip(self) -> Path:
        """As Tenhou's yearly archives."""
        path = self.folder / f"{self.count}.zip"
        if not path.exists():
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for key, log in self.rows():
                    archive.writestr(f"2019/{key}.mjlog", log, zipfile.ZIP_STORED)
        return path

    @property
    def raw(self) -> Path:
        """For the bare loop: each log once, behind its length."""
        path = self.folder / "raw"
        path.write_bytes(b"".join(struct.pack("<I", len(log)) + log for log in self.logs))
        return path


@dataclass
class Figures:
    """Microseconds a log, by task."""

    passes: dict[str, list[float]] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    """Megabytes at the peak."""

    def __getitem__(self, task: str) -> float:
        """The median of all passes."""
        return statistics.median(self.passes[task])

    def add(self, task: str, seconds: float, logs: int) -> None:
        """Take one pass."""
        self.passes.setdefault(task, []).append(seconds / logs * 1e6)


def bulk(figures: Figures, task: str, source: Path, count: int, output: Path, *, threads: int) -> None:
    """Time the command, and take its memory."""
    command = [sys.executable, "-m", "mjlog", "convert", str(source), "-o", str(output)]
    command += ["--overwrite", "--quiet", "--threads", str(threads)]
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    figures.add(task, time.perf_counter() - start, count)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert not process.returncode, task
    figures.memory[task] = max(usage.ru_maxrss / 1000, figures.memory.get(task, 0.0))


def bare(figures: Figures, task: str, archives: Archives, level: int, threads: int) -> None:
    """Time the loop in Rust."""
    command = [str(BARE), str(archives.raw), str(archives.count), str(threads), str(level)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures.add(task, float(done.stdout.split()[0]), archives.count)


def node(figures: Figures, xml: Path, half: int) -> None:
    """Time two processes of node, each on so many logs."""
    line = f"node {shlex.quote(str(BULK_JS))} < {shlex.quote(str(xml))} | zstd -3 -q -c"
    start = time.perf_counter()
    both = [subprocess.Popen(["bash", "-c", f"{line} > {xml}.{n}.zst"]) for n in range(2)]
    codes = [one.wait() for one in both]
    assert codes == [0, 0]
    figures.add("node", time.perf_counter() - start, 2 * half)


def lines_of(path: Path) -> str:
    """The hash of a file of lines, unpacked."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        packed = path.suffix == ".zst"
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True) if packed else file
        while piece := reader.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def expected(archives: Archives) -> str:
    """The same of what `convert_json` gives."""
    digest = hashlib.sha256()
    paipu = [mjlog.convert_json(log) + b"\n" for log in archives.logs]
    for number in range(archives.count):
        digest.update(paipu[number % len(paipu)])
    return digest.hexdigest()


def measure(archives: Archives, more: Archives, rounds: int, half: int) -> Figures:
    """All tasks, in turns."""
    figures = Figures()
    folder, count = archives.folder, archives.count
    xml = folder / "xml"
    texts = [json.dumps(gzip.decompress(log).decode()) for log in archives.logs]
    xml.write_text("".join(f"{texts[n % len(texts)]}\n" for n in range(half)), encoding="utf-8")
    packed, plain = folder / "o.jsonl.zst", folder / "o.jsonl"
    for path in (archives.database, archives.zip, more.database):
        path.read_bytes()  # from the disk once, for all alike
    for number in range(rounds):
        bulk(figures, "SQLite → .jsonl.zst, 2 threads", archives.database, count, packed, threads=2)
        bare(figures, "bare, zstd, 2 threads", archives, 3, 2)
        bulk(figures, "zip → .jsonl, 2 threads", archives.zip, count, plain, threads=2)
        bare(figures, "bare, 2 threads", archives, 0, 2)
        bulk(figures, "SQLite → .jsonl.zst, 1 thread", archives.database, count, packed, threads=1)
        bulk(figures, "twice as many", more.database, more.count, folder / "m.jsonl.zst", threads=2)
        node(figures, xml, half)
        if not number:
            assert lines_of(packed) == lines_of(plain) == expected(archives), "not what convert_json gives"
    return figures


def table(figures: Figures) -> list[Row]:
    """The table of targets."""
    sqlite, twice = "SQLite → .jsonl.zst, 2 threads", "twice as many"
    return [
        Row(sqlite, "unpack + convert + zstd in a bare loop", figures["bare, zstd, 2 threads"] / figures[sqlite], 0.75),
        Row(
            "zip → .jsonl, 2 threads",
            "unpack + convert in a bare loop",
            figures["bare, 2 threads"] / figures["zip → .jsonl, 2 threads"],
            0.75,
        ),
        Row("2 threads", "1 thread", figures["SQLite → .jsonl.zst, 1 thread"] / figures[sqlite], 1.7),
        Row(sqlite, "node with tenhou-log, 2 processes", figures["node"] / figures[sqlite], 20),
        Row("twice as many logs", "time a log", figures[twice] / figures[sqlite], 1.05, at_most=True),
        Row(
            "twice as many logs",
            "memory at the peak",
            figures.memory[twice] - figures.memory[sqlite],
            20,
            at_most=True,
            unit=" MB",
        ),
        Row("memory at the peak", "", max(figures.memory.values()), 250, at_most=True, unit=" MB"),
    ]


def report(figures: Figures, rows: list[Row], count: int, kind: str) -> None:
    """Print both tables."""
    print(f"\n{count:,} {kind} logs; median of {len(next(iter(figures.passes.values())))} passes\n")
    print("| task | µs a log | least | most | MB |\n| --- | ---: | ---: | ---: | ---: |")
    for task, passes in figures.passes.items():
        memory = f"{figures.memory[task]:.0f}" if task in figures.memory else ""
        print(f"| {task} | {statistics.median(passes):.1f} | {min(passes):.1f} | {max(passes):.1f} | {memory} |")
    million = figures["twice as many"]
    print(f"\nA million logs: {million:.0f} s ({million / 60:.1f} min).\n")
    print("| what | against | ratio | target | reached |\n| --- | --- | ---: | ---: | --- |")
    for row in rows:
        sign = "at most" if row.at_most else "at least"
        print(
            f"| {row.what} | {row.against} | {row.ratio:.2f}{row.unit} | {sign} {row.reach:g}{row.unit} "
            f"| {'yes' if row.reached else 'NO'} |"
        )


def common_logs(folder: Path) -> tuple[list[bytes], str]:
    """Logs that tenhou-log converts to the end, packed as Tenhou packs them."""
    paths = real_logs()
    kind = "real four-player" if paths else "made-up"
    paths = paths or made_up_logs(folder)
    result = run_peer(NODE, write_list(folder / "all", paths), 0, ["convlog_json"], None)
    chosen = [paths[i].read_bytes() for i in result["convlog_json"]["ok"]]
    return [log for log in chosen if b"<" in gzip.decompress(log)[:1]], kind


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--node-logs", type=int, default=1500, help="logs for each process of node")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=ROOT / "target") as name:
        folder = Path(name)
        logs, kind = common_logs(folder)
        archives, more = Archives(folder, logs, arguments.logs), Archives(folder, logs, 2 * arguments.logs)
        figures = measure(archives, more, arguments.rounds, arguments.node_logs)
        rows = table(figures)
        report(figures, rows, arguments.logs, kind)
    sys.exit(0 if all(row.reached for row in rows) else 1)


if __name__ == "__main__":
    main()
