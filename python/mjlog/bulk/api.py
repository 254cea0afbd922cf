"""`mjlog.bulk.convert`: from what was asked for to a job, and to what came of it."""

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, Literal

import mjlog
from mjlog._core import convert_lines
from mjlog.bulk.begin import Begun, refuse_missing
from mjlog.bulk.extent import Extent
from mjlog.bulk.iterate import listed
from mjlog.bulk.job import Job, default_threads
from mjlog.bulk.places import Passed
from mjlog.bulk.records import Entry
from mjlog.bulk.report import Failure, Progress, Report
from mjlog.bulk.sinks import ExistsError
from mjlog.bulk.sinks.choose import To, choose_sink
from mjlog.bulk.sources import Counts, Limits, Source, iter_entries
from mjlog.bulk.sources.named import Named
from mjlog.bulk.state import State

__all__ = ["convert"]

_FORMAT = 2
"""Of the state file."""


def convert(
    sources: Source | Iterable[Source],
    sink: str | os.PathLike[str] | BinaryIO,
    *,
    to: To | None = None,
    threads: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    strict: bool = False,
    errors: str | os.PathLike[str] | None = None,
    on_error: Callable[[Failure], object] | None = None,
    on_warning: Callable[[str, str], object] | None = None,
    progress: Callable[[Progress], object] | None = None,
    level: int | None = None,
    shards: int | None = None,
    id_first: bool = False,
    by_month: bool = False,
    indent: int | None = None,
    players: Literal[3, 4] | None = None,
    tables: Collection[str] = (),
    finished: bool = False,
    skip_sanma: bool = False,
    since: str | date | None = None,
    until: str | date | None = None,
    ids: Collection[str] | None = None,
    limit: int | None = None,
    sql_table: str | None = None,
    id_column: str | None = None,
    log_column: str | None = None,
    limits: Limits | None = None,
    player_format: str | None = None,
    title: str | None = None,
    log_id: bool = False,
    partial: bool = False,
    checkpoint: float = 1.0,
) -> Report:
    """Convert any number of logs; what is written is the same, whatever interrupted it, with any number of threads.

    Args:
        sources: names of files, folders, archives, databases, patterns, or files open in binary mode; mixed.
        sink: where paipu go. A name that ends in `.jsonl`, `.jsonl.gz` or `.jsonl.zst` for JSON lines, `.json` for one
            array, `.parquet` for a folder of Parquet parts, any other for a folder of JSON files; or a file open in
            binary mode, which gets JSON lines.
        to: `files`, `lines`, `array` or `parquet`, where the name doesn't tell.
        threads: how many threads convert; by default one for each processor.
        resume: go on with a run that was interrupted, or begin one.
        overwrite: replace what is there.
        strict: stop at the first log that fails.
        errors: a file for a list of logs that failed, one JSON object a line.
        on_error: called with each of them, in order.
        on_warning: called with where a log is that was converted, and what is odd about it.
        progress: called a few times a second.
        level: of compression; 3 for zstd by default, 6 for gzip.
        shards: lines of a file, or rows of a Parquet part; by default JSON lines are one file.
        id_first: put the log's id into each line, as its first key.
        by_month: put JSON files into folders by year and month; by default they are called as the logs' files are, in
            the same folders, or by the ids.
        indent: spaces a level of JSON files.
        players: only logs of so many players. Those of three have no paipu and fail.
        tables: only logs of one of these tables, such as `鳳南` or `0xa9`.
        finished: only games that were played to their end.
        skip_sanma: leave out logs of three players, which fail otherwise.
        since: only logs from this day on.
        until: only logs up to this day.
        ids: only logs of these ids.
        limit: stop when so many logs are converted.
        sql_table: the table of a database that holds the logs, where it is not one of those that are known.
        id_column: its column that holds the id.
        log_column: its column that holds the log.
        limits: how much an archive or a log may ask for.
        player_format: as in `mjlog.convert`.
        title: as in `mjlog.convert`.
        log_id: put the log's id into its title.
        partial: as in `mjlog.convert`.
        checkpoint: seconds after which progress is kept for good.

    Returns:
        What came of it. Logs that failed are in `failed`, by the error's kind.

    Raises:
        FileExistsError: the output is there already, or is an input, or a run was interrupted (`UnfinishedError`).
        OtherOptionsError: the run that was interrupted had other options or sources.
        MissingSourceError: there is no file of a source's name.
        ChangedSourcesError: the sources hold other logs than those that the interrupted run has read.
        StoppedError: a log failed, and `strict` is set.
        OSError: a source or the output failed; `resume` goes on when the cause is gone.
        ValueError: an option has a value that it can't have.
        ImportError: the output needs a package that is not there.

    """
    some = listed(sources)
    if threads is not None and threads < 1:
        raise ValueError("threads must be 1 or more")
    if limit is not None and limit < 1:
        raise ValueError("limit must be 1 or more")
    limits = limits or Limits()
    named = Named(some)
    output = choose_sink(
        sink,
        to,
        level=level,
        shards=shards,
        id_first=id_first,
        by_month=by_month,
        indent=indent,
        is_input=named.is_input,
    )
    select = {"players": players, "tables": list(tables), "finished": finished, "skip_sanma": skip_sanma}
    shape = {"player_format": player_format, "title": title, "log_id": log_id, "partial": partial}
    core = output.options | select | shape | {"limit": limits.log_size}
    convert_lines([], **core)  # says now what is wrong with them
    counts = Counts()
    listing: dict[str, Any] = {
        "since": since,
        "until": until,
        "ids": None if ids is None else frozenset(ids),
        "sql_table": sql_table,
        "id_column": id_column,
        "log_column": log_column,
        "limits": limits,
    }
    iter_entries([], **listing)  # likewise

    def entries(passed: Passed) -> Iterator[Entry]:
        return iter_entries(some, passed=passed, counts=counts, **listing)

    identity = {"format": _FORMAT, "mjlog": mjlog.__version__, "sources": [_absolute(source) for source in some]}
    identity |= output.identity() | select | shape | {"max_items": limit}
    identity |= {name: _plain(value) for name, value in listing.items()}
    selects = since is not None or until is not None or ids is not None or limit is not None
    extent = None if progress is None or selects else Extent(some)
    begun = Begun(output, resume=resume, overwrite=overwrite)
    with closing(begun.open(identity)) as state, closing(output):
        job = Job(
            entries,
            output,
            state,
            identity,
            core,
            threads or default_threads(),
            limit=limit,
            strict=strict,
            on_error=on_error,
            on_warning=on_warning,
            progress=progress,
            counts=counts,
            share=extent.share if extent else None,
            named=named,
            checkpoint=checkpoint,
            totals=begun.totals,
        )
        finished_before = begun.done
        _run(job, begun, some, None if errors is None else Path(errors))
        state.shrink()
        return Report(
            output=output.output,
            converted=begun.totals.converted,
            skipped=dict(begun.totals.skipped),
            failed=dict(begun.totals.failed),
            missed=begun.totals.missed,
            bytes_in=begun.totals.bytes_in,
            bytes_out=begun.saved["bytes_out"] if begun.done and begun.saved else output.bytes_out,
            seconds=job.seconds,
            resumed=begun.resumed,
            finished_before=finished_before,
        )


def _run(job: Job, begun: Begun, sources: Iterable[Source], errors: Path | None) -> None:
    """Do what is left to do, and list what failed, however it ends."""
    if errors is not None and not (begun.resumed or begun.overwrite) and errors.exists():
        begun.clear(job.state)
        raise ExistsError(f"{errors} exists: --overwrite replaces it")
    try:
        if begun.saved is not None and begun.saved["ended"] and not begun.done:
            job.sink.open(begun.saved, overwrite=begun.overwrite)
            job.end(begun.saved)
        elif not begun.done:
            refuse_missing(sources)
            job.sink.open(begun.saved, overwrite=begun.overwrite)
            job.run()
    except BaseException:
        job.state.rollback()
        if errors is not None:
            with suppress(OSError):  # what ended the run is to be told, not this
                _write_errors(errors, job.state)
        begun.clear(job.state)
        raise
    if errors is not None:
        _write_errors(errors, job.state)


def _absolute(source: Source) -> str:
    return str(Path(source).absolute()) if isinstance(source, (str, os.PathLike)) else "a stream"


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, date):
        return value.isoformat()
    return asdict(value) if isinstance(value, Limits) else value


def _write_errors(target: Path, state: State) -> None:
    """List what failed so far, whole or not at all."""
    part = target.with_name(f".{target.name}.part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        for failure in state.failures():
            error = failure.error
            row = {
                "source": failure.source,
                "id": failure.id,
                "kind": error.kind,
                "message": error.message,
                "element": error.element,
                "offset": error.offset,
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)
