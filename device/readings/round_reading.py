"""The open round as the cards of the rounds after it show it: for people who do not wait until a turn is recorded."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from device.readings.evidence import discards_before, evidence_of, first_entry
from device.readings.observations import ARRIVAL, MISSED_FOR, Presence
from device.readings.search import CLEAR, ENDED, PASSED_ON, QUIET, WITH_CARDS, Did, Search, recorded_rounds

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from device.messages.events import Booked
    from device.readings.observations import Observations
    from device.readings.search import Deed, Reading, Round
    from device.umpire.new_cards import NewCard
    from device.umpire.ruling import Situation, UmpireMemory
    from vision.kit.codebook import Codebook

SETTLE = 0.5
"""s for which a card must have lain."""
PATIENCE, SEVERAL = 3.6, 3
"""s for which nothing has come until people wait for the record; and cities that show that they do not."""
EXACT = 0.05
"""Costs that differ by less are the same."""


class RoundReading(NamedTuple):
    """The readings of the open round, and for how long they stand."""

    observations: Observations
    entries: tuple[Booked, ...]
    said: object
    until: float
    """Camera time (s) at which the answer may be another one, although nothing happens."""
    readings: tuple[Reading, ...]
    """The best one first."""
    number: int
    """The number of the open round in each reading."""
    recorded_cost: float
    """What the closed rounds cost as they are recorded."""
    last_arrival: float
    """When the last card came to the mat (s)."""
    later_cards: Mapping[int, float]
    """By seat, when the first card of a later round was read that lies there already (s)."""
    seats: int
    """How many cities there are."""

    @property
    def deeds(self) -> Mapping[int, Deed]:
        """What every seat has done in the open round, by the best reading."""
        return {deed.seat: deed for deed in self._round(self.readings[0]).deeds}

    @property
    def cards(self) -> Mapping[int, NewCard]:
        """The cards of the open round, by the seat that laid them."""
        return {seat: deed.thing.card for seat, deed in self.deeds.items() if deed.thing and not deed.elsewhere}

    @property
    def everybody_has_gone_on(self) -> bool:
        """True if all seats but one show a card of a later round, and so do all that show none in the open one."""
        silent = {seat for seat, deed in self.deeds.items() if deed.did in (Did.IDLE, Did.UNSEEN, Did.OPEN)}
        began = math.inf if self.observations.began is None else self.observations.began + ARRIVAL
        plays = self._round(self.readings[0]).game.phase in WITH_CARDS
        if (plays and not self.cards) or any(card.since <= began for card in self.cards.values()):
            return False  # what lay there when the table was seen first may be of any round
        following = self.later_cards.keys()
        return len(following) >= max(3, self.seats - 1) and silent <= following

    def agrees(self, codes: Mapping[int, int], discarding: Collection[int], time: float) -> bool:
        """True if the best reading says the same of the open round, or if everybody has waited for so long (s).

        `codes`: of the structures and leaders that were laid, by seat. `discarding`: the seats that laid nothing.
        """
        came = max([*(card.since for card in self.cards.values()), self.last_arrival], default=-math.inf)
        if time >= came + PATIENCE and len(self.later_cards) < SEVERAL:
            return True
        if self.may_be_next(time):
            return False
        laid = {seat: card.code for seat, card in self.cards.items() if card.slot is None and self.deeds[seat].entry is None}
        same = laid == dict(codes) and all(self.deeds[seat].did in (Did.IDLE, Did.SAID) for seat in discarding)
        return same and self.is_complete and self.is_clear and self.is_settled(time)

    def is_over(self, time: float) -> bool:
        """True if nothing has come for so long (s) at the end of an age that every seat has acted."""
        came = max([*(card.since for card in self.cards.values()), self.last_arrival], default=-math.inf)
        return self.is_complete and self.is_clear and time >= came + QUIET

    def may_be_next(self, time: float) -> bool:
        """True if the card that was laid last may be the next round's first one: it came long after all others.

        Then its seat has discarded in this round, so a hand was at the mat.
        """
        laid = sorted(card.since for card in self.cards.values())
        if len(laid) < 2 or laid[-1] <= laid[-2] + PASSED_ON or time >= laid[-1] + MISSED_FOR:
            return False
        return self.observations.mat.was_reached(laid[0] - PASSED_ON, laid[-1])

    @property
    def is_clear(self) -> bool:
        """True if every other reading of the open round is much more surprising."""
        plays = self._round(self.readings[0]).plays
        others = (one.cost for one in self.readings if self._round(one).plays != plays)
        return min(others, default=math.inf) - self.readings[0].cost >= CLEAR

    @property
    def is_complete(self) -> bool:
        """True if every seat has acted."""
        return all(
            deed.did in (Did.IDLE, Did.SAID) or (deed.did is Did.LAID and not deed.elsewhere) for deed in self.deeds.values()
        )

    def is_settled(self, time: float) -> bool:
        """True if what shows that the round is over has lain long enough at this time (s).

        What explains it by something rare waits longer: a card that is read late may come to light yet, and a card that
        comes late to the mat may be the next round's.
        """
        cards = [deed.thing for deed in self.deeds.values() if deed.thing]
        if any(thing.presence is not Presence.LIES or thing.since + SETTLE > time for thing in cards):
            return False
        laid = max((thing.since for thing in cards), default=-math.inf)
        if any(deed.did is Did.IDLE for deed in self.deeds.values()) and self.last_arrival > laid + PASSED_ON:
            return time - self.last_arrival >= MISSED_FOR
        if self.readings[0].cost <= self.recorded_cost + EXACT:
            return True
        return time - max([laid, min(self.later_cards.values(), default=laid)]) >= MISSED_FOR

    def _round(self, reading: Reading) -> Round:
        return reading.rounds[min(self.number, len(reading.rounds) - 1)]


def read_round(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> RoundReading | None:
    """Read the open round; None before the table is seen, and where no seat acts."""
    game, entries, now = situation.game, situation.entries, situation.scene.time
    if memory.observations.began is None or game.phase in ENDED:
        return None
    said = (memory.discarded, memory.confirmed, memory.exceptions, memory.owners, memory.ignored, situation.in_secret)
    known = memory.reading
    if known is not None and known[:3] == (memory.observations, entries, said) and now < known.until:
        return known
    first = first_entry(entries, game)
    states = tuple(game.states())
    evidence = evidence_of(situation, memory, states[first], first, codebook)
    recorded = recorded_rounds(states, entries, first)
    search = Search(evidence, recorded, game, codes_before=discards_before(entries[:first]))
    readings = search.as_recorded()
    for things in evidence.things.values():
        for thing in things:
            for seconds in (SETTLE, MISSED_FOR):
                evidence.passed(thing.since, seconds)
    arrival = memory.observations.mat.last_arrival()
    evidence.passed(arrival, MISSED_FOR)
    until = min((time for time in evidence.deadlines if time > now), default=math.inf)
    number = sum(one.is_closed and one.game.phase not in ENDED for one in recorded)
    rounds = readings[0].rounds
    used = {deed.thing.index for one in rounds[: number + 1] for deed in one.deeds if deed.thing}
    later = {
        seat: min(times)
        for seat, things in evidence.things.items()
        if (times := [thing.since for thing in things if thing.index not in used and thing.presence is Presence.LIES])
    }
    cost, seats = search.closed_cost, len(game.cities)
    return RoundReading(memory.observations, entries, said, until, readings[:12], number, cost, arrival, later, seats)
