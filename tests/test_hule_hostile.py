"""Values made to break scoring: an error each, and the process lives."""

import struct
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

import mjlog

HAND = "m123p456s789z11222"


def table_of_lists(*ends: int) -> pa.Table:
    """A table whose list of dora indicators ends where it should not."""
    offsets = pa.py_buffer(struct.pack("<3i", *ends))
    tiles = pa.Array.from_buffers(pa.list_(pa.string()), 2, [None, offsets], children=[pa.array(["m1", "m2"])])
    return pa.table({"shoupai": pa.array([HAND] * 2), "baopai": tiles})


def reader(declared: pa.Schema, batch: pa.RecordBatch) -> pa.RecordBatchReader:
    """A stream that gives something else than it declares."""
    return pa.RecordBatchReader.from_batches(declared, iter([batch]))


def endless(length: int) -> Any:
    """A sequence longer than any memory."""
    return range(length)


def endless_dict() -> Any:
    return {"shunzi": {"m": endless(10**13)}}


TEXT = pa.schema({"shoupai": pa.string()})


@pytest.mark.parametrize(
    "table",
    [
        table_of_lists(0, 100, 2),
        table_of_lists(1, 0, 2),
        pa.table(
            {
                "shoupai": pa.Array.from_buffers(
                    pa.string(), 2, [None, pa.py_buffer(struct.pack("<3i", 0, 10**9, 3)), pa.py_buffer(b"m12")]
                )
            }
        ),
        reader(TEXT, pa.record_batch({"shoupai": pa.array([HAND] * 3, pa.large_string())})),
        reader(TEXT, pa.record_batch({"shoupai": pa.array([1, 2])})),
    ],
)
def test_a_damaged_table(table: Any) -> None:
    with pytest.raises(mjlog.MjlogError) as caught:
        mjlog.hule_batch(table)
    assert caught.value.kind in {"unreadable", "bad_argument"}


@pytest.mark.parametrize(
    "ask", [lambda: mjlog.get_hudi(endless(10**12), 0, 1), lambda: mjlog.Hudi.from_dict(endless_dict())]
)
def test_lengths_that_no_memory_holds(ask: Callable[[], object]) -> None:
    with pytest.raises(mjlog.MjlogError):
        ask()


def test_a_value_that_changes_its_dict() -> None:
    options: dict[str, Any] = {}

    class Growing:
        def __index__(self) -> int:
            options.update({f"key {i}": 1 for i in range(50)})
            return 4

    options.update(players=Growing(), honba=300)
    assert mjlog.Rule.from_majiang(options).honba == 300


def test_more_threads_than_there_are() -> None:
    worth = mjlog.hule_many([{"shoupai": HAND}] * 3000, threads=64)
    assert worth == [mjlog.hule(HAND)] * 3000


@pytest.mark.parametrize(
    "hupai",
    [
        [{"name": "ドラ", "fanshu": 120}, {"name": "裏ドラ", "fanshu": 120}, {"name": "赤ドラ", "fanshu": 16}],
        [{"name": "天和", "fanshu": "*"}, {"name": "ドラ", "fanshu": 3}],
        [{"name": "大三元", "fanshu": "*", "baojia": "+"}, {"name": "大四喜", "fanshu": "**"}],
        [{"name": "四槓子", "fanshu": "*", "baojia": "+"}],
        [{"name": "立直", "fanshu": 1}] * 2,
        [{"name": "三色同順", "fanshu": 3}],
    ],
)
def test_lists_of_yaku_that_no_hand_has(hupai: Any) -> None:
    with pytest.raises(mjlog.MjlogError, match="hupai"):
        mjlog.get_defen(30, hupai)


def test_fu_that_no_hand_has() -> None:
    with pytest.raises(mjlog.MjlogError, match="fu 0"):
        mjlog.get_defen(None, [{"name": "立直", "fanshu": 1}])


def test_hands_of_the_moment_and_dora_stand_in_their_lists() -> None:
    mianzi = ["m22", "m12_!3", "p456", "s789", "s111"]
    hudi = mjlog.get_hudi(mianzi, 0, 1)
    with pytest.raises(mjlog.MjlogError, match="of the moment"):
        mjlog.get_hupai(mianzi, hudi, [{"name": "一気通貫", "fanshu": 1}])


def test_orphans_that_are_not_thirteen() -> None:
    with pytest.raises(mjlog.MjlogError, match="thirteen different"):
        mjlog.get_hudi(["m11_!", *["m9"] * 4, *["p1"] * 4, *["p9"] * 4], 0, 1)


def test_who_is_liable_sits_beside_with_three_players() -> None:
    hand, rule = ("m1199,z555+,z666-,z777=", "m1+"), mjlog.Rule.tenhou(0x10)
    with pytest.raises(mjlog.MjlogError, match="three players"):
        mjlog.hule(*hand, rule=rule)
    with pytest.raises(mjlog.MjlogError, match="from across"):
        mjlog.hule(*hand, rule=rule, strict=True)


def test_no_call_makes_a_hand_of_fifteen() -> None:
    with pytest.raises(mjlog.MjlogError, match="14 tiles"):
        mjlog.Shoupai.parse("m11123456789p123").fulou("m111=", False)
