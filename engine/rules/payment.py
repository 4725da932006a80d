"""The ways to pay for a structure, a stage or a leader now; the default comes first."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.model.actions import NOTHING, Build, BuildStage, Payment, SeatAction
from engine.model.catalogue import Bill, Card, Cost, Leader
from engine.model.city import neighbours
from engine.model.effects import (
    BankSale,
    Colour,
    FirstCheaper,
    FirstOfAgeFree,
    FirstOfColourFree,
    FreeGuilds,
    FreeLeaders,
    FreeStages,
    FreeStructure,
    LastOfAgeFree,
    LeaderPrice,
    OneLess,
    Rebate,
    Side,
)
from engine.model.errors import Reason, reason
from engine.model.production import ANYTHING
from engine.model.resources import RESOURCES
from engine.model.setup import OLD_RULINGS, SEVENTH_IN_SIXTH
from engine.model.state import GameState, Phase
from engine.rules.shortage import shortage
from engine.rules.trade import NOTHING_OFF, Market, Purchase, all_payments, explain, offers

Kind = Literal["own", "trade", "chain", "free"]
FREE = Cost()
LEADER = "leader"


class Way(NamedTuple):
    """One way to pay: own production, trade, a chain, or Olympia's free structure; and what it costs."""

    kind: Kind
    payment: Payment

    def pays_for(self, action: SeatAction) -> bool:
        """True if the action is paid in this way."""
        free = isinstance(action, Build) and action.free
        return _pays(action) == self.payment and free == (self.kind == "free")

    def pay(self, action: Build | BuildStage) -> Build | BuildStage:
        """The action, paid in this way."""
        if isinstance(action, Build):
            return replace(action, pays=self.payment, free=self.kind == "free")
        return replace(action, pays=self.payment)


def structure_bill(state: GameState, seat: int, card: Card) -> Bill:
    """What a structure costs the seat; with Ramses, guilds cost nothing."""
    if card.colour is Colour.PURPLE and state.cities[seat].estate.has(FreeGuilds):
        return Bill(FREE, card.colour)
    return card.bill


def stage_bill(state: GameState, seat: int) -> Bill:
    """What the seat's next stage costs; only its coins with the Architect Firm. IndexError if none is left."""
    city = state.cities[seat]
    bill = city.wonder.stages[city.stages].bill
    return Bill(Cost(bill.cost.coins), bill.target) if city.estate.has(FreeStages) else bill


def leader_bill(state: GameState, seat: int, leader: Leader) -> Bill:
    """What recruiting a leader costs: nothing with Maecenas or Rome A, less with Rome B or beside it.

    Maecenas works while leaders are recruited ("durante la Fase Reclutamento"), not for an extra leader in a turn.
    """
    estate = state.cities[seat].estate
    prices = estate.all(LeaderPrice)
    extra = state.phase is Phase.EXTRA_LEADER and state.turn > 0 and state.setup.rulings != OLD_RULINGS
    if (estate.has(FreeLeaders) and not extra) or any(price.own is None for price in prices):
        return Bill(FREE, LEADER)
    less = sum(price.own or 0 for price in prices)
    for side in state.beside(seat):
        less += sum(price.neighbours for price in state.cities[side].estate.all(LeaderPrice))
    return Bill(Cost(max(0, leader.price(state.age) - less)), LEADER)


def market_of(state: GameState, seat: int, target: str = "") -> Market:
    """What a seat can buy this turn and at which prices; leaders may make this target cheaper."""
    cities = state.cities
    estate = cities[seat].estate
    left, right = neighbours(seat, len(cities))
    own, bank, off = estate.own, None, NOTHING_OFF
    if estate.powers:
        if less := estate.all(OneLess):
            own = own.plus((ANYTHING,) * sum(power.on == target for power in less))
        if (sales := estate.all(BankSale)) and not _bought_at_bank(state, _before_in_this_turn(state, seat)):
            bank = sales[0].price
        if cheaper := estate.all(FirstCheaper):
            off = _off(cheaper)
    if _is_seventh_in_sixth(state):
        estate = state.began[seat].estate  # trading posts count from the turn after they were built
    return Market(
        own, cities[left].estate.sale, cities[right].estate.sale, estate.left_prices, estate.right_prices, bank, off
    )


def _off(powers: Sequence[FirstCheaper]) -> tuple[int, int]:
    """The coins that the first resource of a turn costs less at the left and at the right neighbour."""
    left, right = (sum(one.coins for one in powers if side in one.sides) for side in (Side.LEFT, Side.RIGHT))
    return left, right


def prices(state: GameState, seat: int) -> dict[str, dict[str, int]]:
    """What one unit of each resource costs the seat at its "left" and its "right" neighbour."""
    market = market_of(state, seat)
    both = ((Side.LEFT, market.left_prices), (Side.RIGHT, market.right_prices))
    return {str(side): dict(zip(RESOURCES, coins, strict=True)) for side, coins in both}


def ways_to_build(state: GameState, seat: int, card: Card) -> tuple[Way, ...]:
    """A chain, then payments from the cheapest up, then this age's free structure; empty if it cannot be paid.

    What a wonder always gives for nothing comes first. It and the free structure are there only if there would be
    something to pay.
    """
    city, bill = state.cities[seat], card.bill
    powers, from_chain = city.estate.powers, card.chain_from and not city.built.isdisjoint(card.chain_from)
    if not powers and not from_chain:
        return ways_to_pay(state, seat, bill)
    ways = [*ways_to_pay(state, seat, structure_bill(state, seat, card))]
    if from_chain and has_chain(state, seat, card):
        if seat == state.setup.free_city:
            return (Way("chain", NOTHING),)
        ways = [Way("chain", NOTHING), *(way for way in ways if way.payment != NOTHING)]
    if costs_nothing(state, seat, card):
        return tuple(ways) if ways and ways[0].payment == NOTHING else (Way("free", NOTHING), *ways)
    if may_build_free(state, seat, card) and all(way.payment != NOTHING for way in ways):
        ways.append(Way("free", NOTHING))
    return tuple(ways)


def ways_to_build_stage(state: GameState, seat: int) -> tuple[Way, ...]:
    """The payments for the next stage, the default first; empty if no stage is left or it is too dear."""
    city = state.cities[seat]
    if city.stages == len(city.wonder.stages):
        return ()
    return ways_to_pay(state, seat, stage_bill(state, seat))


def ways_for(state: GameState, action: SeatAction) -> tuple[Way, ...]:
    """Every way to pay for this structure or stage, the default first; empty for other actions."""
    if isinstance(action, Build):
        return ways_to_build(state, action.seat, state.catalogue.card(action.card))
    return ways_to_build_stage(state, action.seat) if isinstance(action, BuildStage) else ()


def chosen_way(action: SeatAction, ways: Sequence[Way]) -> int | None:
    """The index of the way in which an action is paid; None if it is none of these."""
    return next((index for index, way in enumerate(ways) if way.pays_for(action)), None)


def ways_to_pay(state: GameState, seat: int, bill: Bill) -> tuple[Way, ...]:
    """The payments that the treasury allows, the default first."""
    return tuple(map(_way_to_pay, affordable(state, seat, payment_options(state, seat, bill))))


@lru_cache(maxsize=1 << 10)
def _way_to_pay(pays: Payment) -> Way:
    """The same object for the same coins, since few differ in a game."""
    return Way("trade" if pays.left or pays.right else "own", pays)


def payment_options(state: GameState, seat: int, bill: Bill) -> tuple[Payment, ...]:
    """The payments for a bill, also those above the treasury; coins in the cost itself go to the bank.

    Only the Free City may also choose a dearer payment ("Variante Esperti per 2 giocatori").
    """
    cost = bill.cost
    found: tuple[Payment, ...] = (NOTHING,)
    if cost.resources and not state.cities[seat].estate.own.covers(cost.bundle):
        market = market_of(state, seat, bill.target)
        found = all_payments(market, cost.bundle) if seat == state.setup.free_city else offers(market, cost.bundle)
    if cost.coins:
        return tuple(Payment(pays.left, pays.right, pays.bank + cost.coins) for pays in found)
    return found


def affordable(state: GameState, seat: int, payments: tuple[Payment, ...]) -> Sequence[Payment]:
    """The payments that the treasury allows, the default first.

    The default costs least after rebates; then the bank comes before neighbours, and the preferred side first.
    """
    if not payments:
        return payments
    coins = treasury(state, seat)
    if len(payments) == 1:
        return payments if sum(payments[0]) <= coins else ()
    found = [pays for pays in payments if sum(pays) <= coins]
    if len(found) > 1:
        found.sort(key=lambda pays: _preference(state, seat, pays))
    return found


def why_unpayable(state: GameState, seat: int, bill: Bill, payments: tuple[Payment, ...]) -> tuple[Reason, ...]:
    """The coins or the resources that are missing, if these payments are all there are."""
    if payments:
        missing = min([payment.total for payment in payments]) - treasury(state, seat)
        return (reason("too_few_coins", missing=missing),)
    short = shortage(market_of(state, seat, bill.target), bill.cost.bundle)
    against = [reason("nobody_sells", resources=short.unsold)] if short.unsold else []
    for resources, needed, sold in short.scarce:
        against.append(reason("too_few_sold", resources=resources, needed=needed, sold=sold))
    return tuple(against)


def explain_payment(state: GameState, seat: int, bill: Bill, payment: Payment) -> tuple[Purchase, ...]:
    """What a payment buys from each side; coins in the cost itself come last, without resources."""
    coins = bill.cost.coins
    trade = Payment(payment.left, payment.right, payment.bank - coins)
    bought = explain(market_of(state, seat, bill.target), bill.cost.bundle, trade)
    return (*bought, Purchase("bank", "", coins)) if coins else bought


def rebate(state: GameState, seat: int, pays: Payment | None) -> int:
    """Coins from the bank for buying, once per neighbour and turn (Hatshepsut)."""
    powers = state.cities[seat].estate.all(Rebate)
    if not powers or pays is None:
        return 0
    before = _pays(_before_in_this_turn(state, seat)) or NOTHING
    sides = bool(pays.left and not before.left) + bool(pays.right and not before.right)
    return sum(power.coins for power in powers) * sides


def has_chain(state: GameState, seat: int, card: Card) -> bool:
    """True if a structure that the city built in an earlier age lets this one be built for nothing ("Concatenazione").

    One that was raised from the discard pile in this age was not built in an earlier one.
    """
    city = state.cities[seat]
    if not card.chain_from or city.built.isdisjoint(card.chain_from):
        return False
    if not city.raised or state.setup.rulings == OLD_RULINGS:
        return True
    return any(name in city.built and name not in city.raised for name in card.chain_from)


def treasury(state: GameState, seat: int) -> int:
    """The coins that a seat can spend now."""
    coins = state.cities[seat].coins
    if _is_seventh_in_sixth(state):
        paid = _pays(state.earlier.get(seat)) or NOTHING
        return max(0, min(coins, state.began[seat].coins - paid.total))
    return coins


def chain_used(state: GameState, action: Build, card: Card) -> bool:
    """True if a recorded structure was built by a chain."""
    return not action.free and action.pays == NOTHING and has_chain(state, action.seat, card)


def may_build_free(state: GameState, seat: int, card: Card) -> bool:
    """True if the wonder gives this structure for nothing, or the seat has not yet used this age's free structure."""
    city = state.cities[seat]
    if not city.estate.powers:
        return False
    once = () if city.free_used else city.estate.all(FreeStructure)
    return any(power.colour in {None, card.colour} for power in once) or costs_nothing(state, seat, card)


def _is_seventh_in_sixth(state: GameState) -> bool:
    """True if a seventh card is played in a game in which it still belongs to the sixth turn.

    Then only what is left of the coins before that turn can be spent, at the prices before it.
    """
    return bool(state.began) and state.phase is Phase.SEVENTH and state.setup.rulings == SEVENTH_IN_SIXTH


def _before_in_this_turn(state: GameState, seat: int) -> SeatAction | None:
    """What the seat has already done in this turn; a seventh card is a turn of its own ("Babilonia")."""
    own_turn = state.phase is Phase.SEVENTH and state.setup.rulings > SEVENTH_IN_SIXTH
    return None if own_turn else state.earlier.get(seat)


FOR_NOTHING = (FirstOfColourFree, FirstOfAgeFree, LastOfAgeFree)


def costs_nothing(state: GameState, seat: int, card: Card) -> bool:
    """True if a wonder gives this structure for nothing without using anything up (Olympia, day and night)."""
    city = state.cities[seat]
    estate = city.estate
    if estate.kinds.isdisjoint(FOR_NOTHING):
        return False
    return (
        (estate.has(FirstOfAgeFree) and len(city.cards) == city.cards_before)
        or (estate.has(LastOfAgeFree) and state.is_last_turn and state.phase is Phase.TURN)
        or (
            estate.has(FirstOfColourFree)
            and all(state.catalogue.cards[built].colour != card.colour for built in city.cards)
        )
    )


def _preference(state: GameState, seat: int, pays: Payment) -> tuple[int, int, int]:
    preferred = pays.left if state.setup.prefer == "left" else pays.right
    net = pays.left + pays.right + pays.bank
    if state.cities[seat].estate.powers:
        net -= rebate(state, seat, pays)
    return net, -pays.bank, -preferred


def _pays(action: SeatAction | None) -> Payment | None:
    return action.pays if isinstance(action, (Build, BuildStage)) else None


def _bought_at_bank(state: GameState, action: SeatAction | None) -> bool:
    pays = _pays(action)
    if pays is None:
        return False
    return pays.bank > (state.catalogue.cards[action.card].cost.coins if isinstance(action, Build) else 0)
