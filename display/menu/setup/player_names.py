"""Pages that enter a player's name: choose a known one, or spell a new one."""

from dataclasses import dataclass, replace
from typing import ClassVar

from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import seat_side
from display.messages.intents import Rename
from display.table_state import TableState
from display.words import line

ALPHABETS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'", "ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜß-'")
"""Latin letters, Ukrainian letters, and the accented letters of the other languages."""
END = "\n"
"""The enter key, as it is typed."""
LONGEST_NAME = 12
"""Letters; names of this length fit everywhere on the screens."""
MOST_NAMES = 16
"""Options that two presses can choose from."""
LETTER_COLUMNS = 3
"""Columns for letters; the fourth is for everything else."""


@dataclass(frozen=True, slots=True)
class NamesPage(Page):
    """Asks once, after the boards, who plays; "later" is an answer, and names can be entered at any time."""

    def menu(self, state: TableState) -> Menu:
        """One option per seat, and, above ADVANCE, going on."""
        seats = tuple(
            Option(seat_side(state, seat), leads_to=PlayerNamePage(seat, self)) for seat in range(len(state.seats))
        )
        key = "menu.names.done" if any(state.names) else "menu.names.later"
        return Menu(line("menu.names"), (*seats, Option(Tile(line(key), icon="play"))), apart=1)

    def current(self, state: TableState) -> Page | None:
        return self if state.game is None and state.seats else None


@dataclass(frozen=True, slots=True)
class PlayerNamePage(Page):
    """Asks for the name of the player at a seat: somebody who has played here before, or a new name.

    `then` opens next; None closes the menu.
    """

    seat: int
    then: Page | None = None
    takes_text: ClassVar[bool] = True

    def typed(self, text: str) -> Option | None:
        """A new name begins with this letter."""
        return SpellNamePage(self.seat, then=self.then).typed(text) if text != END else None

    def menu(self, state: TableState) -> Menu:
        options = [
            Option(Tile(line("menu.naming.known", text=name), icon="person"), self.then, Rename(self.seat, name))
            for name in known_free_names(state)
        ]
        new = Option(Tile(line("menu.naming.new"), icon="pencil"), leads_to=SpellNamePage(self.seat, then=self.then))
        side = seat_side(state, self.seat)
        return Menu(line("menu.naming"), (*options, new), (side,))

    def current(self, state: TableState) -> Page | None:
        """If no known name is free, the page to spell one."""
        if self.seat >= len(state.seats):
            return None
        return self if known_free_names(state) else SpellNamePage(self.seat, then=self.then)


def known_free_names(state: TableState) -> tuple[str, ...]:
    """Names from earlier games that are free in this one. With the option for a new name, two presses choose one."""
    return tuple(name for name in state.former_names if name not in state.names)[: MOST_NAMES - 1]


@dataclass(frozen=True, slots=True)
class SpellNamePage(Page):
    """Spells the name of the player at a seat; UNDO removes the last letter."""

    seat: int
    text: str = ""
    alphabet: int = 0
    then: Page | None = None
    timeout: ClassVar[float | None] = None  # a half-spelled name must not be lost
    takes_text: ClassVar[bool] = True

    def typed(self, text: str) -> Option | None:
        """One more letter, as it was typed; the enter key takes the name."""
        if text == END:
            return self._done()
        if not text.isprintable() or len(self.text) >= LONGEST_NAME or not (self.text + text).strip():
            return None
        return Option(Tile(big=text), leads_to=replace(self, text=self.text + text))

    def menu(self, state: TableState) -> Menu:
        """The letters in three columns; done, a space and other alphabets in the fourth."""
        letters = ALPHABETS[self.alphabet] if len(self.text) < LONGEST_NAME else ""
        each = -(-len(letters) // LETTER_COLUMNS)
        options = [
            Option(Tile(big=letter), leads_to=replace(self, text=self.text + self._cased(letter)), group=place // each)
            for place, letter in enumerate(letters)
        ]
        headline = line("menu.naming.so_far", text=self.text) if self.text else line("menu.naming")
        return Menu(headline, (*options, *self._others()), self._about(state))

    def current(self, state: TableState) -> Page | None:
        return self if self.seat < len(state.seats) else None

    def _about(self, state: TableState) -> tuple[Tile, ...]:
        return (seat_side(state, self.seat),)

    def _others(self) -> list[Option]:
        found = [self._done()]
        if len(self.text) < LONGEST_NAME:
            if self.text and not self.text.endswith(" "):
                space = replace(self, text=self.text + " ")
                found.append(Option(Tile(line("menu.naming.space"), icon="right"), leads_to=space, group="others"))
            for number, letters in enumerate(ALPHABETS):
                if number != self.alphabet:
                    sample = Tile(line("menu.naming.letters", letters=letters[:3]))
                    found.append(Option(sample, leads_to=replace(self, alphabet=number), group="others"))
        return found

    def _done(self) -> Option:
        done = "menu.naming.done" if self.text else "menu.naming.none"
        return Option(Tile(line(done), icon="check"), self.then, Rename(self.seat, self.text.strip()), group="others")

    def _cased(self, letter: str) -> str:
        return letter.lower() if self.text and self.text[-1].isalpha() else letter
