"""The column `rule` of `hule_batch`: each row is scored by its own rule, and a bad one costs its row."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import mjlog
from hand_tables import RON, RULE, one_by_one, row_of, thousand

pa = pytest.importorskip("pyarrow")

RULES = [
    mjlog.Rule.majiang(),
    mjlog.Rule.majiang().replace(クイタンあり=False, ダブル役満あり=False, 場数=1, 順位点=["20", "10", "-10", "-20"]),
    mjlog.Rule.majiang().replace(連風牌は2符=True, 切り上げ満貫あり=True, 役満の複合あり=False),
]
TEXTS = [json.dumps(rule.to_majiang()) for rule in RULES]
TEXT = pa.string()


def batch(table: Any, **options: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(mjlog.hule_batch(table, **{"rule": RULE, **options})).to_pylist()
    return rows


def dictionary(column: Any) -> Any:
    return column.dictionary_encode()


@pytest.fixture(scope="module")
def given() -> list[dict[str, Any]]:
    return thousand()


@pytest.fixture(scope="module")
def wanted(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every fourth names no rule."""
    return one_by_one([{**one, "rule": rule_of(place)} for place, one in enumerate(given)])


def rule_of(place: int) -> mjlog.Rule:
    return [*RULES, RULE][place % 4]


def texts(count: int) -> list[str | None]:
    return [[*TEXTS, None][place % 4] for place in range(count)]


FORMS: dict[str, Callable[[Any], Any]] = {
    "utf8": lambda column: column,
    "large_utf8": lambda column: column.cast(pa.large_string()),
    "utf8_view": lambda column: column.cast(pa.string_view()),
    "dictionary": dictionary,
    "dictionary of large_utf8": lambda column: dictionary(column.cast(pa.large_string())),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("threads", [1, 3])
def test_rules_as_json_text(form: str, threads: int, given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    table = pa.Table.from_pylist(given).append_column("rule", FORMS[form](pa.array(texts(len(given)), TEXT)))
    assert batch(table, threads=threads) == wanted
    assert batch(table.slice(5, 600), threads=threads) == wanted[5:605]
    assert batch(pa.concat_tables([table, table.slice(1, 7)]), threads=threads) == wanted + wanted[1:8]
    assert wanted != one_by_one(given)


def test_polars_and_pandas(given: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    frame = pl.DataFrame(given, infer_schema_length=None).with_columns(pl.Series("rule", texts(len(given))))
    assert batch(frame) == wanted
    assert batch(frame.with_columns(pl.col("rule").cast(pl.Categorical))) == wanted
    assert batch(frame.with_columns(pl.col("rule").cast(pl.Enum(TEXTS)))) == wanted
    pandas = pd.DataFrame(given).assign(rule=pd.Categorical(texts(len(given))))
    assert batch(pandas) == wanted


@pytest.mark.parametrize("kind", [pa.int16(), pa.int32(), pa.int64(), pa.uint16(), pa.uint32(), pa.uint64()], ids=str)
def test_types_of_tables(kind: Any, given: list[dict[str, Any]]) -> None:
    types = [0xA9, 0x04, 0x611, None]
    column = pa.array([types[place % 4] for place in range(len(given))], kind)
    rules = [RULE if type_ is None else mjlog.Rule.tenhou(type_) for type_ in types]
    rows = batch(pa.Table.from_pylist(given).append_column("rule", column))
    assert rows == one_by_one([{**one, "rule": rules[place % 4]} for place, one in enumerate(given)])


def test_the_four_keys_that_majiang_core_lacks() -> None:
    text = json.dumps({"honba": 1500, "players": 3, "pao_pays_all": True}, ensure_ascii=False)
    table = pa.Table.from_pylist([{**RON, "changbang": 1, "rule": text}])
    rule = RULE.replace(honba=1500, players=3, pao_pays_all=True)
    assert batch(table) == one_by_one([{**RON, "changbang": 1, "rule": rule}])


BAD = {
    "": "the rule `` is no JSON: ",
    "tenhou": "the rule `tenhou` is no JSON: ",
    "[" * 100_000: "the rule `[[[[",
    "[]": "a rule has to be a dict, not []",
    '{"クイタン": true}': "`クイタン` is no option of a rule",
    '{"クイタンあり": 1}': "クイタンあり has to be True or False, not 1",
    '{"honba": 1e999}': "honba has to be a multiple of 300",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_bad_rule_costs_its_row(form: str) -> None:
    column = [text for bad in BAD for text in (bad, TEXTS[0])]
    rows = batch(pa.Table.from_pylist([RON] * len(column)).append_column("rule", FORMS[form](pa.array(column, TEXT))))
    assert rows[1::2] == one_by_one([RON]) * len(BAD)
    for row, why in zip(rows[::2], BAD.values(), strict=True):
        assert row == {**row_of(None), "error": row["error"]}
        assert row["error"].startswith(f"bad_rule: {why}")


@pytest.mark.parametrize("number", [-1, 2**32, -(2**63)])
def test_what_is_no_type_of_a_table(number: int) -> None:
    bad, good = batch(pa.Table.from_pylist([{**RON, "rule": number}, {**RON, "rule": 2**32 - 1}]))
    assert bad["error"] == f"bad_rule: rule {number} is no table's type: that is a number of 32 bits"
    assert good == one_by_one([{**RON, "rule": mjlog.Rule.tenhou(2**32 - 1)}])[0]


@pytest.mark.parametrize("column", [[1.5], [True], [b"{}"], [["{}"]], [{"honba": 300}]], ids=str)
def test_columns_of_a_wrong_type(column: list[Any]) -> None:
    with pytest.raises(mjlog.MjlogError, match="the column rule has to be of tables' types") as error:
        mjlog.hule_batch(pa.table({"shoupai": [RON["shoupai"]], "rule": column}))
    assert error.value.kind == "bad_argument"


def test_a_column_of_nulls_names_no_rule() -> None:
    for nulls in (pa.nulls(1), pa.nulls(1, TEXT), pa.nulls(1, pa.int64()), pa.nulls(1, TEXT).dictionary_encode()):
        table = pa.Table.from_pylist([RON]).append_column("rule", nulls)
        assert batch(table) == one_by_one([RON])


def test_more_rules_than_are_remembered() -> None:
    column = [json.dumps({"場数": place}) for place in range(5000)]
    table = pa.Table.from_pylist([RON] * 5000).append_column("rule", pa.array(column))
    assert batch(table) == one_by_one([RON]) * 5000


def test_hule_many_takes_the_same() -> None:
    hands: list[dict[str, Any]] = [{**RON, "rule": rule} for rule in (RULES[1], TEXTS[1], 0x611, None, "no", -1, True)]
    same, text, type_, default, *bad = mjlog.hule_many(hands, rule=RULE)
    assert same == text == mjlog.hule(**RON, rule=RULES[1])
    assert type_ == mjlog.hule(**RON, rule=mjlog.Rule.tenhou(0x611))
    assert default == mjlog.hule(**RON, rule=RULE)
    assert [error.kind for error in bad if isinstance(error, mjlog.MjlogError)] == [
        *("bad_rule", "bad_rule", "bad_argument")
    ]
