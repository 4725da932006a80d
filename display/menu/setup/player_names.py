"""A player's name, letter by letter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.messages.intents import Rename
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import name_line

if TYPE_CHECKING:
    from display.table_state import TableState

ALPHABETS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'", "ÀÁÂÃÇÈÉÊÍÌÓÔÕÒÚÙ-'")
"""Latin letters, Ukrainian ones, and those with accents that Italian and Portuguese have besides."""
LONGEST = 12
"""Letters that fit wherever names are shown."""
OFFERED = 16
"""Options that take two presses."""
COLUMNS = 3
"""The letters' columns; the fourth is for everything else."""


@dataclass(frozen=True, slots=True)
class Called(Page):
    """What the player at a seat is called: somebody who has played here before, or somebody new."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """The names of former games that nobody has yet, and a way to spell one."""
        options = [
            Option(Tile(line("menu.naming.known", text=name), icon="person"), intent=Rename(self.seat, name))
            for name in free_names(state)
        ]
        new = Option(Tile(line("menu.naming.new"), icon="pencil"), leads=Naming(self.seat))
        side = Tile(name_line(state, self.seat), icon="person")
        return Menu(line("menu.naming"), (*options, new), (side,))

    def now(self, state: TableState) -> Page | None:
        """Where nobody is known, every name is spelt."""
        if self.seat >= len(state.seats):
            return None
        return self if free_names(state) else Naming(self.seat)


def free_names(state: TableState) -> tuple[str, ...]:
    """Names of former games that nobody has in this one: as many as two presses choose from, with one more option."""
    return tuple(name for name in state.known if name not in state.names)[: OFFERED - 1]


@dataclass(frozen=True, slots=True)
class Naming(Page):
    """What the player at a seat is called; UNDO takes the last letter away."""

    seat: int
    text: str = ""
    alphabet: int = 0
    patience: ClassVar[float | None] = None  # whoever asks how it is spelt does not begin anew

    def menu(self, state: TableState) -> Menu:
        """The letters in three columns; in the fourth: done, a space, other letters."""
        letters = ALPHABETS[self.alphabet] if len(self.text) < LONGEST else ""
        each = -(-len(letters) // COLUMNS)
        options = [
            Option(Tile(big=letter), leads=replace(self, text=self.text + self._cased(letter)), group=place // each)
            for place, letter in enumerate(letters)
        ]
        headline = line("menu.naming.so_far", text=self.text) if self.text else line("menu.naming")
        return Menu(headline, (*options, *self._others()), (Tile(name_line(state, self.seat), icon="person"),))

    def now(self, state: TableState) -> Page | None:
        """As long as somebody sits there."""
        return self if self.seat < len(state.seats) else None

    def _others(self) -> list[Option]:
        done = "menu.naming.done" if self.text else "menu.naming.none"
        found = [Option(Tile(line(done), icon="check"), intent=Rename(self.seat, self.text.strip()), group="others")]
        if len(self.text) < LONGEST:
            if self.text and not self.text.endswith(" "):
                space = replace(self, text=self.text + " ")
                found.append(Option(Tile(line("menu.naming.space"), icon="right"), leads=space, group="others"))
            found += [
                Option(_sample(letters), leads=replace(self, alphabet=number), group="others")
                for number, letters in enumerate(ALPHABETS)
                if number != self.alphabet
            ]
        return found

    def _cased(self, letter: str) -> str:
        return letter.lower() if self.text and self.text[-1].isalpha() else letter


def _sample(letters: str) -> Tile:
    return Tile(line("menu.naming.letters", letters=letters[:3]))
