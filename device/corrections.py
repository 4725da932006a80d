"""What people do by hand while a game is on: enter an action, choose how to pay, take back, and book again."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.booking import book
from device.by_hand import paid_otherwise, place_of
from device.events import BroughtBack, Event, Refused, TakenBack
from device.ledger import Entry, step_back
from device.umpire import Ruling
from engine import CorrectCoins, Fight, IllegalAction, Phase, WondertableError

if TYPE_CHECKING:
    from device.evening import Evening, Outcome
    from device.ledger import Ledger
    from engine import Action, Game


def take_back(evening: Evening, keep: int | None = None) -> Outcome:
    """Take back the last step; or, step by step, all but the first `keep` actions."""
    game, ledger = evening.game, evening.ledger
    if game is None and (setup := evening.setup.undo()):
        return replace(evening, setup=setup), ()
    if game is None or not ledger.entries or not 0 <= (keep or 0) < len(ledger.entries):
        return evening, (Refused("notice.nothing_to_undo"),)
    if keep is None:
        keep = step_back(game, ledger.entries)
    moments = tuple(game.states())
    while len(ledger.entries) > keep:
        ledger = ledger.back_to(max(keep, step_back(moments[len(ledger.entries)], ledger.entries)))
    game = moments[keep]
    return _held(evening, game, ledger), (TakenBack(keep),)


def bring_back(evening: Evening) -> Outcome:
    """Book again what was taken back last."""
    if evening.game is None or not evening.ledger.undone:
        return evening, (Refused("notice.nothing_to_redo"),)
    try:
        game, _, events = book(evening.game, evening.ledger.undone[-1])
    except WondertableError:  # it was booked by an older program; these rules know better
        return evening, (Refused("notice.nothing_to_redo"),)
    told = (BroughtBack(len(evening.entries)), *events)
    return _held(evening, game, evening.ledger.again()), told


def enter(evening: Evening, action: Action, code: int | None = None) -> Outcome:
    """Book what somebody entered; what the seat has entered before in the open turn is taken back for it.

    `code` is that of the card, if it was seen.
    """
    if evening.game is None:
        return evening, (Refused("notice.not_started"),)
    if isinstance(action, Fight) and evening.game.phase is Phase.CONFLICTS:
        return evening.fight()
    cleared: Evening = evening
    taken: tuple[Event, ...] = ()
    if not isinstance(action, (Fight, CorrectCoins)) and action.seat in evening.game.pending:
        cleared, taken = _without(evening, action.seat)
    try:
        entered, told = cleared.book([Entry(action, code, hand=True)])
    except IllegalAction as error:
        return evening, (Refused("notice.not_entered", {"reasons": error.reasons}),)
    return _went_on(entered, evening.game, taken + told)


def choose(evening: Evening, seat: int, index: int) -> Outcome:
    """Another way to pay, for what lies there or for what was entered."""
    if evening.game is not None and seat in evening.game.pending:
        action, entry = paid_otherwise(evening.game, seat, index), evening.entries[place_of(evening.game, seat)]
        return enter(evening, action, entry.code) if action else (evening, ())
    card = evening.game and evening.umpire.first_of(seat, evening.scene, evening.game, evening.booked)
    if card is None:
        return evening, ()
    chosen = MappingProxyType({**evening.desk.chosen, (seat, card): index})
    return replace(evening, desk=replace(evening.desk, chosen=chosen)).judge(close=False)


def withdraw(evening: Evening, seat: int) -> Outcome:
    """What lies in the city counts instead of what was entered for it."""
    cleared, taken = _without(evening, seat)
    judged, told = cleared.judge(close=False)
    return judged, taken + told


def _without(evening: Evening, seat: int) -> Outcome:
    """What a seat has entered in the open turn is taken back; what others have entered since then stands."""
    assert evening.game is not None
    at = place_of(evening.game, seat)
    later = evening.entries[at + 1 :]
    back = evening.stand(_after(evening.game, at), evening.ledger.back_to(at))
    again, told = back.book(later) if later else (back, ())
    return again, (TakenBack(at), *told)


def _went_on(evening: Evening, before: Game, told: tuple[Event, ...]) -> Outcome:
    """After something was entered in the game `before`: with a fresh desk if that closed what was open."""
    assert evening.game is not None
    desk = replace(evening.desk, held=None)
    if _moment(before) != _moment(evening.game):
        desk = evening.umpire.closed(before, desk)
        evening = replace(evening, closed_itself=evening.scene.time)
    judged, more = replace(evening, desk=desk).judge(close=False)
    return judged, told + more


def _moment(game: Game) -> tuple[object, ...]:
    return game.age, game.turn, game.phase, game.acting


def _held(evening: Evening, game: Game, ledger: Ledger) -> Evening:
    """Another moment of the game: what lies there is not booked by itself until the table changes."""
    evening = evening.stand(game, ledger)
    desk = evening.umpire.hold(evening.scene, game, evening.booked, evening.desk)
    return replace(evening, desk=desk, ruling=Ruling(desk), idle_since=math.inf)


def _after(game: Game, count: int) -> Game:
    """The game after its first `count` actions."""
    return next(islice(game.states(), count, None))
