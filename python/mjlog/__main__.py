"""`python -m mjlog`: the command."""

from mjlog.cli import main

main()
