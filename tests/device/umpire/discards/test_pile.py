"""A pile on the discard mat: cards laid where others lie hidden, cards that come to light, and what was never seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.discards.discard_mat import DiscardMat
from tests.device.tables import FakeTable, count_old, taken_since
from vision.kit.sizes import KitSizes

SIZES = KitSizes()
AGE_1 = 206
LOWER, UPPER, BESIDE = (1000.0, 500.0), (980.0, 480.0), (1015.0, 515.0)
"""Where stickers lie: each of the other two cards hides the one at `LOWER` or lies over it."""


@pytest.fixture
def table():
    return FakeTable([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])


def look(mat, table, *items, times=1, step=0.4):
    """The mat after some scenes with these cards."""
    table.items = list(items)
    for _ in range(times):
        mat = mat.look(table.scene(step), SIZES)
    return mat


def covered(*items):
    return [replace(item, covered=True, unseen_since=None) for item in items]


def hidden(item, table):
    return replace(item, covered=False, unseen_since=table.now)


def taken_one(table):
    """A card that a hand took from the mat in the turn in which it was laid there, and the mat some seconds later."""
    card = table.discard(at=LOWER)
    mat = look(DiscardMat(), table, card, times=4)
    mat = look(mat, table, *covered(card), times=2)
    card = hidden(card, table)
    return card, look(mat, table, card, times=5)


def buried_one(table, looks=4):
    """A card of an earlier turn, the one laid over it in this turn, and the mat after so many `looks` at both."""
    lower = table.discard(at=LOWER)
    mat = look(DiscardMat(), table, lower, times=4).settle()
    mat = look(mat, table, *covered(lower), times=2)
    lower = hidden(lower, table)
    upper = replace(table.discard(at=UPPER), since=table.now)
    return lower, upper, look(mat, table, lower, upper, times=looks)


def test_a_buried_card_that_comes_to_light_when_another_is_laid_was_only_pushed(table):
    lower, upper, mat = buried_one(table)
    mat = look(mat, table, *covered(lower, upper), times=2)
    read = replace(lower, unseen_since=None, x=lower.x + 3.0)
    other = replace(table.discard(at=(1200.0, 500.0)), since=table.now)
    mat = look(mat, table, read, upper, other, times=6)
    assert mat.count(AGE_1) == 2


def test_a_card_from_which_coins_were_taken_is_not_new(table):
    first, other = table.discard(at=LOWER), table.discard(at=(1200.0, 500.0))
    mat = look(DiscardMat(), table, first, other, times=4).settle()
    mat = look(mat, table, *covered(first, other), times=2)
    mat = look(mat, table, other, times=8)  # coins lie on the first
    mat = look(mat, table, *covered(other), times=2)
    mat = look(mat, table, other, times=2)
    back = replace(first, x=first.x + 0.3)
    for _ in range(2):  # nor in the next turn
        mat = look(mat, table, back, other, times=2)
        assert mat.count(AGE_1) == 0
        mat = mat.settle()


def test_a_card_that_was_taken_before_its_turn_closed_is_in_no_pile(table):
    """The tracker still reports it, as the next one was laid over its place: one card alone is no pile."""
    first, mat = taken_one(table)
    second = replace(table.discard(at=UPPER), since=table.now)
    mat = look(mat, table, first, second, times=4).settle()
    mat = look(mat, table, *covered(first, second), times=2)
    mat = look(mat, table, hidden(first, table), hidden(second, table), times=8)
    assert not mat.lifted
    assert taken_since(mat, AGE_1) is not None


def test_two_cards_that_are_taken_one_after_the_other_were_no_pile(table):
    first, mat = taken_one(table)
    second = replace(table.discard(at=(LOWER[0] + 30, LOWER[1] + 30)), since=table.now)
    mat = look(mat, table, first, second, times=6).settle()
    assert count_old(mat, AGE_1) == 1
    mat = look(mat, table, *covered(first, second), times=2)
    mat = look(mat, table, hidden(first, table), hidden(second, table), times=5)
    assert not mat.lifted


def test_a_sticker_hardly_beside_a_card_may_lie_under_it(table):
    first = table.discard(at=LOWER)
    mat = look(DiscardMat(), table, first, times=4)
    mat = look(mat, table, *covered(first), times=2)
    first = hidden(first, table)
    beside = replace(table.discard(at=(LOWER[0] - 18.5, LOWER[1])), since=table.now)  # its edge is 10.5 mm to the right
    assert look(mat, table, first, beside, times=4).count(AGE_1) == 2


@pytest.mark.parametrize("before", [False, True])
def test_one_card_is_no_pile_unless_what_lies_under_it_was_never_seen(table, before):
    """After a restart with an empty mat everything on it is known."""
    top = table.discard(at=LOWER)
    mat = look(DiscardMat(resumed=True), table, *([top] if before else []), times=5)
    top = replace(top, since=0.0 if before else table.now)
    mat = look(mat, table, top, times=4).settle()
    mat = look(mat, table, *covered(top), times=2)
    mat = look(mat, table, hidden(top, table), times=5)
    assert mat.lifted is before


def test_a_card_under_coins_is_not_lifted_with_the_one_beside_it(table):
    first, other = table.discard(at=LOWER), table.discard(at=(1200.0, 500.0))
    mat = look(DiscardMat(), table, first, other, times=4).settle()
    mat = look(mat, table, other, times=4)  # coins lie on the first
    mat = look(mat, table, *covered(other), times=2)
    mat = look(mat, table, hidden(other, table), times=5)
    assert not mat.lifted
    assert taken_since(mat, AGE_1) is not None


def test_a_card_taken_shortly_before_the_pile_is_lifted_is_still_known_to_be_taken(table):
    pile = [table.discard(at=(1000.0 + 100 * number, 500.0)) for number in range(3)]
    mat = look(DiscardMat(), table, *pile, times=4).settle()
    mat = look(mat, table, *pile[:2], *covered(pile[2]), times=2)
    taken = table.now + 0.4
    mat = look(mat, table, *pile[:2], replace(pile[2], unseen_since=taken), times=5)
    mat = look(mat, table, *covered(*pile[:2]), times=2)
    mat = look(mat, table, *[hidden(card, table) for card in pile[:2]], times=5)
    assert mat.lifted
    assert taken_since(mat, AGE_1) == taken
    again = [replace(card, track=10 + card.track, since=table.now) for card in pile[:2]]
    mat = look(mat, table, *again, times=6)
    assert (mat.lifted, count_old(mat, AGE_1), taken_since(mat, AGE_1)) == (False, 2, taken)


def restarted(table):
    """The top card of a pile of which nothing else was seen since a restart, and the mat."""
    top = table.discard(at=LOWER)
    return top, look(DiscardMat(resumed=True), table, top, times=5)


def test_what_was_never_seen_under_a_card_that_was_taken_lies_under_the_others(table):
    """One card is seen on the mat then, but it stands for the pile."""
    top, mat = restarted(table)
    over = replace(table.discard(at=BESIDE), since=table.now)
    mat = look(mat, table, top, over, times=4).settle()
    mat = look(mat, table, *covered(top, over), times=2)
    mat = look(mat, table, hidden(top, table), over, times=5)
    mat = look(mat, table, *covered(over), times=2)
    mat = look(mat, table, hidden(over, table), times=5)
    assert mat.lifted
    again = replace(over, track=10 + over.track, x=over.x + 20, since=table.now)
    assert look(mat, table, again, times=6).count(AGE_1) == 0


def test_a_card_laid_on_a_pile_that_nobody_has_seen_whole_is_new(table):
    top, mat = restarted(table)
    mat = look(mat, table, *covered(top), times=2)
    over = replace(table.discard(at=(LOWER[0] + 30, LOWER[1] + 30)), since=table.now)
    assert look(mat, table, hidden(top, table), over, times=4).count(AGE_1) == 1


@pytest.mark.parametrize(("until_it_is_seen", "counted"), [(1, 2), (5, 2), (14, 1)])
def test_a_card_over_which_another_was_laid_counts_although_that_is_seen_later(table, until_it_is_seen, counted):
    """As when the camera was knocked just then. It takes a hand no longer than a few seconds."""
    lower = table.discard(at=LOWER)
    mat = look(DiscardMat(), table, lower, times=4)
    mat = look(mat, table, *covered(lower), times=1)
    upper = replace(table.discard(at=BESIDE), since=table.now)
    mat = look(mat, table, *covered(lower, upper), times=until_it_is_seen)
    assert look(mat, table, hidden(lower, table), upper, times=6).count(AGE_1) == counted


def test_the_discard_before_one_that_is_taken_back_counts_although_it_was_in_a_lifted_pile(table):
    first, others = table.discard(at=LOWER), [table.discard(at=(LOWER[0], 600.0 + 90 * place)) for place in range(2)]
    mat = look(DiscardMat(), table, *others, times=4).settle()
    first = replace(first, since=table.now)
    mat = look(mat, table, first, *others, times=4)
    mat = look(mat, table, *covered(first, *others))
    pile = [hidden(card, table) for card in (first, *others)]
    mat = look(mat, table, *pile, times=5)
    assert mat.lifted
    mat = look(mat, table, first, *others, times=5)
    mistake = replace(table.discard(at=(1200.0, 500.0)), since=table.now)
    mat = look(mat, table, first, *others, mistake, times=4)
    mat = look(mat, table, first, *others, *covered(mistake), times=2)
    mat = look(mat, table, first, *others, hidden(mistake, table), times=4)
    assert mat.count(AGE_1) == 1
