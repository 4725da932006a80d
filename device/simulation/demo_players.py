"""The people of a demonstration: they act between two frames, and the demonstration ends with them."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence

from device.app.main_loop import MainLoop
from device.cameras.camera import Camera
from device.session.session import Session
from device.simulation.rendering.camera import SimulatedCamera
from display.messages.choices import ASKED_PHASES, chosen_action
from display.messages.events import Event
from display.messages.intents import Answer
from engine import Action, Game, Phase
from vision.frame import Frame

LINGER, LINGER_FAST = 60.0, 10.0
"""Seconds without a press after which a demonstration ends by itself."""


class DemoPlayers(Camera):
    """People who play a dealt game before a camera, as which they act before each picture; the last one ends the game.

    As a listener they hear what the session does. `shown`: there is a screen, and the winner is looked at.
    """

    camera: SimulatedCamera

    def __init__(self, *, fast: bool, game: Game | None, shown: bool) -> None:
        self.game = game
        """What is recorded so far."""
        self._main_loop: MainLoop | None = None
        self._shown = shown
        self._last_screen = LastScreen(fast=fast)

    def sit_down(self, main_loop: MainLoop) -> None:
        """From now on they play at this table."""
        self._main_loop = main_loop

    def __call__(self, event: Event, session: Session) -> None:  # noqa: ARG002  a listener gets the event, too
        """Look at the screen. No other game follows this one."""
        if session.game is not None and not self._last_screen.begun:
            self.game = session.game

    def read(self) -> Frame | None:
        """The next picture of the table; None once the players have finished."""
        self.pass_time()
        return None if self.is_over() else self.camera.read()

    def close(self) -> None:
        """Nothing needs to be released."""

    @abstractmethod
    def pass_time(self) -> None:
        """Do what is due now."""

    def is_over(self) -> bool:
        """True once the game is over and, on a screen, has been looked at."""
        if self._main_loop is None:
            return False
        game = self._main_loop.session.game
        if not self._last_screen.begun and (game is None or game.phase is not Phase.OVER):
            return self.has_given_up()
        return not self._shown or self._last_screen.is_over(self._main_loop)

    def has_given_up(self) -> bool:
        """True if the game is not over and the players have stopped."""
        return False


def as_dealt(session: Session, dealt: Sequence[Action]) -> Answer | None:
    """The answer to what only the players know: whose leader the courtesans copy, what is paid of a loss."""
    for question in session.ruling.questions if session.game and session.game.phase in ASKED_PHASES else ():
        for index in range(len(question.choices)):
            if chosen_action(question, index) in dealt:
                return Answer(question, index)
    return None


class LastScreen:
    """The screen with the winner, at the end of a demonstration. `clock` (s) is independent of the table's time."""

    def __init__(self, *, fast: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._linger = LINGER_FAST if fast else LINGER
        self._clock = clock
        self._since: float | None = None

    @property
    def begun(self) -> bool:
        """True once the game has been over; later presses do not continue it."""
        return self._since is not None

    def is_over(self, main_loop: MainLoop) -> bool:
        """True once everything has been shown and no button has been pressed for a while."""
        now = self._clock()
        if main_loop.revealing or self._since is None:
            self._since = now
        return min(now - self._since, main_loop.untouched) >= self._linger
