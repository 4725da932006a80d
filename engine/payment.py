"""The ways to build something now, with their payments; the default comes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.actions import NOTHING, Payment
from engine.city import market
from engine.counting import neighbours
from engine.effects import FreeStructure
from engine.errors import Reason, reason
from engine.trade import Purchase, explain, offers, unsold

if TYPE_CHECKING:
    from engine.catalogue import Card, Cost
    from engine.game import Game
    from engine.trade import Market

Kind = Literal["own", "trade", "chain", "free"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to build (own production, trade, a chain, or Olympia's free structure) and what it costs."""

    kind: Kind
    payment: Payment


def market_of(game: Game, seat: int) -> Market:
    """Where a seat buys, at this turn's prices."""
    left, right = neighbours(seat, len(game.cities))
    return market(game.cities[seat], game.cities[left], game.cities[right])


def ways_to_build(game: Game, seat: int, card: Card) -> tuple[Way, ...]:
    """Chain, then payments from the cheapest on, then the free structure; empty if it cannot be paid for."""
    ways = [*ways_to_pay(game, seat, card.cost)]
    if has_chain(game, seat, card):
        ways = [Way("chain", NOTHING), *(way for way in ways if way.payment != NOTHING)]
    if may_build_free(game, seat):
        ways.append(Way("free", NOTHING))
    return tuple(ways)


def ways_to_pay(game: Game, seat: int, cost: Cost) -> tuple[Way, ...]:
    """The payments the treasury allows, the default first: the cheapest, ties to the preferred side."""
    coins = game.cities[seat].coins
    payments = [payment for payment in priced(game, seat, cost) if payment.total <= coins]
    if len(payments) > 1:
        to_left = game.setup.prefer == "left"
        payments.sort(key=lambda pays: (pays.total, -pays.bank, -pays.left if to_left else -pays.right))
    return tuple(Way("trade" if pays.left or pays.right else "own", pays) for pays in payments)


def priced(game: Game, seat: int, cost: Cost) -> tuple[Payment, ...]:
    """Every best payment for a cost, whatever the treasury holds; coins of the cost itself go to the bank."""
    found = offers(market_of(game, seat), cost.bundle)
    if cost.coins:
        return tuple(Payment(pays.left, pays.right, pays.bank + cost.coins) for pays in found)
    return found


def why_not_payable(game: Game, seat: int, cost: Cost) -> Reason:
    """What is missing: coins (how many), or resources (which)."""
    payments = priced(game, seat, cost)
    if payments:
        missing = min(payment.total for payment in payments) - game.cities[seat].coins
        return reason("too_few_coins", missing=missing)
    return reason("nobody_sells", resources=unsold(market_of(game, seat), cost.bundle))


def explain_payment(game: Game, seat: int, cost: Cost, payment: Payment) -> tuple[Purchase, ...]:
    """What a payment buys from whom; the coins that the cost itself asks for come last, without resources."""
    trade = Payment(payment.left, payment.right, payment.bank - cost.coins)
    bought = explain(market_of(game, seat), cost.bundle, trade)
    return (*bought, Purchase("bank", "", cost.coins)) if cost.coins else bought


def has_chain(game: Game, seat: int, card: Card) -> bool:
    """Whether a structure stands that lets this one be built for nothing ("Concatenazione")."""
    return not game.cities[seat].estate.built.isdisjoint(card.chain_from)


def may_build_free(game: Game, seat: int) -> bool:
    """Whether Olympia's free structure is still to be had in this age."""
    city = game.cities[seat]
    return not city.free_used and city.estate.has(FreeStructure)
