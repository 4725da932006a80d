"""A turn: everybody acts at the same time (base rulebook, "Presentazione di un'Epoca", "Commercio", symbol pages)."""

from itertools import permutations

import pytest

from engine import Build, BuildStage, Discard, IllegalAction, Payment, Phase, for_sale, prices, production, shields
from tests.engine.positions import coins, keys, play, position


@pytest.mark.clause("money/three-coins", "overview/start")
def test_every_city_starts_with_three_coins():
    """ "Monete"."""
    assert coins(position()) == [3, 3, 3]


@pytest.mark.clause("discard/three-coins")
def test_discarding_gives_three_coins():
    """ "Scartare la Carta per Guadagnare 3 monete"."""
    game = play(position(), Discard(0), Discard(1), Discard(2))
    assert coins(game) == [6, 6, 6]
    assert game.turn == 2


@pytest.mark.clause("age/seven-cards-six-turns")
def test_nothing_happens_before_everybody_has_acted():
    game = play(position(), Build(0, "lumber_yard"), Build(1, "altar"))
    assert game.to_act == (2,)
    assert set(game.pending) == {0, 1}
    assert not any(city.cards for city in game.cities)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.clause("action/note-one-after-another")
def test_the_order_of_acting_does_not_matter(order):
    game = position({"cards": "quarry", "coins": 2}, {"cards": "stone_pit", "coins": 3}, {"coins": 2}, age=2, turn=3)
    actions = [Build(0, "vineyard"), Build(1, "sawmill"), Build(2, "foundry")]
    after = play(game, *(actions[seat] for seat in order))
    assert coins(after) == [6, 2, 1]


@pytest.mark.clause("build/example-timber-yard")
def test_brown_cards_cost_a_coin_for_the_bank():
    """ "Costo in Monete": the Timber Yard costs 1 coin."""
    game = play(position(), Build(0, "timber_yard"), Discard(1), Discard(2))
    assert game.actions[0].pays == Payment(bank=1)
    assert coins(game)[0] == 2


@pytest.mark.clause("production/example-giza-can", "production/example-giza-cannot")
def test_example_giza_produces_what_its_cards_and_board_say():
    """ "Produzione": 2 stone, clay, ore, papyrus and cloth build Barracks and Scriptorium but no Aqueduct."""
    cards = "stone_pit clay_pool ore_vein press loom"
    game = position(
        {"wonder": ("giza", "A"), "cards": cards}, {"wonder": ("ephesus", "A")}, {"wonder": ("olympia", "A")}
    )
    assert production(game.cities[0]) == ("C", "L", "O", "P", "S", "S")
    assert game.ways(0, "barracks")[0].kind == "own"
    assert game.ways(0, "scriptorium")[0].kind == "own"
    assert not game.ways(0, "aqueduct")


@pytest.mark.clause("trade/two-coins", "trade/both-neighbours", "trade/example-a")
def test_example_a_both_neighbours_sell_for_the_university():
    """ "Commercio", example A: 2 coins to each neighbour."""
    own = {"wonder": ("giza", "A"), "cards": "lumber_yard glassworks", "coins": 4}
    game = position(own, {"wonder": ("rhodes", "A"), "cards": "lumber_yard"}, {"wonder": ("ephesus", "A")}, age=3)
    game = game.apply(Build(0, "university"))
    assert game.pending[0].pays == Payment(left=2, right=2)


@pytest.mark.clause("trade/seller-may-use-it", "trade/example-b")
def test_example_b_sold_resources_may_be_used_by_their_owner_too():
    """ "Commercio", example B: both neighbours buy two stones, eight coins, and the Library is still built."""
    game = position(
        {"wonder": ("giza", "A"), "cards": "stone_pit loom", "coins": 0},
        {"wonder": ("alexandria", "A"), "coins": 4},
        {"wonder": ("ephesus", "A"), "coins": 4},
        age=2,
    )
    game = play(game, Build(0, "library"), BuildStage(1), BuildStage(2))
    assert coins(game) == [8, 0, 0]
    assert "library" in game.cities[0].cards


@pytest.mark.clause("trade/coins-at-the-start", "trade/example-c", "ruling/coins-of-this-turn", "trap/income")
def test_example_c_income_of_this_turn_cannot_be_spent_in_it():
    """ "Commercio", example C: the Forum has to wait."""
    game = position(
        {"wonder": ("giza", "A"), "cards": "clay_pool", "coins": 1},
        {"wonder": ("ephesus", "A"), "cards": "clay_pool"},
        {"wonder": ("alexandria", "A"), "coins": 4},
        age=2,
    )
    assert keys(game, Build(0, "forum")) == ["too_few_coins"]
    game = play(game, Build(2, "baths", exception=True))
    assert keys(game, Build(0, "forum")) == ["too_few_coins"]
    game = play(game, Discard(0), Discard(1))
    assert game.ways(0, "forum")


@pytest.mark.clause("trade/what-is-sold", "trade/reserved", "wonders/alexandria-a")
def test_neighbours_buy_what_board_brown_and_grey_produce_and_nothing_else():
    """ "Commercio": yellow structures and wonder stages are reserved for their owner."""
    game = position({"wonder": ("alexandria", "A"), "stages": 2, "cards": "loom forum caravansery tree_farm"})
    assert for_sale(game.cities[0]) == ("G", "L", "WC")
    assert sorted(production(game.cities[0])) == ["G", "L", "LGP", "WC", "WSCO", "WSCO"]


@pytest.mark.clause("symbols/arrows")
def test_the_left_neighbour_is_the_next_seat_clockwise():
    game = position({"wonder": ("ephesus", "A")}, {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")})
    assert game.ways(0, "baths")[0].payment == Payment(left=2)
    assert game.ways(0, "barracks")[0].payment == Payment(right=2)


@pytest.mark.clause("trade/discounts", "symbols/arrows")
def test_east_trading_post_is_the_right_neighbours_west_the_left_ones():
    game = position({"cards": "east_trading_post"}, {"cards": "west_trading_post"}, {"cards": "marketplace"})
    east, west, market = (prices(game, seat) for seat in range(3))
    assert (east["left"]["W"], east["right"]["W"], east["right"]["L"]) == (2, 1, 2)
    assert (west["left"]["W"], west["right"]["W"]) == (1, 2)
    assert (market["left"]["L"], market["right"]["P"], market["left"]["W"]) == (1, 1, 2)


@pytest.mark.clause("symbols/trading-posts", "ruling/coins-of-this-turn", "trap/trading-posts-next-turn")
def test_trading_posts_work_from_the_next_turn():
    """ "a partire dal turno successivo"."""
    game = position({"cards": ""}, {"wonder": ("ephesus", "A")}, {"wonder": ("olympia", "A")})
    game = play(game, Build(0, "east_trading_post"), Discard(1), Discard(2))
    assert game.ways(0, "stockade")[0].payment == Payment(right=1)
    before = position({}, {"wonder": ("ephesus", "A")}, {"wonder": ("olympia", "A")})
    assert before.ways(0, "stockade")[0].payment == Payment(right=2)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.clause("symbols/vineyard-same-turn", "trap/vineyard-any-seat-order")
def test_vineyard_sees_the_brown_cards_of_the_same_turn(order):
    """Ruling: counted whatever the seat order."""
    actions = [Build(0, "vineyard"), Build(1, "sawmill"), Build(2, "quarry")]
    game = position({"cards": "stone_pit"}, age=2)
    assert coins(play(game, *(actions[seat] for seat in order)))[0] == 3 + 3


@pytest.mark.clause("symbols/bazar-same-turn", "trap/vineyard-any-seat-order")
def test_bazar_sees_the_grey_cards_of_the_same_turn():
    """ "le carte grigie costruite nelle città confinanti nello stesso turno del Bazar vengono contate"."""
    actions = [Build(0, "bazar"), Build(1, "loom"), Build(3, "press"), Build(2, "glassworks")]
    game = play(position({"cards": "press"}, age=2, players=4), *actions)
    assert coins(game)[0] == 3 + 2 * 3


@pytest.mark.clause("symbols/coins")
def test_tavern_gives_its_coins_once():
    game = play(position(players=4), Build(0, "tavern"), *map(Discard, (1, 2, 3)))
    assert coins(game)[0] == 8
    assert coins(play(game, *map(Discard, range(4))))[0] == 11


@pytest.mark.parametrize(
    ("card", "owned", "income"),
    [
        ("haven", "sawmill quarry loom", 2),
        ("lighthouse", "tavern vineyard", 3),
        ("chamber_of_commerce", "loom press", 4),
        ("arena", "", 6),
    ],
)
@pytest.mark.clause("symbols/arena", "symbols/haven", "symbols/chamber-of-commerce", "symbols/lighthouse")
def test_yellow_cards_of_age_three_pay_for_what_the_own_city_has(card, owned, income):
    """Haven, Lighthouse (which counts itself), Chamber of Commerce, Arena."""
    chain = {"haven": "forum", "lighthouse": "caravansery", "arena": "dispensary"}.get(card, "")
    expected = income + (card == "lighthouse")
    city = {"wonder": ("giza", "A"), "cards": f"{owned} {chain}", "stages": 2, "coins": 0}
    rich = {"cards": "clay_pool press loom brickyard"}
    game = position(city, rich, rich, age=3, players=4)
    if card == "chamber_of_commerce":
        game = position({**city, "cards": f"{owned} brickyard"}, rich, rich, age=3, players=4)
    assert coins(play(game, Build(0, card), *map(Discard, (1, 2, 3))))[0] == expected


@pytest.mark.clause("chain/example-theater", "overview/chains")
def test_chains_cost_nothing():
    """ "Costruzione Gratuita (Concatenazione)": Theater, Statue, Gardens."""
    game = position({"wonder": ("ephesus", "A"), "cards": "theater", "coins": 0}, age=2)
    assert [way.kind for way in game.ways(0, "statue")] == ["chain"]
    assert play(game, Build(0, "statue")).pending[0].pays == Payment()
    assert position({"wonder": ("ephesus", "A"), "cards": "statue"}, age=3).ways(0, "gardens")[0].kind == "chain"


@pytest.mark.clause("cost/example-scriptorium", "chain/example-library")
def test_scriptorium_lets_library_and_courthouse_be_built_for_nothing():
    game = position({"cards": "scriptorium"}, age=2)
    assert {game.ways(0, card)[0].kind for card in ("library", "courthouse")} == {"chain"}


@pytest.mark.parametrize("post", ["east_trading_post", "west_trading_post"])
@pytest.mark.clause("chain/printed")
def test_either_trading_post_leads_to_the_forum(post):
    assert position({"cards": post, "wonder": ("ephesus", "A")}, age=2).ways(0, "forum")[0].kind == "chain"


@pytest.mark.clause("overview/six-cards-an-age", "age/seven-cards-six-turns")
def test_six_turns_then_the_conflicts():
    """ "Ogni Epoca è composta da 6 turni"."""
    game = position()
    for turn in range(1, 7):
        assert (game.turn, game.phase) == (turn, Phase.TURN)
        game = play(game, *map(Discard, range(3)))
    assert game.phase is Phase.CONFLICTS
    assert game.to_act == ()


@pytest.mark.clause("age/seven-cards-six-turns")
def test_a_seat_acts_once_a_turn():
    game = play(position(), Discard(1))
    with pytest.raises(IllegalAction) as refused:
        game.apply(Build(1, "tavern"))
    assert "already_acted" in [reason.key for reason in refused.value.reasons]


@pytest.mark.clause("symbols/one-shield")
def test_shields_count_from_the_turn_they_are_built():
    game = play(position({"wonder": ("rhodes", "A")}), Build(0, "barracks"), Discard(1), Discard(2))
    assert shields(game.cities[0]) == 1


def test_a_payment_is_explained_by_what_is_bought_from_whom():
    game = position(
        {"wonder": ("ephesus", "A"), "coins": 8, "cards": "lumber_yard"},
        {"wonder": ("giza", "A"), "cards": "lumber_yard"},
        {"wonder": ("rhodes", "A")},
        age=3,
    )
    bought = game.explain(Build(0, "senate"))
    assert [(one.side, one.resources, one.coins) for one in bought] == [("left", "WS", 4), ("right", "O", 2)]
    assert position({"wonder": ("giza", "A"), "cards": "stone_pit"}).explain(BuildStage(0)) == ()
    brown = position().explain(Build(0, "timber_yard"))
    assert [(one.side, one.resources, one.coins) for one in brown] == [("bank", "", 1)]


@pytest.mark.clause("symbols/choice-neighbours", "trap/choice-card-for-both")
def test_both_neighbours_buy_a_side_of_the_same_choice_card_in_one_turn():
    """ "I giocatori confinanti possono acquistare l'una o l'altra"."""
    game = position(
        {"wonder": ("ephesus", "A"), "cards": "clay_pit"},
        {"wonder": ("giza", "A")},
        {"wonder": ("alexandria", "A")},
    )
    game = play(game, Build(1, "guard_tower"), Build(2, "barracks"), Build(0, "altar"))
    assert coins(game) == [7, 1, 1]


@pytest.mark.clause("production/never-spent", "trade/this-turn-only")
def test_resources_are_not_spent_and_what_was_bought_is_not_kept():
    """ "le risorse non vengono spese"; "le risorse acquistate possono essere usate solo nel turno in cui...": again."""
    game = position({"wonder": ("giza", "A"), "coins": 9}, {"wonder": ("rhodes", "A")}, {"wonder": ("ephesus", "A")})
    for card, pays in (("baths", Payment()), ("barracks", Payment(left=2)), ("barracks", Payment(left=2))):
        assert game.ways(0, card)[0].payment == pays
        game = play(game, Build(0, "baths" if card == "baths" else "altar", exception=True), Discard(1), Discard(2))
        assert production(game.cities[0]) == ("S",)
    game = play(game, Build(0, "barracks"), Discard(1), Discard(2))
    assert keys(game, Build(0, "stockade")) == ["nobody_sells"]
    assert game.stage_ways(0) == ()
    assert production(game.cities[0]) == ("S",)


@pytest.mark.clause("discard/note-forced")
def test_a_player_who_can_build_nothing_must_discard():
    """ "quel giocatore è obbligato a scartare la carta"."""
    game = position({"coins": 0}, {"coins": 0}, {"coins": 0}, age=3)
    assert game.possible(0, "palace") == (Discard(0),)


@pytest.mark.clause("trade/no-refusal")
def test_nobody_can_refuse_to_sell():
    """A sale needs no action of the seller's, and no other action of the turn prevents it."""
    game = position({"wonder": ("ephesus", "A")}, {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")})
    game = play(game, Build(1, "altar"), Discard(2))
    assert keys(game, Build(0, "baths")) == []
    assert coins(play(game, Build(0, "baths"))) == [1, 5, 6]


@pytest.mark.clause("trade/either-neighbour")
def test_either_neighbour_may_be_bought_from_if_both_sell():
    game = position({"wonder": ("ephesus", "A")}, {"cards": "lumber_yard"}, {"cards": "lumber_yard"})
    assert {way.payment for way in game.ways(0, "stockade")} == {Payment(left=2), Payment(right=2)}
    for pays in (Payment(left=2), Payment(right=2)):
        assert keys(game, Build(0, "stockade", pays)) == []


@pytest.mark.clause("trade/what-is-sold")
def test_only_the_two_cities_beside_sell():
    far = {"wonder": ("giza", "A")}
    game = position(
        {"wonder": ("ephesus", "A")}, {"wonder": ("rhodes", "A")}, far, {"wonder": ("babylon", "A")}, players=4
    )
    assert keys(game, Build(0, "baths")) == ["nobody_sells"]


def test_a_guild_brings_no_coins():
    game = position({"cards": "brickyard foundry lumber_yard stone_pit"}, {"cards": "sawmill"}, age=3)
    game = play(game, Build(0, "workers_guild"), Discard(1), Discard(2))
    assert coins(game)[0] == 3 - game.actions[0].pays.total
