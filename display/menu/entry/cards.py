"""Which card: structures by colour, leaders by price. What the rules allow comes first; the rest is dim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.menu.entry.payment import book, price_tag
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import at_side, seat_line
from engine import Build, BuildFromDiscard, Court, Payment, Phase, Recruit, has_chain

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.table_state import TableState
    from engine import Card, Game

COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""In the order of the ages."""


@dataclass(frozen=True, slots=True)
class CardChoice(Page):
    """Which structure a seat builds from its hand."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every card there is in this age for so many players."""
        return _page("menu.card", state, self.seat, _from_hand, self.then)

    def now(self, state: TableState) -> Page | None:
        """As long as the seat builds."""
        return self if _is_due(state, self.seat, Phase.TURN, Phase.SEVENTH) else None


@dataclass(frozen=True, slots=True)
class FromDiscard(Page):
    """Which structure comes out of the discard pile, which nobody has kept count of."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every card that may lie there."""
        return _page("menu.card.from_discard", state, self.seat, _from_pile, self.then)

    def now(self, state: TableState) -> Page | None:
        """As long as the seat takes a card."""
        return self if _is_due(state, self.seat, Phase.FROM_DISCARD) else None


@dataclass(frozen=True, slots=True)
class LeaderChoice(Page):
    """Which leader a seat recruits."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every leader that serves nobody yet."""
        return _page("menu.leader", state, self.seat, _leaders, self.then)

    def now(self, state: TableState) -> Page | None:
        """As long as the seat recruits."""
        return self if _is_due(state, self.seat, Phase.RECRUIT, Phase.EXTRA_LEADER) else None


@dataclass(frozen=True, slots=True)
class NeighbourLeader(Page):
    """Which neighbour's leader the Courtesans Guild copies."""

    seat: int
    then: Page

    def menu(self, state: TableState) -> Menu:
        """The leaders on both sides."""
        return _page("menu.court", state, self.seat, _beside, self.then)

    def now(self, state: TableState) -> Page | None:
        """As long as it is asked."""
        return self if _is_due(state, self.seat, Phase.COURT) else None


def _page(
    key: str, state: TableState, seat: int, options: Callable[[Game, int, Page], tuple[Option, ...]], then: Page
) -> Menu:
    assert state.game is not None
    game = state.game.without_pending(seat)
    return Menu(line(key, name=seat_line(game, seat)), options(game, seat, then), (at_side(game, seat),))


def _is_due(state: TableState, seat: int, *phases: Phase) -> bool:
    return state.game is not None and state.game.phase in phases and seat in state.game.acting


@lru_cache(maxsize=8)
def _from_hand(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    cards = [card for card in game.catalogue.cards.values() if is_dealt(game, card)]
    options = [book(game, _card_tile(game, seat, card), Build(seat, card.id), then, str(card.colour)) for card in cards]
    return _sorted(options)


@lru_cache(maxsize=8)
def _from_pile(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    cards = game.catalogue.cards.values()
    actions = ((card, BuildFromDiscard(seat, card.id)) for card in cards)
    return _sorted(
        [
            book(game, Tile(line(f"card.{card.id}"), colour=str(card.colour)), action, then, str(card.colour))
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
        book(
            game,
            Tile(line(f"leader.{leader}"), icon="crown", pays=Payment(bank=price)),
            Recruit(seat, leader),
            then,
            price,
        )
        for leader, price in sorted(prices.items(), key=lambda pair: (pair[1], pair[0]))
        if leader not in taken
    )


def _beside(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    return tuple(
        book(game, Tile(line(f"leader.{leader}"), icon="crown"), Court(seat, leader), then)
        for leader in game.leaders_beside(seat)
    )


def is_dealt(game: Game, card: Card) -> bool:
    """Whether a card is in this age's deck."""
    return card.set in game.sets and card.copies(game.age, game.players) > 0


def _card_tile(game: Game, seat: int, card: Card) -> Tile:
    action = Build(seat, card.id)
    chained = has_chain(game, seat, card)
    return Tile(
        line(f"card.{card.id}"),
        colour=str(card.colour),
        icon="chain" if chained else "",
        pays=price_tag(game, action) if game.can(action) else None,
    )


def _sorted(options: list[Option]) -> tuple[Option, ...]:
    """By colour; within a colour first what the rules allow."""
    return tuple(sorted(options, key=lambda option: (COLOURS.index(option.tile.colour), option.tile.dim)))
