"""Everything that happens in a session, as frozen values: one vocabulary for the journal, the ledger and listeners.

A session's ledger is the fold of its stored events (`device.session.ledger`), the journal keeps exactly these, and
whoever listens hears them as well, followed by what results from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from display.messages.questions import NOTHING, Question
from engine import Action, Reason, SeatAction, action_from_dict, action_to_dict

Row = tuple[str, "Mapping[str, object]"]
"""A stored event as the journal writes it: its kind and a JSON object."""
OPTIONAL_FLAGS = ("hand", "shown")
"""Written only when true."""
SUPPOSED = "supposed"
"""The kind of a fact that is left as it is: an action was recorded as it seemed."""


@dataclass(frozen=True, slots=True)
class Booked:
    """An action was added to the ledger.

    `code`: the sticker of the card, if it was seen. `hand`: somebody entered the action. `shown`: the card was shown at
    a station. `supposed`: it was recorded as it seemed, since nothing showed it or people had gone on. `age` and
    `turn`: when it was played; None before that, and in what is read from the journal until it is played again.
    """

    action: Action
    code: int | None = None
    hand: bool = False
    shown: bool = False
    supposed: bool = field(default=False, compare=False)
    age: int | None = field(default=None, compare=False)
    turn: int | None = field(default=None, compare=False)

    @property
    def alone(self) -> bool:
        """True if it was booked on its own, not with its whole turn."""
        return self.hand or self.shown

    @property
    def seat(self) -> int | None:
        """The seat that acted; None for the conflicts of an age."""
        return getattr(self.action, "seat", None)


@dataclass(frozen=True, slots=True)
class Undone:
    """A step was undone: only the first `keep` actions stand."""

    keep: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The step that was undone last stands again.

    `keep`: the number of actions before it, and `step`: its actions. The journal does not repeat them, so they are None
    and empty in what is read from it.
    """

    keep: int | None = None
    step: tuple[Booked, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSeen:
    """The card of the action numbered `action` has the sticker `code`: it was not seen before, or taken for a copy."""

    action: int
    code: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """The player at a seat is called `name`; an empty name means the wonder's."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class LeftAsItIs:
    """What may contradict the table stays as it is.

    `facts`: `SUPPOSED`, the number of an action that was recorded as it seemed, and its seat. Older journals also have
    (kind, code, seat) of cards that lay elsewhere when somebody said so.
    """

    facts: tuple[tuple[str, int, int], ...]


StoredEvent = Booked | Undone | Redone | CardSeen | Renamed | LeftAsItIs
"""What the journal keeps and the ledger folds."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game starts with these wonders: (id, side) by seat."""

    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """Every seat has acted."""

    age: int
    turn: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The table shows that something else was played than was recorded, and the record has followed.

    What people correct themselves is `Undone`, and booked anew.
    """

    age: int
    turn: int
    action: SeatAction


@dataclass(frozen=True, slots=True)
class ConflictsResolved:
    """The conflicts of an age: the tokens each seat got, the one of its left edge first."""

    age: int
    tokens: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question came up."""

    question: Question


@dataclass(frozen=True, slots=True)
class Cleared:
    """The game was put away; the table is set up for another one."""


@dataclass(frozen=True, slots=True)
class GameOpened:
    """An earlier game of the journal is up again, with these wonders: (id, side) by seat."""

    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A request cannot be met: a catalogue key and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every rule that forbids it."""
        found = self.placeholders.get("reasons", ())
        return found if isinstance(found, tuple) else ()


Event = StoredEvent | GameStarted | TurnClosed | Corrected | ConflictsResolved | Asked | Cleared | GameOpened | Refused
STORED = (Booked, Undone, Redone, CardSeen, Renamed, LeftAsItIs)


def event_to_row(event: StoredEvent) -> Row:
    """A stored event as the journal writes it."""
    match event:
        case Booked():
            marks = {name: True for name in OPTIONAL_FLAGS if getattr(event, name)}
            return "action", {**action_to_dict(event.action), "code": event.code, **marks}
        case Undone(keep):
            return "undo", {"keep": keep}
        case Redone():
            return "redo", {}
        case CardSeen(action, code):
            return "seen", {"action": action, "code": code}
        case Renamed(seat, name):
            return "rename", {"seat": seat, "name": name}
        case LeftAsItIs(facts):
            return "left", {"facts": [list(fact) for fact in facts]}


def event_from_row(kind: str, body: Mapping[str, object]) -> StoredEvent:
    """The event a row was written from.

    Raises:
        ActionError: the body of an action is not an action.
        LookupError, TypeError, ValueError: the row is not one of the journal's.
    """
    match kind:
        case "action":
            code = body.get("code")
            action = {name: value for name, value in body.items() if name not in ("code", *OPTIONAL_FLAGS)}
            marks = {name: body.get(name) is True for name in OPTIONAL_FLAGS}
            return Booked(action_from_dict(action), code if isinstance(code, int) else None, **marks)
        case "undo":
            return Undone(_number(body["keep"]))
        case "redo":
            return Redone()
        case "seen":
            return CardSeen(_number(body["action"]), _number(body["code"]))
        case "rename":
            return Renamed(_number(body["seat"]), str(body["name"]))
        case "left":
            facts = body["facts"]
            if not isinstance(facts, list):
                raise TypeError(facts)
            return LeftAsItIs(tuple((str(fact), _number(code), _number(seat)) for fact, code, seat in facts))
    raise ValueError(kind)


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value
