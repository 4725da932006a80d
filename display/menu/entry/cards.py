"""Pages to choose a card: structures by colour, leaders by price. Legal choices come first, the others are dim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.menu.entry.payment import default_price, entry_option
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import chosen_seat_tile, payees, seat_line
from display.words import line
from engine import Build, BuildFromDiscard, ChooseLeader, Payment, Phase, Recruit, has_chain

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.table_state import TableState
    from engine import Card, Game

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black")
"""The colours in the order in which pages list them."""


@dataclass(frozen=True, slots=True)
class FromDiscardPage(Page):
    """Asks which structure a seat takes from the discard pile. The program does not know which cards are in it."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every card that may be in the discard pile."""
        return _page("menu.card.from_discard", state, self.seat, _from_discard_pile, self.then)

    def current(self, state: TableState) -> Page | None:
        """Open while the seat may take a card."""
        return self if _is_due(state, self.seat, Phase.FROM_DISCARD) else None


@dataclass(frozen=True, slots=True)
class RecruitPage(Page):
    """Asks which leader a seat recruits."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every leader that no city has recruited."""
        return _page("menu.leader", state, self.seat, _leaders, self.then)

    def current(self, state: TableState) -> Page | None:
        """Open while the seat may recruit."""
        return self if _is_due(state, self.seat, Phase.RECRUIT, Phase.EXTRA_LEADER) else None


@dataclass(frozen=True, slots=True)
class CopyLeaderPage(Page):
    """Asks which neighbour's leader the Courtesans Guild copies."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """The leaders of both neighbours."""
        return _page("menu.court", state, self.seat, _neighbour_leaders, self.then)

    def current(self, state: TableState) -> Page | None:
        """Open until a leader is chosen."""
        return self if _is_due(state, self.seat, Phase.CHOOSE_LEADER) else None


def _page(
    key: str, state: TableState, seat: int, options: Callable[[Game, int, Page], tuple[Option, ...]], then: Page
) -> Menu:
    assert state.game is not None
    game = state.game.without_pending(seat)
    return Menu(line(key, name=seat_line(game, seat)), options(game, seat, then), (chosen_seat_tile(game, seat),))


def _is_due(state: TableState, seat: int, *phases: Phase) -> bool:
    return state.game is not None and state.game.phase in phases and seat in state.game.acting


@lru_cache(maxsize=8)
def from_hand(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    """Every structure of this age's deck for this number of players."""
    cards = list(game.age_cards)
    options = [
        entry_option(game, _card_tile(game, seat, card), Build(seat, card.id), then, str(card.colour)) for card in cards
    ]
    return _sorted(options)


@lru_cache(maxsize=8)
def _from_discard_pile(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    cards = game.catalogue.cards.values()
    actions = ((card, BuildFromDiscard(seat, card.id)) for card in cards)
    return _sorted(
        [
            entry_option(game, Tile(line(f"card.{card.id}"), colour=str(card.colour)), action, then, str(card.colour))
            for card, action in actions
            if game.can(action)
        ]
    )


@lru_cache(maxsize=8)
def _leaders(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    taken = {leader for city in game.cities for leader in city.leaders}
    blank = (game.setup.blank.id,) if game.setup.blank else ()
    prices = {leader: game.leader_price(seat, leader) for leader in (*game.catalogue.leaders, *blank)}
    return tuple(
        entry_option(
            game,
            Tile(line(f"leader.{leader}"), icon="mark.white", pays=Payment(bank=price)),
            Recruit(seat, leader),
            then,
            price,
        )
        for leader, price in sorted(prices.items(), key=lambda pair: (pair[1], pair[0]))
        if leader not in taken
    )


def _neighbour_leaders(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    return tuple(
        entry_option(game, Tile(line(f"leader.{leader}"), icon="mark.white"), ChooseLeader(seat, leader), then)
        for leader in game.leaders_beside(seat)
    )


def _card_tile(game: Game, seat: int, card: Card) -> Tile:
    action = Build(seat, card.id)
    chained = has_chain(game, seat, card)
    return Tile(
        line(f"card.{card.id}"),
        colour=str(card.colour),
        icon="chain" if chained else "",
        pays=default_price(game, action) if game.can(action) else None,
        payees=payees(game, seat),
    )


def _sorted(options: list[Option]) -> tuple[Option, ...]:
    """By colour; within a colour, legal choices first."""
    return tuple(sorted(options, key=lambda option: (COLOURS.index(option.tile.colour), option.tile.dim)))
