"""What somebody asks for by a button, a key or a touch, once the screen has made an intent of it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

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
from device.session.session import Session, Transition
from device.times import GESTURE
from device.umpire.contradictions import LEAVE, asked_reading, may_wait
from device.umpire.new_cards import (
    Cards,
    NewCard,
    cards_elsewhere,
    cards_that_came,
    cards_that_lie,
    find_new_cards,
    signature,
)
from device.umpire.open_turn import proposed
from device.umpire.proposals import ANSWERS
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
    asked_seats,
)
from device.umpire.ruling import NOT_READ, plays_of
from device.umpire.secret_entries import ABOUT_ENTRIES, laid_late
from device.umpire.station.shown_pictures import SHOWN_TWICE, WHICH_CARD, name_shown
from device.umpire.station.station_umpire import new_item
from display.messages.choices import CHOOSE_LEADER, LOSS, choice_questions, chosen_action
from display.messages.events import Booked, Cleared, Refused, Renamed
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
from display.messages.questions import Question
from engine import BuildStage, CorrectCoins, Discard, Phase

NOT_WITHOUT_GAME: Mapping[type[Intent], str] = {
    Enter: "notice.not_started",
    Undo: "notice.nothing_to_undo",
    UndoTo: "notice.nothing_to_undo",
    Redo: "notice.nothing_to_redo",
    ChangePast: "notice.nothing_to_change",
    SwapPast: "notice.nothing_to_change",
}
"""What is said to whoever asks for it before a game."""
REMEMBERED = {"exception": "exceptions", "here": "confirmed", NEXT_CARD: "confirmed"}
"""Answer -> the field of the umpire's memory that keeps it."""
LONGEST_NAME = 24
"""Letters of a name that are kept."""


def tidy_name(name: str) -> str:
    """A name on one line, short enough for any screen."""
    return " ".join(name.split())[:LONGEST_NAME].strip()


def press(session: Session, intent: Intent) -> Transition:
    """Do what somebody asked for."""
    if isinstance(intent, Rename):
        return _rename(session, intent.seat, tidy_name(intent.name))
    return _before_game(session, intent) if session.game is None else _in_game(session, intent)


def _before_game(session: Session, intent: Intent) -> Transition:
    setup = session.setup
    match intent:
        case Advance():
            return start(session)
        case SetUp(seats, free_city):
            return set_up(replace(session, setup=setup.enter(seats, free_city)))
        case SeatChair(wonder, seed):
            return set_up(replace(session, setup=replace(setup, empty=(wonder, seed) if wonder else None)))
        case Undo() if undone := setup.undo():
            return replace(session, setup=undone), ()
    refusal = NOT_WITHOUT_GAME.get(type(intent))
    return session, ((Refused(refusal),) if refusal else ())


def _in_game(session: Session, intent: Intent) -> Transition:
    match intent:
        case Advance():
            outcome = _advance(session)
        case EndTurn(seats) if session.situation.game.acting:
            outcome = _close_turn(session, seats)
        case Answer(question, index):
            outcome = _answer(session, question, index)
        case Choose(seat, index):
            outcome = choose_payment(session, seat, index)
        case ShowTurn(cards):
            outcome = judge(photographed(without_photograph(session), cards))
        case Leave():
            outcome = _leave(session)
        case SetUp() | SeatChair():
            outcome = session, (Refused("notice.game_on"),)
        case _:
            outcome = _edit_record(session, intent)
    return outcome


def _edit_record(session: Session, intent: Intent) -> Transition:
    match intent:
        case Enter(action):
            outcome = enter(session, action)
        case Undo():
            outcome = undo(without_photograph(session))
        case UndoTo(actions):
            outcome = undo(without_photograph(session), actions)
        case Redo():
            outcome = redo(without_photograph(session))
        case ChangePast() | SwapPast():
            outcome = change_past(session, intent)
        case _:
            outcome = session, ()
    return outcome


def _advance(session: Session) -> Transition:
    phase, questions = session.situation.game.phase, session.ruling.questions
    if questions and phase is Phase.CHOOSE_LEADER:
        return _choose(session, choice_questions(session.situation.game)[:1])
    if questions and phase is Phase.LOSS:  # all who are still asked pay what they can
        return _choose(session, choice_questions(session.situation.game))
    if len(questions) == 1 and may_wait(questions[0]):
        return _correct_past(session, questions[0], questions[0].chosen)
    if phase is Phase.CONFLICTS:
        return fight(session)
    # the result stays until somebody asks for another game
    return (session, ()) if phase is Phase.OVER else _close_turn(session)


def _close_turn(session: Session, without_card: tuple[int, ...] = ()) -> Transition:
    """End the turn; only the seats `without_card` may still have to act."""
    questions = session.ruling.questions
    late = session.scene.time - session.closed_itself < GESTURE
    if any(question.kind not in (NOT_ACTED, NOT_ACTED_SEVERAL) for question in questions if not may_wait(question)):
        return replace(session, closed_itself=-math.inf), (Refused("notice.answer_first"),)
    if late and not session.ruling.plans:
        return replace(session, closed_itself=-math.inf), (Refused("notice.just_closed"),)
    if session.memory.held is not None:  # what lies there counts again after an undo, and may be all
        session = session.remember(held=None)
        after, events = judge(session)
        if len(after.entries) > len(session.entries):
            return after, events
    silent = frozenset(session.waited_for) - session.in_secret.keys()
    if silent <= set(without_card):  # whoever holds the button says that these play no card
        shown, situation, memory = session.umpire.card_in_question, session.situation, session.memory
        without = {seat for seat in silent if shown(situation, memory, seat) is None}  # other cards may be asked about
        session = session.remember(discarded=memory.discarded | without)
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


def _rename(session: Session, seat: int, name: str) -> Transition:
    """Name a player, before the game or during it."""
    if not 0 <= seat < len(session.names) or session.names[seat] == name:
        return session, ()
    if session.game is None:
        return replace(session, setup=session.setup.rename(seat, name)), (Renamed(seat, name),)
    setup = session.game.setup
    names = (*setup.names[:seat], name, *setup.names[seat + 1 :])
    *_, game = replace(session.game, setup=replace(setup, names=names)).states()
    return replace(session, game=game), (Renamed(seat, name),)


def _answer(session: Session, question: Question, index: int) -> Transition:
    if question not in session.questions or not 0 <= index < len(question.choices):
        return session, ()
    answer = question.choices[index]
    if session.proposed is not None and question.kind == CHANGE_PAST:
        outcome = correct_past(session, session.proposed) if answer == CHANGE else (replace(session, proposed=None), ())
    elif question.kind in (CHOOSE_LEADER, LOSS):
        outcome = _choose(session, (question,), index)
    elif may_wait(question):
        outcome = _correct_past(session, question, index)
    elif answer == ANSWERS[0] and session.photographed:  # in a photograph nobody can take it away
        outcome = judge(without_photograph(session))
    elif question.kind in (WHICH_CARD, SHOWN_TWICE):
        outcome = _name_shown(session, index)
    elif question.kind in (NOT_ACTED, NOT_ACTED_SEVERAL):
        outcome = _answer_not_acted(session, question, answer)
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
    return judge(session.with_memory(name_shown(item, session.memory, answer, session.umpire.codebook)))


def _settle_entry(session: Session, seat: int, answer: str) -> Transition:
    """What counts for a seat that has entered something else on its telephone than the table shows."""
    if answer == DISCARDED:
        return enter(session, Discard(seat))
    if answer == INSTEAD:
        others = {other: entry for other, entry in session.in_secret.items() if other != seat}
        return judge(replace(session, in_secret=MappingProxyType(others)))
    code = session.umpire.card_in_question(session.situation, session.memory, seat)
    if answer == NEXT_CARD and code is not None:
        session = session.remember(confirmed=session.memory.confirmed | {(seat, code)})
    return enter(session, session.in_secret[seat])


def _laid_first(session: Session, seat: int, name: str) -> Transition:
    """Enter one of a seat's new cards for the open turn; with NEXT_CARD all are for later ones."""
    cards = find_new_cards(session.situation, session.memory, session.umpire.codebook)[seat]
    if name == NEXT_CARD:
        later = {(seat, card.code) for card in cards}
        return judge(session.remember(confirmed=session.memory.confirmed | later))
    return _enter_card(session, {seat: cards}, [(card, seat) for card in cards if card.name == name])


def _enter_card(session: Session, new_cards: Cards, named: Iterable[tuple[NewCard, int]]) -> Transition:
    """Enter for the open turn the first of these cards, each with its seat, that may be played, wherever it lies.

    The seat's other new cards are for later turns.
    """
    memory = session.memory
    for played, seat in named:
        proposal = proposed(session.situation.game, seat, played, memory)
        if proposal.action is not None:
            later = {(seat, card.code) for card in new_cards[seat] if card.code != played.code}
            return enter(session.remember(confirmed=memory.confirmed | later), proposal.action, proposal.code)
    return session, ()


def _laid_instead(session: Session, seat: int) -> Transition:
    """The seat's card replaces what it has entered in the turn before, unless it only withdrew an entry just now."""
    situation, memory, umpire = session.situation, session.memory, session.umpire
    code = umpire.card_in_question(situation, memory, seat)
    lies = [card for card in find_new_cards(situation, memory, umpire.codebook)[seat] if card.code == code]
    if seat not in laid_late(situation, {seat: lies}, memory):
        return judge(session)
    plays = (entry.seat == seat and not isinstance(entry.action, CorrectCoins) for entry in session.entries)
    last = max(number for number, is_play in enumerate(plays) if is_play)
    return change_past(session, ChangePast(last, lies[0].played_by(seat)))


def _correct_past(session: Session, question: Question, index: int) -> Transition:
    """Correct past actions as the question says, or never ask about that again."""
    found = asked_reading(session.situation, session.memory)
    if found is None:
        return judge(session)
    if question.choices[index] == LEAVE:  # what is recorded of these plays is right
        right = plays_of(session.entries[number] for number in found.changes)
        return judge(session.remember(said=session.memory.said | right, reread=NOT_READ))
    return correct_past(session, found)


def _remember(session: Session, seat: int, answer: str) -> Transition:
    """Let the umpire remember the answer for the card that was asked about, or ignore it as long as it lies there."""
    code, field = session.umpire.card_in_question(session.situation, session.memory, seat), REMEMBERED.get(answer)
    if answer == IN_NO_CITY:
        places = session.memory.log.places_of(code) if code is not None else []
        lies = frozenset((code, came.since) for _, came in places)
        return judge(session.remember(ignored=session.memory.ignored | lies))
    if field is None or code is None:
        return session, ()
    return judge(session.remember(**{field: getattr(session.memory, field) | {(seat, code)}}))


def _answer_not_acted(session: Session, question: Question, answer: str) -> Transition:
    """Remember who has discarded, or enter what was played.

    Those that are still waited for are not asked about again at once.
    """
    situation, memory = session.situation, session.memory
    if answer == STAGE and question.seat is not None:
        return enter(session, BuildStage(question.seat))
    missing = asked_seats(situation.game, question) - situation.in_secret.keys()
    if answer == DISCARDED:
        return judge(session.remember(discarded=memory.discarded | missing))
    if answer.startswith((CARD, OWNER)):
        return _played_named(session, missing, answer)
    named = frozenset(seat for seat in missing if answer == ONE_DISCARDED + situation.game.cities[seat].wonder.id)
    present = signature(find_new_cards(situation, memory, session.umpire.codebook))
    waiting = (memory.waiting | missing) - named
    return judge(session.remember(discarded=memory.discarded | named, waiting=waiting, waiting_with=present))


def _played_named(session: Session, asked: frozenset[int], answer: str) -> Transition:
    """Enter the card that the answer names: it lies in the seat's own city, or in another one, or did just now."""
    game, seats = session.situation.game, sorted(asked)
    came = cards_that_came(session.situation, session.memory, session.umpire.codebook)
    new_cards = cards_that_lie(came, session.scene.time)
    own = ((card, seat) for seat in seats for card in new_cards[seat])
    named = (
        (card, seat)
        for card, seat in (*own, *cards_elsewhere(game, seats, new_cards))
        if answer in (f"{CARD}{card.name}", f"{OWNER}{card.name}:{game.cities[seat].wonder.id}")
    )
    return _enter_card(session, new_cards, named)


def _choose(session: Session, questions: Sequence[Question], index: int = 0) -> Transition:
    """Answer what the table does not show: the leader that is copied, or what is paid of a loss."""
    return book(session, [Booked(chosen_action(question, index)) for question in questions])
