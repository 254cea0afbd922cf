"""What a file is, told by its first bytes."""

import tarfile
import zlib
from enum import Enum

__all__ = ["HEAD", "Kind", "kind_of", "looks_like_log"]

HEAD = 4096
"""Bytes that suffice to tell."""


class Kind(Enum):
    """What a file holds, or how it is packed."""

    LOG = "log"
    """None of the others."""
    ZIP = "zip"
    TAR = "tar"
    GZIP = "gzip"
    XZ = "xz"
    ZSTD = "zstd"
    BZIP2 = "bzip2"
    SQLITE = "sqlite"
    PARQUET = "parquet"
    JSONL = "jsonl"

    @property
    def packed(self) -> bool:
        """Whether it is one file, compressed."""
        return self in (Kind.GZIP, Kind.XZ, Kind.ZSTD, Kind.BZIP2)


_MAGIC = (
    (b"PK\x03\x04", Kind.ZIP),
    (b"PK\x05\x06", Kind.ZIP),
    (b"PK\x07\x08", Kind.ZIP),
    (b"\x1f\x8b", Kind.GZIP),
    (b"\xfd7zXZ\x00", Kind.XZ),
    (b"\x28\xb5\x2f\xfd", Kind.ZSTD),
    (b"BZh", Kind.BZIP2),
    (b"SQLite format 3\x00", Kind.SQLITE),
    (b"PAR1", Kind.PARQUET),
)
_FIRST = {magic[:1] for magic, _ in _MAGIC}


def kind_of(head: bytes) -> Kind:
    """Tell what a file is that begins so."""
    if head[:1] == b"<":
        return Kind.LOG
    for magic, kind in _MAGIC if head[:1] in _FIRST else ():
        if head.startswith(magic):
            return kind
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return Kind.JSONL
    return Kind.TAR if _is_tar(head[:512]) else Kind.LOG


def _is_tar(block: bytes) -> bool:
    if len(block) < 512 or not block[0]:
        # An empty tar is two blocks of zeros, which no log is.
        return len(block) == 512 and not any(block)
    try:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def looks_like_log(head: bytes) -> bool:
    """Tell whether a file that begins so is a log, as it is or gzipped."""
    if head[:2] == b"\x1f\x8b":
        head = gunzipped(head)
    if head[:2] in (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<"):
        head = head.replace(b"\x00", b"")
    return b"<mjloggm" in head


def gunzipped(head: bytes, most: int = HEAD) -> bytes:
    """Unpack the beginning of gzip, so many bytes at most; nothing where it is broken."""
    try:
        return zlib.decompressobj(31).decompress(head, most)
    except zlib.error:
        return b""
