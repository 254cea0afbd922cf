"""`mjlog wall`: the tiles of each round, where they lay."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mjlog
from mjlog.cli import main
from test_walls import BASE64, INIT, game, made_up_seed
from tinylog import log

GAME = game(made_up_seed(INIT, 1), 2)

IN_ENGLISH = """\
standard input

  East 1
    seed       mt19937ar
"""

IN_JAPANESE = """\
standard input

  東1局
    シード値      mt19937ar
"""


def wall(*args: object, data: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["wall", *map(str, args)], input=data, env={"LC_ALL": "C.UTF-8"})


def told(tile: int) -> str:
    return f"{mjlog.decode_pai(tile)} ({tile})"


def fields(text: str) -> dict[str, str]:
    """The first round's rows, those that go on in the next line joined."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines()[3:]:
        if not line.strip():
            break
        head, rest = line[4:15].strip(), line[15:].strip()
        name = head or name
        found[name] = f"{found.get(name, '')} {rest}".strip()
    return found


@pytest.mark.parametrize(("lang", "text"), [("en", IN_ENGLISH), ("ja", IN_JAPANESE)])
def test_both_languages(lang: str, text: str) -> None:
    result = wall("--lang", lang, data=GAME)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(text)


def test_a_round() -> None:
    (first, _) = mjlog.walls(GAME)

    def tiles(numbers: tuple[int, ...]) -> str:
        return " ".join(map(mjlog.decode_pai, numbers))

    assert fields(wall(data=GAME).stdout) == {
        "seed": "mt19937ar",
        "dice": " ".join(str(die + 1) for die in first.dice),
        **{f"deal {seat}": tiles(hand) for seat, hand in enumerate(first.hands)},
        "drawn": tiles(first.live),
        "not drawn": "-",
        "left": "0",
        "dora": f"{tiles(first.dora)}  (1 turned)",
        "ura": tiles(first.ura),
        "rinshan": tiles(first.rinshan),
        "the log": "agrees with its wall",
    }


def test_a_table_without_red_fives() -> None:
    assert " m0" in wall(data=GAME).stdout
    plain = wall(data=GAME.replace('type="169"', 'type="171"')).stdout
    assert " m0" not in plain
    assert "agrees" in plain


def test_a_log_that_lies() -> None:
    (first, _) = mjlog.walls(GAME)
    data = GAME.replace(f"<T{first.live[0]}/>", f"<T{first.live[1]}/>", 1)
    result = wall("--round", 0, data=data)
    text = result.stdout
    assert (result.exit_code, wall("--json", data=data).exit_code) == (1, 1)
    at = data.index(f"<T{first.live[1]}/>")
    assert text.endswith(
        "    the log    differs from its wall in 1 place:\n"
        f"      draw 0 of seat 0: the log has {told(first.live[1])}, the wall {told(first.live[0])} (byte {at})\n"
    )
    assert "牌山と1か所で不一致:" in wall("--lang", "ja", data=data).stdout


def test_three_players() -> None:
    data = game(made_up_seed(BASE64, 2), 1, three=True)
    shown = fields(wall(data=data).stdout)
    assert len(shown["rinshan"].split()) == 8
    assert "deal 2" in shown
    assert "deal 3" not in shown


def test_json() -> None:
    result = wall("--json", data=GAME)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    for row, one in zip(rows, mjlog.walls(GAME), strict=True):
        assert row["file"] == "standard input"
        assert row["differences"] == []
        for name in ("index", "round", "honba", "oya", "players", "form", "turned", "left"):
            assert row[name] == getattr(one, name), name
        for name in ("tiles", "dice", "dora", "ura", "rinshan", "dead"):
            assert row[name] == list(getattr(one, name)), name
        assert row["hands"] == list(map(list, one.hands))
        first = one.draws[0]
        assert row["draws"][0] == {"seat": first.seat, "tile": first.tile, "place": first.place, "rinshan": False}
        assert len(row["draws"]) == 70


def test_one_round_of_several() -> None:
    rows = wall("--json", "--round", 1, data=GAME).stdout.splitlines()
    assert [json.loads(row)["index"] for row in rows] == [1]
    result = wall("--round", 2, data=GAME)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no round 2: the log has 2, counted from 0" in result.stderr


def test_files_fail_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.mjlog").write_text(GAME)
    (tmp_path / "b.mjlog").write_text(log("<T60/>"))
    (tmp_path / "c.mjlog").write_text(GAME[:-200])
    result = wall("--json", tmp_path)
    assert result.exit_code == 1
    assert {json.loads(line)["file"] for line in result.stdout.splitlines()} == {str(tmp_path / "a.mjlog")}
    assert f"{tmp_path / 'b.mjlog'}: the log has no wall seed" in result.stderr
    assert "hint: Its walls are not known." in result.stderr
    assert wall("--partial", tmp_path / "c.mjlog").exit_code == 0


def test_wrong_usage() -> None:
    assert wall("-", "log.mjlog", data=GAME).exit_code == 2
    assert wall("--round", "-1", data=GAME).exit_code == 2


@pytest.mark.parametrize("go_type", [0xA9, 0xB9])
def test_tiles_that_went_to_the_dead_wall_are_told(go_type: int) -> None:
    data = mjlog.synth(1, go_type=go_type)
    seen = set()
    for number, one in enumerate(mjlog.walls(data)):
        moved = sum(draw.rinshan for draw in one.draws)
        why = f"  ({moved} of those not drawn went to the dead wall for as many replacement tiles)"
        assert fields(wall("--round", number, data=data).stdout)["left"] == f"{one.left}{why if moved else ''}"
        assert ("王牌に入った" in wall("--round", number, "--lang", "ja", data=data).stdout) == bool(moved)
        seen.add(bool(moved))
    assert True in seen
