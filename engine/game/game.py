"""The game: an immutable value that the rules change.

`apply` gives the next game; undo replays all actions but the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.game.position import description, set_up
from engine.model.actions import (
    NOTHING,
    Action,
    Build,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    SeatAction,
    action_from_dict,
    action_to_dict,
)
from engine.model.catalogue import Catalogue, Leader
from engine.model.city import City, new_city
from engine.model.editions import COLOURS, EDITIONS, edition_named, edition_of, leader_row, played_with, read_leader
from engine.model.errors import IllegalAction, ImpossibleSetup, Reason, UnknownName, WondertableError
from engine.model.frozen import evolve
from engine.model.setup import OLD_RULINGS, RULINGS, Prefer, Setup, check
from engine.model.state import LAST_AGE, NO_ACTIONS, GameState, Phase, RemainingPhases
from engine.rules import legality, payment
from engine.rules.conflict import fight
from engine.rules.discard_pile import pile_after
from engine.rules.legality import can, judge
from engine.rules.payment import Way, explain_payment, leader_bill, stage_bill, structure_bill, ways_to_build
from engine.rules.trade import Purchase
from engine.rules.turn import remaining_phases, resolve, with_debts
from engine.scoring.outcome import outcome as outcome_of

COINS_AT_START = 3
COINS_WITH_LEADERS = 6


@dataclass(frozen=True)
class Game(GameState):
    """A game at one moment, with its record, and what can be done with it."""

    origin: Game | None = field(default=None, repr=False)
    """The position with which its record begins; None: it begins before the first turn."""
    __hash__ = GameState.__hash__

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
        rulings: int = RULINGS,
        expansions: Sequence[str] = (),
        edition: str | None = None,
        catalogue: Catalogue | None = None,
    ) -> Game:
        """A game before its first turn.

        Args:
            seats: (wonder, side) of each seat, clockwise.
            names: of the players, by seat.
            prefer: the neighbour to buy from if two payments cost the same.
            free_city: with two players, the seat of the third board ("Variante Esperti per 2 giocatori").
            leaders: whether the Leaders expansion is used.
            blank: what the blank leader is in this game.
            rulings: the version of the rulings; 1: those of games that were stored before there was another.
            expansions: the sets that are played besides the game itself and Leaders.
            edition: "first" or "second"; None: the one to which the boards belong.
            catalogue: other printed cards and boards than those of an edition.

        Raises ImpossibleSetup or UnknownName.
        """
        try:
            boards = tuple((wonder, side) for wonder, side in seats)
            given = tuple(names or ("",) * len(boards))
            hash(boards)
        except (TypeError, ValueError):
            raise ImpossibleSetup("bad_field", field="seats", value=seats) from None
        printed = catalogue or (edition_of(boards) if edition is None else edition_named(edition))
        sets = tuple(expansions)
        printed = played_with(printed, sets)
        return cls._start(Setup(boards, given, prefer, free_city, leaders, blank, rulings, sets, printed))

    @classmethod
    def _start(cls, setup: Setup) -> Game:
        check(setup)
        boards = [setup.catalogue.wonder(*seat) for seat in setup.seats]
        coins = [COINS_WITH_LEADERS if setup.leaders else COINS_AT_START] * len(boards)
        if setup.free_city is not None and setup.rulings != OLD_RULINGS:
            coins[setup.free_city] = COINS_AT_START  # only players begin with more
        cities = tuple(map(new_city, boards, setup.names, coins))
        return cls(setup, cities)._begin_age()

    # What the rules say of any state
    stage_ways = payment.ways_to_build_stage
    ways_for = payment.ways_for
    legal_actions = legality.legal_actions
    idle_action = legality.idle_action
    as_allowed = legality.as_allowed
    outcome = outcome_of

    def verify(self, action: Action) -> tuple[Reason, ...]:
        """Every reason against an action; empty if it is legal."""
        return judge(action, self).reasons

    def can(self, action: Action) -> bool:
        """True if an action is legal."""
        return can(action, self)

    def apply(self, action: Action) -> Game:
        """The game after an action. The actions of a phase resolve together once its last seat has acted.

        Raises IllegalAction with every reason against the action.
        """
        verdict = judge(action, self)
        if not verdict.reasons:
            return self._book(verdict.action)
        if not verdict.bookable:
            raise IllegalAction(action, verdict.reasons)
        # an exception with its stage and payment filled in may be legal
        return self._book(judge(verdict.action, self).action)

    def ways(self, seat: int, card: str) -> tuple[Way, ...]:
        """Every way the seat can pay for a structure now, the default first; UnknownName."""
        return ways_to_build(self, seat, self.catalogue.card(card))

    def possible(self, seat: int, card: str) -> tuple[Build | BuildStage | Discard, ...]:
        """Every legal action of the seat with a card of its hand: build it, build a stage with it, discard it.

        Each way to pay is an action of its own, the default first. Empty if the seat does not act now.
        """
        self.catalogue.card(card)
        due = self.phase is Phase.TURN or self.phase is Phase.SEVENTH
        actions = self.legal_actions(seat, (card,)) if due else ()
        return tuple(action for action in actions if isinstance(action, (Build, BuildStage, Discard)))

    def __str__(self) -> str:
        """The moment and the cities on one line each, for people."""
        phase = "" if self.phase is Phase.TURN else f" {self.phase}"
        due = f", to act: {' '.join(map(str, self.to_act))}" if self.to_act else ""
        lines = [f"{self.setup.edition} edition, age {self.age} turn {self.turn}{phase}{due}"]
        for seat, city in enumerate(self.cities):
            held = f"{city.coins} coins, {city.estate.shields} shields, {city.stages} stages"
            built = " ".join((*city.cards, *city.leaders)) or "-"
            lines.append(f"{seat} {city.wonder.id} {city.wonder.side}: {held}; {built}")
        return "\n".join(lines)

    @classmethod
    def position(
        cls,
        seats: Sequence[tuple[str, str]],
        cities: Sequence[Mapping[str, Any]] = (),
        *,
        age: int | None = None,
        turn: int | None = None,
        phase: str = Phase.TURN,
        pile: Sequence[str | None] = (),
        **options: Any,
    ) -> Game:
        """A game that begins between two turns; its record and undo begin there, too.

        A moment within a turn is such a game after the actions that were given since the turn began.

        Args:
            seats: (wonder, side) of each seat.
            cities: by seat, what differs from the start: `coins`, `stages`, `conflict` (tokens), `cards`, `before` (how
                many of them stood when the age began; None given: those before the first that is printed in this age),
                `raised` (those that came from the discard pile in this age), `leaders`, `copies` (the leader that the
                Courtesans Guild copies), `free_used` (this age's free structure is built, Olympia A),
                `debt` and `diplomacy` (tokens of Cities).
            age: 1 to 3; None: the first possible.
            turn: 1 to 6; 0 while leaders are recruited; None: the first possible.
            phase: "turn", "recruit", "conflicts" or "over".
            pile: the discard pile; None in it: a card that nobody saw.
            options: as of `new`.

        Raises ImpossiblePosition with every reason against it, ImpossibleSetup or UnknownName.
        """
        game = cls.new(seats, **options)
        return set_up(game, cities, age=age, turn=turn, phase=phase, pile=pile).begun_here()

    def begun_here(self) -> Game:
        """The same moment between turns as the beginning of a record."""
        bare = evolve(self, actions=(), origin=None)
        return evolve(bare, origin=bare)

    def since_turn(self) -> Game:
        """The same moment with a record that begins with this turn: all that the rules ask about, and no more."""
        *_, (begin, given) = (
            (state, count) for count, state in enumerate(self.states()) if not state.pending and not state.earlier
        )
        game = begin.begun_here()
        for action in self.actions[given:]:
            game = game._book(action)
        return game

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values for JSON: its settings and its actions (`data/game.schema.json`)."""
        setup = self.setup
        return {
            "version": setup.rulings,
            "edition": setup.edition,
            "prefer": setup.prefer,
            "free_city": setup.free_city,
            "leaders": setup.leaders,
            "blank": None if setup.blank is None else leader_row(setup.blank),
            "expansions": list(setup.expansions),
            "seats": [
                {"wonder": wonder, "side": side, "name": name}
                for (wonder, side), name in zip(setup.seats, setup.names, strict=True)
            ],
            "position": None if self.origin is None else description(self.origin),
            "actions": [action_to_dict(action) for action in self.actions],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any], editions: Mapping[str, Catalogue] = EDITIONS) -> Game:
        """The game of `to_dict`, played again. Raises ImpossibleSetup, UnknownName, ActionError or IllegalAction."""
        try:
            seats = [(seat["wonder"], seat["side"]) for seat in row["seats"]]
            names = [seat.get("name", "") for seat in row["seats"]]
            blank = read_leader(row["blank"], COLOURS) if row.get("blank") else None
            options = {name: row[name] for name in ("prefer", "free_city", "leaders", "expansions") if name in row}
            printed, actions = editions[row.get("edition", "first")], tuple(row.get("actions", ()))
            options |= {"names": names, "blank": blank, "rulings": row.get("version", RULINGS), "catalogue": printed}
            if (begins := row.get("position")) is None:
                game = cls.new(seats, **options)
            else:
                game = cls.position(seats, **begins, **options)
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            if isinstance(problem, WondertableError):
                raise
            raise ImpossibleSetup("bad_field", field="game", value=repr(problem)) from problem
        for action in actions:
            game = game.apply(action_from_dict(action))
        return game

    def leader_price(self, seat: int, leader: str) -> int:
        """Coins that recruiting the leader would cost the seat now; UnknownName."""
        known = self.leader(leader)
        if known is None:
            raise UnknownName("unknown_leader", leader=leader)
        return leader_bill(self, seat, known).cost.coins

    def explain(self, action: Build | BuildStage) -> tuple[Purchase, ...]:
        """The resources that an action buys from each neighbour, and what goes to the bank; IllegalAction."""
        verdict = judge(action, self)
        if verdict.reasons:
            raise IllegalAction(action, verdict.reasons)
        filled = verdict.action
        if not isinstance(filled, (Build, BuildStage)) or filled.pays is None or filled.pays == NOTHING:
            return ()
        if isinstance(filled, Build):
            bill = structure_bill(self, filled.seat, self.catalogue.card(filled.card))
        else:
            bill = stage_bill(self, filled.seat)
        return explain_payment(self, filled.seat, bill, filled.pays)

    def undo(self) -> Game:
        """The game without its last action; the same game if there is none."""
        return self._replay(self.actions[:-1])

    def pending_index(self, seat: int) -> int:
        """The index in `actions` of the seat's action in this phase; KeyError if it has not acted."""
        acted = self.pending[seat]
        return max(index for index, action in enumerate(self.actions) if action == acted)

    def without_pending(self, seat: int) -> Game:
        """The game in which the seat has not acted in this phase; the same game if it has not."""
        if seat not in self.pending:
            return self
        index = self.pending_index(seat)
        pending = {other: action for other, action in self.pending.items() if other != seat}
        actions = (*self.actions[:index], *self.actions[index + 1 :])
        return replace(self, pending=MappingProxyType(pending), actions=actions)

    def undo_turn(self) -> Game:
        """The game when the last resolved turn began, or before the conflicts if they were fought after it.

        A turn whose first actions are resolved while phases remain (Halicarnassus) counts as resolved.
        """
        steps = [game._undo_step for game in self.states()]
        starts = [0, *(count for count in range(1, len(steps)) if steps[count] != steps[count - 1])]
        begun = 1 if self.earlier or len(starts) == 1 else 2
        return self._replay(self.actions[: starts[-begun]])

    @property
    def _undo_step(self) -> tuple[int, int, bool, bool]:
        """What `undo_turn` undoes as a whole: it changes where such a step begins."""
        return self.age, self.turn, self.phase is Phase.CONFLICTS, self.phase is Phase.OVER

    def states(self) -> Iterator[Game]:
        """The game before its first action, and after each action."""
        game = self._beginning()
        yield game
        for action in self.actions:
            game = game._book(action)
            yield game

    def _beginning(self) -> Game:
        if self.origin is None:
            return Game._start(self.setup)
        named = zip(self.origin.cities, self.setup.names, strict=True)
        cities = tuple(evolve(city, name=name) for city, name in named)
        return evolve(self.origin, setup=self.setup, cities=cities).begun_here()

    def _replay(self, actions: Iterable[Action]) -> Game:
        game = self._beginning()
        for action in actions:
            game = game._book(action)
        return game

    def _book(self, action: Action) -> Game:
        """Add an action that has been judged and has its payment."""
        actions = self.actions + (action,)  # noqa: RUF005  unpacking takes twice the time
        if isinstance(action, (CorrectCoins, Fight)):
            return self._next_age(actions) if isinstance(action, Fight) else self._correct(action, actions)
        pending = self.pending | {action.seat: action}
        if len(pending) < len(self.acting):
            return evolve(self, pending=MappingProxyType(pending), actions=actions)
        return self._close(pending, actions)

    def _correct(self, action: CorrectCoins, actions: tuple[Action, ...]) -> Game:
        """The coins that were counted can be spent, in a phase that ends the turn too."""
        seat = action.seat
        cities = _with_coins(self.cities, seat, action.coins)
        began = self.began
        if began:
            paid = getattr(self.earlier.get(seat), "pays", None) or NOTHING
            began = _with_coins(began, seat, action.coins + paid.total)
        return evolve(self, cities=cities, began=began, actions=actions)

    def _close(self, pending: Mapping[int, SeatAction], actions: tuple[Action, ...]) -> Game:
        """Resolve the phase, as every seat has acted, and go on to the next one."""
        resolution = resolve(self, pending)
        remaining = remaining_phases(self, pending, resolution)
        pile = pile_after(self, pending, remaining)
        if remaining:
            return self._next_phase(pending, remaining, cities=resolution.cities, actions=actions, pile=pile)
        last = self.is_last_turn
        return evolve(
            self,
            cities=with_debts(resolution.cities) if resolution.losses else resolution.cities,
            actions=actions,
            pile=pile,
            turn=self.turn + (not last),
            phase=Phase.CONFLICTS if last else Phase.TURN,
            acting=() if last else tuple(range(len(self.cities))),
            pending=NO_ACTIONS,
            remaining=(),
            earlier=NO_ACTIONS,
            began=(),
        )

    def _next_phase(self, acted: Mapping[int, SeatAction], phases: RemainingPhases, **resolved: object) -> Game:
        (phase, acting), *later = phases
        first = self.phase is Phase.TURN or self.phase is Phase.RECRUIT
        return evolve(
            self,
            **resolved,
            phase=phase,
            acting=acting,
            pending=NO_ACTIONS,
            remaining=tuple(later),
            earlier=acted if first else self.earlier,
            began=self.cities if first else self.began,
        )

    def _next_age(self, actions: tuple[Action, ...]) -> Game:
        cities = fight(self.cities, self.age)
        if self.age == LAST_AGE:
            return evolve(self, cities=cities, phase=Phase.OVER, actions=actions)
        return evolve(self, cities=cities, age=self.age + 1, actions=actions)._begin_age()

    def _begin_age(self) -> Game:
        if self.setup.leaders:
            return evolve(self, turn=0, phase=Phase.RECRUIT, acting=self.player_seats)
        return evolve(self, turn=1, phase=Phase.TURN, acting=tuple(range(len(self.cities))))


def _with_coins(cities: tuple[City, ...], seat: int, coins: int) -> tuple[City, ...]:
    return (*cities[:seat], evolve(cities[seat], coins=coins), *cities[seat + 1 :])
