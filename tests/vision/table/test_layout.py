from math import radians

import numpy as np
import pytest

from tests.vision.synthetic_table import BACK, CODEBOOK, SEVEN, THREE, SyntheticTable, back, board_code, front, mat
from vision.scene import Place
from vision.sighting import Sighting
from vision.table.layout import Table, fit_table, shifted_table
from vision.table.pose import Pose


def city(table, seat, codes, columns=3):
    return [table.lay(front(code, table.city(seat, n % columns, n // columns))) for n, code in enumerate(codes)]


@pytest.mark.parametrize("n", range(3, 8))
def test_every_seat_has_its_wonder_and_side(n):
    table = SyntheticTable(SEVEN[:n], noise=0.4)
    boards = fit_table(table.look(), CODEBOOK).boards
    assert [board.code for board in boards] == list(SEVEN[:n])
    assert [(board.wonder, board.side) for board in boards] == [(CODEBOOK.entries[code].id, "A") for code in SEVEN[:n]]


def test_places_are_in_millimetres():
    table = SyntheticTable(THREE)
    things = city(table, 0, range(6))
    located = fit_table(table.look(), CODEBOOK).locate(table.look())
    by_code = {thing.code: thing for thing in located}
    one, other = by_code[things[0].code], by_code[things[3].code]
    assert one.pose.distance(other.pose) == pytest.approx(24.0, abs=0.3)
    assert one.angle == pytest.approx(0.0, abs=0.01)


def test_without_boards_everything_is_elsewhere():
    table = SyntheticTable(())
    table.things = [front(12, Pose(0, 0, 0)), back(Pose(200, 0, 0))]
    seen = table.look()
    assert {thing.place for thing in fit_table(seen, CODEBOOK).locate(seen)} == {Place.ELSEWHERE}


def test_without_any_sticker_the_table_has_no_scale_and_no_places():
    empty = fit_table((), CODEBOOK)
    assert empty.px_per_mm is None
    assert empty.locate(()) == ()
    seen = SyntheticTable(THREE).look()
    assert {thing.place for thing in empty.locate(seen)} == {Place.ELSEWHERE}


def test_a_code_outside_the_kit_is_elsewhere_and_does_not_change_the_plane():
    table = SyntheticTable(THREE)
    foreign = Sighting(599, table.look()[0].corners * 1.5)
    fit = fit_table((*table.look(), foreign), CODEBOOK)
    assert fit.locate((foreign,))[0].place is Place.ELSEWHERE
    assert fit.plane == fit_table(table.look(), CODEBOOK).plane


def test_a_covered_board_keeps_its_seat_of_the_previous_table():
    table = SyntheticTable(THREE)
    before = fit_table(table.look(), CODEBOOK)
    card = table.lay(front(12, table.city(1, 0, 0)))
    seen = table.look(without=[table.things[2]])
    now = fit_table(seen, CODEBOOK, previous=before)
    assert [board.code for board in now.boards] == list(THREE)
    assert now.locate((table.sighting_of(card),))[0].seat == 1


def test_lift_tells_cards_in_the_air_from_cards_on_the_table():
    table = SyntheticTable(THREE, noise=0.3)
    city(table, 0, range(12))
    low, high = table.lay(front(50, Pose(100, 60, 0.2))), table.lay(front(51, Pose(-300, 100, 0.2), height=100.0))
    fit = fit_table(table.look(), CODEBOOK)
    assert abs(fit.locate((table.sighting_of(low),))[0].lift) < 0.03
    assert fit.locate((table.sighting_of(high),))[0].lift > 0.06


def test_the_same_board_twice_takes_one_seat():
    table = SyntheticTable(THREE)
    table.things.append(type(table.things[1])(THREE[0], table.at(0, -400.0, -300.0)))
    assert len(fit_table(table.look(), CODEBOOK).boards) == 3


def test_the_table_stays_the_same_when_the_camera_is_knocked():
    table = SyntheticTable(THREE)
    card = table.lay(front(12, table.city(1, 1, 1)))
    before = fit_table(table.look(), CODEBOOK)
    motion = np.array([[1.0, -0.05, 60.0], [0.05, 1.0, -40.0], [0.0, 0.0, 1.0]])
    corners = table.sighting_of(card).corners @ motion[:2, :2].T + motion[:2, 2]
    after = shifted_table(before, motion).locate((Sighting(12, corners.astype(np.float32)),))[0]
    there = before.locate((table.sighting_of(card),))[0]
    assert after.pose.distance(there.pose) < 0.1
    assert (after.place, after.seat) == (there.place, there.seat) == (Place.CITY, 1)


def test_moving_a_table_without_a_plane_changes_nothing():
    empty = Table(CODEBOOK)
    assert shifted_table(empty, np.eye(3)) is empty


def test_boards_turned_towards_their_players_and_a_turned_mat_are_located():
    table = SyntheticTable((board_code("giza", "B"), *SEVEN[1:]), noise=0.5)
    table.things[0] = mat(20.0, -60.0, radians(130))
    for seat in range(7):
        city(table, seat, range(10 * seat, 10 * seat + 7))
    stages = [table.lay(back(table.stage(0, slot, 4), BACK)) for slot in (1, 2, 3, 4)]
    seen = table.look()
    located = fit_table(seen, CODEBOOK).locate(seen)
    assert [located[table.things.index(stage)].slot for stage in stages] == [1, 2, 3, 4]
    cards = [thing for thing in located if CODEBOOK.entries[thing.code].kind == "card"]
    assert all((card.place, card.seat) == (Place.CITY, card.code // 10) for card in cards)
