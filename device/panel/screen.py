"""The screen, opened again if it was unplugged or is switched on later than the program."""

import time
from collections.abc import Callable

import pygame

from device.retrying import Retry
from display.errors import DisplayError
from display.messages.intents import Intent
from display.messages.presses import UserInput
from display.messages.questions import Notice
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.navigation.reveal import is_revealing
from display.table_state import TableState
from display.window import Window

TRY_AGAIN_AFTER = 3.0
"""s between attempts to open a screen that is not there."""
FAILURES = (DisplayError, pygame.error)


class Screen:
    """A window that may fail and return while the game goes on."""

    def __init__(self, opens: Callable[[], Window], clock: Callable[[], float] = time.monotonic) -> None:
        self._opens, self._retry = opens, Retry(TRY_AGAIN_AFTER, clock)
        self._window: Window | None = None
        self.position = START
        """The page that is shown, or would be shown if there were a screen."""
        self._notices: list[Notice] = []
        self.error: Exception | None = None
        """Why there is no screen; None if there is one."""
        self._open()

    @property
    def up(self) -> bool:
        """True if there is a screen now."""
        return self._window is not None

    def show(self, state: TableState, now: float) -> None:
        """Draw the state, or try to open the screen again. `now` in seconds."""
        if self._window is None and self._retry.due:
            self._open()
        if self._window is None:
            self.position = update_position(self.position, state, now)
            return
        try:
            self._window.show(state, now)
        except FAILURES as problem:
            self._lose(problem)
        else:
            self.position = self._window.position

    def press(self, user_input: UserInput, state: TableState, now: float) -> Intent | None:
        """Let a press act on the page that is shown, or would be; returns what it asks for."""
        if self._window is not None:
            intent = self._window.press(user_input, state, now)
            self.position = self._window.position
            return intent
        self.position, intent = handle_press(update_position(self.position, state, now), state, user_input, now)
        return intent

    def presses(self) -> tuple[UserInput, ...]:
        """Keys, clicks and touches since the last call."""
        if self._window is None:
            return ()
        try:
            return self._window.presses()
        except FAILURES as problem:
            self._lose(problem)
            return ()

    def busy(self, state: TableState) -> bool:
        """True while conflicts or the scoring are being revealed."""
        return is_revealing(self.position, state)

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call: the screen works again."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Close the screen for good. May be called twice."""
        window, self._window = self._window, None
        if window is not None:
            window.close()
        self._retry.stop()

    def _open(self) -> None:
        try:
            self._window = self._opens()
        except FAILURES as problem:
            self.error = problem
            self._retry.failed()
            return
        self._window.position = self.position
        self.error = None
        if self._retry.recovered():
            self._notices.append(Notice("notice.screen_returned"))

    def _lose(self, problem: Exception) -> None:
        window, self._window = self._window, None
        self.error = problem
        self._retry.failed()
        if window is not None:
            window.close()
