"""A whole game dealt and played: which physical card goes where, turn by turn, and the game that it makes.

Hands exist only here. The decks are built from the physical copies of the codebook as the rulebook says
("Preparazione"), the hands go round to the left, the right and the left again, and every move is one that the engine
allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from device.simulation.players import Player
from engine import CATALOGUE, Action, Discard, Fight, Game, Pass, Phase
from engine.due import LAST_TURN
from vision.codebook import Codebook, Entry, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HAND = 7
GUILDS_MORE_THAN_PLAYERS = 2
PASSED_BY = {1: 1, 2: -1, 3: 1}
"""Seats that a hand moves on after a turn, by age: to the left neighbour, or to the right."""


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat does, and the code on the front of the card it uses (None: no card is used)."""

    seat: int
    action: Action
    code: int | None


@dataclass(frozen=True, slots=True)
class Leftover:
    """A card that a seat puts on the discard pile unpaid at the end of an age; `code` is that of its front."""

    seat: int
    code: int


@dataclass(frozen=True, slots=True)
class Round:
    """What happens at the table in one phase, moves in the order in which they are made, then the leftovers."""

    age: int
    turn: int
    phase: Phase
    moves: tuple[Move, ...]
    leftovers: tuple[Leftover, ...] = ()


@dataclass(frozen=True, slots=True)
class DealtGame:
    """A finished game and everything that physically happened in it."""

    seed: int
    seats: tuple[tuple[str, str], ...]
    """Wonder and side by seat, clockwise."""
    game: Game
    rounds: tuple[Round, ...]


def deal(
    players: int, seed: int, *, alternatives: float = 0.0, seats: Sequence[tuple[str, str]] | None = None
) -> DealtGame:
    """Deal and play a whole game; the same for the same arguments.

    `alternatives` is how often a player takes another way than the engine's default (other payments, the free structure
    where it is not needed); `seats` are the wonders and sides if they are not to be drawn.
    """
    random = Random(seed)
    chosen = tuple(seats) if seats else _draw_wonders(players, random)
    table = _Table(Game.new(chosen), random, Player(random, alternatives))
    table.play()
    return DealtGame(seed, chosen, table.game, tuple(table.rounds))


def decks(players: int, random: Random) -> dict[int, list[int]]:
    """The codes of each age's deck, shuffled: every copy for so many players, and players + 2 guilds."""
    cards = [entry for entry in Codebook.load().entries.values() if entry.kind is Kind.CARD]
    guilds = [entry.code for entry in cards if entry.players is None and CATALOGUE.card(entry.id).set == "base"]
    found = {age: [entry.code for entry in cards if entry.age == age and _used(entry, players)] for age in PASSED_BY}
    found[3] += random.sample(guilds, players + GUILDS_MORE_THAN_PLAYERS)
    for deck in found.values():
        random.shuffle(deck)
    return found


def _used(entry: Entry, players: int) -> bool:
    return entry.players is not None and entry.players <= players


def _draw_wonders(players: int, random: Random) -> tuple[tuple[str, str], ...]:
    wonders = sorted({wonder.id for wonder in CATALOGUE.wonders.values() if wonder.set == "base"})
    return tuple((wonder, random.choice("AB")) for wonder in random.sample(wonders, players))


@dataclass(slots=True)
class _Table:
    """The table while it is being played: hands, discard pile, what has happened so far."""

    game: Game
    random: Random
    player: Player
    hands: list[list[int]] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=lambda: {code: e.id for code, e in Codebook.load().entries.items()})

    def play(self) -> None:
        """Play to the end."""
        deck = decks(self.game.players, self.random)
        while self.game.phase is not Phase.OVER:
            if self.game.phase is Phase.TURN and self.game.turn == 1:
                self.hands = [deck[self.game.age][seat :: self.game.players] for seat in self.game.acting]
            self._round()

    def _round(self) -> None:
        before = self.game
        moves = tuple(map(self._move, self._order(before.to_act)))
        if before.phase is Phase.CONFLICTS:
            self.game = before.apply(Fight())
        leftovers = tuple(self._leftovers(before)) if before.turn == LAST_TURN else ()
        self.rounds.append(Round(before.age, before.turn, before.phase, moves, leftovers))
        if before.phase is Phase.TURN and before.turn < LAST_TURN:
            step = PASSED_BY[before.age]
            self.hands = self.hands[-step:] + self.hands[:-step]

    def _order(self, seats: Iterable[int]) -> list[int]:
        order = list(seats)
        self.random.shuffle(order)
        return order

    def _move(self, seat: int) -> Move:
        if self.game.phase is Phase.FROM_DISCARD:
            return self._raise(seat)
        hand = self.hands[seat]
        action, place = self.player.play(self.game, seat, [self.names[code] for code in hand])
        code = hand.pop(place)
        if isinstance(action, (Discard, Pass)):
            self.pile.append(code)
        return self._apply(seat, action, code)

    def _raise(self, seat: int) -> Move:
        action, place = self.player.raise_from(self.game, seat, [self.names[code] for code in self.pile])
        return self._apply(seat, action, None if place is None else self.pile.pop(place))

    def _apply(self, seat: int, action: Action, code: int | None) -> Move:
        self.game = self.game.apply(action)
        return Move(seat, self.game.actions[-1], code)

    def _leftovers(self, before: Game) -> Iterable[Leftover]:
        """Once the sixth cards are played, every seventh one that may not be played goes to the pile."""
        keep = self.game.to_act if self.game.phase is Phase.SEVENTH else ()
        for seat in range(len(before.cities)):
            if seat not in keep:
                for code in self.hands[seat]:
                    self.pile.append(code)
                    yield Leftover(seat, code)
                self.hands[seat] = []
