"""Archives of many made-up games, and what a folder holds."""

import gzip
import json
import os
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjlog
from games import cut_after_a_round, game
from mjlog import bulk
from mjlog.bulk.chunk import SIZE
from sources import houou, log_id

GAMES = 30
"""So many different ones: archives hold them again and again, under ids of their own."""

OUTPUTS = ["o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.json", "o.parquet", "o"]


@cache
def _text(number: int) -> str:
    log = game(number)
    return (cut_after_a_round(log) if number % 3 == 2 else log).decode()


@cache
def _packed(number: int) -> bytes:
    return gzip.compress(_text(number).encode(), mtime=0)


@cache
def _paipu(number: int) -> bytes:
    return mjlog.convert_json(_text(number))


def text(number: int) -> str:
    """A game whose table depends on its number; every third is cut."""
    return _text(number % GAMES)


def day(number: int) -> str:
    return f"2019{number % 12 + 1:02}01"


def name(number: int) -> str:
    return log_id(number, day(number))


def packed(number: int) -> bytes:
    return _packed(number % GAMES)


def logs(count: int, first: int = 0) -> dict[str, bytes]:
    """So many logs, by id."""
    return {name(number): packed(number) for number in range(first, first + count)}


def paipu(count: int, first: int = 0) -> list[bytes]:
    return [_paipu(number % GAMES) for number in range(first, first + count)]


def lines(count: int, first: int = 0) -> bytes:
    return b"".join(line + b"\n" for line in paipu(count, first))


def folder(path: Path, count: int, first: int = 0) -> Path:
    path.mkdir()
    for key, data in logs(count, first).items():
        (path / f"{key}.mjlog").write_bytes(data)
    return path


def archive(path: Path, count: int, first: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for key, data in logs(count, first).items():
            file.writestr(f"2019/{key}.mjlog", data)
    return path


def database(path: Path, count: int, first: int = 0) -> Path:
    return houou(path, logs(count, first))


def json_lines(path: Path, count: int) -> Path:
    rows = [json.dumps({"id": name(number), "log": text(number)}) for number in range(count)]
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def tree(path: Path) -> dict[str, bytes]:
    """All files that are not hidden, by name; of a file itself its content."""
    if path.is_file():
        return {path.name: path.read_bytes()}
    found = (Path(top, file) for top, _, files in os.walk(path) for file in files)
    names = ((file.relative_to(path), file) for file in found)
    return {
        name.as_posix(): file.read_bytes()
        for name, file in names
        if not any(part.startswith(".") for part in name.parts)
    }


def hidden(path: Path) -> set[str]:
    """All names below, hidden ones too."""
    return {one.relative_to(path).as_posix() for one in path.rglob("*")}


class BrokenOffError(Exception):
    pass


def stop_after_a_chunk(source: Path, out: Path, **options: Any) -> None:
    """Leave a run in the middle, by an error that comes from outside."""

    def stop(_: bulk.Progress) -> None:
        raise BrokenOffError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
        patch.setattr("mjlog.bulk.job.LARGE", SIZE)
        with pytest.raises(BrokenOffError):
            bulk.convert(source, out, progress=stop, checkpoint=0, threads=1, **options)
