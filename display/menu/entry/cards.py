"""Pages to choose a card: structures by colour, leaders by price. Legal choices come first, the others are dim."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from display.facts.city_facts import leaders_left
from display.menu.entry.payment import default_price, entry_option
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import chosen_seat_tile, payees, seat_line
from display.table_state import TableState
from display.words import line
from engine import COLOURS, Build, BuildFromDiscard, Card, ChooseLeader, Game, Payment, Phase, Recruit, has_chain


@lru_cache(maxsize=8)
def from_hand(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    """Every structure of this age's deck for this number of players."""
    return _sorted(
        entry_option(game, _card_tile(game, seat, card), Build(seat, card.id), then, str(card.colour))
        for card in game.age_cards
    )


@lru_cache(maxsize=8)
def _from_discard_pile(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    options = []
    for card in game.catalogue.cards.values():
        if game.can(action := BuildFromDiscard(seat, card.id)):
            tile = Tile(line(f"card.{card.id}"), colour=str(card.colour))
            options.append(entry_option(game, tile, action, then, tile.colour))
    return _sorted(options)


@lru_cache(maxsize=8)
def _leaders(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    prices = {leader: game.leader_price(seat, leader) for leader in leaders_left(game)}
    return tuple(
        entry_option(game, _leader_tile(leader, Payment(bank=price)), Recruit(seat, leader), then, price)
        for leader, price in sorted(prices.items(), key=lambda pair: (pair[1], pair[0]))
    )


def _neighbour_leaders(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    return tuple(
        entry_option(game, _leader_tile(leader), ChooseLeader(seat, leader), then)
        for leader in game.leaders_beside(seat)
    )


@dataclass(frozen=True, slots=True)
class _CardPage(Page):
    """Asks which card a seat takes; `then` opens next."""

    seat: int
    then: Page
    asks: ClassVar[str]
    phases: ClassVar[frozenset[Phase]]
    cards: ClassVar[Callable[[Game, int, Page], tuple[Option, ...]]]

    def menu(self, state: TableState) -> Menu:
        game = state.playing.without_pending(self.seat)
        options = type(self).cards(game, self.seat, self.then)
        return Menu(line(self.asks, name=seat_line(game, self.seat)), options, (chosen_seat_tile(game, self.seat),))

    def current(self, state: TableState) -> Page | None:
        game = state.game
        return self if game is not None and game.phase in self.phases and self.seat in game.acting else None


class FromDiscardPage(_CardPage):
    """Asks which structure a seat takes from the discard pile. The program does not know which cards are in it."""

    __slots__ = ()
    asks, phases, cards = "menu.card.from_discard", frozenset({Phase.FROM_DISCARD}), _from_discard_pile


class RecruitPage(_CardPage):
    """Asks which leader a seat recruits: one that no city has recruited."""

    __slots__ = ()
    asks, phases, cards = "menu.leader", frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER}), _leaders


class CopyLeaderPage(_CardPage):
    """Asks which neighbour's leader the Courtesans Guild copies."""

    __slots__ = ()
    asks, phases, cards = "menu.court", frozenset({Phase.CHOOSE_LEADER}), _neighbour_leaders


def _leader_tile(leader: str, pays: Payment | None = None) -> Tile:
    return Tile(line(f"leader.{leader}"), icon="mark.white", pays=pays)


def _card_tile(game: Game, seat: int, card: Card) -> Tile:
    action, icon = Build(seat, card.id), "chain" if has_chain(game, seat, card) else ""
    pays = default_price(game, action) if game.can(action) else None
    return Tile(line(f"card.{card.id}"), icon=icon, colour=str(card.colour), pays=pays, payees=payees(game, seat))


def _sorted(options: Iterable[Option]) -> tuple[Option, ...]:
    """By colour; within a colour, legal choices first."""
    return tuple(sorted(options, key=lambda option: (COLOURS.index(option.tile.colour), option.tile.dim)))
