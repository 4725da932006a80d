"""What people do by hand while a game is on: enter an action, choose how to pay, take back, and book again."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.events import Event, Redone, Refused, Undone
from device.session.booking import book
from device.session.ledger import LedgerEntry, step_back
from device.umpire.manual_entry import paid_otherwise, place_of
from device.umpire.table import Ruling
from engine import CorrectCoins, Fight, IllegalAction, Phase, WondertableError

if TYPE_CHECKING:
    from device.session.ledger import Ledger
    from device.session.session import Outcome, Session
    from engine import Action, Game


def take_back(session: Session, keep: int | None = None) -> Outcome:
    """Take back the last step; or, step by step, all but the first `keep` actions."""
    game, ledger = session.game, session.ledger
    if game is None and (setup := session.setup.undo()):
        return replace(session, setup=setup), ()
    if game is None or not ledger.entries or not 0 <= (keep or 0) < len(ledger.entries):
        return session, (Refused("notice.nothing_to_undo"),)
    if keep is None:
        keep = step_back(game, ledger.entries)
    moments = tuple(game.states())
    while len(ledger.entries) > keep:
        ledger = ledger.back_to(max(keep, step_back(moments[len(ledger.entries)], ledger.entries)))
    game = moments[keep]
    return _held(session, game, ledger), (Undone(keep),)


def bring_back(session: Session) -> Outcome:
    """Book again what was taken back last."""
    if session.game is None or not session.ledger.undone:
        return session, (Refused("notice.nothing_to_redo"),)
    try:
        game, _, events = book(session.game, session.ledger.undone[-1])
    except WondertableError:  # it was booked by an older program; these rules know better
        return session, (Refused("notice.nothing_to_redo"),)
    told = (Redone(len(session.entries)), *events)
    return _held(session, game, session.ledger.again()), told


def enter(session: Session, action: Action, code: int | None = None) -> Outcome:
    """Book what somebody entered; what the seat has entered before in the open turn is taken back for it.

    `code` is that of the card, if it was seen.
    """
    if session.game is None:
        return session, (Refused("notice.not_started"),)
    if isinstance(action, Fight) and session.game.phase is Phase.CONFLICTS:
        return session.fight()
    cleared: Session = session
    taken: tuple[Event, ...] = ()
    if not isinstance(action, (Fight, CorrectCoins)) and action.seat in session.game.pending:
        cleared, taken = _without(session, action.seat)
    try:
        entered, told = cleared.book([LedgerEntry(action, code, hand=True)])
    except IllegalAction as error:
        return session, (Refused("notice.not_entered", {"reasons": error.reasons}),)
    return _went_on(entered, session.game, taken + told)


def choose(session: Session, seat: int, index: int) -> Outcome:
    """Another way to pay, for what lies there or for what was entered."""
    if session.game is not None and seat in session.game.pending:
        action, entry = paid_otherwise(session.game, seat, index), session.entries[place_of(session.game, seat)]
        return enter(session, action, entry.code) if action else (session, ())
    card = session.game and session.umpire.first_of(seat, session.scene, session.game, session.booked)
    if card is None:
        return session, ()
    chosen = MappingProxyType({**session.memory.chosen, (seat, card): index})
    return replace(session, memory=replace(session.memory, chosen=chosen)).judge(close=False)


def withdraw(session: Session, seat: int) -> Outcome:
    """What lies in the city counts instead of what was entered for it."""
    cleared, taken = _without(session, seat)
    judged, told = cleared.judge(close=False)
    return judged, taken + told


def _without(session: Session, seat: int) -> Outcome:
    """What a seat has entered in the open turn is taken back; what others have entered since then stands."""
    assert session.game is not None
    at = place_of(session.game, seat)
    later = session.entries[at + 1 :]
    back = session.stand(_after(session.game, at), session.ledger.back_to(at))
    again, told = back.book(later) if later else (back, ())
    return again, (Undone(at), *told)


def _went_on(session: Session, before: Game, told: tuple[Event, ...]) -> Outcome:
    """After something was entered in the game `before`: with a fresh desk if that closed what was open."""
    assert session.game is not None
    memory = replace(session.memory, held=None)
    if _moment(before) != _moment(session.game):
        memory = session.umpire.closed(before, memory)
        session = replace(session, closed_itself=session.scene.time)
    judged, more = replace(session, memory=memory).judge(close=False)
    return judged, told + more


def _moment(game: Game) -> tuple[object, ...]:
    return game.age, game.turn, game.phase, game.acting


def _held(session: Session, game: Game, ledger: Ledger) -> Session:
    """Another moment of the game: what lies there is not booked by itself until the table changes."""
    session = session.stand(game, ledger)
    memory = session.umpire.hold(session.scene, game, session.booked, session.memory)
    return replace(session, memory=memory, ruling=Ruling(memory), idle_since=math.inf)


def _after(game: Game, count: int) -> Game:
    """The game after its first `count` actions."""
    return next(islice(game.states(), count, None))
