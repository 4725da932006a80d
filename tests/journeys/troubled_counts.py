"""What became of games with troubles, as one table: what was settled, what was asked, and when."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHARES = "{:32} {:>6} {:>8} {:>8}   {}\n"


@dataclass
class Trouble:
    """A trouble that a seat has at some time (s). `left`: hands leave it as it is, so that one answer is due.

    `keys`: what was pressed because of it. `asked`: the kinds of the questions that came up, and s since the trouble.
    `stopped`: the game did not go on, or another game was recorded than was played.
    """

    kind: str
    left: bool
    seat: int
    at: float
    keys: int = 0
    asked: list[tuple[str, float]] = field(default_factory=list)
    stopped: bool = False
    moved: bool = False
    """Because of it something lies elsewhere."""
    changed: bool = False
    """Because of it something lies elsewhere or is hidden for a while."""

    @property
    def settled(self) -> bool:
        """True if it needed no key, or one answer if hands left it as it is."""
        return not self.stopped and self.keys <= self.left


@dataclass
class GameOutcome:
    """The result of a game.

    `wrong`: what is recorded otherwise at its end. `said`: a question or notice said so. `late`: how often the first of
    these came only three rounds later, or more. `corrected`: how often a wrong record was corrected on the way.
    `needless`: corrections that were offered although the record was right. `elsewhere`: keys that no trouble explains.
    `stuck`: where the game did not go on.
    """

    seed: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    wrong: str = ""
    said: bool = False
    late: int = 0
    corrected: int = 0
    needless: int = 0
    elsewhere: int = 0
    stuck: str = ""
    answers: int = 0
    """Questions that were answered, and cards that were moved because of one; of the rules' own questions none."""
    pressed: int = 0
    """Everything else that was pressed."""
    plays: int = 0
    """Plays of seats in turns."""
    plays_otherwise: int = 0
    """Those of them that are recorded otherwise at the end, or not at all."""
    without_effect: int = 0
    """Troubles that were drawn but changed nothing; they are not counted."""

    def count_effective(self) -> None:
        """Leave out the troubles that changed nothing."""
        idle = [trouble for trouble in self.troubles if not trouble.changed]
        self.troubles = [trouble for trouble in self.troubles if trouble.changed]
        self.elsewhere += sum(trouble.keys for trouble in idle)
        self.without_effect = len(idle)

    @property
    def without_key(self) -> bool:
        """True if nothing was asked or pressed; whether the record is right is another question."""
        return not self.answers and not self.pressed and not sum(self.asked.values())

    @property
    def keys(self) -> int:
        """Everything that was pressed."""
        return self.elsewhere + sum(trouble.keys for trouble in self.troubles)

    @property
    def is_silently_wrong(self) -> bool:
        """True if another game is recorded than was played, and nothing says so."""
        return bool(self.wrong) and not self.said


def totals(outcomes: Sequence[GameOutcome]) -> dict[str, object]:
    """The sums as one line of `--json`."""
    troubles = [trouble for outcome in outcomes for trouble in outcome.troubles]
    return {
        "games": len(outcomes),
        "silently_wrong": sum(outcome.is_silently_wrong for outcome in outcomes),
        "wrong_and_said": sum(bool(outcome.wrong) and outcome.said for outcome in outcomes),
        "did_not_go_on": sum(bool(outcome.stuck) for outcome in outcomes),
        "without_key": sum(outcome.without_key for outcome in outcomes),
        "corrected": sum(outcome.corrected for outcome in outcomes),
        "plays": sum(outcome.plays for outcome in outcomes),
        "plays_otherwise": sum(outcome.plays_otherwise for outcome in outcomes),
        "questions": sum(sum(outcome.asked.values()) for outcome in outcomes),
        "answers": sum(outcome.answers for outcome in outcomes),
        "keys": sum(outcome.pressed for outcome in outcomes),
        "troubles": len(troubles),
        "troubles_that_move": sum(trouble.moved for trouble in troubles),
        "without_effect": sum(outcome.without_effect for outcome in outcomes),
        "asked": dict(sum((outcome.asked for outcome in outcomes), Counter()).most_common()),
        "kinds": {kind: _totals_of([each for each in troubles if each.kind == kind]) for kind in _kinds(troubles)},
    }


def _kinds(troubles: Iterable[Trouble]) -> list[str]:
    return sorted({trouble.kind for trouble in troubles})


def _totals_of(troubles: Sequence[Trouble]) -> dict[str, object]:
    """The sums of one kind; `settled`: without a key if hands put it right, otherwise with one answer at most."""
    return {
        "count": len(troubles),
        "moved": sum(trouble.moved for trouble in troubles),
        "left": troubles[0].left,
        "no_key": sum(not trouble.keys and not trouble.stopped for trouble in troubles),
        "one_answer": sum(trouble.keys <= 1 and not trouble.stopped for trouble in troubles),
        "settled": sum(trouble.settled for trouble in troubles),
        "stopped": sum(trouble.stopped for trouble in troubles),
        "questions": sum(len(trouble.asked) for trouble in troubles),
    }


def report(outcomes: Sequence[GameOutcome]) -> str:
    """The table of all kinds of troubles, and the sums."""
    troubles = [trouble for outcome in outcomes for trouble in outcome.troubles]
    lines = [SHARES.format("trouble", "count", "settled", "share", "asked (how often, median s after the trouble)")]
    for left, sum_of in ((False, "put right by hands, no key"), (True, "left as they are, one answer")):
        of_sort = [trouble for trouble in troubles if trouble.left == left]
        for kind in sorted({trouble.kind for trouble in of_sort}):
            of_kind = [trouble for trouble in of_sort if trouble.kind == kind]
            lines.append(_share(kind, of_kind, _questions(of_kind)))
        lines.append(_share(sum_of, of_sort))
    counts = {
        "games": len(outcomes),
        "silently wrong": sum(outcome.is_silently_wrong for outcome in outcomes),
        "wrong, and said so": sum(bool(outcome.wrong) and outcome.said for outcome in outcomes),
        "said three rounds later, or more": sum(outcome.late for outcome in outcomes),
        "corrected on the way": sum(outcome.corrected for outcome in outcomes),
        "plays": sum(outcome.plays for outcome in outcomes),
        "plays recorded otherwise": sum(outcome.plays_otherwise for outcome in outcomes),
        "without a key or question": sum(outcome.without_key for outcome in outcomes),
        "questions": sum(sum(outcome.asked.values()) for outcome in outcomes),
        "answers and keys": sum(outcome.answers + outcome.pressed for outcome in outcomes),
        "did not go on": sum(bool(outcome.stuck) for outcome in outcomes),
        "needless corrections offered": sum(outcome.needless for outcome in outcomes),
        "troubles that changed nothing": sum(outcome.without_effect for outcome in outcomes),
        "keys without a trouble": sum(outcome.elsewhere for outcome in outcomes),
    }
    lines += [f"{name:32} {count:>6}\n" for name, count in counts.items()]
    return "".join(lines)


def _share(name: str, troubles: Sequence[Trouble], questions: str = "") -> str:
    settled = sum(trouble.settled for trouble in troubles)
    share = 100 * settled / len(troubles) if troubles else 100.0
    return SHARES.format(name, len(troubles), settled, f"{share:.2f} %", questions).rstrip() + "\n"


def _questions(troubles: Iterable[Trouble]) -> str:
    after: dict[str, list[float]] = {}
    for trouble in troubles:
        for kind, seconds in trouble.asked:
            after.setdefault(kind, []).append(seconds)
    often = sorted(after.items(), key=lambda found: -len(found[1]))
    return ", ".join(f"{kind} {len(seconds)} ({median(seconds):.1f})" for kind, seconds in often)
