"""When hands were passed on, as far as the table tells: the search that reads an age reads the turns that are open.

People do not wait for the record. So cities show cards of two turns, discards lie under one another, and some cards are
read late. The open turn is over once it is clearly less surprising that others have begun.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from device.ledger_check.age_reading import (
    BESIDE,
    FIXED,
    ILLEGAL,
    LAID_LATE,
    LATE,
    LYING,
    AgeRecorded,
    AgeSeen,
    CardInCity,
    TurnsBegun,
    read_open_turns,
)
from device.times import GESTURE, NEXT_TURN_AFTER, READ_WITHIN
from device.umpire.expectations import in_playing_order, may_play_two, next_hands, plays_seventh_card, stages_bring
from device.umpire.new_cards import Cards, NewCard, cards_elsewhere
from engine import BuildStage, ExtraLeader, Game, SeatAction, StructureFromDiscard

GOING = 2
"""Cities that show a card for the next turn, so that everybody has gone on: one alone may have laid it by mistake."""
LEFT_BEHIND = 3
"""Turns whose cards two cities show although none of them is recorded: the first one is over, though unclear."""
MARGIN = 1.5
"""By so much less surprising it must be that the turn is over."""


@dataclass(frozen=True, slots=True)
class GoneOn:
    """What was laid after everybody had played in the open turn.

    `since`: camera time (s) of the first of these cards that is clear; infinity if nobody is known to have gone on.
    `cards`: all of them by seat. `everywhere`: each city that shows a new card shows one of these. `behind`: two cities
    show cards of one more turn, too, or of the next age. `unclear`: seats of which it is not clear what they have
    played, and need not be, as others have gone on. `beside`: seats whose card of the open turn seems to lie in the
    city of a neighbour, and whose.
    """

    since: float = math.inf
    cards: Cards = field(default_factory=lambda: MappingProxyType({}))
    everywhere: bool = False
    behind: bool = False
    unclear: frozenset[int] = frozenset()
    beside: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))

    def ends(self, time: float, *, may_come: bool) -> bool:
        """True if nothing will be laid for the open turn any more at this camera time (s).

        `may_come`: the table does not show what all have done, so that a card may still be read late.
        """
        return self.since + (GESTURE if self.everywhere and not may_come else READ_WITHIN) <= time


class MatSeen(NamedTuple):
    """What the discard mat shows at this camera time (s).

    `laid`: when the new cards were laid that nobody has taken since. `hands`: when something was over it in the open
    turn or later (camera times, s), so that a card may have been thrown there unseen. `ahead`: how many new cards show
    by their backs that the age is over.
    """

    time: float
    laid: tuple[float, ...] = ()
    hands: tuple[float, ...] = ()
    ahead: int = 0


NOT_YET = GoneOn()
"""Nobody is known to have gone on."""


def hands_passed_on(game: Game, new_cards: Cards, mat: MatSeen, chair: int | None) -> GoneOn:
    """What follows where cities show cards of two turns: the least surprising moment at which hands were passed on.

    `new_cards`: those of the open age. `chair`: the seat at which nobody sits.
    """
    entered = [seat for seat, action in game.pending.items() if not _may_bring_more(game, seat, action)]
    plays: Cards = {seat: _without_leaders(new_cards[seat]) for seat in (*game.to_act, *entered)}
    if _show(plays) < GOING or not (_show(plays, 2) or mat.laid or mat.hands):
        return NOT_YET
    behind = sum(_turns_of(each) >= LEFT_BEHIND for each in plays.values()) >= GOING
    ways = [(plays, dict[int, int]()), *_with_one_beside(game, plays, entered)]
    after = next_hands(game, game.age, chair)
    found = [(*way, _readings(game, *way, entered, mat, after=after)) for way in ways]
    plays, beside, (one, *more) = min(found, key=lambda way: min(reading.cost for reading in way[2]))
    best = min(more, key=lambda reading: reading.cost, default=one)
    later = _gone_on(game, plays, mat, best, behind=behind) if best.cost <= one.cost - MARGIN else NOT_YET
    later = replace(later, beside=beside) if beside else later
    return _with_leaders(later, new_cards) if later.cards else later


def _may_bring_more(game: Game, seat: int, action: SeatAction) -> bool:
    """True if one more card may come to the turn in which this was entered, as in an age's last one."""
    stage = game.cities[seat].stages
    brought = (stages_bring(game, seat, kind, slice(stage, stage + 1)) for kind in (ExtraLeader, StructureFromDiscard))
    return game.turn == game.last_turn or (isinstance(action, BuildStage) and any(brought))


def _without_leaders(cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """A city's cards that turns are played with: a leader comes with a stage."""
    return tuple(card for card in cards if card.slot or not card.is_leader)


def _with_leaders(later: GoneOn, new_cards: Cards) -> GoneOn:
    """What follows, with the leaders among all these cards that came then."""

    def leaders(seat: int) -> Iterator[NewCard]:
        return (card for card in new_cards[seat] if card.is_leader and not card.slot and card.since >= later.since)

    return replace(later, cards={seat: (*cards, *leaders(seat)) for seat, cards in later.cards.items()})


def _with_one_beside(game: Game, plays: Cards, entered: Sequence[int]) -> Iterator[tuple[Cards, Mapping[int, int]]]:
    """The cards if one of two that came together to a city is that of a neighbour who had laid none by then.

    With the seat whose first card that is, and the seat in whose city it lies.
    """
    pairs = {seat: _together(plays.get(seat, ())) for seat in range(len(game.cities))}
    for card, owner in cards_elsewhere(game, [seat for seat in plays if seat not in entered], pairs):
        city = next(seat for seat, pair in pairs.items() if card in pair)
        if all(own.since >= pairs[city][1].since + GESTURE for own in plays[owner]):
            left = tuple(one for one in plays[city] if one is not card)
            yield {**plays, city: left, owner: (card, *plays[owner])}, {owner: city}


def _readings(
    game: Game,
    plays: Cards,
    beside: Mapping[int, int],
    entered: Sequence[int],
    mat: MatSeen,
    *,
    after: Sequence[int | None],
) -> Sequence[TurnsBegun]:
    """How these cards may have been played, if one turn has begun, or two or three.

    `after`: by seat, which one plays from its hand next.
    """
    cards = tuple(_in_city(game, seat, each, beside=seat in beside) for seat, each in plays.items())
    stages = tuple(frozenset(n for n, card in enumerate(each) if card.slot is not None) for each in plays.values())
    left_over = [plays_seventh_card(game, seat) for seat in plays].count(False)
    numbers: dict[int | None, int] = {seat: number for number, seat in enumerate(plays)}
    passed_to = tuple(numbers.get(after[seat]) for seat in plays) if game.turn != game.last_turn else ()
    seen = AgeSeen(cards, stages, mat.laid, mat.hands, left_over, passed_to=passed_to)
    known = AgeRecorded(tuple((FIXED,) * (seat in entered) for seat in plays), game.last_turn - game.turn + 1)
    three = game.turn != game.last_turn and _show(plays, 2) >= GOING
    return read_open_turns(seen, known, LEFT_BEHIND if three else LEFT_BEHIND - 1)


def _gone_on(game: Game, plays: Cards, mat: MatSeen, reading: TurnsBegun, *, behind: bool) -> GoneOn:
    """What follows if the turns were played like this: others have gone on if two show a card, or have thrown one."""
    since = reading.since[1]
    first = dict(zip(plays, reading.first, strict=True))
    later = {seat: tuple(card for n, card in enumerate(cards) if n != first[seat]) for seat, cards in plays.items()}
    thrown = 0 if game.turn == game.last_turn else sum(back >= since for back in mat.laid)  # they may be left over
    going = sum(any(card.since >= since for card in cards) for cards in later.values())
    if going + thrown < GOING:
        return NOT_YET
    everywhere = all(later[seat] or not cards for seat, cards in plays.items())
    return GoneOn(since, later, everywhere, behind, frozenset([*plays][number] for number in reading.unclear))


def _together(cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """The first two cards of a city that came together; none if no two did."""
    return next((pair for pair in pairwise(cards) if pair[1].since - pair[0].since < NEXT_TURN_AFTER), ())


def _show(cards: Cards, number: int = 1) -> int:
    """How many cities show at least so many of these cards."""
    return sum(len(each) >= number for each in cards.values())


def _in_city(game: Game, seat: int, cards: Sequence[NewCard], *, beside: bool) -> tuple[CardInCity, ...]:
    """A city's cards as readings take them. The second of two that are in order together may be left out.

    That is as surprising as a late card if the second one came before the stage that brings it. `beside`: the first one
    lies in the city of a neighbour.
    """
    two = in_playing_order(cards[:2]) if may_play_two(game, seat, cards[:2]) else ()
    left_out = 0.0 if two == tuple(cards[:2]) else LATE
    late = LATE if len(cards) > 1 else LAID_LATE
    return tuple(
        CardInCity(
            card.since,
            counts=BESIDE if beside and number == 0 else 0.0,
            left_out=left_out if card in two[1:] else LYING,
            first=0.0 if seat in game.pending or game.can(card.played_by(seat)) else ILLEGAL,
            late=late,
        )
        for number, card in enumerate(cards)
    )


def _turns_of(cards: Sequence[NewCard]) -> int:
    """In how many turns a seat laid these cards; two that came together are no two turns."""
    return len(cards) - sum(later.since - sooner.since < NEXT_TURN_AFTER for sooner, later in pairwise(cards))


def shows_two(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """True if one of a seat's cards is for another turn, or was laid by mistake."""
    return len(cards) > 1 and not may_play_two(game, seat, cards)
