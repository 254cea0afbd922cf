"""`mjlog.bulk.convert`: from what was asked for to a job, and to what came of it."""

import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, cast

import mjlog
from mjlog._core import convert_lines
from mjlog.bulk.durable import fsync_folder, real_folder
from mjlog.bulk.job import Job, Totals, default_threads
from mjlog.bulk.records import Entry, ZipMember
from mjlog.bulk.report import Failure, Progress, Report
from mjlog.bulk.sinks import ExistsError, Sink
from mjlog.bulk.sinks.choose import To, choose_sink
from mjlog.bulk.sources import Counts, Limits, Source, iter_entries, read_zip_member
from mjlog.bulk.state import State
from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from mjlog.paipu import Paipu

__all__ = ["OtherOptionsError", "UnfinishedError", "convert", "iter_logs", "iter_paipu"]

_FORMAT = 1
"""Of the state file."""


class UnfinishedError(FileExistsError):
    """A run before this one was interrupted."""


class OtherOptionsError(ValueError):
    """The output was begun with other options."""


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
    progress: Callable[[Progress], object] | None = None,
    level: int | None = None,
    shards: int | None = None,
    id_first: bool = False,
    by_month: bool = False,
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
        progress: called a few times a second.
        level: of compression; 3 for zstd by default, 6 for gzip.
        shards: lines of a file, or rows of a Parquet part; by default JSON lines are one file.
        id_first: put the log's id into each line, as its first key.
        by_month: put JSON files into folders by year and month.
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
        FileExistsError: the output is there already, or a run that was interrupted (`UnfinishedError`).
        OtherOptionsError: the run that was interrupted had other options or sources.
        StoppedError: a log failed, and `strict` is set.
        OSError: a source or the output failed; `resume` goes on when the cause is gone.
        ValueError: an option has a value that it can't have.
        ImportError: the output needs a package that is not there.

    """
    some = _listed(sources)
    if threads is not None and threads < 1:
        raise ValueError("threads must be 1 or more")
    if limit is not None and limit < 1:
        raise ValueError("limit must be 1 or more")
    limits = limits or Limits()
    output = choose_sink(sink, to, level=level, shards=shards, id_first=id_first, by_month=by_month)
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

    def entries(skip: int) -> Iterator[Entry]:
        return iter_entries(some, skip=skip, counts=counts, **listing)

    identity = {"format": _FORMAT, "mjlog": mjlog.__version__, "sources": [_absolute(source) for source in some]}
    identity |= output.identity() | select | shape | {"max_items": limit}
    identity |= {name: _plain(value) for name, value in listing.items()}
    begun = _Begun(output, resume=resume, overwrite=overwrite)
    with closing(begun.open(identity)) as state, closing(output):
        totals = begun.totals
        job = Job(
            entries,
            output,
            state,
            identity,
            core,
            threads or default_threads(),
            limit,
            strict,
            on_error,
            progress,
            named=frozenset(str(source) for source in some if isinstance(source, (str, os.PathLike))),
            checkpoint=checkpoint,
            totals=totals,
        )
        target = None if errors is None else Path(errors)
        if target is not None and not (begun.resumed or overwrite) and target.exists():
            raise ExistsError(f"{target} exists: --overwrite replaces it")
        try:
            if not begun.done:
                output.open(begun.saved, overwrite=overwrite)
                job.run()
        except BaseException:
            state.rollback()
            if target is not None:
                _write_errors(target, state)
            begun.clear(state)
            raise
        if target is not None:
            _write_errors(target, state)
        if not begun.done and output.work is not None:
            state.shrink()
        skipped = dict(totals.skipped)
        skipped |= {"no_log": counts.without_log, "selection": counts.not_selected}
        return Report(
            output=output.output,
            converted=totals.converted,
            skipped={reason: count for reason, count in skipped.items() if count},
            failed=dict(totals.failed),
            bytes_in=totals.bytes_in,
            bytes_out=output.bytes_out if not begun.done else (begun.saved or {}).get("bytes_out", 0),
            seconds=job.seconds,
            resumed=begun.resumed,
        )


@dataclass(slots=True)
class _Begun:
    """What is there of the output, and whether a run may begin or go on."""

    sink: Sink[Any]
    resume: bool
    overwrite: bool
    saved: dict[str, Any] | None = None
    totals: Totals = field(default_factory=Totals)
    resumed: bool = False
    done: bool = False
    _made: list[Path] = field(default_factory=list)

    def open(self, identity: dict[str, Any]) -> State:
        """Open the state, or make it.

        Raises:
            ExistsError, UnfinishedError, OtherOptionsError: the output may not be written.

        """
        work = self.sink.work
        if work is None:
            if self.resume:
                raise ValueError("what goes to a stream can't be resumed: give a file or a folder")
            return State(None)
        self._made = [folder for folder in (work, work.parent) if not folder.exists()]
        path = work / "state.sqlite"
        if path.is_file() and not path.is_symlink():
            state = State(path)
            try:
                if self._go_on(state, identity):
                    return state
            finally:
                if not self.resumed:
                    state.close()
        there = self.sink.present()
        if there is not None and not self.overwrite:
            raise ExistsError(f"{there} exists: --overwrite replaces it")
        real_folder(work)
        path.unlink(missing_ok=True)
        state = State(path)
        state.save({"identity": identity, "totals": Totals().to_dict(), "sink": None, "done": False})
        fsync_folder(work)
        return state

    def _go_on(self, state: State, identity: dict[str, Any]) -> bool:
        """Tell whether there is a run to go on with; one that has kept nothing is none."""
        job = state.load()
        if job is None or (not self.sink.remains() if job["done"] else not job["totals"]["position"]):
            return False
        if not self.resume:
            if self.overwrite:
                return False
            output = self.sink.output
            if job["done"]:
                raise ExistsError(f"{self.sink.present() or output} was made before: --overwrite replaces it")
            ways = "--resume goes on with it, --overwrite begins again"
            raise UnfinishedError(f"a run to {output} was interrupted: {ways}")
        if job["identity"] != json.loads(json.dumps(identity)):
            raise OtherOptionsError(_difference(job["identity"], identity))
        self.resumed, self.done = True, job["done"]
        self.saved = job["sink"]
        self.totals = Totals.from_dict(job["totals"])
        return True

    def clear(self, state: State) -> None:
        """Leave nothing behind of a run that has kept nothing."""
        job = state.load()
        if self.sink.work is None or job is None or job["totals"]["position"]:
            return
        self.sink.close()
        state.close()
        shutil.rmtree(self.sink.work, ignore_errors=True)
        for folder in self._made[1:]:
            with suppress(OSError):
                folder.rmdir()


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    new = json.loads(json.dumps(new))
    parts = [f"{key} {_short(old.get(key))}, not {_short(new.get(key))}" for key in new if old.get(key) != new[key]]
    return f"the output was begun with {'; '.join(parts) or 'other options'}: use the same, or --overwrite"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _listed(sources: Source | Iterable[Source]) -> list[Source]:
    """Make a list of one source or many; an open file is one, though it can be iterated."""
    if isinstance(sources, (str, os.PathLike)) or hasattr(sources, "read"):
        return [cast("Source", sources)]
    return list(sources)


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


def iter_logs(
    sources: Source | Iterable[Source],
    *,
    since: str | date | None = None,
    until: str | date | None = None,
    ids: Collection[str] | None = None,
    sql_table: str | None = None,
    id_column: str | None = None,
    log_column: str | None = None,
    limits: Limits | None = None,
) -> Iterator[tuple[str, bytes | MjlogError]]:
    """Give each log's id and its bytes, perhaps gzipped, as `mjlog.convert`, `parse` and `convert_batch` take them.

    Args:
        sources: as in `convert`; the other arguments too.
        since: only logs from this day on.
        until: only logs up to this day.
        ids: only logs of these ids.
        sql_table: the table of a database that holds the logs.
        id_column: its column that holds the id.
        log_column: its column that holds the log.
        limits: how much an archive or a log may ask for.

    Yields:
        Pairs; in place of a log that can't be read, an MjlogError that says why.

    """
    limits = limits or Limits()
    for entry in iter_entries(
        _listed(sources),
        since=since,
        until=until,
        ids=ids,
        sql_table=sql_table,
        id_column=id_column,
        log_column=log_column,
        limits=limits,
    ):
        data = entry.data
        if isinstance(data, ZipMember):
            try:
                data = read_zip_member(data)
            except MjlogError as error:
                data = error
        yield entry.id, data


def iter_paipu(
    sources: Source | Iterable[Source],
    *,
    player_format: str | None = None,
    title: str | None = None,
    log_id: bool = False,
    partial: bool = False,
    **listing: Any,
) -> "Iterator[tuple[str, Paipu | MjlogError]]":
    """Give each log's id and its paipu, one at a time, on this thread.

    Args:
        sources: as in `convert`.
        player_format: as in `mjlog.convert`.
        title: as in `mjlog.convert`.
        log_id: put the log's id into its title.
        partial: as in `mjlog.convert`.
        listing: the other arguments of `iter_logs`.

    Yields:
        Pairs; in place of a log that can't be converted, an MjlogError that says why.

    """
    for name, data in iter_logs(sources, **listing):
        result: Paipu | MjlogError
        if isinstance(data, MjlogError):
            result = data
        else:
            try:
                result = mjlog.convert(
                    data, player_format=player_format, title=title, log_id=name if log_id else None, partial=partial
                )
            except MjlogError as error:
                result = error
        yield name, result
