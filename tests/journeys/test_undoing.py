"""UNDO and REDO by keys, over the end of an age, and after the program was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device.journal.journal import JOURNAL, Journal
from device.messages.presses import Press
from display.menu.main import MainMenu
from display.navigation.position import ScreenId
from engine import Build, Fight, Phase
from tests.device.journal.stored import entries
from tests.device.tables import MadeTable
from tests.journeys.sitting import DECISION, Sitting

FIRST = ("lumber_yard", "stone_pit", "clay_pool")
SECOND = ("sawmill", "quarry", "brickyard")
"""The first turn of Age II: a coin each."""


def into_the_second_age(sitting):
    """One turn of building, five of discards, the conflicts, and a turn of the second age."""
    sitting.turn(*FIRST)
    sitting.discard_until(2, 1)
    sitting.wait(DECISION)
    sitting.turn(*SECOND)
    assert (sitting.game.age, sitting.game.turn) == (2, 2)


def redo(sitting):
    """By the main menu."""
    sitting.press(Press.SELECT)
    assert sitting.page == MainMenu()
    sitting.choose("menu.main.redo")
    while sitting.page is not None:
        sitting.press(Press.UNDO)


def steps_back(sitting):
    """UNDO until nothing is left; the game after each press."""
    games = []
    while sitting.game.actions:
        sitting.press(Press.UNDO)
        games.append(sitting.game)
        sitting.wait(DECISION)
        assert sitting.game == games[-1], "what lies there still is not booked again by itself"
    return games


@pytest.fixture
def sitting():
    found = Sitting(auto=False)
    found.press(Press.ADVANCE)
    return found


def test_undo_goes_back_turn_by_turn_over_the_end_of_an_age_to_the_beginning(sitting):
    into_the_second_age(sitting)
    back = steps_back(sitting)
    moments = [(game.age, game.turn, game.phase) for game in back]
    assert moments[:3] == [(2, 1, Phase.TURN), (1, 6, Phase.CONFLICTS), (1, 6, Phase.TURN)]
    assert moments[-1] == (1, 1, Phase.TURN)
    assert len(moments) == 8
    sitting.press(Press.UNDO)
    assert sitting.said == ["notice.nothing_to_undo"]


def test_redo_brings_back_the_same_game_over_the_end_of_the_age(sitting):
    into_the_second_age(sitting)
    whole = sitting.game
    steps = len(steps_back(sitting))
    for _ in range(steps):
        redo(sitting)
    assert sitting.game == whole
    assert sitting.view is ScreenId.TABLE
    redo(sitting)
    assert sitting.game == whole


def test_after_undo_other_cards_close_the_turn_otherwise(sitting):
    sitting.turn(*FIRST)
    sitting.press(Press.UNDO)
    sitting.wait(DECISION)
    assert sitting.game.actions == ()
    sitting.take(sitting.table.items[0])
    sitting.lay(0, "ore_vein")
    sitting.wait(DECISION)
    assert [city.cards for city in sitting.game.cities] == [("ore_vein",), ("stone_pit",), ("clay_pool",)]


def test_undo_after_the_winner_is_up_opens_the_last_turn_again(sitting):
    while sitting.game.phase is not Phase.OVER:
        sitting.press(Press.ADVANCE)
    assert sitting.view is ScreenId.SCORING
    sitting.press(Press.UNDO)
    assert (sitting.view, sitting.game.phase) == (ScreenId.CONFLICTS, Phase.CONFLICTS)
    sitting.press(Press.UNDO)
    assert (sitting.view, sitting.game.age, sitting.game.turn) == (ScreenId.TABLE, 3, 6)


def test_nothing_is_asked_about_cards_of_a_turn_that_was_taken_back_until_advance_goes_on(sitting):
    into_the_second_age(sitting)
    steps_back(sitting)
    assert sitting.glass.kinds == []
    redo(sitting)
    sitting.wait(DECISION)
    assert (sitting.game.turn, sitting.asked) == (2, None), "cards of Age II lie in Age I"
    sitting.press(Press.ADVANCE)
    assert (sitting.game.turn, sitting.kind) == (2, "wrong_age")


def seen_anew(sitting):
    """The same cards, as a camera sees them that was switched on just now."""
    table = MadeTable(sitting.table.wonders)
    table.items = [replace(item, since=0.0) for item in sitting.table.items]
    return table


def test_what_was_taken_back_is_not_booked_again_by_itself_after_a_restart(tmp_path):
    sitting = Sitting(folder=tmp_path)
    sitting.turn(*FIRST)
    whole = sitting.game
    sitting.press(Press.UNDO)
    sitting.close()
    again = Sitting(folder=tmp_path, table=seen_anew(sitting))
    again.wait(20)
    assert again.game.actions == ()
    redo(again)
    assert again.game == whole
    again.close()


def test_conflicts_that_were_taken_back_wait_for_advance_after_a_restart(tmp_path):
    sitting = Sitting(folder=tmp_path)
    sitting.discard_until(2, 1)
    sitting.press(Press.UNDO)
    assert sitting.game.phase is Phase.CONFLICTS
    sitting.close()
    again = Sitting(folder=tmp_path)
    again.wait(30)
    assert again.game.phase is Phase.CONFLICTS
    again.press(Press.ADVANCE)
    assert (again.game.age, again.game.turn) == (2, 1)
    again.close()


def test_undo_and_redo_over_the_end_of_an_age_after_the_plug_was_pulled(tmp_path):
    sitting = Sitting(folder=tmp_path)
    into_the_second_age(sitting)
    whole = sitting.game
    sitting.close()
    again = Sitting(folder=tmp_path)
    assert (again.game, again.view) == (whole, ScreenId.TABLE)
    for _ in range(3):
        again.press(Press.UNDO)
    assert (again.game.age, again.game.turn, again.game.phase) == (1, 6, Phase.TURN)
    again.close()
    third = Sitting(folder=tmp_path)
    for _ in range(3):
        redo(third)
    assert third.game == whole
    third.close()


ROOT = Path(__file__).parents[2]
KILLED = """
import os, pathlib, signal, sys
from tests.journeys.sitting import Sitting
from tests.journeys.test_undoing import into_the_second_age
from device.messages.presses import Press
sitting = Sitting(folder=pathlib.Path(sys.argv[1]))
into_the_second_age(sitting)
sitting.press(Press.UNDO)
print(len(sitting.game.actions), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_undo_and_redo_over_the_end_of_an_age_after_kill_9(tmp_path):
    """The process dies right after UNDO was pressed in the second age; nothing of what it had said is lost."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert len(entries(journal, journal.open_game())) == int(done.stdout)
    sitting = Sitting(folder=tmp_path)
    assert (sitting.game.age, sitting.game.turn) == (2, 1)
    back = steps_back(sitting)
    assert len(back) == 7
    for _ in range(8):
        redo(sitting)
    assert (sitting.game.age, sitting.game.turn) == (2, 2)
    assert [action for action in sitting.game.actions if isinstance(action, Fight)] == [Fight()]
    assert [city.cards for city in sitting.game.cities] == [*zip(FIRST, SECOND, strict=True)]
    assert sitting.game.actions[-1] == Build(2, "brickyard", sitting.game.actions[-1].pays)
    sitting.close()


def test_conflicts_are_booked_once_though_the_program_was_killed_before_anybody_went_on(tmp_path):
    sitting = Sitting(folder=tmp_path, auto=False)
    sitting.press(Press.ADVANCE)
    sitting.turn(*FIRST)
    sitting.turn("baths", "stockade", "theater")
    for _ in range(8):
        sitting.press(Press.ADVANCE)
    assert sitting.game.phase is Phase.CONFLICTS
    sitting.wait(10)
    sitting.close()
    again = Sitting(folder=tmp_path, table=seen_anew(sitting), auto=False)
    assert again.view is ScreenId.CONFLICTS, "they are told once more"
    assert [city.conflict for city in again.game.cities] == [(), (), ()]
    again.wait(10)
    again.press(Press.ADVANCE)
    assert (again.game.age, again.view) == (2, ScreenId.TABLE)
    assert [sum(city.conflict) for city in again.game.cities] == [-1, 2, -1]
    again.close()
    later = Sitting(folder=tmp_path, table=seen_anew(sitting), auto=False)
    assert [action for action in later.game.actions if isinstance(action, Fight)] == [Fight()]
    assert later.game.cities == again.game.cities
