"""What a turn does once everybody has acted: all at the same time (rulebook "Azione").

Payments first, from what the treasuries held when the turn began; then the structures stand; then they give their
coins, so that those which count neighbours' structures see the ones of the same turn whatever the seat.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import Build, BuildFromDiscard, BuildStage, Discard
from engine.city import City, with_card, with_effects
from engine.counting import count_per, neighbours
from engine.effects import BuildFromDiscard as FromDiscardPower
from engine.effects import Coins, Effect, Per

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.actions import SeatAction
    from engine.catalogue import Catalogue

DISCARD_COINS = 3


def resolve(catalogue: Catalogue, cities: tuple[City, ...], actions: Mapping[int, SeatAction]) -> tuple[City, ...]:
    """The cities after the actions of several seats, one each, in any order."""
    coins = _paid(cities, actions)
    after = list(cities)
    news: dict[int, tuple[Effect, ...]] = {}
    for seat, action in actions.items():
        after[seat], news[seat] = _stand(catalogue, cities[seat], action)
        coins[seat] += DISCARD_COINS * isinstance(action, Discard)
    for seat, effects in news.items():
        coins[seat] += _income(catalogue, after, seat, effects)
    return tuple(
        city if city.coins == held else replace(city, coins=held) for city, held in zip(after, coins, strict=True)
    )


def stages_that_raise_the_dead(cities: tuple[City, ...], actions: Mapping[int, SeatAction]) -> tuple[int, ...]:
    """The seats that built a stage which lets them build from the discard pile; `cities` after the turn."""
    return tuple(
        seat
        for seat, action in sorted(actions.items())
        if isinstance(action, BuildStage)
        and any(isinstance(effect, FromDiscardPower) for effect in _last_stage(cities[seat]))
    )


def _last_stage(city: City) -> tuple[Effect, ...]:
    return city.wonder.stages[city.stages - 1].effects


def _paid(cities: tuple[City, ...], actions: Mapping[int, SeatAction]) -> list[int]:
    """The treasuries after all payments."""
    coins = [city.coins for city in cities]
    for seat, action in actions.items():
        if isinstance(action, (Build, BuildStage)) and action.pays is not None:
            left, right = neighbours(seat, len(cities))
            coins[seat] -= action.pays.total
            coins[left] += action.pays.left
            coins[right] += action.pays.right
    return [max(0, held) for held in coins]


def _stand(catalogue: Catalogue, city: City, action: SeatAction) -> tuple[City, tuple[Effect, ...]]:
    """The city with what was built, and the effects that are new."""
    if isinstance(action, (Build, BuildFromDiscard)) and action.card is not None:
        card = catalogue.cards[action.card]
        free_used = city.free_used or (isinstance(action, Build) and action.free)
        estate = with_card(city.estate, card)
        return replace(city, cards=(*city.cards, card.id), free_used=free_used, estate=estate), (card.effect,)
    if isinstance(action, BuildStage):
        effects = city.wonder.stages[city.stages].effects
        return replace(city, stages=city.stages + 1, estate=with_effects(city.estate, effects)), effects
    return city, ()


def _income(catalogue: Catalogue, cities: list[City], seat: int, effects: Iterable[Effect]) -> int:
    """Coins that new effects give at once."""
    coins = 0
    for effect in effects:
        if isinstance(effect, Coins):
            coins += effect.coins
        elif isinstance(effect, Per) and effect.coins:
            coins += effect.coins * count_per(catalogue, cities, seat, effect)
    return coins
