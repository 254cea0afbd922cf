"""The audit finds lies: one thing is changed in a true log, in some 100 places of each kind, and it has to notice.

Every kind is told twice: of logs as they are, and of logs that lost their seed, so that no wall gives the lie away.
MJLOG_LIES_SEED draws other places.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

import lies_calls
import lies_course
import lies_discards
import lies_dora
import lies_draws
import lies_owari
import lies_payments
import lies_riichi
import lies_ryuukyoku
import lies_wins
import mjlog
from conftest import Telling
from lies import KINDS, NEUTRAL, Kind, Told, tell
from replayed import Game

if TYPE_CHECKING:
    from shared import Corpus

MODULES = [
    lies_draws,
    lies_discards,
    lies_calls,
    lies_dora,
    lies_riichi,
    lies_wins,
    lies_payments,
    lies_ryuukyoku,
    lies_course,
    lies_owari,
]
SEED = os.environ.get("MJLOG_LIES_SEED", "1")
PLACES = 100
PLACES_IN_ONE = 10
"""Where the bundled log is all there is."""
MISSED = 1
"""Of 100 places."""
# Fewer places than wanted: the corpus has no more.
RARE = {
    "a connection lost twice": 30,
    "daiminkan: of the player's own": 20,
    "payment: pao is gone": 6,
    "payment: another seat is liable (包)": 6,
    "payment: what chips are for": 5,
    "INIT: chips": 50,
    "AGARI: two of a double ron exchanged": 15,
    "AGARI: fu of a yakuman": 20,
    "the end of a game that need not end is gone": 5,
}
WALLS = [True, False]


def ways(kinds: dict[str, Kind]) -> list[tuple[str, bool]]:
    return [(name, wall) for name, kind in kinds.items() for wall in WALLS if kind.wall in (None, wall)]


def named(way: object) -> str:
    return f"{way}" if isinstance(way, str) else "as it is" if way else "no seed"


@pytest.fixture(scope="module")
def games(request: pytest.FixtureRequest, tell: Telling) -> dict[str, Game]:
    """The real logs where there are any, else the bundled one."""
    if not os.environ.get("MJLOG_SHARED"):
        tell("lies", "MJLOG_SHARED is not set: the lies are told of the bundled log alone")
        return {"sample": Game.read(mjlog.sample())}
    corpus: Corpus = request.getfixturevalue("corpus")
    return {log.file: Game.read(log.read()) for log in corpus.logs}


def told_and_held(
    kind: Kind, games: dict[str, Game], wall: bool
) -> list[tuple[Told, mjlog.AuditReport | mjlog.MjlogError]]:
    count = PLACES if len(games) > 1 else PLACES_IN_ONE
    told = tell(kind, games, count, Random(f"{SEED} {kind.name} {wall}"), wall=wall)
    wanted = RARE.get(kind.name, PLACES) if len(games) > 1 else 0
    assert len(told) >= wanted, "fewer places than the corpus has"
    assert all(one.text != games[one.log].text({}, wall=wall) for one in told)
    return list(zip(told, mjlog.audit_batch([one.text for one in told]), strict=True))


Row = dict[bool, tuple[int, int, int, Counter[str]]]
"""With the seed and without: places, logs, how many were found, and by which check first."""


@pytest.fixture(scope="module")
def table(tell: Telling) -> Iterator[dict[str, Row]]:
    """Say at the end what became of each kind."""
    rows: dict[str, Row] = {}
    yield rows
    width = max(map(cell_len, KINDS))
    tell("lies", f"MJLOG_LIES_SEED={SEED}; found of places (in so many logs); then of the logs without their seed")
    totals = [0, 0]
    for name, row in rows.items():
        found = {wall: f"{n} of {places} ({logs})" for wall, (places, logs, n, _) in row.items()}
        by = Counter[str]()
        for places, _, n, checks in row.values():
            by += checks
            totals = [totals[0] + places, totals[1] + n]
        most = ", ".join(f"{check} {count}" for check, count in by.most_common(3))
        space = " " * (width - cell_len(name))
        tell("lies", f"{name}{space}  {found.get(True, '-'):<17}  {found.get(False, '-'):<17}  {most}")
    tell("lies", f"{len(rows)} kinds, {totals[1]} found of {totals[0]}")


@pytest.mark.parametrize(("name", "wall"), ways(KINDS), ids=named)
def test_lies_are_found(name: str, wall: bool, games: dict[str, Game], table: dict[str, Row]) -> None:
    held = told_and_held(KINDS[name], games, wall)
    missed = [one for one, report in held if isinstance(report, mjlog.AuditReport) and report.ok]
    by = Counter(
        f"unreadable: {report.kind}" if isinstance(report, mjlog.MjlogError) else report.findings[0].check
        for _, report in held
        if isinstance(report, mjlog.MjlogError) or not report.ok
    )
    logs = len({one.log for one, _ in held})
    table.setdefault(name, {})[wall] = (len(held), logs, len(held) - len(missed), by)
    examples = "\n".join(f"{one.log}, round {one.round}: {one.lie.what}" for one in missed[:5])
    few = 100 * len(missed) <= MISSED * len(held)
    assert few, f"{len(missed)} of {len(held)} were missed:\n{examples}"


@pytest.mark.parametrize(("name", "wall"), ways(NEUTRAL), ids=named)
def test_neutral_changes_are_no_findings(name: str, wall: bool, games: dict[str, Game], tell: Telling) -> None:
    held = told_and_held(NEUTRAL[name], games, wall)
    wrong = [(one, report) for one, report in held if isinstance(report, mjlog.MjlogError) or not report.ok]
    tell("neutral changes", f"{name + ('' if wall else ' (no seed)'):<70}{len(held):>4} places, {len(wrong)} findings")
    said = [(one, report if isinstance(report, mjlog.MjlogError) else report.findings[0]) for one, report in wrong[:5]]
    examples = "\n".join(f"{one.log}, round {one.round}: {one.lie.what}: {why}" for one, why in said)
    assert not wrong, f"{len(wrong)} of {len(held)}:\n{examples}"


def test_there_are_enough_kinds() -> None:
    assert {module.__name__ for module in MODULES} == {kind.places.__module__ for kind in KINDS.values()}
    assert len(KINDS) > 100


def test_neutral_changes_are_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "AUDIT.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    for kind in NEUTRAL.values():
        assert (kind.name, kind.reason) in listed
    assert f"{len(KINDS)} kinds of lies" in page
