"""What a seat may know, and tables dealt at random that agree with it."""

from collections import Counter
from random import Random

import pytest

from engine import (
    BuildFromDiscard,
    CardPlay,
    Discard,
    ImpossibleSetup,
    Phase,
    Status,
    deal,
    seat_view,
    status,
)

BOARDS = [("babylon", "B"), ("halicarnassus", "B"), ("rome", "B"), ("olympia", "A")]
KINDS = [(2, "first", True), (2, "first", False), (4, "first", True), (3, "second", False), (7, "second", True)]


def played(players, edition, leaders, seed, look):
    random = Random(seed)
    seats = BOARDS[: max(3, players)] if leaders and edition == "first" else None
    table = deal(players, edition, seed, leaders=leaders, seats=seats)
    while not table.is_over:
        look(table, random)
        table = table.play(random.choice(table.legal(random.choice(table.to_act))))
    return table


def cards_of(table):
    held = Counter(card for hand in table.hands.values() for card in hand)
    built = Counter(card for city in table.game.cities for card in city.cards)
    return held + built + Counter(table.pile) + Counter(table.free_city_deck)


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_a_seat_may_do_the_same_by_its_view_as_at_the_table(players, edition, leaders):
    def look(table, random):
        for seat in table.to_act:
            if table.game.phase is not Phase.CONFLICTS:
                assert set(seat_view(table, seat).legal()) == set(table.legal(seat))

    played(players, edition, leaders, 1, look)


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_what_a_seat_knows_of_the_other_hands_is_true(players, edition, leaders):
    def look(table, random):
        for seat in table.game.player_seats:
            view = seat_view(table, seat)
            assert not set(view.game.pending) - {seat, view.game.setup.free_city}
            if table.game.pending:
                continue
            for other, cards in view.others.items():
                unknown = Counter(table.hands[other]) - Counter(card for card in cards if card is not None)
                assert len(table.hands[other]) == view.held[other]
                assert sum(unknown.values()) <= cards.count(None)
            assert all(known in {None, card} for (_, known), card in zip(view.pile, table.pile, strict=True))

    played(players, edition, leaders, 2, look)


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_a_table_dealt_anew_agrees_with_the_view_and_is_played_to_the_end(players, edition, leaders):
    def look(table, random):
        seat = random.choice(table.game.player_seats)
        view = seat_view(table, seat)
        again = view.redeal(random)
        assert again.game == view.game
        assert again.hands.get(seat, ()) == table.hands.get(seat, ())
        assert again.leaders[seat] == table.leaders[seat]
        assert Counter(map(len, again.packs)) == Counter(map(len, table.packs))
        held = {leader for hand in (*again.leaders.values(), *again.packs, again.box) for leader in hand}
        assert {again.game.leader(leader).set for leader in held} <= {*again.game.sets}
        for card, number in cards_of(again).items():
            assert number <= again.game.catalogue.card(card).copies_until(again.game.age, again.game.players)
        if random.random() < 0.05:
            while not again.is_over:
                again = again.play(random.choice(again.legal(again.to_act[0])))
            assert status(again.game) is Status.IN_ORDER

    played(players, edition, leaders, 3, look)


def test_no_more_black_cards_and_guilds_are_dealt_anew_than_are_drawn():
    random, table = Random(4), deal(3, "second", 4, expansions=("cities",))
    while not table.is_over:
        again = seat_view(table, 0).redeal(random)
        printed = [again.game.catalogue.card(card) for card in cards_of(again).elements()]
        drawn = Counter((card.ages[0], card.colour) for card in printed)
        assert all(drawn[age, "black"] <= 3 for age in (1, 2, 3))
        assert drawn[3, "purple"] <= 5
        table = table.play(random.choice(table.legal(table.to_act[0])))


def test_a_hand_that_was_passed_on_is_remembered():
    table = deal(3, seed=1)
    first = table.hands
    for seat in table.to_act:
        table = table.play(CardPlay(Discard(seat), table.hands[seat][0]))
    view = seat_view(table, 0)
    assert view.hand == first[2][1:]
    assert view.others[1] == first[0][1:], "what it passed on itself, without the card it played"
    assert view.others[2] == (None,) * 7
    assert view.held == {0: 6, 1: 6, 2: 6}
    assert sum(card is not None for _, card in view.pile) == 1, "its own discard"


def test_other_seats_actions_of_this_phase_are_not_open():
    table = deal(3, seed=1)
    after = table.play(table.legal(1)[0])
    assert seat_view(after, 0) == seat_view(table, 0)
    assert seat_view(after, 1) != seat_view(table, 1)


def test_who_builds_from_the_discard_pile_sees_it_and_remembers_it():
    for seed in range(60):
        random = Random(seed)
        table = deal(3, seed=seed, seats=[("halicarnassus", "B"), ("giza", "A"), ("rhodes", "A")])
        while not table.is_over and not (table.game.phase is Phase.FROM_DISCARD and len(table.pile) > 2):
            table = table.play(random.choice(table.legal(table.to_act[0])))
        if not table.is_over:
            break
    assert tuple(card for _, card in seat_view(table, 0).pile) == table.pile
    assert None in [card for _, card in seat_view(table, 1).pile]
    after = table.play(CardPlay(BuildFromDiscard(0, None)))
    if after.game.phase is Phase.TURN:
        assert tuple(card for _, card in seat_view(after, 0).pile) == after.pile


def test_a_table_dealt_anew_remembers_nothing():
    again = seat_view(deal(3, seed=1), 0).redeal(Random(1))
    with pytest.raises(ImpossibleSetup):
        seat_view(again, 0)
    with pytest.raises(ImpossibleSetup):
        seat_view(deal(3, seed=1), 5)
