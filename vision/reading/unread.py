"""Chooses what looks like a sticker and cannot be read, so that nothing unread is passed over in silence."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.squares import Quads
from vision.sighting import Corners, Sighting

SIZES = (0.75, 1.33)
"""Its side, as a part of the median side of the stickers that are read in the same picture."""


def unread_among(quads: Quads, read: Sequence[Sighting]) -> tuple[Corners, ...]:
    """The corners of those that are as large as stickers and none of those that were read, from the top down.

    `quads` are from `Reader.examine`. The corners run clockwise from any of the four, as nobody knows which way up it
    lies. With fewer than two stickers read there is no size to compare with, and nothing is found.
    """
    if len(read) < 2:
        return ()
    stickers = np.array([sighting.corners for sighting in read])
    sizes = _sides(quads) / np.median(_sides(stickers))
    quads = quads[(sizes >= SIZES[0]) & (sizes <= SIZES[1])]
    quads = quads[~_overlap(quads, stickers).any(axis=1)]
    same, found = _overlap(quads, quads), list[int]()
    for number in range(len(quads)):
        if not same[number, found].any():
            found.append(number)
    return tuple(sorted(quads[found], key=lambda corners: tuple(corners.mean(axis=0)[::-1])))


def _sides(quads: Quads) -> NDArray[np.float64]:
    """The mean side of each square, px: shape (n,)."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1), dtype=np.float64)


def _overlap(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which squares have their middles nearer together than the longer side of the two: shape (n, m)."""
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - others.mean(axis=1), axis=2)
    return np.asarray(apart < np.maximum(_sides(quads)[:, None], _sides(others)))
