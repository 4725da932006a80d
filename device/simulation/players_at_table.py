"""The people of a made-up game night: they lay what was dealt, look at the screen, and press ADVANCE when it waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.events import Refused
from device.messages.intents import Advance, Answer
from device.simulation.camera import SimulatedCamera
from device.simulation.last_screen import LastScreen
from device.simulation.script import FAST, HUMAN, Script
from device.umpire.courtesans import leader_choice
from engine import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.app.main_loop import MainLoop
    from device.messages.events import Event
    from device.perception.pipeline import FrameResult, Pipeline
    from device.session.session import Session
    from device.simulation.dealer import DealtGame
    from engine import Game

GLANCE = 1.0
"""Seconds after which somebody answers a question on the screen."""
PATIENCE = 8.0
"""Seconds of the table's time for which people wait for the screen before they press ADVANCE."""
REFUSALS = 3
"""So many times in a row people press ADVANCE in vain; then they give up."""
STEP = 0.1
FPS_FAST, FPS_SHOWN = 3.0, 6.0


class PlayersAtTable:
    """A dealt game being played. `clock` (seconds) makes the table keep that time; else its own, frame by frame."""

    def __init__(
        self,
        dealt: DealtGame,
        *,
        fast: bool,
        clock: Callable[[], float] | None = None,
        upto: Game | None = None,
    ) -> None:
        self._script = Script(dealt, seed=dealt.seed, pace=FAST if fast else HUMAN)
        start = _lay_everything(self._script, dealt, upto) if upto else 0.0
        fps = FPS_FAST if fast else FPS_SHOWN
        self.camera = SimulatedCamera(self._script, seed=dealt.seed, fps=fps, clock=clock, start=start)
        self.game = upto
        """What is booked."""
        self._appliance: MainLoop | None = None
        self._waiting_since: float | None = None
        self._last_screen = LastScreen(fast=fast)
        self._refusals = 0

    def sit_down(self, appliance: MainLoop) -> None:
        """From now on this appliance's buttons can be pressed."""
        self._appliance = appliance
        self._follow(appliance.session)

    def __call__(self, event: Event, session: Session) -> None:
        """Look up at the screen: something was booked, or not. Nobody wants another game."""
        self._refusals = self._refusals + 1 if isinstance(event, Refused) else 0
        if session.game is not None and not self._last_screen.begun:
            self.game = session.game
        if self._appliance and (session.game is None or self._refusals >= REFUSALS):
            self._appliance.stop()
        self._follow(session)

    def attend(self, pipeline: Pipeline, *, shown: bool) -> Pipeline:
        """Eyes that end when the night is over, and beside which the people at the table can act."""
        return _AttendedTable(self, pipeline, shown)

    def pass_time(self) -> None:
        """Press ADVANCE if everything lies there and the screen still waits; say whom the courtesans serve."""
        now, game = self._script.time, self._appliance.session.game if self._appliance else None
        if not self._script.waiting or game is None or game.phase in (Phase.CONFLICTS, Phase.OVER):
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        elif self._appliance and now - self._waiting_since >= (GLANCE if game.phase is Phase.COURT else PATIENCE):
            self._waiting_since = None
            self._appliance.press(self._answer(self._appliance.session) or Advance())

    def _answer(self, session: Session) -> Answer | None:
        """What the people at the table answer: only they know which leader was chosen."""
        dealt = [move.action for move in self._script.round.moves] if self._script.round else []
        for question in session.ruling.questions if session.game and session.game.phase is Phase.COURT else ():
            for index in range(len(question.choices)):
                if leader_choice(question, index) in dealt:
                    return Answer(question, index)
        return None

    def is_over(self, *, shown: bool) -> bool:
        """The last game state is there and, on a screen, has been looked at."""
        if self._appliance is None:
            return False
        game = self._appliance.session.game
        if not self._last_screen.begun and (game is None or game.phase is not Phase.OVER):
            return False
        return not shown or self._last_screen.is_over(self._appliance)

    def _follow(self, session: Session) -> None:
        if session.game is not None:
            self._script.follow(session.game.age, session.game.turn, session.game.phase)
        self._waiting_since = None


class _AttendedTable:
    def __init__(self, night: PlayersAtTable, pipeline: Pipeline, shown: bool) -> None:
        self._night, self._pipeline, self._shown = night, pipeline, shown

    def look(self) -> FrameResult | None:
        self._night.pass_time()
        return None if self._night.is_over(shown=self._shown) else self._pipeline.look()

    def close(self) -> None:
        self._pipeline.close()


def _lay_everything(script: Script, dealt: DealtGame, upto: Game) -> float:
    """Put on the table what lay there when `upto` had been booked; the table's time then."""
    time = 0.0
    for round_ in dealt.rounds:
        here = (round_.age, round_.turn, round_.phase) == (upto.age, upto.turn, upto.phase)
        if here and (not round_.moves or any(move.seat in upto.to_act for move in round_.moves)):
            break
        script.follow(round_.age, round_.turn, round_.phase)
        while True:
            time += STEP
            script.advance(time)
            if script.waiting and script.round is round_:
                break
    return time
