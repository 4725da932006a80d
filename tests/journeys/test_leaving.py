"""Leaving an unfinished game for a new one, with keys."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.journal.journal import JOURNAL, Journal
from display.messages.presses import Press
from display.navigation.position import ScreenId
from tests.device.tables import FakeTable
from tests.journeys.playthrough import DECISION, THREE, Playthrough


@pytest.fixture
def playthrough(tmp_path):
    found = Playthrough(auto=False, folder=tmp_path)
    found.press(Press.ADVANCE)
    found.turn("lumber_yard", "stone_pit", "clay_pool")
    assert found.game.turn == 2
    yield found
    found.close()


def states(folder):
    with closing(Journal.copy_of(folder / JOURNAL)) as journal:
        return [(stored.state, stored.seats[0]) for stored in journal.games()]


def test_a_new_game_corrects_a_board_with_the_wrong_side_up(playthrough, tmp_path):
    playthrough.table.wonders[0] = ("giza", "B")
    playthrough.menu("menu.main.leave", "menu.leave.yes")
    assert (playthrough.page, playthrough.kind) == (None, "clear_table")
    playthrough.table.items.clear()
    playthrough.wait(DECISION)
    assert playthrough.screen is ScreenId.SEATS
    playthrough.press(Press.ADVANCE)
    assert (playthrough.game.turn, playthrough.game.actions, playthrough.game.setup.seats[0]) == (1, (), ("giza", "B"))
    assert states(tmp_path) == [("open", ("giza", "B")), ("left", ("giza", "A"))]


def test_the_game_goes_on_without_confirmation(playthrough):
    playthrough.menu("menu.main.leave", "menu.leave.no")
    assert (playthrough.page, playthrough.game.turn) == (None, 2)


def test_a_game_that_was_left_is_not_resumed(playthrough, tmp_path):
    playthrough.menu("menu.main.leave", "menu.leave.yes")
    playthrough.close()
    assert states(tmp_path) == [("left", ("giza", "A"))]
    later = Playthrough(auto=False, folder=tmp_path, table=FakeTable(list(THREE)))
    assert (later.screen, later.main_loop.session.game) == (ScreenId.SEATS, None)
    later.close()
