"""What a bulk conversion promises when logs are bad, names are hostile, or something is in the way."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bulklogs import archive, database, folder, lines, logs, name, packed, paipu, text, tree
from makelog import make_log
from mjlog import bulk
from mjlog.bulk.records import Entry
from mjlog.bulk.sinks import ExistsError
from mjlog.bulk.state import State
from mjlog.errors import MjlogError
from sources import houou, zipped

OUTPUTS = ["o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.json", "o.parquet", "o"]


def hidden(path: Path) -> set[str]:
    """All names below, hidden ones too."""
    return {one.relative_to(path).as_posix() for one in path.rglob("*")}


# One bad log costs one log


def bad_logs() -> dict[str, bytes]:
    some = logs(300)
    some[name(5)] = b"nothing"
    some[name(130)] = packed(130)[:-20]
    some[name(131)] = text(131).replace("<T0/>", '<N who="0" m="4"/>').encode()
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
    assert (rows[2]["element"], rows[2]["offset"]) == ("N", text(131).index("<T0/>"))
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


def test_of_logs_with_one_id_the_first_stays(tmp_path: Path) -> None:
    one, two = archive(tmp_path / "1.zip", 200), archive(tmp_path / "2.zip", 250, 50)
    for threads in (1, 4):
        out = tmp_path / f"{threads}.jsonl"
        report = bulk.convert([one, two], out, threads=threads, errors=tmp_path / f"{threads}.errors")
        assert out.read_bytes() == lines(300)
        assert (report.converted, dict(report.failed)) == (300, {"duplicate": 150})
        rows = [json.loads(line) for line in (tmp_path / f"{threads}.errors").read_text("utf-8").splitlines()]
        assert [(row["id"], row["kind"]) for row in rows] == [(name(n), "duplicate") for n in range(50, 200)]
        assert all(row["source"].startswith(str(two)) for row in rows)


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


class BrokenOffError(Exception):
    pass


def stop_after_a_chunk(source: Path, out: Path, **options: Any) -> None:
    """Leave a run in the middle, by an error that comes from outside."""

    def stop(_: bulk.Progress) -> None:
        raise BrokenOffError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
        with pytest.raises(BrokenOffError):
            bulk.convert(source, out, progress=stop, checkpoint=0, threads=1, **options)


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


# What the system refuses


def run(*args: object, size: int | None = None) -> subprocess.CompletedProcess[str]:
    """The command, with files of so many bytes at most."""

    def limit() -> None:
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    command = [sys.executable, "-m", "mjlog", "convert", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


@pytest.mark.parametrize("out", ["o.jsonl", "o.json", "o.parquet"])
def test_a_full_disk(tmp_path: Path, out: str) -> None:
    source = tmp_path / "a.zip"
    source.write_bytes(zipped({f"{name(seed)}.mjlog": make_log(seed).encode() for seed in range(700)}))
    for size in (100_000, 200_000):
        failed = run(source, "-o", tmp_path / out, "--resume", size=size)
        assert failed.returncode == 1, failed.stderr
        assert "File too large" in failed.stderr
        assert len(failed.stderr.splitlines()) == 1
        assert "Traceback" not in failed.stderr
        assert not (tmp_path / out).is_file()
    assert run(source, "-o", tmp_path / out, "--resume").returncode == 0
    (tmp_path / "fresh").mkdir()
    bulk.convert(source, tmp_path / "fresh" / out)
    assert tree(tmp_path / out) == tree(tmp_path / "fresh" / out)


def test_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out in OUTPUTS:
        with pytest.raises(OSError, match=r"file"):
            bulk.convert(archive(tmp_path / "a.zip", 5), tmp_path / "file" / out)
    assert hidden(tmp_path) == {"file", "a.zip"}
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        with pytest.raises(PermissionError):
            bulk.convert(tmp_path / "a.zip", tmp_path / "locked" / "o.jsonl")


@pytest.mark.parametrize("make", [archive, database])
def test_a_source_that_vanishes(tmp_path: Path, make: Any) -> None:
    """It is moved away in the middle, and comes back."""
    source = make(tmp_path / "source", 2000)

    def vanish(progress: bulk.Progress) -> None:
        if source.exists():
            source.rename(tmp_path / "away")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
        try:
            bulk.convert(source, tmp_path / "o.jsonl", progress=vanish, checkpoint=0, threads=1)
        except OSError as error:
            assert str(source) in str(error)  # noqa: PT017 - an open file may outlive its name
    if not (tmp_path / "o.jsonl").exists():
        with pytest.raises(OSError, match="No such file"):
            bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    (tmp_path / "away").rename(source)
    report = bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    assert report.converted == 2000
    (tmp_path / "o.jsonl").rename(tmp_path / "first.jsonl")
    bulk.convert(source, tmp_path / "o.jsonl")
    assert (tmp_path / "first.jsonl").read_bytes() == (tmp_path / "o.jsonl").read_bytes()


def test_a_source_that_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    for out in OUTPUTS:
        with pytest.raises(OSError, match=r"gone\.zip: can.t be read: No such file"):
            bulk.convert(tmp_path / "gone.zip", tmp_path / out)
    assert hidden(tmp_path) == set()


def test_one_file_of_a_folder_that_can_not_be_read_is_one_log(tmp_path: Path) -> None:
    folder(tmp_path / "logs", 3)
    (tmp_path / "logs" / "gone.mjlog").symlink_to("nowhere")
    report = bulk.convert(tmp_path / "logs", tmp_path / "o.jsonl")
    assert report.converted == 3
    assert report.failures <= 1


# Links and names that lead elsewhere


def test_hostile_ids_stay_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = ["../../up", "/root", "a/b", "..", "C:\\x", "\x00", "x" * 300, "con"]

    def entries(*_: object, skip: int = 0, **__: object) -> Any:
        return iter([Entry(one, "made up", packed(1), None) for one in ids][skip:])

    monkeypatch.setattr("mjlog.bulk.api.iter_entries", entries)
    out = tmp_path / "deep" / "er" / "o"
    report = bulk.convert("made up", out)
    assert report.converted == len(ids)
    assert all(path.parent == out for path in out.rglob("*.json"))
    assert len(tree(out)) == len(ids)
    assert hidden(tmp_path) == {"deep", "deep/er", "deep/er/o", *(f"deep/er/o/{one}" for one in hidden(out))}


def test_links_below_the_output_are_refused(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 20)
    (tmp_path / "o").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "o" / "2019").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="is a link: refused"):
        bulk.convert(source, tmp_path / "o", by_month=True)
    with pytest.raises(OSError, match="is a link: refused"):
        bulk.convert(source, tmp_path / "o", by_month=True, overwrite=True)
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / ".mjlog").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="is a link: refused"):
        bulk.convert(source, tmp_path / "p")
    assert hidden(tmp_path / "elsewhere") == set()


def test_a_link_in_the_place_of_a_file(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 3)
    (tmp_path / "o").mkdir()
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "o" / f"{name(1)}.json").symlink_to(tmp_path / "precious")
    with pytest.raises(FileExistsError):
        bulk.convert(source, tmp_path / "o")
    bulk.convert(source, tmp_path / "o", overwrite=True)
    assert (tmp_path / "precious").read_text() == "precious"
    assert (tmp_path / "o" / f"{name(1)}.json").read_bytes() == paipu(1, 1)[0]


def test_bombs_are_refused_within_limits_that_can_be_set(tmp_path: Path) -> None:
    bomb = b"<mjloggm>" + b" " * (20 << 20)
    (tmp_path / "a.zip").write_bytes(zipped({"bomb.mjlog": bomb, f"{name(1)}.mjlog": packed(1)}))
    report = bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl")
    assert (report.converted, report.failures) == (1, 1)
    small = bulk.Limits(log_size=100)
    report = bulk.convert(tmp_path / "a.zip", tmp_path / "p.jsonl", limits=small)
    assert (report.converted, dict(report.failed)) == (0, {"too_large": 2})


# Options


@pytest.mark.parametrize(
    ("out", "options", "said"),
    [
        ("o.jsonl", {"level": 3}, "not compressed"),
        ("o.jsonl.zst", {"level": 99}, "1 to 22"),
        ("o.jsonl.gz", {"level": 10}, "0 to 9"),
        ("o.json", {"shards": 3}, "shards are for"),
        ("o", {"id_first": True}, "id_first"),
        ("o.jsonl", {"by_month": True}, "by_month"),
        ("o.jsonl", {"threads": 0}, "threads"),
        ("o.jsonl", {"limit": 0}, "limit"),
        ("o.jsonl", {"players": 5}, "players"),
        ("o.jsonl", {"tables": ["x"]}, "table x"),
        ("o.jsonl", {"since": "yesterday"}, "since"),
        ("o.jsonl", {"player_format": "{nom}"}, "nom"),
    ],
)
def test_options_that_can_not_be(tmp_path: Path, out: str, options: dict[str, Any], said: str) -> None:
    source = archive(tmp_path / "a.zip", 3)
    with pytest.raises(ValueError, match=said):
        bulk.convert(source, tmp_path / out, **options)
    assert hidden(tmp_path) == {"a.zip"}


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("zstandard", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    for out, extra in (("o.jsonl.zst", "zstd"), ("o.parquet", "arrow")):
        with pytest.raises(ImportError, match=rf"pip install 'mjlog\[{extra}\]'"):
            bulk.convert(archive(tmp_path / "a.zip", 3), tmp_path / out)


def test_a_state_that_is_damaged(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 200)
    stop_after_a_chunk(source, tmp_path / "o.jsonl")
    state = tmp_path / ".o.jsonl.mjlog" / "state.sqlite"
    state.write_bytes(b"no database at all" * 100)
    with pytest.raises(OSError, match="--overwrite"):
        bulk.convert(source, tmp_path / "o.jsonl", resume=True)
    bulk.convert(source, tmp_path / "o.jsonl", overwrite=True)
    assert (tmp_path / "o.jsonl").read_bytes() == lines(200)


def test_what_a_callback_raises_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"x.mjlog": b"bad"}))

    def refuse(failure: bulk.Failure) -> None:
        raise MjlogError("no more", failure.error.kind)

    with pytest.raises(MjlogError, match="no more"):
        bulk.convert(tmp_path / "a.zip", tmp_path / "o.jsonl", on_error=refuse)
