"""The conversion against its peers."""

import gzip
import hashlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import ours
from figures import HERE, PEERS, Figures, Report, Row, run_peer
from logs import four_players

import mjlog


def write_list(path: Path, logs: list[Path]) -> Path:
    """Write a list of paths, as the peers read it."""
    path.write_text("".join(f"{log}\n" for log in logs), encoding="utf-8")
    return path


def ask(command: list[str], listed: Path, passes: int, tasks: list[str], subset: Path | None) -> dict[str, Any]:
    """Run a peer program on the listed logs."""
    argv = [*command, str(listed), str(passes), "--tasks", ",".join(tasks)]
    return run_peer(argv if subset is None else [*argv, "--subset", str(subset)])


RUST = [str(PEERS / "peers")]
NODE = ["node", str(HERE / "node" / "tenhou_log.js")]
RUST_TASKS = ["mjlog2json", "libdeflater", "memchr"]
NODE_TASKS = ["convlog_json", "convlog"]


def batches(data: list[bytes], passes: int) -> Iterator[tuple[str, list[float]]]:
    """Time 5,000 logs on one thread and on two, results kept."""
    many = (data * (5_000 // len(data) + 1))[:5_000]
    for threads in (1, 2):
        expected = hashlib.sha256(b"".join(mjlog.convert_json(log) for log in many)).digest()
        results = mjlog.convert_batch(many, threads=threads)
        joined = b"".join(r for r in results if isinstance(r, bytes))
        assert hashlib.sha256(joined).digest() == expected, "convert_batch and convert_json differ"
        figures = []
        for _ in range(passes):
            start = time.perf_counter()
            kept = mjlog.convert_batch(many, threads=threads)
            figures.append((time.perf_counter() - start) / len(kept) * 1e6)
            del kept
        yield f"batch {threads}", figures


MEMORY = """
import mjlog
def status(name):
    line = next(l for l in open("/proc/self/status") if l.startswith(name))
    return int(line.split()[1]) * 1024
sample = mjlog.sample().decode()
start = sample.index("<INIT")
body = sample[start:sample.index("</mjloggm>")]
data = (sample[:start] + body * 1000 + "</mjloggm>").encode()
mjlog.convert_json(sample)
open("/proc/self/clear_refs", "w").write("5")  # forgets the peak so far
before = status("VmRSS")
json = mjlog.convert_json(data)
print((status("VmHWM") - before) / (len(data) + len(json)))
"""


def peak_memory() -> float:
    """Extra memory at the peak of convert_json, over input and output, for a 10 MB log."""
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    return float(done.stdout)


def import_times(rounds: int = 15) -> tuple[float, float]:
    """Milliseconds that a fresh interpreter takes to import json and mjlog, the medians."""
    figures: dict[str, list[float]] = {"json": [], "mjlog": []}
    for _ in range(rounds):
        for module, times in figures.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(figures["json"]), statistics.median(figures["mjlog"])


def measure(data: list[bytes], listed: Path, common: Path, passes: int, rounds: int) -> Figures:
    """All tasks on the logs that every peer converts, in turns."""
    figures = Figures("log")
    paipu_json = [mjlog.convert_json(log) for log in data]
    for log, text in zip(data, paipu_json, strict=True):
        assert mjlog.convert(log) == orjson.loads(text) == ours.converter(log), "our own ways differ"
    sha = hashlib.sha256(b"".join(text + b"\n" for text in paipu_json)).hexdigest()
    for _ in range(rounds):
        for command, tasks in ((NODE, NODE_TASKS), (RUST, RUST_TASKS)):
            for task, result in ask(command, listed, passes, tasks, common).items():
                figures.add(task, result["passes"], result["check"])
        for task in ours.TASKS:
            argv = [sys.executable, str(HERE / "ours.py"), task, str(common), str(passes)]
            figures.add(task, run_peer(argv)[task])
        for task, times in batches(data, 2):
            figures.add(task, times)
    assert figures.checks["convlog_json"]["sha256"] == sha, "tenhou-log's JSON and ours differ"
    return figures


def rows(figures: Figures) -> list[Row]:
    """The table of targets."""
    mine = figures["convert_json"]
    json_ms, mjlog_ms = import_times()
    return [
        Row("convert_json", "tenhou-log on node, convlog + JSON.stringify", figures["convlog_json"] / mine, 45),
        Row("convert_json", "crates mjlog + mjlog2json-core", figures["mjlog2json"] / mine, 20),
        Row("convert_json", "libdeflater unpacking the same log", figures["libdeflater"] / mine, 1),
        Row("convert", "tenhou-log on node, object only", figures["convlog"] / figures["convert"], 3.5),
        Row("convert", "orjson.loads of the same paipu", figures["orjson.loads"] / figures["convert"], 1),
        Row("Converter", "expat with an empty handler", figures["Converter"] / figures["expat"], 3, at_most=True),
        Row("convert_batch, 2 threads", "1 thread, 5,000 logs", figures["batch 1"] / figures["batch 2"], 1.7),
        Row("convert_json, extra memory", "input + output", peak_memory(), 3, at_most=True),
        Row("import mjlog", "import json", mjlog_ms - json_ms, 15, at_most=True, unit=" ms"),
    ]


def run(folder: Path, passes: int, rounds: int) -> Report:
    """Measure the conversion; `folder` is for files that are not kept."""
    logs = four_players(folder)
    listed = write_list(folder / "all", logs.paths)
    handled = [
        set(result["ok"])
        for command, tasks in ((NODE, NODE_TASKS), (RUST, RUST_TASKS))
        for result in ask(command, listed, 0, tasks, None).values()
    ]
    chosen = [logs.paths[i] for i in sorted(set.intersection(*handled))]
    common = write_list(folder / "common", chosen)
    data = [gzip.decompress(path.read_bytes()) for path in chosen]
    figures = measure(data, listed, common, passes, rounds)
    heading = f"{len(chosen)} {logs.kind} logs that every peer converts; medians"
    notes = ["`memchr` counts the `<` of a log and does nothing else: the ceiling."]
    return Report(heading, figures, rows(figures), notes, logs.real)
