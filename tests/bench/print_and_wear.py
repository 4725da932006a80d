"""What is still read of a kit that was printed badly, cut badly or used for years.

    python -m tests.bench.print_and_wear

The stickers are taken from the kit's own PDF at 600 dpi, treated, and seen by a camera: turned in any direction, from
20 to 35 px wide, blurred by 1 px, with noise, in light that differs from sticker to sticker.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from device.features.kit_printing.scissors import make_kit
from device.features.kit_printing.sheets import Cell, Paper, groups_of, lay_out
from device.for_features.kit_wording import Wording
from vision.kit.boxes import box
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.reading.reader import Reader

DPI = 600
PX = DPI / 25.4
"""Pixels of the scanned print per mm."""
SIDES = (20, 24, 29, 35)
"""px; the black square as the camera sees it. 24 is the least that the rig asks for."""
BLUR, NOISE = 1.0, 3.0
FINER = 8
PITCH = 3.0
"""From one sticker to the next, in sides."""
COLUMNS = 12
CARD = 120

Print = NDArray[np.float32]
"""A sticker with its quiet zone, cut out: 0 (ink) to 255 (paper), `PX` pixels per mm."""
Treatment = Callable[[Print, np.random.Generator], Print]


@cache
def printed(pages: int = 2) -> Mapping[int, Print]:
    """Code -> its sticker, as it stands on the first pages of the kit."""
    kit, side = box(Codebook.load()), KitSizes().sticker.side
    laid = lay_out(groups_of(kit, Wording()), Paper.A4, side)
    with tempfile.TemporaryDirectory() as folder:
        make_kit(path := Path(folder) / "kit.pdf", kit)
        document = pypdfium2.PdfDocument(path)
        drawn = [document[number].render(scale=DPI / 72, grayscale=True).to_numpy() for number in range(pages)]
    found = {}
    for page, picture in zip(laid, drawn, strict=False):
        for cell in page:
            if isinstance(cell, Cell):
                left, top, width = (round(length * PX) for length in (cell.x, cell.y, side))
                found[cell.entry.code] = picture[top : top + width, left : left + width].reshape(width, width)
    return {code: np.asarray(one, np.float32) for code, one in found.items()}


def scaled(share: float) -> Treatment:
    """Printed too small or too large."""
    return lambda sticker, _: cv2.resize(sticker, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def spread(mm: float) -> Treatment:
    """Ink that runs out over its edge by so many mm or, below 0, stays within it."""

    def treat(sticker: Print, _: np.random.Generator) -> Print:
        size = 2 * round(abs(mm) * PX) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        return np.asarray((cv2.erode if mm > 0 else cv2.dilate)(sticker, kernel), np.float32)

    return treat


def cut_short(mm: float) -> Treatment:
    """The white rim is narrower by so many mm on one side."""

    def treat(sticker: Print, random: np.random.Generator) -> Print:
        turns = int(random.integers(4))
        return np.rot90(np.rot90(sticker, turns)[:, round(mm * PX) :], -turns).copy()

    return treat


def glossy(sticker: Print, random: np.random.Generator) -> Print:
    """A sleeve with the blurred reflection of a lamp beside or on the sticker."""
    height, width = sticker.shape
    y, x = np.mgrid[0:height, 0:width] / height
    at, along = random.uniform(-0.2, 1.2, 2), random.uniform(0, np.pi)
    x, y = x - at[0], y - at[1]
    u, v = x * np.cos(along) + y * np.sin(along), y * np.cos(along) - x * np.sin(along)
    shine = 0.75 * np.exp(-((u / 0.5) ** 2) - (v / 0.16) ** 2)
    return np.asarray(0.06 * 255 + 0.94 * (sticker + (255 - sticker) * shine), np.float32)


def scratched(sticker: Print, random: np.random.Generator) -> Print:
    """Eight scratches through the ink, 0.1 to 0.3 mm wide."""
    worn = sticker.copy()
    for _ in range(8):
        start, end = random.integers(0, sticker.shape[0], (2, 2)).tolist()
        cv2.line(worn, start, end, float(random.uniform(150, 240)), round(random.uniform(0.1, 0.3) * PX), cv2.LINE_AA)
    return worn


def coffee(sticker: Print, random: np.random.Generator) -> Print:
    """The rim of a cup, and a drop: both darken paper and ink."""
    stain = np.ones_like(sticker)
    size = sticker.shape[0]
    middle = random.integers(-size // 3, size + size // 3, 2).tolist()
    cv2.circle(stain, middle, int(random.uniform(0.5, 1.1) * size), 0.5, round(1.6 * PX), cv2.LINE_AA)
    cv2.circle(stain, random.integers(0, size, 2).tolist(), round(random.uniform(1.0, 3.0) * PX), 0.62, -1, cv2.LINE_AA)
    return np.asarray(sticker * cv2.GaussianBlur(stain, (0, 0), 0.15 * PX), np.float32)


def yellowed(sticker: Print, _: np.random.Generator) -> Print:
    """Paper as a grey camera sees it after years in the sun; the ink has faded."""
    return np.asarray(70 + sticker * (175 - 70) / 255, np.float32)


def banded(sticker: Print, random: np.random.Generator) -> Print:
    """An inkjet at 300 dpi with blocked nozzles: paler bands, and white lines."""
    coarse = cv2.resize(sticker, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    coarse = np.where(coarse + random.normal(0, 25, coarse.shape) < 128, 0.0, 255.0)
    rows = np.arange(coarse.shape[0])
    paler = 60 + 45 * np.sin(2 * np.pi * rows / (1.8 * PX / 2) + random.uniform(0, 6))
    paler[rows % round(2.1 * PX / 2) == 0] = 255
    inked = np.maximum(coarse, paler[:, None]).astype(np.float32)
    return np.asarray(cv2.resize(inked, sticker.shape[::-1], interpolation=cv2.INTER_NEAREST), np.float32)


def all_at_once(sticker: Print, random: np.random.Generator) -> Print:
    """An old kit of a bad printer, cut in a hurry."""
    for treat in (banded, spread(0.1), scratched, coffee, yellowed, scaled(0.98), cut_short(0.5)):
        sticker = treat(sticker, random)
    return sticker


TREATMENTS: Mapping[str, Treatment] = {
    "as printed": lambda sticker, _: sticker,
    "printed at 97 %": scaled(0.97),
    "printed at 103 %": scaled(1.03),
    "ink spread by 0.15 mm": spread(0.15),
    "ink short of its edge by 0.15 mm": spread(-0.15),
    "rim cut 0.7 mm short on a side": cut_short(0.7),
    "rim cut off on a side (1.5 mm)": cut_short(1.5),
    "glossy sleeve with a reflection": glossy,
    "scratches": scratched,
    "coffee": coffee,
    "yellowed paper, faded ink": yellowed,
    "inkjet at 300 dpi with bands": banded,
    "most of these at once": all_at_once,
}


def seen(treat: Treatment, side: float, seed: int, codes: list[int]) -> NDArray[np.uint8]:
    """A camera's picture of these stickers, each treated, on cards."""
    random = np.random.default_rng([seed, round(side * 10)])
    pitch = round(PITCH * side)
    rows = -(-len(codes) // COLUMNS)
    picture = np.full((rows * pitch, COLUMNS * pitch), CARD, np.float32)
    for place, code in enumerate(codes):
        top, left = pitch * (place // COLUMNS), pitch * (place % COLUMNS)
        picture[top : top + pitch, left : left + pitch] = _on_card(treat(printed()[code], random), side, pitch, random)
    picture = cv2.GaussianBlur(picture, (0, 0), BLUR) + random.normal(0, NOISE, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _on_card(sticker: Print, side: float, pitch: int, random: np.random.Generator) -> Print:
    """A piece of a card's picture with the sticker on it, turned, in its own light."""
    fine = cv2.resize(random.normal(CARD, 30, (12, 12)).astype(np.float32), (pitch * FINER,) * 2)
    scale = side * FINER / (KitSizes().sticker.square * PX)
    small = cv2.resize(sticker, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(random.uniform(0, 360)), 1.0)
    turn[:, 2] += pitch * FINER / 2 - np.array([width, height]) / 2 + random.uniform(-FINER, FINER, 2)
    cv2.warpAffine(small, turn, fine.shape[::-1], fine, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    lit = random.uniform(0.55, 0.95) * (25 + fine * 230 / 255)
    return np.asarray(cv2.resize(lit, (pitch, pitch), interpolation=cv2.INTER_AREA), np.float32)


def share_read(treat: Treatment, side: float, seeds: int, codes: list[int], *, thorough: bool = False) -> float:
    """How many of the stickers are read at their place; LookupError if one is read that is not there."""
    reader, right = Reader(), 0
    for seed in range(seeds):
        for sighting in reader.look(seen(treat, side, seed, codes), thorough=thorough):
            x, y = (sighting.corners.mean(axis=0) // round(PITCH * side)).astype(int).tolist()
            if codes[y * COLUMNS + x] != sighting.code:
                raise LookupError(sighting.code)
            right += 1
    return right / (seeds * len(codes))


def rows(seeds: int, treatments: Mapping[str, Treatment] = TREATMENTS) -> Iterator[str]:
    """The table of docs/recognition.md."""
    yield "| | " + " | ".join(f"{side} px" for side in SIDES) + " | 24 px, thorough |"
    yield "|---" * (len(SIDES) + 2) + "|"
    codes = sorted(printed())[: len(printed()) // COLUMNS * COLUMNS]
    for name, treat in treatments.items():
        shares = [share_read(treat, side, seeds, codes) for side in SIDES]
        shares.append(share_read(treat, 24, seeds, codes, thorough=True))
        yield f"| {name} | " + " | ".join(f"{100 * share:.1f}" for share in shares) + " |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=5, help="pictures of each kind; default: 5")
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="also draw one sticker in every treatment")
    args = parser.parse_args()
    if args.picture:
        treated = [seen(treat, 35, 0, [min(printed())] * COLUMNS) for treat in TREATMENTS.values()]
        cv2.imwrite(str(args.picture), np.vstack(treated))
    for row in rows(args.seeds):
        sys.stdout.write(row + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
