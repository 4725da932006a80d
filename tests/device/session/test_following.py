"""The record follows what the table shows, although turns were recorded otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.session.following import follow
from device.session.ledger import Ledger
from device.umpire.new_cards import find_new_cards, signature
from display.messages.events import STORED, Corrected, Undone
from display.messages.intents import Advance, Answer, ChangePast, Undo
from engine import Build, Discard
from tests.device.journal_rows import read_back
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")]
TURNS = [
    ("lumber_yard", "stone_pit", "clay_pool", "ore_vein"),
    ("altar", "theater", "baths", "loom"),
    ("press", "stockade", "pawnshop", "tavern"),
    ("excavation", "marketplace", "timber_yard", "glassworks"),
    ("west_trading_post", "clay_pit", "scriptorium", "stone_pit"),
]


def play(session, number, *, hidden=(), seconds=6):
    """All lay their cards of a turn; the stickers of the cards of the `hidden` seats are not read."""
    for seat, card in enumerate(TURNS[number]):
        if seat not in hidden:
            session.table.lay(seat, card, copy=number == 4 and card == "stone_pit")
    return session.wait(seconds)


def cards(session, seat):
    return session.game.cities[seat].cards


@pytest.fixture
def just_read():
    """Giza's second card was under a sleeve's glare until all had laid their fourth ones, three seconds ago."""
    session = play(TableSession(WONDERS), 0)
    play(session, 1, hidden={0})
    play(session, 2)
    play(session, 3, seconds=3)
    session.table.lay(0, "altar")
    return session.wait(3)


@pytest.fixture
def hidden_for_two_turns(just_read):
    """The same when all have laid their fifth cards."""
    return play(just_read, 4)


def test_a_card_that_comes_to_light_two_turns_later_is_recorded_in_its_turn(hidden_for_two_turns):
    session = hidden_for_two_turns.wait(15)
    corrected = [event.action for event in session.events if isinstance(event, Corrected)]
    assert cards(session, 0)[:2] == ("lumber_yard", "altar")
    assert Build(0, "altar") in [replace(one, pays=None, free=False) for one in corrected if isinstance(one, Build)]


def test_it_is_said_in_the_cities_that_are_recorded_otherwise(hidden_for_two_turns):
    session = hidden_for_two_turns.wait(15)
    assert ("notice.action_supposed", 0) in [(one.key, one.seat) for one in session.session.ruling.notices]


def test_what_was_read_of_an_older_record_is_not_recorded(hidden_for_two_turns):
    session = hidden_for_two_turns.session
    found = session.memory.reread
    assert found.found is not None
    older = replace(found, entries=session.entries[:-1], wrong_since=0.0, since=0.0)
    assert follow(session.remember(reread=older))[1] == ()
    certain = replace(older, entries=session.entries)
    assert follow(session.remember(reread=certain))[1] != ()


def test_what_followed_is_read_back_from_the_journal(hidden_for_two_turns):
    session = hidden_for_two_turns.wait(15)
    ledger = Ledger().fold(read_back([event for event in session.events if isinstance(event, STORED)]))
    assert ledger.entries == session.session.entries


def number_of(session, turn, seat):
    return next(n for n, entry in enumerate(session.session.entries) if (entry.turn, entry.seat) == (turn, seat))


def test_what_somebody_entered_stands(hidden_for_two_turns):
    """The same table, but that somebody entered a discard for that turn."""
    session = play(TableSession(WONDERS), 0)
    session.enter(Discard(0))
    play(session, 1, hidden={0})
    play(session, 2)
    play(session, 3, seconds=2)
    session.table.lay(0, "altar")
    play(session.wait(4), 4).wait(20)
    assert not [event for event in session.events if isinstance(event, Corrected)]
    assert [event for event in hidden_for_two_turns.wait(20).events if isinstance(event, Corrected)]


def test_what_somebody_corrected_stands(hidden_for_two_turns):
    session = hidden_for_two_turns.wait(15)
    number = number_of(session, 2, 0)
    assert session.session.entries[number].action.card == "altar"
    session.press(ChangePast(number, Discard(0)))
    if session.session.proposed is not None:
        session.press(Answer(session.session.questions[0], 0))
    session.wait(30)
    assert isinstance(session.session.entries[number].action, Discard)


def test_an_undo_while_the_record_is_read_otherwise_is_not_undone(hidden_for_two_turns):
    session = hidden_for_two_turns
    assert session.session.memory.reread.found is not None
    entries = session.press(Undo()).session.entries
    assert session.wait(20).session.entries == entries


def test_a_turn_of_which_nothing_is_unclear_is_never_recorded_anew():
    session = TableSession(WONDERS)
    for number in range(len(TURNS)):
        play(session, number)
    session.wait(30)
    assert not [event for event in session.events if isinstance(event, Corrected | Undone)]


def test_a_turn_that_somebody_has_ended_stands():
    session = play(TableSession(WONDERS), 0)
    for _ in range(3):
        session.press(Advance()).wait(4)
    assert session.game.turn == 5
    play(session, 1).wait(20)
    assert not [event for event in session.events if isinstance(event, Corrected)]


def test_what_somebody_has_said_of_the_open_turn_stands_when_the_record_follows(hidden_for_two_turns):
    session = hidden_for_two_turns
    there = signature(find_new_cards(session.session.situation, session.session.memory, CODEBOOK))
    said = frozenset(sorted(there)[-1:])
    session.session = session.session.remember(confirmed=said)
    phase = session.game.age, session.game.turn
    for _ in range(30):
        if not [event for event in session.events if isinstance(event, Corrected)]:
            session.wait(0.5)
    assert (session.game.age, session.game.turn) == phase
    assert session.session.memory.confirmed == said != frozenset()


def test_what_was_guessed_of_another_seat_is_still_a_guess_when_the_record_follows():
    session = TableSession(WONDERS[:3])
    first = session.table.lay(0, "lumber_yard")
    for seat, card in ((1, "stone_pit"), (2, "clay_pit")):
        session.table.lay(seat, card)
    session.wait(1.5)
    entries = (*session.session.entries[:2], replace(session.session.entries[2], supposed=True))
    session.session = replace(session.session, ledger=replace(session.session.ledger, entries=entries))
    session.table.items[0] = replace(first, covered=True)
    session.wait(1).table.items.pop(0)
    session.table.lay(0, "timber_yard")
    assert session.wait(14).game.cities[0].cards == ("timber_yard",)
    assert [entry.supposed for entry in session.session.entries] == [True, False, True]
