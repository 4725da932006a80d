"""Two players and the Free City (base rulebook, "Variante Esperti per 2 giocatori")."""

import pytest

from engine import (
    Build,
    BuildStage,
    Discard,
    Fight,
    Game,
    ImpossibleSetup,
    Payment,
    Phase,
    must_play,
    score_sheets,
    winners,
)
from tests.dealing.dealer import deal
from tests.engine.positions import coins, keys, play, position

BOARDS = [("giza", "A"), ("rhodes", "A"), ("ephesus", "A")]
FREE = 2
"""Its left neighbour is seat 0, its right neighbour seat 1."""


def with_free_city(*cities, **fields):
    return position(*cities, free_city=FREE, **fields)


def discards(game):
    return [Discard(seat) for seat in range(3)]


@pytest.mark.clause("two/cards-for-three")
def test_the_cards_are_those_for_three_players():
    """ "le stesse carte della configurazione a 3 giocatori"."""
    assert keys(with_free_city(), Build(0, "tavern")) == ["not_in_player_count"]


@pytest.mark.clause("two/three-coins")
def test_all_three_cities_start_with_three_coins():
    assert coins(Game.new(BOARDS, free_city=FREE)) == [3, 3, 3]


@pytest.mark.parametrize(("age", "first", "second"), [(1, 0, 1), (2, 1, 0), (3, 0, 1)])
@pytest.mark.clause("two/in-turn", "two/who-begins")
def test_the_left_neighbour_begins_in_ages_one_and_three_the_right_one_in_age_two(age, first, second):
    """ "Fine di un'Epoca"; then they act for it in turn."""
    assert [with_free_city(age=age, turn=turn).controller for turn in range(1, 7)] == [first, second] * 3


@pytest.mark.clause("two/who-begins")
def test_no_player_controls_a_free_city_without_one():
    assert position().controller is None


@pytest.mark.clause("two/acts-every-turn")
def test_the_free_city_acts_in_every_turn():
    game = with_free_city()
    assert game.to_act == (0, 1, 2)
    assert play(game, *discards(game)).turn == 2


@pytest.mark.clause("two/must-chain", "ruling/free-city")
def test_the_free_city_must_use_a_chain():
    """ "questa costruzione gratuita DEVE essere compiuta"."""
    game = with_free_city(
        {"wonder": ("giza", "A"), "cards": "quarry"},
        {"wonder": ("rhodes", "A"), "cards": "quarry"},
        {"wonder": ("ephesus", "A"), "cards": "baths"},
        age=2,
    )
    assert [way.kind for way in game.ways(FREE, "aqueduct")] == ["chain"]
    assert keys(game, Build(FREE, "aqueduct", Payment(left=6))) == ["too_few_coins", "must_chain"]


@pytest.mark.clause("two/must-chain")
def test_a_player_need_not_use_a_chain():
    game = with_free_city({"cards": "baths", "coins": 9}, {"cards": "quarry stone_pit"}, age=2)
    assert game.ways(0, "aqueduct")[0].kind == "chain"
    assert len(game.ways(0, "aqueduct")) > 1


@pytest.mark.clause("two/either-neighbour")
def test_the_free_city_may_buy_from_either_neighbour_whatever_the_price():
    """ "sceglie da quale città comprare la risorsa (indipendentemente dal costo)"."""
    cities = [
        {"wonder": ("giza", "A"), "cards": "lumber_yard"},
        {"wonder": ("rhodes", "A"), "cards": "lumber_yard"},
        {"wonder": ("ephesus", "A"), "cards": "west_trading_post"},
    ]
    game = with_free_city(*cities)
    assert [way.payment for way in game.ways(FREE, "stockade")] == [Payment(left=1), Payment(right=2)]
    assert keys(game, Build(FREE, "stockade", Payment(right=2))) == []


@pytest.mark.clause("two/either-neighbour")
def test_the_free_city_buys_only_what_it_needs():
    game = with_free_city({"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, {"cards": "stone_pit"})
    assert [way.payment for way in game.ways(FREE, "baths")] == [Payment()]


@pytest.mark.clause("two/either-neighbour")
def test_the_free_city_is_paid_for_what_it_sells():
    game = with_free_city({"wonder": ("rhodes", "A")}, {"wonder": ("giza", "A")}, {"wonder": ("olympia", "A")})
    game = play(game, Build(0, "stockade"), Discard(1), Discard(2))
    assert coins(game) == [1, 6, 8]


@pytest.mark.clause("two/conflicts")
def test_the_free_city_fights_and_gets_tokens():
    """ "Le regole per la risoluzione dei Conflitti rimangono invariate"."""
    game = with_free_city({}, {}, {"cards": "stockade"}, turn=6, phase=Phase.CONFLICTS).apply(Fight())
    assert [city.conflict for city in game.cities] == [(-1,), (-1,), (1, 1)]


@pytest.mark.clause("two/end")
def test_the_free_city_is_not_scored_and_cannot_win():
    game = with_free_city({}, {"cards": "altar"}, {"cards": "palace"}, age=3)
    assert [sheet.seat for sheet in score_sheets(game)] == [0, 1]
    assert winners(game) == (1,)


@pytest.mark.clause("two/end")
def test_guilds_count_the_free_city_as_a_neighbour():
    game = with_free_city({"cards": "workers_guild"}, {"cards": "sawmill"}, {"cards": "quarry foundry"}, age=3)
    assert score_sheets(game)[0].points["guilds"] == 3


@pytest.mark.clause("two/tie")
def test_a_tie_goes_to_the_fuller_treasury():
    assert winners(with_free_city({"coins": 4}, {"coins": 5}, {"coins": 50})) == (1,)


@pytest.mark.clause("two/note-sixth-turn")
def test_the_free_city_has_no_seventh_card():
    """ "rimane solo una carta nel mazzo della città Franca, che viene scartata"."""
    babylon = {"wonder": ("babylon", "B"), "stages": 2}
    game = with_free_city({}, {}, babylon, turn=6)
    assert play(game, *discards(game)).phase is Phase.CONFLICTS
    game = with_free_city(babylon, turn=6)
    assert play(game, *discards(game)).phase is Phase.SEVENTH


@pytest.mark.clause("two/acts-every-turn")
def test_the_free_city_may_build_stages():
    game = with_free_city({}, {}, {"wonder": ("ephesus", "A"), "cards": "quarry"})
    assert keys(game, BuildStage(FREE)) == []


@pytest.mark.parametrize(
    ("boards", "free_city"), [(BOARDS, 3), (BOARDS, -1), (BOARDS[:2], 1), ([*BOARDS, ("babylon", "A")], 2)]
)
def test_the_free_city_is_one_of_three_boards(boards, free_city):
    with pytest.raises(ImpossibleSetup):
        Game.new(boards, free_city=free_city)


@pytest.mark.clause("two/must-play", "ruling/free-city")
def test_the_free_city_must_play_a_card_if_any_can_be_played():
    """ "non può scartare una carta per ottenere 3 monete a meno che non possa giocare una carta"."""
    nothing = with_free_city(
        {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, {"wonder": ("ephesus", "A"), "coins": 0}
    )
    assert not must_play(nothing, ["apothecary", "timber_yard"])
    assert must_play(nothing, ["apothecary", "altar"])
    stage = with_free_city({}, {}, {"wonder": ("ephesus", "A"), "cards": "quarry"})
    assert must_play(stage, ["apothecary"])
    assert not must_play(position(), ["altar"])


@pytest.mark.clause("two/must-play")
def test_the_free_city_of_a_dealt_game_discards_only_if_it_can_play_nothing():
    for seed in range(10):
        game = deal(2, seed).game
        free = game.setup.free_city
        built = sum(getattr(action, "seat", None) == free for action in game.actions if not isinstance(action, Discard))
        assert built > 12


def test_the_free_city_recruits_no_extra_leader() -> None:
    rome = {"wonder": ("rome", "B"), "stages": 1, "cards": "brickyard quarry sawmill", "coins": 9}
    game = position({}, {}, rome, leaders=True, free_city=2)
    game = play(game, Discard(0), Discard(1), BuildStage(2, exception=True))
    assert game.cities[2].stages == 2
    assert (game.phase, game.turn) == (Phase.TURN, 2)


@pytest.mark.clause("ruling/free-city")
def test_the_free_city_builds_by_its_chain_and_not_for_free():
    """With Olympia A, whose free structure would not be a chain."""
    game = position({}, {}, {"wonder": ("olympia", "A"), "stages": 2, "cards": "theater"}, age=2, free_city=2)
    assert [way.kind for way in game.ways(2, "statue")] == ["chain"]
    assert keys(game, Build(2, "statue", free=True)) == ["must_chain"]
    assert keys(game, Build(2, "temple", free=True)) == []
