"""A game that nobody plays to its end makes way for another one, by keys."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.journal.journal import JOURNAL, Journal
from device.messages.presses import Press
from display.navigation.position import ScreenId
from tests.device.tables import MadeTable
from tests.journeys.sitting import DECISION, THREE, Sitting


@pytest.fixture
def sitting(tmp_path):
    found = Sitting(auto=False, folder=tmp_path)
    found.press(Press.ADVANCE)
    found.turn("lumber_yard", "stone_pit", "clay_pool")
    assert found.game.turn == 2
    yield found
    found.close()


def states(folder):
    with closing(Journal.copy_of(folder / JOURNAL)) as journal:
        return [(stored.state, stored.seats[0]) for stored in journal.games()]


def test_a_side_that_was_set_up_wrongly_is_put_right_by_another_game(sitting, tmp_path):
    sitting.table.wonders[0] = ("giza", "B")
    sitting.menu("menu.main.leave", "menu.leave.yes")
    assert (sitting.page, sitting.kind) == (None, "clear_table")
    sitting.table.items.clear()
    sitting.wait(DECISION)
    assert sitting.view is ScreenId.SEATS
    sitting.press(Press.ADVANCE)
    assert (sitting.game.turn, sitting.game.actions, sitting.game.setup.seats[0]) == (1, (), ("giza", "B"))
    assert states(tmp_path) == [("open", ("giza", "B")), ("left", ("giza", "A"))]


def test_who_does_not_mean_it_plays_on(sitting):
    sitting.menu("menu.main.leave", "menu.leave.no")
    assert (sitting.page, sitting.game.turn) == (None, 2)


def test_a_game_that_was_left_does_not_come_back_with_the_power(sitting, tmp_path):
    sitting.menu("menu.main.leave", "menu.leave.yes")
    sitting.close()
    assert states(tmp_path) == [("left", ("giza", "A"))]
    later = Sitting(auto=False, folder=tmp_path, table=MadeTable(list(THREE)))
    assert (later.view, later.appliance.session.game) == (ScreenId.SEATS, None)
    later.close()
