"""The page with earlier games: finished ones to look at, unfinished ones to play on."""

from dataclasses import dataclass

from display.facts.names import SeatName
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import OpenGame
from display.messages.plain_sheet import SheetRow
from display.table_state import PastGame, TableState
from display.words import line
from engine import CATEGORIES

GAMES_ON_A_PAGE = 11
"""With one more option they fill four columns of three."""
ALL_CATEGORIES = (*CATEGORIES, "leaders")
"""Those of a plain score sheet, in its order."""


@dataclass(frozen=True, slots=True)
class PlainSheet:
    """A score sheet of which nothing else is known, a row for each player."""

    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class PastGamesPage(Page):
    """Lists earlier games, the newest first; `first`: how many newer ones are on other pages."""

    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """One option for each game, with its winner, and one for the older games."""
        end = self.first + GAMES_ON_A_PAGE
        options = tuple(_game_option(game) for game in state.past[self.first : end])
        older = Option(Tile(line("menu.past.older"), icon="right"), leads_to=PastGamesPage(end))
        return Menu(line("menu.past"), (*options, *((older,) if len(state.past) > end else ())))

    def current(self, state: TableState) -> Page | None:
        return self if len(state.past) > self.first else None


@dataclass(frozen=True, slots=True)
class KeptSheetPage(Page):
    """Shows the plain score sheet of an earlier game."""

    game: PastGame

    def menu(self, state: TableState) -> Menu:
        results = zip(self.game.results, self.game.sheet, strict=True)
        body = PlainSheet(tuple(SheetRow(result.name, points) for result, points in results))
        return Menu(line("menu.past.game", when=self.game.started), body=body)


def _game_option(game: PastGame) -> Option:
    """Its winner, unless several have won; a plain sheet is shown, any other game is opened."""
    best = [SeatName(result.name, result.wonder, result.seat) for result in game.results if result.won]
    total = max((result.total or 0 for result in game.results if result.won), default=0)
    winner = best[0] if game.finished and len(best) == 1 else None
    if not game.finished or not best:
        said = line("menu.past.unfinished", players=len(game.results))
    elif winner is None:
        said = line("menu.past.shared", count=len(best), total=total)
    else:
        said = line("menu.past.winner", name=winner, total=total)
    icon = "crown" if game.finished else "hourglass"
    tile = Tile(line("menu.past.game", when=game.started), note=said, icon=icon, seat=winner)
    return Option(tile, leads_to=KeptSheetPage(game)) if game.sheet else Option(tile, intent=OpenGame(game.id))
