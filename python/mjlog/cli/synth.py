"""`mjlog synth`: made-up games."""

import time
from itertools import chain

import click

import mjlog
from mjlog._core import table_type
from mjlog.cli.inputs import STDIN
from mjlog.cli.problems import Report, say

__all__ = ["synth"]

_LAST_SEED = 2**64 - 1


def _table(_: click.Context, __: click.Parameter, value: str) -> int:
    try:
        return table_type(value)
    except mjlog.MjlogError as error:
        raise click.BadParameter(str(error)) from None


@click.command(
    short_help="Make up games, as many as you want. 架空の牌譜",
    epilog="""\b
    Examples:
      mjlog synth --seed 1 | mjlog info -
      mjlog synth --seed 1 --count 1000 -o games.zip
      mjlog synth --seed 1 --table 三鳳南喰赤 -o games/
      mjlog synth --seed 7 --want 四槓散了 --want 国士無双 > game.xml

    Exit status: 0 all well, 1 something failed, 2 wrong usage.""",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, _LAST_SEED),
    default=0,
    show_default=True,
    help="The first game's seed; the others follow. 最初のシード値",
)
@click.option(
    "--count", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="How many games. 対局数"
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(readable=False),
    help="A folder, or a .zip, .db or .sqlite. 出力先",
)
@click.option(
    "--table",
    "--type",
    "go_type",
    metavar="TABLE",
    callback=_table,
    default="0xa9",
    help="The table: 鳳南, 三特東赤速, 0xa9. 卓  [default: 四鳳南喰赤]",
)
@click.option("--want", metavar="NAME", multiple=True, help="What has to happen in each game. 必ず起こること")
@click.option("--wants", is_flag=True, help="List the names that --want knows. --want に書ける名前の一覧")
@click.option("--threads", metavar="N", type=click.IntRange(1), help="Threads; one a processor by default. スレッド数")
@click.option("--overwrite", is_flag=True, help="Replace what is there. 上書き")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what failed. 進捗などを出さない")
def synth(
    seed: int,
    count: int,
    output: str | None,
    go_type: int,
    want: tuple[str, ...],
    *,
    wants: bool,
    threads: int | None,
    overwrite: bool,
    quiet: bool,
) -> None:
    """Make up whole games, in the form that Tenhou's server writes.

    天鳳の形式で架空の対局の牌譜を作ります。シード値が同じなら同じ牌譜になります。

    The same seed gives the same game on every machine. Walls come from a seed as in real logs,
    and every win is paid as Tenhou pays it. One game goes to standard output as XML, several as
    JSON lines; or to OUT, a folder of .mjlog files, a zip of them, or a database as houou-logs
    makes it. Ids are in Tenhou's form, with the year 2000: no real game has such an id.
    """
    if wants:
        for name in mjlog.WANTS:
            click.echo(name)
        return
    seeds = range(seed, seed + count)
    if seeds[-1] > _LAST_SEED:
        raise click.UsageError(f"{count} games from seed {seed} on go past the last seed, {_LAST_SEED}")
    from mjlog.bulk import Progress  # noqa: PLC0415 - loaded when it is needed
    from mjlog.cli.bulk import end_interrupted  # noqa: PLC0415
    from mjlog.cli.games import Table, Unmade, made_up  # noqa: PLC0415
    from mjlog.cli.progress import amount, display  # noqa: PLC0415
    from mjlog.cli.shelves import shelf_for, standard_output  # noqa: PLC0415

    table = Table(go_type, want)
    one = count == 1
    printed = output is None or output == STDIN
    if output is None or printed:
        output, shelf = "standard output", standard_output(table, one=one)
    else:
        shelf = shelf_for(output, seeds, table, overwrite=overwrite)
    games = made_up(seeds, table, pack=not printed, threads=threads)
    began = time.monotonic()
    report = Report(quiet=quiet)
    try:
        # What is wrong with the table or a wish is wrong with the first game: said before there is a file.
        first = next(games)
        if isinstance(first, Unmade):
            raise click.UsageError(str(first.error))
        with display(report, quiet=quiet) as shown, shelf as put:
            written = 0
            for done, game in enumerate(chain([first], games), 1):
                if isinstance(game, Unmade):
                    report.failed(f"seed {game.seed}", game.error)
                else:
                    put(game)
                    written += len(game.packed or game.xml)
                failed = report.failures
                shown.progress(
                    Progress(done, done / count, done - failed, failed, written, time.monotonic() - began, 0)
                )
    except KeyboardInterrupt:
        end_interrupted()
    if not quiet and not one:
        seconds = max(time.monotonic() - began, 1e-3)
        made = f"{count - report.failures:,} made up, {report.failures:,} failed"
        say(f"{made}; {amount(written)} written to {output} in {seconds:.1f} s ({count / seconds:,.0f} games/s)")
    click.get_current_context().exit(report.status)
