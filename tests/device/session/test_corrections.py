"""UNDO and REDO work step by step, over ages, and after a restart."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.ledger_check.changed_past import ChangedPast
from device.session.corrections import correct_past
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import Restored, resume
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import Booked, ConflictsResolved, Redone, Refused, TurnClosed, Undone
from display.messages.intents import Advance, EndTurn, Enter, Leave, Quit, Redo, Rename, ShutDown, Undo, UndoTo
from engine import Build, CorrectCoins, Discard, Payment, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
CARDS = ("lumber_yard", "stone_pit", "clay_pool")
FIRST = (Discard(0), Build(1, "ore_vein"), Discard(2))
"""A first turn after which the first seat can buy what a stage of Halicarnassus costs."""
TURN = tuple(Build(seat, card) for seat, card in enumerate(CARDS))


@pytest.fixture
def table_session():
    return TableSession(WONDERS)


def lay(table_session):
    for seat, card in enumerate(CARDS):
        table_session.table.lay(seat, card)
    return table_session.wait(3)


def test_undo_removes_the_last_entry_of_the_open_turn(table_session):
    table_session.enter(TURN[0], TURN[1]).press(Undo())
    assert table_session.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert table_session.events[-1] == Undone(1)


def test_undo_after_the_last_entry_of_a_turn_removes_only_that_entry(table_session):
    table_session.enter(*TURN).press(Undo())
    assert (table_session.game.turn, table_session.game.to_act) == (1, (2,))


def test_undo_restores_corrected_coins(table_session):
    table_session.enter(CorrectCoins(0, 9)).press(Undo())
    assert table_session.game.cities[0].coins == 3


def test_undo_of_a_seen_turn_keeps_its_entered_actions(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(1, "stone_pit")
    table_session.table.lay(2, "clay_pool")
    table_session.wait(3).press(Undo())
    assert (table_session.game.turn, table_session.game.to_act) == (1, (1, 2))
    assert table_session.wait(10).game.turn == 1  # the cards on the table are not recorded again by themselves
    assert table_session.press(Undo()).game.actions == ()


def test_undo_during_a_choice_from_the_discard_pile_undoes_the_turn_before_it():
    table_session = TableSession([("halicarnassus", "B"), *WONDERS[1:]]).jump(3, builds=FIRST)
    table_session.table.stage(0, 1)
    table_session.table.lay(1, "stone_pit")
    table_session.table.lay(2, "clay_pool")
    assert table_session.wait(3).game.phase is Phase.FROM_DISCARD
    table_session.press(Undo())
    assert (table_session.game.phase, table_session.game.turn, len(table_session.game.actions)) == (Phase.TURN, 3, 6)
    assert table_session.press(Redo()).game.phase is Phase.FROM_DISCARD


def test_an_entry_after_undo_lets_the_turn_close(table_session):
    lay(table_session).press(Undo())
    assert table_session.wait(5).game.actions == ()
    table_session.enter(Build(0, "ore_vein"))
    assert table_session.game.turn == 1  # its lumber yard still lies there
    table_session.table.items.pop(0)
    assert table_session.wait(5).game.cities[0].cards == ("ore_vein",)
    assert table_session.game.turn == 2


def test_redo_records_an_undone_turn_again(table_session):
    lay(table_session)
    before, before_step = table_session.game, table_session.session.entries
    table_session.press(Undo()).press(Redo())
    assert table_session.game == before
    assert table_session.wait(10).game == before
    assert [event for event in table_session.events if isinstance(event, Redone)] == [Redone(0, before_step)]


def test_a_turn_that_is_undone_as_soon_as_it_has_closed_may_be_ended_again_at_once(table_session):
    for seat, card in enumerate(CARDS):
        table_session.table.lay(seat, card)
    while not table_session.closed:
        table_session.wait(0.5)
    assert table_session.press(Undo()).press_once(Advance()).game.turn == 2


def test_redo_reverses_undo_over_ages_and_conflicts(table_session):
    games = [table_session.game]
    while table_session.game.age < 3:
        table_session.press(Advance())
        games.append(table_session.game)
    for game in games[-2::-1]:
        assert table_session.press(Undo()).game == game
    for game in games[1:]:
        assert table_session.press(Redo()).game == game
    assert len([event for event in table_session.events if isinstance(event, ConflictsResolved)]) == 4
    assert table_session.press(Redo()).events[-1].key == "notice.nothing_to_redo"


def test_the_conflicts_are_fought_by_themselves_once_all_is_redone(table_session):
    table_session.jump(6)
    lay(table_session)
    assert table_session.game.phase is Phase.CONFLICTS
    table_session.press(Undo()).press(Redo())
    assert table_session.wait(2.5).game.age == 1, "after a while"
    assert table_session.wait(1).game.age == 2


def restart(table_session):
    restored = Restored(table_session.game, table_session.session.ledger)
    table_session.session = resume(table_session.session, restored)
    table_session.table.items = [replace(item, since=table_session.table.now) for item in table_session.table.items]
    table_session.wait(3)


@pytest.mark.parametrize("at", [0, 2])
def test_what_is_redone_after_a_restart_stays_although_nobody_has_seen_who_discarded(table_session, at):
    """The cards that lie there would fit better if nobody had, as others come for the open turn."""
    for row in ((None, "stone_pit", None), ("loom", None, "clay_pool")):
        for seat, card in enumerate(row):
            if card:
                table_session.table.lay(seat, card)
            else:
                table_session.table.discard()
        table_session.wait(6)
    recorded = table_session.session.entries
    for number, intent in enumerate((Undo(), Undo(), Redo(), Redo())):
        if number == at:
            restart(table_session)
        table_session.press(intent)
    for seat, card in enumerate(("press", "baths", "theater")):
        table_session.table.lay(seat, card)
        table_session.wait(3)
    assert table_session.wait(30).game.turn == 4
    assert table_session.session.entries[:6] == recorded


def test_a_new_entry_ends_redo(table_session):
    table_session.enter(*TURN[:2]).press(Undo()).enter(Discard(1))
    assert table_session.press(Redo()).events[-1].key == "notice.nothing_to_redo"
    assert table_session.game.pending[1] == Discard(1)


def test_cards_of_an_undone_turn_are_not_recorded_while_an_earlier_one_is_redone(table_session):
    lay(table_session)
    for seat, card in enumerate(("ore_vein", "loom", "press")):
        table_session.table.lay(seat, card)
    table_session.wait(3)
    assert table_session.game.turn == 3
    table_session.press(Undo()).press(Undo()).press(Redo()).wait(10)
    assert table_session.game.turn == 2
    assert table_session.press(Redo()).wait(10).game.turn == 3
    assert [len(city.cards) for city in table_session.game.cities] == [2, 2, 2]


def test_undo_to_an_earlier_action_is_redone_step_by_step(table_session):
    for _ in range(4):
        table_session.press(Advance())
    table_session.press(UndoTo(3))
    assert (table_session.game.turn, len(table_session.game.actions)) == (2, 3)
    assert [table_session.press(Redo()).game.turn for _ in range(3)] == [3, 4, 5]


def test_undo_to_an_action_that_does_not_exist_changes_nothing(table_session):
    table_session.press(Advance())
    for actions in (-1, 3, 99):
        table_session.events.clear()
        assert [event.key for event in table_session.press(UndoTo(actions)).events] == ["notice.nothing_to_undo"]


def test_the_last_conflicts_can_be_undone_after_the_end(table_session):
    while table_session.game.phase is not Phase.OVER:
        table_session.press(Advance())
    assert table_session.press(Undo()).game.phase is Phase.CONFLICTS
    assert table_session.press(Redo()).game.phase is Phase.OVER


class Restarts:
    """An appliance that is killed and restarted with its journal."""

    def __init__(self, folder):
        self.path = folder / "games.sqlite"
        self.table = FakeTable(list(WONDERS))
        self.appliance = None

    def run(self, *intents):
        with closing(Journal(self.path)) as journal:
            session, game_id = Session(TableUmpire(CODEBOOK)), journal.open_game()
            if game_id is not None:
                session = resumed(session, journal, game_id)
            self.appliance = MainLoop(session, Inputs(None), storage=Storage(journal, game_id))
            self.appliance._take(look(session, self.table.scene(1)))
            for intent in intents:
                self.appliance.press(intent)
        return self

    @property
    def session(self):
        return self.appliance.session


@pytest.fixture
def sessions(tmp_path):
    return Restarts(tmp_path).run(Advance())


def entries(*actions):
    return tuple(Enter(action) for action in actions)


def test_an_entry_survives_a_power_cut(sessions):
    sessions.run(*entries(TURN[0])).run()
    assert sessions.session.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert sessions.session.entries[0].hand


def test_undo_and_redo_work_across_a_restart(sessions):
    whole = sessions.run(*entries(*TURN)).session
    assert sessions.run(Undo()).run(Undo()).session.game.to_act == (1, 2)
    assert sessions.run().session.ledger.undone != ()
    again = sessions.run(Redo()).run(Redo()).session
    assert (again.game, again.ledger.entries, again.ledger.undone) == (whole.game, whole.ledger.entries, ())


def test_recorded_cards_seen_late_after_a_restart_are_not_recorded_again(sessions):
    for seat, card in enumerate(CARDS):
        sessions.table.lay(seat, card)
    sessions.run(Advance()).run()
    with closing(Journal(sessions.path)) as journal:
        session, _ = press(resumed(Session(TableUmpire(CODEBOOK)), journal, 1), Undo())
    cards, sessions.table.items = sessions.table.items, []
    for card in (None, *cards):
        sessions.table.items += [card] if card else []
        session, _ = look(session, sessions.table.scene(0.3))
    for _ in range(20):
        session, _ = look(session, sessions.table.scene(1.0))
    assert session.game.actions == ()


def test_a_new_entry_after_a_restart_ends_redo(sessions):
    sessions.run(*entries(*TURN[:2]), Undo()).run(*entries(Discard(1))).run()
    assert sessions.session.ledger.undone == ()
    assert sessions.session.game.pending[1] == Discard(1)


def test_a_replaced_entry_stays_replaced_after_a_restart(sessions):
    sessions.run(*entries(TURN[0], TURN[1], Discard(0))).run()
    assert [entry.action for entry in sessions.session.entries] == [Build(1, "stone_pit", Payment()), Discard(0)]


def test_a_recognised_card_is_known_after_a_restart(sessions):
    sessions.run(*entries(TURN[0]))
    card = sessions.table.lay(0, "lumber_yard")
    sessions.run(Rename(0, "Anna")).run(*entries(TURN[1])).run()
    sessions.table.move(card, 2)
    sessions.run(*entries(TURN[2]))
    assert sessions.session.ledger.seats == {card.code: 0}
    assert sessions.session.ruling.plans == {}


def test_coins_corrected_between_two_ages_close_no_turn(table_session):
    while table_session.game.phase is not Phase.CONFLICTS:
        table_session.press(Advance())
    table_session.events.clear()
    table_session.enter(CorrectCoins(0, 7))
    assert table_session.game.cities[0].coins == 7
    assert not any(isinstance(event, TurnClosed) for event in table_session.events)


@pytest.mark.parametrize("intent", [Quit(), ShutDown(), Leave()])
def test_what_does_not_concern_a_session_changes_nothing(intent):
    session = Session(TableUmpire(CODEBOOK))
    assert press(session, intent) == (session, ())


def test_a_correction_of_the_past_books_what_was_changed_and_all_that_followed(table_session):
    table_session.table.seen = False
    table_session.enter(*TURN, Discard(0), Discard(1))
    entries = (Booked(Discard(2)), Booked(Build(0, "ore_vein")), table_session.session.entries[-1])
    session, events = correct_past(table_session.session, ChangedPast(2, entries))
    assert [type(event) for event in events] == [Undone, Booked, TurnClosed, Booked, Booked]
    assert [city.cards for city in session.game.cities] == [("lumber_yard",), ("stone_pit",), ()]
    assert session.game.to_act == (2,)
    assert session.memory.said == {(1, 1, 2), (1, 2, 0)}, "people have said nothing of what stays as it was"


def test_after_undo_and_advance_what_lies_there_counts_again_although_somebody_is_waited_for(table_session):
    for seat, card in enumerate(CARDS[:2]):
        table_session.table.lay(seat, card)
    table_session.wait(3).press(Advance()).press(Undo()).wait(5)
    table_session.press_once(Advance()).table.discard()
    assert table_session.wait(3).game.actions == (*(replace(one, pays=Payment()) for one in TURN[:2]), Discard(2))


def test_who_has_discarded_in_a_turn_that_was_undone_may_play_otherwise(table_session):
    """Somebody ends the turn too early, and undoes that; a card that lies there then counts."""
    for seat in range(2):
        table_session.table.lay(seat, CARDS[seat])
    table_session.wait(2).press_once(EndTurn((2,)))
    table_session.wait(1).press(Undo()).wait(1)
    table_session.table.lay(2, "clay_pit")
    assert table_session.wait(2).game.cities[2].cards == ("clay_pit",)
    assert table_session.session.memory.said == frozenset(), "so that the record may follow the table"


def test_after_undo_a_corrected_table_closes_the_turn_by_itself_with_its_discard(table_session):
    first = table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    table_session.table.discard()
    table_session.wait(6).press(Undo()).wait(2)
    table_session.table.take(first)
    table_session.table.lay(0, "clay_pool")
    table_session.wait(14)
    assert [(type(one.action), one.seat) for one in table_session.session.entries] == [
        (Build, 0),
        (Build, 1),
        (Discard, 2),
    ]
    assert table_session.game.cities[0].cards == ("clay_pool",)


def test_when_all_is_done_again_the_next_turn_goes_on_as_before(table_session):
    lay(table_session)
    table_session.wait(5)
    table_session.table.lay(0, "loom")
    table_session.table.lay(1, "ore_vein")
    table_session.wait(2).press(Undo()).press(Redo())
    table_session.table.discard()
    assert table_session.wait(14).game.turn == 3


def test_what_an_older_program_has_booked_against_the_rules_is_not_redone(table_session):
    table_session.enter(TURN[0]).press(Undo())
    ledger = replace(table_session.session.ledger, undone=((Booked(Build(0, "palace")),),))
    session = replace(table_session.session, ledger=ledger)
    assert press(session, Redo()) == (session, (Refused("notice.nothing_to_redo"),))
