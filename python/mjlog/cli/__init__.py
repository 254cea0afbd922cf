"""The command `mjlog`."""

import sys

try:
    from mjlog.cli.program import main
except KeyboardInterrupt:  # Ctrl+C while click is loaded
    sys.exit(130)

__all__ = ["main"]
