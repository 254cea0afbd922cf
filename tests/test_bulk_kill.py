"""Nothing lost, nothing twice: whatever kills or interrupts a run, the output is what it would have been.

`make soak` kills at every step; here it is a choice of them that is another one for each output.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from bulklogs import archive, database, lines, logs, name, packed, paipu, text, tree
from mjlog import bulk
from sources import zipped

SOAK = os.environ.get("MJLOG_SOAK") == "1"
KILLS = 3
HERE = Path(__file__).parent

OUTPUTS = {
    "o.jsonl": [],
    "o.jsonl.gz": [],
    "o.jsonl.zst": [],
    "s.jsonl.zst": ["25"],
    "o.json": [],
    "o.parquet": ["40"],
    "o": [],
}


def made_by(step: int, source: Path, output: Path, shards: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HERE / "killed.py"), str(step), str(source), str(output), *shards]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Good logs, bad ones, and ids that come twice, near and far."""
    some = {f"{key}.mjlog": data for key, data in logs(100).items()}
    some[f"{name(20)}.mjlog"] = b"nothing"
    some[f"again/{name(3)}.mjlog"] = packed(3)
    some[f"again/{name(98)}.mjlog"] = packed(98)
    some[f"again/{name(20)}.mjlog"] = packed(20)
    path = tmp_path_factory.mktemp("killed") / "a.zip"
    path.write_bytes(zipped(some))
    return path


def steps(moments: int, seed: str) -> Iterator[int]:
    if SOAK:
        yield from range(1, moments + 1)
    else:
        yield from sorted(Random(seed).sample(range(1, moments + 1), KILLS))


@pytest.mark.parametrize("output", OUTPUTS)
def test_killed_at_any_step(tmp_path: Path, source: Path, output: str) -> None:
    shards = OUTPUTS[output]
    (tmp_path / "undisturbed").mkdir()
    whole = made_by(0, source, tmp_path / "undisturbed" / output, shards)
    assert whole.returncode == 0, whole.stderr
    moments = int(whole.stdout)
    assert moments > 40
    expected = tree(tmp_path / "undisturbed")
    assert len(expected["errors.jsonl"].splitlines()) == 3
    for step in steps(moments, output):
        folder = tmp_path / f"killed-{step}"
        folder.mkdir()
        killed = made_by(step, source, folder / output, shards)
        assert killed.returncode == -signal.SIGKILL, (step, killed.stderr)
        half = tree(folder)
        assert {key: half[key] for key in half} == {key: expected[key] for key in half}, step
        # Once more while it is taken up, then to the end.
        made_by(step // 2 + 1, source, folder / output, shards)
        rest = made_by(0, source, folder / output, shards)
        assert rest.returncode == 0, (step, rest.stderr)
        assert tree(folder) == expected, step
        assert [path.name for path in folder.rglob(".*/*")] == ["state.sqlite"], step


@pytest.mark.parametrize("output", ["o.jsonl", "o.jsonl.zst", "o", "o.parquet"])
def test_killed_at_any_time(tmp_path: Path, output: str) -> None:
    """By the clock, through the command, many times in one run."""
    source = database(tmp_path / "logs.db", 4000 if SOAK else 1500)
    bulk.convert(source, tmp_path / "undisturbed" / output)
    command = [sys.executable, "-m", "mjlog", "convert", str(source), "-o", str(tmp_path / "out" / output), "--resume"]
    (tmp_path / "out").mkdir(exist_ok=True)
    chance = random.Random(output)
    for _ in range(60 if SOAK else 3):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.05, 0.6))
        process.kill()
        process.communicate()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "out") == tree(tmp_path / "undisturbed")


# Ctrl+C


def interrupted(tmp_path: Path, output: str, presses: int) -> tuple[int, str, float]:
    """Feed the command logs without end until it has kept some, press Ctrl+C, and see how it ends."""
    command = [sys.executable, "-m", "mjlog", "convert", "-", "--resume", "-o", str(tmp_path / output)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    begun, number = time.monotonic(), 0
    while (seconds := time.monotonic() - begun) < 1.8 or (output == "o" and seconds < 20 and not tree(tmp_path)):
        rows = (json.dumps({"id": name(n), "log": text(n)}) for n in range(number, number + 50))
        process.stdin.write("".join(f"{row}\n" for row in rows).encode())
        process.stdin.flush()
        number += 50
        time.sleep(0.02)
    pressed = time.monotonic()
    for _ in range(presses):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    try:
        process.wait(5)
        seconds = time.monotonic() - pressed
        return process.returncode, process.stderr.read().decode(), seconds
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
        with suppress(BrokenPipeError):
            process.stdin.close()


@pytest.mark.parametrize("presses", [1, 2, 5])
@pytest.mark.parametrize("output", ["o.jsonl", "o.jsonl.zst", "o", "o.parquet"])
def test_ctrl_c_ends_at_once_and_leaves_whole_files_only(tmp_path: Path, output: str, presses: int) -> None:
    status, said, seconds = interrupted(tmp_path, output, presses)
    assert status == 130, said
    assert said == "mjlog: interrupted; the same command with --resume goes on\n"
    assert seconds < 1
    found = tree(tmp_path)
    known = {f"o/{name(number)}.json": one for number, one in enumerate(paipu(len(found)))} if output == "o" else {}
    assert found.items() <= known.items()
    assert output != "o" or found


@pytest.mark.skipif(sys.platform != "linux", reason="`sync -f` is Linux's")
def test_ctrl_c_does_not_wait_for_a_busy_disk(tmp_path: Path) -> None:
    """Where all that anyone writes is waited for, which can be seconds."""
    source, begun = archive(tmp_path / "a.zip", 200), tmp_path / "begun"
    slow = tmp_path / "bin" / "sync"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\ntrap '' INT\ntouch {begun}\nsleep 5\n")
    slow.chmod(0o755)
    command = [sys.executable, "-m", "mjlog", "convert", str(source), "-o", str(tmp_path / "o")]
    path = f"{slow.parent}:{os.environ['PATH']}"
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=os.environ | {"PATH": path})
    try:
        for _ in range(1000):
            if begun.exists():
                break
            time.sleep(0.02)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert time.monotonic() - pressed < 1
    finally:
        process.kill()
        process.communicate()
    assert tree(tmp_path / "o") == {}
    bulk.convert(source, tmp_path / "o", resume=True)
    assert len(tree(tmp_path / "o")) == 200


def test_what_was_interrupted_goes_on(tmp_path: Path) -> None:
    status, _, _ = interrupted(tmp_path, "o.jsonl", 1)
    assert status == 130
    count = 5000
    rows = "".join(json.dumps({"id": name(n), "log": text(n)}) + "\n" for n in range(count))
    command = [sys.executable, "-m", "mjlog", "convert", "-", "--resume", "-o", str(tmp_path / "o.jsonl")]
    done = subprocess.run(command, input=rows.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"5,000 converted" in done.stderr
    assert (tmp_path / "o.jsonl").read_bytes() == lines(count)


@pytest.mark.skipif(not SOAK, reason="make soak")
def test_memory_does_not_grow_with_the_number_of_logs(tmp_path: Path) -> None:
    peaks = []  # not ru_maxrss: that begins with what the parent had
    for count in (10_000, 100_000):
        source = archive(tmp_path / f"{count}.zip", count)
        code = (
            "import sys; from mjlog import bulk; bulk.convert(sys.argv[1], sys.argv[2]);"
            "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
        )
        command = [sys.executable, "-c", code, str(source), str(tmp_path / f"{count}.jsonl.zst")]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1000)
    assert peaks[1] - peaks[0] < 20, peaks
    assert max(peaks) < 250, peaks
