"""What a city could build now is said as the rules have it."""

from __future__ import annotations

from dataclasses import replace

from device.messages.questions import Plan
from display.drawing.box import Box
from display.facts.build_options import age_cards, build_options_of, easiest_way, next_stage
from display.facts.city_facts import city_facts
from display.screens.table import build_options, city_detail
from display.table_state import TableState
from engine import Build, Discard, Fight, Game, Payment
from engine.city import with_stage
from tests.display.sessions import AGE_ENDS, OVER, played

BOARDS = [("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]


def game() -> Game:
    return Game.new(BOARDS)


def after(*cards: str) -> Game:
    """Giza has built the cards, one a turn; the others discarded."""
    played = game()
    for card in cards:
        for action in (Build(0, card), Discard(1), Discard(2)):
            played = played.apply(action)
    return played


def test_a_stage_that_nobody_sells_enough_for_is_out_of_reach() -> None:
    stage = next_stage(game(), 0)
    assert stage is not None
    assert (stage.number, stage.units, stage.pays) == (1, ("S", "S"), None)


def test_a_stage_is_paid_for_in_the_cheapest_way() -> None:
    stage = next_stage(after("stone_pit"), 0)
    assert stage is not None
    assert stage.pays == Payment()


def test_cards_are_within_reach_by_chain_own_means_or_trade() -> None:
    opened = after("stone_pit")
    assert easiest_way(opened, 0, "baths") == "own"
    assert easiest_way(opened, 0, "guard_tower") == "out"
    assert easiest_way(opened, 0, "barracks") == "trade"
    assert easiest_way(after("stone_pit", "baths"), 0, "aqueduct") == "chain"


def test_every_card_of_the_age_that_is_not_built_is_counted_once() -> None:
    opened = after("stone_pit")
    found = build_options_of(opened, 0)
    assert sum((found.chain, found.own, found.trade, found.free, found.out)) == len(age_cards(opened)) - 1
    assert all(1 in card.ages for card in age_cards(opened))


def test_between_two_ages_it_is_the_next_ones_structures_that_can_be_built() -> None:
    fought = played(3, AGE_ENDS)
    assert deck_of(fought) == build_options.AgeOptions(2, build_options_of(fought.apply(Fight()), 0))
    assert deck_of(fought) == deck_of(fought.apply(Fight()))


def test_after_the_last_age_nothing_is_built() -> None:
    over = played(3, OVER)
    assert deck_of(over.undo()) == deck_of(over) == build_options.AgeOptions(3, None)


def deck_of(game: Game) -> object:
    return build_options.panels(Box(0, 0, 800, 100), game, 0)[-1].content


def test_olympias_power_brings_the_rest_within_reach() -> None:
    before = Game.new([("olympia", "A"), *BOARDS[1:]])
    zeus = replace(before, cities=(with_stage(with_stage(before.cities[0])), *before.cities[1:]))
    poor, rich = build_options_of(before, 0), build_options_of(zeus, 0)
    assert poor.free == 0
    assert poor.out > 0
    assert (rich.free, rich.out) == (poor.out, 0)


def test_who_pays_whom_is_shown_at_both_sides() -> None:
    opened = after("stone_pit")
    plans = {
        0: Plan("build", "barracks", payment=Payment(2, 0, 0)),
        1: Plan("stage", stage=1, payment=Payment(0, 4, 0)),
    }
    state = TableState(opened, plans=plans)
    left, own, right, *_ = city_detail.panels(Box(0, 0, 400, 300), state, opened, 0)
    assert (left.content.gets, left.content.gives) == (2, 4)  # type: ignore[attr-defined]
    assert (right.content.gets, right.content.gives) == (0, 0)  # type: ignore[attr-defined]
    assert own.content.points is None  # type: ignore[attr-defined]
    live = city_detail.panels(Box(0, 0, 400, 300), replace(state, live_scores=True), opened, 0)[1]
    assert live.content.points == 1  # type: ignore[attr-defined]


def test_the_free_city_says_who_plays_it() -> None:
    pair = Game.new(BOARDS, ("Ada", "", ""), free_city=2)
    assert city_facts(TableState(pair), pair, 0).played_by is None
    assert pair.controller is not None
    player = city_facts(TableState(pair), pair, 2).played_by
    assert player is not None
    assert player.wonder == BOARDS[pair.controller][0]
