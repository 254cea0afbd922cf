"""What a log says, typed: every element, for four players and three.

`mjlog.parse` gives a `Log`. Seats are Tenhou's 0 to 3, tiles are numbers 0 to 135 and
scores are points (Tenhou writes hundreds). Each event keeps its element's name,
attributes in order and byte offset, so nothing of the log is lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from mjlog._core import DAN, Mianzi, write_log

if TYPE_CHECKING:
    from mjlog.hands import HuleArguments

__all__ = [
    "Agari",
    "Bye",
    "Call",
    "Discard",
    "Dora",
    "Draw",
    "End",
    "Event",
    "Go",
    "Init",
    "Log",
    "Player",
    "Reach",
    "Result",
    "Root",
    "Round",
    "Ryuukyoku",
    "Shuffle",
    "Taikyoku",
    "Un",
    "Unknown",
]


@dataclass(frozen=True, slots=True)
class Event:
    """An element of the log."""

    element: str
    """Its name, as written."""
    attributes: tuple[tuple[str, str], ...]
    """Its attributes in order, entities resolved."""
    offset: int
    """Byte of its `<` in the unpacked input as given."""


@dataclass(frozen=True, slots=True)
class Root(Event):
    """`mjloggm`."""

    ver: str | None
    """The format's version, `2.3` in every log known."""


@dataclass(frozen=True, slots=True)
class Shuffle(Event):
    """`SHUFFLE`: the seed of the game's walls."""

    seed: str | None
    ref: str | None


@dataclass(frozen=True, slots=True)
class Go(Event):
    """`GO`: the table."""

    type: int
    """All flags, as a number."""
    lobby: str | None
    """The lobby's number; very old logs have none."""
    title: str
    """The table in Tenhou's words, such as 四鳳南喰赤."""
    players: int
    """How many play, 4 or 3."""
    level: str
    """般, 上, 特 or 鳳."""
    demo: bool
    """A game against computer players."""
    red: bool
    """With red fives (赤)."""
    open_tanyao: bool
    """Open tanyao counts (喰)."""
    hanchan: bool
    """East and South rounds (南), else East only (東)."""
    fast: bool
    """Fast (速)."""
    light: bool
    """Light-speed (光)."""
    tournament: bool
    """A tournament with rules of its own."""
    chips: bool
    """A chip table (雀荘戦)."""
    honba: int
    """What one honba is worth, 300 or 1500 points."""


@dataclass(frozen=True, slots=True)
class Un(Event):
    """`UN`: who plays; a later one names a player who came back."""

    names: tuple[str | None, ...]
    """Names by seat, decoded; None where the element has none."""
    dan: tuple[int | None, ...] | None
    """Ranks by seat, 0 to 20."""
    rate: str | None
    """Rates by seat, as written."""
    sex: str | None
    """`M`, `F` or `C` by seat, as written."""


@dataclass(frozen=True, slots=True)
class Bye(Event):
    """`BYE`: a seat lost its connection."""

    seat: int


@dataclass(frozen=True, slots=True)
class Taikyoku(Event):
    """`TAIKYOKU`: the game begins."""

    oya: int
    """The first dealer's seat."""


@dataclass(frozen=True, slots=True)
class Init(Event):
    """`INIT`: a round begins."""

    round: int
    """Tenhou's number: 0 is East 1, 4 South 1, at three-player tables too. `Round.index` counts the log's rounds."""
    honba: int
    sticks: int
    """Riichi sticks on the table."""
    dice: tuple[int, int]
    """Two dice, 0 to 5."""
    dora: int
    """The first dora indicator."""
    ten: tuple[int, ...]
    """Scores by seat."""
    oya: int
    """This round's dealer."""
    hands: tuple[tuple[int, ...], ...]
    """Tiles by seat, as dealt; empty for a seat no one sits at."""
    chips: tuple[int, ...] | None
    """Chips by seat, at chip tables."""
    shuffle: str | None
    """The seed of this round's wall, in logs of 2008 and 2009."""


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """`T U V W`: a draw."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """`D E F G`: a discard."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Call(Event):
    """`N`: a call, a kan or a north set aside (kita)."""

    seat: int
    """The owner."""
    mianzi: Mianzi


@dataclass(frozen=True, slots=True)
class Dora(Event):
    """`DORA`: a kan dora indicator."""

    tile: int


@dataclass(frozen=True, slots=True)
class Reach(Event):
    """`REACH`: riichi."""

    seat: int
    step: int | None
    """1 declares, 2 pays; None in files that have none."""
    ten: tuple[int, ...] | None
    """Scores by seat after the payment; old files have none."""


@dataclass(frozen=True, slots=True)
class End:
    """`owari`: the end of the game, by seat."""

    scores: tuple[int, ...]
    points: tuple[str, ...]
    """As the log writes them."""


@dataclass(frozen=True, slots=True)
class Result(Event):
    """What both ends of a round have in common."""

    ba: tuple[int, int] | None
    """Honba and riichi sticks."""
    scores: tuple[int, ...]
    """Scores by seat, before."""
    changes: tuple[int, ...]
    """Gains and losses by seat."""
    chips: tuple[int, ...] | None
    """Chips by seat, before, at chip tables."""
    chip_changes: tuple[int, ...] | None
    end: End | None
    """Where the game ends."""


@dataclass(frozen=True, slots=True)
class Agari(Result):
    """`AGARI`: a win."""

    seat: int
    """The winner."""
    from_seat: int
    """The discarder, or the winner on a tsumo."""
    pao: int | None
    """The player liable (包)."""
    hand: tuple[int, ...]
    """The winner's closed tiles, the winning one among them."""
    melds: tuple[Mianzi, ...]
    """The winner's melds, newest first."""
    tile: int
    """The winning tile."""
    fu: int
    points: int
    """The hand's points, without honba and sticks."""
    limit: int
    """0 none, 1 満貫, 2 跳満, 3 倍満, 4 三倍満, 5 役満."""
    yaku: tuple[tuple[int, int], ...]
    """Yaku ids and their han."""
    yakuman: tuple[int, ...]
    """Ids of yakuman."""
    dora: tuple[int, ...]
    ura: tuple[int, ...] | None
    """Ura dora indicators, on riichi wins."""


@dataclass(frozen=True, slots=True)
class Ryuukyoku(Result):
    """`RYUUKYOKU`: a draw."""

    type: str | None
    """Why; None when the wall ran out."""
    name: str | None
    """Why, in Japanese; None for a type that is unknown."""
    hands: tuple[tuple[int, ...] | None, ...]
    """Hands shown, by seat."""


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """An element that Tenhou was not known to write."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player."""

    seat: int
    name: str
    dan: str | None
    """The rank, such as 七段."""
    rate: float | None
    sex: str | None
    """`M`, `F`, or `C` for a computer."""


def _number(text: str) -> float | None:
    """Read a rate; None for what is no finite number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its INIT and all that follows."""

    index: int
    """Its place among the log's rounds, from 0, as `MjlogError.round` and `Finding.round`."""
    init: Init
    events: tuple[Event, ...]
    """Everything after INIT, in order."""

    @property
    def results(self) -> tuple[Result, ...]:
        """How it ended: one draw, or one win or more; empty where the log stops before."""
        return tuple(e for e in self.events if isinstance(e, Result))


@dataclass(frozen=True)
class Log:
    """A whole log. `events` has everything; the rest are views of it."""

    events: tuple[Event, ...]

    def to_xml(self) -> bytes:
        """Write the log as XML again, in UTF-8.

        An element's name and attributes are written, in the order that they are kept in and in
        the form of Tenhou's server: each element of a log of Tenhou's comes out byte for byte.
        What stands between elements is not kept.

        Raises:
            MjlogError: an event has a name or a character that XML can't have.
            TypeError: `events` has something else among them.

        """
        for event in self.events:
            if not isinstance(event, Event):
                raise TypeError(f"a log's events are of mjlog.log.Event, not {type(event).__name__}")
        return write_log([(event.element, event.attributes) for event in self.events])

    @cached_property
    def ver(self) -> str | None:
        """The format's version."""
        return next((e.ver for e in self.events if isinstance(e, Root)), None)

    @cached_property
    def go(self) -> Go | None:
        """The table; None only where the log has no GO."""
        return next((e for e in reversed(self.events) if isinstance(e, Go)), None)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who plays: four, or three at a three-player table."""
        un = next((e for e in self.events if isinstance(e, Un)), None)
        if un is None:
            return ()
        count = self.go.players if self.go else 4
        rates = (un.rate or "").split(",")
        sexes = (un.sex or "").split(",")
        return tuple(
            Player(
                seat,
                un.names[seat] or "",
                DAN[dan] if un.dan is not None and (dan := un.dan[seat]) is not None else None,
                _number(rates[seat]) if seat < len(rates) else None,
                sexes[seat] if seat < len(sexes) and sexes[seat] else None,
            )
            for seat in range(count)
        )

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds, in order."""
        starts = [i for i, e in enumerate(self.events) if isinstance(e, Init)]
        ends = [*starts, len(self.events)][1:]
        rounds = []
        for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
            init = self.events[start]
            if isinstance(init, Init):
                rounds.append(Round(index, init, self.events[start + 1 : end]))
        return tuple(rounds)

    @cached_property
    def end(self) -> End | None:
        """Final scores and points; None where the game was cut."""
        ends = (e.end for e in reversed(self.events) if isinstance(e, Result))
        return next((end for end in ends if end is not None), None)

    def wins(self) -> Iterator[tuple[Agari, "HuleArguments"]]:
        """Give each win in order, with the arguments by which `hule` judges it.

        `mjlog.hule(**arguments)` then is what Tenhou said. Flags are those of the win's own yaku; of several
        who win on one discard only the first gets the honba.

        Raises:
            MjlogError: of kind `bad_argument`, for a log without GO: nothing says what table it is.

        """
        from mjlog.wins import wins  # noqa: PLC0415 - it is made of this module's classes

        return wins(self)
