"""What chains saved, and what was paid without need."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.game.game import Game
from engine.model.actions import NOTHING, Build, BuildStage, Payment
from engine.model.catalogue import Card
from engine.rules.payment import chain_used, costs_nothing, payment_options, rebate, structure_bill, ways_for


@dataclass(frozen=True, slots=True)
class ChainSaving:
    """A structure that was built by a chain, and the coins that it would have cost otherwise."""

    seat: int
    age: int
    turn: int
    card: str
    chain_from: tuple[str, ...]
    """The structures of the city from which the chain leads."""
    coins: int | None
    """None: without the chain it could not have been built, because nobody sold what was missing."""


@dataclass(frozen=True, slots=True)
class DearPayment:
    """More was paid than the cheapest way would have cost, rebates included."""

    seat: int
    age: int
    turn: int
    card: str | None
    """None: a stage."""
    stage: int | None
    paid: Payment
    cheapest: Payment
    more: int
    """Coins."""


def chain_savings(game: Game) -> tuple[ChainSaving, ...]:
    """Every structure that was built by a chain, in order. The treasury does not limit what it would have cost."""
    found = []
    for state, action in _paid(game):
        if not isinstance(action, Build):
            continue
        card = game.catalogue.card(action.card)
        if chain_used(state, action, card):
            built = state.cities[action.seat].built
            chained = tuple(name for name in card.chain_from if name in built)
            coins = _cost_without_chain(state, action.seat, card)
            found.append(ChainSaving(action.seat, state.age, state.turn, card.id, chained, coins))
    return tuple(found)


def dear_payments(game: Game) -> tuple[DearPayment, ...]:
    """Every payment that was dearer than need be, in order.

    A structure that an ability builds for nothing once per age counts as no cheaper way, because that uses it up. What
    was recorded against the rules is left out.
    """
    found = []
    for state, action in _paid(game):
        if action.exception or action.pays is None or (isinstance(action, Build) and action.free):
            continue
        ways = [way for way in ways_for(state, action) if way.kind != "free" or _is_always_free(state, action)]
        cheapest = min(ways, key=lambda way: _net(state, action.seat, way.payment), default=None)
        if cheapest is None:
            continue
        more = _net(state, action.seat, action.pays) - _net(state, action.seat, cheapest.payment)
        if more > 0:
            card, stage = (action.card, None) if isinstance(action, Build) else (None, action.stage)
            what = action.seat, state.age, state.turn, card, stage
            found.append(DearPayment(*what, action.pays, cheapest.payment, more))
    return tuple(found)


def _paid(game: Game) -> Iterator[tuple[Game, Build | BuildStage]]:
    """Every structure and stage that was built, with the state in which it was recorded."""
    for before, after in pairwise(game.states()):
        action = after.actions[-1]
        if isinstance(action, (Build, BuildStage)):
            yield before, action


def _cost_without_chain(state: Game, seat: int, card: Card) -> int | None:
    """Coins for the cheapest payment, rebates included; None if there is none."""
    if costs_nothing(state, seat, card):
        return 0
    options = payment_options(state, seat, structure_bill(state, seat, card))
    return min((_net(state, seat, pays) for pays in options), default=None)


def _net(state: Game, seat: int, pays: Payment) -> int:
    return pays.total - (rebate(state, seat, pays) if pays != NOTHING else 0)


def _is_always_free(state: Game, action: Build | BuildStage) -> bool:
    return isinstance(action, Build) and costs_nothing(state, action.seat, state.catalogue.card(action.card))
