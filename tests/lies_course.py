"""Lies about the game: its table, its seed, its rounds in order."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import changed, gone, is_last, other_seat, put, twice, wins
from lies_wins import pairs
from replayed import Element, Game, Round, listed

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def has_own_rules(round_: Round) -> bool:
    """Tell whether it is a tournament's table, or one that begins with other scores than its like."""
    game = round_.game
    start = 10 if game.go & 0x800 else 350 if game.players == 3 else 250
    return bool(game.go & 0x100) or game.rounds[0].init.numbers("ten")[0] != start


def first(round_: Round, name: str) -> Iterator[int]:
    """The place of an element before the rounds; once a game."""
    if round_.index == 0:
        yield from round_.game.places(name)[:1]


# Table and seed


@lie("SHUFFLE: a letter of the seed", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in (*first(round_, "SHUFFLE"), round_.start):
        element = round_.game.elements[at]
        name = "seed" if element.name == "SHUFFLE" else "shuffle"
        form, _, words = element.attributes.get(name, "").partition(",")
        if words:
            place = rng.randrange(len(words) - 4)
            letters = BASE64 if "base64" in form else "0123456789ABCDEF"
            words = words if "base64" in form else words.upper()
            if words[place] in letters:
                other = rng.choice([letter for letter in letters if letter != words[place]])
                yield put(round_, at, **{name: f"{form},{words[:place]}{other}{words[place + 1 :]}"})


@lie("SHUFFLE: the seed is cut", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "SHUFFLE"):
        seed = round_.game.elements[at].attributes.get("seed", "")
        if seed:
            yield put(round_, at, seed=seed[: rng.randrange(30, len(seed))])


@lie("INIT: a die", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    place = rng.choice((3, 4))
    seed[place] = (seed[place] + rng.randrange(1, 6)) % 6
    yield put(round_, round_.start, seed=listed(seed))


@neutral(
    "a die, where no wall is known",
    "The dice of Tenhou decide nothing: only the seed says which they were.",
    wall=False,
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    seed[3] = (seed[3] + rng.randrange(1, 6)) % 6
    yield put(round_, round_.start, seed=listed(seed))


@lie("GO: three players or four")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "GO"):
        yield put(round_, at, type=round_.game.go ^ 0x10)


@lie("GO: red fives")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "GO"):
        if any(id_ == 54 for one in round_.game.rounds for _, win in wins(one) for id_, _ in pairs(win)):
            yield put(round_, at, type=round_.game.go ^ 0x02)


def is_open(win: Element) -> bool:
    """Tell whether one of its melds was called from another seat."""
    return any(code & 3 for code in win.numbers("m"))


@lie("GO: open tanyao")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "GO"):
        if any(is_open(win) and 8 in win.numbers("yaku")[::2] for one in round_.game.rounds for _, win in wins(one)):
            yield put(round_, at, type=round_.game.go ^ 0x04)


def goes_past_its_end(game: Game) -> bool:
    """Tell whether South rounds begin, dealer by dealer, though someone has the return score."""
    begun: set[int] = set()
    for round_ in game.rounds:
        number = round_.init.numbers("seed")[0]
        if number >= 4 and number not in begun and max(round_.init.numbers("ten")) >= (300, 400)[game.players == 3]:
            return True
        begun.add(number)
    return False


@lie("GO: East only or East and South")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    game = round_.game
    last = game.rounds[-1]
    end = game.elements[last.ends[-1]] if last.ends else None
    for at in first(round_, "GO"):
        if end is not None and "owari" in end.attributes:
            bankrupt = any(score.startswith("-") for score in end["owari"].split(",")[: 2 * game.players : 2])
            ended_in_east = not bankrupt and last.init.numbers("seed")[0] < 4
            is_wrong = goes_past_its_end(game) if game.go & 8 else ended_in_east
            if is_wrong and not has_own_rules(round_):
                yield put(round_, at, type=game.go ^ 8)


@lie("TAIKYOKU: another first dealer")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "TAIKYOKU"):
        yield put(round_, at, oya=other_seat(round_, 0, rng))


# Who plays, and who is there


@neutral("names, ranks and rates", "Who plays changes nothing of the game.")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "UN"):
        yield put(round_, at, n0="%E6%9D%B1", rate="1500.00,1500.00,1500.00,1500.00")


@neutral(
    "a connection lost", "A seat may lose its connection at any time: it discards what it draws, as players do too."
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws if not round_.game.places("BYE") else ():
        text = round_.game.elements[turn.at].text
        yield changed(turn.at, f'<BYE who="{turn.seat}"/>{text}', f"BYE before draw {turn.tile}")


@neutral("a connection lost twice", "Nothing of the game depends on it: the audit notes it.")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("BYE"):
        yield twice(round_, at)


@neutral("an attribute that no one knows", "Tenhou added some over the years.")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in first(round_, "GO"):
        yield put(round_, at, news="1")


# INIT


def seed_as(round_: Round, place: int, step: int) -> Lie:
    seed = round_.init.numbers("seed")
    seed[place] += step
    return put(round_, round_.start, seed=listed(seed))


@lie("INIT: number of the round")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield seed_as(round_, 0, rng.choice((1, -1) if round_.init.numbers("seed")[0] else (1,)))


@lie("INIT: honba")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield seed_as(round_, 1, rng.choice((1, -1) if round_.init.numbers("seed")[1] else (1,)))


@lie("INIT: sticks")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield seed_as(round_, 2, rng.choice((1, -1) if round_.init.numbers("seed")[2] else (1,)))


@lie("INIT: dealer")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield put(round_, round_.start, oya=other_seat(round_, round_.oya, rng))


@lie("INIT: a score")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    ten = round_.init.numbers("ten")
    ten[rng.randrange(round_.game.players)] += rng.choice((-10, -1, 1, 10))
    yield put(round_, round_.start, ten=listed(ten))


@lie("INIT: scores of two seats exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    ten = round_.init.numbers("ten")
    for seat in range(round_.game.players):
        other = other_seat(round_, seat, rng)
        if ten[seat] != ten[other]:
            new = list(ten)
            new[seat], new[other] = ten[other], ten[seat]
            yield put(round_, round_.start, ten=listed(new))


@lie("INIT: chips")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    if chips := round_.init.numbers("chip"):
        chips[rng.randrange(round_.game.players)] += rng.choice((-1, 1))
        yield put(round_, round_.start, chip=listed(chips))


@lie("INIT: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield gone(round_, round_.start)


@lie("INIT: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    yield twice(round_, round_.start)


# Rounds


def written(round_: Round) -> str:
    elements = round_.game.elements[round_.start : round_.stop]
    return "".join(element.text for element in elements)


@lie("round: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    if not is_last(round_):
        yield Lie(dict.fromkeys(range(round_.start, round_.stop), ""), f"round {round_.index} is gone")


@lie("round: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    text = round_.init.text
    yield changed(round_.start, written(round_) + text, f"round {round_.index} stands twice")


@lie("round: two exchanged")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    if not is_last(round_):
        after = round_.game.rounds[round_.index + 1]
        edits = dict.fromkeys(range(after.start, after.stop), "")
        if after.ends:
            edits[round_.start] = written(after) + round_.init.text
            yield Lie(edits, f"rounds {round_.index} and {after.index} are exchanged")


@neutral("rounds at the end are gone", "A log that stops between two rounds is a log that was cut: the audit notes it.")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    if not is_last(round_):
        stop = round_.game.rounds[-1].stop
        yield Lie(dict.fromkeys(range(round_.stop, stop), ""), f"all behind round {round_.index} is gone")
