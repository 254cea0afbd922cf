"""What goes wrong, said on standard error in one way, and never as a traceback."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL

import click

from mjlog._core import error_kinds
from mjlog.cli.output import abandon
from mjlog.errors import MjlogError

__all__ = ["CLOSED_PIPE", "INTERRUPTED", "Report", "is_closed_pipe", "orderly", "reason", "say", "shown"]

INTERRUPTED = 130
"""Exit status after Ctrl+C."""
CLOSED_PIPE = 141
"""Exit status when no one reads the output any more, as a shell gives for SIGPIPE."""

# Where the command has another way than the library.
_HINTS = {
    "sanma": "`mjlog info` reads three-player logs.",
    "bad_mianzi": "Look at the code with `mjlog explain CODE`.",
}
# What remedies call by the library's names. Not every command has an option for each.
_ARGUMENTS = ("partial", "limits", "sql_table", "log_column", "strict")


def shown(text: object) -> str:
    """Make a text safe for terminals: control characters and stray bytes are written out."""
    return "".join(c if c.isprintable() or c == "\u3000" else ascii(c)[1:-1] for c in str(text))


def reason(error: Exception) -> str:
    """Say why, in words and without the file's name."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, MemoryError):
        return "too large for this machine's memory"
    return str(error) or type(error).__name__


def _complain(line: str) -> None:
    try:
        click.echo(line, err=True)
    except OSError:
        abandon(sys.stderr)
        raise


def say(message: str) -> None:
    """Print a line on standard error."""
    _complain(f"mjlog: {shown(message)}")


def is_closed_pipe(error: OSError) -> bool:
    """Tell whether the reader of our output went away."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == EINVAL)


@contextmanager
def orderly() -> Iterator[None]:
    """End without a traceback on Ctrl+C, a closed pipe, a full disk."""
    try:
        yield
    except KeyboardInterrupt:
        with suppress(ValueError):  # no signals outside the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(OSError):
            say("interrupted")
        raise click.exceptions.Exit(INTERRUPTED) from None
    except OSError as error:
        abandon(sys.stdout)
        if is_closed_pipe(error):
            raise click.exceptions.Exit(CLOSED_PIPE) from None
        with suppress(OSError):
            say(f"{error.filename or 'standard output'}: {reason(error)}")
        raise click.exceptions.Exit(1) from None
    except UnicodeEncodeError as error:
        raise click.UsageError(f"{shown(error.object)}: it holds bytes that are no text") from None


def _renamed(sentence: str, options: dict[str, str]) -> str:
    for name, option in options.items():
        sentence = sentence.replace(f"`{name}`", f"`{option}`")
    return sentence


def _hint(kind: str) -> str:
    """Say what to do about an error, in the words of the command that runs: of sentences, those it can follow."""
    remedy = next((remedy for name, _, remedy in error_kinds() if name == kind), "")
    context = click.get_current_context(silent=True)
    there = {option for one in context.command.params for option in one.opts} if context else set()
    told = []
    for sentence in re.split(r"(?<=\.) ", _HINTS.get(kind, remedy)):
        options = {name: "--" + name.replace("_", "-") for name in _ARGUMENTS if f"`{name}`" in sentence}
        if there.issuperset(options.values()):
            told.append(_renamed(sentence, options))
    return " ".join(told)


class Report:
    """Tells of failures and warnings as they come, and counts what failed."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Make a report; a quiet one tells of failures only."""
        self.quiet = quiet
        self.failures = 0
        self._hinted: set[str] = set()

    def failed(self, what: str, error: Exception) -> None:
        """Say what failed and why, and once for each kind of error what to do."""
        self.failures += 1
        say(f"{what}: {reason(error)}")
        if isinstance(error, MjlogError) and not self.quiet and error.kind not in self._hinted:
            self._hinted.add(error.kind)
            if hint := _hint(error.kind):
                _complain(f"  hint: {shown(hint)}")

    def warned(self, what: str, warning: object) -> None:
        """Say what is odd about an input that was converted all the same."""
        if not self.quiet:
            say(f"{what}: warning: {warning}")

    @property
    def status(self) -> int:
        """The exit status: 0, or 1 when something failed."""
        return 1 if self.failures else 0
