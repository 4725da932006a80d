"""The game: an immutable value. `apply` gives the next one; a game is its record, and undo replays all but the last."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.actions import NOTHING, Action, Build, BuildStage, CorrectCoins, Discard, Fight, SeatAction
from engine.catalogue import CATALOGUE, Catalogue, Leader
from engine.city import City, found
from engine.conflict import fight
from engine.due import LAST_TURN, Due, due_after
from engine.errors import IllegalAction, Reason, UnknownName
from engine.legality import judge
from engine.payment import (
    Way,
    bill_for_card,
    bill_for_leader,
    bill_for_stage,
    explain_payment,
    ways_to_build,
    ways_to_pay,
)
from engine.phase import Phase
from engine.setup import Prefer, Setup, check
from engine.turn import resolve
from engine.value import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.trade import Purchase

COINS_AT_START = 3
COINS_WITH_LEADERS = 6
LAST_AGE = 3
NOBODY: MappingProxyType[int, SeatAction] = MappingProxyType({})


@dataclass(frozen=True)
class Game:
    """One moment of a game. Seats run clockwise: the left neighbour of seat s is seat s + 1."""

    setup: Setup
    cities: tuple[City, ...]
    age: int = 1
    turn: int = 1
    """1 to 6; 0 while leaders are recruited before the first turn of an age."""
    phase: Phase = Phase.TURN
    acting: tuple[int, ...] = ()
    """The seats that act in this phase."""
    pending: MappingProxyType[int, SeatAction] = field(default_factory=lambda: NOBODY)
    """The actions of this phase that were already given, by seat; they resolve together."""
    due: Due = ()
    """The phases that still come before the turn is over, with their seats."""
    actions: tuple[Action, ...] = ()
    """The record: every action, payments filled in."""
    earlier: Mapping[int, SeatAction] = field(default_factory=lambda: NOBODY, repr=False)
    """This turn's actions that are already resolved, while something is still due."""

    @classmethod
    def new(
        cls,
        seats: Sequence[tuple[str, str]],
        names: Sequence[str] | None = None,
        *,
        prefer: Prefer = "left",
        free_city: int | None = None,
        leaders: bool = False,
        blank: Leader | None = None,
        catalogue: Catalogue = CATALOGUE,
    ) -> Game:
        """A game before the first turn, for (wonder, side) per seat clockwise; ImpossibleSetup, UnknownName.

        Two players sit with a third board, `free_city` being its seat ("Variante Esperti per 2 giocatori").
        """
        given = tuple(names or ("",) * len(seats))
        setup = Setup(tuple(map(tuple, seats)), given, prefer, free_city, leaders, blank, catalogue)  # type: ignore[arg-type]
        return cls._start(setup)

    @classmethod
    def _start(cls, setup: Setup) -> Game:
        check(setup)
        boards = [setup.catalogue.wonder(*seat) for seat in setup.seats]
        coins = COINS_WITH_LEADERS if setup.leaders else COINS_AT_START
        cities = tuple(found(board, name, coins) for board, name in zip(boards, setup.names, strict=True))
        return cls(setup, cities)._begin_age()

    def __hash__(self) -> int:
        return hash((self.setup, self.actions))

    @property
    def players(self) -> int:
        """The number of cities, which decides which cards are in the game (with the Free City: those for three)."""
        return len(self.cities)

    @property
    def player_seats(self) -> tuple[int, ...]:
        """The seats of players: all but the Free City."""
        return tuple(seat for seat in range(len(self.cities)) if seat != self.setup.free_city)

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of cards and wonders that are played with."""
        return ("base", "leaders") if self.setup.leaders else ("base",)

    @property
    def catalogue(self) -> Catalogue:
        """What is printed."""
        return self.setup.catalogue

    @property
    def controller(self) -> int | None:
        """The seat that acts for the Free City this turn: in turn, its left neighbour first (in Age II its right)."""
        if self.setup.free_city is None:
            return None
        left, right = self.beside(self.setup.free_city)
        first, second = (right, left) if self.age == 2 else (left, right)
        return first if self.turn % 2 else second

    def beside(self, seat: int) -> tuple[int, int]:
        """The left neighbour's seat (the next clockwise) and the right one's."""
        seats = len(self.cities)
        return (seat + 1) % seats, (seat - 1) % seats

    def leader(self, leader: str) -> Leader | None:
        """The leader with this id, the blank one too if it was given a meaning."""
        blank = self.setup.blank
        if blank is not None and blank.id == leader:
            return blank
        return self.catalogue.leaders.get(leader)

    def leaders_of(self, seat: int) -> tuple[Leader, ...]:
        """The leaders that work for a seat, the copied one included."""
        city = self.cities[seat]
        named = (*city.leaders, city.courted) if city.courted else city.leaders
        return tuple(leader for leader in map(self.leader, named) if leader is not None)

    def leaders_beside(self, seat: int) -> tuple[str, ...]:
        """The leaders recruited in the two neighbouring cities."""
        left, right = self.beside(seat)
        return (*self.cities[left].leaders, *self.cities[right].leaders)

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
        if not verdict.reasons:
            return self._book(verdict.action)
        if not verdict.bookable:
            raise IllegalAction(action, verdict.reasons)
        # filled in it may be legal: the stage that is due, no more coins than there are
        return self._book(judge(verdict.action, self).action)

    def ways(self, seat: int, card: str) -> tuple[Way, ...]:
        """Every way in which the seat can pay for a structure now, the default first; UnknownName."""
        return ways_to_build(self, seat, self.catalogue.card(card))

    def stage_ways(self, seat: int) -> tuple[Way, ...]:
        """Every way in which the seat can pay for its next stage now, the default first; empty if none is left."""
        city = self.cities[seat]
        if city.stages == len(city.wonder.stages):
            return ()
        return ways_to_pay(self, seat, bill_for_stage(self, seat))

    def possible(self, seat: int, card: str) -> tuple[Build | BuildStage | Discard, ...]:
        """Everything the seat can do now with a structure's card in its hand, payments filled in, defaults first.

        To build it in every way, to build a stage with it in every way, to discard it; empty if the seat does not act.
        """
        builds = [Build(seat, card, way.payment, way.kind == "free") for way in self.ways(seat, card)]
        stages = [BuildStage(seat, self.cities[seat].stages + 1, way.payment) for way in self.stage_ways(seat)]
        actions: list[Build | BuildStage | Discard] = [*builds, *stages, Discard(seat)]
        return tuple(filter(self.can, actions))

    def leader_price(self, seat: int, leader: str) -> int:
        """What recruiting the leader would cost the seat now, in coins; UnknownName."""
        known = self.leader(leader)
        if known is None:
            raise UnknownName("unknown_leader", leader=leader)
        return bill_for_leader(self, seat, known).cost.coins

    def explain(self, action: Build | BuildStage) -> tuple[Purchase, ...]:
        """Which resources an action buys from whom, and what goes to the bank; IllegalAction if it is not legal now."""
        verdict = judge(action, self)
        if verdict.reasons:
            raise IllegalAction(action, verdict.reasons)
        filled = verdict.action
        if not isinstance(filled, (Build, BuildStage)) or filled.pays is None or filled.pays == NOTHING:
            return ()
        if isinstance(filled, Build):
            bill = bill_for_card(self, filled.seat, self.catalogue.card(filled.card))
        else:
            bill = bill_for_stage(self, filled.seat)
        return explain_payment(self, filled.seat, bill, filled.pays)

    def undo(self) -> Game:
        """The game without its last action; itself if there is none."""
        return self._replay(self.actions[:-1])

    def undo_turn(self) -> Game:
        """The game as it stood when the last closed turn began, or before the fights if they came after it."""
        units = [game._unit for game in self.states()]
        starts = [0, *(count for count in range(1, len(units)) if units[count] != units[count - 1])]
        closed = 1 if self.earlier or len(starts) == 1 else 2
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
        actions = self.actions + (action,)  # noqa: RUF005  half the time, and every action comes here
        if isinstance(action, (CorrectCoins, Fight)):
            return self._next_age(actions) if isinstance(action, Fight) else self._correct(action, actions)
        pending = self.pending | {action.seat: action}
        if len(pending) < len(self.acting):
            return evolve(self, pending=MappingProxyType(pending), actions=actions)
        return self._close(pending, actions)

    def _correct(self, action: CorrectCoins, actions: tuple[Action, ...]) -> Game:
        city = evolve(self.cities[action.seat], coins=action.coins)
        cities = (*self.cities[: action.seat], city, *self.cities[action.seat + 1 :])
        return evolve(self, cities=cities, actions=actions)

    def _close(self, pending: Mapping[int, SeatAction], actions: tuple[Action, ...]) -> Game:
        """Everybody has acted: resolve, and go on with what is due."""
        outcome = resolve(self, pending)
        due = due_after(self, pending, outcome)
        earlier = pending if self.phase is Phase.TURN or self.phase is Phase.RECRUIT else self.earlier
        return self._go_on(outcome.cities, due, actions, earlier)

    def _go_on(
        self, cities: tuple[City, ...], due: Due, actions: tuple[Action, ...], earlier: Mapping[int, SeatAction]
    ) -> Game:
        turn = self.turn
        if due:
            (phase, acting), *rest = due
            due = tuple(rest)
        else:
            earlier = NOBODY
            phase, acting = (Phase.CONFLICTS, ()) if turn == LAST_TURN else (Phase.TURN, tuple(range(len(cities))))
            turn += phase is Phase.TURN
        return evolve(
            self,
            cities=cities,
            turn=turn,
            phase=phase,
            acting=acting,
            pending=NOBODY,
            due=due,
            actions=actions,
            earlier=earlier,
        )

    def _next_age(self, actions: tuple[Action, ...]) -> Game:
        cities = fight(self.cities, self.age)
        if self.age == LAST_AGE:
            return Game(self.setup, cities, self.age, self.turn, Phase.OVER, actions=actions)
        return Game(self.setup, cities, self.age + 1, actions=actions)._begin_age()

    def _begin_age(self) -> Game:
        if self.setup.leaders:
            return evolve(self, turn=0, phase=Phase.RECRUIT, acting=self.player_seats)
        return evolve(self, turn=1, phase=Phase.TURN, acting=tuple(range(len(self.cities))))
