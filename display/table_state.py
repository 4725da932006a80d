"""Everything that may be shown at one moment. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from display.messages.camera_fault import CameraFault
from display.messages.preview import Preview
from display.messages.questions import Notice, Plan, Question
from engine import Game, SeatAction


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A wonder board that was recognised; `bearing` is in radians, clockwise from the picture's bottom edge.

    `free_city`: it is the Free City's. `empty`: nobody sits there, and the appliance plays for it.
    """

    wonder: str
    side: str
    bearing: float
    free_city: bool = False
    empty: bool = False


@dataclass(frozen=True, slots=True)
class EmptyChair:
    """A seat for which the appliance plays.

    `hand`: the cards that it holds. `does`: what people are to do for it now, with its `card`; None while it thinks, or
    once that is done.
    """

    seat: int
    hand: tuple[str, ...] = ()
    does: SeatAction | None = None
    card: str | None = None

    def entry(self, game: Game) -> SeatAction | None:
        """What books what it does, if that is still to be booked and the rules allow it."""
        due = self.does is not None and self.seat in game.to_act
        return self.does if due and self.does is not None and game.can(self.does) else None


@dataclass(frozen=True, slots=True)
class PastResult:
    """A city of an earlier game. `name`: the player's, "" if not given; `total`: None if the game was not finished."""

    wonder: str
    name: str
    total: int | None
    won: bool
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the journal that is not being played. `started`: local date and time; `finished`: to its end.

    `sheet`: the points by category of each player, of a game of which only a plain score sheet is known.
    """

    id: int
    started: str
    finished: bool
    results: tuple[PastResult, ...]
    sheet: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that may be shown at one moment.

    `seats` are known before the game starts and keep their bearings during it. `ready`: ADVANCE would start the game or
    close the turn now. `camera` is the key of a camera problem, `camera_fault` says more of it. `finished`: the scoring
    may be shown. `live_scores`: points are shown before the end. `flat`: the screen lies flat on the table, so players
    look at it from different sides.
    `names` are the players' names by seat, "" if not given; `former_names` come from former games, latest first.
    `entered`: the seats whose action of the open turn was entered by hand (`Enter` replaces it); `can_undo`,
    `can_redo`: there is something to undo or to redo.
    `by_hand`: there is no camera, so everything is entered by hand. `leaders`: the next game has that expansion.
    `settings`: the values that can be changed on the screen, by "section.key"; `setting_problems`: the reason, as a
    key, why one of them does not work (no loudspeaker, no voice).
    `features`: what each feature adds, by its name.
    `past`: earlier games, the newest first, while no game is on. `is_review`: the finished game is one of these, opened
    to look at it.
    `acted_in_secret`: the seats whose player has entered in secret what they do this turn; nobody sees it until all
    have.
    `simulated`: a demonstration, before a simulated camera; `aside`: where table and screen are shown in turns, it is
    the table's turn.
    `chair`: the seat for which the appliance plays; None if somebody sits everywhere.
    `station`: cards are shown to a station one at a time; `shows` is the seat that shows the next one.
    """

    game: Game | None = None
    seats: tuple[SeatMark, ...] = ()
    plans: Mapping[int, Plan] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    preview: Preview | None = None
    ready: bool = False
    camera: str | None = None
    camera_fault: CameraFault | None = None
    finished: bool = False
    live_scores: bool = False
    flat: bool = False
    names: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()
    entered: frozenset[int] = frozenset()
    can_undo: bool = False
    can_redo: bool = False
    by_hand: bool = False
    settings: Mapping[str, bool | float | str] = field(default_factory=dict)
    setting_problems: Mapping[str, str] = field(default_factory=dict)
    leaders: bool = False
    station: bool = False
    shows: int | None = None
    past: tuple[PastGame, ...] = ()
    is_review: bool = False
    acted_in_secret: frozenset[int] = frozenset()
    features: Mapping[str, object] = field(default_factory=dict)
    simulated: bool = False
    aside: bool = False
    chair: EmptyChair | None = None

    @property
    def playing(self) -> Game:
        """The game that is on, where there must be one."""
        assert self.game is not None
        return self.game

    @property
    def without_camera(self) -> bool:
        """True if nobody wants a camera: nothing is wrong with it, there is none."""
        return self.by_hand and self.camera is None
