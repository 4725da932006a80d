"""Knows the owner's cards in one photograph of several, which lie side by side: the cards of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM
from vision.by_picture import ByPicture
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from device.for_features.card_art.recogniser import Match, Recogniser
    from vision.frame import GreyImage
    from vision.kit.codebook import Codebook
    from vision.sighting import Sighting
    from vision.table.plane import Array

WIDTHS_MM = (600.0, 250.0, 1200.0)
"""Of what a photograph may show; each is right for half as much up to twice as much."""
ABOUT = 1.3
"""Cards that are larger or smaller by this factor are looked at once more in the right size."""
WINDOW_MM, STEP_MM = 170.0, 85.0
TOGETHER = 3
"""Cards in a window that are known for sure, at most."""
LIKELY = 0.3
"""Correlation from which a card that is not sure is asked about."""
ONE_PLACE = 0.4
"""Part of a card's height; what is nearer together is one card, or stands in one row."""
SHOWN = frozenset({StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK, StickerKind.MAT})


@dataclass(frozen=True, slots=True)
class CardInPhotograph:
    """A card in a photograph. `by_picture`: None if its sticker was read. `at`: its middle, `high`: its height, px."""

    code: int
    by_picture: ByPicture | None
    at: tuple[float, float]
    high: float


def cards_in(
    image: GreyImage, recogniser: Recogniser, stickers: Iterable[Sighting], codebook: Codebook
) -> tuple[CardInPhotograph, ...]:
    """The cards of a photograph, row by row from the left; where there is a sticker, it wins."""
    read = [card for sticker in stickers if (card := _by_sticker(sticker, codebook))]
    known: list[CardInPhotograph] = []
    for width in WIDTHS_MM if recogniser.references else ():
        known, scale = _known(image, recogniser, width)
        if scale is not None:
            if not 1 / ABOUT < scale < ABOUT:
                known, _ = _known(image, recogniser, width / scale)
            break
    return in_rows(
        _one_each([*read, *sorted(known, key=lambda card: bool(card.by_picture and card.by_picture.others))])
    )


def in_rows(cards: Sequence[CardInPhotograph]) -> tuple[CardInPhotograph, ...]:
    """The cards row by row, from the left."""
    rows: list[list[CardInPhotograph]] = []
    for card in sorted(cards, key=lambda card: card.at[1]):
        if rows and card.at[1] - rows[-1][-1].at[1] < ONE_PLACE * card.high:
            rows[-1].append(card)
        else:
            rows.append([card])
    return tuple(card for row in rows for card in sorted(row, key=lambda card: card.at[0]))


def _known(image: GreyImage, recogniser: Recogniser, width_mm: float) -> tuple[list[CardInPhotograph], float | None]:
    """What is known if the photograph is so wide, what is sure first; and how much larger the cards are then."""
    larger = max(1.0, image.shape[1] / width_mm / PX_PER_MM)
    size = (round(image.shape[1] / larger), round(image.shape[0] / larger))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    found: list[Match] = []
    corners: list[Array] = []
    for window, corner in _windows(small, WINDOW_MM * small.shape[1] / width_mm):
        for match in recogniser.recognise_all(window, most=TOGETHER):
            if match.reference.design.kind in SHOWN and (match.sure or match.correlation >= LIKELY):
                found.append(match)
                corners.append(corner)
    order = sorted(range(len(found)), key=lambda one: (not found[one].sure, -found[one].correlation))
    cards = [_by_picture(found[one], corners[one], larger) for one in order]
    scales = [match.scale for match in found if match.sure]
    return cards, float(np.median(scales)) if scales else None


def _windows(image: GreyImage, side: float) -> Iterator[tuple[GreyImage, Array]]:
    """Parts of this side (px) that overlap, and where each begins."""
    step = side * STEP_MM / WINDOW_MM
    counts = [max(1, ceil((long - side) / step) + 1) for long in image.shape]
    for down, across in product(*map(range, counts)):
        top, left = round(down * step), round(across * step)
        part = np.ascontiguousarray(image[top : top + round(side), left : left + round(side)])
        yield part, np.array([left, top], np.float64)


def _by_picture(match: Match, corner: Array, larger: float) -> CardInPhotograph:
    height, width = match.reference.image.shape
    x, y = (match.pose[:, :2] @ np.array([width / 2, height / 2]) + match.pose[:, 2] + corner) * larger
    others = () if match.sure or match.runner_up is None else (match.runner_up.code,)
    by_picture = ByPicture(match.reference.design.edition, others)
    return CardInPhotograph(match.reference.code, by_picture, (float(x), float(y)), height * match.scale * larger)


def _by_sticker(sticker: Sighting, codebook: Codebook) -> CardInPhotograph | None:
    """The card under a sticker: about where the sticker is."""
    entry, sizes = codebook.entry(sticker.code), KitSizes()
    if entry is None or entry.kind not in SHOWN:
        return None
    side = float(np.linalg.norm(sticker.corners[0] - sticker.corners[1])) / sizes.sticker.square
    across = (sticker.corners[1] - sticker.corners[0]) / sizes.sticker.square
    down = (sticker.corners[3] - sticker.corners[0]) / sizes.sticker.square
    inset = sizes.card_inset + sizes.sticker.side / 2
    up = 1 if entry.kind is StickerKind.BACK else -1
    middle = sticker.corners.mean(axis=0)
    x, y = middle - across * (sizes.card_width / 2 - inset) - up * down * (sizes.card_height / 2 - inset)
    return CardInPhotograph(sticker.code, None, (float(x), float(y)), side * sizes.card_height)


def _one_each(cards: Sequence[CardInPhotograph]) -> list[CardInPhotograph]:
    """One card at each place: the first that is named there."""
    kept: list[CardInPhotograph] = []
    for card in cards:
        away = [np.hypot(card.at[0] - other.at[0], card.at[1] - other.at[1]) for other in kept]
        if min(away, default=np.inf) >= ONE_PLACE * card.high:
            kept.append(card)
    return kept
