"""What is recorded wrongly: the seats, wonders and cards by which a question or notice would name it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.simulation.dealing.comparison import steps
from engine import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from display.messages.questions import Notice, Question
    from engine import Action, Game


@dataclass(frozen=True)
class WrongParts:
    """The seats whose actions are recorded otherwise than they were dealt, and the ids of their wonders and cards."""

    seats: frozenset[int]
    names: frozenset[str]

    def is_named(self, questions: Iterable[Question], notices: Iterable[Notice]) -> bool:
        """True if one of these says something about them. What a question offers does not count."""
        return any(
            question.seat in self.seats or self._names(question.placeholders.values()) for question in questions
        ) or any(notice.seat in self.seats or self._names(notice.placeholders.values()) for notice in notices)

    def _names(self, said: Iterable[object]) -> bool:
        return any(not self.names.isdisjoint(re.findall(r"\w+", str(each))) for each in said)


def wrong_parts(dealt: Game, recorded: Game) -> WrongParts:
    """What of the recorded game differs from the dealt one, step by step."""
    played = {(step.age, step.turn, step.phase): _by_seat(step.actions) for step in steps(dealt)}
    seats, names = set[int](), set[str]()
    for step in steps(recorded):
        ours = played.get((step.age, step.turn, step.phase), {})
        for seat, action in _by_seat(step.actions).items():
            if ours.get(seat) != action:
                seats.add(seat)
                names |= {recorded.cities[seat].wonder.id, *_cards(action), *_cards(ours.get(seat))}
    return WrongParts(frozenset(seats), frozenset(names))


def plays_recorded(dealt: Game, recorded: Game) -> tuple[int, int]:
    """How many plays of seats were dealt in turns, and how many of them are recorded otherwise or not at all.

    Who pays what does not count, nor with which payment.
    """
    ours, theirs = _plays(dealt), _plays(recorded)
    return len(ours), sum(theirs.get(at) != play for at, play in ours.items())


def _plays(game: Game) -> dict[tuple[int, int, int], tuple[str, str | None]]:
    """By age, turn and seat what was done in turns, and with which card."""
    return {
        (step.age, step.turn, seat): (type(action).__name__, getattr(action, "card", None))
        for step in steps(game)
        if step.phase is Phase.TURN
        for seat, action in _by_seat(step.actions).items()
    }


def _by_seat(actions: Iterable[Action]) -> dict[int, Action]:
    return {action.seat: action for action in actions if hasattr(action, "seat")}


def _cards(action: Action | None) -> tuple[str, ...]:
    card = getattr(action, "card", None)
    return (card,) if isinstance(card, str) else ()
