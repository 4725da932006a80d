"""The people at a simulated table: they play what was dealt, look at the screen, and end the turn when it waits."""

from collections.abc import Callable

from device.app.main_loop import MainLoop
from device.session.session import Session
from device.simulation.dealing.dealer import DealtGame
from device.simulation.demo_players import DemoPlayers, as_dealt
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.imaging import IMAGINGS, Imaging
from device.simulation.table.script import FAST, SHOWN, TableScript
from display.messages.choices import ASKED_PHASES
from display.messages.events import Event, Refused
from display.messages.intents import Advance, Answer, EndTurn
from engine import Game, Phase

ANSWER_AFTER = 1.0
"""Seconds after which the players answer a question on the screen."""
ADVANCE_AFTER, ADVANCE_AFTER_SHOWN = 8.0, 4.0
"""Seconds of the table's time without progress after which the players end the turn; people who watch wait less."""
READ_AFTER = 1.5
"""Seconds after which those who watch have read what all conflicts brought, and go on."""
REFUSALS = 3
"""The players give up after trying to end the turn this many times in a row without effect."""
STEP = 0.1
"""Seconds of the table's time from one step to the next while the cards of a resumed game are laid out."""
FPS_FAST, FPS_SHOWN = 3.0, 6.0


class PlayersAtTable(DemoPlayers):
    """People who play a dealt game at a table.

    With a `clock` (s) the table keeps its time; without, each frame moves the time on. `upto` is a resumed game.
    `backs`: the cards have stickers on their backs; without, stages have tokens, and ADVANCE says who has discarded.
    `imaging`: what the camera does to its pictures.
    """

    def __init__(
        self,
        dealt: DealtGame,
        *,
        fast: bool,
        shown: bool = False,
        clock: Callable[[], float] | None = None,
        upto: Game | None = None,
        backs: bool = True,
        imaging: Imaging = IMAGINGS["clean"],
    ) -> None:
        super().__init__(fast=fast, game=upto, shown=shown)
        self._script = TableScript(dealt, seed=dealt.seed, pace=FAST if fast else SHOWN, backs=backs)
        start = _play_up_to(self._script, dealt, upto) if upto else 0.0
        fps = FPS_FAST if fast else FPS_SHOWN
        self.camera = SimulatedCamera(self._script, seed=dealt.seed, fps=fps, clock=clock, start=start, imaging=imaging)
        self._in_real_time = clock is not None
        self._waiting_since: float | None = None
        self._refusals, self._pressing = 0, False

    def sit_down(self, main_loop: MainLoop) -> None:
        """From now on they press this table's buttons."""
        super().sit_down(main_loop)
        self._follow(main_loop.session)

    def __call__(self, event: Event, session: Session) -> None:
        """Look at the screen: something was recorded, or was not."""
        super().__call__(event, session)
        if self._pressing or not isinstance(event, Refused):  # others may try the keys
            self._refusals = self._refusals + 1 if isinstance(event, Refused) else 0
        left = self.game is not None and session.game is None
        if self._main_loop and (left or self._refusals >= REFUSALS):
            self._main_loop.stop()
        self._follow(session)

    def pass_time(self) -> None:
        """End the turn if all cards are played and the screen still waits; answer whose leader the courtesans copy."""
        now, game = self._script.time, self._main_loop.session.game if self._main_loop else None
        if not self._script.waiting or game is None or self._watches(game.phase):
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        elif self._main_loop and now - self._waiting_since >= self._patience(game.phase):
            self._waiting_since = None
            session = self._main_loop.session
            fights = game.phase is Phase.CONFLICTS
            self._pressing = True
            self._main_loop.press(Advance() if fights else self._answer(session) or EndTurn(session.waited_for))
            self._pressing = False

    def _watches(self, phase: Phase) -> bool:
        """True while nobody would press anything: the game is over, or the conflicts are being shown."""
        assert self._main_loop is not None
        shown_to_the_end = self._in_real_time and not self._main_loop.revealing
        return phase is Phase.OVER or (phase is Phase.CONFLICTS and not shown_to_the_end)

    def _patience(self, phase: Phase) -> float:
        if phase is Phase.CONFLICTS:
            return READ_AFTER
        after = ADVANCE_AFTER_SHOWN if self._in_real_time else ADVANCE_AFTER
        return ANSWER_AFTER if phase in ASKED_PHASES else after

    def _answer(self, session: Session) -> Answer | None:
        return as_dealt(session, [move.action for move in self._script.round.moves] if self._script.round else [])

    def _follow(self, session: Session) -> None:
        if session.game is not None:
            self._script.follow(session.game.age, session.game.turn, session.game.phase)
        self._waiting_since = None


def _play_up_to(script: TableScript, dealt: DealtGame, upto: Game) -> float:
    """Put everything on the table that lay there after the last action of `upto`. Returns the table's time (s)."""
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
