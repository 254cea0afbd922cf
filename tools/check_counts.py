"""Count the instructions of the core's calls under valgrind and hold them to the committed limits.

`python3 tools/check_counts.py` prints the table and fails where a count is above its limit;
with `--update` it takes what was counted as the new limits. It needs valgrind, and gungraun-runner
on PATH or in target/tools/bin. Counts depend on the compiler, the allocator and the processor's
vector instructions: the limits are of the machine that `limits.toml` names.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIMITS = ROOT / "rust" / "core" / "benches" / "limits.toml"
TOOLS = ROOT / "target" / "tools" / "bin"
BENCH = "cargo bench --quiet --locked -p mjlog-core --bench instructions -- --output-format=json"


def output_of(command: str, env: dict[str, str] | None = None) -> str:
    """Run a command and give its standard output; its errors pass through."""
    run = subprocess.run(command.split(), cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"check_counts: `{command}` failed with {run.returncode}")
    return run.stdout


def count() -> dict[str, int]:
    """Run the bench: instructions by the name of its function."""
    path = f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}"
    for program, remedy in {"valgrind": "apt-get install valgrind", "gungraun-runner": "`make counts` gets it"}.items():
        if shutil.which(program, path=path) is None:
            sys.exit(f"check_counts: {program} is missing: {remedy}")
    summaries = map(json.loads, output_of(BENCH, os.environ | {"PATH": path}).splitlines())
    counts = {summary["function_name"]: instructions(summary) for summary in summaries}
    # A stripped binary has no symbols to tell the call from what is round it by.
    if not counts or min(counts.values()) <= 0:
        sys.exit(f"check_counts: nothing was counted: {counts}")
    return counts


def instructions(summary: dict[str, Any]) -> int:
    """Take the instruction count out of a summary of gungraun's."""
    (profile,) = (profile for profile in summary["profiles"] if profile["tool"] == "Callgrind")
    return int(profile["data"]["total"]["metrics"]["Ir"]["values"]["new"])


def machine() -> str:
    """Name what counts depend on."""
    rustc = output_of("rustc --version").split()[1]
    libc = " ".join(platform.libc_ver())
    return f"rustc {rustc}, {libc}, {platform.machine()}"


def write(counts: dict[str, int], tolerance: float) -> None:
    """Take the counts as the new limits."""
    lines = [
        "# Instructions that each call of benches/instructions.rs takes. Written by tools/check_counts.py --update.",
        f'machine = "{machine()}"',
        f"tolerance = {tolerance}",
        "",
        "[instructions]",
        *(f"{name} = {number:_}" for name, number in counts.items()),
    ]
    LIMITS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def compare(counts: dict[str, int], limits: dict[str, Any]) -> bool:
    """Print the table; say whether all is within the limits."""
    committed, tolerance = limits["instructions"], limits["tolerance"]
    print(f"{'instructions':<18}{'now':>12}{'committed':>12}{'change':>9}")
    good = True
    for name in sorted(counts.keys() | committed.keys(), key=[*counts, *committed].index):
        now, then = counts.get(name), committed.get(name)
        if now is None or then is None:
            where = LIMITS.name if now is None else "the bench"
            print(f"{name:<18}{now or 0:>12,}{then or 0:>12,}{'':>9}  only in {where}")
            good = False
            continue
        change = now / then - 1
        verdict = "TOO MANY" if change > tolerance else "fewer: --update keeps it so" if change < -tolerance else ""
        print(f"{name:<18}{now:>12,}{then:>12,}{change:>+9.1%}  {verdict}".rstrip())
        good &= change <= tolerance
    return good


def main() -> None:
    """Count, and compare or update."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="take what was counted as the new limits")
    update = parser.parse_args().update
    limits: dict[str, Any] = {"instructions": {}, "tolerance": 0.03, "machine": "no machine"}
    if LIMITS.exists():
        limits |= tomllib.loads(LIMITS.read_text(encoding="utf-8"))
    counts = count()
    good = compare(counts, limits)
    if update:
        write(counts, limits["tolerance"])
    elif not good:
        here = machine()
        remark = "" if here == limits["machine"] else f"; they are of {limits['machine']}, this is {here}"
        sys.exit(f"check_counts: not within +{limits['tolerance']:.0%} of {LIMITS.relative_to(ROOT)}{remark}")


if __name__ == "__main__":
    main()
