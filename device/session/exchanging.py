"""A card that is exchanged just after its turn has closed by itself: the turn is recorded again with the other card.

Whoever plays last can only notice a mistake when the turn has closed.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.session.booking import at, book
from device.session.session import LastClosing
from device.umpire.discards.discard_mat import ARRIVAL
from device.umpire.discards.hands import CARRIED_IN
from device.umpire.expectations import EXTRA_PHASES, LEADER_PHASES
from device.umpire.hands_passed_on import GOING
from device.umpire.last_seen import under_hands
from device.umpire.new_cards import NewCard, back_of, find_new_cards
from device.umpire.proposals import propose
from device.umpire.times import (
    COMES_NO_MORE,
    EXCHANGED_ASIDE,
    EXCHANGED_WITHIN,
    GONE_AFTER,
    PASSED_ON,
    READ_WITHIN,
    STILL,
)
from display.messages.events import Booked, Corrected, Undone
from engine import BuildFromDiscard, BuildStage, CorrectCoins, Discard, Fight, IllegalAction, Phase
from vision.scene import Place
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from device.session.session import Session, Transition
    from device.umpire.last_seen import LastSeen
    from engine import Game
    from vision.scene import Item

LAYING_PHASES = (Phase.SEVENTH, Phase.FROM_DISCARD)
"""Phases in which a card that is laid or taken from the mat belongs to no other turn."""


def exchange(session: Session) -> Transition:
    """Record the turn that has just closed again if a seat's card was exchanged for another since."""
    closing = session.last_turn
    if closing is None:
        return session, ()
    changes = _returned(session, closing) or _exchanged(session, closing)
    return (_record_again(session, closing, changes) if changes else None) or (session, ())


def restored_closing(session: Session, time: float) -> LastClosing | None:
    """The last turn of an interrupted game that goes on, seen again since `time` (camera time, s).

    None if a turn has begun since, or if the last one was entered by hand.
    """
    game = session.game
    played = [number for number, entry in enumerate(session.entries) if not isinstance(entry.action, Fight)]
    if game is None or game.pending or session.ledger.undone or not played:
        return None
    last = session.entries[played[-1]]
    if (game.age, game.turn) == _turn(last) and game.phase is not Phase.CONFLICTS:
        return None
    first = next(number for number in played if _turn(session.entries[number]) == _turn(last))
    return LastClosing(time, first, played[-1] + 1, restored=True)


def _exchanged(session: Session, closing: LastClosing) -> Mapping[int, NewCard]:
    """The numbers of the actions whose cards were exchanged, and the cards that lie there instead."""
    if session.scene.time - closing.time > EXCHANGED_WITHIN and not session.memory.supposed:
        return {}
    seen = {item.code for item in session.scene.items if item.unseen_since is None}
    turn = enumerate(session.entries[closing.first : closing.end], closing.first)
    gone = {number: entry for number, entry in turn if _may_be_gone(session, closing, entry, seen)}
    if not gone:
        return {}
    since = _laid_since(session, closing, gone.values())
    instead = {number: _card_instead(session, closing, entry, since) for number, entry in gone.items()}
    return {number: card for number, card in instead.items() if card is not None}


class _LaidSince(NamedTuple):
    """What was laid since a turn closed.

    `new_cards`: by seat. `others`: when (camera time, s) seats whose card of that turn has stayed there laid their next
    ones. `taking`: the seats that may have built a card that they took from the mat. `gone_on`: several cities
    show cards for the next turn. Then a new card replaces a booked one only if a hand took that one.
    """

    new_cards: Mapping[int, tuple[NewCard, ...]]
    others: Sequence[float]
    taking: Collection[int]
    gone_on: bool


def _laid_since(session: Session, closing: LastClosing, gone: Collection[Booked]) -> _LaidSince:
    """What was laid since the turn closed."""
    new_cards = find_new_cards(session.situation, session.umpire.codebook)
    taking = _taking_back(session, closing, gone, new_cards)
    changing = taking | {entry.seat for entry in gone if not _is_discard(entry)}
    going = [cards for seat, cards in new_cards.items() if cards and seat not in changing]
    gone_on = (closing.overtaken or len(going) >= GOING) and not closing.restored
    return _LaidSince(new_cards, [card.since for cards in going for card in cards], taking, gone_on)


def _card_instead(session: Session, closing: LastClosing, entry: Booked, since: _LaidSince) -> NewCard | None:
    """The new card of its seat that lies there instead of what was booked: the only one, unless others have gone on."""
    assert entry.seat is not None
    cards = [card for card in since.new_cards[entry.seat] if card.unseen_since is None]
    if not cards or not cards[0].sure or (len(cards) > 1 and not since.gone_on):
        return None
    card, settled = cards[0], STILL
    if _is_discard(entry):
        settled, instead = GONE_AFTER, _was_no_discard(session, closing, entry, card, since)
    elif since.gone_on:
        instead = _was_replaced_by_hand(session, entry, card, min(since.others, default=closing.time))
    else:
        instead = _is_instead(session, closing, entry, card, others=bool(since.others))
    return card if instead and card.since + settled <= session.scene.time else None


def _was_no_discard(session: Session, closing: LastClosing, entry: Booked, card: NewCard, since: _LaidSince) -> bool:
    """True if a seat that was booked as discarding has built this card.

    It took its discard back, and laid the card before all others laid their next ones, or long after them: the next
    discard may hide the last one. Or nobody has gone on.
    """
    alone = sum(map(_is_discard, session.entries[closing.first : closing.end])) == 1
    first = all(other > card.since for other in since.others)
    last = alone and all(other + PASSED_ON < card.since for other in since.others)
    if (first or last) and entry.seat in since.taking and _was_taken_back(session, closing, card):
        return True
    if since.gone_on:
        return False
    supposed = entry.seat in session.memory.supposed and card.age == entry.age
    return supposed or _is_too_soon(session, closing, card)


def _was_replaced_by_hand(session: Session, entry: Booked, card: NewCard, next_since: float) -> bool:
    """True if a hand took the front that was booked, and laid this card soon after or before.

    `next_since`: when others laid their next cards (camera time, s): from then on one in its place lies over it.
    """
    time, last = session.scene.time, _gone(session, entry)
    if last is None or last.unseen_since is None or not last.was_taken or time - last.unseen_since < READ_WITHIN:
        return False
    aside = card.since - last.unseen_since
    if aside > EXCHANGED_ASIDE or (card.since >= next_since and -aside > EXCHANGED_ASIDE):
        return False  # an earlier one was put back
    pose = _lying(session, card)
    if pose is not None and last.is_spot_of(pose):
        return last.unseen_since < next_since
    return pose is None or not last.may_be_hidden_by(pose, card.since, session.umpire.sizes)


def _lying(session: Session, card: NewCard) -> Pose | None:
    """Where a front's sticker lies; None for a stage."""
    item = next((item for item in session.scene.items if card.slot is None and item.code == card.code), None)
    return Pose(item.x, item.y, item.angle) if item else None


def _may_be_gone(session: Session, closing: LastClosing, entry: Booked, seen: Collection[int]) -> bool:
    """True if what was booked may not lie there any more, or on the discard mat although a card may come instead.

    `seen`: the codes of all stickers that are seen.
    """
    if entry.hand or isinstance(entry.action, BuildStage):
        return False
    if _is_discard(entry):
        return entry.seat in session.memory.supposed or _may_be_no_discard(session, closing)
    last = _last_seen(session, entry)
    unseen = closing.restored if last is None else last.unseen_since is not None
    return unseen and entry.code not in seen


def _may_be_no_discard(session: Session, closing: LastClosing) -> bool:
    """True while a card that is laid now may belong to the turn that has closed, whatever came to the mat in it."""
    assert session.game is not None
    if session.game.phase in LAYING_PHASES:
        return False
    soon = session.scene.time - closing.time <= EXCHANGED_ASIDE and not closing.restored
    return soon or _taken_back(session, closing) is not None


def _taken_back(session: Session, closing: LastClosing, built: float = math.inf) -> float | None:
    """Since when (camera time, s) a card of that turn is missing on the mat that a hand took since the turn closed.

    `built`: when the card was laid in a city. A hand that came to the mat less than `CARRIED_IN` before cannot have
    brought it from there.
    """
    assert session.game is not None
    before, hand_by = _laid_before(closing), built - CARRIED_IN
    taken = session.memory.mat.taken_since(before, _back(session, closing), hand_by=hand_by)
    entries = session.entries[closing.first : closing.end]
    if any(isinstance(entry.action, BuildFromDiscard) and entry.action.card is not None for entry in entries):
        return None  # that one was taken by right
    return taken if taken is not None and taken >= closing.time - GONE_AFTER else None


def _taking_back(
    session: Session, closing: LastClosing, gone: Iterable[Booked], new_cards: Mapping[int, tuple[NewCard, ...]]
) -> set[int]:
    """The seats that may have built a card that they took from the mat: those that laid one first, one for each."""
    laid = {
        entry.seat: min(card.since for card in new_cards[entry.seat])
        for entry in gone
        if _is_discard(entry) and entry.seat is not None and new_cards[entry.seat]
    }
    seats = [seat for seat, since in laid.items() if _taken_back(session, closing, since) is not None]
    back, since = _back(session, closing), closing.time - GONE_AFTER
    count = session.memory.mat.count_taken(_laid_before(closing), back, since)
    return set(sorted(seats, key=laid.__getitem__)[:count])


def _laid_before(closing: LastClosing) -> float:
    """The camera time (s) by which the cards of that turn lay on the mat."""
    return closing.time + ARRIVAL if closing.restored else closing.time


def _back(session: Session, closing: LastClosing) -> int | None:
    """The code of the backs of that turn's cards."""
    return session.umpire.codebook.back(back_of(session.entries[closing.first]))


def _last_seen(session: Session, entry: Booked) -> LastSeen | None:
    return session.memory.last_seen.get(entry.code) if entry.code is not None else None


def _was_taken_back(session: Session, closing: LastClosing, card: NewCard) -> bool:
    """True if a hand took a discard from the mat, so that it may have built this card.

    The pile may be lifted card by card, so it is known a while later that only one was taken.
    """
    taken = _taken_back(session, closing, card.since)
    return taken is not None and session.scene.time - taken >= COMES_NO_MORE


def _is_too_soon(session: Session, closing: LastClosing, card: NewCard) -> bool:
    """True if a card came so soon after the last one that nobody can have played it for the next turn."""
    here = [item.since for item in session.scene.items if item.code in session.booked or item.place is Place.DISCARD]
    last = max((since for since in here if since < closing.time), default=-math.inf)
    return card.since < last + PASSED_ON and not closing.restored


def _is_instead(session: Session, closing: LastClosing, entry: Booked, card: NewCard, *, others: bool) -> bool:
    """True if a front that was booked is gone, and a new card lies there instead.

    It lies where that one lay; or elsewhere in the city, soon after the turn closed, if the same hand took that one and
    no other seat has laid a card for the next turn (`others`).
    """
    last = _gone(session, entry)
    if last is None or last.unseen_since is None:
        return False
    soon = card.since - closing.time <= EXCHANGED_ASIDE
    if (pose := _lying(session, card)) is not None:
        if last.may_be_hidden_by(pose, card.since, session.umpire.sizes):
            return False
        if last.is_spot_of(pose):
            return soon or not others
    by_one_hand = last.was_taken and abs(card.since - last.unseen_since) <= EXCHANGED_ASIDE
    return soon and by_one_hand and not others


def _gone(session: Session, entry: Booked) -> LastSeen | None:
    """The front that was booked, as it was seen last, if it is gone and no hand is over its city."""
    time, known = session.scene.time, _last_seen(session, entry)
    last = known.with_board(session.scene) if known else None
    if last is None or last.unseen_since is None or time - last.unseen_since < GONE_AFTER:
        return None
    return None if entry.seat in under_hands(session.memory.last_seen, session.booked, time) else last


def _returned(session: Session, closing: LastClosing) -> Mapping[int, Booked]:
    """The actions whose cards were only hidden: they are seen in their city again, and so are those instead of them.

    A card that was taken back went on with its hand. Its seat may play it only as one more card of the same turn, or as
    the next leader.
    """
    assert session.game is not None
    if session.game.phase in EXTRA_PHASES | LEADER_PHASES:
        return {}
    back: dict[int, Booked] = {}
    for number, replaced in closing.replaced.items():
        instead = _card_of(session, session.entries[number])
        for first in replaced:
            item = _card_of(session, first)
            if item and instead and item.seat == instead.seat == first.seat:
                back[number] = first
    return back


def _card_of(session: Session, entry: Booked) -> Item | None:
    """The front or the stage's back of an action, if it is seen."""
    seen = (item for item in session.scene.items if item.unseen_since is None)
    if isinstance(entry.action, BuildStage):
        place = (Place.STAGE, entry.seat, entry.action.stage)
        return next((item for item in seen if (item.place, item.seat, item.slot) == place), None)
    return next((item for item in seen if item.place is Place.CITY and item.code == entry.code), None)


def _turn(entry: Booked) -> tuple[int | None, int | None]:
    return entry.age, entry.turn


def _is_discard(entry: Booked) -> bool:
    return isinstance(entry.action, Discard)


def _record_again(
    session: Session, closing: LastClosing, changes: Mapping[int, NewCard] | Mapping[int, Booked]
) -> Transition | None:
    """The session with other actions in the last turn; None if the rules forbid that.

    `changes`: number of an action -> the card that was played instead, or the action.
    """
    assert session.game is not None
    states = tuple(islice(session.game.states(), closing.end))
    entries = list(session.entries[closing.first : closing.end])
    for number, card in changes.items():
        instead = card if isinstance(card, Booked) else _played(states, number, entries[number - closing.first], card)
        if instead is None:
            return None
        entries[number - closing.first] = instead
    undone = Undone(closing.first)
    try:
        booked, events = book(at(session, states[closing.first], session.ledger.after(undone)), entries)
    except IllegalAction:
        return None
    replaced = dict(closing.replaced)
    for number, card in changes.items():
        replaced[number] = () if isinstance(card, Booked) else (*replaced.get(number, ()), session.entries[number])
    booked = _without_taken(booked, session, closing, changes)
    supposed = session.memory.supposed - {entries[number - closing.first].seat for number in changes}
    booked = replace(booked, memory=replace(booked.memory, supposed=supposed))
    again = replace(closing, end=closing.first + len(entries), replaced=MappingProxyType(replaced))
    corrected = [_corrected(booked.entries[number]) for number in sorted(changes)]
    return replace(booked, last_closing=again), (undone, *events, *corrected)


def _corrected(entry: Booked) -> Corrected:
    """What tells people that this was recorded instead of something else."""
    assert not isinstance(entry.action, CorrectCoins | Fight)
    assert entry.age is not None
    assert entry.turn is not None
    return Corrected(entry.age, entry.turn, entry.action)


def _played(states: Sequence[Game], number: int, entry: Booked, card: NewCard) -> Booked | None:
    """The action with this card in the phase of the action with this number; None if the rules forbid it."""
    assert entry.seat is not None
    begun = max(count for count in range(number + 1) if not states[count].pending)
    proposal = propose(states[begun], entry.seat, card, 0, exception=False)
    return Booked(proposal.action, proposal.code) if proposal.action is not None else None


def _without_taken(
    booked: Session, before: Session, closing: LastClosing, changes: Mapping[int, NewCard | Booked]
) -> Session:
    """The session without the cards on the mat that were built instead. `changes`: as in `_record_again`."""
    built = [
        card.since
        for number, card in changes.items()
        if isinstance(card, NewCard) and _is_discard(before.entries[number])
    ]
    if not built:
        return booked
    last = slice(closing.first, closing.end)
    fewer = sum(map(_is_discard, before.entries[last])) - sum(map(_is_discard, booked.entries[last]))
    mat = booked.memory.mat.without_taken(
        max(0, fewer),
        _back(before, closing),
        before.scene.time,
        before=_laid_before(closing),
        hand_by=max(built) - CARRIED_IN,
    )
    return replace(booked, memory=replace(booked.memory, mat=mat))
