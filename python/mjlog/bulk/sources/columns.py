"""Columns of a table, or keys of an object: which holds the id, which the log."""

import codecs
from collections.abc import Mapping

from mjlog.errors import MjlogError

__all__ = ["column_of_id", "column_of_log", "data_of", "id_text"]

_IDS = ("id", "log_id", "logid", "uuid", "name")
_LOGS = ("log", "log_content", "xml", "mjlog", "data", "content")


def column_of_id(row: Mapping[str, object], asked: str | None) -> str:
    """Name the column that holds the id: the one that was asked for, or the first of the usual ones that is there."""
    return asked or next((name for name in _IDS if name in row), _IDS[0])


def column_of_log(row: Mapping[str, object], asked: str | None) -> str | None:
    """Name the column that holds the log: the one asked for, a usual one, or the first that looks so."""
    if asked is not None:
        return asked if asked in row else None
    usual = [name for name in _LOGS if name in row]
    found = next((name for name in [*usual, *row] if _looks_so(row[name])), None)
    return found or next(iter(usual), None)


def _looks_so(value: object) -> bool:
    if isinstance(value, str):
        return value.lstrip("\ufeff \t\r\n")[:1] == "<"
    return isinstance(value, bytes) and value[:2] in (b"\x1f\x8b", b"<m", b"<?", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb")


def id_text(value: object, otherwise: str) -> str:
    """Give an id as text."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return otherwise if value is None else str(value)


def data_of(value: object, what: str, *, is_text: bool = False) -> bytes | MjlogError:
    """Give a log's bytes; text, also where it is given as bytes, is UTF-8, whatever its XML declaration says."""
    if isinstance(value, str):
        value, is_text = value.encode("utf-8", "surrogatepass"), True
    if isinstance(value, bytes) and value:
        declares = is_text and value.startswith(b"<?xml") and b"encoding" in value[:100]
        return codecs.BOM_UTF8 + value if declares else value
    is_there = "nothing" if value in (None, b"") else f"{type(value).__name__}, not text"
    return MjlogError(f"no log in this row: {what} holds {is_there}", "no_log")
