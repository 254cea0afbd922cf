"""Zips: members are handed over by their place, to be read where they are converted."""

import struct
import tempfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from mjlog._core import zip_run
from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.sources.directory import BadZipError, Member, Run, directory_runs
from mjlog.bulk.sources.kinds import HEAD
from mjlog.bulk.sources.members import Archive, Verdict, plainly_log, verdict
from mjlog.bulk.sources.names import hidden, log_id_of, may_be_log, problem
from mjlog.bulk.sources.settings import Limits
from mjlog.errors import MjlogError

__all__ = ["read_zip_member", "spool", "zip_entries"]

_METHODS = (0, 8)
_NEVER_REFUSED = 1 << 20
"""Members up to this many bytes may be packed as tightly as they like."""
_PIECE = 1 << 16
_IN_MEMORY = 16 << 20


def zip_entries(archive: Archive, file: BinaryIO) -> Iterator[Entry]:
    """List a zip's members: by their place where it has a path, else with their content.

    Raises:
        MjlogError: the directory is not there, or breaks off; members before that were given.

    """
    settings = archive.settings
    try:
        for found in directory_runs(file, _run(archive)):
            if isinstance(found, Member):
                if found.is_file and not hidden(found.name):
                    yield from _entries(archive, f"{archive.where}: {found.name}", file, found)
            elif settings.takes_all:
                settings.seen += len(found)
                yield from found
            else:
                yield from (entry for entry in found if settings.wants(entry.id))
    except BadZipError as error:
        raise MjlogError(str(error), "archive") from error


def _run(archive: Archive) -> Run | None:
    path, where = archive.path, archive.where
    if path is None:
        return None
    limit = min(archive.settings.limits.log_size, _NEVER_REFUSED)
    return lambda directory, at, shift: zip_run(Entry, directory, at, shift, path, where, limit)


def _entries(archive: Archive, where: str, file: BinaryIO, member: Member) -> Iterator[Entry]:
    settings = archive.settings
    name, log_id = member.name, log_id_of(member.name)
    found, error = Verdict.LOG, _refusal(member)
    if not plainly_log(name, member.size) and error is None:
        try:
            found = verdict(name, b"".join(_pieces(file, member, HEAD)))
        except MjlogError as broken:
            error = broken
    if error is not None and not may_be_log(name):
        # It may have been anything: a source that can't be read is told, whatever is selected.
        if settings.due():
            yield Entry(log_id, where, error)
    elif found is Verdict.DATABASE:
        if settings.due():
            yield Entry(log_id, where, MjlogError("a database in an archive: unpack the archive first", "archive"))
    elif found is Verdict.SOURCE:
        yield from archive.inside(where, name, _pieces(file, member))
    elif found is Verdict.LOG and settings.wants(log_id):
        reason = settings.limits.refuse(member.packed, member.size)
        if error is None and reason is not None:
            error = MjlogError(f"the zip member is not unpacked: {reason}", "too_large")
        yield Entry(log_id, where, error or _data(file, archive.path, member))


def _refusal(member: Member) -> MjlogError | None:
    if member.encrypted:
        return MjlogError("the zip member is encrypted: unpack the zip yourself", "archive")
    if member.method not in _METHODS:
        return MjlogError(
            f"the zip member is packed by method {member.method}, and only stored and deflate are read: "
            "unpack the zip yourself",
            "archive",
        )
    return None


def _data(file: BinaryIO, path: str | None, member: Member) -> bytes | ZipMember | MjlogError:
    if path is not None:
        return ZipMember(path, member.offset, member.packed, member.size, member.method, member.crc)
    try:
        return b"".join(_pieces(file, member))
    except MjlogError as error:
        return error


def read_zip_member(member: ZipMember) -> bytes:
    """Read and unpack a member.

    Raises:
        MjlogError: the file can't be read, or the member is not what the zip's directory says.

    """
    try:
        with open(member.path, "rb") as file:  # noqa: PTH123 - a str with its stray bytes
            place = (member.offset, member.packed, member.size, member.method, member.crc)
            return b"".join(_pieces(file, Member("", *place, encrypted=False, is_file=True)))
    except OSError as error:
        raise problem(error) from error


def spool(pieces: Iterator[bytes], limits: Limits) -> BinaryIO:
    """Put an archive in an archive where it can be sought: in memory, or in a temporary file.

    Raises:
        MjlogError: it can't be read, or is too large.

    """
    file = cast("BinaryIO", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115 - the caller closes it
    try:
        left = limits.nested_size
        for piece in pieces:
            left -= len(piece)
            if left < 0:
                message = f"the archive in the archive is larger than {limits.nested_size} bytes, which is the limit"
                raise MjlogError(message, "too_large")
            file.write(piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def _pieces(file: BinaryIO, member: Member, limit: int | None = None) -> Iterator[bytes]:
    """Unpack a member piece by piece, or its first bytes."""
    try:
        file.seek(member.offset)
        header = file.read(30)
    except (OSError, OverflowError, ValueError) as error:
        raise _damaged("there is no member at its place") from error
    if len(header) < 30 or not header.startswith(b"PK\x03\x04"):
        raise _damaged("there is no member at its place")
    n_name, n_extra = struct.unpack_from("<HH", header, 26)
    place = member.offset + 30 + n_name + n_extra
    left, size, crc = member.packed, 0, 0
    inflate = zlib.decompressobj(-15) if member.method else None
    while left and (limit is None or size < limit):
        # Others read the same file meanwhile.
        file.seek(place)
        packed = file.read(min(left, _PIECE if limit is None else limit))
        if not packed:
            raise _damaged("the file ends in it")
        left -= len(packed)
        place += len(packed)
        try:
            piece = inflate.decompress(packed, limit or 0) if inflate else packed
        except zlib.error as error:
            raise _damaged("its packed data is broken") from error
        size += len(piece)
        if size > member.size:
            raise _damaged("it is longer than the zip says")
        crc = zlib.crc32(piece, crc)
        yield piece
    if limit is None and (size != member.size or crc != member.crc):
        raise _damaged("its size or its checksum is wrong")


def _damaged(why: str) -> MjlogError:
    return MjlogError(f"the zip member can't be read: {why}", "archive")
