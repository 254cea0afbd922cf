"""What a bulk conversion says when the system, a link, a name or an option is in the way, and that it goes on later."""

import io
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bulklogs import OUTPUTS, archive, database, folder, hidden, lines, name, packed, paipu, stop_after_a_chunk, tree
from games import games
from mjlog import bulk
from mjlog.bulk.records import Entry
from mjlog.errors import MjlogError
from sources import zipped

# What the system refuses

COUNT = 150


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
    source.write_bytes(zipped({f"{name(number)}.mjlog": log for number, log in enumerate(games(COUNT))}))
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
    report = bulk.convert(io.BytesIO(), out)
    assert report.converted == len(ids)
    assert all(path.parent == out for path in out.rglob("*.json"))
    assert len(tree(out)) == len(ids)
    assert hidden(tmp_path) == {"deep", "deep/er", "deep/er/o", *(f"deep/er/o/{one}" for one in hidden(out))}


def test_a_source_whose_name_is_no_text(tmp_path: Path) -> None:
    """A folder of Japanese Windows, say: its bytes are no UTF-8."""
    source = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\x94\x76.zip"))
    source.write_bytes(zipped({"a.mjlog": packed(1)}))
    for _ in range(2):
        assert bulk.convert(source, tmp_path / "o.jsonl", resume=True).converted == 1


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
