"""`mjlog score`: what a hand is worth, and why."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

import mjlog
from mjlog.cli.hand_lines import score_lines
from mjlog.cli.output import text_to_stdout
from mjlog.cli.problems import Report, say
from mjlog.cli.words import WINDS, in_language, lang_option

__all__ = ["score"]

_AUTO = -1
_ONE_OR_TWO = (1, 2)


class _Wind(click.ParamType[int]):
    """A wind: 0 to 3, 東 to 北, or its English name or first letter."""

    name = "wind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).strip().lower()
        for number, (en, ja) in enumerate(WINDS):
            if text in {str(number), ja, en.lower(), en[0].lower()}:
                return number
        wanted = "0 to 3, 東南西北 or East, South, West, North"
        raise click.BadParameter(f"{value!r} is no wind: give {wanted}", ctx, param)


class _Kind(click.ParamType[int]):
    """1 or 2, or nothing: then the command chooses."""

    name = "1|2"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == _AUTO or value in _ONE_OR_TWO:
            return int(value)
        if str(value) not in {"1", "2"}:
            text = f"{value!r} is not 1 or 2; before the hand write it out, as in --lizhi 1"
            raise click.BadParameter(text, ctx, param)
        return int(value)


def _tiles(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> list[str] | None:
    tiles = [tile for value in values for tile in value.replace(",", " ").split()]
    return tiles if values else None


def _table_type(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    text = value.strip().lower()
    try:
        number = int(text, 16 if text.startswith("0x") else 10) if len(text) <= 20 else -1
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 32:
        raise click.BadParameter(f"{value!r} is no table type; write GO's type as 169 or 0xA9")
    return number


def _situation(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that are arguments of `hule`."""
    number = click.IntRange(0, 9999)
    options = [
        click.option(
            "--zhuangfeng", type=_Wind(), metavar="WIND", help="The round's wind, 0-3 or 東南西北. 場風  [default: 0]"
        ),
        click.option(
            "--menfeng", type=_Wind(), metavar="WIND", help="The winner's wind, 0 is the dealer. 自風  [default: 1]"
        ),
        click.option("--lizhi", is_flag=False, flag_value=1, type=_Kind(), help="Riichi; 2 is double riichi. 立直"),
        click.option("--yifa", is_flag=True, default=None, help="Ippatsu. 一発"),
        click.option("--qianggang", is_flag=True, default=None, help="Robbing a kan. 槍槓"),
        click.option("--lingshang", is_flag=True, default=None, help="Win after a kan. 嶺上開花"),
        click.option(
            "--haidi", is_flag=False, flag_value=_AUTO, type=_Kind(), help="Last tile: 1 tsumo, 2 ron. 海底・河底"
        ),
        click.option(
            "--tianhu", is_flag=False, flag_value=_AUTO, type=_Kind(), help="First draw: 1 dealer, 2 others. 天和・地和"
        ),
        click.option(
            "--baopai", multiple=True, callback=_tiles, metavar="TILES", help="Dora indicators, as m1,z5. ドラ表示牌"
        ),
        click.option(
            "--fubaopai", multiple=True, callback=_tiles, metavar="TILES", help="Ura dora indicators. 裏ドラ表示牌"
        ),
        click.option("--changbang", type=number, metavar="N", help="Honba. 本場"),
        click.option("--lizhibang", type=number, metavar="N", help="Riichi sticks on the table. 供託"),
        click.option("--kita", type=click.IntRange(0, 4), metavar="N", help="Three players: North set aside. 北抜き"),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.command(
    short_help="Say what a hand is worth, and why. 手牌の点数計算",
    epilog="""\b
    Examples:
      mjlog score "m340p456s22z11,z555+" z1- --menfeng 2
      mjlog score m123p456s789z11222 --lizhi --baopai m1,z4
      mjlog score < hands.jsonl > worths.jsonl

    \b
    A line of hands.jsonl:
      {"shoupai": "m123p456s789z1122", "rongpai": "z1-", "lizhi": 1}

    Exit status: 0 all well, 1 some failed, 2 wrong usage.""",
)
@click.argument("hand", required=False)
@click.argument("rongpai", metavar="[RON]", required=False)
@_situation
@click.option("--rule", type=click.Choice(["tenhou", "majiang"]), help="Whose rules. ルール  [default: tenhou]")
@click.option("--table", metavar="TABLE", callback=_table_type, help="Tenhou's rules at a table of this type. 卓種")
@click.option("--json", "as_json", is_flag=True, help="Print JSON. JSONで出力")
@lang_option
def score(
    hand: str | None,
    rongpai: str | None,
    *,
    rule: str | None,
    table: int | None,
    as_json: bool,
    lang: str,
    **options: Any,
) -> None:
    """Say what a hand is worth: every reading, its fu and yaku, and who pays.

    手牌の面子構成ごとの符・役・点数と、支払いを表示します。

    HAND is in 電脳麻将's notation, the drawn tile last. RON is a tile won on and whose it
    was: z1+ of the player on the right, z1= across, z1- on the left.

    Without a HAND many are read from standard input: JSON lines with hule's arguments,
    one JSON line each comes out. Options then hold for all lines that don't say otherwise.
    """
    if rule == "majiang" and table is not None:
        raise click.UsageError("--table is for Tenhou's rules: leave out --rule majiang")
    rules = mjlog.Rule.majiang() if rule == "majiang" else mjlog.Rule.tenhou(table)
    given = {name: value for name, value in options.items() if value is not None}
    context = click.get_current_context()
    if hand is not None:
        context.exit(_score_one(hand, rongpai, rules, _chosen(given, rongpai), as_json=as_json, lang=lang))
    for name in ("haidi", "tianhu"):
        if given.get(name) == _AUTO:
            raise click.UsageError(f"--{name} needs 1 or 2 where there are many hands")
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("no hand: give one, as in `mjlog score m123p456s789z1122 z1-`, or pipe JSON lines in")
    done, failed = score_lines(sys.stdin.buffer, {"rule": rules, **given}, text_to_stdout)
    if failed:
        say(f"{done} scored, {failed} failed")
        context.exit(1)


def _chosen(given: dict[str, Any], rongpai: str | None) -> dict[str, Any]:
    """Choose which kind of last tile or first draw it is, where that was left open."""
    kinds = {"haidi": 1 if rongpai is None else 2, "tianhu": 1 if given.get("menfeng", 1) == 0 else 2}
    return {name: kinds.get(name) if value == _AUTO else value for name, value in given.items()}


def _score_one(
    hand: str, rongpai: str | None, rule: mjlog.Rule, situation: dict[str, Any], *, as_json: bool, lang: str
) -> int:
    """Print one hand; give the exit status."""
    report = Report(quiet=True)
    try:
        told = mjlog.explain_hule(hand, rongpai, rule=rule, strict=True, **situation)
    except mjlog.MjlogError as error:
        report.failed(f"{hand} {rongpai or ''}".rstrip(), error)
        return report.status
    if as_json:
        text_to_stdout(json.dumps(told.to_dict(), ensure_ascii=False))
        return 0
    from mjlog.cli.hand_text import describe  # noqa: PLC0415 - brings rich

    text_to_stdout("\n".join(describe(told, situation, in_language(lang))))
    return 0
