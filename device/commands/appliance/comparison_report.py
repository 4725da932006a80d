"""Compares the game that a demonstration dealt with the recorded game, and prints the result."""

from device.reporting.json_lines import state_line
from device.reporting.output import Output
from device.reporting.sentences import action_sentence, print_scores
from device.session.session import Session
from device.simulation.dealing.comparison import GameDifference, Step, first_difference
from display.messages.events import ConflictsResolved, Event
from engine import Game, Phase

SAME, DIFFERENT = 0, 1


class ComparisonReport:
    """A listener that compares the games when the game is over; later undoing is ignored."""

    def __init__(self, dealt: Game, output: Output) -> None:
        self._dealt, self._output = dealt, output
        self._recorded: Game | None = None
        self._status = SAME

    def __call__(self, event: Event, session: Session) -> None:
        """Compare after the last conflicts."""
        game = session.game
        if (
            isinstance(event, ConflictsResolved)
            and game is not None
            and game.phase is Phase.OVER
            and self._recorded is None
        ):
            self._judge(game)

    def status(self, recorded: Game | None, *, left: bool) -> int:
        """The exit status. `recorded`: the game as far as it was recorded. `left`: the program was ended early."""
        if self._recorded is None and recorded is not None and recorded.phase is Phase.OVER:
            self._judge(recorded)
        if self._recorded is None:
            self._report_unfinished(recorded, left=left)
        if game := self._recorded or recorded:
            self._output.line(state_line(game))
        return self._status

    def _judge(self, recorded: Game) -> None:
        self._recorded = recorded
        self._compare(first_difference(self._dealt, recorded), recorded)
        if self._status == SAME:
            self._output.say("demo.same", count=len(recorded.actions))
        print_scores(recorded, self._output)

    def _report_unfinished(self, recorded: Game | None, *, left: bool) -> None:
        if recorded is None:
            self._output.complain("demo.interrupted_at_once" if left else "demo.not_over")
        else:
            self._compare(first_difference(self._dealt, recorded, so_far=True), recorded)
            key = "demo.interrupted" if left else "demo.stuck"
            self._output.complain(key, age=recorded.age, turn=recorded.turn, count=len(recorded.actions))
            if self._status == SAME:
                self._output.complain("demo.same_so_far")
        self._status = self._status if left else DIFFERENT

    def _compare(self, difference: GameDifference | None, recorded: Game) -> None:
        line = {"event": "compared", "same": difference is None, "actions": len(recorded.actions)}
        if difference is not None:
            self._status = DIFFERENT
            self._output.line(difference.as_line())
            dealt, found = (self._described(step) for step in (difference.dealt, difference.booked))
            self._output.complain("demo.different", **difference.when(), dealt=dealt, booked=found)
        self._output.line(line | {"over": recorded.phase is Phase.OVER})

    def _described(self, step: Step | None) -> str:
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
