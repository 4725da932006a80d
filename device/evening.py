"""One evening at the table: set-up, turns, conflicts, end; a value that scenes and presses turn into the next one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from device.court import COURT, chosen_leader
from device.discards import DiscardMat
from device.events import Asked, Booked, Cleared, Event, Fought, Refused, Seated, TakenBack, TurnClosed
from device.seating import seated
from device.setup import Setup
from device.umpire import SETTLE, Desk, Entry, Ruling, Umpire
from display.model import Advance, Answer, Choose, Intent, Undo
from engine import Fight, Phase
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from display.model import Question
    from engine import Game

REST = 3.0
"""With `auto`, seconds from an age's last booking to its conflicts: the table comes to rest."""
TOO_LATE = 1.0
"""ADVANCE within so many seconds after a turn has closed by itself was meant for that turn."""
EACH_EDGE = 1.5
"""The same for each edge that is shown on a screen, and one more for all of them."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of play.

    `auto`: ADVANCE presses itself where nothing is in doubt.
    `prefer`: the neighbour who is paid where both ask the same.
    `shown`: somebody looks at a screen, which takes its time to show the conflicts.
    `leaders`: the next game is played with the Leaders expansion.
    `entries` are the actions that stand, with the codes that were seen; `game` is None until the game has started.
    """

    umpire: Umpire
    auto: bool = False
    prefer: Literal["left", "right"] = "left"
    shown: bool = False
    leaders: bool = False
    setup: Setup = Setup()
    game: Game | None = None
    entries: tuple[Entry, ...] = ()
    desk: Desk = Desk()
    ruling: Ruling = Ruling(Desk())
    scene: Scene = Scene(0.0)
    asked: frozenset[tuple[int | None, str, object]] = frozenset()
    idle_since: float | None = None
    """Camera time of the last booking; infinite after something was taken back: only ADVANCE goes on then."""
    closed_itself: float | None = None
    """Camera time at which a turn closed by itself."""
    again: bool = False
    """Another game was played on this table before."""

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

    def look(self, scene: Scene) -> tuple[Evening, tuple[Event, ...]]:
        """Take in what lies still on the table now."""
        evening = replace(self, scene=seated(scene, self.game, self.umpire.codebook) if self.game else scene)
        if evening.game is None:
            return evening._set_up()
        if evening.game.phase is Phase.OVER:
            return evening, ()
        if evening.game.phase is Phase.CONFLICTS:
            return evening._between_ages()
        return evening._judge(close=False)

    def look_last(self) -> tuple[Evening, tuple[Event, ...]]:
        """The film is over: what lies there stays as it is, so a turn that is complete is closed."""
        return self.look(replace(self.scene, time=self.scene.time + SETTLE))

    def press(self, intent: Intent) -> tuple[Evening, tuple[Event, ...]]:
        """Do what a button or a key asked for."""
        match intent:
            case Advance():
                return self._advance()
            case Undo():
                return self._undo()
            case Choose(seat, index):
                desk = replace(self.desk, chosen=MappingProxyType({**self.desk.chosen, seat: index}))
                return replace(self, desk=desk)._judge(close=False)
            case Answer(question, index):
                return self._answer(question, index)
            case _:
                return self, ()

    def _set_up(self) -> tuple[Evening, tuple[Event, ...]]:
        setup = replace(self.setup, leaders=self.leaders, again=self.again).look(self.scene, self.umpire.codebook)
        evening, asked = replace(self, setup=setup)._ask(setup.questions)
        if self.auto and setup.has_been_still(self.scene):
            return evening.start()
        return evening, asked

    def start(self) -> tuple[Evening, tuple[Event, ...]]:
        """Begin the game with the boards as they lie."""
        if not self.setup.is_ready(self.scene):
            return self, (Refused("notice.not_ready"),)
        evening = replace(self, game=self.setup.game(self.prefer), entries=(), desk=Desk(), asked=frozenset())
        return evening, (Seated(self.setup.seats),)

    def resume(self, game: Game, entries: Sequence[Entry]) -> Evening:
        """Go on with a game that was interrupted: `entries` are its actions with the codes that were seen."""
        for entry in entries:
            game = game.apply(entry.action)
        return replace(self, game=game, entries=tuple(entries), desk=Desk(mat=DiscardMat(resumed=True)))

    def _advance(self) -> tuple[Evening, tuple[Event, ...]]:
        if self.game is None:
            return self.start()
        if self.game.phase is Phase.OVER:
            fresh = Evening(self.umpire, self.auto, self.prefer, self.shown, self.leaders, scene=self.scene, again=True)
            return fresh, (Cleared(),)
        if self.game.phase is Phase.CONFLICTS:
            return self._fight()
        if self.game.phase is Phase.COURT and self.ruling.questions:
            return self._court(self.ruling.questions[0], self.ruling.questions[0].chosen)
        refused = self._why_not_close()
        return (self, (Refused(refused),)) if refused else self._judge(close=True)

    def _why_not_close(self) -> str | None:
        """The key of what speaks against closing the turn."""
        if self.ruling.questions:
            return "notice.answer_first"
        late = self.closed_itself is not None and self.scene.time - self.closed_itself < TOO_LATE
        return "notice.just_closed" if late and not self.ruling.plans else None

    def _judge(self, *, close: bool) -> tuple[Evening, tuple[Event, ...]]:
        if self.game is None or self.game.phase in (Phase.OVER, Phase.CONFLICTS):
            return self, ()
        ruling = self.umpire.judge(self.scene, self.game, self.booked, self.desk, close=close)
        evening, asked = replace(self, ruling=ruling, desk=ruling.desk)._ask(ruling.questions)
        if not ruling.closing:
            return evening, asked
        evening, events = evening._book(ruling.closing)
        return replace(evening, closed_itself=None if close else self.scene.time), asked + events

    def _ask(self, questions: Sequence[Question]) -> tuple[Evening, tuple[Event, ...]]:
        """Each question is an event once, as long as it stands."""
        new = tuple(Asked(question) for question in questions if _identity(question) not in self.asked)
        return replace(self, asked=frozenset(map(_identity, questions))), new

    def _book(self, entries: Sequence[Entry]) -> tuple[Evening, tuple[Event, ...]]:
        game, before = self.game, self.game
        assert game is not None
        assert before is not None
        for entry in entries:
            game = game.apply(entry.action)
        actions = game.actions[len(before.actions) :]
        booked = tuple(Entry(action, entry.code) for action, entry in zip(actions, entries, strict=True))
        events: list[Event] = [Booked(before.age, before.turn, entry) for entry in booked]
        if (game.age, game.turn) != (before.age, before.turn) or game.phase is Phase.CONFLICTS:
            events.append(TurnClosed(before.age, before.turn))
        evening = replace(
            self,
            game=game,
            entries=self.entries + booked,
            ruling=Ruling(self.desk, notices=self.ruling.notices),
            asked=frozenset(),
            idle_since=self.scene.time,
        )
        return evening, tuple(events)

    def _between_ages(self) -> tuple[Evening, tuple[Event, ...]]:
        desk = replace(self.desk, mat=self.desk.mat.look(self.scene, self.umpire.sizes))
        evening = replace(self, desk=desk)
        assert self.game is not None
        patience = EACH_EDGE * (len(self.game.cities) + 1) + REST if self.shown else REST
        waited = self.idle_since is None or self.scene.time - self.idle_since >= patience
        return evening._fight() if self.auto and waited else (evening, ())

    def _fight(self) -> tuple[Evening, tuple[Event, ...]]:
        assert self.game is not None
        age, had = self.game.age, [len(city.conflict) for city in self.game.cities]
        game = self.game.apply(Fight())
        tokens = tuple(city.conflict[count:] for city, count in zip(game.cities, had, strict=True))
        desk = replace(self.desk, mat=self.desk.mat.settle())
        evening = replace(self, game=game, entries=(*self.entries, Entry(Fight())), desk=desk, ruling=Ruling(desk))
        return evening, (Fought(age, tokens),)

    def _undo(self) -> tuple[Evening, tuple[Event, ...]]:
        if self.game is None or not self.entries:
            return self, (Refused("notice.nothing_to_undo"),)
        game = self.game.undo_turn()
        evening = replace(self, game=game, entries=self.entries[: len(game.actions)], asked=frozenset())
        desk = self.umpire.hold(self.scene, game, evening.booked, self.desk)
        evening = replace(evening, desk=desk, ruling=Ruling(desk), idle_since=math.inf)
        return evening, (TakenBack(len(game.actions)),)

    def _answer(self, question: Question, index: int) -> tuple[Evening, tuple[Event, ...]]:
        if question not in self.ruling.questions or not 0 <= index < len(question.choices):
            return self, ()
        if question.kind == COURT:
            return self._court(question, index)
        answered = {"exception": "allowed", "here": "confirmed"}.get(question.choices[index])
        if answered is None or question.seat is None:
            return self, ()
        asked_about = self.umpire.first_of(question.seat, self.scene, self.game, self.booked) if self.game else None
        if asked_about is None:
            return self, ()
        desk = replace(self.desk, **{answered: getattr(self.desk, answered) | {(question.seat, asked_about)}})
        return replace(self, desk=desk)._judge(close=False)

    def _court(self, question: Question, index: int) -> tuple[Evening, tuple[Event, ...]]:
        """The Courtesans Guild copies the leader that was chosen."""
        return self._book([Entry(chosen_leader(question, index))])


def _identity(question: Question) -> tuple[int | None, str, object]:
    return question.seat, question.kind, question.placeholders.get("card")
