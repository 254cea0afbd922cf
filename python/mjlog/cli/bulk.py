"""What `mjlog convert` hands over to `mjlog.bulk`: options, sources, and what goes wrong, in words."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, cast

import click

from mjlog.cli import problems
from mjlog.cli.inputs import STDIN, stdin_buffer
from mjlog.cli.output import abandon, stdout_buffer
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from mjlog import bulk

__all__ = ["BulkOptions", "bulk_options", "convert_in_bulk", "end_interrupted", "listing_options", "names_in", "run"]

_LEAVE_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkOptions:
    """Options that a single log has no use for, as the command line has them."""

    to: str | None
    threads: int | None
    resume: bool
    overwrite: bool
    errors: str | None
    strict: bool
    level: int | None
    shards: int | None
    id_first: bool
    by_month: bool
    players: str | None
    table: tuple[str, ...]
    finished: bool
    skip_sanma: bool
    since: str | None
    until: str | None
    ids: str | None
    limit: int | None
    files_from: str | None
    sql_table: str | None
    id_column: str | None
    log_column: str | None

    @property
    def shape(self) -> bool:
        """Whether one was given that a single log has no use for: which logs are taken, what becomes of several."""
        return any(getattr(self, field.name) for field in fields(self) if field.name not in _OF_ONE)


_OF_ONE = ("threads", "overwrite", "errors", "strict")


_COUNT = click.IntRange(1)
_OPTIONS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (
        ("--to",),
        {
            "type": click.Choice(["files", "lines", "array", "parquet"]),
            "help": "What to write, where OUT's ending doesn't tell. 出力形式",
        },
    ),
    (("--threads",), {"metavar": "N", "type": _COUNT, "help": "Threads; one a processor by default. スレッド数"}),
    (("--resume",), {"is_flag": True, "help": "Go on with a run that was interrupted, or begin one. 中断から再開"}),
    (("--overwrite",), {"is_flag": True, "help": "Replace what is there. 上書き"}),
    (("--errors",), {"metavar": "FILE", "help": "List logs that failed, as JSON lines. 失敗の一覧"}),
    (("--strict",), {"is_flag": True, "help": "Stop at the first log that fails. 失敗したら止める"}),
    (("--level",), {"metavar": "N", "type": int, "help": "Level of compression; zstd 3, gzip 6 by default. 圧縮率"}),
    (("--shards",), {"metavar": "N", "type": _COUNT, "help": "Cut the output into files of N logs. 出力の分割"}),
    (("--id-first",), {"is_flag": True, "help": "Begin each JSON line with the log's id. 牌譜IDを先頭に"}),
    (("--by-month",), {"is_flag": True, "help": "Put JSON files into folders by year and month. 年月別フォルダ"}),
    (("--players",), {"type": click.Choice(["4", "3"]), "help": "Only logs of so many players. 人数"}),
    (("--table",), {"metavar": "TABLE", "multiple": True, "help": "Only such tables: 鳳南, 特東赤速, 0xa9. 卓"}),
    (("--finished",), {"is_flag": True, "help": "Only games played to their end. 終局したもの"}),
    (("--skip-sanma",), {"is_flag": True, "help": "Leave out three-player logs, which fail otherwise. 三麻を飛ばす"}),
    (("--since",), {"metavar": "DATE", "help": "Only logs from this day on, by id. この日から"}),
    (("--until",), {"metavar": "DATE", "help": "Only logs up to this day, by id. この日まで"}),
    (("--ids",), {"metavar": "FILE", "help": "Only logs whose ids this file lists. 牌譜IDの一覧"}),
    (("--limit",), {"metavar": "N", "type": _COUNT, "help": "Stop when N logs are done. 件数"}),
    (("--files-from",), {"metavar": "FILE", "help": "Read names of inputs from a file, or from - . 入力の一覧"}),
    (("--sql-table",), {"metavar": "NAME", "help": "Table of a database that holds logs. データベースの表"}),
    (("--id-column",), {"metavar": "NAME", "help": "Its column, or a key of JSON lines, with the id. IDの列"}),
    (("--log-column",), {"metavar": "NAME", "help": "The one with the log. 牌譜の列"}),
]


LISTING = frozenset(
    [
        "--threads",
        "--since",
        "--until",
        "--ids",
        "--limit",
        "--files-from",
        "--sql-table",
        "--id-column",
        "--log-column",
    ]
)
"""Options that say which logs of which sources; what becomes of them is another matter."""


def bulk_options(command: Callable[..., Any], only: Collection[str] = ()) -> Callable[..., Any]:
    """Give a command these options, all of them or some."""
    for names, settings in reversed(_OPTIONS):
        if not only or names[0] in only:
            command = click.option(*names, **settings)(command)
    return command


def listing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of `LISTING`."""
    return bulk_options(command, LISTING)


def convert_in_bulk(
    inputs: tuple[str, ...], output: str | None, options: BulkOptions, *, quiet: bool, **shape: Any
) -> None:
    """Convert, show how far it is, and say what came of it; ends the command.

    Raises:
        click.UsageError: something was asked for that there is not, or the output is there already.

    """
    from mjlog.cli.progress import summary  # noqa: PLC0415 - loaded when it is needed

    report = run(inputs, _sink(output, options.to), options, quiet=quiet, **shape)
    if not quiet:
        for line in summary(report):
            problems.say(line)
    click.get_current_context().exit(0 if report.ok else 1)


def run(
    inputs: tuple[str, ...], sink: str | BinaryIO, options: BulkOptions, *, quiet: bool, **shape: Any
) -> "bulk.Report":
    """Convert, and show how far it is; what ends it is said.

    Raises:
        click.UsageError: something was asked for that there is not, or the output is there already.

    """
    from mjlog import bulk  # noqa: PLC0415 - loaded when it is needed
    from mjlog.bulk.sinks import ExistsError  # noqa: PLC0415
    from mjlog.cli.progress import display  # noqa: PLC0415

    told = problems.Report(quiet=quiet)
    sources: list[Any] = [stdin_buffer() if name == STDIN else name for name in inputs]
    if options.files_from:
        sources += names_in(options.files_from)
    on = "; the same command with --resume goes on" if isinstance(sink, str) else ""
    try:
        with display(told, quiet=quiet, errors=options.errors) as shown:
            return bulk.convert(
                sources,
                sink,
                to=cast("Any", options.to),
                threads=options.threads,
                resume=options.resume,
                overwrite=options.overwrite,
                strict=options.strict,
                errors=options.errors,
                on_error=shown.failed,
                on_warning=shown.warned,
                progress=shown.progress,
                level=options.level,
                shards=options.shards,
                id_first=options.id_first,
                by_month=options.by_month,
                players=cast("Any", int(options.players)) if options.players else None,
                tables=[part for table in options.table for part in table.split(",")],
                finished=options.finished,
                skip_sanma=options.skip_sanma,
                since=options.since,
                until=options.until,
                ids=None if options.ids is None else [line.split()[0] for line in names_in(options.ids)],
                limit=options.limit,
                sql_table=options.sql_table,
                id_column=options.id_column,
                log_column=options.log_column,
                **shape,
            )
    except KeyboardInterrupt:
        end_interrupted(on)
    except bulk.StoppedError as stopped:
        without = "; without it, --resume goes on" if on else ""
        problems.say(f"{stopped}: stopped, since --strict was given{without}")
        raise click.exceptions.Exit(1) from None
    except bulk.ChangedSourcesError as error:
        raise click.UsageError(
            f"the sources have changed since the run began, {error}: --overwrite begins again"
        ) from None
    except (ExistsError, bulk.UnfinishedError, bulk.OtherOptionsError, ImportError, ValueError) as error:
        if isinstance(error, MjlogError) and error.kind != "bad_argument":
            raise
        raise click.UsageError(str(error)) from None
    except OSError as error:
        if problems.is_closed_pipe(error):
            abandon(sys.stdout)
            raise
        where = f"{error.filename}: " if error.filename else ""
        on = "" if isinstance(error, bulk.MissingSourceError) else on
        problems.say(f"{where}{problems.reason(error)}{on}")
        raise click.exceptions.Exit(1) from None


def _sink(output: str | None, to: str | None) -> str | BinaryIO:
    if output is None or output == STDIN:
        if to not in (None, "lines"):
            raise click.UsageError("give the output with -o: standard output gets JSON lines")
        return stdout_buffer()
    return output


def names_in(name: str) -> list[str]:
    """Read a list, one name a line, of a file or of standard input."""
    from mjlog.bulk.sources import listed_files  # noqa: PLC0415

    try:
        if name == STDIN:
            lines = list(listed_files(stdin_buffer()))
        else:
            with Path(name).open("rb") as file:
                lines = list(listed_files(file))
    except OSError as error:
        raise click.UsageError(f"{name}: {problems.reason(error)}") from None
    return [line for line in lines if line.strip()]


def end_interrupted(on: str = "") -> NoReturn:
    """End a command whose threads may be busy for long: say so, and how it goes `on`."""
    _ignore_interrupts()
    with suppress(OSError):
        problems.say(f"interrupted{on}")
    _leave()
    raise click.exceptions.Exit(problems.INTERRUPTED) from None


def _ignore_interrupts() -> None:
    with suppress(ValueError):  # no signals outside the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave() -> None:
    """Don't wait for a thread that compresses for seconds: nothing that it does is needed any more."""
    until = time.monotonic() + _LEAVE_SECONDS
    for thread in threading.enumerate():
        if thread.name.startswith("mjlog"):
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                sys.stderr.flush()
                os._exit(problems.INTERRUPTED)
