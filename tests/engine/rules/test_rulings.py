"""The rulings for cases in which the rulebooks differ, are misprinted or are silent."""

import pytest

from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Payment,
    Phase,
    Recruit,
    for_sale,
    score_sheets,
    winners,
)
from tests.engine.positions import coins, keys, play, position

GRAND = "sawmill quarry brickyard foundry clay_pool ore_vein loom glassworks press"


def after(game, *actions):
    seats = {action.seat for action in actions}
    return play(game, *actions, *(Discard(seat) for seat in game.to_act if seat not in seats))


@pytest.mark.clause("points/example-civilian-misprint", "ruling/aqueduct")
def test_the_aqueduct_is_worth_five_points_as_its_example_adds_up():
    """The Portuguese example says 3 and yet 13 together; Italian and Ukrainian say 5."""
    found = score_sheets(position({"cards": "altar aqueduct town_hall"}, age=3))[0]
    assert {term.source: term.points for term in found.lines["civilian"]} == {"altar": 2, "aqueduct": 5, "town_hall": 6}
    assert found.points["civilian"] == 13


@pytest.mark.clause("end/tie-undecided", "end/tie-shared", "ruling/tie")
def test_a_tie_in_points_and_coins_is_a_shared_victory():
    """Italian and Portuguese leave it undecided; the Ukrainian rulebook shares the victory."""
    assert winners(position({"coins": 5}, {"coins": 5}, {"coins": 4})) == (0, 1)


@pytest.mark.parametrize(("card", "beside", "each"), [("vineyard", "sawmill", 1), ("bazar", "loom", 2)])
@pytest.mark.clause("ruling/vineyard-bazar", "trap/vineyard-any-seat-order")
def test_both_vineyard_and_bazar_count_what_is_built_beside_them_in_the_same_turn(card, beside, each):
    """The Italian rulebook says this only for the Bazar, the others for both."""
    game = position({}, {}, {}, {}, age=2, players=4)
    assert coins(after(game, Build(0, card), Build(1, beside)))[0] == 3 + each
    assert coins(after(game, Build(1, beside), Build(0, card)))[0] == 3 + each


@pytest.mark.clause("ruling/choice-cards")
def test_neighbours_may_buy_either_side_of_a_choice_card():
    """The Portuguese description does not mention the neighbours, the others do."""
    game = position({"wonder": ("ephesus", "A"), "cards": "clay_pit"}, {}, {})
    assert for_sale(game.cities[0]) == ("CO", "P")
    game = after(game, Build(1, "barracks"), Build(2, "guard_tower"))
    assert coins(game)[0] >= 3 + 2


@pytest.mark.clause("two/conflicts-no-use", "ruling/free-city")
def test_the_free_city_gets_conflict_tokens_although_it_is_not_scored():
    """The Portuguese rulebook finds them useless; the Strategists Guild of a neighbour counts them."""
    game = position(
        {"cards": "stockade strategists_guild"},
        {"cards": "barracks"},
        {},
        free_city=2,
        age=3,
        turn=6,
        phase=Phase.CONFLICTS,
    )
    game = game.apply(Fight())
    assert game.cities[2].conflict == (-1, -1)
    assert [sheet.seat for sheet in score_sheets(game)] == [0, 1]
    assert score_sheets(game)[0].points["guilds"] == 2


@pytest.mark.clause("tokens/values")
def test_a_defeat_is_worth_minus_one_in_every_age():
    for age in (1, 2, 3):
        game = position({"cards": "stockade"}, age=age, turn=6, phase=Phase.CONFLICTS).apply(Fight())
        assert game.cities[1].conflict == (-1,)


@pytest.mark.clause("wonders/rhodes-a")
def test_shields_of_wonders_count_beside_those_of_red_cards():
    """ "Fine di un'Epoca" speaks of red cards only, the description of Rhodes of its own."""
    rhodes = {"wonder": ("rhodes", "A"), "stages": 2}
    game = position(rhodes, {"cards": "stockade"}, turn=6, phase=Phase.CONFLICTS).apply(Fight())
    assert game.cities[0].conflict == (1, 1)


@pytest.mark.clause("ruling/olympia-b")
def test_copied_guilds_and_wild_symbols_are_chosen_for_the_most_points():
    """The rulebooks leave it to the player, who would not choose worse."""
    olympia = {"wonder": ("olympia", "B"), "stages": 3, "cards": "apothecary dispensary lodge scientists_guild"}
    found = score_sheets(position(olympia, {"cards": "scientists_guild"}, {"cards": "spies_guild"}, age=3))[0]
    assert (found.copied_guild, found.points["scientific"]) == ("scientists_guild", 25)


@pytest.mark.clause("ruling/one-resource-less")
def test_a_discount_leader_saves_what_helps_most():
    """Any of the seven resources: the one that only the dear neighbour sells."""
    own = {"wonder": ("ephesus", "A"), "leaders": "leonidas", "cards": "west_trading_post", "coins": 9}
    game = position(
        own, {"wonder": ("giza", "A"), "cards": "sawmill"}, {"wonder": ("rhodes", "A")}, age=2, leaders=True
    )
    assert game.ways(0, "training_ground")[0].payment == Payment(left=1, right=2)
    game = position(own, {"wonder": ("giza", "A"), "cards": "sawmill foundry"}, {}, age=2, leaders=True)
    assert game.ways(0, "training_ground")[0].payment == Payment(left=2)


@pytest.mark.clause("wonders/olympia-a-reminder", "ruling/olympia-a")
def test_olympias_free_structure_is_no_chain():
    own = {"wonder": ("olympia", "A"), "stages": 2, "leaders": "vitruvius", "cards": "theater", "coins": 0}
    free = after(position(own, age=2, leaders=True), Build(0, "statue", free=True))
    chain = after(position(own, age=2, leaders=True), Build(0, "statue"))
    assert (coins(free)[0], coins(chain)[0]) == (0, 2)
    assert (free.cities[0].free_used, chain.cities[0].free_used) == (True, False)


@pytest.mark.clause("ruling/rome")
def test_rome_b_makes_leaders_cheaper_as_its_board_says():
    """The rulebook's text speaks of extra leaders only; the board of all, and of the neighbours' too."""
    game = position({"wonder": ("rome", "B")}, turn=0, phase=Phase.RECRUIT, leaders=True, players=4)
    assert [game.leader_price(seat, "amytis") for seat in range(4)] == [2, 3, 4, 3]


@pytest.mark.clause("ruling/solomon")
def test_solomon_and_halicarnassus_build_no_second_structure_of_a_name():
    game = after(
        position({"cards": "altar", "coins": 6}, age=2, turn=0, phase=Phase.RECRUIT, leaders=True),
        Recruit(0, "solomon"),
    )
    assert game.phase is Phase.FROM_DISCARD
    assert keys(game, BuildFromDiscard(0, "altar")) == ["already_built"]


@pytest.mark.clause("leaders/faq-cortigiane", "ruling/courtesans")
def test_a_copied_leader_works_at_once_and_to_the_end_but_is_no_leader():
    own = {"wonder": ("giza", "A"), "cards": f"{GRAND}", "coins": 0}
    game = position(own, {"leaders": "croesus"}, {"cards": "diplomats_guild"}, age=3, turn=2, leaders=True)
    game = after(game, Build(0, "courtesans_guild"))
    game = game.apply(ChooseLeader(0, "croesus"))
    assert coins(game)[0] == 6
    assert score_sheets(game)[2].points["guilds"] == 1


@pytest.mark.clause("guilds/shipowners-itself", "ruling/count-themselves")
def test_shipowners_and_lighthouse_count_themselves():
    found = score_sheets(position({"cards": "shipowners_guild lighthouse"}, age=3))[0]
    assert (found.points["guilds"], found.points["commercial"]) == (1, 1)


@pytest.mark.clause("ruling/babylon-b")
def test_the_seventh_card_comes_after_the_sixth_cards_of_all():
    """The sixth cards' effects are there: a stage built on turn six, and what it gives."""
    own = {"wonder": ("babylon", "B"), "stages": 1, "cards": GRAND, "coins": 0}
    game = after(position(own, turn=6), BuildStage(0))
    assert game.phase is Phase.SEVENTH
    assert coins(after(game, Discard(0)))[0] == 3
