"""What places are worth, and real tournaments recomputed from their published reports."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from device.for_features.league.league_file import HandResult
from device.for_features.league.scoring import PRESETS, Criterion, Scoring, Ties, places_of, worth
from device.for_features.league.standings import TableResult, going_on, result_of, standings

FOUR = Scoring((Fraction(5), Fraction(3), Fraction(1)))


@pytest.mark.parametrize(
    ("places", "ties", "points"),
    [
        ((1, 2, 3, 4), Ties.SHARED, (5, 3, 1, 0)),
        ((1, 1, 3, 4), Ties.SHARED, (4, 4, 1, 0)),
        ((1, 1, 3, 4), Ties.SAME, (5, 5, 1, 0)),
        ((1, 2, 2, 2), Ties.SHARED, (5, Fraction(4, 3), Fraction(4, 3), Fraction(4, 3))),
        ((1, 1, 1, 1, 1), Ties.SHARED, (Fraction(9, 5),) * 5),
    ],
)
def test_tied_players_share_what_their_places_are_worth(places, ties, points):
    assert worth(Scoring(FOUR.points, ties=ties), places) == points


def test_equal_strengths_share_the_best_of_their_places():
    assert places_of([(Fraction(5),), (Fraction(7),), (Fraction(5),), (Fraction(1),)]) == (2, 1, 2, 4)


def test_points_then_coins_decide_a_table_and_bids_are_taken_off():
    entered = HandResult(scores={"A": 50, "B": 47, "C": 47, "D": 49}, coins={"B": 3, "C": 7}, bids={"A": 3, "D": 2})
    assert result_of(entered).places == {"A": 3, "B": 2, "C": 1, "D": 3}


def table(places, number=1, played=1, points=None):
    return TableResult(played, number, places, points or {})


def test_only_the_best_tables_count():
    names = ["A", "B", "C"]
    results = [table({"A": 1, "B": 2, "C": 3}, played=n, points={"A": 40 + n, "B": 30, "C": 50 - n}) for n in range(7)]
    counted = {one.name: one.points for one in standings(names, results, PRESETS["best-five"])}
    assert counted == {"A": 46 + 45 + 44 + 43 + 42, "B": 150, "C": 50 + 49 + 48 + 47 + 46}


def test_the_order_of_what_decides_is_kept_and_equal_players_share_a_place():
    results = [table({"A": 1, "B": 2, "C": 3, "D": 4}), table({"B": 1, "A": 2, "D": 3, "C": 4}, played=2)]
    scoring = Scoring(FOUR.points, order=(Criterion.POINTS, Criterion.WINS))
    found = standings(["A", "B", "C", "D", "E"], results, scoring)
    assert [(one.name, one.place) for one in found] == [("A", 1), ("B", 1), ("C", 3), ("D", 3), ("E", 5)]


def test_who_has_played_nothing_is_not_ahead_where_few_points_are_good():
    found = standings(["A", "B", "C", "D"], [table({"A": 1, "B": 2, "C": 3})], PRESETS["york-2016"])
    assert [(one.name, one.place) for one in found] == [("A", 1), ("B", 2), ("C", 3), ("D", 4)]
    results = [table({"A": 1, "B": 2, "C": 3}), table({"A": 1, "B": 2, "D": 3}, played=2)]
    best = replace(PRESETS["york-2016"], best=2)
    assert [one.name for one in standings(["A", "B", "C", "D"], results, best)] == ["A", "B", "C", "D"]


def test_the_best_of_each_table_go_on_with_those_who_share_their_place():
    results = [table({"A": 1, "B": 3, "C": 2}, 2), table({"D": 2, "E": 1, "F": 2}, 1), table({"A": 2, "E": 1}, 1, 2)]
    assert going_on(results, PRESETS["top-two"], 1) == ["E", "D", "F", "A", "C"]
    assert going_on(results, PRESETS["top-two"], 2) == ["E", "A"]
    with pytest.raises(ValueError, match="Scoring"):
        going_on(results, FOUR, 1)


def separate(**placed):
    """A table of its own for each player, round by round, since they did not sit together."""
    return [
        table({name: place}, number, played)
        for number, (name, places) in enumerate(placed.items(), start=1)
        for played, place in enumerate(places, start=1)
    ]


def test_york_2014_ends_as_it_was_published():
    """20 players, 5 rounds, tables of 5 (bmyork.wordpress.com/2014/10/05/7-wonders-tournament-results).

    The first three had three victories and one last place each, and a second, a third and a fourth place besides; the
    fourth was two points behind the third.
    """
    placed = {
        "Mark Stockton-Pitt": (1, 1, 5, 2, 1),
        "Fiona Jackson": (5, 1, 1, 1, 3),
        "Jim Marshall": (4, 1, 1, 5, 1),
    }
    found = standings(list(placed), separate(**placed), PRESETS["york-2016"])
    assert [(one.name, one.points, one.wins) for one in found] == [
        ("Mark Stockton-Pitt", 7, 3),
        ("Fiona Jackson", 8, 3),
        ("Jim Marshall", 9, 3),
    ]


def test_wbc_2023_seeds_as_it_was_published():
    """Four wins and two seconds were the first seed; the cutoff was one first and two seconds, then two seconds.

    boardgamers.org/yearbook23/7ws.html
    """
    placed = {
        "two seconds": (2, 2),
        "cutoff": (2, 1, 2),
        "one first": (1, 4, 4),
        "first seed": (1, 2, 1, 1, 2, 1),
        "three firsts": (1, 1, 1, 2, 2, 2),
    }
    found = standings(list(placed), separate(**placed), PRESETS["wbc-2023"])
    assert [(one.name, one.points) for one in found] == [
        ("first seed", 4200),
        ("three firsts", 3300),
        ("cutoff", 1200),
        ("one first", 1002),
        ("two seconds", 200),
    ]


def test_wbc_2023_gives_both_the_win_who_tied_in_points_and_coins():
    entered = HandResult(scores={"A": 51, "B": 51, "C": 40, "D": 39}, coins={"A": 4, "B": 4})
    found = standings(list("ABCD"), [result_of(entered)], PRESETS["wbc-2023"])
    assert [(one.name, one.points) for one in found] == [("A", 1000), ("B", 1000), ("C", 10), ("D", 1)]


def test_wbc_2016_lets_a_first_and_a_second_advance_before_a_first_and_a_third():
    """boardgamers.org/yearbook16/7ws.html: the latter were seven players, the later champion among them."""
    placed = {"a": (1, 3), "b": (1, 2), "c": (2, 2), "d": (1, 1), "e": (1, 4)}
    found = standings(list(placed), separate(**placed), PRESETS["wbc-2016"])
    assert [(one.name, one.points) for one in found] == [
        ("d", Fraction("14.2")),
        ("b", Fraction("12.3")),
        ("a", Fraction("10.6")),
        ("c", Fraction("10.4")),
        ("e", Fraction("8.1")),
    ]
