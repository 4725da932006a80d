"""A card of this turn that is pushed into another city: nobody knows whose it is until that city shows its own."""

from __future__ import annotations

import pytest

from display.messages.intents import Answer
from tests.device.table_session import TableSession

FOUR = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))


def cards(table_session):
    return [city.cards for city in table_session.game.cities]


def test_a_card_that_is_pushed_to_the_neighbour_is_no_sign_of_the_next_turn():
    table_session = TableSession(FOUR)
    pushed = table_session.table.lay(1, "lumber_yard")
    table_session.table.lay(2, "ore_vein")
    table_session.table.lay(3, "clay_pool")
    table_session.wait(4)
    pushed = table_session.table.move(pushed, 2)
    assert table_session.wait(4).questions == ["two_cards"]
    assert table_session.closed == []
    table_session.table.move(pushed, 1)
    assert table_session.wait(4).questions == []
    table_session.table.lay(0, "stone_pit")
    table_session.wait(4)
    assert table_session.closed == [(1, 1)]
    assert cards(table_session) == [
        ("stone_pit",),
        ("lumber_yard",),
        ("ore_vein",),
        ("clay_pool",),
    ]


@pytest.mark.parametrize("answer", ["here", "put back"])
def test_whose_a_card_is_that_was_pushed_to_somebody_who_discards_is_asked(answer):
    table_session = TableSession(FOUR)
    pushed = table_session.table.lay(1, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    table_session.table.lay(3, "clay_pool")
    table_session.wait(10)
    pushed = table_session.table.move(pushed, 2)
    table_session.table.discard()
    table_session.wait(10)
    assert (table_session.closed, table_session.questions) == ([], ["unsure_place"])
    if answer == "put back":
        table_session.table.move(pushed, 1)
        assert cards(table_session.wait(2)) == [("stone_pit",), ("lumber_yard",), (), ("clay_pool",)]
        return
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index(answer)))
    assert cards(table_session) == [("stone_pit",), (), ("lumber_yard",), ("clay_pool",)]


def test_a_card_that_is_moved_soon_is_put_right_although_the_first_city_discards():
    table_session = TableSession(FOUR)
    wrong = table_session.table.lay(1, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    table_session.table.lay(3, "clay_pool")
    table_session.wait(4)
    table_session.table.move(wrong, 2)
    table_session.table.discard()
    table_session.wait(4)
    assert cards(table_session) == [("stone_pit",), (), ("lumber_yard",), ("clay_pool",)]
    assert table_session.questions == []


def test_a_card_that_is_put_right_is_booked_once_both_have_played():
    table_session = TableSession(FOUR)
    wrong = table_session.table.lay(1, "lumber_yard")
    table_session.table.lay(2, "clay_pool")
    table_session.table.lay(3, "ore_vein")
    table_session.wait(2)
    table_session.table.move(wrong, 0)
    table_session.wait(1)
    table_session.table.lay(1, "stone_pit")
    assert table_session.wait(4).questions == []
    assert cards(table_session) == [
        ("lumber_yard",),
        ("stone_pit",),
        ("clay_pool",),
        ("ore_vein",),
    ]
