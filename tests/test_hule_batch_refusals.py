"""Tables that `hule_batch` can't read, and rows that it can't: an error that names the column, or one row's error."""

from collections.abc import Iterator
from typing import Any

import pytest

import mjlog
from hand_tables import NO_WIN, NUMBERS, RON, RULE, one_by_one, row_of

pa = pytest.importorskip("pyarrow")

TEXT = pa.string()
TILES = pa.list_(TEXT)


def rows_of(answer: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(answer).to_pylist()
    return rows


def batch(table: Any, **options: Any) -> list[dict[str, Any]]:
    return rows_of(mjlog.hule_batch(table, **{"rule": RULE, **options}))


# Tables that can't be read


@pytest.mark.parametrize("name", [*NUMBERS, "kita"])
@pytest.mark.parametrize("column", [["1"], [1.5], [[1]], [b"1"]], ids=str)
def test_numbers_of_a_wrong_type(name: str, column: list[Any]) -> None:
    with pytest.raises(mjlog.MjlogError, match=f"the column {name} has to be of whole numbers, not of ") as error:
        mjlog.hule_batch(pa.table({"shoupai": ["m1"], name: column}))
    assert error.value.kind == "bad_argument"


@pytest.mark.parametrize("name", ["shoupai", "rongpai", "baopai", "fubaopai"])
@pytest.mark.parametrize(
    "column",
    [
        [1],
        [1.5],
        [b"m1"],
        [True],
        [[1]],
        [[["m1"]]],
        [{"m": 1}],
        pa.array([1], pa.date32()),
        pa.array([1], pa.decimal128(5, 2)),
        pa.array([[("m1", "m2")]], pa.map_(TEXT, TEXT)),
        pa.array([1]).dictionary_encode(),
        pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array(["m1"])),
        pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array(["m1"])]),
        pa.array([(1, 2, 3)], pa.month_day_nano_interval()),
    ],
    ids=lambda column: str(getattr(column, "type", column)),
)
def test_text_of_a_wrong_type(name: str, column: Any) -> None:
    table = pa.table({"shoupai": ["m1"], name: column})
    with pytest.raises(mjlog.MjlogError, match=f"the column {name} has to be of ") as error:
        mjlog.hule_batch(table)
    assert error.value.kind == "bad_argument"
    with pytest.raises(mjlog.MjlogError, match=f"the column {name} has to be of "):
        mjlog.hule_batch(table.slice(0, 0))


def test_floats_say_what_to_do_in_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame([RON, {**RON, "lizhi": 1}])
    with pytest.raises(mjlog.MjlogError, match=r"the column lizhi .* floats; in pandas, .*Int64"):
        mjlog.hule_batch(frame)
    assert batch(frame.astype({"lizhi": "Int64"})) == one_by_one([RON, {**RON, "lizhi": 1}])


def test_no_hands() -> None:
    for table in (pa.table({"hand": ["m1"]}), pa.table({})):
        with pytest.raises(mjlog.MjlogError, match="table has no column called shoupai") as error:
            mjlog.hule_batch(table)
        assert error.value.kind == "bad_argument"


def test_two_columns_of_one_name() -> None:
    table = pa.Table.from_arrays([pa.array(["m1"]), pa.array(["m2"])], names=["shoupai", "shoupai"])
    with pytest.raises(mjlog.MjlogError, match="table has two columns called shoupai"):
        mjlog.hule_batch(table)


def test_one_column_is_no_table() -> None:
    for column in (pa.array(["m1"]), pa.chunked_array([["m1"]])):
        with pytest.raises(mjlog.MjlogError, match="table is one column of the Arrow type Utf8") as error:
            mjlog.hule_batch(column)
        assert error.value.kind == "bad_argument"


@pytest.mark.parametrize("table", [None, 1, "m1", [RON], {"shoupai": ["m1"]}, object()], ids=repr)
def test_what_is_no_arrow_data(table: Any) -> None:
    with pytest.raises(TypeError, match=r"table must be Arrow data, .* not "):
        mjlog.hule_batch(table)


def test_a_polars_lazy_frame_is_no_table_yet() -> None:
    pl = pytest.importorskip("polars")
    with pytest.raises((TypeError, mjlog.MjlogError)):
        mjlog.hule_batch(pl.LazyFrame(1))


@pytest.mark.parametrize("rule", [1, {"クイタンあり": True}])
def test_what_is_no_rule(rule: Any) -> None:
    with pytest.raises(mjlog.MjlogError, match=r"rule has to be a mjlog.Rule"):
        mjlog.hule_batch(pa.Table.from_pylist([RON]), rule=rule)


def test_a_stream_that_breaks_off() -> None:
    records = pa.RecordBatch.from_pylist([RON])

    def broken() -> Iterator[Any]:
        yield records
        raise RuntimeError("the disk is on fire")

    reader = pa.RecordBatchReader.from_batches(records.schema, broken())
    with pytest.raises(mjlog.MjlogError, match=r"the table can't be read: .*the disk is on fire") as error:
        mjlog.hule_batch(reader)
    assert error.value.kind == "unreadable"


def test_a_stream_that_was_read_before() -> None:
    reader = pa.RecordBatchReader.from_batches(pa.schema([("shoupai", TEXT)]), [pa.RecordBatch.from_pylist([NO_WIN])])
    capsule = reader.__arrow_c_stream__()

    class Twice:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return capsule

    assert len(mjlog.hule_batch(Twice())) == 1
    with pytest.raises(mjlog.MjlogError, match=r"the table can't be read: .*released") as error:
        mjlog.hule_batch(Twice())
    assert error.value.kind == "unreadable"


def test_an_array_that_was_read_before() -> None:
    pair = pa.RecordBatch.from_pylist([RON]).__arrow_c_array__()

    class Twice:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return pair

    assert batch(Twice()) == one_by_one([RON])
    with pytest.raises((mjlog.MjlogError, ValueError)):
        mjlog.hule_batch(Twice())


@pytest.mark.parametrize("answer", [None, 1, "capsule", (), (1, 2), RON])
def test_what_is_no_capsule(answer: Any) -> None:
    class Liar:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return answer

    class ArrayLiar:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return answer

    for liar in (Liar(), ArrayLiar()):
        with pytest.raises(TypeError):
            mjlog.hule_batch(liar)


def test_a_capsule_of_something_else() -> None:
    class Liar:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return pa.array([1]).__arrow_c_array__()[0]

    with pytest.raises((TypeError, ValueError)):
        mjlog.hule_batch(Liar())


def test_a_producer_that_raises() -> None:
    class Liar:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            raise KeyError("no")

    with pytest.raises(KeyError):
        mjlog.hule_batch(Liar())


def test_null_rows() -> None:
    rows = pa.array([RON, None, NO_WIN], pa.struct([("shoupai", TEXT), ("rongpai", TEXT)]))
    first, second, third = batch(rows)
    assert (first["defen"], third) == (1300, row_of(None))
    assert second == {**row_of(None), "error": "bad_argument: shoupai is null: there is no hand"}


def test_nulls_among_tiles() -> None:
    table = pa.Table.from_pylist([{**RON, "baopai": ["z1", None]}, {**RON, "baopai": []}])
    first, second = batch(table)
    assert first["error"] == "bad_argument: baopai has a null among its tiles"
    assert second["defen"] == 1300


def test_bad_rows_cost_one_row() -> None:
    bad = [
        {**RON, "baopai": ["x1"]},
        {**RON, "baopai": ["m1"] * 6},
        {**RON, "baopai": ["m1m2"]},
        {**RON, "fubaopai": ["役"]},
        {**RON, "rongpai": ""},
        {**RON, "rongpai": "z1"},
        {**RON, "shoupai": ""},
        {**RON, "shoupai": "麻雀" * 100},
        {**RON, "shoupai": "m1\x002"},
    ]
    rows = batch(pa.Table.from_pylist([row for one in bad for row in (RON, one)], schema=SCHEMA))
    assert rows[::2] == one_by_one([RON]) * len(bad)
    assert rows[1::2] == one_by_one(bad)
    assert all(row["error"] for row in rows[1::2] if row["defen"] is None) or rows[13] == row_of(None)


SCHEMA = pa.schema([("shoupai", TEXT), ("rongpai", TEXT), ("baopai", TILES), ("fubaopai", TILES)])


@pytest.mark.parametrize("kind", [pa.string(), pa.string_view(), pa.large_string()], ids=str)
def test_text_that_is_not_utf_8(kind: Any) -> None:
    column = pa.array([b"m1", b"m1\xff", b"m2"], pa.binary()).view(pa.string()) if kind == TEXT else None
    if column is None:
        binary = pa.binary_view() if pa.types.is_string_view(kind) else pa.large_binary()
        column = pa.array([b"m1", b"m1\xff", b"m2"], binary).view(kind)
    with pytest.raises(mjlog.MjlogError, match="the column shoupai has text that is not UTF-8, at place 1") as error:
        mjlog.hule_batch(pa.table({"shoupai": column}))
    assert error.value.kind == "bad_argument"
