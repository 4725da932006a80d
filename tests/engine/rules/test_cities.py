"""Cities, second edition: black structures, debt, diplomacy, copied symbols, a seventh turn; its leaders."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import (
    EDITIONS,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    IllegalAction,
    ImpossibleSetup,
    PayLoss,
    Payment,
    Phase,
    Recruit,
    Status,
    audit,
    categories,
    conflict_preview,
    deal,
    finished_game,
    opponents,
    played_with,
    read_record,
    score_sheets,
    status,
    write_record,
)
from engine.game.final_table import FinalCity
from engine.model.editions import _catalogue
from engine.scoring.science import science_points
from tests.engine.positions import coins, keys, play, position

CITIES = {"expansions": ("cities",)}
SECOND = EDITIONS["second"]
BLACK = [card for card in SECOND.cards.values() if card.set == "cities"]
DAY = ("giza", "day")
RICH = "quarry brickyard foundry sawmill loom glassworks press"


def cities(*described: dict[str, object], **options: object) -> Game:
    """A position of a game with Cities; the first seat has Giza, by day."""
    first, *others = described or ({},)
    return position({"wonder": DAY, **first}, *others, **CITIES, **options)


def rest(game: Game) -> tuple[Discard, ...]:
    """A discard of everybody who has not acted."""
    return tuple(Discard(seat) for seat in game.to_act)


def built(game: Game, card: str) -> Game:
    """The game after seat 0 has built a structure, and the others have discarded."""
    game = game.apply(Build(0, card))
    return play(game, *rest(game))


def pays(game: Game, *paid: int) -> Game:
    """The game after the seats that lose coins have paid so many."""
    assert game.phase is Phase.LOSS
    return play(game, *(PayLoss(seat, some) for seat, some in zip(game.to_act, paid, strict=True)))


@pytest.mark.parametrize("exception", [False, True])
def test_a_seat_that_is_not_there_pays_nothing(exception: bool) -> None:
    assert "unknown_seat" in keys(cities(), PayLoss(9, 3, exception=exception))


@pytest.mark.clause("cities/deck")
@pytest.mark.parametrize("players", range(3, 8))
def test_as_many_black_cards_as_players_are_drawn_for_each_age(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        table = deal(players, "second", seed, **CITIES)
        decks = {1: [card for hand in table.hands.values() for card in hand], **table.decks}
        for age, deck in decks.items():
            black = [card for card in deck if SECOND.card(card).colour == "black"]
            assert (len(black), len(set(black))) == (players, players)
            assert {SECOND.card(card).ages for card in black} == {(age,)}
            assert len(deck) == 8 * players
            seen.update(black)
    assert len(seen) == len(BLACK)


@pytest.mark.clause("cities/seven-turns")
def test_an_age_has_seven_turns_and_hands_of_eight() -> None:
    table = deal(4, "second", 1, **CITIES)
    assert {len(hand) for hand in table.hands.values()} == {8}
    turns = []
    while table.game.phase is not Phase.CONFLICTS:
        seat, chance = table.to_act[0], Random(len(table.game.actions))
        turns.append(table.game.turn)
        table = table.play(chance.choice(table.legal(seat)))
    assert max(turns) == table.game.last_turn == 7
    assert deal(4, "second", 1).game.last_turn == 6


def test_a_deck_that_gives_no_equal_hands_is_refused() -> None:
    with pytest.raises(ImpossibleSetup, match="deck_does_not_fit"):
        deal(4, catalogue=_with_one_more_brown_card())


def _with_one_more_brown_card() -> object:
    first = EDITIONS["first"]
    row = {"id": "dock", "name": "Dock", "colour": "brown", "cost": {"coins": 0, "resources": ""}}
    row |= {"effect": {"kind": "produce", "units": ["W"], "tradable": True}, "chain_from": [], "chain_to": []}
    layer = ("", {"structures": {"structures": [row | {"printings": [{"age": 1, "players": 3}]}]}})
    return _catalogue((*first.layers, layer), "first", 2, ())


@pytest.mark.clause("cities/loss")
def test_every_other_player_pays_or_takes_debt_and_may_split_it() -> None:
    game = cities({}, {"coins": 5}, {"coins": 0}, {"coins": 1}, players=4)
    game = game.apply(Build(0, "hideout"))
    game = play(game, Build(1, "altar"), Build(2, "theater"), Build(3, "tavern"))
    assert (game.phase, game.to_act) == (Phase.LOSS, (1, 3)), "who has nothing is not asked"
    assert [city.owed for city in game.cities] == [0, 1, 1, 1]
    assert game.legal_actions(1) == (PayLoss(1, 1), PayLoss(1, 0))
    game = pays(game, 1, 0)
    assert (coins(game), [city.debt for city in game.cities]) == ([3, 4, 0, 6], [0, 0, 1, 1])
    assert (game.turn, game.phase) == (2, Phase.TURN)
    split = built(cities({"cards": RICH}, {"coins": 5}, age=3), "brotherhood")
    split = pays(split, 2, 3)
    assert [city.debt for city in split.cities] == [0, 1, 0]
    assert coins(split)[1:] == [6, 3]


@pytest.mark.clause("cities/loss")
def test_a_loss_is_neither_more_than_is_lost_nor_than_is_there() -> None:
    game = built(cities({"cards": RICH}, {"coins": 0}, age=3), "brotherhood")
    assert keys(game, PayLoss(1, 4)) == ["payment_not_valid"]
    assert keys(game, PayLoss(0, 0)) == ["not_now"]
    assert keys(cities(), PayLoss(1, 1)) == ["not_now"]
    poor = play(
        cities({"cards": RICH}, {"coins": 0}, age=3).apply(Build(0, "brotherhood")),
        Build(1, "haven", exception=True),
        Discard(2),
    )
    assert poor.to_act == (2,)
    with pytest.raises(IllegalAction):
        poor.apply(PayLoss(1, 1))
    some = built(cities({"cards": RICH}, {"coins": 1}, age=3), "opium_distillery")
    assert keys(some, PayLoss(1, 5)) == ["too_few_coins"]
    assert keys(some, PayLoss(1, 4)) == []
    alone = play(
        cities({}, {"coins": 0}, {"coins": 0}).apply(Build(0, "hideout")), Build(1, "altar"), Build(2, "theater")
    )
    assert (alone.phase, alone.turn, [city.debt for city in alone.cities]) == (Phase.TURN, 2, [0, 1, 1])


@pytest.mark.parametrize(
    "actions",
    [
        (PayLoss(1, 2), CorrectCoins(1, 1)),
        (CorrectCoins(1, 1), PayLoss(1, 2, exception=True)),
    ],
)
def test_what_is_not_there_to_pay_a_loss_is_debt(actions: tuple[Action, ...]) -> None:
    game = play(built(cities({"cards": RICH}, age=2), "lair"), *actions, PayLoss(2, 2))
    assert (coins(game)[1], game.cities[1].debt) == (0, 1)


@pytest.mark.clause("cities/loss-at-the-end")
def test_coins_of_the_turn_pay_what_is_lost_and_what_others_lay_counts() -> None:
    """Tokens and stages of the same turn count as Vineyard's structures do."""
    game = cities(
        {"cards": RICH}, {"wonder": ("rhodes", "day"), "cards": f"{RICH} clay_pool", "stages": 1, "coins": 4}, age=3
    )
    game = play(game, Build(0, "chamber_of_builders"), BuildStage(1), Discard(2))
    assert [city.owed for city in game.cities] == [0, 2, 0]
    game = cities({"cards": RICH}, {"cards": RICH, "conflict": (1, 3, -1)}, {}, age=3)
    game = play(game, Build(0, "cenotaph"), Build(1, "raider_garrison"), Discard(2))
    assert [city.owed for city in game.cities] == [0, 3, 0]


@pytest.mark.clause("cities/loss-at-the-end")
def test_losses_of_a_turn_add_up_and_come_after_everything_else() -> None:
    game = cities({"cards": RICH}, {"cards": RICH, "coins": 4}, {}, age=2, pile=("theater",))
    game = play(game, Build(0, "lair"), Build(1, "forging_agency"), Discard(2))
    assert (game.phase, game.remaining) == (Phase.FROM_DISCARD, ((Phase.LOSS, (1, 2)),))
    raised = game.apply(BuildFromDiscard(1, "theater"))
    assert (raised.phase, raised.to_act) == (Phase.LOSS, (1, 2))
    both = cities({"cards": RICH}, {"cards": RICH}, {}, age=2)
    both = play(both, Build(0, "lair"), Build(1, "opium_den"), Discard(2))
    assert [city.owed for city in both.cities] == [3, 2, 5]
    assert both.to_act == (0, 1, 2)


@pytest.mark.clause("cities/debt-points")
def test_every_debt_token_is_a_point_less_and_is_never_given_back() -> None:
    game = cities({"debt": 4, "coins": 7}, age=3)
    sheet = score_sheets(game)[0]
    assert sheet.points["treasury"] == 2 - 4
    assert [(term.source, term.points) for term in sheet.lines["treasury"]] == [("coins", 2), ("debt", -4)]


@pytest.mark.clause("cities/gifts")
def test_others_and_neighbours_take_coins_from_the_bank() -> None:
    game = cities({"cards": RICH}, players=4, age=2)
    assert coins(built(game, "trade_center")) == [3, 8, 8, 8]
    assert coins(built(game, "gambling_den")) == [3 - 1 + 9, 8, 6, 8]
    dive = play(cities(players=4), Build(0, "dive"), Build(1, "altar"), Build(2, "theater"), Build(3, "lumber_yard"))
    assert coins(dive) == [9, 4, 3, 4]


@pytest.mark.clause("cities/raiders")
@pytest.mark.parametrize(
    ("card", "age", "token"), [("raider_camp", 1, 1), ("raider_fort", 2, 3), ("raider_garrison", 3, 5)]
)
def test_raiders_take_a_token_and_give_both_neighbours_a_debt(card: str, age: int, token: int) -> None:
    game = built(cities({"cards": RICH, "coins": 5}, players=4, age=age), card)
    assert [city.conflict for city in game.cities] == [(token,), (), (), ()]
    assert [city.debt for city in game.cities] == [0, 1, 0, 1]
    assert game.phase is Phase.TURN


@pytest.mark.clause("cities/diplomacy")
def test_who_has_a_diplomacy_token_is_absent_and_its_neighbours_fight_each_other() -> None:
    strength = ({"cards": "barracks"}, {"cards": ""}, {"cards": "barracks stockade"}, {"cards": ""})
    game = cities(*strength[:1], {**strength[1], "diplomacy": 2}, *strength[2:], players=4, turn=7)
    assert opponents(game.cities) == ((2, 3), (None, None), (3, 0), (0, 2))
    game = play(game, *rest(game))
    assert conflict_preview(game) == ((-1, 1), (None, None), (1, 1), (-1, -1))
    game = game.apply(Fight())
    assert [city.conflict for city in game.cities] == [(-1, 1), (), (1, 1), (-1, -1)]
    assert [city.diplomacy for city in game.cities] == [0, 1, 0, 0], "one token is given back"
    assert game.apply(Discard(0)).age == 2


@pytest.mark.clause("cities/diplomacy-two-left")
@pytest.mark.parametrize("absent", range(3))
def test_two_who_are_left_fight_once(absent: int) -> None:
    described = [
        {"diplomacy": int(seat == absent), "cards": "barracks" if seat == (absent + 1) % 3 else ""} for seat in range(3)
    ]
    game = cities(*described, turn=7)
    game = play(game, *rest(game)).apply(Fight())
    tokens = [city.conflict for city in game.cities]
    assert (tokens[absent], tokens[(absent + 1) % 3], tokens[(absent + 2) % 3]) == ((), (1,), (-1,))
    alone = cities({"diplomacy": 1}, {"diplomacy": 1}, {"cards": "barracks"}, turn=7)
    alone = play(alone, *rest(alone)).apply(Fight())
    assert [city.conflict for city in alone.cities] == [(), (), ()]


def brute_force(own: tuple[int, int, int], beside: tuple[int, int, int], copies: int) -> int:
    """The most points by trying every symbol for every copy; one symbol may not be copied twice."""
    best = science_points(own)
    for choice in product(range(3), repeat=copies):
        taken = Counter(choice)
        if all(taken[one] <= beside[one] for one in range(3)):
            best = max(best, science_points(tuple(own[one] + taken[one] for one in range(3))))
    for fewer in range(copies):
        best = max(best, brute_force(own, beside, fewer))
    return best


SYMBOLS = (
    "apothecary dispensary lodge academy",
    "workshop laboratory observatory study",
    "scriptorium library school university",
)
MASKS = "pigeonhole band_of_spies torture_chamber"


@pytest.mark.clause("cities/masks")
def test_copied_symbols_are_chosen_for_the_most_points_each_once() -> None:
    chance = Random(5)
    for _ in range(60):
        own, left, right = (tuple(chance.randint(0, 3) for _ in range(3)) for _ in range(3))
        masks = chance.randint(0, 3)
        described = [
            " ".join(" ".join(SYMBOLS[kind].split()[: some[kind]]) for kind in range(3)) for some in (own, left, right)
        ]
        game = cities(
            {"cards": f"{described[0]} {' '.join(MASKS.split()[:masks])}"}, *({"cards": one} for one in described[1:])
        )
        beside = tuple(left[kind] + right[kind] for kind in range(3))
        assert score_sheets(game)[0].points["scientific"] == brute_force(own, beside, masks)


@pytest.mark.clause("cities/masks")
def test_only_green_structures_of_neighbours_are_copied() -> None:
    game = cities(
        {"cards": "pigeonhole"}, {"cards": ""}, {"cards": "apothecary"}, {"cards": "scientists_guild"}, players=4
    )
    assert score_sheets(game)[0].points["scientific"] == 0


@pytest.mark.clause("cities/production")
def test_black_market_and_secret_warehouse_follow_what_is_produced() -> None:
    game = cities({"cards": "black_market lumber_yard"}, {"wonder": ("rhodes", "day")}, {"wonder": ("ephesus", "day")})
    assert game.ways(0, "apothecary")[0].kind == "own", "no cloth is produced here"
    assert keys(game, Build(0, "baths")) == []
    assert "W" not in {unit for units in game.cities[0].estate.depending for unit in units}
    game = cities(
        {"cards": "secret_warehouse lumber_yard"}, {"wonder": ("rhodes", "day")}, {"wonder": ("ephesus", "day")}, age=2
    )
    assert game.ways(0, "caravansery")[0].kind == "own", "two wood: the yard's and one more"
    later = built(game, "brickyard")
    assert later.cities[0].estate.depending == ("WSC",)
    assert later.cities[0].estate.sale.units == ("CC", "S", "W") or later.cities[0].estate.sale.units == (
        "C",
        "C",
        "S",
        "W",
    )


@pytest.mark.clause("cities/wharf")
def test_the_first_resource_from_a_side_costs_a_coin_less() -> None:
    seller = {"wonder": ("rhodes", "day"), "cards": "foundry"}
    game = cities({"wonder": ("ephesus", "day"), "cards": "west_clandestine_wharf", "coins": 9}, seller, age=1)
    assert [way.payment for way in game.ways(0, "barracks")] == [Payment(left=1)]
    two = cities(
        {"wonder": ("ephesus", "night"), "cards": "east_clandestine_wharf", "coins": 9, "stages": 2}, {}, seller
    )
    assert [way.payment for way in two.stage_ways(0)] == []
    two = cities({"wonder": ("halicarnassus", "day"), "cards": "east_clandestine_wharf", "coins": 9}, {}, seller)
    assert [way.payment for way in two.stage_ways(0)] == [Payment(right=3)]
    cheap = cities(
        {"wonder": ("halicarnassus", "day"), "cards": "east_clandestine_wharf east_trading_post", "coins": 9},
        {},
        seller,
    )
    assert [way.payment for way in cheap.stage_ways(0)] == [Payment(right=1)]


@pytest.mark.clause("cities/architects")
def test_the_architect_firm_pays_the_resources_of_stages() -> None:
    game = cities({"cards": "architect_firm", "coins": 0, "stages": 2})
    assert [way.payment for way in game.stage_ways(0)] == [Payment()]


@pytest.mark.clause("cities/tokens")
def test_points_for_the_tokens_of_an_age_and_coins_for_all() -> None:
    tokens = (1, 1, 3, 5, 5, -1)
    for card, points in (("cells", 4), ("guardhouse", 3), ("prison", 8), ("slave_market", 5)):
        assert score_sheets(cities({"cards": card, "conflict": tokens}))[0].points["cities"] == points
    game = built(cities({"cards": RICH, "conflict": tokens, "coins": 0}, age=3), "slave_market")
    assert coins(game)[0] == 5
    game = built(cities({"cards": RICH, "conflict": (1, -1, -1), "coins": 0}, age=3), "memorial")
    assert (coins(game)[0], game.cities[0].conflict) == (4, (1,))
    game = built(cities({"cards": f"{RICH} cells", "coins": 0}, age=3), "secret_network")
    assert (coins(game)[0], score_sheets(game)[0].points["cities"]) == (2, 2)


def test_black_points_have_a_category_of_their_own_only_with_cities() -> None:
    assert categories(cities())[-1] == "cities"
    assert "cities" not in categories(position({"wonder": DAY}))
    assert score_sheets(cities({"cards": "city_gates capitol"}))[0].points["cities"] == 12


def test_black_structures_are_not_in_other_games_nor_more_than_were_drawn() -> None:
    assert "not_in_this_game" in keys(position({"wonder": DAY}), Build(0, "hideout"))
    three = ["hideout", "customs", "dive"]
    game = cities({"cards": three[0]}, {"cards": three[1]}, {"cards": three[2]})
    assert keys(game, Build(0, "cells")) == ["too_many_drawn"]
    odd = cities(*({"cards": card} for card in three), turn=2)
    odd = play(odd, Build(0, "cells", exception=True), Discard(1), Discard(2))
    assert "too_many_drawn(number=4, age=1)" in [str(why) for why in audit(odd)]


@pytest.mark.clause("cities/leaders")
def test_the_leaders_of_cities() -> None:
    def led(*described: dict[str, object], **options: object) -> Game:
        return cities(*described, leaders=True, **options)

    free = led({"leaders": "caligula", "coins": 0}, age=3)
    assert [way.kind for way in free.ways(0, "capitol")] == ["free"]
    assert not free.ways(0, "palace")
    used = play(free, Build(0, "capitol"), Discard(1), Discard(2))
    assert not used.ways(0, "mint")
    olympia = led({"wonder": ("olympia", "day"), "stages": 2, "leaders": "caligula", "coins": 0}, age=2)
    kept = built(built(olympia, "gambling_den"), "walls")
    assert [way.kind for way in kept.ways(0, "mercenaries")] == ["free"], "what Olympia gives uses nothing up"
    paid = built(led({"leaders": "diocletian", "coins": 5}), "militia")
    assert coins(paid)[0] == 5 - 3 + 2
    stage = led({"leaders": "octavia", "cards": RICH, "coins": 1})
    stage = play(stage, BuildStage(0), Discard(1), Discard(2))
    assert (coins(stage)[0], stage.phase, [city.owed for city in stage.cities]) == (3, Phase.LOSS, [0, 1, 1])
    for age in (1, 2, 3):
        game = led({"coins": 6}, age=age, turn=0, phase=Phase.RECRUIT)
        assert game.leader_price(0, "arsinoe") == age
        game = play(game, Recruit(0, "arsinoe"), Discard(1), Discard(2))
        assert (coins(game)[0], game.to_act, game.cities[1].owed) == (6 - age + 4, (1, 2), age)
        game = pays(game, 0, age)
        assert (game.phase, game.turn, game.cities[1].debt) == (Phase.TURN, 1, age)
    peace = play(led({"coins": 3}, turn=0, phase=Phase.RECRUIT), Recruit(0, "aspasia"), Discard(1), Discard(2))
    assert (peace.cities[0].diplomacy, score_sheets(peace)[0].points["leaders"]) == (1, 2)
    assert score_sheets(led({"leaders": "darius", "cards": "cells hideout"}))[0].points["leaders"] == 2
    assert "not_in_this_game" in keys(
        position({"wonder": DAY}, leaders=True, turn=0, phase=Phase.RECRUIT), Recruit(0, "darius")
    )


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("leaders", [False, True])
def test_whole_games_are_in_order_and_are_read_back(players: int, leaders: bool) -> None:
    table, chance = deal(players, "second", players, leaders=leaders, **CITIES), Random(players)
    while table.packs:
        table = table.draft([chance.choice(pack) for pack in table.packs])
    losses = 0
    while not table.is_over:
        seat = table.to_act[0] if table.to_act else 0
        losses += table.game.phase is Phase.LOSS
        plays = table.legal(seat)
        table = table.play(chance.choice([one for one in plays if isinstance(one.action, Build)] or plays))
    assert status(table.game) is Status.IN_ORDER
    assert read_record(write_record(table.game)) == table.game
    assert losses or players == 3


def test_a_table_with_cities_is_not_scored_from_its_cards() -> None:
    seen = [FinalCity("giza", "day", (("hideout", 1),)), FinalCity("rhodes", "day"), FinalCity("babylon", "day")]
    with pytest.raises(ImpossibleSetup, match="set_is_not_scored"):
        finished_game(seen)


def test_what_tables_say_differently_is_marked() -> None:
    unsure = {card.id for card in BLACK if card.unconfirmed}
    assert unsure == {
        *("militia", "tabularium", "trade_center", "embassy"),
        *("secret_warehouse", "raider_fort", "guardhouse", "raider_garrison", "prison", "memorial"),
    }
    assert Counter(card.ages[0] for card in BLACK) == {1: 13, 2: 14, 3: 14}
    assert played_with(SECOND, ("cities",)).drawn == {"purple": 2, "black": 0}
