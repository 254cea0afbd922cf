"""What a log is, in short: the table, who played, how it ended."""

import math
from dataclasses import dataclass

from mjlog.log import Agari, Go, Log, Player, Ryuukyoku, Taikyoku

__all__ = ["Facts", "Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """A player's place at the end."""

    seat: int
    place: int
    """From 1; ties go by seat from the first dealer on."""
    score: int
    points: str
    """As the log writes them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One log in short."""

    go: Go | None
    players: tuple[Player, ...]
    rounds: int
    last: tuple[int, int] | None
    """Index and honba of the last round; None where there is none."""
    stopped_inside: bool
    """Whether the log stops inside the last round."""
    wins: int
    """Winners, so a double ron counts two."""
    draws: int
    results: tuple[Result, ...] | None
    """By place; None where the game was cut."""

    @classmethod
    def of(cls, log: Log) -> "Facts":
        """Gather them.

        Raises:
            ValueError: the players' rates are no numbers.

        """
        rounds = log.rounds
        outcomes = [outcome for each in rounds for outcome in each.results]
        return cls(
            go=log.go,
            players=log.players,
            rounds=len(rounds),
            last=(rounds[-1].init.round, rounds[-1].init.honba) if rounds else None,
            stopped_inside=bool(rounds) and not rounds[-1].results,
            wins=sum(isinstance(outcome, Agari) for outcome in outcomes),
            draws=sum(isinstance(outcome, Ryuukyoku) for outcome in outcomes),
            results=_results(log),
        )

    def as_json(self, file: str) -> dict[str, object]:
        """Give everything as plain values for JSON."""
        go, last = self.go, self.last
        return {
            "file": file,
            "table": go
            and {
                "title": go.title,
                "type": go.type,
                "lobby": go.lobby,
                "players": go.players,
                "level": go.level,
                "hanchan": go.hanchan,
                "open_tanyao": go.open_tanyao,
                "red": go.red,
                "fast": go.fast,
                "tournament": go.tournament,
                "chips": go.chips,
                "demo": go.demo,
            },
            "players": [
                {"seat": p.seat, "name": p.name, "dan": p.dan, "rate": _finite(p.rate), "sex": p.sex}
                for p in self.players
            ],
            "rounds": self.rounds,
            "last_round": last and {"round": last[0], "honba": last[1], "finished": not self.stopped_inside},
            "wins": self.wins,
            "draws": self.draws,
            "finished": self.results is not None,
            "result": self.results
            and [{"seat": r.seat, "place": r.place, "score": r.score, "points": r.points} for r in self.results],
        }


def _results(log: Log) -> tuple[Result, ...] | None:
    end = log.end
    if end is None:
        return None
    first = next((event.oya for event in log.events if isinstance(event, Taikyoku)), 0)
    seats = range(log.go.players if log.go else 4)
    order = sorted(seats, key=lambda seat: (-end.scores[seat], (seat - first) % 4))
    return tuple(Result(seat, place, end.scores[seat], end.points[seat]) for place, seat in enumerate(order, 1))


def _finite(rate: float | None) -> float | None:
    # JSON has no nan and no inf.
    return rate if rate is not None and math.isfinite(rate) else None
