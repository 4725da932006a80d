"""Finds what looks like a sticker and cannot be read, so that nothing unread is passed over in silence."""

from collections.abc import Sequence

import numpy as np

from vision.frame import GreyImage
from vision.reading.edges import fit_edges
from vision.reading.patterns import have_frame, look_like_stickers
from vision.reading.squares import find_squares
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
    usual = float(np.median([_side(sighting.corners) for sighting in read]))
    quads = find_squares(image, thorough=True)
    quads = fit_edges(image, quads[have_frame(image, quads)])
    found: list[Corners] = []
    for corners in quads[look_like_stickers(image, quads)]:
        taken = (*(sighting.corners for sighting in read), *found)
        if SIZES[0] <= _side(corners) / usual <= SIZES[1] and not any(_overlap(corners, other) for other in taken):
            found.append(corners)
    return tuple(sorted(found, key=lambda corners: tuple(corners.mean(axis=0)[::-1])))


def _side(corners: Corners) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _overlap(one: Corners, other: Corners) -> bool:
    apart = float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))
    return apart < max(_side(one), _side(other))
