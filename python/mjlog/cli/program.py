"""The command group: what `mjlog` alone says, and how every command ends."""

from importlib import import_module
from typing import Any

import click

import mjlog
from mjlog.cli.output import speak_utf8
from mjlog.cli.problems import orderly

__all__ = ["main"]

_COMMANDS = ("audit", "convert", "explain", "info", "sample", "score", "synth", "wall")
"""Each is called as its module."""


class Program(click.Group):
    """A group that ends in order, whatever stops it. A command is loaded when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Name all commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"mjlog.cli.{cmd_name}"), cmd_name)
        return command

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
