"""Whatever comes in, it ends: with a paipu or with MjlogError. What is quadratic would not end here."""

import gzip
import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
from makelog import make_log
from tinylog import UN, init, log
from ways import AGARI, DRAW, ROOT, WAYS, Place, by_chunks, outcome, parse, with_value

pytestmark = pytest.mark.filterwarnings("ignore::mjlog.MjlogWarning")

MEGA = 1 << 20


def inside(text: str) -> bytes:
    return log(text).encode()


def attribute(text: str) -> bytes:
    return log(un=f'<UN n0="{text}" n1="" n2="" n3="" dan="0,0,0,0" rate="1500,1500,1500,1500"/>').encode()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "one letter": lambda: b"a" * MEGA,
    "one <": lambda: b"<" * MEGA,
    "one >": lambda: b">" * MEGA,
    "one &": lambda: b"&" * MEGA,
    "one quote": lambda: b'"' * MEGA,
    "one -": lambda: b"<!-" + b"-" * MEGA,
    "one zero byte": lambda: b"\0" * MEGA,
    "spaces": lambda: b" " * MEGA,
    "spaces in a tag": lambda: inside(f"<T60{' ' * MEGA}/>"),
    "letters inside": lambda: inside("a" * MEGA),
    "a long element name": lambda: inside(f"<{'T' * MEGA}/>"),
    "a long tile number": lambda: inside(f"<T{'1' * MEGA}/>"),
    "a long attribute name": lambda: inside(f'<N {"a" * MEGA}="1"/>'),
    "a long number": lambda: inside(f'<N who="{"0" * MEGA}" m="0"/>'),
    "a long list": lambda: inside(f'<DORA hai="{"1," * MEGA}1"/>'),
    "a long hand": lambda: log(deal=f' hai0="{"1," * MEGA}1" hai1="" hai2="" hai3=""').encode(),
    "a long list of melds": lambda: inside(AGARI.replace(" machi", f' m="{"0," * MEGA}0" machi')),
    "many yaku": lambda: inside(with_value("yaku", "1,1," * MEGA + "1,1", AGARI)),
    "much han": lambda: inside(with_value("yaku", ",".join(["1,2147483647"] * 1000), AGARI)),
    "a million attributes": lambda: inside('<BYE who="1"' + "".join(f' a{n}=""' for n in range(1_000_000)) + "/>"),
    "the same attribute": lambda: inside("<BYE" + ' who="1"' * MEGA + "/>"),
    "unclosed tags": lambda: b"<a " * MEGA,
    "unclosed quotes": lambda: inside('<N who="' * (MEGA // 4)),
    "unclosed comments": lambda: inside("<!-- " * MEGA),
    "comments": lambda: inside("<!-- -->" * (MEGA // 4)),
    "sections": lambda: inside("<![CDATA[]]>" * (MEGA // 4)),
    "instructions": lambda: inside("<?a?>" * (MEGA // 4)),
    "deep and closed": lambda: inside("<a>" * 200_000 + "</a>" * 200_000),
    "deep and open": lambda: inside("<a>" * 500_000),
    "closings": lambda: inside("</a>" * 200_000),
    "roots": lambda: ROOT.encode() * 200_000,
    "rounds": lambda: log(init() * 5000).encode(),
    "many draws": lambda: inside("<T60/>" * (MEGA // 4)),
    "many dora": lambda: inside('<DORA hai="1"/>' * (MEGA // 4)),
    "many calls": lambda: log((init() + '<N who="0" m="105"/>' * 4) * 5000).encode(),
    "calls and draws": lambda: inside('<N who="0" m="105"/>' * 20_000 + DRAW.format(' hai0="1"') * 200),
    "kakan of nothing": lambda: inside('<N who="0" m="105"/>' * 10_000 + '<N who="0" m="113"/>' * 10_000),
    "reconnects": lambda: inside('<UN n1="P1"/>' * (MEGA // 8)),
    "a name of 20 MB": lambda: attribute("A" * (20 * MEGA)),
    "a name of 20 MB, encoded": lambda: attribute("%41" * (20 * MEGA // 3)),
    "a name of percents": lambda: attribute("%" * MEGA),
    "a name of bad bytes": lambda: attribute("%FF%E6" * MEGA),
    "a name of entities": lambda: attribute("&amp;" * MEGA),
    "a name of references": lambda: attribute("&#38;&#x26;" * (MEGA // 4)),
    "an entity without end": lambda: attribute("&" + "a" * MEGA),
    "entities without end": lambda: attribute("&" * MEGA),
    "wide text": lambda: log(un=UN.replace("%E6%9D%B1", "東" * MEGA)).encode("utf-16"),
    "gzip of one letter": lambda: gzip.compress(b"a" * (20 * MEGA)),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(log().encode())),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_input(what: str) -> None:
    data = HOSTILE[what]()
    for way in (*WAYS, parse):
        outcome(way, data)
        outcome(way, data[: len(data) // 2])
    for way in WAYS:
        outcome(way, data, partial=True)


def test_a_name_of_20_mb_converts() -> None:
    data = attribute("%41" * (20 * MEGA // 3))
    assert mjlog.convert(data)["player"][0] == "A" * (20 * MEGA // 3) + "\n(新人 R1500)"


def test_a_template_of_1_mb() -> None:
    for template in ("{name}" * (MEGA // 6), "(" * MEGA, "()" * MEGA, "{dan}(" * (MEGA // 6), " " * MEGA, "{{" * MEGA):
        outcome(mjlog.convert, log(), player_format=template)
        outcome(mjlog.convert, log(un='<UN n0="" n1="" n2="" n3=""/>'), player_format=template)


# Mutations

TOKENS = [
    *b"< > /> </ <!-- --> <![CDATA[ ]]> <? ?> <!DOCTYPE a> <mjloggm> </mjloggm>".split(),
    *b"= , - % %E6 & &amp; &lt; &nope; &#0; &#x110000; &#xD800;".split(),
    *b"-1 136 255 65535 65536 4294967296 99999999999999999999 1e5 0x1".split(),
    *(token.encode() for token in (UN, init(), AGARI, DRAW.format(""), '<N who="0" m="6705"/>', '<DORA hai="1"/>')),
    *(
        token.encode()
        for token in ('<REACH who="0"/>', '<REACH who="0" step="1"/>', "<T60/>", "<D60/>", "東", '"', "'", " ")
    ),
    *(b"\x00", b"\xff", b"\x85", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1f\x8b", "東".encode()[:2]),
]


def mutated(seed: int, changes: list[tuple[str, float, float, int]]) -> bytes:
    data = make_log(seed).encode()
    for change, at, length, pick in changes:
        start = int(at * len(data))
        end = min(len(data), start + int(length * 40))
        middle = {
            "delete": b"",
            "double": data[start:end] * 2,
            "insert": TOKENS[pick % len(TOKENS)] + data[start:end],
            "replace": TOKENS[pick % len(TOKENS)],
            "byte": bytes([pick % 256]) + data[start + 1 : end],
            "shuffle": bytes(Random(pick).sample(data[start:end], end - start)),
        }[change]
        data = data[:start] + middle + data[end:]
    return data


ABOUT_XML = {"not_xml", "truncated", "encoding", "dtd"}

unit = st.floats(0, 1, allow_nan=False)
mutation = st.tuples(
    st.sampled_from(["delete", "double", "insert", "replace", "byte", "shuffle"]), unit, unit, st.integers(0, 1000)
)
mutated_logs = st.builds(mutated, st.integers(0, 30), st.lists(mutation, min_size=1, max_size=4))


@given(data=mutated_logs, partial=st.booleans())
def test_a_mutated_log_converts_or_says_why_not(data: bytes, partial: bool) -> None:
    paipu = outcome(mjlog.convert, data, partial=partial)
    text = outcome(mjlog.convert_json, data, partial=partial)
    assert paipu == (json.loads(text) if isinstance(text, bytes) else text)
    outcome(by_chunks, data, partial=partial)
    outcome(parse, data)


@given(data=mutated_logs, partial=st.booleans())
def test_both_readers_of_xml_find_the_same(data: bytes, partial: bool) -> None:
    """But where expat finds the XML itself at fault: it is stricter."""
    by_expat = outcome(by_chunks, data, partial=partial)
    ours = outcome(mjlog.convert, data, partial=partial)
    if not isinstance(by_expat, Place) or by_expat.kind not in ABOUT_XML:
        assert ours == by_expat or (isinstance(ours, Place) and ours.kind == "encoding")


@given(data=st.binary(max_size=200))
def test_bytes_of_any_kind(data: bytes) -> None:
    for way in (*WAYS, parse):
        outcome(way, data)
        outcome(way, b"\x1f\x8b" + data)
        outcome(way, ROOT.encode() + data)


@given(data=st.text(max_size=200))
def test_text_of_any_kind(data: str) -> None:
    for way in (*WAYS, parse):
        outcome(way, data)
        outcome(way, ROOT + data)


@given(template=st.text(alphabet="{}nameratdnse ()R\n", max_size=30))
def test_templates_of_any_kind(template: str) -> None:
    expected = outcome(mjlog.convert, log(), player_format=template)
    text = outcome(mjlog.convert_json, log(), player_format=template)
    assert expected == (json.loads(text) if isinstance(text, bytes) else text)
