"""Below a city are the structures it could build in the age that comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from display.drawing.box import Box
from display.facts.city_details import NextStage, build_options
from display.screens.table import city_detail
from display.table_state import TableState
from engine import Fight, Game, Payment, with_card
from tests.display.drawn import drawn
from tests.display.sessions import AGE_ENDS, OVER, marks, played

if TYPE_CHECKING:
    from display.drawing.panel import Panel


def test_between_two_ages_the_structures_of_the_next_age_are_counted() -> None:
    fought = played(3, AGE_ENDS)
    assert options_of(fought) == (2, build_options(fought.apply(Fight()), 0))
    assert options_of(fought) == options_of(fought.apply(Fight()))


def test_after_the_last_age_nothing_can_be_built() -> None:
    over = played(3, OVER)
    assert options_of(over.undo()) == options_of(over) == (3, None)


def prospects(game: Game) -> tuple[Panel, ...]:
    """The three panels below the first city."""
    return city_detail.panels(Box(0, 0, 800, 500), TableState(game, marks(3)), game, 0)[-3:]


def options_of(game: Game) -> object:
    return prospects(game)[-1].content


def science_of(*cards: str) -> list[str]:
    game = played(3, 0)
    scholar = game.cities[0]
    for card in cards:
        scholar = with_card(scholar, game.catalogue.card(card))
    game = replace(game, cities=(scholar, *game.cities[1:]))
    return drawn(city_detail.paint_science, prospects(game)[0].content)


def test_science_counts_symbols_sets_and_points_with_wild_symbols() -> None:
    assert science_of() == ["Science: 0 points, sets: 0", "[compass]", "0", "[gear]", "0", "[tablet]", "0"]
    assert science_of("apothecary", "workshop", "scriptorium")[0] == "Science: 10 points, sets: 1"
    wild = science_of("apothecary", "workshop", "scientists_guild")
    assert (wild[0], wild[-2:]) == ("Science: 10 points, sets: 0", ["[question]", "1"])


def test_a_stage_that_can_be_paid_has_a_check_and_another_a_cross() -> None:
    for pays, icon in ((Payment(2, 0, 0), "[check]"), (None, "[cross]")):
        shown = drawn(city_detail.paint_stage, NextStage(1, 3, ("S", "S"), 0, pays, ()), (260, 80))
        assert {"[check]", "[cross]"} & set(shown) == {icon}
        assert ("[back]" in shown) is (pays is not None)
