"""Zips and tars: nested, broken, hostile, with names of all sorts."""

import bz2
import gzip
import io
import lzma
import os
import pickle
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path

import pytest

import mjlog
from mjlog.bulk.records import ZipMember
from mjlog.bulk.sources import Limits, iter_entries
from mjlog.bulk.sources.directory import BadZipError, read_directory
from sources import listed, log, log_id, packed, problems, tarred, zipped


def put(folder: Path, data: bytes, name: str = "a.zip") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# Zips


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_are_handed_over_by_their_place(tmp_path: Path, method: int) -> None:
    path = put(tmp_path, zipped({f"2019/{log_id(n)}.mjlog": packed(n) for n in range(9)}, method))
    entries = list(iter_entries([path]))
    assert [entry.id for entry in entries] == [log_id(n) for n in range(9)]
    assert all(isinstance(entry.data, ZipMember) for entry in entries)
    assert listed(path) == [(log_id(n), log(n)) for n in range(9)]
    assert entries[0].source == f"{path}: 2019/{log_id(0)}.mjlog"


def test_a_member_is_a_value(tmp_path: Path) -> None:
    path = put(tmp_path, zipped({"a.xml": log(1), "b.xml": log(2)}, zipfile.ZIP_STORED))
    one, two = (entry.data for entry in iter_entries([path]))
    assert isinstance(one, ZipMember)
    assert (one.path, one.offset, one.packed, one.size, one.method) == (str(path), 0, len(log(1)), len(log(1)), 0)
    again = pickle.loads(pickle.dumps(one))
    assert (again, hash(again), repr(again)) == (one, hash(one), repr(one))
    assert eval(repr(one), {"ZipMember": ZipMember}) == one
    assert one != two


def test_plain_members_and_others_keep_their_order(tmp_path: Path) -> None:
    """The core lists the plain ones, Python the others; the selection holds for both."""
    names = [f"{log_id(n)}{ending}" for n, ending in enumerate([".mjlog", ".XML", "", ".txt", ".xml.gz", "", ".xml"])]
    names[5] = f"\u9ebb/{names[5]}"
    path = put(tmp_path, zipped({name: packed(n) for n, name in enumerate(names)}))
    expected = [log_id(n) for n in range(7)]
    assert [entry.id for entry in iter_entries([path])] == expected
    for skip in range(8):
        assert [entry.id for entry in iter_entries([path], skip=skip)] == expected[skip:]
    assert [entry.id for entry in iter_entries([path], ids=expected[1::2])] == expected[1::2]
    assert [entry.source for entry in iter_entries([path])] == [f"{path}: {name}" for name in names]


def test_the_directory_is_what_zipfile_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(3000):
            archive.writestr(f"{n}/\u9ebb {n}.xml", log(n), n % 2 * zipfile.ZIP_DEFLATED)
    with path.open("rb") as file, zipfile.ZipFile(path) as archive:
        ours = [(m.name, m.offset, m.packed, m.size, m.method, m.crc) for m in read_directory(file)]
        infos = archive.infolist()
    assert ours == [(i.filename, i.header_offset, i.compress_size, i.file_size, i.compress_type, i.CRC) for i in infos]


def test_what_is_no_log_is_left_out(tmp_path: Path) -> None:
    files = {"a/": b"", "a/b.xml": log(1), "__MACOSX/a/._b.xml": b"\0", ".DS_Store": b"\0", "pic.png": b"\x89PNG"}
    files |= {"out.json": b'{"a": 1}', "index.html.gz": gzip.compress(b"<html>"), "c.odd": packed(2), "d": log(3)}
    path = put(tmp_path, zipped(files))
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("link.xml")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert listed(path) == [("b", log(1)), ("c", log(2)), ("d", log(3))]


def test_bytes_before_the_zip_and_behind_it(tmp_path: Path) -> None:
    path = put(tmp_path, b"#!/bin/sh\n" + zipped({"a.xml": log(1)}))
    with path.open("rb") as file:
        (member,) = read_directory(file)
    assert member.offset == 10
    assert listed(put(tmp_path, zipped({"a.xml": log(1)}) + b"\0" * 100)) == [("a", log(1))]


def test_a_comment_may_hold_anything(tmp_path: Path) -> None:
    path = put(tmp_path, zipped({"a.xml": log(1)}))
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = b"PK\x05\x06 as an end record begins " * 9
    assert listed(path) == [("a", log(1))]


def test_zip64(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.xml", "w", force_zip64=True) as file,
    ):
        file.write(log(1))
    assert listed(path) == [("a", log(1))]
    # As a zip of more than 4 GiB has it: all in the extra field, and an end record of its own.
    data = zipped({"b.xml": log(2)}, zipfile.ZIP_STORED)
    at = data.index(b"PK\x01\x02")
    size, offset = len(log(2)), 0
    record = bytearray(data[at : data.index(b"PK\x05\x06")])
    record[20:28] = record[42:46] + record[42:46]
    record[20:28] = b"\xff" * 8
    record[42:46] = b"\xff" * 4
    record[30:32] = struct.pack("<H", 28)
    record += struct.pack("<HHQQQ", 1, 24, size, size, offset)
    end64 = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, len(record), at)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, at + len(record), 1)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    path.write_bytes(data[:at] + record + end64 + locator + end)
    assert zipfile.ZipFile(path).read("b.xml") == log(2)
    assert listed(path) == [("b", log(2))]


def test_more_members_than_sixteen_bits_count(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    record = b"PK\x01\x02" + struct.pack("<6H3I5H2I", 20, 20, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0)
    directory = b"".join(record + b"%05d" % n for n in range(66_000))
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 66_000 % 65_536, 66_000 % 65_536, len(directory), 0, 0)
    path.write_bytes(directory + end)
    with path.open("rb") as file:
        assert sum(1 for _ in read_directory(file)) == 66_000


@pytest.mark.parametrize(
    ("name", "flag", "expected"),
    [
        ("麻雀.xml".encode(), 0x800, "麻雀"),
        ("麻雀.xml".encode(), 0, "麻雀"),
        ("麻雀.xml".encode("cp932"), 0, "麻雀"),
        (b"\x80\x81.xml", 0, "Çü"),
        (b"\xff.xml", 0x800, "\ufffd"),
        (b"..\\..\\up.xml", 0, "up"),
        (b"../../../up.xml", 0, "up"),
        (b"/etc/cron.d/up.xml", 0, "up"),
    ],
)
def test_names_of_all_sorts(tmp_path: Path, name: bytes, flag: int, expected: str) -> None:
    data = bytearray(zipped({"x" * len(name): log(1)}, zipfile.ZIP_STORED))
    for at in (30, data.index(b"PK\x01\x02") + 46):
        data[at : at + len(name)] = name
    at = data.index(b"PK\x01\x02")
    data[at + 8 : at + 10] = struct.pack("<H", flag)
    assert listed(put(tmp_path, bytes(data))) == [(expected, log(1))]


def test_names_that_stand_twice_are_both_given(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", log(1))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.xml", log(2))
    assert listed(path) == [("a", log(1)), ("a", log(2))]


def changed(data: bytes, at: int, value: int, width: str = "<H") -> bytes:
    """Another value in the first record of the directory."""
    new = bytearray(data)
    struct.pack_into(width, new, data.index(b"PK\x01\x02") + at, value)
    return bytes(new)


def test_a_bad_member_costs_that_member(tmp_path: Path) -> None:
    good = zipped({"a.xml": log(1) * 9, "b.xml": log(2)})
    cases = {
        "encrypted": changed(good, 8, 1),
        "method 12": changed(good, 10, 12),
        "there is no member": changed(good, 42, 7, "<I"),
        "checksum": changed(good, 16, 7, "<I"),
        "longer than": changed(good, 24, 7, "<I"),
        "size or its checksum": changed(good, 24, 700000, "<I"),
        "packed data": good[:40] + b"\xff\xff\xff" + good[43:],
    }
    for what, data in cases.items():
        path = put(tmp_path, data)
        (bad, good_one) = listed(path)
        assert (bad, good_one) == (("a", "archive"), ("b", log(2))), what
    assert "encrypted: unpack the zip yourself" in problems(put(tmp_path, cases["encrypted"]))[0]
    assert "packed by method 12" in problems(put(tmp_path, cases["method 12"]))[0]


def test_a_cut_zip_costs_what_is_missing(tmp_path: Path) -> None:
    whole = zipped({f"{n}.xml": log(n) for n in range(4)})
    for cut in range(4, len(whole), 3):
        found = listed(put(tmp_path, whole[:cut]))
        assert found[-1] == ("a", "archive"), cut
    assert problems(put(tmp_path, whole[:-30])) == [
        "the zip is cut: the list of its members, which stands at the end, is missing"
    ]
    second = whole.index(b"PK\x01\x02", whole.index(b"PK\x01\x02") + 1)
    broken = put(tmp_path, whole[:second] + b"XX" + whole[second + 2 :])
    assert listed(broken) == [("0", log(0)), ("a", "archive")]
    assert problems(broken) == ["the zip's list of members breaks off"]


def test_any_changed_byte_of_a_zip_ends_in_entries(tmp_path: Path) -> None:
    whole = zipped({"0.xml": log(0), "in.zip": zipped({"1.xml": log(1)})})
    for at in range(len(whole)):
        assert listed(put(tmp_path, whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])), at


def test_archives_that_ask_for_too_much_are_refused(tmp_path: Path) -> None:
    bomb = zipped({"a.xml": b"0" * (2 << 20), "b.xml": log(1)})
    path = put(tmp_path, bomb)
    assert listed(path) == [("a", "too_large"), ("b", log(1))]
    assert "200 times its size" in problems(path)[0]
    assert listed(path, limits=Limits(ratio=2000))[0] == ("a", b"0" * (2 << 20))
    assert listed(path, limits=Limits(log_size=1000, ratio=2000))[0] == ("a", "too_large")
    nested = put(tmp_path, zipped({"in.zip": bomb, "c.xml": log(2)}))
    assert listed(nested) == [("a", "too_large"), ("b", log(1)), ("c", log(2))]
    assert listed(nested, limits=Limits(nested_size=1000)) == [("in", "too_large"), ("c", log(2))]
    matryoshka = put(tmp_path, zipped({"1.zip": zipped({"2.zip": zipped({"x.xml": log(1)}), "y.xml": log(2)})}))
    assert listed(matryoshka) == [("2", "archive"), ("y", log(2))]
    assert listed(matryoshka, limits=Limits(nesting=2)) == [("x", log(1)), ("y", log(2))]
    assert listed(matryoshka, limits=Limits(nesting=0)) == [("1", "archive")]


def test_a_member_that_unpacks_past_its_size_is_refused(tmp_path: Path) -> None:
    data = changed(zipped({"in.zip": zipped({"a.xml": b"0" * 3_000_000})}), 24, 50, "<I")
    assert listed(put(tmp_path, data)) == [("in", "archive")]


def test_archives_in_archives(tmp_path: Path) -> None:
    files = {"x.mjlog": packed(1), "y.xml": log(2)}
    inner = {
        "1.zip": zipped(files),
        "2.tar": tarred(files),
        "3.tgz": tarred(files, "w:gz"),
        "4.gz": gzip.compress(tarred(files)),
        "5.tar.xz": tarred(files, "w:xz"),
        "6.jsonl": b'{"id": "x", "log": "<mjloggm/>"}\n',
        "7.mjlog.xz": lzma.compress(log(7)),
        "8": zipped(files),
    }
    pair = [("x", log(1)), ("y", log(2))]
    expected = pair * 5 + [("x", b"<mjloggm/>"), ("7", log(7)), *pair]
    assert listed(put(tmp_path, zipped(inner))) == expected
    assert listed(put(tmp_path, tarred(inner))) == expected
    assert listed(io.BytesIO(zipped(inner))) == expected
    places = [entry.source for entry in iter_entries([put(tmp_path, zipped({"i.zip": zipped(files)}))])]
    assert places[0] == f"{tmp_path}/a.zip: i.zip: x.mjlog"


def test_a_broken_archive_in_an_archive_costs_that_archive(tmp_path: Path) -> None:
    cut = zipped({"x.mjlog": packed(1)})[:-40]
    files = {"1.zip": cut, "2.tgz": b"junk", "3.tar.gz": tarred({"x": log(3)}, "w:gz")[:-30], "b.xml": log(2)}
    for data in (zipped(files), tarred(files)):
        found = listed(put(tmp_path, data))
        assert [key for key, _ in found if not isinstance(_, bytes)][:1] == ["1"]
        assert found[-1] == ("b", log(2))


def test_a_large_archive_in_an_archive_goes_through_a_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    big = zipped({f"{n}.xml": os.urandom(1 << 20) for n in range(18)}, zipfile.ZIP_STORED)
    path = put(tmp_path, zipped({"in.zip": big}, zipfile.ZIP_STORED))
    assert len(listed(path)) == 18
    assert [item.name for item in tmp_path.iterdir()] == ["a.zip"]


def test_a_database_in_an_archive_is_told(tmp_path: Path) -> None:
    database = b"SQLite format 3\0" + bytes(100)
    for data in (zipped({"a.db": database}), tarred({"a.db": database})):
        assert listed(put(tmp_path, data)) == [("a", "archive")]


def test_empty_archives(tmp_path: Path) -> None:
    for data in (zipped({}), tarred({}), tarred({}, "w:gz"), zipped({"pic.png": b"\x89PNG"})):
        assert listed(put(tmp_path, data)) == [("a", "no_log")]
        assert problems(put(tmp_path, data)) == ["no log in this source"]


# Tars


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_tars(tmp_path: Path, mode: str) -> None:
    files = {"a/b.xml": log(1), ".x": b"", "c.mjlog": packed(2), "pic.png": b"\x89PNG", "../../up.xml": log(3)}
    expected = [("b", log(1)), ("c", log(2)), ("up", log(3))]
    data = tarred(files, mode)
    assert listed(put(tmp_path, data, "any.name")) == expected
    assert listed(io.BytesIO(data)) == expected


def test_zstd(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    pack = zstandard.ZstdCompressor().compress
    path = put(tmp_path, pack(tarred({"b.xml": log(1)})), "t")
    assert listed(path) == [("b", log(1))]
    assert listed(put(tmp_path, pack(log(1)) + pack(log(2)), "b.mjlog.zst")) == [("b", log(1) + log(2))]
    assert listed(put(tmp_path, pack(log(1))[:-3], "b.mjlog.zst")) == [("b", "archive")]
    assert listed(put(tmp_path, b"\x28\xb5\x2f\xfd" + b"junk" * 9, "b.zst")) == [("b", "archive")]


def test_zstd_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    monkeypatch.setitem(__import__("sys").modules, "compression.zstd", None)
    assert problems(put(tmp_path, b"\x28\xb5\x2f\xfdjunk")) == ["reading zstd needs a library: pip install mjlog[zstd]"]


def test_single_logs_compressed(tmp_path: Path) -> None:
    assert listed(put(tmp_path, bz2.compress(log(1)), "a.xml.bz2")) == [("a", log(1))]
    assert listed(put(tmp_path, gzip.compress(packed(1)), "a.mjlog")) == [("a", log(1))]
    coats = log(1)
    for _ in range(5):
        coats = lzma.compress(coats)
    assert listed(put(tmp_path, coats, "a.xml")) == [("a", "archive")]


def test_a_cut_tar_is_told(tmp_path: Path) -> None:
    whole = tarred({f"{n}.xml": log(n) for n in range(3)})[: 3 * 1024 + 1024]
    assert len(listed(put(tmp_path, whole))) == 3
    for cut in range(600, len(whole) - 512, 100):
        found = listed(put(tmp_path, whole[:cut]))
        assert found[-1][1] == "archive", cut
        assert all(data in (log(n), "archive") for n, (_, data) in enumerate(found)), cut
    packed_tar = gzip.compress(whole)
    for cut in range(20, len(packed_tar) - 1, 7):
        assert listed(put(tmp_path, packed_tar[:cut]))[-1][1] in ("archive", "gzip"), cut


def test_a_damaged_tar_is_told(tmp_path: Path) -> None:
    whole = bytearray(tarred({f"{n}.xml": log(n) for n in range(3)}))
    whole[1024 + 150] ^= 0xFF
    assert listed(put(tmp_path, bytes(whole))) == [("0", log(0)), ("a", "archive")]


def test_a_broken_directory_is_an_error_of_its_own() -> None:
    with pytest.raises(BadZipError):
        list(read_directory(io.BytesIO(b"")))
    for junk in (bytes(22), b"PK\x05\x06" + b"\xff" * 18, b"PK\x05\x06" * 10):
        with pytest.raises(BadZipError):
            list(read_directory(io.BytesIO(junk)))


def test_what_is_read_converts(tmp_path: Path) -> None:
    path = put(tmp_path, zipped({"a.mjlog": gzip.compress(mjlog.sample())}))
    ((_, data),) = listed(path)
    assert isinstance(data, bytes)
    assert mjlog.convert(data) == mjlog.convert(mjlog.sample())
    assert zlib.crc32(data) == zlib.crc32(mjlog.sample())
