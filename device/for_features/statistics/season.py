"""Everything that is counted over many games: per player, per wonder and side, by number of players."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from device.for_features.statistics.game_facts import local_day
from device.for_features.statistics.player_merging import merged_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from device.for_features.statistics.game_facts import GameFacts, PlayerFacts

Key = TypeVar("Key")
NORMAL = 1.959963984540054
"""Standard deviations on both sides of the mean that hold 95 of 100 values."""
BEST_SHEETS = 20


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval in which the chance to win lies with 95 %, as shares from 0 to 1.

    Wilson's score interval (Journal of the American Statistical Association 22, 1927): unlike wins / games with a
    margin, it stays sensible after few games.
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, NORMAL**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    margin = NORMAL * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - margin), min(1.0, middle + margin)


@dataclass(slots=True)
class Results:
    """The results of one player, wonder or number of players. A shared victory is a win of each who shares it."""

    games: int = 0
    wins: int = 0
    expected: float = 0.0
    """The wins that as many draws of lots would have brought: the sum of 1 / players."""
    points: int = 0
    best: int = 0
    places: int = 0
    """The sum of the places."""
    categories: dict[str, int] = field(default_factory=dict)
    """Points by category."""
    row: int = 0
    """How many of the latest games were won without a break."""
    longest_row: int = 0

    def add(self, city: PlayerFacts, players: int) -> None:
        """Count one game."""
        won = city.place == 1
        self.games += 1
        self.wins += won
        self.expected += 1 / players
        self.points += city.total
        self.best = max(self.best, city.total) if self.games > 1 else city.total
        self.places += city.place
        for category, points in city.points.items():
            self.categories[category] = self.categories.get(category, 0) + points
        self.row = self.row + 1 if won else 0
        self.longest_row = max(self.longest_row, self.row)

    @property
    def share(self) -> float:
        """Wins per game."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the chance to win lies with 95 %."""
        return wilson(self.wins, self.games)

    @property
    def mean(self) -> float:
        """Points per game."""
        return self.points / self.games

    @property
    def mean_place(self) -> float:
        """The average place."""
        return self.places / self.games

    @property
    def profile(self) -> dict[str, float]:
        """Points per game by category."""
        return {category: points / self.games for category, points in self.categories.items()}


@dataclass(slots=True)
class TableSize:
    """The games with one number of players."""

    players: int
    games: int = 0
    cities: int = 0
    points: int = 0
    winning: int = 0
    """The sum of the winners' points, one winner a game."""
    lowest_win: int = 0
    highest: int = 0

    def add(self, game: GameFacts) -> None:
        """Count one game."""
        best = max(city.total for city in game.cities)
        self.lowest_win = min(self.lowest_win, best) if self.games else best
        self.highest = max(self.highest, best) if self.games else best
        self.games += 1
        self.cities += game.players
        self.points += sum(city.total for city in game.cities)
        self.winning += best


@dataclass(frozen=True, slots=True)
class BestSheet:
    """One of the highest results. `name` is empty if the player's is unknown."""

    name: str
    city: PlayerFacts
    game: int
    started: str
    players: int

    @property
    def day(self) -> str:
        """The local day on which the game began."""
        return local_day(self.started)


@dataclass(frozen=True, slots=True)
class Season:
    """Statistics over some games. Rows with more games come first."""

    games: int
    first: str
    """When the first one began; "" if there is none."""
    last: str
    players: dict[str, Results]
    """By name; those without a name are left out."""
    player_sizes: dict[tuple[str, int], Results]
    """By name and number of players."""
    wonders: dict[tuple[str, str], Results]
    """By wonder and side."""
    wonder_sizes: dict[tuple[str, str, int], Results]
    """By wonder, side and number of players."""
    sizes: tuple[TableSize, ...]
    best: tuple[BestSheet, ...]
    names: dict[str, str]
    """Each name as it was given -> the one it is counted under."""
    counted: tuple[GameFacts, ...] = field(repr=False)
    """The games, the oldest first."""

    @property
    def days(self) -> tuple[str, str]:
        """The local days of the first and the last game; "" if there is none."""
        return (self.counted[0].day, self.counted[-1].day) if self.counted else ("", "")


def season(games: Iterable[GameFacts], renamed: Mapping[str, str] | None = None) -> Season:
    """Count these games. `renamed`: names -> names under which they are counted."""
    ordered = tuple(sorted(games, key=lambda game: (game.started, game.id)))
    given = [city.name for game in ordered for city in game.cities if city.name.strip()]
    names = merged_names(given, renamed or {})
    players, player_sizes = defaultdict[str, Results](Results), defaultdict[tuple[str, int], Results](Results)
    wonders = defaultdict[tuple[str, str], Results](Results)
    wonder_sizes = defaultdict[tuple[str, str, int], Results](Results)
    sizes: dict[int, TableSize] = {}
    for game in ordered:
        count = game.players
        sizes.setdefault(count, TableSize(count)).add(game)
        for city in game.cities:
            if city.wonder:  # a plain score sheet does not say it
                wonders[city.wonder, city.side].add(city, count)
                wonder_sizes[city.wonder, city.side, count].add(city, count)
            if name := names.get(city.name.strip(), ""):
                players[name].add(city, count)
                player_sizes[name, count].add(city, count)
    return Season(
        games=len(ordered),
        first=ordered[0].started if ordered else "",
        last=ordered[-1].started if ordered else "",
        players=_by_games(players),
        player_sizes=dict(sorted(player_sizes.items())),
        wonders=_by_games(wonders),
        wonder_sizes=dict(sorted(wonder_sizes.items())),
        sizes=tuple(sizes[count] for count in sorted(sizes)),
        best=_best(ordered, names),
        names=names,
        counted=ordered,
    )


def _by_games(rows: Mapping[Key, Results]) -> dict[Key, Results]:
    return dict(sorted(rows.items(), key=lambda row: (-row[1].games, -row[1].wins, str(row[0]))))


def _best(games: Sequence[GameFacts], names: Mapping[str, str]) -> tuple[BestSheet, ...]:
    sheets = [
        BestSheet(names.get(city.name.strip(), ""), city, game.id, game.started, game.players)
        for game in games
        for city in game.cities
    ]
    return tuple(sorted(sheets, key=lambda one: (-one.city.total, -one.city.coins, one.started))[:BEST_SHEETS])
