"""The winner stays until somebody asks for another game, and no game that was put away is lost."""

from __future__ import annotations

import pytest

from device.features.statistics.pages import shown_in
from display.menu.reference.history import TurnPage
from display.messages.events import GameOpened
from display.messages.presses import Press
from display.navigation.navigation import active_buttons
from display.navigation.position import ScreenId
from engine import Phase
from tests.journeys.playthrough import Playthrough

CARDS = ("lumber_yard", "stone_pit", "clay_pool")
NEW_GAME = (Press.ADVANCE, Press.SELECT)
"""ADVANCE asks, SELECT is yes."""


@pytest.fixture
def playthrough(tmp_path):
    playthrough = Playthrough(folder=tmp_path)
    yield playthrough
    playthrough.close()


def play_to_the_end(playthrough):
    while playthrough.game.phase is not Phase.OVER:
        playthrough.go_on()
    playthrough.wait(60)
    return playthrough.game


def clear_the_table(playthrough):
    for item in list(playthrough.table.items):
        playthrough.table.take(item)


def open_past_game(playthrough, number):
    """Choose one of the past games, counted from the newest."""
    playthrough.menu("menu.main.past")
    playthrough.press((Press.LEFT, Press.SELECT, Press.RIGHT)[number])


def test_advance_alone_never_ends_the_winners_screen(playthrough):
    over = play_to_the_end(playthrough)
    playthrough.press(*[Press.ADVANCE] * 5)
    playthrough.wait(70)
    assert (playthrough.screen, playthrough.game) == (ScreenId.SCORING, over)


@pytest.mark.parametrize("seconds", [0.0, 10.0], ids=["before", "after"])
def test_undo_brings_back_the_winner_before_and_after_another_game_has_started(playthrough, seconds):
    over = play_to_the_end(playthrough)
    playthrough.press(*NEW_GAME)
    playthrough.wait(seconds)
    assert (playthrough.main_loop.session.game is not None) == (seconds > 0)
    playthrough.wait(1.0)
    assert Press.UNDO in active_buttons(playthrough.fake_screen.position, playthrough.state)
    playthrough.press(Press.UNDO)
    assert (playthrough.screen, playthrough.game) == (ScreenId.SCORING, over)
    assert isinstance(playthrough.events[-1], GameOpened)
    playthrough.press(Press.UNDO, Press.SELECT)
    assert playthrough.game.phase is Phase.CONFLICTS, "it is the game again that was played"


def test_a_past_game_shows_its_sheet_and_undo_leaves_it_as_it_is(playthrough):
    playthrough.turn(*CARDS)
    over = play_to_the_end(playthrough)
    clear_the_table(playthrough)
    playthrough.press(*NEW_GAME)
    playthrough.wait(8)
    assert playthrough.game.actions == (), "another game has started"
    open_past_game(playthrough, 0)
    assert (playthrough.screen, playthrough.game) == (ScreenId.SCORING, over)
    playthrough.press(Press.UNDO)
    assert playthrough.main_loop.session.game is None
    assert [(game.finished, len(game.results)) for game in playthrough.state.past] == [(True, 3)]


def test_in_a_past_game_nothing_can_be_taken_back_or_changed(playthrough):
    playthrough.turn(*CARDS)
    play_to_the_end(playthrough)
    clear_the_table(playthrough)
    playthrough.press(*NEW_GAME)
    playthrough.wait(8)
    open_past_game(playthrough, 0)
    playthrough.menu("menu.main.history")
    playthrough.choose_option(0)
    offered = playthrough.page.menu(playthrough.state).options
    assert [option.leads_to for option in offered] == [TurnPage(len(CARDS))]


def test_a_game_that_was_left_can_be_played_on(playthrough, tmp_path):
    playthrough.turn(*CARDS)
    left = playthrough.game
    playthrough.menu("menu.main.leave", "menu.leave.yes")
    playthrough.wait(2)
    assert playthrough.kind == "clear_table"
    playthrough.press(Press.UNDO)
    open_past_game(playthrough, 0)
    assert playthrough.game == left
    playthrough.end_turn()
    played_on = playthrough.game
    assert played_on.turn == left.turn + 1
    playthrough.close()
    again = Playthrough(folder=tmp_path, table=playthrough.table)
    assert again.game == played_on, "the journal goes on with it"
    again.close()


def test_what_was_undone_is_said(playthrough):
    playthrough.turn(*CARDS)
    playthrough.press(Press.UNDO)
    (notice,) = (notice for notice in playthrough.state.notices if notice.key.startswith("notice.undone"))
    assert (notice.key, notice.placeholders) == ("notice.undone_several", {"count": 3})


def test_one_press_redoes_what_was_just_undone_and_later_the_menu_does(playthrough):
    playthrough.turn(*CARDS)
    closed = playthrough.game
    playthrough.press(Press.UNDO)
    assert playthrough.game.actions == ()
    playthrough.press(Press.SELECT)
    assert (playthrough.game, playthrough.page, playthrough.said) == (closed, None, [])
    playthrough.press(Press.UNDO)
    playthrough.wait(11)
    assert playthrough.game.actions == ()
    playthrough.menu("menu.main.redo")
    assert playthrough.game == closed


def test_the_statistics_can_be_read_after_a_game(playthrough):
    play_to_the_end(playthrough)
    playthrough.menu("menu.main.season")
    playthrough.wait(1)
    assert shown_in(playthrough.state).season is not None
    assert shown_in(playthrough.state).season.games == 1
    playthrough.press(Press.UNDO)
    playthrough.wait(1)
    assert shown_in(playthrough.state).season is None, "they are only counted while somebody reads them"
