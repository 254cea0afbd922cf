"""Where results go: standard output, or files that are written whole or not at all."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

__all__ = ["abandon", "naming", "speak_utf8", "stdout_buffer", "text_to_stdout", "to_stdout", "write_whole"]


def speak_utf8() -> None:
    """Make standard output UTF-8, whatever the locale; file names come out as the bytes they are."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def stdout_buffer() -> BinaryIO:
    """Give standard output, for bytes.

    Raises:
        OSError: it is closed.

    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    return sys.stdout.buffer


def to_stdout(data: bytes) -> None:
    """Write to standard output, to the last byte.

    Raises:
        OSError: it is closed, full, or no one reads it any more.

    """
    stream = stdout_buffer()
    try:
        sys.stdout.flush()
        stream.write(data)
        stream.flush()
    except OSError:
        abandon(sys.stdout)
        raise


def text_to_stdout(text: str) -> None:
    """Write a text and a line break to standard output, as `to_stdout` does."""
    to_stdout(f"{text}\n".encode("utf-8", "surrogateescape"))


def abandon(stream: TextIO | None) -> None:
    """Send what the stream still holds nowhere, or Python would try again, loudly, when it ends."""
    if stream is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """Say of an error that it is this file's: the system names none when writing fails, and a temporary one before."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(target)
        raise


def write_whole(target: Path, data: bytes) -> None:
    """Write a file so that no one ever sees a part of it: under another name first.

    A link stays a link. What is there and no file (a device, a pipe) is written to directly.

    Raises:
        OSError: it can't be written; then nothing is left behind.

    """
    with naming(target):
        if target.exists() and not target.is_file():
            with target.open("wb") as device:
                device.write(data)
            return
        target = Path(os.path.realpath(target))
        temporary = target.with_name(f".mjlog-{os.urandom(8).hex()}.tmp")
        try:
            with temporary.open("xb") as file:
                file.write(data)
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
