"""Names of files: the log's id in them, and whether they are those of logs."""

import os
import re

from mjlog.errors import MjlogError

__all__ = ["as_text", "hidden", "log_id_of", "may_be_log", "name_of", "problem"]

_PACKED = re.compile(r"\.(gz|xz|zst|bz2)$", re.IGNORECASE)
_LOGS = (".mjlog", ".xml", ".txt")


def as_text(name: str) -> str:
    """Turn a file's name into text that UTF-8 can hold: stray bytes become U+FFFD."""
    return name if name.isascii() else name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def log_id_of(path: str) -> str:
    r"""Give the id in a file's name: all before the first dot, and before the `&tw=0` of an address.

    >>> log_id_of("2019/2019010100gm-00a9-0000-abcdef12.mjlog.gz")
    '2019010100gm-00a9-0000-abcdef12'
    >>> log_id_of("..\\..\\a.xml")
    'a'
    """
    name = path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    return as_text(name.split(".", 1)[0].split("&", 1)[0] or name.strip(".") or "log")


def name_of(path: str, folder: str) -> str:
    """Give what a log's file is called, without its endings, behind the folder that it stands in.

    >>> name_of("logs/2019/a.b.mjlog.gz", "2019")
    '2019/a.b'
    """
    name = os.path.basename(path)  # noqa: PTH119 - a str with its stray bytes
    name = _PACKED.sub("", name) or name
    ending = next((ending for ending in _LOGS if name.lower().endswith(ending)), "")
    name = name[: len(name) - len(ending)] or name
    return f"{folder}/{name}" if folder else name


def hidden(path: str) -> bool:
    """Tell whether a member is a file that systems hide, or stands in a folder of such."""
    # Most names have none of these marks, and there are many names.
    if not path.startswith(".") and "/." not in path and "\\" not in path and "__MACOSX" not in path:
        return False
    parts = path.replace("\\", "/").split("/")
    return any((part.startswith(".") and part.strip(".")) or part == "__MACOSX" for part in parts)


def may_be_log(path: str) -> bool:
    """Tell whether a file in a folder or an archive is called as logs are: .mjlog, .xml, .txt or no ending."""
    name = _PACKED.sub("", path.rsplit("/", 1)[-1]).lower()
    return name.endswith(_LOGS) or "." not in name.split("&", 1)[0].strip(".")


def problem(error: BaseException, kind: str = "unreadable") -> MjlogError:
    """Tell of an error of the system's or a library's."""
    if isinstance(error, OSError) and error.strerror:
        return MjlogError(f"can't be read: {error.strerror}", kind)
    return MjlogError(f"can't be read: {error or type(error).__name__}", kind)
