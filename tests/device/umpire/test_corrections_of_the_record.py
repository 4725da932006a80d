"""The table says something else than the record: what is corrected, and what is only said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.events import STORED, Booked, Corrected, event_from_row, event_to_row
from device.messages.intents import Advance, ChangePast, Choose, Redo, Undo
from device.session.restoring import restore
from device.umpire.manual_entry import exchanged_copies
from display.words import Words
from engine import RULINGS, Build, Payment
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable, code_of

SEATS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))
WORDS = Words()


class ChangedCard(TableSession):
    """Alexandria has discarded; when the turn has closed, Rhodes takes Clay Pit back and lays Timber Yard."""

    def __init__(self):
        super().__init__(SEATS)
        self.table.lay(0, "lumber_yard")
        clay_pit = self.table.lay(1, "clay_pit")
        self.table.lay(3, "ore_vein")
        self.table.discard()
        self.wait(5)
        assert self.closed == [(1, 1)]
        self.table.items[self.table.items.index(clay_pit)] = replace(clay_pit, covered=True)
        self.wait(1).table.items = [item for item in self.table.items if item.track != clay_pit.track]
        self.table.lay(1, "timber_yard")
        self.wait(10)


def cities(table_session):
    return [city.cards for city in table_session.game.cities]


def corrections(table_session):
    return [event.changes for event in table_session.events if isinstance(event, Corrected)]


RIGHT = [("lumber_yard",), ("timber_yard",), (), ("ore_vein",)]


def test_the_record_follows_a_changed_card_and_says_so():
    table_session = ChangedCard()
    assert cities(table_session) == RIGHT
    (changes,) = corrections(table_session)
    assert WORDS.changes(changes) == "Turn 1: Rhodes built Timber Yard, not Clay Pit."
    (notice,) = table_session.session.ruling.notices
    assert (notice.key, notice.placeholders) == ("notice.corrected", {"changes": changes})
    assert table_session.questions == []


def test_a_correction_is_shown_for_half_a_minute():
    table_session = ChangedCard()
    assert table_session.wait(15).session.ruling.notices != ()
    assert table_session.wait(20).session.ruling.notices == ()


def test_undo_and_redo_work_after_a_correction():
    table_session = ChangedCard()
    table_session.press(Undo())
    assert cities(table_session) == [()] * 4
    assert cities(table_session.wait(10)) == [()] * 4, "what lies there is not recorded again by itself"
    table_session.press(Redo())
    assert cities(table_session.wait(30)) == RIGHT
    assert table_session.questions == []


def test_the_journal_restores_a_corrected_ledger():
    table_session = ChangedCard()
    events = [event_from_row(*event_to_row(event)) for event in table_session.events if isinstance(event, STORED)]
    game, ledger = restore(SEATS, {"rulings": RULINGS}, events)
    assert [city.cards for city in game.cities] == RIGHT
    assert ledger.entries == table_session.session.entries


def test_a_turn_that_somebody_has_ended_stays_as_it_was_ended():
    """Who is said to have discarded keeps that, although a card lies there later: it is for the next turn."""
    table_session = TableSession(SEATS)
    for seat, card in ((0, "lumber_yard"), (1, "clay_pit"), (3, "ore_vein")):
        table_session.table.lay(seat, card)
    table_session.wait(2).press(Advance()).wait(5)
    table_session.table.lay(2, "baths")
    table_session.wait(20)
    assert cities(table_session) == [("lumber_yard",), ("clay_pit",), (), ("ore_vein",)]
    assert corrections(table_session) == []


class CardInAnotherCity(TableSession):
    """A table where Lumber Yard was built by Giza, as booked, and lies in the city of Rhodes since."""

    def __init__(self, on_the_mat=0):
        super().__init__(SEATS)
        for _ in range(on_the_mat):
            self.table.discard()
        card = self.table.lay(0, "lumber_yard")
        for seat, name in enumerate(("stone_pit", "clay_pool", "ore_vein"), 1):
            self.table.lay(seat, name)
        self.wait(30)
        self.moved = self.table.move(card, 1)


@pytest.fixture
def pushed():
    return CardInAnotherCity()


def test_a_card_in_the_neighbours_city_raises_no_question_and_stays_in_the_record(pushed):
    pushed.wait(60)
    assert (pushed.questions, corrections(pushed)) == ([], [])
    assert [notice.key for notice in pushed.session.ruling.notices] == ["notice.card_moved"]


def each_in_the_others_city(first, second, *, copy=False):
    """Two cards were built, and lie in each other's cities now."""
    swapped = TableSession(SEATS)
    swapped.first, swapped.second = swapped.table.lay(0, first), swapped.table.lay(1, second, copy=copy)
    swapped.table.lay(2, "clay_pool")
    swapped.table.lay(3, "baths")
    swapped.wait(30)
    swapped.table.move(swapped.first, 1)
    swapped.table.move(swapped.second, 0)
    return swapped.wait(40)


def test_copies_of_a_card_that_lie_in_each_others_cities_are_no_contradiction():
    """Each city has its Ore Vein: which of the two stickers it is does not matter."""
    swapped = each_in_the_others_city("ore_vein", "ore_vein", copy=True)
    assert swapped.questions == []
    assert swapped.session.ruling.notices == ()
    assert cities(swapped) == [("ore_vein",), ("ore_vein",), ("clay_pool",), ("baths",)]
    stored = [event for event in swapped.events if isinstance(event, STORED)]
    _, ledger = restore(SEATS, {"rulings": RULINGS}, [event_from_row(*event_to_row(event)) for event in stored])
    assert [entry.code for entry in ledger.entries[:2]] == [swapped.second.code, swapped.first.code]


def test_the_game_goes_on_while_a_card_lies_in_the_neighbours_city(pushed):
    for seat, card in enumerate(("ore_vein", "theater", "altar", "baths")):
        pushed.wait(5).table.lay(seat, card, copy=seat == 0)
    assert pushed.wait(5).closed == [(1, 1), (1, 2)]


def test_two_cards_that_change_places_were_built_the_other_way_round():
    swapped = each_in_the_others_city("ore_vein", "altar")
    assert cities(swapped) == [("altar",), ("ore_vein",), ("clay_pool",), ("baths",)]
    assert len(corrections(swapped)) == 1
    assert (swapped.questions, swapped.session.ruling.notices) == ([], ())


def test_cards_of_two_ages_with_one_name_are_no_copies():
    """The back of what was built from the discard pile would be another one."""
    looms = {code_of("loom", age): seat for seat, age in enumerate((1, 2))}
    table = FakeTable(SEATS)
    for code, seat in looms.items():
        table.front(1 - seat, code)
    entries = [Booked(Build(seat, "loom"), code) for code, seat in looms.items()]
    assert exchanged_copies(entries, looms, table.scene(10), CODEBOOK) == ()


@pytest.mark.parametrize("changed", ["corrected", "undone and done again"])
def test_the_payment_that_was_chosen_for_an_open_turn_stays(changed):
    """Giza pays the right neighbour, although both sell the same."""
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    for seat, card in enumerate(("altar", "clay_pool", "clay_pit")):
        table_session.table.lay(seat, card)
    table_session.wait(2)
    for seat, card in ((1, "ore_vein"), (2, "loom")):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    table_session.wait(3).table.lay(0, "guard_tower")
    table_session.wait(1.5).press(Choose(0, 1))
    if changed == "corrected":
        table_session.press(ChangePast(3, Build(0, "theater")))
    else:
        table_session.press(Undo()).press(Redo())
    for seat, card in ((1, "east_trading_post"), (2, "press")):
        table_session.table.lay(seat, card)
    table_session.wait(3)
    assert table_session.game.actions[-3] == Build(0, "guard_tower", pays=Payment(right=2))
