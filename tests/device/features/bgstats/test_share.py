"""The QR code on the final screen contains the play for the app BG Stats."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from device.app.running_features import Appliance, Present
from device.features.bgstats.share import RunningBgStats, SharedGame, SharePage, link_in, link_of
from device.journal.journal import Journal
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.messages.events import Renamed
from display.messages.presses import Press
from display.navigation.position import ScreenId
from display.navigation.reveal import last_step
from display.table_state import TableState
from display.window import Window
from engine import score_sheets
from tests.dealing.dealer import deal
from tests.device.journal.stored import store_actions
from tests.display.drawn import screenshot

LANGUAGES = {2: "en", 3: "uk", 5: "it", 7: "pt"}


def finished(folder, players):
    """A finished game in a journal; returns the state of its last screen."""
    game = deal(players, 4).game
    with closing(Journal(folder / "games.sqlite")) as journal:
        options = {"free_city": game.setup.free_city} if players == 2 else {}
        game_id = journal.begin(game.setup.seats, options)
        store_actions(journal, game_id, game.actions)
        journal.finish(game_id, [sheet.total for sheet in score_sheets(game)])
        return TableState(
            game=game, finished=True, features={"bgstats": SharedGame(link_of(journal, game_id, LANGUAGES[players]))}
        )


QUICK = {((800, 480), 7), ((1024, 600), 3)}


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(players, size, marks=() if (size, players) in QUICK else pytest.mark.slow)
        for players in LANGUAGES
        for size in ((800, 480), (1024, 600), (1920, 1080))
    ],
)
def test_select_on_the_final_screen_shows_a_code_that_a_telephone_reads(tmp_path, players, size):
    state = finished(tmp_path, players)
    assert link_in(state)
    with Window(size, strict=True) as window:
        window.show(state, 0.0)
        assert window.position.screen is ScreenId.SCORING
        window.show(state, 1000.0)
        assert window.position.step == last_step(state, window.position)
        assert window.press(Press.SELECT, state, 1000.0) is None
        window.show(state, 1000.1)
        screen = np.asarray(Image.open(io.BytesIO(screenshot(window))).convert("L"))
    (code,) = zxingcpp.read_barcodes(screen)
    assert code.text == link_in(state)


def test_long_names_that_no_code_can_hold_are_left_to_the_command(tmp_path):
    state = finished(tmp_path, 7)
    names = tuple(f"Олександра Шевченко-Петренко {seat}"[-24:] for seat in range(7))
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        journal.write(1, [Renamed(seat, name) for seat, name in enumerate(names)])
        state = replace(state, features={"bgstats": SharedGame(link_of(journal, 1, "uk"))})
    with Window((1024, 600), strict=True) as window:
        window.show(state, 0.0)
        window.show(state, 1000.0)
        window.press(Press.SELECT, state, 1000.0)
        window.show(state, 1000.1)
        assert isinstance(window.position.opened.page, SharePage)
        assert zxingcpp.read_barcodes(np.asarray(Image.open(io.BytesIO(screenshot(window))).convert("L"))) == []


def test_the_link_is_that_of_the_finished_game_that_is_up(tmp_path):
    game = deal(3, 4).game
    preferences = Preferences(read_settings((DEFAULTS,)))
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        game_id = journal.begin(game.setup.seats, {})
        store_actions(journal, game_id, game.actions)
        journal.finish(game_id, [sheet.total for sheet in score_sheets(game)])
        shared = RunningBgStats(Appliance(preferences, journal, None, live=True))
        over = Present(TableState(game=game, finished=True), None, game_id, 1, 0.0)
        assert shared.value(over) == SharedGame(link_of(journal, game_id, "en"))
        assert shared.value(replace(over, state=TableState(game=game))) is None
        assert shared.value(replace(over, game_id=None)) is None
        assert shared.value(replace(over, game_id=99)) is None, "no such game"
        preferences.change("screen.language", "it")
        assert shared.value(over) == SharedGame(link_of(journal, game_id, "it"))
    assert RunningBgStats(Appliance(preferences, None, None, live=True)).value(over) is None
