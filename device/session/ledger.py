"""What is booked and what was taken back again, with the lines by which both are written down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import Action, action_from_dict, action_to_dict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import Game

Row = tuple[str, "Mapping[str, object]"]
"""A line of the journal: its kind (action, undo, redo, seen, rename) and what it says."""

MARKS = ("hand", "shown")
"""What is noted of an entry when it is so."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An action as it is booked, with the code of the card that was seen.

    `hand`: somebody entered it; `shown`: its card was shown at a station.
    """

    action: Action
    code: int | None = None
    hand: bool = False
    shown: bool = False

    @property
    def alone(self) -> bool:
        """It was booked by itself, not with its whole turn."""
        return self.hand or self.shown

    def as_row(self) -> dict[str, object]:
        """As the journal keeps it."""
        marks = {name: True for name in MARKS if getattr(self, name)}
        return {**action_to_dict(self.action), "code": self.code, **marks}


def entry_of(row: Mapping[str, object]) -> LedgerEntry:
    """What `as_row` was made from; `ActionError` if it says no action."""
    said = {name: value for name, value in row.items() if name not in ("code", *MARKS)}
    code = row.get("code")
    marks = {name: row.get(name) is True for name in MARKS}
    return LedgerEntry(action_from_dict(said), code if isinstance(code, int) else None, **marks)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The actions that stand, in order.

    `undone`: what was taken back, one step each, the last one last; it can be booked again until something new is.
    `log`: the lines that say how this ledger came about, from where it was begun or taken up.
    """

    entries: tuple[LedgerEntry, ...] = ()
    undone: tuple[tuple[LedgerEntry, ...], ...] = ()
    log: tuple[Row, ...] = ()

    def booked(self, entries: Sequence[LedgerEntry]) -> Ledger:
        """Something new is booked: there is nothing to book again any more."""
        rows = tuple(("action", entry.as_row()) for entry in entries)
        return Ledger((*self.entries, *entries), (), self.log + rows)

    def back_to(self, keep: int) -> Ledger:
        """Only the first `keep` actions stand."""
        step = self.entries[keep:]
        return Ledger(self.entries[:keep], (*self.undone, step), (*self.log, ("undo", {"keep": keep})))

    def again(self) -> Ledger:
        """The last step that was taken back stands again."""
        *undone, step = self.undone
        return Ledger((*self.entries, *step), tuple(undone), (*self.log, ("redo", {})))

    def seen(self, index: int, code: int) -> Ledger:
        """The card of the action numbered `index`, which nobody had seen so far, is this one."""
        entry = replace(self.entries[index], code=code)
        entries = (*self.entries[:index], entry, *self.entries[index + 1 :])
        return replace(self, entries=entries, log=(*self.log, ("seen", {"action": index, "code": code})))

    def renamed(self, seat: int, name: str) -> Ledger:
        """A player is called otherwise."""
        return replace(self, log=(*self.log, ("rename", {"seat": seat, "name": name})))


def step_back(game: Game, entries: Sequence[LedgerEntry]) -> int:
    """How many actions stand when the last step is taken back.

    A step is what was entered by hand, or shown, last; or else all that was booked when the last turn closed, and since
    then. What was entered by hand before that turn closed stands in it, which is open again.
    """
    if entries[-1].alone:
        return len(entries) - 1
    begun = len(game.undo_turn().actions)
    return next(index for index in range(begun, len(entries)) if not entries[index].alone)
