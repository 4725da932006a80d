"""A hint at the first start: what the five buttons do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from display.menu.page import Menu, Option, Page, Tile
from display.messages.presses import Press
from display.words import Line, line

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class ButtonHints:
    """What the buttons do, one or two of them at a time; below it what they do in menus."""

    rows: tuple[tuple[tuple[Press, ...], Line], ...]
    menus: Line


HINTS = ButtonHints(
    (
        ((Press.UNDO,), line("menu.hint.undo")),
        ((Press.LEFT, Press.RIGHT), line("menu.hint.left_right")),
        ((Press.SELECT,), line("menu.hint.select")),
        ((Press.ADVANCE,), line("menu.hint.advance")),
    ),
    line("menu.hint.menus"),
)


@dataclass(frozen=True, slots=True)
class ButtonsHintPage(Page):
    """Says what the buttons do, until any of them is pressed; then opens `then`, or closes."""

    then: Page | None = None
    timeout: ClassVar[float | None] = None
    any_button: ClassVar[bool] = True

    def menu(self, state: TableState) -> Menu:
        """The hints, and one option to go on."""
        del state
        go_on = Option(Tile(line("menu.hint.ok"), icon="play"), leads_to=self.then)
        return Menu(line("menu.hint"), (go_on,), body=HINTS, large_body=True)
