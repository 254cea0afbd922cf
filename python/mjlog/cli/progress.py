"""How far a bulk conversion is: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from mjlog.bulk import Failure, Progress, Report
from mjlog.cli import problems

if TYPE_CHECKING:
    from rich.live import Live

__all__ = ["Display", "amount", "display", "progress_line", "summary"]

SHOWN = 10
"""Failures that are told one by one."""
LINE_SECONDS = 10.0


class Display(Protocol):
    """What is shown meanwhile."""

    def progress(self, progress: Progress) -> None:
        """Show how far it is."""

    def failed(self, failure: Failure) -> None:
        """Tell of a log that failed."""

    def warned(self, source: str, what: str) -> None:
        """Tell what is odd about a log that was converted."""


def amount(count: float) -> str:
    """Give a number of bytes in words.

    >>> amount(950), amount(12_345_678)
    ('950 B', '12.3 MB')
    """
    if count < 1000:
        return f"{count:.0f} B"
    units = ["kB", "MB", "GB", "TB"]
    while len(units) > 1 and count >= 1e6:
        count /= 1000
        units.pop(0)
    return f"{count / 1000:.1f} {units[0]}"


def _rates(progress: Progress) -> tuple[float, float]:
    """Give logs and bytes a second, of this run."""
    seconds = max(progress.seconds, 1e-3)
    share = (progress.done - progress.resumed) / max(progress.done, 1)
    return (progress.done - progress.resumed) / seconds, progress.bytes_in * share / seconds


def _left(progress: Progress) -> str:
    logs, read = _rates(progress)
    if not progress.share or not logs or not read:
        return ""
    seconds = progress.bytes_in * (1 / progress.share - 1) / read
    return f", {seconds // 60:.0f} min {seconds % 60:.0f} s left"


class _Told:
    """Failures, the first few of them in full."""

    def __init__(self, report: problems.Report, errors: str | None) -> None:
        self._report = report
        self._errors = errors
        self._told = self._warned = 0

    def failed(self, failure: Failure) -> None:
        self._told += 1
        if self._told <= SHOWN:
            self._report.failed(failure.source, failure.error)
        elif self._told == SHOWN + 1:
            problems.say(f"more failures: {self._errors or '--errors FILE'} lists all of them")

    def warned(self, source: str, what: str) -> None:
        self._warned += 1
        if self._warned <= SHOWN:
            self._report.warned(source, what)
        elif self._warned == SHOWN + 1 and not self._report.quiet:
            problems.say("more warnings are not told")


class _Plain(_Told):
    """A line now and then."""

    def __init__(self, report: problems.Report, errors: str | None, *, quiet: bool) -> None:
        super().__init__(report, errors)
        self._quiet = quiet
        self._next = time.monotonic() + LINE_SECONDS

    def progress(self, progress: Progress) -> None:
        if not self._quiet and time.monotonic() >= self._next:
            self._next = time.monotonic() + LINE_SECONDS
            problems.say(progress_line(progress))


def progress_line(progress: Progress) -> str:
    """Say how far it is."""
    logs, read = _rates(progress)
    failed = f", {progress.failed:,} failed" if progress.failed else ""
    return f"{progress.done:,} logs, {logs:,.0f} logs/s, {amount(read)}/s{failed}{_left(progress)}"


class _Bar(_Told):
    """A bar and the same line, always anew."""

    def __init__(self, report: problems.Report, errors: str | None, live: "Live") -> None:
        super().__init__(report, errors)
        self._live = live

    def progress(self, progress: Progress) -> None:
        from rich.progress_bar import ProgressBar  # noqa: PLC0415 - loaded when it is needed
        from rich.table import Table  # noqa: PLC0415

        bar = ProgressBar(total=1.0, completed=progress.share or 0.0, width=24, pulse=progress.share is None)
        grid = Table.grid(padding=(0, 1))
        grid.add_row(bar, progress_line(progress))
        self._live.update(grid, refresh=True)


@contextmanager
def display(report: problems.Report, *, quiet: bool, errors: str | None = None) -> Iterator[Display]:
    """Show progress on standard error while something is done."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield _Plain(report, errors, quiet=quiet)
        return
    from rich.console import Console  # noqa: PLC0415 - loaded when it is needed
    from rich.live import Live  # noqa: PLC0415

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        yield _Bar(report, errors, live)


def summary(report: Report) -> list[str]:
    """Say what came of it."""
    seconds = max(report.seconds, 1e-3)
    first = "finished before, nothing was left to do: " if report.finished_before else ""
    first += f"{report.converted:,} converted"
    if report.skipped:
        first += f", {sum(report.skipped.values()):,} skipped ({_parts(report.skipped)})"
    first += f", {report.failures:,} failed"
    if report.failed:
        first += f" ({_parts(report.failed)})"
    done = report.converted + sum(report.skipped.values()) + report.failures
    lines = [first]
    if report.missed:
        lines.append(
            f"{report.missed:,} logs came in where a database had been read already: --overwrite takes them too"
        )
    second = f"{amount(report.bytes_in)} read, {amount(report.bytes_out)} written to {report.output}"
    return [*lines, f"{second} in {seconds:.1f} s ({done / seconds:,.0f} logs/s)"]


def _parts(counts: Mapping[str, int]) -> str:
    return ", ".join(
        f"{count:,} {kind}" for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
