"""`python -m mjlog`: the command, for those whose PATH lacks it."""

from mjlog.cli import main

if __name__ == "__main__":
    main(prog_name="mjlog")
