"""The directory of a zip, read piece by piece: `zipfile` keeps all of it, which is half a kilobyte a member."""

import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, TypeAlias

from mjlog.bulk.records import Entry

__all__ = ["BadZipError", "Member", "Run", "directory_runs", "read_directory"]

Run: TypeAlias = Callable[[bytes, int, int], tuple[list[Entry], int]]
"""Takes a piece of the directory, a place in it and how far offsets are off; gives the entries of members that need no
thought, and the place of the first that does."""

_END, _END64, _LOCATOR, _RECORD = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"PK\x01\x02"
_record = struct.Struct("<4s x B 2x HH 4x III HHH 4x II").unpack_from
_TAIL = 22 + 0xFFFF
_FIXED = 46
_LONGEST = _FIXED + 3 * 0xFFFF


class BadZipError(Exception):
    """The directory is not there, or breaks off."""


class Member(NamedTuple):
    """A line of the directory."""

    name: str
    offset: int
    packed: int
    size: int
    method: int
    crc: int
    encrypted: bool
    is_file: bool
    """No folder, no link."""


def read_directory(file: BinaryIO) -> Iterator[Member]:
    """Give the members in the directory's order.

    Raises:
        BadZipError: the directory is not there, or breaks off; members before that were given.
        OSError: the file can't be read.

    """
    for found in directory_runs(file, None):
        if isinstance(found, Member):
            yield found


def directory_runs(file: BinaryIO, run: Run | None) -> Iterator[Member | list[Entry]]:
    """Give what `run` makes of members that follow each other, and the others, or all, one by one.

    Raises:
        BadZipError: the directory is not there, or breaks off; members before that were given.
        OSError: the file can't be read.

    """
    start, size, shift = _find(file)
    buffer, at, left = b"", 0, size
    # The number of members is no guide: past 65,535 some tools write what is left of it in 16 bits.
    while left or at < len(buffer):
        if len(buffer) - at < _LONGEST and left:
            file.seek(start + size - left)
            more = file.read(min(left, 2 * _LONGEST))
            if not more:
                raise BadZipError("the zip's list of members breaks off")
            left -= len(more)
            buffer, at = buffer[at:] + more, 0
        entries, at = run(buffer, at, shift) if run else ([], at)
        if entries:
            yield entries
        else:
            member, at = _member(buffer, at, shift)
            yield member


def _member(buffer: bytes, at: int, shift: int) -> tuple[Member, int]:
    if len(buffer) - at < _FIXED:
        raise BadZipError("the zip's list of members breaks off")
    mark, system, flags, method, crc, packed, size, n_name, n_extra, n_comment, attributes, offset = _record(buffer, at)
    extra_at = at + _FIXED + n_name
    end = extra_at + n_extra + n_comment
    if mark != _RECORD or end > len(buffer):
        raise BadZipError("the zip's list of members breaks off")
    raw = buffer[at + _FIXED : extra_at]
    name = raw.decode() if raw.isascii() else _name(raw, utf8=bool(flags & 0x800))
    if 0xFFFFFFFF in (packed, size, offset):
        size, packed, offset = _zip64(buffer[extra_at : extra_at + n_extra], [size, packed, offset])
    is_file = not name.endswith("/") and not (system == 3 and attributes >> 28 == 0xA)
    return Member(name, offset + shift, packed, size, method, crc, bool(flags & 1), is_file), end


def _name(raw: bytes, *, utf8: bool) -> str:
    """Decode a name: zips of Japanese Windows have Shift_JIS and don't say so."""
    if utf8:
        return raw.decode("utf-8", "replace")
    for encoding in ("utf-8", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return raw.decode("cp437")


def _zip64(extra: bytes, values: list[int]) -> list[int]:
    """Fill in the values that stand in the extra field, since they are past 32 bits."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1:
            body = extra[at + 4 : at + 4 + length]
            for i, value in enumerate(values):
                if value == 0xFFFFFFFF:
                    if len(body) < 8:
                        raise BadZipError("the zip's list of members lacks a size of more than 4 GiB")
                    values[i] = struct.unpack_from("<Q", body)[0]
                    body = body[8:]
            return values
        at += 4 + length
    return values


def _find(file: BinaryIO) -> tuple[int, int, int]:
    """Tell where the directory begins, its length, and how far all offsets are off."""
    length = file.seek(0, 2)
    file.seek(max(0, length - _TAIL))
    tail = file.read(_TAIL)
    before = max(0, length - _TAIL)
    at = len(tail)
    while (at := tail.rfind(_END, 0, at)) >= 0:
        found = _end(file, tail, at, before)
        # A comment may hold anything, even the mark.
        if found is not None:
            return found
    raise BadZipError("the zip is cut: the list of its members, which stands at the end, is missing")


def _end(file: BinaryIO, tail: bytes, at: int, before: int) -> tuple[int, int, int] | None:
    """Read an end record; None where the directory is not where it says."""
    if len(tail) - at < 22:
        return None
    count, size, offset = struct.unpack_from("<HII", tail, at + 10)
    end = before + at
    if (0xFFFFFFFF in (size, offset) or count == 0xFFFF) and tail[max(0, at - 20) : at].startswith(_LOCATOR):
        place = struct.unpack_from("<8xQ", tail, at - 20)[0]
        end, size, offset = _end64(file, place, end - 20) or (end, size, offset)
    start = end - size
    if start < offset:
        return None
    file.seek(start)
    return (start, size, start - offset) if size == 0 or file.read(4) == _RECORD else None


def _end64(file: BinaryIO, place: int, before: int) -> tuple[int, int, int] | None:
    """Read the end record of a large zip; where bytes were put before the zip, it stands right before its locator."""
    for at in (place, before - 56):
        if 0 <= at <= before - 56:
            file.seek(at)
            record = file.read(56)
            if record.startswith(_END64):
                size, offset = struct.unpack_from("<2Q", record, 40)
                return at, size, offset
    return None
