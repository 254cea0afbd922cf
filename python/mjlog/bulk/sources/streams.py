"""Files that are read from front to back, with their first bytes at hand; what breaks them is an `MjlogError`."""

import bz2
import gzip
import importlib
import io
import lzma
import zlib
from typing import Any, BinaryIO, cast

from mjlog.bulk.sources.kinds import HEAD, Kind
from mjlog.bulk.sources.names import problem
from mjlog.errors import MjlogError

__all__ = ["Stream", "unpacking"]


class Stream(io.RawIOBase):
    """A file with its first bytes at hand; it can be sought forwards."""

    def __init__(self, file: BinaryIO, kind: str = "unreadable", errors: tuple[type[Exception], ...] = ()) -> None:
        """Read the first bytes; `errors` of the file's become errors of this kind.

        Raises:
            MjlogError: it can't be read.

        """
        self._file, self._kind = file, kind
        self._errors: tuple[type[Exception], ...] = (OSError, EOFError, MemoryError, *errors)
        self._place = 0
        self._ahead = b""
        while len(self._ahead) < HEAD and (more := self._more(HEAD - len(self._ahead))):
            self._ahead += more
        self.head = self._ahead
        self.last = b""

    def _more(self, size: int) -> bytes:
        try:
            more = self._file.read(size) or b""
        except self._errors as error:
            raise problem(error, self._kind) from error
        if isinstance(more, str):
            raise TypeError('the file is open as text: open it in binary mode ("rb")')
        return more

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Give so many bytes; fewer only where the file ends."""
        parts = []
        left = size if size >= 0 else 1 << 62
        while left > 0:
            if self._ahead:
                part, self._ahead = self._ahead[:left], self._ahead[left:]
            else:
                part = self._more(min(left, 1 << 20))
            if not part:
                break
            parts.append(part)
            left -= len(part)
        data = parts[0] if len(parts) == 1 else b"".join(parts)
        self._place += len(data)
        self.last = data
        return data

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def tell(self) -> int:
        """Tell where it is read next."""
        return self._place

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go forwards to this byte, or as far as the file goes."""
        if whence != 0 or offset < self._place:
            raise io.UnsupportedOperation("a stream goes only forwards")
        while self._place < offset and self.read(min(offset - self._place, 1 << 20)):
            pass
        return self._place


def unpacking(file: Stream, kind: Kind) -> Stream:
    """Unpack a compressed file as it is read.

    Raises:
        MjlogError: it is broken from its start, or what unpacks it is not installed.

    """
    raw = cast("BinaryIO", file)
    match kind:
        case Kind.GZIP:
            return Stream(cast("BinaryIO", gzip.GzipFile(fileobj=raw)), "gzip", (zlib.error,))
        case Kind.XZ:
            return Stream(cast("BinaryIO", lzma.LZMAFile(raw)), "archive", (lzma.LZMAError,))
        case Kind.BZIP2:
            return Stream(cast("BinaryIO", bz2.BZ2File(raw)), "archive")
        case _:
            return _zstd(raw)


def _zstd(file: BinaryIO) -> Stream:
    # Python has it from 3.14 on.
    for name in ("compression.zstd", "zstandard"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        reader = _Zstd(file, module.ZstdDecompressor) if name == "zstandard" else module.ZstdFile(file)
        return Stream(cast("BinaryIO", reader), "archive", (module.ZstdError,))
    raise MjlogError("reading zstd needs a library: pip install mjlog[zstd]", "archive")


class _Zstd(io.RawIOBase):
    """What zstandard unpacks; its own reader takes a file that is cut for a whole one."""

    # So little may unpack to 32 MiB, but not to more.
    _PIECE = 1 << 10

    def __init__(self, file: BinaryIO, decompressor: Any) -> None:
        """Start at the file's place; `decompressor` is the library's class."""
        self._file, self._decompressor = file, decompressor
        self._frame: Any = None
        self._packed = self._unpacked = b""

    def read(self, size: int = -1) -> bytes:
        """Give at most so many bytes; none where the file ends."""
        while not self._unpacked:
            packed = self._packed or self._file.read(self._PIECE)
            if not packed:
                if self._frame is not None:
                    raise EOFError("it is cut")
                return b""
            if self._frame is None:
                self._frame = self._decompressor().decompressobj()
            self._unpacked = self._frame.decompress(packed)
            self._packed = b""
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        given = self._unpacked if size < 0 else self._unpacked[:size]
        self._unpacked = self._unpacked[len(given) :]
        return given
