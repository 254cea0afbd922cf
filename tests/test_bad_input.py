"""Bad input gives MjlogError that says what is wrong, at which byte, in which element and round."""

import gzip
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

import mjlog
from tinylog import UN, head, init, log
from ways import AGARI, DRAW, ROOT, WAYS, Place, Way, by_chunks, failure, parse, place, with_value, without

# kind, and the element of the second round that is at fault
IN_A_ROUND = [
    ("missing_attribute", without("seed", init())),
    ("missing_attribute", without("ten", init())),
    ("missing_attribute", without("oya", init())),
    ("missing_attribute", without("hai2", init())),
    ("missing_attribute", '<N who="0"/>'),
    ("missing_attribute", '<N m="0"/>'),
    ("missing_attribute", "<DORA/>"),
    *[("missing_attribute", without(name, AGARI)) for name in ("hai", "machi", "ten", "who", "fromWho", "sc")],
    ("missing_attribute", without("sc", DRAW.format(""))),
    ("bad_attribute", init("0,0,0")),
    ("bad_attribute", init("a,0,0,1,2,124")),
    ("bad_attribute", init("-1,0,0,1,2,124")),
    ("bad_attribute", init(ten="250,250,250")),
    ("bad_attribute", init(ten="250,250,250,x")),
    ("bad_attribute", init(ten="250,250,250,99999999999999999999")),
    ("bad_attribute", init(oya=4)),
    ("bad_attribute", init(oya=-1)),
    ("bad_attribute", '<N who="4" m="0"/>'),
    ("bad_attribute", '<N who="" m="0"/>'),
    ("bad_attribute", '<N who="0" m=""/>'),
    ("bad_attribute", '<N who="0" m="z"/>'),
    ("bad_attribute", with_value("who", "7", AGARI)),
    ("bad_attribute", with_value("fromWho", "1.5", AGARI)),
    ("bad_attribute", with_value("ten", "30", AGARI)),
    ("bad_attribute", with_value("sc", "250,0", AGARI)),
    ("bad_attribute", with_value("yaku", "1", AGARI)),
    ("bad_attribute", with_value("yaku", "99,1", AGARI)),
    ("bad_attribute", with_value("sc", "250,0", DRAW.format(""))),
    ("bad_attribute", DRAW.format(' owari="1,2,3"')),
    ("bad_pai", "<T136/>"),
    ("bad_pai", "<D999/>"),
    ("bad_pai", "<W99999999999999999999/>"),
    ("bad_pai", '<DORA hai="136"/>'),
    ("bad_pai", with_value("hai0", "136", init())),
    ("bad_pai", init("0,0,0,1,2,200")),
    ("bad_pai", with_value("hai", "0,4,200", AGARI)),
    ("bad_pai", with_value("machi", "136", AGARI)),
    ("bad_pai", DRAW.format(' hai1="0,136"')),
    ("bad_mianzi", '<N who="0" m="65535"/>'),
    ("bad_mianzi", '<N who="0" m="65536"/>'),
    ("bad_mianzi", '<N who="0" m="6"/>'),
    ("bad_mianzi", AGARI.replace(" machi=", ' m="65535" machi=')),
]


@pytest.mark.parametrize(("kind", "element"), IN_A_ROUND)
@pytest.mark.parametrize("way", WAYS)
def test_an_element_of_a_round(way: Way, kind: str, element: str) -> None:
    before = log(init(), "<T60/>", init("1,0,0,1,2,124", oya=1))[: -len("</mjloggm>")]
    name = element.strip("<>/").split()[0]
    error = failure(way, f"{before}{element}<U61/></mjloggm>".encode())
    assert place(error) == Place(kind, len(before), name, 1), error


@pytest.mark.parametrize(
    ("kind", "element"),
    [
        ("missing_attribute", '<GO lobby="0"/>'),
        ("bad_attribute", '<GO type="x"/>'),
        ("bad_attribute", '<GO type=""/>'),
        ("bad_attribute", '<GO type="-1"/>'),
        ("sanma", '<GO type="185" lobby="0"/>'),
        ("missing_attribute", without("n2", UN)),
        ("bad_attribute", with_value("rate", "1500,x,1500,1500", UN)),
        ("bad_attribute", with_value("dan", "x,0,0,0", UN)),
        ("missing_attribute", "<TAIKYOKU/>"),
        ("bad_attribute", '<TAIKYOKU oya=""/>'),
        ("bad_attribute", '<TAIKYOKU oya="4"/>'),
        ("bad_attribute", '<TAIKYOKU oya="-1"/>'),
        ("bad_attribute", '<TAIKYOKU oya="x"/>'),
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_an_element_before_the_rounds(way: Way, kind: str, element: str) -> None:
    name = element.strip("<>/").split()[0]
    before, _, after = log().partition(f"<{name} ")
    data = before + element + after.split(">", 1)[1]
    assert place(failure(way, data)) == Place(kind, len(before), name, None)


@pytest.mark.parametrize("element", ["<T60/>", "<D60/>", '<N who="0" m="0"/>', AGARI, DRAW.format("")])
@pytest.mark.parametrize("way", WAYS)
def test_before_the_first_round(way: Way, element: str) -> None:
    data = (head() + element + "</mjloggm>").encode()
    name = element.strip("<>/").split()[0]
    assert place(failure(way, data)) == Place("out_of_order", len(head()), name, None)


@pytest.mark.parametrize(
    ("kinds", "data"),
    [
        ("not_xml", b"hello world"),
        ("not_xml truncated", b""),
        ("not_xml truncated", b"   \n"),
        ("not_xml", b'{"title":"x"}'),
        ("not_xml", b"\x00" * 100),
        ("not_xml encoding", bytes(range(256))),
        ("not_xml", ROOT.encode() + b"<GO type=169/></mjloggm>"),
        ("not_xml", ROOT.encode() + b'<GO type="169" <UN/></mjloggm>'),
        ("not_xml", ROOT.encode() + b'<GO type="169"></UN></mjloggm>'),
        ("not_xml", ROOT.encode() + b"< GO/></mjloggm>"),
        ("not_mjlog", b"<html><body>404</body></html>"),
        ("not_mjlog", b'<?xml version="1.0"?><log/>'),
        ("not_mjlog", b'<GO type="169" lobby="0"/>'),
        ("truncated", ROOT.encode()),
        ("truncated", log().encode()[:-1]),
        ("truncated", ROOT.encode() + b'<GO type="169'),
        ("encoding", log(un=UN.replace("%E6%9D%B1", "\udcff")).encode("utf-8", "surrogateescape")),
        ("encoding", b'<?xml version="1.0" encoding="klingon"?>' + log().encode()),
        ("dtd", b'<!DOCTYPE mjloggm [<!ENTITY a "aaaaaaaa">]>' + log().encode()),
        ("dtd", b'<!DOCTYPE mjloggm SYSTEM "file:///etc/passwd">' + log().encode()),
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_whole_log(way: Way, kinds: str, data: bytes) -> None:
    error = failure(way, data)
    assert error.kind in kinds.split(), error
    assert error.round is None or error.kind == "truncated"
    assert str(error)


@pytest.mark.parametrize("way", WAYS)
def test_every_proper_beginning_is_truncated(way: Way) -> None:
    data = log("<T60/>", '<N who="0" m="0" />', "<D60/>").encode()
    kinds = {failure(way, data[:end]).kind for end in range(len(ROOT), len(data))}
    assert kinds == {"truncated"}


@pytest.mark.parametrize("way", [mjlog.convert, mjlog.convert_json, parse])
def test_broken_gzip(way: Way) -> None:
    whole = gzip.compress(log().encode())
    flipped = whole[:40] + bytes([whole[40] ^ 0xFF]) + whole[41:]
    wrong_sum = whole[:-8] + zlib.crc32(b"other").to_bytes(4, "little") + whole[-4:]
    packed_nonsense = b"\x1f\x8b" + b"hello" * 9
    for data in (b"\x1f\x8b", whole[:5], whole[: len(whole) // 2], whole[:-1], flipped, wrong_sum, packed_nonsense):
        assert failure(way, data).kind == "gzip"


@pytest.mark.parametrize("way", WAYS)
def test_offsets_count_bytes_of_the_unpacked_input(way: Way) -> None:
    data = log("<T60/>", "<T136/>", "<U61/>")
    at = data.index("<T136")
    wide = data.replace("%E6%9D%B1", "東").encode()
    assert failure(way, gzip.compress(data.encode())).offset == at
    assert failure(way, b"\xef\xbb\xbf" + data.encode()).offset == 3 + at
    assert failure(way, data.encode("utf-16")).offset == 2 + 2 * at
    assert failure(way, ("\ufeff" + data).encode("utf-16-be")).offset == 2 + 2 * at
    assert failure(way, wide).offset == wide.index(b"<T136")
    fragment = data.removeprefix(ROOT).encode()
    assert failure(way, fragment, partial=True).offset == at - len(ROOT)


def test_offsets_count_bytes_before_decoding() -> None:
    text = '<?xml version="1.0" encoding="Shift_JIS"?>' + log("<T136/>").replace("%E6%9D%B1", "東")
    data = text.encode("cp932")
    assert failure(mjlog.convert, data).offset == data.index(b"<T136")


def test_places_do_not_depend_on_chunks() -> None:
    data = log("<T60/>", "<T136/>", "<U61/>").encode()
    expected = Place("bad_pai", data.index(b"<T136"), "T136", 0)
    for cut in range(len(data)):
        assert place(failure(by_chunks, [data[:cut], data[cut:]])) == expected, cut


@pytest.mark.parametrize("template", ["{", "}", "{nobody}", "{name", "{0}", "{}", "{name!r}", "{name:>9}", "{name.x}"])
@pytest.mark.parametrize("way", WAYS)
def test_templates(way: Way, template: str) -> None:
    assert failure(way, log(), player_format=template).kind == "bad_template"


def test_a_name_is_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("2010051001gm-00a9-0000-1a2b3c4d.mjlog").write_text(log(), "utf-8")
    for name in ("2010051001gm-00a9-0000-1a2b3c4d.mjlog", "logs/one.xml", "C:\\logs\\one.xml.gz"):
        error = failure(mjlog.convert, name)
        assert error.kind == "no_data"
        assert "Path" in str(error)


def test_no_file_is_no_mjlog_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mjlog.convert(tmp_path / "none.xml")


@pytest.mark.parametrize("data", [None, 1, 1.5, ["<mjloggm/>"], {"log": 1}, object()])
def test_no_data_at_all(data: Any) -> None:
    for way in (mjlog.convert, mjlog.convert_json, parse):
        with pytest.raises(TypeError):
            way(data)


def test_errors_are_values() -> None:
    error = failure(mjlog.convert, log("<T136/>"))
    assert isinstance(error, ValueError)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert (type(again), str(again), place(again)) == (mjlog.MjlogError, str(error), place(error))


def test_one_bad_log_costs_one_log() -> None:
    good, bad = log().encode(), log("<T136/>").encode()
    first, second, third = mjlog.convert_batch([good, bad, good])
    assert first == third == mjlog.convert_json(good)
    assert isinstance(second, mjlog.MjlogError)
    assert place(second) == Place("bad_pai", bad.index(b"<T136"), "T136", 0)


def test_cut_gzip_gives_what_is_there_in_part() -> None:
    packed = gzip.compress(mjlog.sample(), mtime=0)
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(packed[:-4])
    assert error.value.kind == "gzip"
    whole = mjlog.convert(mjlog.sample())
    assert mjlog.convert(packed[:-4], partial=True) == whole
    some = mjlog.convert(packed[:4500], partial=True)["log"]
    assert some[:-1] == whole["log"][: len(some) - 1]
    converter = mjlog.Converter(partial=True)
    converter.feed(packed[:4500])
    assert converter.close()["log"] == some


def test_a_batch_survives_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "log.xml").write_bytes(mjlog.sample())
    good, bad = mjlog.convert_batch([tmp_path / "log.xml", tmp_path / "none"])
    assert good == mjlog.convert_json(mjlog.sample())
    assert isinstance(bad, mjlog.MjlogError)
    assert bad.kind == "unreadable"
    assert "No such file" in bad.message


def test_what_is_no_list_of_logs() -> None:
    for one in (mjlog.sample(), "logs/", Path("logs")):
        with pytest.raises(TypeError, match="this is one"):
            mjlog.convert_batch(one)  # type: ignore[arg-type]
    for threads in (0, -1):
        with pytest.raises(ValueError, match="1 or more"):
            mjlog.convert_batch([], threads=threads)


def test_errors_show_all_they_know() -> None:
    error = mjlog.MjlogError("what", "bad_pai", 7, "T136", 0)
    assert repr(error) == "MjlogError('what', kind='bad_pai', offset=7, element='T136', round=0)"
    assert str(error) == "what (in T136, byte 7, round 0)"
