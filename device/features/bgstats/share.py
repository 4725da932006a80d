"""The code with which a telephone takes the finished game into BG Stats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.errors import DeviceError
from device.features.bgstats.play import link, play
from device.for_features.qr_code import draw_code
from device.journal.archive import played
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.words import Words, line

if TYPE_CHECKING:
    from device.app.running_features import Present
    from device.journal.journal import Journal
    from display.drawing.canvas import Canvas
    from display.table_state import TableState

NAME = "bgstats"


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link as a QR code, and what to do with it."""

    link: str

    def paint(self, canvas: Canvas) -> None:
        """Draw the code on the left, and the words on the right; only words if the screen is too small."""
        size = canvas.tools.height / 15
        side, words = canvas.box.cut_left(canvas.box.h, canvas.box.w * 0.03)
        if draw_code(canvas, side, self.link):
            canvas.paragraph(words, canvas.say("menu.share.how"), size, smallest=0.4)
        else:
            canvas.paragraph(canvas.box, canvas.say("menu.share.small"), size, smallest=0.4)


@dataclass(frozen=True, slots=True)
class SharePage(Page):
    """A QR code for a phone: it opens the app BG Stats with the finished game filled in."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The code and what to do with it."""
        return Menu(line("menu.share"), body=SharedLink(link_in(state)))

    def current(self, state: TableState) -> Page | None:
        """Open while the finished game is on the screen."""
        return self if link_in(state) else None


@dataclass(frozen=True, slots=True)
class SharedGame(Addition):
    """The link of the finished game that is up."""

    link: str

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The page with the code."""
        del state
        return (Option(Tile(line("menu.main.share"), icon="code"), leads_to=SharePage(), group="look"),)

    def after_scoring(self, state: TableState) -> Page | None:
        """The same page beside the final scores."""
        del state
        return SharePage()


class RunningBgStats(RunningFeature):
    """Knows the link of the finished game that is up."""

    _known: tuple[tuple[object, ...], str] = ((), "")

    def value(self, present: Present) -> SharedGame | None:
        """The link; None while no finished game is up."""
        journal, language = self.appliance.journal, self.appliance.preferences.settings.screen.language
        if journal is None or present.game_id is None or not present.state.finished:
            return None
        asked = (present.game_id, present.changes, language)
        if asked != self._known[0]:
            self._known = (asked, link_of(journal, present.game_id, language))
        return SharedGame(self._known[1]) if self._known[1] else None


def link_of(journal: Journal, game_id: int, language: str) -> str:
    """A game's link; "" if there is no such finished game."""
    try:
        return link(play(played(journal, game_id), Words(language)))
    except DeviceError:  # the scoring goes on without a link; `export` reports the reason
        return ""


def link_in(state: TableState) -> str:
    """The link of the game that is on the screen, or ""."""
    shown = state.features.get(NAME)
    return shown.link if isinstance(shown, SharedGame) else ""
