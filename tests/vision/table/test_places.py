from math import radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.synthetic_table import (
    BACK,
    CODEBOOK,
    MAT,
    SEVEN,
    SIZES,
    THREE,
    SyntheticTable,
    Thing,
    back,
    board_code,
    front,
    mat,
)
from vision.scene import Place
from vision.table.layout import fit_table
from vision.table.pose import Pose


def located(table, thing):
    """The place of this thing on the table."""
    sightings = table.look()
    return fit_table(sightings, CODEBOOK).locate(sightings)[table.things.index(thing)]


def place(table, thing):
    at = located(table, thing)
    return at.place, at.seat, at.slot


@pytest.fixture
def table():
    return SyntheticTable(THREE, noise=0.4)


@pytest.mark.parametrize("seat", range(7))
@pytest.mark.parametrize(("column", "row"), [(0, 0), (1, 3), (2, 5)])
@pytest.mark.parametrize("turn", [-10, 0, 10])
def test_a_card_tucked_above_a_board_is_in_its_city_even_at_a_full_table(seat, column, row, turn):
    table = SyntheticTable(SEVEN, noise=0.4, radius=(620.0, 360.0))
    card = table.lay(front(12, table.city(seat, column, row, radians(turn))))
    assert place(table, card) == (Place.CITY, seat, None)


@given(
    seat=st.integers(0, 2), slot=st.integers(1, 3), dx=st.floats(-15, 15), dy=st.floats(-10, 12), turn=st.floats(-8, 8)
)
def test_a_back_half_under_the_lower_edge_is_a_stage(seat, slot, dx, dy, turn):
    table = SyntheticTable((board_code("giza"), board_code("babylon"), board_code("olympia")), noise=0.4)
    at = table.stage(seat, slot)
    card = table.lay(back(Pose(at.x + dx, at.y + dy, at.angle + radians(turn))))
    assert place(table, card) == (Place.STAGE, seat, slot)


@pytest.mark.parametrize(
    ("wonder", "side", "stages"),
    [("giza", "B", 4), ("rhodes", "B", 2), ("rome", "A", 2), ("rome", "B", 3), ("ephesus", "A", 3)],
)
def test_slots_divide_the_board_by_its_own_number_of_stages(wonder, side, stages):
    table = SyntheticTable((board_code(wonder, side), *THREE[1:]), noise=0.4)
    cards = [table.lay(back(table.stage(0, slot, stages))) for slot in range(1, stages + 1)]
    assert [place(table, card) for card in cards] == [(Place.STAGE, 0, slot) for slot in range(1, stages + 1)]


@pytest.mark.parametrize("x", [-51.0, 245.0 + 51.0])
@pytest.mark.parametrize("turn", [-40, 0, 30])
def test_a_back_beside_a_board_is_a_hand(table, x, turn):
    card = table.lay(back(table.at(1, x, 65.0, radians(turn))))
    assert place(table, card) == (Place.HAND, 1, None)


@pytest.mark.parametrize(
    ("turn", "found"),
    [(0.0, (Place.HAND, 1)), (25.7, (Place.ELSEWHERE, None)), (51.4, (Place.HAND, 2))],
    ids=["square to the first", "between the two", "square to the second"],
)
def test_a_hand_beside_two_boards_is_nobodys_unless_it_lies_square_to_one(turn, found):
    """Nearer to the second board, and beside the first: at a table of seven these are turned by 51 degrees."""
    table = SyntheticTable(SEVEN, noise=0.4, radius=(560.0, 330.0))
    card = table.lay(back(table.at(1, -51.0, 65.0, radians(turn))))
    assert place(table, card)[:2] == found


def test_a_back_well_below_a_board_is_no_stage(table):
    card = table.lay(back(table.at(1, 122.0, 200.0)))
    assert place(table, card) == (Place.HAND, 1, None)


def test_a_back_across_a_slot_is_no_stage(table):
    card = table.lay(back(table.stage(2, 2, turn=radians(90))))
    assert place(table, card)[0] is not Place.STAGE


@given(dx=st.floats(-45, 45), dy=st.floats(-45, 45), turn=st.floats(-180, 180))
def test_a_back_on_the_mat_or_half_on_it_is_discarded_whichever_way_it_lies(dx, dy, turn):
    table = SyntheticTable(THREE, noise=0.4)
    card = table.lay(back(Pose(dx, -20.0 + dy, radians(turn))))
    assert place(table, card) == (Place.DISCARD, None, None)


def test_a_front_on_the_mat_is_not_discarded(table):
    table.things[0] = mat(0.0, -250.0)
    card = table.lay(front(12, Pose(0.0, -250.0, 0.5)))
    assert place(table, card)[0] is not Place.DISCARD


def test_a_front_on_the_mat_is_in_no_city_although_the_mat_lies_where_a_city_ends():
    table = SyntheticTable(THREE, noise=0.4)
    far = table.city(0, 1, 8)
    table.things[0] = mat(far.x, far.y)
    card = table.lay(front(12, far))
    assert place(table, card)[0] is Place.ELSEWHERE


@pytest.mark.parametrize("kind", [front, lambda code, pose: back(pose, BACK)])
def test_a_card_far_from_everything_is_elsewhere(table, kind):
    card = table.lay(kind(12, Pose(750.0, -380.0, 1.0)))
    assert place(table, card) == (Place.ELSEWHERE, None, None)


def test_a_card_below_its_board_is_not_built(table):
    card = table.lay(front(12, table.at(0, 122.0, 215.0)))
    assert place(table, card) == (Place.ELSEWHERE, None, None)


def test_a_token_on_a_board_belongs_to_it(table):
    token = table.lay(Thing(211, table.at(2, 100.0, 60.0)))
    assert place(table, token) == (Place.CITY, 2, None)


STAGE_TOKEN = 243


@given(
    seat=st.integers(0, 2),
    slot=st.integers(1, 3),
    dx=st.floats(-15, 15),
    y=st.floats(85, 160),
    turn=st.floats(-180, 180),
)
def test_a_stage_token_on_the_stage_or_on_its_card_counts_whichever_way_it_lies(seat, slot, dx, y, turn):
    table = SyntheticTable((board_code("giza"), board_code("babylon"), board_code("olympia")), noise=0.4)
    x = (slot - 0.5) * SIZES.board_width / 3 + dx
    token = table.lay(Thing(STAGE_TOKEN, table.at(seat, x, y, radians(turn))))
    assert place(table, token) == (Place.STAGE, seat, slot)


@pytest.mark.parametrize(("x", "y"), [(122.0, 20.0), (122.0, 220.0), (-60.0, 60.0)])
def test_a_stage_token_elsewhere_on_the_table_means_nothing(table, x, y):
    token = table.lay(Thing(STAGE_TOKEN, table.at(1, x, y)))
    assert place(table, token) == (Place.ELSEWHERE, None, None)


def test_a_stage_token_is_never_discarded(table):
    token = table.lay(Thing(STAGE_TOKEN, Pose(10.0, -20.0, 0.5)))
    assert place(table, token) == (Place.ELSEWHERE, None, None)


def test_the_place_of_a_card_between_two_cities_is_not_sure():
    table = SyntheticTable(THREE)
    one, other = table.city(0, 2, 2), table.city(2, 0, 2)
    card = table.lay(front(12, Pose((one.x + other.x) / 2, (one.y + other.y) / 2, -radians(60))))
    assert not located(table, card).sure or located(table, card).place is Place.ELSEWHERE
    tidy = table.lay(front(13, table.city(0, 1, 1)))
    assert located(table, tidy).sure


def test_mat_and_boards_have_places_of_their_own(table):
    assert place(table, table.things[0]) == (Place.MAT, None, None)
    assert [place(table, thing) for thing in table.things[1:]] == [(Place.BOARD, seat, None) for seat in range(3)]
    assert table.things[0].code == MAT


def only_board(thing_of):
    """The located thing on a table with one board."""
    table = SyntheticTable(THREE[:1])
    thing = table.lay(thing_of(table))
    seen = table.look()
    return next(found for found in fit_table(seen, CODEBOOK).locate(seen) if found.code == thing.code)


def test_a_card_across_is_less_surely_in_the_city_than_an_upright_one():
    upright, across = (
        only_board(lambda table, turn=turn: front(12, table.city(0, 1, 1, radians(turn)))).margin for turn in (0, 90)
    )
    assert across < upright - 1.0


def test_a_card_fourteen_rows_above_a_board_is_in_no_city():
    assert only_board(lambda table: front(12, table.city(0, 1, 4))).place is Place.CITY
    assert only_board(lambda table: front(12, table.city(0, 1, 14))).place is Place.ELSEWHERE


def test_a_back_far_beside_a_board_is_no_hand():
    assert only_board(lambda table: back(table.at(0, -51, 60))).place is Place.HAND
    assert only_board(lambda table: back(table.at(0, -180, 60))).place is Place.ELSEWHERE
