"""What every structure of the age would cost a seat now, or why it cannot be built, in one short word each.

A word is either the ways to pay, the default first, separated by commas, or "!" and the reasons against it:

- `c` by a chain, `f` for nothing, `o` from its own production, `o2` with 2 coins to the bank besides
- `t2.1.0` by trade: coins to the left neighbour, to the right one, to the bank
- `!built`, `!coins3` (3 coins are missing), `!unsold:WO` (nobody sells these), `!scarce:W2.1` (2 needed, 1 sold),
  or the key of another reason

All of it follows from what lies open on the table; hands are unknown. The lists of seven cities take several times as
long as everything else that telephones are told, so the main loop works them out over some of its rounds.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.facts.city_facts import leaders_left
from engine import Build, BuildFromDiscard, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from engine import Card, City, Game, Reason, Way

NOT_YET = frozenset({"not_now", "already_acted"})
"""Reasons that tell of the moment, not of the city."""
KIND_LETTERS = {"chain": "c", "free": "f", "own": "o", "trade": "t"}
BEGUN_WITHIN = 0.001
"""s of a round of the main loop in which the lists of another city are begun, after those of the first one."""


@dataclass(frozen=True, slots=True)
class Lists:
    """Price lists and lists of leaders, by seat; empty for a seat whose lists are not known yet."""

    prices: tuple[dict[str, str], ...] = ()
    recruits: tuple[dict[str, str], ...] = ()


NO_LISTS = Lists()


class ListsInRounds:
    """The lists of every city, a few in each round; until they are ready, those of the moment before stand."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._game: Game | None = None
        self._left: list[int] = []
        self.known = NO_LISTS
        """The lists so far; another object as soon as one of them is new."""

    def work(self, game: Game | None, first: Collection[int] = ()) -> None:
        """Go on in this round; of another game than before nothing is kept. `first`: seats whose lists are wanted."""
        if game is None or game.phase is Phase.OVER:
            self._game, self._left, self.known = None, [], NO_LISTS
            return
        if game is not self._game and game != self._game:
            if self._game is None or _cities(game) != _cities(self._game):
                self.known = Lists(({},) * game.players, ({},) * game.players if game.setup.leaders else ())
            self._game = game
            self._left = sorted(range(game.players), key=lambda seat: (seat not in first, seat))
        began = self._clock()
        while self._left:
            seat = self._left.pop(0)
            recruits = self.known.recruits and _with(self.known.recruits, seat, recruiting_list(game, seat))
            self.known = Lists(_with(self.known.prices, seat, price_list(game, seat)), recruits)
            if self._clock() - began >= BEGUN_WITHIN:
                break


def _cities(game: Game) -> tuple[object, ...]:
    """Of two moments of one game the same."""
    return game.setup.edition, game.setup.leaders, tuple((city.wonder.id, city.wonder.side) for city in game.cities)


@lru_cache(maxsize=2)
def all_lists(game: Game) -> Lists:
    """Every city's lists at once; none once the game is over."""
    seats = range(game.players) if game.phase is not Phase.OVER else ()
    recruits = tuple(recruiting_list(game, seat) for seat in seats) if game.setup.leaders else ()
    return Lists(tuple(price_list(game, seat) for seat in seats), recruits)


def _with(rows: tuple[dict[str, str], ...], seat: int, row: dict[str, str]) -> tuple[dict[str, str], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def price_list(game: Game, seat: int) -> dict[str, str]:
    """Each structure that could still come in this age -> its word for this seat.

    Of a seat that may build from the discard pile: every structure that it may take from there.
    """
    if game.phase is Phase.FROM_DISCARD and seat in game.acting:
        cards = sorted(game.catalogue.cards.values(), key=lambda card: game.catalogue.colours.index(card.colour))
        return {card.id: "f" for card in cards if game.can(BuildFromDiscard(seat, card.id))}
    return {card.id: price_word(game, seat, card.id) for card in cards_to_come(game)}


def recruiting_list(game: Game, seat: int) -> dict[str, str]:
    """Each leader of this game that nobody has recruited -> its word; empty in a game without Leaders."""
    if not game.setup.leaders or seat == game.setup.free_city:
        return {}
    coins = game.cities[seat].coins
    found = {}
    for leader in leaders_left(game):
        price = game.leader_price(seat, leader)
        found[leader] = f"!coins{price - coins}" if price > coins else f"o{price or ''}"
    return found


@lru_cache(maxsize=4)
def cards_to_come(game: Game) -> tuple[Card, ...]:
    """The structures of this age of which a copy may still be in a hand, as people hold them: by colour."""
    built = Counter(card for city in game.cities for card in built_this_age(city))
    stand = Counter(card for city in game.cities for card in city.cards)
    seen = Counter(card.colour for card in game.age_cards if card.id in stand)
    all_seen = {colour for colour, more in game.catalogue.drawn.items() if seen[colour] >= game.players + more}
    left = [
        card
        for card in game.age_cards
        if built[card.id] < card.copies(game.age, game.players)
        and stand[card.id] < card.copies_until(game.age, game.players)
        and card.colour not in all_seen
    ]
    return tuple(sorted(left, key=lambda card: game.catalogue.colours.index(card.colour)))


def built_this_age(city: City) -> tuple[str, ...]:
    """The structures that came into a city in this age, without those from the discard pile."""
    return tuple(card for card in city.cards[city.cards_before :] if card not in city.raised)


def price_word(game: Game, seat: int, card: str) -> str:
    """The word for a structure; see the top of this file."""
    if card in game.cities[seat].built:
        return "!built"
    ways = game.ways(seat, card)
    if ways:
        return ways_word(ways)
    against = [reason for reason in game.verify(Build(seat, card)) if reason.key not in NOT_YET]
    return "!" + ",".join(map(_reason_word, against))


def ways_word(ways: tuple[Way, ...]) -> str:
    """Ways to pay, the default first."""
    return ",".join(map(_way_word, ways))


def _way_word(way: Way) -> str:
    pays, letter = way.payment, KIND_LETTERS[way.kind]
    if way.kind == "trade" or pays.left or pays.right:
        return f"{letter}{pays.left}.{pays.right}.{pays.bank}"
    return f"{letter}{pays.bank or ''}"


def _reason_word(reason: Reason) -> str:
    values = reason.placeholders
    match reason.key:
        case "too_few_coins":
            return f"coins{values['missing']}"
        case "nobody_sells":
            return f"unsold:{values['resources']}"
        case "too_few_sold":
            return f"scarce:{values['resources']}{values['needed']}.{values['sold']}"
        case key:
            return key
