"""tenhou-log, the reference converter: remembered for the real logs, run for random ones."""

import json
from typing import Any

import pytest

import mjlog
from conftest import Compared
from differences import first_difference
from games import game
from makelog import make_log
from nodejs import Node
from shared import Corpus
from tinylog import log as tiny_log

RANDOM = 200


def text(paipu: object) -> bytes:
    """As JSON.stringify writes it."""
    return json.dumps(paipu, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.fixture(scope="module")
def reference(corpus: Corpus) -> dict[str, Any]:
    return dict(corpus.reference())


def test_real_logs(corpus: Corpus, reference: dict[str, Any], compared: Compared) -> None:
    wrong, equal = {}, 0
    for log in corpus.four_players:
        expected = reference[log.file]
        if expected is not None:
            data = log.read()
            difference = first_difference(mjlog.convert(data), expected)
            if difference is None and mjlog.convert_json(data) != text(expected):
                difference = "convert_json has other bytes"
            if difference:
                wrong[log.file] = difference
            equal += 1
    assert wrong == {}
    assert equal == 446
    compared("tenhou-log, remembered", equal, "files")


def test_the_one_real_log_that_tenhou_log_cannot_read(
    corpus: Corpus, reference: dict[str, Any], compared: Compared
) -> None:
    (log,) = (log for log in corpus.four_players if reference[log.file] is None)
    assert "UN_without_dan" in log.features
    player = mjlog.convert(log.read())["player"]
    assert [name.split("\n")[1] for name in player] == ["(R1521)", "(R1543)", "(R1519)", "(R1528)"]
    assert all(name.split("\n")[0] for name in player)
    compared("tenhou-log, remembered", 1, "files")


def test_three_players_are_refused(corpus: Corpus, reference: dict[str, Any], compared: Compared) -> None:
    for log in corpus.three_players:
        assert reference[log.file] is None
        for convert in (mjlog.convert, mjlog.convert_json):
            with pytest.raises(mjlog.MjlogError) as error:
                convert(log.read())
            assert (error.value.kind, error.value.element) == ("sanma", "GO"), log.file
    assert len(corpus.three_players) == 63
    compared("tenhou-log, remembered", 63, "three-player files (both refuse)")


def test_random_logs(node: Node, compared: Compared) -> None:
    logs = [make_log(seed) for seed in range(RANDOM)]
    answers = node.run("convlog.js", [{"xml": log} for log in logs])
    wrong = {}
    for seed, (log, answer) in enumerate(zip(logs, answers, strict=True)):
        ours = mjlog.convert_json(log.encode())
        if ours != answer["json"].encode():
            wrong[seed] = first_difference(json.loads(ours), json.loads(answer["json"])) or "other bytes"
    assert wrong == {}
    compared("tenhou-log, run", RANDOM, "random logs")


def test_titles(node: Node) -> None:
    log, log_id = game(0).decode(), "2010051001gm-00a9-0000-1a2b3c4d"
    plain, with_id, own = (
        answer["json"].encode()
        for answer in node.run("convlog.js", [{"xml": log, "log_id": name} for name in (None, log_id, ":決勝\n第一戦")])
    )
    assert mjlog.convert_json(log) == plain
    assert mjlog.convert_json(log, log_id=log_id) == with_id
    assert mjlog.convert_json(log, title="決勝\n第一戦") == own
    assert mjlog.convert(log, title="決勝", log_id=log_id)["title"] == f"決勝\n{log_id}"


def test_every_table_has_its_title(node: Node, compared: Compared) -> None:
    """All values of GO type that four players can have, up to the highest bit known."""
    types = [go for go in range(1 << 13) if not go & 0x10]
    logs = [tiny_log(go=go) for go in types]
    answers = node.run("convlog.js", [{"xml": log} for log in logs])
    titles = [json.loads(answer["json"])["title"] for answer in answers]
    assert [mjlog.convert(log)["title"] for log in logs] == titles
    compared("tenhou-log, run", len(types), "titles")
