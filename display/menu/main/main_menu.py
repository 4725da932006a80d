"""The main menu."""

from __future__ import annotations

from dataclasses import dataclass

from display.menu.addition import added_options
from display.menu.entry.turn import EnterTurnPage, SeatsPage
from display.menu.main.confirmations import LeaveGamePage, ReopenGamePage, ShutDownPage, end_turn_page
from display.menu.main.information import AboutPage, CameraPage, NoticesPage
from display.menu.main.settings import SettingsPage
from display.menu.page import Menu, Option, Page, Tile
from display.menu.reference.city_cards import CityCardsPage
from display.menu.reference.history import HistoryPage
from display.menu.reference.past_games import PastGamesPage
from display.menu.setup.boards import PlayerCountPage
from display.menu.setup.chair import ChairCardsPage, ChairPage
from display.menu.setup.first_turn import FirstTurnPage, is_first_turn
from display.messages.intents import Redo, Undo
from display.table_state import TableState
from display.words import line


@dataclass(frozen=True, slots=True)
class MainMenuPage(Page):
    """The page that SELECT opens."""

    def menu(self, state: TableState) -> Menu:
        """Entering, correcting, reading, and the appliance: a column each."""
        play = _game(state) if state.game is not None else _before(state)
        return Menu(line("menu.main"), (*play, *_reading(state), *_appliance(state)))


def _game(state: TableState) -> tuple[Option, ...]:
    enter = (Option(Tile(line("menu.main.by_hand"), icon="pencil"), leads_to=EnterTurnPage(), group="enter"),)
    coins = Option(Tile(line("menu.main.coins"), icon="coin"), leads_to=SeatsPage(), group="enter")
    undo = Tile(line("menu.main.undo"), icon="undo", dim=not state.can_undo)
    redo = Tile(line("menu.main.redo"), icon="redo", dim=not state.can_redo)
    asks = state.finished and not state.is_review
    end = end_turn_page(state)
    end_turn = (Option(Tile(line("menu.main.end_turn"), icon="play"), leads_to=end, group="enter"),) if end else ()
    leave = Tile(line("menu.main.leave"), icon="temple")
    return (
        *(enter if state.playing.acting else ()),
        coins,
        *end_turn,
        Option(undo, ReopenGamePage(), group="book") if asks else Option(undo, intent=Undo(), group="book"),
        Option(redo, intent=Redo(), group="book"),
        Option(leave, leads_to=LeaveGamePage(), group="book"),
    )


def _before(state: TableState) -> tuple[Option, ...]:
    chair = Option(Tile(line("menu.main.chair"), icon="person"), leads_to=ChairPage(), group="enter")
    return (
        Option(Tile(line("menu.main.set_up"), icon="temple"), leads_to=PlayerCountPage(), group="enter"),
        Option(Tile(line("menu.main.names"), icon="person"), leads_to=SeatsPage(), group="enter"),
        *((chair,) if state.seats else ()),
        *added_options(state, "enter", "enter"),
    )


def _reading(state: TableState) -> tuple[Option, ...]:
    so_far = len(state.game.actions) if state.game is not None else 0
    history = Option(Tile(line("menu.main.history"), icon="hourglass"), leads_to=HistoryPage(so_far), group="look")
    past = Option(Tile(line("menu.main.past"), icon="crown"), leads_to=PastGamesPage(), group="look")
    camera = Option(Tile(line("menu.main.camera"), icon="camera"), leads_to=CameraPage(), group="look")
    notices = Tile(line("menu.main.notices"), icon="bell", dim=not state.notices)
    built = Option(Tile(line("menu.main.built"), icon="card"), leads_to=CityCardsPage(0), group="look")
    cards = Option(Tile(line("menu.main.chair_cards"), icon="card"), leads_to=ChairCardsPage(), group="look")
    first = Option(Tile(line("menu.guide"), icon="info"), leads_to=FirstTurnPage(), group="look")
    return (
        *((cards,) if state.chair is not None and state.chair.hand else ()),
        *((first,) if state.game is not None and is_first_turn(state.game) else ()),
        *((built, history) if state.game is not None else ()),
        *((past,) if state.past else ()),
        *added_options(state, "look", "look"),
        *(() if state.without_camera else (camera,)),
        Option(notices, leads_to=NoticesPage(), group="look"),
    )


def _appliance(state: TableState) -> tuple[Option, ...]:
    settings = Option(Tile(line("menu.main.settings"), icon="sliders"), leads_to=SettingsPage(), group="appliance")
    end = Option(Tile(line("menu.main.shut_down"), icon="power"), leads_to=ShutDownPage(), group="appliance")
    about = Option(Tile(line("menu.main.about"), icon="info"), leads_to=AboutPage(), group="appliance")
    first, then = (added_options(state, place, "appliance") for place in ("settings", "appliance"))
    return (*first, *((settings,) if state.settings else ()), *then, about, end)
