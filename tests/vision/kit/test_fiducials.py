import cv2
import numpy as np
import pytest

from tools.fiducial_choice import LEAST_DISTANCE, choose_patterns, least_distance
from vision.kit.codebook import CODE_COUNT
from vision.kit.fiducials import STOCK, bits_of, modules_of, stock_bits

OWN = range(STOCK, 601)


def every_pattern() -> np.ndarray:
    return np.array([bits_of(code) for code in range(CODE_COUNT)])


def test_there_are_601_codes() -> None:
    assert OWN.stop == CODE_COUNT
    assert len(stock_bits()) == STOCK


@pytest.mark.parametrize("code", [-1, OWN.stop])
def test_no_other_number_is_a_code(code: int) -> None:
    with pytest.raises(IndexError):
        bits_of(code)


def test_the_first_250_are_printed_as_opencv_draws_them() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    for code in range(STOCK):
        assert ((cv2.aruco.generateImageMarker(dictionary, code, 8) == 0) == modules_of(code)).all()


def test_every_two_codes_differ_in_10_bits_in_all_directions() -> None:
    assert least_distance(every_pattern()) == LEAST_DISTANCE


def test_the_distance_is_counted_in_all_directions() -> None:
    first = bits_of(0)
    other = np.rot90(first).copy()
    other[0, :3] ^= True
    assert least_distance(np.array([first, bits_of(1)])) >= 12
    assert least_distance(np.array([first, other])) == 3
    assert least_distance(np.ones((1, 6, 6), bool)) == 0, "it is the same when turned"


def test_the_stored_patterns_are_those_that_the_choice_gives() -> None:
    assert (choose_patterns() == every_pattern()[STOCK:]).all()
