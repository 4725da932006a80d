"""Counting discards: cards laid exactly on others, piles that are only pushed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.discard_mat import DiscardMat
from tests.device.tables import FakeTable
from vision.kit.sizes import KitSizes

SIZES = KitSizes()
BACK = 206


@pytest.fixture
def table():
    return FakeTable([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])


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
    mat = touch(table, first, mat, dx=1.0)
    assert (mat.count(BACK), mat.count_laid_over(BACK)) == (0, 1)
    assert mat.settle().count_laid_over(BACK) == 0


@pytest.mark.parametrize(("moved", "turn"), [(0.0, 0.0), (0.2, 0.0), (0.0, 0.004)])
def test_a_hand_that_lays_nothing_is_no_evidence(table, moved, turn):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    assert touch(table, first, mat, dx=moved, turn=turn).count_laid_over(BACK) == 0


def test_a_turned_card_is_evidence_as_well(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    assert touch(table, first, mat, turn=0.03).count_laid_over(BACK) == 1


def test_a_sticker_that_creeps_without_a_hand_is_no_evidence(table):
    first = table.discard()
    mat = DiscardMat().look(table.scene(1), SIZES).settle()
    table.items[0] = replace(first, x=first.x + 2.0)
    for _ in range(8):
        mat = mat.look(table.scene(0.5), SIZES)
    assert mat.count_laid_over(BACK) == 0
