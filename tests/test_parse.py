"""`parse`: all that a log says, for four players and three, with nothing lost."""

import pickle
import re
from dataclasses import FrozenInstanceError

import pytest

import mjlog
from conftest import Compared
from handmade import HAND_MADE
from mjlog.log import Agari, Call, Discard, Draw, Event, Init, Log, Root, Ryuukyoku, Un, Unknown
from shared import Corpus
from tinylog import init, log

TAG = re.compile(r"<[^>]*>")


def elements(data: bytes) -> list[str]:
    """Every tag as it stands in the log."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return TAG.findall(data.decode(encoding))


def test_every_real_log_is_written_as_it_was(corpus: Corpus, compared: Compared) -> None:
    for real in corpus.logs:
        data = real.read()
        tags = elements(data)
        assert elements(mjlog.parse(data).to_xml()) == tags, real.file
        compared("Tenhou's server (parse writes back the same bytes)", len(tags), "elements")


def test_the_sample_is_written_as_it_was() -> None:
    assert mjlog.parse(mjlog.sample()).to_xml() == mjlog.sample()


def test_what_xml_would_not_read_back_becomes_entities() -> None:
    value = "<&>\"'\t\n\r 麻🀄"
    written = Log((Root("mjloggm", (("ver", "2.3"),), 0, "2.3"), Unknown("NEW", (("a", value),), 0))).to_xml()
    tag = '<NEW a="&lt;&amp;&gt;&quot;\'&#9;&#10;&#13; 麻🀄"/>'
    assert written.decode() == f'<mjloggm ver="2.3">{tag}</mjloggm>'
    assert mjlog.parse(written).events[1].attributes == (("a", value),)


def test_a_piece_of_a_log_is_written_without_a_root() -> None:
    piece = b'<T79/><D79/><N who="0" m="42059" />'
    assert mjlog.parse(init().encode() + piece, partial=True).to_xml() == init().encode() + piece


def test_a_root_in_the_root_is_an_element() -> None:
    assert mjlog.parse("<mjloggm><mjloggm/></mjloggm>").to_xml() == b"<mjloggm><mjloggm/></mjloggm>"


@pytest.mark.parametrize("name", ["", "a b", "1", "<", 'a"', "a=", "a/"])
def test_names_that_xml_does_not_have_are_refused(name: str) -> None:
    for log_ in (Log((Unknown(name, (), 0),)), Log((Unknown("NEW", ((name, ""),), 0),))):
        with pytest.raises(mjlog.MjlogError, match="is no name in XML") as refused:
            log_.to_xml()
        assert refused.value.kind == "bad_argument"


@pytest.mark.parametrize("stray", ["\0", "\x08", "\x1f", "\ufffe", "\uffff"])
def test_characters_that_xml_does_not_have_are_refused(stray: str) -> None:
    with pytest.raises(mjlog.MjlogError, match="is no name in XML"):
        Log((Unknown(f"NEW{stray}", (), 0),)).to_xml()
    with pytest.raises(mjlog.MjlogError, match=f'the value of "a" holds U\\+{ord(stray):04X}') as refused:
        Log((Unknown("NEW", (("a", f"x{stray}"),), 0),)).to_xml()
    assert refused.value.kind == "bad_argument"


def test_what_is_no_event_is_not_written() -> None:
    with pytest.raises(TypeError, match=r"events are of mjlog\.log\.Event, not NoneType"):
        Log((None,)).to_xml()  # type: ignore[arg-type]


def test_a_game_of_four() -> None:
    parsed = mjlog.parse(HAND_MADE)
    assert parsed.ver == "2.3"
    assert parsed.go is not None
    assert (parsed.go.players, parsed.go.level, parsed.go.red, parsed.go.hanchan) == (4, "鳳", True, False)
    assert [p.name for p in parsed.players] == ['<&"雀', "もも🀄", "C:\\牌", "さくらもち"]
    assert [p.dan for p in parsed.players] == ["七段", "九段", "八段", "十段"]
    assert len(parsed.rounds) == 8
    assert all(r.results for r in parsed.rounds)
    assert parsed.end is not None
    assert sum(parsed.end.scores) == 100_000


SANMA = log(
    '<INIT seed="0,0,0,2,5,33" ten="350,350,350,0" oya="0" hai0="0,1,2,36,40,44,72,76,80,108,112,116,120" '
    'hai1="3,32,33,37,41,45,73,77,81,109,113,117,121" hai2="34,35,38,42,46,74,78,82,110,114,118,122,124" hai3=""/>',
    "<T125/>",
    '<N who="0" m="30752" />',
    "<T126/>",
    "<D125/>",
    '<RYUUKYOKU type="yao9" ba="0,0" sc="350,0,350,0,350,0,0,0" hai1="3,32"/>',
    go=185,
)


def test_a_game_of_three() -> None:
    parsed = mjlog.parse(SANMA)
    assert parsed.go is not None
    assert parsed.go.players == 3
    assert len(parsed.players) == 3
    (only,) = parsed.rounds
    assert only.init.hands[3] == ()
    assert only.init.ten == (35000, 35000, 35000, 0)
    (kita,) = [e for e in only.events if isinstance(e, Call)]
    assert (kita.mianzi.kind, str(kita.mianzi), kita.mianzi.tiles) == ("kita", "z4", (120,))
    (draw,) = only.results
    assert isinstance(draw, Ryuukyoku)
    assert (draw.type, draw.name, draw.hands) == ("yao9", "九種九牌", (None, (3, 32), None, None))
    with pytest.raises(mjlog.MjlogError) as refused:
        mjlog.convert(SANMA)
    assert refused.value.kind == "sanma"


def test_chips_are_kept() -> None:
    win = (
        '<AGARI ba="0,1" hai="13,16,21,25,26,27,56,61,66,76,80,84,90,91" machi="80" ten="30,12000,0" '
        'yaku="1,1,0,1,8,1,54,1,53,0" chip="54,1" doraHai="1" doraHaiUra="114" who="0" fromWho="0" '
        'sc="240,130,250,-40,250,-40,250,-40,0,3,0,-1,0,-1,0,-1" />'
    )
    (agari,) = mjlog.parse(log(win, go=553)).rounds[0].results
    assert isinstance(agari, Agari)
    assert agari.changes == (13000, -4000, -4000, -4000)
    assert (agari.chips, agari.chip_changes) == ((0, 0, 0, 0), (3, -1, -1, -1))
    assert ("chip", "54,1") in agari.attributes


def test_an_unknown_element_is_kept() -> None:
    parsed = mjlog.parse(log('<NEW a="1" b="&lt;"/>', "<T60/>"))
    (new,) = [e for e in parsed.events if isinstance(e, Unknown)]
    assert (new.element, new.attributes) == ("NEW", (("a", "1"), ("b", "<")))


def test_events_know_where_they_stand() -> None:
    data = mjlog.sample()
    for event in mjlog.parse(data).events:
        assert data[event.offset :].startswith(b"<" + event.element.encode())


def test_events_are_frozen_hashable_and_pickle() -> None:
    parsed = mjlog.parse(mjlog.sample())
    assert pickle.loads(pickle.dumps(parsed)) == parsed
    assert len({hash(e) for e in parsed.events}) > 100
    assert {type(e) for e in parsed.events} > {Init, Draw, Discard, Call, Un, Agari}
    event: Event = parsed.events[0]
    with pytest.raises(FrozenInstanceError):
        event.offset = 1  # type: ignore[misc]
