"""Any number of logs to every kind of output: what comes out, in what order, and what is told of it."""

import gzip
import io
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

import mjlog
from bulklogs import archive, database, folder, json_lines, lines, name, paipu, tree
from games import game, three_player_game
from mjlog import bulk
from mjlog.bulk.extent import Extent
from mjlog.bulk.sinks.names import file_name, month_folder

COUNT = 300


@pytest.fixture(scope="module")
def database_of_logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("logs") / "logs.db", COUNT)


def unpacked(data: bytes) -> bytes:
    reader = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True)
    return reader.read() if data[:4] == b"\x28\xb5\x2f\xfd" else gzip.decompress(data)


# What comes out


@pytest.mark.parametrize("make", [folder, archive, database])
def test_every_source_gives_the_same_lines(tmp_path: Path, make: Callable[[Path, int], Path]) -> None:
    source = make(tmp_path / "source", COUNT)
    report = bulk.convert(source, tmp_path / "out.jsonl")
    assert (report.converted, report.skipped, report.failed, report.ok) == (COUNT, {}, {}, True)
    ids = sorted(map(name, range(COUNT))) if source.is_dir() else list(map(name, range(COUNT)))
    numbers = {name(number): number for number in range(COUNT)}
    expected = b"".join(lines(1, numbers[key]) for key in ids)
    if make is not database:
        assert (tmp_path / "out.jsonl").read_bytes() == expected
    assert sorted((tmp_path / "out.jsonl").read_bytes().splitlines()) == sorted(expected.splitlines())
    assert report.bytes_out == len(expected)


@pytest.mark.parametrize("out", ["o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.json", "o.parquet", "o"])
def test_the_number_of_threads_does_not_matter(tmp_path: Path, database_of_logs: Path, out: str) -> None:
    made = []
    for threads in (1, 2, 5):
        (tmp_path / str(threads)).mkdir()
        bulk.convert(database_of_logs, tmp_path / str(threads) / out, threads=threads, checkpoint=0)
        made.append(tree(tmp_path / str(threads) / out))
    assert made[0] == made[1] == made[2] != {}


def test_compressed_lines(tmp_path: Path, database_of_logs: Path) -> None:
    plain = tmp_path / "o.jsonl"
    bulk.convert(database_of_logs, plain)
    for ending, levels in ((".gz", (1, 9)), (".zst", (1, 12))):
        sizes = []
        for level in levels:
            out = tmp_path / f"{level}.jsonl{ending}"
            report = bulk.convert(database_of_logs, out, level=level)
            assert unpacked(out.read_bytes()) == plain.read_bytes()
            sizes.append(report.bytes_out)
            assert report.bytes_out == out.stat().st_size
        assert sizes[0] > sizes[1]


def test_zstd_is_level_3_unless_another_is_asked_for(tmp_path: Path, database_of_logs: Path) -> None:
    for number, level in enumerate((None, 3, 4)):
        bulk.convert(database_of_logs, tmp_path / f"{number}.jsonl.zst", level=level)
    usual, three, four = ((tmp_path / f"{number}.jsonl.zst").read_bytes() for number in range(3))
    assert usual == three != four


def test_the_id_first(tmp_path: Path) -> None:
    bulk.convert(archive(tmp_path / "a.zip", 3), tmp_path / "o.jsonl", id_first=True, log_id=True)
    rows = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text("utf-8").splitlines()]
    assert [next(iter(row.items())) for row in rows] == [("id", name(number)) for number in range(3)]
    assert [row["title"].splitlines()[1] for row in rows] == [name(number) for number in range(3)]
    assert list(rows[0])[1:] == list(json.loads(paipu(1)[0]))


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
@pytest.mark.parametrize("shards", [1, 7, 100, 128, 129, 300, 1000])
def test_shards_have_so_many_lines(tmp_path: Path, ending: str, shards: int) -> None:
    count = 300 if shards > 1 else 130
    source = archive(tmp_path / "a.zip", count)
    bulk.convert(source, tmp_path / f"o.jsonl{ending}", shards=shards)
    made = sorted(tmp_path.glob("o-*"))
    assert [path.name for path in made] == [f"o-{i:05}.jsonl{ending}" for i in range(-(-count // shards))]
    whole = [path.read_bytes() if not ending else unpacked(path.read_bytes()) for path in made]
    assert [data.count(b"\n") for data in whole[:-1]] == [shards] * (len(whole) - 1)
    assert b"".join(whole) == lines(count)


def test_one_array(tmp_path: Path) -> None:
    bulk.convert(archive(tmp_path / "a.zip", 200), tmp_path / "o.json")
    assert json.loads((tmp_path / "o.json").read_bytes()) == list(map(json.loads, paipu(200)))


def test_json_files(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 150)
    bulk.convert(source, tmp_path / "flat")
    assert tree(tmp_path / "flat") == {f"{name(n)}.json": one for n, one in enumerate(paipu(150))}
    bulk.convert(source, tmp_path / "months", by_month=True)
    expected = {f"2019/{n % 12 + 1:02}/{name(n)}.json": one for n, one in enumerate(paipu(150))}
    assert tree(tmp_path / "months") == expected


def test_parquet(tmp_path: Path) -> None:
    source = database(tmp_path / "logs.db", 400)
    report = bulk.convert(source, tmp_path / "o.parquet", shards=100)
    parts = sorted((tmp_path / "o.parquet").glob("*.parquet"))
    assert [path.name for path in parts] == [f"part-{i:05}.parquet" for i in range(len(parts))]
    assert report.bytes_out == sum(path.stat().st_size for path in parts)
    table = pa.concat_tables(pq.read_table(path) for path in parts)
    assert table.schema.names == ["id", "date", "title", "player0", "player1", "player2", "player3", "paipu"]
    assert table.schema.field("date").type == pa.date32()
    rows = table.to_pylist()
    assert len(rows) == 400
    for row in rows:
        one = json.loads(row["paipu"])
        assert row["title"] == one["title"]
        assert [row[f"player{seat}"] for seat in range(4)] == one["player"]
        assert row["date"].isoformat().replace("-", "") == row["id"][:8] or row["date"].isoformat() == "2019-01-01"


def test_no_log_at_all(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 5)
    for out in ("o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.json", "o.parquet", "o"):
        report = bulk.convert(source, tmp_path / out, tables=["0xffff"])
        assert (report.converted, report.skipped) == (0, {"table": 5})
    assert (tmp_path / "o.jsonl").read_bytes() == b""
    assert unpacked((tmp_path / "o.jsonl.gz").read_bytes()) == unpacked((tmp_path / "o.jsonl.zst").read_bytes()) == b""
    assert json.loads((tmp_path / "o.json").read_bytes()) == []
    assert pq.read_table(tmp_path / "o.parquet" / "part-00000.parquet").num_rows == 0
    assert tree(tmp_path / "o") == {}


def test_a_stream(tmp_path: Path) -> None:
    out = io.BytesIO()
    assert bulk.convert(archive(tmp_path / "a.zip", 200), out).output == "standard output"
    assert out.getvalue() == lines(200)


def test_sources_of_all_kinds_in_one_call(tmp_path: Path) -> None:
    sources: list[Any] = [
        archive(tmp_path / "a.zip", 10),
        database(tmp_path / "b.db", 10, 10),
        folder(tmp_path / "c", 10, 20),
        io.BytesIO(mjlog.sample()),
    ]
    report = bulk.convert(sources, tmp_path / "o.jsonl")
    assert report.converted == 31


# Selection


@pytest.mark.parametrize(
    ("options", "wanted", "reason"),
    [
        ({"tables": ["鳳南"]}, lambda n: n % 5 in (0, 4), "table"),
        ({"tables": ["鳳東", "0x29"]}, lambda n: n % 5 in (1, 2), "table"),
        ({"tables": ["無赤"]}, lambda n: n % 5 == 4, "table"),
        ({"finished": True}, lambda n: n % 3 != 2, "unfinished"),
        ({"players": 3}, lambda n: False, "players"),
        ({"players": 4}, lambda n: True, "players"),
        ({"since": "2019-06-01"}, lambda n: n % 12 >= 5, "selection"),
        ({"until": "2019-03"}, lambda n: n % 12 <= 2, "selection"),
        ({"ids": [name(3), name(77), "x"]}, lambda n: n in (3, 77), "selection"),
    ],
)
def test_selection(tmp_path: Path, options: dict[str, Any], wanted: Callable[[int], bool], reason: str) -> None:
    report = bulk.convert(archive(tmp_path / "a.zip", 140), tmp_path / "o.jsonl", **options)
    chosen = [number for number in range(140) if wanted(number)]
    assert (tmp_path / "o.jsonl").read_bytes() == b"".join(lines(1, number) for number in chosen)
    assert report.converted == len(chosen)
    assert dict(report.skipped) == ({reason: 140 - len(chosen)} if len(chosen) < 140 else {})


@pytest.mark.parametrize("limit", [1, 127, 128, 129, 200, 300, 500])
def test_a_limit_counts_what_is_converted(tmp_path: Path, limit: int) -> None:
    source = archive(tmp_path / "a.zip", 300)
    report = bulk.convert(source, tmp_path / "o.jsonl", limit=limit, tables=["0xa9", "0xe1", "0x29"], threads=3)
    chosen = [number for number in range(300) if number % 5 < 3][:limit]
    assert (tmp_path / "o.jsonl").read_bytes() == b"".join(lines(1, number) for number in chosen)
    assert report.converted == len(chosen)


def test_three_player_logs_fail_or_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "three.xml").write_bytes(three_player_game(0))
    (tmp_path / "logs" / "four.xml").write_bytes(game(0))
    report = bulk.convert(tmp_path / "logs", tmp_path / "a.jsonl")
    assert (report.converted, report.failed, report.skipped) == (1, {"sanma": 1}, {})
    report = bulk.convert(tmp_path / "logs", tmp_path / "b.jsonl", skip_sanma=True)
    assert (report.converted, report.failed, report.skipped) == (1, {}, {"sanma": 1})
    report = bulk.convert(tmp_path / "logs", tmp_path / "c.jsonl", players=4)
    assert (report.converted, report.failed, report.skipped) == (1, {}, {"players": 1})


# Iterators


def test_logs_and_paipu_one_by_one(tmp_path: Path) -> None:
    source = archive(tmp_path / "a.zip", 5)
    (tmp_path / "bad.xml").write_text("<mjloggm")
    found = list(bulk.iter_logs([source, tmp_path / "bad.xml"]))
    assert [key for key, _ in found] == [*map(name, range(5)), "bad"]
    assert mjlog.convert_batch(found[:5]) == [mjlog.convert_json(data, log_id=key) for key, data in found[:5]]  # type: ignore[arg-type]
    made = list(bulk.iter_paipu([source, tmp_path / "bad.xml"]))
    assert [one for _, one in made[:5]] == list(map(json.loads, paipu(5)))
    assert isinstance(made[5][1], mjlog.MjlogError)
    assert [key for key, _ in bulk.iter_paipu(source, since="2019-04", until="2019-04")] == [name(3)]


# Progress


def test_progress_and_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog.bulk.job.PROGRESS_SECONDS", 0)
    told: list[bulk.Progress] = []
    source = json_lines(tmp_path / "a.jsonl", 300)
    report = bulk.convert(source, tmp_path / "o.jsonl.gz", progress=told.append)
    assert [one.done for one in told] == [128, 256, 300]
    assert told[-1].converted == report.converted == 300
    assert told[-1].bytes_in == report.bytes_in > 0


@pytest.mark.parametrize("make", [folder, archive, database, json_lines])
def test_how_much_is_read(tmp_path: Path, make: Callable[[Path, int], Path]) -> None:
    extent = Extent([make(tmp_path / "source", 200)])
    for thread in threading.enumerate():
        if thread.name == "extent of sources":
            thread.join()
    report = bulk.convert(tmp_path / "source", tmp_path / "o.jsonl")
    share = extent.share(report.bytes_in)
    assert share is not None
    assert 0.7 < share <= 1


def test_what_can_not_be_told_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.tar.zst").write_bytes(zstandard.compress(b"x"))
    for source in (io.BytesIO(), tmp_path / "gone", tmp_path / "a.tar.zst"):
        extent = Extent([source])
        for thread in threading.enumerate():
            if thread.name == "extent of sources":
                thread.join()
        assert extent.share(5) is None


# Names


@pytest.mark.parametrize(
    ("log_id", "expected"),
    [
        ("2019010100gm-00a9-0000-abcdef12", "2019010100gm-00a9-0000-abcdef12"),
        ("麻雀 1", "麻雀 1"),
        ("", "%"),
        (".", "%2E"),
        ("..", "%2E%2E"),
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"),
        ("/etc/passwd", "%2Fetc%2Fpasswd"),
        ("C:\\x", "C%3A%5Cx"),
        ("a\x00b\n", "a%00b%0A"),
        ("%2F", "%252F"),
        (".mjlog", "%2Emjlog"),
        ("con", "%63on"),
        ("a ", "a%20"),
    ],
)
def test_names_of_files_never_lead_anywhere(log_id: str, expected: str) -> None:
    assert file_name(log_id) == expected


def test_long_names_stay_apart() -> None:
    one, other = file_name("麻" * 500), file_name("麻" * 501)
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= 200


def test_months() -> None:
    assert month_folder("2019123100gm-00a9", None) == "2019/12"
    assert month_folder("x", "2019-02-03") == "2019/02"
    assert month_folder("2019133100gm", None) == "undated"
