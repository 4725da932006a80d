"""Where a sticker is on its card, measured in a picture: the card's edges are where the empty table begins."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import atan, cos, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage, halve
from vision.kit.codebook import CodebookEntry, StickerKind
from vision.kit.sizes import KitSizes
from vision.sighting import Corners

Foreground = NDArray[np.bool_]
"""Shape of the picture; True where something lies on the table."""

WIDEST = 1600
"""px; larger pictures are halved before anything is measured in them."""
LEAST_DIFFERENCE = 12.0
"""Grey levels by which a card differs from the table."""
RAYS = np.linspace(-5.5, 5.5, 9)
"""mm; on each side of the sticker so many rays look for the card's edge."""
FARTHEST = 110.0
STEP = 0.25
BEYOND = 2.0
"""mm. An edge is where the table is seen for so long."""
FEWEST_RAYS = 6
STRAIGHT = 0.6
"""mm by which the points found may miss a straight line, on average."""
STEEPEST = 0.7
"""Slope of an edge against the sticker, at most; more is no edge of its card."""

NEXT_TO = 20.0
"""mm; an edge so near is one of the two edges next to the sticker, even if the opposite one is hidden."""
PLACE_TOLERANCE = 3.0
"""mm."""
SLANT_TOLERANCE = 10.0
"""Degrees."""


class StickerSide(StrEnum):
    """The sides of a sticker, as it is printed."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


OPPOSITE = {
    StickerSide.TOP: StickerSide.BOTTOM,
    StickerSide.RIGHT: StickerSide.LEFT,
    StickerSide.BOTTOM: StickerSide.TOP,
    StickerSide.LEFT: StickerSide.RIGHT,
}
OUTWARD = {
    StickerSide.TOP: (0.0, -1.0),
    StickerSide.RIGHT: (1.0, 0.0),
    StickerSide.BOTTOM: (0.0, 1.0),
    StickerSide.LEFT: (-1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class CardEdge:
    """One edge: its distance from the sticker's nearest edge in mm, and how the sticker is turned against it.

    `slant` is in degrees, clockwise from upright.
    """

    distance: float
    slant: float


class FaultKind(StrEnum):
    """What can be wrong with a sticker's place."""

    CORNER = "corner"
    """In another corner, or not upright."""
    PLACE = "place"
    """In its corner, but too near to the edges or too far from them."""
    SLANT = "slant"


@dataclass(frozen=True, slots=True)
class PlacementFault:
    """What is wrong. PLACE: mm from the two edges next to it; SLANT: degrees clockwise."""

    kind: FaultKind
    from_right: float = 0.0
    from_edge: float = 0.0
    slant: float = 0.0


def reduced(image: GreyImage) -> GreyImage:
    """The picture as it is measured: halved as long as it is wider than `WIDEST`."""
    while image.shape[1] > WIDEST:
        image = halve(image)
    return image


def foreground(image: GreyImage, empty: GreyImage, light: float) -> Foreground:
    """What is not there in a picture of the empty table. `light`: how much brighter it has become since then."""
    soft, table = (cv2.GaussianBlur(one, (0, 0), 1.5).astype(np.float32) for one in (image, empty))
    differs = (np.abs(soft - table * light) > LEAST_DIFFERENCE).astype(np.uint8)
    closed = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    # What is printed on a card may be as dark as the table: fill the holes.
    return np.asarray(cv2.drawContours(np.zeros_like(closed), outlines, -1, 1, cv2.FILLED) > 0)


def edges_round(corners: Corners, there: Foreground, sizes: KitSizes) -> Mapping[StickerSide, CardEdge]:
    """The edges of the card that are seen clearly; a hand on the card hides those it reaches over."""
    half = sizes.sticker.square / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), np.float64)
    found = {side: _edge(side, plane, there, sizes.sticker.side / 2) for side in StickerSide}
    return {side: edge for side, edge in found.items() if edge}


def fault_of(entry: CodebookEntry, edges: Mapping[StickerSide, CardEdge], sizes: KitSizes) -> PlacementFault | None:
    """What is wrong with a sticker's place; None if nothing is.

    Raises:
        LookupError: too little of the card's edges is seen.
    """
    beside = (StickerSide.RIGHT, StickerSide.BOTTOM if entry.kind is StickerKind.BACK else StickerSide.TOP)
    for side in beside:
        near, far = edges.get(side), edges.get(OPPOSITE[side])
        if far and far.distance < (near.distance if near else NEXT_TO):
            return PlacementFault(FaultKind.CORNER)
        if near is None:
            raise LookupError(side)
    right, edge = (edges[side] for side in beside)
    slant = (right.slant + edge.slant) / 2
    if abs(slant) > SLANT_TOLERANCE:
        return PlacementFault(FaultKind.SLANT, slant=slant)
    if max(abs(one.distance - _inset(entry, sizes)) for one in (right, edge)) > PLACE_TOLERANCE:
        return PlacementFault(FaultKind.PLACE, right.distance, edge.distance)
    return None


def has_a_place(entry: CodebookEntry) -> bool:
    """True if it matters where the sticker is."""
    return entry.kind not in (StickerKind.TOKEN, StickerKind.STAGE_TOKEN, StickerKind.CORNER, StickerKind.COMMAND)


def _inset(entry: CodebookEntry, sizes: KitSizes) -> float:
    return {StickerKind.BOARD: sizes.board_inset, StickerKind.MAT: sizes.mat_inset}.get(entry.kind, sizes.card_inset)


def _edge(side: StickerSide, plane: NDArray[np.float64], there: Foreground, half: float) -> CardEdge | None:
    """A line through the points where rays leave the card."""
    out = np.array(OUTWARD[side])
    along = np.array([-out[1], out[0]])
    reach = np.arange(half, FARTHEST + BEYOND, STEP)
    points = RAYS[:, None, None] * along + reach[None, :, None] * out
    where = cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane).reshape(*points.shape)
    left = np.array([_leaves(there, ray) for ray in where])
    rays = np.flatnonzero(left >= 0)
    if len(rays) < FEWEST_RAYS:
        return None
    distances = reach[left[rays]] - half
    slope, middle = np.polyfit(RAYS[rays], distances, 1)
    if np.abs(distances - (slope * RAYS[rays] + middle)).mean() > STRAIGHT or abs(slope) > STEEPEST:
        return None
    turn = atan(slope)
    return CardEdge(max(0.0, float(middle + half) * cos(turn) - half), degrees(turn))


def _leaves(there: Foreground, ray: NDArray[np.float64]) -> int:
    """The first of the points from which on the table is seen; -1 if there is none within the picture."""
    columns, rows = np.round(ray).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < there.shape[1]) & (rows < there.shape[0])
    on_card = there[rows.clip(0, there.shape[0] - 1), columns.clip(0, there.shape[1] - 1)] | ~inside
    needed = round(BEYOND / STEP)
    free = np.convolve(~on_card, np.ones(needed), "valid") == needed
    first = int(free.argmax()) if free.any() else -1
    return first if first >= 0 and inside[: first + needed].all() else -1
