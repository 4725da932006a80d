"""Scripts that keep what was played on their table, and when it lay there."""

from dataclasses import dataclass
from typing import Any

from device.simulation.table.reach import Reach
from device.simulation.table.script import TableScript
from device.simulation.table.station import StationScript
from tests.dealing.dealer import Move, Round


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a round, and the time from which its card lies on the table (s)."""

    round: Round
    move: Move
    time: float


class RecordedScript(TableScript):
    """A whole game on a table; `played` are all moves so far, with those of the round that is being played."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.played: list[PlayedMove] = []
        super().__init__(*given, **named)

    def _plan_move(self, round_: Round, move: Move, start: float) -> float:
        time = super()._plan_move(round_, move, start)
        self.played.append(PlayedMove(round_, move, time))
        return time


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A code that was shown, and the time from which it lay still (s)."""

    code: int
    since: float


class RecordedStation(StationScript):
    """A station's mat over time; `shown` is everything that has lain on it so far."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.shown: list[ShownCode] = []
        super().__init__(*given, **named)

    def _hold(self, reach: Reach) -> Reach:
        assert reach.takes is not None
        if not self.shown or self.shown[-1].since != reach.arrive:
            self.shown.append(ShownCode(reach.takes.code, reach.arrive))
        return super()._hold(reach)
