"""The ways to pay: the default, and the way that an action chose."""

from __future__ import annotations

import pytest

from engine import (
    RULINGS,
    SEVENTH_IN_SIXTH,
    Build,
    BuildStage,
    CorrectCoins,
    Discard,
    Game,
    Pass,
    Payment,
    Phase,
    chosen_way,
)
from engine.rules.payment import ways_for
from tests.engine.positions import coins, play, position


def beside_a_seller(leaders: str) -> Game:
    """Seat 0 buys wood for 1 coin from its right neighbour, or from the bank (Bilkis)."""
    return position(
        {"wonder": ("giza", "A"), "cards": "east_trading_post", "leaders": leaders, "coins": 5},
        {"wonder": ("rhodes", "A")},
        {"wonder": ("babylon", "A"), "cards": "lumber_yard"},
        leaders=True,
        prefer="right",
    )


def test_at_equal_cost_the_bank_comes_before_a_neighbour() -> None:
    payments = [way.payment for way in beside_a_seller("bilkis").ways(0, "stockade")]
    assert payments == [Payment(bank=1), Payment(right=1)]


def test_at_equal_cost_the_bank_comes_before_the_preferred_left_neighbour() -> None:
    game = position(
        {"wonder": ("giza", "A"), "cards": "west_trading_post", "leaders": "bilkis", "coins": 5},
        {"wonder": ("rhodes", "A"), "cards": "lumber_yard"},
        {"wonder": ("babylon", "A")},
        leaders=True,
        prefer="left",
    )
    assert [way.payment for way in game.ways(0, "stockade")] == [Payment(bank=1), Payment(left=1)]


def test_a_rebate_makes_the_neighbour_cheaper_than_the_bank() -> None:
    payments = [way.payment for way in beside_a_seller("bilkis hatshepsut").ways(0, "stockade")]
    assert payments == [Payment(right=1), Payment(bank=1)]


def test_a_treasury_is_never_below_zero_when_a_correction_comes_after_a_payment() -> None:
    game = play(position(), Build(0, "timber_yard"), CorrectCoins(0, 0), Discard(1), Discard(2))
    assert coins(game) == [0, 6, 6]


def test_a_seat_pays_what_it_has_if_a_correction_left_too_few_coins() -> None:
    game = position(
        {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A"), "cards": "lumber_yard"}, {"wonder": ("babylon", "A")}
    )
    built = game.apply(Build(0, "stockade"))
    assert coins(play(built, CorrectCoins(0, 1), Discard(1), Discard(2))) == [0, 7, 6]
    assert coins(play(built, CorrectCoins(0, 0), Discard(1), Discard(2))) == [0, 6, 6]
    assert coins(play(built, Discard(1), Discard(2))) == [1, 8, 6]


def test_the_way_of_an_action_is_found_and_another_can_be_chosen() -> None:
    game = beside_a_seller("bilkis")
    ways = game.ways_for(Build(0, "stockade"))
    assert ways == game.ways(0, "stockade") == ways_for(game, Build(0, "stockade"))
    other = ways[1].pay(Build(0, "stockade"))
    assert other == Build(0, "stockade", Payment(right=1))
    assert [chosen_way(way.pay(other), ways) for way in ways] == [0, 1]
    assert chosen_way(Build(0, "stockade", Payment(left=3)), ways) is None


def test_the_free_structure_is_another_way_where_there_is_something_to_pay() -> None:
    game = position({"wonder": ("olympia", "A"), "stages": 2, "coins": 2})
    ways = game.ways_for(Build(0, "timber_yard"))
    assert [way.kind for way in ways] == ["own", "free"]
    assert [chosen_way(way.pay(Build(0, "timber_yard")), ways) for way in ways] == [0, 1]
    assert [way.kind for way in game.ways_for(Build(0, "lumber_yard"))] == ["own"], "it costs nothing"
    assert game.can(Build(0, "lumber_yard", Payment(), free=True)), "who insists may use it up"


def test_actions_other_than_structures_and_stages_have_no_ways() -> None:
    game = position({"cards": "sawmill sawmill"}, {"wonder": ("giza", "A"), "stages": 3})
    assert game.ways_for(Discard(0)) == ()
    assert game.ways_for(BuildStage(1)) == game.stage_ways(1) == ()


def test_a_chain_that_production_covers_too_is_one_way() -> None:
    game = position({"wonder": ("giza", "A"), "cards": "baths quarry stone_pit"}, age=2)
    assert [way.kind for way in game.ways(0, "aqueduct")] == ["chain"]


def test_the_missing_coins_are_those_of_the_cheapest_payment() -> None:
    game = position(
        {"wonder": ("giza", "A"), "cards": "east_trading_post", "coins": 0},
        {"wonder": ("rhodes", "A"), "cards": "lumber_yard"},
        {"wonder": ("babylon", "A"), "cards": "lumber_yard"},
    )
    assert [str(reason) for reason in game.verify(Build(0, "stockade"))] == ["too_few_coins(missing=1)"]


def before_the_seventh_card(leaders: str, rome: int = 0, rulings: int = RULINGS) -> Game:
    """Turn 6: seat 0 will have a seventh card; seat 1 sells it wood, seat 2 is Rome with so many stages."""
    return position(
        {"wonder": ("babylon", "B"), "stages": 2, "leaders": leaders, "coins": 9},
        {"wonder": ("rhodes", "A"), "cards": "lumber_yard"},
        {"wonder": ("rome", "B"), "stages": rome, "coins": 30, "cards": "brickyard quarry sawmill"},
        age=1,
        turn=6,
        leaders=True,
        rulings=rulings,
    )


@pytest.mark.clause("ruling/seventh-card-own-turn")
@pytest.mark.parametrize(("rulings", "again"), [(SEVENTH_IN_SIXTH, False), (RULINGS, True)])
def test_what_works_once_a_turn_works_again_for_the_seventh_card(rulings: int, again: bool) -> None:
    """Bilkis and Hatshepsut; not in games of the rulings before."""
    game = play(
        before_the_seventh_card("bilkis", rulings=rulings), Build(0, "baths", Payment(bank=1)), Discard(1), Discard(2)
    )
    assert (Payment(bank=1) in [way.payment for way in game.ways(0, "stockade")]) is again
    game = before_the_seventh_card("hatshepsut", rulings=rulings)
    game = play(game, Build(0, "stockade", Payment(left=2)), Discard(1), Discard(2))
    assert (game.phase, game.cities[0].coins) == (Phase.SEVENTH, 8)
    game = play(game, Build(0, "palace", Payment(left=2), exception=True))
    assert game.cities[0].coins == 8 - game.actions[-1].pays.total + again


def test_the_bank_still_sells_for_the_seventh_card_if_the_sixth_turn_did_not_buy_there() -> None:
    game = play(
        before_the_seventh_card("bilkis", rulings=SEVENTH_IN_SIXTH), Build(0, "theater"), Discard(1), Discard(2)
    )
    assert game.ways(0, "stockade")[0].payment == Payment(bank=1)


def test_a_rebate_is_given_once_a_turn_although_another_phase_lies_between() -> None:
    game = before_the_seventh_card("hatshepsut", rome=1, rulings=SEVENTH_IN_SIXTH)
    game = play(game, Build(0, "stockade", Payment(left=2)), Discard(1), BuildStage(2, exception=True))
    assert (game.phase, game.cities[0].coins) == (Phase.EXTRA_LEADER, 8)
    game = play(game, Pass(2))
    assert game.phase is Phase.SEVENTH
    game = play(game, Build(0, "palace", Payment(left=2), exception=True))
    assert game.cities[0].coins == 8 - game.actions[-1].pays.total


def test_a_stage_that_bought_nothing_at_the_bank_leaves_its_sale_for_the_seventh_card() -> None:
    game = position(
        {"wonder": ("babylon", "B"), "stages": 2, "leaders": "bilkis", "cards": "brickyard press", "coins": 9},
        {"wonder": ("rhodes", "A")},
        {"wonder": ("ephesus", "A")},
        turn=6,
        leaders=True,
        rulings=SEVENTH_IN_SIXTH,
    )
    game = play(game, BuildStage(0), Discard(1), Discard(2))
    assert (game.phase, game.actions[0].pays) == (Phase.SEVENTH, Payment())
    assert game.ways(0, "stockade")[0].payment == Payment(bank=1)
