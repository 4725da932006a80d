"""The page with the standings of a league."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.features.statistics.shown import shown_in
from display.menu.page import Menu, Option, Page, Tile
from display.menu.reference.statistics_rows import ROWS_ON_A_PAGE, StatisticsRow, StatisticsTable
from display.words import line

if TYPE_CHECKING:
    from device.features.statistics.shown import LeagueRow, LeagueTable
    from display.table_state import TableState
    from display.words import Line

GOES_ON = "league.head.goes_on"
HEADS = ("league.head.tables", "league.brief.points", "league.head.wins", "league.brief.victory_points")


@dataclass(frozen=True, slots=True)
class LeaguePage(Page):
    """The standings; `first`: how many players are on other pages before it."""

    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The players in order, and one option for the following ones; or what is wrong with the league's file."""
        league = shown_in(state).league
        assert league is not None
        title = league_title(league)
        if league.problem is not None:
            return Menu(title, body=line(league.problem.key, **league.problem.placeholders))
        end = self.first + ROWS_ON_A_PAGE
        more = Option(Tile(line("menu.season.more"), icon="right"), leads_to=LeaguePage(end))
        heads, rows = table_of(league)
        table = StatisticsTable(heads, rows[self.first : end])
        return Menu(title, (more,) if len(league.rows) > end else (), body=table, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while the standings are known and reach this far."""
        league = shown_in(state).league
        return self if league is not None and (not self.first or len(league.rows) > self.first) else None


def league_title(league: LeagueTable) -> Line:
    """What the league is called."""
    return line("league.titled", name=league.name) if league.name else line("league.title")


def table_of(league: LeagueTable) -> tuple[tuple[str, ...], tuple[StatisticsRow, ...]]:
    """The heads of the columns, and a row for each player; where only some go on, a column says who does."""
    heads = (*HEADS, GOES_ON) if league.going_on else HEADS
    return heads, tuple(StatisticsRow(f"{one.place}. {one.name}", _cells(one, league)) for one in league.rows)


def _cells(one: LeagueRow, league: LeagueTable) -> tuple[Line | str, ...]:
    counted = (str(one.tables), one.points, str(one.wins), str(one.victory_points))
    if not league.going_on:
        return counted
    return (*counted, line("league.goes_on") if one.name in league.going_on else "")
