"""Films with troubles before the simulated camera: hands put them right themselves, or one answer does."""

from __future__ import annotations

import pytest

from tests.journeys.troubled_films import KINDS, TroubledFilm, line
from tests.journeys.troubled_play import LEFT

NEEDS = {
    "on_a_discard": (3, 15),
    "beside_the_mat": (4, 2),
    "on_a_board": (5, 12),
    "face_up": (7, 1),
    "pile_looked_through": (5, 13),
    "stages_swapped": (4, 26),
}
"""Players and seeds with which these troubles are possible early in the game."""
FILMS = [(kind, *NEEDS.get(kind, (3, 4))) for kind in KINDS]
LARGER = [
    (kind, players, seed) for kind in KINDS if kind not in NEEDS for players, seed in [(4, 7), (5, 8), (6, 9), (7, 10)]
]
CUTS = (1.0, 2.5, 4.0)
"""s after the beginning of a trouble."""
EXCHANGES = ("exchanged", "exchanged_twice", "new_card_first", "two_and_one_back")
UNCOUNTED = ("on_a_discard",)
"""After a power cut nobody can tell whether a card on the mat came in this turn, so one answer is needed."""


def check(film: TroubledFilm, *, answers: int) -> None:
    film.run()
    assert film.outcome.troubles, "the trouble was not possible"
    assert not film.outcome.wrong, line(film)
    assert not film.outcome.stuck, line(film)
    assert film.outcome.keys <= answers, line(film)


def answers_to(kind: str) -> int:
    """What hands leave as it is takes one answer."""
    return int(KINDS[kind] in LEFT)


@pytest.mark.parametrize(
    ("kind", "players", "seed", "who"),
    [
        pytest.param("neighbour_left", 3, 1, "first", marks=pytest.mark.slow),
        pytest.param("exchanged", 3, 1, "last", marks=pytest.mark.slow),  # quick below, with a power cut
        pytest.param("over_another", 3, 2, "", marks=pytest.mark.slow),
        pytest.param("on_a_discard", 3, 15, "", marks=pytest.mark.slow),
    ],
)
def test_a_trouble_is_put_right(kind: str, players: int, seed: int, who: str) -> None:
    check(TroubledFilm(kind, players, seed, who=who), answers=answers_to(kind))


def test_a_power_cut_in_the_middle_of_an_exchange_changes_nothing() -> None:
    check(TroubledFilm("exchanged", 3, 4, cut=2.0), answers=0)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("kind", "players", "seed"), FILMS + LARGER)
def test_every_trouble_is_put_right(kind: str, players: int, seed: int) -> None:
    check(TroubledFilm(kind, players, seed), answers=answers_to(kind))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("who", ["first", "last"])
@pytest.mark.parametrize("kind", EXCHANGES)
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 2)])
def test_the_first_and_the_last_to_play_may_exchange_cards(players: int, seed: int, kind: str, who: str) -> None:
    check(TroubledFilm(kind, players, seed, who=who), answers=0)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize(("kind", "players", "seed"), FILMS)
def test_a_power_cut_in_the_middle_of_a_trouble_changes_nothing(kind: str, players: int, seed: int, cut: float) -> None:
    answers = 1 if kind in UNCOUNTED else answers_to(kind)
    check(TroubledFilm(kind, players, seed, cut=cut), answers=answers)
