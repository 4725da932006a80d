"""Asks which box of the game people have; a picture of its boards tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from display.facts.edition import EDITION, edition_by_hand
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import Change
from display.words import line
from engine import EDITIONS

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class EditionPage(Page):
    """Asks for the edition; `then` opens next, None closes the menu. `also` is changed with the answer."""

    then: Page | None = None
    also: Change | None = None
    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """Each edition with a picture of its boards."""
        now, asked_before = edition_by_hand(state).edition, state.settings.get("screen.greeted") is not False
        return Menu(
            line("menu.edition"),
            tuple(
                Option(
                    Tile(
                        line(f"menu.players.{edition}"),
                        line(f"menu.edition.{edition}"),
                        icon=f"boards.{edition}",
                        chosen=edition == now and asked_before,
                    ),
                    leads_to=self.then,
                    intent=Change(EDITION, edition, also=self.also),
                )
                for edition in EDITIONS
            ),
        )

    def current(self, state: TableState) -> Page | None:
        """Open before a game: the boards of a game tell its edition."""
        return self if state.game is None else self.then
