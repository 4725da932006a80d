"""Which cards of one seat belong together: their order, and whether two at once are in order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.expectations import (
    expected_discards,
    fits_phase,
    in_playing_order,
    may_follow,
    may_play_two,
    next_hands,
    of_open_age,
    of_this_age,
    plays_seventh_card,
)
from device.umpire.new_cards import NewCard, expected_back
from engine import BuildStage, Discard, Game, Phase
from tests.device.tables import CODEBOOK, LEADER_BACK, code_of, leader_code

HALICARNASSUS, BABYLON, ROME, RHODES = ("halicarnassus", "B"), ("babylon", "B"), ("rome", "B"), ("rhodes", "A")
FRONT, OTHER = code_of("barracks"), code_of("loom")
BACK = 206
SOLOMON, CAESAR = leader_code("solomon"), leader_code("caesar")


def card(code, slot=None, since=0.0):
    return NewCard(code, CODEBOOK.entry(code), slot, since)


def game_at(wonder, turn=1, stages=0, **options):
    """A game of three in Age I; the first seat has built so many stages in the first turns, all others discarded."""
    game = Game.new((wonder, ("giza", "A"), ("alexandria", "A")), **options)
    while game.turn < turn or game.pending:
        for seat in game.to_act:
            built = seat == 0 and game.cities[0].stages < stages
            game = game.apply(BuildStage(seat, exception=True) if built else Discard(seat))
    return game


@pytest.mark.parametrize(("since", "first"), [(0.0, BACK), (2.4, BACK), (2.5, FRONT)])
def test_of_two_cards_that_come_at_once_the_stage_is_the_first(since, first):
    assert in_playing_order([card(FRONT), card(BACK, 1, since)])[0].code == first


def test_a_leader_comes_after_its_stage_however_much_earlier_it_was_laid():
    assert [new.code for new in in_playing_order([card(SOLOMON), card(BACK, 1, 100.0)])] == [BACK, SOLOMON]


@pytest.mark.parametrize(
    "cards",
    [
        [card(BACK, 1), card(FRONT)],
        [card(FRONT), card(OTHER)],
        [card(BACK, 1), card(BACK, 2)],
        [card(FRONT), card(BACK, 1), card(OTHER)],
        [card(FRONT)],
        [],
    ],
)
def test_other_cards_stay_as_they_were_laid(cards):
    assert in_playing_order(cards) == tuple(cards)


@pytest.mark.parametrize(
    ("game", "cards", "expected"),
    [
        (game_at(HALICARNASSUS), [card(BACK, 1), card(FRONT)], True),
        (game_at(HALICARNASSUS), [card(FRONT), card(BACK, 1)], True),
        (game_at(HALICARNASSUS), [card(FRONT), card(BACK, 1, 2.4)], True),
        (game_at(HALICARNASSUS), [card(FRONT), card(BACK, 1, 2.5)], False),
        (game_at(HALICARNASSUS), [card(BACK, 1)], False),
        (game_at(HALICARNASSUS), [card(BACK, 1), card(FRONT), card(OTHER)], False),
        (game_at(HALICARNASSUS), [card(FRONT), card(OTHER)], False),
        (game_at(HALICARNASSUS), [card(BACK, 1), card(BACK, 2)], False),
        (game_at(HALICARNASSUS), [card(BACK, 4), card(FRONT)], False),
        (game_at(HALICARNASSUS), [card(BACK, 1), card(CAESAR)], False),
        (game_at(RHODES), [card(BACK, 1), card(FRONT)], False),
        (game_at(BABYLON, 6, stages=2), [card(FRONT), card(OTHER)], True),
        (game_at(BABYLON, 5, stages=2), [card(FRONT), card(OTHER)], False),
        (game_at(BABYLON, 6, stages=1), [card(FRONT), card(OTHER)], False),
        (game_at(BABYLON, 6, stages=1), [card(BACK, 2), card(FRONT)], True),
        (game_at(ROME, leaders=True), [card(BACK, 2), card(CAESAR)], True),
        (game_at(ROME, leaders=True), [card(BACK, 2), card(FRONT)], False),
        (game_at(RHODES, leaders=True), [card(SOLOMON), card(FRONT)], True),
        (game_at(RHODES, leaders=True), [card(SOLOMON), card(BACK, 1)], False),
        (game_at(RHODES, leaders=True), [card(CAESAR), card(FRONT)], False),
    ],
)
def test_two_new_cards_are_in_order_only_where_one_brings_the_other(game, cards, expected):
    assert may_play_two(game, 0, cards) is expected


def test_only_who_has_built_the_stage_plays_a_seventh_card_and_the_free_city_never_does():
    game = game_at(BABYLON, 6, stages=2)
    assert [plays_seventh_card(game, seat) for seat in range(3)] == [True, False, False]
    game = game_at(BABYLON, 6, stages=1)
    assert (plays_seventh_card(game, 0), plays_seventh_card(game, 0, 1)) == (False, True)
    free = Game.new((BABYLON, ("giza", "A"), ("alexandria", "A")), free_city=0)
    assert not plays_seventh_card(free, 0, 3)


def test_leaders_are_laid_while_leaders_are_recruited_and_only_they_count_then():
    recruiting, turn = Game.new((RHODES, ROME, BABYLON), leaders=True), game_at(RHODES)
    assert (recruiting.phase, expected_back(recruiting), expected_back(turn)) == (Phase.RECRUIT, "leader", "age_1")
    kinds = [card(FRONT), card(BACK, 1), card(SOLOMON), card(LEADER_BACK, 1)]
    assert [fits_phase(recruiting, 0, kind) for kind in kinds] == [False, False, True, True]
    extra = replace(recruiting, phase=Phase.EXTRA_LEADER)
    assert [fits_phase(extra, 0, kind) for kind in kinds] == [False, False, True, False], "its stage is built"
    assert [fits_phase(turn, 0, kind) for kind in kinds] == [True, True, False, True], "no stage brings a leader"
    bringing = replace(game_at(ROME, turn=2, stages=1, leaders=True), phase=Phase.TURN)
    assert fits_phase(bringing, 0, card(CAESAR)), "the next stage brings one"
    seventh = replace(turn, phase=Phase.SEVENTH)
    assert [fits_phase(seventh, 0, kind) for kind in kinds] == [True, True, False, True]
    assert not any(fits_phase(replace(turn, phase=Phase.LOSS), 0, kind) for kind in kinds), "coins are paid then"


@pytest.mark.parametrize(("turn", "follows"), [(5, False), (6, True)])
def test_a_card_follows_an_entered_discard_only_as_the_seventh_card_of_the_sixth_turn(turn, follows):
    game = game_at(BABYLON, turn, stages=2)
    assert may_follow(game, 0, None, [card(FRONT)]) is follows


def test_a_stage_of_the_sixth_turn_that_brings_a_seventh_card_leaves_no_card_on_the_mat():
    game = game_at(BABYLON, 6, stages=1)
    assert expected_discards(game, 1) == 1 + 3
    assert expected_discards(game, 1, {0: BuildStage(0)}) == 1 + 2
    entered = game.apply(BuildStage(0, exception=True))
    assert expected_discards(entered, 1) == 1 + 2


def test_a_leader_that_lay_there_before_a_card_of_the_age_is_of_an_earlier_phase_unless_a_stage_brings_one():
    leader, structure = card(CAESAR, since=1.0), card(FRONT, since=9.0)
    game = game_at(RHODES, leaders=True)
    game = replace(game, phase=Phase.TURN, turn=1)
    assert of_open_age(game, 0, (leader, structure)) == (structure,)
    assert of_open_age(game, 0, (structure, card(CAESAR, since=12.0)))[1].code == CAESAR
    assert of_open_age(game, 0, (leader, card(CAESAR, since=7.0))) == (leader, card(CAESAR, since=7.0))
    among = (card(code_of("altar"), since=3.0), leader, structure)
    assert of_open_age(game, 0, among) == (among[0], structure), "the later card tells"
    bringing = replace(game_at(ROME, turn=2, stages=1, leaders=True), phase=Phase.TURN)
    assert of_open_age(bringing, 0, (leader, structure)) == (structure,), "it lies there without a stage"
    stage = card(CODEBOOK.back("age_1"), slot=2, since=9.0)
    assert of_open_age(bringing, 0, (leader, stage)) == (leader, stage)
    old = card(CODEBOOK.back("age_3"), slot=2, since=9.0)
    assert of_open_age(replace(bringing, age=2), 0, (leader, old, card(code_of("statue", 2), since=9.0)))[0] == old
    entered = bringing.apply(BuildStage(0, exception=True))
    assert of_open_age(entered, 0, (leader, structure)) == (leader, structure), "its stage was entered"


def test_a_card_of_an_age_that_is_over_is_played_by_mistake_only_if_it_came_since_the_phase_before():
    game = replace(game_at(RHODES), age=2)
    old, new = card(FRONT, since=5.0), card(code_of("statue", 2), since=12.0)
    assert of_this_age(game, 0, (old, new), 10.0) == (new,)
    assert of_this_age(game, 0, (old,), 10.0) == []
    assert of_this_age(game, 0, (old,), 5.0) == [], "it lay there when that closed"
    assert of_this_age(game, 0, (old,), 3.0) == [old]


def test_hands_go_to_the_left_in_the_first_age_and_the_third_and_to_the_right_in_the_second():
    game = Game.new([HALICARNASSUS, BABYLON, RHODES, ("giza", "A")])
    assert [next_hands(game, age, None) for age in (1, 2, 3)] == [(1, 2, 3, 0), (3, 0, 1, 2), (1, 2, 3, 0)]
    assert next_hands(game, 1, 2) == (1, 3, None, 0), "hands are passed over an empty chair"


def test_the_free_city_has_no_hand_and_the_players_swap_theirs():
    game = Game.new([HALICARNASSUS, BABYLON, RHODES], free_city=1)
    assert next_hands(game, 1, None) == (2, None, 0)
