"""Boards and a mat whose stickers are covered, in a single picture."""

from __future__ import annotations

import pytest

from device.for_features.photographs.hidden_boards import table_of
from tests.vision.synthetic_table import CODEBOOK, THREE, SyntheticTable, back, front
from tests.vision.table.test_layout import city
from vision.scene import Place
from vision.table.pose import Pose


@pytest.mark.parametrize("seat", range(3))
def test_a_covered_board_in_a_single_picture_is_found_by_its_city(seat):
    table = SyntheticTable(THREE, noise=0.4)
    cards = city(table, seat, range(30, 36))
    stage = table.lay(back(table.stage(seat, 2)))
    seen = table.look(without=[table.things[1 + seat]])
    fit = table_of(seen, CODEBOOK)
    assert [board.code for board in fit.boards] == [None if n == seat else THREE[n] for n in range(3)]
    located = {(thing.code, thing.place, thing.seat, thing.slot) for thing in fit.locate(seen)}
    assert {(card.code, Place.CITY, seat, None) for card in cards} <= located
    assert (stage.code, Place.STAGE, seat, 2) in located


def test_backs_in_the_middle_are_discarded_though_they_cover_the_mats_sticker():
    table = SyntheticTable(THREE, noise=0.4)
    pile = [table.lay(back(Pose(x, -20, turn))) for x, turn in ((0, 0.4), (30, 1.9))]
    seen = table.look(without=table.things[:1])
    located = table_of(seen, CODEBOOK).locate(seen)
    assert [located[table.things.index(card) - 1].place for card in pile] == [Place.DISCARD] * 2


def test_scattered_cards_are_no_city():
    table = SyntheticTable(THREE, noise=0.4)
    table.things.append(front(12, Pose(-700, -400, 0.3)))
    table.things.append(front(13, Pose(-560, -420, 1.4)))
    table.things.append(back(Pose(700, 450, 2.0)))
    assert len(table_of(table.look(), CODEBOOK).boards) == 3
