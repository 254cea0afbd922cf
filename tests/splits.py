"""All ways to see a hand as sets, found the slow way: make every choice of sets, and look which hand it is.

It shares nothing with the package, which goes from the hand to its sets.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement

Split = list[str]
Block = tuple[str, tuple[str, ...]]
"""Where it stands in a split, and its tiles."""


def run(suit: str, low: int) -> str:
    return f"{suit}{low}{low + 1}{low + 2}"


def blocks(suit: str, honours: bool) -> list[str]:
    """Runs and triplets by their lowest tile, the run first."""
    found = []
    for n in range(1, 10):
        found += [run(suit, n)] if n < 8 else []
        found.append(f"{suit}{n}{n}{n}")
    return found + [f"z{n}{n}{n}" for n in range(1, 8) if honours]


def tiles(block: str) -> list[str]:
    return [block[0] + n for n in block[1:]]


def general_forms(suit: str, sets: int, honours: bool = False) -> dict[str, list[Split]]:
    """Each hand of a pair and so many sets, its tiles in order, with its splits as 電脳麻将 orders them."""
    kinds = [suit + str(n) for n in range(1, 10)] + [f"z{n}" for n in range(1, 8) if honours]
    forms = defaultdict(list)
    for kind in kinds:
        for chosen in combinations_with_replacement(blocks(suit, honours), sets):
            split = [kind + kind[1], *chosen]
            hand = [tile for block in split for tile in tiles(block)]
            if max(Counter(hand).values()) <= 4:
                forms[join(hand)].append(split)
    return forms


def seven_pairs(suit: str) -> dict[str, Split]:
    numbers = combinations_with_replacement("123456789", 7)
    return {
        suit + "".join(n * 2 for n in chosen): [suit + n * 2 for n in chosen]
        for chosen in numbers
        if len({*chosen}) == 7
    }


def join(hand: list[str]) -> str:
    text = ""
    for suit in "mpsz":
        digits = sorted(tile[1] for tile in hand if tile[0] == suit)
        text += suit + "".join(digits) if digits else ""
    return text


def nine_gates(hand: str, won: str, mark: str) -> Iterator[Split]:
    suit, digits = hand[0], hand[1:]
    rest = Counter(digits) - Counter("1112345678999")
    if len(digits) == 14 and rest.total() == 1 and not Counter("1112345678999") - Counter(digits):
        others = digits.replace(won[1], "", 1)
        yield [suit + others + won[1] + mark + "!"]


def marked(split: Split, won: str, mark: str) -> Iterator[Split]:
    """The split once for each different block that can hold the tile won."""
    for place, block in enumerate(split):
        if won in tiles(block) and block not in split[:place]:
            last = block.rindex(won[1]) + 1
            yield [*split[:place], block[:last] + mark + "!" + block[last:], *split[place + 1 :]]
