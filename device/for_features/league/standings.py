"""The standings of a league from the results of its tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from device.for_features.league.league_file import players_of, scoring_of
from device.for_features.league.scoring import Criterion, places_of, worth
from device.for_features.statistics.player_merging import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from device.for_features.league.league_file import FromJournal, HandResult, LeagueFile
    from device.for_features.league.scoring import Scoring
    from device.for_features.statistics.game_facts import GameFacts
    from device.for_features.statistics.season import Season


@dataclass(frozen=True, slots=True)
class TableResult:
    """Who took which place at one table, with points and coins if they are known. `round` 0: it has none."""

    round: int
    table: int
    places: Mapping[str, int]
    points: Mapping[str, int] = field(default_factory=dict)
    coins: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class LeaguePlayer:
    """A player's results so far, and the place in the league (equal players share one)."""

    name: str
    tables: int = 0
    points: Fraction = Fraction(0)
    wins: int = 0
    seconds: int = 0
    victory_points: int = 0
    highest: int = 0
    coins: int = 0
    place: int = 1
    each: list[Fraction] = field(default_factory=list)
    """League points of every table, in order."""

    def strength(self, scoring: Scoring) -> tuple[Fraction, ...]:
        """Compared by these numbers, one after the other; the higher is better.

        Where few points are good, a table that counts and was not played is no advantage.
        """
        down = -1 if scoring.fewest else 1
        played = Fraction(min(self.tables, scoring.best or 1) if scoring.fewest else 0)
        return played, *(
            self.points * down if one is Criterion.POINTS else Fraction(getattr(self, one)) for one in scoring.order
        )


@dataclass(frozen=True, slots=True)
class CountedLeague:
    """A league as it stands: everybody, the first one first.

    `onward`: who went on after each round, up to the last one with a result; nothing where everybody goes on.
    """

    name: str
    scoring: Scoring
    players: tuple[LeaguePlayer, ...]
    onward: tuple[tuple[str, ...], ...] = ()

    @property
    def going_on(self) -> tuple[str, ...]:
        """Who plays the next round, where some do not."""
        return self.onward[-1] if self.onward else ()


def count_league(league: LeagueFile, games: Season | None = None, hall: Iterable[TableResult] = ()) -> CountedLeague:
    """What was entered by hand, what came from a hall and, if the file wants them, the games of the journal.

    What was entered by hand for players of a round replaces what the hall says of any of them. A game of the journal
    that came from the hall, too, counts once. Raises `LeagueError`.
    """
    scoring = scoring_of(league)
    results = [result_of(entered) for entered in league.result]
    results += [result for result in hall if not any(replaces(entered, result) for entered in results)]
    last = 0 if scoring.advance is None else max((result.round for result in results), default=0)
    onward = tuple(tuple(going_on(results, scoring, played)) for played in range(1, last + 1))
    if league.journal is not None and games is not None:
        counted = [game for game in games.counted if _is_between(game.day, league.journal)]
        known = [_played(result) for result in results]
        played = results_of_games(counted, games.names, league.players)
        results += [result for result in played if _played(result) not in known]
    return CountedLeague(league.name, scoring, standings(league.players, results, scoring), onward)


def replaces(entered: TableResult, result: TableResult) -> bool:
    """True if both are about one player in one round, or about the same players where the round is not known."""
    if result.round == entered.round:
        return not entered.places.keys().isdisjoint(result.places)
    return result.round == 0 and entered.places.keys() == result.places.keys()


def _played(result: TableResult) -> tuple[object, ...]:
    """The same for the same game, wherever it is known from."""
    return sorted(result.places.items()), sorted(result.points.items()), sorted(result.coins.items())


def _is_between(day: str, when: FromJournal) -> bool:
    return (when.since is None or day >= when.since.isoformat()) and (
        when.until is None or day <= when.until.isoformat()
    )


def result_of(entered: HandResult) -> TableResult:
    """A result that was entered by hand. Bids are taken off; the coins tell equal points apart."""
    names = players_of(entered)
    if entered.places:
        return TableResult(entered.round, entered.table, entered.places)
    points = {name: entered.scores[name] - entered.bids.get(name, 0) for name in names}
    coins = {name: entered.coins.get(name, 0) for name in names}
    strengths = [(Fraction(points[name]), Fraction(coins[name])) for name in names]
    return TableResult(entered.round, entered.table, dict(zip(names, places_of(strengths), strict=True)), points, coins)


def results_of_games(games: Iterable[GameFacts], names: Mapping[str, str], players: Sequence[str]) -> list[TableResult]:
    """The games in which only players of the league played, in the order of time. `names`: as given -> as counted.

    Names count as the same however they are spelled, as in statistics: people type them anew on each evening.
    """
    found: list[TableResult] = []
    entrants = {folded(name): name for name in players}
    for game in sorted(games, key=lambda game: (game.started, game.id)):
        called = [entrants.get(folded(names.get(city.name.strip(), "")), "") for city in game.cities]
        if all(called) and len(set(called)) == len(called):
            by_name = dict(zip(called, game.cities, strict=True))
            found.append(
                TableResult(
                    0,
                    len(found) + 1,
                    {name: city.place for name, city in by_name.items()},
                    {name: city.total for name, city in by_name.items()},
                    {name: city.coins for name, city in by_name.items()},
                )
            )
    return found


def standings(players: Sequence[str], results: Iterable[TableResult], scoring: Scoring) -> tuple[LeaguePlayer, ...]:
    """Everybody, the first one first. Without a place's worth, the points of the score sheets are the league points."""
    found = {name: LeaguePlayer(name) for name in players}
    for result in results:
        names = list(result.places)
        points = worth(scoring, [result.places[name] for name in names])
        for name, league_points in zip(names, points, strict=True):
            _count(found[name], result, league_points if scoring.points else Fraction(result.points.get(name, 0)))
    for player in found.values():
        player.points = sum(sorted(player.each, reverse=not scoring.fewest)[: scoring.best], Fraction(0))
    ordered = sorted(found.values(), key=lambda player: player.strength(scoring), reverse=True)
    for player, place in zip(ordered, places_of([one.strength(scoring) for one in ordered]), strict=True):
        player.place = place
    return tuple(ordered)


def _count(player: LeaguePlayer, result: TableResult, points: Fraction) -> None:
    player.tables += 1
    player.each.append(points)
    player.wins += result.places[player.name] == 1
    player.seconds += result.places[player.name] == 2
    scored = result.points.get(player.name, 0)
    player.victory_points += scored
    player.highest = max(player.highest, scored)
    player.coins += result.coins.get(player.name, 0)


def going_on(results: Iterable[TableResult], scoring: Scoring, played: int) -> list[str]:
    """Who goes on after a round: the best of each table. Who shares the last place that goes on does, too."""
    if scoring.advance is None:
        raise ValueError(scoring)
    return [
        name
        for result in sorted(results, key=lambda result: result.table)
        if result.round == played
        for name, place in sorted(result.places.items(), key=lambda entry: entry[1])
        if place <= scoring.advance
    ]
