"""Compares the ledger with the table all the time, and asks whether past actions are to be corrected."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.ledger_check.explanations import changes_as_text, explanations, played_elsewhere
from device.ledger_check.table_facts import STILL, facts_of
from device.umpire.expectations import may_play_two, may_recruit, plays_seventh_card
from device.umpire.new_cards import back_of, cards_elsewhere, expected_back, shows_stage_tokens
from device.umpire.ruling import (
    EXTRA,
    GONE,
    MOVED,
    NOT_READ,
    UNRECORDED,
    AgeEnd,
    Contradicted,
    Contradiction,
    Situation,
    UmpireMemory,
)
from device.umpire.times import AT_REST_AFTER, HAND_AWAY, PUT_RIGHT_WITHIN, TAKEN_FOR
from display.messages.events import CardSeen
from display.messages.questions import Notice, Question
from engine import BuildFromDiscard, Discard, Fight, Phase
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from device.ledger_check.explanations import Explanation
    from device.ledger_check.table_facts import TableFacts
    from device.umpire.discards.discard_mat import DiscardMat
    from device.umpire.new_cards import NewCard
    from display.messages.events import Booked
    from engine import Game
    from vision.kit.codebook import Codebook, CodebookEntry
    from vision.scene import Item, Scene

CORRECT_PAST = "correct_past"
"""The kind of the question whether past actions were others; `changes` says which."""
CORRECT_ONE_OF = "correct_one_of"
"""The same with two explanations, which the choices say."""
CARD_MOVED = "card_moved"
"""The kind of the question whether a booked card that lies in another city was only pushed there."""
CORRECTIONS = (CORRECT_PAST, CORRECT_ONE_OF, CARD_MOVED)
"""Questions whether past actions are to be corrected."""
CORRECT, LEAVE = "correct", "leave"
"""The answers; with two explanations `correct:` is followed by the changes."""
FEW_CHANGES = 2
"""An explanation with more changes than this, and than there are contradictions, is not offered."""
CLEARED = 3
"""Booked cards that may be missing or lie elsewhere after an age, until the table is taken to be cleared."""
COMPARED = frozenset({Phase.TURN, Phase.RECRUIT, Phase.CONFLICTS, Phase.OVER})
"""The phases in which corrections are looked for."""
ENDED = frozenset({Phase.CONFLICTS, Phase.OVER})
"""Those of them in which nobody can play."""

DISCARDS_NOT_RECORDED = "notice.discards_not_recorded"
"""The notice that the discard mat shows more cards of an age than were discarded or left over.

A discard that was none moves a seat's later cards by a turn. Once that seat discards, only the mat still shows it.
"""
LEFT_OVER_LATE = 2
"""The turn of the next age in which no card that is left over comes any more."""


def compare(
    situation: Situation, memory: UmpireMemory, new_cards: Mapping[int, tuple[NewCard, ...]], codebook: Codebook
) -> UmpireMemory:
    """The memory with what contradicts the ledger now, and with what would explain it once that has lasted."""
    scene = situation.scene
    if not scene.seats or not scene.steady or memory.held is not None or memory.mat.is_arriving(scene):
        return memory
    memory = replace(memory, bare_since=_bare_since(situation, memory))
    found = _contradictions(situation, memory, new_cards, codebook)
    before = memory.contradicted
    if found != before.facts:
        return replace(memory, contradicted=Contradicted(found, scene.time, len(situation.entries)))
    if found <= memory.refused or situation.game.phase not in COMPARED:
        return replace(memory, contradicted=replace(before, explanations=(), searched=None, moved=None))
    lasted = scene.time - before.since
    gone_on = len(situation.entries) > before.actions or _one_for_another(found)
    if before.searched == situation.entries or lasted < (PUT_RIGHT_WITHIN if gone_on else AT_REST_AFTER):
        return memory
    return replace(memory, contradicted=_searched(situation, memory, codebook))


def _searched(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> Contradicted:
    """What contradicts the ledger, with what would explain it.

    If that is only a card that lies in another city, the city has built it, or it may have been pushed there.
    """
    game, entries, known = situation.game, situation.entries, memory.contradicted
    moved = _only_moved(known.facts - memory.refused)
    explained = tuple(
        explanation
        for explanation in explanations(game, entries, _table_facts(situation, memory, codebook), codebook)
        if len(explanation.changes) <= max(FEW_CHANGES, len(known.facts))
        and (moved is None or _gives(explanation, moved))
    )
    if moved and not explained:
        explained = played_elsewhere(game, entries, codebook, moved.code, moved.seat)
        known = replace(known, moved=moved)
    return replace(known, explanations=explained, searched=entries)


def _table_facts(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> TableFacts:
    """What the table shows, but for cards that somebody said were left in other cities."""
    scene = situation.scene
    discards = _discards(situation, memory, codebook)
    if unrecorded := sum(fact.seat for fact in memory.contradicted.facts if fact.kind == UNRECORDED):
        discards = _discards_that_should_lie(situation, codebook) + unrecorded
    return facts_of(
        replace(scene, items=tuple(item for item in scene.items if item.code not in memory.left_there)),
        codebook,
        absent=_absent(situation, memory),
        bare=frozenset(slot for slot, since in memory.bare_since.items() if scene.time - since >= PUT_RIGHT_WITHIN),
        discards=discards,
        closed=scene.time if situation.game.phase in ENDED else memory.closed,
    )


def _absent(situation: Situation, memory: UmpireMemory) -> frozenset[int]:
    """Booked cards that lie nowhere. Except the last turn's, what was not seen since a restart may lie under others."""
    last = situation.entries[-len(situation.game.cities) - 1 :]
    known = memory.last_seen.keys() | {entry.code for entry in last}
    return frozenset(
        code
        for code, since in memory.missing_since.items()
        if situation.scene.time - since >= PUT_RIGHT_WITHIN and code in known
    )


def _gives(explanation: Explanation, moved: Contradiction) -> bool:
    """True if the explanation says that the card was built by the city in which it lies now."""
    return any((entry.code, entry.seat) == (moved.code, moved.seat) for entry in explanation.entries)


def _only_moved(found: frozenset[Contradiction]) -> Contradiction | None:
    """The card that lies in another city, if nothing else contradicts the ledger."""
    return next(iter(found)) if len(found) == 1 and {fact.kind for fact in found} == {MOVED} else None


def _contradictions(
    situation: Situation, memory: UmpireMemory, new_cards: Mapping[int, tuple[NewCard, ...]], codebook: Codebook
) -> frozenset[Contradiction]:
    """Everything on the table that the ledger does not explain; nothing while the table is cleared."""
    if situation.game.phase in ENDED and is_cleared(situation, memory):
        return frozenset()
    gone = _gone(situation, memory, codebook, PUT_RIGHT_WITHIN)
    taken = [fact for fact in _gone(situation, memory, codebook, TAKEN_FOR) if _was_taken(memory, fact.code)]
    extra = _extra(situation, memory, new_cards, frozenset(fact.seat for fact in taken))
    if len(gone) > _mat_surplus(situation, memory, codebook):
        crowded = {fact.seat for fact in extra}
        gone = [fact for fact in taken if fact.seat in crowded]
    unrecorded = _unrecorded(situation, memory, codebook)
    return frozenset(_moved(situation, memory, codebook) + extra + gone + unrecorded)


def correction_question(memory: UmpireMemory, situation: Situation, codebook: Codebook) -> Question | None:
    """The question whether past actions are to be corrected; None if nothing is found or it is not time to ask.

    Each of two explanations begins with what only it says. A card that lies in another city, and nothing else, may only
    have been pushed there: that is the first answer.
    """
    found, moved = memory.contradicted.explanations, memory.contradicted.moved
    owner = situation.booked.get(moved.code) if moved else None
    if moved and owner is not None:
        entry, wonder = codebook.entry(moved.code), situation.game.cities[owner].wonder.id
        placeholders = {"card": entry.id if entry else moved.code, "wonder": wonder}
        choices = (LEAVE, *(f"{CORRECT}:{explanation.text}" for explanation in found))
        return Question(moved.seat, CARD_MOVED, placeholders, choices)
    if not found:
        return None
    if len(found) == 1:
        return Question(None, CORRECT_PAST, {"changes": found[0].text}, (CORRECT, LEAVE))
    both = set(found[0].changes) & set(found[1].changes)
    texts = (changes_as_text(sorted(explanation.changes, key=lambda change: change in both)) for explanation in found)
    return Question(None, CORRECT_ONE_OF, choices=(*(f"{CORRECT}:{text}" for text in texts), LEAVE))


def may_wait(question: Question) -> bool:
    """True if the game goes on although nobody has answered: the record is most likely right."""
    return question.kind == CARD_MOVED


def has_one_too_many(memory: UmpireMemory, entries: Sequence[Booked]) -> bool:
    """True while a card may be there instead of one that is gone, and no explanation was looked for yet."""
    known = memory.contradicted
    return known.searched != entries and not known.facts <= memory.refused and _one_for_another(known.facts)


def _one_for_another(facts: Iterable[Contradiction]) -> bool:
    """True if a city misses a booked card and shows one too many."""
    kinds = {(fact.kind, fact.seat) for fact in facts}
    return any((EXTRA, seat) in kinds for kind, seat in kinds if kind == GONE)


def unexplained_cards(memory: UmpireMemory, codebook: Codebook) -> tuple[Contradiction, ...]:
    """Cards and leaders that nobody has built by the ledger, although no correction explains them."""
    known = memory.contradicted
    if known.searched is None or known.explanations:
        return ()
    fronts = (StickerKind.CARD, StickerKind.LEADER)
    return tuple(
        fact
        for fact in sorted(known.facts)
        if fact.kind == EXTRA and (entry := codebook.entry(fact.code)) and entry.kind in fronts
    )


def discard_is_missing(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> bool:
    """True if a hand took a card from the mat a while ago, although somebody has discarded in the last turn."""
    if _lie_nowhere_since_restart(situation, memory, codebook):
        return True
    since, last = _taken_since_closed(memory, situation, codebook), _latest_entries(situation)
    if since is None or since < memory.closed or situation.scene.time - since < PUT_RIGHT_WITHIN:
        return False
    taken_by_right = any(isinstance(entry.action, BuildFromDiscard) and entry.action.card for entry in last)
    return not taken_by_right and any(isinstance(entry.action, Discard) for entry in last)


def _lie_nowhere_since_restart(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> bool:
    """True if the mat shows none of the age's discards since the program started again; the top ones should be seen."""
    scene, mat = situation.scene, memory.mat
    if not mat.interrupted or math.isfinite(memory.closed) or scene.time - mat.old < PUT_RIGHT_WITHIN:
        return False
    back = codebook.back(f"age_{situation.game.age}")
    if back is None or shows_stage_tokens(scene, codebook) or discards_of_age(situation) <= 0:
        return False
    seen = any(item.place is Place.MAT and item.unseen_since is None and not item.covered for item in scene.items)
    return seen and not any(item.place is Place.DISCARD and item.code == back for item in scene.items)


def with_turn_counted(
    after: UmpireMemory, before: UmpireMemory, game: Game, codebook: Codebook, discards: int
) -> UmpireMemory:
    """The memory `after` a phase of `game` has closed with so many discards; what came to the mat by then is counted.

    After the sixth turn it is counted when all cards that are left over may have come.
    """
    if game.turn == game.last_turn:
        return after
    mat, end = after.mat, before.age_end
    if end is not None:
        mat, back_again = _without_put_back(mat, before.mat, end.back, 0)
        end = end._replace(surplus=end.surplus + before.mat.count(end.back) - back_again)
        end = end if game.turn < LEFT_OVER_LATE else None
    back = codebook.back(f"age_{game.age}")
    booked = discards if game.phase is Phase.TURN else 0
    mat, back_again = _without_put_back(mat, before.mat, back, booked)
    surplus = before.surplus + before.mat.count(back) - back_again - booked
    return replace(after, mat=mat, age_end=end, surplus=surplus)


def _without_put_back(after: DiscardMat, before: DiscardMat, back: int | None, discards: int) -> tuple[DiscardMat, int]:
    """The mat `after` a phase with so many discards has closed, and how many other new cards had been put back.

    Of those that were awaited, the ones that are not awaited any longer anyway come first.
    """
    back_again = before.count_put_back(back, discards)
    expired = before.count_awaited(back) - after.count_awaited(back)
    return after.without_awaited(back, max(0, back_again - expired)), back_again


def with_age_counted(memory: UmpireMemory, game: Game, entries: Sequence[Booked], codebook: Codebook) -> UmpireMemory:
    """The memory when the conflicts are resolved: what lies on the mat then belongs to no turn of the next age."""
    back = codebook.back(f"age_{game.age}")
    end = memory.age_end
    if end is not None and end.back == back:  # a card of the last turn was exchanged since
        surplus, expected = end.surplus, 0
    else:
        left_over = sum(not plays_seventh_card(game, seat) for seat in range(len(game.cities)))
        turn = [entry for entry in entries if (entry.age, entry.turn) == (game.age, game.last_turn)]
        surplus, expected = memory.surplus, left_over + sum(isinstance(entry.action, Discard) for entry in turn)
    mat, back_again = _without_put_back(memory.mat.settle_age(), memory.mat, back, expected)
    surplus += memory.mat.count(back) - back_again - expected
    end = AgeEnd(back, surplus) if back is not None else None
    return replace(memory, mat=mat, surplus=0, age_end=end)


def too_many_discards(memory: UmpireMemory, time: float) -> tuple[Notice, ...]:
    """The notice that the mat shows too many cards, if it does: of the age that has ended, or of the open one."""
    end = memory.age_end
    after_age = end is not None and end.since + PUT_RIGHT_WITHIN <= time
    known = memory.contradicted
    lasts = known.since + PUT_RIGHT_WITHIN <= time and any(fact.kind == UNRECORDED for fact in known.facts)
    return (Notice(DISCARDS_NOT_RECORDED),) if after_age or lasts else ()


def after_correction(memory: UmpireMemory, before: Situation, now: Situation, codebook: Codebook) -> UmpireMemory:
    """The memory when the ledger was corrected. Discards of the open turn came in this turn.

    Discards that became others are no surplus that was known: the mat shows now that it has too many cards.
    """
    back = _back(now, codebook)
    count = sum(isinstance(action, Discard) for action in now.game.pending.values())
    last = [card for card in memory.mat.settled if card.code == back][-count:] if count else []
    settled = tuple(card for card in memory.mat.settled if card not in last)
    mat = replace(memory.mat, settled=settled, fresh=(*last, *memory.mat.fresh))
    other = with_other_ledger(memory, before, now, codebook)
    return replace(
        memory.of_another_turn(),
        mat=mat,
        payments=memory.payments,
        surplus=min(memory.surplus, other.surplus) - len(last),
        age_end=other.age_end,
        unclear=frozenset(),
        contradicted=Contradicted(),
    )


def with_other_ledger(memory: UmpireMemory, before: Situation, now: Situation, codebook: Codebook) -> UmpireMemory:
    """The memory when the mat shows the same cards, but the ledger has other discards than `before`."""
    same_age = before.game.age == now.game.age
    surplus = memory.surplus + _discarded(before) - _discarded(now) if same_age else 0
    end = memory.age_end
    if end is not None:
        age = _age_of_back(end.back, codebook)
        fewer = _discards_in(age, before.entries) - _discards_in(age, now.entries)
        end = end._replace(surplus=end.surplus + fewer) if age < now.game.age else None
    return replace(memory, surplus=surplus, age_end=end)


def refuse(memory: UmpireMemory) -> UmpireMemory:
    """The memory when the correction was refused: it is not offered again for the same contradictions."""
    known = memory.contradicted
    left = replace(known, explanations=(), searched=None, moved=None)
    moved = frozenset(fact.code for fact in known.facts if fact.kind == MOVED)
    return replace(
        memory,
        refused=memory.refused | known.facts,
        left_there=memory.left_there | moved,
        contradicted=left,
        reread=NOT_READ,
    )


def left_as_they_are(memory: UmpireMemory, facts: Iterable[tuple[str, int, int]]) -> UmpireMemory:
    """The memory in a game that goes on: what was left as it is is not asked about again."""
    known = frozenset(Contradiction(*fact) for fact in facts)
    moved = frozenset(fact.code for fact in known if fact.kind == MOVED)
    return replace(memory, refused=memory.refused | known, left_there=memory.left_there | moved)


def _moved(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> list[Contradiction]:
    """Booked cards that lie in other cities, unless somebody said that they were left there."""
    scene = situation.scene
    return [
        Contradiction(MOVED, item.code, item.seat)
        for item in scene.items
        if item.place is Place.CITY
        and item.seat is not None
        and item.code not in memory.left_there
        and situation.booked.get(item.code, item.seat) != item.seat
        and _is_fact(item, scene)
        and codebook.entry(item.code) is not None
    ]


def _is_fact(item: Item, scene: Scene) -> bool:
    """True if it is seen, lies still, and is clear whose it is."""
    still = item.unseen_since is None and item.since + STILL <= scene.time
    return item.sure and still and item.code not in scene.doubts


def exchanged_copies(
    entries: Sequence[Booked], seats: Mapping[int, int], scene: Scene, codebook: Codebook
) -> tuple[CardSeen, ...]:
    """For copies of a card that lie in each other's cities: which of them is whose. Nothing else depends on that.

    `seats`: the seat of every booked card by its code.
    """
    lying = {
        item.code: item.seat
        for item in scene.items
        if seats.get(item.code, item.seat) != item.seat and item.place is Place.CITY and _is_fact(item, scene)
    }
    for one, other in combinations(lying, 2):
        there = (lying[one], lying[other]) == (seats[other], seats[one])
        if there and _is_copy(codebook.entry(one), codebook.entry(other)):
            number = {entry.code: index for index, entry in enumerate(entries)}
            return CardSeen(number[one], other), CardSeen(number[other], one)
    return ()


def _is_copy(one: CodebookEntry | None, other: CodebookEntry | None) -> bool:
    return one is not None and other is not None and (one.kind, one.id, one.age) == (other.kind, other.id, other.age)


def _extra(
    situation: Situation,
    memory: UmpireMemory,
    new_cards: Mapping[int, tuple[NewCard, ...]],
    robbed: frozenset[int],
) -> list[Contradiction]:
    """Cards that the open turn cannot explain: older ones, and those that lie there since before it began.

    Of a city's cards only one may be for the next turn, and none if the city misses a booked card (`robbed`). Once the
    age has ended, nobody can play any more.
    """
    scene, game = situation.scene, situation.game
    first_age = game.age + (game.phase in ENDED)
    lent = _lent(game, new_cards)
    found = []
    for seat, cards in new_cards.items():
        still = [card for card in cards if card.sure and card.unseen_since is None and card.since + STILL <= scene.time]
        extra = [
            card
            for card in still
            if (card.age is not None and card.age < first_age) or (card.is_leader and not may_recruit(game, seat))
        ]
        early = [card for card in still if card.since + HAND_AWAY < memory.closed]
        several = len(still) > 1 and not may_play_two(game, seat, cards) and seat not in lent
        if early and (several or seat in robbed):
            extra += early
        found += [Contradiction(EXTRA, card.code, seat) for card in extra]
    return found


def _lent(game: Game, new_cards: Mapping[int, tuple[NewCard, ...]]) -> frozenset[int]:
    """The seats in whose city a card of the one seat seems to lie that shows none: the open turn explains two cards."""
    missing = [seat for seat in game.to_act if not new_cards[seat]]
    if game.phase is not Phase.TURN or len(missing) > 1:
        return frozenset()
    lent = {card.code for card, _ in cards_elsewhere(game, missing, new_cards)}
    return frozenset(seat for seat, cards in new_cards.items() if any(card.code in lent for card in cards))


def _unrecorded(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> list[Contradiction]:
    """That the discard mat shows more cards of the open age than it should, unless that was left as it is.

    A card too many that came before its turn closed may be for the next turn. Those count that are read; once there
    are too many, hands and coins may be over them.
    """
    back, should_lie = _back(situation, codebook), _discards_that_should_lie(situation, codebook)
    lying = _discards_since_before(situation, memory, codebook)
    more = sum(item.unseen_since is None and not item.covered for item in lying) - should_lie
    known = next((fact.seat for fact in memory.contradicted.facts if fact.kind == UNRECORDED), 0)
    more = max(more, min(known, len(lying) - should_lie))
    if back is None or more <= max(0, memory.surplus):
        return []
    fact = Contradiction(UNRECORDED, back, more)
    return [] if fact in memory.refused else [fact]


def _discards_since_before(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> list[Item]:
    """The backs of the open age on the mat that came before the last turn closed; there may be more under them."""
    scene, game = situation.scene, situation.game
    if game.phase is not Phase.TURN or game.earlier or shows_stage_tokens(scene, codebook):
        return []
    back, before = _back(situation, codebook), memory.closed - HAND_AWAY
    return [item for item in scene.items if item.place is Place.DISCARD and item.code == back and item.since < before]


def _taken_since_closed(
    memory: UmpireMemory, situation: Situation, codebook: Codebook, *, hand_by: float = math.inf
) -> float | None:
    """When a hand that had come by `hand_by` took a discard of the last turn that has closed. Camera times, s."""
    return memory.mat.taken_since(memory.closed, last_back(situation.entries, codebook), hand_by=hand_by)


def last_back(entries: Sequence[Booked], codebook: Codebook) -> int | None:
    """The code of the backs of the last turn's cards."""
    last = next((entry for entry in reversed(entries) if not isinstance(entry.action, Fight)), None)
    return codebook.back(back_of(last)) if last is not None else None


def _latest_entries(situation: Situation) -> Sequence[Booked]:
    """As many entries as there are cities: the last turn's, if nothing else was booked since."""
    return situation.entries[-len(situation.game.cities) :]


def _gone(situation: Situation, memory: UmpireMemory, codebook: Codebook, seconds: float) -> list[Contradiction]:
    """Booked cards of the open age that have lain nowhere for so many seconds.

    They contradict the ledger if the discard mat shows as many cards more than are booked, or if their city shows one
    too many. More cards than that are hidden, by a hand or a box, and nobody can say which of them were discarded.
    """
    scene, age = situation.scene, situation.game.age
    return [
        Contradiction(GONE, code, situation.booked[code])
        for code, since in memory.missing_since.items()
        if scene.time - since >= seconds and code in situation.booked and _age_of(code, codebook) == age
    ]


def _was_taken(memory: UmpireMemory, code: int) -> bool:
    """True if a hand took the card away. What lay under another one before a restart is never seen."""
    last = memory.last_seen.get(code)
    return last is not None and last.was_taken


def is_cleared(situation: Situation, memory: UmpireMemory) -> bool:
    """True if so many booked cards do not lie where they were built that somebody is putting the game away."""
    elsewhere = sum(situation.booked.get(item.code, item.seat) != item.seat for item in situation.scene.items)
    return len(memory.missing_since) + elsewhere > CLEARED


def _mat_surplus(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> int:
    """How many cards more than the booked discards of the open age lie on the mat; 0 if nobody can say."""
    discards = _discards(situation, memory, codebook)
    return 0 if discards is None else discards - _discards_that_should_lie(situation, codebook)


def _discards_that_should_lie(situation: Situation, codebook: Codebook) -> int:
    """The age cards on the mat by the ledger: discarded in the turns of the open age that are closed, and not built."""
    age = situation.game.age
    built = (entry.code for entry in _of_age(situation) if isinstance(entry.action, BuildFromDiscard))
    return _discarded(situation) - sum(_age_of(code, codebook) == age for code in built)


def _discarded(situation: Situation) -> int:
    """How many age cards were discarded in the turns of the open age that are closed, by the ledger."""
    game = situation.game
    return sum(
        isinstance(entry.action, Discard) and not (entry.seat in game.pending and entry.turn == game.turn)
        for entry in _of_age(situation)
    ) - sum(isinstance(entry.action, Discard) for entry in _recruiting(situation))


def _age_of(code: int | None, codebook: Codebook) -> int | None:
    entry = codebook.entry(code) if code is not None else None
    return entry.age if entry else None


def _age_of_back(back: int, codebook: Codebook) -> int:
    """The age whose cards have the back with this code."""
    return next(age for age in (1, 2, 3) if codebook.back(f"age_{age}") == back)


def _discards_in(age: int, entries: Sequence[Booked]) -> int:
    """How many cards of an age were discarded, by the ledger."""
    return sum(isinstance(entry.action, Discard) and back_of(entry) == f"age_{age}" for entry in entries)


def _recruiting(situation: Situation) -> list[Booked]:
    """The entries of the open age's recruiting phase: its discards are leaders."""
    game = situation.game
    return _of_age(situation)[: len(game.player_seats)] if game.setup.leaders else []


def _of_age(situation: Situation) -> list[Booked]:
    """The entries of the open age; after the game, of the last one."""
    fights = [number for number, entry in enumerate(situation.entries) if isinstance(entry.action, Fight)]
    if situation.game.phase is Phase.OVER:
        fights = fights[:-1]
    return list(situation.entries[fights[-1] + 1 if fights else 0 :])


def discards_of_age(situation: Situation) -> int:
    """How many cards of the open age the record says were discarded, but for those that were built from there since."""
    entries = _of_age(situation)
    discarded = _discards_in(situation.game.age, entries)
    built = sum(isinstance(entry.action, BuildFromDiscard) and entry.action.card is not None for entry in entries)
    return discarded - built


def _discards(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> int | None:
    """The cards of the open age that were discarded in turns that are closed; None if the mat cannot say."""
    mat, game = memory.mat, situation.game
    if mat.old > -math.inf or mat.lifted or mat.resumed or math.isinf(memory.closed) or game.earlier:
        return None
    if shows_stage_tokens(situation.scene, codebook):
        return None  # the cards have no stickers on their backs
    back = _back(situation, codebook)
    return sum(card.code == back for card in mat.settled)


def _back(situation: Situation, codebook: Codebook) -> int | None:
    name = expected_back(situation.game) if situation.game.phase is Phase.TURN else f"age_{situation.game.age}"
    return codebook.back(name)


def _bare_since(situation: Situation, memory: UmpireMemory) -> Mapping[tuple[int, int], float]:
    """Booked stages whose card is not seen, and since when."""
    seen = {(item.seat, item.slot) for item in situation.scene.items if item.place is Place.STAGE}
    return MappingProxyType(
        {
            (seat, slot): memory.bare_since.get((seat, slot), situation.scene.time)
            for seat, city in enumerate(situation.game.cities)
            for slot in range(1, city.stages + 1)
            if (seat, slot) not in seen
        }
    )
