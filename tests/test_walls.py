"""`walls`: the wall of each round, from every form of seed, against the log and against CPython's own generator."""

import struct
from base64 import b64decode, b64encode
from hashlib import sha512
from random import Random

import pytest

import mjlog
from conftest import Compared
from mjlog.log import Agari, Call, Dora, Draw, Log, Round, Ryuukyoku, Shuffle
from shared import Corpus
from tinylog import head

BASE64, WORDS, INIT = "mt19937ar-sha512-n288-base64", "mt19937ar-sha512-n288", "mt19937ar"


# Another implementation: CPython's `random` is MT19937, and an integer seeds it by `init_by_array`


class Shuffler:
    def __init__(self, seed: str) -> None:
        self.form, text = seed.split(",", 1)
        if self.form == BASE64:
            words = list(struct.unpack("<624I", b64decode(text)))
        else:
            words = [int(word, 16) for word in text.split(",")]
        assert words[-1], "of an integer the highest word is not zero"
        self.random = Random(sum(word << (32 * i) for i, word in enumerate(words)))

    def wall(self, three: bool) -> tuple[list[int], tuple[int, int]]:
        tiles = [n for n in range(136) if not three or n not in range(4, 32)]
        if self.form == INIT:
            words = [self.random.getrandbits(32) for _ in range(len(tiles) + 1)]
            dice = words[-2:]
        else:
            outputs = struct.pack("<288I", *(self.random.getrandbits(32) for _ in range(288)))
            digests = [sha512(outputs[i : i + 128]).digest() for i in range(0, len(outputs), 128)]
            words = list(struct.unpack("<144I", b"".join(digests)))
            dice = words[135:137]
        for i in range(len(tiles) - 1):
            j = i + words[i] % (len(tiles) - i)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        return tiles, (dice[0] % 6, dice[1] % 6)


def made_up_seed(form: str, number: int) -> str:
    random = Random(number)
    words = [random.getrandbits(32) | 1 for _ in range({BASE64: 624, WORDS: 32, INIT: 8}[form])]
    if form == BASE64:
        return f"{form},{b64encode(struct.pack('<624I', *words)).decode()}"
    return ",".join([form, *(f"{word:08X}" for word in words)])


# Made-up logs that fit their wall


def deal(tiles: list[int], oya: int, players: int) -> list[list[int]]:
    left = list(tiles)
    hands: list[list[int]] = [[] for _ in range(4)]
    for count in (4, 4, 4, 1):
        for turn in range(players):
            hands[(oya + turn) % players] += [left.pop() for _ in range(count)]
    return hands


def opening(seed: str, tiles: list[int], dice: tuple[int, int], *, oya: int = 0, three: bool = False) -> str:
    """The INIT of a wall; seeds of the oldest form stand in it."""
    hands = deal(tiles, oya, 3 if three else 4)
    dora = tiles[(8 if three else 4) + seed.startswith(BASE64)]
    hai = "".join(f' hai{seat}="{",".join(map(str, hand))}"' for seat, hand in enumerate(hands))
    shuffle = f' shuffle="{seed}"' if seed.startswith(INIT + ",") else ""
    ten = "350,350,350,0" if three else "250,250,250,250"
    return f'<INIT seed="0,0,0,{dice[0]},{dice[1]},{dora}" ten="{ten}" oya="{oya}"{hai}{shuffle}/>'


def game(seed: str, rounds: int = 2, *, three: bool = False, more: str = "") -> str:
    """A log of rounds in which everyone draws and discards until no tile is left."""
    shuffler = Shuffler(seed)
    players = 3 if three else 4
    text = head(go=185 if three else 169)
    if not seed.startswith(INIT + ","):
        text = text.replace("<GO", f'<SHUFFLE seed="{seed}" ref=""/><GO')
    for oya in range(rounds):
        if seed.startswith(INIT + ","):
            shuffler = Shuffler(seed)
        tiles, dice = shuffler.wall(three)
        text += opening(seed, tiles, dice, oya=oya % players, three=three) + more
        for turn, tile in enumerate(reversed(tiles[14 : len(tiles) - 13 * players])):
            seat = (oya + turn) % players
            text += f"<{'TUVW'[seat]}{tile}/><{'DEFG'[seat]}{tile}/>"
        text += '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0"/>'
    return text + "</mjloggm>"


@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("form", [BASE64, WORDS, INIT])
def test_walls_are_those_of_another_implementation(form: str, three: bool, compared: Compared) -> None:
    for number in range(20):
        seed = made_up_seed(form, number)
        walls = mjlog.walls(game(seed, 3, three=three))
        shuffler = Shuffler(seed)
        for wall in walls:
            if form == INIT:
                shuffler = Shuffler(seed)
            tiles, dice = shuffler.wall(three)
            assert (list(wall.tiles), wall.dice, wall.form) == (tiles, dice, form)
            assert list(map(list, wall.hands)) == deal(tiles, wall.oya, wall.players)
            assert (wall.left, wall.differences) == (0, ())
            assert [d.place for d in wall.draws] == list(range(len(tiles) - 13 * wall.players - 1, 13, -1))
            assert tuple(d.tile for d in wall.draws) == wall.live
            compared("CPython's random and hashlib (walls of made-up seeds)", 1, "rounds")


# Real logs


def seed_of(log: Log) -> str | None:
    shuffle = next((e.seed for e in log.events if isinstance(e, Shuffle)), None)
    return shuffle or log.rounds[0].init.shuffle


def kinds_compared(round_: Round, wall: mjlog.Wall) -> dict[str, int]:
    """Compare all that the round shows with the wall, by other means than `differences`."""
    init, rinshan, live, turned = round_.init, iter(wall.rinshan), iter(wall.live), 1
    counts = dict.fromkeys(("deals", "draws", "replacement draws", "dora indicators", "ura dora indicators"), 0)
    assert init.dice == wall.dice
    assert init.hands == wall.hands
    assert init.dora == wall.dora[0]
    counts["deals"] += wall.players
    counts["dora indicators"] += 1
    replaces = False
    for event in round_.events:
        if isinstance(event, Draw):
            assert event.tile == next(rinshan if replaces else live)
            counts["replacement draws" if replaces else "draws"] += 1
            replaces = False
        elif isinstance(event, Call):
            replaces = event.mianzi.kind not in {"chi", "pon"}
        elif isinstance(event, Dora):
            assert event.tile == wall.dora[turned]
            turned += 1
            counts["dora indicators"] += 1
        elif isinstance(event, Agari):
            assert event.dora == wall.dora[: len(event.dora)]
            ura = event.ura or ()
            assert ura == wall.ura[: len(ura)]
            counts["ura dora indicators"] += len(ura)
    drawn = counts["draws"] + counts["replacement draws"]
    assert (wall.turned, len(wall.draws), wall.left) == (turned, drawn, len(wall.live) - drawn)
    if any(isinstance(r, Ryuukyoku) and (r.type is None or r.type == "nm") for r in round_.results):
        assert wall.left == 0
    return counts


def test_every_real_log_fits_its_walls(corpus: Corpus, compared: Compared) -> None:
    without = 0
    for real in corpus.logs:
        data = real.read()
        log = mjlog.parse(data)
        if seed_of(log) is None:
            without += 1
            with pytest.raises(mjlog.MjlogError) as error:
                mjlog.walls(data)
            assert error.value.kind == "no_seed"
            continue
        walls = mjlog.walls(data)
        assert len(walls) == len(log.rounds)
        for round_, wall in zip(log.rounds, walls, strict=True):
            assert wall.differences == (), real.file
            table = "three players" if real.three_players else "four players"
            compared(f"wall seed ({wall.form}, {table})", 1, "rounds")
            for noun, count in kinds_compared(round_, wall).items():
                compared("wall seed", count, noun)
    assert without == 1
