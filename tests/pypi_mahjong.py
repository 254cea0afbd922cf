"""PyPI `mahjong` asked about our hands: its words for a hand, its answer in ours."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.yaku import Yaku
from mahjong.meld import Meld

from hands import SUITS, TILES, Hand, plain, tiles_of

RED = {"m0": 16, "p0": 52, "s0": 88}
WINDS = "東南西北"
NAMES = {
    "tsumo": "門前清自摸和",
    "riichi": "立直",
    "ippatsu": "一発",
    "chankan": "槍槓",
    "rinshan": "嶺上開花",
    "haitei": "海底摸月",
    "houtei": "河底撈魚",
    "daburu_riichi": "ダブル立直",
    "pinfu": "平和",
    "tanyao": "断幺九",
    "iipeiko": "一盃口",
    "haku": "翻牌 白",
    "hatsu": "翻牌 發",
    "chun": "翻牌 中",
    "sanshoku": "三色同順",
    "ittsu": "一気通貫",
    "chantai": "混全帯幺九",
    "honroto": "混老頭",
    "toitoi": "対々和",
    "sanankou": "三暗刻",
    "sankantsu": "三槓子",
    "sanshoku_douko": "三色同刻",
    "chiitoitsu": "七対子",
    "shosangen": "小三元",
    "honitsu": "混一色",
    "junchan": "純全帯幺九",
    "ryanpeiko": "二盃口",
    "chinitsu": "清一色",
    "kokushi": "国士無双",
    "chuuren_poutou": "九蓮宝燈",
    "suuankou": "四暗刻",
    "daisangen": "大三元",
    "shosuushi": "小四喜",
    "ryuisou": "緑一色",
    "suukantsu": "四槓子",
    "tsuisou": "字一色",
    "chinroto": "清老頭",
    "daisuushi": "大四喜",
    "daburu_kokushi": "国士無双十三面",
    "suuankou_tanki": "四暗刻単騎",
    "daburu_chuuren_poutou": "純正九蓮宝燈",
    "tenhou": "天和",
    "chiihou": "地和",
    "dora": "ドラ",
    "aka_dora": "赤ドラ",
    "ura_dora": "裏ドラ",
}
NAMES |= {
    f"{theirs}_wind_{wind}": f"{ours} {name}"
    for theirs, ours in (("seat", "自風"), ("round", "場風"))
    for wind, name in zip(("east", "south", "west", "north"), WINDS, strict=True)
}


@dataclass(frozen=True)
class Worth:
    """What both say of a hand: the yaku with their han (a yakuman: 13 a time), fu of ordinary hands, payments."""

    yaku: dict[str, int]
    fu: int | None
    defen: int
    income: int
    """Points the winner gets, honba and sticks with them."""

    @property
    def names(self) -> set[str]:
        return {*self.yaku}


def worth(hule: dict[str, Any] | None, menfeng: int) -> Worth | None:
    """Our answer (or majiang-core's) in these terms; None for no win and for no yaku."""
    if hule is None or not hule["defen"]:
        return None
    han = {
        yaku["name"]: 13 * len(yaku["fanshu"]) if isinstance(yaku["fanshu"], str) else yaku["fanshu"]
        for yaku in hule["hupai"]
    }
    return Worth(han, hule.get("fu"), hule["defen"], hule["fenpei"][menfeng])


# What mahjong 2.1 has no words for

CONTRADICTION = "flags that contradict each other: refused"
DOUBLE_WIND = "a pair of the wind that is round's and seat's: always 4 fu"
ADDING_UP = "several yakuman: always added up"
ONE_RED = "red fives: three tile numbers are red, one a suit"
NO_PLAIN = "four fives: one of them is red, if there are red fives"
CAUSES = {CONTRADICTION, DOUBLE_WIND, ADDING_UP, ONE_RED, NO_PLAIN}


def contradictory(hand: Hand) -> bool:
    told, ron = hand.param, hand.rongpai is not None
    melds = hand.shoupai.split(",")[1:]
    called = any(mark in meld for meld in melds for mark in "+=-")
    riichi, haidi, tianhu = told.get("lizhi"), told.get("haidi"), told.get("tianhu")
    return bool(
        (riichi and called)
        or (told.get("yifa") and not riichi)
        or (told.get("qianggang") and (not ron or haidi == 2))
        or (told.get("lingshang") and (ron or haidi == 1))
        or (haidi == 1 and ron)
        or (haidi == 2 and not ron)
        or (tianhu and (ron or melds or (tianhu == 1) != (told["menfeng"] == 0)))
    )


def as_mahjong_sees(hand: Hand) -> tuple[Hand, list[str]]:
    """The hand and rule that mahjong can be told of, and why they are others."""
    rule, text, why = dict(hand.rule), f"{hand.shoupai}|{hand.rongpai or ''}", []
    if rule.pop("連風牌は2符", False):
        why.append(DOUBLE_WIND)
    if not rule.pop("役満の複合あり", True):
        why.append(ADDING_UP)
    for suit in SUITS:
        if hand.red_fives[suit] > 1:
            why.append(ONE_RED)
            text = with_one_red_five(text, suit)
        if hand.red_fives.total() and hand.plain_fives[suit] == 4:
            why.append(NO_PLAIN)
            text = with_one_red_five(text, suit)
    shoupai, rongpai = text.split("|")
    return Hand(shoupai, rongpai or None, hand.param, rule), why


def with_one_red_five(text: str, suit: str) -> str:
    """Of the suit's fives the first is red."""
    within, digits = False, iter("0555")
    changed = ""
    for mark in text:
        within = mark == suit if mark in "mpsz" else within
        changed += next(digits) if within and mark in "05" else mark
    return changed


class Deal:
    """Tile numbers for tiles, each once."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def number(self, tile: str) -> int:
        self.used[tile] += 1
        if tile in RED:
            return RED[tile]
        number = 4 * TILES.index(tile)
        plain_five = tile[0] != "z" and tile[1] == "5"
        return number + (self.used[tile] % 4 if plain_five else self.used[tile] - 1)


def meld(deal: Deal, text: str) -> Meld:
    tiles = tiles_of(text)
    same = plain(tiles[0]) == plain(tiles[1])
    kind = Meld.KAN if len(tiles) == 4 else Meld.PON if same else Meld.CHI
    opened = any(mark in text for mark in "+=-")
    return Meld(kind, sorted(deal.number(tile) for tile in tiles), opened)


def options(rule: dict[str, bool], red: bool) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=rule.get("クイタンあり", True),
        has_aka_dora=red,
        has_double_yakuman=rule.get("ダブル役満あり", True),
        kazoe_limit=HandConfig.KAZOE_LIMITED if rule.get("数え役満あり", True) else HandConfig.KAZOE_SANBAIMAN,
        kiriage=rule.get("切り上げ満貫あり", False),
        limit_to_sextuple_yakuman=False,
    )


def ask(hand: Hand) -> Worth | str | None:
    """mahjong's answer; None for no win and for no yaku, the reason where it refuses the flags."""
    told, ron = hand.param, hand.rongpai is not None
    closed, *melds = hand.shoupai.split(",")
    tiles, deal = tiles_of(closed) + ([hand.rongpai[:2]] if hand.rongpai else []), Deal()
    numbers = [deal.number(tile) for tile in tiles]
    called = [meld(deal, text) for text in melds]
    lizhi, haidi, tianhu = told.get("lizhi", 0), told.get("haidi", 0), told.get("tianhu", 0)
    config = HandConfig(
        is_tsumo=not ron,
        is_riichi=lizhi == 1,
        is_daburu_riichi=lizhi == 2,
        is_ippatsu=told.get("yifa", False),
        is_rinshan=told.get("lingshang", False),
        is_chankan=told.get("qianggang", False),
        is_haitei=haidi == 1,
        is_houtei=haidi == 2,
        is_tenhou=tianhu == 1,
        is_chiihou=tianhu == 2,
        player_wind=EAST + told["menfeng"],
        round_wind=EAST + told["zhuangfeng"],
        tsumi_number=told["changbang"],
        kyoutaku_number=told["lizhibang"],
        options=options(hand.rule, hand.red_fives.total() > 0),
    )
    answer = HandCalculator.estimate_hand_value(
        sorted(numbers + [number for meld in called for number in meld.tiles]),
        numbers[-1],
        called,
        [4 * TILES.index(plain(tile)) for tile in told["baopai"]],
        config,
        ura_dora_indicators=[4 * TILES.index(plain(tile)) for tile in told["fubaopai"] or []],
    )
    if answer.cost is None:
        no_win = answer.error in (HandCalculator.ERR_HAND_NOT_WINNING, HandCalculator.ERR_NO_YAKU)
        return None if no_win else answer.error
    yaku: list[Yaku] = answer.yaku or []
    han = {name(config, each): each.han_open if answer.is_open_hand else each.han_closed for each in yaku}
    limit = any(each.is_yakuman for each in yaku)
    cost = answer.cost
    return Worth(han, None if limit else answer.fu, cost["main"] + 2 * cost["additional"], cost["total"])


def name(config: HandConfig, yaku: Yaku) -> str:
    (attribute,) = (key for key, value in vars(config.yaku).items() if value is yaku)
    return NAMES[attribute]
