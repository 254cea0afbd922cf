"""Speed and memory against peers, all in one run: ratios, with the answers checked.

Every figure is the median of several passes over the same logs or hands, in microseconds for one.
The passes of all programs take turns, so that a machine that slows down slows all of them.
"""

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

PARTS = {
    "conversion": "conversion",
    "hands": "scoring",
    "bulk": "bulk",
    "walls": "walls",
    "audit": "audit",
    "synth": "synth",
}
"""Each part's module. It is imported when its turn comes: the peers of another would
leave objects behind that Python's collector goes through in every pass."""


def main() -> None:
    """Run everything, or one part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="run this part alone")
    parser.add_argument("--passes", type=int, default=3, help="passes of each task in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--logs", type=int, help="logs in the archives of `bulk`; 100,000 by default")
    parser.add_argument("--folder", type=Path, help="keep the archives of `bulk` there for the next run")
    arguments = parser.parse_args()
    chosen = [arguments.only] if arguments.only else list(PARTS)
    reports = []
    for part in chosen:
        with tempfile.TemporaryDirectory() as name:
            own = {"logs": arguments.logs, "kept": arguments.folder} if part == "bulk" else {}
            report = importlib.import_module(PARTS[part]).run(Path(name), arguments.passes, arguments.rounds, **own)
        report.show()
        reports.append(report)
    sys.exit(0 if all(report.reached for report in reports) else 1)


if __name__ == "__main__":
    main()
