"""Below a city are the structures it could build in the age that comes next."""

from __future__ import annotations

from display.drawing.box import Box
from display.facts.build_options import build_options_of
from display.screens.table import build_options
from engine import Fight, Game
from tests.display.sessions import AGE_ENDS, OVER, played


def test_between_two_ages_the_structures_of_the_next_age_are_counted() -> None:
    fought = played(3, AGE_ENDS)
    assert options_of(fought) == build_options.AgeOptions(2, build_options_of(fought.apply(Fight()), 0))
    assert options_of(fought) == options_of(fought.apply(Fight()))


def test_after_the_last_age_nothing_can_be_built() -> None:
    over = played(3, OVER)
    assert options_of(over.undo()) == options_of(over) == build_options.AgeOptions(3, None)


def options_of(game: Game) -> object:
    return build_options.panels(Box(0, 0, 800, 100), game, 0)[-1].content
