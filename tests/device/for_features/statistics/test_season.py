"""Statistics over many games, and the names of players."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.for_features.statistics.game_facts import GameFacts, PlayerFacts, local_day
from device.for_features.statistics.player_merging import merged_names
from device.for_features.statistics.season import season, wilson

if TYPE_CHECKING:
    from collections.abc import Iterator


def game(number: int, *cities: tuple[str, int], coins: int = 0, started: str = "") -> GameFacts:
    """A game in which these players had so many points, all of them civilian."""
    totals = [points for _, points in cities]
    return GameFacts(
        number,
        started or f"2026-01-{number:02}T20:00:00+00:00",
        None,
        "first",
        False,
        tuple(
            PlayerFacts(seat, name, ("giza", "rhodes", "ephesus")[seat], "A", {"civilian": points}, coins, place)
            for seat, (name, points) in enumerate(cities)
            if (place := 1 + sum(other > points for other in totals))
        ),
    )


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0), (20, 100, 0.1334, 0.2888), (0, 0, 0, 1)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """Values as in the tables for the Wilson score interval without continuity correction."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


@given(st.integers(1, 300), st.data())
def test_the_share_lies_in_its_interval(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-12
    assert wins / games - 1e-12 <= high <= 1


@pytest.fixture
def _west(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three hours behind UTC, as in Brazil."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "<-03>3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_west")
def test_a_game_belongs_to_the_evening_on_which_it_was_played() -> None:
    counted = season([game(1, ("Anna", 50), ("Ben", 40), started="2026-01-02T01:30:00+00:00")])
    assert counted.days == ("2026-01-01", "2026-01-01")
    assert (counted.counted[0].day, counted.best[0].day) == ("2026-01-01", "2026-01-01")
    assert local_day("2026-01-02T03:00:00") == "2026-01-02"
    assert season([]).days == ("", "")


def test_wins_points_places_and_chance_are_counted() -> None:
    counted = season([game(1, ("Anna", 50), ("Ben", 40), ("", 30)), game(2, ("Ben", 60), ("Anna", 40), ("", 10))])
    anna = counted.players["Anna"]
    assert (anna.games, anna.wins, anna.points, anna.best, anna.mean, anna.mean_place) == (2, 1, 90, 50, 45, 1.5)
    assert anna.expected == pytest.approx(2 / 3)
    assert (anna.share, anna.profile) == (0.5, {"civilian": 45})
    assert set(counted.players) == {"Anna", "Ben"}, "who has no name is left out"
    assert counted.wonders["ephesus", "A"].games == 2, "but the wonder counts"


def test_a_shared_victory_is_a_win_of_each() -> None:
    counted = season([game(1, ("Anna", 50), ("Ben", 50), ("Chiara", 2))])
    assert [one.wins for one in counted.players.values()] == [1, 1, 0]


def test_rows_of_wins_are_counted_in_the_order_of_time_not_of_numbers() -> None:
    won, lost = (("Anna", 9), ("Ben", 1)), (("Anna", 1), ("Ben", 9))
    days = {1: won, 2: won, 3: lost, 4: won, 5: won, 6: won}
    games = [game(10 - day, *cities, started=f"2026-02-0{day}") for day, cities in days.items()]
    anna, ben = (season(games).players[name] for name in ("Anna", "Ben"))
    assert (anna.longest_row, anna.row) == (3, 3)
    assert (ben.longest_row, ben.row) == (1, 0)


def test_results_are_told_by_number_of_players() -> None:
    counted = season([game(1, ("Anna", 5), ("Ben", 4)), game(2, ("Anna", 7), ("Ben", 3), ("Eva", 8))])
    assert {key: one.points for key, one in counted.player_sizes.items() if key[0] == "Anna"} == {
        ("Anna", 2): 5,
        ("Anna", 3): 7,
    }
    assert [(one.players, one.games, one.winning, one.lowest_win, one.points) for one in counted.sizes] == [
        (2, 1, 5, 5, 9),
        (3, 1, 8, 8, 18),
    ]
    assert counted.wonder_sizes["giza", "A", 3].points == 7


def test_the_best_results_come_first() -> None:
    counted = season([game(1, ("Anna", 50), ("Ben", 40)), game(2, ("", 60), ("Anna", 40))])
    assert [(one.city.total, one.name, one.game) for one in counted.best] == [
        (60, "", 2),
        (50, "Anna", 1),
        (40, "Ben", 1),
        (40, "Anna", 2),
    ]


def test_a_negative_result_is_the_best_of_a_single_game() -> None:
    assert season([game(1, ("Anna", -3), ("Ben", 4))]).players["Anna"].best == -3


def test_no_games_are_no_error() -> None:
    counted = season([])
    assert (counted.games, counted.first, counted.players, counted.best) == (0, "", {}, ())


def test_spellings_that_differ_by_accident_are_one_player() -> None:
    assert merged_names(["Anna", " anna", "ANNA", "Anna"], {}) == {"Anna": "Anna", "anna": "Anna", "ANNA": "Anna"}
    assert merged_names(["José", "Jose\u0301"], {})["José"] == "Jose\u0301", "the latest of equally frequent ones"


def test_a_name_may_count_as_another_one_over_several_steps() -> None:
    names = merged_names(["Annie", "Anna", "A."], {"annie": "A.", "A. ": "Anna"})
    assert set(names.values()) == {"Anna"}
    assert merged_names(["Bob"], {"Bob": "Robert"}) == {"Bob": "Robert"}, "a name that nobody played with"


def test_names_that_lead_in_a_circle_end_where_they_began() -> None:
    assert merged_names(["A", "B"], {"A": "B", "B": "A"}) == {"A": "A", "B": "B"}
    assert merged_names(["A"], {"A": " "}) == {"A": "A"}
