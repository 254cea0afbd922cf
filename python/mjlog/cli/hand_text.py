"""A hand's worth as lines of text."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mjlog.cli import hand_words
from mjlog.cli.hand_words import FU, LIMITS, YAKU
from mjlog.cli.words import WINDS, Words, columns
from mjlog.explanation import WHY

if TYPE_CHECKING:
    from mjlog.explanation import Explanation, Payment, Reading
    from mjlog.hands import HupaiDict

__all__ = ["describe"]

_FROM = {"+": ("right", "下家"), "=": ("across", "対面"), "-": ("left", "上家")}


def describe(told: "Explanation", situation: Mapping[str, Any], words: Words) -> list[str]:
    """Put all of it into lines. `situation` has the arguments of `hule` that were given."""
    lines = [_title(told, situation, words), ""]
    best = told.best
    if best is None:
        return [*lines, *_indented([_no_win(told, words)])]
    lines += _indented([_worth(best, words)])
    for number, reading in enumerate(told.readings, 1):
        lines += ["", *_indented(_reading(reading, f"{number}/{len(told.readings)}", words))]
    if told.payments:
        lines += ["", *_indented(_points(told, best, words)), "", *_indented(_payments(told.payments, words))]
    return lines


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}".rstrip() for line in lines]


def _title(told: "Explanation", situation: Mapping[str, Any], words: Words) -> str:
    won = ""
    if told.rongpai is not None:
        whom = words(*_FROM[told.rongpai[-1]])
        from_ = "across" if told.rongpai[-1] == "=" else f"the {whom}"
        won = words(f" and {told.rongpai} (ron, from {from_})", f"、{told.rongpai} ({whom}からロン)")
    elif told.hule is not None:
        won = words(" (tsumo)", " (ツモ)")
    round_, seat = (WINDS[situation.get(key, default)] for key, default in (("zhuangfeng", 0), ("menfeng", 1)))
    where = words(f", {round_[0]} round, {seat[0]} seat", f"、{round_[1]}場{seat[1]}家")
    return f"{told.shoupai}{won}{where}"


def _no_win(told: "Explanation", words: Words) -> str:
    text = words("no win", "和了形ではない")
    if told.xiangting is None:
        return text + words(
            ": tiles are missing or not shown; a win has 14, each meld counted as 3, the ron tile among them",
            ": 牌が足りないか伏せられている。和了は副露を 3 枚、ロン牌を 1 枚と数えて 14 枚",
        )
    if told.xiangting > 0:
        text += words(f": {told.xiangting} from tenpai (向聴数)", f": {told.xiangting}向聴")
    else:
        text += words(": tenpai (聴牌)", ": 聴牌")
    if not told.tingpai:
        return text
    tiles = " ".join(told.tingpai)
    if told.xiangting > 0:
        return text + words(f"; nearer with {tiles}", f"、有効牌 {tiles}")
    return text + words(f"; it waits for {tiles}", f"、待ち {tiles}")


def _worth(reading: "Reading", words: Words) -> str:
    """Say what a reading is worth: `40 fu 3 han, 5200 points`."""
    if not reading.hupai:
        return words("no yaku: no points", "役なし: 0点")
    limit = "" if reading.limit is None else words(f"{LIMITS[reading.limit]} ({reading.limit}), ", f"{reading.limit} ")
    count = ""
    if reading.fanshu is not None:
        count = words(f"{reading.fu} fu {reading.fanshu} han, ", f"{reading.fu}符{reading.fanshu}翻 ")
    return count + limit + words(f"{reading.defen} points", f"{reading.defen}点")


def _why(reading: "Reading", words: Words) -> str:
    """Say whether it counts and why."""
    counts = 0 if reading.counts else 1
    why = words(WHY[reading.why][counts], hand_words.WHY[reading.why][counts])
    return words(("counts", "does not count")[counts], ("採用", "不採用")[counts]) + f": {why}"


def _reading(reading: "Reading", number: str, words: Words) -> list[str]:
    """Give its parts, its fu item by item unless they don't count, and its yaku."""
    title = words(f"reading {number}: ", f"読み方 {number}: ") + " ".join(reading.mianzi)
    rows = []
    if reading.damanguan is None:
        rows += _fu(reading, words)
    rows += _yaku(reading, words)
    verdict = f"{_worth(reading, words)}; {_why(reading, words)}"
    return [title, verdict, "", *columns(rows, right=frozenset({1}))]


def _fu(reading: "Reading", words: Words) -> list[list[str]]:
    head = words("fu", "符")
    rows = [["", str(item.fu), item.name, words(FU[item.name], ""), item.mianzi or ""] for item in reading.fu_items]
    rows[0][0] = head
    total = reading.fu_sum
    if total != reading.fu:
        rounded = words(f"rounded up to {reading.fu}", f"切り上げて{reading.fu}符")
        return [*rows, ["", str(total), words("in all", "計"), rounded, ""]]
    return [*rows, ["", str(total), words("in all", "計"), "", ""]]


def _yaku(reading: "Reading", words: Words) -> list[list[str]]:
    rows = [["", *_one_yaku(yaku, words)] for yaku in reading.hupai]
    if reading.fanshu is not None:
        rows.append(["", str(reading.fanshu), words("in all", "計"), "", ""])
    elif not rows:
        rows = [["", "0", words("none", "なし"), words("a win needs one", "和了には役が必要"), ""]]
    rows[0][0] = words("yaku", "役")
    return rows


def _one_yaku(yaku: "HupaiDict", words: Words) -> list[str]:
    name = yaku["name"]
    romaji, meaning = YAKU[name]
    both = words(f"{romaji}: {meaning}" if meaning != romaji else romaji, "")
    baojia = yaku.get("baojia")
    pao = ""
    if baojia is not None:
        whom = words(*_FROM[baojia])
        pao = words(f"liable (包): {whom}", f"包: {whom}")
    return [str(yaku["fanshu"]), name, both, pao]


def _points(told: "Explanation", best: "Reading", words: Words) -> list[str]:
    """Say how the points come out of han and fu."""
    if best.limit is None:
        power = f"{best.fu} × 2^({best.fanshu} + 2) = {best.base}"
        text = words(f"base points {power}", f"基本点 {power}")
    else:
        text = words(f"base points of {LIMITS[best.limit]}: {best.base}", f"{best.limit}の基本点 {best.base}")
    if not any(payment.liable for payment in told.payments):
        text += _times(told, words)
    return [text]


def _times(told: "Explanation", words: Words) -> str:
    dealer = told.payments[0].winner
    if told.rongpai is not None:
        times = 6 if dealer else 4
        how = words(
            f"× {times} ({'dealer' if dealer else 'non-dealer'}'s ron)", f"× {times} ({'親' if dealer else '子'}のロン)"
        )
    elif dealer:
        how = words("× 2 from each (dealer's tsumo)", "× 2 ずつ (親のツモ)")
    else:
        how = words("× 2 from the dealer, × 1 from the others", "× 2 を親、× 1 を子から")
    return words(f"; {how}, rounded up to hundreds", f"、{how}、百点未満切り上げ")


def _payments(payments: Iterable["Payment"], words: Words) -> list[str]:
    """Tabulate who pays what; honba and sticks only where there are any."""
    payments = list(payments)
    parts = [(words("hand", "手"), [payment.hand for payment in payments])]
    extras = [
        (words("honba", "本場"), [payment.honba for payment in payments]),
        (words("sticks", "供託"), [payment.sticks for payment in payments]),
    ]
    extras = [extra for extra in extras if any(extra[1])]
    if extras:
        parts += [*extras, (words("total", "計"), [payment.total for payment in payments])]
    head = [words("seat", "席"), "", *(name for name, _ in parts)]
    rows = [
        [words(*WINDS[payment.seat]), _role(payment, words), *(_signed(values[at]) for _, values in parts)]
        for at, payment in enumerate(payments)
    ]
    return columns([head, *rows], right=frozenset(range(2, len(head))))


def _role(payment: "Payment", words: Words) -> str:
    roles = [
        (payment.seat == 0, words("dealer", "親")),
        (payment.winner, words("winner", "和了")),
        (payment.discarder, words("discarder", "放銃")),
        (payment.liable, words("liable (包)", "包")),
    ]
    return words(", ", "・").join(role for so, role in roles if so)


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"
