import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.calibration_pictures import BARREL
from tests.vision.synthetic_table import CODEBOOK, SEVEN, SyntheticTable, Thing, front
from vision.errors import CalibrationError
from vision.kit.codebook import StickerKind
from vision.lens.calibration import Calibration
from vision.sighting import Sighting
from vision.table.layout import Table, fit_table
from vision.table.pose import Pose
from vision.tracking.camera_motion import estimate_motion
from vision.tracking.tracks import Track

CARDS = [entry.code for entry in CODEBOOK if entry.kind is StickerKind.CARD]
LENS = Calibration(4608, 2592, (3547.0, 3547.0), (2304.0, 1296.0), BARREL, 0.0, 10)
"""From 1.2 m it moves the corners of a 16:9 picture by about 80 mm on the table."""


def pixels(count: int, width: int = 4608, height: int = 2592) -> NDArray[np.float64]:
    return np.random.default_rng(0).uniform((0, 0), (width - 1, height - 1), (count, 2))


def test_undistorting_and_distorting_are_inverse_all_over_the_picture() -> None:
    seen = pixels(300)
    assert np.abs(LENS.distort(LENS.undistort(seen)) - seen).max() < 1e-6
    assert np.abs(LENS.undistort(seen) - seen).max() > 50


def test_far_outside_the_picture_nothing_is_folded_back_into_it() -> None:
    along = np.column_stack([np.linspace(2304, 60_000, 500), np.full(500, 1296.0)])
    assert (np.diff(LENS.distort(along)[:, 0]) > 0).all()


def test_a_calibration_is_scaled_to_pictures_of_another_size() -> None:
    seen = pixels(100)
    half = LENS.scaled(2304, 1296)
    at_half = half.undistort((seen + 0.5) / 2 - 0.5)
    assert np.abs((at_half + 0.5) * 2 - 0.5 - LENS.undistort(seen)).max() < 1e-6


def test_a_calibration_is_refused_for_pictures_of_another_shape() -> None:
    with pytest.raises(CalibrationError) as refusal:
        LENS.scaled(4608, 3456)
    assert refusal.value.key == "error.calibration_shape"
    assert refusal.value.placeholders["height"] == 3456


def seen_through_the_lens(table: SyntheticTable) -> tuple[Sighting, ...]:
    return tuple(
        Sighting(sighting.code, LENS.distort(sighting.corners).astype(np.float32)) for sighting in table.look()
    )


def spread_out() -> SyntheticTable:
    """Seven cities, and cards all over the picture, up to its edges."""
    table = SyntheticTable(SEVEN, noise=0.2)
    codes = iter(CARDS)
    for x in np.linspace(-680, 700, 9):
        for y in np.linspace(-340, 400, 6):
            table.lay(front(next(codes), Pose(float(x), float(y), 0.3)))
    return table


def misplaced(table: SyntheticTable, fitted: Table) -> tuple[float, float]:
    """Mean error in mm of the stickers' places in the middle of the picture and at its edge.

    The table's own frame may lie anywhere: the best shift and turn between the two is taken out.
    """
    things: list[Thing] = table.things
    true = np.array([(thing.sticker.x, thing.sticker.y) for thing in things])
    there = np.array([(thing.x, thing.y) for thing in fitted.locate(seen_through_the_lens(table))])
    middle = np.argsort(np.linalg.norm(true, axis=1))[: len(true) // 3]
    left, _, right = np.linalg.svd(
        (there[middle] - there[middle].mean(axis=0)).T @ (true[middle] - true[middle].mean(axis=0))
    )
    aligned = (there - there[middle].mean(axis=0)) @ (left @ right) + true[middle].mean(axis=0)
    miss = np.linalg.norm(aligned - true, axis=1)
    rim = np.argsort(-np.linalg.norm(true, axis=1))[: len(true) // 4]
    return float(miss[middle].mean()), float(miss[rim].mean())


def test_with_a_calibration_places_are_right_at_the_edge_of_a_distorted_picture() -> None:
    table = spread_out()
    seen = seen_through_the_lens(table)
    _, distort = misplaced(table, fit_table(seen, CODEBOOK))
    middle, straight = misplaced(table, fit_table(seen, CODEBOOK, lens=LENS))
    assert distort > 5.0, "mm at the rim without a calibration"
    assert straight < 1.0, "mm at the rim with it"
    assert middle < 0.5


def test_places_lead_back_to_the_pixels_they_were_seen_at() -> None:
    table = spread_out()
    seen = seen_through_the_lens(table)
    plane = fit_table(seen, CODEBOOK, lens=LENS).plane
    assert plane is not None
    corners = np.stack([sighting.corners for sighting in seen]).astype(np.float64)
    assert np.abs(plane.to_px(plane.to_mm(corners)) - corners).max() < 1e-3


def test_the_motion_of_a_knocked_camera_is_estimated_through_its_lens() -> None:
    table = spread_out()
    before = seen_through_the_lens(table)
    tracks = [
        Track(number, sighting.code, sighting.corners.astype(np.float64), 0.0, 0.0, 0.0, 0.0, still=True)
        for number, sighting in enumerate(before)
    ]
    table.camera.twist, table.camera.centre = 0.03, (2380.0, 1250.0)
    after = seen_through_the_lens(table)
    fitted = fit_table(before, CODEBOOK, lens=LENS)
    motion = estimate_motion(tracks, after, 12.0, LENS)
    assert motion is not None
    assert fitted.plane is not None
    moved = fitted.plane.shifted(motion)
    now, then = (np.stack([sighting.corners for sighting in seen]) for seen in (after, before))
    apart = np.linalg.norm(moved.to_mm(now) - fitted.plane.to_mm(then), axis=2)
    assert apart.max() < 1.5
