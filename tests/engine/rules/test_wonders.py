"""The powers of the wonders (base rulebook, "Descrizione delle Meraviglie")."""

import pytest

from engine import (
    NOTHING,
    OLD_RULINGS,
    RULINGS,
    SEVENTH_IN_SIXTH,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    Payment,
    Phase,
    Way,
    action_to_dict,
    has_chain,
    prices,
    production,
    score_sheets,
    shields,
)
from tests.engine.positions import coins, keys, play, position

RICH = "sawmill quarry brickyard foundry clay_pool ore_vein loom glassworks press"


def built(wonder: str, side: str, stages: int = 0, **fields):
    return {"wonder": (wonder, side), "stages": stages, "cards": RICH, **fields}


def rest(game, *seats):
    return [Discard(seat) for seat in range(len(game.cities)) if seat not in seats]


def after_turn(game, *actions):
    return play(game, *actions, *rest(game, *(action.seat for action in actions)))


@pytest.mark.clause("stage/in-order", "overview/stages-in-order")
def test_stages_are_built_from_left_to_right():
    """ "Le fasi di una Meraviglia DEVONO essere realizzate in ordine"."""
    game = position(built("giza", "A"))
    assert keys(game, BuildStage(0, stage=2)) == ["stage_out_of_order"]
    assert after_turn(game, BuildStage(0)).actions[0].stage == 1


@pytest.mark.clause("stage/once")
def test_every_stage_is_built_once():
    assert keys(position(built("rhodes", "B", 2)), BuildStage(0)) == ["no_stage_left"]
    assert keys(position(built("giza", "B", 3, cards=f"{RICH} stone_pit stone_pit")), BuildStage(0)) == []


@pytest.mark.clause("stage/example-alexandria")
def test_example_the_second_stage_of_alexandria_costs_two_ore():
    """ "Realizzare una Fase di una Meraviglia", example."""
    game = position({"wonder": ("alexandria", "A"), "stages": 1, "cards": "foundry"})
    assert [way.kind for way in game.stage_ways(0)] == ["own"]


def test_resources_for_a_stage_may_be_bought():
    game = position({"wonder": ("ephesus", "A"), "coins": 4}, {"wonder": ("giza", "A"), "cards": "stone_pit"})
    assert coins(after_turn(game, BuildStage(0)))[:2] == [0, 3 + 4 + 3]


@pytest.mark.clause("wonders/rhodes-a")
def test_the_colossus_of_rhodes_a_gives_two_shields():
    assert shields(position(built("rhodes", "A", 2)).cities[0]) == 2


@pytest.mark.clause("wonders/rhodes-b")
def test_the_colossus_of_rhodes_b_gives_shields_and_coins_twice():
    game = after_turn(position(built("rhodes", "B", cards="quarry stone_pit")), BuildStage(0))
    assert (shields(game.cities[0]), coins(game)[0]) == (1, 6)
    game = after_turn(position(built("rhodes", "B", 1, cards="foundry foundry", coins=0)), BuildStage(0))
    assert (shields(game.cities[0]), coins(game)[0]) == (2, 4)


@pytest.mark.clause("wonders/alexandria-b")
def test_the_lighthouse_of_alexandria_gives_resources_that_cannot_be_bought():
    game = position(built("alexandria", "B", 2, cards=""), {"coins": 9}, {"coins": 9})
    assert sorted(map(len, production(game.cities[0]))) == [1, 3, 4]
    assert game.ways(0, "loom")
    assert keys(game, Build(1, "scriptorium")) == ["nobody_sells"]


@pytest.mark.clause("wonders/ephesus-a")
def test_the_temple_of_artemis_a_gives_nine_coins_once():
    game = after_turn(position(built("ephesus", "A", 1, coins=0)), BuildStage(0))
    assert coins(game)[0] == 9
    assert coins(after_turn(game, Discard(0)))[0] == 12


@pytest.mark.clause("wonders/ephesus-b")
def test_the_temple_of_artemis_b_gives_four_coins_with_each_stage():
    for stage in range(3):
        assert coins(after_turn(position(built("ephesus", "B", stage, coins=0)), BuildStage(0)))[0] == 4


@pytest.mark.clause("wonders/olympia-a", "wonders/olympia-a-reminder", "symbols/board-olympia-a", "trap/olympia-a")
def test_zeus_a_builds_one_structure_per_age_for_nothing():
    """ "una volta per ogni Epoca": any structure from the hand, coins too."""
    game = position({"wonder": ("olympia", "A"), "stages": 2, "coins": 0}, age=3, turn=2)
    assert [way.kind for way in game.ways(0, "palace")] == ["free"]
    game = after_turn(game, Build(0, "palace"))
    assert game.actions[0].free
    assert game.cities[0].cards == ("palace",)
    assert keys(game, Build(0, "senate")) == ["nobody_sells"]
    assert keys(game, Build(0, "senate", free=True)) == ["no_free_build"]


@pytest.mark.clause("wonders/olympia-a")
def test_zeus_a_works_again_in_the_next_age():
    game = position({"wonder": ("olympia", "A"), "stages": 2, "coins": 0}, age=1, turn=6)
    game = after_turn(game, Build(0, "timber_yard", free=True)).apply(Fight())
    assert game.age == 2
    assert game.ways(0, "sawmill")[0].kind == "own" if game.cities[0].coins else True
    assert keys(game, Build(0, "aqueduct", free=True)) == []


def test_zeus_a_is_only_used_by_default_if_nothing_else_is_possible():
    game = position({"wonder": ("olympia", "A"), "stages": 2})
    assert [way.kind for way in game.ways(0, "timber_yard")] == ["own", "free"]
    assert not play(game, Build(0, "timber_yard")).pending[0].free


@pytest.mark.clause("ruling/olympia-a", "trap/no-duplicate")
def test_zeus_a_builds_no_second_structure_of_the_same_name():
    game = position({"wonder": ("olympia", "A"), "stages": 2, "cards": "baths"})
    assert keys(game, Build(0, "baths", free=True)) == ["already_built"]


@pytest.mark.clause("wonders/olympia-b", "wonders/olympia-b-and-posts")
def test_zeus_b_buys_raw_materials_for_one_coin_on_both_sides():
    """Not cumulative with the trading posts, which may still be built."""
    game = position({"wonder": ("olympia", "B"), "stages": 1, "cards": "east_trading_post"})
    for side in ("left", "right"):
        assert [prices(game, 0)[side][letter] for letter in "WSCOLGP"] == [1, 1, 1, 1, 2, 2, 2]
    assert keys(game, Build(0, "west_trading_post")) == []


def babylon(stages: int, **fields):
    return position(built("babylon", "B", stages, cards=f"{RICH} tavern"), turn=6, **fields)


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.clause("wonders/babylon-b", "symbols/board-babylon-b", "trap/babylon-b-turn-six")
def test_babylon_b_plays_the_seventh_card_in_every_age(age):
    """ "l'opzione di giocare la propria settima carta Epoca invece di scartarla"."""
    game = after_turn(babylon(2, age=age))
    assert (game.phase, game.to_act, game.turn) == (Phase.SEVENTH, (0,), 6)
    before = coins(game)[0]
    assert coins(game.apply(Discard(0)))[0] == before + 3
    assert game.apply(Discard(0)).phase is Phase.CONFLICTS


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.clause("wonders/babylon-b-on-turn-six", "ruling/babylon-b", "trap/babylon-b-turn-six")
def test_babylon_b_stage_built_on_turn_six_works_in_that_age(age):
    """ "può costruirla nel sesto turno e poi giocare la settima carta"."""
    assert after_turn(babylon(1, age=age), BuildStage(0)).phase is Phase.SEVENTH


@pytest.mark.clause("wonders/babylon-b")
def test_without_its_stage_babylon_b_has_no_seventh_card():
    assert after_turn(babylon(1)).phase is Phase.CONFLICTS
    assert after_turn(position(built("babylon", "B", 2), turn=5)).phase is Phase.TURN


@pytest.mark.clause("wonders/babylon-b", "symbols/board-babylon-b")
def test_the_seventh_card_may_build_the_third_stage_or_a_structure_that_is_paid_for():
    game = after_turn(babylon(2))
    assert play(game, BuildStage(0)).cities[0].stages == 3
    assert "stockade" in play(game, Build(0, "stockade")).cities[0].cards
    assert keys(game, Build(0, "tavern")) == ["not_in_player_count", "already_built"]


def test_the_seventh_card_may_be_declined():
    game = after_turn(babylon(2))
    assert play(game, Pass(0)).phase is Phase.CONFLICTS
    assert coins(play(game, Pass(0))) == coins(game)
    assert keys(babylon(2), Pass(0)) == ["not_now"]


def test_a_legal_pass_is_not_recorded_as_an_exception():
    assert not after_turn(babylon(2)).apply(Pass(0, exception=True)).actions[-1].exception


def test_only_babylon_acts_with_a_seventh_card():
    assert keys(after_turn(babylon(2)), Discard(1)) == ["not_now"]


def test_the_seventh_card_counts_in_the_conflicts_of_that_age():
    game = play(after_turn(babylon(2)), Build(0, "stockade"), Fight())
    assert game.cities[0].conflict == (1, 1)


@pytest.mark.clause("wonders/halicarnassus-a", "wonders/halicarnassus-b-when", "symbols/board-halicarnassus")
def test_the_mausoleum_builds_from_the_discard_pile_at_the_end_of_the_turn():
    game = after_turn(position(built("halicarnassus", "A", 1, coins=0), turn=2, age=3), BuildStage(0))
    assert (game.phase, game.to_act, game.turn) == (Phase.FROM_DISCARD, (0,), 2)
    game = game.apply(BuildFromDiscard(0, "palace"))
    assert "palace" in game.cities[0].cards
    assert (game.phase, game.turn) == (Phase.TURN, 3)


def test_the_mausoleum_a_second_time_only_with_another_stage():
    game = after_turn(position(built("halicarnassus", "A", 1), turn=2), BuildStage(0))
    game = after_turn(game.apply(BuildFromDiscard(0, None)))
    assert (game.phase, game.turn) == (Phase.TURN, 4)


@pytest.mark.parametrize("stage", [1, 2, 3])
@pytest.mark.clause("wonders/halicarnassus-b")
def test_every_stage_of_the_mausoleum_b_builds_from_the_discard_pile(stage):
    game = after_turn(position(built("halicarnassus", "B", stage - 1), turn=2), BuildStage(0))
    assert game.phase is Phase.FROM_DISCARD


@pytest.mark.clause("wonders/halicarnassus-a-when", "ruling/halicarnassus", "trap/halicarnassus-turn-six")
def test_the_mausoleum_on_turn_six_comes_before_the_conflicts_and_its_shields_count():
    game = after_turn(position(built("halicarnassus", "A", 1), turn=6, age=1), BuildStage(0))
    assert game.phase is Phase.FROM_DISCARD
    game = game.apply(BuildFromDiscard(0, "stockade"))
    assert game.phase is Phase.CONFLICTS
    assert game.apply(Fight()).cities[0].conflict == (1, 1)


@pytest.mark.clause("trap/halicarnassus-turn-six")
def test_the_mausoleum_comes_after_the_seventh_card():
    game = position(built("halicarnassus", "A", 1), built("babylon", "B", 2), turn=6)
    game = after_turn(game, BuildStage(0))
    assert game.phase is Phase.SEVENTH
    assert game.apply(Discard(1)).phase is Phase.FROM_DISCARD


@pytest.mark.clause("ruling/halicarnassus", "trap/no-duplicate")
def test_the_mausoleum_builds_no_second_structure_of_the_same_name():
    game = after_turn(position(built("halicarnassus", "A", 1, cards=f"{RICH} baths"), turn=2), BuildStage(0))
    assert keys(game, BuildFromDiscard(0, "baths")) == ["already_built"]


@pytest.mark.clause("ruling/halicarnassus")
def test_the_mausoleum_builds_nothing_of_a_later_age():
    game = after_turn(position(built("halicarnassus", "A", 1), turn=2, age=2), BuildStage(0))
    assert keys(game, BuildFromDiscard(0, "palace")) == ["wrong_age"]
    assert keys(game, BuildFromDiscard(0, "altar")) == []


def test_a_structure_from_the_discard_pile_gives_its_coins():
    game = after_turn(position(built("halicarnassus", "A", 1, coins=0), turn=2, players=4), BuildStage(0))
    assert coins(game.apply(BuildFromDiscard(0, "tavern")))[0] == 5


@pytest.mark.clause("wonders/giza-b")
def test_the_pyramids_b_are_built_in_four_stages():
    assert len(position(built("giza", "B")).cities[0].wonder.stages) == 4


@pytest.mark.clause("wonders/boards-are-no-cards", "guilds/boards-are-no-cards")
def test_the_board_is_no_card():
    """ "Le risorse prodotte dalle plance NON vengono considerate carte"."""
    game = after_turn(position({"wonder": ("giza", "A")}, age=2), Build(0, "vineyard"))
    assert coins(game)[0] == 3


@pytest.mark.clause("trade/both-neighbours")
def test_a_stage_pays_left_and_right_at_once():
    game = position({"wonder": ("giza", "A"), "stages": 1, "coins": 6}, {"cards": "lumber_yard"}, {"cards": "sawmill"})
    assert [way.payment for way in game.stage_ways(0)] == [Payment(2, 4)]


@pytest.mark.clause("ruling/babylon-b", "ruling/seventh-card-own-turn")
def test_the_seventh_card_may_use_what_the_sixth_cards_produce():
    """Ruling: it resolves after the sixth turn's actions, so what was built then stands, the neighbours' too."""
    poor = {"wonder": ("babylon", "B"), "stages": 2, "coins": 0}
    game = after_turn(position(poor, turn=6), Build(0, "stone_pit"))
    assert game.ways(0, "baths") == (Way("own", NOTHING),)
    rich = {"wonder": ("babylon", "B"), "stages": 2, "coins": 2}
    game = position(rich, {"wonder": ("rhodes", "A")}, {"wonder": ("olympia", "A")}, turn=6)
    game = play(game, Discard(0), Build(1, "stone_pit"), Discard(2))
    assert game.ways(0, "baths") == (Way("trade", Payment(left=2)),)


SIXTH = {"wonder": ("babylon", "B"), "stages": 2}
"""Babylon before its sixth card; the seventh will be played."""


@pytest.mark.clause("ruling/seventh-card-own-turn")
def test_the_seventh_card_is_paid_with_the_coins_of_the_sixth_turn():
    """ "Può costruirla nel sesto turno e poi giocare la settima carta": what the sixth turn brought is there."""
    game = after_turn(position({**SIXTH, "coins": 1}, {"wonder": ("giza", "A")}, turn=6), Discard(0))
    assert coins(game)[0] == 4
    assert game.ways(0, "baths") == (Way("trade", Payment(left=2)),)
    sold = position({**SIXTH, "coins": 0}, {"wonder": ("giza", "A")}, {"cards": "ore_vein"}, turn=6)
    sold = play(sold, Build(0, "clay_pool"), Build(1, "stockade", exception=True), Build(2, "guard_tower"))
    assert coins(sold)[0] == 2, "what neighbours have just paid, too"
    assert sold.ways(0, "baths") == (Way("trade", Payment(left=2)),)


@pytest.mark.clause("ruling/seventh-card-own-turn")
def test_the_trading_post_of_the_sixth_turn_is_there_for_the_seventh_card():
    """ "A partire dal turno successivo a quello in cui questo edificio è stato costruito"."""
    game = after_turn(position({**SIXTH, "coins": 2}, {"wonder": ("giza", "A")}, turn=6), Build(0, "west_trading_post"))
    assert game.ways(0, "baths") == (Way("trade", Payment(left=1)),)
    assert prices(game, 0)["left"]["S"] == 1


def test_coins_that_were_counted_before_the_seventh_card_can_be_spent():
    game = after_turn(position({**SIXTH, "coins": 1}, {"wonder": ("giza", "A")}, turn=6), Build(0, "clay_pit"))
    assert not game.can(Build(0, "baths"))
    assert game.apply(CorrectCoins(0, 4)).can(Build(0, "baths"))


def test_games_of_the_rulings_before_keep_their_seventh_card():
    """It belonged to the sixth turn for coins and trading posts, and not for production."""
    old = {"rulings": SEVENTH_IN_SIXTH, "turn": 6}
    game = after_turn(position({**SIXTH, "coins": 1}, {"wonder": ("giza", "A")}, **old), Discard(0))
    assert keys(game, Build(0, "baths")) == ["too_few_coins"]
    assert game.can(Build(0, "timber_yard"))
    game = after_turn(position({**SIXTH, "coins": 3}, {"wonder": ("giza", "A")}, **old), Build(0, "clay_pit"))
    assert game.ways(0, "baths") == (Way("trade", Payment(left=2)),)
    assert game.apply(CorrectCoins(0, 1)).verify(Build(0, "baths"))
    game = after_turn(position({**SIXTH, "coins": 2}, {"wonder": ("giza", "A")}, **old), Build(0, "west_trading_post"))
    assert prices(game, 0)["left"]["S"] == 2
    assert prices(play(game, Pass(0), Fight()), 0)["left"]["S"] == 1
    game = after_turn(position(dict(SIXTH, coins=0), **old), Build(0, "stone_pit"))
    assert game.ways(0, "baths") == (Way("own", NOTHING),)


def test_games_keep_the_rulings_with_which_they_were_begun():
    babylon = {"wonder": ("babylon", "B"), "stages": 2, "coins": 1}
    game = after_turn(position(babylon, {"wonder": ("giza", "A")}, turn=6, rulings=OLD_RULINGS), Discard(0))
    assert game.ways(0, "baths") == (Way("trade", Payment(left=2)),)


@pytest.mark.parametrize("wonder", ["rhodes", "alexandria", "ephesus", "babylon", "olympia", "halicarnassus", "giza"])
@pytest.mark.clause("wonders/a-points")
def test_on_every_side_a_the_first_stage_is_worth_three_points_and_the_third_seven(wonder):
    totals = [
        score_sheets(position({"wonder": (wonder, "A"), "stages": stages}))[0].points["wonder"] for stages in range(4)
    ]
    assert (totals[1] - totals[0], totals[3] - totals[2]) == (3, 7)


@pytest.mark.clause("stage/board-price", "stage/hidden-card")
def test_a_card_under_the_wonder_is_no_structure_and_costs_only_what_the_board_says():
    """The card is not even named, and whichever it is, only the stage is paid for."""
    game = after_turn(position(built("giza", "A", coins=0)), BuildStage(0))
    assert game.cities[0].cards == tuple(RICH.split())
    assert coins(game)[0] == 0
    assert action_to_dict(game.actions[0])["card"] is None


@pytest.mark.clause("stage/any-age")
def test_several_stages_may_be_built_in_one_age_and_the_first_one_in_age_three():
    game = position(built("giza", "A", cards=f"{RICH} stone_pit timber_yard"), age=3)
    for stages in (1, 2, 3):
        game = after_turn(game, BuildStage(0))
        assert (game.cities[0].stages, game.age) == (stages, 3)


@pytest.mark.parametrize("stage", [1, 2, 3])
@pytest.mark.clause("wonders/ephesus-b")
def test_the_temple_of_artemis_b_points(stage):
    worth = score_sheets(position({"wonder": ("ephesus", "B"), "stages": stage}))[0].points["wonder"]
    assert worth == sum((2, 3, 5)[:stage])


@pytest.mark.parametrize("stage", [1, 2, 3])
@pytest.mark.clause("wonders/halicarnassus-b")
def test_the_mausoleum_b_points(stage):
    worth = score_sheets(position({"wonder": ("halicarnassus", "B"), "stages": stage}))[0].points["wonder"]
    assert worth == sum((2, 1, 0)[:stage])


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
@pytest.mark.clause("wonders/giza-b")
def test_the_pyramids_b_points(stage):
    worth = score_sheets(position({"wonder": ("giza", "B"), "stages": stage}))[0].points["wonder"]
    assert worth == sum((3, 5, 5, 7)[:stage])


@pytest.mark.clause("wonders/babylon-b-on-turn-six")
def test_the_seventh_card_can_be_the_third_stage_after_the_second_was_built_on_turn_six():
    game = position(built("babylon", "B", 1, cards=f"{RICH} glassworks stone_pit"), turn=6)
    game = play(after_turn(game, BuildStage(0)), BuildStage(0))
    assert (game.cities[0].stages, game.phase) == (3, Phase.CONFLICTS)


@pytest.mark.clause("ruling/babylon-b")
def test_the_seventh_card_is_only_babylons_own_and_comes_after_everybodys_sixth():
    game = after_turn(babylon(2), Build(0, "stockade"))
    assert game.pending == {}
    assert "stockade" in game.cities[0].cards
    assert game.to_act == (0,)


@pytest.mark.clause("ruling/chain-from-an-earlier-age")
def test_a_structure_raised_in_this_age_begins_no_chain_until_the_next():
    """ "Se il giocatore ha costruito la struttura nominata in un'Epoca precedente"."""
    own = {"wonder": ("halicarnassus", "A"), "stages": 1, "cards": "foundry ore_vein"}
    for rulings, chained in ((RULINGS, False), (OLD_RULINGS, True)):
        game = position(own, age=2, turn=5, pile=("scriptorium", None), rulings=rulings)
        game = play(after_turn(game, BuildStage(0)), BuildFromDiscard(0, "scriptorium"))
        assert has_chain(game, 0, game.catalogue.card("library")) is chained
        assert game.can(Build(0, "library")) is chained
    game = play(game, *rest(game), Fight())
    assert game.age == 3
    assert game.cities[0].raised == frozenset()


@pytest.mark.clause("ruling/chain-from-an-earlier-age")
def test_a_structure_that_was_raised_in_an_earlier_age_begins_its_chain():
    own = {"wonder": ("halicarnassus", "A"), "cards": "theater", "raised": frozenset({"theater"})}
    assert not has_chain(position(own, age=2), 0, position().catalogue.card("statue"))
    game = position(own, age=1, turn=6, phase=Phase.CONFLICTS).apply(Fight())
    assert game.can(Build(0, "statue"))


@pytest.mark.clause("ruling/chain-from-an-earlier-age")
def test_one_of_two_beginnings_from_an_earlier_age_is_enough():
    own = {"cards": "east_trading_post west_trading_post", "raised": frozenset({"west_trading_post"})}
    assert has_chain(position(own, age=2), 0, position().catalogue.card("forum"))
