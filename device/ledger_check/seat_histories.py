"""What one city played in one age, as a row of deeds, and the rows that would explain what lies in that city."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from engine import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

BUILD, STAGE, DISCARD = "build", "stage", "discard"
SHIFT_COST, DELAY_COST = 1.2, 2.0
"""A row whose later actions were one turn earlier (or later) counts as one change, however many actions that moves."""
MOVED_COST = 0.05
"""For each action that a shift moves."""
TOO_EARLY_COST, TOO_LATE_COST = 1.2, 0.5
"""For a card that was laid before its turn, or after it: then it may only have been pushed."""
UNEXPLAINED_COST = 2.0
"""For a card on the table that the row does not explain."""
LATE = 0.5
"""s after the last turn closed; what was laid later may belong to the open turn."""
MOST_ROWS = 10
"""Rows that are kept for a city and an age."""

Moment = tuple[int, int, Phase]
"""Age, turn and phase."""


class PastPlay(NamedTuple):
    """What a seat did: `kind` and, for a structure or a leader, the card's code (None if it was not seen)."""

    kind: str
    code: int | None = None
    name: str | None = None


DISCARDED_CARD = PastPlay(DISCARD)


class CardThere(NamedTuple):
    """A card that lies in a city: the deed that put it there, and since when it lies still (None: it is assumed)."""

    deed: PastPlay
    since: float | None = None


@dataclass(frozen=True, slots=True)
class PossibleHistory:
    """A possible row: what was done at each moment.

    Things that belong to the open turn or are `unexplained` are left out. `shift`: (from, to) index of the action
    that was removed and of the place that was free afterwards.
    """

    deeds: tuple[tuple[Moment, PastPlay], ...]
    cost: float
    unexplained: tuple[CardThere, ...] = ()
    shift: tuple[int, int] | None = None

    @property
    def discards(self) -> int:
        """How many cards it puts on the discard mat."""
        return sum(deed.kind == DISCARD for _, deed in self.deeds)


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """The booked row of a seat for an age, or of its leaders (`age` None), and the things that lie there."""

    seat: int
    age: int | None
    booked: tuple[tuple[Moment, PastPlay], ...]
    things: tuple[CardThere, ...]
    is_open: bool
    """Its age is not over."""

    @property
    def plays(self) -> tuple[PastPlay, ...]:
        """What is booked, without its moments."""
        return tuple(deed for _, deed in self.booked)

    @property
    def discards(self) -> int:
        """How many discards are booked."""
        return sum(deed.kind == DISCARD for deed in self.plays)

    @property
    def fits(self) -> bool:
        """True if the things are those that are booked."""
        kept = Counter(deed for deed in self.plays if deed.kind != DISCARD)
        return kept == Counter(thing.deed for thing in self.things)

    @property
    def times(self) -> dict[PastPlay, list[float | None]]:
        """Since when the things lie still, by deed; the stages in the order in which they were laid."""
        times: dict[PastPlay, list[float | None]] = {}
        for thing in sorted(self.things, key=lambda thing: thing.since or 0.0):
            times.setdefault(thing.deed, []).append(thing.since)
        return times


@dataclass(frozen=True, slots=True)
class Clock:
    """When turns were played: the middle of the times at which their cards were laid; `closed`: the last one's end."""

    centres: Mapping[tuple[int, int], float]
    closed: float

    @classmethod
    def of(cls, lines: Iterable[SeatHistory], closed: float) -> Clock:
        """From the cards that lie where they are booked. A turn that seems to be later than the next one is left out.

        Cards that were pushed lie still since later, so the earlier half counts.
        """
        certain: dict[tuple[int, int], list[float]] = {}
        others: dict[tuple[int, int], list[float]] = {}
        for line in lines:
            since = line.times
            for (age, turn, _), deed in line.booked:
                found = since.get(deed, [])
                if found and (line.fits or deed.kind != STAGE) and (time := found.pop(0)) is not None:
                    (certain if line.fits else others).setdefault((age, turn), []).append(time)
        times = {
            turn: certain[turn] if len(certain.get(turn, ())) > 1 else certain.get(turn, []) + others.get(turn, [])
            for turn in certain.keys() | others.keys()
        }
        centres: dict[tuple[int, int], float] = {}
        next_one = closed if math.isfinite(closed) else math.inf
        for moment in sorted(times, reverse=True):
            if (middle := median_low(times[moment])) <= next_one:
                next_one = centres[moment] = middle
        return cls(centres, closed)

    def shifted(self, age: int, missed: int) -> Clock:
        """The times if turn `missed` was played as well: all from there on come one turn later."""
        centres = {(when, turn + (when == age and turn >= missed)): time for (when, turn), time in self.centres.items()}
        return Clock(centres, self.closed)

    def cost(self, moment: Moment, since: float | None, *, open_age: bool) -> float:
        """What it costs that a card played in this turn lies still since then."""
        if since is None:
            return 0.0
        age, turn, _ = moment
        if open_age and math.isfinite(self.closed) and since > self.closed + LATE:
            return TOO_LATE_COST
        centre = self.centres.get((age, turn))
        before, after = self.centres.get((age, turn - 1)), self.centres.get((age, turn + 1))
        if before is not None and (since < before if centre is None else abs(since - before) < abs(since - centre)):
            return TOO_EARLY_COST
        if after is not None and (since > after if centre is None else abs(since - after) < abs(since - centre)):
            return TOO_LATE_COST
        return 0.0


def rows(
    line: SeatHistory, clock: Clock, *, missed: int | None = None, may_shorten: bool = False
) -> tuple[PossibleHistory, ...]:
    """The likeliest rows for a city, best first.

    Args:
        line: what is booked and what lies there.
        clock: when the turns were played.
        missed: the turn (of the open age) that was played but not booked.
        may_shorten: whether the seat's last turn may still be open, because a discard was booked that did not happen.
    """
    moments = [moment for moment, _ in line.booked]
    if missed is not None and line.is_open and line.age is not None:
        clock = clock.shifted(line.age, missed)
        moments = [(line.age, turn, Phase.TURN) for turn in range(1, len(line.booked) + 2)]
    found: dict[tuple[tuple[Moment, PastPlay], ...], PossibleHistory] = {}
    for row in _explaining(line, clock, moments, missed, may_shorten=may_shorten):
        known = found.get(row.deeds)
        if known is None or row.cost < known.cost:
            found[row.deeds] = row
    return tuple(sorted(found.values(), key=lambda row: row.cost)[:MOST_ROWS])


def _explaining(
    line: SeatHistory, clock: Clock, moments: Sequence[Moment], missed: int | None, *, may_shorten: bool
) -> Iterator[PossibleHistory]:
    """All rows that explain what lies there: with each choice of what belongs to the open turn, and each shift."""
    for waiting in _for_the_open_turn(line, clock):
        things = [thing for thing in line.things if thing not in waiting]
        early = sum((thing.since or clock.closed) <= clock.closed + LATE for thing in waiting)
        for base, cost, shift in _bases(line.plays, things, missed, may_shorten=may_shorten):
            for deeds, changed, left in _filled(base, things):
                row = tuple(zip(moments, deeds, strict=False))
                price = cost + changed + UNEXPLAINED_COST * len(left) + lateness(line, row, clock)
                yield PossibleHistory(row, price + UNEXPLAINED_COST * early, tuple(left), shift)


def _for_the_open_turn(line: SeatHistory, clock: Clock) -> Iterator[tuple[CardThere, ...]]:
    """The newest things that may belong to the open turn: none, one or two."""
    yield ()
    if not line.is_open:
        return
    booked = {deed for deed in line.plays if deed.kind != STAGE}
    stages = sum(deed.kind == STAGE for deed in line.plays)
    late = [
        thing
        for thing in line.things
        if thing.since is not None and thing.since > clock.closed and thing.deed not in booked
    ]
    late.sort(key=lambda thing: thing.since or 0.0)
    new_stages = max(0, sum(thing.deed.kind == STAGE for thing in line.things) - stages)
    for count in (1, 2):
        latest = tuple(late[-count:])
        if len(latest) == count and sum(thing.deed.kind == STAGE for thing in latest) <= new_stages:
            yield latest


Base = tuple[list[PastPlay | None], float, tuple[int, int] | None]


def _bases(
    booked: Sequence[PastPlay], things: Sequence[CardThere], missed: int | None, *, may_shorten: bool
) -> Iterator[Base]:
    """Rows with free places (None), what they cost, and their shift. What does not lie there leaves a free place."""
    kept = _kept(booked, things)
    wrong = [index for index, deed in enumerate(kept) if deed is None or deed.kind == DISCARD]
    price = float(kept.count(None))
    if missed is not None:
        yield [*kept[: missed - 1], None, *kept[missed - 1 :]], price, None
        return
    yield kept, price, None
    for index in wrong:
        rest = [*kept[:index], *kept[index + 1 :]]
        changed = price - (kept[index] is None)
        for free in range(len(booked)):
            if free != index:
                moved = (SHIFT_COST if free > index else DELAY_COST) + MOVED_COST * abs(free - index)
                yield [*rest[:free], None, *rest[free:]], changed + moved, (index, free)
        if may_shorten:
            moved = MOVED_COST * (len(rest) - index)
            yield rest, changed + SHIFT_COST + moved, (index, len(rest))


def _kept(booked: Sequence[PastPlay], things: Sequence[CardThere]) -> list[PastPlay | None]:
    """The booked row, with a free place (None) for everything that does not lie there."""
    counted = Counter(thing.deed for thing in things)
    kept: list[PastPlay | None] = []
    for deed in booked:
        kept.append(deed if deed.kind == DISCARD or counted[deed] > 0 else None)
        counted[deed] -= 1
    return kept


def not_explained(things: Iterable[CardThere], plays: Iterable[PastPlay]) -> list[CardThere]:
    """The things that are there beside what these plays laid there."""
    counted = Counter(plays)
    left = []
    for thing in things:
        if counted[thing.deed] > 0:
            counted[thing.deed] -= 1
        else:
            left.append(thing)
    return left


def _filled(
    base: Sequence[PastPlay | None], things: Sequence[CardThere]
) -> Iterator[tuple[tuple[PastPlay, ...], float, list[CardThere]]]:
    """Every way to put the things that are left into the free places: the row, changed discards, what is left over."""
    by_time = sorted(things, key=lambda thing: (thing.since is None, thing.since or 0.0))
    left = not_explained(by_time, filter(None, base))
    free = [index for index, deed in enumerate(base) if deed is None]
    places = free + [index for index, deed in enumerate(base) if deed is not None and deed.kind == DISCARD]
    fitting, over = left[: len(places)], left[len(places) :]
    for chosen in combinations(sorted(places), len(fitting)):
        changed = sum(base[index] is not None for index in chosen)
        deeds = [deed or DISCARDED_CARD for deed in base]
        for index, thing in zip(chosen, fitting, strict=True):
            deeds[index] = thing.deed
        yield tuple(deeds), float(changed), over


def lateness(line: SeatHistory, row: Sequence[tuple[Moment, PastPlay]], clock: Clock) -> float:
    """What it costs that cards of this row were laid when another turn was played."""
    since = line.times
    cost = 0.0
    for moment, deed in row:
        times = since.get(deed)
        if times:
            cost += clock.cost(moment, times.pop(0), open_age=line.is_open)
    return cost
