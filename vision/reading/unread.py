"""Finds what looks like a sticker and cannot be read, so that nothing unread is passed over in silence."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.reading.edges import fit_edges
from vision.reading.faint import bring_out
from vision.reading.patterns import look_like_stickers, promising
from vision.reading.squares import BOTH_COLOURS, Quads, find_squares
from vision.sighting import Corners, Sighting

SIZES = (0.75, 1.33)
"""Its side, as a part of the median side of the stickers that are read in the same picture."""


def find_unread(image: GreyImage, read: Sequence[Sighting]) -> tuple[Corners, ...]:
    """The corners of what looks like a sticker and is none of those that were read, from the top of the picture down.

    The corners run clockwise from any of the four, as nobody knows which way up it lies. With fewer than two stickers
    read there is no size to compare with, and nothing is found. Takes as long as a thorough look.
    """
    if len(read) < 2:
        return ()
    stickers = np.array([sighting.corners for sighting in read])
    usual = np.median(_sides(stickers))
    quads = _like_stickers(image, find_squares(image, thorough=True))
    if (brought_out := bring_out(image)) is not None:
        faint = _like_stickers(brought_out, find_squares(brought_out, colours=BOTH_COLOURS))
        quads = np.concatenate([quads, faint])
    sizes = _sides(quads) / usual
    quads = quads[(sizes >= SIZES[0]) & (sizes <= SIZES[1])]
    quads = quads[~_overlap(quads, stickers).any(axis=1)]
    same, found = _overlap(quads, quads), list[int]()
    for number in range(len(quads)):
        if not same[number, found].any():
            found.append(number)
    return tuple(sorted(quads[found], key=lambda corners: tuple(corners.mean(axis=0)[::-1])))


def _like_stickers(image: GreyImage, quads: Quads) -> Quads:
    quads = fit_edges(image, quads[promising(image, quads)])
    return quads[look_like_stickers(image, quads)]


def _sides(quads: Quads) -> NDArray[np.float64]:
    """The mean side of each square, px: shape (n,)."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1), dtype=np.float64)


def _overlap(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which squares have their middles nearer together than the longer side of the two: shape (n, m)."""
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - others.mean(axis=1), axis=2)
    return np.asarray(apart < np.maximum(_sides(quads)[:, None], _sides(others)))
