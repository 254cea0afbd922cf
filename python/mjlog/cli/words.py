"""English and Japanese: which of them to speak, and the game's words in both."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

__all__ = ["Words", "columns", "in_language", "lang_option", "round_name", "tile_name"]

Words = Callable[[str, str], str]
"""Chooses between a text in English and the same in Japanese."""

WINDS = (("East", "東"), ("South", "南"), ("West", "西"), ("North", "北"))
_HONOURS = (*WINDS, ("White", "白"), ("Green", "發"), ("Red", "中"))
_SUITS = (("characters", "萬"), ("dots", "筒"), ("bamboo", "索"))
_NUMERALS = "一二三四五六七八九"


def default_language() -> str:
    """Give `ja` where the environment is Japanese, else `en`."""
    wanted = next((v for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(name))), "")
    return "ja" if wanted.lower().startswith("ja") else "en"


def lang_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--lang` to a command."""
    return click.option(
        "--lang",
        type=click.Choice(["en", "ja"]),
        default=default_language,
        show_default=False,
        help="English or Japanese; $LANG decides if not given. 英語か日本語",
    )(command)


def in_language(lang: str) -> Words:
    """Give the chooser for `en` or `ja`."""
    return (lambda _, ja: ja) if lang == "ja" else (lambda en, _: en)


def tile_name(kind: int, words: Words, *, red: bool = False) -> str:
    """Name a kind of tile (0 to 33): `red 5 of dots`, 赤五筒."""
    if kind >= 27:
        return words(*_HONOURS[kind - 27])
    suit, rank = divmod(kind, 9)
    en, ja = _SUITS[suit]
    return words(f"{'red ' if red else ''}{rank + 1} of {en}", f"{'赤' if red else ''}{_NUMERALS[rank]}{ja}")


def round_name(index: int, honba: int, words: Words) -> str:
    """Name a round: `South 4, honba 2`, 南4局2本場."""
    wind, number = WINDS[index // 4 % 4], index % 4 + 1
    return words(f"{wind[0]} {number}", f"{wind[1]}{number}局") + (
        words(f", honba {honba}", f"{honba}本場") if honba else ""
    )


def columns(rows: Iterable[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Align rows in columns, those numbered in `right` to the right; full-width letters count twice."""
    from rich.cells import cell_len  # noqa: PLC0415 - the other commands do without

    rows = [list(row) for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def padded(text: str, column: int) -> str:
        space = " " * (widths[column] - cell_len(text))
        return space + text if column in right else text + space

    return ["  ".join(padded(text, column) for column, text in enumerate(row)).rstrip() for row in rows]
