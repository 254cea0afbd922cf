"""What `mjlog convert` has to do: which log goes where, and the loop that does it."""

import json
import os
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

import mjlog
from mjlog.cli.inputs import Input
from mjlog.cli.output import to_stdout, write_whole
from mjlog.cli.problems import Report, is_closed_pipe

__all__ = ["Job", "Options", "convert_all", "plan", "refuse_to_overwrite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `mjlog.convert` takes, and how the JSON is laid out."""

    player_format: str | None = None
    title: str | None = None
    log_id: bool = False
    """Take the id from the file's name."""
    partial: bool = False
    indent: int | None = None
    """Spaces a level; None for JSON on one line."""

    def convert(self, data: bytes, log_id: str) -> bytes:
        """Convert a log to JSON.

        Raises:
            MjlogError: it can't be converted.

        """
        paipu = mjlog.convert_json(
            data,
            player_format=self.player_format,
            title=self.title,
            log_id=log_id if self.log_id else None,
            partial=self.partial,
        )
        if self.indent is None:
            return paipu
        return json.dumps(json.loads(paipu), ensure_ascii=False, indent=self.indent).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Job:
    """One log and where its paipu goes."""

    source: Input
    target: Path | None
    """A file; None for standard output."""

    def write(self, paipu: bytes) -> None:
        """Write the paipu; a file is there whole or not at all.

        Raises:
            OSError: it can't be written.

        """
        if self.target is not None:
            write_whole(self.target, paipu)
        else:
            to_stdout(paipu if paipu.endswith(b"\n") else paipu + b"\n")


def plan(sources: Iterable[Input], folder: Path) -> list[Job]:
    """Give each log a file in the folder. A log that is named twice is converted once.

    Raises:
        click.UsageError: two logs would share a file.

    """
    jobs: dict[str, Job] = {}
    for source in sources:
        target = folder / source.folder / f"{source.stem}.json"
        job = jobs.setdefault(_file_key(target), Job(source, target))
        if not _same_file(job.source.path, source.path):
            raise click.UsageError(f"{job.source} and {source} would both become {target}")
    return list(jobs.values())


def refuse_to_overwrite(jobs: Iterable[Job]) -> None:
    """Check that no paipu would take the place of a log.

    Raises:
        click.UsageError: one would.

    """
    jobs = list(jobs)
    sources = {_identity(job.source.path): job.source for job in jobs}
    for job in jobs:
        there = _identity(job.target)
        if there is not None and there in sources:
            raise click.UsageError(f"{job.target} is an input: choose another output")


def convert_all(jobs: Iterable[Job], options: Options, report: Report) -> int:
    """Convert and write one log after the other; what fails is reported and left out.

    Returns:
        How many were converted.

    """
    done = 0
    for job in jobs:
        name = str(job.source)
        try:
            data = job.source.read()
            with warnings.catch_warnings(record=True) as odd:
                warnings.simplefilter("always")
                paipu = options.convert(data, job.source.log_id)
        except (OSError, MemoryError, mjlog.MjlogError) as error:
            report.failed(name, error)
            continue
        for warning in odd:
            report.warned(name, warning.message)
        try:
            job.write(paipu)
        except OSError as error:
            if is_closed_pipe(error):
                raise
            report.failed("standard output" if job.target is None else str(job.target), error)
            continue
        done += 1
    return done


def _identity(path: Path | None) -> tuple[int, int] | None:
    try:
        found = None if path is None else path.stat()
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def _same_file(one: Path | None, other: Path | None) -> bool:
    return one == other or (_identity(one) is not None and _identity(one) == _identity(other))


def _file_key(path: Path) -> str:
    # Equal for two names of one file, on systems that don't tell A from a too.
    name = os.path.normcase(path)
    return name.casefold() if sys.platform == "darwin" else name
