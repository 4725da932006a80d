"""People do not wait for the record: which of the new cards are for a later turn, so that the open one is over.

Hands are passed on once all have played, so every card of a turn is laid before every card of the next one. Cities that
show cards of two turns tell when that was. Whoever shows none of the open turn then has discarded: others cover what
was thrown on the mat, or it lies exactly on another card.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.umpire.expectations import has_effect, may_play_two
from device.umpire.new_cards import NewCard, expected_back, without_exchanged
from device.umpire.ruling import LastLain
from engine import BuildFromDiscard, ExtraLeader, Phase
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from device.umpire.ruling import Situation, UmpireMemory
    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene

    Cards = Mapping[int, tuple[NewCard, ...]]
    """The new cards of every seat, in the order in which they were laid."""

GOING = 2
"""Cities that show a card for the next turn, so that everybody has gone on: one alone may have laid it by mistake."""
NEXT_TURN_AFTER = 2.5
"""s; a seat's second card that comes at least this long after the first is for the next turn."""
PASSED_ON = 1.5
"""s; hands are not passed on, and cards chosen, in less. What comes so shortly before the next turn's is for it too."""
OTHERS_FOLLOW = 2.5
"""s after a card by which others have laid theirs for the same turn, and they are read, if nobody waits."""
FEW_DISCARD = 2
"""How much longer a pause must be before a city's only card than after it, to be the pause between two turns."""
HIDDEN_SINCE = 3.0
"""s; a card that was seen so short a time before others went on lies there, hidden by what came with the next."""
LAID_TOGETHER = 3.0
"""s; a discard may have been thrown so long before the first card of its turn was laid."""
READ_BY, TAKEN_BACK_BY = 1.5, 4.0
"""s after the first card of the next turn by which those of the open one have been read; and, if not all cities show
one, by which hands would have taken back what was laid by mistake."""
LOOKED_THROUGH = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER})
"""Phases in which some may take long while the others have nothing to play."""


@dataclass(frozen=True, slots=True)
class GoneOn:
    """What was laid after everybody had played in the open turn.

    `since`: camera time (s) of the first of these cards; infinity if nobody is known to have gone on. `cards`: all of
    them by seat. `everywhere`: each city that shows a new card shows one of these.
    """

    since: float = math.inf
    cards: Cards = field(default_factory=lambda: MappingProxyType({}))
    everywhere: bool = False

    def ends(self, time: float) -> bool:
        """True if nothing will be laid for the open turn any more at this camera time (s)."""
        return self.since + (READ_BY if self.everywhere else TAKEN_BACK_BY) <= time


NOT_YET = GoneOn()
"""Nobody is known to have gone on."""


def without_later(
    situation: Situation, memory: UmpireMemory, came: Cards, new_cards: Cards, codebook: Codebook
) -> tuple[UmpireMemory, Cards, GoneOn]:
    """Part the new cards that `came` into those of the open turn and what was laid after it.

    `new_cards`: the same without those that were exchanged. Returns the memory, the cards of the open turn, without
    those that were exchanged, and what follows.
    """
    scene, game = situation.scene, situation.game
    back = codebook.back(expected_back(game))
    discards = replace(memory.mat, later=frozenset()).count(back) if game.turn != game.last_turn else 0
    later = gone_on(game, _with_hidden(came, memory, scene.time), discards)
    if game.phase is Phase.TURN and not any(_shows_both(cards, later.since) for cards in came.values()):
        later = NOT_YET  # some may have been exchanged
    if later is NOT_YET:
        return _remembering(memory, new_cards, scene), new_cards, later
    played = {
        seat: tuple(card for card in came[seat] if card not in later.cards.get(seat, ()))
        or _hidden_by_next(memory, seat, later)
        for seat in new_cards
    }
    nothing_thrown = game.phase in (Phase.TURN, Phase.RECRUIT, Phase.SEVENTH) and not may_have_thrown(memory, came)
    if nothing_thrown and any(cards and not played[seat] for seat, cards in new_cards.items()):
        return _remembering(memory, new_cards, scene), new_cards, NOT_YET  # it cannot have discarded
    backs = frozenset(item.track for item in scene.items if item.place is Place.DISCARD and item.since >= later.since)
    return replace(memory, mat=replace(memory.mat, later=backs)), without_exchanged(played), later


def gone_on(game: Game, new_cards: Cards, discards: int = 0) -> GoneOn:
    """Tell the open turn's cards from those that follow, by when they were laid and by what they are.

    `discards`: how many new cards the mat shows at least.
    """
    ahead = {
        seat: tuple(card for card in cards if _is_of_another_phase(game, seat, card))
        for seat, cards in new_cards.items()
    }
    if sum(map(bool, ahead.values())) >= GOING:
        return _in_next_phase(game, new_cards, ahead)
    return _in_next_turn(game, new_cards, discards) if game.phase is Phase.TURN else NOT_YET


def may_have_thrown(memory: UmpireMemory, came: Cards) -> bool:
    """True if something was over the mat in the open turn, so that a card may have been thrown there unseen."""
    first = min((card.since for cards in came.values() for card in cards), default=math.inf)
    if first < memory.closed:  # the turn before was overtaken
        return memory.at_mat > first - PASSED_ON
    return memory.at_mat > (memory.closed if math.isfinite(memory.closed) else first - LAID_TOGETHER)


def others_may_follow(laid: Iterable[float], time: float) -> bool:
    """True if one of the cards laid at these camera times (s) came after a pause: the next turn may have begun with it.

    `time`: now (s).
    """
    times = sorted(laid)
    after_pause = any(later - sooner >= PASSED_ON for sooner, later in pairwise(times))
    return after_pause and times[-1] + OTHERS_FOLLOW > time


def _in_next_phase(game: Game, new_cards: Cards, ahead: Mapping[int, tuple[NewCard, ...]]) -> GoneOn:
    """What follows where cards show by themselves that they are for another phase, or the next age.

    What others lay together with them is, too; leaders apart, which may be late, and what may come from the pile.
    Whoever looks through that may do so while all others have gone on.
    """
    first = min(cards[0].since for cards in ahead.values() if cards)
    after = dict(ahead)
    for seat, cards in new_cards.items():
        if not ahead[seat] and game.phase is not Phase.RECRUIT:
            together = [card for card in cards if card.since > first - PASSED_ON and not _may_be_late(game, card)]
            alone = len(together) == len(cards)
            built = [card for card in together if alone and game.can(BuildFromDiscard(seat, card.name))]
            after[seat] = tuple(card for card in together if card not in built[:1])
    if game.phase in LOOKED_THROUGH and not all(after[seat] for seat in game.acting):
        return NOT_YET
    return GoneOn(first, MappingProxyType(after), everywhere=True)


def _may_be_late(game: Game, card: NewCard) -> bool:
    """True if a card that comes while others go on may be for the open phase: an extra leader."""
    return game.phase is Phase.EXTRA_LEADER and card.is_leader


def _in_next_turn(game: Game, new_cards: Cards, discards: int) -> GoneOn:
    """What follows where cities show cards of two turns.

    A city's only card lies on this side of the longest pause between the two turns' cards, or on that one. Few people
    discard, so that it must be much longer to speak for that.
    """
    plays = {seat: cards for seat, cards in new_cards.items() if cards and seat in game.to_act}
    second = {seat: since for seat, cards in plays.items() if (since := _second_play(game, seat, cards))}
    began = min(second.values(), default=math.inf)
    firsts = sorted(cards[0].since for cards in plays.values() if cards[0].since < began)
    known = [plays[seat][0].since for seat in second if plays[seat][0].since < began]
    if not known:
        return NOT_YET
    times = [since for since in firsts if since >= max(known)]
    pauses = [(later - sooner, later) for sooner, later in pairwise(times)] + [
        (FEW_DISCARD * (began - times[-1]), began)
    ]
    since = max(pauses)[1]
    after = {seat: _laid_since(since, cards) for seat, cards in plays.items()}
    alone = sum(len(cards) == len(plays[seat]) for seat, cards in after.items())
    if len(second) < max(GOING, alone - discards):
        return NOT_YET
    late = {seat for seat, cards in after.items() if len(cards) == len(plays[seat]) > 1}
    after = {seat: cards[1:] if seat in late else cards for seat, cards in after.items()}
    return GoneOn(since, MappingProxyType(after), everywhere=all(after.values()))


def _laid_since(since: float, cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """A seat's cards that were laid since (camera time, s), and its second one although it came a little sooner."""
    began = since if cards[0].since > since - 2 * PASSED_ON else since - PASSED_ON
    return tuple(card for card in cards if card.since >= began)


def _second_play(game: Game, seat: int, cards: Sequence[NewCard]) -> float | None:
    """When (camera time, s) a seat laid a card so long after its play that hands were passed on meanwhile."""
    played = 2 if may_play_two(game, seat, cards[:2]) else 1
    by = cards[:played][-1].since + NEXT_TURN_AFTER
    return next((card.since for card in cards[played:] if card.since >= by), None)


def _is_of_another_phase(game: Game, seat: int, card: NewCard) -> bool:
    """True if a card that lies there can only be played once the open phase, or the age, is over."""
    if game.phase is Phase.RECRUIT:
        return not card.is_leader
    if game.phase in LOOKED_THROUGH and seat not in game.acting:
        return True
    if game.turn != game.last_turn or game.phase not in (Phase.TURN, Phase.SEVENTH, Phase.FROM_DISCARD):
        return False
    if card.is_leader:
        return not any(has_effect(stage.effects, ExtraLeader) for stage in game.cities[seat].wonder.stages)
    return card.age is not None and card.age > game.age


def _shows_both(cards: Sequence[NewCard], since: float) -> bool:
    """True if a city shows a card that was laid before this camera time (s)."""
    return any(card.since < since and card.unseen_since is None for card in cards)


def _remembering(memory: UmpireMemory, new_cards: Cards, scene: Scene) -> UmpireMemory:
    """The memory with the new cards that are seen while nobody has gone on."""
    seen = {
        (seat, card.code): LastLain(card.card, card.slot, card.since, card.sure, scene.time)
        for seat, cards in new_cards.items()
        for card in cards
        if card.unseen_since is None
    }
    mat = replace(memory.mat, later=frozenset())
    return replace(memory, mat=mat, lain=MappingProxyType({**memory.lain, **seen}))


def _with_hidden(came: Cards, memory: UmpireMemory, time: float) -> Cards:
    """The new cards with those that were seen a moment ago; the next turn's may hide them."""
    codes = {card.code for cards in came.values() for card in cards}
    hidden: dict[int, list[NewCard]] = {seat: [] for seat in came}
    for (seat, code), lain in memory.lain.items():
        if code not in codes and time - lain.seen <= HIDDEN_SINCE:
            hidden[seat].append(_as_lain(code, lain))
    return {seat: (*sorted(hidden[seat], key=lambda card: card.since), *cards) for seat, cards in came.items()}


def _hidden_by_next(memory: UmpireMemory, seat: int, later: GoneOn) -> tuple[NewCard, ...]:
    """A seat's card that lay there until its next one came, as it was known last."""
    if not later.cards.get(seat):
        return ()
    lain = [
        _as_lain(code, lain)
        for (at, code), lain in memory.lain.items()
        if at == seat and lain.since < later.since <= lain.seen + HIDDEN_SINCE
    ]
    return tuple(lain[-1:])


def _as_lain(code: int, lain: LastLain) -> NewCard:
    return NewCard(code, lain.card, lain.slot, lain.since, lain.sure)
