"""Types of a paipu: plain dicts and lists, as 電脳麻将 reads them from JSON.

Players count by Tenhou's seats 0 to 3 in `player`, `defen`, `point` and `rank`, and from
the round's dealer in everything inside `log`.
"""

from typing import Literal, NotRequired, TypedDict

__all__ = [
    "Dapai",
    "DapaiMove",
    "Fulou",
    "FulouMove",
    "Gang",
    "GangMove",
    "GangzimoMove",
    "Hule",
    "HuleMove",
    "Hupai",
    "Kaigang",
    "KaigangMove",
    "Move",
    "Paipu",
    "Pingju",
    "PingjuMove",
    "Qipai",
    "QipaiMove",
    "Zimo",
    "ZimoMove",
]


class Qipai(TypedDict):
    """配牌: what a round begins with."""

    zhuangfeng: int
    """The round's wind, 0 East to 3 North."""
    jushu: int
    """The round within its wind, 0 to 3."""
    changbang: int
    """本場."""
    lizhibang: int
    """Riichi sticks on the table."""
    defen: list[int]
    """Scores from the dealer on."""
    baopai: str
    """The dora indicator."""
    shoupai: list[str]
    """Hands from the dealer on."""


class Zimo(TypedDict):
    """摸: a draw."""

    l: int  # noqa: E741 - 電脳麻将's key
    """The player."""
    p: str
    """The tile."""


class Dapai(TypedDict):
    """打: a discard."""

    l: int  # noqa: E741 - 電脳麻将's key
    """The player."""
    p: str
    """The tile, then `_` when it was just drawn, then `*` when it declares riichi."""


class Fulou(TypedDict):
    """副露: a chi, pon or daiminkan."""

    l: int  # noqa: E741 - 電脳麻将's key
    """The caller."""
    m: str
    """The meld."""


class Gang(TypedDict):
    """槓: an ankan or a kakan."""

    l: int  # noqa: E741 - 電脳麻将's key
    """The player."""
    m: str
    """The meld."""


class Kaigang(TypedDict):
    """開槓: a kan dora."""

    baopai: str
    """The new dora indicator."""


class Hupai(TypedDict):
    """One yaku of a win."""

    name: str
    """Its name, in Tenhou's spelling."""
    fanshu: int | Literal["*"]
    """Its han, `*` for a yakuman."""


class Hule(TypedDict):
    """和了: a win."""

    l: int  # noqa: E741 - 電脳麻将's key
    """The winner."""
    shoupai: str
    """The winner's hand, the winning tile last, then melds, oldest first."""
    baojia: int | None
    """The discarder, None on a tsumo."""
    fubaopai: list[str] | None
    """Ura dora indicators, None without riichi."""
    defen: int
    """The hand's points, without honba and sticks."""
    hupai: list[Hupai]
    """The yaku."""
    fenpei: list[int]
    """Gains and losses from the dealer on."""
    damanguan: NotRequired[int]
    """Number of yakuman; then there is no fu and no fanshu."""
    fu: NotRequired[int]
    """Minipoints."""
    fanshu: NotRequired[int]
    """Sum of han."""


class Pingju(TypedDict):
    """流局: a draw."""

    name: str
    """Why, in Japanese."""
    shoupai: list[str]
    """Hands shown, from the dealer on; empty where none was."""
    fenpei: list[int]
    """Gains and losses from the dealer on."""


class QipaiMove(TypedDict):
    """The move `qipai`."""

    qipai: Qipai


class ZimoMove(TypedDict):
    """The move `zimo`."""

    zimo: Zimo


class GangzimoMove(TypedDict):
    """The move `gangzimo`: a draw after a kan."""

    gangzimo: Zimo


class DapaiMove(TypedDict):
    """The move `dapai`."""

    dapai: Dapai


class FulouMove(TypedDict):
    """The move `fulou`."""

    fulou: Fulou


class GangMove(TypedDict):
    """The move `gang`."""

    gang: Gang


class KaigangMove(TypedDict):
    """The move `kaigang`."""

    kaigang: Kaigang


class HuleMove(TypedDict):
    """The move `hule`."""

    hule: Hule


class PingjuMove(TypedDict):
    """The move `pingju`."""

    pingju: Pingju


Move = QipaiMove | ZimoMove | GangzimoMove | DapaiMove | FulouMove | GangMove | KaigangMove | HuleMove | PingjuMove
"""One move of a round: a dict of one key."""


class Paipu(TypedDict, total=False):
    """A game. `title`, `player`, `qijia` and `log` are there in every whole log."""

    title: str
    """The table, by Tenhou's words, or the text that was asked for."""
    player: list[str]
    """The players' labels."""
    qijia: int
    """The first dealer's seat."""
    log: list[list[Move]]
    """The rounds."""
    defen: list[int]
    """Final scores; there once the game ended, as are `point` and `rank`."""
    point: list[str]
    """Final points, as the log writes them."""
    rank: list[int]
    """Places, 1 to 4; ties go by seat from the first dealer on."""
