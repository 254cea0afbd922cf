"""Figures and rows of the benchmark, and how they are printed."""

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS = ROOT / "target" / "peers" / "release"


@dataclass
class Figures:
    """Microseconds a log or a hand, by task; and what the peers said of their answers."""

    unit: str
    """log or hand."""
    passes: dict[str, list[float]] = field(default_factory=dict)
    checks: dict[str, Any] = field(default_factory=dict)

    def add(self, task: str, figures: list[float], check: object = None) -> None:
        """Take the figures of some passes."""
        self.passes.setdefault(task, []).extend(figures)
        self.checks[task] = check

    def __getitem__(self, task: str) -> float:
        """The median of all passes."""
        return statistics.median(self.passes[task])


@dataclass
class Row:
    """One line of the table."""

    what: str
    against: str
    ratio: float
    reach: float | None
    """None: only shown."""
    at_most: bool = False
    unit: str = "x"

    @property
    def reached(self) -> bool:
        """Whether the target is met, if there is one."""
        if self.reach is None:
            return True
        return self.ratio <= self.reach if self.at_most else self.ratio >= self.reach

    @property
    def target(self) -> str:
        """The last two columns."""
        if self.reach is None:
            return "| "
        sign = "at most" if self.at_most else "at least"
        return f"{sign} {self.reach:g}{self.unit} | {'yes' if self.reached else 'NO'}"


@dataclass
class Report:
    """What one part of the benchmark found."""

    heading: str
    figures: Figures
    rows: list[Row]
    notes: list[str]
    binding: bool = True
    """The targets are for what was measured, not for real logs or random hands that made-up games stand in for."""

    @property
    def reached(self) -> bool:
        """Whether all targets that bind are met."""
        return not self.binding or all(row.reached for row in self.rows)

    def show(self) -> None:
        """Print both tables and the notes."""
        print(f"\n{self.heading}\n")
        print(f"| task | µs a {self.figures.unit} | least | most | passes |\n| --- | ---: | ---: | ---: | ---: |")
        digits = 1 if self.figures.unit == "log" else 3
        for task, passes in self.figures.passes.items():
            middle, least, most = statistics.median(passes), min(passes), max(passes)
            print(f"| {task} | {middle:.{digits}f} | {least:.{digits}f} | {most:.{digits}f} | {len(passes)} |")
        print("\n| what | against | ratio | target | reached |\n| --- | --- | ---: | ---: | --- |")
        for row in self.rows:
            print(f"| {row.what} | {row.against} | {row.ratio:.2f}{row.unit} | {row.target} |")
        print()
        for note in self.notes:
            print(note)
        if not self.binding:
            print("Made-up games stand in for what the targets are for: here they are only shown.")


def run_peer(argv: list[str]) -> dict[str, Any]:
    """Run a program that times a peer: its report, by task."""
    done = subprocess.run(argv, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(f"{' '.join(argv)} failed:\n{done.stderr}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result
