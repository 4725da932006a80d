"""People do not wait for the record: which of the new cards are for a later turn, so that the open one is over.

Hands are passed on once all have played, so every card of a turn is laid before every card of the next one. Cities that
show cards of two turns tell when that was: at the least surprising moment. Whoever shows none of the open turn then has
discarded, if the mat shows that or can hide it; otherwise it is asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.umpire.expectations import entered_discards, has_effect, may_play_two, plays_seventh_card
from device.umpire.new_cards import NewCard, expected_back, newest_in_pile, without_exchanged
from device.umpire.ruling import LastLain
from device.umpire.times import (
    GONE_AFTER,
    HAND_AWAY,
    NEXT_TURN_AFTER,
    PASSED_ON,
    PUT_RIGHT_WITHIN,
    READ_WITHIN,
    TAKEN_BACK_BY,
)
from engine import BuildFromDiscard, ExtraLeader, Phase
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from device.umpire.discards.discard_mat import DiscardMat
    from device.umpire.ruling import Situation, UmpireMemory
    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene

    Cards = Mapping[int, tuple[NewCard, ...]]
    """The new cards of every seat, in the order in which they were laid."""

GOING = 2
"""Cities that show a card for the next turn, so that everybody has gone on: one alone may have laid it by mistake."""
TWICE = 5.0
"""How surprising it is that a seat lays two cards in a turn: so much more than all that follows."""
UNSEEN = 3.0
"""That it discards, and neither the mat shows that nor a hand was there."""
SURPLUS = 3.0
"""That the mat shows a discard of nobody."""
LIES_HIDDEN = 0.5
"""That a discard lies hidden on the mat, where a hand was: those that are thrown together hide one another."""
ILLEGAL = 2.0
"""That a card is played that the rules forbid."""
READ_LATE = 1.5
"""That a card is read only when its seat has laid the next one."""
LAID_LATE = 2.5
"""That it is laid or read only when others have laid their next ones, and its seat has not."""
OUT_OF_STEP = 2.0
"""That a card comes sooner or later than those of its turn in other cities, by as long as all take for a turn."""
CLEARLY = 1.0
"""Of two cards that were both read late, one is the open turn's if the other is more surprising by so much."""
SHORT_PAUSE = 3.0
"""That hands are passed on at once: cards are laid together, and a discard is hidden more often than a card is late."""
LONG_PAUSE, AT_MOST = 0.15, 1.0
"""For each second of a pause in the turn that is longer than the one before the next turn, and at most."""
MARGIN = 1.5
"""By so much less surprising it must be that the turn is over."""
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

    def ends(self, time: float, *, may_come: bool) -> bool:
        """True if nothing will be laid for the open turn any more at this camera time (s).

        `may_come`: the table does not show what all have done, so that a card may still be read late.
        """
        return self.since + (PASSED_ON if self.everywhere and not may_come else TAKEN_BACK_BY) <= time


@dataclass(frozen=True, slots=True)
class MatSeen:
    """What the discard mat shows: backs with this code.

    `thrown_by`: tells if one may have been thrown there unseen before the next turn's first card (camera time, s).
    `entered`: so many lie there that were entered by hand. `corrected`: seats that took back what they had laid,
    and when they had laid it (s).
    """

    scene: Scene
    mat: DiscardMat
    back: int | None
    thrown_by: Callable[[float], bool]
    entered: int = 0
    corrected: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def laid(self) -> tuple[float, ...]:
        """When its new cards were laid (camera times, s)."""
        new = {card.track for card in self.mat.fresh}
        return tuple(item.since for item in self.scene.items if item.track in new)

    def shown_by(self, time: float) -> int:
        """How many new cards were laid on it until this camera time (s), but for those that were entered."""
        return max(0, self.without_later(time).count(self.back) - self.entered)

    def without_later(self, time: float) -> DiscardMat:
        """The mat without what was laid since (camera time, s)."""
        backs = (item for item in self.scene.items if item.place is Place.DISCARD and item.since >= time)
        return replace(self.mat, later=frozenset(item.track for item in backs))


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
    memory = _remembering(memory, came, situation)
    thrown_by, entered = partial(may_have_thrown, memory, came), entered_discards(game)
    corrected = _corrected(memory, came)
    mat = MatSeen(scene, memory.mat, codebook.back(expected_back(game)), thrown_by, entered, corrected)
    came = _as_laid_first(came, memory)
    lying = _with_hidden(came, memory, scene.time)
    later = gone_on(game, lying, mat)
    if game.phase is Phase.TURN and not any(_shows_both(cards, later.since) for cards in came.values()):
        later = NOT_YET  # some may have been exchanged
    if later is NOT_YET:
        return replace(memory, mat=replace(memory.mat, later=frozenset())), new_cards, later
    played = {
        seat: tuple(card for card in lying[seat] if card not in later.cards.get(seat, ()))
        or _hidden_by_next(memory, seat, came, later)
        for seat in new_cards
    }
    hiding = {seat for seat, cards in came.items() if cards and cards == later.cards.get(seat)}
    lain = {
        (seat, code): lain._replace(seen=scene.time) if seat in hiding and _is_hidden(lain, scene.time) else lain
        for (seat, code), lain in memory.lain.items()
    }
    memory = replace(memory, mat=mat.without_later(later.since), lain=MappingProxyType(lain))
    return memory, without_exchanged({seat: _as_read_late(cards, later.since) for seat, cards in played.items()}), later


def _as_read_late(cards: tuple[NewCard, ...], since: float) -> tuple[NewCard, ...]:
    """Cards that were all read when others had gone on (`since`, s) do not tell which of them was laid first."""
    if len(cards) < 2 or cards[0].since < since:
        return cards
    return tuple(replace(card, since=max(card.since, cards[1].since)) for card in cards)


def gone_on(game: Game, new_cards: Cards, mat: MatSeen) -> GoneOn:
    """Tell the open turn's cards from those that follow, by when they were laid and by what they are."""
    ahead = {
        seat: tuple(card for card in cards if _is_of_another_phase(game, seat, card))
        for seat, cards in new_cards.items()
    }
    raised = game.phase is Phase.RECRUIT and any(
        card.age is not None and card.age <= newest_in_pile(game) for cards in ahead.values() for card in cards
    )
    if raised or sum(map(bool, ahead.values())) >= GOING:
        return _in_next_phase(game, new_cards, ahead)
    if game.phase is Phase.TURN and game.turn == game.last_turn and (seventh := _seventh_cards(game, new_cards, mat)):
        return GoneOn(min(card.since for (card,) in seventh.values()), MappingProxyType(seventh))
    return _in_next_turn(game, new_cards, mat) if game.phase is Phase.TURN else NOT_YET


def may_have_thrown(memory: UmpireMemory, came: Cards, later: float = math.inf) -> bool:
    """True if something was over the mat in the open turn, so that a card may have been thrown there unseen.

    `later`: when (camera time, s) the first card of the next turn was laid. A hand that came less than PASSED_ON before
    that threw a card of the next turn, and one that laid a card that was taken back threw no other. The hand that took
    it may have laid one over it instead.
    """
    begun = _begun(memory, came)
    back = [one.laid for one in memory.mat.taken.missing.values() if not one.another_came]
    return any(
        begun < time < later - PASSED_ON and all(abs(time - at) >= PASSED_ON for at in back) for time in memory.over_mat
    )


def _begun(memory: UmpireMemory, came: Cards) -> float:
    """When the open turn began (camera time, s), at the latest."""
    first = min((card.since for cards in came.values() for card in cards), default=math.inf)
    if first < memory.closed:  # the turn before was overtaken
        return first - PASSED_ON
    return memory.closed if math.isfinite(memory.closed) else first - READ_WITHIN


def _corrected(memory: UmpireMemory, came: Cards) -> Mapping[int, float]:
    """The seats that took a card of the open turn back from their city, or may have taken one from the mat.

    With the camera time (s) at which it had been laid.
    """
    begun = _begun(memory, came)
    thrown = [one.laid for one in memory.mat.taken.missing.values() if not one.another_came]
    laid = {seat: [*thrown, *(card.since for card, _ in _out_of_sight(memory, seat, came))] for seat in came}
    return {seat: min(since) for seat, times in laid.items() if (since := [at for at in times if at > begun])}


def others_may_follow(game: Game, laid: Iterable[float], time: float, *, thrown: bool, hand: float = -math.inf) -> bool:
    """True if the next turn may have begun with one of the cards laid at these camera times (s).

    It came after a pause, when discards may have been `thrown` or a `hand` was over a city just now (s), or from one
    that may have taken none from the pile. Others follow within the time that they took for this turn. `time`: now (s).
    """
    times = sorted(laid)
    pauses = [number for number, (sooner, later) in enumerate(pairwise(times), 1) if later - sooner >= PASSED_ON]
    took = times[pauses[-1] - 1] - times[0] if pauses else 0.0
    if not times or times[-1] + min(max(NEXT_TURN_AFTER, took), PUT_RIGHT_WITHIN) <= time:
        return False
    return game.phase is Phase.FROM_DISCARD or (bool(pauses) and (thrown or hand + HAND_AWAY > time))


def _in_next_phase(game: Game, new_cards: Cards, ahead: Mapping[int, tuple[NewCard, ...]]) -> GoneOn:
    """What follows where cards show by themselves that they are for another phase, or the next age.

    What others lay together with them is, too; leaders apart, which may be late, and what may come from the pile.
    Whoever looks through that may do so while all others have gone on.
    """
    begun = [cards[0].since for cards in ahead.values() if cards]
    first, last = min(begun), max(begun)
    after = dict(ahead)
    for seat, cards in new_cards.items():
        if not ahead[seat] and game.phase is not Phase.RECRUIT:
            together = [card for card in cards if card.since > first - PASSED_ON and not _may_be_late(game, card)]
            alone = len(together) == len(cards)
            built = [card for card in together if alone and _may_be_raised(game, seat, card, last)]
            after[seat] = tuple(card for card in together if card not in built[:1])
    if game.phase in LOOKED_THROUGH and not all(after[seat] for seat in game.acting):
        return NOT_YET
    return GoneOn(first, MappingProxyType(after), everywhere=True)


def _seventh_cards(game: Game, new_cards: Cards, mat: MatSeen) -> dict[int, tuple[NewCard, ...]]:
    """Seventh cards of seats that have discarded the sixth: they come when all others have laid theirs."""
    others = [card.since for seat, cards in new_cards.items() for card in cards if not plays_seventh_card(game, seat)]
    last = max(others, default=math.inf)
    return {
        seat: cards
        for seat, cards in new_cards.items()
        if len(cards) == 1 and plays_seventh_card(game, seat) and cards[0].since - last >= NEXT_TURN_AFTER
        if mat.thrown_by(cards[0].since)
    }


def _may_be_raised(game: Game, seat: int, card: NewCard, last: float) -> bool:
    """True if a card may come from the discard pile, as it was laid long after the `last` of the others' next cards."""
    return game.can(BuildFromDiscard(seat, card.name)) and card.since > last + PASSED_ON


def _may_be_late(game: Game, card: NewCard) -> bool:
    """True if a card that comes while others go on may be for the open phase: an extra leader."""
    return game.phase is Phase.EXTRA_LEADER and card.is_leader


def _in_next_turn(game: Game, new_cards: Cards, mat: MatSeen) -> GoneOn:
    """What follows where cities show cards of two turns: the least surprising moment at which hands were passed on."""
    plays = {seat: new_cards.get(seat, ()) for seat in game.to_act}
    second = sum(_shows_two(game, seat, cards) for seat, cards in plays.items())
    shown = mat.shown_by(math.inf)
    surplus = max(0, shown - sum(not cards for cards in plays.values())) if game.turn != game.last_turn else 0
    best, cheapest = NOT_YET, TWICE * max(0, second - 1) + SURPLUS * surplus - MARGIN
    longest = 0.0
    for sooner, since in pairwise(sorted((*mat.laid, *(card.since for cards in plays.values() for card in cards)))):
        pause = since - sooner
        cost = SHORT_PAUSE * max(0.0, 1 - pause / PASSED_ON) + min(AT_MOST, LONG_PAUSE * max(0.0, longest - pause))
        longest = max(longest, pause)
        if cost < cheapest and sum(any(card.since >= since for card in cards) for cards in plays.values()) >= GOING:
            parted = _least_surprising(game, plays, since, mat)
            cost += sum(each.cost for each in parted.values()) + _of_the_mat(game, parted, since, mat)
            if cost < cheapest and sum(bool(each.later) for each in parted.values()) >= GOING:
                everywhere = all(parted[seat].later for seat, cards in plays.items() if cards)
                later = {seat: each.later for seat, each in parted.items()}
                best, cheapest = GoneOn(since, MappingProxyType(later), everywhere=everywhere), cost
    return best


class _Parted(NamedTuple):
    """A seat's cards of the open turn and its later ones, and how surprising that is."""

    now: tuple[NewCard, ...]
    later: tuple[NewCard, ...]
    cost: float = 0.0


def _least_surprising(game: Game, plays: Cards, since: float, mat: MatSeen) -> dict[int, _Parted]:
    """Part every seat's cards if hands were passed on just before this camera time (s).

    A seat all of whose cards came later has discarded, or one of the first two was only read so late, or was laid late
    instead of what the seat took back: whichever is least surprising, given what the mat shows.
    """
    parted = {seat: _by_time(game, seat, cards, since) for seat, cards in plays.items()}
    steps = _steps(list(parted.values()), since)
    late, discards = dict[int, _Parted](), 0
    for seat, each in parted.items():
        if not each.now:
            discards += 1
            parted[seat] = each._replace(cost=steps.all_aside(each.later))
            if len(each.later) > 1 or (each.later and mat.corrected.get(seat, since) < since):
                late[seat] = _came_late(game, seat, each.later, steps)
    hidden = _hidden_cost(game, mat, since)
    for seat in sorted(late, key=lambda seat: late[seat].cost - parted[seat].cost):
        saved = parted[seat].cost + hidden(discards) - hidden(discards - 1)
        if late[seat].cost < saved:
            parted[seat], discards = late[seat], discards - 1
    return parted


def _by_time(game: Game, seat: int, cards: Sequence[NewCard], since: float) -> _Parted:
    """A seat's cards that were laid before this camera time (s), and the others."""
    now = tuple(card for card in cards if card.since < since)
    cost = TWICE * _shows_two(game, seat, now)
    if now and not game.can(now[0].played_by(seat)):
        cost += ILLEGAL
    return _Parted(now, tuple(cards[len(now) :]), cost)


class _Steps(NamedTuple):
    """When the cards of the open turn were `laid` by, and those of the two next ones, from and to (camera times, s).

    `take`: how long (s) all take for a turn.
    """

    laid: float
    next: tuple[float, float]
    after: tuple[float, float]
    take: float

    def aside(self, card: NewCard) -> float:
        """How surprising it is that a seat laid this card for the next turn when others laid theirs."""
        return self._aside(self.next[0] - card.since, card.since - self.next[1])

    def all_aside(self, later: Sequence[NewCard]) -> float:
        """The same of a seat's cards for the next turns, one for each; its first may be the first of all."""
        late = sum(self._aside(card.since - self.next[1]) for card in later[:1])
        return late + sum(self._aside(self.after[0] - card.since, card.since - self.after[1]) for card in later[1:2])

    def behind(self, card: NewCard) -> float:
        """How surprising it is that a card was laid when others laid their next ones, although it is none."""
        return OUT_OF_STEP - self._aside(card.since - self.next[1])

    def read_after_next(self, card: NewCard) -> float:
        """How surprising it is that a card was read later than its seat's next one: that takes no longer."""
        return READ_LATE * max(1.0, (card.since - self.laid) / READ_WITHIN)

    def _aside(self, *by: float) -> float:
        return OUT_OF_STEP * min(1.0, max(0.0, *by) / self.take)


def _steps(parted: Sequence[_Parted], since: float) -> _Steps:
    """As those cities show them that also show a card of the open turn; if there are none, all that show later ones."""
    known = [each for each in parted if each.now and each.later] or [each for each in parted if each.later]
    begun = [each.now[0].since for each in known if each.now]
    first = [each.later[0].since for each in known] or [since]
    second = [each.later[1].since for each in known if len(each.later) > 1]
    take = max(PASSED_ON, max(first) - min(first), max(begun, default=0.0) - min(begun, default=0.0))
    last = max(first) + NEXT_TURN_AFTER
    after = (min(second, default=last), max(second, default=math.inf))
    return _Steps(max(begun, default=since), (min(first), max(first)), after, take)


def _came_late(game: Game, seat: int, cards: tuple[NewCard, ...], steps: _Steps) -> _Parted:
    """A seat's cards if one of the first two came only when others had gone on; both if either may be that one."""

    def illegal(card: NewCard) -> float:
        return 0.0 if game.can(card.played_by(seat)) else ILLEGAL

    if len(cards) == 1:
        return _Parted(cards, (), LAID_LATE + illegal(cards[0]) + steps.behind(cards[0]))
    one, other = cards[:2]
    either = [
        _Parted((one,), cards[1:], READ_LATE + illegal(one) + steps.aside(other)),
        _Parted((other,), (one, *cards[2:]), steps.read_after_next(other) + illegal(other) + steps.aside(one)),
    ]
    first, second = sorted(either, key=lambda each: each.cost)
    if second.cost - first.cost < CLEARLY and not may_play_two(game, seat, cards):
        return _Parted(cards, (), first.cost)
    return first


def _of_the_mat(game: Game, parted: Mapping[int, _Parted], since: float, mat: MatSeen) -> float:
    """How surprising the mat is if so many seats have discarded."""
    laid = [_turns(each.later) for each in parted.values()]
    discarded_later = sum(max(0, max(laid) - 1 - turns) for turns in laid)
    cost = UNSEEN * max(0, discarded_later - (mat.shown_by(math.inf) - mat.shown_by(since)))
    return cost + _hidden_cost(game, mat, since)(sum(not each.now for each in parted.values()))


def _turns(cards: Sequence[NewCard]) -> int:
    """In how many turns at least a seat laid these cards; two that came together are a neighbour's or a mistake."""
    together = sum(later.since - sooner.since < NEXT_TURN_AFTER for sooner, later in pairwise(cards))
    return len(cards) - together


def _hidden_cost(game: Game, mat: MatSeen, since: float) -> Callable[[int], float]:
    """How surprising it is, given what the mat shows, that so many seats discarded before this camera time (s)."""
    shown, unseen = mat.shown_by(since), LIES_HIDDEN if mat.thrown_by(since) else UNSEEN
    if game.turn == game.last_turn:  # the mat also shows what is left over
        return lambda _: 0.0
    return lambda discards: SURPLUS * max(0, shown - discards) + unseen * max(0, discards - shown)


def _shows_two(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """True if one of a seat's cards is for another turn, or was laid by mistake."""
    return len(cards) > 1 and not may_play_two(game, seat, cards)


def _is_of_another_phase(game: Game, seat: int, card: NewCard) -> bool:
    """True if a card that lies there can only be played once the open phase, or the age, is over."""
    if game.phase is Phase.RECRUIT:
        return not card.is_leader
    if game.phase in LOOKED_THROUGH and seat not in game.acting:
        return True
    if game.phase is Phase.FROM_DISCARD:
        newer = card.age is not None and card.age > newest_in_pile(game)
        return newer or not game.can(BuildFromDiscard(seat, card.name))
    if game.turn != game.last_turn or game.phase not in (Phase.TURN, Phase.SEVENTH, Phase.FROM_DISCARD):
        return False
    if card.is_leader:
        return not any(has_effect(stage.effects, ExtraLeader) for stage in game.cities[seat].wonder.stages)
    return card.age is not None and card.age > game.age


def _shows_both(cards: Sequence[NewCard], since: float) -> bool:
    """True if a city shows a card that was laid before this camera time (s)."""
    return any(card.since < since and card.unseen_since is None for card in cards)


def _as_laid_first(came: Cards, memory: UmpireMemory) -> Cards:
    """The same cards; what was carried over from another city was laid when it came to that one."""

    def laid(card: NewCard, seat: int) -> NewCard:
        first = memory.first_places.get(card.code) if card.slot is None else None
        moved = first is not None and first.seat != seat and card.since - first.seen <= GONE_AFTER
        return replace(card, since=first.since) if first and moved else card

    return {
        seat: tuple(sorted((laid(card, seat) for card in cards), key=lambda card: card.since))
        for seat, cards in came.items()
    }


def _remembering(memory: UmpireMemory, came: Cards, situation: Situation) -> UmpireMemory:
    """The memory with the new cards that are seen, without those that are booked or in another city since."""
    time, cities = situation.scene.time, situation.game.cities
    seen = {
        (seat, card.code): LastLain(card.card, card.slot, card.since, card.sure, time)
        for seat, cards in came.items()
        for card in cards
        if card.unseen_since is None
    }
    elsewhere = situation.booked.keys() | {code for (_, code), lain in seen.items() if lain.slot is None}
    known = {
        (seat, code): lain
        for (seat, code), lain in memory.lain.items()
        if (code not in elsewhere if lain.slot is None else lain.slot > cities[seat].stages)
    }
    return replace(memory, lain=MappingProxyType(known | seen))


def _with_hidden(came: Cards, memory: UmpireMemory, time: float) -> Cards:
    """The new cards with those that were seen a moment ago; the next turn's may hide them."""
    lying = {(seat, card.code) for seat, cards in came.items() for card in cards}
    fronts = {card.code for cards in came.values() for card in cards if card.slot is None}
    hidden: dict[int, list[NewCard]] = {seat: [] for seat in came}
    for (seat, code), lain in memory.lain.items():
        if (seat, code) not in lying and code not in fronts and _is_hidden(lain, time):
            hidden[seat].append(_as_lain(code, lain))
    return {seat: tuple(sorted((*hidden[seat], *cards), key=lambda card: card.since)) for seat, cards in came.items()}


def _is_hidden(lain: LastLain, time: float) -> bool:
    """True if a card was seen so short a time ago that it still lies there if it is not seen now."""
    return time - lain.seen <= READ_WITHIN


def _hidden_by_next(memory: UmpireMemory, seat: int, came: Cards, later: GoneOn) -> tuple[NewCard, ...]:
    """A seat's card that lay there until its next one came, as it was known last."""
    if not later.cards.get(seat):
        return ()
    lain = [card for card, seen in _out_of_sight(memory, seat, came) if card.since < later.since <= seen + READ_WITHIN]
    return tuple(lain[-1:])


def may_lie_hidden(memory: UmpireMemory, came: Cards, seats: Iterable[int], time: float) -> bool:
    """True if one of these seats' new cards may lie there still, although another one seems to lie there instead.

    `time`: now (camera time, s).
    """
    return any(seen + READ_WITHIN > time for seat in seats for _, seen in _out_of_sight(memory, seat, came))


def _out_of_sight(memory: UmpireMemory, seat: int, came: Cards) -> list[tuple[NewCard, float]]:
    """A seat's new cards that are seen nowhere now, each with when it was seen last (camera time, s)."""
    seen = {(card.code, card.slot) for cards in came.values() for card in cards if card.unseen_since is None}
    return [
        (_as_lain(code, lain), lain.seen)
        for (at, code), lain in memory.lain.items()
        if at == seat and (code, lain.slot) not in seen
    ]


def _as_lain(code: int, lain: LastLain) -> NewCard:
    return NewCard(code, lain.card, lain.slot, lain.since, lain.sure)
