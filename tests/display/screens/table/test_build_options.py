"""Below a city are the structures it could build in the age that comes next."""

from __future__ import annotations

from dataclasses import replace

from display.drawing.box import Box
from display.facts.build_options import NextStage, build_options_of
from display.screens.table import build_options
from engine import Fight, Game, Payment, with_card
from tests.display.drawn import drawn
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


def science_of(*cards: str) -> build_options.ScienceRow:
    game = played(3, 0)
    scholar = game.cities[0]
    for card in cards:
        scholar = with_card(scholar, game.catalogue.card(card))
    game = replace(game, cities=(scholar, *game.cities[1:]))
    content = build_options.panels(Box(0, 0, 800, 100), game, 0)[0].content
    assert isinstance(content, build_options.ScienceRow)
    return content


def test_science_counts_symbols_sets_and_points_with_wild_symbols() -> None:
    assert science_of() == build_options.ScienceRow((0, 0, 0), 0, 0, 0)
    assert science_of("apothecary", "workshop") == build_options.ScienceRow((1, 1, 0), 0, 0, 2)
    assert science_of("apothecary", "workshop", "scriptorium").sets == 1
    wild = science_of("apothecary", "workshop", "scientists_guild")
    assert (wild.counts, wild.wild, wild.sets, wild.points) == ((1, 1, 0), 1, 0, 10)


def test_a_stage_that_can_be_paid_has_a_check_and_another_a_cross() -> None:
    for pays, icon in ((Payment(2, 0, 0), "[check]"), (None, "[cross]")):
        stages = build_options.StageProgress(NextStage(1, ("S", "S"), 0, pays), 3)
        shown = drawn(build_options.paint_stages, stages, (260, 80))
        assert {"[check]", "[cross]"} & set(shown) == {icon}
        assert ("[back]" in shown) is (pays is not None)
