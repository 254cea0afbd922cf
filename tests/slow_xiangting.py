"""Shanten the slow way: how many tiles the nearest win lacks. It shares nothing with the package.

`most` is how many of a tile that win may have: four, or more for those who don't look.
"""

from functools import cache

from hands import NINES, TILES, plain, tiles_of

Lacking = dict[tuple[int, int], int]
"""By sets and pairs."""


@cache
def of_suit(have: tuple[int, ...], most: int) -> Lacking:
    """Tile by tile; a state is the runs begun one and two tiles before, the sets and the pairs so far."""
    states = {(0, 0, 0, 0): 0}
    for place, held in enumerate(have):
        after: dict[tuple[int, int, int, int], int] = {}
        for (one, two, sets, pairs), lack in states.items():
            for runs in range(5 - sets if place + 2 < len(have) == 9 else 1):
                for triplet in range(2 if sets + runs < 4 else 1):
                    for pair in range(2 - pairs):
                        wanted = one + two + runs + 3 * triplet + 2 * pair
                        if wanted <= most:
                            state = (runs, one, sets + runs + triplet, pairs + pair)
                            cost = lack + max(0, wanted - held)
                            after[state] = min(cost, after.get(state, cost))
        states = after
    best: Lacking = {}
    for (_, _, sets, pairs), lack in states.items():
        best[sets, pairs] = min(lack, best.get((sets, pairs), lack))
    return best


def together(one: Lacking, other: Lacking) -> Lacking:
    best: Lacking = {}
    for (sets, pairs), lack in one.items():
        for (more_sets, more_pairs), more in other.items():
            both = (sets + more_sets, pairs + more_pairs)
            if both[0] <= 4 and both[1] <= 1:
                best[both] = min(lack + more, best.get(both, lack + more))
    return best


def xiangting(shoupai: str, most: int) -> int:
    """-1 a win, 0 tenpai."""
    closed, *melds = shoupai.split(",")
    called = len([meld for meld in melds if meld])
    held = [plain(tile) for tile in tiles_of(closed)]
    counts = {tile: held.count(tile) for tile in TILES}
    lacking: Lacking = {(0, 0): 0}
    for suit in "mpsz":
        have = tuple(counts[tile] for tile in TILES if tile[0] == suit)
        lacking = together(lacking, of_suit(have, most))
    nearest = lacking[4 - called, 1]
    if not called:
        pairs, kinds = sum(n > 1 for n in counts.values()), sum(n > 0 for n in counts.values())
        nearest = min(nearest, 14 - min(7, pairs) - min(7, kinds))
        nines = [counts[tile] for tile in NINES]
        nearest = min(nearest, 14 - sum(n > 0 for n in nines) - any(n > 1 for n in nines))
    return nearest - 1
