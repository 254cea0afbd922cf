"""`mjlog explain`: a tile number or a meld code, bit by bit."""

import click

import mjlog
from mjlog.cli.bits import Field, bits_in_groups, code_fields, seat_name
from mjlog.cli.output import text_to_stdout
from mjlog.cli.problems import say
from mjlog.cli.words import Words, columns, in_language, lang_option, tile_name

__all__ = ["explain", "explain_code", "explain_tile"]

_TILES, _CODES = 136, 1 << 16
_DIGITS = 20

_KINDS = {
    "chi": ("chi", "チー"),
    "pon": ("pon", "ポン"),
    "kakan": ("kakan, a pon with the fourth tile added", "加槓"),
    "daiminkan": ("daiminkan, a kan with a discard", "大明槓"),
    "ankan": ("ankan, a kan of four own tiles", "暗槓"),
    "kita": ("kita, a North set aside at a three-player table", "北抜き"),
}


def _number(_: click.Context, __: click.Parameter, value: str) -> int:
    text = value.strip().lower()
    if len(text) > _DIGITS:
        raise click.BadParameter(f"{text[:_DIGITS]}… is no number from 0 to 65535")
    try:
        return int(text, 0 if text.startswith(("0x", "0b")) else 10)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no number; write it as 42059 or 0xA44B") from None


@click.command(
    short_help="Explain a tile number or a meld code. 牌番号・副露面子コード",
    epilog="""\b
    Examples:
      mjlog explain 42059
      mjlog explain --tile 16

    Exit status: 0 valid, 1 no valid code, 2 wrong usage.""",
)
@click.argument("number", callback=_number)
@click.option("--tile", "only", flag_value="tile", help="Read it as a tile number only. 牌番号として")
@click.option("--meld", "only", flag_value="meld", help="Read it as a meld code only. 副露面子コードとして")
@click.option("--no-red", is_flag=True, help="At a table without red fives. 赤なしの卓")
@lang_option
def explain(number: int, only: str | None, *, no_red: bool, lang: str) -> None:
    """Explain a tile number (0-135) or a meld code (0-65535), bit by bit.

    牌番号 (0-135) や副露面子コード (0-65535) をビットごとに説明します。

    A number that can be both is explained as both.
    """
    count = _TILES if only == "tile" else _CODES
    if not 0 <= number < count:
        what = "tile number" if only == "tile" else "tile number or meld code" if only is None else "meld code"
        raise click.UsageError(f"{number} is no {what}: give 0 to {count - 1}")
    words = in_language(lang)
    as_tile = only != "meld" and number < _TILES
    invalid = None
    try:
        mjlog.decode_mianzi(number)
    except mjlog.MjlogError as error:
        invalid = error
    parts = []
    if as_tile:
        parts.append(explain_tile(number, words, red=not no_red))
    if only != "tile" and (invalid is None or not as_tile):
        parts.append(explain_code(number, words, red=not no_red))
    text_to_stdout("\n\n".join("\n".join(part) for part in parts))
    if invalid is not None and not as_tile:
        say(str(invalid))
        click.get_current_context().exit(1)


def explain_tile(number: int, words: Words, *, red: bool) -> list[str]:
    """Put a tile number into lines of text."""
    kind, copy = divmod(number, 4)
    first, is_five = kind * 4, kind in {4, 13, 22}
    notation = mjlog.decode_pai(number, red=red)
    which = words(f"one of {first} to {first + 3}", f"{first}から{first + 3}のうち")
    if is_five and copy == 0:
        which = words("the red five", "赤牌") if red else words("red at tables with red fives", "赤ありの卓では赤牌")
    fields = [
        Field(0, 2, copy, words("copy", "牌添字"), which),
        Field(2, 6, kind, words("kind", "牌の種類"), _both(kind, words)),
    ]
    name = _both(kind, words, red=notation[1] == "0")
    title = words(f"{number} as a tile number: {notation}, {name}", f"{number} (牌番号): {notation}、{name}")
    return [title, "", *_table(fields, words)]


def explain_code(code: int, words: Words, *, red: bool) -> list[str]:
    """Put a meld code into lines of text; of one that is not valid, only its bits."""
    number = f"{code} = 0x{code:04X}"
    table = _table(code_fields(code, words), words)
    try:
        meld = mjlog.decode_mianzi(code, red=red)
    except mjlog.MjlogError:
        return [words(f"{number} is no valid meld code", f"{number} は副露面子コードとして正しくない"), "", *table]
    title = words(f"{number} as a meld code: {meld}", f"{number} (副露面子コード): {meld}")
    return [title, "", *table, "", *_meld(meld, words)]


def _table(fields: list[Field], words: Words) -> list[str]:
    top = fields[-1].low + fields[-1].width - 1
    order = words(f"(bit {top} to bit 0)", f"(ビット{top}から0)")
    head = [words("bits", "ビット"), words("value", "値"), "", words("field", "項目"), words("meaning", "説明")]
    rows = [[field.place, field.bits, str(field.value), field.name, field.meaning] for field in fields]
    lines = columns([head, *rows], right=frozenset({1, 2}))
    return [f"  {bits_in_groups(fields)}  {order}", "", *(f"  {line}" for line in lines)]


def _meld(meld: mjlog.Mianzi, words: Words) -> list[str]:
    text = f"  {meld}  {words(*_KINDS[meld.kind])}"
    if meld.called is not None:
        whom = seat_name(meld.from_, words)
        text += words(f": tile {meld.called} was called from {whom}", f": {whom}から牌 {meld.called} を鳴いた")
    rows = []
    for tile in meld.tiles:
        notation = mjlog.decode_pai(tile, red=meld.red)
        role = ""
        if tile == meld.called:
            role = words("called", "鳴いた牌")
        elif tile == meld.added:
            role = words("added", "加えた牌")
        rows.append([str(tile), notation, _both(tile // 4, words, red=notation[1] == "0"), role])
    return [text, "", *(f"  {line}" for line in columns(rows, right=frozenset({0})))]


def _both(kind: int, words: Words, *, red: bool = False) -> str:
    # An English name goes with the Japanese one: that is what stands on the tile.
    ja = tile_name(kind, in_language("ja"), red=red)
    return words(f"{tile_name(kind, words, red=red)} ({ja})", ja)
