"""The Leaders expansion (its rulebook; rulings where it is silent)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import (
    CATALOGUE,
    OLD_RULINGS,
    RESOURCES,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Game,
    ImpossibleSetup,
    Leader,
    Pass,
    Payment,
    Phase,
    Points,
    Recruit,
    Shields,
    UnknownName,
    categories,
    conflict_preview,
    production,
    read_record,
    score_sheets,
    shields,
    symbols,
    with_leader,
    write_record,
)
from engine.model.resources import bundle
from engine.rules.payment import market_of
from tests.engine.positions import coins, keys, play, position

DATA = Path(__file__).parents[1] / "data"
LEADERS = json.loads((DATA / "leaders.json").read_text("utf-8"))["leaders"]
GUILDS = json.loads((DATA / "leader_guilds.json").read_text("utf-8"))["guilds"]
ROME = json.loads((DATA / "rome.json").read_text("utf-8"))["wonders"]
RICH = "sawmill quarry brickyard foundry loom glassworks press"
PLAIN = {"wonder": ("giza", "A")}


def led(*cities, **fields):
    return position(*cities, leaders=True, **fields)


def recruiting(*cities, **fields):
    return led(*cities, turn=0, phase=Phase.RECRUIT, **fields)


def after(game, *actions):
    """The turn with everybody else discarding."""
    seats = {action.seat for action in actions}
    return play(game, *actions, *(Discard(seat) for seat in game.to_act if seat not in seats))


def points(*cities, **fields):
    return score_sheets(led(*cities, age=3, **fields))[0].points


# Printed values


@pytest.mark.parametrize("row", LEADERS, ids=lambda row: row["name"])
@pytest.mark.clause("leaders/contents")
def test_a_leader_costs_what_is_printed(row):
    leader = CATALOGUE.leaders[row["name"].lower()]
    assert (leader.name, leader.coins) == (row["name"], row["coins"])


@pytest.mark.clause("leaders/contents")
def test_thirty_six_leaders():
    assert len(CATALOGUE.leaders) == len(LEADERS) == 36


@pytest.mark.parametrize("row", GUILDS, ids=lambda row: row["name"])
@pytest.mark.clause("leaders/contents")
def test_a_guild_of_the_expansion_costs_what_is_printed(row):
    card = CATALOGUE.card(row["name"].lower().replace(" ", "_"))
    assert sorted(card.cost.resources) == sorted(row["cost"])
    assert (card.colour, card.set) == ("purple", "leaders")


@pytest.mark.parametrize("row", ROME, ids=lambda row: row["side"])
@pytest.mark.clause("leaders/contents")
def test_rome_is_as_printed(row):
    rome = CATALOGUE.wonder("rome", row["side"])
    assert rome.resource == ""
    assert [sorted(stage.cost.resources) for stage in rome.stages] == [sorted(stage["cost"]) for stage in row["stages"]]


# Set-up and recruitment


@pytest.mark.clause("leaders/six-coins")
def test_everybody_starts_with_six_coins():
    assert coins(Game.new([("rome", "A"), ("giza", "A"), ("rhodes", "A")], leaders=True)) == [6, 6, 6]


@pytest.mark.clause("leaders/rome-needs-the-expansion")
def test_rome_needs_the_expansion():
    with pytest.raises(ImpossibleSetup):
        Game.new([("rome", "A"), ("giza", "A"), ("rhodes", "A")])


@pytest.mark.clause("leaders/each-age", "leaders/end")
def test_every_age_begins_with_recruitment():
    """ "Presentazione di un'Epoca"."""
    game = Game.new([("rome", "A"), ("giza", "A"), ("rhodes", "A")], leaders=True)
    for age in (1, 2, 3):
        assert (game.age, game.turn, game.phase) == (age, 0, Phase.RECRUIT)
        game = play(game, *map(Discard, range(3)))
        assert (game.turn, game.phase) == (1, Phase.TURN)
        for _ in range(6):
            game = play(game, *map(Discard, range(3)))
        game = game.apply(Fight())
    assert game.phase is Phase.OVER


@pytest.mark.clause("leaders/recruit")
def test_a_recruited_leader_is_paid_to_the_bank():
    game = after(recruiting({"coins": 6}), Recruit(0, "amytis"))
    assert game.actions[0].pays == Payment(bank=4)
    assert coins(game)[0] == 2
    assert game.cities[0].leaders == ("amytis",)


@pytest.mark.clause("leaders/discard")
def test_a_leader_discarded_gives_three_coins():
    assert coins(after(recruiting())) == [9, 9, 9]


@pytest.mark.clause("leaders/stage")
def test_a_leader_may_be_used_for_a_stage():
    game = after(recruiting({**PLAIN, "cards": "stone_pit"}), BuildStage(0))
    assert game.cities[0].stages == 1


@pytest.mark.clause("leaders/recruit")
def test_a_leader_that_is_too_expensive_is_refused():
    assert keys(recruiting({"coins": 3}), Recruit(0, "amytis")) == ["too_few_coins"]


@pytest.mark.clause("leaders/recruit")
def test_there_is_only_one_of_each_leader():
    assert keys(recruiting({}, {"leaders": "amytis"}), Recruit(0, "amytis")) == ["leader_taken"]
    assert keys(recruiting(), Recruit(0, "napoleon")) == ["unknown_leader"]


@pytest.mark.clause("leaders/each-age")
def test_leaders_are_recruited_in_their_phase_only():
    assert keys(led(), Recruit(0, "amytis")) == ["not_now"]
    assert keys(position({"coins": 9}), Recruit(0, "amytis")) == ["not_now"]
    assert keys(recruiting(), Build(0, "altar")) == ["not_now"]


@pytest.mark.clause("leaders/two-players")
def test_the_free_city_has_no_leaders():
    """ "Nessun Leader viene assegnato alla Città Franca"."""
    assert Game.new([("rome", "A"), ("giza", "A"), ("rhodes", "A")], leaders=True, free_city=1).to_act == (0, 2)


def test_prices_can_be_asked_for():
    assert recruiting().leader_price(0, "pericles") == 6
    with pytest.raises(UnknownName):
        recruiting().leader_price(0, "napoleon")


# Rome


@pytest.mark.clause("leaders/rome-a", "ruling/rome")
def test_rome_a_recruits_for_nothing():
    game = after(recruiting({"wonder": ("rome", "A"), "coins": 0}), Recruit(0, "pericles"))
    assert coins(game)[0] == 0
    assert game.cities[0].leaders == ("pericles",)


@pytest.mark.clause("ruling/rome")
def test_rome_b_pays_two_less_and_its_neighbours_one_less():
    """As printed on the board; never below nothing."""
    game = recruiting({"wonder": ("rome", "B")}, players=5)
    assert [game.leader_price(seat, "pericles") for seat in range(5)] == [4, 5, 6, 6, 5]
    assert game.leader_price(0, "sappho") == 0
    assert game.leader_price(1, "sappho") == 0


@pytest.mark.clause("leaders/rome-b-second-third")
def test_rome_b_recruits_one_more_leader_with_its_second_and_third_stage():
    for stages in (1, 2):
        game = led({"wonder": ("rome", "B"), "stages": stages, "cards": RICH, "coins": 6}, turn=3)
        game = after(game, BuildStage(0))
        assert (game.phase, game.to_act) == (Phase.EXTRA_LEADER, (0,))
        recruited = game.apply(Recruit(0, "amytis"))
        assert coins(recruited)[0] == coins(game)[0] - 2
        assert (recruited.turn, recruited.phase) == (4, Phase.TURN)
        assert game.apply(Pass(0)).turn == 4


@pytest.mark.clause("leaders/rome-b-first")
def test_rome_b_first_stage_gives_five_coins():
    game = after(led({"wonder": ("rome", "B"), "cards": "lumber_yard clay_pool", "coins": 0}), BuildStage(0))
    assert coins(game)[0] == 5
    assert game.phase is Phase.TURN


# Effects of leaders


@pytest.mark.parametrize(
    ("leader", "city", "expected"),
    [
        ("amytis", {"stages": 2}, 4),
        ("justinian", {"cards": "altar theater stockade barracks walls apothecary workshop"}, 6),
        ("alexander", {"conflict": (1, 3, -1, 5)}, 3),
        ("aristotle", {"cards": "apothecary dispensary workshop laboratory scriptorium library"}, 6),
        ("plato", {"cards": "sawmill loom altar tavern stockade apothecary workers_guild"}, 7),
        ("midas", {"coins": 14}, 4),
        ("hypatia", {"cards": "apothecary workshop"}, 2),
        ("varro", {"cards": "tavern forum"}, 2),
        ("nebuchadnezzar", {"cards": "altar theater"}, 2),
        ("phidias", {"cards": "sawmill quarry"}, 2),
        ("pericles", {"cards": "stockade walls"}, 4),
        ("praxiteles", {"cards": "loom press"}, 4),
        ("hiram", {"cards": "workers_guild spies_guild"}, 4),
        ("sappho", {}, 2),
        ("zenobia", {}, 3),
        ("nefertiti", {}, 4),
        ("cleopatra", {}, 5),
        ("caesar", {}, 0),
    ],
)
@pytest.mark.clause(
    "leaders/amitis",
    "leaders/giustiniano",
    "leaders/aristotele",
    "leaders/platone",
    "leaders/mida",
    "leaders/ipazia-varrone-nabucodonosor-fidia",
    "leaders/pericle-prassitele-hiram",
    "leaders/saffo-zenobia-nefertiti-cleopatra",
    "leaders/alessandro",
)
def test_points_of_leaders(leader, city, expected):
    assert points({**PLAIN, "leaders": leader, **city})["leaders"] == expected


@pytest.mark.clause("leaders/faq-platone")
def test_faq_plato_counts_every_set():
    """ "Platone mi fa ottenere 14 punti vittoria se ho 2 carte Epoca di ogni colore? Sì!"."""
    two = (
        "sawmill quarry loom press altar baths tavern forum stockade walls apothecary library workers_guild spies_guild"
    )
    assert points({**PLAIN, "leaders": "plato", "cards": two})["leaders"] == 14


@pytest.mark.clause("leaders/faq-hiram")
def test_faq_hiram_does_not_count_a_copied_guild():
    city = {"wonder": ("olympia", "B"), "stages": 3, "leaders": "hiram"}
    assert points(city, {"cards": "workers_guild sawmill"})["leaders"] == 0


@pytest.mark.clause("leaders/euclide-tolomeo-pitagora", "leaders/faq-symbols")
def test_faq_symbols_of_leaders_count_in_sets_and_squares():
    city = {**PLAIN, "leaders": "euclid ptolemy pythagoras", "cards": "apothecary"}
    assert points(city)["scientific"] == 4 + 1 + 1 + 7
    assert dict(symbols(led(city).cities[0])) == {"compass": 2, "gear": 1, "tablet": 1, "any": 0}


@pytest.mark.clause("leaders/aristotele-sets")
def test_aristotle_makes_sets_of_ten_and_wild_symbols_are_chosen_for_them():
    """Three compasses and a wild symbol: with one gear a set needs a tablet."""
    city = {
        "wonder": ("babylon", "A"),
        "stages": 2,
        "leaders": "aristotle",
        "cards": "apothecary dispensary lodge workshop",
    }
    sheet = score_sheets(led(city))[0]
    assert sheet.chosen_symbols == ("tablet",)
    assert (sheet.points["scientific"], sheet.points["leaders"]) == (9 + 1 + 1 + 7, 3)
    other = {**city, "cards": "apothecary dispensary lodge academy"}
    assert score_sheets(led(other))[0].chosen_symbols == ("compass",)


@pytest.mark.clause("leaders/annibale-cesare")
def test_hannibal_and_caesar_give_shields():
    assert shields(led({"leaders": "hannibal caesar"}).cities[0]) == 3


@pytest.mark.clause("leaders/creso")
def test_croesus_gives_six_coins_at_once():
    assert coins(after(recruiting({"coins": 1}), Recruit(0, "croesus")))[0] == 6


@pytest.mark.clause("leaders/bilqis")
def test_bilkis_sells_one_unit_of_anything_once_a_turn():
    game = led({"leaders": "bilkis", "wonder": ("ephesus", "A"), "coins": 6}, {"wonder": ("alexandria", "A")})
    assert [way.payment for way in game.ways(0, "barracks")] == [Payment(bank=1)]
    assert not led({"leaders": "bilkis", "wonder": ("ephesus", "A")}, age=2).ways(0, "courthouse")


@pytest.mark.clause("leaders/bilqis")
def test_bilkis_sells_beside_a_card_that_costs_coins():
    game = led({"leaders": "bilkis"}, age=2)
    assert game.ways(0, "sawmill")[0].payment == Payment(bank=1)


@pytest.mark.clause("leaders/bilqis", "trap/bilkis")
def test_bilkis_is_used_once_in_a_turn_and_again_for_the_seventh_card():
    babylon = {"wonder": ("babylon", "B"), "stages": 2, "leaders": "bilkis", "coins": 9}
    game = led(babylon, {"wonder": ("alexandria", "A")}, {"wonder": ("ephesus", "A")}, turn=6)
    used = after(game, Build(0, "barracks"))
    assert used.phase is Phase.SEVENTH
    assert used.ways(0, "stockade")[0].payment == Payment(bank=1)
    game = led(babylon, {"wonder": ("alexandria", "A")}, {"wonder": ("ephesus", "A")}, age=2)
    assert keys(game, Build(0, "walls")) == ["too_few_sold"], "she sells one stone, not three"


@pytest.mark.clause("leaders/ramsete")
def test_ramses_builds_guilds_for_nothing():
    game = led({"leaders": "ramses", "coins": 0}, age=3)
    assert [way.payment for way in game.ways(0, "workers_guild")] == [Payment()]
    assert not game.ways(0, "palace")


@pytest.mark.clause("leaders/mecenate", "trap/maecenas")
def test_maecenas_recruits_for_nothing_from_then_on():
    game = recruiting({"leaders": "maecenas", "coins": 0})
    assert game.leader_price(0, "pericles") == 0
    assert coins(after(recruiting({"coins": 6}), Recruit(0, "maecenas")))[0] == 5


@pytest.mark.clause("leaders/salomone")
def test_solomon_builds_a_structure_from_the_discard_pile():
    game = after(recruiting({"coins": 3}, age=2), Recruit(0, "solomon"))
    assert (game.phase, game.to_act) == (Phase.FROM_DISCARD, (0,))
    game = game.apply(BuildFromDiscard(0, "altar"))
    assert (game.turn, game.phase) == (1, Phase.TURN)
    assert game.cities[0].cards == ("altar",)


@pytest.mark.clause("leaders/faq-salomone", "ruling/solomon")
def test_faq_halicarnassus_chooses_before_solomon():
    mausoleum = {"wonder": ("halicarnassus", "A"), "stages": 1, "cards": "foundry ore_vein"}
    game = after(recruiting({"coins": 3}, mausoleum, age=2), Recruit(0, "solomon"), BuildStage(1))
    assert game.to_act == (1,)
    assert game.apply(BuildFromDiscard(1, None)).to_act == (0,)


@pytest.mark.clause("leaders/tomiri")
def test_tomyris_passes_defeats_to_the_winner():
    """ "i gettoni Sconfitta di questo giocatore vengono passati alla città confinante vittoriosa"."""
    game = led({"leaders": "tomyris"}, {"cards": "stockade"}, {}, turn=6, phase=Phase.CONFLICTS, age=2)
    assert conflict_preview(game)[0] == (None, None)
    assert [city.conflict for city in game.apply(Fight()).cities] == [(), (3, 3, -1), (-1,)]


@pytest.mark.clause("leaders/tomiri-note", "trap/tomyris")
def test_tomyris_changes_nothing_where_her_city_wins_and_nothing_that_was_before():
    game = led({"leaders": "tomyris", "cards": "stockade", "conflict": (-1,)}, {}, {}, phase=Phase.CONFLICTS, turn=6)
    assert game.apply(Fight()).cities[0].conflict == (-1, 1, 1)


@pytest.mark.clause("leaders/nerone", "trap/nero")
def test_nero_is_paid_for_victories_from_then_on():
    game = led({"leaders": "nero", "cards": "stockade", "conflict": (1, 1), "coins": 0}, turn=6, phase=Phase.CONFLICTS)
    assert coins(game.apply(Fight()))[0] == 4
    lost = led({"leaders": "nero", "coins": 0}, {"cards": "stockade"}, turn=6, phase=Phase.CONFLICTS)
    assert coins(lost.apply(Fight()))[0] == 0


@pytest.mark.clause("leaders/senofonte", "trap/xenophon")
def test_xenophon_is_paid_for_yellow_structures_from_then_on():
    game = led({"leaders": "xenophon", "cards": "marketplace", "coins": 0}, age=1, players=4)
    assert coins(after(game, Build(0, "tavern")))[0] == 5 + 2
    assert coins(after(game, Build(0, "altar")))[0] == 0


@pytest.mark.clause("leaders/senofonte")
def test_xenophon_is_paid_for_a_yellow_structure_from_the_discard_pile():
    game = led({"leaders": "xenophon", "wonder": ("halicarnassus", "A"), "stages": 1, "cards": RICH + " ore_vein"})
    game = after(game, BuildStage(0))
    assert coins(game.apply(BuildFromDiscard(0, "marketplace")))[0] == coins(game)[0] + 2


@pytest.mark.clause("leaders/vitruvio", "trap/vitruvius")
def test_vitruvius_is_paid_for_chains_from_then_on():
    game = led({"leaders": "vitruvius", "cards": "theater", "coins": 0}, age=2)
    assert coins(after(game, Build(0, "statue")))[0] == 2


@pytest.mark.clause("ruling/olympia-a", "trap/olympia-a")
def test_vitruvius_gives_nothing_for_olympias_free_structure():
    """Ruling: it is not a chain."""
    game = led({"leaders": "vitruvius", "wonder": ("olympia", "A"), "stages": 2, "coins": 0}, age=2)
    assert coins(after(game, Build(0, "aqueduct")))[0] == 0


@pytest.mark.clause("leaders/hatshepsut")
def test_hatshepsut_gets_a_coin_from_the_bank_for_each_neighbour_bought_from():
    own = {"leaders": "hatshepsut", "wonder": ("ephesus", "A"), "coins": 6}
    left = {"wonder": ("giza", "A"), "cards": "clay_pool"}
    right = {"wonder": ("rhodes", "A"), "cards": "lumber_yard"}
    game = after(led(own, left, right, age=2), Build(0, "stables"))
    assert game.actions[0].pays == Payment(left=2, right=4)
    assert coins(game) == [6 - 6 + 2, 6 + 2 + 3, 6 + 4 + 3]


@pytest.mark.clause("leaders/hatshepsut-after")
def test_hatshepsut_is_paid_after_paying():
    """ "immediatamente DOPO aver pagato": the coin cannot be used for the purchase."""
    own = {"leaders": "hatshepsut", "wonder": ("ephesus", "A"), "coins": 1}
    assert keys(led(own, {"wonder": ("giza", "A")}), Build(0, "baths")) == ["too_few_coins"]


@pytest.mark.clause("leaders/faq-hatshepsut")
def test_faq_hatshepsut_works_with_trading_posts():
    own = {"leaders": "hatshepsut", "wonder": ("ephesus", "A"), "coins": 1, "cards": "west_trading_post"}
    assert coins(after(led(own, {"wonder": ("giza", "A")}), Build(0, "baths")))[0] == 1


@pytest.mark.clause("leaders/hatshepsut", "trap/hatshepsut")
def test_hatshepsut_is_paid_at_most_once_per_neighbour_and_turn():
    own = {"leaders": "hatshepsut", "wonder": ("babylon", "B"), "stages": 2, "coins": 4}
    game = led(own, {"wonder": ("giza", "A"), "cards": "lumber_yard"}, {"wonder": ("ephesus", "A")}, turn=6)
    game = after(game, Build(0, "baths"))
    assert coins(game)[0] == 3
    assert coins(game.apply(Build(0, "stockade")))[0] == 2, "the seventh card is a turn of its own"


def test_hatshepsuts_coins_count_for_the_default_payment():
    """Two coins to one neighbour bring one back, one to each bring two back."""
    own = {
        "leaders": "hatshepsut",
        "wonder": ("ephesus", "A"),
        "coins": 9,
        "cards": "west_trading_post east_trading_post",
    }
    game = led(
        own, {"wonder": ("giza", "A"), "cards": "quarry"}, {"cards": "quarry", "wonder": ("olympia", "A")}, age=2
    )
    assert game.ways(0, "walls")[0].payment in {Payment(2, 1, 0), Payment(1, 2, 0)}
    assert {way.payment.total for way in game.ways(0, "walls")} == {3}


@pytest.mark.parametrize(
    ("leader", "card", "owned"),
    [
        ("archimedes", "apothecary", ""),
        ("leonidas", "stockade", ""),
        ("hammurabi", "baths", ""),
        ("hammurabi", "aqueduct", "quarry"),
    ],
)
@pytest.mark.clause("leaders/one-less")
def test_one_resource_less(leader, card, owned):
    """ "la risorsa rimossa dal costo è a scelta del giocatore"."""
    age = CATALOGUE.card(card).ages[0]
    plain = {"wonder": ("ephesus", "A"), "cards": owned}
    beside = ({"wonder": ("babylon", "A")}, {"wonder": ("alexandria", "A")})
    assert led({**plain, "leaders": leader}, *beside, age=age).ways(0, card)[0].payment == Payment()
    assert not led(plain, *beside, age=age).ways(0, card)


@pytest.mark.clause("leaders/one-less")
def test_imhotep_needs_one_resource_less_for_stages_only():
    game = led({"leaders": "imhotep", "wonder": ("giza", "A")})
    assert game.stage_ways(0)[0].payment == Payment()
    assert not led({"leaders": "imhotep", "wonder": ("giza", "A")}, age=1).ways(0, "apothecary")


# Guilds of the expansion


@pytest.mark.clause("leaders/mida-beside-treasury", "leaders/giocatori", "trap/midas-gamers")
def test_the_gamers_guild_and_midas_count_beside_the_treasury():
    found = points({**PLAIN, "leaders": "midas", "cards": "gamers_guild", "coins": 14})
    assert (found["treasury"], found["guilds"], found["leaders"]) == (4, 4, 4)


@pytest.mark.clause("leaders/architetti")
def test_the_architects_guild_counts_purple_cards_of_the_neighbours():
    city = {**PLAIN, "cards": "architects_guild spies_guild"}
    assert points(city, {"cards": "workers_guild"}, {"cards": "scientists_guild traders_guild"})["guilds"] == 9


@pytest.mark.clause("leaders/diplomatici", "leaders/diplomatici-recruited", "leaders/faq-cortigiane", "trap/diplomats")
def test_the_diplomats_guild_counts_recruited_leaders_only():
    """Not those under stages, and not a copied one."""
    game = led(
        {**PLAIN, "cards": "diplomats_guild"},
        {"leaders": "midas hiram", "stages": 2},
        {"copied_leader": "midas"},
        age=3,
    )
    assert score_sheets(game)[0].points["guilds"] == 2


def choosing_leader(*beside, **own):
    game = led({"wonder": ("rome", "A"), "cards": f"{RICH} glassworks", **own}, *beside, age=3, turn=2)
    return after(game, Build(0, "courtesans_guild"))


@pytest.mark.clause("leaders/cortigiane")
def test_the_courtesans_guild_chooses_a_neighbours_leader_at_once():
    game = choosing_leader({"leaders": "pericles"}, {}, cards=f"{RICH} glassworks stockade")
    assert (game.phase, game.to_act) == (Phase.CHOOSE_LEADER, (0,))
    assert keys(game, ChooseLeader(0, "amytis")) == ["leader_not_beside"]
    assert keys(game, ChooseLeader(0, "napoleon")) == ["unknown_leader"]
    game = game.apply(ChooseLeader(0, "pericles"))
    assert (game.turn, game.phase) == (3, Phase.TURN)
    assert score_sheets(game)[0].points["leaders"] == 2
    assert game.cities[0].leaders == ()


def test_a_courtesans_guild_from_the_discard_pile_chooses_too():
    own = {"wonder": ("halicarnassus", "A"), "stages": 1, "cards": f"{RICH} ore_vein"}
    game = after(led(own, {"leaders": "pericles"}, age=3, turn=2), BuildStage(0))
    game = game.apply(BuildFromDiscard(0, "courtesans_guild"))
    assert game.phase is Phase.CHOOSE_LEADER
    assert game.apply(ChooseLeader(0, "pericles")).turn == 3


def test_olympia_b_copying_the_courtesans_guild_gets_nothing():
    found = score_sheets(led({"wonder": ("olympia", "B"), "stages": 3}, {"cards": "courtesans_guild"}, age=3))[0]
    assert (found.points["guilds"], found.points["leaders"]) == (0, 0)


@pytest.mark.clause("leaders/cortigiane")
def test_without_a_leader_beside_nothing_is_chosen():
    assert choosing_leader({}, {}).turn == 3


@pytest.mark.clause("leaders/cortigiane")
def test_a_copied_leader_gives_its_immediate_and_its_later_effects():
    assert (
        coins(choosing_leader({"leaders": "croesus"}).apply(ChooseLeader(0, "croesus")))[0]
        == coins(choosing_leader({}))[0] + 6
    )
    assert (
        choosing_leader({"leaders": "ramses"}).apply(ChooseLeader(0, "ramses")).ways(0, "workers_guild")[0].payment
        == Payment()
    )


@pytest.mark.clause("ruling/courtesans")
def test_a_copied_solomon_opens_the_discard_pile():
    game = choosing_leader({"leaders": "solomon"}).apply(ChooseLeader(0, "solomon"))
    assert (game.phase, game.to_act) == (Phase.FROM_DISCARD, (0,))


@pytest.mark.clause("leaders/cortigiane-owner")
def test_copying_does_nothing_to_the_leaders_owner():
    game = choosing_leader({"leaders": "pericles", "cards": "stockade"}).apply(ChooseLeader(0, "pericles"))
    assert score_sheets(game)[1].points["leaders"] == 2
    assert game.cities[1].leaders == ("pericles",)


@pytest.mark.clause("leaders/guilds-only-here")
def test_the_guilds_of_the_expansion_are_not_in_a_game_without_it():
    assert "not_in_this_game" in keys(position({"cards": RICH}, age=3), Build(0, "gamers_guild"))


# Categories, the blank leader, records


@pytest.mark.clause("leaders/score-pad")
def test_leaders_are_an_eighth_category():
    assert categories(led())[-1] == "leaders"
    assert "leaders" not in categories(position())


@pytest.mark.clause("leaders/blank")
def test_the_blank_leader_is_what_the_players_make_of_it():
    semiramis = Leader("semiramis", "Semiramis", 4, (Points(1), Shields(1)))
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], leaders=True, blank=semiramis)
    game = after(game, Recruit(0, "semiramis"))
    assert (coins(game)[0], shields(game.cities[0])) == (2, 1)
    assert score_sheets(game)[0].points["leaders"] == 1
    assert read_record(write_record(game)) == game
    with pytest.raises(ImpossibleSetup):
        Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], blank=semiramis)


@pytest.mark.clause("leaders/blank")
def test_without_a_meaning_the_blank_leader_is_unknown():
    assert keys(recruiting(), Recruit(0, "semiramis")) == ["unknown_leader"]


def test_undo_takes_back_a_recruitment():
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], leaders=True)
    later = after(game, Recruit(0, "croesus"))
    assert later.undo_turn() == game
    assert with_leader(game.cities[0], CATALOGUE.leaders["croesus"]) == replace(later.cities[0], coins=6)


# Nothing that happened before they were recruited counts


@pytest.mark.clause("leaders/vitruvio-from-then-on", "trap/vitruvius")
def test_vitruvius_gives_nothing_for_chains_built_before_him():
    game = recruiting({"wonder": ("ephesus", "A"), "cards": "theater statue", "coins": 3}, age=3)
    assert coins(after(game, Recruit(0, "vitruvius")))[0] == 3 - game.leader_price(0, "vitruvius")


@pytest.mark.clause("leaders/senofonte-from-then-on", "trap/xenophon")
def test_xenophon_gives_nothing_for_yellow_structures_built_before_him():
    game = recruiting({"cards": "tavern marketplace", "coins": 6}, age=2)
    assert coins(after(game, Recruit(0, "xenophon")))[0] == 6 - game.leader_price(0, "xenophon")


@pytest.mark.clause("leaders/nerone-from-then-on", "trap/nero")
def test_nero_gives_nothing_for_victories_before_him():
    game = recruiting({"conflict": (1, 1), "coins": 6}, age=2)
    assert coins(after(game, Recruit(0, "nero")))[0] == 6 - game.leader_price(0, "nero")


@pytest.mark.clause("leaders/mecenate", "trap/maecenas")
def test_maecenas_pays_nothing_back_for_leaders_before_him():
    game = recruiting({"leaders": "amytis", "coins": 6}, age=2)
    assert coins(after(game, Recruit(0, "maecenas")))[0] == 6 - game.leader_price(0, "maecenas")


@pytest.mark.clause("ruling/courtesans")
def test_a_copied_xenophon_pays_from_the_next_structure_on():
    game = choosing_leader({"leaders": "xenophon"})
    held = coins(game)[0]
    game = game.apply(ChooseLeader(0, "xenophon"))
    assert coins(game)[0] == held


@pytest.mark.clause("leaders/alessandro")
def test_alexander_makes_victory_tokens_worth_one_more_and_defeats_not():
    found = points({**PLAIN, "leaders": "alexander", "conflict": (1, 3, 5, -1)})
    assert found["military"] + found["leaders"] == 2 + 4 + 6 - 1


@pytest.mark.clause("leaders/rome-a")
def test_rome_a_is_worth_four_and_six_points_and_produces_nothing():
    worth = [points({"wonder": ("rome", "A"), "stages": stages})["wonder"] for stages in range(3)]
    assert worth == [0, 4, 10]
    assert production(led({"wonder": ("rome", "A")}).cities[0]) == ()


@pytest.mark.clause("leaders/rome-b-second-third")
def test_rome_b_is_worth_three_points_with_its_second_and_its_third_stage():
    worth = [points({"wonder": ("rome", "B"), "stages": stages})["wonder"] for stages in range(4)]
    assert worth == [0, 0, 3, 6]


@pytest.mark.clause("leaders/stage")
def test_a_leader_under_a_stage_costs_what_the_board_says_and_has_no_effect():
    game = after(recruiting({**PLAIN, "cards": "stone_pit", "coins": 0}), BuildStage(0))
    assert coins(game)[0] == 0
    assert game.cities[0].leaders == ()


@pytest.mark.clause("leaders/discard")
def test_a_discarded_leader_cannot_be_built_from_the_discard_pile():
    """It went back to the box; only structures are in the discard pile."""
    mausoleum = {"wonder": ("halicarnassus", "A"), "stages": 1, "cards": "foundry ore_vein"}
    game = after(after(recruiting(mausoleum, age=2)), BuildStage(0))
    assert keys(game, BuildFromDiscard(0, "amytis")) == ["unknown_card"]


@pytest.mark.clause("leaders/annibale-cesare")
def test_shields_of_leaders_win_conflicts():
    game = led({"leaders": "hannibal"}, turn=6, phase=Phase.CONFLICTS)
    assert game.apply(Fight()).cities[0].conflict == (1, 1)


@pytest.mark.clause("leaders/faq-salomone")
def test_faq_halicarnassus_chooses_first_also_if_solomon_was_copied_that_turn():
    """Both on one turn: the wonder's choice comes before the leader's."""
    own = {"wonder": ("giza", "A"), "cards": f"{RICH} glassworks"}
    mausoleum = {"wonder": ("halicarnassus", "A"), "stages": 1, "cards": "foundry ore_vein", "leaders": "solomon"}
    game = led(own, mausoleum, age=3, turn=2)
    game = after(game, Build(0, "courtesans_guild"), BuildStage(1))
    game = game.apply(ChooseLeader(0, "solomon"))
    assert (game.phase, game.to_act) == (Phase.FROM_DISCARD, (1,))
    assert game.apply(BuildFromDiscard(1, None)).to_act == (0,)


@pytest.mark.parametrize("leader", ["archimedes", "leonidas", "hammurabi", "imhotep"])
@pytest.mark.clause("leaders/one-less-choice")
def test_one_resource_less_may_be_a_raw_material_or_a_manufactured_good(leader):
    kinds = {"archimedes": "green", "leonidas": "red", "hammurabi": "blue"}
    game = led({"wonder": ("rome", "A"), "leaders": leader})
    own = market_of(game, 0, kinds.get(leader, "stages")).own
    assert all(own.covers(bundle(letter)) for letter in RESOURCES)
    assert not own.covers(bundle("WL"))


@pytest.mark.clause("leaders/stage-note")
def test_before_the_first_turn_gizas_stage_cannot_be_paid():
    """Only what the three boards produce is there: Giza lacks its second stone, and no neighbour sells one."""
    giza = Game.new([("giza", "A"), ("rhodes", "A"), ("babylon", "A")], leaders=True)
    assert keys(giza, BuildStage(0)) == ["nobody_sells"]
    sides = [("giza", side) for side in "AB"]
    assert all(not Game.new([one, ("rhodes", "A"), ("olympia", "A")], leaders=True).stage_ways(0) for one in sides)


ROME_WITH_MAECENAS = {
    "wonder": ("rome", "B"),
    "stages": 1,
    "leaders": "maecenas",
    "cards": "stone_pit clay_pool loom",
    "coins": 6,
}


@pytest.mark.clause("leaders/mecenate", "ruling/maecenas-while-recruiting")
def test_maecenas_does_not_pay_for_an_extra_leader_in_a_turn():
    """ "(Durante la Fase Reclutamento)": Rome B's extra leader costs two less, as its stage says."""
    rome = {
        "wonder": ("rome", "B"),
        "stages": 1,
        "leaders": "maecenas",
        "cards": "stone_pit clay_pool loom",
        "coins": 6,
    }
    game = after(position(rome, leaders=True), BuildStage(0))
    assert (game.phase, game.leader_price(0, "amytis")) == (Phase.EXTRA_LEADER, 2)
    assert coins(game.apply(Recruit(0, "amytis")))[0] == 4
    old = after(position(ROME_WITH_MAECENAS, leaders=True, rulings=OLD_RULINGS), BuildStage(0))
    assert old.leader_price(0, "amytis") == 0


@pytest.mark.clause("ruling/maecenas-while-recruiting")
def test_maecenas_pays_for_an_extra_leader_of_a_stage_that_is_built_while_leaders_are_recruited():
    rome = {
        "wonder": ("rome", "B"),
        "stages": 1,
        "leaders": "maecenas",
        "cards": "stone_pit clay_pool loom",
        "coins": 6,
    }
    game = after(recruiting(rome), BuildStage(0))
    assert (game.phase, game.turn, game.leader_price(0, "amytis")) == (Phase.EXTRA_LEADER, 0, 0)


@pytest.mark.clause("ruling/free-city-coins")
def test_the_free_city_begins_with_three_coins_although_players_have_six():
    """ "Ogni giocatore comincia con 6 monete": the Free City is no player and recruits nobody."""
    boards = [("giza", "A"), ("rhodes", "A"), ("olympia", "A")]
    assert coins(Game.new(boards, leaders=True, free_city=1)) == [6, 3, 6]
    assert coins(Game.new(boards, leaders=True, free_city=1, rulings=OLD_RULINGS)) == [6, 6, 6]
