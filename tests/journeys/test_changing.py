"""A past action is changed in the menu, without undoing what came after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.reporting.json_lines import as_lines
from device.reporting.sentences import sentences
from display.menu.entry.past import PastPage
from display.messages.events import Corrected
from display.messages.presses import Press
from display.words import Words
from engine import Discard
from tests.journeys.playthrough import DECISION, Playthrough

FIRST = ("lumber_yard", "stone_pit", "clay_pool")
SECOND = ("baths", "stockade", "ore_vein")


@pytest.fixture
def playthrough(tmp_path):
    found = Playthrough(folder=tmp_path)
    found.turn(*FIRST)
    found.turn(*SECOND)
    assert found.closed == [(1, 1), (1, 2)]
    yield found
    found.close()


def open_turn(playthrough, seat):
    """Menu, History, the first turn, Change an action, and the seat; LEFT, SELECT, RIGHT are the seats."""
    playthrough.menu("menu.main.history")
    playthrough.press(Press.LEFT)
    playthrough.choose("menu.history.change")
    playthrough.press((Press.LEFT, Press.SELECT, Press.RIGHT)[seat])
    assert isinstance(playthrough.page, PastPage)


def test_a_discard_instead_of_a_card_and_what_came_after_stays(playthrough, tmp_path):
    before = playthrough.game.actions
    open_turn(playthrough, 2)
    playthrough.choose("menu.turn.discard")
    assert (playthrough.page, playthrough.kind) == (None, None), "nothing else is touched by it"
    assert playthrough.game.actions == (*before[:2], Discard(2), *before[3:])
    changed = playthrough.game
    playthrough.close()
    again = Playthrough(folder=tmp_path, table=playthrough.table)
    assert again.game == changed
    again.close()


def test_what_no_longer_fits_is_shown_before_anything_is_changed(playthrough):
    before = playthrough.game
    for answer, changes in (("leave", False), ("change", True)):
        open_turn(playthrough, 0)
        playthrough.choose("menu.turn.discard")
        assert (playthrough.kind, playthrough.game) == ("change_past", before)
        assert playthrough.asked.placeholders == {"unfit": "1,2,rhodes,build,stockade,"}
        playthrough.answer(answer)
        assert (playthrough.game != before, playthrough.kind) == (changes, None)
    assert playthrough.game.actions[0] == Discard(0)
    assert playthrough.game.actions[4].exception


def test_two_cities_that_were_mixed_up_are_swapped(playthrough):
    open_turn(playthrough, 1)
    playthrough.choose("menu.change.swap")
    playthrough.press(Press.SELECT)
    playthrough.wait(DECISION)
    assert [city.cards[0] for city in playthrough.game.cities] == ["lumber_yard", "clay_pool", "stone_pit"]


def test_what_hands_change_in_a_turn_that_is_closed_is_recorded_and_said(tmp_path):
    playthrough = Playthrough(folder=tmp_path)
    wrong = [playthrough.lay(seat, card) for seat, card in enumerate(FIRST)][-1]
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1)]
    playthrough.take(wrong)
    right = playthrough.table.lay(2, "timber_yard")
    playthrough.table.items[-1] = replace(right, x=wrong.x, y=wrong.y)
    playthrough.wait(2 * DECISION)
    (said,) = [notice for notice in playthrough.state.notices if notice.key == "notice.corrected"]
    assert Words().say(said.key, **said.placeholders) == "Turn 1 corrected: Alexandria builds Timber Yard"
    (event,) = [event for event in playthrough.events if isinstance(event, Corrected)]
    assert sentences(event, playthrough.main_loop.session, Words()) == (
        "Age I, turn 1 corrected: Alexandria builds Timber Yard (1 coin to the bank)",
    )
    (line,) = as_lines(event)
    assert (line["event"], line["turn"], line["seat"], line["card"]) == ("corrected", 1, 2, "timber_yard")
    playthrough.close()
