"""What a search goes by: the cards that came since the age began, seat by seat, and what is recorded of them."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.umpire.new_cards import FRONTS, LEADER_BACK, NewCard, expected_back, under_token
from device.umpire.observations import Presence
from device.umpire.readings import Evidence, Thing, moment
from engine import Discard, Fight, Phase
from vision.kit.boxes import as_printed
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.messages.events import Booked
    from device.umpire.observations import Observations, Stay
    from device.umpire.ruling import Situation, UmpireMemory
    from engine import Game
    from vision.kit.codebook import Codebook, CodebookEntry

STILL_LIES = (Presence.LIES, Presence.MISSED, Presence.UNREAD, Presence.REPLACED, Presence.MOVED, Presence.GONE)
"""Of several times at which a card lay in a city the one counts that comes first here."""
LATE_BY = 6.0
"""s by which a card may be read late; what came to light much later says little about its time."""
CARRIED = 8.0
"""s; a card that is laid in another city so soon was laid in the wrong one."""


def first_entry(entries: Sequence[Booked], game: Game) -> int:
    """The number of the first action that a search may change: the age's, and the age before's until turn 1 is over."""
    fights = [number for number, entry in enumerate(entries) if isinstance(entry.action, Fight)]
    ages = 1 + (game.turn < 2 or game.phase is Phase.OVER)
    return fights[-ages] + 1 if len(fights) >= ages else 0


def evidence_of(
    situation: Situation, memory: UmpireMemory, states: Sequence[Game], first: int, codebook: Codebook
) -> Evidence:
    """What is known at this moment. `states`: the game before each action. A search may change those from `first` on."""
    base = states[first]
    game, now, observations = situation.game, situation.scene.time, memory.observations
    deadlines: list[float] = []
    known = {entry.code for entry in situation.entries[:first] if entry.code is not None}
    things = _things(situation, memory, base, known, as_printed(codebook, game.setup.edition), deadlines)
    backs = {back: code for back in (LEADER_BACK, "age_1", "age_2", "age_3") if (code := codebook.back(back)) is not None}
    watched = memory.watched_from
    watched_from = (0, 0, 0) if watched is None else moment(states[min(watched, len(states) - 1)])
    began = math.inf if observations.began is None else observations.began
    return Evidence(
        things,
        observations.mat,
        began,
        now,
        backs,
        discarded=memory.turn.discarded,
        acted=memory.said.acted,
        secret=frozenset(situation.in_secret),
        confirmed=memory.said.confirmed | {(seat, code) for code, seat in memory.said.owners.items()},
        exceptions=memory.turn.exceptions,
        last_event=_last_event(observations),
        watched_from=watched_from,
        deadlines=deadlines,
    )


def discards_before(entries: Sequence[Booked], watched_from: int | None) -> Mapping[str, int]:
    """How many leaders were discarded while the table was watched. The cards of an age come after it has begun."""
    seen = entries[watched_from or 0 :]
    return {LEADER_BACK: sum(entry.turn == 0 and isinstance(entry.action, Discard) for entry in seen)}


def _things(
    situation: Situation,
    memory: UmpireMemory,
    base: Game,
    known: set[int],
    codebook: Codebook,
    deadlines: list[float],
) -> Mapping[int, tuple[Thing, ...]]:
    """By seat, what came to its city since the age began, in the order in which it was laid."""
    now, owners = situation.scene.time, memory.said.owners
    groups: dict[tuple[int, int, int | None], list[Stay]] = {}
    for stay in memory.observations.stays:
        entry = codebook.entry(stay.code)
        if entry is None or (stay.code, stay.track) in memory.said.ignored:
            continue
        if stay.slot is None and entry.kind in FRONTS and stay.code not in known:
            groups.setdefault((owners.get(stay.code, stay.seat), stay.code, None), []).append(stay)
        elif stay.slot is not None and stay.slot > base.cities[stay.seat].stages:
            groups.setdefault((stay.seat, 0, stay.slot), []).append(stay)
    found: dict[int, list[Thing]] = {seat: [] for seat in range(len(base.cities))}
    for (seat, code, slot), stays in groups.items():
        elsewhere = [
            stay for (other, same, front), others in groups.items() for stay in others
            if slot is None and front is None and same == code and other != seat
        ]  # fmt: skip
        found[seat].append(_thing(seat, slot, stays, elsewhere, situation, codebook, now, deadlines))
    number, numbered = 0, {}
    for seat, things in found.items():
        ordered = sorted(things, key=lambda thing: (min(thing.since, max(thing.maybe_since, thing.since - LATE_BY)), thing.since))
        numbered[seat] = tuple(thing._replace(index=number + place) for place, thing in enumerate(ordered))
        number += len(ordered)
    return MappingProxyType(numbered)


def _thing(
    seat: int,
    slot: int | None,
    stays: Sequence[Stay],
    elsewhere: Sequence[Stay],
    situation: Situation,
    codebook: Codebook,
    now: float,
    deadlines: list[float],
) -> Thing:
    presence = Presence.GONE
    for stay in stays:
        is_now, until = stay.presence(now)
        presence = min(presence, is_now, key=STILL_LIES.index)
        if until is not None:
            deadlines.append(until)
    last = max(stays, key=lambda stay: (stay.until is None, stay.since))
    lies_elsewhere = any(stay.until is None and stay.since > last.since for stay in elsewhere)
    if lies_elsewhere and presence is not Presence.LIES:
        presence = Presence.MOVED
    since = min(stay.since for stay in stays)
    maybe = [-math.inf if stay.maybe_since is None else stay.maybe_since for stay in stays]
    maybe += [stay.since for stay in elsewhere if stay.until is not None and stay.until >= since - CARRIED and stay.since < since]
    entry = codebook.entry(last.code)
    assert entry is not None
    if slot is not None:
        entry = _as_laid(under_token(entry, situation.game, codebook), seat, situation, codebook)
    sure = last.sure and (slot is None or _shows_every_stage(seat, situation))
    return Thing(seat, NewCard(last.code, entry, slot, since, sure), since, min(maybe), presence)


def _as_laid(entry: CodebookEntry, seat: int, situation: Situation, codebook: Codebook) -> CodebookEntry:
    """The back of a new stage: that of this phase if it lies at a stage built earlier, since the two were swapped."""
    expected = expected_back(situation.game)
    if entry.id >= expected or entry.kind is not StickerKind.BACK:  # of this age, or of the next one
        return entry
    stages = situation.game.cities[seat].stages
    built = [item.code for item in situation.scene.items if item.seat == seat and item.slot is not None and item.slot <= stages]
    backs = (codebook.entry(code) for code in built)
    return next((back for back in backs if back is not None and back.id == expected), entry)


def _shows_every_stage(seat: int, situation: Situation) -> bool:
    """False if a built stage's card is not seen: a card that seems new may be that one, pushed aside."""
    slots = {item.slot for item in situation.scene.items if item.seat == seat}
    return slots >= set(range(1, situation.game.cities[seat].stages + 1))


def _last_event(observations: Observations) -> float:
    """When something was laid or taken last, or a hand was at the mat."""
    times = [stay.since if stay.until is None else stay.until for stay in observations.stays]
    times += [counts[-1].time for counts in observations.mat.counts.values() if counts]
    times += [observations.looked or -math.inf if hand.until is None else hand.until for hand in observations.mat.hands[-1:]]
    return max(times, default=-math.inf)
