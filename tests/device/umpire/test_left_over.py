"""Cards on the discard mat that are neither booked as discards nor left over at the end of an age."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.contradictions import DISCARDS_NOT_RECORDED
from display.messages.intents import ChangePast, Redo, Undo
from engine import Build, Discard, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]
LAST = ("lumber_yard", "stone_pit", "clay_pool")


def notices(session):
    return [notice.key for notice in session.session.ruling.notices]


def lay(session, *cards):
    for seat, card in enumerate(cards):
        session.table.lay(seat, card)
    return session.wait(2)


def discard(session, count, **how):
    for _ in range(count):
        session.table.discard(**how)
        session.wait(1)
    return session


@pytest.fixture
def sixth():
    """The sixth turn of the first age is open."""
    return TableSession(WONDERS).jump(6)


@pytest.mark.parametrize(("left_over", "said"), [(2, []), (3, []), (4, [DISCARDS_NOT_RECORDED])])
def test_more_cards_than_are_left_over_are_said_in_the_next_age(sixth, left_over, said):
    discard(lay(sixth, *LAST).wait(5), left_over)
    assert sixth.game.age == 2
    assert notices(sixth.wait(15)) == []
    assert notices(sixth.wait(8)) == said


def test_the_card_too_many_may_be_taken_away(sixth):
    discard(lay(sixth, *LAST).wait(5), 4).wait(22)
    assert notices(sixth) == [DISCARDS_NOT_RECORDED]
    sixth.table.take(sixth.table.items[-1])
    assert notices(sixth.wait(2)) == []


def test_a_past_discard_that_is_corrected_explains_it(sixth):
    discard(lay(sixth, *LAST).wait(5), 4).wait(22)
    assert notices(sixth) == [DISCARDS_NOT_RECORDED]
    sixth.press(ChangePast(len(sixth.session.entries) - 2, Discard(2))).wait(2)
    assert DISCARDS_NOT_RECORDED not in notices(sixth)


@pytest.mark.parametrize("changed", ["", "undone and done again", "corrected"])
def test_a_card_too_many_in_an_earlier_turn_is_said_after_the_age(changed):
    """Coins hide it meanwhile, and the ledger is changed."""
    session = TableSession(WONDERS).jump(5)
    more = session.table.discard()
    lay(session, *LAST).wait(8)
    session.table.items[session.table.items.index(more)] = replace(more, unseen_since=session.table.now)
    if changed == "corrected":
        session.press(ChangePast(2, Build(2, "theater")))
    elif changed:
        session.press(Undo()).press(Redo())
    discard(lay(session, "ore_vein", "baths", "loom").wait(5), 3).wait(22)
    assert (session.game.age, notices(session)) == (2, [DISCARDS_NOT_RECORDED])


def test_it_is_said_until_the_second_turn_of_the_next_age_has_closed(sixth):
    discard(lay(sixth, *LAST).wait(5), 3)
    discard(sixth, 1)
    said = []
    for _ in range(2):
        sixth.enter(*(Discard(seat) for seat in range(3))).wait(10)
        said.append((sixth.closed[-1], notices(sixth)))
    assert said == [((2, 1), [DISCARDS_NOT_RECORDED]), ((2, 2), [])]


def test_discards_of_the_sixth_turn_are_no_cards_too_many(sixth):
    sixth.table.lay(0, "lumber_yard")
    sixth.table.lay(1, "stone_pit")
    discard(sixth, 4).wait(25)
    assert (sixth.game.age, notices(sixth)) == (2, [])


@pytest.mark.parametrize("left_over", [2, 3])
def test_whoever_plays_the_seventh_card_leaves_none_over(left_over):
    session = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    lay(session, *LAST)
    session.table.lay(0, "loom")
    discard(session.wait(8), left_over).wait(22)
    assert (session.game.age, notices(session)) == (2, [DISCARDS_NOT_RECORDED] if left_over > 2 else [])


def test_a_card_that_came_in_an_earlier_turn_and_was_no_discard_is_one_too_many():
    session = TableSession(WONDERS).jump(5)
    session.table.discard()
    lay(session, "glassworks", "loom", "press")
    assert session.closed == [(1, 5)]
    discard(lay(session, *LAST).wait(5), 3).wait(22)
    assert notices(session) == [DISCARDS_NOT_RECORDED]


def test_a_discard_that_came_a_turn_late_is_none_too_many():
    session = TableSession(WONDERS).jump(4, builds=[Build(0, "baths"), Discard(1), Discard(2)])
    session.enter(Discard(0))
    session.table.lay(1, "loom")
    session.table.lay(2, "press")
    assert session.wait(3).closed == [(1, 4)]
    session.table.discard()
    lay(session, "glassworks", "ore_vein", "timber_yard")
    discard(lay(session, *LAST).wait(5), 3).wait(22)
    assert (session.game.age, notices(session)) == (2, [])


def test_it_is_said_after_the_last_age_too(sixth):
    lay(sixth, *LAST).wait(5)
    for _ in range(12):
        sixth.enter(*(Discard(seat) for seat in range(3))).wait(4)
    assert sixth.game.phase is Phase.OVER
    back = CODEBOOK.back("age_3")
    discard(sixth, 6 * 3 + 3, back=back).wait(22)
    assert notices(sixth) == []
    discard(sixth, 1, back=back).wait(22)
    assert notices(sixth) == [DISCARDS_NOT_RECORDED]
