import numpy as np
import pytest
from numpy.typing import NDArray

from vision.errors import FrameError
from vision.frame import as_grey, check

NOISE = np.random.default_rng(7)


def table(height: int = 324, width: int = 576) -> NDArray[np.uint8]:
    light = np.linspace(60, 180, width)[None, :] + np.linspace(0, 30, height)[:, None]
    return np.clip(light + NOISE.normal(0, 3, (height, width)), 0, 255).astype(np.uint8)


def key_of(image: NDArray[np.uint8]) -> str | None:
    try:
        check(image)
    except FrameError as error:
        return error.key
    return None


def test_grey_pictures_are_taken_as_they_are() -> None:
    image = table()
    assert np.array_equal(as_grey(image), image)
    assert np.array_equal(as_grey(image[:, :, None]), image)


@pytest.mark.parametrize("channels", [3, 4])
def test_colour_is_made_grey(channels: int) -> None:
    image = np.repeat(table()[:, :, None], channels, axis=2)
    assert np.array_equal(as_grey(image), image[:, :, 0])


def test_a_picture_cut_out_of_another_is_made_whole() -> None:
    assert as_grey(table()[10:200, ::2]).flags.c_contiguous


@pytest.mark.parametrize(
    ("array", "key"),
    [
        (np.zeros((3, 324, 576), np.uint8), "error.frame_shape"),
        (np.zeros((324, 576, 2), np.uint8), "error.frame_shape"),
        (np.zeros(324, np.uint8), "error.frame_shape"),
        (np.zeros((1, 324, 576, 3), np.uint8), "error.frame_shape"),
        (None, "error.frame_shape"),
        (np.zeros((324, 576), np.float32), "error.frame_kind"),
        (np.zeros((324, 576), np.uint16), "error.frame_kind"),
        (np.zeros((20, 576), np.uint8), "error.frame_size"),
        (np.zeros((0, 0), np.uint8), "error.frame_size"),
        (np.zeros((64, 40_000), np.uint8), "error.frame_size"),
    ],
)
def test_other_arrays_are_refused(array: NDArray[np.uint8], key: str) -> None:
    with pytest.raises(FrameError) as refusal:
        as_grey(array)
    assert refusal.value.key == key


def test_a_lit_table_is_accepted() -> None:
    assert key_of(table()) is None


def test_a_dim_table_is_accepted() -> None:
    assert key_of((table() // 10).astype(np.uint8)) is None


def test_a_black_picture_is_refused() -> None:
    assert key_of(np.full((324, 576), 3, np.uint8)) == "error.frame_black"


@pytest.mark.parametrize("filled_with", [0, 128])
@pytest.mark.parametrize("share", [0.06, 0.5, 0.9])
def test_a_picture_that_stops_half_way_is_torn(filled_with: int, share: float) -> None:
    image = table()
    image[int(len(image) * (1 - share)) :] = filled_with
    assert key_of(image) == "error.frame_torn"


def test_a_picture_with_its_last_row_repeated_is_torn() -> None:
    image = table()
    image[250:] = image[249]
    assert key_of(image) == "error.frame_torn"


def test_a_band_lost_in_the_middle_is_torn() -> None:
    image = table()
    image[100:140] = 0
    assert key_of(image) == "error.frame_torn"


def test_the_margins_of_a_printed_page_are_not_torn() -> None:
    page = np.full((800, 600), 255, np.uint8)
    page[100:200, 100:500] = table(100, 400)
    assert key_of(page) is None


def test_the_bars_above_and_below_a_film_are_not_torn() -> None:
    image = table()
    image[:40] = image[-40:] = 0
    assert key_of(image) is None
