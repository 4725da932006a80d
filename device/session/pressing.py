"""What somebody asks for by a button, a key or a touch, once the screen has made an intent of it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.ledger_check.changed_past import CHANGE, CHANGE_PAST
from device.session.booking import book
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
from device.session.photographed import photographed, without_photograph
from device.session.player_names import named_game, tidy_name
from device.session.session import Session, Transition
from device.umpire.contradictions import CARD_MOVED, CORRECTIONS, LEAVE, corrections, left_as_they_are, refuse
from device.umpire.new_cards import cards_elsewhere, find_new_cards, with_owners
from device.umpire.proposals import ANSWERS, propose
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
    TWO_CARDS,
)
from device.umpire.ruling import MOVED
from device.umpire.secret_entries import ABOUT_ENTRIES
from device.umpire.station.shown_pictures import SHOWN_TWICE, WHICH_CARD, name_shown
from device.umpire.station.station_umpire import new_item
from device.umpire.times import HAND_AWAY
from display.messages.choices import CHOOSE_LEADER, LOSS, chosen_action
from display.messages.events import Booked, Cleared, LeftAsItIs, Refused, Renamed
from display.messages.intents import (
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
    SeatChair,
    SetUp,
    ShowTurn,
    SwapPast,
    Undo,
    UndoTo,
)
from engine import BuildStage, Discard, Phase
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.umpire.ruling import UmpireMemory
    from display.messages.questions import Question

REMEMBERED = {"exception": "exceptions", "here": "confirmed", NEXT_CARD: "confirmed"}
"""Answer -> the field of the umpire's memory that keeps it."""


def press(session: Session, intent: Intent) -> Transition:
    """Do what somebody asked for."""
    match intent:
        case Advance():
            outcome = _advance(session)
        case EndTurn(seats) if session.game is not None and session.game.acting:
            outcome = _close_turn(session, seats)
        case Answer(question, index):
            outcome = _answer(session, question, index)
        case ShowTurn(cards):
            outcome = judge(photographed(without_photograph(session), cards))
        case Leave() if session.game is not None:
            outcome = _leave(session)
        case SetUp() | SeatChair():
            outcome = _set_table(session, intent)
        case Rename(seat, name):
            outcome = _rename(session, seat, tidy_name(name))
        case _:
            outcome = _edit_record(session, intent)
    return outcome


def _edit_record(session: Session, intent: Intent) -> Transition:
    """Enter an action, take some back or change them."""
    match intent:
        case Enter(action):
            outcome = enter(session, action)
        case Undo():
            outcome = undo(without_photograph(session))
        case UndoTo(actions):
            outcome = undo(without_photograph(session), actions)
        case Redo():
            outcome = redo(session)
        case Choose(seat, index):
            outcome = choose_payment(session, seat, index)
        case ChangePast() | SwapPast():
            outcome = change_past(session, intent)
        case _:
            outcome = session, ()
    return outcome


def _advance(session: Session) -> Transition:
    phase = session.game.phase if session.game else None
    questions = session.ruling.questions
    match phase:
        case None:
            outcome = start(session)
        case Phase.OVER | Phase.CONFLICTS if questions:
            outcome = _correct_past(session, questions[0], questions[0].chosen)
        case Phase.OVER:  # the result stays until somebody asks for another game
            outcome = session, ()
        case Phase.CONFLICTS:
            outcome = fight(session)
        case Phase.CHOOSE_LEADER if questions:
            outcome = _choose(session, questions[:1], questions[0].chosen)
        case Phase.LOSS if questions:  # all who are still asked pay what they can
            outcome = _choose(session, questions)
        case _ if len(questions) == 1 and questions[0].kind in CORRECTIONS:
            outcome = _correct_past(session, questions[0], questions[0].chosen)
        case _:
            outcome = _close_turn(session)
    return outcome


def _close_turn(session: Session, without_card: tuple[int, ...] = ()) -> Transition:
    """End the turn; only the seats `without_card` may still have to act."""
    questions = session.ruling.questions
    late = session.closed_itself is not None and session.scene.time - session.closed_itself < HAND_AWAY
    if any(question.kind not in (NOT_ACTED, NOT_ACTED_SEVERAL, *CORRECTIONS) for question in questions):
        return replace(session, closed_itself=None), (Refused("notice.answer_first"),)
    if late and not session.ruling.plans:
        return replace(session, closed_itself=None), (Refused("notice.just_closed"),)
    if session.memory.held is not None and session.waited_for:  # what lies there counts again
        session = session.remember(held=None)
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
        expansions=session.expansions,
    )
    return fresh, (Cleared(),)


def _set_table(session: Session, asked: SetUp | SeatChair) -> Transition:
    if session.game is not None:
        return session, (Refused("notice.game_on"),)
    if isinstance(asked, SeatChair):
        setup = replace(session.setup, empty=(asked.wonder, asked.seed) if asked.wonder else None)
    else:
        setup = session.setup.enter(asked.seats, asked.free_city)
    return set_up(replace(session, setup=setup))


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
    answer = question.choices[index]
    if session.proposed is not None and question.kind == CHANGE_PAST:
        outcome = correct_past(session, session.proposed) if answer == CHANGE else (replace(session, proposed=None), ())
    elif question.kind in (CHOOSE_LEADER, LOSS):
        outcome = _choose(session, (question,), index)
    elif session.game is None:
        outcome = session, ()
    elif question.kind in CORRECTIONS:
        outcome = _correct_past(session, question, index)
    elif answer == ANSWERS[0] and session.photographed:  # in a photograph nobody can take it away
        outcome = judge(without_photograph(session))
    elif question.kind in (WHICH_CARD, SHOWN_TWICE):
        outcome = _name_shown(session, index)
    elif question.kind in (NOT_ACTED, NOT_ACTED_SEVERAL):
        outcome = _answer_not_acted(session, question.seat, answer)
    elif question.seat is not None:
        outcome = _answer_for_seat(session, question.kind, question.seat, answer)
    else:
        outcome = session, ()
    return outcome


def _answer_for_seat(session: Session, kind: str, seat: int, answer: str) -> Transition:
    """What a question about one seat's cards, or about what it entered, was answered."""
    if kind == TWO_CARDS:
        return _laid_first(session, seat, answer.removeprefix(CARD))
    if kind in ABOUT_ENTRIES and seat in session.situation.in_secret:
        return _settle_entry(session, seat, answer)
    if answer == INSTEAD:
        return withdraw(session, seat) if seat in session.situation.game.pending else _laid_instead(session, seat)
    return _remember(session, seat, answer)


def _name_shown(session: Session, answer: int) -> Transition:
    """Somebody has said which of two likely cards is shown, or that it is another copy."""
    item = new_item(session.scene, session.memory.shown)
    if item is None:
        return session, ()
    return judge(session.with_memory(name_shown(item, session.memory, answer)))


def _settle_entry(session: Session, seat: int, answer: str) -> Transition:
    """What counts for a seat that has entered something else on its telephone than the table shows."""
    if answer == DISCARDED:
        return enter(session, Discard(seat))
    if answer == INSTEAD:
        others = {other: entry for other, entry in session.in_secret.items() if other != seat}
        return judge(replace(session, in_secret=MappingProxyType(others)))
    code = session.umpire.card_in_question(session.situation, seat)
    if answer == NEXT_CARD and code is not None:
        session = session.remember(confirmed=session.memory.confirmed | {(seat, code)})
    return enter(session, session.in_secret[seat])


def _laid_first(session: Session, seat: int, name: str) -> Transition:
    """Enter one of a seat's new cards for the open turn; the others, or with NEXT_CARD all, are for later ones."""
    game, memory = session.situation.game, session.memory
    cards = find_new_cards(session.situation, session.umpire.codebook).get(seat, ())
    if name == NEXT_CARD:
        later = {(seat, card.code) for card in cards}
        return judge(session.remember(confirmed=memory.confirmed | later))
    for card in cards:
        if card.name != name:
            continue
        chosen = memory.payments.get((seat, card.code), 0)
        if (action := propose(game, seat, card, chosen, exception=False).action) is None:
            continue
        later = {(seat, other.code) for other in cards if other is not card}
        session = session.remember(confirmed=memory.confirmed | later)
        return enter(session, action, card.code if card.slot is None else None)
    return session, ()


def _laid_instead(session: Session, seat: int) -> Transition:
    """The seat's card replaces what it has entered in the turn before."""
    cards = find_new_cards(session.situation, session.umpire.codebook).get(seat, ())
    numbers = [number for number, entry in enumerate(session.entries) if entry.seat == seat]
    if not cards or not numbers:
        return session, ()
    return change_past(session, ChangePast(numbers[-1], cards[0].played_by(seat)))


def _correct_past(session: Session, question: Question, index: int) -> Transition:
    """Correct past actions as the chosen answer says, or never ask about that again."""
    if question.choices[index] == LEAVE:
        refused = refuse(session.situation, session.memory).refused - session.memory.refused
        left = LeftAsItIs(tuple(sorted(refused)))
        session = session.with_memory(refuse(session.situation, session.memory))
        session = replace(session, ledger=session.ledger.after(left))
        session, events = judge(session)
        return session, (left, *events)
    number = index - (question.kind == CARD_MOVED)  # there the first answer is to leave it
    before = session.booked
    session, events = correct_past(session, corrections(session.situation, session.memory)[number])
    left = LeftAsItIs(_given_away(session, before))
    if not left.facts:
        return session, events
    session = session.with_memory(left_as_they_are(session.memory, left.facts))
    return replace(session, ledger=session.ledger.after(left)), (*events, left)


def _given_away(session: Session, before: Mapping[int, int]) -> tuple[tuple[str, int, int], ...]:
    """Cards that belong to another seat than `before`, since somebody said so, and that lie elsewhere still."""
    booked = session.booked
    return tuple(
        (MOVED, item.code, item.seat)
        for item in session.scene.items
        if item.place is Place.CITY
        and item.seat is not None
        and booked.get(item.code, item.seat) != item.seat
        and booked[item.code] != before.get(item.code)
    )


def _remember(session: Session, seat: int, answer: str) -> Transition:
    """Let the umpire remember the answer for the card that was asked about."""
    code = session.umpire.card_in_question(session.situation, seat)
    if answer == IN_NO_CITY:
        return _ignore(session, code)
    field = REMEMBERED.get(answer)
    if field is None or code is None:
        return session, ()
    return judge(session.remember(**{field: getattr(session.memory, field) | {(seat, code)}}))


def _ignore(session: Session, code: int | None) -> Transition:
    """Let the umpire ignore the card that was asked about, as long as it lies there."""
    tracks = frozenset((item.code, item.track) for item in session.scene.items if item.code == code)
    return judge(session.remember(ignored=session.memory.ignored | tracks))


def _build_unseen(session: Session, seat: int | None) -> Transition:
    """Enter the seat's next stage, whose card nobody sees, paid in the default way."""
    game = session.game
    if game is None or seat is None or not game.can(BuildStage(seat)):
        return session, ()
    return enter(session, game.stage_ways(seat)[0].pay(BuildStage(seat)))


def _answer_not_acted(session: Session, asked: int | None, answer: str) -> Transition:
    """Remember who has discarded, or whose card it is that stays in another city, or enter what was played.

    `asked`: the only seat that is asked; None if several are.
    """
    if answer == STAGE:
        return _build_unseen(session, asked)
    cities = session.situation.game.cities
    new_cards = find_new_cards(session.situation, session.umpire.codebook)
    for seat in session.waited_for if asked is None else (asked,):
        for card in new_cards.get(seat, ()):
            if answer in (f"{CARD}{card.name}", f"{OWNER}{card.name}:{cities[seat].wonder.id}"):
                return _laid_first(session, seat, card.name)
    memory = _after_not_acted(session, answer)
    named = memory.owners.keys() - session.memory.owners.keys()
    lying = [item for item in session.scene.items if item.code in named and item.seat is not None]
    left = tuple(LeftAsItIs(((MOVED, item.code, item.seat),)) for item in lying if item.seat is not None)
    session = replace(session.with_memory(memory), ledger=session.ledger.fold(left))
    session, events = judge(session)
    return session, (*left, *events)


def _after_not_acted(session: Session, answer: str) -> UmpireMemory:
    """The memory after the answer who has discarded. Seats that are waited for are not asked about again at once."""
    situation, memory = session.situation, session.memory
    missing = frozenset(situation.game.to_act) - session.ruling.plans.keys() - situation.in_secret.keys()
    if answer == DISCARDED:
        return replace(memory, discarded=memory.discarded | missing)
    missing -= memory.discarded
    cities = situation.game.cities
    if answer.startswith((CARD, OWNER)):
        new_cards = with_owners(find_new_cards(situation, session.umpire.codebook), memory.owners)
        elsewhere = cards_elsewhere(situation.game, sorted(missing), new_cards)
        for card, seat in elsewhere:
            if answer in (f"{CARD}{card.name}", f"{OWNER}{card.name}:{cities[seat].wonder.id}"):
                return replace(memory, owners=MappingProxyType({**memory.owners, card.code: seat}))
        return memory
    named = frozenset(seat for seat in missing if ONE_DISCARDED + cities[seat].wonder.id == answer)
    present = session.umpire.new_cards(situation)
    return replace(memory, discarded=memory.discarded | named, waiting=missing - named, waiting_with=present)


def _choose(session: Session, questions: Sequence[Question], index: int = 0) -> Transition:
    """Answer what the table does not show: the leader that is copied, or what is paid of a loss."""
    return book(session, [Booked(chosen_action(question, index)) for question in questions])
