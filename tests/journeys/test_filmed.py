"""Disturbed evenings: what the scene says is true at every moment, and what is booked is what was dealt."""

from __future__ import annotations

import pytest

from tests.journeys.filmed import (
    NAMES,
    SLOWLY,
    TOGETHER,
    Film,
    film_of,
    knocked,
    left_alone,
    pushed,
    rested,
    switched,
)

LONG = [(name, players, seed) for name in NAMES for players in range(3, 8) for seed in (1, 2)]
MAY_ASK = {"card pushed": {"two_cards", "unsure_place"}}
"""A card that lies in the wrong city for some seconds is a doubt."""


def check(film: Film, name: str) -> None:
    outcome = film.run()
    assert outcome.mistakes == []
    assert outcome.booked, "the ledger is not what was dealt"
    assert set(outcome.questions) <= MAY_ASK.get(name, set())


def test_a_knocked_camera_makes_no_news() -> None:
    check(Film(3, 3, knocked, rounds=1, fps=5.0), "camera knocked")


def test_another_lamp_makes_no_news() -> None:
    check(Film(3, 3, switched, rounds=1, fps=4.0), "lamp switched")


def test_a_hand_may_rest_on_cards() -> None:
    film = Film(3, 1, rested, rounds=2, fps=3.0)
    check(film, "hand resting")
    assert film.play.rests


def test_a_card_that_is_pushed_to_the_neighbour_and_back_is_where_it_is() -> None:
    film = Film(3, 1, pushed, rounds=2, fps=4.0, pace=SLOWLY)
    check(film, "card pushed")
    assert len(film.play.pushes) == 2


def test_everybody_may_lay_a_card_in_the_same_moment() -> None:
    film = Film(3, 2, left_alone, rounds=1, fps=4.0, pace=TOGETHER)
    check(film, "laid together")
    assert len({laid.time for laid in film.round}) < len(film.round)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "players", "seed"), LONG)
def test_long_films_of_every_disturbance(name: str, players: int, seed: int) -> None:
    check(film_of(name, players, seed, long=True), name)
