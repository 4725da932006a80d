"""Pictures of a table in which nothing can be made out but what everybody at it may see.

Boards, cities, stages that are built and the discard mat are shown, unless something moves over them or hides them; the
rest is turned into blocks of one grey that are larger than a sticker. What is read all the same and is not known to lie
on the table is blotted out, too.
"""

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.reading.change import CELL, Mask, grow
from vision.scene import Item, Place, Scene
from vision.sighting import Sighting
from vision.table.layout import Table
from vision.table.pose import Pose, Rectangle, back_area

BLOCK_MM = 30.0
"""Side of a block: of a sticker not a module is left, of a card two blocks by three."""
BLOCK_PX = 96
"""The same as long as nobody knows how large anything is."""
ROWS = 6
"""Rows of a city that are shown above its board."""
MARGIN_MM = 6.0
SAME_MM = 8.0
"""A sticker that is read so near to where one is known to lie is that one."""
CARD_MM = 125.0
"""From a sticker to the far end of its card."""

PUBLIC_PLACES = (Place.CITY, Place.STAGE, Place.DISCARD, Place.MAT)
"""Where what lies is public. A hand that was laid down shows backs, but next to it somebody holds the rest."""


def public_items(scene: Scene) -> tuple[Item, ...]:
    """What lies where everybody may see it."""
    return tuple(item for item in scene.items if item.place in PUBLIC_PLACES)


def redact(image: GreyImage, table: Table, scene: Scene, hidden: Mask) -> GreyImage:
    """The picture with everything made unrecognisable that is not public.

    Args:
        image: the picture in which the scene was seen.
        table: as it was measured then. Without a plane nothing of the picture is left.
        scene: what lies still.
        hidden: where something moves or lies over the table, one truth value for each CELL x CELL px.
    """
    shown = np.zeros(image.shape, np.uint8)
    for area in _areas(table, scene):
        cv2.fillConvexPoly(shown, _outline(area, table), 1)
    fine = cv2.resize(grow(hidden, 1).astype(np.uint8), image.shape[::-1], interpolation=cv2.INTER_NEAREST)
    shown[fine > 0] = 0
    return np.asarray(np.where(shown > 0, image, _blocks(image, _block(table))), np.uint8)


def redact_stickers(image: GreyImage, strangers: Iterable[Sighting], table: Table) -> GreyImage:
    """The picture with blocks over these stickers and the cards they are on, whichever way round."""
    strange = np.zeros(image.shape, np.uint8)
    for sighting in strangers:
        side = float(np.linalg.norm(sighting.corners - np.roll(sighting.corners, 1, axis=0), axis=1).max())
        reach = round(side / table.sizes.sticker.square * CARD_MM)
        x, y = sighting.corners.mean(axis=0).round().astype(int).tolist()
        cv2.circle(strange, (x, y), reach, 1, -1)
    return np.asarray(np.where(strange > 0, _blocks(image, _block(table)), image), np.uint8)


def public_sightings(sightings: Iterable[Sighting], table: Table, scene: Scene) -> tuple[Sighting, ...]:
    """Those of the sightings that are public things at their places."""
    places = _places(table, scene)
    return tuple(sighting for sighting in sightings if _is_known(sighting, table, places))


def _is_known(sighting: Sighting, table: Table, places: Sequence[tuple[int, float, float]]) -> bool:
    if table.plane is None:
        return False
    x, y = table.plane.to_mm(sighting.corners.mean(axis=0)).tolist()
    return any(code == sighting.code and np.hypot(x - at_x, y - at_y) < SAME_MM for code, at_x, at_y in places)


def _places(table: Table, scene: Scene) -> list[tuple[int, float, float]]:
    """Code and the sticker's middle in mm of everything public."""
    places = [(item.code, item.x, item.y) for item in public_items(scene)]
    reach_x = table.sizes.board_width / 2 - table.sizes.board_inset - table.sizes.sticker.side / 2
    reach_y = table.sizes.board_height / 2 - table.sizes.board_inset - table.sizes.sticker.side / 2
    boards = ((seat.code, *Pose(seat.x, seat.y, seat.angle).to_table((reach_x, -reach_y))) for seat in scene.seats)
    return [*places, *boards]


def _areas(table: Table, scene: Scene) -> Iterator[Rectangle]:
    sizes = table.sizes
    depth = ROWS * sizes.visible_strip
    for board in table.boards:
        area = board.area
        yield Rectangle(area.pose.at(0.0, -depth / 2), area.width, area.height + depth).enlarged(MARGIN_MM)
    if table.mat is not None:
        yield table.mat.enlarged(MARGIN_MM)
    for item in public_items(scene):
        if item.place in (Place.STAGE, Place.DISCARD):
            yield back_area(Pose(item.x, item.y, item.angle), sizes).enlarged(MARGIN_MM)


def _outline(area: Rectangle, table: Table) -> NDArray[np.int32]:
    if table.plane is None:
        return np.zeros((0, 1, 2), np.int32)
    return np.rint(table.plane.to_px(np.array(area.corners))).astype(np.int32).reshape(-1, 1, 2)


def _block(table: Table) -> int:
    return BLOCK_PX if table.px_per_mm is None else max(CELL, round(BLOCK_MM * table.px_per_mm))


def _blocks(image: GreyImage, side: int) -> GreyImage:
    """Every block is the mean of what was in it; nothing else of it is left."""
    height, width = image.shape
    few = (max(1, width // side), max(1, height // side))
    means = cv2.resize(image, few, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(means, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
