"""All 601 codes are read, none is taken for another, and squares with random bits are taken for none."""

from collections.abc import Callable
from math import comb

import cv2
import numpy as np
import pytest

from tests.vision.synthetic_pictures import FINE, Drawing, spread
from vision.kit.codebook import CODE_COUNT
from vision.kit.fiducials import BITS, STOCK, bits_of
from vision.reading.decoder import THIN_BORDER, WELL_FRAMED, WELL_READ
from vision.reading.patterns import Patterns
from vision.symbologies import FiducialFinder

EVERY = range(CODE_COUNT)
KIT = range(302)
SHEET = 84
"""Stickers that `spread` lays on a picture."""
RANDOM_SQUARES = 118_000
ROWS, COLUMNS, PITCH, SIDE = 20, 38, 42, 24.0


@pytest.fixture(scope="module")
def finder() -> FiducialFinder:
    return FiducialFinder(EVERY)


def sheets() -> list[list[int]]:
    return [list(EVERY)[start : start + SHEET] for start in range(0, len(EVERY), SHEET)]


@pytest.mark.parametrize("codes", sheets(), ids=lambda codes: str(codes[0]))
def test_every_code_is_read_and_no_other(finder: FiducialFinder, codes: list[int]) -> None:
    assert sorted(one.code for one in finder.look(spread(codes).photograph())) == codes


def test_opencv_reads_our_own_codes_too() -> None:
    """Nothing about them is special: any ArUco software reads them with this list of bits."""
    rows = np.concatenate([cv2.aruco.Dictionary.getByteListFromBits(bits_of(c).astype(np.uint8)) for c in EVERY])
    detector = cv2.aruco.ArucoDetector(cv2.aruco.Dictionary(rows, BITS, 4))
    codes = list(EVERY[STOCK::5])[:SHEET]
    _, found, _ = detector.detectMarkers(spread(codes, noise=1.0).photograph())
    assert sorted(found.ravel().tolist()) == codes


@pytest.mark.parametrize("code", range(KIT.stop, CODE_COUNT, 50))
def test_a_reader_of_the_kit_ignores_codes_that_the_kit_does_not_use(code: int) -> None:
    assert FiducialFinder(KIT).look(Drawing().lay(code, 400, 400).photograph(), thorough=True) == ()


def random_squares(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture full of squares with random bits, and their corners."""
    random = np.random.default_rng(seed)
    drawing = Drawing(seed=seed, blur=float(random.uniform(0.4, 1.4)), noise=float(random.uniform(1, 8)))
    bits = random.integers(0, 2, (ROWS * COLUMNS, BITS, BITS), dtype=np.uint8)
    for index, one in enumerate(bits):
        printed = np.pad(np.pad(one, 1), 1, constant_values=1) * np.uint8(255)
        x, y = 30 + PITCH * (index % COLUMNS), 30 + PITCH * (index // COLUMNS)
        large = printed.repeat(FINE, axis=0).repeat(FINE, axis=1)
        drawing.lay_print(index, large, x, y, side=SIDE, turn=float(random.uniform(0, 0.2)))
    return drawing.photograph(), np.array([drawing.corners[index] for index in range(len(bits))])


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("codes", [range(222), KIT, EVERY], ids=lambda codes: str(len(codes)))
def test_squares_with_random_bits_are_codes_as_rarely_as_chance_has_it(
    codes: range, record_property: Callable[[str, object], None]
) -> None:
    """With two wrong bits allowed, one of 116,000 patterns is one of 222 codes in a direction, one of 43,000 of 601."""
    patterns, best, accepted, pictures = Patterns(codes), 0.0, 0, RANDOM_SQUARES // (ROWS * COLUMNS) + 1
    for seed in range(pictures):
        image, quads = random_squares(seed)
        matches = patterns.match(image, quads)
        best = max(best, float(matches.correlation.max()))
        limits = (WELL_FRAMED, WELL_READ, THIN_BORDER)
        accepted += int(np.any([each.accepts(matches) for each in limits], axis=0).sum())
    record_property("counted", f"{pictures * ROWS * COLUMNS} squares, best {best:.3f}, accepted {accepted}")
    chance = len(codes) * 4 * sum(comb(BITS * BITS, wrong) for wrong in range(3)) / 2 ** (BITS * BITS)
    assert accepted <= 3 + 3 * chance * pictures * ROWS * COLUMNS


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("codes", [KIT, EVERY], ids=lambda codes: str(len(codes)))
def test_no_code_is_taken_for_another(codes: range, record_property: Callable[[str, object], None]) -> None:
    """Small, blurred, noisy, dim and tilted, down to where hardly any is read."""
    finder, laid, right, wrong = FiducialFinder(codes), 0, 0, 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        drawing = Drawing(
            seed=seed, blur=random.uniform(0.5, 1.8), noise=random.uniform(1, 12), light=random.uniform(0.2, 1)
        )
        for index, code in enumerate(random.choice(list(codes), SHEET, replace=False).tolist()):
            x, y = 90 + 120 * (index % 12), 100 + 120 * (index // 12)
            side, turn, tilt = random.uniform(14, 32), random.uniform(0, 6.3), random.uniform(0, 0.2)
            drawing.lay(code, x, y, side=side, turn=turn, tilt=tilt)
        laid += SHEET
        for one in finder.look(drawing.photograph(), thorough=True):
            near = np.linalg.norm(drawing.corners.get(one.code, np.full((4, 2), -1e6)) - one.corners, axis=1).max() < 5
            right, wrong = right + near, wrong + (not near)
    record_property("counted", f"{laid} stickers, {right} read, {wrong} wrong")
    assert wrong == 0
