"""Reads an owner's scans of his cards: a folder for each scan of a game, in it a picture of each front, named after it.

Scans may have any size, white or black margins, be transparent round the card, lie on their side or slant a little.
Names count alike whatever their case, and with blanks, hyphens or underscores.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.vision.procedural_cards import SIZES, TEXELS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frame import GreyImage

SHAPES = (
    (SIZES.card_width, SIZES.card_height),
    (SIZES.board_width, SIZES.board_height),
    (26.0, 26.0),
)
"""mm: a card, a board, a token."""
ODD = 0.15
"""Share by which a picture's sides may differ from such a shape."""
SMALLEST = 60
"""px of the shorter side."""
MARGIN_IS_EVEN = 8.0
"""Grey levels by which a margin may vary (standard deviation)."""
NOT_MARGIN = 22
"""Grey levels from the margin's tone."""
DARK, LIGHT, EXACT = 15, 235, 0.04
"""Tones of margins that scanners make. Another tone round a picture that has nearly a card's shape is its rim."""
LEAST_CARD = 0.25
"""Part of a picture that the card covers at least."""


class ScanError(Exception):
    """Nothing can be measured with this folder; the message says why, and what to do."""


@dataclass(frozen=True)
class Scan:
    """The fronts of one scan by their names, at `TEXELS` px per mm; what was passed over, with the reason."""

    name: str
    faces: dict[str, GreyImage]
    passed_over: list[str] = field(default_factory=list)


def scans_in(folder: Path) -> list[Scan]:
    """The scans in a folder of folders; pictures that lie in the folder itself are a scan, if there are no others.

    Raises:
        ScanError: there is no such folder, or no picture in it.
    """
    if not folder.exists():
        raise ScanError(f"{folder}: there is no such folder. Name one that holds a folder for each scan of your cards.")
    if not folder.is_dir():
        raise ScanError(f"{folder} is a file. Name the folder that holds a folder for each scan of your cards.")
    try:
        inside = sorted(one for one in folder.iterdir() if one.is_dir() and not one.name.startswith("."))
        found = [scan for scan in map(scan_of, inside) if scan.faces or scan.passed_over]
        if not any(scan.faces for scan in found):
            found = [*found, scan_of(folder)]
    except OSError as error:
        raise ScanError(f"{error.filename or folder} cannot be read: {error.strerror}.") from error
    if not any(scan.faces for scan in found):
        reasons = "".join(f"\n  {line}" for scan in found for line in scan.passed_over[:5])
        raise ScanError(
            f"{folder}: no pictures of cards. Put a folder for each scan into it, with a PNG or JPEG of each front "
            f"(lumber_yard.png).{reasons}"
        )
    return [scan for scan in found if scan.faces]


def scan_of(folder: Path) -> Scan:
    """The pictures in a folder."""
    scan = Scan(folder.name, {})
    files: dict[str, str] = {}
    for file in sorted(folder.iterdir()):
        if not file.is_file() or file.name.startswith(".") or file.name.lower() in ("thumbs.db", "desktop.ini"):
            continue
        try:
            face = face_in(file)
        except ScanError as reason:
            scan.passed_over.append(f"{folder.name}/{file.name} is passed over: {reason}")
            continue
        name = name_of(file.stem)
        if name in files:
            scan.passed_over.append(f"{folder.name}/{file.name} is passed over: {files[name]} has the same name")
            continue
        scan.faces[name], files[name] = face, file.name
    return scan


def name_of(stem: str) -> str:
    """A file's name as an id: `Lumber Yard` is `lumber_yard`."""
    return re.sub(r"[\s_\-]+", "_", stem.strip().casefold()).strip("_")


def face_in(file: Path) -> GreyImage:
    """The front in a picture, upright or upside down, at `TEXELS` px per mm.

    Raises:
        ScanError: it is no picture, or none of a card.
    """
    data = np.frombuffer(file.read_bytes(), np.uint8)
    read = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if read is None:
        raise ScanError("it is no picture that can be read")
    grey, there = _grey(read)
    image = _cut_out(grey, there if there is not None else _beside_margin(grey))
    if min(image.shape) < SMALLEST:
        raise ScanError(f"it has {image.shape[1]} x {image.shape[0]} px; {SMALLEST} each way are needed")
    return _at_size(image)


def _grey(read: NDArray[np.generic]) -> tuple[GreyImage, NDArray[np.bool_] | None]:
    """The picture in grey, and where it is not transparent, if it says so."""
    if read.dtype == np.uint16:
        read = (read // 257).astype(np.uint8)
    image = np.asarray(read if read.dtype == np.uint8 else np.clip(read, 0, 255), np.uint8)
    if image.ndim == 2:
        return image, None
    if image.shape[2] == 2:
        return np.ascontiguousarray(image[..., 0]), image[..., 1] > 127
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_BGR2GRAY), np.uint8)
    if image.shape[2] == 3 or image[..., 3].min() > 127:
        return grey, None
    return grey, image[..., 3] > 127


def _beside_margin(grey: GreyImage) -> NDArray[np.bool_] | None:
    """What is not an even margin round the card; None if there is none."""
    wide = max(2, min(grey.shape) // 100)
    edge = np.concatenate(
        [grey[:wide].ravel(), grey[-wide:].ravel(), grey[:, :wide].ravel(), grey[:, -wide:].ravel()]
    ).astype(np.float32)
    tone = float(np.median(edge))
    is_rim = DARK < tone < LIGHT and _oddness(*grey.shape) < EXACT
    if is_rim or edge.std() > MARGIN_IS_EVEN:
        return None
    return np.abs(grey.astype(np.float32) - tone) > NOT_MARGIN


def _cut_out(grey: GreyImage, there: NDArray[np.bool_] | None) -> GreyImage:
    """The card without what lies round it, laid straight; the whole picture, if that is no card."""
    if there is None:
        return grey
    side = max(3, min(grey.shape) // 100)
    opened = cv2.morphologyEx(there.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outlines = [outline for outline in outlines if cv2.contourArea(outline) > 4 * side * side]
    if not outlines:
        return grey
    (x, y), (wide, high), angle = cv2.minAreaRect(np.concatenate(outlines))
    wide, high = wide + 1, high + 1
    if wide * high < LEAST_CARD * grey.size or _oddness(wide, high) > ODD:
        return grey
    corners = cv2.boxPoints(((x, y), (wide, high), angle)).astype(np.float32)
    target = np.array([[0, high], [0, 0], [wide, 0], [wide, high]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, target)
    size = (round(wide), round(high))
    straight = cv2.warpPerspective(grey, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(straight, np.uint8)


def _oddness(wide: float, high: float) -> float:
    """By which share the sides differ from those of the most similar thing, whichever way it lies."""
    ratio = max(wide, high) / min(wide, high)
    return min(abs(ratio / (max(shape) / min(shape)) - 1) for shape in SHAPES)


def _at_size(image: GreyImage) -> GreyImage:
    """At the size of what it most likely is; cards stand, boards lie."""
    high, wide = image.shape
    if _oddness(wide, high) > ODD:
        raise ScanError(f"{wide} x {high} px is not the shape of a card (65 x 100 mm), a board or a token")
    ratio = max(wide, high) / min(wide, high)
    shape = min(SHAPES, key=lambda each: abs(ratio / (max(each) / min(each)) - 1))
    if (wide > high) != (shape[0] > shape[1]) and shape[0] != shape[1]:
        image = np.asarray(np.ascontiguousarray(np.rot90(image)), np.uint8)
    size = (round(shape[0] * TEXELS), round(shape[1] * TEXELS))
    way = cv2.INTER_AREA if image.shape[1] > size[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)
