"""A log as a list of elements, each round played again: what the lies of `lies.py` are told in.

Of the package only the meld codes are used: hands, turns and what is left of the wall are followed here anew.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import mjlog

DRAWS, DISCARDS = "TUVW", "DEFG"
_ELEMENT = re.compile(r"<[^>]*>[^<]*")
_NAME = re.compile(r"</?([A-Za-z]+)")
_ATTRIBUTE = re.compile(r'([\w:]+)="([^"]*)"')


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []


def listed(values: list[int]) -> str:
    return ",".join(map(str, values))


@dataclass(frozen=True)
class Element:
    """One tag, and any text up to the next."""

    text: str
    name: str

    @cached_property
    def attributes(self) -> dict[str, str]:
        return dict(_ATTRIBUTE.findall(self.text))

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def numbers(self, name: str) -> list[int]:
        return numbers(self.attributes.get(name, ""))

    @property
    def who(self) -> int:
        return int(self["who"])

    def put(self, **values: str | int | None) -> str:
        """The tag with other attributes; None takes one out."""
        text = self.text
        for name, value in values.items():
            written = "" if value is None else f' {name}="{value}"'
            text, count = re.subn(rf'\s{name}="[^"]*"', written, text)
            if not count and value is not None:
                text = re.sub(r"\s*/?>", f"{written}/>", text, count=1)
        return text


class Turn(NamedTuple):
    """A draw or a discard, and the hand of who made it."""

    at: int
    """Place of its element in the log."""
    seat: int
    tile: int
    hand: frozenset[int]
    """Closed tiles before it."""
    drawn: int | None
    """Of a discard the tile drawn just before; None after a call."""
    riichi: bool
    """The seat has paid its riichi."""
    previous: int
    """Place of the element before it that is no UN or BYE."""


@dataclass
class Round:
    game: "Game"
    index: int
    start: int
    """Place of its INIT."""
    stop: int
    """Place behind its last element."""
    draws: list[Turn] = field(default_factory=list)
    discards: list[Turn] = field(default_factory=list)
    calls: list[tuple[int, int, mjlog.Mianzi, frozenset[int]]] = field(default_factory=list)
    """Place, seat, meld, closed tiles of the seat before it."""
    ends: list[int] = field(default_factory=list)
    """Places of AGARI and RYUUKYOKU."""
    seen: set[int] = field(default_factory=set)
    """Every tile that the round shows, wherever it stands."""
    leaves: list[dict[int, int]] = field(default_factory=lambda: [{}, {}, {}, {}])
    """By seat: tiles that leave the hand or are shown, and the place of the element that says so."""

    @property
    def init(self) -> Element:
        return self.game.elements[self.start]

    @property
    def oya(self) -> int:
        return int(self.init["oya"])

    def places(self, name: str, **values: str) -> list[int]:
        """Places of the round's elements of a name, with these attributes."""
        elements = self.game.elements
        return [
            at
            for at in range(self.start, self.stop)
            if elements[at].name == name and all(elements[at].attributes.get(k) == v for k, v in values.items())
        ]

    def following(self, at: int) -> int:
        """Place of the next element that is no UN or BYE."""
        at += 1
        while at < self.stop and self.game.elements[at].name in ("UN", "BYE"):
            at += 1
        return at


@dataclass
class Game:
    elements: list[Element]
    rounds: list[Round] = field(default_factory=list)

    @staticmethod
    def read(data: bytes) -> "Game":
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        elements = []
        for match in _ELEMENT.finditer(text):
            name = _NAME.match(match[0])
            elements.append(Element(match[0], name[1] if name else ""))
        game = Game(elements)
        starts = game.places("INIT")
        end = len(elements) - (elements[-1].text.startswith("</"))
        for index, (start, stop) in enumerate(zip(starts, [*starts[1:], end], strict=True)):
            round_ = Round(game, index, start, stop)
            _replay(round_)
            game.rounds.append(round_)
        return game

    def places(self, name: str) -> list[int]:
        return [at for at, element in enumerate(self.elements) if element.name == name]

    @cached_property
    def go(self) -> int:
        return int(self.elements[self.places("GO")[0]]["type"])

    @property
    def players(self) -> int:
        return 3 if self.go & 0x10 else 4

    @cached_property
    def tiles(self) -> list[int]:
        """Every tile of the table."""
        return [n for n in range(136) if self.players == 4 or n not in range(4, 32)]

    @cached_property
    def has_wall(self) -> bool:
        return any('="mt19937ar' in self.elements[at].text for at in (*self.places("SHUFFLE"), self.rounds[0].start))

    def text(self, edits: dict[int, str], *, wall: bool = True) -> str:
        """The log with these elements replaced; without its wall's seed if so wished."""
        parts = [element.text for element in self.elements]
        for at, new in edits.items():
            parts[at] = new
        text = "".join(parts)
        return text if wall else re.sub(r' (seed|shuffle)="mt19937ar[^"]*"', r' \1=""', text)


def _turns(round_: Round) -> Iterator[tuple[int, Element, str]]:
    for at in range(round_.start + 1, round_.stop):
        element = round_.game.elements[at]
        if element.name not in ("UN", "BYE"):
            yield at, element, element.text[1:2] if element.text[2:3].isdigit() else ""


def _replay(round_: Round) -> None:
    hands = [set(round_.init.numbers(f"hai{seat}")) for seat in range(4)]
    riichi: set[int] = set()
    drawn: int | None = None
    previous = round_.start
    round_.seen.update(*hands, [round_.init.numbers("seed")[5]])
    for at, element, letter in _turns(round_):
        if letter and letter in DRAWS + DISCARDS:
            tile = int(re.match(r"<.(\d+)", element.text)[1])  # type: ignore[index]
            seat = (DRAWS + DISCARDS).index(letter) % 4
            turn = Turn(at, seat, tile, frozenset(hands[seat]), drawn, seat in riichi, previous)
            if letter in DRAWS:
                round_.draws.append(turn._replace(drawn=None))
                hands[seat].add(tile)
                round_.seen.add(tile)
                drawn = tile
            else:
                round_.discards.append(turn)
                hands[seat].discard(tile)
                round_.leaves[seat][tile] = at
                drawn = None
        elif element.name == "N":
            mianzi = mjlog.decode_mianzi(int(element["m"]))
            round_.calls.append((at, element.who, mianzi, frozenset(hands[element.who])))
            for tile in hands[element.who] & set(mianzi.tiles):
                hands[element.who].discard(tile)
                round_.leaves[element.who][tile] = at
        elif element.name == "REACH" and element["step"] == "2":
            riichi.add(element.who)
        elif element.name == "DORA":
            round_.seen.add(int(element["hai"]))
        elif element.name in ("AGARI", "RYUUKYOKU"):
            _end(round_, at, element)
        previous = at


def _end(round_: Round, at: int, element: Element) -> None:
    round_.ends.append(at)
    round_.seen.update(element.numbers("doraHai"), element.numbers("doraHaiUra"))
    if element.name == "AGARI":
        round_.leaves[element.who].update(dict.fromkeys(element.numbers("hai"), at))
    for seat in range(4):
        round_.leaves[seat].update(dict.fromkeys(element.numbers(f"hai{seat}"), at))
