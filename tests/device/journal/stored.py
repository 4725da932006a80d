"""Reads and writes journals in tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.session.ledger import Ledger
from display.messages.events import Booked, Undone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.journal.journal import Journal
    from engine import Action


def store_actions(journal: Journal, game_id: int, actions: Iterable[Action], code: int | None = None) -> None:
    """Record actions, all with the same code."""
    journal.write(game_id, [Booked(action, code) for action in actions])


def store_undo(journal: Journal, game_id: int, keep: int) -> None:
    journal.write(game_id, [Undone(keep)])


def entries(journal: Journal, game_id: int) -> list[Booked]:
    """The actions that are not undone."""
    return list(Ledger().fold(journal.events(game_id)).entries)


def undone(journal: Journal, game_id: int) -> list[list[Booked]]:
    """The steps that can be redone."""
    return [list(step) for step in Ledger().fold(journal.events(game_id)).undone]
