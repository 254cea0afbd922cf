"""Times one of our tasks, or one of Python's that it is compared with, in a process of its own, as each peer has.

`python ours.py TASK LIST PASSES` prints `{TASK: [microseconds a log, …]}` for the gzipped logs that LIST names. One
pass goes before, untimed. What other tasks leave in a process (its heap, its objects) would be in the figures else.
"""

import gzip
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.parsers import expat

import orjson

import mjlog


def timed(data: list[Any], work: Callable[[Any], object], passes: int) -> list[float]:
    """Time some passes of one function over all logs."""
    figures = []
    for _ in range(passes):
        start = time.perf_counter()
        for item in data:
            work(item)
        figures.append((time.perf_counter() - start) / len(data) * 1e6)
    return figures


def walk(data: bytes) -> None:
    """What Converter is measured against: expat with a handler that does nothing."""

    def h(n: str, a: list[str]) -> None:
        pass

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.StartElementHandler = h
    parser.Parse(data, True)


def converter(data: bytes) -> object:
    """Convert through Converter, in one chunk."""
    one = mjlog.Converter()
    one.feed(data)
    return one.close()


TASKS: dict[str, Callable[[Any], object]] = {
    "convert_json": mjlog.convert_json,
    "convert": mjlog.convert,
    "orjson.loads": orjson.loads,
    "Converter": converter,
    "expat": walk,
}


def main(task: str, listed: str, passes: str) -> None:
    """Time one task."""
    data = [gzip.decompress(Path(line).read_bytes()) for line in Path(listed).read_text(encoding="utf-8").splitlines()]
    if task == "orjson.loads":
        data = [mjlog.convert_json(log) for log in data]
    work = TASKS[task]
    timed(data, work, 1)
    print(json.dumps({task: timed(data, work, int(passes))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
