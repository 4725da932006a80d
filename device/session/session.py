"""One evening at the table: set-up, turns, conflicts, end; a value that scenes and presses turn into the next one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from device.messages.events import Asked, Cleared, Event, GameStarted, Refused, Renamed
from device.messages.intents import Advance, Answer, Choose, Enter, Intent, Leave, Redo, Rename, SetUp, Undo, UndoTo
from device.session.booking import book
from device.session.corrections import bring_back, choose, enter, take_back, withdraw
from device.session.discard_guard import DiscardGuard, most_discard
from device.session.ledger import Ledger, LedgerEntry
from device.session.player_names import called, shortened
from device.session.setup import TableSetup
from device.umpire.courtesans import COURT, chosen_leader
from device.umpire.discard_mat import DiscardMat
from device.umpire.manual_entry import INSTEAD, NEXT_CARD, recognised
from device.umpire.seat_mapping import seated
from device.umpire.table import SETTLE, Ruling, TableUmpire, UmpireMemory
from engine import Fight, Phase
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.messages.questions import Question
    from engine import Game

Outcome = tuple["Session", tuple[Event, ...]]
"""The evening after something, and what happened."""

REST = 3.0
"""With `auto`, seconds from an age's last booking to its conflicts: the table comes to rest."""
BLIND_FOR = 10.0
"""After so many seconds without a picture nobody knows which cards came to the discard mat for this turn."""
TOO_LATE = 1.0
"""ADVANCE within so many seconds after a turn has closed by itself was meant for that turn."""
EACH_EDGE = 1.5
"""The same for each edge that is shown on a screen, and one more for all of them."""


@dataclass(frozen=True, slots=True)
class Session:
    """The state of play.

    `auto`: ADVANCE presses itself where nothing is in doubt.
    `prefer`: the neighbour who is paid where both ask the same.
    `shown`: somebody looks at a screen, which takes its time to show the conflicts.
    `leaders`: the next game is played with the Leaders expansion.
    `ledger` holds the actions that stand, with the codes that were seen; `game` is None until the game has started.
    """

    umpire: TableUmpire
    auto: bool = False
    prefer: Literal["left", "right"] = "left"
    shown: bool = False
    leaders: bool = False
    setup: TableSetup = TableSetup()
    game: Game | None = None
    ledger: Ledger = Ledger()
    memory: UmpireMemory = UmpireMemory()
    ruling: Ruling = Ruling(UmpireMemory())
    scene: Scene = Scene(0.0)
    asked: frozenset[tuple[int | None, str, object]] = frozenset()
    idle_since: float | None = None
    """Camera time of the last booking; infinite after something was taken back: only ADVANCE goes on then."""
    closed_itself: float | None = None
    """Camera time at which a turn closed by itself."""
    again: bool = False
    """Another game was played on this table before."""
    sure: DiscardGuard | None = None
    """ADVANCE was pressed though most would discard."""

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        """The actions that stand."""
        return self.ledger.entries

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, "" where nobody gave one."""
        return self.game.setup.names if self.game else self.setup.names

    @property
    def booked(self) -> Mapping[int, int]:
        """Code of every front in the ledger -> the seat that built it."""
        return MappingProxyType(
            {
                entry.code: entry.action.seat
                for entry in self.entries
                if entry.code is not None and hasattr(entry.action, "seat")
            }
        )

    @property
    def ready(self) -> bool:
        """ADVANCE would lead on now, and nothing is in doubt."""
        if self.game is None:
            return self.setup.is_ready(self.scene)
        return self.game.phase is not Phase.OVER and not self.ruling.questions

    def look(self, scene: Scene) -> Outcome:
        """Take in what lies still on the table now."""
        session = self._blinked(scene)
        session = replace(session, scene=seated(scene, self.game, self.umpire.codebook) if self.game else scene)
        if session.game is None:
            return session._set_up()
        if session.game.phase is Phase.OVER:
            return session, ()
        if session.game.phase is Phase.CONFLICTS:
            return session._between_ages()
        return session.judge(close=False)

    def _blinked(self, scene: Scene) -> Session:
        """If nothing was seen for a while: what lies on the discard mat afterwards may be of any turn."""
        if scene.time - self.scene.time <= BLIND_FOR:
            return self
        return replace(self, memory=replace(self.memory, mat=replace(self.memory.mat, resumed=True)))

    def look_last(self) -> Outcome:
        """The film is over: what lies there stays as it is, so a turn that is complete is closed."""
        return self.look(replace(self.scene, time=self.scene.time + SETTLE))

    def press(self, intent: Intent) -> Outcome:
        """Do what a button or a key asked for."""
        match intent:
            case Advance():
                outcome = self._advance()
            case Undo():
                outcome = take_back(self)
            case UndoTo(actions):
                outcome = take_back(self, actions)
            case Redo():
                outcome = bring_back(self)
            case Choose(seat, index):
                outcome = choose(self, seat, index)
            case Answer(question, index):
                outcome = self._answer(question, index)
            case Enter(action):
                outcome = enter(self, action)
            case Leave() if self.game is not None:
                outcome = self._leave()
            case SetUp(seats, free_city):
                outcome = self._seat(seats, free_city)
            case Rename(seat, name):
                outcome = self._rename(seat, shortened(name))
            case _:
                outcome = self, ()
        return outcome

    def _set_up(self) -> Outcome:
        setup = replace(self.setup, leaders=self.leaders, again=self.again).look(self.scene, self.umpire.codebook)
        session, asked = replace(self, setup=setup)._ask(setup.questions)
        if self.auto and setup.has_been_still(self.scene):
            return session.start()
        return session, asked

    def start(self) -> Outcome:
        """Begin the game with the boards as they lie."""
        if not self.setup.is_ready(self.scene):
            return self, (Refused("notice.not_ready"),)
        memory = UmpireMemory(mat=DiscardMat(resumed=not self.scene.seats).look(self.scene, self.umpire.sizes).settle())
        game = self.setup.game(self.prefer)
        session = replace(self, game=game, ledger=Ledger(), memory=memory, ruling=Ruling(memory), asked=frozenset())
        return session, (GameStarted(self.setup.seats),)

    def resume(
        self, game: Game, entries: Sequence[LedgerEntry], undone: Sequence[Sequence[LedgerEntry]] = ()
    ) -> Session:
        """Go on with a game that was interrupted.

        Args:
            game: the game before its first action.
            entries: its actions with the codes that were seen.
            undone: what was taken back and can be booked again, step by step.
        """
        for entry in entries:
            game = game.apply(entry.action)
        ledger = Ledger(tuple(entries), tuple(map(tuple, undone)))
        memory = UmpireMemory(mat=DiscardMat(resumed=True), held=frozenset() if undone else None)
        return replace(self, game=game, ledger=ledger, memory=memory, idle_since=math.inf if undone else None)

    def _seat(self, seats: tuple[tuple[str, str], ...], free_city: int | None) -> Outcome:
        """Somebody says who sits where."""
        if self.game is not None:
            return self, (Refused("notice.game_on"),)
        return replace(self, setup=self.setup.set_up(seats, free_city, self.scene.time))._set_up()

    def _rename(self, seat: int, name: str) -> Outcome:
        """A player is called otherwise: before the game, or in it."""
        if not 0 <= seat < len(self.names) or self.names[seat] == name:
            return self, ()
        if self.game is None:
            return replace(self, setup=self.setup.rename(seat, name)), (Renamed(seat, name),)
        game = called(self.game, seat, name)
        return replace(self, game=game, ledger=self.ledger.renamed(seat, name)), (Renamed(seat, name),)

    def _advance(self) -> Outcome:
        if self.game is None:
            return self.start()
        if self.game.phase is Phase.OVER:
            return self._leave()
        if self.game.phase is Phase.CONFLICTS:
            return self.fight()
        if self.game.phase is Phase.COURT and self.ruling.questions:
            return self._court(self.ruling.questions[0], self.ruling.questions[0].chosen)
        refused = self._why_not_close()
        return (replace(self, closed_itself=None), (Refused(refused),)) if refused else self.judge(close=True)

    def _leave(self) -> Outcome:
        """The table is set for another game."""
        fresh = Session(self.umpire, self.auto, self.prefer, self.shown, self.leaders, self.setup.anew(self.names))
        return replace(fresh, scene=self.scene, again=True), (Cleared(),)

    def _why_not_close(self) -> str | None:
        """The key of what speaks against closing the turn."""
        if self.ruling.questions:
            return "notice.answer_first"
        late = self.closed_itself is not None and self.scene.time - self.closed_itself < TOO_LATE
        return "notice.just_closed" if late and not self.ruling.plans else None

    def judge(self, *, close: bool) -> Outcome:
        """Rule on what lies there, and book it if that closes the turn; `close`: ADVANCE was pressed."""
        if self.game is None or self.game.phase in (Phase.OVER, Phase.CONFLICTS):
            return self, ()
        session = replace(self, ledger=recognised(self.ledger, self.scene, self.umpire.codebook))
        ruling = self.umpire.judge(self.scene, self.game, session.booked, self.memory, close=close)
        if close and (discards := most_discard(self.game, ruling.closing)) and not self._sure_of(discards):
            armed = DiscardGuard(self.scene.time, len(self.entries), discards)
            return replace(session, sure=armed), (armed.refusal,)
        session, asked = replace(session, ruling=ruling, memory=ruling.memory)._ask(ruling.questions)
        if not ruling.closing:
            return session, asked
        session, events = session.book(ruling.closing)
        return replace(session, closed_itself=None if close else self.scene.time), asked + events

    def _sure_of(self, discards: Sequence[int]) -> DiscardGuard | None:
        return self.sure if self.sure and self.sure.holds(self.scene.time, len(self.entries), discards) else None

    @property
    def armed(self) -> DiscardGuard | None:
        """What has to be said as long as one more ADVANCE closes the turn for those who have not acted."""
        return self._sure_of([seat for seat in self.game.to_act if seat not in self.ruling.plans] if self.game else ())

    def hesitate(self) -> Session:
        """Something else was pressed: ADVANCE asks once more."""
        return self if self.sure is None else replace(self, sure=None)

    def _ask(self, questions: Sequence[Question]) -> Outcome:
        """Each question is an event once, as long as it stands."""
        new = tuple(Asked(question) for question in questions if _identity(question) not in self.asked)
        return replace(self, asked=frozenset(map(_identity, questions))), new

    def book(self, entries: Sequence[LedgerEntry]) -> Outcome:
        """Book actions. Raises IllegalAction."""
        assert self.game is not None
        game, booked, events = book(self.game, entries)
        return self.stand(game, self.ledger.booked(booked)), events

    def stand(self, game: Game, ledger: Ledger) -> Session:
        """The game goes on from here."""
        ruling, now = Ruling(self.memory, notices=self.ruling.notices), self.scene.time
        return replace(self, game=game, ledger=ledger, ruling=ruling, asked=frozenset(), idle_since=now, sure=None)

    def _between_ages(self) -> Outcome:
        session = replace(self, memory=replace(self.memory, mat=self.memory.mat.look(self.scene, self.umpire.sizes)))
        assert self.game is not None
        patience = EACH_EDGE * (len(self.game.cities) + 1) + REST if self.shown else REST
        waited = self.idle_since is None or self.scene.time - self.idle_since >= patience
        return session.fight() if self.auto and waited else (session, ())

    def fight(self) -> Outcome:
        """The conflicts of the age."""
        return replace(self, memory=replace(self.memory, mat=self.memory.mat.settle())).book([LedgerEntry(Fight())])

    def _answer(self, question: Question, index: int) -> Outcome:
        if question not in self.ruling.questions or not 0 <= index < len(question.choices):
            return self, ()
        if question.kind == COURT:
            return self._court(question, index)
        choice = question.choices[index]
        answered = {"exception": "allowed", "here": "confirmed", NEXT_CARD: "confirmed"}.get(choice)
        if question.seat is not None and choice == INSTEAD:
            return withdraw(self, question.seat)
        if question.seat is None or answered is None or self.game is None:
            return self, ()
        asked_about = self.umpire.first_of(question.seat, self.scene, self.game, self.booked)
        if asked_about is None:
            return self, ()
        memory = replace(self.memory, **{answered: getattr(self.memory, answered) | {(question.seat, asked_about)}})
        return replace(self, memory=memory).judge(close=False)

    def _court(self, question: Question, index: int) -> Outcome:
        """The Courtesans Guild copies the leader that was chosen."""
        return self.book([LedgerEntry(chosen_leader(question, index))])


def _identity(question: Question) -> tuple[int | None, str, object]:
    return question.seat, question.kind, question.placeholders.get("card")
