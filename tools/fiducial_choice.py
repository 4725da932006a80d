"""Chooses the patterns of the codes from 250 on: `python -m tools.fiducial_choice` writes them anew.

They are taken greedily, in order, from OpenCV's `DICT_APRILTAG_36h10`: each that differs in at least `LEAST_DISTANCE`
bits from every code before it, in all directions, and from itself when turned.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit.fiducials import BITS, STOCK, dictionary_bits, stock_bits

LEAST_DISTANCE = 10
"""Bits. The 250 codes before them differ in at least 12."""
FILE = Path(__file__).parents[1] / "vision" / "data" / "fiducials.csv"


def choose_patterns() -> NDArray[np.bool_]:
    """Shape (n, 6, 6): the patterns of the codes from 250 on."""
    before = stock_bits()
    taken = _turned(before).reshape(-1, BITS * BITS)
    chosen = []
    for candidate in dictionary_bits(cv2.aruco.DICT_APRILTAG_36h10):
        turned = _turned(candidate[None]).reshape(4, BITS * BITS)
        if min(_distances(turned[:1], taken).min(), _distances(turned[:1], turned[1:]).min()) >= LEAST_DISTANCE:
            chosen.append(candidate)
            taken = np.concatenate([taken, turned])
    return np.asarray(chosen)


def least_distance(patterns: NDArray[np.bool_]) -> int:
    """The least number of bits in which one of the patterns differs from another, or from itself when turned."""
    turned = _turned(patterns).reshape(len(patterns), 4, BITS * BITS)
    apart = _distances(turned[:, 0], turned.reshape(-1, BITS * BITS)).reshape(len(patterns), len(patterns), 4)
    apart[np.arange(len(patterns)), np.arange(len(patterns)), 0] = BITS * BITS
    return int(apart.min())


def _turned(patterns: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (n, 4, 6, 6): each in all directions."""
    return np.stack([np.rot90(patterns, turns, axes=(1, 2)) for turns in range(4)], axis=1)


def _distances(some: NDArray[np.bool_], others: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of bits in which they differ: shape (n, m)."""
    signs, other_signs = (np.where(bits, 1, -1).astype(np.int64) for bits in (some, others))
    return np.asarray((BITS * BITS - signs @ other_signs.T) // 2)


def _as_text(patterns: NDArray[np.bool_]) -> str:
    """The file of our own codes. The 36 bits, row by row from the top left, are nine hexadecimal digits."""
    digits = (f"{int(''.join('01'[bit] for bit in one.ravel().tolist()), 2):09x}" for one in patterns)
    return "code,bits\n" + "".join(f"{code},{text}\n" for code, text in enumerate(digits, start=STOCK))


if __name__ == "__main__":
    patterns = choose_patterns()
    FILE.write_text(_as_text(patterns), encoding="utf-8")
    sys.stdout.write(f"{FILE}: {len(patterns)} patterns\n")
