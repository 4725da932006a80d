"""A card of this turn that is moved into another city belongs to that one, unless both show that it does not."""

from __future__ import annotations

from dataclasses import replace

from engine import Build
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
    (question,) = table_session.wait(8).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 1), "one of the two cards may be its own"
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


def test_a_card_beside_raises_no_question_about_the_rules():
    """It is the neighbour's: Rhodes has a Lumber Yard already."""
    table_session = TableSession(FOUR)
    for seat, card in enumerate(("stone_pit", "lumber_yard", "clay_pool", "ore_vein")):
        table_session.table.lay(seat, card)
    assert table_session.wait(3).closed == [(1, 1)]
    table_session.table.lay(1, "lumber_yard", copy=1)
    for seat, card in ((1, "theater"), (2, "altar"), (3, "baths")):
        table_session.table.lay(seat, card)
    assert table_session.wait(7).questions == []
    (question,) = table_session.wait(1).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 0)


def test_a_card_beside_is_not_that_of_who_has_entered_one_in_secret():
    """Rhodes has: both cards are Giza's."""
    table_session = TableSession(FOUR)
    table_session.session = replace(table_session.session, in_secret={1: Build(1, "loom")})
    for seat, card in ((0, "lumber_yard"), (0, "clay_pool"), (2, "press"), (3, "glassworks")):
        table_session.table.lay(seat, card)
    (question,) = table_session.wait(9).session.ruling.questions
    assert (question.kind, question.seat) == ("two_cards", 0)
