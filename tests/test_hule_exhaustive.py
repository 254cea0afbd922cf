"""hule_mianzi on every hand of a kind, against all choices of sets (splits.py): the same splits in the same order."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, cycle

import pytest

import mjlog
import splits
from conftest import Compared

HONOURS = ["", "z333=", "z4444", "z111+1", "z2222-"]
OTHER_SUIT = ["", "m234-", "m9999", "m777=", "m111+1"]


PAIRS = splits.seven_pairs("p")


def multisets(digits: str, size: int) -> list[str]:
    """At most four of each."""
    fives = [n * 5 for n in digits]
    chosen = map("".join, combinations_with_replacement(digits, size))
    return [text for text in chosen if not any(five in text for five in fives)]


def ways_to_win(hand: str) -> Iterator[tuple[str, str | None, str, str]]:
    """Each tile of the hand drawn, and each taken by ron: the closed part, the ron tile, the tile won, its mark."""
    marks = cycle("+=-")
    groups = {suit: digits for suit in "mpsz" for digits in [hand.partition(suit)[2].partition("z")[0]] if digits}
    for suit, digits in groups.items():
        for n in sorted({*digits}):
            others = {**groups, suit: digits.replace(n, "", 1)}
            rest = "".join(name + left for name, left in others.items() if left)
            mark = next(marks)
            yield rest + suit + n, None, suit + n, "_"
            yield rest, suit + n + mark, suit + n, mark


def compare(hands: Iterator[str], forms: dict[str, list[splits.Split]], called: list[str], closed: bool) -> int:
    """Of each hand; how many calls were compared."""
    melds = "".join("," + meld for meld in called)
    wrong: list[tuple[str, str | None]] = []
    calls = 0
    for hand in hands:
        expected = forms.get(hand)
        pairs = PAIRS.get(hand) if closed else None
        if expected is None and pairs is None:
            calls += 1
            if mjlog.hule_mianzi(hand + melds):
                wrong.append((hand + melds, None))
            continue
        for concealed, rongpai, won, mark in ways_to_win(hand):
            calls += 1
            found = [
                each for split in expected or [] for each in splits.marked([*split, *map(plain, called)], won, mark)
            ]
            if closed:
                found += [each for split in [pairs] if split for each in splits.marked(split, won, mark)]
                found += splits.nine_gates(hand, won, mark)
            if mjlog.hule_mianzi(concealed + melds, rongpai) != found:
                wrong.append((concealed + melds, rongpai))
    assert wrong[:10] == []
    return calls


def plain(meld: str) -> str:
    return meld.replace("0", "5")


def test_every_closed_hand_of_one_suit(compared: Compared) -> None:
    hands = multisets("123456789", 14)
    assert len(hands) == 118_800
    calls = compare(("p" + hand for hand in hands), splits.general_forms("p", 4), [], closed=True)
    compared("every choice of sets", len(hands), "closed hands of one suit")
    compared("every choice of sets", calls, "calls of hule_mianzi")


@pytest.mark.parametrize("sets", [3, 2, 1, 0])
def test_every_hand_of_one_suit_beside_melds_of_honours(sets: int, compared: Compared) -> None:
    called, suit = HONOURS[1 : 5 - sets], "mpsm"[sets]
    hands = multisets("123456789", 3 * sets + 2)
    calls = compare((suit + hand for hand in hands), splits.general_forms(suit, sets), called, closed=False)
    compared("every choice of sets", len(hands), "hands of one suit beside melds")
    compared("every choice of sets", calls, "calls of hule_mianzi")


@pytest.mark.parametrize("sets", [2, 1, 0])
def test_every_hand_of_a_suit_and_honours_beside_melds(sets: int, compared: Compared) -> None:
    called, suit = OTHER_SUIT[1 : 5 - sets], "sps"[sets]
    size, number = 3 * sets + 2, 0
    forms = splits.general_forms(suit, sets, honours=True)

    def hands() -> Iterator[str]:
        nonlocal number
        for honours in range(1, size + 1):
            tails = ["z" + text for text in multisets("1234567", honours)]
            heads = [suit + text if text else "" for text in multisets("123456789", size - honours)]
            number += len(heads) * len(tails)
            yield from (head + tail for head in heads for tail in tails)

    calls = compare(hands(), forms, called, closed=False)
    compared("every choice of sets", number, "hands of a suit and honours beside melds")
    compared("every choice of sets", calls, "calls of hule_mianzi")
