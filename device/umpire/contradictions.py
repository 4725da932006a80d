"""Compares the ledger with the table all the time, and asks whether past actions are to be corrected."""

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.ledger_check.changed_past import ChangedPast
from device.times import AT_REST_AFTER, GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.expectations import cards_left_over, may_play_two, may_recruit
from device.umpire.new_cards import Cards, back_of, shows_stage_tokens
from device.umpire.ruling import (
    EXTRA,
    UNRECORDED,
    Contradiction,
    Situation,
    UmpireMemory,
)
from display.messages.choices import ASKED_PHASES
from display.messages.questions import Notice, Question
from engine import BuildFromDiscard, Discard, Game, Phase
from vision.kit.codebook import Codebook, StickerKind

CORRECT_PAST = "correct_past"
"""The kind of the question whether past actions were others; `changes` says which."""
CORRECT, LEAVE = "correct", "leave"
"""The answers."""
CLEARED = 3
"""Booked cards that may be missing or lie elsewhere after an age, until the table is taken to be cleared."""
ENDED = frozenset({Phase.CONFLICTS, Phase.OVER})
"""The phases in which nobody can play."""

DISCARDS_NOT_RECORDED = "notice.discards_not_recorded"
"""The notice that the discard mat shows more cards of an age than were discarded or left over.

A discard that was none moves a seat's later cards by a turn. Once that seat discards, only the mat still shows it.
"""
LEFT_OVER_LATE = 2
"""The turn of the next age in which no card that is left over comes any more."""


def compare(situation: Situation, memory: UmpireMemory, new_cards: Cards, codebook: Codebook) -> UmpireMemory:
    """The memory with what contradicts the ledger now, and since when; nothing does while the table is cleared."""
    scene = situation.scene
    if scene.seats and scene.steady and memory.held is None and not memory.mat.is_arriving(scene):
        known, found = memory.contradicted, set[Contradiction]()
        if not is_cleared(situation, memory):
            found = {*_extra(situation, memory, new_cards), *_unrecorded(situation, memory, codebook)}
        if found != known.keys():
            since = {fact: known.get(fact, scene.time) for fact in sorted(found)}
            return replace(memory, contradicted=MappingProxyType(since))
    return memory


def _lasting(situation: Situation, memory: UmpireMemory, kind: str) -> list[Contradiction]:
    """The contradictions of a kind that nobody puts right any more: less long if people have gone on since."""

    def lasts(since: float) -> bool:
        return situation.scene.time - since >= (PUT_RIGHT_WITHIN if since < memory.closed else AT_REST_AFTER)

    return [fact for fact, since in memory.contradicted.items() if fact.kind == kind and lasts(since)]


def asked_reading(situation: Situation, memory: UmpireMemory) -> ChangedPast | None:
    """How the age reads otherwise, if people are asked about that."""
    reread = memory.reread
    return reread.found if reread.is_asked_about(situation.scene.time) and reread.entries == situation.entries else None


def correction_question(memory: UmpireMemory, situation: Situation) -> Question | None:
    """The question whether past actions are to be corrected; None if it is not time to ask."""
    found = asked_reading(situation, memory)
    if found is None or situation.game.phase in ASKED_PHASES:
        return None
    return Question(None, CORRECT_PAST, {"changes": found.as_text(situation.game, situation.entries)}, (CORRECT, LEAVE))


def may_wait(question: Question) -> bool:
    """True if the game goes on although nobody has answered: it can be corrected later as well."""
    return question.kind == CORRECT_PAST


def unexplained_cards(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> tuple[Contradiction, ...]:
    """Cards and leaders that nobody has built by the ledger, although no correction explains them."""
    if memory.reread.found is not None:
        return ()
    fronts = (StickerKind.CARD, StickerKind.LEADER)
    return tuple(
        fact
        for fact in _lasting(situation, memory, EXTRA)
        if (entry := codebook.entry(fact.code)) and entry.kind in fronts
    )


def discard_is_missing(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> bool:
    """True if a hand took a discard of this age from the mat a while ago, and there are fewer than were recorded."""
    game, closed, last = situation.game, memory.closed, situation.scene.time - PUT_RIGHT_WITHIN
    if game.phase is not Phase.TURN or not math.isfinite(closed):
        return False
    back = codebook.back(f"age_{game.age}")
    of_age = memory.mat.came(back)
    taken = [one.taken.since for one in of_age if one.taken and one.is_surely_taken and one.laid < closed]
    if not any(closed <= since <= last for since in taken):
        return False
    return sum(one.counts for one in of_age) < _should_have_come(game.age, situation, memory, codebook)


def too_many_discards(situation: Situation, memory: UmpireMemory) -> tuple[Notice, ...]:
    """The notice that the mat shows more cards of an age than the record says, if it does."""
    return (Notice(DISCARDS_NOT_RECORDED),) if _lasting(situation, memory, UNRECORDED) else ()


def _extra(situation: Situation, memory: UmpireMemory, new_cards: Cards) -> list[Contradiction]:
    """Cards that the open turn cannot explain: older ones, and those that lie there since before it began.

    Of a city's cards only one may be for the next turn. Once the age has ended, nobody can play any more.
    """
    game, long_ago = situation.game, situation.scene.time - READ_WITHIN
    first_age = game.age + (game.phase in ENDED)
    found = []
    for seat, cards in new_cards.items():
        still = [card for card in cards if card.sure and card.unseen_since is None and card.since <= long_ago]
        extra = [
            card
            for card in still
            if (card.age is not None and card.age < first_age)
            or (card.is_leader and game.phase not in ENDED and not may_recruit(game, seat))
        ]
        if len(still) > 1 and not may_play_two(game, seat, cards):
            extra += [card for card in still if card.since + GESTURE < memory.closed]
        found += [Contradiction(EXTRA, card.code, seat) for card in extra]
    return found


def _unrecorded(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> list[Contradiction]:
    """That more cards of an age came to the discard mat than the record says."""
    if shows_stage_tokens(situation.scene, codebook):
        return []
    found = []
    for age, before in _ages_on_mat(situation.game, memory.closed).items():
        back = codebook.back(f"age_{age}")
        more = sum(one.counts and one.lies and one.laid < before for one in memory.mat.came(back))
        more -= _should_have_come(age, situation, memory, codebook)
        if back is not None and more > 0:
            found.append(Contradiction(UNRECORDED, back, more))
    return found


def _ages_on_mat(game: Game, closed: float) -> Mapping[int, float]:
    """The ages of which it is known how many cards came to the mat, if they came before a camera time (s).

    A card of the open age may be for the open turn unless a turn has closed since.
    """
    ended = game.phase in ENDED
    open_age = {game.age: math.inf if ended else closed - GESTURE} if ended or game.phase is Phase.TURN else {}
    return open_age | ({game.age - 1: math.inf} if game.turn <= LEFT_OVER_LATE else {})


def _should_have_come(age: int, situation: Situation, memory: UmpireMemory, codebook: Codebook) -> int:
    """How many cards of an age should have come to the mat since somebody looked: also what is left over.

    What was taken from there and built does not count, unless it may have lain there before.
    """
    game, unseen = situation.game, memory.log.unseen or 0
    entries, earlier = situation.entries[unseen:], situation.entries[:unseen]
    closed = [one for one in entries if not (one.seat in game.pending and (one.age, one.turn) == (game.age, game.turn))]
    taken = [one.code for one in entries if isinstance(one.action, BuildFromDiscard) and one.code is not None]
    ended = age < game.age or game.phase in ENDED
    left_over = cards_left_over(game, age, situation.entries) if ended else 0
    before, discards = (
        sum(isinstance(one.action, Discard) and back_of(one) == f"age_{age}" for one in each)
        for each in (earlier, closed)
    )
    built = sum(card is not None and card.age == age for card in map(codebook.entry, taken))
    return discards + left_over - max(0, built - before)


def is_cleared(situation: Situation, memory: UmpireMemory) -> bool:
    """True if so many booked cards do not lie where they were built that somebody is putting an ended game away."""
    elsewhere = sum(situation.booked.get(item.code, item.seat) != item.seat for item in situation.scene.items)
    return situation.game.phase in ENDED and len(booked_missing(situation, memory)) + elsewhere > CLEARED


def booked_missing(situation: Situation, memory: UmpireMemory) -> Mapping[int, float]:
    """Booked cards that are not seen, and since when (camera time, s)."""
    seen = {item.code for item in situation.scene.items}
    since = {code: memory.log.missed_since(code) for code in situation.booked if code not in seen}
    return {code: time for code, time in since.items() if time is not None}
