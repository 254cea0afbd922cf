"""From a log's wins to what `mjlog.hule` takes: the hand, its flags, the table's rule."""

from collections.abc import Iterator

from mjlog._core import Mianzi, Rule, decode_mianzi, decode_pai
from mjlog.errors import MjlogError
from mjlog.hands import HuleArguments
from mjlog.log import Agari, Go, Init, Log

__all__ = ["wins"]

_RIICHI, _IPPATSU, _CHANKAN, _RINSHAN, _HAITEI, _HOUTEI = range(1, 7)
_DOUBLE_RIICHI, _TENHOU, _CHIIHOU = 21, 37, 38


def wins(log: Log) -> Iterator[tuple[Agari, HuleArguments]]:
    """Give each win in order, with the arguments that make `hule` judge it.

    Flags are those of the log's own list of yaku. Of several who win on one discard only the first gets the honba.

    Raises:
        MjlogError: of kind `bad_argument`, for a log without GO.

    """
    if log.go is None:
        raise MjlogError("the log has no GO: nothing says what table it is", "bad_argument", element="GO")
    table = _Table(log.go)
    for round_ in log.rounds:
        results = [result for result in round_.results if isinstance(result, Agari)]
        for place, win in enumerate(results):
            yield win, table.arguments(round_.init, win, first=place == 0)


class _Table:
    """The seats and tiles of one log."""

    def __init__(self, go: Go) -> None:
        self.rule, self.red, self.players = Rule.tenhou(go.type), go.red, go.players

    def arguments(self, init: Init, win: Agari, *, first: bool) -> HuleArguments:
        ids = {number for number, _ in win.yaku} | {*win.yakuman}
        honba, sticks = win.ba or (0, 0)
        ron = win.seat != win.from_seat
        return {
            "shoupai": self.hand(win),
            "rongpai": self.pai(win.tile) + self.mark(win.seat, win.from_seat) if ron else None,
            "rule": self.rule,
            "zhuangfeng": init.round // 4,
            "menfeng": (win.seat - init.oya) % self.players,
            "lizhi": 2 if _DOUBLE_RIICHI in ids else int(_RIICHI in ids),
            "yifa": _IPPATSU in ids,
            "qianggang": _CHANKAN in ids,
            "lingshang": _RINSHAN in ids,
            "haidi": 1 if _HAITEI in ids else 2 * (_HOUTEI in ids),
            "tianhu": 1 if _TENHOU in ids else 2 * (_CHIIHOU in ids),
            "baopai": [self.pai(tile) for tile in win.dora],
            "fubaopai": None if win.ura is None else [self.pai(tile) for tile in win.ura],
            "changbang": honba if first else 0,
            "lizhibang": sticks,
            "kita": sum(meld.kind == "kita" for meld in win.melds),
        }

    def hand(self, win: Agari) -> str:
        """Write the hand: sorted, a tile that was drawn last, melds from the oldest on."""
        closed = [self.pai(tile) for tile in win.hand if tile != win.tile]
        text = ""
        for suit in "mpsz":
            digits = sorted((tile[1] for tile in closed if tile[0] == suit), key=lambda n: (n.replace("0", "5"), n))
            text += suit + "".join(digits) if digits else ""
        if win.seat == win.from_seat:
            text += self.pai(win.tile)
        return ",".join([text, *(self.meld(win.seat, meld) for meld in win.melds[::-1] if meld.kind != "kita")])

    def pai(self, tile: int) -> str:
        return decode_pai(tile, red=self.red)

    def meld(self, owner: int, meld: Mianzi) -> str:
        text = str(decode_mianzi(meld.code, red=self.red))
        if self.players == 3 and meld.from_:  # Tenhou counts the empty seat
            (written,) = (mark for mark in "+=-" if mark in text)
            text = text.replace(written, self.mark(owner, (owner + meld.from_) % 4))
        return text

    def mark(self, owner: int, other: int) -> str:
        """+ the next player, - the one before, = across at a table of four."""
        steps = (other - owner) % self.players
        return "+-"[steps - 1] if self.players == 3 else "+=-"[steps - 1]
