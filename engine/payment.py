"""The ways to build something now, with their payments; the default comes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.actions import NOTHING, Build, BuildStage, Payment
from engine.catalogue import Bill, Cost
from engine.effects import (
    BankSale,
    Colour,
    Counted,
    FreeGuilds,
    FreeLeaders,
    FreeStructure,
    LeaderPrice,
    OneLess,
    Rebate,
    Side,
)
from engine.errors import Reason, reason
from engine.production import ANYTHING
from engine.resources import RESOURCES
from engine.shortage import shortage
from engine.trade import Market, Purchase, all_payments, explain, offers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import SeatAction
    from engine.catalogue import Card, Leader
    from engine.game import Game

Kind = Literal["own", "trade", "chain", "free"]
FREE = Cost()
TO_BANK = ((NOTHING,), *((Payment(0, 0, coins),) for coins in range(1, 100)))
"""The one payment where nothing but coins for the bank is asked for, by their number."""
LEADER = "leader"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to build (own production, trade, a chain, or Olympia's free structure) and what it costs."""

    kind: Kind
    payment: Payment


def bill_for_card(game: Game, seat: int, card: Card) -> Bill:
    """What a structure costs the seat (Ramses: guilds nothing)."""
    if card.colour is Colour.PURPLE and game.cities[seat].estate.has(FreeGuilds):
        return Bill(FREE, card.colour)
    return card.bill


def bill_for_stage(game: Game, seat: int) -> Bill:
    """What the seat's next stage costs; IndexError if none is left."""
    city = game.cities[seat]
    return Bill(city.wonder.stages[city.stages].cost, Counted.STAGES)


def bill_for_leader(game: Game, seat: int, leader: Leader) -> Bill:
    """What recruiting a leader costs: Maecenas and Rome A nothing, Rome B less, for its neighbours too."""
    estate = game.cities[seat].estate
    prices = estate.all(LeaderPrice)
    if estate.has(FreeLeaders) or any(price.own is None for price in prices):
        return Bill(FREE, LEADER)
    less = sum(price.own or 0 for price in prices)
    for side in game.beside(seat):
        less += sum(price.neighbours for price in game.cities[side].estate.all(LeaderPrice))
    return Bill(Cost(max(0, leader.coins - less)), LEADER)


def market_of(game: Game, seat: int, target: str = "") -> Market:
    """Where a seat buys at this turn's prices, what its leaders make cheaper for this target included."""
    estate = game.cities[seat].estate
    left, right = game.beside(seat)
    own, bank = estate.own, None
    if estate.powers:
        own = own.plus((ANYTHING,) * sum(power.on == target for power in estate.all(OneLess)))
        sales = estate.all(BankSale)
        bank = sales[0].price if sales and not _bought_at_bank(game, game.earlier.get(seat)) else None
    cities = game.cities
    return Market(
        own, cities[left].estate.sale, cities[right].estate.sale, estate.left_prices, estate.right_prices, bank
    )


def prices(game: Game, seat: int) -> dict[str, dict[str, int]]:
    """What one unit of each resource costs the seat at its "left" and its "right" neighbour."""
    market = market_of(game, seat)
    both = ((Side.LEFT, market.left_prices), (Side.RIGHT, market.right_prices))
    return {str(side): dict(zip(RESOURCES, coins, strict=True)) for side, coins in both}


def ways_to_build(game: Game, seat: int, card: Card) -> tuple[Way, ...]:
    """Chain, then payments from the cheapest on, then the free structure; empty if it cannot be paid for."""
    ways = [*ways_to_pay(game, seat, bill_for_card(game, seat, card))]
    if has_chain(game, seat, card):
        others = () if seat == game.setup.free_city else (way for way in ways if way.payment != NOTHING)
        ways = [Way("chain", NOTHING), *others]
    if may_build_free(game, seat):
        ways.append(Way("free", NOTHING))
    return tuple(ways)


def ways_to_pay(game: Game, seat: int, bill: Bill) -> tuple[Way, ...]:
    """The payments the treasury allows, the default first."""
    return tuple(
        Way("trade" if pays.left or pays.right else "own", pays)
        for pays in affordable(game, seat, priced(game, seat, bill))
    )


def priced(game: Game, seat: int, bill: Bill) -> tuple[Payment, ...]:
    """Every best payment for a bill, whatever the treasury holds; coins of the cost itself go to the bank.

    The Free City may buy from either neighbour whatever the price ("Variante Esperti", "Azione").
    """
    cost = bill.cost
    if not cost.resources or game.cities[seat].estate.own.covers(cost.bundle):
        return TO_BANK[cost.coins]
    market = market_of(game, seat, bill.target)
    found = all_payments(market, cost.bundle) if seat == game.setup.free_city else offers(market, cost.bundle)
    if cost.coins:
        return tuple(Payment(pays.left, pays.right, pays.bank + cost.coins) for pays in found)
    return found


def affordable(game: Game, seat: int, payments: tuple[Payment, ...]) -> Sequence[Payment]:
    """Those the treasury allows, the default first: what costs least in the end, ties to the preferred side."""
    coins = game.cities[seat].coins
    if len(payments) == 1:
        return payments if payments[0].total <= coins else ()
    found = [pays for pays in payments if pays.total <= coins]
    if len(found) > 1:
        left = game.setup.prefer == "left"
        found.sort(key=lambda pays: (_net(game, seat, pays), -pays.bank, -pays.left if left else -pays.right))
    return found


def why_not_payable(game: Game, seat: int, bill: Bill, payments: tuple[Payment, ...]) -> tuple[Reason, ...]:
    """What is missing: coins (how many), or resources (which), if these payments are all there are."""
    if payments:
        missing = min([payment.total for payment in payments]) - game.cities[seat].coins
        return (reason("too_few_coins", missing=missing),)
    short = shortage(market_of(game, seat, bill.target), bill.cost.bundle)
    against = [reason("nobody_sells", resources=short.unsold)] if short.unsold else []
    for resources, needed, sold in short.scarce:
        against.append(reason("too_few_sold", resources=resources, needed=needed, sold=sold))
    return tuple(against)


def explain_payment(game: Game, seat: int, bill: Bill, payment: Payment) -> tuple[Purchase, ...]:
    """What a payment buys from whom; the coins that the cost itself asks for come last, without resources."""
    coins = bill.cost.coins
    trade = Payment(payment.left, payment.right, payment.bank - coins)
    bought = explain(market_of(game, seat, bill.target), bill.cost.bundle, trade)
    return (*bought, Purchase("bank", "", coins)) if coins else bought


def rebate(game: Game, seat: int, pays: Payment | None) -> int:
    """What comes back from the bank for buying: once per neighbour and turn (Hatshepsut)."""
    powers = game.cities[seat].estate.all(Rebate)
    if not powers or pays is None:
        return 0
    before = _pays(game.earlier.get(seat)) or NOTHING
    sides = bool(pays.left and not before.left) + bool(pays.right and not before.right)
    return sum(power.coins for power in powers) * sides


def has_chain(game: Game, seat: int, card: Card) -> bool:
    """Whether a structure stands that lets this one be built for nothing ("Concatenazione")."""
    return bool(card.chain_from) and not game.cities[seat].built.isdisjoint(card.chain_from)


def chain_used(game: Game, action: Build, card: Card) -> bool:
    """Whether a booked build was a chain: nothing was paid, and a structure stands that allows it."""
    return not action.free and action.pays == NOTHING and has_chain(game, action.seat, card)


def may_build_free(game: Game, seat: int) -> bool:
    """Whether Olympia's free structure is still to be had in this age."""
    city = game.cities[seat]
    return not city.free_used and city.estate.has(FreeStructure)


def _net(game: Game, seat: int, pays: Payment) -> int:
    return pays.total - rebate(game, seat, pays)


def _pays(action: SeatAction | None) -> Payment | None:
    return action.pays if isinstance(action, (Build, BuildStage)) else None


def _bought_at_bank(game: Game, action: SeatAction | None) -> bool:
    """Whether more went to the bank than the cost itself asked for."""
    pays = _pays(action)
    if pays is None:
        return False
    return pays.bank > (game.catalogue.cards[action.card].cost.coins if isinstance(action, Build) else 0)
