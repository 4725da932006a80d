"""Entering a turn by hand: the seat, then what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.facts.city_facts import still_to_act
from display.menu.entry.cards import CardChoice, FromDiscard, LeaderChoice, NeighbourLeader
from display.menu.entry.coins import Treasury
from display.menu.entry.payment import book, price_tag
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import at_side, name_line, next_missing, seat_line, seat_tile
from display.menu.setup.player_names import Called
from engine import BuildFromDiscard, BuildStage, Discard, Game, Pass, Phase

if TYPE_CHECKING:
    from display.table_state import TableState

BUILDING = frozenset({Phase.TURN, Phase.SEVENTH})
DISCARDING = BUILDING | {Phase.RECRUIT}
RECRUITING = frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER})


@dataclass(frozen=True, slots=True)
class ByHand(Page):
    """Whose action is entered; who has acted already may act otherwise, until the turn closes."""

    def menu(self, state: TableState) -> Menu:
        """Every seat that acts in this phase."""
        game = state.game
        assert game is not None
        options = (Option(seat_tile(state, game, seat), leads=SeatTurn(seat)) for seat in game.acting)
        return Menu(line("menu.by_hand"), tuple(options))

    def now(self, state: TableState) -> Page | None:
        """Where only one is waited for, that seat's page."""
        game = state.game
        if game is None or not game.acting:
            return None
        waited = still_to_act(state, game)
        return SeatTurn(waited[0]) if len(waited) == 1 else self


@dataclass(frozen=True, slots=True)
class Seats(Page):
    """Whose coins or name are to be put right."""

    def menu(self, state: TableState) -> Menu:
        """Every seat; before a game only names can be given."""
        options = (
            Option(
                Tile(name_line(state, seat), icon="person"),
                leads=Called(seat) if state.game is None else SeatMore(seat),
            )
            for seat in range(len(state.seats))
        )
        return Menu(line("menu.seats"), tuple(options))

    def now(self, state: TableState) -> Page | None:
        """Where anybody sits."""
        return self if state.seats else None


@dataclass(frozen=True, slots=True)
class SeatTurn(Page):
    """What a seat does in this phase of the game."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """What can be done now; what cannot is dim and says why."""
        game = state.game
        assert game is not None
        then = NextSeat(self.seat, game.age, game.turn)
        options = (*_deeds(game.without_pending(self.seat), self.seat, then), _more(self.seat))
        return Menu(line("menu.turn", name=seat_line(game, self.seat)), options, (at_side(game, self.seat),))

    def now(self, state: TableState) -> Page | None:
        """Where there is only one thing to choose, the page of that."""
        game = state.game
        if game is None or self.seat >= len(game.cities):
            return None
        if self.seat not in game.acting:
            return SeatMore(self.seat)
        then = NextSeat(self.seat, game.age, game.turn)
        return NeighbourLeader(self.seat, then) if game.phase is Phase.COURT else self


@dataclass(frozen=True, slots=True)
class NextSeat(Page):
    """After an entry: the next seat clockwise that must still act, until the turn is over."""

    seat: int
    age: int
    turn: int

    def now(self, state: TableState) -> Page | None:
        """The page of the seat that is due, if there is one in this turn."""
        game = state.game
        if game is None or (game.age, game.turn) != (self.age, self.turn):
            return None
        seat = next_missing(state, game, self.seat)
        return None if seat is None else SeatTurn(seat)


@dataclass(frozen=True, slots=True)
class SeatMore(Page):
    """What else can be done for a seat."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """Its treasury, its player's name."""
        game = state.game
        assert game is not None
        options = (
            Option(Tile(line("menu.more.coins"), icon="coin"), leads=Treasury(self.seat)),
            Option(Tile(line("menu.more.name"), icon="person"), leads=Called(self.seat)),
        )
        return Menu(line("menu.more", name=seat_line(game, self.seat)), options, (at_side(game, self.seat),))

    def now(self, state: TableState) -> Page | None:
        """During a game."""
        return self if state.game is not None and self.seat < len(state.game.cities) else None


def turn_of(state: TableState) -> tuple[SeatTurn, ...]:
    """The page of the seat whose turn is entered next, the first one that is waited for; empty if none is."""
    waited = still_to_act(state, state.game) if state.game is not None else ()
    return tuple(SeatTurn(seat) for seat in waited[:1])


def _deeds(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    """Building, the next stage, discarding, whatever the phase has; the likeliest first."""
    found = []
    if game.phase in BUILDING:
        found.append(Option(Tile(line("menu.turn.build"), icon="card"), leads=CardChoice(seat, then)))
    if game.phase in RECRUITING:
        found.append(Option(Tile(line("menu.turn.recruit"), icon="crown"), leads=LeaderChoice(seat, then)))
    if game.phase in DISCARDING:
        discard = Tile(line("menu.turn.discard"), icon="discard")
        found += [_stage(game, seat, then), book(game, discard, Discard(seat), then)]
    if game.phase is Phase.FROM_DISCARD:
        found.append(Option(Tile(line("menu.turn.from_discard"), icon="card"), leads=FromDiscard(seat, then)))
        found.append(book(game, Tile(line("menu.turn.take_nothing"), icon="right"), BuildFromDiscard(seat, None), then))
    if game.phase is Phase.EXTRA_LEADER:
        found.append(book(game, Tile(line("menu.turn.pass"), icon="right"), Pass(seat), then))
    return tuple(found)


def _stage(game: Game, seat: int, then: Page) -> Option:
    city, action = game.cities[seat], BuildStage(seat)
    due = min(city.stages + 1, len(city.wonder.stages))
    tile = Tile(line("menu.turn.stage", stage=due), icon="stage", pays=price_tag(game, action))
    return book(game, tile, action, then)


def _more(seat: int) -> Option:
    return Option(Tile(line("menu.turn.more"), icon="person"), leads=SeatMore(seat))
