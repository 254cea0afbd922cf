"""Where the package leaves tenhou-log's ways on purpose: the rows of the table in docs/DIFFERENCES.md."""

from typing import Any

import pytest

import mjlog
from tinylog import UN, head, init, log

RATED = 'rate="2000.00,1500.50,999.99,2345.67"'
DAN = 'dan="16,10,0,20"'
LATE_RIICHI = ["<T60/>", "<D60/>", '<REACH who="0" step="1"/>']


def un(*attributes: str) -> str:
    return " ".join(['<UN n0="%E6%9D%B1" n1="%E5%8D%97" n2="%E8%A5%BF" n3="%E5%8C%97"', *attributes, "/>"])


def first_player(un: str, **options: Any) -> str:
    return str(mjlog.convert(log(un=un), **options)["player"][0])


def discards(*elements: str) -> list[str]:
    moves: list[Any] = [*mjlog.convert(log(*elements))["log"][0]]
    return [move["dapai"]["p"] for move in moves if "dapai" in move]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode(encoding: str) -> None:
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    data = (mark + log(un=UN.replace("%E6%9D%B1", "東"))).encode(encoding)
    assert mjlog.convert(data) == mjlog.convert(log())


@pytest.mark.parametrize(
    ("name", "codec"), [("Shift_JIS", "cp932"), ("EUC-JP", "euc-jp"), ("cp932", "cp932"), ("shift_jis", "shift_jis")]
)
def test_legacy_encodings(name: str, codec: str) -> None:
    text = f'<?xml version="1.0" encoding="{name}"?>' + log(un=UN.replace("%E6%9D%B1", "東ｱ表"))
    assert mjlog.convert(text.encode(codec))["player"][0] == "東ｱ表\n(七段 R2000)"


def test_entities_and_quotes() -> None:
    named = UN.replace('n0="%E6%9D%B1"', "n0='&lt;&amp;&quot;&apos;&gt;&#x6771;&#26481;\"'")
    assert first_player(named) == '<&"\'>東東"\n(七段 R2000)'


def test_comments_and_sections() -> None:
    noise = "<!-- <T1/> -->", "<![CDATA[<T2/>]]>", "<?T3?>", "T4"
    assert mjlog.convert(log(*noise, "<T60></T60>"))["log"][0][1:] == [{"zimo": {"l": 0, "p": "p7"}}]


@pytest.mark.parametrize(
    ("attributes", "label"),
    [
        ([DAN, RATED], "東\n(七段 R2000)"),
        ([RATED], "東\n(R2000)"),
        ([DAN], "東\n(七段)"),
        ([], "東"),
        (['dan="21,99,0,0"', RATED], "東\n(R2000)"),
        (['dan="21,0,0,0"'], "東"),
        (['dan=""', 'rate=""'], "東"),
    ],
)
def test_players_without_dan_or_rate(attributes: list[str], label: str) -> None:
    assert first_player(un(*attributes)) == label


@pytest.mark.parametrize(
    ("template", "both", "no_dan", "no_rate", "neither"),
    [
        ("{name}", "東", "東", "東", "東"),
        ("{name} {dan} R{rate}", "東 七段 R2000", "東 R2000", "東 七段", "東"),
        ("{name} ({dan}) [R{rate}]", "東 (七段) [R2000]", "東 [R2000]", "東 (七段)", "東"),
        ("{dan} {name}", "七段 東", "東", "七段 東", "東"),
        ("{{{name}}}", "{東}", "{東}", "{東}", "{東}"),
    ],
)
def test_templates_drop_what_is_empty(template: str, both: str, no_dan: str, no_rate: str, neither: str) -> None:
    labels = [first_player(un(*has), player_format=template) for has in ([DAN, RATED], [RATED], [DAN], [])]
    assert labels == [both, no_dan, no_rate, neither]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("100%", "100%"),
        ("%", "%"),
        ("%%41", "%A"),
        ("%4", "%4"),
        ("%G1%41", "%G1A"),
        ("%FF%FE", "\ufffd\ufffd"),
        ("%E6%9D", "\ufffd"),
        ("%E6%9D%41", "\ufffdA"),
        ("%E6%9D%E6%9D%B1", "\ufffd東"),
        ("%F0%9F%98", "\ufffd"),
        ("%C0%80", "\ufffd\ufffd"),
        ("%ED%A0%80", "\ufffd\ufffd\ufffd"),
        ("%e6%9d%b1", "東"),
        ("%E6%9D%B1東", "東東"),
    ],
)
def test_percent_signs(written: str, name: str) -> None:
    assert first_player(UN.replace("%E6%9D%B1", written), player_format="{name}") == name


def test_riichi_declared_after_its_discard() -> None:
    assert discards(*LATE_RIICHI) == ["p7_*"]
    assert discards(*LATE_RIICHI, "<U61/>", "<E61/>") == ["p7_*", "p7_"]
    assert discards(*LATE_RIICHI[:2], '<BYE who="1"/>', '<UN n1="P1"/>', *LATE_RIICHI[2:]) == ["p7_*"]


def test_three_players() -> None:
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(log(go=185))
    assert error.value.kind == "sanma"


def test_cut_in_the_middle_of_the_xml() -> None:
    cut = head() + init() + "<T60/><D6"
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(cut)
    assert error.value.kind == "truncated"
    assert mjlog.convert(cut, partial=True)["log"][0][1:] == [{"zimo": {"l": 0, "p": "p7"}}]


def test_no_root() -> None:
    fragment = log("<T60/>").removeprefix('<mjloggm ver="2.3">').removesuffix("</mjloggm>")
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.convert(fragment)
    assert error.value.kind == "not_mjlog"
    assert mjlog.convert(fragment, partial=True) == mjlog.convert(log("<T60/>"))


@pytest.mark.parametrize("ver", ["2.4", "1", "", "x"])
def test_an_unknown_version_warns_and_goes_on(ver: str) -> None:
    with pytest.warns(mjlog.MjlogWarning, match="ver"):
        paipu = mjlog.convert(log().replace('ver="2.3"', f'ver="{ver}"'))
    assert paipu == mjlog.convert(log())


def test_an_unknown_element_warns_and_goes_on() -> None:
    with pytest.warns(mjlog.MjlogWarning, match="NEWS"):
        paipu = mjlog.convert(log('<NEWS of="2030"/>'))
    assert paipu == mjlog.convert(log())


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "四鳳南喰赤"),
        ({"log_id": "2010051001gm-00a9-0000-1a2b3c4d"}, "四鳳南喰赤\n2010051001gm-00a9-0000-1a2b3c4d"),
        ({"title": "決勝"}, "決勝"),
        ({"title": "決勝", "log_id": "2010051001gm-00a9-0000-1a2b3c4d"}, "決勝\n2010051001gm-00a9-0000-1a2b3c4d"),
    ],
)
def test_titles(options: dict[str, Any], title: str) -> None:
    assert mjlog.convert(log(), **options)["title"] == title
