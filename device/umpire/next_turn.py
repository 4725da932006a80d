"""People do not wait for the record: which of the new cards are for a later turn, so that the open one is over.

Some show it by what they are, as of the next age; of the others it is told by how the open turns read
(`device.umpire.hands_passed_on`). What the next turn's cards hide, or what is not read for a moment, is remembered.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from device.times import GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.expectations import is_last_turn, of_open_age, plays_seventh_card, stages_bring
from device.umpire.hands_passed_on import GOING, NOT_YET, GoneOn, MatSeen, hands_passed_on
from device.umpire.new_cards import (
    LEADER_BACK,
    Cards,
    NewCard,
    cards_that_lie,
    expected_back,
    newest_in_pile,
    without_exchanged,
)
from device.umpire.ruling import Situation, UmpireMemory
from engine import BuildFromDiscard, ExtraLeader, Game, Phase
from vision.kit.codebook import Codebook

LOOKED_THROUGH = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER})
"""Phases in which some may take long while the others have nothing to play."""


def without_later(
    situation: Situation, memory: UmpireMemory, came: Cards, codebook: Codebook
) -> tuple[UmpireMemory, Cards, GoneOn]:
    """Part the new cards that `came` into those of the open turn and what was laid after it.

    Returns the memory, the cards of the open turn, without those that were exchanged, and what follows.
    """
    scene, game = situation.scene, situation.game
    lying = cards_that_lie(came, scene.time)
    of_age = {seat: of_open_age(game, seat, cards) for seat, cards in lying.items()}
    hands = hands_that_threw(memory, of_age, scene.time)
    next_backs = (LEADER_BACK, f"age_{game.age + 1}") if game.turn == game.last_turn else ()
    ahead = sum(laid > memory.closed for back in next_backs for laid in memory.mat.laid(codebook.back(back)))
    mat = MatSeen(scene.time, memory.mat.laid(codebook.back(expected_back(game))), hands, ahead)
    later = gone_on(game, lying, mat, closed=memory.closed, chair=situation.chair)
    memory = replace(memory, mat=replace(memory.mat, until=later.since))
    if not later.cards:
        return memory, without_exchanged(lying), later
    played = {
        seat: tuple(card for card in cards if card not in later.cards.get(seat, ()))
        or (_hidden_by_next(came[seat], later.cards.get(seat, ()), later.since) if seat in game.to_act else ())
        for seat, cards in lying.items()
    }
    return memory, without_exchanged(played), later


def gone_on(
    game: Game, new_cards: Cards, mat: MatSeen, *, closed: float = -math.inf, chair: int | None = None
) -> GoneOn:
    """Tell the open turn's cards from those that follow, by when they were laid and by what they are.

    `closed`: when the phase before was (camera time, s). What lay there by then is of no later age. `chair`: the seat
    at which nobody sits.
    """
    new_cards = {seat: _not_left(game, seat, cards, closed) for seat, cards in new_cards.items()}
    ahead = {
        seat: tuple(card for card in cards if _is_of_another_phase(game, seat, card, cards))
        for seat, cards in new_cards.items()
    }
    raised = (len(ahead[seat]) < len(cards) and _is_of_pile(game, ahead[seat]) for seat, cards in new_cards.items())
    going = sum(map(bool, ahead.values()))
    if (game.phase is Phase.RECRUIT and any(raised)) or (going and going + mat.ahead >= GOING):
        return _in_next_phase(game, new_cards, ahead, mat)
    if is_last_turn(game) and (seventh := _seventh_cards(game, new_cards, mat)):
        return GoneOn(min(card.since for (card,) in seventh.values()), seventh)
    return hands_passed_on(game, new_cards, mat, chair) if game.phase is Phase.TURN else NOT_YET


def _is_of_pile(game: Game, cards: Sequence[NewCard]) -> bool:
    """True if one of these cards may come from the discard pile, by its age."""
    return any(card.age is not None and card.age <= newest_in_pile(game) for card in cards)


def _not_left(game: Game, seat: int, cards: tuple[NewCard, ...], closed: float) -> tuple[NewCard, ...]:
    """A seat's new cards without those that were left lying when an age or a phase was over."""
    if game.phase is Phase.TURN:
        return of_open_age(game, seat, cards)
    if game.phase is Phase.RECRUIT:
        return tuple(card for card in cards if card.since > closed or (card.age or game.age) >= game.age)
    return cards


def hands_that_threw(memory: UmpireMemory, came: Cards, time: float, later: float = math.inf) -> tuple[float, ...]:
    """When something was over the mat in the open turn, so that cards may have been thrown there unseen (s).

    The turn may have begun before the last one closed. `time`: now (camera time, s). `later`: when (s) the first card
    of the next turn was laid. A hand that came within a gesture before that threw a card of the next turn.
    """
    first = min((card.since for cards in came.values() for card in cards), default=math.inf)
    begun = min(memory.closed, first - GESTURE) if math.isfinite(memory.closed) else first - READ_WITHIN
    return tuple(hand for hand in memory.thrown_unseen(time) if begun < hand < later - GESTURE)


def others_may_follow(
    game: Game, came: Iterable[float], time: float, *, thrown: Sequence[float] = (), hand: float = -math.inf
) -> bool:
    """True if the next turn may have begun with one of the cards and discards that came at these camera times (s).

    It came after a pause, when others may have been `thrown` before (s) or a `hand` was over a city just now (s), or
    from one that may have taken none from the pile. Others follow within the time that they took for this turn.
    `time`: now (s).
    """
    times = sorted(came)
    pauses = (number for number, (sooner, later) in enumerate(pairwise(times), 1) if later - sooner >= GESTURE)
    before = max(pauses, default=0)
    took = times[before - 1] - times[0] if before else 0.0
    if not times or times[-1] + min(took + GESTURE, READ_WITHIN) <= time:
        return False
    if is_last_turn(game):  # the next ones are of another age
        return False
    may_lack = hand + GESTURE > time or any(one < times[before] - GESTURE for one in thrown)
    return game.phase is Phase.FROM_DISCARD or (before > 0 and may_lack)


def _in_next_phase(game: Game, new_cards: Cards, ahead: Mapping[int, tuple[NewCard, ...]], mat: MatSeen) -> GoneOn:
    """What follows where cards show by themselves that they are for another phase, or the next age.

    What others lay together with them is, too. Whoever looks through the pile may do so while all the others go on.
    """
    first = min(cards[0].since for cards in ahead.values() if cards)
    after = ahead
    if game.phase is not Phase.RECRUIT:
        after = {seat: ahead[seat] or _laid_together(game, seat, new_cards[seat], first, mat) for seat in new_cards}
    if game.phase in LOOKED_THROUGH and not all(after[seat] for seat in game.acting):
        return NOT_YET
    dealt = [any(card.age and card.since + PUT_RIGHT_WITHIN <= mat.time for card in cards) for cards in ahead.values()]
    behind = (game.phase is Phase.RECRUIT or game.turn == game.last_turn) and sum(dealt) >= GOING
    return GoneOn(first, after, everywhere=True, behind=behind)


def _laid_together(
    game: Game, seat: int, cards: tuple[NewCard, ...], first: float, mat: MatSeen
) -> tuple[NewCard, ...]:
    """What a seat laid together with the others' next cards, but for one that is read late for the open phase.

    That is an extra leader, or a card from the pile if somebody may have lifted that before. `first`: when the first of
    the others' came (camera time, s).
    """
    together = tuple(card for card in cards if card.since > first - GESTURE)
    if together != cards:
        return together
    leads, lifted = game.phase is Phase.EXTRA_LEADER, any(hand < first - GESTURE for hand in mat.hands)
    late = [
        card for card in cards if (leads and card.is_leader) or (lifted and game.can(BuildFromDiscard(seat, card.name)))
    ]
    return tuple(card for card in cards if card not in late[:1])


def _seventh_cards(game: Game, new_cards: Cards, mat: MatSeen) -> dict[int, tuple[NewCard, ...]]:
    """Seventh cards of seats that have discarded the sixth: they come later than all others play and put cards away.

    Or the rules forbid them as the sixth, for which the seat gets the coins.
    """
    others = [card.since for seat, cards in new_cards.items() for card in cards if not plays_seventh_card(game, seat)]

    def is_seventh(seat: int, card: NewCard) -> bool:
        before = (*others, *(back for back in mat.laid if back < card.since))
        late = card.since >= max(before, default=math.inf) + READ_WITHIN
        may_lack = any(hand < card.since - GESTURE for hand in mat.hands)
        return may_lack and (late or not game.can(card.played_by(seat)))

    return {
        seat: cards
        for seat, cards in new_cards.items()
        if len(cards) == 1 and plays_seventh_card(game, seat) and is_seventh(seat, *cards)
    }


def _is_of_another_phase(game: Game, seat: int, card: NewCard, cards: Sequence[NewCard]) -> bool:
    """True if one of a seat's new `cards` can only be played once the open phase, or the age, is over."""
    if game.phase is Phase.RECRUIT:
        return not card.is_leader
    if game.phase in LOOKED_THROUGH and seat not in game.acting:
        return True
    if game.phase is Phase.FROM_DISCARD:
        newer = card.age is not None and card.age > newest_in_pile(game)
        return newer or not game.can(BuildFromDiscard(seat, card.name))
    if game.turn != game.last_turn:
        return False
    if card.is_leader:
        first = next((one for one in cards if one.is_leader and one.slot is None), None)
        return card is not first or not _may_be_brought(game, seat, cards)
    return card.age is not None and card.age > game.age


def _may_be_brought(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """True if a stage brings a leader in this turn, seen or not: the seat has built no structure instead."""
    brings = stages_bring(game, seat, ExtraLeader, slice(game.cities[seat].stages, None))
    built = any(card.slot is None and card.age == game.age for card in cards)
    return game.phase is Phase.EXTRA_LEADER or (brings and not built)


def _hidden_by_next(hidden: Sequence[NewCard], after: Sequence[NewCard], since: float) -> tuple[NewCard, ...]:
    """A seat's card that lay there until its next ones came, `since` when (s) people lay those."""
    lain = [card for card in hidden if after and card.unseen_since is not None and card.since < since < card.lies_until]
    spots = {(card.code, card.slot) for card in after}
    return tuple(card for card in lain[-1:] if (card.code, card.slot) not in spots)
