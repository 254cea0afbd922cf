"""What sources yield: logs that are named and found, but not yet unpacked.

Named tuples, for there are millions of them: frozen dataclasses take three times longer to make.
"""

from typing import NamedTuple

from mjlog._core import ZipMember
from mjlog.errors import MjlogError

__all__ = ["Entry", "ZipMember"]


class Entry(NamedTuple):
    """One log of a source."""

    id: str
    """The log's id: its row's key, or its file's name without endings."""
    source: str
    """Where it is, for messages: `logs.db: 2019…`, `2019.zip: a/b.mjlog`, `folder/c.xml`."""
    data: bytes | ZipMember | MjlogError
    """Its bytes as they are stored (perhaps gzipped), its place in a zip, or why it can't be read."""
    date: str | None = None
    """Its date as the source has it, `YYYY-MM-DD` if known."""
    name: str | None = None
    """Of a file its name without endings, behind the folders below the one that was named; of others the id is one."""
    row: tuple[int, int | str] | None = None
    """Of a database's row the number of its table, and its key: reading can go on behind it."""
