"""`parse`: all that a log says, for four players and three, with nothing lost."""

import pickle
import xml.sax.saxutils
from dataclasses import FrozenInstanceError
from xml.parsers import expat

import pytest

import mjlog
from conftest import Compared
from mjlog.log import Agari, Call, Discard, Draw, Event, Init, Log, Ryuukyoku, Un, Unknown
from shared import Corpus
from tinylog import log

Elements = list[tuple[str, list[tuple[str, str]]]]


def as_xml(parsed: Log) -> bytes:
    """The events as XML again."""
    tags = []
    for event in parsed.events:
        quoted = "".join(f" {name}={xml.sax.saxutils.quoteattr(value)}" for name, value in event.attributes)
        tags.append(f"<{event.element}{quoted}{'' if event.element == 'mjloggm' else '/'}>")
    return "".join([*tags, "</mjloggm>"]).encode()


def elements(data: bytes) -> Elements:
    """What expat reads: names, and attributes in order."""
    found: Elements = []
    parser = expat.ParserCreate()
    parser.ordered_attributes = True

    def start(name: str, flat: list[str]) -> None:
        found.append((name, list(zip(flat[::2], flat[1::2], strict=True))))

    parser.StartElementHandler = start
    parser.Parse(data, True)
    return found


def test_every_real_log_is_kept_whole(corpus: Corpus, compared: Compared) -> None:
    for real in corpus.logs:
        data = real.read()
        assert elements(as_xml(mjlog.parse(data))) == elements(data), real.file
        compared("expat (parse writes back the same elements)", 1, "files")


def test_the_sample_is_kept_whole() -> None:
    assert elements(as_xml(mjlog.parse(mjlog.sample()))) == elements(mjlog.sample())


def test_a_game_of_four() -> None:
    parsed = mjlog.parse(mjlog.sample())
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
