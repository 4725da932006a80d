"""Disturbances change neither the scene nor the recorded game."""

from __future__ import annotations

import pytest

from tests.journeys.disturbed_games import (
    NAMES,
    SLOWLY,
    TOGETHER,
    DisturbedGame,
    disturbed_game,
    knocked,
    left_alone,
    pushed,
    rested,
    switched,
)

LONG = [(name, players, seed) for name in NAMES for players in range(3, 8) for seed in (1, 2)]
MAY_ASK = {"card pushed": {"two_cards", "unsure_place"}}
"""A card that lies in the wrong city for some seconds may be asked about."""


def check(game: DisturbedGame, name: str) -> None:
    outcome = game.run()
    assert outcome.mistakes == []
    assert outcome.booked, "the recorded game is not the dealt one"
    assert set(outcome.questions) <= MAY_ASK.get(name, set())


def test_a_knock_against_the_camera_changes_nothing() -> None:
    check(DisturbedGame(3, 3, knocked, rounds=1, fps=5.0), "camera knocked")


def test_another_lamp_changes_nothing() -> None:
    check(DisturbedGame(3, 3, switched, rounds=1, fps=4.0), "lamp switched")


def test_a_hand_may_rest_on_cards() -> None:
    game = DisturbedGame(3, 1, rested, rounds=2, fps=3.0)
    check(game, "hand resting")
    assert game.play.rests


@pytest.mark.slow
def test_a_card_may_be_pushed_to_a_neighbour_and_back() -> None:
    game = DisturbedGame(3, 1, pushed, rounds=2, fps=4.0, pace=SLOWLY)
    check(game, "card pushed")
    assert len(game.play.pushes) == 2


def test_everybody_may_play_a_card_at_the_same_moment() -> None:
    game = DisturbedGame(3, 2, left_alone, rounds=1, fps=4.0, pace=TOGETHER)
    check(game, "played together")
    assert len({played.time for played in game.round}) < len(game.round)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "players", "seed"), LONG)
def test_long_games_with_every_disturbance(name: str, players: int, seed: int) -> None:
    check(disturbed_game(name, players, seed, long=True), name)
