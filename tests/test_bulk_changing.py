"""Databases that change while they are read, and between a run and its `--resume`: nothing lost, nothing twice."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bulklogs import archive, database, name, packed, stop_after_a_chunk
from mjlog import bulk
from sources import database as made_database
from sources import houou, log

JOURNALS = ["WAL", "DELETE"]
Change = Callable[[sqlite3.Connection], object]


@contextmanager
def writer(path: Path, mode: str = "DELETE") -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute("PRAGMA synchronous=OFF")
        yield connection


def change(path: Path, *changes: Change, mode: str = "DELETE") -> None:
    with writer(path, mode) as connection:
        for one in changes:
            one(connection)


def insert(number: int, rowid: int | None = None) -> Change:
    row = (rowid, name(number), packed(number))
    sql = "INSERT INTO logs (rowid, id, date, num_players, is_processed, was_error, log) VALUES (?, ?, '', 4, 1, 0, ?)"
    return lambda connection: connection.execute(sql, row)


def fill_in(number: int) -> Change:
    sql = "UPDATE logs SET log = ?, is_processed = 1 WHERE id = ?"
    return lambda connection: connection.execute(sql, (packed(number), name(number)))


def delete(number: int) -> Change:
    return lambda connection: connection.execute("DELETE FROM logs WHERE id = ?", (name(number),))


def some_rows(path: Path, count: int, *empty: int) -> Path:
    """A database of so many rows, some of which wait for their log."""
    rows = {name(number): None if number in empty else packed(number) for number in range(count)}
    return houou(path, rows)


def killed_at(step: int, source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(Path(__file__).with_name("killed.py")), str(step), str(source), str(out)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text("utf-8").splitlines()]


def resumed(source: Any, out: Path, **options: Any) -> bulk.Report:
    return bulk.convert(source, out, resume=True, id_first=True, **options)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 16 entries and pages of 8 rows."""
    monkeypatch.setattr("mjlog.bulk.chunk.SIZE", 16)
    monkeypatch.setattr("mjlog.bulk.job.SIZE", 16)
    monkeypatch.setattr("mjlog.bulk.job.LARGE", 16)
    monkeypatch.setattr("mjlog.bulk.sources.rows._PAGE", 8)
    monkeypatch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)


# Between a run and its --resume


@pytest.mark.parametrize("mode", JOURNALS)
def test_what_comes_behind_is_taken_and_what_comes_before_is_told(tmp_path: Path, mode: str) -> None:
    source, out = some_rows(tmp_path / "a.db", 300, 3, 5, 200, 201), tmp_path / "o.jsonl"
    stop_after_a_chunk(source, out, id_first=True)  # 128 logs, so 130 rows
    behind = [fill_in(200), insert(300), insert(301)]
    change(source, fill_in(3), insert(302, rowid=-7), delete(8), *behind, mode=mode)
    report = resumed(source, out)
    expected = [number for number in range(302) if number not in (3, 5, 201)]
    assert ids(out) == [name(number) for number in expected]
    # The one that was deleted is as good as the one that came in: they are counted, not compared.
    assert (report.converted, report.skipped, report.missed) == (len(expected), {"no_log": 2}, 1)
    assert (report.ok, report.failed) == (True, {})
    again = resumed(source, out)
    assert (again.finished_before, again.missed) == (True, 1)
    fresh = bulk.convert(source, tmp_path / "fresh.jsonl", id_first=True)
    assert fresh.missed == 0
    assert set(ids(tmp_path / "fresh.jsonl")) == {name(n) for n in range(303) if n not in (5, 8, 201)}


def test_an_unchanged_database_gives_what_it_gives_at_once(tmp_path: Path) -> None:
    source = some_rows(tmp_path / "a.db", 300, 3, 128, 250)
    options = {"since": "2019-02", "id_first": True}
    whole = bulk.convert(source, tmp_path / "whole.jsonl", **options)  # type: ignore[arg-type]
    stop_after_a_chunk(source, tmp_path / "o.jsonl", **options)
    report = resumed(source, tmp_path / "o.jsonl", since="2019-02")
    assert (tmp_path / "o.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert (report.converted, report.skipped, report.missed) == (whole.converted, whole.skipped, 0)
    assert report.skipped == {"no_log": 3, "selection": 25}


def test_a_selection_counts_only_what_it_selects(tmp_path: Path) -> None:
    source, out = some_rows(tmp_path / "a.db", 300, 1, 2), tmp_path / "o.jsonl"
    wanted = {"ids": [name(number) for number in range(300) if number != 2]}
    stop_after_a_chunk(source, out, id_first=True, **wanted)
    change(source, fill_in(1), fill_in(2))
    report = resumed(source, out, **wanted)
    assert (report.missed, report.skipped) == (1, {"selection": 1})
    assert report.converted == 298


def test_where_the_last_row_is_gone_nothing_is_guessed(tmp_path: Path) -> None:
    source, out = some_rows(tmp_path / "a.db", 300), tmp_path / "o.jsonl"
    stop_after_a_chunk(source, out, id_first=True)
    change(source, delete(127))
    with pytest.raises(bulk.ChangedSourcesError, match=f"log 128 was '{name(127)}' and is '{name(128)}'"):
        resumed(source, out)
    change(source, insert(127, rowid=128))
    assert resumed(source, out).converted == 300


def test_a_database_before_other_sources_is_not_read_again(tmp_path: Path) -> None:
    """It was read to its end; what it has got since is told."""
    first = some_rows(tmp_path / "1.db", 20, 7)
    empty = some_rows(tmp_path / "2.db", 2, 0, 1)
    sources: list[Any] = [first, empty, archive(tmp_path / "a.zip", 300, 400), database(tmp_path / "3.db", 9, 900)]
    out = tmp_path / "o.jsonl"
    stop_after_a_chunk(sources, out, id_first=True)  # type: ignore[arg-type]
    change(first, fill_in(7), insert(20), delete(0))
    change(empty, fill_in(0))
    change(tmp_path / "3.db", insert(909))
    report = resumed(sources, out)
    expected = [*(n for n in range(20) if n != 7), *range(400, 700), *range(900, 910)]
    assert ids(out) == [name(number) for number in expected]
    assert (report.missed, report.failed) == (2, {})
    assert report.skipped == {"no_log": 1}


def test_other_logs_before_a_database_are_refused(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.mjlog").write_bytes(packed(1))
    source = some_rows(tmp_path / "logs" / "b.db", 300)
    stop_after_a_chunk(tmp_path / "logs", tmp_path / "o.jsonl", id_first=True)
    (tmp_path / "logs" / "aa.mjlog").write_bytes(packed(2))
    with pytest.raises(bulk.ChangedSourcesError, match=r"b\.db stood behind 1 logs and stands behind 2"):
        resumed(tmp_path / "logs", tmp_path / "o.jsonl")
    assert source.exists()


# While it is read


@pytest.mark.parametrize("mode", JOURNALS)
@pytest.mark.usefixtures("small")
def test_a_writer_that_commits_between_chunks(tmp_path: Path, mode: str) -> None:
    source = some_rows(tmp_path / "a.db", 400, 2, 4, 350)
    numbers = iter(range(400, 1000))

    def commit(_: bulk.Progress) -> None:
        change(source, insert(next(numbers)), mode=mode)

    change(source, fill_in(350), mode=mode)
    report = bulk.convert(source, tmp_path / "o.jsonl", id_first=True, threads=1, progress=commit)
    found = ids(tmp_path / "o.jsonl")
    assert found == [name(n) for n in range(len(found) + 2) if n not in (2, 4)]
    assert 410 < len(found) < next(numbers)
    assert (report.missed, report.skipped, report.failed) == (0, {"no_log": 2}, {})


@pytest.mark.parametrize("mode", JOURNALS)
@pytest.mark.usefixtures("small")
def test_logs_that_are_filled_in_behind_the_reader_are_told(tmp_path: Path, mode: str) -> None:
    source = some_rows(tmp_path / "a.db", 400, 2, 4, 399)
    changes = iter([fill_in(2), fill_in(399)])

    def commit(_: bulk.Progress) -> None:
        if (one := next(changes, None)) is not None:
            change(source, one, mode=mode)

    report = bulk.convert(source, tmp_path / "o.jsonl", id_first=True, threads=1, progress=commit)
    assert ids(tmp_path / "o.jsonl") == [name(n) for n in range(400) if n not in (2, 4)]
    assert (report.missed, report.skipped) == (1, {"no_log": 1})


@pytest.mark.parametrize("mode", JOURNALS)
def test_killed_while_a_downloader_works(tmp_path: Path, mode: str) -> None:
    """Rows come in all the time, logs are filled in for some before; runs are killed and taken up."""
    source, out = some_rows(tmp_path / "a.db", 1500, *range(0, 1500, 50)), tmp_path / "o.jsonl"
    done = threading.Event()

    def download() -> None:
        with writer(source, mode) as connection:
            for number in range(1500, 4000):
                insert(number)(connection)
                if number % 40 == 0:
                    fill_in((number - 1500) % 1500)(connection)
                if done.wait(0.002):
                    return

    thread = threading.Thread(target=download)
    thread.start()
    try:
        for step in random.Random(mode).sample(range(20, 300), 4):
            killed = killed_at(step, source, out)
            assert killed.returncode == -signal.SIGKILL, killed.stderr
    finally:
        done.set()
        thread.join()
    finished = killed_at(0, source, out)
    assert finished.returncode == 0, finished.stderr
    titles = (json.loads(line)["title"] for line in out.read_text("utf-8").splitlines())
    found = [title.split("\n")[1] for title in titles]
    with closing(sqlite3.connect(source)) as connection:
        there = [row[0] for row in connection.execute("SELECT id FROM logs WHERE log IS NOT NULL ORDER BY rowid")]
    assert len(set(found)) == len(found) > 1500
    # What is not there was filled in late: its row is one that began without a log.
    left = set(there) - set(found)
    assert left <= {name(number) for number in range(0, 1500, 50)}
    assert found == [one for one in there if one not in left]
    assert bulk.convert(source, out, resume=True, threads=2, log_id=True).missed == len(left)


# Keys of all sorts


KEYS: dict[str, tuple[str, list[tuple[Any, ...]]]] = {
    "text": ("k TEXT, PRIMARY KEY (k)", [(f"{n:03}é'\"",) for n in range(40)]),
    "text with zeros": ("k TEXT, PRIMARY KEY (k)", [(f"a\0{n:03}",) for n in range(40)]),
    "numbers": ("k, PRIMARY KEY (k)", [*((n - 20,) for n in range(40)), (0.1,), (1e300,), ("x",), (b"\xff",)]),
    "two": ("k TEXT, l INT, PRIMARY KEY (k, l)", [(f"{n // 7}", n % 7) for n in range(40)]),
    "two, the other way": ("k TEXT, l INT, PRIMARY KEY (l DESC, k)", [(f"{n // 7}", n % 7) for n in range(40)]),
    "whatever the case": ("k TEXT COLLATE NOCASE, PRIMARY KEY (k)", [(f"{'aB'[n % 2]}{n:03}",) for n in range(40)]),
}


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.usefixtures("small")
def test_tables_without_row_numbers_are_paged_by_their_primary_key(tmp_path: Path, keys: str) -> None:
    columns, rows = KEYS[keys]
    source, out = tmp_path / "a.db", tmp_path / "o.jsonl"
    with made_database(source, f"CREATE TABLE games(id TEXT, log BLOB, {columns}) WITHOUT ROWID") as connection:
        marks = ", ".join("?" * (2 + len(rows[0])))
        for number, row in enumerate(rows):
            connection.execute(f"INSERT INTO games VALUES ({marks})", (f"id{number}", log(number), *row))
        if keys == "numbers":
            connection.execute("INSERT INTO games VALUES ('odd', ?, CAST(x'fffe' AS TEXT))", (log(1),))
    bulk.convert(source, tmp_path / "whole.jsonl", id_first=True, sql_table="games")
    whole = ids(tmp_path / "whole.jsonl")
    assert sorted(whole) == sorted([f"id{n}" for n in range(len(rows))] + ["odd"] * (keys == "numbers"))
    stop_after_a_chunk(source, out, id_first=True, sql_table="games")
    gone = whole[3]
    change(source, lambda connection: connection.execute("DELETE FROM games WHERE id = ?", (gone,)))
    assert resumed(source, out, sql_table="games").missed == 0
    assert ids(out) == whole


def test_a_primary_key_does_not_keep_a_writer_waiting(tmp_path: Path) -> None:
    source = tmp_path / "a.db"
    with made_database(source, "CREATE TABLE games(id TEXT PRIMARY KEY, log BLOB) WITHOUT ROWID") as connection:
        connection.executemany("INSERT INTO games VALUES (?, ?)", [(f"{n:04}", log(n)) for n in range(1000)])
    found = bulk.iter_logs(source, sql_table="games")
    next(found)
    with closing(sqlite3.connect(source, timeout=0, isolation_level=None)) as connection:
        connection.execute("INSERT INTO games VALUES ('1000', ?)", (log(1000),))
    assert sum(1 for _ in found) == 1000
