"""Made-up games one after the other, made on several threads, and what they are called."""

import gzip
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

import mjlog
from mjlog.bulk.job import default_threads
from mjlog.errors import MjlogError

__all__ = ["Game", "Table", "Unmade", "made_up"]

_FIRST_HOUR = datetime(2000, 1, 1)
_HOURS = 366 * 24
_AHEAD = 4
"""Games a thread that are made before they are asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """What all games have in common."""

    go_type: int
    want: tuple[str, ...]

    @property
    def players(self) -> int:
        """4 or 3."""
        return 3 if self.go_type & 0x10 else 4

    @property
    def is_east_only(self) -> bool:
        """Whether it is 東風 (tonpu)."""
        return not self.go_type & 0x08

    def log_id(self, seed: int) -> str:
        """Give the game of a seed an id in Tenhou's form.

        Its year is 2000, when there was no Tenhou: no real game has such an id. The hour goes up with the seed.

        >>> Table(0xA9, ()).log_id(1)
        '2000010101gm-00a9-0000-00000001'
        """
        return f"{self.date(seed):%Y%m%d%H}gm-{self.go_type:04x}-0000-{seed:08x}"

    def date(self, seed: int) -> datetime:
        """Give the day and hour in the id."""
        return _FIRST_HOUR + timedelta(hours=seed % _HOURS)


@dataclass(frozen=True, slots=True)
class Unmade:
    """A seed of which no game could be made."""

    seed: int
    error: MjlogError


@dataclass(frozen=True, slots=True)
class Game:
    """One game and its seed."""

    seed: int
    xml: bytes
    packed: bytes
    """The same gzipped; empty where no one wants it."""


def made_up(seeds: Iterable[int], table: Table, *, pack: bool, threads: int | None) -> Iterator[Game | Unmade]:
    """Make the games of these seeds, and give them in order."""
    workers = threads or default_threads()

    def make(seed: int) -> Game | Unmade:
        try:
            xml = mjlog.synth(seed, go_type=table.go_type, want=table.want)
        except MjlogError as error:
            return Unmade(seed, error)
        return Game(seed, xml, gzip.compress(xml, 6, mtime=0) if pack else b"")

    pool = ThreadPoolExecutor(workers, "mjlog")
    try:
        yield from _in_order((pool.submit(make, seed) for seed in seeds), workers * _AHEAD)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(futures: Iterable[Future[Game | Unmade]], ahead: int) -> Iterator[Game | Unmade]:
    waiting: deque[Future[Game | Unmade]] = deque()
    for future in futures:
        waiting.append(future)
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
