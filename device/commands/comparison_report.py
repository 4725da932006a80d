"""Compares the game that a demonstration dealt with the game that was booked, and prints the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.events import ConflictsResolved
from device.reporting.json_lines import state_line
from device.reporting.sentences import action_sentence, print_scores
from device.simulation.dealing.comparison import difference_so_far, first_difference
from engine import Phase

if TYPE_CHECKING:
    from device.messages.events import Event
    from device.reporting.output import Output
    from device.session.session import Session
    from device.simulation.dealing.comparison import GameDifference, Step
    from engine import Game

SAME, DIFFERENT = 0, 1


class ComparisonReport:
    """A listener that compares when the game is over; what is undone after that does not count."""

    def __init__(self, dealt: Game, output: Output) -> None:
        self._dealt, self._output = dealt, output
        self._booked: Game | None = None
        self._status = SAME

    def __call__(self, event: Event, session: Session) -> None:
        """Compare after the last conflicts."""
        game = session.game
        if (
            isinstance(event, ConflictsResolved)
            and game is not None
            and game.phase is Phase.OVER
            and self._booked is None
        ):
            self._judge(game)

    def status(self, booked: Game | None, *, left: bool) -> int:
        """The exit status. `booked`: the game as far as it was booked; `left`: somebody ended the program."""
        if self._booked is None and booked is not None and booked.phase is Phase.OVER:
            self._judge(booked)
        if self._booked is None:
            self._stop_short(booked, left=left)
        if game := self._booked or booked:
            self._output.line(state_line(game))
        return self._status

    def _judge(self, booked: Game) -> None:
        self._booked = booked
        self._compare(first_difference(self._dealt, booked), booked)
        if self._status == SAME:
            self._output.say("demo.same", count=len(booked.actions))
        print_scores(booked, self._output)

    def _stop_short(self, booked: Game | None, *, left: bool) -> None:
        if booked is None:
            self._output.complain("demo.interrupted_at_once" if left else "demo.not_over")
        else:
            self._compare(difference_so_far(self._dealt, booked), booked)
            key = "demo.interrupted" if left else "demo.stuck"
            self._output.complain(key, age=booked.age, turn=booked.turn, count=len(booked.actions))
            if self._status == SAME:
                self._output.complain("demo.same_so_far")
        self._status = self._status if left else DIFFERENT

    def _compare(self, difference: GameDifference | None, booked: Game) -> None:
        line = {"event": "compared", "same": difference is None, "actions": len(booked.actions)}
        if difference is not None:
            self._status = DIFFERENT
            self._output.line(difference.as_line())
            dealt, found = (self._told(step) for step in (difference.dealt, difference.booked))
            self._output.complain("demo.different", **difference.when(), dealt=dealt, booked=found)
        self._output.line(line | {"over": booked.phase is Phase.OVER})

    def _told(self, step: Step | None) -> str:
        """The actions of a step, and the coins of every city after it."""
        words = self._output.words
        if step is None:
            return words.say("demo.nothing")
        wonders = [city.wonder.id for city in self._dealt.cities]
        sentences = [
            action_sentence(action, wonders[getattr(action, "seat", 0)], words).rstrip(".") for action in step.actions
        ]
        coins = words.say("demo.coins", amounts=words.listed(map(str, step.coins)))
        return "; ".join([*sentences, coins])
