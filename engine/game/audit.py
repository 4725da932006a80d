"""What a game holds that no legal game can hold, as a set of flags and as reasons with their seats.

Only exceptions and corrections cause such faults.
"""

from __future__ import annotations

from collections import Counter
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.model.actions import CorrectCoins
from engine.model.effects import Colour
from engine.model.errors import Reason, reason
from engine.model.setup import GUILDS_MORE_THAN_PLAYERS
from engine.model.state import LAST_TURN, Phase
from engine.rules.conflict import DEFEAT, VICTORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.model.catalogue import Card
    from engine.model.state import GameState

MOST_FROM_DISCARD = 4
"""Structures that stages or a leader may raise from the discard pile on top of a turn's one card, in a whole game."""


class Status(Flag):
    """The faults of a game; no flag: it is in order."""

    IN_ORDER = 0
    EXCEPTION = auto()
    """An action was recorded although the rules forbid it."""
    COINS_CORRECTED = auto()
    STRUCTURE_TWICE = auto()
    """One city has the same structure twice."""
    TOO_MANY_COPIES = auto()
    """All cities together have a structure more often than it is in the game."""
    CARD_OF_A_LATER_AGE = auto()
    CARD_NOT_IN_THIS_GAME = auto()
    """A card for more players, or of a set that is not in this game."""
    TOO_MANY_GUILDS = auto()
    TOO_MANY_CARDS = auto()
    """More structures and stages than there were turns."""
    TOKENS = auto()
    """Conflict tokens that the ages fought cannot have given."""


KEYS = {
    Status.EXCEPTION: "exception_booked",
    Status.COINS_CORRECTED: "coins_corrected",
    Status.STRUCTURE_TWICE: "already_built",
    Status.TOO_MANY_COPIES: "no_copy_left",
    Status.CARD_OF_A_LATER_AGE: "wrong_age",
    Status.CARD_NOT_IN_THIS_GAME: "not_in_this_game",
    Status.TOO_MANY_GUILDS: "too_many_guilds",
    Status.TOO_MANY_CARDS: "too_many_cards",
    Status.TOKENS: "tokens_do_not_fit",
}


def status(state: GameState) -> Status:
    """All faults, as one set of flags."""
    found = Status.IN_ORDER
    for flag, _ in faults(state):
        found |= flag
    return found


def audit(state: GameState) -> tuple[Reason, ...]:
    """All faults, each with its seat, card or number."""
    return tuple(why for _, why in faults(state))


def faults(state: GameState) -> Iterator[tuple[Status, Reason]]:
    """Every fault, with its flag."""
    yield from _bookings(state)
    yield from _structures(state)
    yield from _guilds(state)
    yield from _cities(state)
    yield from _tokens(state)


def _fault(flag: Status, **placeholders: object) -> tuple[Status, Reason]:
    return flag, reason(KEYS[flag], **placeholders)


def _bookings(state: GameState) -> Iterator[tuple[Status, Reason]]:
    for index, action in enumerate(state.actions):
        if getattr(action, "exception", False):
            yield _fault(Status.EXCEPTION, index=index, seat=getattr(action, "seat", None))
        elif isinstance(action, CorrectCoins):
            yield _fault(Status.COINS_CORRECTED, index=index, seat=action.seat)


def _structures(state: GameState) -> Iterator[tuple[Status, Reason]]:
    everywhere: Counter[str] = Counter()
    for seat, city in enumerate(state.cities):
        here = Counter(city.cards)
        everywhere += here
        for card in here:
            yield from _card_faults(state, seat, state.catalogue.cards[card], here[card])
    for card, number in everywhere.items():
        if number > state.catalogue.cards[card].copies_until(state.age, state.players) > 0:
            yield _fault(Status.TOO_MANY_COPIES, card=card, number=number)


def _card_faults(state: GameState, seat: int, card: Card, number: int) -> Iterator[tuple[Status, Reason]]:
    if number > 1:
        yield _fault(Status.STRUCTURE_TWICE, seat=seat, card=card.id)
    if state.age < card.ages[0]:
        yield _fault(Status.CARD_OF_A_LATER_AGE, seat=seat, card=card.id, age=state.age)
    elif card.set not in state.sets or not card.copies_until(state.age, state.players):
        yield _fault(Status.CARD_NOT_IN_THIS_GAME, seat=seat, card=card.id)


def _guilds(state: GameState) -> Iterator[tuple[Status, Reason]]:
    built = {card for city in state.cities for card in city.cards}
    guilds = sum(state.catalogue.cards[card].colour == Colour.PURPLE for card in built)
    if guilds > state.players + GUILDS_MORE_THAN_PLAYERS:
        yield _fault(Status.TOO_MANY_GUILDS, number=guilds)


def _cities(state: GameState) -> Iterator[tuple[Status, Reason]]:
    """Every turn places one card; a seventh card once an age, what was raised from the discard pile comes on top."""
    turns = (state.age - 1) * LAST_TURN + state.turn
    for seat, city in enumerate(state.cities):
        placed = len(city.cards) + city.stages
        if placed > turns + state.age + MOST_FROM_DISCARD:
            yield _fault(Status.TOO_MANY_CARDS, seat=seat, number=placed)


def _tokens(state: GameState) -> Iterator[tuple[Status, Reason]]:
    fought = state.age if state.phase is Phase.OVER else state.age - 1
    allowed = {DEFEAT, *(VICTORY[age] for age in range(1, fought + 1))}
    for seat, city in enumerate(state.cities):
        wins = [city.conflict.count(VICTORY[age]) for age in range(1, fought + 1)]
        if not set(city.conflict) <= allowed or max(wins, default=0) > 2:
            yield _fault(Status.TOKENS, seat=seat)
    tokens = [token for city in state.cities for token in city.conflict]
    if tokens.count(DEFEAT) * 2 != len(tokens):
        yield _fault(Status.TOKENS, seat=None)
