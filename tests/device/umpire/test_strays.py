"""A card of this turn that is pushed into another city: nobody knows whose it is until that city shows its own."""

from __future__ import annotations

from device.messages.intents import Advance
from tests.device.table_session import TableSession

FOUR = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))


def cards(night):
    return [city.cards for city in night.game.cities]


def test_a_card_that_is_pushed_to_the_neighbour_is_no_sign_of_the_next_turn():
    night = TableSession(FOUR)
    pushed = night.table.lay(1, "lumber_yard")
    night.table.lay(2, "ore_vein")
    night.table.lay(3, "clay_pool")
    night.wait(4)
    pushed = night.table.move(pushed, 2)
    assert night.wait(4).questions == ["two_cards"]
    assert night.closed == []
    night.table.move(pushed, 1)
    assert night.wait(4).questions == []
    night.table.lay(0, "stone_pit")
    night.wait(4)
    assert night.closed == [(1, 1)]
    assert cards(night) == [
        ("stone_pit",),
        ("lumber_yard",),
        ("ore_vein",),
        ("clay_pool",),
    ]


def test_a_card_that_is_pushed_to_somebody_who_discards_is_booked_there_only_by_advance():
    night = TableSession(FOUR)
    pushed = night.table.lay(1, "lumber_yard")
    night.table.lay(0, "stone_pit")
    night.table.lay(3, "clay_pool")
    night.wait(4)
    night.table.move(pushed, 2)
    night.table.discard()
    night.wait(10)
    assert night.closed == []
    night.press(Advance())
    night.press(Advance())
    assert cards(night) == [("stone_pit",), (), ("lumber_yard",), ("clay_pool",)]


def test_a_card_that_is_put_right_is_booked_once_both_have_played():
    night = TableSession(FOUR)
    wrong = night.table.lay(1, "lumber_yard")
    night.table.lay(2, "clay_pool")
    night.table.lay(3, "ore_vein")
    night.wait(2)
    night.table.move(wrong, 0)
    night.wait(1)
    night.table.lay(1, "stone_pit")
    assert night.wait(4).questions == []
    assert cards(night) == [
        ("lumber_yard",),
        ("stone_pit",),
        ("clay_pool",),
        ("ore_vein",),
    ]
