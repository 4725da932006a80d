"""UNDO and REDO: step by step, over ages, after a restart."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.messages.events import ConflictsResolved, Redone, TurnClosed, Undone
from device.messages.intents import Advance, Enter, Redo, Rename, Undo, UndoTo
from device.session.looking import look
from device.session.pressing import press
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import Build, CorrectCoins, Discard, Payment, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
CARDS = ("lumber_yard", "stone_pit", "clay_pool")
FIRST = (Discard(0), Build(1, "ore_vein"), Discard(2))
"""A first turn after which the first seat can buy what a stage of Halicarnassus costs."""
TURN = tuple(Build(seat, card) for seat, card in enumerate(CARDS))


@pytest.fixture
def night():
    return TableSession(WONDERS)


def lay(night):
    for seat, card in enumerate(CARDS):
        night.table.lay(seat, card)
    return night.wait(3)


def test_undo_takes_back_the_last_entry_of_the_open_turn(night):
    night.enter(TURN[0], TURN[1]).press(Undo())
    assert night.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert night.events[-1] == Undone(1)


def test_undo_after_the_last_entry_of_a_turn_takes_only_that_back(night):
    night.enter(*TURN).press(Undo())
    assert (night.game.turn, night.game.to_act) == (1, (2,))


def test_undo_takes_back_corrected_coins(night):
    night.enter(CorrectCoins(0, 9)).press(Undo())
    assert night.game.cities[0].coins == 3


def test_undo_of_a_turn_that_was_seen_leaves_what_was_entered_for_it(night):
    night.enter(TURN[0])
    night.table.lay(1, "stone_pit")
    night.table.lay(2, "clay_pool")
    night.wait(3).press(Undo())
    assert (night.game.turn, night.game.to_act) == (1, (1, 2))
    assert night.wait(10).game.turn == 1  # what lies there still is not booked by itself
    assert night.press(Undo()).game.actions == ()


def test_undo_while_a_card_of_the_discard_pile_is_chosen_takes_back_the_turn_that_brought_the_choice():
    night = TableSession([("halicarnassus", "B"), *WONDERS[1:]]).jump(3, builds=FIRST)
    night.table.stage(0, 1)
    night.table.lay(1, "stone_pit")
    night.table.lay(2, "clay_pool")
    assert night.wait(3).game.phase is Phase.FROM_DISCARD
    night.press(Undo())
    assert (night.game.phase, night.game.turn, len(night.game.actions)) == (Phase.TURN, 3, 6)
    assert night.press(Redo()).game.phase is Phase.FROM_DISCARD


def test_an_entry_after_undo_lets_the_turn_close(night):
    lay(night).press(Undo())
    assert night.wait(5).game.actions == ()
    night.enter(Build(0, "ore_vein"))
    assert night.game.turn == 1  # its lumber yard still lies there
    night.table.items.pop(0)
    assert night.wait(2).game.cities[0].cards == ("ore_vein",)
    assert night.game.turn == 2


def test_redo_books_again_what_was_taken_back(night):
    lay(night)
    before, before_step = night.game, night.session.entries
    night.press(Undo()).press(Redo())
    assert night.game == before
    assert night.wait(10).game == before
    assert [event for event in night.events if isinstance(event, Redone)] == [Redone(0, before_step)]


def test_redo_goes_forward_as_undo_went_back_over_ages_and_conflicts(night):
    games = [night.game]
    while night.game.age < 3:
        night.press(Advance())
        games.append(night.game)
    for game in games[-2::-1]:
        assert night.press(Undo()).game == game
    for game in games[1:]:
        assert night.press(Redo()).game == game
    assert len([event for event in night.events if isinstance(event, ConflictsResolved)]) == 4
    assert night.press(Redo()).events[-1].key == "notice.nothing_to_redo"


def test_what_was_taken_back_is_gone_when_something_new_is_booked(night):
    night.enter(*TURN[:2]).press(Undo()).enter(Discard(1))
    assert night.press(Redo()).events[-1].key == "notice.nothing_to_redo"
    assert night.game.pending[1] == Discard(1)


def test_cards_of_a_turn_taken_back_are_not_booked_while_an_earlier_one_is_brought_back(night):
    lay(night)
    for seat, card in enumerate(("ore_vein", "loom", "press")):
        night.table.lay(seat, card)
    night.wait(3)
    assert night.game.turn == 3
    night.press(Undo()).press(Undo()).press(Redo()).wait(10)
    assert night.game.turn == 2
    assert night.press(Redo()).wait(10).game.turn == 3
    assert [len(city.cards) for city in night.game.cities] == [2, 2, 2]


def test_back_to_a_point_and_forward_again_step_by_step(night):
    for _ in range(4):
        night.press(Advance())
    night.press(UndoTo(3))
    assert (night.game.turn, len(night.game.actions)) == (2, 3)
    assert [night.press(Redo()).game.turn for _ in range(3)] == [3, 4, 5]


def test_back_to_a_point_that_is_no_point(night):
    night.press(Advance())
    for actions in (-1, 3, 99):
        assert night.press(UndoTo(actions)).events[-1].key == "notice.nothing_to_undo"


def test_after_the_end_the_last_conflicts_can_be_taken_back(night):
    while night.game.phase is not Phase.OVER:
        night.press(Advance())
    assert night.press(Undo()).game.phase is Phase.CONFLICTS
    assert night.press(Redo()).game.phase is Phase.OVER


class Evenings:
    """An appliance that is killed and started again, with what its journal kept."""

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
    return Evenings(tmp_path).run(Advance())


def entries(*actions):
    return tuple(Enter(action) for action in actions)


def test_an_entry_survives_a_pulled_plug(sessions):
    sessions.run(*entries(TURN[0])).run()
    assert sessions.session.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert sessions.session.entries[0].hand


def test_undo_and_redo_go_on_after_a_restart(sessions):
    whole = sessions.run(*entries(*TURN)).session
    assert sessions.run(Undo()).run(Undo()).session.game.to_act == (1, 2)
    assert sessions.run().session.ledger.undone != ()
    again = sessions.run(Redo()).run(Redo()).session
    assert (again.game, again.ledger.entries, again.ledger.undone) == (whole.game, whole.ledger.entries, ())


def test_what_lies_there_after_a_restart_is_not_booked_again_though_it_is_seen_late(sessions):
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


def test_what_is_booked_after_a_restart_ends_redo(sessions):
    sessions.run(*entries(*TURN[:2]), Undo()).run(*entries(Discard(1))).run()
    assert sessions.session.ledger.undone == ()
    assert sessions.session.game.pending[1] == Discard(1)


def test_an_entry_that_was_replaced_is_replaced_after_a_restart(sessions):
    sessions.run(*entries(TURN[0], TURN[1], Discard(0))).run()
    assert [entry.action for entry in sessions.session.entries] == [Build(1, "stone_pit", Payment()), Discard(0)]


def test_a_card_that_was_recognised_is_known_after_a_restart(sessions):
    sessions.run(*entries(TURN[0]))
    card = sessions.table.lay(0, "lumber_yard")
    sessions.run(Rename(0, "Anna")).run(*entries(TURN[1])).run()
    sessions.table.move(card, 2)
    sessions.run(*entries(TURN[2]))
    assert sessions.session.booked == {card.code: 0}
    assert sessions.session.ruling.plans == {}


def test_coins_corrected_between_two_ages_close_no_turn(night):
    while night.game.phase is not Phase.CONFLICTS:
        night.press(Advance())
    night.events.clear()
    night.enter(CorrectCoins(0, 7))
    assert night.game.cities[0].coins == 7
    assert not any(isinstance(event, TurnClosed) for event in night.events)
