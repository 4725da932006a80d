"""What people change by hand while a game is on: enter an action, choose a payment, undo and redo."""

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.ledger_check.changed_past import ChangedPast, changed_past, swapped, with_actions
from device.session.booking import at, book_instead, play
from device.session.following import played_otherwise, rebook
from device.session.ledger import Ledger, step_start
from device.session.looking import fight, judge
from device.session.session import Session, Transition
from device.umpire.new_cards import backs_built, expected_back
from device.umpire.ruling import Ruling, open_phase, plays_of
from display.messages.events import Booked, Event, Redone, Refused, Undone
from display.messages.intents import ChangePast, SwapPast
from engine import (
    Action,
    Build,
    BuildStage,
    CorrectCoins,
    Fight,
    Game,
    IllegalAction,
    Phase,
    WondertableError,
    chosen_way,
)


def undo(session: Session, keep: int | None = None) -> Transition:
    """Undo the last step; or, step by step, all but the first `keep` actions."""
    game, ledger = session.situation.game, session.ledger
    if not 0 <= (keep or 0) < len(ledger.entries):
        return session, (Refused("notice.nothing_to_undo"),)
    states = tuple(game.states())
    keep = step_start(game, ledger.entries) if keep is None else keep
    events: list[Event] = []
    while len(ledger.entries) > keep:
        undone = Undone(max(keep, step_start(states[len(ledger.entries)], ledger.entries)))
        ledger = ledger.after(undone)
        events.append(undone)
    return _hold(session, states[keep], ledger), tuple(events)


def redo(session: Session) -> Transition:
    """Book the step again that was undone last."""
    nothing = session, (Refused("notice.nothing_to_redo"),)
    if not session.ledger.undone:
        return nothing
    try:
        game, events = play(session.situation.game, session.ledger.undone[-1])
    except WondertableError:  # an older program booked it, and these rules forbid it
        return nothing
    redone = Redone(len(session.entries), tuple(event for event in events if isinstance(event, Booked)))
    results = tuple(event for event in events if not isinstance(event, Booked))
    session = _hold(session, game, session.ledger.after(redone))
    if not session.ledger.undone:  # all is as it was before the first undo, and so is what lies there
        session = replace(session.remember(held=None), idle_since=session.scene.time)
    return session, (redone, *results)


def enter(session: Session, action: Action, code: int | None = None) -> Transition:
    """Book an action that somebody entered; it replaces what the seat has entered before in the open turn.

    `code`: the card's sticker, if it was seen.
    """
    game = session.situation.game
    if isinstance(action, Fight) and game.phase is Phase.CONFLICTS:
        return fight(session)
    keep = len(session.entries)
    if not isinstance(action, (Fight, CorrectCoins)) and action.seat in game.pending:
        keep = game.pending_index(action.seat)
    try:
        entered, events = book_instead(session, keep, [*session.entries[keep + 1 :], Booked(action, code, hand=True)])
    except IllegalAction as error:
        return session, (Refused("notice.not_entered", {"reasons": error.reasons}),)
    return _judge_again(entered, game, events)


def choose_payment(session: Session, seat: int, index: int) -> Transition:
    """Choose another payment for what a seat's card or its entered action costs."""
    game = session.situation.game
    if seat in game.pending:
        action, entry = game.pending[seat], session.entries[game.pending_index(seat)]
        ways = game.ways_for(action)
        may_change = 0 <= index < len(ways) and chosen_way(action, ways) not in (None, index)
        if isinstance(action, Build | BuildStage) and may_change:
            return enter(session, ways[index].pay(action), entry.code)
        return session, ()
    code = session.umpire.card_in_question(session.situation, session.memory, seat)
    if code is None:
        return session, ()
    payments = MappingProxyType({**session.memory.payments, (seat, code): index})
    return judge(session.remember(payments=payments))


def change_past(session: Session, asked: ChangePast | SwapPast) -> Transition:
    """Change past actions; if later ones no longer fit, that is asked about first."""
    changes = _changes(session, asked)
    if not changes:
        return session, (Refused("notice.nothing_to_change"),)
    try:
        changed = changed_past(session.situation.game, session.entries, changes)
    except IllegalAction as error:
        return session, (Refused("notice.not_entered", {"reasons": error.reasons}),)
    if changed.unfit:
        return replace(session, proposed=changed), ()
    return correct_past(session, changed)


def _changes(session: Session, asked: ChangePast | SwapPast) -> Mapping[int, Booked]:
    """The numbers of the actions that were others, and what they were; empty if there are no such actions."""
    numbers = (asked.number,) if isinstance(asked, ChangePast) else (asked.first, asked.second)
    if not all(0 <= number < len(session.entries) for number in numbers):
        return {}
    booked = [session.entries[number].action for number in numbers]
    actions = (asked.action,) if isinstance(asked, ChangePast) else swapped(booked[0], booked[-1])
    changed = {
        number: action
        for number, was, action in zip(numbers, booked, actions, strict=False)
        if not isinstance(was, CorrectCoins | Fight) and not isinstance(action, CorrectCoins | Fight)
    }
    return with_actions(session.entries, changed)


def correct_past(session: Session, changed: ChangedPast) -> Transition:
    """Correct past actions: everything from the first changed action on is booked again. What people say stands."""
    before = session.entries[changed.keep :]
    session, events = rebook(session, changed)
    said = plays_of(played_otherwise(before, session.entries[changed.keep :]))
    session = session.remember(said=session.memory.said | said)
    judged, more = judge(session)
    return judged, (*events, *more)


def withdraw(session: Session, seat: int) -> Transition:
    """Remove what was entered for a seat: the card that lies in the city counts instead."""
    number = session.situation.game.pending_index(seat)
    session, removed = book_instead(session, number, session.entries[number + 1 :])
    session, events = judge(session)
    return session, (*removed, *events)


def _judge_again(session: Session, before: Game, events: tuple[Event, ...]) -> Transition:
    """After an entry in the game `before`: a turn that it closed is forgotten."""
    memory = replace(session.memory, held=None)
    if open_phase(before) != open_phase(session.situation.game):
        codebook, closing = session.umpire.codebook, (event for event in events if isinstance(event, Booked))
        back, built = codebook.back(expected_back(before)), backs_built(before, closing, codebook)
        memory = memory.after_turn(before, session.scene.time, back, built=built)
        session = replace(session, closed_itself=session.scene.time)
    judged, more = judge(session.with_memory(memory))
    return judged, events + more


def _hold(session: Session, game: Game, ledger: Ledger) -> Session:
    """The session at another moment; what lies on the table is not booked by itself until it changes."""
    memory = session.memory.of_changed_record(session.situation.game, game)
    session = at(session, game, ledger)
    ruling = Ruling(session.umpire.hold(session.situation, memory))
    return replace(session, ruling=ruling, idle_since=math.inf, closed_itself=-math.inf)
