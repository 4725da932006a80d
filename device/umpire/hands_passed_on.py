"""When hands were passed on, as far as the table tells: one search over every moment at which that may have been.

Every card of a turn is laid before every card of the next one, but people do not wait for the record. So cities show
cards of two turns, discards lie under one another, and some cards are read late. At each moment at which something
came, every city gets the least surprising story: it played, it discarded, or its card came late. The moment counts at
which all stories together are clearly less surprising than that all cards are for the open turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.umpire.expectations import may_play_two, of_open_age
from device.umpire.times import NEXT_TURN_AFTER, PASSED_ON, PUT_RIGHT_WITHIN, READ_WITHIN, TAKEN_BACK_BY
from engine import BuildStage
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from device.umpire.discards.discard_mat import DiscardMat
    from device.umpire.new_cards import NewCard
    from engine import Action, Game
    from vision.scene import Scene

    Cards = Mapping[int, tuple[NewCard, ...]]
    """The new cards of every seat, in the order in which they were laid."""

GOING = 2
"""Cities that show a card for the next turn, so that everybody has gone on: one alone may have laid it by mistake."""
LEFT_BEHIND = 3
"""Turns whose cards two cities show although none of them is recorded: whatever is unclear, the first one is over."""
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


@dataclass(frozen=True, slots=True)
class GoneOn:
    """What was laid after everybody had played in the open turn.

    `since`: camera time (s) of the first of these cards; infinity if nobody is known to have gone on. `cards`: all of
    them by seat. `everywhere`: each city that shows a new card shows one of these. `behind`: two cities show cards of
    one more turn, too, or of the next age.
    """

    since: float = math.inf
    cards: Cards = field(default_factory=lambda: MappingProxyType({}))
    everywhere: bool = False
    behind: bool = False

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
    and when they had laid it (s). `supposed`: so many discards of the turn before lay hidden and may come to light.
    """

    scene: Scene
    mat: DiscardMat
    back: int | None
    thrown_by: Callable[[float], bool]
    entered: int = 0
    corrected: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    supposed: int = 0

    @property
    def laid(self) -> tuple[float, ...]:
        """When its new cards were laid (camera times, s)."""
        new = {card.track for card in self.mat.fresh}
        return tuple(item.since for item in self.scene.items if item.track in new)

    def shown_by(self, time: float) -> int:
        """How many new cards were laid on it until this camera time (s), but for those that were entered."""
        return max(0, self.without_later(time).count_at_most(self.back) - self.entered)

    def without_later(self, time: float) -> DiscardMat:
        """The mat without what was laid since (camera time, s)."""
        backs = (item for item in self.scene.items if item.place is Place.DISCARD and item.since >= time)
        return replace(self.mat, later=frozenset(item.track for item in backs))


NOT_YET = GoneOn()
"""Nobody is known to have gone on."""


def hands_passed_on(game: Game, new_cards: Cards, mat: MatSeen) -> GoneOn:
    """What follows where cities show cards of two turns: the least surprising moment at which hands were passed on."""
    entered = [seat for seat, action in game.pending.items() if not _may_lay_another(game, action)]
    plays = {seat: of_open_age(game, new_cards.get(seat, ())) for seat in (*game.to_act, *entered)}
    behind = sum(_is_two_turns_ahead(game, cards, mat.scene.time) for cards in plays.values()) >= GOING
    best, cheapest = NOT_YET, math.inf if behind else _cost_of_one_turn(game, plays, mat) - MARGIN
    for since, at_pause in _moments(plays, mat):
        if at_pause < cheapest and _may_have_been_passed_on(plays, since):
            parted, surprise = _least_surprising(game, plays, since, mat)
            cost = at_pause + surprise
            if cost < cheapest and sum(bool(each.later) for each in parted.values()) >= GOING:
                best, cheapest = _gone_on(since, parted), cost
    return replace(best, behind=True) if behind and best is not NOT_YET else best


def _may_have_been_passed_on(plays: Cards, since: float) -> bool:
    """True if somebody has laid a card before this camera time (s), and several have since."""
    begun = any(cards and cards[0].since < since for cards in plays.values())
    return begun and sum(bool(cards) and cards[-1].since >= since for cards in plays.values()) >= GOING


def _is_two_turns_ahead(game: Game, cards: Sequence[NewCard], time: float) -> bool:
    """True if a seat shows cards of three turns, or for long one of a later age. `time`: now (camera time, s)."""
    of_later_age = (card for card in cards if card.age is not None and card.age > game.age)
    dealt = game.turn != game.last_turn and any(card.since + PUT_RIGHT_WITHIN <= time for card in of_later_age)
    return dealt or _turns_of(cards) >= LEFT_BEHIND


def _cost_of_one_turn(game: Game, plays: Cards, mat: MatSeen) -> float:
    """How surprising it is that all these cards are for the open turn, given what the mat shows."""
    second = sum(bool(cards) if seat in game.pending else shows_two(game, seat, cards) for seat, cards in plays.items())
    silent = sum(not plays[seat] for seat in game.to_act) + mat.supposed
    surplus = max(0, mat.shown_by(math.inf) - silent) if game.turn != game.last_turn else 0
    return TWICE * max(0, second - 1) + SURPLUS * surplus


def _moments(plays: Cards, mat: MatSeen) -> Iterator[tuple[float, float]]:
    """When something was laid before which hands may have been passed on (camera time, s).

    With how surprising it is that they were passed on in the pause before that, by its length.
    """
    longest = 0.0
    for sooner, since in pairwise(sorted((*mat.laid, *(card.since for cards in plays.values() for card in cards)))):
        pause = since - sooner
        cost = SHORT_PAUSE * max(0.0, 1 - pause / PASSED_ON) + min(AT_MOST, LONG_PAUSE * max(0.0, longest - pause))
        yield since, cost
        longest = max(longest, pause)


def _may_lay_another(game: Game, entered: Action) -> bool:
    """True if one more card may belong to the same turn: one that a stage brings, or a seventh one."""
    return isinstance(entered, BuildStage) or game.turn == game.last_turn


class _Parted(NamedTuple):
    """A seat's cards of the open turn and its later ones, and how surprising that is.

    `entered`: what it plays in the open turn was entered by hand.
    """

    now: tuple[NewCard, ...]
    later: tuple[NewCard, ...]
    cost: float = 0.0
    entered: bool = False

    @property
    def discards(self) -> bool:
        """True if it plays no card in the open turn."""
        return not self.now and not self.entered


def _gone_on(since: float, parted: Mapping[int, _Parted]) -> GoneOn:
    """What follows if hands were passed on just before this camera time (s)."""
    later = {seat: each.later for seat, each in parted.items()}
    everywhere = all(each.later or not each.now for each in parted.values())
    return GoneOn(since, MappingProxyType(later), everywhere=everywhere)


def _least_surprising(game: Game, plays: Cards, since: float, mat: MatSeen) -> tuple[dict[int, _Parted], float]:
    """Part every seat's cards if hands were passed on just before this camera time (s), and how surprising all that is.

    A seat all of whose cards came later has discarded, or one of the first two was only read so late, or was laid late
    instead of what the seat took back: whichever is least surprising, given what the mat shows.
    """
    parted = {seat: _by_time(game, seat, cards, since) for seat, cards in plays.items()}
    steps = _steps(list(parted.values()), since)
    late, discards = dict[int, _Parted](), 0
    for seat, each in parted.items():
        if each.discards:
            discards += 1
            parted[seat] = each._replace(cost=steps.all_aside(each.later))
            if len(each.later) > 1 or (each.later and mat.corrected.get(seat, since) < since):
                late[seat] = _came_late(game, seat, each.later, steps)
    hidden = _hidden_cost(game, mat, since)
    for seat in sorted(late, key=lambda seat: late[seat].cost - parted[seat].cost):
        saved = parted[seat].cost + hidden(discards) - hidden(discards - 1)
        if late[seat].cost < saved:
            parted[seat], discards = late[seat], discards - 1
    turns = [min(2, _turns_of(each.later)) for each in parted.values()]
    discarded_later = sum(max(0, max(turns) - 1 - count) for count in turns)
    cost = UNSEEN * max(0, discarded_later - (mat.shown_by(math.inf) - mat.shown_by(since)))
    return parted, cost + hidden(discards) + math.fsum(each.cost for each in parted.values())


def _by_time(game: Game, seat: int, cards: Sequence[NewCard], since: float) -> _Parted:
    """A seat's cards that were laid before this camera time (s), and the others."""
    now = tuple(card for card in cards if card.since < since)
    if seat in game.pending:
        return _Parted(now, tuple(cards[len(now) :]), TWICE * bool(now), entered=True)
    cost = TWICE * shows_two(game, seat, now)
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
        cost = self._aside(later[0].since - self.next[1]) if later else 0.0
        for sooner, card in pairwise(later[:2]):
            cost += self._aside(self.after[0] - card.since, card.since - self.after[1])
            cost += TWICE * max(0.0, 1 - (card.since - sooner.since) / NEXT_TURN_AFTER)
        return cost

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
    first = [each.later[0].since for each in known]
    second = [each.later[1].since for each in known if len(each.later) > 1]
    take = max(PASSED_ON, max(first) - min(first), max(begun, default=0.0) - min(begun, default=0.0))
    last = max(first) + NEXT_TURN_AFTER
    after = (min(second, default=last), max(second, default=math.inf))
    return _Steps(max(begun, default=since), (min(first), max(first)), after, take)


def _came_late(game: Game, seat: int, cards: tuple[NewCard, ...], steps: _Steps) -> _Parted:
    """A seat's cards if one of the first two came only when others had gone on; both if either may be that one.

    Its only card, if it was laid late instead of what was taken back.
    """

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
    if second.cost - first.cost < CLEARLY and not may_play_two(game, seat, cards[:2]):
        return _Parted(cards[:2], cards[2:], first.cost)
    return first


def _turns_of(cards: Sequence[NewCard]) -> int:
    """In how many turns a seat laid these cards; two that came together are no two turns."""
    return len(cards) - sum(later.since - sooner.since < NEXT_TURN_AFTER for sooner, later in pairwise(cards))


def _hidden_cost(game: Game, mat: MatSeen, since: float) -> Callable[[int], float]:
    """How surprising it is, given what the mat shows, that so many seats discarded before this camera time (s)."""
    shown, unseen = mat.shown_by(since), LIES_HIDDEN if mat.thrown_by(since) else UNSEEN
    if game.turn == game.last_turn:  # the mat also shows what is left over
        return lambda _: 0.0
    surely = shown - mat.supposed
    return lambda discards: SURPLUS * max(0, surely - discards) + unseen * max(0, discards - shown)


def shows_two(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """True if one of a seat's cards is for another turn, or was laid by mistake."""
    return len(cards) > 1 and not may_play_two(game, seat, cards)
