"""`mjlog explain`: tile numbers and meld codes, bit by bit."""

import pytest
from click.testing import CliRunner, Result

import mjlog
from mjlog.cli import main
from mjlog.cli.bits import code_fields
from mjlog.cli.words import in_language

PON = """\
42059 = 0xA44B as a meld code: z111-

  1010010 00 10 0 1 0 11  (bit 15 to bit 0)

  bits    value      field          meaning
  0-1        11   3  called from    the player on the left (上家)
  2           0   0  chi flag       no chi
  3           1   1  pon flag       pon
  4           0   0  kakan flag     no kakan
  5-6        10   2  copy left out  tile 110 is not in the meld
  7-8        00   0  unused         always 0
  9-15  1010010  82  pattern        82 = 3 × 27 + 1: East, the middle tile was called

  z111-  pon: tile 109 was called from the player on the left (上家)

  108  z1  East (東)
  109  z1  East (東)  called
  111  z1  East (東)
"""

CHI_IN_JAPANESE = """\
50255 = 0xC44F (副露面子コード): s34-0

  110001 0 00 10 01 1 11  (ビット15から0)

  ビット      値      項目                  説明
  0-1         11   3  鳴いた相手            上家
  2            1   1  順子フラグ            順子
  3-4         01   1  牌添字1               最小の牌は 81
  5-6         10   2  牌添字2               真ん中の牌は 86
  7-8         00   0  牌添字3               最大の牌は 88
  9            0   0  未使用                常に0
  10-15   110001  49  順子の牌パターン番号  49 = 3 × 16 + 1: 三索四索五索、真ん中の牌を鳴いた

  s34-0  チー: 上家から牌 86 を鳴いた

  81  s3  三索
  86  s4  四索    鳴いた牌
  88  s0  赤五索
"""

RED_FIVE = """\
16 as a tile number: m0, red 5 of characters (赤五萬)

  000100 00  (bit 7 to bit 0)

  bits   value     field  meaning
  0-1       00  0  copy   the red five
  2-7   000100  4  kind   5 of characters (五萬)
"""


def explain(*args: object, **env: str) -> Result:
    environment = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": "C.UTF-8", **env}
    return CliRunner().invoke(main, ["explain", *map(str, args)], env=environment)


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ((42059,), PON),
        (("0xA44B",), PON),
        (("0b1010010001001011",), PON),
        ((42059, "--meld"), PON),
        ((50255, "--lang", "ja"), CHI_IN_JAPANESE),
        ((16,), RED_FIVE),
        ((16, "--tile"), RED_FIVE),
    ],
)
def test_explanations(args: tuple[object, ...], text: str) -> None:
    result = explain(*args)
    assert (result.exit_code, result.stdout, result.stderr) == (0, text, "")


@pytest.mark.parametrize(
    ("variables", "word"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "副露面子コード"),
        ({"LC_ALL": "ja_JP.UTF-8"}, "副露面子コード"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "ja_JP.UTF-8"}, "meld code"),
        ({"LANG": ""}, "meld code"),
    ],
)
def test_the_environment_chooses_the_language(variables: dict[str, str], word: str) -> None:
    assert word in explain(42059, **variables).stdout


def test_a_number_that_can_be_both_is_explained_as_both() -> None:
    both = explain(105).stdout
    assert "105 as a tile number: s9" in both
    assert "105 = 0x0069 as a meld code: m111+" in both
    assert "meld code" not in explain(105, "--tile").stdout
    assert "tile number" not in explain(105, "--meld").stdout


@pytest.mark.parametrize(
    ("code", "red", "notation"),
    [
        (0, True, "m1111"),
        (18944, True, "s1111"),
        (13570, True, "p5505="),
        (6705, True, "m505+5"),
        (6673, True, "m555+0"),
        (6705, False, "m555+5"),
        (31008, True, "z4"),
        (42067, True, "z111-1"),
    ],
)
def test_notation(code: int, red: bool, notation: str) -> None:
    result = explain("--meld", code, *([] if red else ["--no-red"]))
    assert result.stdout.splitlines()[0].endswith(f"as a meld code: {notation}")


def test_without_red_fives() -> None:
    assert explain(16, "--no-red").stdout.startswith("16 as a tile number: m5, 5 of characters (五萬)\n")
    assert "red at tables with red fives" in explain(16, "--no-red").stdout


@pytest.mark.parametrize(
    ("code", "said", "row"),
    [
        (65535, "bit 9 must be 0", "9 1 1 unused wrong, must be 0"),
        (65535, "bit 9 must be 0", "10-15 111111 63 pattern wrong, must be 0-62"),
        (4, "bits 0-1 must be 3", "0-1 00 0 called from nobody: wrong, must be 3"),
        (8, "bits 0-1 must be 1 to 3", "0-1 00 0 called from nobody: wrong, must be 1-3"),
        (31032, "bits 3-4 can't both be 1", "3 1 1 pon flag pon: wrong, bits 3 and 4 can't both be 1"),
        (0xFE09, "bits 9-15 must be 0 to 101", "9-15 1111111 127 pattern wrong, must be 0-101"),
        (0x40, "bits 6-7 must be 0", "6-7 01 1 unused wrong, must be 0"),
        (0x8800, "bits 8-15 must be 0 to 135", "8-15 10001000 136 tile wrong, must be 0-135"),
        (0x7921, "bits 0-1 must be 0", "0-1 01 1 called from the player on the right (下家): wrong, must be 0"),
        (32, "must be 120 to 123", "8-15 00000000 0 tile 0 = 4 × 0 + 0: 1 of characters: wrong, must be 120-123 (北)"),
    ],
)
def test_an_invalid_code_shows_its_bits(code: int, said: str, row: str) -> None:
    result = explain("--meld", code)
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stdout.startswith(f"{code} = 0x{code:04X} is no valid meld code\n")
    assert row in [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_an_invalid_code_that_is_a_tile() -> None:
    assert explain(16).exit_code == 0
    assert explain(16, "--meld").exit_code == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_fields_of_every_code(lang: str) -> None:
    words = in_language(lang)
    wrong = 0
    for code in range(1 << 16):
        fields = code_fields(code, words)
        assert sum(field.value << field.low for field in fields) == code
        assert sum(field.width for field in fields) == 16
        try:
            mjlog.decode_mianzi(code)
            valid = True
        except mjlog.MjlogError:
            valid = False
        wrong += valid != all(field.right for field in fields)
    assert wrong == 0


@pytest.mark.parametrize(
    "args", [(), ("m1",), (65536,), ("0x10000",), ("--tile", 136), ("--meld", 65536), (-1,), ("9" * 5000,), (1, 2)]
)
def test_wrong_usage(args: tuple[object, ...]) -> None:
    result = explain(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
