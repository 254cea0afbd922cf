"""What the Python peers want of a hand, and what they say of it."""

from typing import Any

from hand_forms import NO_YAKU, Answer, Hand, Meld, numbers
from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as MahjongMeld
from riichienv import Conditions, MeldType, Wind, WinResult  # type: ignore[import-untyped]
from riichienv import Meld as RiichienvMeld
from riichienv._riichienv import Conditions as InnerConditions  # type: ignore[import-untyped]

RIICHIENV_MELDS = {
    "chi": MeldType.Chi,
    "pon": MeldType.Pon,
    "daiminkan": MeldType.Daiminkan,
    "kakan": MeldType.Kakan,
    "ankan": MeldType.Ankan,
}
WINDS = [Wind.East, Wind.South, Wind.West, Wind.North]

RiichienvCall = tuple[tuple[Any, ...], tuple[Any, ...]]
"""The arguments of `HandEvaluator`, and those of its `calc`."""


def conditions(hand: Hand) -> dict[str, Any]:
    """The situation under riichienv's names."""
    param = hand.param
    return {
        "tsumo": hand.rongpai is None,
        "riichi": param["lizhi"] == 1,
        "double_riichi": param["lizhi"] == 2,
        "ippatsu": param["yifa"],
        "haitei": param["haidi"] == 1,
        "houtei": param["haidi"] == 2,
        "rinshan": param["lingshang"],
        "chankan": param["qianggang"],
        "tsumo_first_turn": param["tianhu"] > 0,
        "player_wind": WINDS[param["menfeng"]],
        "round_wind": WINDS[param["zhuangfeng"]],
        "riichi_sticks": param["lizhibang"],
        "honba": param["changbang"],
    }


def riichienv_melds(hand: Hand) -> list[RiichienvMeld]:
    """The melds in riichienv's form."""
    return [RiichienvMeld(RIICHIENV_MELDS[meld.kind], meld.tiles, meld.opened) for meld in hand.tiles.melds]


def indicators(hand: Hand) -> tuple[list[int], list[int]]:
    """Dora and ura dora indicators."""
    return numbers(hand.param["baopai"]), numbers(hand.param["fubaopai"] or [])


def riichienv_call(hand: Hand) -> RiichienvCall:
    """What the public `HandEvaluator` wants. Of 16 tiles in all it takes the winning one for missing, and adds it."""
    tiles, (dora, ura) = hand.tiles, indicators(hand)
    all_tiles = len(tiles.concealed) + sum(len(meld.tiles) for meld in tiles.melds)
    concealed = tiles.concealed[:-1] if all_tiles == 16 else tiles.concealed
    return (concealed, riichienv_melds(hand)), (tiles.win, dora, Conditions(**conditions(hand)), ura)


def riichienv_inner_call(hand: Hand) -> RiichienvCall:
    """What the Rust module under it wants: conditions that the public one would make in each call."""
    tiles, (dora, ura) = hand.tiles, indicators(hand)
    return (tiles.concealed, riichienv_melds(hand)), (tiles.win, dora, ura, InnerConditions(**conditions(hand)))


def riichienv_answer(hand: Hand, result: WinResult) -> Answer:
    """What riichienv says, honba taken off."""
    if not result.has_win_shape:
        return None
    if not result.is_win:
        return NO_YAKU
    honba = 100 * hand.param["changbang"]
    if hand.rongpai is not None:
        defen = result.ron_agari - 3 * honba
    elif hand.param["menfeng"] == 0:
        defen = 3 * (result.tsumo_agari_ko - honba)
    else:
        defen = result.tsumo_agari_oya + 2 * result.tsumo_agari_ko - 3 * honba
    return (result.han // 13, None, None, defen) if result.yakuman else (0, result.han, result.fu, defen)


def mahjong_call(hand: Hand) -> dict[str, Any]:
    """The keywords of `estimate_hand_value`."""
    tiles, param, rule = hand.tiles, hand.param, hand.rule
    kazoe = HandConfig.KAZOE_LIMITED if rule["数え役満あり"] else HandConfig.KAZOE_SANBAIMAN
    options = OptionalRules(
        has_open_tanyao=rule["クイタンあり"],
        has_aka_dora=tiles.reds > 0,
        has_double_yakuman=rule["ダブル役満あり"],
        kazoe_limit=kazoe,
        kiriage=rule["切り上げ満貫あり"],
    )
    config = HandConfig(
        is_tsumo=hand.rongpai is None,
        is_riichi=param["lizhi"] > 0,
        is_ippatsu=param["yifa"],
        is_rinshan=param["lingshang"],
        is_chankan=param["qianggang"],
        is_haitei=param["haidi"] == 1,
        is_houtei=param["haidi"] == 2,
        is_daburu_riichi=param["lizhi"] == 2,
        is_tenhou=param["tianhu"] == 1,
        is_chiihou=param["tianhu"] == 2,
        player_wind=EAST + param["menfeng"],
        round_wind=EAST + param["zhuangfeng"],
        kyoutaku_number=param["lizhibang"],
        tsumi_number=param["changbang"],
        options=options,
    )
    dora, ura = indicators(hand)
    return {
        "tiles": tiles.concealed + [number for meld in tiles.melds for number in meld.tiles],
        "win_tile": tiles.win,
        "melds": [mahjong_meld(meld) for meld in tiles.melds],
        "dora_indicators": dora,
        "config": config,
        "ura_dora_indicators": ura,
    }


def mahjong_meld(meld: Meld) -> MahjongMeld:
    """A meld in mahjong's form."""
    kinds = {"chi": MahjongMeld.CHI, "pon": MahjongMeld.PON, "kakan": MahjongMeld.SHOUMINKAN}
    return MahjongMeld(kinds.get(meld.kind, MahjongMeld.KAN), meld.tiles, meld.opened)


def mahjong_answer(response: HandResponse) -> Answer:
    """What mahjong says, without honba and riichi sticks."""
    if response.error == HandCalculator.ERR_HAND_NOT_WINNING:
        return None
    if response.error == HandCalculator.ERR_NO_YAKU:
        return NO_YAKU
    assert response.error is None, response.error
    cost, han, yaku = response.cost, response.han, response.yaku
    assert cost is not None
    assert han is not None
    assert yaku is not None
    defen = cost["main"] + 2 * cost["additional"]
    if any(one.is_yakuman for one in yaku):
        return han // 13, None, None, defen
    return 0, han, response.fu, defen
