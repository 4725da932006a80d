"""What a camera does to its pictures shows in them, and the kit's stickers are read all the same."""

from functools import cache

import cv2
import numpy as np
import pytest

from device.simulation.rendering.imaging import IMAGINGS, Imaging
from device.simulation.rendering.projection import Projection
from tests.device.simulation.rendering.surroundings import CameraInRoom, Knock, Room
from tests.device.simulation.rendering.test_camera import Still, laid_table
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader

LENS = Projection(1200.0, 0.02, -0.01, 0.01, width_px=2304, height_px=1296)
EDGE = np.repeat(np.array([[60] * 32 + [200] * 32], np.uint8), 64, axis=0)

WORST = "webcam"


def picture(imaging, *, room=None, start=0.0, readout=None):
    table = Still(laid_table(3))
    return CameraInRoom(table, lens=LENS, imaging=imaging, room=room, start=start, readout=readout).read()


def read(frame):
    return {sighting.code for sighting in Reader(Codebook.load()).read(frame).present}


@cache
def read_by(camera):
    return read(picture(IMAGINGS[camera]))


@pytest.mark.parametrize(
    "camera", [pytest.param(name, marks=() if name == WORST else pytest.mark.slow) for name in IMAGINGS]
)
def test_the_stickers_are_read_whatever_camera_it_is(camera):
    clean = read_by("clean")
    assert len(clean) > 20
    assert read_by(camera) <= clean
    assert len(read_by(camera)) >= 0.95 * len(clean)


def test_without_defects_the_picture_stays_as_it_is():
    assert np.array_equal(Imaging().process(EDGE, 1), EDGE)


def test_sharpening_leaves_halos_on_both_sides_of_an_edge():
    row = Imaging(sharpening=1.0).process(EDGE, 1)[32]
    assert row.min() < 50
    assert row.max() > 210
    assert abs(int(row[0]) - 60) <= 1


def test_the_corners_are_softer_than_the_middle():
    board = np.kron(np.indices((32, 32)).sum(axis=0) % 2, np.ones((8, 8))).astype(np.uint8) * 200
    soft = Imaging(soft_corners=2.0).process(board, 1)
    steps = np.abs(cv2.Laplacian(soft, cv2.CV_32F))
    assert steps[:48, :48].max() < 0.7 * steps[104:152, 104:152].max()


def test_noise_of_the_mosaic_is_coarser_than_a_pixel():
    grey = np.full((256, 256), 120, np.uint8)
    noise = Imaging(mosaic_noise=6.0).process(grey, 1).astype(np.float64) - 120
    beside = float(np.corrcoef(noise[:, 1:].ravel(), noise[:, :-1].ravel())[0, 1])
    assert beside > 0.25
    assert not np.array_equal(Imaging(mosaic_noise=6.0).process(grey, 2).astype(np.float64) - 120, noise)


def test_denoising_takes_most_of_the_noise():
    grey = np.full((256, 256), 120, np.uint8)
    noisy, smooth = (Imaging(mosaic_noise=4.0, denoising=level).process(grey, 1) for level in (0.0, 16.0))
    assert smooth.std() < 0.6 * noisy.std()


def test_compression_leaves_blocks():
    fine = np.random.default_rng(1).integers(90, 150, (64, 64), dtype=np.uint8)
    assert Imaging(quality=20).process(fine, 1).std() < 0.7 * fine.std()


def test_a_hunting_exposure_brightens_and_darkens():
    hunting = Imaging(hunting=0.2, hunting_period=4.0)
    bright, dark = picture(hunting, start=1.0), picture(hunting, start=3.0)
    assert bright.image.mean() > 1.2 * dark.image.mean()


def test_a_rolling_shutter_bends_the_picture_of_a_swinging_camera():
    room = Room(knocks=(Knock(0.0, (0.0, 0.03, 0.0)),))
    whole, rolling = (picture(Imaging(), room=room, start=0.15, readout=readout).image for readout in (0.0, 0.05))
    top, bottom = (float(cv2.absdiff(whole[rows], rolling[rows]).mean()) for rows in (np.s_[:200], np.s_[-200:]))
    assert top > 1.5 * bottom
    assert np.array_equal(picture(Imaging(), start=0.15, readout=0.05).image, picture(Imaging(), start=0.15).image)
