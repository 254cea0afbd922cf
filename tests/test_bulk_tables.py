"""Databases, JSON lines and Parquet."""

import gzip
import io
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mjlog.bulk.sources import Counts, Limits, iter_entries
from sources import HOUOU, LOG, PHOENIX, database, houou, listed, log, log_id, packed, problems

# SQLite


def test_a_database_of_houou_logs(tmp_path: Path) -> None:
    path = houou(tmp_path / "logs.db", {log_id(n): packed(n) if n % 2 else log(n) for n in range(600)})
    assert listed(path) == [(log_id(n), log(n)) for n in range(600)]
    first = next(iter_entries([path]))
    assert (first.date, first.source) == ("2019-01-01T00:05", f"{path}: {log_id(0)}")


def test_a_database_of_phoenix_logs(tmp_path: Path) -> None:
    path = tmp_path / "2019.db"
    with database(path, f"CREATE TABLE {PHOENIX}", "CREATE TABLE other(id, log)") as connection:
        rows = [(log_id(1), "2019-01-01 00:05", 0, 0, 1, 0, packed(1)), (log_id(2), None, 0, 0, 0, 0, None)]
        connection.executemany("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    counts = Counts()
    assert listed(path, counts=counts) == [(log_id(1), log(1))]
    assert counts.without_log == 1


def test_rows_without_a_log_are_counted_and_rows_that_lost_it_are_errors(tmp_path: Path) -> None:
    rows = {
        "never": (0, 0, None),
        "failed": (1, 1, None),
        "lost": (1, 0, None),
        "number": (1, 0, 7),
        "empty": (1, 0, b""),
    }
    rows |= {"text": (1, 0, log(1).decode()), "early": (0, 0, packed(2))}  # type: ignore[dict-item]
    with database(tmp_path / "a.db", f"CREATE TABLE {HOUOU}") as connection:
        for key, row in rows.items():
            connection.execute("INSERT INTO logs VALUES (?, NULL, 4, 0, ?, ?, ?)", (key, *row))
    counts = Counts()
    found = listed(tmp_path / "a.db", counts=counts)
    bad = [(key, "no_log") for key in ("lost", "number", "empty")]
    assert found == [*bad, ("text", log(1)), ("early", log(2))]
    assert counts.without_log == 2
    assert problems(tmp_path / "a.db") == [
        "no log in this row: column 'log' holds nothing",
        "no log in this row: column 'log' holds a number (7)",
        "no log in this row: column 'log' holds nothing",
    ]


def test_any_other_table_by_its_name_and_columns(tmp_path: Path) -> None:
    with database(tmp_path / "a.db", 'CREATE TABLE "my ""games"(key INTEGER, "the log" TEXT, other)') as connection:
        connection.executemany(
            'INSERT INTO "my ""games" VALUES (?, ?, 0)', [(5, log(5)), (3, log(3).decode()), (9, None)]
        )
    options = {"sql_table": 'my "games', "id_column": "key", "log_column": "the log"}
    assert listed(tmp_path / "a.db", **options) == [("5", log(5)), ("3", log(3)), ("9", "no_log")]
    (message,) = problems(tmp_path / "a.db")
    assert message == (
        "no table is known to hold logs: name the table and its columns of id and log; "
        'it has my "games(key, the log, other)'
    )
    assert problems(tmp_path / "a.db", sql_table="none") == [
        "no table 'none' in the database; it has my \"games(key, the log, other)"
    ]
    assert "it has my" in problems(tmp_path / "a.db", **options | {"log_column": "lag"})[0]


@pytest.mark.parametrize("without_rowid", ["", " WITHOUT ROWID"])
@pytest.mark.parametrize("select", ["games", "seen"])
def test_views_and_tables_without_row_numbers(tmp_path: Path, without_rowid: str, select: str) -> None:
    view = "CREATE VIEW seen AS SELECT id, log FROM games"
    with database(
        tmp_path / "a.db", f"CREATE TABLE games(id TEXT PRIMARY KEY, log BLOB){without_rowid}", view
    ) as connection:
        connection.executemany("INSERT INTO games VALUES (?, ?)", [(f"{n:03}", log(n)) for n in range(300)])
    for skip in (0, 299):
        expected = [(f"{n:03}", log(n)) for n in range(skip, 300)]
        assert listed(tmp_path / "a.db", sql_table=select, skip=skip) == expected


def test_a_column_called_rowid(tmp_path: Path) -> None:
    with database(tmp_path / "a.db", "CREATE TABLE games(rowid TEXT, id TEXT, log BLOB)") as connection:
        connection.executemany("INSERT INTO games VALUES ('same', ?, ?)", [(str(n), log(n)) for n in range(300)])
    assert len(listed(tmp_path / "a.db", sql_table="games")) == 300


def test_several_tables_of_logs(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with database(path, f"CREATE TABLE {PHOENIX}", f"CREATE TABLE {HOUOU.replace('logs', 'b2', 1)}") as connection:
        connection.execute("INSERT INTO logs VALUES ('x', NULL, 0, 0, 1, 0, ?)", (log(1),))
        connection.execute("INSERT INTO b2 VALUES ('y', NULL, 4, 0, 1, 0, ?)", (log(2),))
    assert listed(path) == [("y", log(2)), ("x", log(1))]
    assert listed(path, skip=1) == [("x", log(1))]
    assert listed(path, sql_table="logs") == [("x", log(1))]


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_writer_is_not_in_the_way_nor_we_in_its(tmp_path: Path, mode: str) -> None:
    path = houou(tmp_path / "a.db", {f"{n:04}": log(n) for n in range(600)})
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as writer:
        writer.execute(f"PRAGMA journal_mode={mode}")
        entries = iter_entries([path])
        seen = [next(entries).id]
        writer.execute("BEGIN")
        for n in range(600, 900):
            writer.execute("INSERT INTO logs VALUES (?, NULL, 4, 0, 1, 0, ?)", (f"{n:04}", log(n)))
        writer.execute("COMMIT")
        writer.execute("UPDATE logs SET was_error = 0")
        if mode == "WAL":
            # Its transaction stays open, and so does not show.
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("DELETE FROM logs")
        seen += [entry.id for entry in entries]
    assert seen == [f"{n:04}" for n in range(900)]


def test_the_database_is_not_written_to(tmp_path: Path) -> None:
    path = houou(tmp_path / "a.db", {"a": log(1)})
    before = path.read_bytes()
    listed(path, ids=["a"])
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["a.db"]


def test_a_database_with_a_write_ahead_log_in_a_folder_that_cant_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = houou(tmp_path / "a.db", {"a": log(1)})
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    real = sqlite3.connect

    def connect(address: str, **options: object) -> sqlite3.Connection:
        if "immutable" not in address:
            address = "file:/nowhere/a.db?mode=ro"
        return real(address, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect)
    assert listed(path) == [("a", "unreadable")]
    monkeypatch.setattr("os.access", lambda *_: False)
    assert listed(path) == [("a", log(1))]


def test_selection_does_not_read_other_logs(tmp_path: Path) -> None:
    path = houou(tmp_path / "a.db", {log_id(n, "20190102" if n < 300 else "20190103"): log(n) for n in range(600)})
    assert len(listed(path, since="2019-01-03")) == 300
    assert listed(path, ids=[log_id(599, "20190103")]) == [(log_id(599, "20190103"), log(599))]


def test_names_that_are_no_utf8_and_odd_ids(tmp_path: Path) -> None:
    with database(tmp_path / "a b#?%.db", f"CREATE TABLE {HOUOU}") as connection:
        rows = [(None, log(1)), (b"\xff", log(2)), ("../up", log(3))]
        connection.executemany("INSERT INTO logs VALUES (?, NULL, 4, 0, 1, 0, ?)", rows)
        connection.execute("INSERT INTO logs VALUES (CAST(x'fe' AS TEXT), NULL, 4, 0, 1, 0, CAST(x'fe' AS TEXT))")
    found = listed(tmp_path / "a b#?%.db")
    assert found == [("NULL", log(1)), ("\ufffd", log(2)), ("../up", log(3)), ("\ufffd", b"\xfe")]


def test_a_broken_database_costs_one_entry(tmp_path: Path) -> None:
    path = houou(tmp_path / "a.db", {f"{n:04}": log(n) for n in range(3000)})
    whole = path.read_bytes()
    path.write_bytes(whole[:50])
    assert listed(path) == [("a", "unreadable")]
    path.write_bytes(whole[: len(whole) // 2])
    found = listed(path)
    assert found[-1] == ("a", "unreadable")
    assert found[0] == ("0000", log(0)) or len(found) == 1
    assert problems(path)[0].startswith("the database can't be read: ")


def test_databases_that_hold_nothing(tmp_path: Path) -> None:
    assert listed(houou(tmp_path / "a.db", {})) == [("a", "no_log")]
    counts = Counts()
    assert listed(houou(tmp_path / "b.db", {"x": None}), counts=counts) == []
    assert counts.without_log == 1
    with database(tmp_path / "c.db", "CREATE TABLE x(a)", "DROP TABLE x"):
        pass
    assert problems(tmp_path / "c.db") == [
        "no table is known to hold logs: name the table and its columns of id and log; it has no tables"
    ]


# JSON lines


def lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def test_json_lines(tmp_path: Path) -> None:
    data = lines({"id": "a", "log": log(1).decode(), "date": "2019-01-01"}, {"log_id": "b", "xml": log(2).decode()})
    data += lines({"n": 5, "game": log(3).decode()})
    expected = [("a", log(1)), ("b", log(2)), ("l-3", log(3))]
    for name, packed_data in (("l.jsonl", data), ("l.txt", data), ("l.jsonl.gz", gzip.compress(data))):
        (tmp_path / name).write_bytes(packed_data)
        assert listed(tmp_path / name) == expected
    assert next(iter_entries([tmp_path / "l.jsonl"])).date == "2019-01-01"
    assert [key for key, _ in listed(tmp_path / "l.jsonl", skip=2)] == ["l-3"]
    zstandard = pytest.importorskip("zstandard")
    (tmp_path / "l.jsonl.zst").write_bytes(zstandard.compress(data))
    assert listed(tmp_path / "l.jsonl.zst") == expected
    (tmp_path / "l.jsonl.zst").write_bytes(zstandard.compress(data)[:-9])
    assert listed(tmp_path / "l.jsonl.zst")[-1] == ("l", "archive")


def test_keys_by_their_names(tmp_path: Path) -> None:
    data = lines({"id": 1, "log": "<no/>", "k": 77, "v": log(1).decode()})
    assert listed(io.BytesIO(data), id_column="k", log_column="v") == [("77", log(1))]
    assert problems(io.BytesIO(data), log_column="w") == ["no key 'w'; there are id, log, k, v"]
    assert problems(io.BytesIO(lines({"title": "x", "log": None}))) == ["no log in this row: key 'log' holds nothing"]
    assert problems(io.BytesIO(lines({"title": "x", "log": [[]]}))) == [
        "no log in this row: key 'log' holds list, not text"
    ]
    assert problems(io.BytesIO(lines({"title": "x"}))) == ["no key holds a log; there are title"]


def test_a_bad_line_costs_one_line() -> None:
    good = lines({"id": "a", "log": log(1).decode()})
    data = good + b'{"id": \n\n[1]\n\xff\n' + b"[" * 100_000 + b"\n" + good.rstrip()
    kinds = [kind if isinstance(kind, str) else "good" for _, kind in listed(io.BytesIO(data))]
    assert kinds == ["good", "no_log", "no_log", "no_log", "no_log", "good"]
    assert [e.source for e in iter_entries([io.BytesIO(data)])][-1] == "input: line 7"
    long = good + b'{"log": "' + b"x" * 600_000 + b'"}\n' + good
    assert [kind for _, kind in listed(io.BytesIO(long), limits=Limits(log_size=1000))] == [log(1), "too_large", log(1)]


def test_text_is_utf8_whatever_its_declaration_says() -> None:
    text = '<?xml version="1.0" encoding="Shift_JIS"?>' + LOG.format("麻")
    ((_, data),) = listed(io.BytesIO(lines({"log": text})))
    assert data == b"\xef\xbb\xbf" + text.encode()


# Parquet


def test_parquet(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "p.parquet"
    for values, kind in (
        ([packed(n) for n in range(700)], pa.binary()),
        ([log(n).decode() for n in range(700)], pa.string()),
    ):
        table = pa.table(
            {"id": [log_id(n) for n in range(700)], "date": ["2019-01-01"] * 700, "x": pa.array(values, kind)}
        )
        pq.write_table(table, path, row_group_size=300)
        for skip in (0, 1, 299, 300, 301, 699, 700, 800):
            assert listed(path, skip=skip) == [(log_id(n), log(n)) for n in range(skip, 700)]
        assert next(iter_entries([path])).date == "2019-01-01"
        assert listed(path, ids=[log_id(650)], skip=0) == [(log_id(650), log(650))]


def test_parquet_that_lacks_something(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table({"n": [1], "title": ["x"]}), path)
    assert problems(path) == ["no column holds a log; there are n, title"]
    assert problems(path, log_column="log") == ["no column 'log'; there are n, title"]
    pq.write_table(pa.table({"log": pa.array([None, log(1), 7 * b"x"], pa.binary())}), path)
    assert listed(path) == [("p-1", "no_log"), ("p-2", log(1)), ("p-3", b"xxxxxxx")]
    bad = pa.array([b"\xff", b"<m\xff>"], pa.binary()).view(pa.string())
    pq.write_table(pa.table({"id": bad, "log": bad}), path)
    assert listed(path) == [("\ufffd", b"\xff"), ("<m\ufffd>", b"<m\xff>")]
    pq.write_table(pa.table({"log": pa.array([], pa.binary())}), path)
    assert listed(path) == [("p", "no_log")]
    path.write_bytes(path.read_bytes()[:-20] + b"PAR1")
    assert listed(path) == [("p", "unreadable")]


def test_parquet_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert problems(tmp_path / "p") == ["reading Parquet needs pyarrow: pip install mjlog[arrow]"]
