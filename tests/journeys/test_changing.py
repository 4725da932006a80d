"""A past action is changed in the menu, without undoing what came after it."""

from __future__ import annotations

import pytest

from display.menu.entry.past import PastPage
from display.messages.presses import Press
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
