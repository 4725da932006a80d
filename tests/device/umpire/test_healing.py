"""A ledger that contradicts the table: what is found, what is asked, and what is corrected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.changed_past import changed_past
from device.session.restoring import restore
from device.umpire.ruling import Reread
from device.umpire.table import UNCLEAR
from display.messages.events import Asked, Booked, Undone, event_from_row, event_to_row
from display.messages.intents import Advance, Answer, ChangePast, Choose, Redo, Undo
from display.words import Words
from engine import RULINGS, Build, Payment
from tests.device.table_session import TableSession
from tests.device.tables import code_of

SEATS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))
WORDS = Words()


class Doubtful(TableSession):
    """A table at which Rhodes seems to have built Timber Yard, and Alexandria a card, though not clearly so."""

    def __init__(self):
        super().__init__(SEATS)
        for seat, card in enumerate(("lumber_yard", "clay_pit", None, "ore_vein")):
            if card:
                self.table.lay(seat, card)
            else:
                self.table.discard()
        assert self.wait(4).closed == [(1, 1)]
        entries = self.session.entries
        changes = {
            1: replace(entries[1], action=Build(1, "timber_yard"), code=code_of("timber_yard")),
            2: replace(entries[2], action=Build(2, "clay_pool"), code=code_of("clay_pool")),
        }
        found = changed_past(self.game, entries, changes)
        now = self.table.now
        doubt = Reread(now, entries, (), found, wrong_since=now - 30, since=now - 30)
        self.session = self.session.remember(reread=doubt)
        self.wait(0.5)

    @property
    def asked(self):
        (question,) = self.session.ruling.questions
        return question


def cities(table_session):
    return [city.cards for city in table_session.game.cities]


RIGHT = [("lumber_yard",), ("timber_yard",), ("clay_pool",), ("ore_vein",)]


def test_the_question_says_what_seems_to_have_happened_and_advance_takes_it():
    table_session = Doubtful()
    assert table_session.questions == ["correct_past"]
    assert WORDS.question(table_session.asked.kind, table_session.asked.placeholders) == (
        "Turn 1: Rhodes built Timber Yard, not Clay Pit; Alexandria built Clay Pool, did not discard. Correct this?"
    )
    table_session.press(Advance())
    assert cities(table_session) == RIGHT
    assert table_session.wait(30).questions == []
    assert table_session.game.turn == 2


def test_the_game_goes_on_while_nobody_answers():
    table_session = Doubtful()
    for seat, card in enumerate(("stone_pit", "theater", "altar", "baths")):
        table_session.table.lay(seat, card)
    assert table_session.wait(1.2).closed == [(1, 1), (1, 2)]
    assert table_session.questions == [], "it was about an older record"


def test_what_is_asked_before_a_turn_closes_and_after_it_is_announced_once():
    table_session = Doubtful()
    for seat, card in enumerate(("stone_pit", "theater", "altar", "baths")):
        table_session.table.lay(seat, card)
    while table_session.game.turn == 2:
        doubt = table_session.session.memory.reread
        table_session.wait(0.5)
    doubt = replace(doubt, time=table_session.table.now, entries=table_session.session.entries)
    table_session.session = table_session.session.remember(reread=doubt)
    assert table_session.wait(0.5).questions == ["correct_past"]
    announced = [event.question.kind for event in table_session.events if isinstance(event, Asked)]
    assert announced == ["correct_past"]


def test_after_an_undo_nobody_is_asked_about_what_seemed_wrong_before_it_even_if_the_same_is_entered_again():
    table_session = Doubtful()
    doubt = table_session.session.memory.reread
    table_session.enter(Build(0, "stone_pit"))
    doubt = replace(doubt, entries=table_session.session.entries)
    table_session.session = table_session.session.remember(reread=doubt)
    assert table_session.wait(0.5).questions == ["correct_past"]
    assert table_session.press(Undo()).enter(Build(0, "stone_pit")).questions == []


@pytest.mark.parametrize(("clearly", "closed"), [(True, [(1, 1)]), (False, [(1, 1), (1, 2)])])
def test_nothing_is_recorded_while_the_record_is_about_to_follow_the_table(clearly, closed):
    table_session = Doubtful()
    for seat, card in enumerate(("stone_pit", "theater", "altar", "baths")):
        table_session.table.lay(seat, card)
    now = table_session.table.now
    reread = replace(table_session.session.memory.reread, time=now, clearly=clearly, wrong_since=now)
    table_session.session = table_session.session.remember(reread=reread)
    assert table_session.wait(1).closed == closed
    assert table_session.wait(3).closed[-1] == (1, 2)


def test_coins_are_counted_again():
    table_session = Doubtful()
    before = [city.coins for city in table_session.game.cities]
    table_session.press(Advance())
    after = [city.coins for city in table_session.game.cities]
    assert before[2] - after[2] == 3, "no coins for the discard"


def test_what_is_left_as_it_is_stands_whatever_the_table_shows():
    table_session = Doubtful()
    wrong = cities(table_session)
    table_session.press(Answer(table_session.asked, 1))
    assert table_session.questions == [], "it is not asked again until the age is read anew"
    assert table_session.session.memory.said == {(1, 1, 1), (1, 1, 2)}
    assert table_session.wait(60).questions == []
    assert cities(table_session) == wrong


def test_undo_and_redo_work_after_a_correction():
    table_session = Doubtful().press(Advance())
    table_session.press(Undo())
    assert cities(table_session) == [()] * 4
    table_session.press(Redo())
    assert cities(table_session) == RIGHT
    assert table_session.wait(30).questions == []


def test_the_journal_restores_a_corrected_ledger():
    table_session = Doubtful().press(Advance())
    stored = [event for event in table_session.events if isinstance(event, (Booked, Undone))]
    events = [event_from_row(*event_to_row(event)) for event in stored]
    game, ledger, *_ = restore(SEATS, {"rulings": RULINGS}, events)
    assert [city.cards for city in game.cities] == RIGHT
    assert ledger.entries == table_session.session.entries


def test_a_card_in_the_neighbours_city_is_named_and_raises_no_question():
    table_session = TableSession(SEATS)
    card = table_session.table.lay(0, "lumber_yard")
    for seat, name in enumerate(("stone_pit", "clay_pool", "ore_vein"), 1):
        table_session.table.lay(seat, name)
    table_session.wait(30).table.move(card, 1)
    table_session.wait(60)
    assert table_session.questions == []
    assert [notice.key for notice in table_session.session.ruling.notices] == ["notice.card_moved"]
    assert cities(table_session)[:2] == [("lumber_yard",), ("stone_pit",)]


def each_in_the_others_city(first, second, *, after, copy=False):
    """Two cards were built, and hands took them to each other's cities so many seconds later; people play on."""
    swapped = TableSession(SEATS)
    table = swapped.table
    items = [table.lay(0, first), table.lay(1, second, copy=copy)]
    table.lay(2, "clay_pool")
    table.lay(3, "baths")
    swapped.wait(after)
    for item in items:
        table.items[table.items.index(item)] = replace(item, covered=True)
    swapped.wait(1)
    for seat, item in enumerate(items):
        table.move(item, 1 - seat)
    swapped.wait(1)
    for seat, card in enumerate(("stone_pit", "theater", "loom", "glassworks")):
        table.lay(seat, card)
    return swapped.wait(30)


def test_copies_of_a_card_that_lie_in_each_others_cities_are_named():
    """Nothing is asked: each city has its Ore Vein, whichever of the two it is."""
    swapped = each_in_the_others_city("ore_vein", "ore_vein", after=30, copy=True)
    assert [notice.key for notice in swapped.session.ruling.notices] == 2 * ["notice.card_moved"]
    assert swapped.questions == []


def test_the_record_follows_two_cards_that_were_swapped_just_after_they_were_laid():
    swapped = each_in_the_others_city("ore_vein", "altar", after=3)
    assert cities(swapped)[:2] == [("altar", "stone_pit"), ("ore_vein", "theater")]
    assert {notice.seat for notice in swapped.session.ruling.notices if notice.key == UNCLEAR} == {0, 1}


def test_two_cards_that_lie_in_each_others_cities_later_are_named():
    swapped = each_in_the_others_city("ore_vein", "altar", after=30)
    assert [notice.key for notice in swapped.session.ruling.notices] == 2 * ["notice.card_moved"]
    assert cities(swapped)[:2] == [("ore_vein", "stone_pit"), ("altar", "theater")]
    assert swapped.questions == []


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
