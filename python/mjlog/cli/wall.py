"""`mjlog wall`: the tiles of each round, where they lay."""

import json

import click

import mjlog
from mjlog.cli.inputs import as_text, find_inputs, or_stdin, refuse_archive
from mjlog.cli.output import text_to_stdout
from mjlog.cli.problems import Report, shown
from mjlog.cli.words import Words, columns, in_language, lang_option, round_name

__all__ = ["as_json", "describe", "wall"]

_IN_A_LINE = 20


@click.command(
    short_help="Rebuild the walls of a log from its seed. 牌山の再現",
    epilog="""\b
    Examples:
      mjlog wall --round 0 game.mjlog
      mjlog wall --json logs/ | grep -v '"differences": \\[\\]'

    Exit status: 0 all well, 1 some failed or differ from their walls, 2 wrong usage.""",
)
@click.argument("inputs", metavar="[FILE|DIR]...", nargs=-1, type=click.Path(readable=False))
@click.option("--round", "number", type=click.IntRange(0), help="Only this round, counted from 0. 局の番号 (0から)")
@click.option("--partial", is_flag=True, help="Take logs that are cut, and pieces of logs. 途中までの牌譜も表示")
@click.option("--json", "in_json", is_flag=True, help="Print one JSON object a line for each round. JSONで出力")
@lang_option
def wall(inputs: tuple[str, ...], *, number: int | None, partial: bool, in_json: bool, lang: str) -> None:
    """Rebuild the wall of each round from the seed in the log.

    牌譜のシード値から各局の牌山を再現します。三人麻雀の牌譜も読めます。

    Shows the dice, what was dealt and drawn, the dead wall, and whether the log agrees with it.
    Logs from 2009 and before may have no seed. Without an input, or with -, the log comes from
    standard input.
    """
    report = Report()
    words = in_language(lang)
    first = agree = True
    for source in find_inputs(or_stdin(inputs, "wall"), report.failed):
        try:
            data = source.read()
            refuse_archive(data)
            walls = _chosen(mjlog.walls(data, partial=partial), number)
            go = mjlog.parse(data, partial=partial).go
        except (OSError, MemoryError, ValueError) as error:
            report.failed(str(source), error)
            continue
        if in_json:
            lines = [json.dumps(as_json(one, as_text(str(source))), ensure_ascii=False) for one in walls]
        else:
            red = go is None or go.red
            lines = [shown(source)] if first else ["", shown(source)]
            for one in walls:
                lines += ["", *(f"  {line}" for line in describe(one, words, red=red))]
        first = False
        agree &= not any(one.differences for one in walls)
        if lines:
            text_to_stdout("\n".join(lines))
    click.get_current_context().exit(report.status if agree else 1)


def _chosen(walls: list[mjlog.Wall], number: int | None) -> list[mjlog.Wall]:
    if number is None:
        return walls
    if number >= len(walls):
        raise ValueError(f"there is no round {number}: the log has {len(walls)}, counted from 0")
    return [walls[number]]


def as_json(wall: mjlog.Wall, file: str) -> dict[str, object]:
    """Give all of a wall: tiles are numbers."""
    return {
        "file": file,
        "index": wall.index,
        "round": wall.round,
        "honba": wall.honba,
        "oya": wall.oya,
        "players": wall.players,
        "form": wall.form,
        "tiles": wall.tiles,
        "dice": wall.dice,
        "hands": wall.hands,
        "dora": wall.dora,
        "ura": wall.ura,
        "rinshan": wall.rinshan,
        "dead": wall.dead,
        "turned": wall.turned,
        "draws": [{"seat": d.seat, "tile": d.tile, "place": d.place, "rinshan": d.rinshan} for d in wall.draws],
        "left": wall.left,
        "differences": [
            {
                "what": d.what,
                "number": d.number,
                "seat": d.seat,
                "expected": d.expected,
                "found": d.found,
                "offset": d.offset,
            }
            for d in wall.differences
        ],
    }


def describe(wall: mjlog.Wall, words: Words, *, red: bool) -> list[str]:
    """Put a wall into lines of text; tiles in 電脳麻将's notation."""
    rows: list[tuple[str, str]] = [
        (words("seed", "シード値"), wall.form),
        (words("dice", "サイコロ"), " ".join(str(die + 1) for die in wall.dice)),
    ]
    for seat in range(wall.players):
        rows += [(words(f"deal {seat}", f"配牌 {seat}"), _tiles(wall.hands[seat], red=red))]
    in_turn = sum(not draw.rinshan for draw in wall.draws)
    rows += _in_lines(words("drawn", "ツモ"), wall.live[:in_turn], red=red)
    rows += _in_lines(words("not drawn", "残り"), wall.live[in_turn:], red=red)
    rows += [
        (words("left", "残り枚数"), _left(wall, len(wall.live) - in_turn, words)),
        (words("dora", "ドラ表示牌"), _turned(wall.dora, wall.turned, words, red=red)),
        (words("ura", "裏ドラ表示牌"), _tiles(wall.ura, red=red)),
        (words("rinshan", "嶺上牌"), _tiles(wall.rinshan, red=red)),
        (words("the log", "牌譜"), _agreement(wall, words)),
    ]
    lines = [round_name(wall.round, wall.honba, words), *(f"  {line}" for line in columns(rows))]
    return lines + [f"    {shown(difference)}" for difference in wall.differences]


def _tiles(tiles: tuple[int, ...], *, red: bool) -> str:
    return " ".join(mjlog.decode_pai(tile, red=red) for tile in tiles)


def _in_lines(name: str, tiles: tuple[int, ...], *, red: bool) -> list[tuple[str, str]]:
    starts = range(0, max(len(tiles), 1), _IN_A_LINE)
    return [("" if at else name, _tiles(tiles[at : at + _IN_A_LINE], red=red) or "-") for at in starts]


def _left(wall: mjlog.Wall, not_drawn: int, words: Words) -> str:
    moved = not_drawn - wall.left
    if moved <= 0:
        return str(wall.left)
    why = words(
        f"({moved} of those not drawn went to the dead wall for as many replacement tiles)",
        f"(残りのうち{moved}枚は、ツモられた嶺上牌の数だけ王牌に入った)",
    )
    return f"{wall.left}  {why}"


def _turned(dora: tuple[int, ...], turned: int, words: Words, *, red: bool) -> str:
    return f"{_tiles(dora, red=red)}  {words(f'({turned} turned)', f'({turned}枚公開)')}"


def _agreement(wall: mjlog.Wall, words: Words) -> str:
    count = len(wall.differences)
    if not count:
        return words("agrees with its wall", "牌山と一致")
    places = words("place" if count == 1 else "places", "")
    return words(f"differs from its wall in {count} {places}:", f"牌山と{count}か所で不一致:")
