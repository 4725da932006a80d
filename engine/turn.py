"""What a turn does once everybody has acted: all at the same time (rulebook "Azione").

Payments first, from what the treasuries held when the turn began; then the structures stand; then they give their
coins, so that those which count neighbours' structures see the ones of the same turn whatever the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.actions import NOTHING, Build, BuildFromDiscard, BuildStage, Court, Discard, Recruit
from engine.city import City, with_card, with_leader, with_stage
from engine.counting import count_per
from engine.effects import ChainCoins, Coins, ColourCoins, Effect, Per
from engine.payment import chain_used, rebate
from engine.value import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.actions import SeatAction
    from engine.game import Game

DISCARD_COINS = 3
News = dict[int, tuple[Effect, ...]]
"""The effects that came into force, by seat."""


class Outcome(NamedTuple):
    """The cities after the actions, and what is new in them."""

    cities: tuple[City, ...]
    news: News


def resolve(game: Game, actions: Mapping[int, SeatAction]) -> Outcome:
    """The outcome of the actions of several seats, one each, in any order."""
    coins = _paid(game, actions)
    after = list(game.cities)
    news: News = {}
    for seat, action in actions.items():
        coins[seat] += _bonus(game, action)
        after[seat], news[seat] = _stand(game, after[seat], action, coins[seat])
    for seat, effects in news.items():
        if effects:
            coins[seat] += _income(game, after, seat, effects)
    cities = [city if city.coins == held else evolve(city, coins=held) for city, held in zip(after, coins, strict=True)]
    return Outcome(tuple(cities), news)


def _paid(game: Game, actions: Mapping[int, SeatAction]) -> list[int]:
    """The treasuries after all payments."""
    coins = [city.coins for city in game.cities]
    for seat, action in actions.items():
        pays = action.pays if isinstance(action, (Build, BuildStage, Recruit)) else None
        if pays is not None and pays is not NOTHING:
            left, right = game.beside(seat)
            coins[seat] -= pays.total
            coins[left] += pays.left
            coins[right] += pays.right
    return coins if min(coins) >= 0 else [max(0, held) for held in coins]


def _stand(game: Game, city: City, action: SeatAction, coins: int) -> tuple[City, tuple[Effect, ...]]:
    """The city with its coins and what was built or recruited, and the effects that are new."""
    if isinstance(action, (Build, BuildFromDiscard)) and action.card is not None:
        card = game.setup.catalogue.cards[action.card]
        if isinstance(action, Build) and action.free:
            return with_card(city, card, coins=coins, free_used=True), (card.effect,)
        return with_card(city, card, coins=coins), (card.effect,)
    if isinstance(action, BuildStage):
        return with_stage(city, coins=coins), city.wonder.stages[city.stages].effects
    if isinstance(action, (Recruit, Court)) and (leader := game.leader(action.card)) is not None:
        return with_leader(city, leader, courted=isinstance(action, Court), coins=coins), leader.effects
    return city, ()


def _income(game: Game, cities: list[City], seat: int, effects: Iterable[Effect]) -> int:
    """Coins that new effects give at once."""
    coins = 0
    for effect in effects:
        if isinstance(effect, Coins):
            coins += effect.coins
        elif isinstance(effect, Per) and effect.coins:
            coins += effect.coins * count_per(game.catalogue, cities, seat, effect)
    return coins


def _bonus(game: Game, action: SeatAction) -> int:
    """Coins for a discard, and those that powers in force since before the turn give for what is done."""
    if isinstance(action, Discard):
        return DISCARD_COINS
    estate = game.cities[action.seat].estate
    if not estate.powers:
        return 0
    coins = rebate(game, action.seat, action.pays) if isinstance(action, (Build, BuildStage)) else 0
    if isinstance(action, (Build, BuildFromDiscard)) and action.card is not None:
        card = game.setup.catalogue.cards[action.card]
        coins += sum(power.coins for power in estate.all(ColourCoins) if power.colour == card.colour)
        if isinstance(action, Build) and chain_used(game, action, card):
            coins += sum(power.coins for power in estate.all(ChainCoins))
    return coins
