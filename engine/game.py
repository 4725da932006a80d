"""The game: an immutable value. `apply` gives the next one; a game is its record, and undo replays all but the last."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from engine.actions import NOTHING, Action, Build, BuildStage, CorrectCoins, Fight, SeatAction
from engine.catalogue import CATALOGUE, Catalogue
from engine.city import City, found
from engine.conflict import Tokens, fight, preview
from engine.effects import SeventhCard, Side
from engine.errors import IllegalAction, ImpossibleSetup, Reason
from engine.legality import judge
from engine.payment import Way, explain_payment, market_of, ways_to_build, ways_to_pay
from engine.phase import Phase
from engine.resources import RESOURCES
from engine.turn import resolve, stages_that_raise_the_dead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.trade import Purchase

COINS_AT_START = 3
LAST_TURN = 6
LAST_AGE = 3
FEWEST, MOST = 3, 7
NOBODY: Mapping[int, SeatAction] = MappingProxyType({})

Prefer = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What was settled before the first turn."""

    seats: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    prefer: Prefer = "left"
    """The side to which ties between equally cheap payments go."""
    catalogue: Catalogue = field(default=CATALOGUE, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One moment of a game. Seats run clockwise: the left neighbour of seat s is seat s + 1."""

    setup: Setup
    cities: tuple[City, ...]
    age: int = 1
    turn: int = 1
    phase: Phase = Phase.TURN
    acting: tuple[int, ...] = ()
    """The seats that act in this phase."""
    pending: Mapping[int, SeatAction] = field(default_factory=lambda: NOBODY)
    """The actions of this phase that were already given, by seat; they resolve together."""
    due: tuple[tuple[Phase, tuple[int, ...]], ...] = ()
    """The phases that still come before the turn is over, with their seats."""
    actions: tuple[Action, ...] = ()
    """The record: every action, payments filled in."""

    @classmethod
    def new(
        cls,
        seats: Sequence[tuple[str, str]],
        names: Sequence[str] | None = None,
        *,
        prefer: Prefer = "left",
        catalogue: Catalogue = CATALOGUE,
    ) -> Game:
        """A game before the first turn, for (wonder, side) per seat clockwise; ImpossibleSetup, UnknownName."""
        setup = Setup(tuple(seats), tuple(names or ("",) * len(seats)), prefer, catalogue)
        return cls._start(setup)

    @classmethod
    def _start(cls, setup: Setup) -> Game:
        _check(setup)
        boards = [setup.catalogue.wonder(*seat) for seat in setup.seats]
        cities = tuple(found(board, name, COINS_AT_START) for board, name in zip(boards, setup.names, strict=True))
        return cls(setup, cities, acting=tuple(range(len(cities))))

    def __hash__(self) -> int:
        return hash((self.setup, self.actions))

    @property
    def players(self) -> int:
        """The number of players, which decides which cards are in the game."""
        return len(self.cities)

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of cards and wonders that are played with."""
        return ("base",)

    @property
    def catalogue(self) -> Catalogue:
        """What is printed."""
        return self.setup.catalogue

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who must still act in this phase, in the order of seats."""
        return tuple(seat for seat in self.acting if seat not in self.pending)

    def verify(self, action: Action) -> tuple[Reason, ...]:
        """Everything that is wrong with an action; empty if it is legal."""
        return judge(action, self).reasons

    def can(self, action: Action) -> bool:
        """Whether an action is legal."""
        return not judge(action, self).reasons

    def apply(self, action: Action) -> Game:
        """The game after an action; IllegalAction with every reason at once.

        Actions of a turn are collected; when the last seat has acted all of them resolve together.
        """
        verdict = judge(action, self)
        if not verdict.bookable:
            raise IllegalAction(action, verdict.reasons)
        return self._book(verdict.action)

    def ways(self, seat: int, card: str) -> tuple[Way, ...]:
        """Every way in which the seat can pay for a structure now, the default first; UnknownName."""
        return ways_to_build(self, seat, self.catalogue.card(card))

    def stage_ways(self, seat: int) -> tuple[Way, ...]:
        """Every way in which the seat can pay for its next stage now, the default first; empty if none is left."""
        city = self.cities[seat]
        if city.stages == len(city.wonder.stages):
            return ()
        return ways_to_pay(self, seat, city.wonder.stages[city.stages].cost)

    def explain(self, action: Build | BuildStage) -> tuple[Purchase, ...]:
        """Which resources an action buys from whom, and what goes to the bank; IllegalAction if it is not legal now."""
        verdict = judge(action, self)
        if verdict.reasons:
            raise IllegalAction(action, verdict.reasons)
        filled = verdict.action
        if isinstance(filled, BuildStage) and filled.pays is not None:
            stages = self.cities[filled.seat].wonder.stages
            return explain_payment(self, filled.seat, stages[self.cities[filled.seat].stages].cost, filled.pays)
        if isinstance(filled, Build) and filled.pays not in {None, NOTHING}:
            assert filled.pays is not None
            return explain_payment(self, filled.seat, self.catalogue.card(filled.card).cost, filled.pays)
        return ()

    def undo(self) -> Game:
        """The game without its last action; itself if there is none."""
        return self._replay(self.actions[:-1])

    def undo_turn(self) -> Game:
        """The game as it stood when the last closed turn began, or before the fights if they came after it."""
        units = [game._unit for game in self.states()]
        starts = [0, *(count for count in range(1, len(units)) if units[count] != units[count - 1])]
        closed = 1 if self.phase in {Phase.SEVENTH, Phase.FROM_DISCARD} or len(starts) == 1 else 2
        return self._replay(self.actions[: starts[-closed]])

    @property
    def _unit(self) -> tuple[int, int, bool, bool]:
        """What `undo_turn` takes back as a whole."""
        return self.age, self.turn, self.phase is Phase.CONFLICTS, self.phase is Phase.OVER

    def states(self) -> Iterator[Game]:
        """The game before its first action, and after each."""
        game = Game._start(self.setup)
        yield game
        for action in self.actions:
            game = game._book(action)
            yield game

    def _replay(self, actions: Iterable[Action]) -> Game:
        game = Game._start(self.setup)
        for action in actions:
            game = game._book(action)
        return game

    def _book(self, action: Action) -> Game:
        """Book a filled-in action that has been judged."""
        actions = (*self.actions, action)
        if isinstance(action, CorrectCoins):
            city = replace(self.cities[action.seat], coins=action.coins)
            cities = (*self.cities[: action.seat], city, *self.cities[action.seat + 1 :])
            return replace(self, cities=cities, actions=actions)
        if isinstance(action, Fight):
            return self._next_age(actions)
        pending = {**self.pending, action.seat: action}
        if len(pending) < len(self.acting):
            return replace(self, pending=MappingProxyType(pending), actions=actions)
        return self._close(pending, actions)

    def _close(self, pending: Mapping[int, SeatAction], actions: tuple[Action, ...]) -> Game:
        """Everybody has acted: resolve, and go on with what is due."""
        cities = resolve(self.catalogue, self.cities, pending)
        due = self.due
        if self.phase is Phase.TURN and self.turn == LAST_TURN:
            due += _due(Phase.SEVENTH, (seat for seat, city in enumerate(cities) if city.estate.has(SeventhCard)))
        due += _due(Phase.FROM_DISCARD, stages_that_raise_the_dead(cities, pending))
        after = Game(self.setup, cities, self.age, self.turn, self.phase, (), NOBODY, due, actions)
        return after._go_on()

    def _go_on(self) -> Game:
        if self.due:
            (phase, acting), *due = self.due
            return replace(self, phase=phase, acting=acting, due=tuple(due))
        if self.turn == LAST_TURN:
            return replace(self, phase=Phase.CONFLICTS)
        return replace(self, turn=self.turn + 1, phase=Phase.TURN, acting=tuple(range(len(self.cities))))

    def _next_age(self, actions: tuple[Action, ...]) -> Game:
        cities = tuple(replace(city, free_used=False) for city in fight(self.cities, self.age))
        if self.age == LAST_AGE:
            return replace(self, cities=cities, phase=Phase.OVER, actions=actions)
        everybody = tuple(range(len(cities)))
        return Game(self.setup, cities, self.age + 1, 1, Phase.TURN, everybody, actions=actions)


def conflict_preview(game: Game) -> tuple[Tokens, ...]:
    """The token each seat would now get on its (left, right) edge; None: a tie."""
    return preview(game.cities, game.age)


def prices(game: Game, seat: int) -> dict[str, dict[str, int]]:
    """What one unit of each resource costs the seat at its "left" and its "right" neighbour."""
    market = market_of(game, seat)
    both = ((Side.LEFT, market.left_prices), (Side.RIGHT, market.right_prices))
    return {str(side): dict(zip(RESOURCES, coins, strict=True)) for side, coins in both}


def _check(setup: Setup) -> None:
    seats = setup.seats
    if not FEWEST <= len(seats) <= MOST:
        raise ImpossibleSetup("wrong_number_of_players", players=len(seats), fewest=FEWEST, most=MOST)
    if len(setup.names) != len(seats):
        raise ImpossibleSetup("wrong_number_of_names", names=len(setup.names), players=len(seats))
    if setup.prefer not in {"left", "right"}:
        raise ImpossibleSetup("unknown_option", option="prefer", value=setup.prefer)
    seen: set[str] = set()
    for name, side in seats:
        wonder = setup.catalogue.wonder(name, side)
        if wonder.id in seen:
            raise ImpossibleSetup("wonder_twice", wonder=wonder.id)
        if wonder.set != "base":
            raise ImpossibleSetup("wonder_not_in_this_game", wonder=wonder.id)
        seen.add(wonder.id)


def _due(phase: Phase, seats: Iterable[int]) -> tuple[tuple[Phase, tuple[int, ...]], ...]:
    acting = tuple(seats)
    return ((phase, acting),) if acting else ()
