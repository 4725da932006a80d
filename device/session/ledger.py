"""The actions that stand and the steps that were undone: the fold of a session's stored events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from types import MappingProxyType

from display.messages.events import SUPPOSED, Booked, CardSeen, Event, LeftAsItIs, Redone, Undone
from engine import Game


@dataclass(frozen=True)
class Ledger:
    """`entries`: the actions that stand, in order. `undone`: the steps that can be redone, the next one last."""

    entries: tuple[Booked, ...] = ()
    undone: tuple[tuple[Booked, ...], ...] = ()

    @cached_property
    def seats(self) -> Mapping[int, int]:
        """Code of every front in the ledger -> the seat that built it. Every scene asks for it."""
        return MappingProxyType(
            {entry.code: entry.seat for entry in self.entries if entry.code is not None and entry.seat is not None}
        )

    def fold(self, events: Iterable[Event]) -> Ledger:
        """The ledger after these events. Events that it does not keep change nothing.

        Raises:
            LookupError: a redo without an undo, or an event about an action that is not there.
        """
        return reduce(Ledger.after, events, self)

    def after(self, event: Event) -> Ledger:
        """The ledger after one event."""
        match event:
            case Booked():
                return replace(self, entries=(*self.entries, event), undone=())
            case Undone(keep):
                return replace(self, entries=self.entries[:keep], undone=(*self.undone, self.entries[keep:]))
            case Redone():
                *undone, step = self.undone
                return replace(self, entries=(*self.entries, *(event.step or step)), undone=tuple(undone))
            case CardSeen(index, code):
                seen = replace(self.entries[index], code=code)
                return replace(self, entries=(*self.entries[:index], seen, *self.entries[index + 1 :]))
            case LeftAsItIs(facts):
                supposed = {number for kind, number, _ in facts if kind == SUPPOSED}
                entries = (replace(one, supposed=one.supposed or n in supposed) for n, one in enumerate(self.entries))
                return replace(self, entries=tuple(entries))
        return self


def step_start(game: Game, entries: tuple[Booked, ...]) -> int:
    """How many actions stand once the last step is undone.

    A step is the last action that was entered by hand or shown at a station; otherwise everything that was booked when
    the last turn closed, and since then. Actions entered by hand before that stay: their turn is open again.
    """
    if entries[-1].alone:
        return len(entries) - 1
    begun = len(game.undo_turn().actions)
    return next(index for index in range(begun, len(entries)) if not entries[index].alone)
