"""How much there is to read, so that the time that is left can be told."""

import os
import stat
import threading
from collections.abc import Iterable
from contextlib import suppress

from mjlog.bulk.sources.kinds import HEAD, Kind, kind_of

__all__ = ["Extent"]

_AS_LARGE_AS_ITS_LOGS = (Kind.LOG, Kind.ZIP, Kind.TAR, Kind.SQLITE, Kind.JSONL, Kind.GZIP)


class Extent:
    """Bytes of all sources, found out meanwhile: a folder of a million files takes a while.

    About as many as the logs in them have, as they are stored; of what is compressed as a whole nothing can be told.
    """

    def __init__(self, sources: Iterable[object]) -> None:
        """Begin to look."""
        self.bytes: int | None = None
        names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else None for one in sources]
        threading.Thread(target=self._look, args=(names,), name="extent of sources", daemon=True).start()

    def _look(self, names: list[str | None]) -> None:
        with suppress(OSError, ValueError):  # it stays unknown
            self.bytes = sum(map(_size, names))

    def share(self, done: int) -> float | None:
        """Tell how much is read, from 0 to 1, once so many bytes are."""
        return min(done / self.bytes, 1.0) if self.bytes else None


def _size(name: str | None) -> int:
    if name is None:
        raise ValueError("no one knows how long a stream is")
    found = os.stat(name)  # noqa: PTH116 - a str with its stray bytes
    if stat.S_ISDIR(found.st_mode):
        return sum(_sizes(name))
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("no one knows how long a pipe is, and what is read of it here is gone")
    with open(name, "rb") as file:  # noqa: PTH123
        kind = kind_of(file.read(HEAD))
    if kind not in _AS_LARGE_AS_ITS_LOGS:
        raise ValueError(f"{name} has another size, unpacked")
    return found.st_size


def _sizes(folder: str) -> Iterable[int]:
    with os.scandir(folder) as items:
        for item in items:
            if item.is_dir(follow_symlinks=False):
                yield from _sizes(item.path)
            elif item.is_file():
                yield item.stat().st_size
