"""Booking actions: the game and the ledger go on, and everything that results is an event."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from device.ledger_check.changed_past import changed_past
from device.session.ledger import Ledger
from device.session.session import Session, Transition
from device.umpire.contradictions import CORRECT_PAST
from device.umpire.ruling import NO_ENTRIES, Ruling, open_phase
from display.messages.events import SUPPOSED, Booked, ConflictsResolved, Event, LeftAsItIs, TurnClosed, Undone
from engine import Fight, Game, IllegalAction, Phase


def play(game: Game, actions: Sequence[Booked]) -> tuple[Game, tuple[Event, ...]]:
    """The game after some actions, and what happened: the actions themselves with payments, age and turn filled in.

    Raises IllegalAction.
    """
    events: list[Event] = []
    for booked in actions:
        before, game = game, game.apply(booked.action)
        events.append(replace(booked, action=game.actions[-1], age=before.age, turn=before.turn))
        if isinstance(booked.action, Fight):
            both = zip(before.cities, game.cities, strict=True)
            won = tuple(after.conflict[len(city.conflict) :] for city, after in both)
            events.append(ConflictsResolved(before.age, won))
        elif (before.turn, before.phase is Phase.CONFLICTS) != (game.turn, game.phase is Phase.CONFLICTS):
            events.append(TurnClosed(before.age, before.turn))
    return game, tuple(events)


def book(session: Session, actions: Sequence[Booked]) -> Transition:
    """Book actions; IllegalAction if the rules forbid one of them."""
    return book_instead(session, len(session.entries), actions)


def book_instead(session: Session, keep: int, actions: Sequence[Booked]) -> Transition:
    """Book actions instead of all but the first `keep`; IllegalAction if the rules forbid one of them."""
    assert session.game is not None
    undone = (Undone(keep),) if keep < len(session.entries) else ()
    before = next(islice(session.game.states(), keep, None)) if undone else session.game
    game, played = play(before, actions)
    numbered = enumerate((one for one in played if isinstance(one, Booked)), keep)
    supposed = tuple((SUPPOSED, number, one.seat) for number, one in numbered if one.supposed and one.seat is not None)
    events = (*undone, *played, *((LeftAsItIs(supposed),) if supposed else ()))
    session = session.remember(log=session.memory.log.recording(len(session.entries)))
    after = at(session, game, session.ledger.fold(events))
    if session.proposed and not undone:  # what people are asked about stands while the game goes on
        with suppress(IllegalAction):
            proposed = changed_past(game, after.entries, session.proposed.changes)
            after = replace(after, proposed=proposed if proposed.unfit else None)
    return after, events


def at(session: Session, game: Game, ledger: Ledger) -> Session:
    """The session at another moment of the game. A question that stands from turn to turn is not announced again."""
    same_phase = open_phase(session.situation.game) == open_phase(game)
    return replace(
        session,
        game=game,
        ledger=ledger,
        ruling=Ruling(session.memory, notices=session.ruling.notices),
        asked=frozenset(one for one in session.asked if one[1] == CORRECT_PAST),
        idle_since=session.scene.time,
        proposed=None,
        in_secret=session.in_secret if same_phase else NO_ENTRIES,
    )
