"""hule_batch on one thread, on two, and in two processes: whether threads of one process wait for each other.

What a second core is worth differs from machine to machine, and on a virtual one from minute to minute: two
processors may be halves of one core. So all three take turns, pass by pass, and two processes that share nothing show
what two threads could reach at best.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import our_hands
import pyarrow as pa

import mjlog

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

TIMES = 10
"""Calls that are timed together: one alone on two threads takes 17 ms, in which a core that slept is hardly awake."""


def calls(table: pa.Table, rule: mjlog.Rule, threads: int) -> None:
    """So many calls, one after the other."""
    for _ in range(TIMES):
        our_hands.batch(table, rule, threads)


@contextmanager
def another_process(table: pa.Table, rule: mjlog.Rule) -> Iterator[Callable[[], None]]:
    """Calls on one thread of this process, and as many at the same time in another one, which ends with the block."""
    context = multiprocessing.get_context("spawn")  # a fork would share its memory, page by page until written
    pipe, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, table, rule), daemon=True)
    process.start()

    def both() -> None:
        pipe.send(True)
        calls(table, rule, 1)
        pipe.recv()

    yield both
    pipe.send(False)
    process.join()


def serve(pipe: "Connection[bool, bool]", table: pa.Table, rule: mjlog.Rule) -> None:
    """Make the calls as often as asked."""
    while pipe.recv():
        calls(table, rule, 1)
        pipe.send(True)


def timed(table: pa.Table, rule: mjlog.Rule, passes: int) -> dict[str, list[float]]:
    """Microseconds a hand of each way, pass by pass, after one that warms."""
    count = TIMES * len(table)
    with another_process(table, rule) as both:
        ways: dict[str, tuple[int, Callable[[], None]]] = {
            "1 thread": (count, lambda: calls(table, rule, 1)),
            "2 threads": (count, lambda: calls(table, rule, 2)),
            "2 processes": (2 * count, both),
        }
        figures: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(passes + 1):
            for name, (hands, work) in ways.items():
                start = time.perf_counter()
                work()
                if turn:
                    figures[name].append((time.perf_counter() - start) / hands * 1e6)
    return figures
