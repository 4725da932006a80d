"""The turn that closed last is ruled on a while longer, as if it were open: a card that is exchanged counts.

Whoever plays last can only notice a mistake when the turn has closed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from device.ledger_check.changed_past import ChangedPast, changed_past
from device.session.booking import discards_in
from device.session.session import LastClosing, Session
from device.umpire.expectations import EXTRA_PHASES, LEADER_PHASES, expected_discards
from device.umpire.last_seen import under_hands
from device.umpire.new_cards import NewCard, back_of, find_new_cards
from device.umpire.ruling import Reread, Ruling
from device.umpire.times import COMES_NO_MORE, EXCHANGED_ASIDE, EXCHANGED_WITHIN, GONE_AFTER, STILL
from display.messages.events import Booked
from engine import BuildStage, Discard, IllegalAction, Phase
from vision.scene import Item, Place
from vision.table.pose import Pose

FROM_THE_MAT = (Phase.SEVENTH, Phase.FROM_DISCARD)
"""Phases in which somebody else may take a card from the mat."""
CARRIED_IN = 0.6
"""s that it takes at least from coming to the mat until a card is read that was taken there, turned over and laid."""
READ_NO_MORE = Reread(time=math.inf)
"""How the age reads is not asked of a turn that has closed."""


def look_again(session: Session) -> tuple[Session, ChangedPast | None]:
    """Rule on each phase of the last turn once more; the record if something else lies there than was recorded."""
    closings = list(session.last_turn)
    for number, closing in enumerate(closings):
        closings[number], found = _look_at(session, closing)
        if found is not None:  # what is known of later phases goes back to another game
            return replace(session, last_closings=tuple(closings[: number + 1])), found
    return (replace(session, last_closings=tuple(closings)) if closings else session), None


def with_closing(session: Session, ruling: Ruling) -> tuple[LastClosing, ...]:
    """The phases of the last turn when one more closes now by this ruling; none at a station, which looks once."""
    if ruling.still_open is None:
        return ()
    game, begun, before = session.game, len(session.entries), session.last_closings
    same = game is not None and bool(game.earlier) and bool(before) and before[-1].end == begun
    memory = replace(ruling.still_open, reread=READ_NO_MORE)
    now = LastClosing(session.scene.time, begun + len(ruling.closing), session.situation, memory)
    return (*(before if same else ()), now)


def _look_at(session: Session, closing: LastClosing) -> tuple[LastClosing, ChangedPast | None]:
    """Rule on one phase once more."""
    if hidden := _only_hidden(session, closing):
        kept = {number: was for number, was in closing.replaced.items() if number not in hidden}
        return replace(closing, replaced=kept), _record_with(session, hidden)
    if not session.memory.supposed and session.scene.time - closing.time > EXCHANGED_WITHIN:
        return closing, None
    if session.scene.time - closing.ruled < STILL or not _may_be_otherwise(session, closing):
        return replace(closing, memory=closing.memory.with_seen(session.scene, session.umpire.sizes)), None
    now = session.memory  # these are the same for both turns
    memory = replace(
        closing.memory,
        log=now.log,
        last_seen=now.last_seen,
        missing_since=now.missing_since,
        boards_unseen_since=now.boards_unseen_since,
    )
    ruling = session.umpire.judge(
        replace(closing.situation, scene=session.scene, ignored=session.memory.ignored), memory
    )
    closing = replace(closing, memory=ruling.still_open or memory, ruled=session.scene.time)
    changes = _shown_instead(session, closing, ruling)
    if (found := _record_with(session, changes)) is not None:
        replaced = {number: session.entries[number] for number in changes if number not in closing.replaced}
        closing = replace(closing, replaced={**closing.replaced, **replaced})
    return closing, found


def _may_be_otherwise(session: Session, closing: LastClosing) -> bool:
    """True if a seat shows a new card, and what it played is not seen any more, or may be no discard."""
    new = {seat for seat, _ in session.umpire.new_cards(session.situation)}
    memory = closing.memory
    was_taken = any(one.laid > memory.closed for one, _ in memory.mat.taken)
    doubtful = new if was_taken else session.memory.supposed
    played = [entry for entry in session.entries[closing.first : closing.end] if entry.seat in new]
    return any(entry.seat in doubtful if entry.code is None else not _item_of(session, entry) for entry in played)


def _record_with(session: Session, changes: Mapping[int, Booked]) -> ChangedPast | None:
    """The record with these changes; None if there are none, or the rules forbid one."""
    assert session.game is not None
    with suppress(IllegalAction):
        return changed_past(session.game, session.entries, changes) if changes else None
    return None


def _only_hidden(session: Session, closing: LastClosing) -> Mapping[int, Booked]:
    """What was recorded before a card was exchanged that lies there again, beside the one that is there instead.

    A card that was taken back went on with its hand. Its seat may play it only as one more card of the same turn, or as
    the next leader.
    """
    assert session.game is not None
    if session.game.phase in EXTRA_PHASES | LEADER_PHASES:
        return {}
    return {
        number: was
        for number, was in closing.replaced.items()
        if was.code not in session.booked and _item_of(session, was) and _item_of(session, session.entries[number])
    }


def _shown_instead(session: Session, closing: LastClosing, ruling: Ruling) -> Mapping[int, Booked]:
    """What seats have done instead of what is recorded, as far as their cities show it."""
    now = {entry.seat: entry for entry in ruling.closing}
    new_cards = find_new_cards(session.situation, session.umpire.codebook) if now else {}
    changes = {
        number: replace(was, action=instead.action, code=instead.code)
        for number, was in enumerate(session.entries[closing.first : closing.end], closing.first)
        if (instead := now.get(was.seat))
        and was.seat is not None
        and _is_instead(session, closing, was, instead, new_cards[was.seat])
    }
    if _fits_mat(session, closing, changes):
        return changes
    return {number: now for number, now in changes.items() if not isinstance(session.entries[number].action, Discard)}


def _is_instead(session: Session, closing: LastClosing, was: Booked, now: Booked, new_cards: Sequence[NewCard]) -> bool:
    """True if the first of a seat's `new_cards` is played instead of what was recorded, which lies there no more."""
    item = _item_of(session, now)
    if was.hand or item is None or not new_cards or isinstance(was.action, BuildStage):
        return False
    if (new_cards[0].code, new_cards[0].slot) != (item.code, item.slot):
        return False
    if isinstance(was.action, Discard):
        return item.since + GONE_AFTER <= session.scene.time
    return item.since + STILL <= session.scene.time and _is_gone(session, closing, was, item)


def _item_of(session: Session, entry: Booked) -> Item | None:
    """The front or the stage's back with which a seat acts, if it is seen."""
    seen = (item for item in session.scene.items if item.unseen_since is None and item.seat == entry.seat)
    if isinstance(entry.action, BuildStage):
        return next((item for item in seen if (item.place, item.slot) == (Place.STAGE, entry.action.stage)), None)
    return next((item for item in seen if item.place is Place.CITY and item.code == entry.code), None)


def _is_gone(session: Session, closing: LastClosing, was: Booked, instead: Item) -> bool:
    """True if a front is gone, and does not only lie under the card that is there instead."""
    time, known = session.scene.time, session.memory.last_seen.get(was.code) if was.code is not None else None
    last = known.with_board(session.scene) if known else None
    if any(item.code == was.code and item.unseen_since is None for item in session.scene.items):
        return False
    if last is None or last.unseen_since is None or time - last.unseen_since < GONE_AFTER:
        return False
    if was.seat in under_hands(session.memory.last_seen, session.booked, time):
        return False
    if instead.place is Place.CITY:
        pose = Pose(instead.x, instead.y, instead.angle)
        if last.may_be_hidden_by(pose, instead.since, session.umpire.sizes):
            return False
        if last.is_spot_of(pose):
            return True
    aside = max(abs(instead.since - last.unseen_since), instead.since - closing.time)
    return last.was_taken and aside <= EXCHANGED_ASIDE


def _fits_mat(session: Session, closing: LastClosing, changes: Mapping[int, Booked]) -> bool:
    """True if hands took from the mat what was built, and the discards that are left explain what lies there.

    Where a discard was recorded although the mat did not show it, it need not show that it was none.
    """
    entries, mat = session.entries, closing.memory.mat
    built = [now for number, now in changes.items() if isinstance(entries[number].action, Discard)]
    if {now.seat for now in built} <= session.memory.supposed:
        return True
    looked_through = mat.lifted or any(since + COMES_NO_MORE > session.scene.time for _, since in mat.taken)
    back = session.umpire.codebook.back(back_of(entries[closing.first]))
    if looked_through or _brought(session, closing, back, built) < len(built):
        return False
    discards = discards_in(entries[closing.first : closing.end]) - len(built)
    return mat.count(back) <= expected_discards(closing.situation.game, discards)


def _brought(session: Session, closing: LastClosing, back: int | None, built: Sequence[Booked]) -> int:
    """How many of the turn's cards hands took from the mat, and may have built: before these were read in cities."""
    assert session.game is not None
    memory = closing.memory
    laid = max(item.since for now in built if (item := _item_of(session, now)))
    taken = [
        one.taken
        for one in memory.mat.taken_of(math.inf, back)
        if one.taken and one.laid > memory.closed and one.taken.hand_came <= laid - CARRIED_IN
    ]
    if session.game.phase in FROM_THE_MAT:
        taken = [one for one in taken if laid <= one.since + EXCHANGED_ASIDE]
    return len(taken)
