"""The record follows what the table shows: past actions are booked anew, also when people say what they were."""

from collections.abc import Sequence
from dataclasses import replace

from device.ledger_check.changed_past import ChangedPast, unpaid
from device.session.booking import book_instead, open_phase
from device.session.session import Session, Transition
from device.umpire.contradictions import after_correction
from display.messages.events import Booked, Corrected
from engine import CorrectCoins, Fight


def follow(session: Session) -> Transition:
    """Record an age as it reads, once it has read for a while much better than what is recorded, and say so."""
    reread = session.memory.reread
    found = reread.found
    if found is None or reread.entries is not session.entries or not reread.is_certain(session.scene.time):
        return session, ()
    after, events = rebook(session, _with_last_supposed(found))
    memory, changed = after.memory, played_otherwise(session.entries[found.keep :], after.entries[found.keep :])
    if open_phase(after.situation.game) == open_phase(session.situation.game):  # what was said of the open turn stands
        memory = memory.of_another_turn(session.memory)
    corrected = (
        Corrected(one.age, one.turn, one.action)
        for one in changed
        if not isinstance(one.action, CorrectCoins | Fight) and one.age is not None and one.turn is not None
    )
    return after.with_memory(memory), (*events, *corrected)


def _with_last_supposed(found: ChangedPast) -> ChangedPast:
    """The same; of each seat that has played otherwise the last action is recorded as it seems: so that is said."""
    last = {one.seat: number for number, one in enumerate(found.entries)}
    marked = {last[one.seat] for one in found.changes.values()}
    entries = tuple(replace(one, supposed=number in marked) for number, one in enumerate(found.entries))
    return replace(found, entries=entries)


def rebook(session: Session, changed: ChangedPast) -> Transition:
    """Book everything from the first changed action on again."""
    session, events = book_instead(session, changed.keep, changed.entries)
    return session.with_memory(after_correction(session.memory, session.situation, session.umpire.codebook)), events


def played_otherwise(before: Sequence[Booked], after: Sequence[Booked]) -> Sequence[Booked]:
    """The plays that were recorded instead of others; other payments follow from these."""
    done = {(one.age, one.turn, one.seat, unpaid(one.action)) for one in before}
    return [one for one in after if (one.age, one.turn, one.seat, unpaid(one.action)) not in done]
