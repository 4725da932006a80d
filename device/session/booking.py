"""Booking actions, and what is to be told of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from device.messages.events import Booked, ConflictsResolved, Event, TurnClosed
from engine import Fight, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.session.ledger import LedgerEntry
    from engine import Game


class Booking(NamedTuple):
    """The game afterwards, the entries with their actions filled in, and what happened."""

    game: Game
    entries: tuple[LedgerEntry, ...]
    events: tuple[Event, ...]


def book(game: Game, entries: Sequence[LedgerEntry]) -> Booking:
    """Book actions one after the other. Raises IllegalAction."""
    filled: list[LedgerEntry] = []
    events: list[Event] = []
    for entry in entries:
        before, game = game, game.apply(entry.action)
        filled.append(replace(entry, action=game.actions[-1]))
        if isinstance(entry.action, Fight):
            had = [len(city.conflict) for city in before.cities]
            won = tuple(city.conflict[count:] for city, count in zip(game.cities, had, strict=True))
            events.append(ConflictsResolved(before.age, won))
        else:
            events.append(Booked(before.age, before.turn, filled[-1]))
            if closes_turn(before, game):
                events.append(TurnClosed(before.age, before.turn))
    return Booking(game, tuple(filled), tuple(events))


def closes_turn(before: Game, after: Game) -> bool:
    """Whether a turn was over in between."""
    if before.phase is Phase.CONFLICTS:
        return False
    return (before.age, before.turn) != (after.age, after.turn) or after.phase is Phase.CONFLICTS
