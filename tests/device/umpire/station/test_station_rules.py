"""What a seat at a station does without a card, and which card a question is about."""

from __future__ import annotations

import pytest

from device.umpire.ruling import Situation, UmpireMemory
from device.umpire.station.station_umpire import StationUmpire, action_without_card, turn_order, whose_turn
from engine import BuildFromDiscard, Discard, Game, Pass, Phase
from engine.model.frozen import evolve
from tests.device.tables import CODEBOOK, code_of
from vision.scene import Item, Place, Scene

GAME = Game.new((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")))
CODE = code_of("lumber_yard")
SHOWN = Scene(1.0, items=(Item(1, CODE, Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.5),))


@pytest.mark.parametrize(
    ("phase", "action"),
    [
        (Phase.TURN, Discard(1)),
        (Phase.RECRUIT, Discard(1)),
        (Phase.SEVENTH, Discard(1)),
        (Phase.FROM_DISCARD, BuildFromDiscard(1, None)),
        (Phase.EXTRA_LEADER, Pass(1)),
        (Phase.CONFLICTS, None),
        (Phase.OVER, None),
    ],
)
def test_what_a_seat_does_without_a_card_depends_on_the_phase(phase, action):
    assert action_without_card(evolve(GAME, phase=phase), 1) == action


@pytest.mark.parametrize(("scene", "seat", "code"), [(SHOWN, 0, CODE), (SHOWN, 1, None), (Scene(1.0), 0, None)])
def test_a_question_is_about_the_card_that_is_shown_by_the_seat_whose_turn_it_is(scene, seat, code):
    assert StationUmpire(CODEBOOK).card_in_question(Situation(scene, GAME), UmpireMemory(), seat) == code


@pytest.mark.parametrize(
    ("turn", "free_city", "order"), [(1, 0, [1, 0, 2]), (2, 0, [1, 2, 0]), (1, 1, [0, 2, 1]), (2, 1, [0, 1, 2])]
)
def test_the_free_city_shows_its_card_after_the_seat_that_plays_for_it(turn, free_city, order):
    game = Game.new((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")), free_city=free_city)
    game = evolve(game, turn=turn)
    shown = []
    while game.turn == turn:
        shown.append(whose_turn(game))
        game = game.apply(Discard(shown[-1]))
    assert shown == order


def test_what_is_still_shown_after_an_undo_must_be_taken_away_first():
    umpire = StationUmpire(CODEBOOK)
    assert umpire.hold(Situation(SHOWN, GAME), UmpireMemory()).shown == 1
    assert umpire.hold(Situation(SHOWN, GAME), UmpireMemory(shown=3)).shown == 3
    assert umpire.hold(Situation(Scene(1.0), GAME), UmpireMemory(shown=3)).shown == 3


def test_the_free_city_may_have_acted_before_the_seat_that_plays_for_it():
    game = Game.new((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")), free_city=0).apply(Discard(0))
    assert turn_order(game) == (1, 2)


@pytest.mark.parametrize("free_city", [0, 1, 2])
def test_the_free_city_comes_after_the_seat_that_plays_for_it(free_city):
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")], free_city=free_city)
    order = turn_order(game)
    assert (sorted(order), order.index(free_city)) == ([0, 1, 2], order.index(game.controller) + 1)
