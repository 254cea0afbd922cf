"""Tars, read from front to back."""

import tarfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.kinds import HEAD
from mjlog.bulk.sources.members import Archive, Verdict, verdict
from mjlog.bulk.sources.names import as_text, hidden, log_id_of, problem
from mjlog.bulk.sources.streams import Stream
from mjlog.errors import MjlogError

__all__ = ["tar_entries"]

_BLOCK = 512


def tar_entries(archive: Archive, file: Stream) -> Iterator[Entry]:
    """List a tar's files, with their content.

    Raises:
        MjlogError: the tar is cut or damaged; members before that were given.

    """
    try:
        with tarfile.open(fileobj=cast("BinaryIO", file), mode="r:", errors="surrogateescape") as tar:
            while (member := tar.next()) is not None:
                # It keeps all members otherwise.
                tar.members = []  # type: ignore[attr-defined]
                if member.isreg() and not hidden(member.name):
                    yield from _entries(archive, f"{archive.where}: {as_text(member.name)}", file, member)
    except MjlogError:
        raise
    except (tarfile.TarError, OSError, EOFError) as error:
        raise problem(error, "archive") from error
    except ValueError as error:  # of a header's numbers
        raise MjlogError(f"the tar is damaged: {error}", "archive") from error
    # What it can't read as a member it takes for the end, which is a block of zeros.
    if len(file.last) != _BLOCK or any(file.last):
        raise MjlogError("the tar is cut or damaged: it stops without its end mark", "archive")
    # Where it is compressed, its checksum stands behind the last of its blocks.
    file.read(1 << 20)


def _entries(archive: Archive, where: str, file: Stream, member: tarfile.TarInfo) -> Iterator[Entry]:
    settings = archive.settings
    log_id = log_id_of(member.name)
    file.seek(member.offset_data)
    head = file.read(min(HEAD, member.size))
    found = verdict(member.name, head)
    error = None
    if member.issparse():
        error = MjlogError("a sparse file in a tar is not read: unpack the tar yourself", "archive")
    elif len(head) < min(HEAD, member.size):
        error = MjlogError("the tar ends in this member", "archive")
    if found is Verdict.DATABASE or (error is not None and found is Verdict.SOURCE):
        if settings.due():
            yield Entry(log_id, where, error or _DATABASE)
    elif found is Verdict.SOURCE:
        yield from archive.inside(where, member.name, _pieces(file, head, member.size))
    elif found is Verdict.LOG and settings.wants(log_id):
        reason = settings.limits.refuse(member.size, member.size)
        if reason is not None:
            error = MjlogError(f"the member of the tar is not read: {reason}", "too_large")
        yield Entry(log_id, where, error or _data(file, head, member.size))


_DATABASE = MjlogError("a database in an archive: unpack the archive first", "archive")


def _data(file: Stream, head: bytes, size: int) -> bytes | MjlogError:
    try:
        return b"".join(_pieces(file, head, size))
    except MjlogError as error:
        return error


def _pieces(file: Stream, head: bytes, size: int) -> Iterator[bytes]:
    yield head
    left = size - len(head)
    while left > 0:
        piece = file.read(min(left, 1 << 20))
        if not piece:
            raise MjlogError("the tar ends in this member", "archive")
        yield piece
        left -= len(piece)
