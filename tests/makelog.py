"""Random logs of four, no legal games: the same seed gives the same log.

Who wants a game takes `games.py`. These are for tests that hold one reader to another or feed it nonsense, and need
what no legal game has: payments, yaku and fu drawn by lot, that fit nothing; liability for any yakuman; wins and draws
of any kind at any moment; indicators before a riichi and behind it; all tables, unknown ones too, and chips; names of
control characters and broken escapes; attributes that came and went over the years; connections lost anywhere, in the
middle of a riichi too; line breaks and stray text between elements; logs cut anywhere.

What a converter looks at is right: each tile is there once, calls take tiles that are there, and the elements stand in
the order of real logs. So any two converters have to agree on every one of these logs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote

Element = tuple[str, dict[str, str]]

TABLES = [0, 1, 2, 4, 9, 41, 65, 97, 137, 161, 163, 167, 169, 171, 193, 225, 233, 257, 553, 1569, 2113, 4265]
CHIPS = 0x200
NAMES = ["東風", "NoName", "O'Neil", "😀", "é", "a b", ""]
NAMES += ["100%", "%", "\\", '<&"麻', "\n", "\t\x01\x1f\x7f", "\b\f\r", "\u2028"]
DRAWS = ["yao9", "reach4", "ron3", "kan4", "kaze4", "nm"]
YAKUMAN = [*range(37, 52)]
YAKU = [*range(37), 52, 54]
RIGHT, ACROSS, LEFT = 1, 2, 3


def numbers(values: list[int]) -> str:
    return ",".join(map(str, values))


# Meld codes


def chi(tiles: list[int], called: int) -> int:
    low, middle, high = tiles
    suit, number = divmod(low // 4, 9)
    pattern = (suit * 7 + number) * 3 + tiles.index(called)
    return LEFT | 1 << 2 | low % 4 << 3 | middle % 4 << 5 | high % 4 << 7 | pattern << 10


def pon(tiles: list[int], called: int, whom: int, flag: int = 1 << 3) -> int:
    kind = called // 4
    (unused,) = {0, 1, 2, 3} - {tile % 4 for tile in tiles}
    return whom | flag | unused << 5 | (kind * 3 + tiles.index(called)) << 9


def kakan(pon: int) -> int:
    return pon ^ 1 << 3 ^ 1 << 4


def daiminkan(called: int, whom: int) -> int:
    return whom | called << 8


def ankan(any_of_the_four: int) -> int:
    return any_of_the_four << 8


# A seat, a round, a log


@dataclass
class Seat:
    hand: list[int]
    melds: list[int] = field(default_factory=list)
    pons: dict[int, int] = field(default_factory=dict)  # kind: place in melds
    riichi: bool = False

    def of_kind(self, kind: int) -> list[int]:
        return sorted(tile for tile in self.hand if tile // 4 == kind)

    def take(self, tiles: list[int]) -> list[int]:
        for tile in tiles:
            self.hand.remove(tile)
        return tiles


class Round:
    """One round; `elements` holds it when it is played."""

    def __init__(self, rng: Random, number: int, oya: int, ten: list[int], go: int) -> None:
        self.rng, self.number, self.oya, self.ten, self.go = rng, number, oya, ten, go
        self.honba, self.sticks = rng.randrange(4), rng.randrange(3)
        self.elements: list[Element] = []
        self.wall = self.shuffled(rng.choice([1, 3, 8, 1000]))
        self.rinshan, self.indicators, self.ura = self.tiles(4), self.tiles(5), self.tiles(5)
        self.seats = [Seat(sorted(self.tiles(13))) for _ in range(4)]
        self.kans = 0
        self.dora_due = False
        self.play()

    def shuffled(self, spread: int) -> list[int]:
        """The tiles of a kind near each other where the spread is small: more pons and kans."""
        order = self.rng.sample(range(34), 34)
        return sorted(range(136), key=lambda tile: order[tile // 4] + self.rng.uniform(0, spread))

    def tiles(self, count: int) -> list[int]:
        return [self.wall.pop() for _ in range(count)]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def write(self, name: str, **attributes: object) -> None:
        self.elements.append((name, {key: str(value) for key, value in attributes.items()}))

    def play(self) -> None:
        dice = [self.rng.randrange(6), self.rng.randrange(6)]
        hands = {f"hai{who}": numbers(self.rng.sample(seat.hand, 13)) for who, seat in enumerate(self.seats)}
        seed = numbers([self.number, self.honba, self.sticks, *dice, self.indicators[0]])
        self.write("INIT", seed=seed, ten=numbers(self.ten), oya=self.oya, **hands)
        length = self.rng.choice([1, 10, 40, 70])
        turn: int | None = self.oya
        while turn is not None and len(self.wall) > 70 - length:
            self.draw(turn, self.wall)
            turn = self.turn(turn)
        if turn is not None:
            self.end_in_a_draw(None if self.chance(0.5) else self.rng.choice(DRAWS))

    def turn(self, who: int) -> int | None:
        """From a draw to a discard no one took, or None when the round is over; calls move the turn."""
        drawn: int | None = self.seats[who].hand[-1]
        while True:
            if drawn is not None:
                if self.chance(0.01):
                    self.win(who, who, self.seats[who].hand.pop())
                    return None
                kan = self.kan(who)
                if kan == "robbed":
                    return None
                if kan == "made":
                    drawn = self.draw(who, self.rinshan)
                    continue
            tile = self.discard(who, drawn)
            if self.chance(0.02):
                self.win_by_ron(who, tile)
                return None
            if self.seats[who].riichi and drawn is not None and self.elements[-2][0] == "REACH":
                self.ten[who] -= 10
                self.write("REACH", who=who, ten=numbers(self.ten), step=2)
            caller = self.call(who, tile)
            if caller is None:
                return (who + 1) % 4
            who = caller
            drawn = self.draw(who, self.rinshan) if self.dora_due else None

    def draw(self, who: int, wall: list[int]) -> int:
        tile = wall.pop()
        self.seats[who].hand.append(tile)
        self.write(f"{'TUVW'[who]}{tile}")
        return tile

    def discard(self, who: int, drawn: int | None) -> int:
        seat = self.seats[who]
        tile = drawn if drawn is not None and (seat.riichi or self.chance(0.4)) else self.rng.choice(seat.hand)
        riichi = drawn is not None and not seat.riichi and not seat.pons and self.chance(0.03)
        dora_first = self.chance(0.5)
        if dora_first:
            self.open_dora()
        if riichi:
            seat.riichi = True
            self.write("REACH", who=who, step=1)
        self.open_dora()
        seat.take([tile])
        self.write(f"{'DEFG'[who]}{tile}")
        return tile

    def open_dora(self) -> None:
        """The indicator of a daiminkan or kakan, opened late."""
        if self.dora_due:
            self.dora_due = False
            self.new_dora()

    def new_dora(self) -> None:
        self.write("DORA", hai=self.indicators[self.kans])

    def kan(self, who: int) -> str | None:
        """An ankan or a kakan of the seat whose turn it is."""
        seat = self.seats[who]
        closed = [kind for kind in range(34) if len(seat.of_kind(kind)) == 4]
        added = [kind for kind in seat.pons if seat.of_kind(kind)]
        if not closed + added or self.kans == 4 or self.chance(0.3):
            return None
        kind = self.rng.choice(closed + added)
        if kind in closed:
            seat.melds.append(ankan(self.rng.choice(seat.take(seat.of_kind(kind)))))
            self.write("N", who=who, m=seat.melds[-1])
            self.open_dora()
            self.kans += 1
            self.new_dora()
            return "made"
        place = seat.pons.pop(kind)
        (tile,) = seat.take(seat.of_kind(kind))
        seat.melds[place] = kakan(seat.melds[place])
        self.write("N", who=who, m=seat.melds[place])
        self.open_dora()
        if self.chance(0.1):
            self.win((who + 1) % 4, who, tile, [3])
            return "robbed"
        self.kans += 1
        self.dora_due = True
        return "made"

    def call(self, discarder: int, tile: int) -> int | None:
        """Who called the discard; a daiminkan leaves its dora due."""
        kind = tile // 4
        for steps, whom in enumerate((LEFT, ACROSS, RIGHT), 1):
            who = (discarder + steps) % 4
            seat = self.seats[who]
            if seat.riichi:
                continue
            same = seat.of_kind(kind)
            if len(same) == 3 and self.kans < 4 and self.chance(0.5):
                seat.take(same)
                self.kans += 1
                self.dora_due = True
                return self.called(who, daiminkan(tile, whom))
            if len(same) >= 2 and self.chance(0.5):
                own = seat.take(self.rng.sample(same, 2))
                seat.pons[kind] = len(seat.melds)
                return self.called(who, pon(sorted([tile, *own]), tile, whom))
            for low in self.runs(seat, kind) if whom == LEFT and self.chance(0.2) else []:
                own = seat.take([self.rng.choice(seat.of_kind(k)) for k in range(low, low + 3) if k != kind])
                return self.called(who, chi(sorted([tile, *own]), tile))
        return None

    def called(self, who: int, code: int) -> int:
        self.seats[who].melds.append(code)
        self.write("N", who=who, m=code)
        return who

    def runs(self, seat: Seat, kind: int) -> list[int]:
        """The lowest kinds of the runs a tile of this kind makes with the hand."""
        lows = [low for low in range(kind - 2, kind + 1) if low >= 0 and low // 9 == (low + 2) // 9 < 3]
        return [low for low in lows if all(seat.of_kind(k) for k in range(low, low + 3) if k != kind)]

    def win_by_ron(self, discarder: int, tile: int) -> None:
        winners = self.rng.sample([who for who in range(4) if who != discarder], self.rng.choice([1, 1, 2, 3]))
        if len(winners) == 3 and self.chance(0.5):
            self.end_in_a_draw("ron3")
        else:
            for who in winners:
                self.win(who, discarder, tile)

    def win(self, who: int, whom: int, tile: int, yaku: list[int] | None = None) -> None:
        seat = self.seats[who]
        won: dict[str, object] = {"ba": numbers([self.honba, self.sticks]), "hai": numbers(sorted([*seat.hand, tile]))}
        if seat.melds:
            won["m"] = numbers(seat.melds[::-1])
        won["machi"] = tile
        fu = self.rng.choice([0, 20, 25, 30, 40, 110])
        if yaku is None and self.chance(0.2):
            yakuman = self.rng.sample(YAKUMAN, self.rng.choice([1, 1, 2, 3]))
            won |= {"ten": numbers([fu, 32000 * len(yakuman), 5]), "yakuman": numbers(yakuman)}
            if self.chance(0.2):
                won["paoWho"] = self.rng.choice([other for other in range(4) if other != who])
        else:
            han = [(name, self.rng.randrange(1, 7)) for name in yaku or self.rng.sample(YAKU, self.rng.randrange(1, 6))]
            han += [(53, self.rng.randrange(2))] if seat.riichi else []
            ten = numbers([fu, self.rng.choice([1000, 1500, 7700, 8000]), self.rng.randrange(6)])
            won |= {"ten": ten, "yaku": ",".join(f"{name},{n}" for name, n in han)}
        won["doraHai"] = numbers(self.indicators[: self.kans + 1])
        if seat.riichi:
            won["doraHaiUra"] = numbers(self.ura[: self.kans + 1])
        self.write("AGARI", **won, who=who, fromWho=whom, sc=self.payments())

    def end_in_a_draw(self, kind: str | None) -> None:
        shown = {f"hai{who}": numbers(seat.hand) for who, seat in enumerate(self.seats) if self.chance(0.5)}
        named = {"type": kind} if kind else {}
        self.write("RYUUKYOKU", **named, ba=numbers([self.honba, self.sticks]), sc=self.payments(), **shown)

    def payments(self) -> str:
        paid = [self.rng.randrange(-160, 161) * self.rng.randrange(2) for _ in range(4)]
        pairs = [number for pair in zip(self.ten, paid, strict=True) for number in pair]
        self.ten = [ten + pay for ten, pay in zip(self.ten, paid, strict=True)]
        return numbers(pairs + [0, 3, 0, -1, 0, -1, 0, -1] * bool(self.go & CHIPS))


class Game:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.go = rng.choice(TABLES) if rng.random() < 0.7 else rng.randrange(1 << 13) & ~0x10
        self.oya = rng.choice([0, 0, 0, 1, 2, 3])
        self.opening: list[Element] = [*self.head()]
        self.rest: list[Element] = []
        ten = [250] * 4
        for number in sorted(rng.sample(range(12), rng.randint(1, 6))):
            played = Round(rng, number, (self.oya + number) % 4, ten, self.go)
            self.rest += played.elements
            ten = played.ten
        self.end(ten)
        self.lose_connections()

    def head(self) -> Iterator[Element]:
        if self.rng.random() < 0.5:
            yield "SHUFFLE", {"seed": "mt19937ar-sha512-n288-base64,AAAA", "ref": ""}
        extra = {"title": "", "rule": ",,0101,0,0,0,0", "ranking": "", "csrule": "0FE0BF0B,0000001F,,,30000"}
        yield "GO", {"type": str(self.go)} | ({"lobby": "0"} | extra if self.rng.random() < 0.3 else {})
        names = {f"n{who}": self.name() for who in range(4)}
        dan = numbers([self.rng.randrange(21) for _ in range(4)])
        rate = ",".join(f"{self.rng.uniform(0, 2400):.{self.rng.randrange(3)}f}" for _ in range(4))
        yield "UN", names | {"dan": dan, "rate": rate, "sx": "M,F,C,M"}
        yield "TAIKYOKU", {"oya": str(self.oya)}

    def name(self) -> str:
        name = self.rng.choice(NAMES)
        if self.rng.random() < 0.2:
            return quote(name)
        return "".join(f"%{byte:02X}" for byte in name.encode())

    def end(self, ten: list[int]) -> None:
        """Finished with the final scores, or cut anywhere."""
        if self.rng.random() < 0.3:
            del self.rest[self.rng.randrange(len(self.rest) + 1) :]
            return
        final = self.rng.choice([ten, [250] * 4, [300, 300, 200, 200]])
        points = [self.rng.choice(["-37.0", "0", "45.0", "7", "-0.5"]) for _ in range(4)]
        scores = [text for pair in zip(map(str, final), points, strict=True) for text in pair]
        self.rest[-1][1]["owari"] = ",".join(scores + ["0", "3", "0", "-1"] * 2 * bool(self.go & CHIPS))

    def lose_connections(self) -> None:
        for _ in range(self.rng.choice([0, 0, 1, 3, 20])):
            who = self.rng.randrange(4)
            lost: Element = ("BYE", {"who": str(who)})
            back: Element = ("UN", {f"n{who}": self.name()})
            self.rest.insert(self.rng.randrange(len(self.rest) + 1), self.rng.choice([lost, back]))

    def written(self) -> str:
        between = self.rng.choice(["", "", "\n", "\r\n  ", "\n\n", " stray "])
        slash = self.rng.choice(["/", " /"])

        def tag(element: Element) -> str:
            name, attributes = element
            listed = "".join(f' {key}="{value}"' for key, value in attributes.items())
            return f"<{name}{listed}{slash if attributes else '/'}>"

        tags = ['<mjloggm ver="2.3">', *map(tag, self.opening), *map(tag, self.rest), "</mjloggm>"]
        return between.join(tags)


def make_log(seed: int) -> str:
    return Game(Random(seed)).written()
