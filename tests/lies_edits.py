"""What lies are made of: other elements, other attributes, other tiles; hands and results to tell them of."""

from collections.abc import Iterator
from random import Random

import mjlog
from lies import Lie
from replayed import DISCARDS, DRAWS, Element, Round

OTHERS = (1, 2, 3)


def elsewhere(round_: Round, tile: int, rng: Random) -> int:
    """A tile that the round shows at another place."""
    return rng.choice(sorted(round_.seen - {tile}))


def unseen(round_: Round, rng: Random) -> int | None:
    """A tile that the round shows nowhere."""
    tiles = sorted(set(round_.game.tiles) - round_.seen)
    return rng.choice(tiles) if tiles else None


def stays(round_: Round, seat: int, tile: int, at: int) -> bool:
    """Tell whether a tile neither leaves the hand after this place nor is ever shown."""
    return round_.leaves[seat].get(tile, -1) <= at


def copies(tile: int) -> set[int]:
    """The three other tiles of its kind."""
    return set(range(tile // 4 * 4, tile // 4 * 4 + 4)) - {tile}


def draw(seat: int, tile: int) -> str:
    return f"<{DRAWS[seat]}{tile}/>"


def discard(seat: int, tile: int) -> str:
    return f"<{DISCARDS[seat]}{tile}/>"


def changed(at: int, new: str, what: str) -> Lie:
    return Lie({at: new}, what)


def twice(round_: Round, at: int) -> Lie:
    text = round_.game.elements[at].text
    return changed(at, text + text, f"{text} stands twice")


def gone(round_: Round, at: int) -> Lie:
    return changed(at, "", f"{round_.game.elements[at].text} is gone")


def put(round_: Round, at: int, **values: str | int | None) -> Lie:
    element = round_.game.elements[at]
    told = ", ".join(f"{k} {element.attributes.get(k)} is {v}" for k, v in values.items())
    return changed(at, element.put(**values), f"{element.name}: {told}")


def hand_at_end(round_: Round, seat: int) -> set[int]:
    hand = set(round_.init.numbers(f"hai{seat}")) | {turn.tile for turn in round_.draws if turn.seat == seat}
    used = {turn.tile for turn in round_.discards if turn.seat == seat}
    used |= {tile for _, caller, mianzi, _ in round_.calls if caller == seat for tile in mianzi.tiles}
    return hand - used


def melds_at_end(round_: Round, seat: int) -> list[str]:
    """A kakan stands in place of its pon; a kita is no meld."""
    made = [mianzi for _, caller, mianzi, _ in round_.calls if caller == seat and mianzi.kind != "kita"]
    added = [set(mianzi.tiles) for mianzi in made if mianzi.kind == "kakan"]
    return [str(mianzi) for mianzi in made if not any(set(mianzi.tiles) < tiles for tiles in added)]


def hidden_hand(round_: Round, seat: int, without: int, instead: int) -> bool:
    """Tell whether a hand is never shown and noten to the end, also with another tile in it, and no one wins."""
    end = round_.game.elements[round_.ends[0]] if round_.ends else None
    if end is None or end.name != "RYUUKYOKU" or {"type", f"hai{seat}"} & set(end.attributes):
        return False
    hand = hand_at_end(round_, seat) - {without} | {instead}
    melds = melds_at_end(round_, seat)
    return mjlog.xiangting(",".join(["".join(mjlog.decode_pai(tile) for tile in sorted(hand)), *melds])) > 0


def ends(round_: Round, name: str) -> Iterator[tuple[int, Element]]:
    """The round's wins or draws, with their places."""
    for at in round_.ends:
        if round_.game.elements[at].name == name:
            yield at, round_.game.elements[at]


def wins(round_: Round) -> Iterator[tuple[int, Element]]:
    return ends(round_, "AGARI")


def draws(round_: Round) -> Iterator[tuple[int, Element]]:
    return ends(round_, "RYUUKYOKU")


def other_seat(round_: Round, seat: int, rng: Random) -> int:
    return rng.choice([n for n in range(round_.game.players) if n != seat])


def is_last(round_: Round) -> bool:
    return round_ is round_.game.rounds[-1]
