"""Pages with the game so far, turn by turn. Everything from a turn on can be undone."""

from dataclasses import dataclass, replace
from functools import lru_cache

from display.facts.action_summary import ActionSummary, summary_of_action
from display.facts.names import SeatName, seat_name
from display.menu.entry.past import ChangeTurnPage
from display.menu.page import Menu, Option, Page, PageOfGame, Tile
from display.messages.intents import UndoTo
from display.table_state import TableState
from display.words import Line, line
from engine import Fight, Game


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What one seat did in a turn, or the tokens it got in the conflicts."""

    name: SeatName
    summary: ActionSummary | None = None
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryTurn:
    """A turn, or the conflicts of an age; `first`: how many actions of the game came before it."""

    age: int
    turn: int
    conflicts: bool
    first: int
    entries: tuple[HistoryEntry, ...]

    @property
    def title(self) -> Line:
        """The headline: age and turn."""
        if self.conflicts:
            return line("menu.history.conflicts", age=self.age)
        if not self.turn:
            return line("menu.history.leaders", age=self.age)
        return line("menu.history.turn", age=self.age, turn=self.turn)


@dataclass(frozen=True, slots=True)
class HistoryPage(PageOfGame):
    """Lists every recorded turn, an age in each column.

    `until`: list only turns before so many actions, so that no option moves when a turn closes; None: all.
    """

    until: int | None = None

    def menu(self, state: TableState) -> Menu:
        """One option per turn, the first one first."""
        listed = (one for one in _turns(state) if self.until is None or one.first < self.until)
        options = tuple(_turn_option(one, "swords" if one.conflicts else "card") for one in listed)
        body = None if options else line("menu.history.nothing")
        return Menu(line("menu.history"), options, body=body)


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Shows the turn that began after `first` actions."""

    first: int

    def menu(self, state: TableState) -> Menu:
        """What everybody did; the turns before and after; undoing from here, or changing one action.

        A game that is only looked at stays as it is.
        """
        turns = _turns(state)
        place = next(place for place, turn in enumerate(turns) if turn.first == self.first)
        back = Option(Tile(line("menu.history.take_back"), icon="undo"), leads_to=UndoToPage(self.first))
        earlier = [_turn_option(turn, "left") for turn in turns[:place][-1:]]
        later = [_turn_option(turn, "right") for turn in turns[place + 1 :][:1]]
        backs, changes = ((), ()) if state.is_review else ((back,), _change(state, turns, place))
        return Menu(turns[place].title, (*earlier, *backs, *later, *changes), body=turns[place])

    def current(self, state: TableState) -> Page | None:
        return self if any(one.first == self.first for one in _turns(state)) else None


@dataclass(frozen=True, slots=True)
class UndoToPage(Page):
    """Asks whether to undo everything from a turn on."""

    first: int

    def menu(self, state: TableState) -> Menu:
        """No or yes; no comes first in case of a double press."""
        count = len(state.game.actions) - self.first if state.game is not None else 0
        no = Option(Tile(line("menu.history.keep"), icon="back"), leads_to=TurnPage(self.first))
        yes = Option(Tile(line("menu.history.take_back"), icon="undo"), intent=UndoTo(self.first))
        return Menu(line("menu.history.taking_back"), (no, yes), body=line("menu.history.count", count=count))

    def current(self, state: TableState) -> Page | None:
        return self if any(one.first == self.first for one in _turns(state)) else None


def _turn_option(turn: HistoryTurn, icon: str) -> Option:
    return Option(Tile(turn.title, icon=icon), leads_to=TurnPage(turn.first), group=turn.age)


def _change(state: TableState, turns: tuple[HistoryTurn, ...], place: int) -> tuple[Option, ...]:
    """Changing an action of a turn, if it has one that can be changed."""
    end = turns[place + 1].first if place + 1 < len(turns) else len(state.playing.actions)
    page = ChangeTurnPage(turns[place].first, end)
    change = Option(Tile(line("menu.history.change"), icon="pencil"), leads_to=page)
    return (change,) if page.menu(state).options else ()


def _turns(state: TableState) -> tuple[HistoryTurn, ...]:
    return history_turns(state.game) if state.game is not None else ()


@lru_cache(maxsize=2)
def history_turns(game: Game) -> tuple[HistoryTurn, ...]:
    """The record of the game, grouped by turns."""
    found: list[HistoryTurn] = []
    states = tuple(game.states())
    for number, action in enumerate(game.actions):
        before, after = states[number], states[number + 1]
        key = before.age, before.turn, isinstance(action, Fight)
        if not found or (found[-1].age, found[-1].turn, found[-1].conflicts) != key:
            found.append(HistoryTurn(*key, number, ()))
        if isinstance(action, Fight):
            new = _conflict_entries(before, after)
        else:
            summary = summary_of_action(action)
            new = (HistoryEntry(seat_name(game, action.seat), summary),) if summary is not None else ()
        found[-1] = replace(found[-1], entries=found[-1].entries + new)
    return tuple(found)


def _conflict_entries(before: Game, after: Game) -> tuple[HistoryEntry, ...]:
    return tuple(
        HistoryEntry(seat_name(after, seat), tokens=after.cities[seat].conflict[len(before.cities[seat].conflict) :])
        for seat in range(len(after.cities))
    )
