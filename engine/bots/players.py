"""Three players to compare others with: one plays at random, one takes what is worth most now, one searches.

A player gets what its seat may know and a source of randomness, and answers with one of the legal actions.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from math import exp, log, sqrt
from random import Random
from time import perf_counter
from typing import TypeAlias

from engine.game.dealing import CardPlay, DealtTable
from engine.game.game import Game
from engine.game.seat_view import SeatView, seat_view
from engine.model.actions import NOTHING, Build, BuildFromDiscard, BuildStage, Payment, Recruit
from engine.model.city import VICTORY, City, with_card, with_leader, with_stage
from engine.model.frozen import evolve
from engine.model.state import LAST_AGE, Phase
from engine.scoring.score_sheets import score_sheet

Player: TypeAlias = "Callable[[SeatView, Random], CardPlay]"
UNIT, SYMBOL, SHIELD, COIN = 1.6, 1.1, 0.4, 1 / 3
"""What a unit of production is worth at the beginning, and a symbol, a shield and a coin, in points."""
DISCARD_COINS = 3


def random_player(view: SeatView, random: Random) -> CardPlay:
    """Any legal action."""
    return random.choice(view.legal())


def greedy(view: SeatView, random: Random) -> CardPlay:
    """The action after which the city is worth most: points, and what production, symbols and shields promise."""
    return _best(values(view.game, view.seat, view.legal()), random)


def values(game: Game, seat: int, plays: Iterable[CardPlay]) -> dict[CardPlay, float]:
    """What the seat's city is worth after each action; the cards that other actions than building use do not matter."""
    known: dict[object, float] = {}
    found = {}
    for play in plays:
        if play.action not in known:
            known[play.action] = worth(after(game, seat, play), seat)
        found[play] = known[play.action]
    return found


def _best(worths: Mapping[CardPlay, float], random: Random) -> CardPlay:
    best = max(worths.values())
    return random.choice([play for play, value in worths.items() if value > best - 1e-9])


def after(game: Game, seat: int, play: CardPlay) -> Game:
    """The game as if the seat alone had acted; what others do is not known."""
    action, city = play.action, game.cities[seat]
    pays: Payment = getattr(action, "pays", None) or NOTHING
    coins = city.coins - pays.total
    if isinstance(action, (Build, BuildFromDiscard)) and action.card is not None:
        new: City = with_card(city, game.catalogue.cards[action.card], coins=coins)
    elif isinstance(action, BuildStage):
        new = with_stage(city, coins=coins)
    elif isinstance(action, Recruit) and (leader := game.leader(action.card)) is not None:
        new = with_leader(city, leader, coins=coins)
    else:
        new = evolve(city, coins=coins + (DISCARD_COINS if play.card is not None else 0))
    cities = [*game.cities]
    cities[seat] = new
    for side, paid in zip(game.beside(seat), pays, strict=False):
        cities[side] = evolve(cities[side], coins=cities[side].coins + paid)
    return evolve(game, cities=tuple(cities))


def worth(game: Game, seat: int) -> float:
    """What a city is worth to the seat, in points."""
    city = game.cities[seat]
    turns = LAST_AGE * game.last_turn
    left = max(0, turns - (game.age - 1) * game.last_turn - game.turn) / turns
    estate = city.estate
    total = float(score_sheet(game, seat).total)
    total += UNIT * left * 3 * min(len(estate.own.units), 8) + SYMBOL * left * 2 * (sum(estate.symbols) + estate.wild)
    for side in game.beside(seat):
        ahead = estate.shields - game.cities[side].estate.shields
        total += VICTORY[game.age] * max(-0.3, min(1.0, 0.3 + 0.5 * ahead)) * (game.phase is not Phase.OVER)
        total -= COIN * game.cities[side].coins / 4
    return total + SHIELD * left * estate.shields + COIN * min(city.coins, 8) * left


@dataclass(frozen=True, slots=True)
class Searcher:
    """Deals what it does not know, plays on from each action to the end of the age, and takes the best on average.

    Everybody plays on as `greedy` does. The actions are tried in turns as in "Finite-time Analysis of the Multiarmed
    Bandit Problem" (UCB1). `rounds` limits the tries instead of the time, so that a game can be repeated.
    """

    seconds: float = 1.0
    rounds: int | None = None
    widest: int = 6
    """So many actions at most are tried: those that `greedy` values most."""

    def __call__(self, view: SeatView, random: Random) -> CardPlay:
        """The action that did best."""
        return self.among(view, view.legal(), random)

    def among(self, view: SeatView, legal: Iterable[CardPlay], random: Random) -> CardPlay:
        """The one of these legal actions that did best."""
        worths = values(view.game, view.seat, legal)
        plays = sorted(worths, key=worths.__getitem__, reverse=True)[: self.widest]
        until = perf_counter() + self.seconds
        tried, gained = [0] * len(plays), [0.0] * len(plays)
        for done in count():
            over = perf_counter() >= until if self.rounds is None else done >= self.rounds
            if len(plays) == 1 or (over and done >= len(plays)):
                break
            place = done if done < len(plays) else _next_tried(tried, gained)
            tried[place] += 1
            gained[place] += _gain(view, plays[place], random)
        return plays[max(range(len(plays)), key=lambda one: gained[one] / max(1, tried[one]))]


def _next_tried(tried: list[int], gained: list[float]) -> int:
    spread = log(sum(tried)) / 20
    return max(range(len(tried)), key=lambda one: gained[one] / tried[one] + sqrt(spread / tried[one]))


def _gain(view: SeatView, play: CardPlay, random: Random) -> float:
    """How an action turns out in one deal: 0 to 1, by the lead over the best other player when the age is over."""
    table = view.redeal(random).play(play)
    age = table.game.age
    while not table.is_over and table.game.age == age:
        due = table.to_act[0]
        legal = table.legal(due)
        if table.game.phase is not Phase.CONFLICTS and len(legal) > 1:
            legal = (_best(values(table.game, due, legal), random),)
        table = table.play(legal[0])
    worths = {one: worth(table.game, one) for one in table.game.player_seats}
    return 1 / (1 + exp(-(worths.pop(view.player) - max(worths.values())) / 10))


PLAYERS: Mapping[str, Callable[[SeatView, Random], CardPlay]] = {
    "random": random_player,
    "greedy": greedy,
    "search": Searcher(),
}


def play_out(table: DealtTable, players: Mapping[int, Callable[[SeatView, Random], CardPlay]], random: Random) -> Game:
    """The game played to its end, each seat by its player; the Free City by the player who plays for it."""
    while not table.is_over:
        seat = table.to_act[0]
        if table.game.phase is Phase.CONFLICTS:
            table = table.play(table.legal(seat)[0])
            continue
        view = seat_view(table, seat)
        table = table.play(players[view.player](view, random))
    return table.game
