"""Names of files, made of ids: any id gives one, no two give the same, and none leads out of a folder."""

import hashlib
import os
import re

from mjlog.bulk.sources.names import as_text

__all__ = ["file_name", "kept_name", "month_folder"]

_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|%]|^[.\s]|[.\s]$')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST = 200
_MONTH = re.compile(r"((?:19|20)\d\d)-?(0[1-9]|1[0-2])")


def file_name(log_id: str) -> str:
    """Make a name for a file of it, without an ending: what is not safe in names becomes %XX.

    >>> file_name("2019010100gm-00a9-0000-abcdef12"), file_name("../a")
    ('2019010100gm-00a9-0000-abcdef12', '%2E.%2Fa')
    """
    name = _UNSAFE.sub(_escaped, log_id) or "%"
    if _RESERVED.match(name):
        name = _escape(name[0]) + name[1:]
    raw = name.encode()
    if len(raw) > _LONGEST:
        digest = hashlib.blake2b(log_id.encode(), digest_size=16).hexdigest()
        name = f"{raw[: _LONGEST - 40].decode(errors='ignore')}%-{digest}"
    return name


def kept_name(name: str) -> str:
    """Keep a name that a file has, folders included, where `.json` fits behind it."""
    folder, slash, last = name.rpartition("/")
    return name if len(os.fsencode(last)) <= _LONGEST else f"{folder}{slash}{file_name(as_text(last))}"


def _escaped(match: re.Match[str]) -> str:
    return "".join(map(_escape, match[0]))


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def month_folder(log_id: str, date: str | None) -> str:
    """Give the year and the month of a log as a folder, `2019/01`, from its id or its date; else `undated`."""
    match = _MONTH.match(log_id) or _MONTH.match(date or "")
    return f"{match[1]}/{match[2]}" if match else "undated"
