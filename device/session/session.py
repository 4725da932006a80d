"""One sitting at a table, as data: the set-up, the game, what is booked and what the umpire made of the last scene.

Looking (`device.session.looking`), pressing (`device.session.pressing`) and correcting (`device.session.corrections`)
are functions from one session to the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from device.ledger_check.changed_past import ChangedPast
from device.session.ledger import Ledger
from device.session.setup import FEWEST_BOARDS, SeatSetup, TableSetup
from device.umpire.ruling import NO_ENTRIES, Ruling, Situation, Umpire, UmpireMemory
from display.messages.events import Booked, Event
from display.messages.intents import ShownCard
from display.messages.questions import Question
from engine import Game, Phase, SeatAction, WondertableError, edition_of
from engine.bots import check_chair
from vision.scene import Scene


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a sitting.

    `auto`: ADVANCE presses itself if there is no question. `prefer`: the neighbour who is paid at equal prices.
    `shown`: there is a screen, which takes time to show the conflicts. `leaders`: the next game is played with Leaders.
    `expansions`: the other sets with which it is played, if its edition has them.
    `game` is None until it starts. `asked`: the questions already announced. `idle_since`: camera time (s) of the last
    booking; infinite after an undo, when only ADVANCE goes on. `closed_itself`: camera time at which a turn closed by
    itself.
    `proposed`: a change of past actions about which somebody is asked, since later actions no longer fit.
    `in_secret`: what seats have entered on telephones for the open phase; no screen and no journal may have it.
    `by_phone`: see `Situation`. `photographed`: (seat, card) of the open turn, from a telephone's photograph, not
    dealt with yet.
    """

    umpire: Umpire
    auto: bool = False
    prefer: Literal["left", "right"] = "left"
    shown: bool = False
    leaders: bool = False
    setup: SeatSetup = TableSetup()
    game: Game | None = None
    ledger: Ledger = Ledger()
    ruling: Ruling = Ruling(UmpireMemory())
    scene: Scene = Scene(0.0)
    asked: frozenset[tuple[int | None, str, object]] = frozenset()
    idle_since: float = -math.inf
    closed_itself: float = -math.inf
    proposed: ChangedPast | None = None
    in_secret: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES, repr=False)
    by_phone: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES)
    expansions: tuple[str, ...] = ()
    photographed: tuple[tuple[int, ShownCard], ...] = ()

    @property
    def memory(self) -> UmpireMemory:
        """What the umpire remembers."""
        return self.ruling.memory

    def with_memory(self, memory: UmpireMemory) -> Session:
        """The session in which the umpire remembers this."""
        return replace(self, ruling=replace(self.ruling, memory=memory))

    def remember(self, **changes: Any) -> Session:
        """The session with changes of what the umpire remembers, by the names of its fields."""
        return self.with_memory(replace(self.memory, **changes))

    @property
    def entries(self) -> tuple[Booked, ...]:
        """The actions that stand."""
        return self.ledger.entries

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, "" where nobody gave one."""
        return self.game.setup.names if self.game else self.setup.names

    @property
    def situation(self) -> Situation:
        """What the umpire rules on; only while a game is on."""
        game = self.game
        assert game is not None
        in_secret = MappingProxyType({seat: self.in_secret[seat] for seat in game.to_act if seat in self.in_secret})
        chair = self.setup.chair.seat if self.setup.chair else None
        return Situation(self.scene, game, self.ledger.seats, self.entries, in_secret, self.by_phone, chair)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked now."""
        if self.game is None:
            return self.setup.questions or self._refused
        return ((self.proposed.question,) if self.proposed else ()) + self.ruling.questions

    @property
    def ready(self) -> bool:
        """True if ADVANCE would go on now and there is no question."""
        if self.game is None:
            return len(self.setup.seats) >= FEWEST_BOARDS and not self.questions
        return self.game.phase is not Phase.OVER and not self.ruling.questions

    def new_game(self) -> Game:
        """A game of the boards as they lie, before its first action; ImpossibleSetup, UnknownName."""
        setup, there = self.setup, edition_of(self.setup.seats).expansions
        game = Game.new(
            setup.seats,
            setup.names,
            prefer=self.prefer,
            free_city=setup.free_city,
            leaders=self.leaders,
            expansions=[expansion for expansion in self.expansions if expansion in there],
        )
        if setup.chair is not None:
            check_chair(game.setup, setup.chair.seat)
        return game

    @property
    def _refused(self) -> tuple[Question, ...]:
        """Why the rules know no game of these boards, as if one belongs to an expansion that is not played."""
        if len(self.setup.seats) < FEWEST_BOARDS:
            return ()
        try:
            self.new_game()
        except WondertableError as error:
            return (Question(None, "wonders_refused", {"reason": error.key, **error.placeholders}, ("take_back",)),)
        return ()

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats of which nobody has seen or said what they do in this turn."""
        return self.game.to_act_without(self.ruling.plans.keys() | self.memory.discarded) if self.game else ()


Transition = tuple[Session, tuple[Event, ...]]
"""The next session, and what happened."""
