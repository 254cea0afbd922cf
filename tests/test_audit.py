"""`audit`: true logs raise no alarm, and what it says of others."""

import gzip
import io
import pickle
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
import mjlog.bulk
from conftest import Telling
from handmade import HAND_MADE
from shared import Corpus
from ways import outcome

SAMPLE = HAND_MADE.decode()
TRUE = 'sc="334,0,154,43,178,0,314,-23" owari="334,43.0,197,-20.0,178,-32.0,291,9.0"'
FALSE = 'sc="334,0,154,43,178,-23,314,0" owari="334,43.0,197,-20.0,155,-34.0,314,11.0"'
FORGED = SAMPLE.replace(TRUE, FALSE)
"""In the last round another seat pays the ron, and the end of the game is made to fit."""
MADE = [check for check in mjlog.AUDIT_CHECKS if not check.startswith("note-")]


# True logs


def test_real_logs_raise_no_alarm(corpus: Corpus, tell: Telling) -> None:
    logs = [(log.file, log.read()) for log in corpus.logs]
    checked: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    rounds = alarms = 0
    told = []
    for (file, _), report in zip(logs, mjlog.audit_batch(logs), strict=True):
        assert isinstance(report, mjlog.AuditReport), (file, report)
        alarms += len(report.findings) + report.left_out
        told += [f"{file}: {finding}" for finding in report.findings[:2]]
        rounds += report.rounds
        checked.update(report.checked)
        notes.update({note.check for note in report.notes})
    tell("audit", f"{len(logs)} real logs, {rounds} rounds, {checked.total()} checks: {alarms} false alarms")
    for check in MADE:
        tell("audit", f"  {check:<18}{checked[check]:>9}")
    tell("audit", "notes, by logs: " + ", ".join(f"{note} {count}" for note, count in notes.most_common()))
    assert not told, told[:20]
    assert {check for check in MADE if not checked[check]} == set()


def test_the_bundled_log_is_true() -> None:
    report = mjlog.audit(SAMPLE)
    assert (report.findings, report.ok, report.rounds) == ((), True, 8)
    assert [note.check for note in report.notes] == ["note-no-seed"]


def test_three_players(corpus: Corpus) -> None:
    logs = [log.read() for log in corpus.three_players[:20]]
    for report in mjlog.audit_batch(logs):
        assert isinstance(report, mjlog.AuditReport)
        assert report.ok
        assert report.checked["kita"] or report.checked["win-yaku"]


# What it says


def test_a_forged_payment() -> None:
    report = mjlog.audit(FORGED)
    (finding,) = report.findings
    assert (finding.check, finding.round, finding.element) == ("payment", 7, "AGARI")
    assert FORGED.encode()[finding.offset :].startswith(b'<AGARI ba="1,2" hai="10,12,18')
    assert (finding.expected, finding.found) == ("0,4300,0,-2300", "0,4300,-2300,0")
    assert not report.ok
    assert report.rounds == 8


def test_findings_are_values() -> None:
    report = mjlog.audit(FORGED)
    (finding,) = report.findings
    assert eval(repr(finding), vars(mjlog).copy()) == finding
    assert str(finding).startswith("payment: expected ")
    assert str(finding).endswith(f" (in AGARI, byte {finding.offset}, round 7)")
    for value in (finding, report, mjlog.audit(SAMPLE)):
        again = pickle.loads(pickle.dumps(value))
        assert (again, hash(again), repr(again), str(again)) == (value, hash(value), repr(value), str(value))
        with pytest.raises(AttributeError):
            setattr(value, "round", 1)  # noqa: B010 - a type checker refuses the plain way
    assert report != mjlog.audit(SAMPLE)
    for arguments in [("no-check", None, "GO", 0), ("order", -1, "GO", 0), ("order", 0, "GO", 2**70)]:
        with pytest.raises(mjlog.MjlogError, match="out of its range") as refused:
            mjlog.Finding(*arguments, "", "")
        assert refused.value.kind == "bad_argument"
    before = mjlog.Finding("order", None, "GO", 7, "a", "b'")
    assert str(before) == "order: expected a, found b' (in GO, byte 7)"
    assert eval(repr(before), vars(mjlog).copy()) == before


def test_reports() -> None:
    report = mjlog.audit(FORGED)
    total = sum(report.checked.values())
    assert repr(report) == f"<mjlog.AuditReport rounds=8 checks={total} findings=1 notes=1>"
    assert list(report.checked) == MADE
    with pytest.raises(TypeError):
        report.checked["payment"] = 0  # type: ignore[index]
    (finding,) = report.findings
    plain = {name: getattr(finding, name) for name in ("check", "round", "element", "offset", "expected", "found")}
    told = report.to_dict()
    assert told["findings"] == [plain]
    assert told["checked"] == dict(report.checked)
    assert (told["ok"], told["rounds"], told["left_out"]) == (False, 8, 0)
    assert [note["check"] for note in told["notes"]] == ["note-no-seed"]


def test_notes_that_are_left_out_are_no_findings() -> None:
    report = mjlog.audit(SAMPLE.replace("<INIT ", "<FOO/>" * 40 + "<INIT ", 1))
    assert (report.ok, report.left_out) == (True, 0)
    assert 0 < len(report.notes) < 40


def test_every_check_says_its_rule() -> None:
    for check, rule in mjlog.AUDIT_CHECKS.items():
        assert check.replace("-", "").isalnum()
        assert rule.endswith(".")
    with pytest.raises(TypeError):
        mjlog.AUDIT_CHECKS["payment"] = ""  # type: ignore[index]


def test_wins_by_other_rules() -> None:
    """The sample's table has open tanyao, and a win that lives by it."""
    assert mjlog.audit(SAMPLE, rule=mjlog.Rule.tenhou(161)).ok
    report = mjlog.audit(SAMPLE, rule=mjlog.Rule.tenhou(161).replace(クイタンあり=False))
    assert {finding.check for finding in report.findings} >= {"win-yaku"}
    assert {finding.element for finding in report.findings} == {"AGARI"}
    batch = mjlog.audit_batch([SAMPLE], rule=mjlog.Rule.tenhou(161).replace(クイタンあり=False))
    assert batch == [report]
    with pytest.raises(TypeError):
        mjlog.audit(SAMPLE, rule="tenhou")  # type: ignore[arg-type]


# Faults are told in words, and seldom twice


def told(log: str | bytes) -> list[tuple[str, str, str]]:
    return [(one.check, one.expected, one.found) for one in mjlog.audit(log).findings]


def rounds(game: str) -> list[str]:
    """A game's head, its rounds, and its end."""
    head, *others = game.split("<INIT ")
    return [head, *(f"<INIT {one}" for one in others)]


MADE_UP = mjlog.synth(1).decode()


def test_the_seed_of_another_game() -> None:
    seed = re.compile(r'<SHUFFLE seed="[^"]*"')
    other = seed.search(mjlog.synth(2).decode())
    assert other
    (only,) = told(seed.sub(other[0], MADE_UP))
    assert only == (
        "wall-seed",
        "wall 0 of the seed",
        "no wall of the seed, which is another game's: no tile is compared",
    )


def test_rounds_that_are_gone_or_moved() -> None:
    head, *played = rounds(MADE_UP)
    assert len(played) > 3
    moved = "wall {} of the seed, from 0: a round is missing, added or moved"

    def of(*played: str) -> list[tuple[str, str]]:
        return [(one, found) for one, _, found in told(head + "".join(played)) if one.startswith("wall")]

    assert of(played[0], *played[2:]) == [("wall-seed", moved.format(2))]
    assert of(played[0], *played) == [("wall-seed", moved.format(0))]
    assert of(*played[1:]) == [("wall-seed", moved.format(1))]
    assert [found for _, found in of(played[1], played[0], *played[2:])] == [moved.format(n) for n in (1, 0, 2)]


def test_walls_of_many_rounds_without_one() -> None:
    """Not every round of a log that fits nowhere is looked for in all walls."""
    head, first, *others = rounds(MADE_UP)
    (other, *_) = rounds(mjlog.synth(2).decode())[1:]
    seeds = [one for one, _, _ in told(head + first + other * 300 + "".join(others)) if one == "wall-seed"]
    assert len(seeds) == 8


def test_a_seed_that_is_cut_is_no_log_without_one() -> None:
    report = mjlog.audit(re.sub(r'(<SHUFFLE seed="[^"]{99})[^"]*', r"\1", MADE_UP))
    assert [one.check for one in report.findings] == ["wall-seed"]
    assert report.notes == ()


def test_a_payment_is_told_once() -> None:
    """The scores of the next round are those before and what should have been paid."""
    at = MADE_UP.index(" sc=")
    before, change = re.findall(r"-?\d+", MADE_UP[at:])[:2]
    forged = MADE_UP[:at] + MADE_UP[at:].replace(f'sc="{before},{change},', f'sc="{before},{int(change) + 7},', 1)
    assert [one for one, _, _ in told(forged)] == ["payment"]
    ten = MADE_UP.index(" ten=", MADE_UP.index("<INIT ", at))
    start = re.findall(r"-?\d+", MADE_UP[ten:])[0]
    forged = MADE_UP[:ten] + MADE_UP[ten:].replace(f'ten="{start},', f'ten="{int(start) + 7},', 1)
    assert [one for one, _, _ in told(forged)] == ["course-scores"]


def test_an_indicator_is_told_once() -> None:
    shown = re.search(r'doraHai="(\d+)', MADE_UP)
    assert shown
    other = (int(shown[1]) + 4) % 136
    forged = MADE_UP[: shown.start()] + f'doraHai="{other}' + MADE_UP[shown.end() :]
    findings = [one for one in told(forged) if one[0] in {"win-dora", "wall-dora"}]
    assert [one for one, _, _ in findings] == ["win-dora"]
    assert f"({other}" in findings[0][2]


def test_a_table_with_rules_of_its_own() -> None:
    note = mjlog.audit(mjlog.synth(3439, go_type=0xD6F)).notes[0]
    assert note.check == "note-custom"
    assert note.expected == "not checked: starting scores, end, final points"
    assert note.found.startswith("a tournament with rules of its own")


def test_words_instead_of_numbers() -> None:
    """Each of these is a lie in a made-up game, and how it is told."""
    yaku = re.search(r' yaku="1,1,(?!1,)', MADE_UP)
    assert yaku
    forged = MADE_UP[: yaku.start()] + ' yaku="' + MADE_UP[yaku.end() :]
    (found,) = [found for check, _, found in told(forged) if check == "win-yaku"]
    assert found.endswith("; missing: 立直")
    die = re.search(r'<INIT seed="\d+,\d+,\d+,(\d)', MADE_UP)
    assert die
    pips = int(die[1]) + 1
    other = pips % 6
    forged = MADE_UP[: die.end() - 1] + str(other) + MADE_UP[die.end() :]
    assert [one for one in told(forged) if one[0] == "wall-dice"] == [
        ("wall-dice", f"{pips} pip{'s' * (pips > 1)}", f"{other + 1} pip{'s' * (other > 0)}")
    ]


def test_the_end_in_words() -> None:
    """Nothing of the core's own names is shown."""
    for seed in range(6):
        three = mjlog.synth(seed, go_type=0xB9).decode().replace('type="185"', 'type="177"')
        for check, expected, _ in told(three):
            assert not re.search(r"Some|LastRound|WonAhead|Extension\b", expected)
            assert check != "course-end" or expected.startswith(("the end: ", "another round"))


# What it takes


def test_every_form_of_a_log(tmp_path: Path) -> None:
    data, report = FORGED.encode(), mjlog.audit(FORGED)
    path = tmp_path / "log.mjlog"
    path.write_bytes(data)
    forms: list[Any] = [bytearray(data), memoryview(data), FORGED, path, io.BytesIO(data), gzip.compress(data)]
    for form in forms:
        assert mjlog.audit(form) == report
    wide = mjlog.audit(FORGED.encode("utf-16"))
    assert [f.offset for f in wide.findings] == [2 + 2 * f.offset for f in report.findings]


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (b"", "not_xml"),
        (b"nothing", "not_xml"),
        (b"<x/>", "not_mjlog"),
        (SAMPLE[:3000].encode(), "truncated"),
        (SAMPLE.replace('m="46367"', 'm="65535"').encode(), "bad_mianzi"),
        (SAMPLE.replace('ba="0,2"', 'ba="0,x"').encode(), "bad_attribute"),
    ],
)
def test_what_is_no_log(bad: bytes, kind: str) -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.audit(bad)
    assert error.value.kind == kind
    (other,) = mjlog.audit_batch([bad])
    assert isinstance(other, mjlog.MjlogError)
    assert (other.kind, other.offset, str(other)) == (kind, error.value.offset, str(error.value))


def test_what_is_no_data() -> None:
    with pytest.raises(TypeError):
        mjlog.audit(1)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        mjlog.audit(Path("/nowhere/a.mjlog"))
    with pytest.raises(mjlog.MjlogError, match="file's name"):
        mjlog.audit("a.mjlog")


def test_batches_keep_order_and_lose_only_the_bad() -> None:
    logs: list[Any] = [SAMPLE, b"nothing", ("an id", FORGED), Path("/nowhere")] * 30
    true, forged = mjlog.audit(SAMPLE), mjlog.audit(FORGED)
    for threads in (1, 2, None):
        results = mjlog.audit_batch(iter(logs), threads=threads)
        assert len(results) == 120
        for i in range(0, 120, 4):
            assert (results[i], results[i + 2]) == (true, forged)
            kinds = [error.kind for error in results[i + 1 : i + 4 : 2] if isinstance(error, mjlog.MjlogError)]
            assert kinds == ["not_xml", "unreadable"]
    assert mjlog.audit_batch([]) == []
    with pytest.raises(TypeError):
        mjlog.audit_batch([1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="this is one"):
        mjlog.audit_batch(SAMPLE)
    with pytest.raises(ValueError, match="threads"):
        mjlog.audit_batch([], threads=0)


def test_threads_that_are_no_number() -> None:
    for threads, error in ((0, ValueError), (float("nan"), TypeError)):
        with pytest.raises(error):
            next(mjlog.bulk.iter_audits([io.BytesIO(SAMPLE.encode())], threads=threads))  # type: ignore[arg-type]


def test_keywords_of_listings() -> None:
    functions: list[Any] = [mjlog.bulk.iter_audits, mjlog.bulk.iter_logs, mjlog.bulk.iter_paipu]
    for function in functions:
        for name in ("limit", "skip", "counts"):
            with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) got an unexpected .* '{name}'$"):
                function([], **{name: 3})
        assert list(function([], since="2019", limits=None)) == []
    with pytest.raises(ValueError, match=r"^threads must be 1 or more$"):
        mjlog.bulk.iter_audits([], threads=0)


def test_audits_of_sources(tmp_path: Path) -> None:
    (tmp_path / "a.mjlog").write_bytes(gzip.compress(SAMPLE.encode()))
    (tmp_path / "b.mjlog").write_text(FORGED)
    (tmp_path / "c.mjlog").write_text("nothing")
    a, b, c = mjlog.bulk.iter_audits(tmp_path, threads=1)
    assert (a, b) == (("a", mjlog.audit(SAMPLE)), ("b", mjlog.audit(FORGED)))
    assert isinstance(c[1], mjlog.MjlogError)
    assert (c[0], c[1].kind) == ("c", "not_xml")
    (only,) = mjlog.bulk.iter_audits([tmp_path], ids=["b"], rule=mjlog.Rule.tenhou(161).replace(クイタンあり=False))
    assert only == ("b", mjlog.audit(FORGED, rule=mjlog.Rule.tenhou(161).replace(クイタンあり=False)))


@given(data=st.binary(max_size=60), at=st.floats(0, 1), count=st.integers(0, 60))
def test_logs_to_which_something_happened(data: bytes, at: float, count: int) -> None:
    text = SAMPLE.encode()
    start = int(at * len(text))
    outcome(mjlog.audit, text[:start] + data + text[start + count :])


@given(number=st.integers(0, 2**31), at=st.integers(0, 400), digits=st.text("0123456789,-", max_size=6))
def test_other_numbers(number: int, at: int, digits: str) -> None:
    """Some number of the log becomes another text: a finding, an error, nothing, but no panic."""
    numbers = list(re.finditer(r"\d+", SAMPLE))
    match = numbers[number % len(numbers)]
    outcome(mjlog.audit, SAMPLE[: match.start()] + digits + SAMPLE[match.end() :])


@pytest.mark.parametrize("batch", [mjlog.audit_batch, mjlog.convert_batch])
@pytest.mark.parametrize(
    ("item", "message"),
    [
        ((1, SAMPLE), "log_id of a pair .log_id, data. has to be a str, not int"),
        (("\ud800", SAMPLE), "half of a surrogate pair"),
        (("a", SAMPLE, 1), "not one of 3"),
        (("a", 1), "data must be bytes, str, a path or a binary file, not int"),
        (1, "data must be bytes, str, a path or a binary file, not int"),
    ],
)
def test_what_is_no_log_of_many(batch: Callable[[list[Any]], object], item: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        batch([SAMPLE, item])
