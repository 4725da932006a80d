from math import radians

import cv2
import numpy as np
import pytest

from device.features.kit_check.placement import FaultKind, StickerSide, edges_round, fault_of, foreground, has_a_place
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.table.pose import Pose

PX = 6.0
"""px per mm."""
CARD, BACK, BOARD = CODEBOOK.entries[0], CODEBOOK.entries[206], CODEBOOK.entries[202]
HIGH, WIDE = 900, 1500
MIDDLE = Pose(WIDE / 2, HIGH / 2, 0.0)
RIGHT, TOP = SIZES.card_width / 2 - 10.5, 10.5 - SIZES.card_height / 2
"""A sticker's middle, in mm from the card's, where it belongs."""


def polygon(pose: Pose, width: float, height: float) -> np.ndarray:
    """The corners in px of a rectangle in mm round a pose in px."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([pose.to_table((x * width / 2 * PX, y * height / 2 * PX)) for x, y in corners], np.float32)


def shown(x: float, y: float, turn: float = 0.0, lies: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    """A card that lies turned by `lies`, and the square of a sticker at x, y mm, turned by degrees."""
    card = Pose(MIDDLE.x, MIDDLE.y, lies)
    there = np.zeros((HIGH, WIDE), np.uint8)
    cv2.fillConvexPoly(there, polygon(card, SIZES.card_width, SIZES.card_height).astype(np.int32), 1)
    sticker = card.at(x * PX, y * PX, radians(turn))
    return polygon(sticker, SIZES.sticker.square, SIZES.sticker.square), there > 0


@pytest.mark.parametrize("lies", [0.0, 0.4, 1.6, 3.0, -2.2])
def test_a_sticker_in_its_place_is_right_however_the_card_lies(lies: float) -> None:
    corners, there = shown(RIGHT, TOP, lies=lies)
    edges = edges_round(corners, there, SIZES)
    assert edges[StickerSide.RIGHT].distance == pytest.approx(3, abs=0.4)
    assert edges[StickerSide.TOP].distance == pytest.approx(3, abs=0.4)
    assert fault_of(CARD, edges, SIZES) is None


def test_a_back_has_its_sticker_below() -> None:
    corners, there = shown(RIGHT, -TOP)
    assert fault_of(BACK, edges_round(corners, there, SIZES), SIZES) is None
    fault = fault_of(CARD, edges_round(corners, there, SIZES), SIZES)
    assert fault is not None
    assert fault.kind is FaultKind.CORNER


@pytest.mark.parametrize(
    ("x", "y", "turn"),
    [(-RIGHT, TOP, 0), (RIGHT, -TOP, 0), (-RIGHT, -TOP, 0), (RIGHT, TOP, 90), (RIGHT, TOP, -90), (RIGHT, TOP, 180)],
)
def test_another_corner_or_another_direction_is_wrong(x: float, y: float, turn: float) -> None:
    fault = fault_of(CARD, edges_round(*shown(x, y, turn), SIZES), SIZES)
    assert fault is not None
    assert fault.kind is FaultKind.CORNER


@pytest.mark.parametrize("turn", [-25, -14, 14, 25])
def test_a_slant_is_measured(turn: float) -> None:
    fault = fault_of(CARD, edges_round(*shown(RIGHT - 4, TOP + 4, turn), SIZES), SIZES)
    assert fault is not None
    assert fault.kind is FaultKind.SLANT
    assert fault.slant == pytest.approx(turn, abs=1.5)


@pytest.mark.parametrize("turn", [-5, 5])
def test_a_tilt_of_a_few_degrees_does_no_harm(turn: float) -> None:
    assert fault_of(CARD, edges_round(*shown(RIGHT, TOP, turn), SIZES), SIZES) is None


@pytest.mark.parametrize(("left", "down", "wrong"), [(2, 0, False), (-2.5, 2, False), (5, 0, True), (0, 9, True)])
def test_a_place_is_wrong_from_three_millimetres_on(left: float, down: float, wrong: bool) -> None:
    fault = fault_of(CARD, edges_round(*shown(RIGHT - left, TOP + down), SIZES), SIZES)
    assert (fault is not None) == wrong
    if fault:
        assert fault.kind is FaultKind.PLACE
        assert (fault.from_right, fault.from_edge) == pytest.approx((3 + left, 3 + down), abs=0.5)


def test_a_hand_on_the_other_side_of_the_card_does_no_harm() -> None:
    corners, there = shown(RIGHT, TOP, lies=0.0)
    there[HIGH // 2 :, : WIDE // 2] = True
    assert fault_of(CARD, edges_round(corners, there, SIZES), SIZES) is None


def test_what_a_hand_hides_is_not_judged() -> None:
    corners, there = shown(RIGHT, TOP, lies=0.0)
    there[:, WIDE // 2 :] = True
    with pytest.raises(LookupError):
        fault_of(CARD, edges_round(corners, there, SIZES), SIZES)


def test_a_card_that_reaches_out_of_the_picture_is_judged_by_what_is_seen() -> None:
    there = np.zeros((HIGH, WIDE), bool)
    there[300:, :800] = True
    corners = polygon(Pose(800 - 12.5 * PX, 300 + 12.5 * PX, 0.0), 12, 12)
    assert fault_of(BOARD, edges_round(corners, there, SIZES), SIZES) is None, "a board's sticker is 5 mm in"
    assert StickerSide.LEFT not in edges_round(corners, there, SIZES)


def test_what_lies_on_the_table_is_found_under_other_light_and_without_holes() -> None:
    random = np.random.default_rng(3)
    empty = (110 + random.normal(0, 3, (300, 400))).clip(0, 255).astype(np.uint8)
    image = (0.8 * empty).astype(np.uint8)
    image[100:200, 100:250] = 200
    image[130:150, 150:200] = 88  # as dark as the table
    there = foreground(image, empty, 0.8)
    assert there[105:195, 105:245].all()
    assert there.mean() == pytest.approx(100 * 150 / (300 * 400), rel=0.1)


def test_tokens_may_have_their_sticker_anywhere() -> None:
    assert [has_a_place(CODEBOOK.entries[code]) for code in (0, 152, 206, 202, 210)] == [True] * 5
    assert [has_a_place(CODEBOOK.entries[code]) for code in (189, 211, 212, 216)] == [False] * 4
