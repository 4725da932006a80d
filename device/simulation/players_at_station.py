"""The people at a simulated station: each shows in turn what was dealt, one card after the other."""

from collections.abc import Callable, Sequence

from device.session.session import Session
from device.simulation.dealing.dealer import DealtGame, Move, Round
from device.simulation.demo_players import DemoPlayers, as_dealt
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.projection import over_mat
from device.simulation.table.station import FAST, HUMAN, StationScript
from device.simulation.table.tabletop import BACK_CODES, FREE_CITY_CODE, LEADERS, MAT_CODE, STAGE_TOKEN_CODE
from device.umpire.station.station_umpire import whose_turn
from display.messages.events import Event
from engine import Build, BuildFromDiscard, BuildStage, ChooseLeader, Game, Phase, Recruit
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.symbols import Symbology

FPS_FAST, FPS_SHOWN = 10.0, 8.0
GIVE_UP_AFTER = 60.0
"""Seconds without anything recorded after which the players give up."""


class PlayersAtStation(DemoPlayers):
    """People who show a dealt game to a station.

    With a `clock` (s) the station keeps its time; without, each frame moves the time on. `upto` is a resumed game.
    `backs`: the cards have stickers on their backs; without, a stage token is shown for a stage.
    """

    def __init__(
        self,
        dealt: DealtGame,
        *,
        fast: bool,
        shown: bool = False,
        symbology: Symbology = Symbology.FIDUCIAL,
        clock: Callable[[], float] | None = None,
        upto: Game | None = None,
        backs: bool = True,
    ) -> None:
        super().__init__(fast=fast, game=upto, shown=shown)
        self._dealt, self._codebook, self._backs = dealt, Codebook.load(), backs
        self._script = StationScript(dealt.seed, symbology=symbology, pace=FAST if fast else HUMAN)
        lens = over_mat(dealt.seed, small=fast and symbology is Symbology.FIDUCIAL)
        fps = FPS_FAST if fast else FPS_SHOWN
        self.camera = SimulatedCamera(self._script, seed=dealt.seed, fps=fps, lens=lens, clock=clock)
        self._asked_for: object = None
        self._since = 0.0

    def __call__(self, event: Event, session: Session) -> None:
        """Look at the screen."""
        super().__call__(event, session)
        if self._main_loop and self.game is not None and session.game is None:
            self._main_loop.stop()

    def pass_time(self) -> None:
        """Show what is wanted next; take it away once it has been read."""
        if self._main_loop is None:
            return
        session = self._main_loop.session
        if session.game is not None and session.game.phase is Phase.LOSS:
            dealt = [
                move.action for round_ in self._dealt.rounds if _is_now(round_, session.game) for move in round_.moves
            ]
            if (answer := as_dealt(session, dealt)) is not None:
                self._main_loop.press(answer)
            return
        wanted = self._wanted(session)
        if wanted == self._asked_for:
            return
        if self._asked_for is not None:
            self._script.read()
        self._asked_for, self._since = wanted, self._script.time
        if wanted is not None:
            self._script.expect([wanted[-1]])

    def has_given_up(self) -> bool:
        """True if nothing has been read for too long."""
        return self._asked_for is not None and self._script.time - self._since > GIVE_UP_AFTER

    def _wanted(self, session: Session) -> tuple[int, ...] | None:
        """What was read so far, and last the code to show next; None if the screen does not wait for a card.

        Once all boards are shown, the first card starts the game by itself.
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
        """The code that a seat shows for its move."""
        match self._move(game, seat):
            case Move(_, BuildStage(), _):
                age = LEADERS if game.phase is Phase.RECRUIT else game.age
                return BACK_CODES[age] if self._backs else STAGE_TOKEN_CODE
            case Move(_, ChooseLeader(_, leader), _):
                return self._printed(StickerKind.LEADER, leader)
            case Move(_, Build() | Recruit() | BuildFromDiscard(), int() as code):
                return code
        return MAT_CODE

    def _move(self, game: Game, seat: int) -> Move:
        """The seat's next move: of two moves in one phase of a turn, the one that is still to come."""
        moves: Sequence[Move] = [
            move for round_ in self._dealt.rounds if _is_now(round_, game) for move in round_.moves if move.seat == seat
        ]
        done = sum(action in game.actions for action in (move.action for move in moves)) if len(moves) > 1 else 0
        return moves[min(done, len(moves) - 1)]

    def _printed(self, kind: StickerKind, id_: str, side: str | None = None) -> int:
        return next(
            entry.code
            for entry in self._codebook
            if (entry.kind, entry.id) == (kind, id_) and side in (None, entry.side)
        )


def _is_now(round_: Round, game: Game) -> bool:
    return (round_.age, round_.turn, round_.phase) == (game.age, game.turn, game.phase)
