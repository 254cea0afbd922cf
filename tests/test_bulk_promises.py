"""What a bulk conversion promises when logs are bad, names are hostile, or something is in the way."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bulklogs import (
    OUTPUTS,
    archive,
    hidden,
    lines,
    logs,
    name,
    packed,
    paipu,
    stop_after_a_chunk,
    text,
    tree,
)
from mjlog import bulk
from mjlog.bulk.sinks import ExistsError
from mjlog.bulk.state import State
from sources import houou, zipped

# One bad log costs one log


def first_draw(log: str) -> str:
    return next(match[0] for match in re.finditer(r"<[TUVW]\d+/>", log))


def bad_logs() -> dict[str, bytes]:
    some = logs(300)
    some[name(5)] = b"nothing"
    some[name(130)] = packed(130)[:-20]
    some[name(131)] = text(131).replace(first_draw(text(131)), '<N who="0" m="4"/>').encode()
    some[name(299)] = b""
    return some


def test_one_bad_log_costs_one_log(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({f"{key}.mjlog": data for key, data in bad_logs().items()}))
    told: list[bulk.Failure] = []
    report = bulk.convert(
        tmp_path / "a.zip", tmp_path / "o.jsonl", errors=tmp_path / "errors.jsonl", on_error=told.append
    )
    good = [number for number in range(300) if number not in (5, 130, 131, 299)]
    assert (tmp_path / "o.jsonl").read_bytes() == b"".join(lines(1, number) for number in good)
    assert (report.converted, report.failures, report.ok) == (296, 4, False)
    assert dict(report.failed) == {"not_xml": 2, "gzip": 1, "bad_mianzi": 1}
    rows = [json.loads(line) for line in (tmp_path / "errors.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [name(number) for number in (5, 130, 131, 299)]
    assert [list(row) for row in rows] == [["source", "id", "kind", "message", "element", "offset"]] * 4
    assert (rows[2]["element"], rows[2]["offset"]) == ("N", text(131).index(first_draw(text(131))))
    assert rows[0]["source"] == f"{tmp_path / 'a.zip'}: {name(5)}.mjlog"
    assert [(one.id, one.error.kind) for one in told] == [(row["id"], row["kind"]) for row in rows]


def test_a_broken_zip_member_costs_one_log(tmp_path: Path) -> None:
    data = bytearray(archive(tmp_path / "a.zip", 200).read_bytes())
    at = data.index(f"2019/{name(7)}.mjlog".encode()) + 60
    data[at] ^= 0xFF
    (tmp_path / "a.zip").write_bytes(data)
    report = bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl")
    assert (report.converted, dict(report.failed)) == (199, {"archive": 1})
    assert (tmp_path / "o.jsonl").read_bytes() == lines(7) + lines(192, 8)


def test_rows_without_a_log_are_counted(tmp_path: Path) -> None:
    rows: dict[str, object] = dict(logs(10))
    rows[name(3)] = None
    rows[name(4)] = 5
    report = bulk.convert(houou(tmp_path / "a.db", rows), tmp_path / "o.jsonl")
    assert report.converted == 8
    assert report.skipped == {"no_log": 1}
    assert dict(report.failed) == {"no_log": 1}
    again = bulk.convert(tmp_path / "a.db", tmp_path / "o.jsonl", resume=True)
    assert (again.skipped, again.finished_before, report.finished_before) == ({"no_log": 1}, True, False)


@pytest.mark.parametrize("large", [16, 1024])
def test_of_logs_with_one_id_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr("mjlog.bulk.job.LARGE", large)
    one, two = archive(tmp_path / "1.zip", 200), archive(tmp_path / "2.zip", 250, 50)
    for threads in (1, 4):
        out = tmp_path / f"{threads}.jsonl"
        report = bulk.convert([one, two], out, threads=threads, errors=tmp_path / f"{threads}.errors")
        assert out.read_bytes() == lines(300)
        assert (report.converted, dict(report.failed)) == (300, {"duplicate": 150})
        rows = [json.loads(line) for line in (tmp_path / f"{threads}.errors").read_text("utf-8").splitlines()]
        assert [(row["id"], row["kind"]) for row in rows] == [(name(n), "duplicate") for n in range(50, 200)]
        assert all(row["source"].startswith(str(two)) for row in rows)


def test_lines_that_were_written_behind_a_duplicate_are_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chunks go straight to the file, and the next one is on its way when a duplicate is found."""
    monkeypatch.setattr("mjlog.bulk.job.LARGE", 16)
    files = {f"{n}/{name(n)}.mjlog": packed(n) for n in range(150)}
    files = dict(sorted((files | {f"{n + 5}/{name(n)}.mjlog": packed(n + 1) for n in range(0, 130, 13)}).items()))
    (tmp_path / "a.zip").write_bytes(zipped(files))
    for limit in (None, 3, 16, 40):
        for out in ("a.jsonl", "a.jsonl.gz"):
            report = bulk.convert(tmp_path / "a.zip", tmp_path / out, limit=limit, threads=3, overwrite=True)
            assert report.converted == (limit or 150)
        assert (tmp_path / "a.jsonl").read_bytes() == gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes())


@pytest.mark.parametrize("out", OUTPUTS)
def test_an_id_twice_in_one_chunk(tmp_path: Path, out: str) -> None:
    twice = {"a/x.mjlog": packed(1), "b/x.mjlog": packed(2), "y.mjlog": packed(3), "c/x.mjlog": b"bad"}
    (tmp_path / "a.zip").write_bytes(zipped(twice))
    (tmp_path / "b.zip").write_bytes(zipped({"x.mjlog": packed(1), "y.mjlog": packed(3)}))
    report = bulk.convert(tmp_path / "a.zip", tmp_path / out)
    assert (report.converted, dict(report.failed)) == (2, {"duplicate": 1, "not_xml": 1})
    (tmp_path / "other").mkdir()
    bulk.convert(tmp_path / "b.zip", tmp_path / "other" / out)
    assert tree(tmp_path / out) == tree(tmp_path / "other" / out)


def test_a_bad_log_does_not_take_the_place_of_a_good_one(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"a/x.mjlog": b"bad", "b/x.mjlog": packed(2)}))
    report = bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl")
    assert (report.converted, dict(report.failed)) == (1, {"not_xml": 1})


def test_strict_stops_at_the_first(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({f"{key}.mjlog": data for key, data in bad_logs().items()}))
    with pytest.raises(bulk.StoppedError, match=f"{name(5)}.mjlog: the input is no XML") as stopped:
        bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl", strict=True)
    assert stopped.value.failure.id == name(5)
    assert not (tmp_path / "o.jsonl").exists()
    report = bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl", resume=True)
    assert report.converted == 296


def test_a_limit_holds_where_a_run_is_killed_behind_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = archive(tmp_path / "a.zip", 300)
    for out in ("o.jsonl", "o.jsonl.gz"):

        def killed(_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr("mjlog.bulk.sinks.growing.LinesSink.finish", killed)
            with pytest.raises(KeyboardInterrupt):
                bulk.convert(source, tmp_path / out, limit=20, checkpoint=0)
        report = bulk.convert(source, tmp_path / out, limit=20, checkpoint=0, resume=True)
        assert (report.converted, report.resumed) == (20, True)
    assert (tmp_path / "o.jsonl").read_bytes() == lines(20)
    assert gzip.decompress((tmp_path / "o.jsonl.gz").read_bytes()) == lines(20)


# Never overwrites, never mixes


@pytest.mark.parametrize("out", OUTPUTS)
def test_never_overwrites_unless_told(tmp_path: Path, out: str) -> None:
    source, other = archive(tmp_path / "a.zip", 20), archive(tmp_path / "b.zip", 20, 10)
    bulk.convert(source, tmp_path / out)
    made = tree(tmp_path / out)
    with pytest.raises(FileExistsError, match="--overwrite"):
        bulk.convert(other, tmp_path / out)
    assert tree(tmp_path / out) == made
    bulk.convert(other, tmp_path / out, overwrite=True)
    (tmp_path / "fresh").mkdir()
    bulk.convert(other, tmp_path / "fresh" / out)
    expected = tree(tmp_path / "fresh" / out)
    assert tree(tmp_path / out) == (made | expected if out == "o" else expected)


@pytest.mark.parametrize("out", ["o.jsonl", "o.parquet"])
def test_of_shards_that_are_replaced_none_stays(tmp_path: Path, out: str) -> None:
    bulk.convert(archive(tmp_path / "a.zip", 600), tmp_path / out, shards=100)
    bulk.convert(archive(tmp_path / "b.zip", 150), tmp_path / out, shards=100, overwrite=True)
    made = [path.name for path in sorted(tmp_path.rglob("*-0*"))]
    assert made == (
        ["o-00000.jsonl", "o-00001.jsonl"] if out == "o.jsonl" else ["part-00000.parquet", "part-00001.parquet"]
    )


def test_a_file_of_someone_else(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 200)
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / f"{name(150)}.json").write_text("mine")
    (tmp_path / "o" / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=name(150)):
        bulk.convert(source, tmp_path / "o", checkpoint=0)
    assert (tmp_path / "o" / f"{name(150)}.json").read_text() == "mine"
    (tmp_path / "o" / f"{name(150)}.json").unlink()
    bulk.convert(source, tmp_path / "o", resume=True)
    expected = {f"{name(n)}.json": one for n, one in enumerate(paipu(200))}
    assert tree(tmp_path / "o") == expected | {"notes.txt": b"mine"}


@pytest.mark.parametrize("out", OUTPUTS)
def test_a_finished_run_is_not_made_again(tmp_path: Path, out: str) -> None:
    source = archive(tmp_path / "a.zip", 200)
    first = bulk.convert(source, tmp_path / out, resume=True)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    again = bulk.convert(source, tmp_path / out, resume=True)
    assert (again.converted, again.bytes_out, again.resumed) == (200, first.bytes_out, True)
    made = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert {path: time for path, time in made.items() if path.name != "state.sqlite"} == {
        path: time for path, time in before.items() if path.name != "state.sqlite"
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"level": 4}, "level 3, not 4"),
        ({"shards": 10}, "shards null, not 10"),
        ({"id_first": True}, "id_first false, not true"),
        ({"tables": ["鳳"]}, r'tables \[\], not \["鳳"\]'),
        ({"limit": 5}, "max_items null, not 5"),
        ({"title": "x"}, 'title null, not "x"'),
        ({"since": "2019"}, 'since null, not "2019"'),
    ],
)
def test_other_options_do_not_go_on(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    source = archive(tmp_path / "a.zip", 200)
    stop_after_a_chunk(source, tmp_path / "o.jsonl.zst")
    with pytest.raises(bulk.OtherOptionsError, match=said):
        bulk.convert(source, tmp_path / "o.jsonl.zst", resume=True, **options)
    with pytest.raises(bulk.OtherOptionsError, match="sources"):
        bulk.convert([source, source], tmp_path / "o.jsonl.zst", resume=True)
    with pytest.raises(bulk.UnfinishedError, match="--resume"):
        bulk.convert(source, tmp_path / "o.jsonl.zst")
    bulk.convert(source, tmp_path / "o.jsonl.zst", resume=True, threads=3, strict=True)
    assert (tmp_path / "o.jsonl.zst").exists()


def test_sources_that_changed_do_not_go_on(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 200)
    stop_after_a_chunk(source, tmp_path / "o.jsonl")
    archive(tmp_path / "a.zip", 200, 1)
    with pytest.raises(bulk.ChangedSourcesError, match=name(127)):
        bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    archive(tmp_path / "a.zip", 200)
    bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    assert (tmp_path / "o.jsonl").read_bytes() == lines(200)


def test_a_part_that_is_gone(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 200)
    stop_after_a_chunk(source, tmp_path / "o.jsonl")
    next(tmp_path.glob(".o*/*.part")).unlink()
    with pytest.raises(FileNotFoundError, match="--overwrite"):
        bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    bulk.convert(source, tmp_path / "o.jsonl", overwrite=True)
    assert (tmp_path / "o.jsonl").read_bytes() == lines(200)


def test_two_runs_at_once(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 200)
    stop_after_a_chunk(source, tmp_path / "o.jsonl")
    other = State(tmp_path / ".o.jsonl.mjlog" / "state.sqlite")
    with pytest.raises(OSError, match="another run is writing there"):
        bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    other.close()
    bulk.convert(source, tmp_path / "o.jsonl", resume=True)


def test_an_existing_list_of_errors(tmp_path: Path) -> None:
    (tmp_path / "errors").write_text("mine")
    with pytest.raises(ExistsError, match="errors exists"):
        bulk.convert(archive(tmp_path / "a.zip", 5), tmp_path / "o.jsonl", errors=tmp_path / "errors")
    assert (tmp_path / "errors").read_text() == "mine"
    assert hidden(tmp_path) == {"errors", "a.zip"}
