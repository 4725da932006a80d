"""Pages without choices: the camera's view, the notices, and about this program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from display.menu.open_page import OpenPage
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import seat_line
from display.menu.setup.cameras import CameraPicture, other_cameras
from display.messages.questions import Notice
from display.table_state import TableState
from display.words import line


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
