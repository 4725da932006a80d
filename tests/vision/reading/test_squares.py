from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.synthetic_pictures import Drawing
from vision.frame import GreyImage, as_grey
from vision.kit.fiducials import bits_of, modules_of
from vision.reading.decoder import Decoder
from vision.reading.edges import sample
from vision.reading.reader import Reader
from vision.reading.squares import (
    BOTH_COLOURS,
    OutlineColour,
    SquareSearch,
    _four_corners,
    find_squares,
    noise_of,
    to_clockwise,
)

RANDOM = np.random.default_rng(9)


@pytest.mark.parametrize("level", [1.0, 4.0, 12.0])
def test_noise_is_measured_from_the_picture(level: float) -> None:
    slope = np.linspace(60, 190, 600)[None, :].repeat(400, axis=0)
    picture = np.clip(slope + RANDOM.normal(0, level, slope.shape), 0, 255).astype(np.uint8)
    assert noise_of(picture) == pytest.approx(level, rel=0.25, abs=0.3)


@pytest.mark.parametrize(("width", "near"), [(1600, 2.0), (3200, 3.0)])
def test_a_stickers_outline_is_among_the_squares(width: int, near: float) -> None:
    drawing = Drawing(width=width).lay(7, 500, 400, side=35, turn=0.4)
    squares = find_squares(drawing.photograph())
    middle = np.linalg.norm(squares - drawing.corners[7].mean(axis=0), axis=2)
    assert np.abs(middle - 35 / np.sqrt(2)).max(axis=1).min() < near


def test_nothing_is_found_in_an_even_picture() -> None:
    assert find_squares(np.full((200, 300), 90, np.uint8)).shape == (0, 4, 2)


def test_a_triangle_is_no_square() -> None:
    triangle = np.array([[[0, 0]], [[40, 0]], [[20, 0]], [[0, 40]], [[0, 20]]], np.int32)
    assert _four_corners(triangle) is None


def test_squares_run_clockwise_as_seen() -> None:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    turned = to_clockwise(np.stack([square, square[::-1]]))
    assert np.array_equal(turned[0], square)
    edge = turned[1, 1] - turned[1, 0], turned[1, 2] - turned[1, 1]
    assert edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0] > 0


def test_every_code_is_found_by_its_black_border_or_its_quiet_zone() -> None:
    drawing = Drawing(width=4608, height=2592, blur=1.0)
    for code in range(222):
        drawing.lay(code, 150 + code % 24 * 185, 150 + code // 24 * 230, side=31.0, turn=0.9 + code * 0.1)
    picture, decoder = drawing.photograph(), Decoder(range(222))
    black, white, both = (
        {sighting.code for sighting in decoder.decode(picture, find_squares(picture, colours=colours))}
        for colours in ((OutlineColour.BLACK,), (OutlineColour.WHITE,), BOTH_COLOURS)
    )
    assert both == set(range(222))
    assert len(black) >= 217
    assert len(white) >= 217


@pytest.mark.parametrize(
    ("drawing", "side", "tilt"),
    [
        pytest.param(Drawing(blur=3.0), 90.0, 0.0, id="soft edges"),
        pytest.param(Drawing(blur=4.0, noise=4.0), 120.0, 0.0, id="soft and noisy"),
        pytest.param(Drawing(light=0.2, noise=1.5), 60.0, 0.0, id="a fifth of the contrast"),
        pytest.param(Drawing(noise=8.0), 60.0, 0.3, id="noise"),
    ],
)
def test_large_stickers_in_bad_pictures_are_read_in_one_plain_look(drawing: Drawing, side: float, tilt: float) -> None:
    drawing = replace(drawing)
    for code in range(8):
        drawing.lay(code, 200 + code % 4 * 350, 200 + code // 4 * 400, side=side, turn=0.3 + code, tilt=tilt)
    picture = drawing.photograph()
    assert {sighting.code for sighting in Decoder(range(222)).decode(picture, find_squares(picture))} == set(range(8))


def test_smaller_copies_are_searched_where_nothing_has_been_read() -> None:
    soft = Drawing(blur=4.0, noise=4.0).lay(7, 300, 300, side=120.0).photograph()
    sharp = Drawing(noise=4.0).lay(5, 300, 300, side=40.0).photograph()
    picture = np.hstack([soft[:600, :600], sharp[:600, :600]])
    search, decoder = SquareSearch(picture), Decoder(range(222))
    first, *smaller = [decoder.decode(picture, quads) for quads in SquareSearch(picture)]
    assert [one.code for one in first] == [5]
    assert {one.code for copy in smaller for one in copy} == {5, 7}
    assert [one.code for one in decoder.search(picture, search)] == [7, 5]
    again = [quad for quads in [*search][1:] for quad in quads]
    turned = [np.roll(first[0].corners, turns, axis=0) for turns in range(4)]
    assert not any(np.abs(quad - corners).max() < 4 for quad in again for corners in turned)


def test_a_picture_smaller_than_a_tile_holds_nothing() -> None:
    assert len(find_squares(np.full((5, 300), 90, np.uint8))) == 0


@pytest.mark.parametrize(("share", "turned"), [(0.5, 1.0), (0.35, 1.0), (0.18, 0.0)])
def test_stickers_seen_at_a_slant_are_read(share: float, turned: float) -> None:
    drawing = Drawing(blur=0.5, noise=1.0)
    for code in range(8):
        drawing.lay(code, 200 + code % 4 * 350, 200 + code // 4 * 400, side=60, turn=turned * (0.3 + code))
    picture = cv2.resize(drawing.photograph(), None, fx=1.0, fy=share, interpolation=cv2.INTER_AREA)
    read = Decoder(range(222)).decode(as_grey(picture), find_squares(as_grey(picture)))
    assert {sighting.code for sighting in read} == set(range(8))


@pytest.mark.parametrize("side", [15, 17, 20])
def test_a_thorough_look_reads_small_stickers_in_a_wide_picture_too(side: int) -> None:
    """A plain look halves pictures this wide; at 8 px hardly anything is left of a sticker."""
    wide = np.full((300, 3200), 150, np.uint8)
    codes = range(0, 60, 3)
    for place, code in enumerate(codes):
        printed = np.kron(np.pad(modules_of(code), 1), np.ones((32, 32))).astype(np.uint8)
        small = cv2.resize(255 - 200 * printed, None, fx=side / 256, fy=side / 256, interpolation=cv2.INTER_AREA)
        left = 40 + 155 * place
        wide[100 : 100 + small.shape[0], left : left + small.shape[1]] = small
    blurred = cv2.GaussianBlur(wide, (0, 0), 0.7)
    assert {seen.code for seen in Reader().look(blurred, thorough=True)} == set(codes)


FINE = 12


def with_a_thin_border(code: int) -> GreyImage:
    """A sticker of 24 px whose lowest row of bits reaches 7/12 of a module into the border, as rounding prints it."""
    cells = np.pad(np.pad(bits_of(code), 1), 2, constant_values=True).astype(np.uint8)
    large = cells.repeat(FINE, axis=0).repeat(FINE, axis=1)
    first, size, more = 3 * FINE, 6 * FINE, 7
    bits = large[first : first + size, first : first + size]
    large[first : first + size + more, first : first + size] = cv2.resize(
        bits, (size, size + more), interpolation=cv2.INTER_NEAREST
    )
    page = np.pad(30 + 180 * large, 4 * FINE, constant_values=110).astype(np.uint8)
    small = cv2.resize(page, None, fx=3 / FINE, fy=3 / FINE, interpolation=cv2.INTER_AREA)
    return np.asarray(np.pad(cv2.GaussianBlur(small, (0, 0), 0.6), 20, mode="edge"), np.uint8)


def test_a_border_that_is_printed_too_thin_on_one_side_is_read() -> None:
    decoder = Decoder(range(222))
    images = {code: with_a_thin_border(code) for code in range(0, 222, 5)}
    read = {code: [one.code for one in decoder.decode(image, find_squares(image))] for code, image in images.items()}
    assert all(codes in ([], [code]) for code, codes in read.items())
    assert sum(map(len, read.values())) > 0.7 * len(images), "two fifths without the allowance"


def test_levels_are_read_at_places_rounded_alike_on_every_processor() -> None:
    """OpenCV rounds places by itself on some processors only: corners differed by up to 0.4 px."""
    image = RANDOM.integers(0, 256, (40, 40), dtype=np.uint8)
    places = RANDOM.uniform(2, 37, (1, 500, 2)).astype(np.float32)
    rounded = (np.round(places * 32) / 32).astype(np.float32)
    assert np.array_equal(sample(image, places), sample(image, rounded))
