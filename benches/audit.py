"""The audit of games against their conversion, and against majiang-core on node, which replays and scores them."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

from figures import HERE, Figures, Report, Row, run_peer
from logs import with_walls

import mjlog

NO_KUITAN, TABLE_RULES = 0x04, 0x700
"""Bits of GO's type: no open tanyao; a tournament, chips, a honba of 1500."""


def plain(log: bytes) -> bool:
    """Whether a log's table has the rules that the replay on node takes."""
    go = mjlog.parse(log).go
    return go is not None and not go.type & (NO_KUITAN | TABLE_RULES)


def timed(logs: list[bytes], work: Callable[[bytes], object]) -> float:
    """One pass over all logs, in microseconds a log."""
    start = time.perf_counter()
    for log in logs:
        work(log)
    return (time.perf_counter() - start) / len(logs) * 1e6


def run(folder: Path, passes: int, rounds: int) -> Report:
    """Measure the audit; `folder` is for files that are not kept."""
    chosen = with_walls(folder)
    logs = [log for path in chosen.paths if plain(log := path.read_bytes())]
    listed = folder / "logs.jsonl"
    listed.write_text("".join(json.dumps(log.decode()) + "\n" for log in logs), encoding="utf-8")
    node = ["node", str(HERE / "node" / "replay.js"), str(listed)]
    # Those that tenhou-log converts, for both.
    logs = [logs[i] for i in run_peer([*node, "0"])["majiang-core"]["ok"]]
    no_seed = [re.sub(rb"<SHUFFLE[^>]*>", b"", log) for log in logs]
    found = sum(len(mjlog.audit(log).findings) for log in logs)
    assert not found, f"{found} findings in {chosen.kind} logs"
    figures = Figures("log")
    for _ in range(rounds):
        for task, result in run_peer([*node, str(passes)]).items():
            figures.add(task, result["passes"], (result["wins"], result["wrong"]))
        for task, work, data in (
            ("convert_json", mjlog.convert_json, logs),
            ("mjlog.audit", mjlog.audit, logs),
            ("mjlog.audit, no walls", mjlog.audit, no_seed),
        ):
            timed(data, work)
            figures.add(task, [timed(data, work) for _ in range(passes)])
    for wins, wrong in (check for check in figures.checks.values() if check):
        assert wins, "no win was scored"
        assert not wrong, f"majiang-core finds {wrong} faults in {wins} wins and their games"
    from_log = figures["tenhou-log and majiang-core, checked"]
    audit, bare = figures["mjlog.audit"], figures["mjlog.audit, no walls"]
    rows = [
        Row("mjlog.audit", "convert_json of the same log", audit / figures["convert_json"], 15, at_most=True),
        Row("mjlog.audit", "tenhou-log and majiang-core on node, checked", from_log / audit, 25),
        Row("mjlog.audit", "majiang-core on node, checked, of paipu", figures["majiang-core, checked"] / audit, None),
        Row("mjlog.audit, no walls", "majiang-core on node, nothing checked", figures["majiang-core"] / bare, None),
    ]
    notes = [
        "majiang-core builds no walls and checks no payments, and is told the yaku of the moment.",
        "`checked`: moves, tenpai and furiten as its own Game asks for them.",
    ]
    heading = f"Audit of {len(logs)} {chosen.kind} logs with their walls; medians"
    return Report(heading, figures, rows, notes, chosen.real)
