"""`mjlog sample`: the bundled log."""

import click

import mjlog
from mjlog.cli.output import to_stdout

__all__ = ["sample"]


@click.command(
    short_help="Print a made-up log to try things with. 見本の牌譜",
    epilog="""\b
    Example:
      mjlog sample > sample.mjlog""",
)
def sample() -> None:
    """Print the bundled made-up log (XML) to standard output.

    付属の架空の牌譜を標準出力に書きます。
    """
    to_stdout(mjlog.sample())
