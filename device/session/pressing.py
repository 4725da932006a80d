"""What somebody asks for by a button, a key or a touch, once the screen has made an intent of it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.events import Booked, Cleared, Refused, Renamed
from device.messages.intents import (
    Advance,
    Answer,
    ChangePast,
    Choose,
    EndTurn,
    Enter,
    Intent,
    Leave,
    Redo,
    Rename,
    SetUp,
    SwapPast,
    Undo,
    UndoTo,
)
from device.session.booking import book
from device.session.changed_past import CHANGE, CHANGE_PAST
from device.session.corrections import (
    change_past,
    choose_payment,
    correct_past,
    enter,
    redo,
    undo,
    withdraw,
)
from device.session.looking import fight, judge, set_up, start
from device.session.player_names import named_game, tidy_name
from device.session.session import Session, Transition
from device.umpire.courtesans import CHOOSE_LEADER, leader_choice
from device.umpire.new_cards import find_new_cards
from device.umpire.questions import (
    CARD,
    DISCARDED,
    IN_NO_CITY,
    INSTEAD,
    NEXT_CARD,
    NOT_ACTED,
    NOT_ACTED_SEVERAL,
    ONE_DISCARDED,
    OWNER,
    STAGE,
)
from device.umpire.secret_entries import ABOUT_ENTRIES
from engine import Build, BuildStage, Discard, Phase, Recruit

if TYPE_CHECKING:
    from device.messages.questions import Question
    from device.umpire.ruling import UmpireMemory

MEANT_FOR_CLOSED_TURN = 1.0
"""s; ADVANCE this soon after a turn has closed by itself was meant for that turn."""
BELONGS = ("here", NEXT_CARD)
"""Answers that a card belongs to the seat in whose city it lies."""
EXCEPTION = "exception"
"""The answer that a card is recorded although the rules forbid it."""


def press(session: Session, intent: Intent) -> Transition:
    """Do what somebody asked for."""
    match intent:
        case Advance():
            outcome = _advance(session)
        case EndTurn(seats) if session.game is not None and session.game.acting:
            outcome = _close_turn(session, seats)
        case Undo() | UndoTo():
            outcome = undo(session, intent.actions if isinstance(intent, UndoTo) else None)
        case Redo():
            outcome = redo(session)
        case Choose(seat, index):
            outcome = choose_payment(session, seat, index)
        case Answer(question, index):
            outcome = _answer(session, question, index)
        case Enter(action):
            outcome = enter(session, action)
        case ChangePast() | SwapPast():
            outcome = change_past(session, intent)
        case Leave() if session.game is not None:
            outcome = _leave(session)
        case SetUp(seats, free_city):
            outcome = _enter_seats(session, seats, free_city)
        case Rename(seat, name):
            outcome = _rename(session, seat, tidy_name(name))
        case _:
            outcome = session, ()
    return outcome


def _advance(session: Session) -> Transition:
    phase = session.game.phase if session.game else None
    questions = session.ruling.questions
    match phase:
        case None:
            outcome = start(session)
        case Phase.OVER:  # the result stays until somebody asks for another game
            outcome = session, ()
        case Phase.CONFLICTS:
            outcome = fight(session)
        case Phase.CHOOSE_LEADER if questions:
            outcome = _choose_leader(session, questions[0], questions[0].chosen)
        case _:
            outcome = _close_turn(session)
    return outcome


def _close_turn(session: Session, without_card: tuple[int, ...] = ()) -> Transition:
    """End the turn; only the seats `without_card` may still have to act."""
    questions = session.ruling.questions
    late = session.closed_itself is not None and session.scene.time - session.closed_itself < MEANT_FOR_CLOSED_TURN
    if any(question.kind not in (NOT_ACTED, NOT_ACTED_SEVERAL) for question in questions):
        return replace(session, closed_itself=None), (Refused("notice.answer_first"),)
    if late and not session.ruling.plans:
        return replace(session, closed_itself=None), (Refused("notice.just_closed"),)
    if session.memory.held is not None and session.waited_for:  # what lies there counts again
        session = replace(session, memory=replace(session.memory, held=None))
    return judge(session, close=True, without_card=without_card)


def _leave(session: Session) -> Transition:
    """Put the game away; the table is set up for another one."""
    fresh = Session(
        session.umpire,
        session.auto,
        session.prefer,
        session.shown,
        session.leaders,
        session.setup.next_game(session.names),
        scene=session.scene,
        again=True,
    )
    return fresh, (Cleared(),)


def _enter_seats(session: Session, seats: tuple[tuple[str, str], ...], free_city: int | None) -> Transition:
    if session.game is not None:
        return session, (Refused("notice.game_on"),)
    return set_up(replace(session, setup=session.setup.enter(seats, free_city, session.scene.time)))


def _rename(session: Session, seat: int, name: str) -> Transition:
    """Name a player, before the game or during it."""
    if not 0 <= seat < len(session.names) or session.names[seat] == name:
        return session, ()
    if session.game is None:
        return replace(session, setup=session.setup.rename(seat, name)), (Renamed(seat, name),)
    return replace(session, game=named_game(session.game, seat, name)), (Renamed(seat, name),)


def _answer(session: Session, question: Question, index: int) -> Transition:
    if question not in session.questions or not 0 <= index < len(question.choices):
        return session, ()
    if session.proposed is not None and question.kind == CHANGE_PAST:
        changes = question.choices[index] == CHANGE
        return correct_past(session, session.proposed) if changes else (replace(session, proposed=None), ())
    answer = question.choices[index]
    if question.kind == CHOOSE_LEADER:
        outcome = _choose_leader(session, question, index)
    elif session.game is None:
        outcome = session, ()
    elif question.kind in (NOT_ACTED, NOT_ACTED_SEVERAL):
        outcome = _build_unseen(session, question.seat) if answer == STAGE else _answer_not_acted(session, answer)
    elif question.seat is not None and _is_about_entry(session, question):
        outcome = _settle_entry(session, question.seat, answer)
    elif question.seat is not None and answer == INSTEAD and question.seat not in session.game.pending:
        outcome = _laid_instead(session, question.seat)
    elif question.seat is not None and answer == INSTEAD:
        outcome = withdraw(session, question.seat)
    else:
        outcome = _remember(session, question.seat, answer)
    return outcome


def _is_about_entry(session: Session, question: Question) -> bool:
    """True if it is asked whether what was entered on a telephone counts."""
    return question.kind in ABOUT_ENTRIES and question.seat in session.situation.in_secret


def _settle_entry(session: Session, seat: int, answer: str) -> Transition:
    """What counts for a seat that has entered something else on its telephone than the table shows."""
    if answer == DISCARDED:
        return enter(session, Discard(seat))
    if answer == INSTEAD:
        others = {other: entry for other, entry in session.in_secret.items() if other != seat}
        return judge(replace(session, in_secret=MappingProxyType(others)), close=False)
    code = session.umpire.card_in_question(session.situation, seat)
    if answer == NEXT_CARD and code is not None:
        session = _with_owner(session, seat, code)
    return enter(session, session.in_secret[seat])


def _laid_instead(session: Session, seat: int) -> Transition:
    """The seat's card replaces what it has entered in the turn before."""
    cards = find_new_cards(session.situation, session.umpire.codebook).get(seat, ())
    numbers = [number for number, entry in enumerate(session.entries) if entry.seat == seat]
    if not cards or not numbers:
        return session, ()
    card = cards[0]
    built = BuildStage(seat) if card.slot is not None else Build(seat, card.name)
    return change_past(session, ChangePast(numbers[-1], Recruit(seat, card.name) if card.is_leader else built))


def _with_owner(session: Session, seat: int, code: int) -> Session:
    """The session in which somebody has said that this card belongs to this seat."""
    said = session.memory.said
    said = replace(said, confirmed=said.confirmed | {(seat, code)})
    return replace(session, memory=replace(session.memory, said=said))


def _remember(session: Session, seat: int | None, answer: str) -> Transition:
    """Let the umpire remember the answer for the card that was asked about."""
    code = None if seat is None else session.umpire.card_in_question(session.situation, seat)
    if seat is None or code is None:
        return session, ()
    if answer == IN_NO_CITY:
        tracks = frozenset((item.code, item.track) for item in session.scene.items if item.code == code)
        said = replace(session.memory.said, ignored=session.memory.said.ignored | tracks)
        session = replace(session, memory=replace(session.memory, said=said))
    elif answer in BELONGS:
        session = _with_owner(session, seat, code)
    elif answer == EXCEPTION:
        turn = replace(session.memory.turn, exceptions=session.memory.turn.exceptions | {(seat, code)})
        session = replace(session, memory=replace(session.memory, turn=turn))
    else:
        return session, ()
    return judge(session, close=False)


def _build_unseen(session: Session, seat: int | None) -> Transition:
    """Enter the seat's next stage, whose card nobody sees, paid in the default way."""
    game = session.game
    if game is None or seat is None or not game.can(BuildStage(seat)):
        return session, ()
    return enter(session, game.stage_ways(seat)[0].pay(BuildStage(seat)))


def _answer_not_acted(session: Session, answer: str) -> Transition:
    """Remember who has discarded, or whose card it is that lies in another city."""
    return judge(replace(session, memory=_after_not_acted(session, answer)), close=False)


def _after_not_acted(session: Session, answer: str) -> UmpireMemory:
    """The memory after the answer who has discarded. Seats that are waited for are not asked about again at once."""
    situation, memory = session.situation, session.memory
    missing = frozenset(situation.game.to_act) - session.ruling.plans.keys() - situation.in_secret.keys()
    if answer == DISCARDED:
        return replace(memory, turn=replace(memory.turn, discarded=memory.turn.discarded | missing))
    missing -= memory.turn.discarded
    if answer.startswith((CARD, OWNER)):
        return _with_card_elsewhere(session, missing, answer)
    cities = situation.game.cities
    named = frozenset(seat for seat in missing if ONE_DISCARDED + cities[seat].wonder.id == answer)
    turn = replace(
        memory.turn,
        discarded=memory.turn.discarded | named,
        waiting=missing - named,
        waiting_with=session.umpire.new_cards(situation),
    )
    return replace(memory, turn=turn)


def _with_card_elsewhere(session: Session, missing: frozenset[int], answer: str) -> UmpireMemory:
    """The memory once somebody has said which seat has played a card that lies in another city."""
    situation, memory = session.situation, session.memory
    _, card, *wonder = answer.split(":")
    wonders = {seat: situation.game.cities[seat].wonder.id for seat in missing}
    owner = next((seat for seat in sorted(missing) if not wonder or [wonders[seat]] == wonder), None)
    found = find_new_cards(situation, session.umpire.codebook)
    codes = [new.code for seat, cards in found.items() if seat != owner for new in cards if new.name == card]
    if owner is None or not codes:
        return memory
    said = replace(memory.said, owners=MappingProxyType({**memory.said.owners, codes[0]: owner}))
    return replace(memory, said=said)


def _choose_leader(session: Session, question: Question, index: int) -> Transition:
    """Choose the leader that the Courtesans Guild copies."""
    return book(session, [Booked(leader_choice(question, index))])
