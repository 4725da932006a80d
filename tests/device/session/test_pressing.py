"""What somebody asks for by a button, a key or a touch."""

from __future__ import annotations

from display.messages.events import Cleared
from display.messages.intents import Advance, Leave
from tests.device.table_session import TableSession

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_a_game_can_be_left_in_the_middle():
    table_session = TableSession(WONDERS, auto=False).press(Advance()).press(Leave())
    assert (table_session.game, table_session.events[-1]) == (None, Cleared())
