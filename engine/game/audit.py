"""What a game holds that no legal game can hold, as a set of flags and as reasons with their seats.

Only exceptions and corrections cause such faults.
"""

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto

from engine.model.actions import CorrectCoins
from engine.model.catalogue import Card
from engine.model.city import DEFEAT, VICTORY
from engine.model.effects import Colour, SellDefeats, StructureFromDiscard, VictoryToken
from engine.model.errors import Reason, reason
from engine.model.state import GameState, Phase

MOST_FROM_DISCARD = 4
"""Structures that stages or a leader may raise from the discard pile on top of a turn's one card, in a whole game.

A structure that raises another one comes on top (Forging Agency).
"""


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
    TOO_MANY_DRAWN = auto()
    """More structures of a colour than are drawn for an age (Cities)."""
    TOO_MANY_CARDS = auto()
    """More structures and stages than there were turns."""
    TOKENS = auto()
    """Conflict tokens that the ages fought cannot have given."""


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
    yield from _drawn(state)
    yield from _cities(state)
    yield from _tokens(state)


def _bookings(state: GameState) -> Iterator[tuple[Status, Reason]]:
    for index, action in enumerate(state.actions):
        if getattr(action, "exception", False):
            yield Status.EXCEPTION, reason("exception_booked", index=index, seat=getattr(action, "seat", None))
        elif isinstance(action, CorrectCoins):
            yield Status.COINS_CORRECTED, reason("coins_corrected", index=index, seat=action.seat)


def _structures(state: GameState) -> Iterator[tuple[Status, Reason]]:
    everywhere: Counter[str] = Counter()
    for seat, city in enumerate(state.cities):
        here = Counter(city.cards)
        everywhere += here
        for card in here:
            yield from _card_faults(state, seat, state.catalogue.cards[card], here[card])
    for card, number in everywhere.items():
        if number > state.catalogue.cards[card].copies_until(state.age, state.players) > 0:
            yield Status.TOO_MANY_COPIES, reason("no_copy_left", card=card, number=number)


def _card_faults(state: GameState, seat: int, card: Card, number: int) -> Iterator[tuple[Status, Reason]]:
    if number > 1:
        yield Status.STRUCTURE_TWICE, reason("already_built", seat=seat, card=card.id)
    if state.age < card.ages[0]:
        yield Status.CARD_OF_A_LATER_AGE, reason("wrong_age", seat=seat, card=card.id, age=state.age)
    elif card.set not in state.sets or not card.copies_until(state.age, state.players):
        yield Status.CARD_NOT_IN_THIS_GAME, reason("not_in_this_game", seat=seat, card=card.id)


def _drawn(state: GameState) -> Iterator[tuple[Status, Reason]]:
    """Guilds, and other structures of which only some are drawn for an age."""
    built = [state.catalogue.cards[card] for card in {card for city in state.cities for card in city.cards}]
    for colour, more in state.catalogue.drawn.items():
        for age, number in Counter(card.ages[0] for card in built if card.colour == colour).items():
            if number > state.players + more:
                if colour == Colour.PURPLE:
                    yield Status.TOO_MANY_GUILDS, reason("too_many_guilds", number=number)
                else:
                    yield Status.TOO_MANY_DRAWN, reason("too_many_drawn", number=number, age=age)


def _cities(state: GameState) -> Iterator[tuple[Status, Reason]]:
    """Every turn places one card; a seventh card once an age, what was raised from the discard pile comes on top."""
    turns = (state.age - 1) * state.last_turn + state.turn
    for seat, city in enumerate(state.cities):
        effects = (effect for card in city.cards for effect in state.catalogue.cards[card].effects)
        placed = len(city.cards) + city.stages - sum(isinstance(effect, StructureFromDiscard) for effect in effects)
        if placed > turns + state.age + MOST_FROM_DISCARD:
            yield Status.TOO_MANY_CARDS, reason("too_many_cards", seat=seat, number=placed)


def _tokens(state: GameState) -> Iterator[tuple[Status, Reason]]:
    """Tokens of ages that were fought, two for each edge; structures and leaders may give others and take some away."""
    fought = state.age if state.phase is Phase.OVER else state.age - 1
    effects = [tuple(state.effects_of(seat)) for seat in range(state.players)]
    given = [effect for own in effects for effect in own if isinstance(effect, (VictoryToken, SellDefeats))]
    ages = {effect.age or state.age for effect in given if isinstance(effect, VictoryToken)}
    allowed = {DEFEAT, *(VICTORY[age] for age in ages.union(range(1, fought + 1)))}
    for seat, city in enumerate(state.cities):
        wins = [city.conflict.count(VICTORY[age]) for age in range(1, fought + 1)]
        most = 2 + sum(isinstance(effect, VictoryToken) for effect in effects[seat])
        if not set(city.conflict) <= allowed or max(wins, default=0) > most:
            yield Status.TOKENS, reason("tokens_do_not_fit", seat=seat)
    tokens = [token for city in state.cities for token in city.conflict]
    if not given and tokens.count(DEFEAT) * 2 != len(tokens):
        yield Status.TOKENS, reason("tokens_do_not_fit", seat=None)
