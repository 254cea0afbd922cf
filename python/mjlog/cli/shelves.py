"""Where made-up games are put: a folder, an archive or a database as those of real logs, or standard output."""

import errno
import json
import os
import re
import secrets
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path

import click

from mjlog.cli.games import Game, Table
from mjlog.cli.output import naming, to_stdout, write_whole

__all__ = ["Put", "Shelf", "shelf_for", "standard_output"]

Put = Callable[[Game], None]
"""Puts away one game."""
Shelf = AbstractContextManager[Put]
"""What games are put in; all is there when it closes, unless there was an error."""

_OTHER_ENDINGS = (".mjlog", ".xml", ".gz", ".zst", ".tar", ".jsonl", ".json", ".parquet")
_SEED = re.compile(r"-([0-9a-f]{8,16})\.mjlog\Z")
_HOUOU = """
    CREATE TABLE logs (
        id TEXT PRIMARY KEY, date TEXT, num_players INTEGER, is_tonpu INTEGER,
        is_processed INTEGER, was_error INTEGER, log BLOB
    )
"""


def shelf_for(output: str, seeds: Sequence[int], table: Table, *, overwrite: bool) -> Shelf:
    """Choose by the name's ending.

    Raises:
        click.UsageError: the name says something else, or something is there already.

    """
    if not output:
        raise click.UsageError("the name of the output is empty")
    path = Path(output)
    ending = path.suffix.lower()
    if ending in _OTHER_ENDINGS and not path.is_dir():
        raise click.UsageError(f"{output}: games go to a folder, a .zip, a .db or .sqlite, or standard output")
    if ending not in (".zip", ".db", ".sqlite", ".sqlite3"):
        if not overwrite:
            _refuse_to_overwrite(path, seeds, table)
        return _folder(path, table)
    if path.is_dir():
        raise click.UsageError(f"{output} is a folder")
    if os.path.lexists(path) and not overwrite:
        raise click.UsageError(f"{output} exists: --overwrite replaces it")
    return _archive(path, table) if ending == ".zip" else _database(path, table)


def _file_name(seed: int, table: Table) -> str:
    return f"{table.log_id(seed)}.mjlog"


def _refuse_to_overwrite(path: Path, seeds: Sequence[int], table: Table) -> None:
    if not os.path.lexists(path):
        return
    if not path.is_dir():
        raise click.UsageError(f"{path} exists and is no folder")
    # The folder's names hold their seeds: it may be a matter of a few names and of very many seeds.
    found = (int(name[1], 16) for file in os.listdir(path) if (name := _SEED.search(file)))  # noqa: PTH208 - names
    there = (seed for seed in found if seed in seeds and os.path.lexists(path / _file_name(seed, table)))
    if (seed := min(there, default=None)) is not None:
        raise click.UsageError(f"{path / _file_name(seed, table)} exists: --overwrite replaces it")


def standard_output(table: Table, *, one: bool) -> Shelf:
    """Print one game as XML, several as JSON lines."""

    def put(game: Game) -> None:
        if one:
            to_stdout(game.xml)
        else:
            line = {"id": table.log_id(game.seed), "log": game.xml.decode()}
            to_stdout(json.dumps(line, ensure_ascii=False).encode() + b"\n")

    return nullcontext(put)


@contextmanager
def _folder(path: Path, table: Table) -> Iterator[Put]:
    """Make a gzipped file of each game."""
    with naming(path):
        path.mkdir(parents=True, exist_ok=True)
    yield lambda game: write_whole(path / _file_name(game.seed, table), game.packed)


@contextmanager
def _archive(path: Path, table: Table) -> Iterator[Put]:
    """Make a zip of gzipped logs in a folder by year, as the yearly archives are."""
    with _whole(path) as part, zipfile.ZipFile(part, "w") as archive:

        def put(game: Game) -> None:
            date = table.date(game.seed)
            # All but the name and the time is as zipfile has it, the same on every system.
            member = zipfile.ZipInfo(f"{date:%Y}/{_file_name(game.seed, table)}", date.timetuple()[:6])
            member.create_system = 3
            archive.writestr(member, game.packed)

        yield put


@contextmanager
def _database(path: Path, table: Table) -> Iterator[Put]:
    """Make a database as houou-logs does."""
    with _whole(path) as part, _as_os_error():
        part.touch()  # which says why it can't, and SQLite doesn't
        with closing(sqlite3.connect(part)) as base:
            # The file gets its name when it is whole: a journal would only cost time.
            base.execute("PRAGMA journal_mode = OFF")
            base.execute(_HOUOU)

            def put(game: Game) -> None:
                date = f"{table.date(game.seed):%Y-%m-%dT%H:%M}"
                row = (table.log_id(game.seed), date, table.players, table.is_east_only, 1, 0, game.packed)
                base.execute("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", row)

            yield put
            base.commit()


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Tell of a full disk and the like as the system would."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from None


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Give a file that gets its name when all went well; else nothing is left of it."""
    target = Path(os.path.realpath(path))
    part = target.with_name(f".mjlog-{secrets.token_hex(8)}.tmp")
    with naming(path):
        try:
            yield part
            part.replace(target)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
