"""The screen, for as long as there is one: opened again when it was pulled out, or came up later than the program."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pygame

from device.messages.questions import Notice
from device.retrying import Retry
from display.errors import DisplayError
from display.navigation.navigation import follow, press
from display.navigation.position import START
from display.navigation.reveal import busy

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from device.messages.intents import Intent
    from device.messages.presses import Touch
    from display.table_state import TableState
    from display.window import Window

TRY_AGAIN_AFTER = 3.0
"""s between attempts to open a screen that is not there."""
FAILURES = (DisplayError, pygame.error)


class Screen:
    """A window that may come and go; play goes on meanwhile. A context manager; `close` may be called twice."""

    def __init__(self, opens: Callable[[], Window], clock: Callable[[], float] = time.monotonic) -> None:
        self._opens, self._retry = opens, Retry(TRY_AGAIN_AFTER, clock)
        self._window: Window | None = None
        self.position = START
        """Where whoever looks at it is, or would be."""
        self._notices: list[Notice] = []
        self.error: Exception | None = None
        """Why there is none, if there is none."""
        self._open()

    @property
    def up(self) -> bool:
        """There is a screen now."""
        return self._window is not None

    def show(self, state: TableState, now: float) -> None:
        """Bring the screen up to date, or try to have one again. `now` in seconds."""
        if self._window is None and self._retry.due:
            self._open()
        if self._window is None:
            self.position = follow(self.position, state, now)
            return
        try:
            self._window.show(state, now)
        except FAILURES as problem:
            self._lose(problem)
        else:
            self.position = self._window.position

    def press(self, touch: Touch, state: TableState, now: float) -> Intent | None:
        """Let a press take effect on the screen that is up, or would be; returns what it asks of the table."""
        if self._window is not None:
            intent = self._window.press(touch, state, now)
            self.position = self._window.position
            return intent
        self.position, intent = press(follow(self.position, state, now), state, touch, now)
        return intent

    def presses(self) -> tuple[Touch, ...]:
        """Keys, clicks and touches since the last call."""
        if self._window is None:
            return ()
        try:
            return self._window.presses()
        except FAILURES as problem:
            self._lose(problem)
            return ()

    def busy(self, state: TableState) -> bool:
        """Whether conflicts or the scoring are still being revealed."""
        return busy(self.position, state)

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time: the screen is there again."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Give the screen back."""
        window, self._window = self._window, None
        if window is not None:
            window.close()
        self._retry.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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
