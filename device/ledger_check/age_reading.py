"""Reads how an age was played from what lies in the cities and when it came: one search over all its turns.

Everybody plays one card in a turn, and lays it after the hands were passed on and before they are passed on again. So
the search asks when hands were passed on, and which card of each city belongs to which turn, so that as little as
possible is surprising. What is surprising has a price; the record has one, too, and follows if it is much too high.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise
from statistics import median_low
from typing import NamedTuple

from device.times import GESTURE, NEXT_TURN_AFTER, READ_WITHIN

LATE = 1.7
"""That a card is read when others have laid their next ones: a hand, a sleeve's glare or another card hid it."""
LAID_LATE = 3.5
"""The same of a city's only card in the turns that are open: it is rather the next one."""
ILLEGAL = 2.0
"""That a card was played in the open turn although the rules forbid it."""
STEP = 0.3
"""That a card comes sooner or later than those of its turn in other cities: for each time that the natural logarithm of
how much grows by one, in units of what the middle one of all cards does, or in seconds if people are quicker: most are
quick, and whoever thinks may think for very long."""
OUT_OF_ORDER = 0.3
"""That a city played a card after another one that came later."""
EARLY = 4.0
"""That it is laid before the hands were passed on."""
GO_AHEAD, AHEAD = 2.0, 0.3
"""That people do not wait until all have laid, but only for the hand that they play from; and for each card that is
early or late because of that, instead of the prices for it."""
LYING = 4.0
"""That a card lies in a city although nobody played it in this age's turns."""
BESIDE = 3.0
"""That a card of the open turn lies in the city of a neighbour."""
TAKEN, UNREAD = 1.5, 0.5
"""That a card was played which a hand took away; or which is not read any more, although no hand was there."""
EXCHANGED, INSTEAD = 6.0, 0.5
"""That a card was played which a hand took away when another one came to the city, or that was taken back from the mat;
and that the other one is read when its turn is over."""
LEFT, NOT_TAKEN = 1.0, 1.5
"""That a card was not played which a hand took away; or which is not read any more, although no hand was there."""
UNSEEN, HIDDEN, HIDDEN_TOO = 3.0, 1.5, 2.0
"""That a seat discards and the mat does not show it; or that a hand was over the mat, which hides what it covers; or
that the same hand, or a discard that is seen, hides one more."""
SURPLUS = 3.0
"""That the mat shows a discard of nobody."""
SHORT_PAUSE = 3.0
"""That others lay their next cards at once; after a gesture they easily do, or if they have waited for the last card
of this turn for as long as it takes to read one: then they have chosen meanwhile. But nobody chooses from a hand that
he does not hold yet: so that one card comes at once after that of the one who passes the hand on has the same price."""
ALONE = 1.5
"""That a turn after those that are recorded has begun of which only one city shows a card; or a third one, while none
is recorded. Of a second one two must show a card in any case before the first is over (`GOING`)."""
CHANGE = 0.4
"""For each play that differs from the record: it was made with more knowledge of the moment."""
CLEARLY, RATHER = 1.0, 0.5
"""By so much more surprising the other readings that were tried must be, so that it is clear what was played in the
open turn; and those in which a city shows no card of that turn, so that it is read as showing one."""
GUESSED = 1.0
"""By so much less surprising a reading must be if only what was recorded as it seemed differs; and by what one city
plays otherwise in it."""
FIXED = -1
"""The number of a play that stands whatever the table shows."""
Row = tuple[int | None, ...]
"""A city's plays turn after turn, and of its seventh card if it plays that after the last one: the number of the card,
None if it played none, or FIXED."""


class InHand(NamedTuple):
    """When a seat holds the hand that it plays from in a turn if nobody waits for all (camera times, s).

    `since`: when the one who played from it before laid his card; infinite if that is not known. `until`: when the next
    one does, minus infinity likewise.
    """

    since: float = math.inf
    until: float = -math.inf


class CardInCity(NamedTuple):
    """A card that came to a city in the age.

    `since`: when (camera time, s); None if it lay there before anybody looked. `counts`, `left_out`: how surprising it
    is that it was played, and that it was not. `first`: that it was played in the first turn; `late`: that it is read
    only when others have laid their next ones.
    """

    since: float | None
    counts: float = 0.0
    left_out: float = LYING
    first: float = 0.0
    late: float = LATE


@dataclass(frozen=True, slots=True)
class AgeSeen:
    """What came to the table in an age.

    `cities`: the cards of each seat in the order in which they came, a city's stages in the order of their slots.
    `stages`: by seat, the numbers of those that are stages. `backs`: when (camera times, s) cards came to the mat,
    `hands`: when hands came over it. `left_over`: cards that are put down after the last turn. `taken_back`: when cards
    came to the mat (s) that hands took from there. `passed_to`: by seat, which one plays from its hand in the next
    turn; None if none does, and empty if everybody waits. `seventh`: the seats that play their seventh card, too.
    """

    cities: tuple[tuple[CardInCity, ...], ...]
    stages: tuple[frozenset[int], ...]
    backs: tuple[float, ...] = ()
    hands: tuple[float, ...] = ()
    left_over: int = 0
    taken_back: tuple[float, ...] = ()
    passed_to: tuple[int | None, ...] = ()
    seventh: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class AgeRecorded:
    """What is recorded of an age: the rows of all seats for the `turns` that are closed.

    `last`: the number of its last turn. `guessed`: seats and turns (counted from 0) that were recorded as they seemed.
    """

    rows: tuple[Row, ...]
    last: int
    guessed: frozenset[tuple[int, int]] = frozenset()

    @property
    def turns(self) -> int:
        """How many turns are closed."""
        return min(map(len, self.rows), default=0)

    def changes(self, rows: Sequence[Row]) -> Mapping[tuple[int, int], int | None]:
        """By seat and turn (counted from 0) the plays in these rows that are recorded otherwise."""
        return {
            (seat, turn): number
            for seat, (row, recorded) in enumerate(zip(rows, self.rows, strict=True))
            for turn, (number, was) in enumerate(zip(row, recorded, strict=False))
            if number != was
        }

    def needed(self, rows: Sequence[Row], gain: float) -> float:
        """By how much less surprising these rows must be: `gain`, or `GUESSED` if only what was guessed differs."""
        changed = self.changes(rows).keys()
        return GUESSED if changed and changed <= self.guessed else gain


class AgeReading(NamedTuple):
    """How an age may have been played. `rows`: of all seats, for the turns that have begun.

    `cost`: how surprising it is; `saves`: how much less than the record. `passed_on`: the numbers of the moments at
    which hands were passed on. `in_hand`: by seat and turn, when it held its hand, where not all wait for all.
    """

    cost: float
    rows: tuple[Row, ...]
    passed_on: tuple[int, ...] = ()
    saves: float = 0.0
    in_hand: Sequence[tuple[InHand, ...]] = ()


def read_age(seen: AgeSeen, recorded: AgeRecorded, *, gain: float) -> AgeReading | None:
    """Return the least surprising reading; None if the record is not more surprising by as much as `gain`.

    Or by as much as `GUESSED`, if only what was guessed differs. Up to two turns more than are recorded may have begun.
    """
    if not recorded.turns:
        return None
    searches = [
        _Search(seen, recorded, turns) for turns in range(recorded.turns, min(recorded.turns + 2, recorded.last) + 1)
    ]
    record = min(search.reading(search.as_recorded).cost for search in searches)
    least = GUESSED if recorded.guessed else gain
    if not least <= record < math.inf:
        return None
    readings = [(reading, search) for search in searches for reading in search.readings()]
    best, search = min(readings, key=lambda one: one[0].cost)
    if best.cost < record:
        best = search.without_needless(min((best, *search.moved(best)), key=lambda one: one.cost))
    needed = recorded.needed(best.rows, gain)
    return best._replace(saves=record - best.cost) if best.cost + needed <= record else None


class TurnsBegun(NamedTuple):
    """How the turns since the last one that is closed may have been played.

    `since`: when each of them began (s). `first`: by seat, the number of its card in the first turn; None if it shows
    none, or may show none. `unclear`: the seats that may have played otherwise in it: others of the readings that were
    tried say so, or all their cards came before the second turn began, or all afterwards.
    """

    cost: float
    since: tuple[float, ...]
    first: Row
    unclear: frozenset[int]


@lru_cache(maxsize=64)
def read_open_turns(seen: AgeSeen, recorded: AgeRecorded, most: int) -> Sequence[TurnsBegun]:
    """Return the least surprising reading for each number of turns that may have begun, up to `most`.

    `recorded`: what is known of the open turn: FIXED for seats whose play was entered, nothing for the others.
    """
    found = []
    for turns in range(1, most + 1):
        search = _Search(seen, recorded, turns)
        if readings := search.readings():
            readings += search.moved(min(readings, key=lambda one: one.cost))
            found.append(search.begun(readings))
    return found


@dataclass
class _Search:
    """The readings in which so many `turns` have begun."""

    seen: AgeSeen
    recorded: AgeRecorded
    turns: int
    moments: list[float] = field(init=False)
    """When something came (camera times, s), between infinities: hands may have been passed on just before each."""
    _came: list[float] = field(init=False)
    """When cards came to the cities (camera times, s)."""
    _backs: list[int] = field(init=False)
    _taken_back: list[int] = field(init=False)
    _hands: list[int] = field(init=False)
    """How many had come before each moment."""
    _laid: list[list[int]] = field(init=False)
    """By city, how many cards had come before each moment, without those that were hardly played."""
    _known_rows: dict[tuple[object, ...], Row] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._came = sorted(_times(chain.from_iterable(self.seen.cities)))
        self.moments = [-math.inf, *sorted({*self._came, *self.seen.backs, *self.seen.taken_back}), math.inf]
        self._backs = self._came_before(self.seen.backs)
        self._taken_back = self._came_before(self.seen.taken_back)
        self._hands = self._came_before(self.seen.hands, by=GESTURE)
        likely = ([card for card in city if card.counts <= card.left_out] for city in self.seen.cities)
        self._laid = [self._came_before(_times(cards)) for cards in likely]

    def _came_before(self, times: Iterable[float], by: float = 0.0) -> list[int]:
        """How many of these (camera times, s) were before each moment by so many seconds."""
        ordered = sorted(times)
        return [bisect_left(ordered, moment - by) for moment in self.moments]

    def readings(self) -> list[AgeReading]:
        """Fit moments and rows to one another, beginning with the record and the moments that part the cards best."""
        parted = self._moments_by_number()
        rows = [self.as_recorded, *([self._as_they_came(parted)] if parted else [])]
        return [reading for start in rows for reading in self._fitted(start)]

    def moved(self, reading: AgeReading) -> list[AgeReading]:
        """The same beginning with the rows that fit best if hands were passed on once just before or after that."""
        ways = (self._rows(at, reading.in_hand, reading.rows) for at in _with_one_moved(reading.passed_on))
        return [one for rows in ways if tuple(rows) != reading.rows for one in self._fitted(rows)]

    def without_needless(self, reading: AgeReading) -> AgeReading:
        """The reading without what cities play otherwise in it that hardly saves anything."""
        for seat in sorted({seat for seat, _ in self.recorded.changes(reading.rows)}):
            rows = [self.as_recorded[seat] if seat == other else row for other, row in enumerate(reading.rows)]
            stays = self.reading(rows)
            reading = stays if stays.cost < reading.cost + GUESSED else reading
        return reading

    def begun(self, readings: Sequence[AgeReading]) -> TurnsBegun:
        """How the turns were most likely played, and of whom that is not clear."""
        best = min(readings, key=lambda one: one.cost)
        since = tuple(self.moments[at] for at in best.passed_on[:-1])
        rather, near = (_first_plays(readings, best.cost + more) for more in (RATHER, CLEARLY))
        first = tuple(None if None in plays else row[0] for plays, row in zip(rather, best.rows, strict=True))
        unclear = frozenset(seat for seat, plays in enumerate(near) if plays != {first[seat]})
        return TurnsBegun(best.cost, since, first, unclear | self._with_either(first, since[1:2]))

    def _with_either(self, first: Row, begun: Sequence[float]) -> frozenset[int]:
        """The seats whose `first` card is one of several that all came before the second turn had `begun`, or after."""
        came = [
            [
                card.since is None or card.since < moment
                for moment in begun
                for card in city
                if play not in (None, FIXED)
            ]
            for city, play in zip(self.seen.cities, first, strict=True)
        ]
        return frozenset(seat for seat, before in enumerate(came) if len(before) > len(set(before)) == 1)

    def _fitted(self, rows: Sequence[Row]) -> Iterator[AgeReading]:
        """Fit the moments to the rows, the rows to the moments, and so on, as long as that is less surprising."""
        least = math.inf
        while (reading := self.reading(rows)).cost < least:
            yield reading
            least, rows = reading.cost, self._rows(reading.passed_on, reading.in_hand, rows)

    def reading(self, rows: Sequence[Row]) -> AgeReading:
        """These rows, with the moments at which they are least surprising; none if there are too few."""
        in_hand, held = self._all_wait, self._hands_by(rows)
        cost, passed_on = self._moments_for(rows, in_hand)
        if cost > GO_AHEAD and held:
            other, moments = self._moments_for(rows, held)
            if GO_AHEAD + other < cost:
                cost, passed_on, in_hand = GO_AHEAD + other, moments, held
        cost += self._price_of(rows) + sum(self._price_at_once(turn, rows, held) for turn in range(1, self.turns))
        return AgeReading(cost, tuple(rows), passed_on, in_hand=in_hand)

    # Turns

    def _is_open(self, turn: int) -> bool:
        """True if somebody may still play in this turn (counted from 0)."""
        return turn == self.turns - 1 >= self.recorded.turns

    def _is_fixed(self, seat: int, turn: int) -> bool:
        row = self.recorded.rows[seat]
        return turn < len(row) and row[turn] == FIXED

    def _silent(self, turn: int, rows: Sequence[Row]) -> int:
        """How many play no card in a turn; in the last one with those who play no seventh card."""
        last = None if turn == self.turns - 1 else turn + 1
        return sum(row[turn:last].count(None) for row in rows)

    def _price_on_mat(self, turn: int, silent: int, begin: int, end: int) -> float:
        """How surprising it is what the mat shows of a turn, between these moments, in which so many cities are silent.

        After the last turn it also shows what is left over; what is fixed may be a discard, too.
        """
        backs = self._backs[end] - self._backs[begin]
        if not silent and not backs:
            return 0.0
        last = turn == self.recorded.last - 1
        if last:
            backs = max(0, backs - self.seen.left_over)
        surplus = 0.0 if last else SURPLUS * max(0, backs - silent - self._fixed[turn])
        unseen = max(0, silent - backs)
        if not unseen or self._is_open(turn):
            return surplus
        returned = min(unseen, self._taken_back[end] - self._taken_back[begin])
        hidden = min(unseen - returned, self._hands[end] - self._hands[begin])
        hidden_too = min(unseen - returned - hidden, hidden + backs)
        nowhere = unseen - returned - hidden - hidden_too
        return surplus + EXCHANGED * returned + HIDDEN * hidden + HIDDEN_TOO * hidden_too + UNSEEN * nowhere

    @property
    def _sevenths(self) -> frozenset[int]:
        """The seats whose rows end with their seventh card: when the last turn has begun."""
        return self.seen.seventh if self.turns == self.recorded.last else frozenset()

    @cached_property
    def _fixed(self) -> list[int]:
        """How many plays of each turn are fixed."""
        seats = range(len(self.recorded.rows))
        return [sum(self._is_fixed(seat, turn) for seat in seats) for turn in range(self.turns)]

    @cached_property
    def _pauses(self) -> list[float]:
        """How surprising it is that hands were passed on just before each moment."""
        apart = [moment - before for before, moment in pairwise(self.moments)]
        waited = (0.0, 0.0, *apart[1:])  # for what came just before: nobody waits for the first thing
        both = zip(apart, waited, strict=False)
        shares = ((max(0.0, 1 - pause / GESTURE), max(0.0, 1 - wait / READ_WITHIN)) for pause, wait in both)
        return [0.0, *(SHORT_PAUSE * short * hardly_waited for short, hardly_waited in shares)]

    # When hands were passed on

    def _moments_for(self, rows: Sequence[Row], in_hand: Sequence[tuple[InHand, ...]]) -> tuple[float, tuple[int, ...]]:
        """The least surprising moments for these rows: how surprising they are, and their numbers."""
        beside = [self._early_and_late(turn, rows, in_hand) for turn in range(self.turns)]
        silent = [self._silent(turn, rows) for turn in range(self.turns)]

        def price(turn: int, begin: int, end: int) -> float:
            early, late = beside[turn]
            return early[begin] + late[end] + self._price_on_mat(turn, silent[turn], begin, end)

        return self._cheapest(price)

    @cached_property
    def _all_wait(self) -> Sequence[tuple[InHand, ...]]:
        """By seat and turn: no hand is known to be held, as all wait for all."""
        return [(InHand(),) * self.turns] * len(self.seen.cities)

    def _hands_by(self, rows: Sequence[Row]) -> Sequence[tuple[InHand, ...]]:
        """By seat and turn, when it held its hand by these rows. Who shows nothing in the open turn still thinks.

        Who has laid a card instead of another one had passed on his hand before.
        """
        before = {after: seat for seat, after in enumerate(self.seen.passed_to)}

        def since(seat: int | None, turn: int) -> float:
            card = self._card(seat, rows[seat][turn]) if seat is not None and turn >= 0 else None
            return math.inf if card is None or card.since is None or card.late == INSTEAD else card.since

        def until(seat: int | None, turn: int) -> float:
            if seat is None or turn == self.turns:
                return -math.inf
            if (number := rows[seat][turn]) is None and self._is_open(turn):
                return math.inf
            card = self._card(seat, number)
            return -math.inf if card is None or card.since is None else card.since

        turns = range(self.turns)
        return [
            tuple(InHand(since(before.get(seat), turn - 1), until(after, turn + 1)) for turn in turns)
            for seat, after in enumerate(self.seen.passed_to)
        ]

    def _early_and_late(
        self, turn: int, rows: Sequence[Row], in_hand: Sequence[tuple[InHand, ...]]
    ) -> tuple[Sequence[float], Sequence[float]]:
        """How surprising a turn's cards are if it began at each moment, and if it was over by then."""
        early, late = [0.0] * len(self.moments), [0.0] * len(self.moments)
        for seat, row in enumerate(rows):
            card = self._card(seat, row[turn])
            if card is not None and card.since is not None:
                after = bisect_right(self.moments, card.since)  # from this moment on, it came before
                early[after] += _early(card, math.inf, in_hand[seat][turn])
                late[after - 1] += _late(card, -math.inf, in_hand[seat][turn])
        return [*accumulate(early)], [*accumulate(reversed(late))][::-1]

    def _card(self, seat: int, number: int | None) -> CardInCity | None:
        """A seat's card with this number; None if the play is of none that is known."""
        return None if number is None or number == FIXED else self.seen.cities[seat][number]

    def _played_in(self, turn: int, rows: Sequence[Row]) -> list[CardInCity]:
        """The cards that these rows have in a turn."""
        return [card for seat, row in enumerate(rows) if (card := self._card(seat, row[turn])) is not None]

    def _moments_by_number(self) -> tuple[int, ...]:
        """The moments between which cities soon show one new card each, and the mat the others', as far as possible."""

        def price(turn: int, begin: int, end: int) -> float:
            new = [laid[end] - laid[begin] for laid in self._laid]
            silent, second = max(0, new.count(0) - self._fixed[turn]), sum(max(0, number - 1) for number in new)
            took = self._price_apart(self.moments[end - 1], self.moments[max(begin, 1)])
            return LATE * second + took + self._price_on_mat(turn, silent, begin, end)

        return self._cheapest(price)[1]

    def _cheapest(self, price: Callable[[int, int, int], float]) -> tuple[float, tuple[int, ...]]:
        """The cheapest moments (their numbers) at which turns began and the last one ended, if they are enough."""
        last, most = len(self.moments) - 1, 4 * len(self.seen.cities) + len(self.seen.backs)
        best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, (0,))}
        for turn in range(self.turns - 1):
            longer = dict[int, tuple[float, tuple[int, ...]]]()
            for begin, (cost, passed_on) in sorted(best.items(), key=lambda one: one[1]):
                for end in range(max(begin, 1), min(begin + most, last)):
                    least, known = cost + self._pauses[end], longer[end][0] if end in longer else math.inf
                    if least < known and (total := least + price(turn, begin, end)) < known:
                        longer[end] = total, (*passed_on, end)
            best = longer
        ended = (
            (cost + price(self.turns - 1, begin, last), (*passed_on, last)) for begin, (cost, passed_on) in best.items()
        )
        return min(ended, default=(math.inf, ()))

    # Which card belongs to which turn

    def _as_they_came(self, passed_on: tuple[int, ...]) -> list[Row]:
        """The rows in which every city plays the first card that came to it between these moments."""
        turns = [*pairwise(self.moments[at] for at in passed_on)]

        def play(seat: int, turn: int) -> int | None:
            begin, end = turns[turn]
            since = (-math.inf if card.since is None else card.since for card in self.seen.cities[seat])
            came = (number for number, time in enumerate(since) if begin <= time < end)
            return FIXED if self._is_fixed(seat, turn) else next(came, None)

        rows = [tuple(play(seat, turn) for turn in range(self.turns)) for seat in range(len(self.seen.cities))]
        return [(*row, *[None] * (seat in self._sevenths)) for seat, row in enumerate(rows)]

    def _rows(
        self, passed_on: tuple[int, ...], in_hand: Sequence[tuple[InHand, ...]], before: Sequence[Row]
    ) -> list[Row]:
        """The rows that are least surprising if hands were passed on at these moments, and held like this."""
        rows = list(before)
        for seat in range(len(rows)):
            known = seat, passed_on, in_hand[seat], self._silences(seat, passed_on, rows)
            if known not in self._known_rows:
                self._known_rows[known] = self._row(*known)
            rows[seat] = self._known_rows[known]
        return rows

    def _centres(self, passed_on: tuple[int, ...]) -> list[float | None]:
        """The middle of the times (camera times, s) at which cards came in each turn; None if none did."""
        parts = pairwise(bisect_left(self._came, self.moments[at]) for at in passed_on)
        turns = [self._came[begin:end] for begin, end in parts]
        return [median_low(times) if times else None for times in turns]

    def _silences(self, seat: int, passed_on: tuple[int, ...], rows: Sequence[Row]) -> tuple[float, ...]:
        """How surprising it is that a seat plays no card in each turn, or no seventh, given what the others do."""
        silences = []
        for turn, (begin, end) in enumerate(pairwise(passed_on)):
            silent = self._silent(turn, [row for other, row in enumerate(rows) if other != seat])
            one_more, without = (self._price_on_mat(turn, number, begin, end) for number in (silent + 1, silent))
            silences.append(one_more - without)
        return (*silences, *silences[-1:] * (seat in self._sevenths))

    def _row(
        self, seat: int, passed_on: tuple[int, ...], in_hand: tuple[InHand, ...], silences: tuple[float, ...]
    ) -> Row:
        """The least surprising row of a seat.

        `in_hand`: when it held its hands. `silences`: how surprising it is that it plays no card in a turn.
        """
        city, centres = self.seen.cities[seat], self._centres(passed_on)
        prices = [
            [
                card.counts
                + _early(card, self.moments[begin], in_hand[turn])
                + _late(card, self.moments[end], in_hand[turn])
                + self._price_apart(card.since, centres[turn])
                + self._price_of_change(seat, turn, number)
                + card.first * (turn == 0)
                for number, card in enumerate(city)
            ]
            for turn, (begin, end) in enumerate(pairwise(passed_on))
        ]
        silent = [cost + self._price_of_change(seat, turn, None) for turn, cost in enumerate(silences)]
        if seat in self._sevenths:
            prices.append([card.counts + self._price_of_change(seat, self.turns, n) for n, card in enumerate(city)])
        saved = [[cost - card.left_out for cost, card in zip(costs, city, strict=True)] for costs in prices]
        for turn in range(len(silent)):
            if self._is_fixed(seat, turn):
                silent[turn], saved[turn] = 0.0, []
        return self._cheapest_row(seat, silent, saved)

    def _cheapest_row(self, seat: int, silent: Sequence[float], played: Sequence[Sequence[float]]) -> Row:
        """The row with the lowest price. `silent`: by turn, of no card; `played`: by turn and number, of each card."""
        stages, laid_later = sorted(self.seen.stages[seat]), self._laid_later[seat]
        none = [FIXED if self._is_fixed(seat, turn) else None for turn in range(len(silent))]
        known: dict[tuple[int, int], tuple[float, Row]] = {}
        cheapest = [min((cost, *costs)) for cost, costs in zip(silent, played, strict=True)]
        least = [*accumulate(reversed(cheapest), initial=0.0)][::-1]  # no more than what the row costs from there on

        def rest(turn: int, used: int) -> tuple[float, Row]:
            """The end of the row from this turn on if these cards (bits) were used before."""
            if turn == len(silent):
                return 0.0, ()
            if (turn, used) not in known:
                known[turn, used] = best(turn, used)
            return known[turn, used]

        def best(turn: int, used: int) -> tuple[float, Row]:
            cost, row = rest(turn + 1, used)
            found: tuple[float, Row] = cost + silent[turn], (none[turn], *row)
            later = [number for number in stages if not used >> number & 1][1:]
            for number, in_order in enumerate(played[turn]):
                price = in_order + OUT_OF_ORDER * bool(used & laid_later[number])
                cheap = price < silent[turn] and price + least[turn + 1] < found[0]
                if cheap and not used >> number & 1 and number not in later:
                    cost, row = rest(turn + 1, used | 1 << number)
                    if price + cost < found[0]:
                        found = price + cost, (number, *row)
            return found

        return rest(0, 0)[1]

    @cached_property
    def as_recorded(self) -> list[Row]:
        """The rows of the record; the cards that it does not know are for the turns after it."""
        rows = list[Row]()
        for seat, (city, recorded) in enumerate(zip(self.seen.cities, self.recorded.rows, strict=True)):
            plays = self.turns + (seat in self._sevenths)
            later = [n for n, card in enumerate(city) if n not in recorded and card.counts <= card.left_out]
            rows.append((*recorded, *later, *[None] * plays)[:plays])
        return rows

    # Prices

    def _price_of(self, rows: Sequence[Row]) -> float:
        """How surprising rows are, whenever hands were passed on."""
        cost = sum(card.first for card in self._played_in(0, rows))
        cost += sum(self._price_of_steps(_times(self._played_in(turn, rows))) for turn in range(self.turns))
        for seat, (city, row) in enumerate(zip(self.seen.cities, rows, strict=True)):
            cost += sum(card.counts if number in row else card.left_out for number, card in enumerate(city))
            cost += sum(self._price_of_change(seat, turn, number) for turn, number in enumerate(row))
            cost += OUT_OF_ORDER * self._out_of_order(seat, row)
        shown = sum(row[self.turns - 1] is not None for row in rows)
        return cost + ALONE * (self.turns > (self.recorded.turns or 2) and shown < 2)

    def _price_at_once(self, turn: int, rows: Sequence[Row], held: Sequence[tuple[InHand, ...]]) -> float:
        """How surprising it is how soon after it was passed on somebody played from the hand that he held in a turn."""
        pauses = (
            card.since - in_hand[turn].since
            for seat, in_hand in enumerate(held)
            if (card := self._card(seat, rows[seat][turn])) is not None and card.since is not None
        )
        least = min((pause for pause in pauses if pause >= 0), default=math.inf)
        return SHORT_PAUSE * max(0.0, 1 - least / NEXT_TURN_AFTER)

    @cached_property
    def _laid_later(self) -> list[list[int]]:
        """By city and number of a card, which of its cards (bits) came later."""
        return [
            [sum(1 << n for n, other in enumerate(city) if _is_later(other, card)) for card in city]
            for city in self.seen.cities
        ]

    def _out_of_order(self, seat: int, row: Row) -> int:
        """How many cards of a row were played after another one that came later."""
        used = count = 0
        for number in row:
            if number is not None and number != FIXED:
                count += bool(used & self._laid_later[seat][number])
                used |= 1 << number
        return count

    def _price_apart(self, since: float | None, centre: float | None) -> float:
        """How surprising it is that a card came then although most came at the centre of its turn (camera times, s)."""
        if since is None or centre is None:
            return 0.0
        return STEP * math.log1p(abs(since - centre) / self._pace)

    def _price_of_steps(self, times: Sequence[float]) -> float:
        """How surprising it is that cards of one turn came at these times (camera times, s)."""
        return sum(self._price_apart(since, median_low(times)) for since in times)

    @cached_property
    def _pace(self) -> float:
        """How far (s) the middle one of all cards is from the centre of its turn by the record; a second at least.

        The card at the centre of each turn says nothing of that.
        """
        turns = [_times(self._played_in(turn, self.as_recorded)) for turn in range(self.recorded.turns)]
        apart = [each for times in turns for each in sorted(abs(since - median_low(times)) for since in times)[1:]]
        return max(1.0, median_low(apart)) if apart else 1.0

    def _price_of_change(self, seat: int, turn: int, number: int | None) -> float:
        """How surprising it is that the record of a seat in a turn is wrong."""
        row = self.recorded.rows[seat]
        return CHANGE * (turn < len(row) and row[turn] not in (number, FIXED))


def _first_plays(readings: Iterable[AgeReading], cost: float) -> list[set[int | None]]:
    """By seat, the numbers of the cards that are the first turn's in one of the readings that cost less."""
    plays = ([row[0] for row in one.rows] for one in readings if one.cost < cost)
    return [set(of_seat) for of_seat in zip(*plays, strict=True)]


def _with_one_moved(moments: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """These numbers in their order, with one of them by one lower or higher, but for the first and the last."""
    for place in range(1, len(moments) - 1):
        for number in (moments[place] - 1, moments[place] + 1):
            if moments[place - 1] < number < moments[place + 1]:
                yield (*moments[:place], number, *moments[place + 1 :])


def _times(cards: Iterable[CardInCity]) -> list[float]:
    """When cards came (camera times, s), as far as that is known."""
    return [card.since for card in cards if card.since is not None]


def _late(card: CardInCity, end: float, in_hand: InHand) -> float:
    """How surprising it is that a card came when it did although its turn was over by `end` (s)."""
    if card.since is None or card.since < end:
        return 0.0
    return AHEAD if card.since < in_hand.until else card.late


def _early(card: CardInCity, begin: float, in_hand: InHand) -> float:
    """How surprising it is that a card came when it did although its turn began only at `begin` (s)."""
    if card.since is None or card.since >= begin:
        return 0.0
    return AHEAD if card.since > in_hand.since else EARLY


def _is_later(one: CardInCity, other: CardInCity) -> bool:
    """True if a card came later than another one, as far as that is known."""
    return one.since is not None and other.since is not None and one.since > other.since
