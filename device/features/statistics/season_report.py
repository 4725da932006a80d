"""Statistics over many games as tables of text, as a page of HTML, as CSV and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from device.for_features.reports.csv_table import csv_table
from device.for_features.reports.html_page import (
    html_folded,
    html_heading,
    html_page,
    html_paragraph,
    html_plot,
    html_table,
)
from device.for_features.reports.svg_plot import ShareBar, svg_shares
from device.for_features.reports.text_table import text_table
from display.facts.names import players_line, spoken
from engine import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from device.for_features.statistics.season import BestSheet, Results, Season, TableSize
    from display.words import Words

ALL_CATEGORIES = (*CATEGORIES, "leaders", "cities")
HEADS = (
    "stats.head.games",
    "stats.head.wins",
    "stats.head.share",
    "stats.head.interval",
    "stats.head.expected",
    "stats.head.mean",
    "stats.head.highest",
    "stats.head.place",
    "stats.head.longest_row",
)
SIZE_HEADS = (
    "stats.head.games",
    "stats.head.winning",
    "stats.head.mean",
    "stats.head.lowest_win",
    "stats.head.highest",
)
BEST_HEADS = ("stats.head.player", "stats.head.wonder", "stats.head.players", "stats.head.when", "stats.head.game")
MOST_BARS = 25
TO = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A heading, the heads of the columns, and the rows."""

    heading: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class SeasonReport:
    """What is told of the counted games, in one language."""

    season: Season
    words: Words

    @property
    def title(self) -> str:
        """How many games, and from when to when."""
        first, last = self.season.days
        return self.words.say("stats.title", count=self.season.games, first=first, last=last)

    def text(self) -> str:
        """For a terminal."""
        lines = [self.title]
        for table in self._tables():
            lines += ["", table.heading, *text_table(table.head, table.rows)]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """A sentence about each player, and how often who won, as bars; the tables are folded below."""
        parts = [html_paragraph(self._sentence(name, one)) for name, one in self.season.players.items()]
        for heading, results in (("stats.players", self.season.players), ("stats.wonders", self._wonders())):
            if results:
                bars = [_bar(name, one) for name, one in list(results.items())[:MOST_BARS]]
                title = self.words.say("stats.chances", what=self.words.say(heading))
                parts += [html_heading(title), html_plot(svg_shares(bars, title))]
        for table in self._tables():
            parts.append(html_folded(table.heading, [html_table(table.head, table.rows)]))
        return html_page(self.title, self.words.language, parts)

    def _sentence(self, name: str, one: Results) -> str:
        """How somebody has played, as people say it."""
        chance, mean = f"{one.expected:.1f}", f"{one.mean:.0f}"
        values = {"wins": one.wins, "chance": chance, "mean": mean, "best": one.best}
        return self.words.say("stats.sentence", name=name, games=one.games, **values)

    def csv(self) -> str:
        """CSV (RFC 4180): a line for each player of each game. `player` is the name under which it is counted."""
        rows: list[list[object]] = []
        points = [f"points_{category}" for category in ALL_CATEGORIES]
        who = ["seat", "name", "player", "wonder", "side"]
        when = ["game", "started", "finished", "edition", "leaders", "players"]
        head = [*when, *who, *points, "total", "coins", "place"]
        for game in self.season.counted:
            played = [game.id, game.started, game.finished or "", game.edition, int(game.leaders), game.players]
            for city in game.cities:
                player = self.season.names.get(city.name.strip(), "")
                row = [city.seat, city.name, player, city.wonder, city.side]
                counted = [city.points.get(category, "") for category in ALL_CATEGORIES]
                rows.append([*played, *row, *counted, city.total, city.coins, city.place])
        return csv_table(head, rows)

    def _tables(self) -> Iterator[ReportTable]:
        season, say, wonders = self.season, self.words.say, self._wonders()
        if season.players:
            yield self._results("stats.players", season.players)
        if wonders:
            yield self._results("stats.wonders", wonders)
        yield ReportTable(
            say("stats.sizes"), self._head(SIZE_HEADS), [_size_row(one, self.words) for one in season.sizes]
        )
        yield ReportTable(say("stats.best"), self._head(BEST_HEADS), [self._best(one) for one in season.best])
        named = [*season.players.items(), *wonders.items()]
        shown = [category for category in ALL_CATEGORIES if any(category in one.categories for _, one in named)]
        head = ["", *(say(f"category.{category}") for category in shown)]
        if named:
            yield ReportTable(say("stats.profiles"), head, [_profile_row(name, one, shown) for name, one in named])

    def _wonders(self) -> dict[str, Results]:
        said = self.words.say
        return {
            said("history.seat", wonder=wonder, side=side): one for (wonder, side), one in self.season.wonders.items()
        }

    def _results(self, heading: str, results: Mapping[str, Results]) -> ReportTable:
        rows = [_results_row(name, one) for name, one in results.items()]
        return ReportTable(self.words.say(heading), self._head(HEADS), rows)

    def _head(self, keys: Sequence[str]) -> list[str]:
        return ["", *map(self.words.say, keys)]

    def _best(self, one: BestSheet) -> list[str]:
        wonder = self.words.say("history.seat", wonder=one.city.wonder, side=one.city.side)
        return [f"{one.city.total}", one.name, wonder, str(one.players), one.day, str(one.game)]


def _results_row(name: str, one: Results) -> list[str]:
    low, high = one.interval
    return [
        name,
        str(one.games),
        str(one.wins),
        f"{one.share:.0%}",
        f"{low * 100:.0f}{TO}{high * 100:.0f} %",
        f"{one.expected:.1f}",
        f"{one.mean:.1f}",
        str(one.best),
        f"{one.mean_place:.1f}",
        str(one.longest_row),
    ]


def _size_row(one: TableSize, words: Words) -> list[str]:
    means = (f"{one.winning / one.games:.1f}", f"{one.points / one.cities:.1f}")
    return [spoken(players_line(one.players), words), str(one.games), *means, str(one.lowest_win), str(one.highest)]


def _profile_row(name: str, one: Results, shown: Sequence[str]) -> list[str]:
    return [name, *(f"{one.profile.get(category, 0):.1f}" for category in shown)]


def _bar(name: str, one: Results) -> ShareBar:
    return ShareBar(f"{name} ({one.wins}/{one.games})", *one.interval, one.share, one.expected / one.games)


def season_to_dict(season: Season) -> dict[str, object]:
    """The statistics as plain values for JSON."""
    return {
        "games": season.games,
        "first": season.first,
        "last": season.last,
        "players": [{"name": name, **_as_dict(one)} for name, one in season.players.items()],
        "players_by_number": [
            {"name": name, "players": players, **_as_dict(one)} for (name, players), one in season.player_sizes.items()
        ],
        "wonders": [{"wonder": name, "side": side, **_as_dict(one)} for (name, side), one in season.wonders.items()],
        "wonders_by_number": [
            {"wonder": name, "side": side, "players": players, **_as_dict(one)}
            for (name, side, players), one in season.wonder_sizes.items()
        ],
        "by_number": [asdict(one) for one in season.sizes],
        "best": [
            {
                "total": one.city.total,
                "name": one.name,
                "wonder": one.city.wonder,
                "side": one.city.side,
                "game": one.game,
                "started": one.started,
                "players": one.players,
            }
            for one in season.best
        ],
        "names": season.names,
    }


def _as_dict(one: Results) -> dict[str, object]:
    low, high = one.interval
    return {
        "games": one.games,
        "wins": one.wins,
        "share": one.share,
        "low": low,
        "high": high,
        "expected": one.expected,
        "mean": one.mean,
        "best": one.best,
        "mean_place": one.mean_place,
        "longest_row": one.longest_row,
        "row": one.row,
        "profile": one.profile,
    }
