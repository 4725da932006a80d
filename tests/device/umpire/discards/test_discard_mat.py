"""What lies on the discard mat: which backs are one card, which are covered, and which came in this turn."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from device.umpire.discards.backs import BackOnMat, Taken
from device.umpire.discards.discard_mat import DiscardMat
from tests.device.tables import CODEBOOK, FakeTable, count_old, taken_since
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene
from vision.table.pose import Pose

SIZES = KitSizes()
AGE_1, AGE_2 = 206, 207
MAT = next(entry.code for entry in CODEBOOK if entry.kind == "mat")
WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def back(x=1000.0, y=500.0, angle=0.2, *, track=2, code=AGE_1):
    return BackOnMat(track, code, Pose(x, y, angle), 0.0)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (back(1005.9), True),
        (back(1006.1), False),
        (back(y=505.9), True),
        (back(1004.0, 504.5), False),
        (back(angle=0.2 + math.radians(11.9)), True),
        (back(angle=0.2 - math.radians(11.9)), True),
        (back(angle=0.2 + math.radians(12.1)), False),
        (back(angle=0.2 - math.tau), True),
        (back(angle=0.2 + math.pi), False),
        (back(code=AGE_2), False),
    ],
)
def test_backs_less_than_six_millimetres_apart_and_turned_alike_are_one_card(other, same):
    there = Item(1, other.code, Place.DISCARD, None, None, other.pose.x, other.pose.y, other.pose.angle, 0.0)
    assert back(track=1).is_same(there) is same


@pytest.mark.parametrize("angle", [0.0, 0.5, math.pi / 2, 3.0])
@pytest.mark.parametrize(
    ("right", "down", "covered"),
    [
        (0, 0, True),
        (17.9, 0, True),
        (18.1, 0, False),
        (-61.9, 0, True),
        (-62.1, 0, False),
        (0, 17.9, True),
        (0, 18.1, False),
        (0, -96.9, True),
        (0, -97.1, False),
    ],
)
def test_a_card_covers_the_stickers_that_it_lies_over_even_in_part(angle, right, down, covered):
    """The sticker sits 3 mm from the lower right corner of a card of 65 x 100 mm; half a sticker may stick out."""
    x = 1000.0 + right * math.cos(angle) - down * math.sin(angle)
    y = 500.0 + right * math.sin(angle) + down * math.cos(angle)
    assert back(angle=angle).covers(back(x, y, 1.0, track=3), SIZES) is covered


def looked_through(cards):
    """The mat after a turn with so many discards, whose cards somebody has taken up and spread out elsewhere."""
    table = FakeTable(WONDERS)
    pile = [table.discard() for _ in range(cards)]
    mat = DiscardMat().look(table.scene(1), SIZES)
    assert mat.count(AGE_1) == cards
    mat = under_hand(table, mat.settle(), pile)
    for card in list(table.items):
        table.take(card)
    mat = mat.look(table.scene(1), SIZES)
    for number in range(cards):
        table.discard(at=(1200.0 + 30 * number, 700.0))
    return table, mat.look(table.scene(0), SIZES)


def test_a_pile_of_two_that_is_looked_through_holds_no_new_discards():
    table, mat = looked_through(2)
    assert mat.count(AGE_1) == 0
    table.now += 1.5
    table.discard(at=(1300.0, 700.0))  # a gesture after the pile came back
    assert mat.look(table.scene(0), SIZES).count(AGE_1) == 0
    table.now += 0.1
    table.discard(at=(1350.0, 700.0))
    assert mat.look(table.scene(0), SIZES).count(AGE_1) == 1


@pytest.mark.parametrize(("interrupted", "count"), [(False, 1), (True, 0)])
def test_a_card_of_an_age_of_which_none_lay_in_the_pile_is_new_although_the_pile_has_just_come_back(interrupted, count):
    table, mat = looked_through(2)
    lies = Item(99, AGE_2, Place.DISCARD, None, None, 1400.0, 700.0, 0.0, table.now)
    scene = table.scene(0)
    mat = replace(mat, interrupted=interrupted).look(replace(scene, items=(*scene.items, lies)), SIZES)
    assert mat.count(AGE_2) == count


def test_a_turn_that_closes_late_leaves_the_cards_of_the_next_one_and_of_another_age():
    backs = (back(track=1), replace(back(track=2), laid=6.0), replace(back(track=3, code=AGE_1 + 1), laid=4.0))
    mat = DiscardMat(backs)
    assert [mat.settle(AGE_1, before).count(AGE_1) for before in (math.inf, 6.0)] == [0, 1]
    assert mat.settle_age(AGE_1).count(AGE_1 + 1) == 0, "what came before the last one did"
    assert mat.settle(AGE_1, 6.0).settle_age(AGE_1).count(AGE_1) == 0
    assert DiscardMat((backs[0], backs[2])).settle_age(AGE_1).count(AGE_1 + 1) == 1


def test_a_discard_that_a_hand_has_taken_does_not_come_back_with_the_mat_when_that_is_pushed():
    table = FakeTable(WONDERS)
    sheet, other = table._put(MAT, Place.MAT, None, None, 990.0, 480.0), table.discard(at=(1300.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    taken = table.discard(at=(1000.0, 500.0))
    mat = mat.look(table.scene(1), SIZES)
    table.items = [sheet, other, replace(taken, covered=True)]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [sheet, other, replace(taken, unseen_since=table.now)]
    mat = wait(table, mat, 4)
    table.items = [replace(sheet, x=sheet.x + 30), replace(other, x=other.x + 30, track=50)]
    assert (mat.count(AGE_1), wait(table, mat, 4).count(AGE_1)) == (0, 0)


def test_what_somebody_takes_from_the_pile_by_the_rules_was_discarded_before():
    """Also what is put back: it came in the turn in which it was thrown. What came to light was thrown earlier."""
    taken = Taken(since=8.0, hand_came=7.5)
    backs = (
        replace(back(track=1), laid=3.0, taken=taken),
        replace(back(track=2, code=AGE_1 + 1), laid=3.5, taken=taken, gone=True),
        replace(back(track=3), laid=4.0, taken=taken._replace(since=4.5)),
        replace(back(track=4), laid=4.8),
        replace(back(track=5), laid=8.0),
        replace(back(track=6), laid=9.0),
        replace(back(track=7), laid=6.0),
    )
    mat = DiscardMat(backs, since=8.0).with_built([AGE_1 + 1], since=6.0)
    assert [one.gone for one in mat.backs] == [True, True, False, False, False, False, False]
    assert [one.is_surely_taken for one in mat.backs] == [False, False, True, False, False, False, False]
    assert [one.laid for one in mat.backs] == [3.0, 3.5, 4.0, 4.8, -math.inf, 9.0, 6.0]
    assert mat.awaited == (AGE_1,)


@pytest.mark.parametrize(("built", "gone"), [(1, [False, False, True]), (2, [False, True, True])])
def test_what_was_built_from_the_pile_may_have_been_taken_before_the_phase_began(built, gone):
    """Nobody waits for the record of the turn. The others were taken back, or lie under another card."""
    sooner = [replace(back(track=n), laid=3.0, taken=Taken(since=2.0 + n, hand_came=1.5 + n)) for n in (1, 2, 3)]
    mat = DiscardMat(tuple(sooner), since=4.0).with_built([AGE_1] * built, since=6.0)
    assert ([one.gone for one in mat.backs], mat.awaited) == (gone, ())


def test_only_what_hands_took_from_the_pile_while_somebody_built_from_it_may_be_put_back():
    before, then = Taken(since=3.0, hand_came=2.5), Taken(since=6.0, hand_came=5.5)
    old = (replace(back(track=1), taken=before), replace(back(track=2), taken=then))
    new, gone = replace(back(track=3, code=AGE_2), laid=6.5, taken=then), replace(back(track=4), taken=then, gone=True)
    mat = DiscardMat((*old, new, gone), since=0.0).with_built([], since=6.0)
    assert [one.gone for one in mat.backs] == [False, True, False, True]
    assert mat.awaited == (AGE_1,)


def test_a_card_is_not_surely_taken_if_the_hand_may_have_hidden_it_under_another():
    taken = replace(back(track=1), laid=0.0, taken=Taken(since=8.0, hand_came=6.0))
    there = Item(2, AGE_1, Place.DISCARD, None, None, 1400.0, 500.0, 0.0, 7.0)
    scene = Scene(9.0, items=(there,))
    brought = DiscardMat((taken,)).look(scene, SIZES)
    assert [one.is_surely_taken for one in brought.backs] == [False, False]
    lay_there = DiscardMat((taken,)).look(replace(scene, items=(replace(there, since=5.0),)), SIZES)
    assert [one.is_surely_taken for one in lay_there.backs] == [True, False]


@pytest.mark.parametrize(
    ("taken", "gone", "covered"),
    [
        (Taken(8.0, 6.0), False, True),
        (Taken(7.0, 6.0), False, False),
        (Taken(7.0, 6.0, unclear=True), False, True),
        (Taken(8.0, 6.0), True, False),
    ],
)
def test_a_card_that_seems_to_be_taken_may_lie_under_others_that_are_not_read_yet(taken, gone, covered):
    lies, old = replace(back(), laid=1.0), replace(back(), laid=-math.inf, taken=Taken(8.0, 6.0))
    missed = replace(back(), laid=5.0, taken=taken, gone=gone)
    assert DiscardMat((lies, old, missed)).perhaps_covered(7.5) == ((5.0,) if covered else ())


@pytest.mark.parametrize(("laid", "unclear"), [(5.9, False), (6.0, True), (11.9, True), (12.0, False)])
def test_whether_a_card_was_taken_is_only_unclear_if_another_one_came_with_the_hand_or_soon_after(laid, unclear):
    assert Taken(since=8.0, hand_came=6.0).with_other(laid).unclear is unclear
    assert Taken(since=8.0, hand_came=6.0, unclear=True).with_other(laid).unclear


def test_a_hand_over_a_card_has_come_when_it_was_seen_first():
    item = Item(2, AGE_1, Place.DISCARD, None, None, 1000.0, 500.0, 0.2, 0.0, covered=True)
    under = replace(back(), lies=True, is_read=True)
    for time in (1.0, 2.0, 3.0):
        under = under.seen(item, time, None)
    assert under.hand.came == 1.0


def test_one_card_that_is_taken_away_was_no_pile():
    _, mat = looked_through(1)
    assert mat.count(AGE_1) == 1


def test_a_new_card_counts_as_long_as_one_other_lies_over_it():
    table = FakeTable(WONDERS)
    first = table.discard(at=(1000.0, 500.0))
    table.discard(at=(1300.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES)
    table.take(first)
    over = table.discard(at=(1025.0, 510.0))
    mat = mat.look(table.scene(1), SIZES)
    assert mat.count(AGE_1) == 3
    table.take(over)
    assert mat.look(table.scene(1), SIZES).count(AGE_1) == 2


@pytest.mark.parametrize("laid_over", [False, True])
def test_a_new_card_that_a_hand_takes_from_another_one_does_not_count_any_more(table, laid_over):
    """Unless the hand laid a third one over it."""
    table.discard(at=(1000.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    upper = table.discard(at=(980.0, 480.0))
    mat = mat.look(table.scene(1), SIZES)
    table.items[-1] = replace(upper, covered=True)
    mat = mat.look(table.scene(1), SIZES)
    table.items[-1] = replace(upper, unseen_since=table.now)
    if laid_over:
        table.discard(at=(990.0, 490.0))
    mat = mat.look(table.scene(1), SIZES)
    table.items.remove(table.items[1])
    mat = mat.look(table.scene(1), SIZES)
    assert mat.count(AGE_1) == (2 if laid_over else 0)


def test_a_card_that_the_next_hand_takes_at_once_is_taken(table):
    """It has been read, but is covered in the first scene that has it."""
    mat = DiscardMat().look(table.scene(1), SIZES)
    card = table.discard()
    for there in (replace(card, covered=True), replace(card, unseen_since=table.now + 1)):
        table.items = [there]
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.count(AGE_1), taken_since(mat, AGE_1) is not None) == (0, True)


def test_a_card_that_lies_under_others_is_not_taken_by_a_hand_that_comes_and_goes(table):
    buried = replace(table.discard(), unseen_since=0.5)
    table.items = [buried]
    mat = DiscardMat().look(table.scene(1), SIZES)
    for hidden in (replace(buried, unseen_since=None, covered=True), replace(buried, unseen_since=2.0)):
        table.items = [hidden]
        mat = mat.look(table.scene(0.5), SIZES)
    assert taken_since(mat, AGE_1) is None


def test_a_card_that_was_taken_does_not_lie_under_one_that_is_laid_there_later(table):
    first = table.discard(at=(1000.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES)
    for there in (replace(first, covered=True), replace(first, unseen_since=table.now + 0.5)):
        table.items = [there]
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = []
    mat = mat.look(table.scene(2), SIZES)
    table.discard(at=(990.0, 490.0))
    assert mat.look(table.scene(0.5), SIZES).count(AGE_1) == 1


def test_a_card_that_a_hand_has_just_taken_counts_again_only_if_it_is_seen(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES)
    counts = []
    for there in (
        replace(first, covered=True),
        replace(first, unseen_since=1.5),
        replace(first, covered=True),
        replace(first, unseen_since=2.5),
        first,
    ):
        table.items = [there]
        mat = mat.look(table.scene(0.5), SIZES)
        counts.append(mat.count(AGE_1))
    assert counts == [1, 0, 0, 0, 1]


@pytest.mark.parametrize("seen_after", [0.0, 0.3, 0.6])
def test_a_card_laid_over_another_may_be_read_a_little_after_that_one_is_missed(table, seen_after):
    first = table.discard(at=(1000.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES)
    for there in (replace(first, covered=True), replace(first, unseen_since=1.2)):
        table.items = [there]
        mat = mat.look(table.scene(0.2), SIZES)
    over = table.discard(at=(990.0, 490.0))
    table.items[-1] = replace(over, since=1.2 + seen_after)
    for _ in range(3):
        mat = mat.look(table.scene(0.5), SIZES)
        table.items = [table.items[-1]]
    assert mat.count(AGE_1) == 2


def test_a_card_that_others_have_covered_is_not_taken_by_the_next_hand_over_them(table):
    first, mat = table.discard(at=(1000.0, 500.0)), DiscardMat()
    mat = mat.look(table.scene(1), SIZES)
    for there in (replace(first, covered=True), replace(first, unseen_since=1.2)):
        table.items = [there]
        mat = mat.look(table.scene(0.2), SIZES)
    over = replace(table.discard(at=(990.0, 490.0)), since=1.2)
    for hidden, above in (
        (replace(first, unseen_since=1.2), over),
        (replace(first, covered=True), replace(over, covered=True)),
        (replace(first, unseen_since=2.6), over),
    ):
        table.items = [hidden, above]
        mat = mat.look(table.scene(0.4), SIZES)
    assert (mat.count(AGE_1), len(mat.taken)) == (2, 0)


def test_a_card_that_was_taken_before_the_pile_is_lifted_is_not_in_it(table):
    pile = [table.discard() for _ in range(2)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    taken, kept = table.discard(), table.discard()
    mat = mat.look(table.scene(1), SIZES)
    for there in (replace(taken, covered=True), replace(taken, unseen_since=table.now + 1)):
        table.items = [*pile, there, kept]
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(card, covered=True) for card in (*pile, taken, kept)]
    mat = mat.look(table.scene(3), SIZES)
    table.items = [replace(card, unseen_since=table.now) for card in (*pile, taken, kept)]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.lifted, mat.count(AGE_1)) == (True, 1)


def test_backs_are_counted_by_age():
    table = FakeTable(WONDERS)
    table.discard()
    table.discard(back=AGE_2)
    table.discard(back=AGE_2)
    mat = DiscardMat().look(table.scene(1), SIZES)
    assert [mat.count(code) for code in (AGE_1, AGE_2, None)] == [1, 2, 0]


def test_the_table_of_an_interrupted_game_is_arriving_until_a_gesture_after_it_is_seen():
    table = FakeTable(WONDERS)
    table.seen = False
    mat = DiscardMat(resumed=True).look(table.scene(1), SIZES)
    assert mat.is_arriving(table.scene(5))
    table.seen = True
    mat = mat.look(table.scene(1), SIZES)
    assert mat.is_arriving(table.scene(1.5))
    assert not mat.is_arriving(table.scene(0.5))


@pytest.fixture
def table():
    return FakeTable(WONDERS)


def touch(table, item, mat, dx=0.0, dy=0.0, turn=0.0):
    """A hand comes over a back and leaves; afterwards its sticker lies a little aside."""
    at = table.items.index(item)
    table.items[at] = replace(item, covered=True)
    for _ in range(3):
        mat = mat.look(table.scene(0.5), SIZES)
    table.items[at] = replace(item, x=item.x + dx, y=item.y + dy, angle=item.angle + turn)
    for _ in range(6):
        mat = mat.look(table.scene(0.5), SIZES)
    return mat


def test_a_card_laid_exactly_on_another_moves_the_sticker_that_is_seen(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    mat = touch(table, first, mat, dx=0.25)
    assert (mat.count(AGE_1), mat.count_laid_over(AGE_1)) == (0, 1)
    assert mat.settle().count_laid_over(AGE_1) == 0


@pytest.mark.parametrize(("moved", "turn"), [(0.0, 0.0), (0.15, 0.0), (0.0, 0.004), (0.0, 0.014)])
def test_a_hand_that_lays_nothing_is_no_evidence(table, moved, turn):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    assert touch(table, first, mat, dx=moved, turn=turn).count_laid_over(AGE_1) == 0


def test_a_turned_card_is_evidence_as_well(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    assert touch(table, first, mat, turn=0.03).count_laid_over(AGE_1) == 1


def test_a_sticker_that_creeps_without_a_hand_is_no_evidence(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items[0] = replace(first, x=first.x + 2.0)
    for _ in range(8):
        mat = mat.look(table.scene(0.5), SIZES)
    assert mat.count_laid_over(AGE_1) == 0


def test_a_sticker_that_creeps_after_a_hand_has_come_and_gone_is_no_evidence(table):
    first = table.discard()
    mat = touch(table, first, DiscardMat().look(table.scene(1), SIZES).settle())
    table.items[0] = replace(first, x=first.x + 2.0)
    assert wait(table, mat, 8).count_laid_over(AGE_1) == 0


def test_a_card_laid_exactly_on_another_is_noticed_although_the_mat_was_pushed_before(table):
    """The tracker still reports the card where it lay."""
    sheet = table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    pushed = replace(first, track=20, x=first.x + 30.0)
    table.items = [replace(sheet, x=sheet.x + 30.0), replace(first, unseen_since=table.now), pushed]
    mat = wait(table, mat, 4)
    assert (mat.count(AGE_1), count_old(mat, AGE_1)) == (0, 1)
    mat = touch(table, pushed, mat, dx=0.25)
    assert (mat.count(AGE_1), mat.count_laid_over(AGE_1)) == (0, 1)


def test_a_camera_that_is_knocked_while_a_hand_is_at_the_mat_is_no_evidence():
    table = FakeTable(WONDERS)
    first = table.discard()
    sheet = table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items = [replace(first, covered=True), sheet]
    for _ in range(3):
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(first, x=first.x + 2.0), replace(sheet, x=sheet.x + 2.0)]
    for _ in range(6):
        mat = mat.look(table.scene(0.5), SIZES)
    assert mat.count_laid_over(AGE_1) == 0


def test_the_hand_that_lays_a_card_does_not_lay_another_over_it(table):
    """Its place is measured exactly only when that hand has left."""
    mat = DiscardMat().look(table.scene(1), SIZES)
    first = table.discard()
    assert touch(table, first, mat, dx=0.4).count_laid_over(AGE_1) == 0


@pytest.mark.parametrize("missed", ["mat", "card"])
def test_a_sticker_that_is_missed_once_after_a_knock_is_measured_all_the_same(table, missed):
    cards = [table.discard(), *(table.lay(0, card) for card in ("baths", "altar"))]
    sheet = table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items = [replace(card, covered=True) for card in (*cards, sheet)]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [*cards, sheet]
    mat = mat.look(table.scene(0.5), SIZES)
    unread = cards[0] if missed == "card" else sheet
    table.items = [replace(item, unseen_since=table.now) if item is unread else item for item in (*cards, sheet)]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [*cards, sheet]
    for _ in range(6):
        mat = mat.look(table.scene(0.5), SIZES)
    assert touch(table, cards[0], mat, dx=0.5).count_laid_over(AGE_1) == 1


def lifted_pile(table, count):
    """Cards that lay on the mat before somebody lifted them, and the mat."""
    laid = [table.discard() for _ in range(count)]
    pile = [
        replace(card, y=card.y + 110 * number + 5 * number**2, angle=0.4 * number) for number, card in enumerate(laid)
    ]
    table.items = list(pile)
    return pile, lifted(table, DiscardMat().look(table.scene(1), SIZES).settle())


def under_hand(table, mat, cards):
    """The mat while a hand is over these cards, which are all that lies there."""
    table.items = [replace(card, covered=True) for card in cards]
    return mat.look(table.scene(0.3), SIZES)


def lifted(table, mat):
    """The mat when somebody holds all that lay there."""
    mat = under_hand(table, mat, table.items)
    table.items.clear()
    mat = wait(table, mat, 4)
    assert mat.lifted
    return mat


def wait(table, mat, scenes):
    for _ in range(scenes):
        mat = mat.look(table.scene(0.5), SIZES)
    return mat


def test_a_pile_that_lies_there_again_has_no_new_cards(table):
    pile, mat = lifted_pile(table, 3)
    table._put(AGE_1, Place.DISCARD, None, None, pile[0].x + 40, pile[0].y)
    for _ in range(5):
        mat = mat.look(table.scene(0.5), SIZES)
    assert mat.count(AGE_1) == 0


def put_back(pile, *, shown, dx=25.0, turn=0.3):
    """Those of the pile's cards that are shown when it is put back as a whole, moved and turned about its first one."""
    before = Pose(pile[0].x, pile[0].y, 0.0)
    places = [Pose(card.x, card.y, card.angle).carried(before, Pose(before.x + dx, before.y, turn)) for card in pile]
    return [
        replace(card, track=20 + card.track, x=place.x, y=place.y, angle=place.angle)
        for card, place in list(zip(pile, places, strict=True))[:shown]
    ]


def test_after_a_restart_one_card_stands_for_a_pile_that_may_be_lifted_again(table):
    top = table.discard()
    mat = DiscardMat(resumed=True).look(table.scene(1), SIZES)
    mat = under_hand(table, mat.look(table.scene(2), SIZES), [top])
    table.items.clear()
    mat = mat.look(table.scene(1), SIZES).look(table.scene(1.2), SIZES)
    assert mat.lifted
    table.discard()
    mat = mat.look(table.scene(3), SIZES).look(table.scene(2), SIZES)
    assert (mat.lifted, mat.count(AGE_1)) == (False, 0)


def test_a_pile_that_is_held_is_not_back_while_a_hand_is_over_its_place(table):
    """The tracker still reports the backs that were buried under others; a hand covers their places."""
    buried, top = table.discard(), table.discard()
    mat = under_hand(table, DiscardMat().look(table.scene(1), SIZES).settle(), [buried, top])
    table.items = [replace(buried, unseen_since=table.now), replace(top, unseen_since=table.now)]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(buried, covered=True)]
    mat = mat.look(table.scene(0.5), SIZES)
    assert mat.lifted
    table.items = [replace(buried, unseen_since=table.now)]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    table._put(AGE_1, Place.DISCARD, None, None, top.x - 12, top.y)
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.lifted, mat.count(AGE_1)) == (False, 0)


def test_cards_that_are_not_read_for_a_while_without_a_hand_are_no_lifted_pile(table):
    pile = [table.discard() for _ in range(3)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items = [replace(card, unseen_since=table.now) for card in pile]
    assert not wait(table, mat, 8).lifted


@pytest.mark.parametrize(("after", "count"), [(-1.0, 1), (0.0, 1), (1.4, 1), (1.8, 0), (-1.8, 0)])
def test_a_card_that_came_when_all_others_were_missed_was_laid_over_the_pile(table, after, count):
    pile = [table.discard() for _ in range(2)]
    mat = under_hand(table, DiscardMat(since=-2.0).look(table.scene(1), SIZES), pile)
    mat, missed = replace(mat, since=-2.0).settle(), table.now
    pile = [replace(card, unseen_since=missed) for card in pile]
    table.items = list(pile)
    mat = wait(table, mat, 4)
    assert mat.lifted
    over = replace(table.discard(at=(pile[0].x - 15, pile[0].y)), since=missed + after)
    table.items = [*pile, over]
    mat = wait(table, mat, 4)
    assert (mat.lifted, mat.count(AGE_1)) == (False, count)


def test_a_card_of_the_pile_that_is_put_back_where_it_lay_is_none_that_was_laid_over_it(table):
    """The tracker knows it again: it has lain there since it was thrown, just before the pile was lifted."""
    pile = [table.discard(at=(1000.0 + 70 * number, 500.0)) for number in range(3)]
    mat = under_hand(table, DiscardMat().look(table.scene(0.5), SIZES).settle(), pile)
    table.items = [replace(card, unseen_since=table.now) for card in pile]
    mat = wait(table, mat, 4)
    assert mat.lifted
    top = replace(pile[0], since=mat.away_since)
    table.items = [top, *(replace(card, since=table.now) for card in put_back(pile[1:], shown=2))]
    mat = wait(table, mat, 4)
    assert (mat.lifted, mat.count(AGE_1)) == (False, 0)


def test_a_pile_is_lifted_although_it_was_not_read_for_a_moment_before_the_hand_came(table):
    pile = [table.discard() for _ in range(3)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items = [replace(card, unseen_since=table.now) for card in pile]
    mat = under_hand(table, wait(table, mat, 1), pile)
    table.items = [replace(card, unseen_since=table.now) for card in pile]
    assert wait(table, mat, 4).lifted


def test_a_pile_is_lifted_however_often_a_hand_comes_back_to_it(table):
    pile = [table.discard() for _ in range(3)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    for hand in (True, False, True, False):
        since = None if hand else table.now
        table.items = [replace(card, covered=hand, unseen_since=since) for card in pile]
        for _ in range(2):
            mat = mat.look(table.scene(0.4), SIZES)
    assert mat.lifted


def test_a_discard_over_the_whole_pile_is_read_before_the_pile_counts_as_lifted(table):
    """A hand goes and comes back; the tracker sees the card that it leaves there 0.7 s later."""
    pile = [table.discard(at=(1000.0 + 3 * number, 500.0)) for number in range(2)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    left = table.now
    for hand, looks in ((True, 5), (False, 3), (True, 18), (False, 7)):
        left = table.now
        table.items = [replace(card, covered=hand, unseen_since=None if hand else left) for card in pile]
        for _ in range(looks):
            mat = mat.look(table.scene(0.1), SIZES)
    new = table.discard(at=(1001.0, 501.0))
    table.items = [*table.items[:-1], replace(new, since=left)]
    mat = wait(table, mat, 8)
    assert (mat.lifted, mat.count(AGE_1)) == (False, 1)


def test_a_card_that_is_missed_first_under_the_hand_that_lifts_the_pile_is_in_the_pile(table):
    pile = [table.discard() for _ in range(2)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    new = table.discard()
    mat = mat.look(table.scene(1), SIZES)
    for first in (
        replace(new, covered=True),
        replace(new, unseen_since=table.now + 0.5),
        replace(new, covered=True),
        replace(new, covered=True),
        replace(new, covered=True),
    ):
        table.items = [*(replace(card, covered=True) for card in pile), first]
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(card, unseen_since=table.now) for card in (*pile, new)]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.lifted, mat.count(AGE_1)) == (True, 1)


def test_a_card_that_is_missed_long_before_the_hand_that_lifts_the_pile_leaves_is_in_the_pile(table):
    """Its own place is bare meanwhile: the hand holds that card, and takes the others as well."""
    pile = [table.discard() for _ in range(2)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    new = table.discard()
    mat = mat.look(table.scene(1), SIZES)
    mat = under_hand(table, mat, [*pile, new])
    missed = replace(new, unseen_since=table.now)
    table.items = [*(replace(card, covered=True) for card in pile), missed]
    mat = wait(table, mat, 6)
    table.items = [*(replace(card, unseen_since=table.now) for card in pile), missed]
    mat = wait(table, mat, 4)
    assert (mat.lifted, mat.count(AGE_1)) == (True, 1)


def test_a_card_over_which_a_hand_stays_when_it_has_taken_it_is_not_in_the_pile_that_is_lifted_then(table):
    pile = [table.discard() for _ in range(2)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    new = table.discard()
    mat = mat.look(table.scene(1), SIZES)
    table.items = [*pile, replace(new, covered=True)]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [*pile, replace(new, covered=True, unseen_since=table.now)]
    mat = wait(table, mat, 4)
    taken = replace(new, unseen_since=table.now - 2.0)
    table.items = [*(replace(card, covered=True) for card in pile), taken]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [*(replace(card, unseen_since=table.now) for card in pile), taken]
    mat = wait(table, mat, 4)
    assert (mat.lifted, mat.count(AGE_1)) == (True, 0)


@pytest.mark.parametrize(
    ("missed", "hidden", "cards", "lifted"),
    [(1.5, 0.75, 2, True), (1.25, 0.75, 2, False), (1.5, 0.5, 2, False), (1.5, 0.75, 1, False)],
)
def test_two_cards_are_lifted_that_have_been_missed_for_a_while_and_lately_in_plain_sight(
    missed, hidden, cards, lifted
):
    """For 1.5 s, and for 0.75 s since a hand was there last; the cards that nobody has taken before count."""
    backs = [replace(back(track=track), lies=True) for track in (1, 2)]
    there = [Item(one.track, AGE_1, Place.DISCARD, None, None, one.pose.x, one.pose.y, 0.2, 0.0) for one in backs]
    backs[1] = replace(backs[1], gone=cards < 2)
    mat = DiscardMat(tuple(backs), since=5.0, away_since=10.0 - missed)
    scene = FakeTable(WONDERS, now=10.0).scene(0)
    items = tuple(replace(item, unseen_since=10.0 - since) for item, since in zip(there, (missed, hidden), strict=True))
    assert mat.look(replace(scene, items=items), SIZES).lifted is lifted


def test_a_card_that_was_taken_before_the_camera_swung_is_not_in_the_pile_that_was_lifted_meanwhile(table):
    pile, city = [table.discard() for _ in range(2)], [table.lay(0, card) for card in ("baths", "altar")]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    new = table.discard()
    mat = mat.look(table.scene(1), SIZES)
    table.items = [*city, *(replace(card, covered=True) for card in (*pile, new))]
    mat = mat.look(table.scene(0.5), SIZES)
    taken = replace(new, unseen_since=table.now)
    table.items = [*city, *pile, taken]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(card, covered=True) for card in (*city, *pile, new)]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    table.items = [*city, *(replace(card, unseen_since=table.now) for card in pile), taken]
    for _ in range(4):
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.lifted, mat.count(AGE_1)) == (True, 0)


def test_a_pile_that_a_hand_covers_is_not_lifted(table):
    pile = [table.discard() for _ in range(3)]
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items = [replace(card, covered=True) for card in pile]
    for _ in range(8):
        mat = mat.look(table.scene(0.5), SIZES)
    assert not mat.lifted


def test_cards_that_keep_their_tracks_when_the_mat_is_pushed_are_counted_once(table):
    sheet = table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    table.discard(at=(1000.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.discard(at=(1200.0, 500.0))
    mat = mat.look(table.scene(1), SIZES)
    table.items = [replace(item, x=item.x + 30.0) for item in table.items]
    assert sheet not in table.items
    for _ in range(5):
        mat = mat.look(table.scene(0.5), SIZES)
    assert (mat.count(AGE_1), count_old(mat, AGE_1)) == (1, 1)


def test_every_card_of_the_turn_counts_when_the_mat_is_pushed_with_them(table):
    table.discard(at=(1000.0, 500.0))
    table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    for x in (1200.0, 1400.0):
        table.discard(at=(x, 500.0))
    mat = mat.look(table.scene(1), SIZES)
    table.items = [replace(item, x=item.x + 30.0) for item in table.items]
    mat = wait(table, mat, 4)
    assert (mat.count(AGE_1), count_old(mat, AGE_1)) == (2, 1)


def test_a_card_that_is_pushed_on_little_by_little_is_known_where_it_lies_in_the_end(table):
    """The tracker loses it there, and takes it for another one."""
    card = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    for _ in range(2):
        card = replace(card, x=card.x + 4.0)
        table.items = [card]
        mat = wait(table, mat, 2)
    table.items = [replace(card, track=20, since=table.now)]
    assert wait(table, mat, 2).count(AGE_1) == 0


def test_a_card_that_may_lie_elsewhere_is_not_surely_taken_while_a_hand_stays_over_both_places(table):
    first = table.discard(at=(1000.0, 500.0))
    mat = under_hand(table, DiscardMat().look(table.scene(1), SIZES), [first])
    missed = replace(first, covered=True, unseen_since=table.now)
    other = replace(table.discard(at=(1400.0, 500.0)), since=table.now)
    for there in (other, replace(other, covered=True)):
        table.items = [missed, there]
        mat = mat.look(table.scene(0.3), SIZES)
    assert [one.is_surely_taken for one in mat.backs] == [False, False]


def test_a_card_that_lies_unseen_in_a_pile_is_carried_with_the_mat(table):
    table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    mat = DiscardMat((back(track=None),)).look(table.scene(1), SIZES)
    table.items = [replace(item, x=item.x + 30.0) for item in table.items]
    (card,) = mat.look(table.scene(1), SIZES).backs
    assert (card.track, round(card.pose.x)) == (None, 1030)


@pytest.mark.parametrize(("came", "is_with"), [(8.4, False), (8.5, True), (11.4, True), (11.5, False)])
def test_a_back_came_with_the_hand_that_took_another_one_until_shortly_after_that_is_missed(came, is_with):
    assert Taken(10.0, 9.0).is_with(came) is is_with


@pytest.mark.parametrize(("hand", "count"), [(4.0, 0), (5.0, 0), (6.0, 1)])
def test_what_moved_before_the_last_card_came_hides_no_other_one(hand, count):
    backs = (replace(back(track=1), moved=hand), replace(back(track=2), laid=5.0))
    assert DiscardMat(backs).count_laid_over(AGE_1) == count


def test_a_discard_where_a_card_of_the_pile_lay_before_that_was_lifted_is_new(table):
    pile = [table.discard(at=(1000.0 + 100 * number, 500.0)) for number in range(2)]
    mat = lifted(table, DiscardMat().look(table.scene(1), SIZES).settle())
    table.items = [replace(card, since=table.now) for card in put_back(pile, shown=2, dx=300.0)]
    mat = wait(table, mat, 8)
    assert mat.count(AGE_1) == 0
    table.discard(at=(1000.0, 500.0))
    assert wait(table, mat, 2).count(AGE_1) == 1


def test_a_discard_where_one_lay_that_a_hand_has_taken_is_new(table):
    first = table.discard(at=(1000.0, 500.0))
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    mat = under_hand(table, mat, [first])
    table.items = [replace(first, unseen_since=table.now)]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = []
    mat = wait(table, mat, 4)
    table.discard(at=(1000.0, 500.0))
    assert wait(table, mat, 2).count(AGE_1) == 1


def test_a_discard_that_is_missed_when_the_hand_over_it_has_left_was_not_taken(table):
    card = table.discard()
    mat = under_hand(table, DiscardMat().look(table.scene(1), SIZES), [card])
    table.items = [card]
    mat = mat.look(table.scene(0.5), SIZES)
    table.items = [replace(card, unseen_since=table.now + 0.5)]
    assert mat.look(table.scene(0.5), SIZES).count(AGE_1) == 1


def test_a_pile_that_is_pushed_with_the_mat_is_in_nobodys_hands_although_it_is_not_read_at_once(table):
    """Else a discard that comes when it is read would count as one of the pile."""
    sheet = table._put(MAT, Place.MAT, None, None, 990.0, 480.0)
    card = table.discard()
    mat = wait(table, DiscardMat(resumed=True), 6)
    table.items = [sheet, replace(card, covered=True)]
    mat = mat.look(table.scene(0.5), SIZES)
    there = replace(sheet, x=sheet.x + 30.0)
    table.items = [there, replace(card, unseen_since=table.now)]
    mat = wait(table, mat, 6)
    table.items = [there, replace(card, track=20, x=card.x + 30.0, since=table.now)]
    table.discard(at=(1200.0, 500.0))
    assert wait(table, mat, 2).count(AGE_1) == 1
