"""The record follows what the table shows: past actions are booked anew, also when people say what they were."""

from collections.abc import Sequence
from dataclasses import replace

from device.ledger_check.changed_past import ChangedPast, unpaid
from device.session.booking import book_instead
from device.session.session import Session, Transition
from device.umpire.ruling import open_phase
from display.messages.events import Booked, Corrected
from engine import CorrectCoins, Fight


def follow(session: Session) -> Transition:
    """Record an age as it reads, once it has read for a while much better than what is recorded, and say so."""
    reread = session.memory.reread
    found = reread.found
    if found is None or reread.entries is not session.entries or not reread.is_certain(session.scene.time):
        return session, ()
    after, events = rebook(session, _with_last_supposed(found))
    changed = played_otherwise(session.entries[found.keep :], after.entries[found.keep :])
    corrected = (
        Corrected(one.age, one.turn, one.action)
        for one in changed
        if not isinstance(one.action, CorrectCoins | Fight) and one.age is not None and one.turn is not None
    )
    return after, (*events, *corrected)


def _with_last_supposed(found: ChangedPast) -> ChangedPast:
    """The same; of each seat that has played otherwise only the last action is recorded as it seems: so that is said.

    What was recorded so of other seats still is.
    """
    last = {one.seat: number for number, one in enumerate(found.entries)}
    otherwise = {one.seat for one in found.changes.values()}
    entries = (
        replace(one, supposed=last[one.seat] == number) if one.seat in otherwise else one
        for number, one in enumerate(found.entries)
    )
    return replace(found, entries=tuple(entries))


def rebook(session: Session, changed: ChangedPast) -> Transition:
    """Book everything from the first changed action on again. What was said of the open turn stands."""
    after, events = book_instead(session, changed.keep, changed.entries)
    memory = session.memory.of_changed_record(session.situation.game, after.situation.game)
    if open_phase(after.situation.game) == open_phase(session.situation.game):
        memory = memory.of_another_turn(session.memory)
    return after.with_memory(memory), events


def played_otherwise(before: Sequence[Booked], after: Sequence[Booked]) -> Sequence[Booked]:
    """The plays that were recorded instead of others; other payments follow from these."""
    done = {(one.age, one.turn, one.seat, unpaid(one.action)) for one in before}
    return [one for one in after if (one.age, one.turn, one.seat, unpaid(one.action)) not in done]
