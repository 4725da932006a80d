"""What lies on the discard mat: which backs are one card, which are covered, and which came in this turn."""

from __future__ import annotations

import math

import pytest

from device.umpire.discard_mat import BackPose, DiscardMat
from tests.device.tables import FakeTable
from vision.kit.sizes import KitSizes

SIZES = KitSizes()
AGE_1, AGE_2 = 206, 207
HERE = BackPose(1, AGE_1, 1000.0, 500.0, 0.2)
WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def back(x=1000.0, y=500.0, angle=0.2, *, track=2, code=AGE_1):
    return BackPose(track, code, x, y, angle)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (back(1005.9), True),
        (back(1006.0), False),
        (back(y=505.9), True),
        (back(1004.0, 504.5), False),
        (back(angle=0.2 + math.radians(11.9)), True),
        (back(angle=0.2 - math.radians(11.9)), True),
        (back(angle=0.2 + math.radians(12.1)), False),
        (back(angle=0.2 - math.tau), True),
        (back(angle=0.2 + math.pi), False),
        (back(code=AGE_2), False),
        (back(2000.0, track=1), True),
    ],
)
def test_backs_less_than_six_millimetres_apart_and_turned_alike_are_one_card(other, same):
    assert HERE.is_same(other) is same


def test_a_back_that_is_tracked_to_another_place_is_one_card_and_not_at_one_place():
    assert not HERE.is_at(back(2000.0, track=1))


@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi / 2, -2.0])
def test_a_card_keeps_its_place_on_the_mat_that_is_pushed_and_turned(turn):
    before, now = back(900.0, 400.0, 0.1), back(950.0, 300.0, 0.1 + turn)
    moved = HERE.carried(before, now)
    assert (moved.code, moved.angle) == (AGE_1, pytest.approx(0.2 + turn))
    assert moved.track < 0, "it is not tracked there yet"
    for mat, card in ((before, HERE), (now, moved)):
        dx, dy = card.x - mat.x, card.y - mat.y
        right = dx * math.cos(mat.angle) + dy * math.sin(mat.angle)
        down = dy * math.cos(mat.angle) - dx * math.sin(mat.angle)
        assert (right, down) == (
            pytest.approx(100 * math.cos(0.1) + 100 * math.sin(0.1)),
            pytest.approx(100 * math.cos(0.1) - 100 * math.sin(0.1)),
        )


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
    assert back(angle=angle).covers(BackPose(3, AGE_1, x, y, 1.0), SIZES) is covered


def looked_through(cards):
    """The mat after a turn with so many discards, whose cards somebody has taken up and spread out elsewhere."""
    table = FakeTable(WONDERS)
    pile = [table.discard() for _ in range(cards)]
    mat = DiscardMat().look(table.scene(1), SIZES)
    assert mat.count(AGE_1) == cards
    mat = mat.settle()
    for card in pile:
        table.take(card)
    mat = mat.look(table.scene(1), SIZES)
    for number in range(cards):
        table.discard(at=(1200.0 + 30 * number, 700.0))
    return table, mat.look(table.scene(0), SIZES)


def test_a_pile_of_two_that_is_looked_through_holds_no_new_discards():
    table, mat = looked_through(2)
    assert mat.count(AGE_1) == 0
    table.now += 1
    table.discard(at=(1300.0, 700.0))  # a second after the pile came back
    assert mat.look(table.scene(0), SIZES).count(AGE_1) == 0
    table.now += 0.1
    table.discard(at=(1350.0, 700.0))
    assert mat.look(table.scene(0), SIZES).count(AGE_1) == 1


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
    assert mat.look(table.scene(1), SIZES).count(AGE_1) == 1


def test_backs_are_counted_by_age():
    table = FakeTable(WONDERS)
    table.discard()
    table.discard(back=AGE_2)
    table.discard(back=AGE_2)
    mat = DiscardMat().look(table.scene(1), SIZES)
    assert [mat.count(code) for code in (AGE_1, AGE_2, None)] == [1, 2, 0]


def test_the_table_of_an_interrupted_game_is_arriving_for_a_second_after_it_is_seen():
    table = FakeTable(WONDERS)
    table.seen = False
    mat = DiscardMat(resumed=True).look(table.scene(1), SIZES)
    assert mat.is_arriving(table.scene(5))
    table.seen = True
    mat = mat.look(table.scene(1), SIZES)
    assert mat.is_arriving(table.scene(1))
    assert not mat.is_arriving(table.scene(0.5))
