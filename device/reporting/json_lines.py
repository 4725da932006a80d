"""Events and the final state as the lines of `--json` (design: "Command line")."""

from __future__ import annotations

from functools import singledispatch

from device.messages.events import (
    Asked,
    Booked,
    Cleared,
    ConflictsResolved,
    Event,
    GameStarted,
    Redone,
    Refused,
    Renamed,
    TurnClosed,
    Undone,
)
from engine import Game, Phase, action_to_dict, score_sheets, shields

Line = dict[str, object]


@singledispatch
def as_line(event: Event) -> Line:
    """One line of `--json`."""
    raise TypeError(event)


@as_line.register
def _(event: GameStarted) -> Line:
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
def _(event: ConflictsResolved) -> Line:
    return {"event": "conflicts", "age": event.age, "tokens": [list(tokens) for tokens in event.tokens]}


@as_line.register
def _(event: Undone) -> Line:
    return {"event": "undo", "actions": event.keep}


@as_line.register
def _(event: Redone) -> Line:
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
