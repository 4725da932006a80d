"""How a game ends: ranks, winners, and ties broken by coins."""

from __future__ import annotations

import pytest

from engine import DecidedBy, Game, Phase, outcome_now, score_sheets, winners
from tests.engine.positions import position


def over(*cities: dict[str, object], **options: object) -> Game:
    return position(*cities, age=3, turn=6, phase=Phase.OVER, **options)


def test_a_game_that_is_not_over_has_no_outcome() -> None:
    assert Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")]).outcome() is None
    assert position(age=3, turn=6, phase=Phase.CONFLICTS).outcome() is None


def test_points_decide_before_coins() -> None:
    outcome = over({"cards": "palace", "coins": 0}, {"coins": 20}, {"coins": 2}).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((0,), DecidedBy.POINTS)
    assert outcome.ranks == {0: 1, 1: 2, 2: 3}
    assert outcome.beaten_by_coins == ()


@pytest.mark.clause("end/tie-coins")
def test_ranks_of_equal_points_go_by_coins() -> None:
    outcome = over({"coins": 4}, {"coins": 5}, {"coins": 3}).outcome()
    assert outcome is not None
    assert outcome.ranks == {0: 2, 1: 1, 2: 3}
    assert (outcome.winners, outcome.beaten_by_coins, outcome.decided_by) == ((1,), (0, 2), DecidedBy.COINS)


def test_only_seats_with_the_most_points_are_beaten_by_coins() -> None:
    outcome = over({"coins": 5}, {"coins": 4}, {"coins": 2}).outcome()
    assert outcome is not None
    assert outcome.beaten_by_coins == (1,)


@pytest.mark.clause("end/tie-shared")
def test_seats_equal_in_points_and_coins_share_a_rank_and_the_next_rank_is_skipped() -> None:
    outcome = over({"coins": 5}, {"coins": 5}, {"coins": 4}).outcome()
    assert outcome is not None
    assert outcome.ranks == {0: 1, 1: 1, 2: 3}
    assert (outcome.winners, outcome.decided_by) == ((0, 1), DecidedBy.SHARED)


def test_the_free_city_has_no_rank() -> None:
    outcome = over({"coins": 4}, {"coins": 5}, {"coins": 50}, free_city=2).outcome()
    assert outcome is not None
    assert outcome.ranks == {0: 2, 1: 1}


def test_an_outcome_holds_the_score_sheets() -> None:
    game = over({"cards": "palace"})
    assert outcome_now(game).sheets == score_sheets(game)
    assert winners(game) == outcome_now(game).winners
