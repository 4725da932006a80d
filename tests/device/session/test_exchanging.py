"""A card that is exchanged just after its turn has closed by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.events import Undone
from device.messages.intents import Undo
from engine import Build
from tests.device.table_session import TableSession

THREE = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


@pytest.fixture
def closed():
    """The first turn has closed; the last card was Clay Pit in Alexandria."""
    session = TableSession(THREE)
    session.table.lay(0, "lumber_yard")
    session.table.lay(1, "stone_pit")
    session.last = session.table.lay(2, "clay_pit")
    session.wait(1.5)
    assert session.closed == [(1, 1)]
    return session


def cards(session):
    return [city.cards for city in session.game.cities]


def lay_at(session, seat, card, place):
    item = session.table.lay(seat, card)
    session.table.items[-1] = replace(item, x=place.x + 3, y=place.y)
    return session.table.items[-1]


def take_by_hand(session, item):
    at = session.table.items.index(item)
    session.table.items[at] = replace(item, covered=True)
    session.wait(1)
    session.table.items.pop(at)


def test_a_card_laid_in_the_place_of_the_last_one_replaces_it(closed):
    closed.table.take(closed.last)
    closed.wait(1)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(4)
    assert cards(closed) == [("lumber_yard",), ("stone_pit",), ("timber_yard",)]
    assert closed.questions == []
    assert any(isinstance(event, Undone) for event in closed.events)


def test_a_card_taken_by_a_hand_is_replaced_by_one_laid_elsewhere_in_the_city(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(4)
    assert cards(closed)[2] == ("timber_yard",)


def test_a_card_that_is_not_seen_any_more_stays_in_the_ledger_if_no_hand_took_it(closed):
    closed.table.take(closed.last)
    closed.wait(1)
    closed.table.lay(2, "timber_yard")
    closed.wait(10)
    assert cards(closed)[2] == ("clay_pit",)


def test_a_city_that_is_tidied_is_not_exchanged(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(0.5)
    closed.table.items.append(replace(closed.last, x=closed.last.x + 80, since=closed.table.now))
    closed.wait(6)
    assert cards(closed)[2] == ("clay_pit",)


def test_a_card_that_was_only_hidden_is_put_back(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(4)
    assert cards(closed)[2] == ("timber_yard",)
    closed.table.items.append(closed.last)
    closed.wait(1)
    assert cards(closed)[2] == ("clay_pit",)
    assert closed.session.ruling.plans[2].card == "timber_yard"


def test_nothing_is_exchanged_after_an_undo(closed):
    closed.press(Undo())
    closed.table.take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(1)
    assert not any(isinstance(action, Build) and action.card == "clay_pit" for action in closed.game.actions)
