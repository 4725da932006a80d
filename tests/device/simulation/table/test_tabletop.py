"""Boards, cards and discards lie so that the camera can see every sticker that should be visible."""

import itertools
import math
import random

import numpy as np
import pytest

from device.simulation.rendering.projection import Projection, camera_height, over_table
from device.simulation.table.tabletop import (
    SeatedBoard,
    Tabletop,
    Thing,
    ThingKind,
    clearly_apart,
    outline,
    square,
)
from tests.device.simulation.photograph import visible_part
from vision.kit.sizes import KitSizes
from vision.table.pose import Pose

SIZES = KitSizes()
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")


def full_table(players: int, seed: int, cards: int = 18) -> Tabletop:
    """A table on which every seat has this many cards, all its stages and its hand."""
    chance = random.Random(seed)
    table = Tabletop([SeatedBoard(190 + seat, 2 + (seat + seed) % 3) for seat in range(players)], seed)
    for seat, seated in enumerate(table.seated):
        for card in range(cards):
            table.put(table.front(seat, (seat * cards + card) % 150, chance.choice(COLOURS)))
        for slot in range(1, seated.stages + 1):
            table.put(table.stage(seat, slot, 1 + slot % 3))
        table.put(table.hand(seat, 3))
    return table


def hidden(table: Tabletop, lens: Projection) -> list[Thing]:
    things = table.things
    return [
        thing for place, thing in enumerate(things) if visible_part(thing, things[place + 1 :], (), lens, SIZES) < 1
    ]


@pytest.mark.parametrize(
    ("players", "seed"),
    [
        pytest.param(players, seed, marks=() if (players, seed) in {(3, 1), (5, 2), (7, 1)} else pytest.mark.slow)
        for players in range(3, 8)
        for seed in (1, 2)
    ],
)
def test_every_sticker_of_a_full_table_is_visible(players: int, seed: int) -> None:
    table = full_table(players, seed)
    assert len(table.things) >= players * (18 + 2 + 2) + 1
    assert hidden(table, over_table(players, seed)) == []


def test_the_stickers_of_a_city_of_twenty_are_visible() -> None:
    assert hidden(full_table(4, 5, cards=20), over_table(4, 5)) == []


@pytest.mark.parametrize(
    ("players", "seed"),
    [(3, 1), (7, 4), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((4, 1), (5, 2), (6, 3), (7, 1)))],
)
def test_leaders_find_room_in_full_cities(players: int, seed: int) -> None:
    table = full_table(players, seed)
    for seat in range(players):
        for leader in range(3):
            table.put(table.front(seat, 152 + 3 * seat + leader, "white"))
    assert hidden(table, over_table(players, seed)) == []


@pytest.mark.parametrize("seat", range(3))
def test_the_free_citys_token_lies_on_its_board_and_hides_nothing(seat: int) -> None:
    table = full_table(3, 1)
    token = table.token(seat)
    table.put(token)
    board = table.boards[seat].pose
    assert math.dist((token.pose.x, token.pose.y), (board.x, board.y)) < SIZES.board_width / 2
    assert hidden(table, over_table(3, 1)) == []


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_all_things_are_entirely_in_the_picture(players: int) -> None:
    lens = over_table(players, 3)
    for thing in full_table(players, 3).things:
        corners = lens.project(outline(thing, SIZES))
        assert (corners > 0).all()
        assert (corners < (lens.width_px, lens.height_px)).all()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_seats_run_clockwise_from_the_lower_edge(players: int) -> None:
    boards = [board.pose for board in Tabletop([SeatedBoard(190, 3)] * players, 4).boards]
    assert max(boards, key=lambda pose: pose.y) is boards[0]
    bearings = [math.atan2(-pose.x, pose.y) % math.tau for pose in boards[1:]]
    assert bearings == sorted(bearings)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_boards_turn_their_lower_edge_to_their_player(players: int) -> None:
    for board in Tabletop([SeatedBoard(190, 3)] * players, 5).boards:
        lower, upper = board.pose.at(0, 50), board.pose.at(0, -50)
        assert math.hypot(lower.x, lower.y) > math.hypot(upper.x, upper.y)


def test_a_card_is_tucked_under_the_one_before_with_its_strip_out() -> None:
    table = Tabletop([SeatedBoard(190, 3)] * 3, 0)
    first, second = (table.front(0, code, "red") for code in (1, 2))
    assert second.z < first.z < table.boards[0].z
    away = math.dist((first.pose.x, first.pose.y), (second.pose.x, second.pose.y))
    assert away == pytest.approx(SIZES.visible_strip, abs=4)


@pytest.mark.parametrize(("stages", "slot"), [(2, 1), (3, 2), (4, 4)])
def test_a_stage_lies_half_under_its_slot(stages: int, slot: int) -> None:
    table = Tabletop([SeatedBoard(202, stages)] * 3, 0)
    card, board = table.stage(0, slot, 2), table.boards[0]
    across = (slot - 0.5) / stages * SIZES.board_width - SIZES.board_width / 2
    wanted = board.pose.at(across, SIZES.board_height / 2)
    assert math.dist((card.pose.x, card.pose.y), (wanted.x, wanted.y)) < 3
    assert (card.kind, card.code, card.z < board.z) == (ThingKind.BACK, 207, True)


def test_each_discard_lies_clearly_apart_from_the_one_before() -> None:
    table = Tabletop([SeatedBoard(190, 3)] * 3, 0)
    pile = [table.discard(1) for _ in range(60)]
    assert all(clearly_apart(one.pose, other.pose) and one.z < other.z for one, other in itertools.pairwise(pile))
    assert all(math.hypot(card.pose.x, card.pose.y) < SIZES.mat_width / 2 for card in pile)


def test_backs_of_an_age_are_all_alike() -> None:
    table = Tabletop([SeatedBoard(190, 3)] * 3, 0)
    assert {table.hand(0, 3).code, table.discard(3).code, table.stage(1, 1, 3).code} == {208}


def test_stickers_are_in_the_corners_that_the_kit_defines() -> None:
    straight = Pose(0, 0, 0)
    front = square(Thing(1, ThingKind.FRONT, straight, 0, "front"), SIZES)
    back = square(Thing(206, ThingKind.BACK, straight, 0, "stage"), SIZES)
    assert front == ((16.0, -45.5), (28.0, -45.5), (28.0, -33.5), (16.0, -33.5))
    assert back == ((16.0, 33.5), (28.0, 33.5), (28.0, 45.5), (16.0, 45.5))


def test_the_camera_has_the_pixels_per_millimetre_of_its_optics() -> None:
    assert Projection(camera_height(4)).px_per_mm == pytest.approx(2.95, abs=0.02)
    assert Projection(camera_height(7)).px_per_mm == pytest.approx(2.45, abs=0.02)


def test_a_thing_above_the_table_looks_larger() -> None:
    lens = over_table(3, 1)
    low, high = (lens.project([[0, 0], [12, 0]], height) for height in (0, 120))
    assert np.linalg.norm(high[1] - high[0]) / np.linalg.norm(low[1] - low[0]) == pytest.approx(1200 / 1080, rel=0.01)
