"""Questions before something ends: a turn, a game, the program. "No" comes first: it may be a slip."""

from dataclasses import dataclass

from display.facts.city_facts import acts_without_card
from display.menu.page import Menu, Option, Page, PageOfGame, Tile
from display.messages.intents import EndTurn, Leave, ShutDown, Undo
from display.table_state import TableState
from display.words import line
from engine import Phase

TAKING = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER})
"""Phases in which a seat that does nothing discards nothing."""


@dataclass(frozen=True, slots=True)
class LeaveGamePage(PageOfGame):
    """Asks whether to put the game away and to set up another one."""

    def menu(self, state: TableState) -> Menu:
        over = state.finished
        no = Option(Tile(line("menu.leave.no_over" if over else "menu.leave.no"), icon="back"))
        yes = Option(Tile(line("menu.leave.yes"), icon="temple"), intent=Leave())
        body = line("menu.leave.kept_over" if over else "menu.leave.kept")
        return Menu(line("menu.leave_over" if over else "menu.leave"), (no, yes), body=body)


@dataclass(frozen=True, slots=True)
class ReopenGamePage(Page):
    """Asks whether the last play of a finished game is to be taken back."""

    def menu(self, state: TableState) -> Menu:
        no = Option(Tile(line("menu.leave.no_over"), icon="back"))
        yes = Option(Tile(line("menu.reopen.yes"), icon="undo"), intent=Undo())
        return Menu(line("menu.reopen"), (no, yes), body=line("menu.reopen.scored"))

    def current(self, state: TableState) -> Page | None:
        return self if state.finished and not state.is_review else None


@dataclass(frozen=True, slots=True)
class ShutDownPage(Page):
    """Asks whether to shut down. The menu and a long press on ADVANCE lead here.

    `then`: the page to return to if the answer is no.
    """

    then: Page | None = None

    def menu(self, state: TableState) -> Menu:
        no = Option(Tile(line("menu.shut_down.no"), icon="back"), leads_to=self.then)
        yes = Option(Tile(line("menu.shut_down.yes"), icon="power"), intent=ShutDown())
        body = line("menu.shut_down.kept" if state.game is not None else "menu.shut_down.nothing")
        return Menu(line("menu.shut_down"), (no, yes), body=body)


@dataclass(frozen=True, slots=True)
class EndTurnPage(Page):
    """Says which seats would discard if the turn (`age`, `turn`, `phase`) ended now, and asks whether it does.

    At a station it `shows` which seat would, and closes when that one has acted. A long press on ADVANCE and the menu
    lead here.
    """

    age: int
    turn: int
    phase: Phase
    shows: int | None = None

    def menu(self, state: TableState) -> Menu:
        """Wait or end the turn; and shutting down, to which a long press leads elsewhere."""
        game = state.playing
        seats = acts_without_card(state)
        names = tuple((game.cities[seat].name, game.cities[seat].wonder.id) for seat in seats)
        body = "menu.end_turn.nothing" if self.phase in TAKING else "menu.end_turn.discards"
        no = Option(Tile(line("menu.end_turn.no"), icon="hourglass"))
        yes = Option(Tile(line("menu.main.end_turn"), icon="play"), intent=EndTurn(seats))
        off = Option(Tile(line("menu.main.shut_down"), icon="power"), leads_to=ShutDownPage())
        return Menu(line("menu.end_turn"), (no, yes, off), body=line(body, seats=names, count=len(seats)))

    def current(self, state: TableState) -> Page | None:
        return self if end_turn_page(state) == self else None


def end_turn_page(state: TableState) -> EndTurnPage | None:
    """The page for the turn that is open; None if nobody has still to act."""
    if state.game is None or not acts_without_card(state):
        return None
    shows = state.shows if state.station else None
    return EndTurnPage(state.game.age, state.game.turn, state.game.phase, shows)
