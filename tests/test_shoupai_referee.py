"""majiang-core on the hand itself: shanten, waits, and what a hand may draw, discard and call."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import mjlog
import slow_xiangting
from conftest import Compared
from hands import SEED, TILES, deal, of_today, plain, tiles_of
from nodejs import Node

DEALS = 20_000


@pytest.fixture(scope="module")
def deals() -> list[str]:
    rng = of_today("deals")
    return [deal(rng) for _ in range(DEALS)]


@pytest.fixture(scope="module")
def xiangting(deals: list[str], node: Node) -> dict[str, int]:
    """majiang-core's."""
    answers = node.run("hule.js", [["xiangting", text] for text in deals])
    return {text: answer["is"] for text, answer in zip(deals, answers, strict=True)}


LIMIT, NO_LIMIT = 4, 9


def test_xiangting(deals: list[str], xiangting: dict[str, int], compared: Compared) -> None:
    """Equal, but where majiang-core waits for a fifth tile."""
    fifth = 0
    for text, theirs in xiangting.items():
        ours = mjlog.xiangting(text)
        if ours != theirs:
            fifth += 1
            assert (slow_xiangting.xiangting(text, LIMIT), slow_xiangting.xiangting(text, NO_LIMIT)) == (
                ours,
                theirs,
            ), text
    assert {*xiangting.values()} >= {-1, 0, 1, 2, 3, 4}
    compared("majiang-core, run", len(xiangting) - fifth, f"hands' xiangting, all equal (MJLOG_SEED={SEED}),")
    compared("majiang-core, run", fifth, "differences in xiangting explained (it counts on a fifth tile)")
    for text in deals[:500]:
        assert mjlog.xiangting(text) == slow_xiangting.xiangting(text, LIMIT), text
    compared("the slow way", 500, "hands' xiangting")


def test_tingpai(deals: list[str], xiangting: dict[str, int], node: Node, compared: Compared) -> None:
    """Equal, but where majiang-core waits for a fifth tile, now or after the draw."""
    waiting = [text for text in deals if mjlog.Shoupai.parse(text).get_dapai() is None]
    assert len(waiting) > 9000
    equal = fifth = 0
    for text, answer in zip(waiting, node.run("hule.js", [["tingpai", text] for text in waiting]), strict=True):
        ours, theirs = mjlog.tingpai(text), answer["is"]
        assert ours is not None
        assert ours == [tile for tile in TILES if tile in ours]
        if ours == theirs:
            equal += 1
            continue
        fifth += 1
        if mjlog.xiangting(text) == xiangting[text]:
            for tile in {*ours} ^ {*theirs}:
                assert (nearer(text, tile, LIMIT), nearer(text, tile, NO_LIMIT)) == (tile in ours, tile in theirs), text
    compared("majiang-core, run", equal, "hands' tingpai, all equal,")
    compared("majiang-core, run", fifth, "differences in tingpai explained (it counts on a fifth tile)")


def nearer(text: str, tile: str, most: int) -> bool:
    return slow_xiangting.xiangting(tile + text, most) < slow_xiangting.xiangting(text, most)


def moves(rng: Random, text: str) -> Iterator[list[Any]]:
    """Calls of Shoupai's methods, most of them possible."""
    tile, mark = rng.choice([*TILES, "m0", "p0", "s0"]), rng.choice(["+", "=", "-", "-", "-"])
    own = [group for group in tiles_of(text) if rng.random() < 0.3] or [tile]
    near = rng.choice([rng.choice(own), tile])
    yield ["toString"]
    yield ["get_dapai"]
    yield ["get_dapai", False]
    yield ["get_gang_mianzi"]
    yield ["zimo", near]
    yield ["dapai", near + rng.choice(["", "_", "*", "_*"])]
    for called in {near + mark, rng.choice(own) + mark, tile + "-"}:
        yield ["get_chi_mianzi", called]
        yield ["get_chi_mianzi", called, False]
        yield ["get_peng_mianzi", called]
        yield ["get_gang_mianzi", called]


def called_hands(rng: Random, text: str) -> str:
    """The deal as it is, or in riichi, with tiles not shown, or with its last meld just called."""
    closed, *melds = text.split(",")
    fate = rng.random()
    if fate < 0.1 and not any(mark in meld for meld in melds for mark in "+=-"):
        closed += "*"
    elif fate < 0.2:
        tiles = tiles_of(closed)
        hidden = rng.randint(1, len(tiles))
        closed = "_" * hidden + "".join(tiles[hidden:])
    elif fate < 0.4 and melds and sum(mark.isdigit() for mark in melds[-1]) == 3:
        melds.append("")
    return ",".join([closed, *melds])


def asked(text: str, method: str, *args: Any) -> Any:
    """What our Shoupai says in majiang-core's terms: a list, None, a new hand's text, or that it refuses."""
    try:
        shoupai = mjlog.Shoupai.parse(text)
        answer = str(shoupai) if method == "toString" else getattr(shoupai, method)(*args)
    except mjlog.MjlogError:
        return {"throws": True}
    return {"is": str(answer) if isinstance(answer, mjlog.Shoupai) else answer}


def five_of_a_tile(answer: dict[str, Any]) -> bool:
    """The new hand has a fifth of a tile: majiang-core looks at the closed hand only."""
    hand = answer.get("is")
    return isinstance(hand, str) and max(Counter(map(plain, tiles_of(hand))).values(), default=0) > 4


def test_shoupai(deals: list[str], node: Node, compared: Compared) -> None:
    """Every method on hands of games, then each meld and discard that the lists name. Five of a tile are refused."""
    rng = of_today("shoupai")
    texts = [called_hands(rng, text) for text in deals[:2000]]
    first = [(text, *move) for text in texts for move in moves(rng, text)]
    answers = node.run("hule.js", [["shoupai", *each] for each in first])
    second = []
    for (text, method, *args), answer in zip(first, answers, strict=True):
        for each in answer.get("is") or [] if method.startswith("get_") else []:
            follow = {"get_dapai": "dapai", "get_gang_mianzi": "fulou" if args else "gang"}.get(method, "fulou")
            second.append((text, follow, each))
    answers += node.run("hule.js", [["shoupai", *each] for each in second])
    wrong = []
    for (text, method, *args), answer in zip([*first, *second], answers, strict=True):
        expected = {"throws": True} if five_of_a_tile(answer) else answer
        found = asked(text, method, *args)
        if found != expected:
            wrong.append((text, method, args, found, expected))
    assert wrong[:10] == []
    compared("majiang-core, run", len(answers), "calls of Shoupai's methods")
