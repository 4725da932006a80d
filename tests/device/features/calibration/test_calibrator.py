from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from device.features.calibration.calibrator import (
    BoardView,
    CalibrationBoardSizes,
    LensCalibrator,
    coverage,
    is_new_view,
    is_still,
)
from device.features.kit_printing.calibration_board import board_picture, make_board_page
from tests.vision.calibration_pictures import (
    CAMERA,
    FLAT_ON_THE_TABLE,
    ROUND_THE_PICTURE,
    BoardCamera,
    good_pictures,
)
from tests.vision.synthetic_pictures import spread
from vision.errors import CalibrationError
from vision.reading.reader import Reader

FINDER = LensCalibrator()


@cache
def views() -> tuple[BoardView, ...]:
    return tuple(FINDER.find(image, f"{number}.png") for number, image in enumerate(good_pictures()))


def refusal_of(taken: list[BoardView]) -> CalibrationError:
    with pytest.raises(CalibrationError) as refusal:
        FINDER.measure(taken)
    return refusal.value


def test_ten_pictures_of_the_board_give_the_lens_distortion() -> None:
    measured = FINDER.measure(views())
    assert measured.error < 0.3
    assert measured.views == 10
    parts = np.concatenate([view.pixels for view in views()])
    true = CAMERA.lens.undistort(parts)
    assert np.abs(parts - true).max() > 15
    assert np.abs(measured.undistort(parts) - true).mean() < 0.5


@pytest.mark.parametrize("number", [0, 4, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3, 5, 6, 7, 8, 9))])
def test_no_sticker_of_the_kit_is_read_on_the_board(number: int) -> None:
    reader = Reader()
    assert reader.look(good_pictures()[number]) == ()
    assert reader.look(good_pictures()[number], thorough=True) == ()


def test_no_sticker_of_the_kit_is_read_on_the_board_however_large_it_is() -> None:
    reader = Reader()
    sharp = cv2.copyMakeBorder(board_picture(zoom=2), *[60] * 4, cv2.BORDER_CONSTANT, value=255)
    for height in range(120, 1300, 236):
        image = np.asarray(cv2.resize(sharp, (height * 4 // 5, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        assert reader.look(image, thorough=True) == (), height


def test_too_few_pictures_are_refused_and_the_same_picture_counts_once() -> None:
    refused = refusal_of([*views()[:4], *views()[:4]])
    assert (refused.key, refused.placeholders["found"]) == ("error.calibration_few", 4)


def test_pictures_from_the_same_angle_are_refused() -> None:
    taken = [FINDER.find(CAMERA.picture(at, turn, 7)) for at, turn in FLAT_ON_THE_TABLE[:7]]
    assert refusal_of(taken).key == "error.calibration_flat"


def test_views_in_one_part_of_the_picture_only_are_refused() -> None:
    near = [((-230.0, -110.0, 700.0), (20.0 - 8 * step, 8.0 * step, 60.0 * step)) for step in range(6)]
    taken = [FINDER.find(CAMERA.picture(at, turn, 7)) for at, turn in near]
    refused = refusal_of(taken)
    assert refused.key == "error.calibration_uncovered"
    assert refused.placeholders["percent"] == round(100 * coverage(taken, 1152, 648))


def test_pictures_of_different_sizes_are_refused() -> None:
    assert refusal_of([*views()[:8], replace(views()[8], width=2000)]).key == "error.calibration_sizes"


def test_a_bent_board_is_refused() -> None:
    random = np.random.default_rng(0)
    shaken = [
        replace(view, pixels=view.pixels + random.normal(0, 2, view.pixels.shape).astype(np.float32))
        for view in views()
    ]
    assert refusal_of(shaken).key == "error.calibration_inexact"


@pytest.mark.parametrize(
    ("seen", "key"),
    [
        ("stickers", "error.calibration_no_board"),
        ("other board", "error.calibration_other_board"),
        ("half of it", "error.calibration_hidden"),
    ],
)
def test_a_picture_without_the_board_is_refused(seen: str, key: str) -> None:
    image = good_pictures()[0].copy()
    if seen == "stickers":
        image = spread(range(20)).photograph()
    elif seen == "other board":
        other = replace(CalibrationBoardSizes(), columns=9, rows=8)
        image = BoardCamera(CAMERA.lens, other).picture(*ROUND_THE_PICTURE[0])
    else:
        image[330:] = 128
        image[::60] = 90
    with pytest.raises(CalibrationError) as refusal:
        FINDER.find(image, "a.png")
    assert refusal.value.key == key
    assert refusal.value.placeholders["picture"] == "a.png"


def test_a_view_is_new_if_the_board_is_still_and_elsewhere() -> None:
    one, other = views()[:2]
    again = FINDER.find(CAMERA.picture(*ROUND_THE_PICTURE[0], seed=99))
    assert is_still(again, one)
    assert not is_still(other, one)
    assert not is_still(one, None)
    assert is_new_view(other, [one])
    assert not is_new_view(again, [one, other])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_shows_the_whole_board_in_its_size(tmp_path: Path, paper: str) -> None:
    assert make_board_page(tmp_path / "board.pdf", paper=paper) == 1
    page = pypdfium2.PdfDocument(tmp_path / "board.pdf")[0].render(scale=2, grayscale=True).to_numpy()
    image = np.ascontiguousarray(page.reshape(page.shape[0], -1), dtype=np.uint8)
    view = FINDER.find(image)
    sizes = CalibrationBoardSizes()
    assert len(view.ids) == (sizes.columns - 1) * (sizes.rows - 1)
    across = view.pixels[sizes.columns - 2] - view.pixels[0]
    assert np.linalg.norm(across) / 2 / 72 * 25.4 == pytest.approx((sizes.columns - 2) * sizes.square, abs=0.1)
