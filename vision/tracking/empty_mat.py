"""What a station knows of how its mat looks when nothing lies on it.

A picture without stickers need not show the empty mat: a hand may rest on a card. But a hand never lies twice in the
same way. So the empty mat is what the picture shows again and again between the cards that are shown.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.kit.sizes import KitSizes
from vision.reading.change import CELL, SHARE_OF_LIGHT, Changes, Mask, SmallImage, changed_cells, light_ratio
from vision.sighting import Corners
from vision.tracking.tracks import side_of

REMEMBERED = 4
"""Earlier gaps between cards whose pictures are kept until two agree."""
LEAST_PART = 0.5
"""Part of a card, in area, that changes at least where a card comes or goes, and that no unseen card shows less of."""
SHADOW = 0.1
"""Share by which the shadow of somebody who sits beside the mat darkens a part of it."""
MOVING_SHARE = 0.01
"""Share of the picture in which something may always move, as a curtain's shadow at its edge does."""
AGREEING_PART = 0.05
"""Part of a card, in area, by which two pictures of the empty mat differ at most."""


class ReadSticker(NamedTuple):
    """A sticker in a picture: the corners of its black square (px), and whether it is on a token instead of a card."""

    corners: Corners
    on_token: bool = False


class EmptyMat:
    """Learns how the empty mat looks, and tells whether it is seen. Not thread-safe."""

    def __init__(self) -> None:
        self._sizes = KitSizes()
        self._picture: SmallImage | None = None
        self._earlier_gaps: list[SmallImage] = []
        self._gap: SmallImage | None = None
        self._with_stickers: tuple[SmallImage, tuple[ReadSticker, ...]] | None = None
        self._last: SmallImage | None = None
        self._foreign: tuple[Mask, int] | None = None
        """Where the last picture does not show the empty mat, and how many cells differ by more than a shadow."""

    @property
    def is_known(self) -> bool:
        """True once the same picture has been seen before and after a card."""
        return self._picture is not None

    def update(self, stickers: Sequence[ReadSticker], changes: Changes) -> None:
        """Take in the next picture, in which these stickers were read."""
        self._forget_other_sizes(changes.small)
        is_still = changes.moving.mean() <= MOVING_SHARE
        if stickers:
            self._end_gap(stickers, changes.small)
            if is_still:
                self._with_stickers = changes.small, tuple(stickers)
        elif is_still:
            self._look_at_gap(changes.small)
        self._last, self._foreign = changes.small, None

    def is_seen_at(self, corners: Corners, others: int) -> bool:
        """True if the last picture shows the empty mat where a sticker was, and its card can be nowhere else in it.

        A hand may push a card along and hide its sticker. `others`: how many other cards were read in the picture.
        """
        if self._picture is None or self._last is None:
            return False
        if self._foreign is None:
            occupied = int(_differing(self._picture, self._last, SHADOW).sum())
            self._foreign = _differing(self._picture, self._last), occupied
        foreign, occupied = self._foreign
        return not _part(foreign, corners).any() and occupied < (LEAST_PART + others) * self._card(side_of(corners))

    def _forget_other_sizes(self, small: SmallImage) -> None:
        """Another camera's pictures say nothing."""
        known = [picture for picture in (self._picture, self._gap, *self._earlier_gaps) if picture is not None]
        if any(picture.shape != small.shape for picture in known):
            self._picture, self._gap, self._earlier_gaps, self._with_stickers = None, None, [], None

    def _end_gap(self, stickers: Sequence[ReadSticker], small: SmallImage) -> None:
        """A sticker is read again. If the picture is the same, it was there before, too, and could not be read."""
        gap, self._gap = self._gap, None
        if gap is not None and self._has_card_come(gap, small, stickers):
            self._earlier_gaps = [*self._earlier_gaps, gap][-REMEMBERED:]

    def _look_at_gap(self, small: SmallImage) -> None:
        """No sticker is read and hardly anything moves: learn the mat if it looked the same before a card was shown."""
        if self._picture is not None:
            self._follow_light(self._picture, small)
        if self._with_stickers is None:
            self._gap = small
            return
        before, stickers = self._with_stickers
        if before.shape != small.shape or not self._has_card_come(small, before, stickers):
            return
        self._gap = small
        most = AGREEING_PART * self._card(side_of(stickers[0].corners))
        if any(_differing(gap, small, SHADOW).sum() <= most for gap in self._earlier_gaps):
            self._picture, self._earlier_gaps = small, []

    def _follow_light(self, known: SmallImage, small: SmallImage) -> None:
        foreign = _differing(known, small)
        fine = cv2.resize((~foreign).astype(np.uint8), small.shape[::-1], interpolation=cv2.INTER_NEAREST)
        self._picture = np.where(fine.astype(bool), small, known * light_ratio(small, known))

    def _has_card_come(self, without: SmallImage, there: SmallImage, stickers: Sequence[ReadSticker]) -> bool:
        """True if the two pictures differ at one of these stickers, and by half of what it is on at least."""
        differing = _differing(without, there)
        return any(
            _part(differing, corners).any() and differing.sum() >= LEAST_PART * self._area(side_of(corners), on_token)
            for corners, on_token in stickers
        )

    def _area(self, side: float, on_token: bool) -> float:
        """The area in cells of what a sticker is on, if the side of its black square has so many px."""
        sticker = self._sizes.sticker
        return (sticker.side * side / sticker.square / CELL) ** 2 if on_token else self._card(side)

    def _card(self, side: float) -> float:
        """The area of a card in cells, if the side of its sticker's black square has so many px."""
        cell = CELL / side * self._sizes.sticker.square
        return self._sizes.card_width * self._sizes.card_height / cell**2


def _differing(then: SmallImage, now: SmallImage, share: float = SHARE_OF_LIGHT) -> Mask:
    """The cells in which two pictures differ by more than the light as a whole, and by this share of it."""
    return changed_cells(now, then * light_ratio(now, then), share)


def _part(mask: Mask, corners: Corners) -> Mask:
    """The cells of a sticker and its quiet zone."""
    middle = corners.mean(axis=0)
    wide = middle + 1.3 * (corners - middle)
    left, top = np.maximum(wide.min(axis=0) // CELL, 0).astype(int).tolist()
    right, bottom = (wide.max(axis=0) // CELL).astype(int).tolist()
    return np.asarray(mask[top : bottom + 1, left : right + 1])
