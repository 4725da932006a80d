"""People each of whom has a clock of his own and reaches to the bank now and then; they look at no screen either."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import Phase
from tests.journeys.paces import LONGEST_BUSY, REACHING, Pace, PacedGame

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tests.dealing.dealer import Move, Round
    from vision.table.pose import Pose

USUAL = (2.0, 11.0)
"""s; somebody's median lies between these, the logarithm anywhere."""
SPREAD = (0.3, 0.7)
"""How far the logarithm of somebody's times varies (standard deviation)."""
LONG_SHARES = (0.0, 0.03, 0.15)
"""Of somebody's thoughts, how many are really long."""
LONG = (5.0, 40.0)
"""s that such a thought takes."""
NEIGHBOURS_HAND = (1.0, 3.0)
"""s after the own card until somebody looks at the next hand."""
ALL_HAVE_LAID = 0.3
"""s after a turn's last card, before which nobody lays a card of the next one."""
SEEN_AFTER = 1.2
"""s after that until somebody who has chosen lays his card, on average."""
BANK_MM = (150.0, 200.0)
"""From the mat's middle to the bank."""
COINS_APART = 40.0
"""mm from the bank's middle, at most, to the coins that somebody takes, in x and in y."""
AT_BANK = (0.5, 1.5)
"""s that a hand is at the bank."""
TO_BANK = 1 / 3
"""Of a player's turns, in how many he pays or takes coins."""
COINS_AFTER = (REACHING, 2.5)
"""s after the card until somebody reaches to the bank who does not do so before."""


@dataclass(frozen=True)
class Thinker:
    """How long somebody thinks: the median (s), the spread of the logarithm, and the share of really long thoughts."""

    median: float
    spread: float
    long: float

    def thinks(self, random: random.Random) -> float:
        """For how long this time (s)."""
        if random.random() < self.long:
            return random.uniform(*LONG)
        return self.median * math.exp(random.gauss(0.0, self.spread))


class ThinkingGame(PacedGame):
    """A game in whose turns everybody lays his card when he has chosen; all else as with people who never look."""

    def __init__(self, players: int, seed: int, **options: Any) -> None:
        super().__init__(players, seed, **options, pace=Pace.THINKING)
        self._thinkers = [drawn(self.random) for _ in self.dealt.seats]
        self._last_laid = dict[int, float]()
        """By seat: when it laid its last card (s)."""
        self._chosen = dict[int, float]()
        """By seat: when it lays its card of the turn that is planned (s); empty in other phases."""
        self._bank = self._free_place()

    def _begins(self, last: float, each: Round, *, between: bool) -> float:
        if each.phase is Phase.TURN and each.turn > 1:
            return last + ALL_HAVE_LAID
        return super()._begins(last, each, between=between)

    def _plan_round(self, index: int, each: Round, begin: float) -> float:
        self._chosen = self._choose(each, begin) if each.phase is Phase.TURN else {}
        last = super()._plan_round(index, each, begin)
        self._last_laid |= {seat: at for (round_, seat), at in self._laid_at.items() if round_ == index}
        return last

    def _choose(self, each: Round, begin: float) -> dict[int, float]:
        """When each lays his card (s), the Free City's with its player's, if nobody may lay one before `begin` (s)."""
        chosen, at = dict[int, float](), begin
        for move in each.moves:
            if move.seat != self.dealt.game.setup.free_city:
                looks = begin
                if each.turn > 1:
                    looks = self._last_laid[move.seat] + self.random.uniform(*NEIGHBOURS_HAND)
                soonest = begin + self.random.expovariate(1 / SEEN_AFTER)
                at = max(looks + self._thinkers[move.seat].thinks(self.random), soonest, self._busy[move.seat])
            chosen[move.seat] = at
        return chosen

    def _in_order(self, each: Round) -> Sequence[Move]:
        return sorted(each.moves, key=lambda move: self._chosen.get(move.seat, 0.0))

    def _own_time(self, move: Move, begin: float) -> float:
        return self._chosen[move.seat] if self._chosen else super()._own_time(move, begin)

    def all_laid(self, each: Round, at: float) -> float:
        return max([super().all_laid(each, at), *self._chosen.values()])

    def _busy_at_most(self, each: Round, at: float) -> float:
        return self.all_laid(each, at) + LONGEST_BUSY

    def _plan_move(self, index: int, each: Round, move: Move, at: float, *, trouble: bool = True) -> None:
        super()._plan_move(index, each, move, at, trouble=trouble)
        if self._chosen and move.seat != self.dealt.game.setup.free_city and self.random.random() < TO_BANK:
            seconds = self.random.uniform(*AT_BANK)
            after = self.random.choice((-REACHING - seconds, self.random.uniform(*COINS_AFTER)))
            coins = self._near(self._bank, COINS_APART)
            self.at(self._laid + after, lambda: self.table.reach(move.seat, coins, seconds))

    def _free_place(self) -> Pose:
        """Where the bank is: beside the mat and its sticker, in one of the directions with most room between boards."""
        mat, far = self.table.tabletop.mat.pose, self.random.uniform(*BANK_MM)
        boards = [board.pose for board in self.table.tabletop.boards]
        turns = [math.tau * step / 12 for step in range(12)]
        places = [mat.at(far * math.cos(turn), far * math.sin(turn)) for turn in turns]
        places.sort(key=lambda place: min(place.distance(board) for board in boards))
        return min(places[6:], key=self.table.mat.sticker.distance)


def drawn(random: random.Random) -> Thinker:
    """Somebody whom nobody knows."""
    median = math.exp(random.uniform(*map(math.log, USUAL)))
    return Thinker(median, random.uniform(*SPREAD), random.choice(LONG_SHARES))
