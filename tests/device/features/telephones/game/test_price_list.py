"""Price lists are worked out over several rounds of the main loop, so that no round takes long."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from device.features.telephones.game.price_list import (
    BEGUN_WITHIN,
    NO_LISTS,
    ListsInRounds,
    all_lists,
    cards_to_come,
    recruiting_list,
)
from display.messages.intents import Advance, Enter, Leave, Rename, SetUp
from engine import Build, Discard, Game, Phase, Recruit, with_card
from tests.device.features.telephones.game.phone_table import PhoneTable

SEATS = [("giza", "A"), ("rhodes", "B"), ("olympia", "A"), ("babylon", "A")]


class Clock:
    """Each look at it takes so long."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def discarded(game: Game) -> Game:
    for seat in game.to_act:
        game = game.apply(Discard(seat))
    return game


def test_a_slow_machine_works_out_one_city_in_a_round_and_those_with_telephones_first():
    lists, game = ListsInRounds(Clock(BEGUN_WITHIN)), Game.new(SEATS)
    known = []
    for _ in range(5):
        lists.work(game, first={2})
        known.append([seat for seat, row in enumerate(lists.known.prices) if row])
    assert known == [[2], [0, 2], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3]]
    assert lists.known == all_lists(game)


def test_a_fast_machine_works_out_several_in_a_round():
    lists, game = ListsInRounds(Clock(BEGUN_WITHIN / 2)), Game.new(SEATS)
    lists.work(game)
    assert sum(map(bool, lists.known.prices)) == 2


def test_the_lists_before_stand_until_the_new_ones_are_known():
    lists, game = ListsInRounds(Clock(BEGUN_WITHIN)), Game.new(SEATS)
    for _ in SEATS:
        lists.work(game)
    before, later = lists.known, discarded(discarded(game))
    lists.work(discarded(game))
    lists.work(later)
    assert lists.known.prices[0] == all_lists(later).prices[0], "the newest moment first"
    assert lists.known.prices[1:] == before.prices[1:]
    lists.work(None)
    assert lists.known == NO_LISTS


def test_another_game_begins_without_lists():
    lists = ListsInRounds(Clock(BEGUN_WITHIN))
    for _ in SEATS:
        lists.work(Game.new(SEATS))
    lists.work(Game.new(SEATS[::-1]))
    assert [bool(row) for row in lists.known.prices] == [True, False, False, False]


@pytest.mark.parametrize("leaders", [False, True])
def test_telephones_have_every_list_a_few_rounds_after_a_turn(leaders):
    with closing(PhoneTable(SEATS)) as table:
        table.host._lists = ListsInRounds(Clock(BEGUN_WITHIN))
        table.session = table.session.__class__(table.session.umpire, leaders=leaders)
        table.do(SetUp(tuple(SEATS)))
        table.connect()
        table.do(Advance())
        table.round()
        for action in (Build(0, "lumber_yard"), Discard(1), Discard(2), Discard(3)) if not leaders else ():
            table.do(Enter(action))
        table.do(Rename(0, "Ada"))
        table.round()
        told = [table.lines()[-1]["state"]]
        for _ in range(4):
            table.round()
            told += [line["state"] for line in table.lines()]
        assert told[0]["turn"] == table.session.game.turn == (0 if leaders else 2), (
            "what was booked does not wait for the lists"
        )
        assert len(told) == 4
        known = all_lists(table.session.game)
        assert told[-1]["prices"] == list(known.prices)
        assert told[-1]["recruits"] == list(known.recruits)
        table.do(Leave())
        table.round()
        assert "prices" not in table.lines()[-1]["state"]


def test_nothing_is_listed_after_the_end():
    lists = ListsInRounds(Clock(0.0))
    lists.work(Game.new(SEATS))
    lists.work(Game.position(SEATS, age=3, phase=Phase.OVER))
    assert lists.known == NO_LISTS


@pytest.mark.parametrize(("age", "colour"), [(1, "black"), (3, "purple")])
def test_once_all_that_were_drawn_lie_there_no_other_one_is_in_any_hand(age, colour):
    seats = [("giza", "day"), ("rhodes", "day"), ("babylon", "day")]
    game = Game.position(seats, age=age, expansions=("cities",))
    drawn = [card for card in game.age_cards if card.colour == colour]
    first, *others = game.cities
    for number, card in enumerate(drawn[: game.players + game.catalogue.drawn[colour]]):
        assert {one.id for one in cards_to_come(game) if one.colour == colour} == {one.id for one in drawn[number:]}
        first = with_card(first, card)
        game = replace(game, cities=(first, *others))
    assert not [one for one in cards_to_come(game) if one.colour == colour]


def test_a_card_that_came_back_from_the_discard_pile_is_in_no_hand():
    game = Game.position(SEATS[:3], age=1)
    altar = game.catalogue.card("altar")
    game = replace(game, cities=(with_card(game.cities[0], altar, raised=True), *game.cities[1:]))
    assert altar.copies(1, 3) == 1
    assert altar not in cards_to_come(game)


@pytest.mark.parametrize("expansions", [(), ("cities",)])
def test_leaders_of_an_expansion_are_listed_only_where_it_is_played(expansions):
    seats = [("giza", "day"), ("rhodes", "day"), ("babylon", "day")]
    game = Game.new(seats, leaders=True, expansions=expansions)
    assert not [leader for leader in recruiting_list(game, 0) if "not_in_this_game" in keys(game, Recruit(0, leader))]
    assert ("caligula" in recruiting_list(game, 0)) is bool(expansions)


def keys(game, action) -> list[str]:
    return [reason.key for reason in game.verify(action)]
