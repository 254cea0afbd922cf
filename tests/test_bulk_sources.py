"""Files, folders, patterns and lists; all kinds mixed; selection, and passing over."""

import gzip
import io
import os
import socket
from datetime import date
from pathlib import Path

import pytest

from games import game
from mjlog.bulk.sources import Counts, Limits, iter_entries, listed_files, log_id_of
from sources import content, houou, listed, log, log_id, packed, problems, tarred, zipped


def put(folder: Path, **files: bytes) -> Path:
    for name, data in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2019010100gm-00a9-0000-abcdef12.mjlog", "2019010100gm-00a9-0000-abcdef12"),
        ("a/b/2019010100gm-00a9-0000-abcdef12.xml.gz", "2019010100gm-00a9-0000-abcdef12"),
        ("2019010100gm-00a9-0000-abcdef12&tw=2.mjlog", "2019010100gm-00a9-0000-abcdef12"),
        ("20061031gm-0001-0000-110c699e", "20061031gm-0001-0000-110c699e"),
        ("../../etc/passwd", "passwd"),
        ("C:\\logs\\a.xml", "a"),
        ("/", "log"),
        ("..", "log"),
        (".gz", "gz"),
        ("麻雀.mjlog", "麻雀"),
    ],
)
def test_the_id_is_the_files_name_without_endings(name: str, expected: str) -> None:
    assert log_id_of(name) == expected


def test_files_of_any_name_are_told_by_their_content(tmp_path: Path) -> None:
    put(tmp_path, **{"a.mjlog": packed(1), "b.mjlog": log(2), "c.gz": packed(3), "d.dat": log(4), "e": log(5)})
    put(tmp_path, **{"f.xml": zipped({"x.mjlog": packed(6)}), "g.zip": log(7), "h.txt": tarred({"y.xml": log(8)})})
    paths = [tmp_path / name for name in ("a.mjlog", "b.mjlog", "c.gz", "d.dat", "e", "f.xml", "g.zip", "h.txt")]
    assert listed(*paths) == [(key, log(n)) for n, key in enumerate("abcdexgy", 1)]


def test_utf16_is_no_other_kind(tmp_path: Path) -> None:
    text = game(1).decode().encode("utf-16")
    put(tmp_path, **{"a.xml": text})
    assert listed(tmp_path) == [("a", text)]


def test_a_folder_gives_its_logs_and_sources_in_the_order_of_names(tmp_path: Path) -> None:
    put(tmp_path, **{"b__x.mjlog": log(2), "b__y__z.xml": log(3), "a": log(1), "b.xml": log(0), "c.txt": log(4)})
    put(tmp_path, **{".hidden": log(9), "pic.png": b"\x89PNG", "out.json": b'{"title": 1}', "page.html": b"<html>"})
    put(tmp_path, **{".git__a.xml": log(9), "odd.ending": packed(5), "all.zip": zipped({"q.xml": log(6)})})
    found = listed(tmp_path)
    assert found == [
        ("a", log(1)),
        ("q", log(6)),
        ("x", log(2)),
        ("z", log(3)),
        ("b", log(0)),
        ("c", log(4)),
        ("odd", packed(5) and log(5)),
    ]
    assert [entry.source for entry in iter_entries([str(tmp_path)])][1] == f"{tmp_path}/all.zip: q.xml"
    assert listed(tmp_path) == found


def test_a_folder_of_more_files_than_are_sorted_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog.bulk.sources.files._RUN", 4)
    names = [*sorted(f"{n * 7919 % 101}" for n in range(30)), "麻", "😀"]
    put(tmp_path, **{f"{name}.xml": log(1) for name in names})
    (tmp_path / "5").mkdir()
    put(tmp_path / "5", **{"x.xml": log(2)})
    found = [key for key, _ in listed(tmp_path)]
    assert found.pop(found.index("x")) == "x"
    assert found == sorted(names, key=lambda name: f"{name}.xml")


def test_links_lead_to_files_but_not_round_in_circles(tmp_path: Path) -> None:
    put(tmp_path, **{"real__a.xml": log(1)})
    (tmp_path / "real" / "loop").symlink_to(tmp_path)
    (tmp_path / "real" / "link.xml").symlink_to(tmp_path / "real" / "a.xml")
    (tmp_path / "real" / "self.xml").symlink_to(tmp_path / "real" / "self.xml")
    (tmp_path / "real" / "gone.xml").symlink_to(tmp_path / "nowhere")
    whole = [("a", log(1)), ("gone", "unreadable"), ("link", log(1)), ("self", "unreadable")]
    assert listed(tmp_path) == whole
    (tmp_path / "folder").symlink_to(tmp_path / "real")
    assert listed(tmp_path / "folder") == whole


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    put(tmp_path, **{"a.xml": log(1)})
    os.mkfifo(tmp_path / "pipe.xml")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.xml"))
        assert listed(tmp_path) == [("a", log(1))]


def test_a_name_that_is_no_utf8(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\x93\xe7.mjlog"
    Path(os.fsdecode(path)).write_bytes(log(1))
    assert listed(tmp_path) == [("\ufffd\ufffd", log(1))]


def test_patterns(tmp_path: Path) -> None:
    put(tmp_path, **{"a__1.xml": log(1), "a__2.xml": log(2), "b__3.xml": log(3), "[x].xml": log(4)})
    assert listed(f"{tmp_path}/*/*.xml") == [("1", log(1)), ("2", log(2)), ("3", log(3))]
    assert listed(f"{tmp_path}/a*") == [("1", log(1)), ("2", log(2))]
    assert len(listed(f"{tmp_path}/**")) == 4
    assert listed(f"{tmp_path}/[x].xml") == [("[x]", log(4))]
    assert problems(f"{tmp_path}/*.zip") == ["no file matches this pattern"]


def test_lists_of_files() -> None:
    assert [*listed_files(io.BytesIO(b"a b.xml\r\n\n\xff.xml\nlast"))] == ["a b.xml", "\udcff.xml", "last"]
    assert [*listed_files(io.BytesIO(b"a\nb.xml\0last\0"))] == ["a\nb.xml", "last"]
    assert [*listed_files(io.BytesIO(b""))] == []


def test_open_files_of_every_kind() -> None:
    for data in (log(1), packed(1), zipped({"a.xml": log(1)}), tarred({"a.xml": packed(1)})):
        ((_, found),) = listed(io.BytesIO(data))
        assert found == log(1)


def test_one_call_takes_all_kinds_in_the_order_given(tmp_path: Path) -> None:
    put(tmp_path, **{"a.zip": zipped({"z.mjlog": packed(1)}), "b.mjlog": packed(3), "c__d.xml": log(4)})
    houou(tmp_path / "e.db", {"r": packed(2)})
    sources = [tmp_path / "a.zip", tmp_path / "e.db", str(tmp_path / "b.mjlog"), tmp_path / "c", io.BytesIO(log(5))]
    assert listed(*sources) == [("z", log(1)), ("r", log(2)), ("b", log(3)), ("d", log(4)), ("input", log(5))]


def test_what_is_not_there_costs_one_entry(tmp_path: Path) -> None:
    put(tmp_path, **{"a.xml": log(1), "empty__.keep": b""})
    found = listed(tmp_path / "none.zip", tmp_path / "empty", tmp_path / "a.xml")
    assert found == [("none", "unreadable"), ("empty", "no_log"), ("a", log(1))]
    assert problems(tmp_path / "none.zip") == ["can't be read: No such file or directory"]


def test_what_may_not_be_read_costs_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, **{"a__b.xml": log(1), "c.xml": log(2)})

    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    real = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: refuse(path) if str(path).endswith("/a") else real(path))
    assert listed(tmp_path) == [("a", "unreadable"), ("c", log(2))]


def test_a_file_past_the_limit_is_not_read(tmp_path: Path) -> None:
    put(tmp_path, **{"a.xml": log(1), "b.xml": log(2) * 9000, "c.xml": log(3)})
    limits = Limits(log_size=1000)
    assert [kind for _, kind in listed(tmp_path, limits=limits)] == [log(1), "too_large", log(3)]
    assert listed(io.BytesIO(log(2) * 100), limits=limits) == [("input", "too_large")]


def test_a_source_of_a_wrong_type_is_the_callers_mistake() -> None:
    with pytest.raises(TypeError, match="open it in binary mode"):
        list(iter_entries([io.StringIO("<mjloggm/>")]))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a source is a name or a file open in binary mode, not int"):
        list(iter_entries([1]))  # type: ignore[list-item]


# Selection


def everything(folder: Path) -> list[object]:
    """A folder, a zip, a tar, a database; days 1 to 9, errors among them."""
    day = [log_id(n, f"2019010{n}") for n in range(10)]
    put(folder, **{f"f__{day[1]}.mjlog": packed(1), f"f__{day[2]}.xml": log(2), "f__other.xml": log(0)})
    broken = bytearray(zipped({f"{day[3]}.mjlog": packed(3), "x/bad.xml": log(0), f"x/{day[4]}.mjlog": packed(4)}))
    at = broken.index(b"x/bad.xml") - 30
    broken[at] ^= 0xFF
    put(folder, **{"z.zip": bytes(broken), "t.tgz": tarred({f"{day[5]}.xml": log(5), f"{day[6]}.xml": log(6)}, "w:gz")})
    houou(folder / "d.db", {day[7]: packed(7), "null": None, "odd": 5, day[8]: log(8)})
    lines = "".join(f'{{"id": "{day[9]}", "log": "<mjloggm/>"}}\n\nnone\n').encode()
    put(
        folder,
        **{
            "l.jsonl": lines,
            "cut.zip": zipped({"a.xml": log(1)})[:-30],
            "n.zip": zipped({"i.zip": zipped({"k.xml": log(9)})}),
        },
    )
    return [folder / name for name in ("f", "z.zip", "t.tgz", "d.db", "l.jsonl", "cut.zip", "n.zip", "gone")]


def test_passing_over_is_dropping(tmp_path: Path) -> None:
    sources = everything(tmp_path)
    for options in ({}, {"since": "2019-01-03"}, {"ids": {"odd", log_id(4, "20190104")}}):
        whole = listed(*sources, **options)
        for n in range(len(whole) + 2):
            assert listed(*sources, **options, skip=n) == whole[n:], n
    assert len(listed(*sources)) == 16


def test_passing_over_reads_no_log_of_a_zip(tmp_path: Path) -> None:
    put(tmp_path, **{"a.zip": zipped({f"{log_id(n)}.mjlog": packed(n) for n in range(50)})})
    assert listed(tmp_path / "a.zip", skip=48) == [(log_id(n), log(n)) for n in (48, 49)]


def test_selection_by_id(tmp_path: Path) -> None:
    sources = everything(tmp_path)
    counts = Counts()
    found = listed(*sources, ids=[log_id(2, "20190102"), log_id(7, "20190107")], counts=counts)
    assert [item for item in found if isinstance(item[1], bytes)] == [
        (log_id(2, "20190102"), log(2)),
        (log_id(7, "20190107"), log(7)),
    ]
    assert counts == Counts(without_log=1, not_selected=11)


@pytest.mark.parametrize(
    ("bounds", "days"),
    [
        ({"since": "2019-01-05"}, "56789"),
        ({"until": "20190104"}, "1234"),
        ({"since": date(2019, 1, 3), "until": date(2019, 1, 4)}, "34"),
        ({"since": "2019010300", "until": "2019010300"}, "3"),
        ({"since": "2019010301", "until": "2019010323"}, ""),
        ({"since": "2019"}, "123456789"),
        ({"until": "2018"}, ""),
        ({"since": "201901", "until": "2019-01"}, "123456789"),
    ],
)
def test_selection_by_day(tmp_path: Path, bounds: dict[str, str], days: str) -> None:
    found = listed(*everything(tmp_path), **bounds)
    assert "".join(key[7] for key, data in found if key.startswith("2019")) == days


def test_ids_of_eight_digits_and_of_rows_with_dates(tmp_path: Path) -> None:
    old = "20061031gm-0001-0000-110c699e"
    put(tmp_path, **{f"{old}.xml": log(1)})
    houou(tmp_path / "d.db", {"17": log(2)})
    assert listed(tmp_path / f"{old}.xml", tmp_path / "d.db", until="2006103112") == [(old, log(1))]
    assert listed(tmp_path / f"{old}.xml", tmp_path / "d.db", since="2019010100") == [("17", log(2))]


@pytest.mark.parametrize("bad", ["yesterday", "2019-13-01", "20190132", "2019-1-1", "", "201901010"])
def test_a_bound_that_is_no_date(bad: str) -> None:
    with pytest.raises(ValueError, match="since is no date"):
        iter_entries([], since=bad)


def test_entries_say_where_they_are(tmp_path: Path) -> None:
    sources = everything(tmp_path)
    found = list(iter_entries([str(source) for source in sources]))
    places = [entry.source.removeprefix(f"{tmp_path}/") for entry in found]
    assert "z.zip: x/bad.xml" in places
    assert "n.zip: i.zip: k.xml" in places
    assert "l.jsonl: line 3" in places
    assert f"d.db: {log_id(8, '20190108')}" in places
    assert [content(entry) for entry in found if entry.source.endswith("k.xml")] == [log(9)]
    assert gzip.decompress(packed(1)) == log(1)
