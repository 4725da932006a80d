"""The record follows the table: what is recorded of an age is compared with how the age reads as a whole."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from device.ledger_check.age_log import AgeLog, Came, Spot, spot_of
from device.ledger_check.age_reading import (
    EXCHANGED,
    FIXED,
    INSTEAD,
    LATE,
    LEFT,
    NOT_TAKEN,
    TAKEN,
    UNREAD,
    AgeRecorded,
    AgeSeen,
    CardInCity,
    read_age,
)
from device.ledger_check.changed_past import ChangedPast, changed_past, when
from device.times import AT_REST_AFTER, GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.contradictions import ENDED, is_cleared
from device.umpire.discards.backs import BackOnMat
from device.umpire.expectations import (
    in_playing_order,
    may_play_two,
    may_recruit,
    next_hands,
    seventh_cards,
)
from device.umpire.new_cards import Cards
from device.umpire.ruling import NOT_READ, Reread, Situation, UmpireMemory
from display.messages.events import Booked
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    Discard,
    Game,
    IllegalAction,
    Phase,
    Recruit,
    SeatAction,
)
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind

CLEARLY_WRONG = 4.0
"""The record follows a reading that is less surprising by so much; by `GUESSED` where it was a guess."""
SEEMS_WRONG = 2.5
"""People are asked about one that is by so much."""
FORBIDDEN = 2.0
"""How much each action that the rules forbid counts against that: a mistake elsewhere may be the reason."""
STILL_READ = 3
"""Until so many turns of the next one an age is read again: what a hand or a sleeve's glare hid comes to light."""
IN_ROWS = frozenset({Phase.TURN, Phase.SEVENTH})
"""The phases whose plays are an age's rows."""
READ_AGAIN_AFTER = 2.0
"""s until an age is read again, as that takes time on a small Pi."""


def reread(situation: Situation, memory: UmpireMemory, new_cards: Cards, codebook: Codebook) -> UmpireMemory:
    """The memory with how the open age and the one before read now, if anything has changed since they were read.

    `new_cards`: what came to the cities and is not recorded.
    """
    known, time, game = memory.reread, situation.scene.time, situation.game
    if game.phase is Phase.FROM_DISCARD or memory.held is not None or is_cleared(situation, memory):
        return replace(memory, reread=NOT_READ)  # what is built from the pile is of any age
    if known.entries is situation.entries and time - known.time < READ_AGAIN_AFTER:
        return memory
    numbers, plays = range(game.age - (game.turn <= STILL_READ), game.age + 1), _plays(situation, memory)
    ages = [age for number in numbers if (age := _Age(number, plays, situation, memory, new_cards, codebook)).rows]
    exchanged = _played_between_turns(situation, memory, new_cards, codebook)
    seen: tuple[AgeSeen | Booked, ...] = (*(age.seen for age in ages), *exchanged.values())
    if known.entries is situation.entries and seen == known.seen:
        return replace(memory, reread=replace(known, time=time))
    better = list[tuple[bool, ChangedPast]]()
    with suppress(IllegalAction):
        better += [(True, changed_past(game, situation.entries, exchanged))] if exchanged else []
    better += [one for age in ages if (one := age.better_record())]
    clearly, found = max(better, key=lambda one: one[0], default=(False, None))
    return replace(memory, reread=_next(known, Reread(time, situation.entries, seen, found, clearly, time, time)))


def _played_between_turns(
    situation: Situation, memory: UmpireMemory, new_cards: Cards, codebook: Codebook
) -> Mapping[int, Booked]:
    """By number, what was played instead in phases between turns.

    A hand took a card and laid another one there, or a card is read only now of which nothing was seen.
    """
    found, unseen = dict[int, Booked](), memory.log.unseen or 0
    states = zip(situation.game.states(), situation.entries, strict=False)
    for number, (game, entry) in enumerate(states):
        if game.phase in IN_ROWS or entry.hand or entry.seat is None or number < unseen:
            continue
        instead = _laid_instead(entry, situation, memory, new_cards)
        card = codebook.entry(instead[0]) if len(instead) == 1 else None
        action = _played_in(game, entry.seat, card) if card else None
        if action is not None:
            found[number] = replace(entry, action=action, code=instead[0])
    return found


def _laid_instead(entry: Booked, situation: Situation, memory: UmpireMemory, new_cards: Cards) -> Sequence[int]:
    """The codes of the fronts in a city that were laid instead of what is recorded, and that nobody plays now."""
    game, seat = situation.game, entry.seat or 0
    was = memory.log.cities.get((seat, entry.code, None))
    gone = _taken_back(was) if was else None
    laid = max((was.since if was else None) or 0.0, memory.log.begun)
    if gone is None and (entry.code is not None or not entry.supposed):
        return ()
    others = max(len(cards) for other, cards in new_cards.items() if other != seat)
    instead = gone if len(new_cards[seat]) > others else None  # otherwise it is for the turn for which they lay theirs
    return [
        card.code
        for card in new_cards[seat]
        if card.slot is None and card.unseen_since is None and card.since > laid
        if (instead and _is_instead(card.since, instead)) or not _may_be_played(game, seat, card.card)
    ]


def _played_in(game: Game, seat: int, card: CodebookEntry) -> SeatAction | None:
    """What a seat did that played this front in a phase between turns; None if the rules forbid it."""
    play = BuildFromDiscard if game.phase is Phase.FROM_DISCARD else Build
    action: SeatAction = Recruit(seat, card.id) if card.kind is StickerKind.LEADER else play(seat, card.id)
    return action if game.can(action) else None


def _may_be_played(game: Game, seat: int, card: CodebookEntry | None) -> bool:
    """True if a seat may play a front now, as far as its age and kind say. A leader may be for the next age, too."""
    if card is not None and card.kind is StickerKind.LEADER:
        return may_recruit(game, seat) or game.turn > STILL_READ
    return game.phase not in ENDED and card is not None and (card.age or game.age) >= game.age


def _next(before: Reread, now: Reread) -> Reread:
    """How ages read now, with since when the record is wrong, and since when it is clear what is right."""
    if before.found is None or now.found is None:
        return now
    same = before.found.changes == now.found.changes
    return replace(
        now,
        wrong_since=before.wrong_since if before.clearly else now.wrong_since,
        since=before.since if same else now.since,
    )


class _Played(NamedTuple):
    """What a seat did in a `game`: the number of the entry, and where its card lies if it built something with it.

    `is_fixed`: the table cannot tell that it was another action.
    """

    number: int
    entry: Booked
    game: Game
    spot: Spot
    is_fixed: bool

    def is_of(self, age: int) -> bool:
        """True if it was done in a turn of this age, or with the seventh card, and not in a phase between turns."""
        return self.game.age == age and self.game.phase in IN_ROWS


@dataclass(frozen=True)
class _Age:
    """An age of a game. `plays`: what is recorded of the whole game; `new_cards`: what came and is not."""

    number: int
    plays: Sequence[_Played]
    situation: Situation
    memory: UmpireMemory
    new_cards: Cards
    codebook: Codebook

    @cached_property
    def rows(self) -> Sequence[Sequence[_Played]]:
        """By seat what it did in each turn that is closed, and with a seventh card; none if not all are known."""
        rows: list[list[_Played]] = [[] for _ in self.situation.game.cities]
        for played in self.plays:
            action = played.entry.action
            is_closed = played.is_of(self.number) and when(played.game) != when(self.situation.game)
            if is_closed and isinstance(action, Build | BuildStage | Discard):
                rows[action.seat].append(played)
        numbers = {len(row[: self.situation.game.last_turn]) for row in rows}
        return () if len(numbers) > 1 or 0 in numbers else rows

    def better_record(self) -> tuple[bool, ChangedPast] | None:
        """The record that fits better than what is recorded, and whether it clearly does; None if there is none."""
        reading = read_age(self.seen, self.recorded, gain=SEEMS_WRONG)
        if reading is None:
            return None
        changes = {
            self.rows[seat][turn].number: self._instead(seat, turn, number)
            for (seat, turn), number in self.recorded.changes(reading.rows).items()
        }
        if not changes:
            return None
        with suppress(IllegalAction):
            changed = changed_past(self.situation.game, self.situation.entries, changes, insist=True)
            saves = reading.saves - FORBIDDEN * len(changed.unfit)
            entries = (*self.situation.entries[: changed.keep], *changed.entries)
            codes = [one.code for one in entries if one.code is not None and not isinstance(one.action, Discard)]
            complete = len(entries) == len(self.situation.entries) and len(codes) == len(set(codes))
            if complete and saves >= self.recorded.needed(reading.rows, SEEMS_WRONG):
                return saves >= self.recorded.needed(reading.rows, CLEARLY_WRONG), changed
        return None

    @cached_property
    def seen(self) -> AgeSeen:
        """What came to the table in it."""
        seventh = seventh_cards(self.situation.game, self.number, self.situation.entries)
        return AgeSeen(
            tuple(map(self._cards, range(len(self._came)))),
            tuple(frozenset(n for n, (_, code, _) in enumerate(city) if code is None) for city in self._came),
            tuple(one.laid for one in self._backs if one.taken is None),
            self._hands,
            len(self._came) - len(seventh),
            taken_back=tuple(one.laid for one in self._backs if one.is_surely_taken),
            passed_to=next_hands(self.situation.game, self.number, self.situation.chair),
            seventh=seventh,
        )

    @cached_property
    def _backs(self) -> Sequence[BackOnMat]:
        """The cards of this age that came to the mat."""
        return self.memory.mat.came(self.codebook.back(f"age_{self.number}"))

    @property
    def _hands(self) -> tuple[float, ...]:
        """When hands were over the mat while its cards were played (camera times, s)."""
        came = [(came.since, self.codebook.entry(came.code)) for came in self.memory.log.cities.values()]
        times = [(since, entry.age) for since, entry in came if since is not None and entry and entry.age is not None]
        first = min((since for since, age in times if age == self.number), default=math.inf)
        after = min((since for since, age in times if age > self.number), default=math.inf)
        hands = self.memory.thrown_unseen(self.situation.scene.time)
        return tuple(hand for hand in hands if first - READ_WITHIN <= hand < after)

    @cached_property
    def recorded(self) -> AgeRecorded:
        """What is recorded of it."""
        rows = tuple(tuple(map(self._number_of, row)) for row in self.rows)
        plays = ((seat, turn, one) for seat, row in enumerate(self.rows) for turn, one in enumerate(row))
        guessed = frozenset((seat, turn) for seat, turn, one in plays if one.entry.supposed)
        return AgeRecorded(rows, self.situation.game.last_turn, guessed)

    def _number_of(self, played: _Played) -> int | None:
        """The number of the card with which this was done, None if with none; FIXED if only people know that."""
        if isinstance(played.entry.action, Discard) and not played.is_fixed:
            return None
        spots = [*self._came[played.spot[0]]]
        return FIXED if played.is_fixed or played.spot not in spots else spots.index(played.spot)

    def _instead(self, seat: int, turn: int, number: int | None) -> Booked:
        """What a seat did in a turn (counted from 0) in which it played its card with this number."""
        was = self.rows[seat][turn].entry
        if number is None:
            return replace(was, action=Discard(seat), code=None)
        _, code, _ = [*self._came[seat]][number]
        card = self.codebook.entry(code) if code is not None else None
        return replace(was, action=Build(seat, card.id) if card else BuildStage(seat), code=code)

    @cached_property
    def _came(self) -> Sequence[Mapping[Spot, Came]]:
        """By seat what came to its city, in the order of the cards' numbers."""
        cities, left_out = [dict[Spot, Came]() for _ in self.situation.game.cities], self._left_out()
        seen, hidden = _latest(self.memory.log, self.situation.booked), self._hidden_stages
        for spot, came in sorted({**hidden, **seen}.items(), key=_in_order):
            seat, code, slot = spot
            is_of_age = spot in hidden or self._is_of_age(seat, slot, came)
            if is_of_age and left_out.isdisjoint((spot, spot if code is None else code)):
                cities[seat][spot] = came
        return cities

    @cached_property
    def _hidden_stages(self) -> dict[Spot, Came]:
        """The stages that nobody has seen and that are not recorded, although a later one lies there."""
        hidden, stages = dict[Spot, Came](), [city.stages for city in self.situation.game.cities]
        for (seat, _, slot), came in self.memory.log.cities.items():
            for before in range(stages[seat] + 1, (slot or 0) if came.gone is None else 0):
                spot = spot_of(seat, None, before)
                if spot not in self.memory.log.cities:
                    hidden[spot] = Came(came.code, None)
        return hidden

    def _cards(self, seat: int) -> tuple[CardInCity, ...]:
        """How surprising it is of each card of a city that it was played, or that it was not.

        While a hand is over the city, a card may lie under it.
        """
        came, time = self._came[seat].values(), self.situation.scene.time
        rests = any(one.covered is not None and time - one.covered < GESTURE for one in came)
        lying = [one.since for one in came if one.gone is None and one.since is not None]
        instead = self._instead_of_others(seat, lying)
        priced = (_priced(one, () if rests else lying, instead) for one in came)
        more = {spot_of(seat, code, None) for code in self._brought_by_others(seat)} | self._hidden_stages.keys()
        return tuple(
            card._replace(left_out=0.0) if spot in more else card
            for card, spot in zip(priced, self._came[seat], strict=True)
        )

    def _instead_of_others(self, seat: int, lying: Sequence[float]) -> set[float | None]:
        """When cards came to a city (s) that lie there instead of others. `lying`: when all came that lie there."""
        taken_from_mat = (back.taken.since for back in self._backs if back.taken and back.is_surely_taken)
        came = self._came[seat].values()
        return {_first_instead(gone, lying) for gone in taken_from_mat} | {
            _first_instead(gone, lying, one.since) for one in came if (gone := _taken_back(one))
        }

    def _brought_by_others(self, seat: int) -> Collection[int]:
        """The codes of new cards in a city that others may have brought, as from the pile."""
        pairs = pairwise(card for card in self.new_cards[seat] if card.unseen_since is None)
        return [in_playing_order(pair)[1].code for pair in pairs if may_play_two(self.situation.game, seat, pair)]

    def _left_out(self) -> frozenset[int | Spot | None]:
        """Codes of fronts, and spots of stages, that people entered or spoke of, or that other phases had."""
        of_turns = [played for row in self.rows for played in row]
        shown = {played.entry.code for played in of_turns if not played.is_fixed}
        other = {entry.code for entry in self.situation.entries} - shown
        ignored = {code for code, _ in self.memory.ignored}
        entered = {played.spot for played in of_turns if played.is_fixed}
        return frozenset(other | ignored | entered | {one.spot for one in self.plays if not one.is_of(self.number)})

    def _is_of_age(self, seat: int, slot: int | None, came: Came) -> bool:
        """True if a card may have been played in this age."""
        entry = self.codebook.entry(came.code)
        if entry is None:
            return False
        if slot is None:
            return (entry.kind, entry.age) == (StickerKind.CARD, self.number)
        if entry.kind is StickerKind.STAGE_TOKEN:  # one that is not recorded may be of the open age
            return self.number == self.situation.game.age or slot <= self.situation.game.cities[seat].stages
        return entry.id == f"age_{self.number}"


def _plays(situation: Situation, memory: UmpireMemory) -> list[_Played]:
    """What every seat did in the game.

    What people entered or said, and what was recorded before anybody looked, is fixed.
    """
    plays = list[_Played]()
    for number, (game, entry) in enumerate(zip(situation.game.states(), situation.entries, strict=False)):
        if entry.seat is not None:
            slot = game.cities[entry.seat].stages + 1 if isinstance(entry.action, BuildStage) else None
            said = (game.age, game.turn, entry.seat) in memory.said
            is_fixed = said or entry.hand or number < (memory.log.unseen or 0)
            plays.append(_Played(number, entry, game, spot_of(entry.seat, entry.code, slot), is_fixed))
    return plays


def _latest(log: AgeLog, booked: Mapping[int, int]) -> Mapping[Spot, Came]:
    """What came to the cities, each front only where it was seen last, but for one that is recorded.

    That counts where it is recorded; and where it lies now if it was taken there soon after it was laid.
    """
    last = log.last_places

    def counts(seat: int, code: int, came: Came) -> bool:
        owner = booked.get(code, seat)
        if owner == seat:
            return code in booked or last[code] == (seat, code, None)
        was = log.cities.get((owner, code, None))
        return came.gone is None and was is not None and _taken_back(was) is not None

    return {spot: came for spot, came in log.cities.items() if spot[1] is None or counts(spot[0], spot[1], came)}


def _in_order(one: tuple[Spot, Came]) -> tuple[int, float]:
    """A city's cards in the order in which they came, then its stages in the order of their slots."""
    (_, _, slot), came = one
    return slot or 0, came.since or 0.0


def _priced(came: Came, lying: Sequence[float], instead: Collection[float | None]) -> CardInCity:
    """A card as it came. `lying`: when those came that lie in its city; `instead`: those that replaced others (s)."""
    missed = _missed_soon(came)
    if missed is None:
        return CardInCity(came.since, late=INSTEAD if came.since in instead else LATE)
    if not came.was_taken:
        return CardInCity(came.since, UNREAD, NOT_TAKEN)
    exchanged = _first_instead(missed, lying, came.since) is not None
    return CardInCity(came.since, EXCHANGED if exchanged else TAKEN, LEFT)


def _first_instead(gone: float, lying: Sequence[float], laid: float | None = None) -> float | None:
    """When (s) the first card that lies there came, if it may be there instead of one that was `laid` and is `gone`."""
    return min((since for since in lying if since > (laid or 0.0) and _is_instead(since, gone)), default=None)


def _missed_soon(came: Came) -> float | None:
    """Since when (s) a card is missed that had not lain for long; None if none is: later nobody takes one back."""
    is_short = came.since is not None and came.gone is not None and came.gone - came.since <= AT_REST_AFTER
    return came.gone if is_short else None


def _taken_back(came: Came) -> float | None:
    """Since when (s) a card is missed that a hand took away soon after it was laid; None if none did."""
    return _missed_soon(came) if came.was_taken else None


def _is_instead(since: float, gone: float) -> bool:
    """True if a card came (s) when another one was taken away (missed since, s), so that it is there instead."""
    return abs(gone - since) <= PUT_RIGHT_WITHIN
