"""Marks for the camera's view on the screen: cards and boards that lie open, never cards in a hand or in the air."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.messages.preview import Mark
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.kit.codebook import Codebook
    from vision.scene import Scene
    from vision.sighting import Corners, Sighting

OPEN = frozenset({Place.CITY, Place.BOARD})
FAMILIES = {"card": "card", "leader": "leader", "board": "wonder"}
"""Kind of a sticker -> first part of the catalogue's key for its name. Other kinds get no mark."""


def points_of(squares: Sequence[Corners], shape: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    """The middles of squares in a picture of `shape` (height, width), in shares of its width and height."""
    height, width = shape
    middles = [corners.mean(axis=0) for corners in squares]
    return tuple((round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in middles)


def marks_of(
    scene: Scene, sightings: Sequence[Sighting], codebook: Codebook, shape: tuple[int, int]
) -> tuple[Mark, ...]:
    """A mark for each sticker in a picture of `shape` (height, width) that lies still in a city, or is a board's."""
    sure = {item.code: item.sure for item in scene.items if item.place in OPEN}
    sure |= {board.code: True for board in scene.seats}
    height, width = shape
    found = []
    for sighting in sightings:
        entry = codebook.entry(sighting.code)
        if entry is None or entry.kind not in FAMILIES or sighting.code not in sure:
            continue
        corners = tuple((round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in sighting.corners)
        found.append(Mark(f"{FAMILIES[entry.kind]}.{entry.id}", corners, sure[sighting.code]))
    return tuple(found)
