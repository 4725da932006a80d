"""What is asked once, before the first game, without a keyboard: the language, the rig, a sharp picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.messages.intents import Change
from display.menu.page import Menu, Option, Page, Tile, line
from display.words import languages

if TYPE_CHECKING:
    from device.messages.preview import Preview
    from display.menu.open_page import OpenPage
    from display.table_state import TableState

SHARP = 1.0
"""The `sharpness` of a preview from which on stickers are read well."""
RIGS = ("table", "station")
GREETED = Change("screen.greeted", True)


@dataclass(frozen=True, slots=True)
class Languages(Page):
    """Which language is spoken, each by its own name; the page `then` comes next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        """One column each."""
        return Menu(
            line("menu.first.language"),
            tuple(
                Option(_language(state, language), leads=self.then, intent=Change("screen.language", language))
                for language in languages()
            ),
        )


@dataclass(frozen=True, slots=True)
class Rigs(Page):
    """Whether the camera hangs over the table or looks at a station."""

    patience: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """Both, and what they are."""
        now = state.settings.get("play.rig")
        return Menu(
            line("menu.first.rig"),
            tuple(
                Option(
                    Tile(
                        line(f"menu.settings.{rig}"),
                        line(f"menu.first.{rig}"),
                        icon="camera" if rig == "table" else "station",
                        chosen=rig == now,
                    ),
                    leads=Focusing(),
                    intent=Change("play.rig", rig),
                )
                for rig in RIGS
            ),
        )


@dataclass(frozen=True, slots=True)
class FocusView:
    """The camera's view and how sharp it is, or the key of what is wrong with the camera."""

    preview: Preview | None = None
    camera: str | None = None

    @property
    def sharp(self) -> bool:
        """Whether stickers can be read well."""
        return self.preview is not None and (self.preview.sharpness or 0.0) >= SHARP


@dataclass(frozen=True, slots=True)
class Focusing(Page):
    """The camera's view until it is sharp; it is left at once if nobody waits for that."""

    patience: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """Done, which is gold as soon as it is."""
        finder = FocusView(None if state.camera else state.preview, state.camera)
        words = line("menu.focus.done" if finder.sharp else "menu.focus.anyway")
        tile = Tile(words, icon="check" if finder.sharp else "play", dim=not finder.sharp, chosen=finder.sharp)
        return Menu(line("menu.focus"), (Option(tile, intent=GREETED),), body=finder)


def is_focusing(opened: OpenPage | None) -> bool:
    """Whether somebody waits for the picture to be sharp."""
    return opened is not None and isinstance(opened.page, Focusing)


@dataclass(frozen=True, slots=True)
class FirstStart(Languages):
    """What an appliance asks that nobody has set up yet."""

    then: Page = Rigs()
    patience: ClassVar[float | None] = None
    may_close: ClassVar[bool] = False

    def menu(self, state: TableState) -> Menu:
        """The languages; where no camera is meant to look, nothing else is asked."""
        if not (state.by_hand and state.camera is None):
            return super(FirstStart, self).menu(state)
        return Menu(
            line("menu.first.language"),
            tuple(
                Option(_language(state, language), intent=Change("screen.language", language, also=GREETED))
                for language in languages()
            ),
        )


def due(state: TableState) -> bool:
    """Whether the questions of the first start are to be asked now."""
    return state.game is None and state.settings.get("screen.greeted") is False


def _language(state: TableState, language: str) -> Tile:
    """A language by its own name."""
    chosen = language == state.settings.get("screen.language")
    return Tile(line(f"language.{language}"), icon="globe", chosen=chosen)


def rig_icon(state: TableState) -> str:
    """The icon of the rig as it is set."""
    return "station" if state.settings.get("play.rig") == "station" else "camera"
