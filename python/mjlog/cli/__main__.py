"""`python -m mjlog.cli`, for those whose PATH lacks the command."""

from mjlog.cli import main

main(prog_name="mjlog")
