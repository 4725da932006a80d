"""A league's file: players, rounds, scoring, and the results that were entered by hand (TOML)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from device.for_features.errors import LeagueError
from device.for_features.league.scoring import PRESETS, Criterion, Scoring, Ties
from device.for_features.league.seating import FEWEST, MOST
from device.for_features.statistics.player_merging import folded
from device.untrusted import NotUnderstoodError, read_toml

if TYPE_CHECKING:
    from pathlib import Path

Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Score = Annotated[int, msgspec.Meta(ge=-999, le=9999)]
Coins = Annotated[int, msgspec.Meta(ge=0, le=999)]
Points = Annotated[float, msgspec.Meta(ge=-1_000_000, le=1_000_000)]


class HandResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was played at one table: either the points and, for ties, the coins by player, or only the places.

    `bids`: points that were paid for the choice of a wonder; they are taken off.
    """

    round: Count = 1
    table: Count = 1
    scores: dict[str, Score] = {}
    coins: dict[str, Coins] = {}
    bids: dict[str, Score] = {}
    places: dict[str, Count] = {}


class FromJournal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which games of the journal belong to the league: from one day to another, all players in the league."""

    since: date | None = None
    until: date | None = None


class FromHall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hall's results belong to the league. `file`: where `wondertable hall` keeps them, from the league's file on."""

    file: str


class OwnScoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scoring of one's own; what is left out is as in the preset."""

    preset: str = ""
    points: list[Points] | None = None
    ties: Ties | None = None
    best: Count | None = None
    order: list[Criterion] | None = None
    fewest: bool | None = None
    advance: Count | None = None


class LeagueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    players: list[str]
    name: str = ""
    rounds: Count = 1
    table_size: Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST)] = 4
    """Players at a table, if their number allows; else one more or fewer."""
    seed: int = 0
    """Another number draws another seating."""
    edition: str = "first"
    wonders: Literal["drawn", "bid"] = "drawn"
    """Bid: the players choose wonders at the table, and the bids stand with the results."""
    sides: str = "drawn"
    """Or the side that everybody plays, such as "A"."""
    scoring: str | OwnScoring = "wbc-2023"
    journal: FromJournal | None = None
    hall: FromHall | None = None
    result: list[HandResult] = []


def read_league(path: Path) -> LeagueFile:
    """The league of a file.

    Raises:
        LeagueError: the file cannot be read, or what is wrong in it.
    """
    try:
        league = msgspec.convert(read_toml(path.read_bytes()), LeagueFile)
    except OSError as problem:
        raise LeagueError("league_unreadable", file=str(path), reason=problem.strerror) from problem
    except (NotUnderstoodError, msgspec.ValidationError) as problem:
        raise LeagueError("league_bad", file=str(path), reason=str(problem)) from problem
    _check(league)
    return league


def last_change(file: Path | None) -> int | None:
    """When a file was changed last, in ns; None if it is not there."""
    try:
        return file.stat().st_mtime_ns if file else None
    except OSError:
        return None


def scoring_of(league: LeagueFile) -> Scoring:
    """The preset, with what the file says otherwise. Raises `LeagueError` for an unknown preset."""
    own = OwnScoring(league.scoring) if isinstance(league.scoring, str) else league.scoring
    if own.preset and own.preset not in PRESETS:
        raise LeagueError("league_preset", name=own.preset, known=", ".join(PRESETS))
    scoring = PRESETS.get(own.preset, Scoring())
    changed: dict[str, Any] = {
        "points": None if own.points is None else tuple(Fraction(str(points)) for points in own.points),
        "ties": own.ties,
        "best": own.best,
        "order": None if own.order is None else tuple(own.order),
        "fewest": own.fewest,
        "advance": own.advance,
    }
    return replace(scoring, **{name: value for name, value in changed.items() if value is not None})


def _check(league: LeagueFile) -> None:
    """Raises `LeagueError`: a player twice or unknown, a table of another size, or twice in a round."""
    players = set(league.players)
    spellings = Counter(map(folded, league.players))  # games of journal and hall know only these
    if "" in spellings:
        raise LeagueError("league_nameless")
    if len(spellings) < len(league.players):
        twice = next(name for name in league.players if spellings[folded(name)] > 1)
        raise LeagueError("league_player_twice", name=twice)
    if len(players) < FEWEST:
        raise LeagueError("league_too_few", count=len(players), fewest=FEWEST)
    seated: set[tuple[int, str]] = set()
    tables: set[tuple[int, int]] = set()
    for result in league.result:
        _check_result(result, players)
        if (result.round, result.table) in tables:
            raise LeagueError("league_table_twice", round=result.round, table=result.table)
        tables.add((result.round, result.table))
        for name in players_of(result):
            if (result.round, name) in seated:
                raise LeagueError("league_seated_twice", name=name, round=result.round)
            seated.add((result.round, name))


def _check_result(result: HandResult, players: set[str]) -> None:
    named = {*players_of(result), *result.coins, *result.bids}
    if unknown := sorted(named - players):
        raise LeagueError("league_unknown_player", name=unknown[0], round=result.round, table=result.table)
    if bool(result.scores) == bool(result.places) or not FEWEST - 1 <= len(players_of(result)) <= MOST:
        raise LeagueError("league_bad_result", round=result.round, table=result.table)
    if named != set(players_of(result)):
        raise LeagueError("league_bad_result", round=result.round, table=result.table)
    places = list(result.places.values())
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise LeagueError("league_bad_places", round=result.round, table=result.table)


def players_of(result: HandResult) -> tuple[str, ...]:
    """Who sat at the table."""
    return tuple(result.scores or result.places)
