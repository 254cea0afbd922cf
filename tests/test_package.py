"""The package as a whole: what it exports, what its classes do, what importing it costs."""

import dataclasses
import gc
import importlib
import inspect
import pickle
import re
import subprocess
import sys
import threading
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import mjlog
from mjlog import _core
from mjlog.explanation import Explanation, FuItem, Payment, Reading


def test_everything_exported_is_there_and_documented() -> None:
    for name in mjlog.__all__:
        assert inspect.getdoc(getattr(mjlog, name)) or name in {"AUDIT_CHECKS", "Move"}, name
    for name in ("convert", "convert_json", "convert_batch", "parse", "decode_pai", "decode_mianzi", "encode_pai"):
        doc = inspect.getdoc(getattr(mjlog, name)) or ""
        assert "Args:" in doc
        assert "Raises:" in doc


def test_compiled_classes_are_frozen_and_pickle() -> None:
    classes = [c for c in vars(_core).values() if inspect.isclass(c)]
    assert classes
    for cls in classes:
        assert cls.__module__.startswith("mjlog")
        assert "__dict__" not in dir(cls)
    meld = mjlog.decode_mianzi(42059, red=False)
    again = pickle.loads(pickle.dumps(meld))
    assert (again, hash(again), str(again), again.red) == (meld, hash(meld), str(meld), False)
    assert repr(meld) == "Mianzi(42059, red=False)  # pon z111-"
    with pytest.raises(AttributeError):
        meld.code = 1  # type: ignore[misc]


def test_values_of_scoring_pickle_and_print_what_makes_them() -> None:
    mianzi = ["m11", "p12_!3", "s123", "s123", "z555+"]
    values = [
        mjlog.Rule.tenhou(0x611).replace(場数=1),
        mjlog.Shoupai.parse("m340p456s22z11_,z555+"),
        mjlog.hule("m340p456s22z11,z555+", "z1-", menfeng=0),
        mjlog.hule("z1122334455667", "z7-"),
        mjlog.hule("m123p456s78z11,z222+", "s9-"),
        mjlog.get_hudi(mianzi, 0, 1),
    ]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert (again, hash(again), repr(again)) == (value, hash(value), repr(value))
        assert eval(repr(value), vars(mjlog).copy()) == value
        with pytest.raises(AttributeError):
            setattr(value, "fu", 1)  # noqa: B010 - a type checker refuses the plain way


MOVED = [
    mjlog.Shoupai.parse("m123").zimo("m1", check=False),
    mjlog.Shoupai.parse("m123*,z555+").zimo("m0", check=False),
    mjlog.Shoupai.parse("m12_").zimo("_", check=False),
    mjlog.Shoupai.parse("").zimo("z7", check=False),
    mjlog.Shoupai.parse("m123z22").fulou("z222+", check=False),
    mjlog.Shoupai.parse("m123z22").zimo("m4", check=False).zimo("m3", check=False),
    mjlog.Shoupai.parse("m123p456s789z1222m9").fulou("z2222=", check=False),
]


@pytest.mark.parametrize("hand", MOVED, ids=repr)
def test_hands_of_any_number_of_tiles_pickle_with_what_they_drew(hand: mjlog.Shoupai) -> None:
    again = pickle.loads(pickle.dumps(hand))
    assert (again, str(again), repr(again), again.zimopai) == (hand, str(hand), repr(hand), hand.zimopai)
    assert eval(repr(hand), vars(mjlog).copy()) == hand


def test_no_hand_draws_a_fifteenth_tile() -> None:
    with pytest.raises(mjlog.MjlogError, match="a fifteenth tile"):
        mjlog.Shoupai.parse("m123p456s7z1122,z555+").zimo("m1", check=False)


def test_a_rule_owns_its_options() -> None:
    reds = {"m": 1, "p": 2, "s": 1}
    rule = mjlog.Rule.from_majiang({"赤牌": reds})
    reds["m"] = 4
    rule.to_majiang()["赤牌"]["p"] = 4
    assert rule.to_majiang()["赤牌"] == {"m": 1, "p": 2, "s": 1}


def test_import_loads_little() -> None:
    code = "import sys, mjlog; print(*sorted(set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"click", "rich", "typing", "dataclasses", "pathlib", "xml.parsers.expat", "json", "zlib"}
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not heavy & (set(loaded) - set(bare))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = mjlog.nothing  # type: ignore[attr-defined]


def test_what_dir_shows() -> None:
    shown = {name for name in dir(mjlog) if not name.startswith("_")}
    modules = {"arrow", "bulk", "explanation", "hands", "log", "paipu", "xml"}
    assert shown == {*mjlog.__all__, *modules}
    assert all(getattr(mjlog, name) for name in shown)
    assert {name for name in ("audit", "synth", "walls") if f"`{name}`" in str(mjlog.__doc__)} == {
        "audit",
        "synth",
        "walls",
    }


def fails(data: bytes) -> bytes:
    """For a process of its own."""
    return mjlog.convert_json(data)


def test_errors_cross_processes() -> None:
    with ProcessPoolExecutor(1) as pool:
        error = pool.submit(fails, b"<mjloggm").exception()
    assert isinstance(error, mjlog.MjlogError)
    assert (error.kind, error.offset) == ("truncated", 0)


def test_the_interpreter_is_free_while_the_core_works() -> None:
    """While one thread converts a large log, another one counts."""
    head = b'<mjloggm ver="2.3"><GO type="169"/><!--'
    big = head + b"-" * 40_000_000 + b'--><SHUFFLE seed="' + b"x" * 40_000_000 + b'"/></mjloggm>'
    started, done = threading.Event(), threading.Event()

    def convert() -> None:
        started.set()
        mjlog.convert_json(big)
        done.set()

    before = sys.getswitchinterval()
    # Were the interpreter held, the counter below would wait until the conversion is over.
    sys.setswitchinterval(100)
    try:
        worker = threading.Thread(target=convert)
        worker.start()
        started.wait()
        steps = 0
        while not done.is_set():
            steps += 1
            done.wait(0.0005)
        worker.join()
    finally:
        sys.setswitchinterval(before)
    assert steps > 3


def peak_growth(step: int) -> list[int]:
    """Resident memory after each round of work, in kB."""
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("no /proc here to read the memory from")
    sample, bad = mjlog.sample(), mjlog.sample()[:5000]
    sizes = []
    for _ in range(4):
        for _ in range(step):
            mjlog.convert_json(sample)
            mjlog.convert(sample)
            mjlog.parse(sample)
            mjlog.convert_batch([sample, bad], threads=2)
            converter = mjlog.Converter()
            converter.feed(sample)
            converter.close()
            with pytest.raises(mjlog.MjlogError):
                mjlog.convert(bad)
        gc.collect()
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        sizes.append(int(line.split()[1]))
    return sizes


def test_nothing_leaks() -> None:
    sizes = peak_growth(60)
    assert sizes[-1] - sizes[1] < 4_000, sizes


def test_python_objects_do_not_leak() -> None:
    sample = mjlog.sample()
    mjlog.convert(sample)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            mjlog.convert(sample)
            mjlog.parse(sample)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 200_000


def test_the_collector_is_left_as_it_was() -> None:
    mjlog.convert(mjlog.sample())
    assert gc.isenabled()
    gc.disable()
    try:
        mjlog.convert(mjlog.sample())
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_batches_keep_order_and_lose_only_the_bad() -> None:
    sample = mjlog.sample()
    logs: list[Any] = [sample, b"nothing", ("ID", sample), memoryview(sample)] * 40
    results = mjlog.convert_batch(logs, threads=2)
    assert len(results) == 160
    plain = mjlog.convert_json(sample)
    for i in range(0, 160, 4):
        assert results[i] == results[i + 3] == plain
        error = results[i + 1]
        assert isinstance(error, mjlog.MjlogError)
        assert error.kind == "not_xml"
        assert results[i + 2] == mjlog.convert_json(sample, log_id="ID")
    assert mjlog.convert_batch([]) == []
    with pytest.raises(TypeError):
        mjlog.convert_batch([1])  # type: ignore[list-item]


def test_facade_imports_only() -> None:
    source = Path(inspect.getfile(importlib.import_module("mjlog"))).read_text(encoding="utf-8")
    assert "class " not in source


@pytest.mark.parametrize("cls", [Explanation, FuItem, Payment, Reading])
def test_help_tells_of_each_part_of_an_explanation(cls: type[Any]) -> None:
    told = re.findall(r"^ {8}(\w+): \S", str(cls.__doc__), re.MULTILINE)
    assert told == [field.name for field in dataclasses.fields(cls)]
