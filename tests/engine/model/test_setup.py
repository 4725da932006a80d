"""Preparing and dealing: decks, hands and how they are passed, the Free City's deck, leaders ("Preparazione")."""

from functools import cache
from random import Random

import pytest

from engine import (
    CATALOGUE,
    BuildFromDiscard,
    BuildStage,
    Colour,
    Discard,
    Game,
    ImpossibleSetup,
    Leader,
    Pass,
    Per,
    Phase,
    Points,
    Produce,
    Science,
    Setup,
    Side,
)
from tests.dealing.dealer import deal
from tests.dealing.decks import decks, draw_wonders, leader_deck
from tests.engine.positions import coins, play, position
from vision.kit.boxes import box
from vision.kit.codebook import Codebook, StickerKind

PRINTED = box(Codebook.load()).entries
FIRST_THREE = [("giza", "A"), ("rhodes", "A"), ("ephesus", "A")]


@cache
def setup_for(players: int, leaders: bool = False) -> Setup:
    """The setup of a game of the first edition."""
    return deal(players, 1, leaders=leaders).game.setup


def colour(code: int) -> Colour:
    return CATALOGUE.card(PRINTED[code].id).colour


def hands_of(players: int, seed: int) -> dict[int, list[list[int]]]:
    """The hands dealt in each age of `deal(players, seed)`: every n-th card of the shuffled deck for n players."""
    random = Random(seed)
    draw_wonders(players, random)
    return {
        age: [deck[seat::players] for seat in range(players)] for age, deck in decks(setup_for(players), random).items()
    }


@pytest.mark.clause("cards/seven-kinds")
def test_there_are_seven_kinds_of_structure():
    assert {card.colour for card in CATALOGUE.cards.values()} == set(Colour)
    assert len(Colour) == 7


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.clause("cards/age-three")
def test_age_three_has_guilds_but_neither_raw_materials_nor_manufactured_goods(players):
    found = decks(setup_for(players), Random(1))
    assert {colour(code) for code in found[3]} == set(Colour) - {Colour.BROWN, Colour.GREY}
    assert Colour.PURPLE not in {colour(code) for age in (1, 2) for code in found[age]}


@pytest.mark.parametrize(("players", "used"), [(4, {3, 4}), (6, {3, 4, 5, 6})])
@pytest.mark.clause("cost/example-four-players", "decks/example-six-players")
def test_example_the_cards_for_so_many_players_are_used_and_no_others(players, used):
    dealt = [
        code for deck in decks(setup_for(players), Random(1)).values() for code in deck if colour(code) != "purple"
    ]
    assert {PRINTED[code].players for code in dealt} == used
    printed = [entry for entry in PRINTED.values() if entry.kind is StickerKind.CARD and entry.players in used]
    assert len(dealt) == len(printed)


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.clause("decks/guilds", "decks/note-players-plus-two", "leaders/guilds-drawn")
def test_there_are_two_guilds_more_than_players(players, leaders):
    """With Leaders too: more guilds to draw from, as many drawn."""
    guilds = [code for code in decks(setup_for(players, leaders), Random(3))[3] if colour(code) == "purple"]
    assert len(guilds) == players + 2


@pytest.mark.clause("decks/guilds", "leaders/guilds-drawn")
def test_which_guilds_are_in_the_game_is_left_to_chance():
    seen = {PRINTED[code].id for seed in range(40) for code in decks(setup_for(3, True), Random(seed))[3]}
    assert sum(CATALOGUE.card(card).colour == "purple" for card in seen) == 14


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.clause("decks/note-all-dealt", "age/seven-cards-six-turns")
def test_every_deck_is_dealt_out_seven_cards_to_everybody(players):
    assert {len(deck) for deck in decks(setup_for(players), Random(2)).values()} == {7 * players}


@pytest.mark.clause("boards/sides", "wonders/b-sides-mix")
def test_boards_and_their_sides_may_be_chosen_and_mixed():
    game = Game.new([("giza", "B"), ("rhodes", "A"), ("olympia", "B"), ("babylon", "A")])
    assert [city.wonder.side for city in game.cities] == ["B", "A", "B", "A"]


@pytest.mark.clause("money/no-limit")
def test_a_treasury_has_no_limit():
    assert coins(play(position({"coins": 5000}), *map(Discard, range(3))))[0] == 5003


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("pass/directions", "sixth/example-sofia", "overview/start")
def test_hands_go_to_the_left_in_ages_one_and_three_and_to_the_right_in_age_two(age, step, seed):
    """What a seat plays in its t-th turn comes from the hand dealt t - 1 seats before."""
    players = 5
    dealt = hands_of(players, seed)[age]
    for turn in deal(players, seed).rounds:
        if turn.age == age and turn.phase is Phase.TURN:
            for move in turn.moves:
                assert move.code in dealt[(move.seat - step * (turn.turn - 1)) % players]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("sixth/example-sofia")
def test_example_sofia_has_two_cards_in_her_sixth_turn_plays_one_and_puts_the_other_away(seed):
    boards = [("giza", "A"), ("rhodes", "A"), ("ephesus", "A"), ("olympia", "A")]
    found = deal(4, seed, seats=boards)
    for turn in found.rounds:
        left = sorted(one.seat for one in turn.leftovers)
        assert left == ([0, 1, 2, 3] if turn.phase is Phase.TURN and turn.turn == 6 else [])
        if turn.phase is Phase.TURN:
            assert len(turn.moves) == 4


@pytest.mark.clause("sixth/no-coins")
def test_the_card_that_is_not_played_on_turn_six_brings_no_coins():
    game = position()
    for _ in range(6):
        game = play(game, *map(Discard, range(3)))
    assert coins(game) == [3 + 6 * 3] * 3


def raised(players: int, seeds: range, **options):
    """For every card raised from the discard pile: its code, the pile before, the cards put there in that turn."""
    for seed in seeds:
        pile: dict[int, tuple[int, int]] = {}
        for turn in deal(players, seed, **options).rounds:
            now = (turn.age, turn.turn)
            for move in turn.moves:
                if isinstance(move.action, BuildFromDiscard) and move.code is not None:
                    yield move.code, dict(pile), now
                    del pile[move.code]
                elif isinstance(move.action, (Discard, Pass)) and turn.phase is not Phase.RECRUIT:
                    pile[move.code] = now
            pile |= {one.code: now for one in turn.leftovers}


MAUSOLEUM = [("halicarnassus", "B"), ("rhodes", "A"), ("ephesus", "A"), ("olympia", "A")]


@pytest.mark.clause(
    "wonders/halicarnassus-a",
    "wonders/halicarnassus-a-when",
    "wonders/halicarnassus-b-when",
    "trap/halicarnassus-turn-six",
)
def test_the_mausoleum_chooses_among_all_cards_ever_put_away_those_of_its_own_turn_too():
    """Cards discarded for coins, leftovers of an age, and on turn six the leftovers of that turn."""
    found = list(raised(4, range(60), seats=MAUSOLEUM))
    assert found
    assert all(code in pile for code, pile, _ in found)
    assert any(pile[code] == now for code, pile, now in found)
    assert any(pile[code] == now and now[1] == 6 for code, pile, now in found)
    assert any(pile[code][0] < now[0] for code, pile, now in found)


@pytest.mark.clause("leaders/discard", "ruling/halicarnassus")
def test_leaders_are_never_in_the_discard_pile():
    """ "Le carte Leader scartate in questo modo sono rimesse nella scatola"."""
    found = list(raised(4, range(25), seats=MAUSOLEUM, leaders=True))
    assert found
    assert {PRINTED[code].kind for code, _, _ in found} == {StickerKind.CARD}


@pytest.mark.clause("two/hands-and-deck", "two/note-sixth-turn")
def test_two_players_hold_seven_cards_each_and_the_free_city_has_a_deck_of_seven():
    found = deal(2, 3, seats=FIRST_THREE)
    free = found.game.setup.free_city
    for age in (1, 2, 3):
        turns = [turn for turn in found.rounds if turn.age == age and turn.phase is Phase.TURN]
        assert [len(turn.moves) for turn in turns] == [3] * 6
        assert sorted(one.seat for one in turns[-1].leftovers) == [0, 1, 2]
        codes = [move.code for turn in turns for move in turn.moves] + [one.code for one in turns[-1].leftovers]
        assert len(set(codes)) == 21
        assert sum(one.seat == free for one in turns[-1].leftovers) == 1


@pytest.mark.clause("two/cards-for-three")
def test_two_players_use_the_cards_for_three():
    assert {PRINTED[code].players for code in decks(setup_for(3), Random(1))[1]} == {3}
    for turn in deal(2, 1).rounds:
        assert {PRINTED[move.code].players for move in turn.moves if move.code is not None} <= {3, None}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("two/own-city-first")
def test_who_holds_the_free_citys_card_chooses_for_the_own_city_first(seed):
    """ "La scelta di questa carta avviene DOPO aver scelto la carta da giocare per la propria città"."""
    found = deal(2, seed)
    states = {len(game.actions): game for game in found.game.states()}
    done = 0
    for turn in found.rounds:
        game, seats = states[done], [move.seat for move in turn.moves]
        if turn.phase is Phase.TURN:
            assert seats.index(game.setup.free_city) == seats.index(game.controller) + 1
        done += len(turn.moves) + (turn.phase is Phase.CONFLICTS)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("two/example-ludwig-and-peter")
def test_example_ludwig_and_peter_swap_their_hands_every_turn(seed):
    """Only what comes from the Free City's deck joins a hand; the rest is swapped between the two."""
    found = deal(2, seed, seats=FIRST_THREE)
    random = Random(seed)
    free = random.randrange(3)
    assert free == found.game.setup.free_city
    deck = decks(setup_for(3), random)[1]
    one, other = (seat for seat in range(3) if seat != free)
    packs, stock = {one: set(deck[0::3]), other: set(deck[1::3])}, deck[2::3]
    states = {len(game.actions): game for game in found.game.states()}
    done = 0
    for turn in [turn for turn in found.rounds if turn.age == 1 and turn.phase is Phase.TURN]:
        holder = states[done].controller
        packs[holder].add(stock.pop(0))
        for move in turn.moves:
            packs[holder if move.seat == free else move.seat].remove(move.code)
        packs = {one: packs[other], other: packs[one]}
        done += len(turn.moves)
    assert [len(pack) for pack in (*packs.values(), stock)] == [1, 1, 1]


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.clause("leaders/draft", "leaders/two-players")
def test_leaders_are_drafted_one_by_one_the_rest_goes_to_the_right(players):
    """ "Fase Leader": everybody plays only leaders that were kept in the draft, and recruits thrice."""
    boards = [("giza", "A"), ("rhodes", "A"), ("ephesus", "A"), ("babylon", "A"), ("olympia", "A"), ("alexandria", "A")]
    chosen = [*boards, ("halicarnassus", "A")][: max(3, players)]
    found = deal(players, 7, seats=chosen, leaders=True)
    seats = found.game.player_seats
    kept = drafted(players, 7, seats)
    for seat in seats:
        led = [
            move.code
            for turn in found.rounds
            if turn.phase is Phase.RECRUIT
            for move in turn.moves
            if move.seat == seat
        ]
        assert len(led) == 3
        assert set(led) < set(kept[seat])


def drafted(players: int, seed: int, seats: tuple[int, ...]) -> dict[int, list[int]]:
    """A simple draft: take one leader of the hand, give the rest to the right neighbour."""
    random = Random(seed)
    if players == 2:
        random.randrange(3)
    decks(setup_for(players, True), random)
    deck = leader_deck(setup_for(players, True), random)
    at_hand = {seat: [deck.pop() for _ in range(4)] for seat in seats}
    kept: dict[int, list[int]] = {seat: [] for seat in seats}
    for _ in range(4):
        for seat in seats:
            kept[seat].append(at_hand[seat].pop(random.randrange(len(at_hand[seat]))))
        rightwards = {seat: seats[place - 1] for place, seat in enumerate(seats)}
        at_hand = {rightwards[seat]: pack for seat, pack in at_hand.items()}
    return kept


@pytest.mark.clause("leaders/before-age-three")
def test_the_fourth_leader_returns_to_the_box():
    """Before Age III two are left: one is played, the other one is not."""
    found = deal(3, 5, seats=FIRST_THREE, leaders=True)
    led = [move.seat for turn in found.rounds if turn.phase is Phase.RECRUIT for move in turn.moves]
    assert sorted(led) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.clause("leaders/rome-b-first", "leaders/rome-b-five")
def test_rome_b_draws_four_leaders_and_may_have_five():
    """Its first stage adds four to the hand, so that two more can be recruited with the later ones."""
    boards = [("rome", "B"), ("rhodes", "A"), ("ephesus", "A")]
    games = [deal(3, seed, seats=boards, leaders=True) for seed in range(40)]
    most = max(len(found.game.cities[0].leaders) for found in games)
    assert 4 <= most <= 5
    for found in games:
        led = [move for turn in found.rounds for move in turn.moves if move.seat == 0]
        drew = any(isinstance(move.action, BuildStage) for move in led)
        assert len(found.game.cities[0].leaders) <= (5 if drew else 3)


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"coins": 200}, "bad_blank_leader"),
        ({"coins": "2"}, "bad_blank_leader"),
        ({"coins": True}, "bad_blank_leader"),
        ({"coins": -1}, "bad_blank_leader"),
        ({"id": "two words"}, "bad_blank_leader"),
        ({"name": None}, "bad_blank_leader"),
        ({"effects": [Points(2)]}, "bad_blank_leader"),
        ({"effects": ("points",)}, "bad_blank_leader"),
        ({"effects": (Points(2), Science("moon"))}, "bad_blank_leader"),
        ({"effects": (Produce(("Q",), tradable=False),)}, "bad_blank_leader"),
        ({"effects": (Per(("moons",), (Side.SELF,), points=1),)}, "bad_blank_leader"),
        ({"id": "plato"}, "leader_twice"),
    ],
)
def test_a_blank_leader_that_nobody_could_play_is_refused(fields, key):
    blank = Leader(**{"id": "semiramis", "name": "Semiramis", "coins": 2, "effects": (), **fields})
    with pytest.raises(ImpossibleSetup, match=key):
        Game.new(FIRST_THREE, leaders=True, blank=blank)


def test_a_blank_leader_in_order_is_played():
    blank = Leader("semiramis", "Semiramis", 99, (Points(2), Per(("brown",), (Side.LEFT,), coins=1)))
    assert Game.new(FIRST_THREE, leaders=True, blank=blank).leader_price(0, "semiramis") == 99
