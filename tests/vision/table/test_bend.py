"""What a lens bends is measured by the stickers, and only where it bends."""

import numpy as np
import pytest

from device.simulation.rendering.projection import over_table
from device.simulation.table.tabletop import WITHOUT_STICKER, square
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.vision.synthetic_table import CODEBOOK, SEVEN, SIZES, Camera, SyntheticTable, back, front
from tests.vision.wide_lens import wide_lens
from vision.lens.calibration import Calibration
from vision.scene import Place
from vision.sighting import Sighting
from vision.table.bend import FEWEST, bend_of, percent_of
from vision.table.layout import fit_table

SHAPE = 2592, 4608


def wide(k1: float) -> Calibration:
    return wide_lens(k1, SHAPE)


def full_table(tilt: float = 0.03, noise: float = 0.2) -> SyntheticTable:
    """Seven cities with six structures and two stages each."""
    table = SyntheticTable(SEVEN, radius=(740.0, 360.0), camera=Camera(2.4, tilt), noise=noise)
    for seat in range(7):
        for place in range(6):
            table.lay(front(seat * 6 + place, table.city(seat, place % 3, place // 3)))
        for slot in (1, 2):
            table.lay(back(table.stage(seat, slot)))
    return table


def seen_through(lens: Calibration, table: SyntheticTable) -> tuple[Sighting, ...]:
    return tuple(Sighting(seen.code, lens.distort(seen.corners).astype(np.float32)) for seen in table.look())


@pytest.mark.parametrize("k1", [-0.3, -0.2, -0.1, 0.15])
@pytest.mark.parametrize("tilt", [0.03, 0.4])
def test_the_lens_is_measured_without_a_calibration_board(k1: float, tilt: float) -> None:
    lens = bend_of(seen_through(wide(k1), full_table(tilt)), SIZES, SHAPE)
    assert lens is not None
    at_corner = k1 * (np.hypot(*SHAPE) / 2 / wide(k1).focal[0]) ** 2
    assert lens.distortion[0] == pytest.approx(at_corner, abs=0.02)
    assert percent_of(lens) == pytest.approx(100 * abs(at_corner), abs=2)


@pytest.mark.parametrize("tilt", [0.0, 0.03, 0.4, 0.7])
@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0])
def test_a_straight_lens_is_not_corrected(tilt: float, noise: float) -> None:
    assert bend_of(full_table(tilt, noise).look(), SIZES, SHAPE) is None


def test_a_hand_held_over_the_table_is_no_bent_lens() -> None:
    table = full_table()
    for place in range(5):
        table.lay(front(60 + place, table.at(0, 60.0 + 40 * place, 60.0), height=200.0))
    assert bend_of(table.look(), SIZES, SHAPE) is None


def test_few_stickers_say_nothing_of_the_lens() -> None:
    assert bend_of(seen_through(wide(-0.3), full_table())[: FEWEST - 1], SIZES, SHAPE) is None
    assert bend_of((), SIZES, SHAPE) is None


def test_with_the_lens_measured_all_stages_of_seven_players_are_stages() -> None:
    """Without, some are taken for cards in a hand."""
    table = finished_table(7, 26)
    camera = over_table(7, 26)
    things = [thing for thing in table.things if thing.kind not in WITHOUT_STICKER]
    flat = [camera.project(square(thing, SIZES)) for thing in things]
    seen = [
        Sighting(thing.code, wide(-0.3).distort(corners).astype(np.float32))
        for thing, corners in zip(things, flat, strict=True)
    ]
    stages = [index for index, thing in enumerate(things) if thing.role == Place.STAGE]

    def places(lens: Calibration | None) -> set[Place]:
        located = fit_table(seen, CODEBOOK, SIZES, lens=lens).locate(seen)
        return {located[index].place for index in stages}

    assert places(None) == {Place.STAGE, Place.HAND}
    assert places(bend_of(seen, SIZES, SHAPE)) == {Place.STAGE}
