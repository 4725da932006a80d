"""The main menu, and its pages without choices: the camera's view, the notices, and about this program."""

from dataclasses import dataclass
from functools import cache

from display.menu.addition import added_options
from display.menu.entry.turn import EnterTurnPage, SeatsPage
from display.menu.main.confirmations import LeaveGamePage, ReopenGamePage, ShutDownPage, end_turn_page
from display.menu.main.settings import SettingsPage
from display.menu.open_page import OpenPage
from display.menu.page import Menu, Option, Page, Tile
from display.menu.reference.city_cards import CityCardsPage
from display.menu.reference.history import HistoryPage
from display.menu.reference.past_games import PastGamesPage
from display.menu.seat import seat_line
from display.menu.setup.boards import PlayerCountPage
from display.menu.setup.cameras import CameraPicture, other_cameras
from display.menu.setup.chair import ChairCardsPage, ChairPage
from display.menu.setup.first_turn import FirstTurnPage, is_first_turn
from display.messages.intents import Redo, Undo
from display.messages.questions import Notice
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
    names = Option(Tile(line("menu.main.names"), icon="person"), leads_to=SeatsPage(), group="enter")
    undo = Tile(line("menu.main.undo"), icon="undo", dim=not state.can_undo)
    redo = Tile(line("menu.main.redo"), icon="redo", dim=not state.can_redo)
    asks = state.finished and not state.is_review
    end = end_turn_page(state)
    end_turn = (Option(Tile(line("menu.main.end_turn"), icon="play"), leads_to=end, group="enter"),) if end else ()
    leave = Tile(line("menu.main.leave"), icon="temple")
    return (
        *(enter if state.playing.acting else ()),
        names if state.is_review else coins,
        *end_turn,
        Option(undo, ReopenGamePage(), group="book") if asks else Option(undo, intent=Undo(), group="book"),
        Option(redo, intent=Redo(), group="book"),
        Option(leave, leads_to=LeaveGamePage(), group="book"),
    )


def _before(state: TableState) -> tuple[Option, ...]:
    names = Option(Tile(line("menu.main.names"), icon="person"), leads_to=SeatsPage(), group="enter")
    chair = Option(Tile(line("menu.main.chair"), icon="person"), leads_to=ChairPage(), group="enter")
    return (
        Option(Tile(line("menu.main.set_up"), icon="temple"), leads_to=PlayerCountPage(), group="enter"),
        *((names, chair) if state.seats else ()),
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


@dataclass(frozen=True, slots=True)
class AboutPage(Page):
    """Version, licences of the program and of the typeface, address of the manual."""

    def menu(self, state: TableState) -> Menu:
        return Menu(line("menu.about"), body=line("menu.about.text", version=_version()))


@dataclass(frozen=True, slots=True)
class NoticesPage(Page):
    """All current notices; the table screen has room for one."""

    def menu(self, state: TableState) -> Menu:
        """One tile per notice; pressing it changes nothing."""
        options = tuple(_notice_option(state, notice) for notice in state.notices)
        body = None if options else line("menu.notices.none")
        return Menu(line("menu.notices"), options, body=body)


@dataclass(frozen=True, slots=True)
class CameraPage(Page):
    """What the camera sees now."""

    def menu(self, state: TableState) -> Menu:
        """The picture; without one, the cameras that are there."""
        return Menu(line("menu.camera"), other_cameras(state, self), body=CameraPicture.of(state))


def is_camera_page_open(opened: OpenPage | None) -> bool:
    """True while the camera page is open."""
    return opened is not None and isinstance(opened.page, CameraPage)


def _notice_option(state: TableState, notice: Notice) -> Option:
    words = line(notice.key, **dict(notice.placeholders))
    where = seat_line(state.game, notice.seat) if state.game is not None and notice.seat is not None else None
    return Option(Tile(words, where, icon="bell"), leads_to=NoticesPage())


@cache
def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  takes long, and few want to know

    try:
        return version("wondertable")
    except PackageNotFoundError:
        return "?"
