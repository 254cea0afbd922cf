"""`mjlog convert` with one log: to standard output, or to a file of its own."""

import io
import os
from pathlib import Path
from typing import Any

import click

from mjlog.cli.bulk import BulkOptions, run
from mjlog.cli.inputs import STDIN, is_folder, stdin_buffer
from mjlog.cli.output import to_stdout, write_whole
from mjlog.cli.problems import Report

__all__ = ["convert_single", "is_single"]


def is_single(inputs: tuple[str, ...], output: str | None, options: BulkOptions) -> bool:
    """Tell whether it is one log, as far as can be seen, and goes where one log goes."""
    if len(inputs) != 1 or options.shape or is_folder(Path(inputs[0])) or _holds_logs(inputs[0]):
        return False
    if output is None or is_folder(Path(output)):
        return True
    from mjlog.bulk.sinks.choose import kind_of_output  # noqa: PLC0415 - loaded when it is needed

    return kind_of_output(output) not in ("lines", "parquet")


def _holds_logs(name: str) -> bool:
    """Tell whether an input is an archive, a database or a pattern."""
    from mjlog.bulk.sources.files import is_pattern  # noqa: PLC0415 - loaded when it is needed
    from mjlog.bulk.sources.kinds import HEAD, Kind, gunzipped, kind_of  # noqa: PLC0415

    if name != STDIN and not os.path.isfile(name):  # noqa: PTH113 - a name with its stray bytes
        return not os.path.lexists(name) and is_pattern(name)
    try:
        if name != STDIN:
            with open(name, "rb") as file:  # noqa: PTH123
                head = file.read(HEAD)
        elif isinstance(stdin := stdin_buffer(), io.BufferedReader):
            head = stdin.peek(HEAD)
        else:
            return False
    except OSError:
        return False
    kind = kind_of(head)
    if kind is Kind.GZIP:
        kind = kind_of(gunzipped(head))
    return kind not in (Kind.LOG, Kind.GZIP)


def convert_single(
    name: str, output: str | None, options: BulkOptions, *, indent: int | None, quiet: bool, **shape: Any
) -> None:
    """Convert the log, and write it when it is whole; ends the command.

    Raises:
        click.UsageError: there is no name to give to the output, or it is the input.

    """
    from mjlog.bulk.sinks.files import indented  # noqa: PLC0415 - loaded when it is needed

    if shape["log_id"] and name == STDIN:
        raise click.UsageError("--log-id takes the id from the file's name, and standard input has none")
    target = _target(name, output)
    made = io.BytesIO()
    report = run((name,), made, options, quiet=quiet, **shape)
    paipu = made.getvalue()
    if indent is not None and paipu:
        paipu = indented(paipu, indent)
    elif target is not None:
        paipu = paipu.removesuffix(b"\n")
    status = 0 if report.ok else 1
    if target is None:
        to_stdout(paipu)
    elif report.converted:
        status = _written(target, paipu) or status
    click.get_current_context().exit(status)


def _written(target: Path, paipu: bytes) -> int:
    report = Report()
    try:
        write_whole(target, paipu)
    except OSError as error:
        report.failed(str(target), error)
    return report.status


def _target(name: str, output: str | None) -> Path | None:
    """Give the file to write, or None for standard output."""
    from mjlog.bulk.sources.named import Named  # noqa: PLC0415 - loaded when it is needed
    from mjlog.bulk.sources.names import name_of  # noqa: PLC0415

    if output is None or output == STDIN:
        return None
    target = Path(output)
    if output.endswith(("/", os.sep)) or is_folder(target):
        if name == STDIN:
            raise click.UsageError(f"{output} is a folder, and standard input has no name: give -o a file")
        try:
            target.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise click.UsageError(f"{target} is no folder") from None
        target /= f"{name_of(name, '')}.json"
    if name != STDIN and Named([name]).is_input(output if target == Path(output) else str(target)):
        raise click.UsageError(f"{target} is an input: choose another output")
    return target
