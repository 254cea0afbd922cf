"""`mjlog convert`: logs to paipu."""

from typing import Any

import click

import mjlog
from mjlog._core import Decoder
from mjlog.cli.bulk import BulkOptions, bulk_options, convert_in_bulk
from mjlog.cli.inputs import or_stdin
from mjlog.cli.single import convert_single, is_single

__all__ = ["convert"]


def _plain_text(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    # Stray bytes can't go into JSON.
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it holds bytes that are no text") from None
    return value


def _template(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    value = _plain_text(context, option, value)
    if value is None:
        return None
    value = value.replace("\\n", "\n")
    try:
        Decoder(player_format=value)
    except mjlog.MjlogError as error:
        raise click.BadParameter(str(error)) from None
    return value


@click.command(
    short_help="Convert logs to 電脳麻将 paipu (JSON). 牌譜の変換",
    epilog="""\b
    Examples:
      mjlog convert game.mjlog -o game.json
      mjlog convert logs/ -o paipu/
      mjlog convert 2019.zip logs.db -o paipu.jsonl.zst --resume
      mjlog sample | mjlog convert --indent 1

    Exit status: 0 all converted, 1 some failed, 2 wrong usage.""",
)
@click.argument("inputs", metavar="[FILE|DIR|ARCHIVE|DB]...", nargs=-1, type=click.Path(readable=False))
@click.option(
    "-o", "--output", metavar="OUT", type=click.Path(readable=False), help="File or folder to write to. 出力先"
)
@click.option("--indent", metavar="N", type=click.IntRange(0, 16), help="Indent the JSON by N spaces. 字下げの幅")
@click.option(
    "--player-format",
    metavar="TEXT",
    callback=_template,
    help="Player labels, made of {name} {dan} {rate} {seat}; \\n is a line break. 対局者の書式"
    r"  [default: {name}\n({dan} R{rate})]",
)
@click.option("--title", metavar="TEXT", callback=_plain_text, help="Title in place of the table's name. 表題")
@click.option("--log-id", is_flag=True, help="Add to the title the log's id, from the file's name. 牌譜IDを付ける")
@click.option("--partial", is_flag=True, help="Take logs that are cut, and pieces of logs. 途中までの牌譜も変換")
@bulk_options
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what failed. 警告などを出さない")
def convert(
    inputs: tuple[str, ...],
    output: str | None,
    indent: int | None,
    player_format: str | None,
    title: str | None,
    *,
    log_id: bool,
    partial: bool,
    quiet: bool,
    **bulk: Any,
) -> None:
    """Convert Tenhou logs to 電脳麻将 paipu (JSON).

    天鳳の牌譜 (mjlog) を電脳麻将の牌譜 (JSON) に変換します。

    One log goes to standard output, or to the file or folder OUT. Without an input, or
    with -, the log comes from standard input. Gzip is recognised.

    Any number of logs, from files and folders, zip, tar, SQLite, Parquet and JSON lines, go
    to the folder OUT, one JSON file each; to JSON lines (OUT ends in .jsonl, .jsonl.gz or
    .jsonl.zst; standard output), to one JSON array (.json) or to Parquet (.parquet).
    """
    chosen = BulkOptions(**bulk)
    if not (chosen.files_from and not inputs):
        inputs = or_stdin(inputs, "convert")
    if output == "":
        raise click.UsageError("-o needs the name of a file or folder")
    shape: dict[str, Any] = {
        "player_format": player_format,
        "title": title,
        "log_id": log_id,
        "partial": partial,
        "indent": indent,
    }
    if is_single(inputs, output, chosen):
        convert_single(inputs[0], output, chosen, quiet=quiet, **shape)
    else:
        convert_in_bulk(inputs, output, chosen, quiet=quiet, **shape)
