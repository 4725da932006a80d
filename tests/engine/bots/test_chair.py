"""An empty chair plays with cards of its own, of which nothing must be kept but the seat and the seed."""

from dataclasses import replace
from random import Random

import pytest

from engine import (
    Build,
    BuildStage,
    CardPlay,
    Discard,
    Game,
    ImpossibleSetup,
    PayLoss,
    Phase,
    Status,
    deal,
    read_record,
    score_sheets,
    status,
    write_record,
)
from engine.bots import Chair, Searcher, chair_play, chair_view, check_chair, dealt_to_chair, hand_of_chair
from engine.bots.chair import card_to_give
from engine.bots.players import values
from engine.game.dealing import WITH_HAND, decks
from tests.engine.bots.chair_table import dealt

FIRST = (("babylon", "B"), ("halicarnassus", "B"), ("olympia", "A"))
SECOND = (("babylon", "night"), ("halicarnassus", "night"), ("giza", "day"))
SEARCH = Searcher(rounds=3)


def played(game, chair, seed, searcher=SEARCH):
    """Each table of a game, and what is played there; people take what is worth most now."""
    table, random, found = dealt(game, chair, Random(seed)), Random(seed), []
    while not table.is_over:
        seat = table.to_act[0]
        legal = table.legal(seat)
        play = legal[0]
        if table.game.phase is not Phase.CONFLICTS:
            worths = values(table.game, seat, legal)
            play = max(worths, key=worths.get)
            if seat == chair.seat:
                play = chair_play(table.game, chair, searcher, random) or play
        found.append((table, play))
        table = table.play(play)
    return table.game, found


KINDS = [(FIRST, (), 0), (SECOND, (), 1), (SECOND, ("cities",), 0), ((*SECOND, ("rhodes", "day")), (), 1)]


@pytest.mark.parametrize(("seats", "expansions", "seat"), KINDS)
def test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game(seats, expansions, seat):
    chair = Chair(seat, 5)
    game, found = played(Game.new(seats, expansions=expansions), chair, 7)
    assert status(game) is Status.IN_ORDER
    assert read_record(write_record(game)) == game
    for table, play in found:
        if table.game.phase in WITH_HAND:
            assert sorted(hand_of_chair(table.game, chair)) == sorted(table.hands[seat])
        assert {card for _, card in chair_view(table.game, chair).pile} <= set(table.pile)
        if getattr(play.action, "seat", None) == seat and isinstance(play.action, (Build, BuildStage, Discard)):
            assert play.card in hand_of_chair(table.game, chair)


def test_its_cards_are_of_the_deck_and_the_same_for_the_same_seed():
    setup = Game.new(SECOND).setup
    for age, deck in decks(3, Game.new(SECOND).catalogue, Random(9)).items():
        hand = dealt_to_chair(setup, Chair(1, 9), age)
        assert len(hand) == 7
        assert hand == deck[:7]
    assert dealt_to_chair(setup, Chair(1, 10), 1) != dealt_to_chair(setup, Chair(1, 9), 1)


def test_it_does_not_see_what_others_have_given_in_this_turn():
    game, chair = Game.new(SECOND), Chair(2, 3)
    before = chair_play(game, chair, SEARCH, Random(1))
    assert chair_view(game.apply(Discard(0)), chair) == chair_view(game, chair)
    assert chair_play(game.apply(Discard(0)), chair, SEARCH, Random(1)) == before


def test_what_it_gives_away_is_what_it_is_left_without_although_nobody_says_which_card():
    game, chair = Game.new(SECOND), Chair(0, 4)
    hand = hand_of_chair(game, chair)
    for seat in range(3):
        game = game.apply(Discard(seat))  # as a camera sees it: a back on the mat
    left = hand_of_chair(game, chair)
    assert len(left) == 6
    assert set(left) < set(hand)
    assert hand_of_chair(game.undo_turn(), chair) == hand


def test_a_card_that_it_did_not_hold_leaves_its_hand_as_it_is():
    game, chair = Game.new(SECOND), Chair(0, 4)
    free = next(card.id for card in game.age_cards if not card.cost.resources and not card.cost.coins)
    seed = next(seed for seed in range(50) if free not in dealt_to_chair(game.setup, Chair(0, seed), 1))
    chair = Chair(0, seed)
    after = game.apply(Build(0, free))
    assert hand_of_chair(after, chair) == hand_of_chair(game, chair)


def test_it_has_nothing_to_decide_at_conflicts_and_holds_nothing_then():
    chair = Chair(1, 2)
    _, found = played(deal(3, "second", 2).game, chair, 1, Searcher(rounds=1))
    ended = [table.game for table, _ in found if table.game.phase is Phase.CONFLICTS]
    assert len(ended) == 3
    assert all(chair_play(game, chair, SEARCH, Random(1)) is None for game in ended)
    assert all(hand_of_chair(game, chair) == () for game in ended)


def test_a_guess_leaves_it_the_same_hand_in_the_next_turn():
    game, chair = Game.new(SECOND), Chair(1, 8)
    table = chair_view(game, chair).redeal(Random(1))
    mine, theirs = table.hands[1], (table.hands[0], table.hands[2])
    for seat in range(3):
        table = table.play(next(play for play in table.legal(seat) if isinstance(play.action, Discard)))
    assert set(table.hands[1]) < set(mine)
    assert set(table.hands[0]) < set(theirs[1])
    assert set(table.hands[2]) < set(theirs[0])


@pytest.mark.no_cover  # what it runs through is counted elsewhere
@pytest.mark.slow
def test_it_holds_its_own_against_people_who_take_what_is_worth_most_now():
    ahead = 0
    for seed in range(4):
        chair = Chair(seed % 3, seed)
        game, _ = played(deal(3, "second", seed).game, chair, seed, Searcher(rounds=20))
        points = [sheet.total for sheet in score_sheets(game)]
        ahead += points[chair.seat] - sum(points) / 3
    assert ahead > 0


@pytest.mark.parametrize(
    ("options", "why"),
    [({"leaders": True}, "chair_with_leaders"), ({"free_city": 2}, "chair_with_free_city")],
)
def test_where_it_cannot_sit_that_is_said(options, why):
    setup = Game.new(FIRST, **options).setup
    with pytest.raises(ImpossibleSetup, match=why):
        check_chair(setup, 0)
    check_chair(Game.new(FIRST).setup, 0)
    with pytest.raises(ImpossibleSetup, match="bad_field"):
        check_chair(Game.new(FIRST).setup, 3)


def test_it_says_what_it_pays_of_a_loss():
    seats = (*SECOND, ("rhodes", "day"), ("ephesus", "day"))
    for seed in range(2, 6):
        _, found = played(Game.new(seats, expansions=("cities",)), Chair(2, seed), seed, Searcher(rounds=0))
        paid = [chair_play(table.game, Chair(2, seed), SEARCH, Random(1)) for table, play in found if owes(play, 2)]
        if paid:
            break
    assert paid
    assert all(isinstance(play.action, PayLoss) for play in paid)


def owes(play, seat):
    return isinstance(play.action, PayLoss) and play.action.seat == seat


def test_from_the_discard_pile_it_raises_what_it_has_put_there_although_nobody_says_what_lies_in_it():
    raised = []
    for seed in range(6):
        game, chair = Game.new(FIRST), Chair(1, seed)
        table = dealt(game, chair, Random(seed))
        while not table.is_over:
            seat, phase = table.to_act[0], table.game.phase
            play = table.legal(seat)[0]
            if seat == chair.seat and phase is Phase.FROM_DISCARD:
                play = chair_play(table.game, chair, SEARCH, Random(1))
                raised.append(play.card)
            elif phase in WITH_HAND:
                wanted = BuildStage if seat == chair.seat else Discard
                legal = sorted(table.legal(seat), key=lambda one: not isinstance(one.action, wanted))
                given = card_to_give(table.game, chair, table.hands[seat])
                play = next((one for one in legal if seat != chair.seat or one.card == given), legal[0])
            action = replace(play.action, card=None) if isinstance(play.action, Discard) else play.action
            table = table.play(CardPlay(action, play.card))
    assert any(raised)
