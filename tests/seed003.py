"""Meld codes read by the tables of seed 003, its errata set right. It shares nothing with the package."""

import re
from dataclasses import dataclass

Table = dict[int, tuple[list[str], int]]


def table(text: str) -> Table:
    """Number: the tiles it stands for, and which of them (from 0) it points at."""
    patterns = {}
    for names, listed in re.findall(r"(\S+) ([\d,]+)", text):
        for state, number in enumerate(map(int, listed.split(","))):
            patterns[number] = (re.findall("[一二三四五六七八九][萬筒索]|[東南西北白發中]", names), state)
    return patterns


# 牌番号 (the state is the 牌添字)
TILES = table(
    """
    一萬 0,1,2,3  二萬 4,5,6,7  三萬 8,9,10,11  四萬 12,13,14,15
    五萬 16,17,18,19  六萬 20,21,22,23  七萬 24,25,26,27  八萬 28,29,30,31
    九萬 32,33,34,35  一筒 36,37,38,39  二筒 40,41,42,43  三筒 44,45,46,47
    四筒 48,49,50,51  五筒 52,53,54,55  六筒 56,57,58,59  七筒 60,61,62,63
    八筒 64,65,66,67  九筒 68,69,70,71  一索 72,73,74,75  二索 76,77,78,79
    三索 80,81,82,83  四索 84,85,86,87  五索 88,89,90,91  六索 92,93,94,95
    七索 96,97,98,99  八索 100,101,102,103  九索 104,105,106,107  東 108,109,110,111
    南 112,113,114,115  西 116,117,118,119  北 120,121,122,123  白 124,125,126,127
    發 128,129,130,131  中 132,133,134,135
    """
)

# 順子の牌パターン番号
RUNS = table(
    """
    一萬二萬三萬 0,1,2  二萬三萬四萬 3,4,5  三萬四萬五萬 6,7,8  四萬五萬六萬 9,10,11
    五萬六萬七萬 12,13,14  六萬七萬八萬 15,16,17  七萬八萬九萬 18,19,20  一筒二筒三筒 21,22,23
    二筒三筒四筒 24,25,26  三筒四筒五筒 27,28,29  四筒五筒六筒 30,31,32  五筒六筒七筒 33,34,35
    六筒七筒八筒 36,37,38  七筒八筒九筒 39,40,41  一索二索三索 42,43,44  二索三索四索 45,46,47
    三索四索五索 48,49,50  四索五索六索 51,52,53  五索六索七索 54,55,56  六索七索八索 57,58,59
    七索八索九索 60,61,62
    """
)

# 刻子・加槓の牌パターン番号
TRIPLETS = table(
    """
    一萬一萬一萬 0,1,2  二萬二萬二萬 3,4,5  三萬三萬三萬 6,7,8  四萬四萬四萬 9,10,11
    五萬五萬五萬 12,13,14  六萬六萬六萬 15,16,17  七萬七萬七萬 18,19,20  八萬八萬八萬 21,22,23
    九萬九萬九萬 24,25,26  一筒一筒一筒 27,28,29  二筒二筒二筒 30,31,32  三筒三筒三筒 33,34,35
    四筒四筒四筒 36,37,38  五筒五筒五筒 39,40,41  六筒六筒六筒 42,43,44  七筒七筒七筒 45,46,47
    八筒八筒八筒 48,49,50  九筒九筒九筒 51,52,53  一索一索一索 54,55,56  二索二索二索 57,58,59
    三索三索三索 60,61,62  四索四索四索 63,64,65  五索五索五索 66,67,68  六索六索六索 69,70,71
    七索七索七索 72,73,74  八索八索八索 75,76,77  九索九索九索 78,79,80  東東東 81,82,83
    南南南 84,85,86  西西西 87,88,89  北北北 90,91,92  白白白 93,94,95
    發發發 96,97,98  中中中 99,100,101
    """
)

# 暗槓・大明槓の牌パターン番号
QUADS = table(
    """
    一萬一萬一萬一萬 0,1,2,3  二萬二萬二萬二萬 4,5,6,7  三萬三萬三萬三萬 8,9,10,11
    四萬四萬四萬四萬 12,13,14,15  五萬五萬五萬五萬 16,17,18,19  六萬六萬六萬六萬 20,21,22,23
    七萬七萬七萬七萬 24,25,26,27  八萬八萬八萬八萬 28,29,30,31  九萬九萬九萬九萬 32,33,34,35
    一筒一筒一筒一筒 36,37,38,39  二筒二筒二筒二筒 40,41,42,43  三筒三筒三筒三筒 44,45,46,47
    四筒四筒四筒四筒 48,49,50,51  五筒五筒五筒五筒 52,53,54,55  六筒六筒六筒六筒 56,57,58,59
    七筒七筒七筒七筒 60,61,62,63  八筒八筒八筒八筒 64,65,66,67  九筒九筒九筒九筒 68,69,70,71
    一索一索一索一索 72,73,74,75  二索二索二索二索 76,77,78,79  三索三索三索三索 80,81,82,83
    四索四索四索四索 84,85,86,87  五索五索五索五索 88,89,90,91  六索六索六索六索 92,93,94,95
    七索七索七索七索 96,97,98,99  八索八索八索八索 100,101,102,103  九索九索九索九索 104,105,106,107
    東東東東 108,109,110,111  南南南南 112,113,114,115  西西西西 116,117,118,119
    北北北北 120,121,122,123  白白白白 124,125,126,127  發發發發 128,129,130,131
    中中中中 132,133,134,135
    """
)

NUMBER = {(name, index): number for number, ((name,), index) in TILES.items()}
SUITS = {"萬": "m", "筒": "p", "索": "s"}
DIGITS = {name: digit for digit, name in enumerate("一二三四五六七八九", 1)}
HONOURS = {name: f"z{digit}" for digit, name in enumerate("東南西北白發中", 1)}
RED = {NUMBER["五萬", 0]: "m0", NUMBER["五筒", 0]: "p0", NUMBER["五索", 0]: "s0"}
MARK = {1: "+", 2: "=", 3: "-"}


def pai(number: int, red: bool) -> str:
    """A tile number in 電脳麻将 notation."""
    if red and number in RED:
        return RED[number]
    (name,), _ = TILES[number]
    return HONOURS.get(name) or f"{SUITS[name[1]]}{DIGITS[name[0]]}"


@dataclass(frozen=True)
class Meld:
    kind: str
    tiles: tuple[int, ...]
    called: int | None
    added: int | None
    from_: int

    def notation(self, red: bool) -> str:
        """Own tiles, a red five last, then the called one and its mark, then the added one; a run goes by number."""
        suit = pai(self.tiles[0], red)[0]
        mark = MARK.get(self.from_, "")

        def digit(number: int) -> str:
            return pai(number, red)[1] + (mark if number == self.called else "")

        if self.kind == "kita":
            return "z4"
        if self.kind == "chi":
            return suit + "".join(map(digit, self.tiles))
        own = [digit(number) for number in self.tiles if number not in (self.called, self.added)]
        rest = [digit(number) for number in (self.called, self.added) if number is not None]
        return suit + "".join(sorted(own, reverse=True) + rest)


def bits(code: int, first: int, last: int) -> int:
    """Bits first to last, counted from 1 as the seed does."""
    return code >> (first - 1) & (1 << (last - first + 1)) - 1


def decode(code: int) -> Meld | None:
    """The meld, or None where the tables know no such code."""
    if bits(code, 3, 3):
        return chi(code)
    if bits(code, 4, 4) or bits(code, 5, 5):
        return pon_or_kakan(code)
    if bits(code, 6, 6):
        return kita(code)
    return kan(code)


def chi(code: int) -> Meld | None:
    whom, unused, pattern = bits(code, 1, 2), bits(code, 10, 10), bits(code, 11, 16)
    if whom != 3 or unused or pattern not in RUNS:
        return None
    names, state = RUNS[pattern]
    indices = [bits(code, 4, 5), bits(code, 6, 7), bits(code, 8, 9)]
    tiles = tuple(NUMBER[name, index] for name, index in zip(names, indices, strict=True))
    return Meld("chi", tiles, tiles[state], None, whom)


def pon_or_kakan(code: int) -> Meld | None:
    whom, left_out, unused, pattern = bits(code, 1, 2), bits(code, 6, 7), bits(code, 8, 9), bits(code, 10, 16)
    is_pon, is_kakan = bits(code, 4, 4), bits(code, 5, 5)
    if whom == 0 or unused or pattern not in TRIPLETS or (is_pon and is_kakan):
        return None
    names, state = TRIPLETS[pattern]
    four = [NUMBER[names[0], index] for index in range(4)]
    three = [number for number in four if number != four[left_out]]
    if is_pon:
        return Meld("pon", tuple(three), three[state], None, whom)
    return Meld("kakan", tuple(four), three[state], four[left_out], whom)


def kita(code: int) -> Meld | None:
    low, number = bits(code, 1, 8), bits(code, 9, 16)
    if low != 0b0010_0000 or number not in TILES or TILES[number][0] != ["北"]:
        return None
    return Meld("kita", (number,), None, None, 0)


def kan(code: int) -> Meld | None:
    whom, unused, pattern = bits(code, 1, 2), bits(code, 7, 8), bits(code, 9, 16)
    if unused or pattern not in QUADS:
        return None
    names, state = QUADS[pattern]
    four = tuple(NUMBER[names[0], index] for index in range(4))
    if whom == 0:
        return Meld("ankan", four, None, None, 0)
    return Meld("daiminkan", four, four[state], None, whom)
