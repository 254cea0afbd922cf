"""How `hule` takes its arguments: as a function written in Python does, which its binding can't leave to PyO3."""

import inspect
import pickle
from typing import Any

import pytest

import mjlog

HAND, RON = "m123p456s789z1122", "z1-"


def in_python(
    shoupai: Any,
    rongpai: Any = None,
    *,
    rule: Any = None,
    zhuangfeng: Any = 0,
    menfeng: Any = 1,
    lizhi: Any = 0,
    yifa: Any = False,
    qianggang: Any = False,
    lingshang: Any = False,
    haidi: Any = 0,
    tianhu: Any = 0,
    baopai: Any = (),
    fubaopai: Any = None,
    changbang: Any = 0,
    lizhibang: Any = 0,
    kita: Any = 0,
    strict: Any = False,
) -> None:
    """The same parameters."""


WRONG = {
    "none": ((), {}),
    "only keywords": ((), {"rongpai": RON}),
    "too many in place": ((HAND, RON, None), {}),
    "unknown": ((HAND,), {"lizi": 1}),
    "in place and by name": ((HAND,), {"shoupai": HAND}),
    "second in place and by name": ((HAND, RON), {"rongpai": RON}),
}


@pytest.mark.parametrize(("place", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_says_what_python_says(place: tuple[Any, ...], words: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as theirs:
        in_python(*place, **words)
    with pytest.raises(TypeError) as ours:
        mjlog.hule(*place, **words)
    assert str(ours.value) == str(theirs.value).replace("in_python()", "hule()")


def test_signature() -> None:
    ours, theirs = inspect.signature(mjlog.hule), inspect.signature(in_python)
    assert list(ours.parameters) == list(theirs.parameters)
    assert [p.kind for p in ours.parameters.values()] == [p.kind for p in theirs.parameters.values()]
    assert [p.default for p in ours.parameters.values()] == [p.default for p in theirs.parameters.values()]


def test_the_function_pickles_by_name_and_is_documented() -> None:
    assert pickle.loads(pickle.dumps(mjlog.hule)) is mjlog.hule
    assert (mjlog.hule.__name__, mjlog.hule.__module__) == ("hule", "mjlog._core")
    assert (mjlog.hule.__doc__ or "").startswith("Tell what a hand is worth")


VALUES: dict[str, tuple[Any, Any]] = {
    "rule": (mjlog.Rule.tenhou(), mjlog.Rule.tenhou().replace(クイタンあり=False)),
    "zhuangfeng": (0, 1),
    "menfeng": (0, 3),
    "lizhi": (0, 1),
    "yifa": (False, True),
    "qianggang": (False, True),
    "lingshang": (False, True),
    "haidi": (0, 1),
    "tianhu": (0, 1),
    "baopai": ([], ["z4"]),
    "fubaopai": (None, ["z4"]),
    "changbang": (0, 2),
    "lizhibang": (0, 2),
    "kita": (0, 2),
}
"""Two values of each keyword, with which the answers differ."""


@pytest.mark.parametrize("name", VALUES)
def test_each_keyword_reaches_its_place(name: str) -> None:
    hand = "m234p345s22678,s456-" if name == "rule" else "m234567p234s55z111"
    one, other = (mjlog.hule(hand, **{name: value}) for value in VALUES[name])
    assert one is not None
    assert one != other


def test_strict_reaches_its_place() -> None:
    with pytest.raises(mjlog.MjlogError) as caught:
        mjlog.hule(HAND, RON, yifa=True, strict=True)
    assert caught.value.kind == "contradiction"


def test_names_made_as_the_program_runs_and_any_order() -> None:
    words = {"menfeng": 2, "zhuangfeng": 1, "lizhi": 1, "changbang": 3, "baopai": ["m9"], "shoupai": HAND}
    made: dict[str, Any] = {"".join(list(name)): value for name, value in reversed(words.items())}
    assert mjlog.hule(rongpai=RON, **made) == mjlog.hule(
        HAND, RON, zhuangfeng=1, menfeng=2, lizhi=1, baopai=["m9"], changbang=3
    )
