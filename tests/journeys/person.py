"""A person who enters actions on the screen, with five keys or with a finger; every press is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import pygame

from device.app.state_for_screen import state_for_screen
from device.perception.pipeline import FrameResult
from device.session import pressing
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.menu import COLUMNS
from display.messages.intents import Change, Enter
from display.messages.presses import Pick, Press
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.screens.layout import compose
from tests.device.tables import CODEBOOK
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.drawing.panel import Panel
    from display.menu import Option, Page
    from display.messages.intents import Intent
    from display.messages.presses import UserInput
    from display.navigation.position import Position
    from display.table_state import TableState
    from display.window import Window
    from engine import Action, Game

STEP = 0.3
"""Seconds from press to press."""


class InputDevice(Protocol):
    """What a person presses with."""

    @property
    def position(self) -> Position:
        """The position of the screen."""

    def press(self, user_input: UserInput, state: TableState, time: float) -> Intent | None:
        """Press it; returns the intent that follows."""

    def towards(self, index: int, state: TableState, time: float) -> UserInput:
        """What to press next to choose an option of the open page: its column, or the option itself."""


class Keys:
    """Five keys."""

    def __init__(self) -> None:
        self.position = START

    def press(self, user_input: UserInput, state: TableState, time: float) -> Intent | None:
        assert isinstance(user_input, Press)
        self.position, intent = handle_press(update_position(self.position, state, time), state, user_input, time)
        return intent

    def towards(self, index: int, state: TableState, time: float) -> UserInput:
        return column_of(update_position(self.position, state, time), state, index)


class Finger:
    """A finger on the screen; it hits the middle of each panel."""

    def __init__(self, window: Window, size: tuple[int, int]) -> None:
        self.window, self.size = window, size

    @property
    def position(self) -> Position:
        return self.window.position

    def press(self, user_input: UserInput, state: TableState, time: float) -> Intent | None:
        self.window.show(state, time)
        panel = next(panel for panel in self._panels(state) if panel.touch == user_input)
        pygame.event.clear()
        x, y = panel.box.centre
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(int(x), int(y))))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(int(x), int(y))))
        (felt,) = self.window.presses()
        assert felt == user_input
        return self.window.press(felt, state, time)

    def towards(self, index: int, state: TableState, time: float) -> UserInput:
        self.window.show(state, time)
        touches = {panel.touch for panel in self._panels(state)}
        return Pick(index) if Pick(index) in touches else column_of(self.window.position, state, index)

    def _panels(self, state: TableState) -> tuple[Panel, ...]:
        return compose(state, self.window.position, *self.size)


def column_of(position: Position, state: TableState, index: int) -> Press:
    """The key whose column contains the option of the open page."""
    assert position.opened is not None
    columns = position.opened.columns(position.opened.page.menu(state))
    return next(key for key, inside in zip(COLUMNS, columns, strict=True) if index in inside)


class Person:
    """Somebody who plays without a camera."""

    def __init__(self, device: InputDevice) -> None:
        self.device = device
        self.session = Session(TableUmpire(CODEBOOK))
        self.now = 0.0
        self.count = 0
        self.settings: dict[str, bool | float | str] = {"play.edition": "first"}

    @property
    def game(self) -> Game:
        assert self.session.game is not None
        return self.session.game

    @property
    def state(self) -> TableState:
        state = state_for_screen(self.session, FrameResult(Scene(self.now), 0, blind=True))
        return replace(state, settings=self.settings)

    @property
    def page(self) -> Page | None:
        """The page that is open."""
        opened = update_position(self.device.position, self.state, self.now).opened
        return opened.page if opened else None

    def press(self, user_input: UserInput) -> None:
        """Press once, and do what follows."""
        self._did(self.device.press(user_input, self.state, self.now))

    def wait(self, seconds: float) -> None:
        """Do nothing for a while."""
        self.now += seconds

    def choose(self, wanted: Callable[[Option], bool]) -> None:
        """Choose an option of the open page with as many presses as needed."""
        page = self.page
        assert page is not None, "no page is open"
        options = page.menu(self.state).options
        index = next((number for number, option in enumerate(options) if wanted(option)), None)
        assert index is not None, f"{page} offers no such thing: {[option.tile.words for option in options]}"
        for _ in range(6):
            user_input = self.device.towards(index, self.state, self.now)
            alone = self._alone(index)
            self.press(user_input)
            if alone or isinstance(user_input, Pick):
                return
        raise AssertionError(f"{page} takes more than six presses")

    def say(self, key: str) -> None:
        """Choose the option that has these words."""
        self.choose(lambda option: option.tile.words is not None and option.tile.words.key == key)

    def enter(self, action: Action) -> None:
        """Choose what enters this action."""
        self.choose(lambda option: option.intent == Enter(action))

    def _alone(self, index: int) -> bool:
        """True if the option is the only one in its column."""
        opened = update_position(self.device.position, self.state, self.now).opened
        assert opened is not None
        return (index,) in opened.columns(opened.page.menu(self.state))

    def _did(self, intent: Intent | None) -> None:
        self.count += 1
        self.now += STEP
        if isinstance(intent, Change):
            assert intent.setting in {"play.leaders", "play.edition"}
            self.settings[intent.setting] = intent.value
            if intent.setting == "play.leaders":
                self.session = replace(self.session, leaders=bool(intent.value))
        elif intent is not None:
            self.session, _ = pressing.press(self.session, intent)
