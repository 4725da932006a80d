"""From a chosen action to its entry: how it is paid, why the rules forbid it, and correcting coins."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from display.menu.page import Menu, Option, Page, PageOfCity, Tile
from display.menu.seat import chosen_seat_tile, payees, seat_line
from display.messages.intents import Enter
from display.table_state import TableState
from display.words import Line, line
from engine import (
    MONEY_REASONS,
    NOTHING,
    Build,
    BuildStage,
    CorrectCoins,
    Game,
    Payment,
    Recruit,
    SeatAction,
    Way,
    bookable_as_exception,
)

TOO_FEW_COINS = "too_few_coins"
"""This reason may be wrong, because the ledger may have wrong coins; the page offers to correct them."""
NEARBY_AMOUNTS = 15
"""How many amounts are offered first. With one more option for all others, each takes two presses."""
LARGEST_AMOUNT = 63
"""The largest amount of coins that can be entered; no treasury comes near it."""


@dataclass(frozen=True, slots=True)
class PaymentPage(Page):
    """Asks how an action is paid for; `then` opens next. The first way is the default."""

    action: Build | BuildStage
    then: Page

    def menu(self, state: TableState) -> Menu:
        seat = self.action.seat
        game = state.playing.without_pending(seat)
        options = []
        for way in payment_ways(game, self.action):
            icon = "temple" if way.kind == "free" else ""
            tile = Tile(_way_words(game, seat, way), icon=icon, pays=way.payment, payees=payees(game, seat))
            options.append(Option(tile, leads_to=self.then, intent=Enter(way.pay(self.action))))
        headline = line("menu.pay", name=seat_line(game, seat))
        return Menu(headline, tuple(options), (chosen_seat_tile(game, seat),))

    def current(self, state: TableState) -> Page | None:
        return self if _is_legal(state, self.action) else None


@dataclass(frozen=True, slots=True)
class RefusedPage(Page):
    """Says why the rules forbid an action. It can be recorded as an exception."""

    action: SeatAction
    then: Page

    def menu(self, state: TableState) -> Menu:
        game = state.playing.without_pending(self.action.seat)
        reasons = game.verify(self.action)
        keys = {reason.key for reason in reasons}
        options = []
        if bookable_as_exception(reasons):
            action = replace(self.action, exception=True)
            if keys & MONEY_REASONS and isinstance(action, (Build, BuildStage, Recruit)):
                action = replace(action, pays=NOTHING)
            anyway = Tile(line("menu.refused.anyway"), icon="warning")
            options.append(Option(anyway, leads_to=self.then, intent=Enter(action)))
        if TOO_FEW_COINS in keys:
            coins = Tile(line("menu.more.coins"), icon="coin")
            options.append(Option(coins, leads_to=CoinsPage(self.action.seat)))
        headline = line("menu.refused", name=seat_line(game, self.action.seat))
        about, body = (chosen_seat_tile(game, self.action.seat),), line("menu.refused.reasons", reasons=reasons)
        return Menu(headline, tuple(options), about, body=body)

    def current(self, state: TableState) -> Page | None:
        return self if _is_legal(state, self.action) is False else None


@dataclass(frozen=True, slots=True)
class CoinsPage(PageOfCity):
    """Asks how many coins a treasury really holds; `far`: all amounts, not only those near the ledger's."""

    far: bool = False

    def menu(self, state: TableState) -> Menu:
        game = state.playing
        coins = game.cities[self.seat].coins
        first = 0 if self.far else max(0, coins - NEARBY_AMOUNTS // 2)
        last = LARGEST_AMOUNT if self.far else first + NEARBY_AMOUNTS - 1
        options = [
            Option(Tile(big=str(amount), chosen=amount == coins), intent=Enter(CorrectCoins(self.seat, amount)))
            for amount in range(first, last + 1)
        ]
        if not self.far:
            options.append(Option(Tile(line("menu.coins.other"), icon="coin"), leads_to=CoinsPage(self.seat, far=True)))
        headline = line("menu.coins", name=seat_line(game, self.seat), count=coins)
        return Menu(headline, tuple(options), (chosen_seat_tile(game, self.seat),))


def entry_option(game: Game, tile: Tile, action: SeatAction, then: Page, group: Hashable = None) -> Option:
    """An option for an action; `then` opens after it is entered.

    A legal action is entered at once, or after a choice of payment if there is one. An illegal one is dim and leads to
    the reasons.
    """
    if not game.can(action):
        return Option(replace(tile, dim=True), leads_to=RefusedPage(action, then), group=group)
    if isinstance(action, (Build, BuildStage)):
        ways = payment_ways(game, action)
        if len(ways) > 1:
            return Option(tile, leads_to=PaymentPage(action, then), group=group)
        action = ways[0].pay(action)
    return Option(tile, leads_to=then, intent=Enter(action), group=group)


def payment_ways(game: Game, action: Build | BuildStage) -> tuple[Way, ...]:
    """The ways to pay among which to choose, the default first; only that one if it costs nothing."""
    ways = game.ways_for(action)
    return ways[:1] if ways and ways[0].payment == NOTHING else ways


def default_price(game: Game, action: Build | BuildStage) -> Payment | None:
    """What the default way costs; None if it costs nothing or the action is illegal."""
    ways = payment_ways(game, action)
    return ways[0].payment if ways and ways[0].payment != NOTHING else None


def _is_legal(state: TableState, action: SeatAction) -> bool | None:
    """True if the rules allow the action; None without a game, or in one that has no such seat."""
    if state.game is None or action.seat >= len(state.game.cities):
        return None
    return state.game.without_pending(action.seat).can(action)


def _way_words(game: Game, seat: int, way: Way) -> Line:
    """How many coins go to whom, or that it is free."""
    if way.kind == "free":
        return line("menu.pay.free")
    left, right = game.beside(seat)
    parts = [
        line("menu.pay.to", coins=coins, name=seat_line(game, other))
        for coins, other in ((way.payment.left, left), (way.payment.right, right))
        if coins
    ]
    if way.payment.bank:
        parts.append(line("menu.pay.bank", coins=way.payment.bank))
    return line("menu.pay.way", ways=tuple(parts)) if parts else line("menu.pay.nothing")
