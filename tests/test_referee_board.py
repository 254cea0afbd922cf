"""majiang-core's Board replays our paipu: each tile is in the hand it leaves, each payment leads to the next scores."""

import json
from typing import Any

import mjlog
from conftest import Compared
from nodejs import Node
from shared import Corpus


def errors(node: Node, paipu: list[bytes]) -> list[Any]:
    return [answer.get("error") for answer in node.run("board.js", map(json.loads, paipu))]


def test_every_real_log_replays(corpus: Corpus, node: Node, compared: Compared) -> None:
    logs = corpus.four_players
    answers = errors(node, [mjlog.convert_json(log.read()) for log in logs])
    assert {log.file: error for log, error in zip(logs, answers, strict=True) if error} == {}
    compared("majiang-core's Board", len(logs), "files")


def test_the_sample_replays(node: Node, compared: Compared) -> None:
    assert errors(node, [mjlog.convert_json(mjlog.sample())]) == [None]
    compared("majiang-core's Board", 1, "sample")


def test_the_board_tells_a_wrong_paipu(node: Node) -> None:
    """A referee that never complains is none."""
    paipu = mjlog.convert(mjlog.sample())
    wrong_score, wrong_tile = json.loads(json.dumps(paipu)), json.loads(json.dumps(paipu))
    wrong_score["log"][1][0]["qipai"]["defen"][0] += 100
    wrong_tile["log"][0][0]["qipai"]["shoupai"] = [""] + ["m1111p1111s1111z1"] * 3
    defen, tile = node.run("board.js", [wrong_score, wrong_tile])
    assert "the board says" in defen["error"]
    assert "error" in tile
