"""What a city could build now follows the rules."""

from __future__ import annotations

from dataclasses import replace

from display.facts.city_details import build_options, easiest_way, next_stage
from engine import Build, Discard, Fight, Game, Payment, with_stage

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


def test_a_stage_without_enough_resources_for_sale_cannot_be_paid() -> None:
    stage = next_stage(game(), 0)
    assert stage is not None
    assert (stage.number, stage.units, stage.pays) == (1, ("S", "S"), None)


def test_a_stage_is_paid_for_in_the_cheapest_way() -> None:
    stage = next_stage(after("stone_pit"), 0)
    assert stage is not None
    assert stage.pays == Payment()


def test_of_several_payments_the_cheapest_is_shown() -> None:
    opened = game()
    for seat, card in enumerate(("east_trading_post", "stone_pit", "timber_yard")):
        opened = opened.apply(Build(seat, card))
    ways = opened.stage_ways(0)
    stage = next_stage(opened, 0)
    assert stage is not None
    assert len({way.payment.total for way in ways}) > 1
    assert stage.pays is not None
    assert stage.pays.total == min(way.payment.total for way in ways)


def test_cards_can_be_built_by_chain_from_own_resources_or_by_trade() -> None:
    opened = after("stone_pit")
    assert easiest_way(opened, 0, "baths") == "own"
    assert easiest_way(opened, 0, "guard_tower") == "out"
    assert easiest_way(opened, 0, "barracks") == "trade"
    assert easiest_way(after("stone_pit", "baths"), 0, "aqueduct") == "chain"


def test_every_card_of_the_age_that_is_not_built_is_counted_once() -> None:
    opened = after("stone_pit")
    assert sum(number for _, number in build_options(opened, 0)) == len(opened.age_cards) - 1
    assert all(1 in card.ages for card in opened.age_cards)


def test_olympias_power_makes_every_other_structure_possible() -> None:
    before = Game.new([("olympia", "A"), *BOARDS[1:]])
    zeus = replace(before, cities=(with_stage(with_stage(before.cities[0])), *before.cities[1:]))
    poor, rich = dict(build_options(before, 0)), dict(build_options(zeus, 0))
    assert "free" not in poor
    assert rich["free"] == poor["out"] > 0
    assert "out" not in rich


def test_without_the_expansion_its_guilds_are_not_among_what_can_be_built():
    game = Game.new(BOARDS)
    while game.age < 3:
        game = game.apply(Discard(game.to_act[0]) if game.to_act else Fight())
    assert {card.set for card in game.age_cards} == {"base"}
    assert sum(number for _, number in build_options(game, 0)) == len(game.age_cards)
