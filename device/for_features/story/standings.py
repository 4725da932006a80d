"""The points of every city after each turn, as if the game ended then, and who led."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from engine.game.game import Game
from engine.model.state import Phase
from engine.scoring.outcome import outcome_now


class Moment(StrEnum):
    """What had just happened."""

    START = "start"
    LEADERS = "leaders"
    """The leaders before an age were recruited (Leaders)."""
    TURN = "turn"
    """A turn was over, with everything that follows it before the conflicts."""
    CONFLICTS = "conflicts"


@dataclass(frozen=True, slots=True)
class Standing:
    """The points after a turn or after the conflicts of an age, by seat of a player and by category."""

    age: int
    turn: int
    """1 to 6; 0 at the start and after leaders were recruited."""
    after: Moment
    points: Mapping[int, Mapping[str, int]]
    leading: tuple[int, ...]
    """The seats that would have won if the game had ended then."""

    @property
    def totals(self) -> dict[int, int]:
        """Seat -> all points."""
        return {seat: sum(points.values()) for seat, points in self.points.items()}


@dataclass(frozen=True, slots=True)
class LeadChange:
    """The lead passed from some seats to others; `index`: the first standing with the new lead."""

    index: int
    before: tuple[int, ...]
    after: tuple[int, ...]


def standings(game: Game) -> tuple[Standing, ...]:
    """The start, then one standing for each turn and each age's conflicts. Coins counted later belong to the next one.

    The last standing is the game as it stands.
    """
    return tuple(_standing(state, key) for key, state in _ends(game))


def last_lead_change(of: Sequence[Standing]) -> LeadChange | None:
    """The last time that others led than before; None if it never changed."""
    changes = [
        LeadChange(index, before.leading, after.leading)
        for index, (before, after) in enumerate(pairwise(of), start=1)
        if before.leading != after.leading
    ]
    return changes[-1] if changes else None


_Key = tuple[int, int, Moment]


def _ends(game: Game) -> Iterator[tuple[_Key, Game]]:
    """The last state of each step: the start, then every turn and every age's conflicts."""
    states = list(game.states())
    key: _Key = (1, 0, Moment.START)
    last = states[0]
    for before, after in pairwise(states):
        step = _step(before)
        if step is not None and step != key:
            yield key, last
            key = step
        last = after
    yield key, last


def _step(state: Game) -> _Key | None:
    """To which step an action in this state belongs; None: to the one before."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.CONFLICTS:
        return state.age, state.turn, Moment.CONFLICTS
    return state.age, state.turn, Moment.TURN if state.turn else Moment.LEADERS


def _standing(state: Game, key: _Key) -> Standing:
    outcome = outcome_now(state)
    points = {sheet.seat: dict(sheet.points) for sheet in outcome.sheets}
    return Standing(*key, points, outcome.winners)
