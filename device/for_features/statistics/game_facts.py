"""What statistics need to know of one finished game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine import outcome_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Game

FACTS_VERSION = 1
"""To be raised whenever the facts of a game would be others than before, so that they are collected again."""


LEADERS = "leaders"
"""The eighth category."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """How one player's city ended. `points`: by category; `place`: from 1, shared ones alike; `name` may be empty."""

    seat: int
    name: str
    wonder: str
    side: str
    points: dict[str, int]
    coins: int
    place: int

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.points.values())


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game. Times are UTC in ISO 8601; the Free City is not among the cities."""

    id: int
    started: str
    finished: str | None
    edition: str
    leaders: bool
    cities: tuple[PlayerFacts, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.cities)

    @property
    def day(self) -> str:
        """The day on which it began, where it is counted."""
        return local_day(self.started)


def local_day(started: str) -> str:
    """The day (YYYY-MM-DD) of a time in UTC by the local clock: an evening may be the next day in UTC already."""
    time = datetime.fromisoformat(started)
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone().date().isoformat()


def facts_of(game_id: int, started: str, finished: str | None, names: tuple[str, ...], game: Game) -> GameFacts:
    """The facts of a game that is over. `names`: the players' latest ones, by seat."""
    outcome, setup = outcome_now(game), game.setup
    cities = tuple(
        PlayerFacts(
            sheet.seat,
            names[sheet.seat],
            *setup.seats[sheet.seat],
            dict(sheet.points),
            sheet.coins,
            outcome.ranks[sheet.seat],
        )
        for sheet in outcome.sheets
    )
    return GameFacts(game_id, started, finished, setup.edition, setup.leaders, cities)


def facts_of_sheet(
    game_id: int, started: str, finished: str | None, names: Sequence[str], points: Sequence[dict[str, int]]
) -> GameFacts:
    """The facts of a plain score sheet: no boards, and no coins that would break a tie. `points`: by category."""
    totals = [sum(one.values()) for one in points]
    cities = tuple(
        PlayerFacts(seat, name, "", "", dict(own), 0, 1 + sum(total > totals[seat] for total in totals))
        for seat, (name, own) in enumerate(zip(names, points, strict=True))
    )
    return GameFacts(game_id, started, finished, "", LEADERS in points[0], cities)
