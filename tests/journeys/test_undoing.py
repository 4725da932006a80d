"""UNDO and REDO with keys, across the end of an age, and after the program was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.journal import JOURNAL, Journal
from display.menu.main.main_menu import MainMenuPage
from display.messages.presses import Press
from display.navigation.navigation import just_undone
from display.navigation.position import ScreenId
from engine import Build, Fight, Phase
from tests.device.journal.stored import entries
from tests.journeys.playthrough import DECISION, MOMENT, Playthrough

FIRST = ("lumber_yard", "stone_pit", "clay_pool")
SECOND = ("sawmill", "quarry", "brickyard")
"""The first turn of Age II; each card costs a coin."""


def into_the_second_age(playthrough):
    """One turn of building, five of discards, the conflicts, and a turn of the second age."""
    playthrough.turn(*FIRST)
    playthrough.discard_until(2, 1)
    playthrough.wait(DECISION)
    playthrough.turn(*SECOND)
    assert (playthrough.game.age, playthrough.game.turn) == (2, 2)


def redo(playthrough):
    """Redo: by SELECT while it is said what was undone, later by the main menu."""
    undone = just_undone(playthrough.state)
    playthrough.press(Press.SELECT)
    if undone:
        return
    assert playthrough.page == MainMenuPage()
    playthrough.choose("menu.main.redo")
    while playthrough.page is not None:
        playthrough.press(Press.UNDO)


def steps_back(playthrough):
    """Press UNDO until nothing is left; returns the game after each press."""
    games = []
    while playthrough.game.actions:
        playthrough.press(Press.UNDO)
        games.append(playthrough.game)
        playthrough.wait(DECISION)
        assert playthrough.game == games[-1], "cards that still lie there are not recorded again by themselves"
    return games


@pytest.fixture
def playthrough():
    found = Playthrough(auto=False)
    found.press(Press.ADVANCE)
    return found


def test_undo_goes_back_turn_by_turn_across_the_end_of_an_age_to_the_beginning(playthrough):
    into_the_second_age(playthrough)
    back = steps_back(playthrough)
    moments = [(game.age, game.turn, game.phase) for game in back]
    assert moments[:3] == [(2, 1, Phase.TURN), (1, 6, Phase.CONFLICTS), (1, 6, Phase.TURN)]
    assert moments[-1] == (1, 1, Phase.TURN)
    assert len(moments) == 8
    playthrough.press(Press.UNDO)
    assert playthrough.said[0] == "notice.nothing_to_undo"


def test_redo_restores_the_same_game_across_the_end_of_an_age(playthrough):
    into_the_second_age(playthrough)
    whole = playthrough.game
    steps = len(steps_back(playthrough))
    for _ in range(steps):
        redo(playthrough)
    assert playthrough.game == whole
    assert playthrough.screen is ScreenId.TABLE
    redo(playthrough)
    assert playthrough.game == whole


def test_after_undo_other_cards_close_the_turn(playthrough):
    playthrough.turn(*FIRST)
    playthrough.press(Press.UNDO)
    playthrough.wait(DECISION)
    assert playthrough.game.actions == ()
    playthrough.take(playthrough.table.items[0])
    playthrough.lay(0, "ore_vein")
    playthrough.wait(DECISION)
    assert [city.cards for city in playthrough.game.cities] == [("ore_vein",), ("stone_pit",), ("clay_pool",)]


def test_undo_after_the_winner_is_shown_opens_the_last_turn_again(playthrough):
    while playthrough.game.phase is not Phase.OVER:
        playthrough.go_on()
    assert playthrough.screen is ScreenId.SCORING
    playthrough.press(Press.UNDO)
    assert playthrough.game.phase is Phase.OVER, "it asks first"
    playthrough.press(Press.SELECT)
    playthrough.wait(MOMENT)
    assert (playthrough.screen, playthrough.game.phase) == (ScreenId.CONFLICTS, Phase.CONFLICTS)
    playthrough.press(Press.UNDO)
    assert (playthrough.screen, playthrough.game.age, playthrough.game.turn) == (ScreenId.TABLE, 3, 6)


def test_cards_of_an_undone_turn_raise_no_question_until_advance(playthrough):
    into_the_second_age(playthrough)
    steps_back(playthrough)
    assert playthrough.fake_screen.kinds == []
    redo(playthrough)
    playthrough.wait(DECISION)
    assert (playthrough.game.turn, playthrough.asked) == (2, None), "cards of Age II lie in Age I"
    playthrough.press(Press.ADVANCE)
    assert (playthrough.game.turn, playthrough.kind) == (2, "wrong_age")


def test_after_a_restart_undone_actions_are_not_recorded_again_by_themselves(tmp_path):
    playthrough = Playthrough(folder=tmp_path)
    playthrough.turn(*FIRST)
    whole = playthrough.game
    playthrough.press(Press.UNDO)
    playthrough.close()
    again = Playthrough(folder=tmp_path, table=playthrough.table)
    again.wait(20)
    assert again.game.actions == ()
    redo(again)
    assert again.game == whole
    again.close()


def test_after_a_restart_undone_conflicts_wait_for_advance(tmp_path):
    playthrough = Playthrough(folder=tmp_path)
    playthrough.discard_until(2, 1)
    playthrough.press(Press.UNDO)
    assert playthrough.game.phase is Phase.CONFLICTS
    playthrough.close()
    again = Playthrough(folder=tmp_path)
    again.wait(30)
    assert again.game.phase is Phase.CONFLICTS
    again.press(Press.ADVANCE)
    assert (again.game.age, again.game.turn) == (2, 1)
    again.close()


def test_undo_and_redo_across_the_end_of_an_age_after_a_restart(tmp_path):
    playthrough = Playthrough(folder=tmp_path)
    into_the_second_age(playthrough)
    whole = playthrough.game
    playthrough.close()
    again = Playthrough(folder=tmp_path)
    assert (again.game, again.screen) == (whole, ScreenId.TABLE)
    for _ in range(3):
        again.press(Press.UNDO)
    assert (again.game.age, again.game.turn, again.game.phase) == (1, 6, Phase.TURN)
    again.close()
    third = Playthrough(folder=tmp_path)
    for _ in range(3):
        redo(third)
    assert third.game == whole
    third.close()


ROOT = Path(__file__).parents[2]
KILLED = """
import os, pathlib, signal, sys
from tests.journeys.playthrough import Playthrough
from tests.journeys.test_undoing import into_the_second_age
from display.messages.presses import Press
playthrough = Playthrough(folder=pathlib.Path(sys.argv[1]))
into_the_second_age(playthrough)
playthrough.press(Press.UNDO)
print(len(playthrough.game.actions), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_undo_and_redo_across_the_end_of_an_age_after_kill_9(tmp_path):
    """The process dies right after UNDO in Age II; nothing that it reported is lost."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert len(entries(journal, journal.open_game())) == int(done.stdout)
    playthrough = Playthrough(folder=tmp_path)
    assert (playthrough.game.age, playthrough.game.turn) == (2, 1)
    back = steps_back(playthrough)
    assert len(back) == 7
    for _ in range(8):
        redo(playthrough)
    assert (playthrough.game.age, playthrough.game.turn) == (2, 2)
    assert [action for action in playthrough.game.actions if isinstance(action, Fight)] == [Fight()]
    assert [city.cards for city in playthrough.game.cities] == [*zip(FIRST, SECOND, strict=True)]
    assert playthrough.game.actions[-1] == Build(2, "brickyard", playthrough.game.actions[-1].pays)
    playthrough.close()


def test_conflicts_are_recorded_once_although_the_program_was_stopped_while_they_were_shown(tmp_path):
    playthrough = Playthrough(folder=tmp_path, auto=False)
    playthrough.press(Press.ADVANCE)
    playthrough.turn(*FIRST)
    playthrough.turn("baths", "stockade", "theater")
    while playthrough.game.phase is not Phase.CONFLICTS:
        playthrough.go_on()
    assert playthrough.game.phase is Phase.CONFLICTS
    playthrough.wait(10)
    playthrough.close()
    again = Playthrough(folder=tmp_path, table=playthrough.table, auto=False)
    assert again.screen is ScreenId.CONFLICTS, "they are shown again"
    assert [city.conflict for city in again.game.cities] == [(), (), ()]
    again.wait(10)
    again.press(Press.ADVANCE)
    assert (again.game.age, again.screen) == (2, ScreenId.TABLE)
    assert [sum(city.conflict) for city in again.game.cities] == [-1, 2, -1]
    again.close()
    later = Playthrough(folder=tmp_path, table=playthrough.table, auto=False)
    assert [action for action in later.game.actions if isinstance(action, Fight)] == [Fight()]
    assert later.game.cities == again.game.cities
