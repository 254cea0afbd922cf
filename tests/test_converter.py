"""Three ways to one paipu: Converter (expat, chunk by chunk), convert and convert_json (the package's scanner)."""

import gzip
import io
import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
from conftest import Compared
from differences import first_difference
from games import game, games
from makelog import make_log
from shared import Corpus
from tinylog import head, init, log

GAMES, RANDOM = 40, 300


def fed(chunks: Iterable[bytes | str], **options: Any) -> tuple[list[Any], Any]:
    """The moves that feed gave, and the paipu."""
    converter = mjlog.Converter(**options)
    moves = [move for chunk in chunks for move in converter.feed(chunk)]
    return moves, converter.close()


def flat(paipu: Any) -> list[Any]:
    return [move for moves in paipu.get("log", []) for move in moves]


def settled(moves: list[Any]) -> list[Any]:
    """Without what later elements may still change: where a kaigang at the end stands, the riichi of a last discard."""
    while moves and "kaigang" in moves[-1]:
        moves = moves[:-1]
    return [*moves[:-1], *json.loads(json.dumps(moves[-1:]).replace("*", ""))]


def pieces(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    return [data[start:end] for start, end in pairwise([0, *sorted(cuts), len(data)])]


def expat_reads(data: bytes) -> bool:
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError:
        return False
    return True


def three_ways_differ(data: bytes) -> str | None:
    paipu = mjlog.convert(data)
    _, by_chunks = fed([data])
    return first_difference(json.loads(mjlog.convert_json(data)), paipu) or first_difference(by_chunks, paipu)


def test_real_logs(corpus: Corpus, compared: Compared) -> None:
    readable = {log.file: data for log in corpus.four_players if expat_reads(data := log.read())}
    differences = {file: three_ways_differ(data) for file, data in readable.items()}
    assert {file: difference for file, difference in differences.items() if difference} == {}
    compared("expat (Converter = convert = convert_json)", len(readable), "files")


def test_random_logs(compared: Compared) -> None:
    differences = {seed: three_ways_differ(make_log(seed).encode()) for seed in range(RANDOM)}
    assert {seed: difference for seed, difference in differences.items() if difference} == {}
    compared("expat (Converter = convert = convert_json)", RANDOM, "random logs")


def test_made_up_games(compared: Compared) -> None:
    differences = {number: three_ways_differ(log) for number, log in enumerate(games(GAMES))}
    assert {number: difference for number, difference in differences.items() if difference} == {}
    compared("expat (Converter = convert = convert_json)", GAMES, "made-up games")


@given(seed=st.integers(0, 50), data=st.data())
def test_where_the_chunks_end_does_not_matter(seed: int, data: st.DataObject) -> None:
    whole = make_log(seed).encode()
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=30))
    converter = mjlog.Converter()
    moves: list[Any] = []
    for piece in pieces(whole, cuts):
        moves += converter.feed(piece)
        shown = flat(converter.paipu)
        assert shown[: len(moves)] == moves, "what feed gave is in the paipu"
    paipu = converter.close()
    assert paipu == mjlog.convert(whole)
    everything = flat(paipu)
    assert everything[: len(moves)] == moves
    held_back = everything[len(moves) :]
    assert len(held_back) <= (0 if "defen" in paipu else 2)  # a discard and its kaigang


@given(seed=st.integers(0, 50), data=st.data())
def test_the_paipu_so_far_is_the_beginning_of_the_whole(seed: int, data: st.DataObject) -> None:
    whole = make_log(seed).encode()
    everything = flat(mjlog.convert(whole))
    cut = data.draw(st.integers(0, len(whole)))
    converter = mjlog.Converter()
    converter.feed(whole[:cut])
    so_far = settled(flat(converter.paipu))
    assert so_far == settled(everything[: len(so_far)])


def test_byte_by_byte() -> None:
    whole = game(1)
    moves, paipu = fed(bytes([byte]) for byte in whole)
    assert paipu == mjlog.convert(whole)
    assert moves == flat(paipu)[: len(moves)]


def test_text_by_character() -> None:
    whole = game(2).decode()
    assert fed(whole)[1] == mjlog.convert(whole)


def test_a_discard_waits_for_the_next_element() -> None:
    converter = mjlog.Converter()
    assert converter.feed(head() + init()) == mjlog.convert(log())["log"][0]
    assert converter.feed("<T60/>") == [{"zimo": {"l": 0, "p": "p7"}}]
    assert converter.feed("<D60/>") == []
    assert converter.paipu["log"][0][-1] == {"dapai": {"l": 0, "p": "p7_"}}
    assert converter.feed('<BYE who="1"/><UN n1="P1"/>') == []
    assert converter.feed("<U61/>") == [{"dapai": {"l": 0, "p": "p7_"}}, {"zimo": {"l": 1, "p": "p7"}}]


def test_a_late_riichi_marks_the_discard_before_it() -> None:
    elements = ["<T60/>", "<D60/>", '<REACH who="0" step="1"/>', '<REACH who="0" ten="240,250,250,250" step="2"/>']
    whole = log(*elements, "<U61/>")
    moves, paipu = fed([whole])
    assert moves[2] == {"dapai": {"l": 0, "p": "p7_*"}}
    assert paipu == mjlog.convert(whole) == json.loads(mjlog.convert_json(whole))


def test_dora_follows_the_next_element() -> None:
    converter = mjlog.Converter()
    converter.feed(head() + init())
    assert converter.feed('<N who="0" m="0"/>') == [{"gang": {"l": 0, "m": "m1111"}}]
    assert converter.feed('<DORA hai="78"/>') == []
    assert converter.feed("<T13/>") == [{"gangzimo": {"l": 0, "p": "m4"}}, {"kaigang": {"baopai": "s2"}}]


@pytest.mark.parametrize("seed", range(20))
def test_a_fragment_without_root(seed: int) -> None:
    whole = make_log(seed)
    fragment = whole[whole.index("<", 1) : whole.rindex("<")]
    expected = mjlog.convert(whole)
    assert mjlog.convert(fragment, partial=True) == expected
    assert json.loads(mjlog.convert_json(fragment, partial=True)) == expected
    assert fed([fragment[:100], fragment[100:]], partial=True)[1] == expected


@given(seed=st.integers(0, 50), data=st.data())
def test_a_log_cut_anywhere_converts_in_part(seed: int, data: st.DataObject) -> None:
    whole = make_log(seed).encode()
    cut = whole[: data.draw(st.integers(whole.index(b"<TAIKYOKU"), len(whole)))]
    paipu = mjlog.convert(cut, partial=True)
    everything = flat(mjlog.convert(whole))
    came = settled(flat(paipu))
    assert came == settled(everything[: len(came)])
    assert json.loads(mjlog.convert_json(cut, partial=True)) == paipu
    assert fed([cut], partial=True)[1] == paipu


def test_go_alone_gives_a_title() -> None:
    for paipu in (
        mjlog.convert('<GO type="169"/>', partial=True),
        json.loads(mjlog.convert_json('<GO type="169"/>', partial=True)),
        fed(['<GO type="169"/>'], partial=True)[1],
    ):
        assert paipu["title"] == "四鳳南喰赤"


def test_options_mean_the_same_everywhere() -> None:
    options: dict[str, Any] = {
        "player_format": "{seat}: {name} {dan} R{rate}",
        "title": "決勝",
        "log_id": "2010051001gm-00a9-0000-1a2b3c4d",
    }
    paipu = mjlog.convert(log(), **options)
    assert paipu["title"] == "決勝\n2010051001gm-00a9-0000-1a2b3c4d"
    assert paipu["player"][0][1:] == ": 東 七段 R2000"
    assert json.loads(mjlog.convert_json(log(), **options)) == paipu
    assert fed([log()], **options)[1] == paipu


def test_a_doubled_attribute_is_for_convert() -> None:
    doubled = log('<DORA hai="0" hai="1"/>')
    with pytest.raises(mjlog.MjlogError, match=r"mjlog\.convert"):
        fed([doubled])
    assert mjlog.convert(doubled)["log"][0][1:] == [{"kaigang": {"baopai": "m1"}}]


@pytest.mark.parametrize("encoding", ["Shift_JIS", "EUC-JP", "cp932"])
def test_japanese_encodings_are_for_convert(encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?>{log()}'.encode(encoding)
    with pytest.raises(mjlog.MjlogError, match=r"mjlog\.convert") as error:
        fed([data])
    assert error.value.kind == "encoding"
    assert mjlog.convert(data) == mjlog.convert(log())


def test_every_form_of_input(tmp_path: Path) -> None:
    data = game(3)
    expected = mjlog.convert_json(data)
    file = tmp_path / "log.xml"
    file.write_bytes(data)
    forms: list[Any] = [
        bytearray(data),
        memoryview(data),
        memoryview(data + data)[: len(data)],
        data.decode(),
        file,
        io.BytesIO(data),
    ]
    assert [mjlog.convert_json(form) for form in forms] == [expected] * len(forms)
    assert mjlog.convert_json(gzip.compress(data)) == mjlog.convert_json(io.BytesIO(gzip.compress(data))) == expected


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64])
def test_gzip_in_pieces(size: int) -> None:
    packed = gzip.compress(mjlog.sample(), mtime=0)
    converter = mjlog.Converter()
    for at in range(0, len(packed), size):
        converter.feed(packed[at : at + size])
    assert converter.close() == mjlog.convert(mjlog.sample())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("size", [1, 3, 10_000_000])
@pytest.mark.parametrize("declared", ["", '<?xml version="1.0"?>'])
def test_parts_with_and_without_declaration(codec: str, size: int, declared: str) -> None:
    data = (declared + mjlog.sample().decode()).encode(codec)
    converter = mjlog.Converter(partial=True)
    for at in range(0, len(data), size):
        converter.feed(data[at : at + size])
    assert converter.close() == mjlog.convert(data, partial=True) == mjlog.convert(mjlog.sample())


def test_chunks_are_of_one_kind() -> None:
    converter = mjlog.Converter()
    converter.feed(b"<mj")
    with pytest.raises(TypeError, match="after one of bytes"):
        converter.feed("loggm>")
    with pytest.raises(TypeError, match="not int"):
        mjlog.Converter().feed(5)  # type: ignore[arg-type]


def test_text_in_pieces() -> None:
    converter = mjlog.Converter()
    converter.feed("")
    for letter in mjlog.sample().decode():
        converter.feed(letter)
    assert converter.close() == mjlog.convert(mjlog.sample())


def test_a_log_cut_in_a_character() -> None:
    data = mjlog.sample().replace(b'n3="', 'n3="麻'.encode())
    cut = data[: data.index("麻".encode()) + 2]
    assert mjlog.convert(cut, partial=True) == {"title": "四鳳南喰赤"}
    converter = mjlog.Converter(partial=True)
    converter.feed(cut)
    assert converter.close() == {"title": "四鳳南喰赤"}
