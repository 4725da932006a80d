"""Questions before something that ends: leaving a game, shutting down. "No" comes first, in case of a double press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, PageOfGame, Tile
from display.messages.intents import Leave, ShutDown, Undo
from display.words import line

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class LeaveGamePage(PageOfGame):
    """Asks whether to put the game away and to set up another one."""

    def menu(self, state: TableState) -> Menu:
        """No or yes."""
        over = state.finished
        return Menu(
            line("menu.leave_over" if over else "menu.leave"),
            (
                Option(Tile(line("menu.leave.no_over" if over else "menu.leave.no"), icon="back")),
                Option(Tile(line("menu.leave.yes"), icon="temple"), intent=Leave()),
            ),
            body=line("menu.leave.kept_over" if over else "menu.leave.kept"),
        )


@dataclass(frozen=True, slots=True)
class ReopenGamePage(Page):
    """Asks whether the last play of a finished game is to be taken back."""

    def menu(self, state: TableState) -> Menu:
        """No or yes."""
        del state
        return Menu(
            line("menu.reopen"),
            (
                Option(Tile(line("menu.leave.no_over"), icon="back")),
                Option(Tile(line("menu.reopen.yes"), icon="undo"), intent=Undo()),
            ),
            body=line("menu.reopen.scored"),
        )

    def current(self, state: TableState) -> Page | None:
        """Open only while a finished game is up."""
        return self if state.finished and not state.is_review else None


@dataclass(frozen=True, slots=True)
class ShutDownPage(Page):
    """Asks whether to shut down. The menu and a long press on ADVANCE lead here.

    `then`: the page to return to if the answer is no.
    """

    then: Page | None = None

    def menu(self, state: TableState) -> Menu:
        """No or yes."""
        return Menu(
            line("menu.shut_down"),
            (
                Option(Tile(line("menu.shut_down.no"), icon="back"), leads_to=self.then),
                Option(Tile(line("menu.shut_down.yes"), icon="power"), intent=ShutDown()),
            ),
            body=line("menu.shut_down.kept" if state.game is not None else "menu.shut_down.nothing"),
        )
