"""What somebody asks for by a button, a key or a touch."""

from __future__ import annotations

from dataclasses import replace

from device.session.pressing import press
from display.messages.events import Cleared
from display.messages.intents import Advance, EndTurn, Leave, Rename
from engine import Build
from tests.device.table_session import TableSession

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_a_game_can_be_left_in_the_middle():
    table_session = TableSession(WONDERS, auto=False).press(Advance()).press(Leave())
    assert (table_session.game, table_session.events[-1]) == (None, Cleared())


def test_whoever_ends_the_turn_says_nothing_of_a_seat_that_has_entered_in_secret():
    table_session = TableSession(WONDERS)
    table_session.table.lay(1, "stone_pit")
    table_session.wait(2)
    table_session.session = replace(table_session.session, in_secret={0: Build(0, "lumber_yard")})
    table_session.press(EndTurn((0, 2)))
    assert [city.cards for city in table_session.game.cities] == [("lumber_yard",), ("stone_pit",), ()]
    assert (table_session.closed, table_session.questions) == ([(1, 1)], [])


def test_a_turn_that_is_not_ended_says_nothing_of_anybody():
    """Rhodes has not acted either."""
    table_session = TableSession(WONDERS)
    table_session.table.lay(0, "stone_pit")
    session, _ = press(table_session.wait(2).session, EndTurn((2,)))
    assert (session.memory.discarded, session.entries) == (frozenset(), ())


def test_a_press_just_after_a_turn_has_closed_by_itself_was_meant_for_that_one_unless_cards_lie_there():
    table_session = TableSession(WONDERS)
    for lies in (False, True):
        if lies:
            table_session.table.lay(0, "stone_pit")
        table_session.wait(2)
        just = replace(table_session.session, closed_itself=table_session.session.scene.time)
        _, events = press(just, Advance())
        assert events[-1].key == ("notice.waiting_for" if lies else "notice.just_closed")


def test_nobody_sits_beyond_the_last_seat():
    table_session = TableSession(WONDERS)
    session, events = press(table_session.session, Rename(3, "Ann"))
    assert (session, events) == (table_session.session, ())
