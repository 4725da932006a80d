"""Makes everything in a picture unrecognisable that not everybody at the table may see.

Boards, cities, built stages and the discard mat stay visible unless something moves over them or hides them. The rest
becomes blocks of one grey that are larger than a sticker. Stickers that can still be read and are not known to lie on
the table are covered with blocks, too.
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
"""Side of a block: a sticker is smaller than a block, and a card is two blocks by three."""
BLOCK_PX = 96
"""Side of a block as long as the scale of the picture is unknown."""
ROWS = 6
"""Rows of a city above its board that stay visible."""
MARGIN_MM = 6.0
"""Margin round boards, mat and cards that stays visible."""
SAME_MM = 8.0
"""A sticker read this near to where one with its code lies is that one."""
CARD_MM = 125.0
"""From a sticker's middle beyond the far corner of its card."""

PUBLIC_PLACES = (Place.CITY, Place.STAGE, Place.DISCARD, Place.MAT)
"""Places that everybody may see. Not hands: they show backs only, but the cards in a player's hand are near."""


def public_items(scene: Scene) -> tuple[Item, ...]:
    """The items that everybody may see."""
    return tuple(item for item in scene.items if item.place in PUBLIC_PLACES)


def redact(image: GreyImage, table: Table, scene: Scene, hidden: Mask) -> GreyImage:
    """The picture with everything made unrecognisable that is not public.

    Args:
        image: the picture in which the scene was seen.
        table: as measured then. Without a plane the whole picture becomes blocks.
        scene: what lies still.
        hidden: where something moves over the table or hides it, one truth value for each CELL x CELL px.
    """
    shown = np.zeros(image.shape, np.uint8)
    for area in _areas(table, scene):
        cv2.fillConvexPoly(shown, _outline(area, table), 1)
    fine = cv2.resize(grow(hidden, 1).astype(np.uint8), image.shape[::-1], interpolation=cv2.INTER_NEAREST)
    shown[fine > 0] = 0
    return np.asarray(np.where(shown > 0, image, _pixelated(image, _block_side(table))), np.uint8)


def redact_stickers(image: GreyImage, stickers: Iterable[Sighting], table: Table) -> GreyImage:
    """The picture with blocks over these stickers and their cards, whichever way they are turned."""
    covered = np.zeros(image.shape, np.uint8)
    for sighting in stickers:
        side = float(np.linalg.norm(sighting.corners - np.roll(sighting.corners, 1, axis=0), axis=1).max())
        reach = round(side / table.sizes.sticker.square * CARD_MM)
        x, y = sighting.corners.mean(axis=0).round().astype(int).tolist()
        cv2.circle(covered, (x, y), reach, 1, -1)
    return np.asarray(np.where(covered > 0, _pixelated(image, _block_side(table)), image), np.uint8)


def public_sightings(sightings: Iterable[Sighting], table: Table, scene: Scene) -> tuple[Sighting, ...]:
    """The sightings of public things at their known places."""
    places = _places(table, scene)
    return tuple(sighting for sighting in sightings if _is_known(sighting, table, places))


def _is_known(sighting: Sighting, table: Table, places: Sequence[tuple[int, float, float]]) -> bool:
    if table.plane is None:
        return False
    x, y = table.plane.to_mm(sighting.corners.mean(axis=0)).tolist()
    return any(code == sighting.code and np.hypot(x - at_x, y - at_y) < SAME_MM for code, at_x, at_y in places)


def _places(table: Table, scene: Scene) -> list[tuple[int, float, float]]:
    """Code and middle of the sticker in mm, for everything public."""
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


def _block_side(table: Table) -> int:
    return BLOCK_PX if table.px_per_mm is None else max(CELL, round(BLOCK_MM * table.px_per_mm))


def _pixelated(image: GreyImage, side: int) -> GreyImage:
    """The picture in blocks; each is the mean of its pixels."""
    height, width = image.shape
    blocks = (max(1, width // side), max(1, height // side))
    means = cv2.resize(image, blocks, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(means, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
