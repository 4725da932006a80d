"""The meaning of the symbols on the cards (base rulebook, "Descrizione dei simboli")."""

from collections import Counter

import pytest

from engine import (
    CATALOGUE,
    Build,
    BuildStage,
    Discard,
    Payment,
    Science,
    for_sale,
    prices,
    production,
    score_sheets,
    shields,
    symbols,
)
from tests.engine.positions import coins, keys, play, position

BARE = {"wonder": ("giza", "A")}
ELSEWHERE = ({"wonder": ("alexandria", "A")}, {"wonder": ("ephesus", "A")})


def city(cards: str, **fields):
    return position({**BARE, "cards": cards, **fields}, *ELSEWHERE, age=3).cities[0]


def after(game, *actions):
    seats = {action.seat for action in actions}
    return play(game, *actions, *(Discard(seat) for seat in game.to_act if seat not in seats))


@pytest.mark.parametrize(
    ("card", "units"),
    [
        ("lumber_yard", ("W",)),
        ("stone_pit", ("S",)),
        ("clay_pool", ("C",)),
        ("ore_vein", ("O",)),
        ("loom", ("L",)),
        ("glassworks", ("G",)),
        ("press", ("P",)),
        ("sawmill", ("W", "W")),
        ("quarry", ("S", "S")),
        ("brickyard", ("C", "C")),
        ("foundry", ("O", "O")),
    ],
)
@pytest.mark.clause("symbols/raw-material", "symbols/manufactured-good", "symbols/two-units")
def test_a_brown_or_grey_card_produces_what_it_shows(card, units):
    """One unit in Age I and of manufactured goods, two of a raw material in Age II; neighbours may buy it."""
    assert Counter(production(city(card))) == Counter((*units, "S"))
    assert Counter(for_sale(city(card))) == Counter((*units, "S"))


@pytest.mark.parametrize(
    ("card", "either"),
    [
        ("tree_farm", "WC"),
        ("excavation", "SC"),
        ("clay_pit", "CO"),
        ("timber_yard", "SW"),
        ("forest_cave", "WO"),
        ("mine", "OS"),
    ],
)
@pytest.mark.clause("symbols/choice")
def test_a_choice_card_produces_one_or_the_other_but_not_both_in_a_turn(card, either):
    here = city(card)
    goods = here.estate.own
    assert any(set(unit) == set(either) for unit in production(here))
    board = position({"wonder": ("ephesus", "A"), "cards": card}).cities[0].estate.own
    for letter in either:
        assert board.covers(CATALOGUE.card("baths").cost.bundle) == ("S" in either)
        assert goods.covers({"W": 1, "S": 1 << 4, "C": 1 << 8, "O": 1 << 12}[letter])
    assert not board.covers(sum({"W": 1, "S": 1 << 4, "C": 1 << 8, "O": 1 << 12}[letter] for letter in either))


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("pawnshop", 3),
        ("baths", 3),
        ("altar", 2),
        ("theater", 2),
        ("aqueduct", 5),
        ("temple", 3),
        ("statue", 4),
        ("courthouse", 4),
        ("pantheon", 7),
        ("gardens", 5),
        ("town_hall", 6),
        ("palace", 8),
        ("senate", 6),
    ],
)
@pytest.mark.clause("symbols/points")
def test_a_blue_card_is_worth_the_points_it_shows(card, points):
    assert score_sheets(position({**BARE, "cards": card}, age=3, players=5))[0].points["civilian"] == points


@pytest.mark.parametrize(
    ("cards", "each"),
    [
        ("stockade barracks guard_tower", 1),
        ("walls training_ground stables archery_range", 2),
        ("fortifications circus arsenal siege_workshop", 3),
    ],
)
@pytest.mark.clause("symbols/one-shield", "symbols/two-shields", "symbols/three-shields")
def test_a_red_card_gives_as_many_shields_as_its_age(cards, each):
    for card in cards.split():
        assert shields(city(card)) == each


@pytest.mark.clause("points/science-four-of-each")
def test_there_are_four_green_structures_of_each_symbol():
    found = Counter(card.effects[0].symbol for card in CATALOGUE.cards.values() if card.colour == "green")
    assert found == {"compass": 4, "gear": 4, "tablet": 4}
    assert all(isinstance(card.effects[0], Science) for card in CATALOGUE.cards.values() if card.colour == "green")


@pytest.mark.clause("symbols/science")
def test_a_green_card_counts_only_when_points_are_added_up():
    here = city("apothecary workshop scriptorium")
    assert dict(symbols(here)) == {"compass": 1, "gear": 1, "tablet": 1, "any": 0}
    assert (here.coins, shields(here), production(here)) == (3, 0, ("S",))


@pytest.mark.clause("symbols/marketplace", "trap/trading-posts-next-turn")
def test_the_market_lowers_prices_from_the_next_turn_on_both_sides():
    game = position(BARE, *ELSEWHERE)
    assert prices(game, 0)["left"]["G"] == 2
    game = after(game, Build(0, "marketplace"))
    assert {prices(game, 0)[side][letter] for side in ("left", "right") for letter in "LGP"} == {1}
    assert {prices(game, 0)[side][letter] for side in ("left", "right") for letter in "WSCO"} == {2}
    assert game.ways(0, "scriptorium")[0].payment == Payment(right=1)


@pytest.mark.parametrize(
    ("post", "cheap", "dear"), [("east_trading_post", "right", "left"), ("west_trading_post", "left", "right")]
)
@pytest.mark.clause("symbols/trading-posts", "symbols/arrows")
def test_the_arrow_says_with_which_neighbour_a_trading_post_trades(post, cheap, dear):
    found = prices(position({**BARE, "cards": post}), 0)
    assert {found[cheap][letter] for letter in "WSCO"} == {1}
    assert {found[dear][letter] for letter in "WSCO"} == {2}


@pytest.mark.clause("symbols/vineyard")
def test_vineyard_pays_a_coin_for_every_brown_card_here_and_beside():
    game = position({**BARE, "cards": "stone_pit quarry"}, {"cards": "sawmill"}, {"cards": "foundry loom"}, age=2)
    assert coins(after(game, Build(0, "vineyard")))[0] == 3 + 4


@pytest.mark.clause("symbols/bazar")
def test_bazar_pays_two_coins_for_every_grey_card_here_and_beside():
    game = position({**BARE, "cards": "loom quarry"}, {"cards": "press"}, {}, {"cards": "glassworks"}, age=2, players=4)
    assert coins(after(game, Build(0, "bazar")))[0] == 3 + 6


@pytest.mark.clause("symbols/vineyard")
def test_vineyard_does_not_count_cities_further_away():
    game = position(BARE, {}, {"cards": "sawmill"}, {}, age=2, players=4)
    assert coins(after(game, Build(0, "vineyard")))[0] == 3


@pytest.mark.parametrize("card", ["forum", "caravansery"])
@pytest.mark.clause("trade/reserved", "symbols/caravansery-not-for-sale", "symbols/forum-not-for-sale")
def test_resources_of_yellow_cards_are_not_for_sale(card):
    game = position(
        {**BARE, "cards": card}, {"coins": 9, "wonder": ("rhodes", "A")}, {"wonder": ("ephesus", "A")}, age=2
    )
    assert for_sale(game.cities[0]) == ("S",)
    assert len(production(game.cities[0])) == 2


@pytest.mark.clause("symbols/caravansery", "symbols/forum")
def test_forum_gives_any_manufactured_good_and_caravansery_any_raw_material_each_turn():
    assert "".join(sorted(production(city("forum"))[0] + production(city("forum"))[1])) == "GLPS"
    assert sorted(map(sorted, production(city("caravansery")))) == [["C", "O", "S", "W"], ["S"]]


@pytest.mark.clause("symbols/coins-once-points-at-the-end")
def test_coins_come_once_and_points_count_what_stands_at_the_end():
    """Lighthouse: a coin for each yellow card when built; a later yellow card gives a point too."""
    own = {**BARE, "cards": "caravansery tavern stone_pit", "coins": 0}
    game = after(position(own, age=3, players=4), Build(0, "lighthouse"))
    assert coins(game)[0] == 3
    game = after(game, Build(0, "haven", exception=True))
    assert score_sheets(game)[0].points["commercial"] == 4 + 1
    arena = {"wonder": ("olympia", "A"), "stages": 1, "cards": "dispensary sawmill quarry", "coins": 0}
    game = after(position(arena, age=3), Build(0, "arena"))
    assert coins(game)[0] == 3
    game = after(game, BuildStage(0))
    assert coins(game)[0] == 3
    assert score_sheets(game)[0].points["commercial"] == 2


@pytest.mark.parametrize(("stages", "income"), [(0, 0), (1, 3), (2, 6), (3, 9), (4, 12)])
@pytest.mark.clause("symbols/arena")
def test_arena_pays_three_coins_and_a_point_for_every_stage(stages, income):
    own = {"wonder": ("giza", "B"), "cards": "dispensary", "stages": stages, "coins": 0}
    game = after(position(own, age=3), Build(0, "arena"))
    assert coins(game)[0] == income
    assert score_sheets(game)[0].points["commercial"] == stages


@pytest.mark.clause("cost/example-four-costs")
def test_example_what_some_cards_cost():
    """Marketplace nothing, Mine a coin, Baths a stone, Arena two stone and ore."""
    found = {card: CATALOGUE.card(card).cost for card in ("marketplace", "mine", "baths", "arena")}
    assert [(cost.coins, "".join(sorted(cost.resources))) for cost in found.values()] == [
        (0, ""),
        (1, ""),
        (0, "S"),
        (0, "OSS"),
    ]


@pytest.mark.clause("cost/example-stables")
def test_example_stables_cost_clay_wood_and_ore_or_nothing_with_an_apothecary():
    assert sorted(CATALOGUE.card("stables").cost.resources) == ["C", "O", "W"]
    game = position({"wonder": ("ephesus", "A"), "cards": "apothecary"}, *ELSEWHERE[:1], age=2)
    assert [way.kind for way in game.ways(0, "stables")] == ["chain"]
    plain = position({"wonder": ("ephesus", "A"), "cards": "brickyard sawmill foundry"}, age=2)
    assert [way.kind for way in plain.ways(0, "stables")] == ["own"]


@pytest.mark.clause("build/example-east-trading-post")
def test_example_the_east_trading_post_costs_nothing():
    game = after(position({**BARE, "coins": 0}), Build(0, "east_trading_post"))
    assert game.actions[0].pays == Payment()
    assert keys(position({**BARE, "coins": 0}), Build(0, "east_trading_post")) == []
