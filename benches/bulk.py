"""Bulk conversion against a bare loop in Rust and against node, in turns, in one run.

The archives hold the corpus's four-player logs that tenhou-log converts too, again and again under ids of their own,
or made-up games where MJLOG_SHARED names no corpus. What comes out is checked, and its time includes everything: the
start of the interpreter, the list of ids, the fsync at the end. Where there is memory for it, output goes to a file
system in memory: a disk would be all that is measured.

The bare loop has the logs in memory, neither lists an archive nor reads it, and what it makes goes nowhere: it is
unpacking, converting and compressing alone. How much of the rest is writing is shown by the same loop that writes.
"""

import gzip
import hashlib
import json
import os
import shlex
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import zstandard
from conversion import NODE, ask, write_list
from figures import ROOT, Figures, Report, Row
from logs import Logs, four_players

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


COMMAND = """
import sys
from mjlog.cli import main
try:
    main()
finally:
    line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(line.split()[1]) / 1000)
"""
# The package is compiled to byte code, as pip does it; it would be compiled in each run where that is not kept.
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
MEMORY_DISK = Path("/dev/shm")


def bulk(figures: Figures, task: str, source: Path, count: int, output: Path, *, threads: int) -> float:
    """Time the command; gives its memory at the peak, in megabytes."""
    command = [sys.executable, "-c", COMMAND, "convert", str(source), "-o", str(output)]
    command += ["--overwrite", "--quiet", "--threads", str(threads)]
    output.unlink(missing_ok=True)  # to give its memory back takes a while
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=COMPILED)
    figures.add(task, [(time.perf_counter() - start) / count * 1e6])
    return float(done.stdout)


def bare(figures: Figures, task: str, archives: Archives, level: int, out: Path | None = None) -> None:
    """Time the loop in Rust."""
    command = [str(BARE), str(archives.raw), str(archives.count), "2", str(level)]
    if out is not None:
        out.unlink(missing_ok=True)
        command.append(str(out))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures.add(task, [float(done.stdout.split()[0]) / archives.count * 1e6])


def node(figures: Figures, xml: Path, half: int) -> None:
    """Time two processes of node, each on so many logs."""
    line = f"node {shlex.quote(str(BULK_JS))} < {shlex.quote(str(xml))} | zstd -3 -q -c"
    start = time.perf_counter()
    both = [subprocess.Popen(["bash", "-c", f"{line} > {xml}.{n}.zst"]) for n in range(2)]
    codes = [one.wait() for one in both]
    assert codes == [0, 0]
    figures.add("node", [(time.perf_counter() - start) / (2 * half) * 1e6])


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


TWO = "SQLite → .jsonl.zst, 2 threads"
ONE = "SQLite → .jsonl.zst, 1 thread"
ZIP = "zip → .jsonl, 2 threads"
TWICE = "twice as many"
WRITING = f"bare loop for {ZIP}, writing too"


def measure(archives: Archives, more: Archives, out: Path, rounds: int, half: int) -> tuple[Figures, dict[str, float]]:
    """All tasks, in turns; and the memory of ours."""
    figures, memory = Figures("log"), dict.fromkeys((TWO, ZIP, ONE, TWICE), 0.0)
    xml = out / "xml"
    texts = [json.dumps(gzip.decompress(log).decode()) for log in archives.logs]
    xml.write_text("".join(f"{texts[n % len(texts)]}\n" for n in range(half)), encoding="utf-8")
    packed, plain = out / "o.jsonl.zst", out / "o.jsonl"
    for path in (archives.database, archives.zip, more.database):
        subprocess.run(["cat", str(path)], stdout=subprocess.DEVNULL, check=True)  # from the disk once, for all alike
    subprocess.run([sys.executable, "-m", "compileall", "-q", *mjlog.__path__], check=True)
    bare(Figures("log"), WRITING, archives, 0, plain)  # the file system's memory is there for all alike, too
    for number in range(rounds):
        for task, source, output, threads in (
            (TWO, archives.database, packed, 2),
            (ZIP, archives.zip, plain, 2),
            (ONE, archives.database, packed, 1),
        ):
            memory[task] = max(memory[task], bulk(figures, task, source, archives.count, output, threads=threads))
            if task != ONE:
                bare(figures, f"bare loop for {task}", archives, 3 if output is packed else 0)
        peak = bulk(figures, TWICE, more.database, more.count, out / "m.jsonl.zst", threads=2)
        memory[TWICE] = max(memory[TWICE], peak)
        node(figures, xml, half)
        if not number:
            assert lines_of(packed) == lines_of(plain) == expected(archives), "not what convert_json gives"
        plain.unlink()
        bare(figures, WRITING, archives, 0, plain)
        plain.unlink()
    return figures, memory


def rows(figures: Figures, memory: dict[str, float]) -> list[Row]:
    """The table of targets."""
    unpack = "unpack + convert"
    return [
        Row(TWO, f"{unpack} + zstd in a bare loop", figures[f"bare loop for {TWO}"] / figures[TWO], 0.75),
        Row(ZIP, f"{unpack} in a bare loop", figures[f"bare loop for {ZIP}"] / figures[ZIP], 0.75),
        Row(ZIP, "the same loop, writing too", figures[WRITING] / figures[ZIP], None),
        Row("2 threads", "1 thread", figures[ONE] / figures[TWO], 1.7),
        Row(TWO, "node with tenhou-log, 2 processes", figures["node"] / figures[TWO], 20),
        Row(f"{TWICE}, time a log", TWO, figures[TWICE] / figures[TWO], 1.05, at_most=True),
        Row(f"{TWICE}, memory at the peak", TWO, memory[TWICE] - memory[TWO], 20, at_most=True, unit=" MB"),
        Row("memory at the peak", "", max(memory.values()), 250, at_most=True, unit=" MB"),
    ]


def common_logs(folder: Path) -> tuple[list[bytes], Logs]:
    """Logs that tenhou-log converts to the end, packed as Tenhou packs them."""
    logs = four_players(folder)
    result = ask(NODE, write_list(folder / "all", logs.paths), 0, ["convlog_json"], None)
    chosen = [logs.paths[i].read_bytes() for i in result["convlog_json"]["ok"]]
    return [log for log in chosen if gzip.decompress(log)[:1] == b"<"], logs


def run(folder: Path, _: int, rounds: int, *, logs: int | None, kept: Path | None, half: int = 1500) -> Report:
    """Make the archives and measure."""
    some, chosen = common_logs(folder)
    count = logs or 100_000
    folder = (kept or folder) / ("" if chosen.real else "made-up")
    folder.mkdir(exist_ok=True)
    archives, more = Archives(folder, some, count), Archives(folder, some, 2 * count)
    room = MEMORY_DISK.is_dir() and shutil.disk_usage(MEMORY_DISK).free > count * 80_000
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if room else folder) as name:
        figures, memory = measure(archives, more, Path(name), rounds, half)
    million = figures[TWICE]
    peaks = ", ".join(f"{task} {peak:.0f}" for task, peak in memory.items())
    notes = [f"A million logs: {million:.0f} s ({million / 60:.1f} min).", f"Memory at the peak, MB: {peaks}."]
    heading = f"Archives of {count:,} {chosen.kind} logs, output in {'memory' if room else 'files on a disk'}"
    return Report(heading, figures, rows(figures, memory), notes, chosen.real)
