"""`mjlog convert`: logs to paipu."""

import os
from pathlib import Path
from typing import Any

import click

import mjlog
from mjlog._core import Decoder
from mjlog.cli.bulk import BulkOptions, bulk_options, convert_in_bulk, is_bulk
from mjlog.cli.inputs import STDIN, Input, find_inputs, is_folder, or_stdin
from mjlog.cli.jobs import Job, Options, convert_all, plan, refuse_to_overwrite
from mjlog.cli.problems import Report, say

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

    One log goes to standard output, or to the file or folder OUT. Several logs, or a
    folder of them, go to the folder OUT, one file each. Without an input, or with -, the
    log comes from standard input. Gzip is recognised.

    Any number of logs, from zip, tar, SQLite, Parquet and JSON lines too, go to JSON lines
    (OUT ends in .jsonl, .jsonl.gz or .jsonl.zst; standard output), to one JSON array
    (.json), to Parquet (.parquet) or to JSON files named by the logs' ids (a folder).
    """
    chosen = BulkOptions(**bulk)
    if not (chosen.files_from and not inputs):
        inputs = or_stdin(inputs, "convert")
    if output == "":
        raise click.UsageError("-o needs the name of a file or folder")
    if is_bulk(inputs, output, chosen):
        if indent is not None:
            raise click.UsageError("--indent is for single logs and for plain folders of logs")
        shape = {"player_format": player_format, "title": title, "log_id": log_id, "partial": partial}
        convert_in_bulk(inputs, output, chosen, quiet=quiet, **shape)
    report = Report(quiet=quiet)
    options = Options(player_format=player_format, title=title, log_id=log_id, partial=partial, indent=indent)
    if log_id and inputs == (STDIN,):
        raise click.UsageError("--log-id takes the id from the file's name, and standard input has none")
    if len(inputs) == 1 and not is_folder(Path(inputs[0])):
        convert_all([_one(inputs[0], output)], options, report)
    else:
        jobs = _many(inputs, output, report)
        done = convert_all(jobs, options, report)
        if not quiet:
            say(f"{done} converted, {report.failures} failed")
    click.get_current_context().exit(report.status)


def _one(name: str, output: str | None) -> Job:
    source = Input(None if name == STDIN else Path(name))
    if output is None or output == STDIN:
        return Job(source, None)
    target = Path(output)
    if output.endswith(("/", os.sep)) or is_folder(target):
        if source.path is None:
            raise click.UsageError(f"{output} is a folder, and standard input has no name: give -o a file")
        target = _made(target) / f"{source.stem}.json"
    job = Job(source, target)
    refuse_to_overwrite([job])
    return job


def _many(names: tuple[str, ...], output: str | None, report: Report) -> list[Job]:
    if output is None or output == STDIN:
        raise click.UsageError("several logs need a folder to go to: give it with -o")
    folder = Path(output)
    jobs = plan(find_inputs(names, report.failed), folder)
    refuse_to_overwrite(jobs)
    _made(folder)
    for parent in {job.target.parent for job in jobs if job.target is not None}:
        _made(parent)
    return jobs


def _made(folder: Path) -> Path:
    """Make the folder where it is missing.

    Raises:
        click.UsageError: there is something else of that name.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise click.UsageError(f"{folder} is no folder") from None
    return folder
