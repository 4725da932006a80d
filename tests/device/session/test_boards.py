"""The boards before a game: what keeps a game from starting, at a table and at a station."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.session.session import Session
from device.session.setup import StationSetup, TableSetup
from device.umpire.table import TableUmpire
from tests.device.tables import CODEBOOK, LEADER_BACK, FakeTable, board_code
from vision.scene import Item, Place, Scene

WONDERS = ("giza", "rhodes", "ephesus", "babylon", "alexandria", "olympia", "halicarnassus", "rome")
EIGHT = [(wonder, "A") for wonder in WONDERS]
THREE = EIGHT[:3]
TOKEN, COURTESAN, UNKNOWN = 211, 189, 10_000
MAT = next(entry.code for entry in CODEBOOK if entry.kind == "mat")


def looked(table, **known):
    return TableSetup(**known).look(table.scene(1.0), CODEBOOK)


def may_start(setup, **options):
    return Session(TableUmpire(CODEBOOK), setup=setup, **options).ready


def kinds(setup):
    return [question.kind for question in setup.questions]


@pytest.mark.parametrize(("boards", "ready"), [(2, False), (3, True), (7, True), (8, False)])
def test_a_game_needs_three_to_seven_boards(boards, ready):
    setup = looked(FakeTable(EIGHT[:boards]))
    assert may_start(setup, leaders=True) is ready
    assert kinds(setup) == (["too_many_boards"] if boards == 8 else [])


def test_a_wonder_that_lies_there_twice_is_asked_about_at_its_last_board():
    setup = looked(FakeTable([("giza", "A"), ("rhodes", "A"), ("giza", "B"), ("olympia", "A")]))
    assert [(question.kind, question.seat) for question in setup.questions] == [("wonder_twice", 2)]


def test_a_second_board_with_the_same_sticker_is_asked_about_although_no_place_is_accepted_for_it():
    scene = replace(FakeTable(EIGHT[:4]).scene(1.0), doubts=(board_code("giza", "A"), board_code("rome", "A"), MAT))
    setup = TableSetup().look(scene, CODEBOOK)
    assert [(question.kind, question.seat) for question in setup.questions] == [
        ("wonder_twice", 0),
        ("wonder_twice", None),
    ]
    assert not may_start(setup)
    assert not setup.enter(tuple(THREE), None).look(scene, CODEBOOK).questions
    again = setup.look(replace(scene, time=9.0, doubts=()), CODEBOOK)
    assert (again.questions, again.starts_by_itself(9.0)) == ((), False)


def test_the_free_city_is_the_board_of_three_at_which_its_token_lies():
    for boards, seat in ((3, 1), (4, None)):
        table = FakeTable(EIGHT[:boards])
        table.lay(0, "altar")
        table.token(1)
        assert looked(table).free_city == seat
    table = FakeTable(THREE)
    token = table.token(1)
    table.items = [replace(token, place=Place.DISCARD)]
    assert looked(table).free_city is None


@pytest.mark.parametrize("thing", ["card", "leader", "stage"])
def test_what_counts_in_a_city_must_be_put_away_before_another_game(thing):
    table = FakeTable(EIGHT[:4])
    table.discard()
    table.front(1, LEADER_BACK)
    table.front(1, UNKNOWN)
    table.token(0)
    table.hidden.add(3)
    table.lay(3, "loom")  # at no board that is seen
    assert kinds(looked(table, again=True)) == []
    lay = {"card": lambda: table.lay(0, "altar"), "leader": lambda: table.leader(0, "sappho")}
    lay.get(thing, lambda: table.stage(0, 1))()
    setup = looked(table, again=True)
    assert (kinds(setup), may_start(setup)) == (["clear_table"], False)
    assert may_start(looked(table))


def test_boards_have_settled_when_the_last_of_them_has():
    scene = FakeTable(THREE).scene(9.0)
    first, *others = scene.seats
    known = looked(FakeTable(THREE))
    moved = known.look(replace(scene, seats=(replace(first, since=8.0), *others)), CODEBOOK)
    assert (moved.settled, moved.starts_by_itself(9.0)) == (8.0, False)
    assert known.look(replace(scene, time=10.0, seats=moved_seats(scene, 8.0)), CODEBOOK).starts_by_itself(10.0)


def moved_seats(scene, since):
    return tuple(replace(board, since=since) for board in scene.seats)


def test_the_next_game_is_another_one_with_the_same_people():
    assert TableSetup().next_game(("Anna",)) == TableSetup(previous_names=("Anna",), again=True)
    assert StationSetup(shown=4).next_game(("Anna",)) == StationSetup(previous_names=("Anna",), shown=4, again=True)


def shows(track, code):
    """What a station sees while one thing lies there."""
    return Scene(float(track), items=(Item(track, code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.0),))


def shown(*codes):
    """A station's set-up after these things were shown one after the other."""
    setup = StationSetup()
    for track, code in enumerate(codes, 1):
        setup = setup.look(shows(track, code), CODEBOOK)
    return setup


BOARDS = [board_code(*wonder) for wonder in THREE]


def test_the_token_shown_at_a_station_belongs_to_the_board_shown_before_it():
    setup = shown(*BOARDS[:2], TOKEN, BOARDS[2])
    assert (setup.free_city, may_start(setup), setup.starts_by_itself(5.0)) == (1, True, False)
    assert setup.undo().free_city == 1
    assert setup.undo().undo().free_city is None
    assert not may_start(setup.undo()), "two boards make no game for two"
    assert may_start(shown(*BOARDS))
    assert shown(TOKEN).free_city is None


def test_what_is_shown_at_a_station_changes_nothing_of_seats_that_were_entered_by_hand():
    entered = tuple(EIGHT[3:6])
    for code in (TOKEN, BOARDS[0]):
        setup = shown(*BOARDS).enter(entered, 1).look(shows(4, code), CODEBOOK)
        assert (setup.seats, setup.free_city, setup.starts_by_itself(9.0)) == (entered, 1, False)


def test_a_board_or_token_that_still_lies_there_after_an_undo_is_not_taken_in_again():
    undone = shown(*BOARDS).undo()
    assert undone.look(shows(3, BOARDS[2]), CODEBOOK) == undone
    undone = shown(*BOARDS[:2], TOKEN).undo()
    assert undone.look(shows(3, TOKEN), CODEBOOK).free_city is None
    assert undone.look(shows(4, TOKEN), CODEBOOK).free_city == 0, "shown again"


def test_only_the_free_citys_token_makes_a_free_city():
    assert shown(*BOARDS, COURTESAN).free_city is None


def test_what_nobody_knows_changes_nothing_at_a_station():
    assert shown(*BOARDS, UNKNOWN) == shown(*BOARDS)


def test_a_game_for_two_has_no_fourth_board():
    assert not may_start(shown(*BOARDS, TOKEN, board_code("olympia")))


@pytest.mark.parametrize("code", [MAT, 206])
def test_the_first_card_or_mat_that_is_shown_starts_the_game_until_it_is_taken_away(code):
    setup = shown(*BOARDS, code)
    assert setup.starts_by_itself(5.0)
    assert not setup.look(Scene(9.0), CODEBOOK).starts_by_itself(9.0)
    assert not shown(*BOARDS).starts_by_itself(5.0)
    assert not may_start(shown(code))


def test_the_other_side_of_a_board_that_was_shown_takes_its_place():
    setup = shown(*BOARDS, board_code("rhodes", "B"))
    assert setup.seats == (("giza", "A"), ("rhodes", "B"), ("ephesus", "A"))
    assert shown().undo() is None
