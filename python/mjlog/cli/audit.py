"""`mjlog audit`: whether what logs say is true."""

import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

import mjlog
from mjlog.cli.bulk import listing_options, names_in
from mjlog.cli.check_names import CHECK_NAMES
from mjlog.cli.inputs import STDIN, or_stdin, stdin_buffer
from mjlog.cli.output import stdout_buffer, text_to_stdout
from mjlog.cli.problems import Report, say, shown
from mjlog.cli.words import Words, columns, in_language, lang_option, round_name

if TYPE_CHECKING:
    from mjlog.bulk.records import Entry
    from mjlog.log import Log

__all__ = ["audit"]

_MOST = 256
"""Findings of a log that are kept."""
_HEADINGS = [
    ("round", "局"),
    ("element", "要素"),
    ("byte", "位置"),
    ("check", "検査"),
    ("expected", "正"),
    ("found", "牌譜"),
]


@click.command(
    short_help="Hold logs to the rules: could it have happened? 牌譜の検証",
    epilog="""\b
    Examples:
      mjlog audit game.mjlog
      mjlog audit --json 2019.zip logs.db | jq 'select(.ok | not)'

    Exit status: 0 all true, 1 findings or logs that can't be read, 2 wrong usage.""",
)
@click.argument("inputs", metavar="[FILE|DIR|ARCHIVE|DB]...", nargs=-1, type=click.Path(readable=False))
@click.option("--json", "in_json", is_flag=True, help="Print one JSON object a line for each log. JSONで出力")
@click.option("--notes", is_flag=True, help="Show too what is odd and true all the same. 注記も表示")
@listing_options
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of how far it is, and no sums. 集計などを出さない")
@lang_option
def audit(inputs: tuple[str, ...], *, in_json: bool, notes: bool, quiet: bool, lang: str, **options: Any) -> None:
    """Hold logs to Tenhou's rules: whether the game could have happened, and was paid right.

    牌譜を検証します。牌山・打牌・和了・授受・局の進行を天鳳のルールと照合します。三人麻雀も。

    Rebuilds the walls from the seed, replays every move, scores each win again, and checks
    each payment, the course of the game and its end, for four players and three. Shows what
    is not as the rules have it: the round, the element, the rule, what was expected and what
    the log has.

    Takes any number of logs, from files, folders, zip, tar, SQLite, Parquet and JSON lines.
    Without an input, or with -, the log comes from standard input.
    """
    if not (options["files_from"] and not inputs):
        inputs = or_stdin(inputs, "audit")
    if [*inputs, options["files_from"], options["ids"]].count(STDIN) > 1:
        raise click.UsageError("standard input can be only one: the log, --files-from or --ids")
    sources: list[Any] = [stdin_buffer() if name == STDIN else name for name in inputs]
    if options["files_from"]:
        sources += names_in(options["files_from"])
    show = _Lines() if in_json else _Text(in_language(lang), notes=notes)
    failed = _run(sources, options, show, quiet=quiet)
    if not quiet:
        show.finish()
    click.get_current_context().exit(1 if failed or show.sums.findings else 0)


def _run(sources: list[Any], options: dict[str, Any], show: "_Lines | _Text", *, quiet: bool) -> int:
    """Audit everything; gives how many logs could not be read."""
    from mjlog.bulk import Failure, Progress  # noqa: PLC0415 - loaded when it is needed
    from mjlog.bulk.audits import audited  # noqa: PLC0415
    from mjlog.bulk.extent import Extent  # noqa: PLC0415
    from mjlog.bulk.sources import iter_entries  # noqa: PLC0415
    from mjlog.cli.progress import display  # noqa: PLC0415

    wanted = None if options["ids"] is None else [line.split()[0] for line in names_in(options["ids"])]
    listing = {name: options[name] for name in ("since", "until", "sql_table", "id_column", "log_column")}
    try:
        entries = iter_entries(sources, ids=wanted, **listing)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    told = Report(quiet=quiet)
    began, extent, read = time.monotonic(), Extent(sources), 0
    # A bar would stand in the way of what is printed.
    with display(told, quiet=quiet or stdout_buffer().isatty(), errors="--json") as shown_meanwhile:
        for entry, data, result in audited(islice(entries, options["limit"]), threads=options["threads"]):
            read += len(data)
            if isinstance(result, mjlog.MjlogError):
                show.sums.failed += 1
                shown_meanwhile.failed(Failure(entry.source, entry.id, result))
            show.sums.count(result)
            show.log(entry, data, result)
            done = show.sums.logs + show.sums.failed
            if not done % 128:
                seconds = time.monotonic() - began
                shown_meanwhile.progress(
                    Progress(done, extent.share(read), show.sums.logs, show.sums.failed, read, seconds, 0)
                )
    return show.sums.failed


@dataclass(slots=True)
class _Sums:
    """What came of all logs."""

    logs: int = 0
    failed: int = 0
    wrong: int = 0
    """Logs with findings."""
    findings: int = 0
    left_out: int = 0
    """Findings of no check, since reports only count them."""
    rounds: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    by_check: Counter[str] = field(default_factory=Counter)
    by_note: Counter[str] = field(default_factory=Counter)

    def count(self, result: mjlog.AuditReport | mjlog.MjlogError) -> None:
        if isinstance(result, mjlog.MjlogError):
            return
        self.logs += 1
        self.rounds += result.rounds
        self.checked.update(result.checked)
        self.by_note.update({note.check for note in result.notes})
        if not result.ok:
            self.wrong += 1
            self.findings += len(result.findings) + result.left_out
            self.left_out += result.left_out
            self.by_check.update(finding.check for finding in result.findings)


class _Lines:
    """One JSON object a log."""

    def __init__(self) -> None:
        self.sums = _Sums()

    def log(self, entry: "Entry", _: bytes, result: mjlog.AuditReport | mjlog.MjlogError) -> None:
        row: dict[str, object] = {"id": entry.id, "source": entry.source}
        if isinstance(result, mjlog.MjlogError):
            place = {"element": result.element, "offset": result.offset, "round": result.round}
            row |= {"ok": False, "error": {"kind": result.kind, "message": result.message} | place}
        else:
            row |= result.to_dict()
        text_to_stdout(json.dumps(row, ensure_ascii=False))

    def finish(self) -> None:
        for line in _summary(self.sums, in_language("en")):
            say(line)


class _Text:
    """A table for each log that has findings, and sums at the end."""

    def __init__(self, words: Words, *, notes: bool) -> None:
        self.sums = _Sums()
        self._words = words
        self._notes = notes

    def log(self, entry: "Entry", data: bytes, result: mjlog.AuditReport | mjlog.MjlogError) -> None:
        if isinstance(result, mjlog.MjlogError):
            return
        found = [*result.findings, *(result.notes if self._notes else ())]
        if not found:
            return
        words, log = self._words, _parsed(data)
        rows = [tuple(words(*heading) for heading in _HEADINGS), *(_row(finding, log, words) for finding in found)]
        lines = [shown(entry.source), *(f"  {line}" for line in columns(rows, right=frozenset({2})))]
        if result.left_out:
            lines += ["  " + words(f"… and {result.left_out} more", f"… ほか{result.left_out}件")]
        text_to_stdout("\n".join([*lines, ""]))

    def finish(self) -> None:
        text_to_stdout("\n".join(_summary(self.sums, self._words, hint=not self._notes)))


def _parsed(data: bytes) -> "Log | None":
    """Parse what may be so out of order that only the audit reads it."""
    try:
        return mjlog.parse(data)
    except mjlog.MjlogError:
        return None


def _row(finding: mjlog.Finding, log: "Log | None", words: Words) -> tuple[str, ...]:
    name = "-"
    if finding.round is not None:
        name = f"#{finding.round}"
    if finding.round is not None and log is not None:
        init = log.rounds[finding.round].init
        name = round_name(init.round, init.honba, words)
    check = _check_name(finding.check, words)
    told = (finding.element, str(finding.offset), check, finding.expected, finding.found)
    return (name, *map(shown, told))


def _check_name(check: str, words: Words) -> str:
    """Name a check as programs do; in Japanese its name, too."""
    return words(check, f"{check} {CHECK_NAMES[check]}")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _summary(sums: _Sums, words: Words, *, hint: bool = False) -> Iterable[str]:
    checks = sums.checked.total()
    yield words(
        f"{_many(sums.logs, 'log')}, {_many(sums.rounds, 'round')}, {_many(checks, 'check')}: "
        f"{_many(sums.findings, 'finding')} in {_many(sums.wrong, 'log')}, {sums.failed:,} failed",
        f"{sums.logs:,}牌譜、{sums.rounds:,}局、{checks:,}項目を検査: "
        f"{sums.wrong:,}牌譜に{sums.findings:,}件の不一致、読めない牌譜{sums.failed:,}",
    )
    rows = [
        (f"{count:,}", check, words(mjlog.AUDIT_CHECKS[check], CHECK_NAMES[check]))
        for check, count in sums.by_check.most_common()
    ]
    if rows:
        yield from (f"  {line}" for line in columns(rows, right=frozenset({0})))
    if sums.left_out:
        yield "  " + words(
            f"and {sums.left_out:,} more: of a check in a round four are kept, of a log {_MOST}",
            f"ほか{sums.left_out:,}件: 同じ局の同じ検査は4件、1牌譜は{_MOST}件まで表示",
        )
    if sums.by_note:
        told = ", ".join(f"{_check_name(check, words)} {count:,}" for check, count in sums.by_note.most_common())
        more = words(" (--notes shows them)", " (--notes で表示)") if hint else ""
        yield words(f"notes, by logs: {told}{more}", f"注記のある牌譜: {told}{more}")
