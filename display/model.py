"""What a screen may show, and what a person in front of it may ask for. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Action, Game, Payment

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A wonder board that was recognised; `bearing` is in radians, clockwise from the picture's bottom edge."""

    wonder: str
    side: str
    bearing: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What was seen of a seat's turn; nothing of it is booked yet.

    `do` is a word of the record (build, stage, discard, build_from_discard); `ways` counts the ways it could be paid,
    `chosen` is the index of the one that stands. `exception`: the rules forbid it, and somebody insisted.
    """

    do: str
    card: str | None = None
    stage: int | None = None
    payment: Payment | None = None
    ways: int = 1
    chosen: int = 0
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt. `kind` and each of `choices` are keys: `question.<kind>`, `question.<kind>.help`, `choice.<choice>`.

    A choice may carry a card, a number or a wonder behind a colon: `card:palace`, `wonder:giza`, `way:2:0` (coins left,
    right). `chosen` is the default, which stands if nobody answers.
    """

    seat: int | None
    kind: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    choices: tuple[str, ...] = ()
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """A calm remark, at a seat or at the whole table: `key` (a whole catalogue key) and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    seat: int | None = None
    lasting: bool = False
    """It stands for as long as it is so: what waits for somebody has its place first."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was read in the camera's view and lies open to everybody; never a card in a hand.

    `name` is the catalogue's key of what it is (`card.palace`, `wonder.giza`), `corners` its sticker's in shares of the
    picture's width and height. `sure`: where it belongs is clear.
    """

    name: str
    corners: tuple[tuple[float, float], ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Preview:
    """The camera's view, small: `width * height` grey bytes, row by row, and what is read in it.

    `sharpness` at the edges of the stickers: from 1 on they are read well; None: there are none.
    """

    width: int
    height: int
    grey: bytes
    marks: tuple[Mark, ...] = ()
    sharpness: float | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that may be shown at one moment.

    `seats` are known before the game starts and keep their bearings during it. `ready`: ADVANCE would start the game or
    close the turn now. `camera` is the key of what is wrong with the camera. `finished`: the scoring may be shown.
    `live_scores`: points are shown before the end. `flat`: the screen lies on the table, so that everybody looks at it
    from another side.
    `names` are the players' by seat, "" where nobody gave one; `known` those of former games, the last ones first.
    `entered`: the seats whose action of the open turn was entered by hand (`Enter` replaces it); `can_undo`,
    `can_redo`: there is something to take back, or to book again.
    `by_hand`: no camera is looking, so everything is entered. `leaders`: the next game is played with that expansion.
    `settings`: what may be changed on the screen as it is now, by section and key; `amiss`, by the same: the key of
    what keeps it from working (no loudspeaker, no voice).
    `link`: an address that opens an app with the play of the finished game; "" if there is none.
    `station`: cards are shown one at a time; `shows` is the seat that is to show the next.
    """

    game: Game | None = None
    seats: tuple[SeatMark, ...] = ()
    plans: Mapping[int, Plan] = field(default_factory=lambda: MappingProxyType({}))
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    preview: Preview | None = None
    ready: bool = False
    camera: str | None = None
    finished: bool = False
    live_scores: bool = False
    flat: bool = False
    names: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    entered: frozenset[int] = frozenset()
    can_undo: bool = False
    can_redo: bool = False
    by_hand: bool = False
    settings: Mapping[str, bool | float | str] = field(default_factory=lambda: MappingProxyType({}))
    amiss: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    leaders: bool = False
    link: str = ""
    station: bool = False
    shows: int | None = None


class Press(StrEnum):
    """The five buttons; QUIT is the keyboard's and the window's own."""

    ADVANCE = "advance"
    UNDO = "undo"
    LEFT = "left"
    RIGHT = "right"
    SELECT = "select"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Advance:
    """Start the game, close the turn, fight, go on."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what was booked last."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Another way to pay for what seat `seat` does this turn: the way numbered `index`."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: the choice numbered `index`."""

    question: Question
    index: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Book again what was taken back last."""


@dataclass(frozen=True, slots=True)
class UndoTo:
    """Take back everything but the first `actions` actions of the game."""

    actions: int


@dataclass(frozen=True, slots=True)
class Enter:
    """Book what somebody entered by hand: an action of the open turn, or a correction of coins."""

    action: Action


@dataclass(frozen=True, slots=True)
class Leave:
    """Nobody plays this game to its end: set the table for another one."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Set the table by hand: (wonder id, side) by seat, clockwise; an empty tuple trusts the camera again.

    `free_city`: the seat of the Free City in a game for two.
    """

    seats: tuple[tuple[str, str], ...]
    free_city: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Call the player at seat `seat` by `name`; an empty name is the wonder's again."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """Change a setting of the appliance: `setting` is its section and key in the settings file, `screen.language`.

    `also`: what changes with it.
    """

    setting: str
    value: bool | float | str
    also: Change | None = None


@dataclass(frozen=True, slots=True)
class ShutDown:
    """End safely, so that the plug may be pulled."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the program."""


Intent = Advance | Undo | Redo | UndoTo | Choose | Answer | Enter | Leave | SetUp | Rename | Change | ShutDown | Quit
