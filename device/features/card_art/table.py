"""An experiment: knows cards on a table without stickers. A new card is known as a whole, then followed by its place.

Boards and the mat keep their stickers, which tell the scale. What changed and lies still is looked at until its picture
is known; from then on only the card's upper strip must stay in sight, near to where it was. A strip alone says nothing:
many cards share theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM
from device.for_features.card_art.recogniser import CORRELATION, Match, Recogniser, correlations
from device.for_features.card_art.references import Reference, halved
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.reading.change import CELL, ChangeDetector
from vision.reading.reader import Reader
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.for_features.card_art.recogniser import Affine
    from vision.frame import Frame, GreyImage
    from vision.kit.codebook import Codebook
    from vision.reading.change import Mask
    from vision.reading.reader import Reading
    from vision.sighting import Corners
    from vision.table.plane import Array

FRONTS = frozenset({StickerKind.CARD, StickerKind.LEADER})
KINDS = frozenset({*FRONTS, StickerKind.BACK})
STILL, LOOKS = 2, 5
"""Pictures without motion after which a place is looked at, and in how many it is at most."""
MUCH = 0.4
"""Share of the picture; if more has changed, the light or the camera has, and no card is new."""
ROUND_MM = 25.0
"""So far round what changed is looked, too; a card may be like the table in places."""
NEAR_MM = 110.0
"""So far a hand pushes a card that it tucks away."""
STRIP_MM = 22.0
WINDOW_MM, STEP_MM = 170.0, 100.0
"""What changed over a larger part is looked at in windows of this side, one a step."""
SAME_MM = 12.0
"""Cards this near lie at one place."""
TOGETHER = 3
"""New cards in a window, at most."""


@dataclass
class CopiesInPlay:
    """What the game says about copies: those that may be played now (None: all), and those that are recorded."""

    playable: frozenset[int] | None = None
    recorded: frozenset[int] = frozenset()


@dataclass(eq=False)
class FollowedCard:
    """A card that was known as a whole. `pose`: from its reference's px to the picture's.

    `lost`: its place was in sight and it was not there.
    """

    code: int
    whole: Reference
    pose: Affine
    lost: bool = False
    strip: Reference = field(init=False)
    """What must stay in sight: the upper part of a front, the lower part of a back."""
    _first_row: int = field(init=False)

    def __post_init__(self) -> None:
        rows = round(STRIP_MM * PX_PER_MM)
        self._first_row = len(self.whole.image) - rows if self.whole.design.kind == StickerKind.BACK else 0
        part = np.ascontiguousarray(self.whole.image[self._first_row :][:rows])
        self.strip = Reference.of(self.whole.design, self.whole.code, part)

    @property
    def strip_pose(self) -> Affine:
        """Where the strip lies."""
        return _shifted(self.pose, self._first_row)

    def move_strip(self, pose: Affine) -> None:
        """Its strip was found elsewhere."""
        self.pose = _shifted(pose, -self._first_row)

    def corners(self, *, strip: bool) -> Array:
        """Shape (4, 2): px of the card's corners, or of its strip's."""
        height, width = (self.strip if strip else self.whole).image.shape
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        return _placed(corners, self.strip_pose if strip else self.pose)


class CardsOnTable:
    """A finder of cards without stickers. `px_per_mm` must be set before; it remembers all pictures since its start."""

    max_near_width = 10_000

    def __init__(
        self,
        recogniser: Callable[[], Recogniser],
        codebook: Codebook,
        in_play: CopiesInPlay | None = None,
        sizes: KitSizes | None = None,
    ) -> None:
        self._recogniser, self._codebook = recogniser, codebook
        self._in_play, self._sizes = in_play or CopiesInPlay(), sizes or KitSizes()
        self.px_per_mm: float | None = None
        self.stickers: tuple[Sighting, ...] = ()
        """What was read in the next picture: a sticker, where there is one, wins."""
        self.cards: list[FollowedCard] = []
        self._changes = ChangeDetector()
        self._still = np.zeros((0, 0), np.intp)
        self._known: tuple[Recogniser, Recogniser] | None = None

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """The cards that lie on the table now, with the corners that their stickers would have."""
        del thorough
        changes = self._changes.compare(image)
        if self._still.shape != changes.moving.shape:
            self._still = np.zeros(changes.moving.shape, np.intp)
        self._still = np.where(changes.moving, 0, self._still + 1)
        if changes.changed.mean() > MUCH:
            self._changes.accept(np.ones_like(changes.changed))
        elif self.px_per_mm is not None:
            for part in _parts(changes.changed):
                self._look_at(image, part, self.px_per_mm)
        seen = [self._sighting(card) for card in self.cards if not card.lost]
        return tuple(sighting for sighting in seen if not self._has_sticker(sighting))

    def _has_sticker(self, card: Sighting) -> bool:
        """True if the sticker of a copy was read where this card's would be."""
        entries, square = self._codebook.entries, card.corners
        copies = self._codebook.copies(entries[card.code])
        return any(
            entries[sticker.code] in copies
            and np.linalg.norm((sticker.corners - square).mean(axis=0)) < 2 * _side(square)
            for sticker in self.stickers
            if sticker.code in entries
        )

    def _look_at(self, image: GreyImage, part: Mask, scale: float) -> None:
        """Look at a part that differs from before, once it is still."""
        still = int(self._still[part].min())
        if still < STILL:
            return
        left, top, right, bottom = _box(part)
        margin = ROUND_MM * scale
        box = np.array([[left - margin, top - margin], [right + margin, bottom + margin]])
        for card in self.cards:
            if not card.lost and _touches(card.corners(strip=True), part):
                self._follow(card, image, scale)
        found = 0
        for window in _windows(box, scale):
            found += self._recognise(image, window, scale)
        if found or still >= STILL + LOOKS - 1:
            self._changes.accept(part)

    def _follow(self, card: FollowedCard, image: GreyImage, scale: float) -> None:
        """See whether a card's strip is still there, or near."""
        around = card.corners(strip=True)
        margin = NEAR_MM * scale
        cut = _Cut(image, np.array([around.min(axis=0) - margin, around.max(axis=0) + margin]), scale)
        at = correlations(halved(cut.image), cut.inward(card.strip_pose), [card.strip])
        if at is not None and at[0] >= CORRELATION:
            return
        match = Recogniser((card.strip,)).recognise(cut.image)
        card.lost = match is None or not match.sure
        if match is not None and not card.lost:
            card.move_strip(cut.outward(match.pose))

    def _recognise(self, image: GreyImage, window: Array, scale: float) -> int:
        """How many cards that were not there are known in a part of the picture now."""
        cut = _Cut(image, window, scale)
        found = 0
        for match in self._fitting().recognise_all(cut.image, most=TOGETHER):
            if match.sure:
                found += self._lay(match, cut.outward(match.pose), scale)
        return found

    def _fitting(self) -> Recogniser:
        """The recogniser without what keeps its sticker."""
        given = self._recogniser()
        if self._known is None or self._known[0] is not given:
            kinds = [one for one in given.references if one.design.kind in KINDS]
            self._known = given, Recogniser(kinds)
        return self._known[1]

    def _lay(self, match: Match, pose: Affine, scale: float) -> bool:
        """Take in what lies there. False if it did before."""
        new = FollowedCard(match.reference.code, match.reference, pose)
        middle = new.corners(strip=False).mean(axis=0)
        for card in self.cards:
            away = np.linalg.norm(card.corners(strip=False).mean(axis=0) - middle) / scale
            if not card.lost and away < SAME_MM:
                if card.whole.design == new.whole.design:
                    card.pose = pose
                    return False
                card.lost = True
        again = next((card for card in self.cards if card.lost and card.whole.design == new.whole.design), None)
        if again is not None:
            self.cards.remove(again)
        new.code = again.code if again is not None else self._copy(new.code)
        self.cards.append(new)
        return True

    def _copy(self, code: int) -> int:
        """The next copy of a card that may be played and does not lie there; if none is left, the first one."""
        entry = self._codebook.entries[code]
        if entry.kind not in FRONTS:
            return code
        copies = [copy.code for copy in self._codebook.copies(entry)]
        playable = [copy for copy in copies if self._in_play.playable is None or copy in self._in_play.playable]
        taken = {card.code for card in self.cards} | self._in_play.recorded
        return (*(copy for copy in playable if copy not in taken), *playable, *copies)[0]

    def _sighting(self, card: FollowedCard) -> Sighting:
        height, width = card.whole.image.shape
        inset = (self._sizes.card_inset + self._sizes.sticker.side / 2) * PX_PER_MM
        back = card.whole.design.kind == StickerKind.BACK
        middle = np.array([width - inset, height - inset if back else inset])
        half = self._sizes.sticker.square / 2 * PX_PER_MM
        square = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return Sighting(card.code, _placed(square, card.pose).astype(np.float32))


class CardReader(Reader):
    """Reads stickers, and finds cards that have none beside them."""

    def __init__(self, codebook: Codebook, cards: CardsOnTable, sizes: KitSizes | None = None) -> None:
        super().__init__(codebook)
        self._cards, self._square = cards, (sizes or KitSizes()).sticker.square

    def read(self, frame: Frame) -> Reading:
        """The stickers of the next picture, and the cards without one."""
        reading = super().read(frame)
        if reading.present and self._cards.px_per_mm is None:
            sides = [_side(sighting.corners) for sighting in reading.present]
            self._cards.px_per_mm = float(np.median(sides)) / self._square
        self._cards.stickers = reading.present
        return replace(reading, sightings=reading.sightings + self._cards.look(frame.image))


class _Cut:
    """A part of a picture at `PX_PER_MM`, or as it is if it has less."""

    def __init__(self, image: GreyImage, box: Array, scale: float) -> None:
        low = np.maximum(np.floor(box[0]).astype(int), 0)
        high = np.minimum(np.ceil(box[1]).astype(int), image.shape[::-1])
        part = image[low[1] : high[1], low[0] : high[0]]
        self._low, self._larger = low.astype(np.float64), max(1.0, scale / PX_PER_MM)
        size = (max(1, round(part.shape[1] / self._larger)), max(1, round(part.shape[0] / self._larger)))
        small = part if self._larger == 1.0 else cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        self.image: GreyImage = np.ascontiguousarray(small, np.uint8)

    def inward(self, pose: Affine) -> Affine:
        """A pose in the whole picture as one in this part."""
        inner = pose / self._larger
        inner[:, 2] = (pose[:, 2] - self._low + 0.5) / self._larger - 0.5
        return inner

    def outward(self, pose: Affine) -> Affine:
        """A pose in this part as one in the whole picture."""
        outer = pose * self._larger
        outer[:, 2] = (pose[:, 2] + 0.5) * self._larger - 0.5 + self._low
        return outer


def _placed(points: Array, pose: Affine) -> Array:
    return np.asarray(points @ pose[:, :2].T + pose[:, 2])


def _shifted(pose: Affine, rows: int) -> Affine:
    """The pose of what lies so many of the reference's rows farther down."""
    return np.column_stack([pose[:, :2], pose[:, 2] + pose[:, 1] * rows])


def _side(corners: Corners) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _parts(mask: Mask) -> Iterator[Mask]:
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return (labels == label for label in range(1, count))


def _box(part: Mask) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a part, in px."""
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return int(left) * CELL, int(top) * CELL, int(right) * CELL, int(bottom) * CELL


def _touches(corners: Array, part: Mask) -> bool:
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(corners / CELL - 0.5).astype(np.int32)], 1)
    return bool((part & (inside > 0)).any())


def _windows(box: Array, scale: float) -> Iterator[Array]:
    """The box, or windows over it that overlap, each with the upper left and the lower right corner in px."""
    wide, high = (box[1] - box[0]) / scale
    if max(wide, high) <= WINDOW_MM:
        yield box
        return
    steps = [np.arange(0, max(side - WINDOW_MM, 0) + STEP_MM, STEP_MM) for side in (wide, high)]
    for right, down in product(*steps):
        low = box[0] + np.array([right, down]) * scale
        yield np.array([low, low + WINDOW_MM * scale])
