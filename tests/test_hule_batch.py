"""Tables of hands: every library's Arrow in and out, each row what `hule` says of it."""

import threading
import time
from typing import Any

import pytest

import mjlog
from hand_tables import FLAGS, NO_WIN, NO_YAKU, NUMBERS, RON, RULE, WRONG, YAKUMAN, one_by_one, row_of, thousand

pa = pytest.importorskip("pyarrow")

TEXT = pa.string()


def library(name: str) -> Any:
    return pytest.importorskip(name)


def rows_of(answer: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(answer).to_pylist()
    return rows


def batch(table: Any, **options: Any) -> list[dict[str, Any]]:
    return rows_of(mjlog.hule_batch(table, **{"rule": RULE, **options}))


@pytest.fixture(scope="module")
def given() -> list[dict[str, Any]]:
    return thousand()


@pytest.fixture(scope="module")
def wanted(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return one_by_one(given)


# What comes out


def test_columns_and_their_types() -> None:
    answer = mjlog.hule_batch(pa.Table.from_pylist([RON]))
    hupai = pa.struct(
        [
            pa.field("name", pa.string(), nullable=False),
            ("fanshu", pa.int8()),
            ("yakuman", pa.int8()),
            ("baojia", pa.string()),
        ]
    )
    assert pa.table(answer).schema == pa.schema(
        [
            ("defen", pa.int32()),
            ("fu", pa.int32()),
            ("fanshu", pa.int32()),
            ("damanguan", pa.int32()),
            ("fenpei", pa.list_(pa.int32(), 4)),
            ("hupai", pa.list_(hupai)),
            ("error", pa.string()),
        ]
    )
    assert pa.schema(answer) == pa.table(answer).schema
    assert answer.column_names == pa.table(answer).column_names
    assert len(answer) == 1
    assert repr(answer) == "<mjlog.ArrowTable of 1 row: defen, fu, fanshu, damanguan, fenpei, hupai, error>"


def test_each_kind_of_answer() -> None:
    table = pa.Table.from_pylist([RON, YAKUMAN, NO_YAKU, NO_WIN, WRONG, {"shoupai": None}])
    counted, yakuman, no_yaku, no_win, wrong, nothing = rows_of(mjlog.hule_batch(table))
    assert counted == {
        "defen": 1300,
        "fu": 40,
        "fanshu": 1,
        "damanguan": None,
        "fenpei": [-1300, 1300, 0, 0],
        "hupai": [{"name": "場風 東", "fanshu": 1, "yakuman": None, "baojia": None}],
        "error": None,
    }
    assert (yakuman["damanguan"], yakuman["fu"], yakuman["fanshu"]) == (1, None, None)
    assert yakuman["hupai"] == [{"name": "大三元", "fanshu": None, "yakuman": 1, "baojia": "-"}]
    empty = row_of(None)
    assert no_yaku == {**empty, "defen": 0}
    assert no_win == empty
    assert wrong == {**empty, "error": "too_many_pai: five of m1 in the hand `m11111`"}
    assert nothing == {**empty, "error": "bad_argument: shoupai is null: there is no hand"}


def test_the_same_as_hule_row_by_row(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    assert batch(pa.Table.from_pylist(given)) == wanted
    assert sum(row["hupai"] is not None for row in wanted) > 700
    assert sum(row["damanguan"] is not None for row in wanted) > 10


def test_strict(given: list[dict[str, Any]]) -> None:
    strict = one_by_one(given, strict=True)
    assert batch(pa.Table.from_pylist(given), strict=True) == strict
    assert any((row["error"] or "").startswith("contradiction: ") for row in strict)


@pytest.mark.parametrize("rule", [None, mjlog.Rule.tenhou(0x16), RULE.replace(クイタンあり=False)])
def test_rules(given: list[dict[str, Any]], rule: mjlog.Rule | None) -> None:
    assert batch(pa.Table.from_pylist(given), rule=rule) == one_by_one(given, rule=rule)


# Libraries


def test_polars(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    pl = library("polars")
    frame = pl.DataFrame(given, infer_schema_length=None)
    answer = mjlog.hule_batch(frame, rule=RULE)
    assert pl.DataFrame(answer).to_dicts() == wanted
    assert len(pl.from_arrow(answer)) == len(wanted)
    categories = frame.with_columns(pl.col("shoupai", "rongpai").cast(pl.Categorical))
    assert batch(categories) == wanted
    assert batch(frame.slice(7, 90)) == wanted[7:97]
    assert batch(frame.filter(pl.col("menfeng") == 2)) == [
        row for row, one in zip(wanted, given, strict=True) if one["menfeng"] == 2
    ]


def test_polars_lists_of_one_length() -> None:
    pl = library("polars")
    table = {"shoupai": ["m123p456s789z1122"], "rongpai": ["z1-"], "baopai": [["z7", "m1"]]}
    frame = pl.DataFrame(table, schema_overrides={"baopai": pl.Array(pl.String, 2)})
    assert batch(frame) == one_by_one([{**RON, "baopai": ["z7", "m1"]}])


def test_pandas(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    pd = library("pandas")
    frame = pd.DataFrame(given)
    assert batch(frame) == wanted
    assert batch(frame.iloc[::3]) == wanted[::3]
    assert batch(frame.astype({"shoupai": "category", "lizhi": "Int8"})) == wanted
    back = pa.table(mjlog.hule_batch(frame, rule=RULE)).to_pandas()
    assert list(back["defen"].fillna(-1)) == [-1 if row["defen"] is None else row["defen"] for row in wanted]
    if hasattr(pd.DataFrame, "from_arrow"):
        assert len(pd.DataFrame.from_arrow(mjlog.hule_batch(frame))) == len(frame)


def test_duckdb(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    duckdb = library("duckdb")
    table = pa.Table.from_pylist(given)
    with duckdb.connect() as connection:
        connection.register("hands", table)
        assert batch(connection.sql("select * from hands")) == wanted
        assert batch(connection.sql("select *, 1 as id from hands where menfeng = 2")) == [
            row for row, one in zip(wanted, given, strict=True) if one["menfeng"] == 2
        ]
        answer = mjlog.hule_batch(table, rule=RULE)
        connection.register("answer", answer)
        best = connection.sql("select max(defen), count(*), count(error) from answer").fetchall()
    defen = [row["defen"] for row in wanted if row["defen"] is not None]
    assert best == [(max(defen), len(wanted), sum(row["error"] is not None for row in wanted))]


def test_the_answer_is_a_table_like_others() -> None:
    """It may be read many times, and given back."""
    hand = mjlog.hule_batch(pa.Table.from_pylist([RON]))
    assert rows_of(hand) == rows_of(hand)
    with pytest.raises(mjlog.MjlogError, match="no column called shoupai"):
        mjlog.hule_batch(hand)


class Arrow:
    """A table that offers nothing but one method of the interface."""

    def __init__(self, table: Any, method: str) -> None:
        self.table, self.method = table, method

    def __getattr__(self, name: str) -> Any:
        if name == self.method:
            return getattr(self.table, name)
        raise AttributeError(name)


def test_what_else_offers_arrow_data() -> None:
    records = pa.RecordBatch.from_pylist([RON, NO_WIN])
    wanted = one_by_one([RON, NO_WIN])
    assert batch(Arrow(records, "__arrow_c_array__")) == wanted
    assert batch(Arrow(records, "__arrow_c_stream__")) == wanted
    assert batch(records.to_struct_array()) == wanted
    assert batch(pa.chunked_array([records.to_struct_array()] * 2)) == wanted * 2
    assert batch(pa.RecordBatchReader.from_batches(records.schema, [records])) == wanted


# Forms of columns


@pytest.mark.parametrize(
    "text",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint32(), pa.large_string()),
        pa.dictionary(pa.int64(), pa.string()),
    ],
    ids=str,
)
def test_every_form_of_text(text: Any) -> None:
    given = [{**RON, "baopai": ["z4"]}, {**NO_WIN, "rongpai": None, "baopai": []}, {**RON, "baopai": None}]
    table = pa.Table.from_pylist(given)
    for name in ("shoupai", "rongpai"):
        table = table.set_column(table.column_names.index(name), name, table[name].cast(text))
    assert batch(table) == one_by_one(given)
    tile = table.set_column(2, "baopai", pa.array(["z4", None, None], pa.string()).cast(text))
    assert batch(tile) == one_by_one(given)
    if not pa.types.is_string_view(text):
        lists = pa.ListArray.from_arrays(
            pa.array([0, 1, None, 1], pa.int32()), pa.array(["z4"], pa.string()).cast(text)
        )
        assert batch(table.set_column(2, "baopai", lists)) == one_by_one(given)


@pytest.mark.parametrize(
    "lists",
    [pa.list_(TEXT), pa.large_list(TEXT), pa.list_view(TEXT), pa.large_list_view(TEXT), pa.list_(TEXT, 2)],
    ids=str,
)
def test_every_form_of_list(lists: Any) -> None:
    tiles = [["z4", "m1"], None, ["z3", "z1"], ["p0", "s9"]]
    given = [{**RON, "lizhi": 1, "baopai": one, "fubaopai": one} for one in tiles]
    table = pa.Table.from_pylist(given).drop_columns(["baopai", "fubaopai"])
    column = pa.array(tiles, lists)
    table = table.append_column("baopai", column).append_column("fubaopai", column)
    wanted = one_by_one(given)
    assert batch(table) == wanted
    assert batch(table.slice(1, 2)) == wanted[1:3]
    assert len({row["fanshu"] for row in wanted}) > 1


@pytest.mark.parametrize(
    "kind",
    [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()],
    ids=str,
)
def test_every_width_of_numbers(kind: Any) -> None:
    given = [{**RON, **dict.fromkeys(NUMBERS, 1)}, {**RON, **dict.fromkeys(NUMBERS, None)}, {**RON, "menfeng": 9}]
    table = pa.table({"shoupai": [RON["shoupai"]] * 3, "rongpai": [RON["rongpai"]] * 3})
    for name in NUMBERS:
        table = table.append_column(name, pa.array([one.get(name) for one in given], kind))
    assert batch(table) == one_by_one(given)


def test_flags_as_numbers() -> None:
    given = [{**RON, "lizhi": 1, "yifa": True}, {**RON, "lizhi": 1, "yifa": False}, {**RON, "lizhi": 1, "yifa": None}]
    numbers = [1, 0, None]
    table = pa.Table.from_pylist(given).drop_columns(["yifa"]).append_column("yifa", pa.array(numbers, pa.int8()))
    assert batch(table) == one_by_one(given)


def test_numbers_as_flags() -> None:
    assert batch(pa.Table.from_pylist([{**RON, "lizhi": True}])) == one_by_one([{**RON, "lizhi": 1}])


@pytest.mark.parametrize("name", [*NUMBERS, *FLAGS, "kita"])
@pytest.mark.parametrize("number", [-1, 300, 70_000, 2**40, -(2**63)])
def test_numbers_out_of_range(name: str, number: int) -> None:
    first, bad, last = batch(pa.Table.from_pylist([{**RON, name: 0}, {**RON, name: number}, {**RON, name: 1}]))
    if name != "kita":
        assert first["error"] is None
        assert last["error"] is None
    if name in NUMBERS and not (number == 300 and "bang" in name):
        assert bad == one_by_one([{**RON, name: number}])[0]
        assert bad["error"].startswith(f"bad_argument: {name} {number} is not in 0 to ")
    elif name in FLAGS:
        assert bad["error"] == f"bad_argument: {name} {number} is not in 0 to 1"


def test_numbers_of_64_bits() -> None:
    table = pa.table({**{name: [value] for name, value in RON.items()}, "lizhi": pa.array([2**64 - 1], pa.uint64())})
    assert batch(table)[0]["error"].startswith("bad_argument: lizhi ")


def test_missing_columns_and_nulls_are_defaults() -> None:
    names = ["rongpai", *NUMBERS, *FLAGS, "kita", "baopai", "fubaopai"]
    nulls = pa.table({"shoupai": ["m123p456s789z11222"], **{name: pa.nulls(1) for name in names}})
    assert batch(nulls) == batch(pa.table({"shoupai": ["m123p456s789z11222"]}))
    assert batch(nulls) == one_by_one([{"shoupai": "m123p456s789z11222"}])


def test_ura_without_riichi_is_refused_by_strict() -> None:
    given = [{**RON, "fubaopai": None}, {**RON, "fubaopai": []}, {**RON, "fubaopai": ["z4"]}]
    rows = batch(pa.Table.from_pylist(given), strict=True)
    assert [row["error"] is None for row in rows] == [True, True, False]


def test_other_columns_are_left_alone() -> None:
    others = {"id": [[1]], "when": pa.array([1], pa.timestamp("ns", "UTC")), "far": pa.array([1], pa.decimal128(38, 2))}
    table = pa.table({**{name: [value] for name, value in RON.items()}, **others})
    assert batch(table) == one_by_one([RON])


def test_chunks_slices_and_offsets(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    table = pa.Table.from_pylist(given)
    pieces = [table.slice(at, 1 + at % 37) for at in range(0, 900, 31)]
    rows = [row for at in range(0, 900, 31) for row in wanted[at : at + 1 + at % 37]]
    assert batch(pa.concat_tables(pieces)) == rows
    assert batch(pa.concat_tables([table.slice(0, 0), table, table.slice(3, 0), table])) == wanted * 2
    struct = table.combine_chunks().to_batches()[0].to_struct_array()
    assert batch(struct.slice(5, 300)) == wanted[5:305]


def test_columns_cut_into_different_chunks() -> None:
    shoupai = pa.chunked_array([[RON["shoupai"]] * 3, [RON["shoupai"]] * 4])
    rongpai = pa.chunked_array([[RON["rongpai"]] * 5, [RON["rongpai"]] * 2])
    assert batch(pa.table({"shoupai": shoupai, "rongpai": rongpai})) == one_by_one([RON] * 7)


@pytest.mark.parametrize("threads", [None, 1, 2, 7, 10**18, 2**70])
def test_threads_change_nothing(given: list[dict[str, Any]], wanted: list[dict[str, Any]], threads: int | None) -> None:
    table = pa.concat_tables([pa.Table.from_pylist(given)] * 20)
    assert batch(table, threads=threads) == wanted * 20
    assert batch(table.combine_chunks(), threads=threads) == wanted * 20


@pytest.mark.parametrize("threads", [0, -1, -(2**70)])
def test_no_threads(threads: int) -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more"):
        mjlog.hule_batch(pa.Table.from_pylist([RON]), threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_answers_that_are_held_stay_as_they_are(
    given: list[dict[str, Any]], wanted: list[dict[str, Any]], threads: int
) -> None:
    """Memory of an answer is used again when nobody holds it, or a column of it, any more."""
    some, others = pa.Table.from_pylist(given * 5), pa.Table.from_pylist([YAKUMAN, NO_YAKU, WRONG] * 2000)
    held = pa.table(mjlog.hule_batch(some, rule=RULE, threads=threads))
    column = pa.table(mjlog.hule_batch(some, rule=RULE, threads=threads))["hupai"].chunk(0).slice(7)
    first = batch(others, threads=threads)
    for _ in range(4):  # each answer is dropped before the next is made
        assert batch(others, threads=threads) == first
    assert first[:3] == one_by_one([YAKUMAN, NO_YAKU, WRONG])
    assert held.to_pylist() == wanted * 5
    assert column.to_pylist() == [row["hupai"] for row in wanted * 5][7 : 7 + len(column)]


def test_the_interpreter_goes_on_meanwhile(given: list[dict[str, Any]]) -> None:
    table = pa.concat_tables([pa.Table.from_pylist(given)] * 2000).combine_chunks()
    worker = threading.Thread(target=mjlog.hule_batch, args=(table,), kwargs={"threads": 1})
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20


def test_an_empty_table() -> None:
    table = pa.table({"shoupai": pa.array([], TEXT)})
    answer = mjlog.hule_batch(table)
    assert len(answer) == 0
    assert repr(answer).startswith("<mjlog.ArrowTable of 0 rows: defen")
    assert pa.table(answer).num_rows == 0
    assert batch(pa.RecordBatchReader.from_batches(table.schema, [])) == []
