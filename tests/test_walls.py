"""`walls`: the wall of each round, from every form of seed, against the log and against CPython's own generator."""

import pickle
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha512
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
from conftest import Compared
from mjlog.log import Agari, Call, Dora, Draw, Log, Round, Ryuukyoku, Shuffle
from shared import Corpus
from tinylog import head, log
from ways import outcome

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


# What is wrong, and what is noticed


@pytest.mark.parametrize("form", [BASE64, WORDS, INIT])
def test_a_changed_seed_is_noticed(form: str) -> None:
    seed, other = made_up_seed(form, 1), made_up_seed(form, 2)
    for wall in mjlog.walls(game(seed).replace(seed, other)):
        assert {d.what for d in wall.differences} >= {"deal", "draw"}


@pytest.mark.parametrize("three", [False, True])
def test_one_changed_tile_is_noticed(three: bool) -> None:
    seed = made_up_seed(BASE64, 3)
    tiles, _ = Shuffler(seed).wall(three)
    text, (first,) = game(seed, 1, three=three), mjlog.walls(game(seed, 1, three=three))
    drawn, other = first.live[5], first.live[6]
    letter = "TUVW"[5 % first.players]
    changed = text.replace(f"<{letter}{drawn}/>", f"<{letter}{other}/>")
    (wall,) = mjlog.walls(changed)
    offset = changed.index(f"<{letter}{other}/>")
    expected = mjlog.WallDifference("draw", 5, 5 % first.players, drawn, other, offset)
    assert wall.differences == (expected,)
    has, wants = (f"{mjlog.decode_pai(tile)} ({tile})" for tile in (other, drawn))
    assert str(expected) == f"draw 5 of seat {5 % first.players}: the log has {has}, the wall {wants} (byte {offset})"
    die = mjlog.WallDifference("die", 1, None, 0, 2, 7)
    assert str(die) == "die 1: the log has 3 pips, the wall 1 pip (byte 7)"
    assert wall.draws[5] == mjlog.WallDraw(5 % first.players, other, tiles.index(drawn), False)


@pytest.mark.parametrize("three", [False, True])
def test_kans_draw_from_the_dead_wall(three: bool) -> None:
    seed = made_up_seed(BASE64, 4)
    (wall,) = mjlog.walls(game(seed, 1, three=three))
    kans = "".join(f'<N who="0" m="0"/><T{tile}/>' for tile in wall.rinshan)
    turned = "".join(f'<DORA hai="{tile}"/>' for tile in wall.dora[1:])
    (kan,) = mjlog.walls(game(seed, 1, three=three, more=kans + turned))
    count = len(wall.rinshan)
    assert [d.place for d in kan.draws[:count]] == [1, 0, 3, 2, 5, 4, 7, 6][:count]
    assert all(d.rinshan for d in kan.draws[:count])
    # Each of them moved one tile of the live wall out of reach: the last ones drawn are none's.
    assert [(d.what, d.expected) for d in kan.differences] == [("draw", None)] * count
    assert (kan.turned, kan.left) == (5, 0)


def test_a_discarded_kan_tile_needs_no_replacement() -> None:
    """After a chi or a pon no one draws; after a kan the next draw is the only replacement."""
    seed = made_up_seed(INIT, 5)
    (wall,) = mjlog.walls(game(seed, 1))
    more = f'<N who="0" m="0"/><T{wall.rinshan[0]}/><N who="0" m="42059"/>'
    (kan,) = mjlog.walls(game(seed, 1, more=more))
    assert [d.rinshan for d in kan.draws[:3]] == [True, False, False]


BAD = [
    "md5,1",
    "mt19937ar",
    "mt19937ar,",
    made_up_seed(INIT, 0)[:-9],
    made_up_seed(INIT, 0) + ",1",
    made_up_seed(INIT, 0) + "0",
    made_up_seed(WORDS, 0).replace(",", ",x", 1),
    made_up_seed(WORDS, 0)[:-1] + "-",
    made_up_seed(BASE64, 0)[:-1],
    made_up_seed(BASE64, 0)[:1000],
    made_up_seed(BASE64, 0)[:-1] + "=",
    made_up_seed(BASE64, 0)[:-2] + "é",
    made_up_seed(BASE64, 0)[:-1] + "*",
]


@pytest.mark.parametrize("bad", BAD)
def test_a_seed_that_is_none(bad: str) -> None:
    text = game(made_up_seed(BASE64, 1), 1).replace(made_up_seed(BASE64, 1), bad)
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.walls(text)
    place = (error.value.kind, error.value.element, error.value.offset, error.value.round)
    assert place == ("bad_seed", "SHUFFLE", text.index("<SHUFFLE"), None)
    seed = made_up_seed(INIT, 1)
    text = game(seed, 2)
    at = text.rindex("<INIT")
    with pytest.raises(mjlog.MjlogError) as error:
        mjlog.walls(text[:at] + text[at:].replace(seed, bad))
    assert (error.value.kind, error.value.element, error.value.offset) == ("bad_seed", "INIT", at)


def test_a_log_without_a_seed() -> None:
    with pytest.raises(mjlog.MjlogError, match="no wall seed") as error:
        mjlog.walls(log("<T60/>"))
    assert (error.value.kind, error.value.element) == ("no_seed", "INIT")


def test_a_cut_log_has_the_walls_of_its_rounds() -> None:
    text = game(made_up_seed(WORDS, 6), 3)
    cut = text[: text.rindex("<RYUUKYOKU") - 200]
    with pytest.raises(mjlog.MjlogError):
        mjlog.walls(cut)
    walls, whole = mjlog.walls(cut, partial=True), mjlog.walls(text)
    assert walls[:2] == whole[:2]
    assert walls[2].left > 0
    assert walls[2].tiles == whole[2].tiles


def test_walls_are_values() -> None:
    seed = made_up_seed(BASE64, 7)
    walls = mjlog.walls(game(seed, 2)) + mjlog.walls(game(seed, 2, three=True).replace(seed, made_up_seed(BASE64, 8)))
    assert walls[2].differences
    assert len(set(walls)) == 4
    for value in [*walls, *walls[2].draws, *walls[2].differences]:
        again = pickle.loads(pickle.dumps(value))
        assert (again, hash(again), repr(again), str(again)) == (value, hash(value), repr(value), str(value))
        if not isinstance(value, mjlog.Wall):
            assert eval(repr(value), vars(mjlog).copy()) == value
        with pytest.raises(AttributeError):
            setattr(value, "left", 1)  # noqa: B010 - a type checker refuses the plain way
    assert repr(walls[1]) == "<mjlog.Wall index=1 round=0 honba=0 left=0>"


@given(seed=st.text(alphabet="mt19937ar-sha52n8b6e4,ABCF0+/= é", max_size=60), number=st.integers(0, 3))
def test_seeds_of_any_kind(seed: str, number: int) -> None:
    form = [BASE64, WORDS, INIT, ""][number]
    whole = made_up_seed(form or INIT, number)
    for text in (seed, f"{form},{seed}", whole[: len(seed)] + seed + whole[2 * len(seed) :]):
        quoted = text.replace("&", "").replace('"', "")
        outcome(mjlog.walls, head().replace("<GO", f'<SHUFFLE seed="{quoted}"/><GO') + "</mjloggm>")


SMALL_GAME = game(made_up_seed(INIT, 8), 2, three=True).encode()


@given(data=st.binary(max_size=60), at=st.floats(0, 1), count=st.integers(0, 60), partial=st.booleans())
def test_logs_to_which_something_happened(data: bytes, at: float, count: int, partial: bool) -> None:
    text = SMALL_GAME
    start = int(at * len(text))
    outcome(mjlog.walls, text[:start] + data + text[start + count :], partial=partial)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: mjlog.WallDraw(256, 0, 0, False), "256"),
        (lambda: mjlog.WallDraw(0, 136, 0, False), "tile 136"),
        (lambda: mjlog.WallDraw(0, 0, -1, False), "-1"),
        (lambda: mjlog.WallDifference("die", 2**70, None, None, None, 0), "of more than 64 bits"),
        (lambda: mjlog.WallDifference("die", 0, None, None, -(2**31) - 1, 0), "-2147483649"),
        (lambda: mjlog.WallDifference("dice", 0, None, None, None, 0), "dice"),
    ],
)
def test_parts_that_no_wall_has(make: Callable[[], object], named: str) -> None:
    with pytest.raises(mjlog.MjlogError, match=f"{named}.* is out of its range") as refused:
        make()
    assert refused.value.kind == "bad_argument"
