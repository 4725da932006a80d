"""One moment of a game as a frozen value: its fields, and what can be looked up in them.

The rules are functions over a `GameState`; `engine.game.Game` adds what changes it.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self, TypeVar

from engine.model.actions import Action, SeatAction
from engine.model.catalogue import Card, Catalogue, Leader
from engine.model.city import City, neighbours
from engine.model.effects import Effect
from engine.model.setup import Setup

LAST_AGE = 3
AnyState = TypeVar("AnyState", bound="GameState")
NO_ACTIONS: MappingProxyType[int, SeatAction] = MappingProxyType({})


class Phase(StrEnum):
    """What the game waits for."""

    RECRUIT = "recruit"
    """Every player's leader, before the first turn of the age (Leaders)."""
    TURN = "turn"
    """Every seat's card of this turn."""
    CHOOSE_LEADER = "court"
    """The neighbour's leader that the Courtesans Guild copies (Leaders)."""
    EXTRA_LEADER = "extra_leader"
    """One more leader, at once (Rome B)."""
    SEVENTH = "seventh"
    """The seventh card of each seat that may play it, as a turn of its own (Babylon B)."""
    FROM_DISCARD = "from_discard"
    """A structure from the discard pile (Halicarnassus, Solomon)."""
    LOSS = "loss"
    """What each seat that has coins pays of those that it loses; it takes debt tokens for the others (Cities)."""
    CONFLICTS = "conflicts"
    """The conflicts at the end of the age."""
    OVER = "over"
    """Nothing: the game is over."""


RemainingPhases = tuple[tuple[Phase, tuple[int, ...]], ...]
"""Phases in the order in which they come, each with the seats that act in it."""


@dataclass(frozen=True)
class GameState:
    """One moment of a game. Seats are numbered clockwise: the left neighbour of seat s is seat s + 1."""

    setup: Setup
    cities: tuple[City, ...]
    age: int = 1
    turn: int = 1
    """1 to `last_turn`; 0 while leaders are recruited before the first turn of an age."""
    phase: Phase = field(default_factory=lambda: Phase.TURN)
    acting: tuple[int, ...] = ()
    """The seats that act in this phase."""
    pending: MappingProxyType[int, SeatAction] = field(default_factory=lambda: NO_ACTIONS)
    """The actions already given in this phase, by seat; they resolve together."""
    remaining: RemainingPhases = ()
    """The phases that still follow this one before the turn is over."""
    actions: tuple[Action, ...] = ()
    """The record: every action, with its payment."""
    earlier: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ACTIONS, repr=False)
    """Actions of this turn that are already resolved, while phases of the turn remain."""
    began: tuple[City, ...] = field(default=(), repr=False)
    """The cities when this turn began, while phases of the turn remain."""
    pile: tuple[str | None, ...] = ()
    """The discard pile, in the order in which its cards came; None: a card that nobody saw."""

    def __hash__(self) -> int:
        built = tuple([(city.coins, city.stages, city.cards) for city in self.cities])
        return hash((self.setup, self.age, self.turn, self.phase, built, self.actions))

    def __getstate__(self) -> dict[str, object]:
        """Read-only views cannot be pickled."""
        return {**self.__dict__, "pending": dict(self.pending), "earlier": dict(self.earlier)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        views = {name: MappingProxyType(state[name]) for name in ("pending", "earlier")}
        self.__dict__.update(state | views)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @property
    def is_last_turn(self) -> bool:
        """True in the turn after which the conflicts come."""
        return self.turn == self.last_turn

    @property
    def players(self) -> int:
        """The number of cities, which decides which cards are in the game (with the Free City: those for three)."""
        return len(self.cities)

    @property
    def player_seats(self) -> tuple[int, ...]:
        """The seats of the players: all but the Free City."""
        return tuple(seat for seat in range(len(self.cities)) if seat != self.setup.free_city)

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of cards and wonders in this game."""
        return self.setup.sets

    @property
    def last_turn(self) -> int:
        """Turns in an age: 6, or 7 with Cities."""
        return self.setup.catalogue.last_turn

    @property
    def age_cards(self) -> tuple[Card, ...]:
        """The structures that may be in this age's deck: of the sets in this game and its number of players."""
        cards = self.setup.catalogue.cards.values()
        return tuple(card for card in cards if card.set in self.sets and card.copies(self.age, self.players))

    @property
    def catalogue(self) -> Catalogue:
        """The printed cards and boards."""
        return self.setup.catalogue

    @property
    def controller(self) -> int | None:
        """The seat that plays for the Free City this turn.

        The two neighbours alternate; the left one begins, in Age II the right one.
        """
        if self.setup.free_city is None:
            return None
        left, right = self.beside(self.setup.free_city)
        first, second = (right, left) if self.age == 2 else (left, right)
        return first if self.turn % 2 else second

    def beside(self, seat: int) -> tuple[int, int]:
        """The left neighbour's seat (the next clockwise) and the right neighbour's."""
        return neighbours(seat, len(self.cities))

    def leader(self, leader: str) -> Leader | None:
        """The leader with this id, including the blank leader of this game; None if unknown."""
        blank = self.setup.blank
        if blank is not None and blank.id == leader:
            return blank
        return self.catalogue.leaders.get(leader)

    def leaders_of(self, seat: int) -> tuple[Leader, ...]:
        """The leaders that work for a seat, including the one its Courtesans Guild copies."""
        city = self.cities[seat]
        ids = (*city.leaders, city.copied_leader) if city.copied_leader else city.leaders
        return tuple(leader for leader in map(self.leader, ids) if leader is not None)

    def effects_of(self, seat: int) -> Iterator[Effect]:
        """The effects of a city's structures and of the leaders that work for it."""
        for card in self.cities[seat].cards:
            yield from self.catalogue.cards[card].effects
        for leader in self.leaders_of(seat):
            yield from leader.effects

    def leaders_beside(self, seat: int) -> tuple[str, ...]:
        """The ids of the leaders recruited in the two neighbouring cities."""
        left, right = self.beside(seat)
        return (*self.cities[left].leaders, *self.cities[right].leaders)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must still act in this phase, in ascending order."""
        pending = self.pending
        return tuple([seat for seat in self.acting if seat not in pending]) if pending else self.acting

    def to_act_without(self, planned: Container[int]) -> tuple[int, ...]:
        """The seats that must still act and have no action planned."""
        return tuple(seat for seat in self.to_act if seat not in planned)
