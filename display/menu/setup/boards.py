"""Pages that set up a game by hand: how many players, which edition, then the board at each seat, clockwise."""

from dataclasses import dataclass
from typing import ClassVar

from display.facts.city_facts import SIDE_ICONS
from display.facts.edition import EDITION, edition_by_hand
from display.facts.names import SeatName, players_line
from display.menu.addition import added_options
from display.menu.page import Menu, Option, Page, PageBeforeGame, Tile
from display.menu.setup.player_names import NamesPage
from display.messages.intents import Change, SetUp
from display.table_state import TableState
from display.words import line
from engine import BASE, EDITIONS, LEADERS, Wonder

TWO, THREE, MOST = 2, 3, 7
PLAY_LEADERS = "play.leaders"
"""Key of a setting."""


@dataclass(frozen=True, slots=True)
class PlayerCountPage(PageBeforeGame):
    """Asks how many players there are, which edition they play, and whether with Leaders."""

    def menu(self, state: TableState) -> Menu:
        """Two to seven players; the edition; Leaders on or off; the boards as the camera sees them.

        Without a camera features may offer other ways to enter what is played.
        """
        edition = edition_by_hand(state)
        numbers = []
        for players in range(edition.fewest_players, MOST + 1):
            tile = Tile(players_line(players), icon="person") if players == TWO else Tile(big=str(players))
            numbers.append(Option(tile, leads_to=BoardsPage(players)))
        with_leaders = Tile(line("menu.players.leaders"), icon="mark.white", chosen=state.leaders)
        leaders = Option(with_leaders, leads_to=self, intent=Change(PLAY_LEADERS, not state.leaders))
        which = Tile(line(f"menu.players.edition_{edition.edition}"), icon=f"boards.{edition.edition}")
        editions = Option(which, leads_to=EditionPage(self))
        camera = Option(Tile(line("menu.players.camera"), icon="camera"), intent=SetUp(()))
        others = added_options(state, "players") if state.without_camera else ()
        return Menu(line("menu.players"), (*numbers, editions, leaders, *(() if state.by_hand else (camera,)), *others))


@dataclass(frozen=True, slots=True)
class EditionPage(Page):
    """Asks for the edition; `then` opens next, None closes the menu. `also` is changed with the answer."""

    then: Page | None = None
    also: Change | None = None
    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        now, asked_before = edition_by_hand(state).edition, state.settings.get("screen.greeted") is not False
        options = []
        for edition in EDITIONS:
            name, described = line(f"menu.players.{edition}"), line(f"menu.edition.{edition}")
            tile = Tile(name, described, icon=f"boards.{edition}", chosen=edition == now and asked_before)
            options.append(Option(tile, leads_to=self.then, intent=Change(EDITION, edition, also=self.also)))
        return Menu(line("menu.edition"), tuple(options))

    def current(self, state: TableState) -> Page | None:
        """Open before a game: the boards of a game tell its edition."""
        return self if state.game is None else self.then


@dataclass(frozen=True, slots=True)
class BoardsPage(PageBeforeGame):
    """Asks which board is at the next seat; `chosen`: (wonder, side) of the seats before it, clockwise."""

    players: int
    chosen: tuple[tuple[str, str], ...] = ()
    timeout: ClassVar[float | None] = None  # choosing seven boards takes long; nothing chosen may be lost

    def menu(self, state: TableState) -> Menu:
        seats = max(THREE, self.players)
        free_city = seats - 1 if self.players == TWO else None
        taken = {wonder for wonder, _ in self.chosen}
        options = tuple(
            self._board(wonder, seats, free_city)
            for wonder in sorted(edition_by_hand(state).wonders.values(), key=lambda wonder: (wonder.id, wonder.side))
            if wonder.id not in taken and wonder.set in ((BASE, LEADERS) if state.leaders else (BASE,))
        )
        seat = len(self.chosen)
        key = "menu.boards.free_city" if seat == free_city else "menu.boards.first" if not seat else "menu.boards"
        about = [_tile(wonder, side, number) for number, (wonder, side) in enumerate(self.chosen)][-3:]
        return Menu(line(key, number=seat + 1, seats=seats), options, tuple(about))

    def _board(self, wonder: Wonder, seats: int, free_city: int | None) -> Option:
        chosen = (*self.chosen, (wonder.id, wonder.side))
        tile = _tile(wonder.id, wonder.side, len(self.chosen), (wonder.resource,) if wonder.resource else ())
        if len(chosen) < seats:
            return Option(tile, leads_to=BoardsPage(self.players, chosen))
        return Option(tile, leads_to=NamesPage(), intent=SetUp(chosen, free_city))


def _tile(wonder: str, side: str, seat: int, units: tuple[str, ...] = ()) -> Tile:
    """A board as that of a seat: its banner, and the letter of its side, or the sun or the moon."""
    icon = SIDE_ICONS.get(side, "")
    return Tile(
        line(f"wonder.{wonder}"), icon=icon, big="" if icon else side, units=units, seat=SeatName("", wonder, seat)
    )
