"""The people of a game night at a station: each shows in turn what was dealt, one card after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.simulation.camera import KIND, SimulatedCamera
from device.simulation.dealer import Move
from device.simulation.last_screen import LastScreen
from device.simulation.station import FAST, HUMAN, Shown, StationPlay, low
from device.simulation.tabletop import BACK_CODES, FREE_CITY_CODE, LEADERS, MAT_CODE
from device.umpire.station import whose_turn
from engine import Build, BuildFromDiscard, BuildStage, Court, Phase, Recruit
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.symbols import Symbology

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.app.main_loop import MainLoop
    from device.messages.events import Event
    from device.perception.pipeline import FrameResult, Pipeline
    from device.session.session import Session
    from device.simulation.dealer import DealtGame
    from device.simulation.rendering.table_picture import Appearance
    from engine import Game

FPS_FAST, FPS_SHOWN = 10.0, 8.0
PATIENCE = 60.0
"""Seconds without anything booked after which people give up."""


class PlayersAtStation:
    """A dealt game being shown. `clock` (seconds) makes the station keep that time; else its own, frame by frame."""

    def __init__(
        self,
        dealt: DealtGame,
        *,
        fast: bool,
        symbology: Symbology = Symbology.FIDUCIAL,
        clock: Callable[[], float] | None = None,
        upto: Game | None = None,
        fps: float | None = None,
        look: Appearance = KIND,
    ) -> None:
        self._dealt, self._codebook = dealt, Codebook.load()
        self._play = StationPlay(dealt.seed, symbology=symbology, pace=FAST if fast else HUMAN)
        lens = low(dealt.seed, fast=fast and symbology is Symbology.FIDUCIAL)
        fps = fps or (FPS_FAST if fast else FPS_SHOWN)
        self.camera = SimulatedCamera(self._play, seed=dealt.seed, fps=fps, look=look, lens=lens, clock=clock)
        self.game = upto
        """What is booked."""
        self._appliance: MainLoop | None = None
        self._asked_for: object = None
        self._since = 0.0
        self._last_screen = LastScreen(fast=fast)

    @property
    def shown(self) -> Sequence[Shown]:
        """Everything that has lain on the mat so far."""
        return self._play.shown

    @property
    def time(self) -> float:
        """The station's time in seconds."""
        return self._play.time

    def sit_down(self, appliance: MainLoop) -> None:
        """From now on this appliance is what they show their cards to."""
        self._appliance = appliance

    def __call__(self, event: Event, session: Session) -> None:  # noqa: ARG002  a listener hears what happened, too
        """Look up at the screen. Nobody wants another game."""
        if session.game is not None and not self._last_screen.begun:
            self.game = session.game
        if self._appliance and self.game is not None and session.game is None:
            self._appliance.stop()

    def attend(self, pipeline: Pipeline, *, shown: bool) -> Pipeline:
        """Eyes that end when the night is over, and beside which the people at the station can act."""
        return _AttendedStation(self, pipeline, shown)

    def pass_time(self) -> None:
        """Show what is wanted next; once it has been taken in, take it away."""
        if self._appliance is None:
            return
        wanted = self._wanted(self._appliance.session)
        if wanted == self._asked_for:
            return
        if self._asked_for is not None:
            self._play.read()
        self._asked_for, self._since = wanted, self._play.time
        if wanted is not None:
            self._play.expect([wanted[-1]])

    def is_over(self, *, shown: bool) -> bool:
        """The last game state is there and, on a screen, has been looked at; or nothing is read any more."""
        if self._appliance is None:
            return False
        game, now = self._appliance.session.game, self._play.time
        if not self._last_screen.begun and (game is None or game.phase is not Phase.OVER):
            return self._asked_for is not None and now - self._since > PATIENCE
        return not shown or self._last_screen.is_over(self._appliance)

    def _wanted(self, session: Session) -> tuple[int, ...] | None:
        """How often something was taken in so far, and the code to be shown next; None if the screen waits for nobody.

        With the boards all shown, the first card starts the game by itself.
        """
        if session.game is None:
            return self._wanted_at_first(len(session.setup.seats), session.setup.free_city)
        seat = whose_turn(session.game)
        return None if seat is None else (len(session.entries), 0, self._code(session.game, seat))

    def _wanted_at_first(self, boards: int, free_city: int | None) -> tuple[int, ...]:
        if boards and boards - 1 == self._dealt.game.setup.free_city and free_city is None:
            return -1, boards, FREE_CITY_CODE
        if boards < len(self._dealt.seats):
            wonder, side = self._dealt.seats[boards]
            return -1, boards, self._printed(StickerKind.BOARD, wonder, side)
        game = next(self._dealt.game.states())
        seat = whose_turn(game)
        assert seat is not None
        return 0, 0, self._code(game, seat)

    def _code(self, game: Game, seat: int) -> int:
        """What a seat shows to say what it does."""
        match self._move(game, seat):
            case Move(_, BuildStage(), _):
                return BACK_CODES[LEADERS if game.phase is Phase.RECRUIT else game.age]
            case Move(_, Court(_, leader), _):
                return self._printed(StickerKind.LEADER, leader)
            case Move(_, Build() | Recruit() | BuildFromDiscard(), int() as code):
                return code
        return MAT_CODE

    def _move(self, game: Game, seat: int) -> Move:
        """What this seat does now: of two moves in one phase of a turn, the one that is still to come."""
        moves: Sequence[Move] = [
            move
            for round_ in self._dealt.rounds
            if (round_.age, round_.turn, round_.phase) == (game.age, game.turn, game.phase)
            for move in round_.moves
            if move.seat == seat
        ]
        done = sum(action in game.actions for action in (move.action for move in moves)) if len(moves) > 1 else 0
        return moves[min(done, len(moves) - 1)]

    def _printed(self, kind: StickerKind, id_: str, side: str | None = None) -> int:
        return next(
            entry.code
            for entry in self._codebook
            if (entry.kind, entry.id) == (kind, id_) and side in (None, entry.side)
        )


class _AttendedStation:
    def __init__(self, night: PlayersAtStation, pipeline: Pipeline, shown: bool) -> None:
        self._night, self._pipeline, self._shown = night, pipeline, shown

    def look(self) -> FrameResult | None:
        self._night.pass_time()
        return None if self._night.is_over(shown=self._shown) else self._pipeline.look()

    def close(self) -> None:
        self._pipeline.close()
