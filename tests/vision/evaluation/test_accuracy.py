import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.evaluation.accuracy import EvaluationRow, TrueSticker, Truth, compare, evaluate, format_table
from tests.vision.synthetic_pictures import Drawing, spread
from vision.scene import Place
from vision.table.layout import LocatedSticker

SQUARE = [(100.0, 100.0), (130.0, 100.0), (130.0, 130.0), (100.0, 130.0)]


def sticker(
    code: int, role: str = "front", visible: float = 1.0, seat: int | None = 0, slot: int | None = None
) -> TrueSticker:
    return TrueSticker(code, role, visible, SQUARE, seat, slot)


def reading(
    code: int, place: Place = Place.CITY, seat: int | None = 0, slot: int | None = None, off: float = 0.0
) -> LocatedSticker:
    corners = np.array(SQUARE, np.float32) + off
    return LocatedSticker(code, corners, place, seat, slot, x=0, y=0, angle=0, lift=0, margin=1)


def test_a_correct_reading_counts_in_every_column() -> None:
    row = compare([reading(5, Place.STAGE, 2, 1)], Truth([sticker(5, "stage", seat=2, slot=1)]))
    assert row == EvaluationRow(
        stickers=1, read=1, corners=4, corners_close=4, places=1, places_right=1, slots=1, slots_right=1
    )


def test_hidden_stickers_may_be_read_but_need_not_be() -> None:
    hidden = Truth([sticker(5, visible=0.97)])
    assert compare([], hidden) == EvaluationRow()
    assert compare([reading(5)], hidden).invented == 0


@pytest.mark.parametrize("readings", [[reading(6)], [reading(5, off=40.0)], [reading(5), reading(5, off=1.0)]])
def test_a_reading_without_a_sticker_is_invented(readings: list[LocatedSticker]) -> None:
    assert compare(readings, Truth([sticker(5)])).invented == 1


def test_a_corner_three_pixels_off_is_not_right() -> None:
    row = compare([reading(5, off=2.3)], Truth([sticker(5)]))
    assert (row.corners, row.corners_close) == (4, 0)


@pytest.mark.parametrize(
    "wrong", [reading(5, Place.HAND), reading(5, Place.STAGE, seat=1, slot=1), reading(5, Place.STAGE, slot=2)]
)
def test_a_place_is_right_with_its_seat_and_slot(wrong: LocatedSticker) -> None:
    row = compare([wrong], Truth([sticker(5, "stage", slot=1)]))
    assert (row.read, row.places, row.places_right, row.slots, row.slots_right) == (1, 1, 0, 1, 0)


@pytest.mark.parametrize(("seat", "right"), [(0, 1), (1, 0), (None, 0)])
def test_a_board_is_right_at_its_seat(seat: int | None, right: int) -> None:
    row = compare([reading(202, Place.BOARD, seat)], Truth([sticker(202, "board")]))
    assert (row.boards, row.seats_right) == (1, right)


def save(folder: Path, drawing: Drawing) -> None:
    cv2.imwrite(str(folder / "one.png"), drawing.photograph())
    stickers = [
        TrueSticker(code, "front", 1.0, [(float(x), float(y)) for x, y in corners])
        for code, corners in drawing.corners.items()
    ]
    (folder / "one.json").write_bytes(msgspec.json.encode(Truth(stickers)))


def test_a_folder_of_pictures_with_truth_is_evaluated(tmp_path: Path) -> None:
    save(tmp_path, spread(range(10)))
    cv2.imwrite(str(tmp_path / "two.png"), np.zeros((100, 100), np.uint8))
    rows = list(evaluate(sorted(tmp_path.glob("*.png"))))
    assert [name for name, _ in rows] == ["one.png"]
    assert (rows[0][1].stickers, rows[0][1].read, rows[0][1].invented) == (10, 10, 0)
    lines = list(format_table(rows))
    assert lines[1].split()[:4] == ["one.png", "10", "10", "100.0%"]
    assert lines[-1].startswith("total")


@pytest.mark.slow
@pytest.mark.skipif("WONDERTABLE_PHOTOS" not in os.environ, reason="WONDERTABLE_PHOTOS names no folder of photographs")
def test_photographs_are_read_to_the_physical_limit() -> None:
    total = EvaluationRow()
    for _, row in evaluate(sorted(Path(os.environ["WONDERTABLE_PHOTOS"]).glob("*.jpg"))):
        total += row
    assert total.read >= 0.985 * total.stickers
    assert total.invented == 0
    assert total.corners_close >= 0.99 * total.corners
    assert total.seats_right == total.boards
    assert total.places_right >= 0.98 * total.places
    assert total.slots_right == total.slots
