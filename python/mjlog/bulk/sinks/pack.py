"""Compression of whole pieces: any number of them behind each other is one file to every reader."""

import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["LEVELS", "ending_of", "packer"]

Data = bytes | memoryview
Packer = Callable[[Data], Data]

LEVELS = {"": None, ".gz": range(10), ".zst": range(1, 23)}
"""Endings, and levels that there are."""

_DEFAULTS = {".gz": 6, ".zst": 3}


def ending_of(path: Path) -> str:
    """Tell how a file of this name is compressed: its ending, or nothing."""
    ending = path.suffix.lower()
    return ending if ending in LEVELS else ""


def packer(ending: str, level: int | None) -> tuple[Packer, dict[str, Any]]:
    """Give what packs a piece, and what its bytes depend on.

    Raises:
        ValueError: there is no such level.
        ImportError: a package is missing.

    """
    levels = LEVELS[ending]
    if levels is None:
        if level is not None:
            raise ValueError("a level is for .gz, .zst and Parquet: this output is not compressed")
        return (lambda data: data), {}
    if level is None:
        level = _DEFAULTS[ending]
    if level not in levels:
        raise ValueError(f"level {level}: {ending} has {levels.start} to {levels.stop - 1}")
    if ending == ".gz":
        return _gzip(level), {"gzip": zlib.ZLIB_RUNTIME_VERSION, "level": level}
    return _zstd(level)


def _gzip(level: int) -> Packer:
    def pack(data: Data) -> bytes:
        member = zlib.compressobj(level, wbits=31)
        return member.compress(data) + member.flush()

    return pack


def _zstd(level: int) -> tuple[Packer, dict[str, Any]]:
    try:
        import zstandard  # noqa: PLC0415 - an extra
    except ImportError:
        raise ImportError("zstd output needs the package zstandard: pip install 'mjlog[zstd]'") from None
    own = threading.local()

    def pack(data: Data) -> bytes:
        compressor = getattr(own, "compressor", None)
        if compressor is None:
            # One a thread: they are not safe to share, and dear to make.
            compressor = own.compressor = zstandard.ZstdCompressor(level=level, write_checksum=True)
        packed: bytes = compressor.compress(data)
        return packed

    return pack, {"zstd": ".".join(map(str, zstandard.ZSTD_VERSION)), "level": level}
