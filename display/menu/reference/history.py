"""The game so far, turn by turn; everything from a turn on may be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from device.messages.intents import UndoTo
from display.facts.action_summary import ActionSummary, summary_of_action
from display.facts.names import SeatName, seat_name
from display.menu.page import Line, Menu, Option, Page, Tile, line
from engine import Fight

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Game


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What one seat did in a turn, or the tokens that it got in the conflicts."""

    name: SeatName
    summary: ActionSummary | None = None
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn or the conflicts of an age: `first` is the number of actions before it."""

    age: int
    turn: int
    conflicts: bool
    first: int
    entries: tuple[HistoryEntry, ...]

    @property
    def title(self) -> Line:
        """What it is called."""
        if self.conflicts:
            return line("menu.history.conflicts", age=self.age)
        if not self.turn:
            return line("menu.history.leaders", age=self.age)
        return line("menu.history.turn", age=self.age, turn=self.turn)


@dataclass(frozen=True, slots=True)
class History(Page):
    """Every turn that was booked: an age in each column.

    `until`: as it was after so many actions, so that nothing moves under the finger when a turn closes; None: all.
    """

    until: int | None = None

    def menu(self, state: TableState) -> Menu:
        """From the first turn to the last."""
        options = tuple(
            Option(
                Tile(one.title, icon="swords" if one.conflicts else "card"), leads=TurnPage(one.first), group=one.age
            )
            for one in _chapters(state)
            if self.until is None or one.first < self.until
        )
        body = None if options else line("menu.history.nothing")
        return Menu(line("menu.history"), options, body=body)

    def now(self, state: TableState) -> Page | None:
        """As long as there is a game."""
        return self if state.game is not None else None


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """The turn that began after so many actions."""

    first: int

    def menu(self, state: TableState) -> Menu:
        """What everybody did; the turn before and after; taking it back."""
        told = _chapters(state)
        place = next(place for place, one in enumerate(told) if one.first == self.first)
        back = Option(Tile(line("menu.history.take_back"), icon="undo"), leads=TakingBack(self.first))
        earlier = (
            [Option(Tile(told[place - 1].title, icon="left"), leads=TurnPage(told[place - 1].first))] if place else []
        )
        later = [
            Option(Tile(one.title, icon="right"), leads=TurnPage(one.first)) for one in told[place + 1 : place + 2]
        ]
        return Menu(told[place].title, (*earlier, back, *later), body=told[place])

    def now(self, state: TableState) -> Page | None:
        """As long as the turn is in the record."""
        return self if any(one.first == self.first for one in _chapters(state)) else None


@dataclass(frozen=True, slots=True)
class TakingBack(Page):
    """Whether everything from a turn on is to be taken back."""

    first: int

    def menu(self, state: TableState) -> Menu:
        """No comes first."""
        count = len(state.game.actions) - self.first if state.game is not None else 0
        return Menu(
            line("menu.history.taking_back"),
            (
                Option(Tile(line("menu.history.keep"), icon="back"), leads=TurnPage(self.first)),
                Option(Tile(line("menu.history.take_back"), icon="undo"), intent=UndoTo(self.first)),
            ),
            body=line("menu.history.count", count=count),
        )

    def now(self, state: TableState) -> Page | None:
        """As long as the turn is in the record."""
        return self if any(one.first == self.first for one in _chapters(state)) else None


def _chapters(state: TableState) -> tuple[Chapter, ...]:
    return chapters(state.game) if state.game is not None else ()


@lru_cache(maxsize=2)
def chapters(game: Game) -> tuple[Chapter, ...]:
    """The record, put together by turns."""
    found: list[Chapter] = []
    states = tuple(game.states())
    for number, action in enumerate(game.actions):
        before, after = states[number], states[number + 1]
        key = before.age, before.turn, isinstance(action, Fight)
        if not found or (found[-1].age, found[-1].turn, found[-1].conflicts) != key:
            found.append(Chapter(*key, number, ()))
        if isinstance(action, Fight):
            new = _fought(before, after)
        else:
            summary = summary_of_action(action)
            new = (HistoryEntry(seat_name(game, action.seat), summary),) if summary is not None else ()
        last = found[-1]
        found[-1] = Chapter(last.age, last.turn, last.conflicts, last.first, last.entries + new)
    return tuple(found)


def _fought(before: Game, after: Game) -> tuple[HistoryEntry, ...]:
    return tuple(
        HistoryEntry(seat_name(after, seat), tokens=after.cities[seat].conflict[len(before.cities[seat].conflict) :])
        for seat in range(len(after.cities))
    )
