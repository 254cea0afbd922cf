"""Types of what scoring gives, as 電脳麻将's objects."""

from typing import Literal, NotRequired, TypedDict

from mjlog._core import Rule

__all__ = ["HudiDict", "HuleArguments", "HuleDict", "HupaiDict", "Kezi", "Shunzi"]


class HupaiDict(TypedDict):
    """One yaku of a hand."""

    name: str
    """Its name, in 電脳麻将's spelling."""
    fanshu: int | Literal["*", "**"]
    """Its han; a star for each time that a yakuman counts."""
    baojia: NotRequired[Literal["+", "=", "-"]]
    """Who is liable for it, as the winner sees him: right, across, left."""


class HuleDict(TypedDict):
    """What a hand is worth; a win without yaku has `defen` 0 alone."""

    hupai: NotRequired[list[HupaiDict]]
    """Its yaku, in order."""
    fu: NotRequired[int]
    """Minipoints, rounded; not for a yakuman."""
    fanshu: NotRequired[int]
    """The sum of han; not for a yakuman."""
    damanguan: NotRequired[int]
    """How many yakuman."""
    defen: int
    """The hand's points, without honba and sticks."""
    fenpei: NotRequired[list[int]]
    """Gains and losses from the dealer on, honba and sticks among them."""


class Shunzi(TypedDict):
    """How many runs, by suit; each a list of 8 by lowest number, the first unused."""

    m: list[int]
    p: list[int]
    s: list[int]


class Kezi(TypedDict):
    """How many triplets and kans, by suit; each a list of 10 (z: 8) by number, the first unused."""

    m: list[int]
    p: list[int]
    s: list[int]
    z: list[int]


class HudiDict(TypedDict):
    """What a reading consists of: the fields of `mjlog.Hudi`."""

    fu: int
    menqian: bool
    zimo: bool
    shunzi: Shunzi
    kezi: Kezi
    n_shunzi: int
    n_kezi: int
    n_ankezi: int
    n_gangzi: int
    n_yaojiu: int
    n_zipai: int
    danqi: bool
    pinghu: bool
    zhuangfeng: int
    menfeng: int


class HuleArguments(TypedDict):
    """All that `mjlog.hule` takes of a win in a log, by name."""

    shoupai: str
    rongpai: str | None
    rule: Rule
    zhuangfeng: int
    menfeng: int
    lizhi: int
    yifa: bool
    qianggang: bool
    lingshang: bool
    haidi: int
    tianhu: int
    baopai: list[str]
    fubaopai: list[str] | None
    changbang: int
    lizhibang: int
    kita: int
