"""The command group: what `mjlog` alone says, and how every command ends."""

from typing import Any

import click

import mjlog
from mjlog.cli.audit import audit
from mjlog.cli.convert import convert
from mjlog.cli.explain import explain
from mjlog.cli.info import info
from mjlog.cli.output import speak_utf8
from mjlog.cli.problems import orderly
from mjlog.cli.sample import sample
from mjlog.cli.score import score
from mjlog.cli.synth import synth
from mjlog.cli.wall import wall

__all__ = ["main"]


class Program(click.Group):
    """A group that ends in order, whatever stops it."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options."""
        with orderly():
            speak_utf8()
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with orderly():
            return super().invoke(ctx)


@click.command(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
    Example:
      mjlog sample | mjlog convert --indent 1

    Exit status: 0 all well, 1 some input failed, 2 wrong usage.""",
)
@click.version_option(mjlog.__version__, prog_name="mjlog", message="%(prog)s %(version)s")
def main() -> None:
    """Tenhou's game logs (mjlog): convert, look at and audit them.

    天鳳の牌譜 (mjlog) を変換・表示・検証します。
    """


main.add_command(audit)
main.add_command(convert)
main.add_command(explain)
main.add_command(info)
main.add_command(sample)
main.add_command(score)
main.add_command(synth)
main.add_command(wall)
