"""Events and the final state as the lines of `--json`."""

from display.messages.events import (
    Asked,
    Booked,
    CardSeen,
    ConflictsResolved,
    Corrected,
    Event,
    GameOpened,
    GameStarted,
    LeftAsItIs,
    Redone,
    Refused,
    Renamed,
    TurnClosed,
    Undone,
)
from engine import Fight, Game, Phase, action_to_dict, score_sheets, shields

Line = dict[str, object]


def as_lines(event: Event) -> tuple[Line, ...]:
    """The lines of an event; none if only the journal needs it."""
    match event:
        case Booked() if not isinstance(event.action, Fight):
            by_hand = {"hand": True} if event.hand else {}
            when = {"age": event.age, "turn": event.turn}
            return ({"event": "action", **when, **action_to_dict(event.action), **by_hand},)
        case Undone(keep):
            return ({"event": "undo", "actions": keep},)
        case Redone(keep, step):
            return ({"event": "redo", "actions": keep}, *(line for booked in step for line in as_lines(booked)))
        case Booked() | CardSeen() | LeftAsItIs():
            return ()
    return (_line(event),)


def _line(event: Event) -> Line:
    line: Line
    match event:
        case GameStarted(seats) | GameOpened(seats):
            rows = [{"seat": seat, "wonder": wonder, "side": side} for seat, (wonder, side) in enumerate(seats)]
            line = {"event": "seats" if isinstance(event, GameStarted) else "opened", "seats": rows}
        case TurnClosed(age, turn):
            line = {"event": "turn_closed", "age": age, "turn": turn}
        case Corrected(age, turn, action):
            line = {"event": "corrected", "age": age, "turn": turn, **action_to_dict(action)}
        case Asked(question):
            card = question.placeholders.get("card")
            line = {"event": "question", "seat": question.seat, "kind": question.kind, "card": card}
        case ConflictsResolved(age, tokens):
            line = {"event": "conflicts", "age": age, "tokens": [list(won) for won in tokens]}
        case Renamed(seat, name):
            line = {"event": "name", "seat": seat, "name": name}
        case Refused(key):
            reasons = [{"reason": reason.key, **reason.placeholders} for reason in event.reasons]
            line = {"event": "refused", "reason": key, **({"reasons": reasons} if reasons else {})}
        case _:
            line = {"event": "cleared"}
    return line


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
            **({"debt": city.debt} if "cities" in game.sets else {}),
            "score": {**sheets[seat].points, "total": sheets[seat].total} if seat in sheets else None,
        }
        for seat, city in enumerate(game.cities)
    ]
    return {"event": "state", "seats": seats}
