"""Lies about indicators, turned in the round and shown with a win."""

from collections.abc import Iterator
from random import Random

from lies import Lie, lie, neutral
from lies_edits import changed, copies, elsewhere, gone, put, twice, unseen, wins
from replayed import DISCARDS, Round, listed


@lie("INIT: a dora indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    yield put(round_, round_.start, seed=listed([*seed[:5], elsewhere(round_, seed[5], rng)]))


@lie("INIT: a dora indicator that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    seed = round_.init.numbers("seed")
    if (tile := unseen(round_, rng)) is not None:
        yield put(round_, round_.start, seed=listed([*seed[:5], tile]))


@lie("DORA: a tile that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield put(round_, at, hai=elsewhere(round_, int(round_.game.elements[at]["hai"]), rng))


@lie("DORA: a tile that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        if (tile := unseen(round_, rng)) is not None:
            yield put(round_, at, hai=tile)


@lie("DORA: gone")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield gone(round_, at)


@lie("DORA: twice")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at in round_.places("DORA"):
        yield twice(round_, at)


@lie("DORA: made up")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for turn in round_.draws:
        tile = unseen(round_, rng)
        if tile is not None and round_.game.elements[turn.previous].text[1] in DISCARDS:
            made_up = f'<DORA hai="{tile}"/>'
            yield changed(turn.at, made_up + round_.game.elements[turn.at].text, f"{made_up} before a draw")


@lie("DORA: behind the next discard")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    elements = round_.game.elements
    for at in round_.places("DORA"):
        for turn in round_.discards:
            if turn.at > at:
                edits = {at: "", turn.at: elements[turn.at].text + elements[at].text}
                yield Lie(edits, f"{elements[at].text} stands behind discard {turn.tile}")
                break


@lie("AGARI: a dora indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        dora = win.numbers("doraHai")
        place = rng.randrange(len(dora))
        dora[place] = elsewhere(round_, dora[place], rng)
        yield put(round_, at, doraHai=listed(dora))


@lie("AGARI: a dora indicator less")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        yield put(round_, at, doraHai=listed(win.numbers("doraHai")[:-1]) or None)


@lie("AGARI: a dora indicator more")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if (tile := unseen(round_, rng)) is not None:
            yield put(round_, at, doraHai=listed([*win.numbers("doraHai"), tile]))


@lie("AGARI: an ura indicator that lies elsewhere")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if ura := win.numbers("doraHaiUra"):
            place = rng.randrange(len(ura))
            ura[place] = elsewhere(round_, ura[place], rng)
            yield put(round_, at, doraHaiUra=listed(ura))


@lie("AGARI: an ura indicator that no one saw", wall=True)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        tile = unseen(round_, rng)
        if tile is not None and "doraHaiUra" in win.attributes:
            yield put(round_, at, doraHaiUra=listed([*win.numbers("doraHaiUra")[:-1], tile]))


@lie("AGARI: an ura indicator less")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        if ura := win.numbers("doraHaiUra"):
            yield put(round_, at, doraHaiUra=listed(ura[:-1]) or None)


@lie("AGARI: ura indicators without a riichi")
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        tile = unseen(round_, rng)
        if tile is not None and "doraHaiUra" not in win.attributes:
            yield put(round_, at, doraHaiUra=tile)


@neutral(
    "an ura indicator of the same kind",
    "Without a wall no one knows which of the four copies lay there, and each makes the same dora; "
    "the new one is shown nowhere else in the round.",
    wall=False,
)
def _(round_: Round, rng: Random) -> Iterator[Lie]:
    for at, win in wins(round_):
        ura = win.numbers("doraHaiUra")
        for place, tile in enumerate(ura if len(round_.ends) == 1 else []):
            for other in copies(tile) - round_.seen:
                yield put(round_, at, doraHaiUra=listed([*ura[:place], other, *ura[place + 1 :]]))
