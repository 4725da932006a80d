"""Draws arms over the table into a picture: skin, a soft shadow, and motion blur."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from device.simulation.rendering.projection import Points, Projection
from device.simulation.rendering.table_picture import SHADOW_MM, Rect
from device.simulation.table.reach import Arm
from vision.frame import GreyImage
from vision.table.pose import Point

COARSE = 4
"""Arms are drawn this many times smaller: they are above the plane that is in focus."""
SKIN = 182
FOREARM_MM, PALM_MM, FINGER_MM = 74.0, 78.0, 18.0
SHADOW = 0.45


@dataclass(frozen=True, slots=True)
class ArmOverlay:
    """What an arm does to a part of a picture: `kept` / 255 of each pixel stays, `added` comes on top."""

    rect: Rect
    kept: GreyImage
    added: GreyImage

    def over(self, part: GreyImage) -> GreyImage:
        """The part of the picture with the arm in it."""
        return np.asarray(cv2.add(cv2.multiply(part, self.kept, scale=1 / 255), self.added), np.uint8)


def arm_overlay(instants: Sequence[Arm], lens: Projection, shadow_mm: Point = SHADOW_MM) -> ArmOverlay | None:
    """An arm at several instants of an exposure, and its shadow; None if it is out of the picture."""
    rect = _bounds(instants, lens)
    if rect.empty:
        return None
    width, height = (rect.right - rect.left) // COARSE, (rect.bottom - rect.top) // COARSE
    skin, shadow = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    for arm in instants:
        skin += _silhouette(arm, lens, rect, (0.0, 0.0))
        shadow += _silhouette(arm, lens, rect, shadow_mm)
    cover = np.asarray(cv2.GaussianBlur(skin / len(instants), (0, 0), 0.8))
    shade = np.asarray(cv2.GaussianBlur(shadow / len(instants), (0, 0), 4.0))
    kept = (1 - SHADOW * shade) * (1 - cover) * 255
    added = cover * SKIN * _roundness(cover)
    full = (rect.right - rect.left, rect.bottom - rect.top)
    return ArmOverlay(rect, _enlarge(kept, full), _enlarge(added, full))


def _enlarge(coarse: cv2.typing.MatLike, full: tuple[int, int]) -> GreyImage:
    return np.asarray(cv2.resize(np.clip(coarse, 0, 255).astype(np.uint8), full), np.uint8)


def _roundness(skin: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """Lighter in the middle of an arm than at its edges."""
    inside = cv2.distanceTransform((np.asarray(skin) > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(0.78 + 0.27 * np.sqrt(np.minimum(inside / max(float(inside.max()), 1.0), 1.0)))


def _bounds(instants: Sequence[Arm], lens: Projection) -> Rect:
    """The part of the picture where the arm and its shadow can be, a multiple of `COARSE` wide and high."""
    points = lens.project([point for arm in instants for point in (arm.tip, arm.elbow)])
    margin = int(110 * lens.px_per_mm)
    low, high = points.min(axis=0).astype(int) - margin, points.max(axis=0).astype(int) + margin
    whole = Rect(0, 0, lens.width_px, lens.height_px)
    rect = Rect(int(low[0]), int(low[1]), int(high[0]), int(high[1])).within(whole)
    right = rect.left + (rect.right - rect.left) // COARSE * COARSE
    return Rect(rect.left, rect.top, right, rect.top + (rect.bottom - rect.top) // COARSE * COARSE)


def _silhouette(arm: Arm, lens: Projection, rect: Rect, aside: Point) -> cv2.typing.MatLike:
    """1.0 where the arm is, at the coarse size; `aside` shifts it (mm)."""
    mask = np.zeros(((rect.bottom - rect.top) // COARSE, (rect.right - rect.left) // COARSE), np.uint8)
    angle = math.atan2(arm.elbow[1] - arm.tip[1], arm.elbow[0] - arm.tip[0])
    tip = (arm.tip[0] + aside[0], arm.tip[1] + aside[1])
    wrist, palm = _from(tip, angle, 175), _from(tip, angle, 100)
    strokes = [(palm, _from(tip, angle, 1000), FOREARM_MM), (wrist, palm, PALM_MM)]
    for spread, length in ((-0.26, 78), (-0.09, 98), (0.09, 100), (0.26, 84), (0.75, 70)):
        knuckle = _from(palm, angle + math.pi + 1.6 * spread, 24)
        strokes.append((knuckle, _from(palm, angle + math.pi + spread, length), FINGER_MM))
    for start, end, width in strokes:
        ends: Points = (lens.project([start, end]) - [rect.left, rect.top]) / COARSE
        (x0, y0), (x1, y1) = np.round(ends * 16).astype(int).tolist()
        thickness = max(1, round(width * lens.px_per_mm / COARSE))
        cv2.line(mask, (x0, y0), (x1, y1), 255, thickness, cv2.LINE_AA, 4)
    return np.asarray(mask, np.float32) / 255


def _from(point: tuple[float, float], angle: float, length: float) -> tuple[float, float]:
    return point[0] + length * math.cos(angle), point[1] + length * math.sin(angle)
