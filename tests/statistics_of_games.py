"""How games go: what happens in a round, on the average."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import mjlog
from mjlog.log import Agari, Call, Reach, Ryuukyoku

YAKUMAN_HAN = 13


@dataclass(frozen=True)
class Figures:
    """Averages over rounds, or over wins."""

    games: int
    rounds: int
    wins: float
    """A round; of a double ron both."""
    rons: float
    """A win."""
    draws: float
    """A round, of every kind."""
    riichi: float
    """Declarations a round."""
    calls: float
    """A round: chi, pon and kans."""
    han: float
    """A win; a yakuman counts 13."""

    @classmethod
    def of(cls, logs: Iterable[bytes]) -> "Figures":
        counts: Counter[str] = Counter()
        for data in logs:
            parsed = mjlog.parse(data)
            counts["games"] += 1
            counts["rounds"] += len(parsed.rounds)
            for event in parsed.events:
                if isinstance(event, Agari):
                    counts["wins"] += 1
                    counts["rons"] += event.seat != event.from_seat
                    counts["han"] += sum(han for _, han in event.yaku) + YAKUMAN_HAN * len(event.yakuman)
                elif isinstance(event, Ryuukyoku):
                    counts["draws"] += 1
                elif isinstance(event, Call):
                    counts["calls"] += 1
                elif isinstance(event, Reach):
                    counts["riichi"] += event.step == 1
        rounds, wins = counts["rounds"], counts["wins"]
        by_round = {name: counts[name] / rounds for name in ("wins", "draws", "riichi", "calls")}
        by_win = {name: counts[name] / wins for name in ("rons", "han")}
        return cls(counts["games"], rounds, **by_round, **by_win)

    @classmethod
    def compared(cls) -> tuple[str, ...]:
        """The names of the averages."""
        return ("wins", "rons", "draws", "riichi", "calls", "han")
