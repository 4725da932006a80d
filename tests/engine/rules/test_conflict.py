"""The conflicts at the end of an age (base rulebook, "Fine di un'Epoca")."""

import pytest

from engine import Fight, Phase, conflict_preview
from tests.engine.positions import keys, position

SHIELDS = {0: "", 1: "stockade", 2: "walls", 3: "arsenal", 5: "walls arsenal"}


def at_war(*shields: int, age: int = 1):
    cities = [{"cards": SHIELDS[count]} for count in shields]
    return position(*cities, age=age, turn=6, phase=Phase.CONFLICTS, players=len(cities))


@pytest.mark.clause("conflict/example-alexandria")
def test_example_alexandria_between_rhodes_and_ephesus():
    """Age II: 3 shields against 5 on the left and 2 on the right."""
    game = at_war(3, 5, 2, age=2)
    assert conflict_preview(game)[0] == (-1, 3)
    assert game.apply(Fight()).cities[0].conflict == (-1, 3)


@pytest.mark.parametrize(("age", "victory"), [(1, 1), (2, 3), (3, 5)])
@pytest.mark.clause("tokens/values", "conflict/win-lose-tie")
def test_victory_tokens_grow_with_the_age_and_defeats_do_not(age, victory):
    game = at_war(1, 0, 0, age=age).apply(Fight())
    assert [city.conflict for city in game.cities] == [(victory, victory), (-1,), (-1,)]


@pytest.mark.clause("conflict/win-lose-tie")
def test_ties_give_no_token():
    assert conflict_preview(at_war(2, 2, 2)) == ((None, None),) * 3


@pytest.mark.clause("conflict/win-lose-tie")
def test_only_neighbours_fight():
    assert conflict_preview(at_war(5, 0, 1, 0)) == ((1, 1), (-1, -1), (1, 1), (-1, -1))


def test_fights_are_only_at_the_end_of_an_age():
    assert keys(position(), Fight()) == ["not_now"]


def test_the_next_age_begins_after_the_fights():
    game = at_war(0, 0, 0).apply(Fight())
    assert (game.age, game.turn, game.phase, game.to_act) == (2, 1, Phase.TURN, (0, 1, 2))


@pytest.mark.clause("end/after-age-three")
def test_the_game_is_over_after_the_fights_of_age_three():
    assert at_war(0, 0, 0, age=3).apply(Fight()).phase is Phase.OVER
