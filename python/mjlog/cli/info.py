"""`mjlog info`: what a log is."""

import json
from typing import TYPE_CHECKING

import click

import mjlog
from mjlog.cli.inputs import as_text, find_inputs, or_stdin, refuse_archive
from mjlog.cli.output import text_to_stdout
from mjlog.cli.problems import Report, shown
from mjlog.cli.words import Words, columns, in_language, lang_option, round_name

if TYPE_CHECKING:
    from mjlog.cli.facts import Facts
    from mjlog.log import Go, Player

__all__ = ["describe", "info"]

_LEVELS = {
    "般": ("ippan (open to all)", "一般卓"),
    "上": ("joukyuu (advanced)", "上級卓"),
    "特": ("tokujou (expert)", "特上卓"),
    "鳳": ("houou (strongest)", "鳳凰卓"),
}


@click.command(
    short_help="Say what a log is: table, players, result. 牌譜の概要",
    epilog="""\b
    Examples:
      mjlog info game.mjlog
      mjlog info --json logs/ | grep '"finished": false'

    Exit status: 0 all well, 1 some failed, 2 wrong usage.""",
)
@click.argument("inputs", metavar="[FILE|DIR]...", nargs=-1, type=click.Path(readable=False))
@click.option("--partial", is_flag=True, help="Take logs that are cut, and pieces of logs. 途中までの牌譜も表示")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each log. JSONで出力")
@lang_option
def info(inputs: tuple[str, ...], *, partial: bool, as_json: bool, lang: str) -> None:
    """Say what a log is: the table, the players, the rounds, and how it ended.

    牌譜の卓、対局者、局数、結果を表示します。三人麻雀の牌譜も読めます。

    Without an input, or with -, the log comes from standard input.
    """
    from mjlog.cli.facts import Facts  # noqa: PLC0415 - brings dataclasses

    report = Report()
    for number, source in enumerate(find_inputs(or_stdin(inputs, "info"), report.failed)):
        try:
            data = source.read()
            refuse_archive(data)
            facts = Facts.of(mjlog.parse(data, partial=partial))
        except (OSError, MemoryError, ValueError) as error:
            report.failed(str(source), error)
            continue
        if as_json:
            text = json.dumps(facts.as_json(as_text(str(source))), ensure_ascii=False, allow_nan=False)
        else:
            text = "\n" * (number > 0) + "\n".join([shown(source), *describe(facts, in_language(lang))])
        text_to_stdout(text)
    click.get_current_context().exit(report.status)


def describe(facts: "Facts", words: Words) -> list[str]:
    """Put the facts into lines of text."""
    lines = [
        (words("table", "卓"), _table(facts.go, words)),
        (words("rules", "ルール"), _rules(facts.go, words)),
        (words("rounds", "局数"), _rounds(facts, words)),
        (words("result", "結果"), _ending(facts, words)),
    ]
    told = [f"  {line}" for line in columns(lines)]
    if facts.players:
        told += ["", *(f"  {line}" for line in _players(facts, words))]
    return told


def _table(go: "Go | None", words: Words) -> str:
    if go is None:
        return words("unknown (no GO)", "不明 (GOなし)")
    lobby = "" if go.lobby is None else words(f", lobby {shown(go.lobby)}", f"、個室 {shown(go.lobby)}")
    return f"{go.title} ({words('type', '種別')} {go.type}{lobby})"


def _rules(go: "Go | None", words: Words) -> str:
    if go is None:
        return words("unknown", "不明")
    features = [
        words("three players", "三人麻雀") if go.players == 3 else words("four players", "四人麻雀"),
        words(*_LEVELS[go.level]),
        words("hanchan", "半荘戦") if go.hanchan else words("East only", "東風戦"),
        words("open tanyao", "喰いタンあり") if go.open_tanyao else words("no open tanyao", "喰いタンなし"),
        words("red fives", "赤あり") if go.red else words("no red fives", "赤なし"),
    ]
    extras = [
        (go.light, words("light-speed", "光")),
        (go.fast and not go.light, words("fast", "速")),
        (go.tournament, words("tournament", "大会")),
        (go.chips, words("chips", "雀荘戦")),
        (go.demo, words("demo", "デモ")),
    ]
    return words(", ", "・").join(features + [name for there, name in extras if there])


def _rounds(facts: "Facts", words: Words) -> str:
    if facts.last is None:
        return "0"
    last = round_name(*facts.last, words)
    return words(
        f"{facts.rounds}, the last {last}; wins {facts.wins}, draws {facts.draws}",
        f"{facts.rounds} (最終 {last})、和了 {facts.wins}、流局 {facts.draws}",
    )


def _ending(facts: "Facts", words: Words) -> str:
    if facts.results is not None:
        return words("finished", "終局")
    if facts.last is None:
        return words("cut before the first round", "最初の局の前で途切れている")
    last = round_name(*facts.last, words)
    if facts.stopped_inside:
        return words(f"cut in {last}", f"{last}の途中で途切れている")
    return words(f"cut after {last}", f"{last}の後で途切れている")


def _players(facts: "Facts", words: Words) -> list[str]:
    head = [words("seat", "席"), words("player", "対局者"), words("dan", "段位"), words("rate", "レート")]

    def who(player: "Player") -> list[str]:
        rate = "-" if player.rate is None else f"{player.rate:.2f}"
        return [str(player.seat), shown(player.name), player.dan or "-", rate]

    if facts.results is None:
        return columns([head, *map(who, facts.players)], right=frozenset({0, 3}))
    rows = [[words("place", "着順"), *head, words("score", "得点"), words("points", "ポイント")]]
    for result in facts.results:
        points = result.points if result.points.startswith("-") else f"+{result.points}"
        rows.append([str(result.place), *who(facts.players[result.seat]), str(result.score), shown(points)])
    return columns(rows, right=frozenset({0, 1, 4, 5, 6}))
