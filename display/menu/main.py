"""The main menu: everything that can be done beside playing on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.intents import Redo, Undo
from display.menu.about import About, Notices
from display.menu.camera import CameraView
from display.menu.entry.turn import ByHand, Seats
from display.menu.leaving import Leaving
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.reference.city_cards import Built
from display.menu.reference.history import History
from display.menu.reference.lookup import LookUp
from display.menu.settings import SettingsPage
from display.menu.setup.boards import SettingUp
from display.menu.share import Share
from display.menu.shutting_down import ShuttingDown

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class MainMenu(Page):
    """What SELECT opens."""

    def menu(self, state: TableState) -> Menu:
        """Entering by hand, looking back, looking up, and the appliance itself: a column each."""
        play = _game(state) if state.game is not None else _before()
        return Menu(line("menu.main"), (*play, *_look(state), *_appliance(state)))


def _game(state: TableState) -> tuple[Option, ...]:
    """Entering by hand, taking back, and giving up."""
    assert state.game is not None
    enter = (Option(Tile(line("menu.main.by_hand"), icon="pencil"), leads=ByHand(), group="enter"),)
    coins = Option(Tile(line("menu.main.coins"), icon="coin"), leads=Seats(), group="enter")
    undo = Tile(line("menu.main.undo"), icon="undo", dim=not state.can_undo)
    redo = Tile(line("menu.main.redo"), icon="redo", dim=not state.can_redo)
    leave = Tile(line("menu.main.leave"), icon="temple")
    return (
        *(enter if state.game.acting else ()),
        coins,
        Option(undo, intent=Undo(), group="book"),
        Option(redo, intent=Redo(), group="book"),
        *(() if state.finished else (Option(leave, leads=Leaving(), group="book"),)),
    )


def _before() -> tuple[Option, ...]:
    """Setting the table."""
    return (
        Option(Tile(line("menu.main.set_up"), icon="temple"), leads=SettingUp(), group="enter"),
        Option(Tile(line("menu.main.names"), icon="person"), leads=Seats(), group="enter"),
    )


def _look(state: TableState) -> tuple[Option, ...]:
    """What can be looked at and looked up."""
    so_far = len(state.game.actions) if state.game is not None else 0
    history = Option(Tile(line("menu.main.history"), icon="hourglass"), leads=History(so_far), group="look")
    share = Option(Tile(line("menu.main.share"), icon="code"), leads=Share(), group="look")
    notices = Tile(line("menu.main.notices"), icon="bell", dim=not state.notices)
    built = Option(Tile(line("menu.main.built"), icon="card"), leads=Built(0), group="look")
    return (
        *((share,) if state.link else ()),
        *((built, history) if state.game is not None else ()),
        Option(Tile(line("menu.main.lookup"), icon="question"), leads=LookUp(), group="look"),
        Option(Tile(line("menu.main.camera"), icon="camera"), leads=CameraView(), group="look"),
        Option(notices, leads=Notices(), group="look"),
    )


def _appliance(state: TableState) -> tuple[Option, ...]:
    settings = Option(Tile(line("menu.main.settings"), icon="sliders"), leads=SettingsPage(), group="appliance")
    end = Option(Tile(line("menu.main.shut_down"), icon="power"), leads=ShuttingDown(), group="appliance")
    about = Option(Tile(line("menu.main.about"), icon="info"), leads=About(), group="appliance")
    return (settings, about, end) if state.settings else (about, end)
