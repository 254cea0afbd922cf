"""JSON lines with a log in each."""

import json
from collections.abc import Iterator

from mjlog.bulk.records import Entry
from mjlog.bulk.sources.columns import column_of_id, column_of_log, data_of, id_text
from mjlog.bulk.sources.names import log_id_of
from mjlog.bulk.sources.settings import Settings
from mjlog.bulk.sources.streams import Stream
from mjlog.errors import MjlogError

__all__ = ["line_entries"]


def line_entries(where: str, name: str, file: Stream, settings: Settings) -> Iterator[Entry]:
    """List the lines; a line that is no JSON or holds no log is its own error.

    Raises:
        MjlogError: the file can't be read to its end.

    """
    for number, line in _lines(file, settings.limits.log_size):
        place = f"{where}: line {number}"
        log_id = f"{log_id_of(name)}-{number}"
        if isinstance(line, MjlogError):
            if settings.due():
                yield Entry(log_id, place, line)
        elif not settings.selects and settings.skip > 0:
            settings.due()
        else:
            yield from _entries(place, log_id, line, settings)


def _entries(place: str, log_id: str, line: bytes, settings: Settings) -> Iterator[Entry]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        if settings.due():
            yield Entry(log_id, place, MjlogError("the line is no JSON object", "no_log"))
        return
    key = column_of_id(row, settings.id_column)
    log_id = id_text(row.get(key), log_id)
    column = column_of_log(row, settings.log_column)
    date = row.get("date")
    date = date if isinstance(date, str) else None
    if settings.wants(log_id, date):
        if column is None:
            wanted = f"no key {settings.log_column!r}" if settings.log_column else "no key holds a log"
            yield Entry(log_id, place, MjlogError(f"{wanted}; there are {_listed(row)}", "no_log"), date)
        else:
            yield Entry(log_id, place, data_of(row[column], f"key {column!r}"), date)


def _lines(file: Stream, limit: int) -> Iterator[tuple[int, bytes | MjlogError]]:
    """Give the lines that are not empty, with their numbers; of one that is too long, an error."""
    number = 1
    rest, too_long = b"", False
    while piece := file.read(1 << 18):
        *ended, rest_of_piece = piece.split(b"\n")
        for line in ended:
            whole = rest + line
            rest = b""
            if too_long:
                too_long = False
            elif whole.strip():
                yield number, whole.removeprefix(b"\xef\xbb\xbf") if number == 1 else whole
            number += 1
        rest = b"" if too_long else rest + rest_of_piece
        if len(rest) > limit:
            rest, too_long = b"", True
            yield number, MjlogError(f"the line is longer than {limit} bytes, which is the limit", "too_large")
    if rest.strip():
        yield number, rest


def _listed(row: dict[str, object]) -> str:
    return ", ".join(list(row)[:10]) or "none"
