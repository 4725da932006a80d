"""The people of a demonstration: they act between two frames, and the demonstration ends with them."""

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
"""Seconds without a press after which a demonstration ends by itself, with the winner on the screen."""


class DemoPlayers(Camera):
    """People who play a dealt game before a camera, as which they act before each picture; the last one ends the game.

    As a listener they hear what the session does. `shown`: there is a screen, and the winner is looked at. `real_time`
    (s) is independent of the table's time.
    """

    camera: SimulatedCamera

    def __init__(
        self, *, fast: bool, game: Game | None, shown: bool, real_time: Callable[[], float] = time.monotonic
    ) -> None:
        self.game = game
        """What is recorded so far."""
        self._main_loop: MainLoop | None = None
        self._shown, self._linger, self._real_time = shown, LINGER_FAST if fast else LINGER, real_time
        self._over_since: float | None = None
        """When everything had been shown after the game; later presses do not continue it."""

    def sit_down(self, main_loop: MainLoop) -> None:
        """From now on they play at this table."""
        self._main_loop = main_loop

    def __call__(self, event: Event, session: Session) -> None:  # noqa: ARG002  a listener gets the event, too
        """Look at the screen. No other game follows this one."""
        if session.game is not None and self._over_since is None:
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
        """True once the game is over and, on a screen, nobody has pressed a button for a while."""
        if self._main_loop is None:
            return False
        game = self._main_loop.session.game
        if self._over_since is None and (game is None or game.phase is not Phase.OVER):
            return self.has_given_up()
        if not self._shown:
            return True
        now = self._real_time()
        if self._main_loop.revealing or self._over_since is None:
            self._over_since = now
        return min(now - self._over_since, self._main_loop.untouched) >= self._linger

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
