"""Pages with the statistics over all games, and with the standings of a league; and what they show, all values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.features.statistics.table import ROWS_ON_A_PAGE, StatisticsRow, StatisticsTable
from display.facts.names import players_line
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.words import Line, line
from engine import CATEGORIES

if TYPE_CHECKING:
    from device.for_features.statistics.season import Results, Season
    from display.messages.questions import Notice
    from display.table_state import TableState

NAME = "statistics"
GOES_ON = "league.head.goes_on"
HEADS = ("league.head.tables", "league.brief.points", "league.head.wins", "league.brief.victory_points")
RESULT_HEADS = ("stats.head.games", "stats.head.wins", "stats.head.mean", "stats.head.longest_row")
SIZE_HEADS = ("stats.head.games", "stats.head.winning", "stats.head.mean", "stats.head.lowest_win")
BEST_HEADS = ("stats.head.player", "stats.head.wonder", "stats.head.when")
PARTS = ("stats.players", "stats.wonders", "stats.sizes", "stats.best", "stats.profiles")
ICONS = ("person", "temple", "stage", "crown", "laurel")


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
class ShownStatistics(Addition):
    """The statistics, and the standings of the league that the settings name, while a page with them is open."""

    season: Season | None = None
    """None until the games are counted."""
    league: LeagueTable | None = None

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The statistics, where there are earlier games."""
        page = Option(Tile(line("menu.main.season"), icon="star"), leads_to=SeasonPage(), group="look")
        return (page,) if state.past else ()


def shown_in(state: TableState) -> ShownStatistics:
    """What is known of them now."""
    found = state.features.get(NAME)
    return found if isinstance(found, ShownStatistics) else ShownStatistics()


@dataclass(frozen=True, slots=True)
class SeasonPage(Page):
    """Offers the parts of the statistics."""

    def menu(self, state: TableState) -> Menu:
        """One option for each part; while games are still counted, only that is said."""
        shown = shown_in(state)
        season = shown.season
        if season is None:
            return Menu(line("menu.season"), body=line("menu.season.counting"))
        league: tuple[Option, ...] = ()
        if shown.league is not None:
            league = (Option(Tile(league_title(shown.league), icon="right"), leads_to=LeaguePage()),)
        if not season.games:
            return Menu(line("menu.season"), league, body=line("stats.none"))
        parts = tuple(
            Option(Tile(line(part), icon=icon), leads_to=SeasonPartPage(part))
            for part, icon in zip(PARTS, ICONS, strict=True)
            if rows_of(part, season)[1]
        )
        first, last = season.days
        title = line("stats.title", count=season.games, first=first, last=last)
        return Menu(title, (*league, *parts))


@dataclass(frozen=True, slots=True)
class SeasonPartPage(Page):
    """Shows one part; `first`: how many rows are on other pages before it."""

    part: str
    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The rows, and one option for the following ones."""
        season = shown_in(state).season
        assert season is not None
        heads, rows = rows_of(self.part, season)
        end = self.first + ROWS_ON_A_PAGE
        more = Option(Tile(line("menu.season.more"), icon="right"), leads_to=SeasonPartPage(self.part, end))
        table = StatisticsTable(heads, rows[self.first : end], icons=self.part == "stats.profiles")
        return Menu(line(self.part), (more,) if len(rows) > end else (), body=table, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while the statistics are known."""
        season = shown_in(state).season
        return self if season is not None and len(rows_of(self.part, season)[1]) > self.first else None


def is_season_page(page: Page | None) -> bool:
    """True for a page with statistics: only while one is open they are counted."""
    return isinstance(page, SeasonPage | SeasonPartPage | LeaguePage)


def rows_of(part: str, season: Season) -> tuple[tuple[str, ...], tuple[StatisticsRow, ...]]:
    """The heads of the columns and all rows of a part."""
    wonders = {line("history.seat", wonder=name, side=side): one for (name, side), one in season.wonders.items()}
    match part:
        case "stats.players":
            return RESULT_HEADS, tuple(_result(name, one) for name, one in season.players.items())
        case "stats.wonders":
            return RESULT_HEADS, tuple(_result(name, one) for name, one in wonders.items())
        case "stats.profiles":
            profiles: list[tuple[Line | str, Results]] = [*season.players.items(), *wonders.items()]
            return CATEGORIES, tuple(_profile(name, one) for name, one in profiles)
        case "stats.sizes":
            return SIZE_HEADS, tuple(
                StatisticsRow(
                    players_line(one.players),
                    (str(one.games), _mean(one.winning, one.games), _mean(one.points, one.cities), str(one.lowest_win)),
                )
                for one in season.sizes
            )
    return BEST_HEADS, tuple(
        StatisticsRow(
            str(one.city.total),
            (one.name, line("history.seat", wonder=one.city.wonder, side=one.city.side), one.day),
        )
        for one in season.best
    )


def _result(name: Line | str, one: Results) -> StatisticsRow:
    cells = (str(one.games), str(one.wins), f"{one.mean:.1f}", str(one.longest_row))
    return StatisticsRow(name, cells, (*one.interval, one.share, one.expected / one.games))


def _profile(name: Line | str, one: Results) -> StatisticsRow:
    return StatisticsRow(name, tuple(f"{one.profile.get(category, 0):.1f}" for category in CATEGORIES))


def _mean(total: int, count: int) -> str:
    return f"{total / count:.1f}"


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
