"""Which of several backs a hand has taken, and what becomes of them once their discards are recorded otherwise."""

from __future__ import annotations

import math
from types import MappingProxyType

from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.discards.hands import LaidOver, LaidOverBacks, Taken, TakenBacks, after_moves
from device.umpire.discards.stickers import UNTRACKED, BackOnMat, HandOver, MatStickers, Moved
from tests.device.tables import FakeTable
from vision.kit.sizes import KitSizes
from vision.table.pose import Pose

AGE_1, AGE_2 = 206, 207
SIZES = KitSizes()


def taken(track, since, *, code=AGE_1, laid=0.0, hand_came=None, another_came=False):
    card = BackOnMat(track, code, Pose(100.0 * track, 0.0, 0.0))
    return Taken(card, laid, since, another_came, since - 0.4 if hand_came is None else hand_came)


def mat(*missing, from_over=()):
    cards = tuple(one.card for one in missing)
    by_track = MappingProxyType({one.card.track: one for one in missing})
    return DiscardMat(settled=cards, taken=TakenBacks(by_track, from_over))


def test_the_card_that_was_laid_last_is_the_one_that_was_no_discard_wherever_it_lay():
    first, last = taken(1, 10.0), taken(UNTRACKED, 12.0, laid=5.0)
    after = mat(first, from_over=(last,)).without_taken(1, AGE_1, 17.0)
    assert (after.settled, after.taken.from_over) == ((first.card,), ())
    both = mat(first, from_over=(last,)).without_taken(2, AGE_1, 17.0)
    assert (both.settled, both.taken.from_over, list(both.taken.missing)) == ((), (), [])


def test_only_a_card_with_this_back_that_may_not_lie_elsewhere_was_no_discard():
    """One of an earlier age, and one after which another card was laid."""
    others = [taken(1, 13.0, code=AGE_2), taken(3, 15.0, another_came=True)]
    right = taken(4, 12.0)
    after = mat(*others, right).without_taken(1, AGE_1, 17.0)
    assert list(after.taken.missing) == [1, 3]


def test_a_card_that_was_taken_from_exactly_over_another_is_forgotten_once_a_new_one_lies_there():
    table = FakeTable([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table.now = 20.0
    new = table.discard()
    before = TakenBacks(from_over=(taken(UNTRACKED, 12.0),))
    assert before.look([new], MatStickers(), [], -math.inf, SIZES).from_over == ()


def test_a_sticker_that_a_hand_moves_there_and_back_shows_a_card_that_was_laid_and_taken_again():
    """A card of this turn is no more counted then; one of a turn that has closed was taken from the mat."""
    card, there, here = BackOnMat(1, AGE_1, Pose(0, 0, 0)), Pose(0.5, 0, 0), Pose(0, 0, 0)
    laid = Moved(card, HandOver(here, 5.0, 6.0), here, there)
    before, over = after_moves(TakenBacks(), LaidOverBacks(), [laid], 7.5, SIZES)
    assert (over.this_turn, over.under) == ({card}, {1: LaidOver(here, 5.0)})
    back = Moved(card, HandOver(there, 9.0, 10.0), there, here)
    same_turn, none = after_moves(before, over, [back], 11.5, SIZES)
    assert (same_turn.from_over, none.this_turn, dict(none.under)) == ((), frozenset(), {})
    closed = LaidOverBacks(under=over.under)
    (later,) = after_moves(before, closed, [back], 11.5, SIZES)[0].from_over
    assert (later.laid, later.since, later.hand_came, later.card.track) == (5.0, 10.0, 9.0, UNTRACKED)
