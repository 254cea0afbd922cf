"""`synth`: made-up games, true by the wall, the audit, tenhou-log and majiang-core, and played as real ones are."""

import hashlib
import inspect
import json
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import mjlog
from conftest import Compared, Telling
from differences import first_difference
from hands import Hand
from mjlog.log import Agari, Bye, Call, Log, Ryuukyoku, Un
from nodejs import Node
from shared import Corpus
from statistics_of_games import Figures
from test_hule_referees import judged, several_reds_are_dora
from wins import verdict, wins

GOLDEN = json.loads((Path(__file__).parent / "data" / "synth.json").read_text(encoding="utf-8"))
"""Hashes of games by table and seed; tools/make_sample.py writes them anew."""
LEVELS = (0x00, 0x80, 0x20, 0xA0)
TYPES = [
    0x01 | level | hanchan | sanma | no_red | closed | fast
    for level, hanchan, sanma, no_red, closed, fast in product(
        LEVELS, (0, 0x08), (0, 0x10), (0, 0x02), (0, 0x04), (0, 0x40)
    )
]
FOUR = [go for go in TYPES if not go & 0x10]
GAMES = 2000
HOUOU = 0xA9


def made(seeds: range, go_type: int = HOUOU) -> list[bytes]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda seed: mjlog.synth(seed, go_type=go_type), seeds))


@pytest.fixture(scope="module")
def of_each_table() -> dict[int, bytes]:
    with ThreadPoolExecutor() as pool:
        return dict(zip(TYPES, pool.map(lambda go: mjlog.synth(go, go_type=go), TYPES), strict=True))


# The same everywhere


@pytest.mark.parametrize("key", GOLDEN)
def test_the_same_game_on_every_machine(key: str) -> None:
    go_type, seed, *want = key.split()
    game = mjlog.synth(int(seed, 16), go_type=int(go_type, 16), want=want)
    assert hashlib.sha256(game).hexdigest() == GOLDEN[key]


def test_the_bundled_log_is_a_made_up_game() -> None:
    want = ["ダブロン", "ankan", "kakan", "daiminkan", "再接続"]
    assert mjlog.sample() == mjlog.synth(1, go_type=HOUOU, want=want)
    log = mjlog.parse(mjlog.sample())
    letters = {event.element for event in log.events if not event.element[1:].isdigit()}
    assert letters == {
        *["mjloggm", "SHUFFLE", "GO", "UN", "BYE", "TAIKYOKU", "INIT", "N", "DORA", "REACH", "AGARI", "RYUUKYOKU"]
    }
    assert all(happened(log, name) for name in ["chi", "pon", "立直", "門前清自摸和", "流局", *want])


def test_seeds_make_different_games() -> None:
    games = [*made(range(20)), mjlog.synth(2**64 - 1), mjlog.synth(2**63)]
    assert len({hashlib.sha256(game).digest() for game in games}) == 22


def test_the_default_is_houou_hanchan() -> None:
    assert mjlog.synth(3) == mjlog.synth(3, go_type=HOUOU) == mjlog.synth(3, want=())
    assert str(inspect.signature(mjlog.synth)) == "(seed, *, go_type=169, want=())"


# As Tenhou writes


def test_the_form_is_the_servers(of_each_table: dict[int, bytes]) -> None:
    for go, game in of_each_table.items():
        parsed = mjlog.parse(game)
        assert parsed.to_xml() == game
        kinds = [event.element for event in parsed.events[:6]]
        assert kinds == ["mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "INIT"]
        assert parsed.go is not None
        assert (parsed.go.type, parsed.go.lobby) == (go, "0")
        assert parsed.end is not None
        assert len(parsed.players) == parsed.go.players


def test_walls_fit_the_seed(of_each_table: dict[int, bytes], compared: Compared) -> None:
    walls = [wall for game in of_each_table.values() for wall in mjlog.walls(game)]
    assert [wall for wall in walls if wall.differences] == []
    compared("the wall's seed", len(walls), "rounds of made-up games")


def test_the_audit_finds_nothing(of_each_table: dict[int, bytes], compared: Compared) -> None:
    rounds = 0
    for go, report in zip(TYPES, mjlog.audit_batch(of_each_table.values()), strict=True):
        assert isinstance(report, mjlog.AuditReport), (go, report)
        assert (report.findings, report.notes, report.ok) == ((), (), True), go
        rounds += report.rounds
    compared("our own audit", rounds, "rounds of made-up games")


def test_tenhou_log_converts_them_the_same(of_each_table: dict[int, bytes], node: Node, compared: Compared) -> None:
    games = [of_each_table[go] for go in FOUR]
    answers = node.run("convlog.js", [{"xml": game.decode()} for game in games])
    for go, game, answer in zip(FOUR, games, answers, strict=True):
        ours = mjlog.convert_json(game)
        assert ours == answer["json"].encode(), (go, first_difference(json.loads(ours), json.loads(answer["json"])))
    compared("tenhou-log, run", len(games), "made-up games")


def test_majiang_core_scores_each_win_the_same(of_each_table: dict[int, bytes], node: Node, compared: Compared) -> None:
    """But for liability (包), for which majiang-core has rules of its own."""
    found = [win for go in FOUR for win in wins(of_each_table[go]) if not win.pao]
    hands = [Hand(win.shoupai, win.rongpai, win.flags, mjlog.Rule.tenhou(win.go).to_majiang()) for win in found]
    asked = [hand.asks("hule_mended" if several_reds_are_dora(hand) else "hule") for hand in hands]
    for win, answer in zip(found, node.run("hule.js", asked), strict=True):
        assert verdict(answer["is"]) == win.verdict, win
    compared("majiang-core, run", len(found), "wins of made-up games")


def test_three_players_are_paid_as_scored(of_each_table: dict[int, bytes]) -> None:
    found = [win for go in TYPES if go & 0x10 for win in wins(of_each_table[go])]
    assert [win for win in found if judged(win, {}) != win.verdict] == []
    assert any("kita" in win.flags for win in found)


# As people play


@pytest.mark.parametrize("name", Figures.compared())
def test_games_go_as_real_ones_do(name: str, real: Figures, synthetic: Figures, tell: Telling) -> None:
    made_up, of_people = getattr(synthetic, name), getattr(real, name)
    heading = f"{synthetic.games} made-up games beside {real.games} real ones of type 169"
    tell(heading, f"{name:<8}{made_up:>7.3f}{of_people:>9.3f}{made_up / of_people - 1:>+8.1%}")
    assert abs(made_up / of_people - 1) <= 0.2


@pytest.fixture(scope="module")
def real(corpus: Corpus) -> Figures:
    return Figures.of(log.read() for log in corpus.logs if log.go_type == HOUOU)


@pytest.fixture(scope="module")
def synthetic() -> Figures:
    return Figures.of(made(range(GAMES)))


# Wishes


def table_for(want: str) -> int:
    return 0xB9 if want == "kita" else HOUOU


def happened(log: Log, want: str) -> bool:
    """Whether a game has what was wished."""
    results = [result for round_ in log.rounds for result in round_.results]
    agari = [result for result in results if isinstance(result, Agari)]
    ids = {number for _, tenhou, number in mjlog.YAKU if tenhou == want}
    last = log.rounds[-1]
    final = log.end.scores if log.end else ()
    if ids:
        return any(ids & ({number for number, han in win.yaku if han} | {*win.yakuman}) for win in agari)
    if want in {"chi", "pon", "daiminkan", "ankan", "kakan", "kita"}:
        return any(isinstance(event, Call) and event.mianzi.kind == want for event in log.events)
    match want:
        case "ダブロン":
            return any(sum(isinstance(result, Agari) for result in round_.results) == 2 for round_ in log.rounds)
        case "包":
            return any(win.pao is not None for win in agari)
        case "飛び":
            return min(final) < 0
        case "延長戦":
            return last.init.round >= 8
        case "和了やめ":
            closing = last.results[-1]
            top = final[last.init.oya] == max(final)
            return isinstance(closing, Agari) and closing.seat == last.init.oya and top and min(final) >= 0
        case "聴牌やめ":
            closing = last.results[-1]
            top = final[last.init.oya] == max(final)
            return isinstance(closing, Ryuukyoku) and closing.hands[last.init.oya] is not None and top
        case "再接続":
            lost = [event.seat for event in log.events if isinstance(event, Bye)]
            back = [event for event in log.events if isinstance(event, Un)][1:]
            return bool(lost) and any(event.names[seat] for event in back for seat in lost)
    return any(isinstance(result, Ryuukyoku) and result.name == want for result in results)


@pytest.mark.parametrize("want", mjlog.WANTS)
def test_every_wish_comes_true(want: str) -> None:
    games = [mjlog.synth(seed, go_type=table_for(want), want=[want]) for seed in range(2)]
    assert games[0] != games[1]
    assert all(happened(mjlog.parse(game), want) for game in games)
    for report in mjlog.audit_batch(games):
        assert isinstance(report, mjlog.AuditReport)
        assert (report.findings, report.notes) == ((), ())


@pytest.mark.parametrize(
    "wants",
    [
        ["九種九牌", "daiminkan"],
        ["ダブロン", "ankan", "kakan", "daiminkan", "再接続"],
        ["国士無双", "四槓散了", "国士無双"],
    ],
)
def test_several_wishes(wants: list[str]) -> None:
    for seed in range(2):
        game = mjlog.synth(seed, want=wants)
        log = mjlog.parse(game)
        assert [happened(log, want) for want in wants] == [True] * len(wants)
        assert mjlog.audit(game).ok


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"want": ["四槓散"]}, "near it: 四槓散了"),
        ({"want": ["x"]}, "is nothing that a game can be asked for"),
        ({"want": ["kita"]}, "kita"),
        ({"want": ["chi"], "go_type": 0xB9}, "chi"),
        ({"want": ["赤ドラ"], "go_type": 0xAB}, "赤ドラ"),
        ({"want": ["四家立直"], "go_type": 0xB9}, "四家立直"),
        ({"want": ["場風 北"]}, "no game has a North round"),
        ({"want": ["飛び", "延長戦", "和了やめ"]}, "飛び, 和了やめ can't be together"),
        ({"want": ["国士無双", "大三元", "清老頭", "緑一色"], "go_type": 0xF1}, "has 3 rounds that are sure"),
        ({"go_type": 0x229}, "chips"),
        ({"seed": -1}, "seed is not in"),
        ({"seed": 2**64}, "seed is not in"),
        ({"go_type": -1}, "go_type is not in"),
        ({"go_type": 2**32}, "go_type is not in"),
    ],
)
def test_what_can_not_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(mjlog.MjlogError, match=message) as refused:
        mjlog.synth(**{"seed": 1} | arguments)
    assert refused.value.kind == "bad_argument"
    assert pickle.loads(pickle.dumps(refused.value)).kind == "bad_argument"


def test_one_name_is_no_list() -> None:
    with pytest.raises(TypeError, match="want is a list of names"):
        mjlog.synth(1, want="四槓散了")
    for name in ("go_type", "want"):
        with pytest.raises(TypeError, match=name):
            mjlog.synth(1, **{name: None})  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        mjlog.synth(1, want=[1])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        mjlog.synth("1")  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_search(tmp_path: Path) -> None:
    """A search that would take minutes, in Python and by the command with its threads."""
    wish = ["大三元", "天和"]
    for command in (
        [sys.executable, "-c", f"import mjlog; print(flush=True); mjlog.synth(0, want={wish})"],
        [
            sys.executable,
            "-m",
            "mjlog",
            "synth",
            "--want",
            wish[0],
            "--want",
            wish[1],
            "--count",
            "3",
            "-o",
            "games.zip",
        ],
    ):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
        assert process.stdout is not None
        if "-c" in command:
            process.stdout.readline()
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert said.endswith((b"KeyboardInterrupt\n", b"mjlog: interrupted\n"))
        assert process.returncode in (-signal.SIGINT, 130)
    assert list(tmp_path.iterdir()) == []
