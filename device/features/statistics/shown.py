"""What the pages with statistics show, all values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.messages.questions import Notice
    from device.statistics.season import Season
    from display.table_state import TableState

NAME = "statistics"


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One player's standing. `points`: league points in decimals; `wins`: tables won."""

    place: int
    name: str
    tables: int
    points: str
    wins: int
    victory_points: int


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A league's standings, the first one first. `going_on`: who plays the next round, where some do not.

    `problem`: why there are none, as the key of a whole sentence and what fills it in.
    """

    name: str
    rows: tuple[LeagueRow, ...] = ()
    going_on: tuple[str, ...] = ()
    problem: Notice | None = None


@dataclass(frozen=True, slots=True)
class ShownStatistics:
    """The statistics, and the standings of the league that the settings name, while a page with them is open."""

    season: Season | None = None
    """None until the games are counted."""
    league: LeagueTable | None = None


def shown_in(state: TableState) -> ShownStatistics:
    """What is known of them now."""
    found = state.features.get(NAME)
    return found if isinstance(found, ShownStatistics) else ShownStatistics()
