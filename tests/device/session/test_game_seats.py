"""Scenes in the game's seats, whichever board the camera counts first."""

from __future__ import annotations

from dataclasses import replace

from device.session.looking import in_game_seats
from engine import Game
from tests.device.tables import CODEBOOK, FakeTable, board_code

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("olympia", "A")]
GAME = Game.new(WONDERS)


def scene(wonders):
    """A scene in which each city holds one card, laid by the seat as the camera counts."""
    table = FakeTable(list(wonders))
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool", "ore_vein")):
        table.lay(seat, card)
    return table.scene()


def seats(found):
    return {CODEBOOK.entry(item.code).id: item.seat for item in found.items}


def test_a_scene_in_the_games_seats_stays_as_it_is():
    seen = scene(WONDERS)
    assert in_game_seats(seen, GAME, CODEBOOK) is seen


def test_boards_counted_from_another_one_are_turned_round():
    found = in_game_seats(scene([*WONDERS[1:], WONDERS[0]]), GAME, CODEBOOK)
    assert seats(found) == {"lumber_yard": 1, "stone_pit": 2, "clay_pool": 3, "ore_vein": 0}
    assert [board.code for board in found.seats] == [board_code(*wonder) for wonder in WONDERS]


def test_boards_of_which_none_is_in_the_game_keep_their_order():
    others = [("olympia", "B"), ("ephesus", "A"), ("babylon", "A")]
    seen, game = scene(others), Game.new(WONDERS[:3])
    assert [board.seat for board in in_game_seats(seen, game, CODEBOOK).seats] == [0, 1, 2]


def test_two_boards_that_changed_places_keep_their_seats_and_cards():
    found = in_game_seats(scene([WONDERS[0], WONDERS[2], WONDERS[1], WONDERS[3]]), GAME, CODEBOOK)
    assert seats(found) == {"lumber_yard": 0, "stone_pit": 2, "clay_pool": 1, "ore_vein": 3}


def test_an_unknown_board_among_rotated_ones_stands_for_the_seat_that_is_left():
    turned = scene([*WONDERS[1:], ("ephesus", "A")])
    assert seats(in_game_seats(turned, GAME, CODEBOOK))["ore_vein"] == 0


def test_cards_at_a_board_that_is_not_in_the_game_belong_to_nobody_while_a_board_is_missing():
    seen = scene([WONDERS[0], ("ephesus", "A"), WONDERS[2]])
    assert seats(replace(in_game_seats(seen, GAME, CODEBOOK)))["stone_pit"] is None
