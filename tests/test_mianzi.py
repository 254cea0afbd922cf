"""Tile numbers and meld codes, all of them, against the tables of seed 003."""

from collections import Counter

import pytest

import mjlog
import seed003

KINDS = {"chi": 4032, "pon": 1224, "kakan": 1224, "daiminkan": 408, "ankan": 136, "kita": 4}
VALID = {code: meld for code in range(1 << 16) if (meld := seed003.decode(code)) is not None}


def test_the_tables_know_7028_codes() -> None:
    assert Counter(meld.kind for meld in VALID.values()) == KINDS
    assert len(VALID) == 7028


@pytest.mark.parametrize("kind", KINDS)
def test_every_valid_code(kind: str) -> None:
    for code, meld in VALID.items():
        if meld.kind == kind:
            ours = mjlog.decode_mianzi(code)
            assert (ours.kind, tuple(ours.tiles), ours.called, ours.added, ours.from_) == (
                meld.kind,
                meld.tiles,
                meld.called,
                meld.added,
                meld.from_,
            ), code
            assert str(ours) == meld.notation(red=True), code
            assert str(mjlog.decode_mianzi(code, red=False)) == meld.notation(red=False), code


def test_every_valid_code_encodes_back_to_itself() -> None:
    assert [code for code in VALID if mjlog.decode_mianzi(code).code != code] == []


def test_every_other_code_is_refused() -> None:
    accepted, kinds = [], Counter[str]()
    for code in range(1 << 16):
        if code not in VALID:
            try:
                accepted.append((code, mjlog.decode_mianzi(code)))
            except mjlog.MjlogError as error:
                kinds[error.kind] += 1
    assert accepted == []
    assert kinds == {"bad_mianzi": (1 << 16) - 7028}


@pytest.mark.parametrize("code", [-1, 1 << 16, 1 << 32, 1 << 64, -(1 << 64)])
def test_codes_have_sixteen_bits(code: int) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.decode_mianzi(code)
    assert error.value.kind == "bad_mianzi"


@pytest.mark.parametrize("red", [True, False])
def test_every_notation_parses_to_a_meld_that_prints_the_same(red: bool) -> None:
    for meld in VALID.values():
        text = meld.notation(red)
        parsed = mjlog.Mianzi.parse(text, red=red)
        assert str(parsed) == text
        assert (parsed.kind, parsed.from_) == (meld.kind, meld.from_), text
        assert parsed.code in VALID, text


@pytest.mark.parametrize("text", ["", "m", "m1", "z1", "m123", "m123+", "m12-4", "m1-2-3", "z123-", "m123- ", "m406-7"])
def test_what_is_no_run_is_refused(text: str) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.Mianzi.parse(text)
    assert error.value.kind == "bad_notation"


@pytest.mark.parametrize("text", ["m111", "m112+", "z888+", "m1111+1", "x111+", "z44", "m1111=2", "z000+"])
def test_what_is_no_set_is_refused(text: str) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.Mianzi.parse(text)
    assert error.value.kind == "bad_notation"


@pytest.mark.parametrize("red", [True, False])
def test_every_tile(red: bool) -> None:
    assert [mjlog.decode_pai(n, red=red) for n in range(136)] == [seed003.pai(n, red) for n in range(136)]


@pytest.mark.parametrize("number", [-1, 136, 255, 256, 1 << 64, -(1 << 64)])
def test_tiles_end_at_135(number: int) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.decode_pai(number)
    assert error.value.kind == "bad_pai"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (42059, "z111-"),
        (0, "m1111"),
        (105, "m111+"),
        (13570, "p5505="),
        (6705, "m505+5"),
        (6673, "m555+0"),
        (45586, "z333=3"),
        (31008, "z4"),
    ],
)
def test_codes_one_meets(code: int, text: str) -> None:
    assert str(mjlog.decode_mianzi(code)) == text
