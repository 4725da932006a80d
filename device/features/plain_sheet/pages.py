"""Pages of a plain score sheet: how many players, then each one's name and points, category by category.

Nothing has to be recorded or seen for that. The pages remember what was entered until all is known; going back takes
back one number.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, PageBeforeGame, Tile
from display.menu.reference.past_games import ALL_CATEGORIES, PlainSheet
from display.menu.setup.player_names import END, SpellNamePage
from display.messages.intents import KeepSheet
from display.messages.plain_sheet import FEWEST_ON_SHEET, MOST_ON_SHEET, SheetRow
from display.words import line
from engine import CATEGORIES

if TYPE_CHECKING:
    from device.app.running_features import Present
    from display.table_state import TableState

MOST_NAMES = 14
"""With a new name and none, two presses choose one."""
MILITARY, OTHERS = range(-6, 19), range(64)
"""The points that can be entered: six defeats to six victories; no other category comes near the largest."""


@dataclass(frozen=True, slots=True)
class OfferedPlainSheet(Addition):
    """Stands in the menu before a game."""

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The first page."""
        if state.game is not None:
            return ()
        return (Option(Tile(line("menu.main.sheet"), icon="pencil"), leads_to=SheetPlayersPage(), group="enter"),)


class RunningPlainSheet(RunningFeature):
    """Needs nothing but its pages."""

    def value(self, present: Present) -> OfferedPlainSheet:
        """The same at all times."""
        del present
        return OfferedPlainSheet()


@dataclass(frozen=True, slots=True)
class SheetPlayersPage(PageBeforeGame):
    """Asks how many players there are."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """Two to seven."""
        each = len(CATEGORIES) + state.leaders
        return Menu(
            line("menu.sheet.players"),
            tuple(
                Option(Tile(big=str(players)), leads_to=SheetNamePage(players, each))
                for players in range(FEWEST_ON_SHEET, MOST_ON_SHEET + 1)
            ),
        )


@dataclass(frozen=True, slots=True)
class SheetNamePage(PageBeforeGame):
    """Asks who the next player is; `rows` are the players before, with all their points."""

    players: int
    each: int
    rows: tuple[SheetRow, ...] = ()
    timeout = None
    takes_text = True

    def typed(self, text: str) -> Option | None:
        """A new name begins with this letter."""
        return self._spelled().typed(text) if text != END else None

    def menu(self, state: TableState) -> Menu:
        """Names of former games that are free, a new one, or only a number."""
        number = len(self.rows) + 1
        known_names = dict.fromkeys((*state.names, *state.former_names))
        free = [name for name in known_names if name and not self.is_taken(name)]
        nobody = Option(Tile(line("menu.sheet.player", number=number), icon="person"), leads_to=self.points_of(""))
        known = (
            Option(Tile(line("menu.naming.known", text=name), icon="person"), leads_to=self.points_of(name))
            for name in free[:MOST_NAMES]
        )
        new = Option(Tile(line("menu.naming.new"), icon="pencil"), leads_to=self._spelled())
        return Menu(line("menu.sheet.who", number=number, of=self.players), (nobody, *known, new))

    def is_taken(self, name: str) -> bool:
        """True if a player before has this name."""
        return bool(name) and name.casefold() in {row.name.casefold() for row in self.rows}

    def points_of(self, name: str) -> SheetPointsPage:
        """The page for this player's points."""
        return SheetPointsPage(self.players, self.each, self.rows, name)

    def _spelled(self) -> SheetSpellPage:
        return SheetSpellPage(len(self.rows), sheet=self)


@dataclass(frozen=True, slots=True)
class SheetSpellPage(PageBeforeGame, SpellNamePage):
    """Spells the name of the sheet's next player."""

    sheet: SheetNamePage = field(kw_only=True)

    def _about(self, state: TableState) -> tuple[Tile, ...]:  # noqa: ARG002
        return (Tile(line("menu.sheet.player", number=self.seat + 1), icon="person"),)

    def _done(self) -> Option:
        name = self.text.strip()
        taken = self.sheet.is_taken(name)
        key = "menu.sheet.taken" if taken else "menu.naming.done" if name else "menu.naming.none"
        then = self if taken else self.sheet.points_of(name)
        return Option(Tile(line(key), icon="cross" if taken else "check", dim=taken), then, group="others")


@dataclass(frozen=True, slots=True)
class SheetPointsPage(PageBeforeGame):
    """Asks for a player's points in the next category; `points` are those of the categories before."""

    players: int
    each: int
    rows: tuple[SheetRow, ...]
    name: str
    points: tuple[int, ...] = ()
    timeout = None

    def menu(self, state: TableState) -> Menu:  # noqa: ARG002
        """Every number of points."""
        category = ALL_CATEGORIES[len(self.points)]
        numbers = MILITARY if category == "military" else OTHERS
        tiles = ((number, Tile(big=str(number).replace("-", "\N{MINUS SIGN}"))) for number in numbers)
        name = _name(self.name, len(self.rows))
        total = Tile(line("menu.sheet.total", name=name, count=sum(self.points)), icon="person")
        return Menu(
            line("menu.sheet.points", name=name, category=category),
            tuple(Option(tile, leads_to=self._then(number)) for number, tile in tiles),
            (total,),
        )

    def _then(self, number: int) -> Page:
        points = (*self.points, number)
        if len(points) < self.each:
            return replace(self, points=points)
        rows = (*self.rows, SheetRow(self.name, points))
        return SheetNamePage(self.players, self.each, rows) if len(rows) < self.players else SheetDonePage(rows)


@dataclass(frozen=True, slots=True)
class SheetDonePage(Page):
    """Shows the sheet, which can be kept with the past games."""

    rows: tuple[SheetRow, ...]
    timeout = None

    def menu(self, state: TableState) -> Menu:  # noqa: ARG002
        """The best first."""
        keep = Option(Tile(line("menu.sheet.keep"), icon="check"), intent=KeepSheet(self.rows))
        return Menu(line("menu.sheet.done"), (keep,), body=PlainSheet(self.rows), large_body=True)


def _name(name: str, seat: int) -> object:
    """A player's name, or the number."""
    return name or line("menu.sheet.player", number=seat + 1)
