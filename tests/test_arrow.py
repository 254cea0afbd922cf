"""Tables of logs: every library's Arrow in and out, each row what `convert_json` makes of it."""

import doctest
import gzip
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mjlog
import mjlog.arrow
from games import games, three_player_game

pa = pytest.importorskip("pyarrow")

LOGS = games(40)
LOGS[3] = gzip.compress(LOGS[3])
LOGS[5] = b"no log"
LOGS[7] = three_player_game(7)
IDS = [f"id-{n} 麻" for n in range(40)]


def wanted(**options: Any) -> list[dict[str, str | None]]:
    rows: list[dict[str, str | None]] = []
    for key, log in zip(IDS, LOGS, strict=True):
        own = {"log_id": key} if options.get("log_id") else {}
        try:
            rows.append({"id": key, "paipu": mjlog.convert_json(log, **options | own).decode(), "error": None})
        except mjlog.MjlogError as error:
            rows.append({"id": key, "paipu": None, "error": f"{error.kind}: {error}"})
    return rows


def rows_of(table: Any, **options: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(mjlog.arrow.convert(table, **options)).to_pylist()
    return rows


TABLE = pa.table({"id": IDS, "other": [0] * 40, "log": pa.array(LOGS, pa.binary())})


def test_each_row_is_what_convert_makes_of_it() -> None:
    rows = rows_of(TABLE)
    assert rows == wanted()
    assert [row["id"] for row in rows if row["error"]] == [IDS[5], IDS[7]]
    for threads in (1, 2, 7, 2**70):
        assert rows_of(TABLE, threads=threads) == rows


def test_columns_and_their_types() -> None:
    answer = mjlog.arrow.convert(TABLE)
    assert pa.schema(answer) == pa.schema([("id", pa.string()), ("paipu", pa.string()), ("error", pa.string())])
    assert repr(answer) == "<mjlog.ArrowTable of 40 rows: id, paipu, error>"


def test_options_are_those_of_convert() -> None:
    options = {"player_format": "{name}", "title": "t", "partial": True}
    assert rows_of(TABLE, **options) == wanted(**options)
    assert rows_of(TABLE, log_id=True) == wanted(log_id=True)
    with pytest.raises(mjlog.MjlogError, match="nom"):
        rows_of(TABLE, player_format="{nom}")
    for none in (0, -(2**70)):
        with pytest.raises(ValueError, match="threads must be 1 or more"):
            rows_of(TABLE, threads=none)
    with pytest.raises(TypeError, match="str"):
        rows_of(TABLE, threads="2")


def test_who_interrupts_a_producer_interrupts_the_call() -> None:
    def batches(error: BaseException) -> Iterator[Any]:
        yield from TABLE.to_batches()
        raise error

    def read(error: BaseException) -> None:
        mjlog.arrow.convert(pa.RecordBatchReader.from_batches(TABLE.schema, batches(error)))

    with pytest.raises(KeyboardInterrupt):
        read(KeyboardInterrupt())
    with pytest.raises(mjlog.MjlogError, match="no more KeyboardInterrupt"):
        read(ValueError("no more KeyboardInterrupt"))


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view", "string", "large_string", "string_view"])
def test_all_forms_of_bytes_and_text(kind: str) -> None:
    make = getattr(pa, kind, None)
    if make is None:
        pytest.skip(f"this pyarrow has no {kind}")
    text = [log for log in LOGS if log[:2] != b"\x1f\x8b"]
    values = pa.array([log.decode() for log in text] if "string" in kind else text, make())
    ids = pa.array(IDS[: len(text)], make() if "string" in kind else pa.string())
    rows = [row["paipu"] for row in rows_of(pa.table({"id": ids, "log": values}))]
    assert rows == [row["paipu"] for row, log in zip(wanted(), LOGS, strict=True) if log in text]


def test_columns_by_their_names_and_rows_by_slices() -> None:
    table = TABLE.rename_columns(["log_id", "other", "log_content"])
    assert rows_of(table.slice(3, 9), id_column="log_id", log_column="log_content") == wanted()[3:12]
    chunked = pa.concat_tables([table.slice(0, 1), table.slice(1, 0), table.slice(1)])
    assert rows_of(chunked, id_column="log_id", log_column="log_content") == wanted()
    with pytest.raises(mjlog.MjlogError, match='the table has no column "id"; there are log_id, other, log_content'):
        rows_of(table)
    with pytest.raises(mjlog.MjlogError, match='the column "other" holds Int64: it must be text or binary'):
        rows_of(TABLE, id_column="other")
    with pytest.raises(TypeError, match="must be Arrow data"):
        rows_of([LOGS[0]])


def test_what_is_null_and_what_is_no_utf8() -> None:
    table = pa.table({"id": ["a", None, "c"], "log": pa.array([None, LOGS[0], b""], pa.binary())})
    first, second, third = rows_of(table)
    assert first == {"id": "a", "paipu": None, "error": "no_log: the log is null"}
    assert second == {"id": None, "paipu": wanted()[0]["paipu"], "error": None}
    assert third["error"].startswith("not_xml: ")
    bad = pa.array([b"\xff"], pa.binary()).view(pa.string())
    assert rows_of(pa.table({"id": bad, "log": [LOGS[0]]})) == [
        {"id": None, "paipu": None, "error": "encoding: a byte that is no UTF-8 (byte 0)"}
    ]
    assert rows_of(pa.table({"id": ["a"], "log": bad}))[0]["error"] == "encoding: a byte that is no UTF-8 (byte 0)"
    assert rows_of(pa.table({"id": ["a"], "log": pa.nulls(1)}))[0]["error"] == "no_log: the log is null"


def test_empty_tables() -> None:
    assert rows_of(TABLE.slice(0, 0)) == []
    assert len(mjlog.arrow.convert(TABLE.slice(0, 0))) == 0


def test_a_batch_and_a_stream_of_batches() -> None:
    (batch,) = TABLE.to_batches()
    assert rows_of(batch) == wanted()
    assert rows_of(pa.RecordBatchReader.from_batches(TABLE.schema, iter(TABLE.to_batches(max_chunksize=7)))) == wanted()


def test_warnings_are_given() -> None:
    odd = pa.table({"id": ["a"], "log": [b'<mjloggm ver="9.9"></mjloggm>']})
    with pytest.warns(mjlog.MjlogWarning, match=r"9\.9"):
        mjlog.arrow.convert(odd)


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"id": IDS, "log": LOGS})
    assert pl.DataFrame(mjlog.arrow.convert(frame)).to_dicts() == wanted()
    schema = {"id": pl.String, "paipu": pl.String, "error": pl.String}
    lazy = frame.lazy().map_batches(lambda part: pl.DataFrame(mjlog.arrow.convert(part)), schema=schema)
    assert lazy.filter(pl.col("error").is_null()).collect().height == 38


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with duckdb.connect() as connection:
            connection.register("logs", TABLE)
            reader = connection.sql("SELECT id, log FROM logs WHERE other = 0")
            answer = mjlog.arrow.convert(reader)
            connection.register("converted", answer)
            titles = connection.sql("SELECT id, paipu ->> '$.title' FROM converted WHERE error IS NULL").fetchall()
    assert titles == [(row["id"], mjlog.convert(LOGS[n])["title"]) for n, row in enumerate(wanted()) if row["paipu"]]


def test_examples_on_the_page_of_tables() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("duckdb")
    page = (Path(__file__).parent.parent / "docs" / "TABLES.md").read_text(encoding="utf-8")
    # Those on Ray are run on a cluster.
    examples = doctest.DocTestParser().get_doctest(page.split("## Ray")[0], {}, "TABLES.md", None, 0)
    assert len(examples.examples) > 8
    assert not doctest.DocTestRunner().run(examples).failed


def test_examples_in_the_docstring() -> None:
    result = doctest.testmod(mjlog.arrow)
    assert result.attempted
    assert not result.failed
