"""UNDO and REDO: step by step, over ages, after a restart."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.appliance import Appliance
from device.commands.parts import resumed
from device.evening import Evening
from device.events import BroughtBack, Fought, TakenBack
from device.journal import Journal
from device.umpire import Umpire
from display.model import Advance, Enter, Redo, Rename, Undo, UndoTo
from engine import Build, CorrectCoins, Discard, Payment, Phase
from tests.device.nights import Night
from tests.device.tables import CODEBOOK, MadeTable

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
CARDS = ("lumber_yard", "stone_pit", "clay_pool")
TURN = tuple(Build(seat, card) for seat, card in enumerate(CARDS))


@pytest.fixture
def night():
    return Night(WONDERS)


def lay(night):
    for seat, card in enumerate(CARDS):
        night.table.lay(seat, card)
    return night.wait(3)


def test_undo_takes_back_the_last_entry_of_the_open_turn(night):
    night.enter(TURN[0], TURN[1]).press(Undo())
    assert night.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert night.events[-1] == TakenBack(1)


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
    before = night.game
    night.press(Undo()).press(Redo())
    assert night.game == before
    assert night.wait(10).game == before
    assert [event for event in night.events if isinstance(event, BroughtBack)] == [BroughtBack(0)]


def test_redo_goes_forward_as_undo_went_back_over_ages_and_conflicts(night):
    games = [night.game]
    while night.game.age < 3:
        night.press(Advance())
        games.append(night.game)
    for game in games[-2::-1]:
        assert night.press(Undo()).game == game
    for game in games[1:]:
        assert night.press(Redo()).game == game
    assert len([event for event in night.events if isinstance(event, Fought)]) == 4
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
        self.table = MadeTable(list(WONDERS))
        self.appliance = None

    def run(self, *intents):
        with closing(Journal(self.path)) as journal:
            evening, game_id = Evening(Umpire(CODEBOOK)), journal.open_game()
            if game_id is not None:
                evening = resumed(evening, journal, game_id)
            self.appliance = Appliance(None, evening, journal=journal, game_id=game_id)
            self.appliance._take(evening.look(self.table.scene(1)))
            for intent in intents:
                self.appliance.press(intent)
        return self

    @property
    def evening(self):
        return self.appliance.evening


@pytest.fixture
def evenings(tmp_path):
    return Evenings(tmp_path).run(Advance())


def entries(*actions):
    return tuple(Enter(action) for action in actions)


def test_an_entry_survives_a_pulled_plug(evenings):
    evenings.run(*entries(TURN[0])).run()
    assert evenings.evening.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert evenings.evening.entries[0].hand


def test_undo_and_redo_go_on_after_a_restart(evenings):
    whole = evenings.run(*entries(*TURN)).evening
    assert evenings.run(Undo()).run(Undo()).evening.game.to_act == (1, 2)
    assert evenings.run().evening.ledger.undone != ()
    again = evenings.run(Redo()).run(Redo()).evening
    assert (again.game, again.ledger.entries, again.ledger.undone) == (whole.game, whole.ledger.entries, ())


def test_what_lies_there_after_a_restart_is_not_booked_again_though_it_is_seen_late(evenings):
    for seat, card in enumerate(CARDS):
        evenings.table.lay(seat, card)
    evenings.run(Advance()).run()
    with closing(Journal(evenings.path)) as journal:
        evening, _ = resumed(Evening(Umpire(CODEBOOK)), journal, 1).press(Undo())
    cards, evenings.table.items = evenings.table.items, []
    for card in (None, *cards):
        evenings.table.items += [card] if card else []
        evening, _ = evening.look(evenings.table.scene(0.3))
    for _ in range(20):
        evening, _ = evening.look(evenings.table.scene(1.0))
    assert evening.game.actions == ()


def test_what_is_booked_after_a_restart_ends_redo(evenings):
    evenings.run(*entries(*TURN[:2]), Undo()).run(*entries(Discard(1))).run()
    assert evenings.evening.ledger.undone == ()
    assert evenings.evening.game.pending[1] == Discard(1)


def test_an_entry_that_was_replaced_is_replaced_after_a_restart(evenings):
    evenings.run(*entries(TURN[0], TURN[1], Discard(0))).run()
    assert [entry.action for entry in evenings.evening.entries] == [Build(1, "stone_pit", Payment()), Discard(0)]


def test_a_card_that_was_recognised_is_known_after_a_restart(evenings):
    evenings.run(*entries(TURN[0]))
    card = evenings.table.lay(0, "lumber_yard")
    evenings.run(Rename(0, "Anna")).run(*entries(TURN[1])).run()
    evenings.table.move(card, 2)
    evenings.run(*entries(TURN[2]))
    assert evenings.evening.booked == {card.code: 0}
    assert evenings.evening.ruling.plans == {}
