"""An empty chair at a table of people: a seat that a program plays with cards that it has dealt to itself.

Hands are not known where people play with cards, and they go round. So the chair has a hand of its own in every age,
drawn from the deck by a seed. People take these cards out before they deal, and pass their hands over the chair. What
it still holds follows from the game, so nothing has to be kept but the seat and the seed.
"""

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engine.bots.players import Searcher, worth
from engine.game.dealing import WITH_HAND, CardPlay, Hand, decks, plays
from engine.game.game import Game
from engine.game.seat_view import PileCard, SeatView
from engine.model.actions import Action, Build, BuildFromDiscard, BuildStage, Discard, Pass
from engine.model.city import with_card
from engine.model.errors import ImpossibleSetup
from engine.model.frozen import evolve
from engine.model.setup import Setup
from engine.model.state import LAST_AGE, Phase

PHASES = (*WITH_HAND, Phase.FROM_DISCARD, Phase.LOSS)
"""The phases in which the chair plays by itself."""


class Chair(NamedTuple):
    """The seat that nobody sits at, and the seed of its cards."""

    seat: int
    seed: int


def check_chair(setup: Setup, seat: int) -> None:
    """Refuse a game that cannot be played with an empty chair; ImpossibleSetup.

    The leaders would have to be drafted with it, and two players who want a Free City need no third.
    """
    if not 0 <= seat < len(setup.seats):
        raise ImpossibleSetup("bad_field", field="chair", value=seat)
    if setup.leaders:
        raise ImpossibleSetup("chair_with_leaders")
    if setup.free_city is not None:
        raise ImpossibleSetup("chair_with_free_city")


def dealt_to_chair(setup: Setup, chair: Chair, age: int) -> Hand:
    """The cards that the chair plays with in an age."""
    return _dealt(len(setup.seats), setup, chair.seed)[age]


@lru_cache(maxsize=4)
def _dealt(players: int, setup: Setup, seed: int) -> dict[int, Hand]:
    ages = decks(players, setup.catalogue, Random(seed), setup.sets)
    return {age: deck[: setup.catalogue.last_turn + 1] for age, deck in ages.items()}


def hand_of_chair(game: Game, chair: Chair) -> Hand:
    """What the chair still holds of its cards in this age."""
    return _kept(game, chair).hand


class _Kept(NamedTuple):
    """The chair's cards: what it holds, and what it has put on the discard pile and nobody has raised."""

    hand: Hand
    put_away: Hand = ()


def _kept(game: Game, chair: Chair) -> _Kept:
    """Play the game again, and see which cards the chair has used; nobody says which of them lies under a stage."""
    states = tuple(game.states())
    kept = _Kept(dealt_to_chair(game.setup, chair, states[0].age))
    for before, after in pairwise(states):
        kept = _after(kept, before, after.actions[-1], chair)
        plays_on = after.pending or after.phase is Phase.TURN or _plays_seventh(after, chair)
        if after.is_last_turn and not plays_on:
            kept = _Kept((), kept.put_away + kept.hand)
        if after.age != before.age:
            kept = _Kept(dealt_to_chair(game.setup, chair, after.age), kept.put_away)
    return kept


def _after(kept: _Kept, before: Game, action: Action, chair: Chair) -> _Kept:
    hand, put_away = kept
    if isinstance(action, BuildFromDiscard):
        return _Kept(hand, _without(put_away, action.card))
    ours = before.phase in WITH_HAND and getattr(action, "seat", None) == chair.seat
    if not ours or not hand or not isinstance(action, (Build, BuildStage, Discard, Pass)):
        return kept
    named = getattr(action, "card", None) or card_to_give(before, chair, hand)
    if isinstance(action, (Discard, Pass)):
        put_away = (*put_away, named)
    return _Kept(_without(hand, named), put_away)


def _without(cards: Hand, card: str | None) -> Hand:
    """The cards without one copy of this one, if it is among them."""
    place = cards.index(card) if card in cards else len(cards)
    return cards[:place] + cards[place + 1 :]


def _plays_seventh(game: Game, chair: Chair) -> bool:
    ahead = ((game.phase, game.to_act), *game.remaining)
    return any(phase is Phase.SEVENTH and chair.seat in seats for phase, seats in ahead)


def card_to_give(game: Game, chair: Chair, hand: Hand) -> str:
    """The card that goes under a stage or on the discard pile: the one that would be worth least in the city."""
    seat, city = chair.seat, game.cities[chair.seat]

    def kept_for(card: str) -> tuple[bool, float]:
        cities = [*game.cities]
        cities[seat] = with_card(city, game.catalogue.cards[card])
        return card not in city.cards, worth(evolve(game, cities=tuple(cities)), seat)

    return min(sorted(hand), key=kept_for)


def chair_view(game: Game, chair: Chair) -> SeatView:
    """What the chair knows: what lies open, its own cards, and what it has put on the discard pile itself."""
    for seat in game.pending:
        game = game.without_pending(seat)
    hand, put_away = _kept(game, chair)
    others = [seat for seat in game.player_seats if seat != chair.seat]
    held = {seat: _held(game, seat) for seat in others} | {chair.seat: len(hand)}
    return SeatView(
        seat=chair.seat,
        player=chair.seat,
        game=game,
        hand=hand,
        others={seat: (None,) * held[seat] for seat in others},
        held={seat: held[seat] for seat in game.player_seats},
        pile=tuple(PileCard(game.age, card) for card in put_away),
        unseen={game.age: _unseen(game, chair)},
        ahead=tuple(range(game.age + 1, LAST_AGE + 1)),
        leaders_held=dict.fromkeys(game.player_seats, 0),
        passes_on=False,
    )


def _held(game: Game, seat: int) -> int:
    if game.phase is Phase.TURN:
        return game.last_turn + 2 - game.turn
    if not game.is_last_turn:
        return game.last_turn + 1 - game.turn
    return int(_plays_seventh(game, Chair(seat, 0)))


def _unseen(game: Game, chair: Chair) -> Hand:
    """The cards of this age that people may hold; of guilds, all that may be."""
    cards = [card for card in game.catalogue.cards.values() if card.set in game.sets]
    left = Counter({card.id: card.copies(game.age, game.players) for card in cards})
    left.subtract(dealt_to_chair(game.setup, chair, game.age))
    for seat, city in enumerate(game.cities):
        if seat != chair.seat:
            left.subtract(city.cards[city.cards_before :])
    return tuple((+left).elements())


def chair_play(game: Game, chair: Chair, searcher: Searcher, random: Random) -> CardPlay | None:
    """What the chair does now, paid in the default way, and the card it uses; None if it has nothing to decide.

    It does not look at what others have given in this phase.
    """
    view = chair_view(game, chair)
    if view.game.phase not in PHASES or chair.seat not in view.game.to_act:
        return None
    pile = tuple(card for _, card in view.pile if card is not None)
    given = card_to_give(view.game, chair, view.hand) if view.hand else None
    found: dict[object, CardPlay] = {}
    for play in plays(view.game, chair.seat, view.hand, pile):
        action = play.action
        if isinstance(action, Pass) or (isinstance(action, (BuildStage, Discard)) and play.card != given):
            continue
        found.setdefault((type(action), play.card), play)
    return searcher.among(view, tuple(found.values()), random)
