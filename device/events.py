"""What happens during an evening, as values; and as the lines of `--json` (design: "Command line")."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING

from display.model import NOTHING
from engine import Game, Phase, action_to_dict, score_sheets, shields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.ledger import Entry
    from display.model import Question
    from engine import Reason

Line = dict[str, object]


@dataclass(frozen=True, slots=True)
class Seated:
    """The game starts with these wonders: (id, side) by seat."""

    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Booked:
    """An action is in the ledger; `age` and `turn` are those in which it was done."""

    age: int
    turn: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """Every seat has acted."""

    age: int
    turn: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A doubt came up."""

    question: Question


@dataclass(frozen=True, slots=True)
class Fought:
    """The conflicts of an age: by seat the tokens it got, its left edge's first."""

    age: int
    tokens: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last closed turn is open again; `keep` actions stand."""

    keep: int


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """What was taken back last is about to be booked again; `keep` actions stand before it."""

    keep: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player is called otherwise; "": by the wonder."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """The last game is history; the table is set for another."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was asked for is not possible now: a key of the catalogue, and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Everything that the rules have against it."""
        found = self.placeholders.get("reasons", ())
        return found if isinstance(found, tuple) else ()


Event = Seated | Booked | TurnClosed | Asked | Fought | TakenBack | BroughtBack | Renamed | Cleared | Refused


@singledispatch
def as_line(event: Event) -> Line:
    """One line of `--json`."""
    raise TypeError(event)


@as_line.register
def _(event: Seated) -> Line:
    seats = [{"seat": seat, "wonder": wonder, "side": side} for seat, (wonder, side) in enumerate(event.seats)]
    return {"event": "seats", "seats": seats}


@as_line.register
def _(event: Booked) -> Line:
    by_hand = {"hand": True} if event.entry.hand else {}
    return {"event": "action", "age": event.age, "turn": event.turn, **action_to_dict(event.entry.action), **by_hand}


@as_line.register
def _(event: TurnClosed) -> Line:
    return {"event": "turn_closed", "age": event.age, "turn": event.turn}


@as_line.register
def _(event: Asked) -> Line:
    question = event.question
    card = question.placeholders.get("card")
    return {"event": "question", "seat": question.seat, "kind": question.kind, "card": card}


@as_line.register
def _(event: Fought) -> Line:
    return {"event": "conflicts", "age": event.age, "tokens": [list(tokens) for tokens in event.tokens]}


@as_line.register
def _(event: TakenBack) -> Line:
    return {"event": "undo", "actions": event.keep}


@as_line.register
def _(event: BroughtBack) -> Line:
    return {"event": "redo", "actions": event.keep}


@as_line.register
def _(event: Renamed) -> Line:
    return {"event": "name", "seat": event.seat, "name": event.name}


@as_line.register
def _(event: Cleared) -> Line:  # noqa: ARG001  it is its own whole message
    return {"event": "cleared"}


@as_line.register
def _(event: Refused) -> Line:
    reasons = [{"reason": reason.key, **reason.placeholders} for reason in event.reasons]
    return {"event": "refused", "reason": event.key, **({"reasons": reasons} if reasons else {})}


def state_line(game: Game) -> Line:
    """The state of every city; the last line of a run."""
    sheets = {sheet.seat: sheet for sheet in score_sheets(game)} if game.phase is Phase.OVER else {}
    seats = [
        {
            "seat": seat,
            "wonder": city.wonder.id,
            "side": city.wonder.side,
            "coins": city.coins,
            "shields": shields(city),
            "stages": city.stages,
            "cards": list(city.cards),
            **({"leaders": list(city.leaders)} if game.setup.leaders else {}),
            **({"name": city.name} if city.name else {}),
            "conflict": list(city.conflict),
            "score": {**sheets[seat].points, "total": sheets[seat].total} if seat in sheets else None,
        }
        for seat, city in enumerate(game.cities)
    ]
    return {"event": "state", "seats": seats}
