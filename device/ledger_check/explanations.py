"""Looks for mistakes in the ledger: the smallest change to past actions that explains what lies on the table."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from device.ledger_check.seat_histories import (
    BUILD,
    DISCARD,
    DISCARDED_CARD,
    STAGE,
    UNEXPLAINED_COST,
    CardThere,
    Clock,
    Moment,
    PastPlay,
    PossibleHistory,
    SeatHistory,
    lateness,
    not_explained,
    rows,
)
from device.ledger_check.table_facts import TableFacts
from display.messages.events import Booked
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    IllegalAction,
    Pass,
    Phase,
    Recruit,
)
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from engine import Action, SeatAction
    from vision.kit.codebook import Codebook

MISSED_COST = 1.0
"""A turn that was played but not booked counts as one change."""
MAT_COST = 1.8
"""For each card by which the discard mat differs: more than for a card that was pushed, which lies where nobody put it,
and nearly as much as for one that lies in a city and is not explained."""
EXCEPTION_COST = 0.5
"""For each action that becomes illegal."""
UNPLANNED_COST = 0.45
"""For a card that belongs to a phase that was not booked, as the one in which a stage brings a card."""
EQUAL = 0.8
"""Two explanations whose costs differ by less are equally good."""
MOST_CHANGES = 6
"""An explanation with more changes is none."""
MOST_REPLAYED = 24
"""Combinations that are played again by the rules."""
BEAM = 16
"""Combinations kept for each number of discards while cities are added."""
PUSHED_COST, CONTRADICTED_COST, GONE_COST = 1.5, 3.0, 2.6
"""What it costs to leave the ledger as it is: for a booked card that was pushed into another city, for each other card
that it does not explain, and for each that is gone."""
PLAYED = frozenset({Phase.TURN, Phase.SEVENTH})
LEADERS_PLAYED = frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER})


@dataclass(frozen=True, slots=True)
class PastChange:
    """One past action that was another one. `did` and `was`: build, stage, discard, recruit.

    `did` "shift": the action was never done, and the seat's later ones were one turn earlier; "delay": one turn later;
    "open": the seat has not acted in this turn yet; "missed": nobody's
    actions of this turn were booked (`wonder` and `was` are empty). `age` is None in the open age.
    """

    age: int | None
    turn: int
    wonder: str = ""
    did: str = ""
    card: str = ""
    was: str = ""
    other: str = ""

    def as_text(self) -> str:
        """As placeholders of a question carry it: fields with commas."""
        return ",".join((str(self.age or ""), str(self.turn), self.wonder, self.did, self.card, self.was, self.other))


@dataclass(frozen=True, slots=True)
class Explanation:
    """A ledger that explains the table: the first `keep` actions stay, `entries` follow."""

    keep: int
    entries: tuple[Booked, ...]
    changes: tuple[PastChange, ...]
    cost: float

    @property
    def text(self) -> str:
        """The changes as a question's placeholder carries them."""
        return changes_as_text(self.changes)


def changes_as_text(changes: Iterable[PastChange]) -> str:
    """Changes as a question's placeholder carries them, separated by semicolons."""
    return ";".join(change.as_text() for change in changes)


@dataclass(frozen=True, slots=True)
class _Combination:
    """A row for each line that differs from what is booked."""

    rows: tuple[tuple[SeatHistory, PossibleHistory], ...] = ()
    cost: float = 0.0
    discards: int = 0
    missed: int | None = None

    @property
    def is_changed(self) -> bool:
        """True if past actions differ from what is booked."""
        return any(row.deeds != line.booked for line, row in self.rows)

    def with_row(self, line: SeatHistory, row: PossibleHistory) -> _Combination:
        """The combination with this row for one more line."""
        differs = row.deeds != line.booked or row.unexplained
        discards = self.discards + (row.discards if _counts(line) else 0)
        return _Combination(
            (*self.rows, (line, row)) if differs else self.rows, self.cost + row.cost, discards, self.missed
        )


@dataclass(frozen=True, slots=True)
class _Ledger:
    """The booked actions with the game before each of them."""

    states: tuple[Game, ...]
    entries: tuple[Booked, ...]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Age, turn and phase of every action."""
        return tuple((game.age, game.turn, game.phase) for game in self.states[: len(self.entries)])

    @property
    def order(self) -> Mapping[Moment, Sequence[int]]:
        """The seats that acted at each moment, as they were booked."""
        order: dict[Moment, list[int]] = {}
        for moment, entry in zip(self.moments, self.entries, strict=True):
            if entry.seat is not None:
                order.setdefault(moment, []).append(entry.seat)
        return order


def explanations(
    game: Game, entries: Sequence[Booked], facts: TableFacts, codebook: Codebook
) -> tuple[Explanation, ...]:
    """The best explanation of a table that contradicts the ledger, or two if they are equally good.

    Empty if the ledger fits, or if no change of past actions explains every fact better than the ledger does.
    """
    ledger = _Ledger(tuple(game.states()), tuple(entries))
    lines = _lines(game, ledger, facts, codebook)
    clock = Clock.of(lines, facts.closed)
    expected = facts.discards if facts.discards is None else facts.discards + _taken(game, ledger, codebook)
    found: list[Explanation] = []
    for number, combination in enumerate(_combinations(game, lines, clock, expected)):
        if number >= MOST_REPLAYED:
            break
        if len(found) > 1 and combination.cost > sorted(one.cost for one in found)[1] + EQUAL:
            break
        explanation = _replayed(ledger, combination, codebook)
        if (
            explanation
            and len(explanation.changes) <= MOST_CHANGES
            and all(explanation.text != other.text for other in found)
        ):
            found.append(explanation)
    found.sort(key=lambda one: one.cost)
    return tuple(one for one in found[:2] if one.cost < found[0].cost + EQUAL)


def played_elsewhere(
    game: Game, entries: Sequence[Booked], codebook: Codebook, code: int, seat: int
) -> tuple[Explanation, ...]:
    """What else may have happened in the turn of a card that now lies in the city of `seat`, as far as the rules allow.

    Its seat may have built what is booked for the other one, or have discarded. Empty if the other seat did not act.
    """
    ledger = _Ledger(tuple(game.states()), tuple(entries))
    lines = _lines(game, ledger, TableFacts(), codebook)
    moved = PastPlay(BUILD, code)
    found = [(line, moment) for line in lines for moment, deed in line.booked if deed == moved and line.seat != seat]
    if not found:
        return ()
    (mine, moment), *_ = found
    theirs = {(line.seat, line.age): line for line in lines}.get((seat, mine.age))
    if theirs is None or (other := dict(theirs.booked).get(moment)) is None:
        return ()
    instead = [DISCARDED_CARD] if other.kind == STAGE else list(dict.fromkeys((other, DISCARDED_CARD)))
    given = (theirs, _with(theirs, moment, moved))
    combinations = (_Combination(((mine, _with(mine, moment, deed)), given)) for deed in instead)
    return tuple(
        explanation
        for combination in combinations
        if (explanation := _replayed(ledger, combination, codebook)) and explanation.cost < EXCEPTION_COST
    )


def with_other_plays(
    game: Game, entries: Sequence[Booked], age: int, rows: Sequence[Sequence[PastPlay]], codebook: Codebook
) -> Explanation | None:
    """The ledger if all seats had played these rows in the turns of an age; None if that cannot be recorded.

    Its `cost` is that of the actions that the rules would forbid.
    """
    ledger = _Ledger(tuple(game.states()), tuple(entries))
    is_open = (game.age, game.turn, Phase.TURN) if game.phase is Phase.TURN else None
    booked: dict[int, list[tuple[Moment, PastPlay]]] = {}
    for moment, entry in zip(ledger.moments, ledger.entries, strict=True):
        closed = (moment[0], moment[2]) == (age, Phase.TURN) and moment != is_open
        if closed and entry.seat is not None and (deed := _deed(entry)):
            booked.setdefault(entry.seat, []).append((moment, deed))
    lines = [SeatHistory(seat, age, tuple(booked[seat]), (), age == game.age) for seat in range(len(game.cities))]
    changed = tuple(
        (line, PossibleHistory(tuple((when, deed) for (when, _), deed in zip(line.booked, row, strict=False)), 0.0))
        for line, row in zip(lines, rows, strict=True)
        if tuple(row) != line.plays
    )
    return _replayed(ledger, _Combination(changed), codebook)


def _with(line: SeatHistory, moment: Moment, deed: PastPlay) -> PossibleHistory:
    """The booked row with another deed at this moment."""
    return PossibleHistory(tuple((when, deed if when == moment else was) for when, was in line.booked), 0.0)


def _lines(game: Game, ledger: _Ledger, facts: TableFacts, codebook: Codebook) -> tuple[SeatHistory, ...]:
    """What is booked and what lies there, for every seat and age, and for its leaders."""
    things = _things(ledger, facts, codebook)
    booked: dict[tuple[int, int | None], list[tuple[Moment, PastPlay]]] = {}
    for moment, entry in zip(ledger.moments, ledger.entries, strict=True):
        if entry.seat is not None and (deed := _deed(entry)) and moment[2] in PLAYED | LEADERS_PLAYED:
            booked.setdefault((entry.seat, _age_of(moment)), []).append((moment, deed))
    ages = range(1, game.age + 1)
    kinds: list[int | None] = [*ages, None] if game.setup.leaders else list(ages)
    return tuple(
        SeatHistory(
            seat,
            age,
            tuple(booked.get((seat, age), ())),
            tuple(things.get((seat, age), ())),
            age == game.age if age is not None else game.phase in LEADERS_PLAYED,
        )
        for seat in range(len(game.cities))
        for age in kinds
    )


def _age_of(moment: Moment) -> int | None:
    """The age of the line to which a moment belongs; None for leaders."""
    age, _, phase = moment
    return age if phase in PLAYED else None


def _things(ledger: _Ledger, facts: TableFacts, codebook: Codebook) -> Mapping[tuple[int, int | None], list[CardThere]]:
    """What lies in each city, by seat and age (None: leaders). Booked cards that may be hidden are assumed there."""
    things: dict[tuple[int, int | None], list[CardThere]] = {}
    from_discard = {entry.code: entry.seat for entry in ledger.entries if isinstance(entry.action, BuildFromDiscard)}
    for code, front in facts.fronts.items():
        entry = codebook.entry(code)
        if entry is None or from_discard.get(code) == front.seat:
            continue
        age = None if entry.kind is StickerKind.LEADER else entry.age
        things.setdefault((front.seat, age), []).append(CardThere(PastPlay(BUILD, code), front.since))
    for line, deed in _hidden(ledger, facts):
        things.setdefault(line, []).append(CardThere(deed))
    for (seat, _), stage in facts.stages.items():
        back = stage.back.removeprefix("age_")
        things.setdefault((seat, int(back) if back.isdigit() else None), []).append(
            CardThere(PastPlay(STAGE), stage.since)
        )
    return things


def _hidden(ledger: _Ledger, facts: TableFacts) -> Iterator[tuple[tuple[int, int | None], PastPlay]]:
    """What was booked for a seat and age (None: leaders) and may be hidden, so that it is assumed to lie there."""
    slots: Counter[int] = Counter()
    for moment, booked in zip(ledger.moments, ledger.entries, strict=True):
        deed, seat = _deed(booked), booked.seat
        if deed is None or seat is None:
            continue
        hidden = deed.kind == BUILD and (deed.code is None or deed.code not in facts.fronts.keys() | facts.absent)
        if deed.kind == STAGE:
            slots[seat] += 1
            hidden = (seat, slots[seat]) not in facts.stages.keys() | facts.bare
        if hidden:
            yield (seat, _age_of(moment)), deed


def _deed(entry: Booked) -> PastPlay | None:
    """What an entry did that a row can say; None for conflicts, corrections of coins and other choices."""
    match entry.action:
        case Build(card=card) | Recruit(card=card):
            return PastPlay(BUILD, entry.code, None if entry.code is not None else card)
        case BuildStage():
            return PastPlay(STAGE)
        case Discard() | Pass():
            return DISCARDED_CARD
    return None


def _taken(game: Game, ledger: _Ledger, codebook: Codebook) -> int:
    """How many cards of the open age were taken from the discard pile and built."""
    return sum(
        (known := codebook.entry(entry.code)) is not None and known.age == game.age
        for entry in ledger.entries
        if isinstance(entry.action, BuildFromDiscard) and entry.code is not None
    )


def _combinations(
    game: Game, lines: Sequence[SeatHistory], clock: Clock, expected: int | None
) -> Iterator[_Combination]:
    """Combinations of rows that explain the table, the cheapest first."""
    found = _combined(lines, clock, expected, None)
    for missed in _turns_to_miss(game, lines, expected):
        found += _combined(lines, clock, expected, missed)
    unchanged = min((one.cost for one in found if not one.is_changed), default=_unexplained(lines, clock, expected))
    found = [one for one in found if one.is_changed and one.cost < unchanged]
    yield from sorted(found, key=lambda one: one.cost)


def _turns_to_miss(game: Game, lines: Sequence[SeatHistory], expected: int | None) -> range:
    """The turns of the open age that may have been played but not booked, if enough cities show a card more."""
    counted = [line for line in lines if _counts(line)]
    booked = max((len(line.booked) for line in counted), default=0)
    discards = _open_discards(lines) if expected is None else expected
    excess = sum(len(line.things) - len(line.booked) for line in counted) + discards
    return range(1, booked + 2) if 2 * excess >= len(game.cities) and 0 < booked < game.last_turn else range(0)


def _unexplained(lines: Sequence[SeatHistory], clock: Clock, expected: int | None) -> float:
    """What it costs to leave the ledger as it is, at least: cards may only have been pushed into another city."""
    booked = {deed: moment for line in lines for moment, deed in line.booked if deed.kind == BUILD}
    lying = {thing.deed for line in lines for thing in line.things if thing.deed.kind == BUILD}
    cost = 0.0 if expected is None else MAT_COST * abs(_open_discards(lines) - expected)
    for line in lines:
        if not line.fits or (_counts(line) and line.discards):
            cost += lateness(line, line.booked, clock)
        for thing in not_explained(line.things, line.plays):
            cost += _cost_of(thing, booked.get(thing.deed), line, clock)
        cost += _cost_of_gone(line, lying)
    return cost


def _cost_of(thing: CardThere, moment: Moment | None, line: SeatHistory, clock: Clock) -> float:
    """What it costs that a city's thing is not booked for it. `moment`: for which another city has it."""
    if moment is None and line.is_open and (thing.since is None or thing.since > clock.closed):
        return 0.0  # it may belong to the open turn
    pushed = moment is not None and clock.cost(moment, thing.since, open_age=line.is_open) > 0
    return PUSHED_COST if pushed else CONTRADICTED_COST


def _cost_of_gone(line: SeatHistory, lying: Collection[PastPlay]) -> float:
    """What it costs that booked things do not lie in their city; structures that are `lying` elsewhere cost nothing."""
    gone = Counter(line.plays) - Counter(thing.deed for thing in line.things)
    return sum(GONE_COST * count for deed, count in gone.items() if deed.kind != DISCARD and deed not in lying)


def _combined(
    lines: Sequence[SeatHistory], clock: Clock, expected: int | None, missed: int | None
) -> list[_Combination]:
    """Add line after line and keep the best for each number of discards in the open age."""
    differs = expected is not None and (expected < _open_discards(lines) or not all(line.fits for line in lines))
    beam = [_Combination(missed=missed, cost=0.0 if missed is None else MISSED_COST)]
    for line in lines:
        likeliest = _likeliest(line, clock, missed if _counts(line) else None, differs=differs)
        by_discards: dict[int, list[_Combination]] = {}
        for one in beam:
            for row in likeliest:
                longer = one.with_row(line, row)
                by_discards.setdefault(longer.discards, []).append(longer)
        beam = [one for group in by_discards.values() for one in sorted(group, key=lambda one: one.cost)[:BEAM]]
    if expected is None:
        return beam
    return [replace(one, cost=one.cost + MAT_COST * abs(one.discards - expected)) for one in beam]


def _likeliest(line: SeatHistory, clock: Clock, missed: int | None, *, differs: bool) -> tuple[PossibleHistory, ...]:
    """The likeliest rows of a line. `differs`: the table shows that something was booked that did not happen."""
    may_shorten = differs and missed is None and _counts(line) and line.discards > 0
    if line.fits and missed is None and not may_shorten:
        return (PossibleHistory(line.booked, 0.0),)
    return rows(line, clock, missed=missed, may_shorten=may_shorten)


def _open_discards(lines: Iterable[SeatHistory]) -> int:
    """How many discards are booked in the open age."""
    return sum(line.discards for line in lines if _counts(line))


def _counts(line: SeatHistory) -> bool:
    """True if its discards are among those that are counted on the mat."""
    return line.is_open and line.age is not None


Plan = dict[Moment, dict[int, tuple[PastPlay, "Booked | None"]]]


def _replayed(ledger: _Ledger, combination: _Combination, codebook: Codebook) -> Explanation | None:
    """The combination as a ledger, played again by the rules; None if that is not possible."""
    plan = _plan(ledger, combination)
    original = _plan(ledger, _Combination())
    first = min(
        (moment for moment in plan.keys() | original.keys() if plan.get(moment) != original.get(moment)),
        key=_order,
        default=None,
    )
    if first is None:
        return None
    moments = ledger.moments
    keep = next((index for index, moment in enumerate(moments) if _order(moment) >= _order(first)), len(moments))
    plan = {moment: done for moment, done in plan.items() if _order(moment) >= _order(first)}
    replay = _Replay(ledger.states[keep], codebook, plan, _others(ledger, keep), _left_over(combination), ledger.order)
    with suppress(IllegalAction, LookupError):
        if replay.run():
            entries = replay.booked
            same = 0
            old = ledger.entries[keep:]
            while same < min(len(entries), len(old)) and entries[same] == old[same]:
                same += 1
            cost = combination.cost + EXCEPTION_COST * replay.exceptions - replay.refund
            changes = _changes(ledger, combination, codebook)
            return Explanation(keep + same, tuple(entries[same:]), changes, cost)
    return None


def _order(moment: Moment) -> tuple[int, int, int]:
    age, turn, phase = moment
    return age, turn, list(Phase).index(phase)


def _plan(ledger: _Ledger, combination: _Combination) -> Plan:
    """Who does what at which moment: what is booked, with the rows of the combination instead."""
    replaced = {(line.seat, moment) for line, _ in combination.rows for moment, _ in line.booked}
    plan: Plan = {}
    entries: dict[int, dict[Moment, Booked]] = {}
    for moment, entry in zip(ledger.moments, ledger.entries, strict=True):
        deed = _deed(entry) or PastPlay("other")
        if entry.seat is None or isinstance(entry.action, CorrectCoins):
            continue
        if (entry.seat, moment) in replaced:
            entries.setdefault(entry.seat, {})[moment] = entry
        else:
            plan.setdefault(moment, {})[entry.seat] = (deed, entry)
    for line, row in combination.rows:
        for moment, deed in row.deeds:
            same = _entry_of(deed, moment, entries.get(line.seat, {}))
            plan.setdefault(moment, {})[line.seat] = (deed, same)
    return plan


def _entry_of(deed: PastPlay, moment: Moment, entries: Mapping[Moment, Booked]) -> Booked | None:
    """The entry of a seat that says that it did this at this moment, or that it built this at another one."""
    at_moment = entries.get(moment)
    if at_moment and _deed(at_moment) == deed:
        return at_moment
    return next((entry for entry in entries.values() if deed.kind == BUILD and _deed(entry) == deed), None)


def _others(ledger: _Ledger, keep: int) -> dict[Moment, list[Booked]]:
    """The corrections of coins and the conflicts from the first changed action on, by moment."""
    others: dict[Moment, list[Booked]] = {}
    for moment, entry in islice(zip(ledger.moments, ledger.entries, strict=True), keep, None):
        if isinstance(entry.action, (CorrectCoins, Fight)):
            others.setdefault(moment, []).append(entry)
    return others


def _left_over(combination: _Combination) -> dict[int, list[PastPlay]]:
    return {
        line.seat: [
            thing.deed for other, row in combination.rows if other.seat == line.seat for thing in row.unexplained
        ]
        for line, _ in combination.rows
    }


@dataclass(slots=True)
class _Replay:
    """Plays a plan again from one moment on. `order`: the seats at each moment, as they were booked."""

    game: Game
    codebook: Codebook
    plan: Plan
    others: dict[Moment, list[Booked]]
    left_over: dict[int, list[PastPlay]]
    order: Mapping[Moment, Sequence[int]]
    exceptions: int = 0
    refund: float = 0.0
    booked: list[Booked] = field(default_factory=list)

    def run(self) -> bool:
        """Play to the end of the plan; True if all of it could be played.

        Raises:
            IllegalAction: something cannot be booked, not even as an exception.
        """
        while self._step():
            pass
        for entry in [entry for entries in self.others.values() for entry in entries]:
            if isinstance(entry.action, Fight):
                return False
            self._add(entry, entry.action)
        return not self.plan

    def _step(self) -> bool:
        """Play one phase; False if it stays open."""
        game = self.game
        moment = (game.age, game.turn, game.phase)
        for entry in self.others.pop(moment, []):
            self._add(entry, entry.action)
        if game.phase in (Phase.CONFLICTS, Phase.OVER):
            return self.game.phase is not game.phase
        done = self.plan.pop(moment, {})
        booked = list(self.order.get(moment, ()))
        for seat in sorted(done, key=lambda seat: (booked.index(seat) if seat in booked else len(booked), seat)):
            self._play(seat, *done[seat])
        if game.phase in (Phase.TURN, Phase.RECRUIT):
            return game.acting == tuple(sorted(done))
        for seat in game.acting:
            if seat not in done:
                if not self.plan and not self.left_over.get(seat):
                    return False
                self._play(seat, self._unplanned(seat), None)
        return True

    def _unplanned(self, seat: int) -> PastPlay:
        """What a seat did in a phase that was not booked: something that is there unexplained, else nothing."""
        leaders = self.game.phase is Phase.EXTRA_LEADER
        for deed in self.left_over.get(seat, []):
            if deed.kind == BUILD and _is_leader(deed, self.codebook) == leaders:
                self.left_over[seat].remove(deed)
                self.refund += UNEXPLAINED_COST - UNPLANNED_COST
                return deed
        return DISCARDED_CARD

    def _play(self, seat: int, deed: PastPlay, entry: Booked | None) -> None:
        """Book an action, with its payment if that is still valid, else with the default one."""
        action = entry.action if entry else self._action(seat, deed)
        allowed = self.game.as_allowed(action)
        if allowed is not None:
            self._add(entry or Booked(allowed, deed.code), allowed)
            return
        if isinstance(action, BuildStage):
            action = replace(action, stage=None)
        self.exceptions += not (entry and getattr(entry.action, "exception", False))
        insisted = action if isinstance(action, (CorrectCoins, Fight)) else replace(action, exception=True)
        self._add(entry or Booked(action, deed.code), insisted)

    def _action(self, seat: int, deed: PastPlay) -> SeatAction:
        """A deed that was not booked, as an action."""
        phase = self.game.phase
        if deed.kind == STAGE:
            return BuildStage(seat)
        if deed.kind == BUILD:
            card = _card(deed, self.codebook)
            if phase in LEADERS_PLAYED:
                return Recruit(seat, card)
            return BuildFromDiscard(seat, card) if phase is Phase.FROM_DISCARD else Build(seat, card)
        return self.game.idle_action(seat)

    def _add(self, entry: Booked, action: Action) -> None:
        self.game = self.game.apply(action)
        played = self.game.actions[-1]
        self.booked.append(entry if played == entry.action else replace(entry, action=played))


def _changes(ledger: _Ledger, combination: _Combination, codebook: Codebook) -> tuple[PastChange, ...]:
    """What differs, in the order in which it was played."""
    game = ledger.states[-1]
    found: list[tuple[Moment, PastChange]] = []
    if combination.missed is not None:
        found.append(((game.age, combination.missed, Phase.TURN), PastChange(None, combination.missed, did="missed")))
    for line, row in combination.rows:
        wonder = game.cities[line.seat].wonder.id
        for moment, deeds in _differences(line, row, combination.missed if _counts(line) else None, codebook):
            found.append((moment, _change(game, moment, wonder, codebook, deeds)))
    found.sort(key=lambda one: _order(one[0]))
    return tuple(change for _, change in found)


Deeds = tuple[str, PastPlay | None, PastPlay | None]
"""What was done in a word, the deed itself, and the deed that was booked."""


def _differences(
    line: SeatHistory, row: PossibleHistory, missed: int | None, codebook: Codebook
) -> Iterator[tuple[Moment, Deeds]]:
    """Where a row differs from what is booked, but for the turn that was `missed`."""
    before = list(line.plays)
    after = [deed for _, deed in row.deeds]
    moments = [moment for moment, _ in max((line.booked, row.deeds), key=len)]
    if missed is not None:
        del after[missed - 1], moments[missed - 1]
    if row.shift:
        removed, free = row.shift
        did = "open" if removed == len(before) - 1 else "shift" if free > removed else "delay"
        yield moments[removed], (did, None, before[removed])
        if free < len(after):
            added = after.pop(free)
            if added.kind != DISCARD:
                yield moments[free], (_did(added, codebook), added, None)
        del before[removed], moments[removed]
    for moment, was, now in zip(moments, before, after, strict=False):
        if was != now:
            yield moment, (_did(now, codebook), now, was)


def _change(game: Game, moment: Moment, wonder: str, codebook: Codebook, deeds: Deeds) -> PastChange:
    did, now, was = deeds
    age = None if moment[0] == game.age else moment[0]
    booked = _did(was, codebook) if was else ""
    return PastChange(age, moment[1], wonder, did, _card(now, codebook), booked, _card(was, codebook))


def _did(deed: PastPlay, codebook: Codebook) -> str:
    return "recruit" if _is_leader(deed, codebook) else deed.kind


def _is_leader(deed: PastPlay, codebook: Codebook) -> bool:
    known = codebook.entry(deed.code) if deed.code is not None else None
    return known is not None and known.kind is StickerKind.LEADER


def _card(deed: PastPlay | None, codebook: Codebook) -> str:
    if deed is None:
        return ""
    known = codebook.entry(deed.code) if deed.code is not None else None
    return known.id if known else deed.name or ""
