"""People each of whom has a clock of his own and reaches to the bank now and then; they look at no screen either.

They wait until all have laid before anybody lays a card of the next turn, or some go on ahead (`AheadGame`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import Phase
from engine.game.dealing import PASSED_BY
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
"""s after which somebody looks at the next hand, once it is passed on and the own card lies there."""
QUICKEST = 0.5 + REACHING
"""s that somebody has looked at a hand at least when a card of it lies there: he finds it, and his arm brings it."""
ALL_HAVE_LAID = 0.3
"""s after the last card for which somebody waits, before which he does not lay the next one."""
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
    """How long somebody thinks: the median (s), the spread of the logarithm, and the share of really long thoughts.

    The time in which he lays the card is part of it, so it is never shorter than `QUICKEST`.
    """

    median: float
    spread: float
    long: float

    def thinks(self, random: random.Random) -> float:
        """For how long this time (s)."""
        if random.random() < self.long:
            return random.uniform(*LONG)
        return max(self.median * math.exp(random.gauss(0.0, self.spread)), QUICKEST)


class ThinkingGame(PacedGame):
    """A game in whose turns everybody lays his card when he has chosen; all else as with people who never look."""

    def __init__(self, players: int, seed: int, **options: Any) -> None:
        super().__init__(players, seed, **options, pace=Pace.THINKING)
        self._thinkers = [drawn(self.random) for _ in self.dealt.seats]
        self._last_laid = dict[int, float]()
        """By seat: when it laid its last card (s)."""
        self._soonest = dict[int, float]()
        """By seat: before when it cannot lay its card of the turn that is planned (s); empty in other phases."""
        self._chosen = dict[int, float]()
        """By seat: when it lays its card of the turn that is planned (s); empty in other phases."""
        self._bank = self._free_place()

    def _begins(self, last: float, each: Round, *, between: bool) -> float:
        if each.phase is Phase.TURN and each.turn > 1:
            return last + ALL_HAVE_LAID
        return super()._begins(last, each, between=between)

    def _plan_round(self, index: int, each: Round, begin: float) -> float:
        self._soonest.clear()
        self._chosen = self._choose(each, begin) if each.phase is Phase.TURN else {}
        last = super()._plan_round(index, each, begin)
        self._last_laid |= {seat: at for (round_, seat), at in self._laid_at.items() if round_ == index}
        return last

    def _choose(self, each: Round, begin: float) -> dict[int, float]:
        """When each lays his card (s), the Free City's with its player's, if nobody may lay one before `begin` (s)."""
        chosen, at, can = dict[int, float](), begin, begin
        for move in each.moves:
            if move.seat != self.dealt.game.setup.free_city:
                looks = begin
                if each.turn > 1:
                    looks = self._hand_comes(each, move.seat) + self.random.uniform(*NEIGHBOURS_HAND)
                may = self._may_lay(move.seat, begin)
                can, sees = max(looks + QUICKEST, may), may + self.random.expovariate(1 / SEEN_AFTER)
                at = max(looks + self._thinkers[move.seat].thinks(self.random), sees, self._busy[move.seat])
            chosen[move.seat], self._soonest[move.seat] = at, can
        return chosen

    def _hand_comes(self, each: Round, seat: int) -> float:
        """When a seat may take up its hand of a turn that is not an age's first (s).

        It has laid its card, and so has the one that passes its hand to it, both for the Free City, too.
        """
        players, free_city = self.dealt.game.player_seats, self.dealt.game.setup.free_city
        passes = players[(players.index(seat) - PASSED_BY[each.age]) % len(players)]
        return max(self._last_laid[other] for other in (seat, passes, free_city) if other is not None)

    def _may_lay(self, seat: int, begin: float) -> float:
        """From when on nothing keeps a seat from laying its card in a turn that begins then (s)."""
        del seat
        return begin

    def still_to_play(self, each: Round, move: Move) -> list[Move]:
        """Of the others only those who can lay a card by now: they can do so together with this one."""
        others = super().still_to_play(each, move)
        can = {other.seat: max(self._soonest.get(other.seat, 0.0), self._busy[other.seat]) for other in others}
        return [other for other in others if can[other.seat] <= self._laid]

    def _since(self, index: int, seat: int) -> float:
        return self._laid_at[index, seat]

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


class AheadGame(ThinkingGame):
    """A game in which turns overlap: everybody does not wait for all in a share of his turns, but for his neighbours.

    One of them passes the next hand to him, and he may pay both for what they have just built; two or three people are
    all neighbours. Nobody is two cards ahead. An age begins for all, and so does a turn after a phase between turns.
    """

    def __init__(self, players: int, seed: int, **options: Any) -> None:
        super().__init__(players, seed, **options)
        boards = len(self.dealt.seats)
        self._hasty = [self.random.random() for _ in range(boards)]
        """By seat: in how many of the turns its player does not wait for all."""
        self._ready = [0.0] * boards
        """By seat: from when on it may lay its card of the round that is planned (s)."""
        self._last = 0.0
        """When the last card of the round before that one was laid (s)."""

    def _begins(self, last: float, each: Round, *, between: bool) -> float:
        begin = super()._begins(last, each, between=between)
        before, two_before = self.dealt.rounds[self._round], self._last
        self._last, self._ready = last, [begin] * len(self._ready)
        if before.phase is each.phase is Phase.TURN and each.turn > 1:
            hasty = [seat for seat, share in enumerate(self._hasty) if self.random.random() < share]
            for seat in hasty:
                beside = (self._last_laid[self._beside(seat, step)] for step in (-1, 0, 1))
                self._ready[seat] = max(two_before, *beside) + ALL_HAVE_LAID
        return min(self._ready)

    def _may_lay(self, seat: int, begin: float) -> float:
        return self._ready[seat]

    def _has_gone_on(self, index: int, seat: int) -> bool:
        """True if a seat has laid a card of a later round."""
        return any(
            not self._is_to_come(later, seat)
            for later in range(index + 1, self._round + 1)
            if (later, seat) in self._laid_at
        )


def drawn(random: random.Random) -> Thinker:
    """Somebody whom nobody knows."""
    median = math.exp(random.uniform(*map(math.log, USUAL)))
    return Thinker(median, random.uniform(*SPREAD), random.choice(LONG_SHARES))
