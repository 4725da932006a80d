"""What somebody asks for: of the table, of the settings, of the program."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from display.messages.plain_sheet import SheetRow
from display.messages.questions import Question
from engine import Action, CityCount, FinalCity


@dataclass(frozen=True, slots=True)
class Advance:
    """Start the game, end a turn in which everybody has acted, fight, go on. `also`: a setting that changes with it."""

    also: Change | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn although these seats have not acted: they discard, or take nothing."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what was booked last."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in a photograph: the code of its sticker, or of its first copy if it was known by its picture.

    `edition`: whose picture it is; None if its sticker was read. `others`: what else it may be, if that is not sure.
    """

    code: int
    edition: str | None = None
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowTurn:
    """At a station: the cards of all seats that have not acted, in the order of the seats, from a photograph."""

    cards: tuple[ShownCard, ...]


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
class ChangePast:
    """The action numbered `number` was really `action`; what came after it stays as far as the rules allow."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True)
class SwapPast:
    """What two cities did in the same turn was mixed up: the actions numbered `first` and `second`."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Nobody plays this game to its end: set the table for another one."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open game `game_id` of the journal: a finished one to look at, an unfinished one to play on."""

    game_id: int


@dataclass(frozen=True, slots=True)
class TrySound:
    """Play a tone on the loudspeaker that is chosen."""


@dataclass(frozen=True, slots=True)
class KeepScoredTable:
    """Keep a table that was scored elsewhere, from photographs, with the past games; by seat."""

    cities: tuple[FinalCity, ...]
    counts: tuple[CityCount, ...]
    free_city: int | None


@dataclass(frozen=True, slots=True)
class KeepSheet:
    """Keep a plain score sheet, as people have counted it, with the past games."""

    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """Set the table by hand: (wonder id, side) by seat, clockwise; an empty tuple trusts the camera again.

    `free_city`: the seat of the Free City in a game for two.
    """

    seats: tuple[tuple[str, str], ...]
    free_city: int | None = None


@dataclass(frozen=True, slots=True)
class SeatChair:
    """Nobody sits at this wonder in the next game, and the appliance plays for it; "": somebody sits everywhere.

    `seed`: of the cards that it plays with.
    """

    wonder: str
    seed: int = 0


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
class FeatureIntent:
    """Something that a page of the feature of this name asks it for; its `RunningFeature.press` gets `what`."""

    feature: str
    what: Hashable = None


@dataclass(frozen=True, slots=True)
class ShutDown:
    """End safely, so that the plug may be pulled."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the program."""


Intent = (
    Advance
    | EndTurn
    | Undo
    | Redo
    | UndoTo
    | Choose
    | Answer
    | Enter
    | ChangePast
    | SwapPast
    | Leave
    | OpenGame
    | KeepScoredTable
    | KeepSheet
    | SetUp
    | ShowTurn
    | SeatChair
    | Rename
    | Change
    | TrySound
    | FeatureIntent
    | ShutDown
    | Quit
)
