"""What the places at a table are worth in a league, and in which order equal players are told apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Criterion(StrEnum):
    """What decides between players, the more the better except where a league counts down."""

    POINTS = "points"
    """League points."""
    WINS = "wins"
    """First places, shared ones too."""
    SECONDS = "seconds"
    VICTORY_POINTS = "victory_points"
    """The sum of the score sheets."""
    HIGHEST = "highest"
    """The highest single score sheet."""
    COINS = "coins"
    """The sum of the treasuries."""


class Ties(StrEnum):
    """What seats with the same points and coins get."""

    SHARED = "shared"
    """Each the mean of what their places are worth together."""
    SAME = "same"
    """Each what the best of their places is worth."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a league counts."""

    points: tuple[Fraction, ...] = ()
    """What the first, second, ... place is worth; later places are worth nothing. Empty: the score sheet counts."""
    ties: Ties = Ties.SHARED
    best: int | None = None
    """Only so many of a player's best tables count; None: all."""
    order: tuple[Criterion, ...] = (Criterion.POINTS, Criterion.VICTORY_POINTS)
    fewest: bool = False
    """True if few league points are good."""
    advance: int | None = None
    """So many players of each table go on to the next round; None: everybody plays every round."""
    source: str = ""
    """Where the rule comes from."""


def fractions(*numbers: str) -> tuple[Fraction, ...]:
    """Exact numbers from decimal ones."""
    return tuple(map(Fraction, numbers))


PRESETS: Mapping[str, Scoring] = MappingProxyType(
    {
        "wbc-2023": Scoring(
            fractions("1000", "100", "10", "1"),
            ties=Ties.SAME,
            source="World Boardgaming Championships 2023, event report: boardgamers.org/yearbook23/7ws.html",
        ),
        "wbc-2016": Scoring(
            fractions("7.1", "5.2", "3.5", "1"),
            source="World Boardgaming Championships 2016, event report: boardgamers.org/yearbook16/7ws.html",
        ),
        "top-two": Scoring(
            order=(Criterion.POINTS,),
            advance=2,
            source="World Boardgaming Championships 2011, event report: boardgamers.org/yearbook11/7WSpge.htm",
        ),
        "york-2016": Scoring(
            fractions("0", "2", "3", "4", "5", "6", "7"),
            fewest=True,
            source="Beyond Monopoly, York, tournament of 2016: bmyork.wordpress.com/2016/11/26/7-days-until-7wonders",
        ),
        "best-five": Scoring(best=5),
    }
)
"""Name -> scoring. `best-five` is the sum of the five highest score sheets."""


def places_of(strengths: Sequence[tuple[Fraction, ...]]) -> tuple[int, ...]:
    """The place of each, from 1; equal ones share the best of theirs."""
    first: dict[tuple[Fraction, ...], int] = {}
    for place, strength in enumerate(sorted(strengths, reverse=True), start=1):
        first.setdefault(strength, place)
    return tuple(first[own] for own in strengths)


def worth(scoring: Scoring, places: Sequence[int]) -> tuple[Fraction, ...]:
    """What each place at one table is worth; the places of a tie are those that follow it."""
    padded = (*scoring.points, *[Fraction(0)] * len(places))
    found = []
    for place in places:
        alike = places.count(place) if scoring.ties is Ties.SHARED else 1
        found.append(sum(padded[place - 1 : place - 1 + alike], Fraction(0)) / alike)
    return tuple(found)


def decimal(number: Fraction) -> str:
    """With at most two decimals, and none where there are none."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
