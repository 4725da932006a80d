"""Reads one photograph of a finished table: boards in order, the board of each card, built stages."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, hypot, tau
from typing import TYPE_CHECKING

import numpy as np

from device.for_features.photographs.hidden_boards import table_of
from vision.kit.codebook import StickerKind
from vision.reading.reader import Reader
from vision.reading.unread import unread_among
from vision.scene import Place
from vision.sighting import Sighting
from vision.symbologies import beside_fiducials
from vision.table.bend import bend_of, percent_of
from vision.table.layout import SURE
from vision.table.pose import Rectangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import GreyImage
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes
    from vision.lens.calibration import Calibration
    from vision.sighting import Corners
    from vision.table.layout import LocatedSticker, Table
    from vision.table.seats import LocatedBoard

CLEAR_MARGIN = 1.0
"""From this margin on (see `vision.table.places`) a place counts even if another picture shows another place."""
TOWARDS_MIDDLE = 350.0
"""mm from a board towards the middle of the table; keeps boards on the same side of the table in order."""
FREE_CITY, LEADER_BACK = "free_city", "leader"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A structure or a leader; `board`: code of the board of its city, None if that is not in the picture.

    `unseen_board` numbers a board that this picture does not show but that its cards imply. `margin`: how much better
    this place fits than any other.
    """

    picture: str
    code: int
    board: int | None
    margin: float
    unseen_board: int | None = None

    @property
    def clear(self) -> bool:
        """True if the place counts even if another picture shows another place."""
        return self.margin >= CLEAR_MARGIN

    @property
    def sure(self) -> bool:
        """True if no other place in this picture fits almost as well."""
        return self.margin >= SURE


@dataclass(frozen=True, slots=True)
class SeenStage:
    """A card face down at a board's stage slot (from 1); `back`: code of the card's back."""

    picture: str
    board: int
    slot: int
    back: int
    margin: float


@dataclass(frozen=True, slots=True)
class PhotographReading:
    """Everything that one picture shows."""

    picture: str
    boards: tuple[int, ...] = ()
    """Codes clockwise, starting with the board nearest the picture's bottom edge."""
    foremost: int | None = None
    """The board that the picture was taken of."""
    whole: frozenset[int] = frozenset()
    """Boards whose cities are completely in the picture."""
    cards: tuple[SeenCard, ...] = ()
    stages: tuple[SeenStage, ...] = ()
    free_city: int | None = None
    """The board with the Free City's token."""
    unread: tuple[int | None, ...] = ()
    """For each thing that looks like a sticker and cannot be read: the board whose city it lies in, None if unclear."""
    discards: int = 0
    """Backs of the ages that are seen on the discard mat; those below them are not."""
    bend: int = 0
    """By how many per cent a lens without calibration bends the picture; 0 if that is no harm."""


class PhotographReader:
    """Reads pictures of a table with a `kit` of stickers: "fiducial", "qr" or "both"."""

    def __init__(self, codebook: Codebook, sizes: KitSizes, kit: str) -> None:
        self.codebook = codebook
        self._sizes, self._reader = sizes, Reader(codebook)
        self._also = beside_fiducials(kit, codebook.codes)

    def read(self, picture: str, image: GreyImage, lens: Calibration | None = None) -> PhotographReading:
        """Read a picture taken through `lens`; without one, what the lens bends is measured by the stickers."""
        others = (seen for finder in self._also for seen in finder.look(image, thorough=True))
        examined = self._reader.examine(image)
        sightings = (*examined.sightings, *others)
        bent = None if lens else bend_of(sightings, self._sizes, image.shape)
        table = table_of(sightings, self.codebook, self._sizes, lens or bent)
        things = [(thing, entry) for thing in table.locate(sightings) if (entry := self.codebook.entry(thing.code))]
        cards = [thing for thing, entry in things if entry.kind in {StickerKind.CARD, StickerKind.LEADER}]
        tokens = [thing for thing, entry in things if entry.id == FREE_CITY and thing.place is Place.CITY]
        seen = [board for board in table.boards if board.code is not None]
        codes = {board.seat: board.code for board in table.boards}
        return PhotographReading(
            picture,
            _clockwise(seen),
            _foremost(seen, table, image),
            frozenset(board.code for board in seen if board.code is not None and _is_whole(board, cards, table, image)),
            tuple(_seen_card(picture, card, codes) for card in cards),
            tuple(tucked for thing, _ in things if (tucked := _seen_stage(picture, thing, codes))),
            next((codes[token.seat] for token in tokens if token.seat is not None), None),
            tuple(_board_at(corners, table, codes) for corners in unread_among(examined.doubtful, sightings)),
            sum(thing.place is Place.DISCARD and entry.id != LEADER_BACK for thing, entry in things),
            percent_of(bent) if bent else 0,
        )


def _board_at(corners: Corners, table: Table, codes: dict[int, int | None]) -> int | None:
    """The board of the city in which a sticker lies that may be a card's front or back, either way up."""
    kinds = {entry.kind: entry.code for entry in table.codebook.entries.values()}
    turned = [np.roll(corners, turn, axis=0) for turn in range(4)]
    tries = [Sighting(kinds[kind], each) for kind in (StickerKind.CARD, StickerKind.BACK) for each in turned]
    placed = [thing for thing in table.locate(tries) if thing.place in {Place.CITY, Place.STAGE}]
    best = max(placed, key=lambda thing: thing.margin, default=None)
    return None if best is None or best.seat is None else codes[best.seat]


def _seen_card(picture: str, thing: LocatedSticker, codes: dict[int, int | None]) -> SeenCard:
    if thing.place is not Place.CITY or thing.seat is None:
        return SeenCard(picture, thing.code, None, thing.margin)
    board = codes[thing.seat]
    return SeenCard(picture, thing.code, board, thing.margin, thing.seat if board is None else None)


def _seen_stage(picture: str, thing: LocatedSticker, codes: dict[int, int | None]) -> SeenStage | None:
    board = None if thing.seat is None else codes[thing.seat]
    if thing.place is not Place.STAGE or board is None or thing.slot is None:
        return None
    return SeenStage(picture, board, thing.slot, thing.code, thing.margin)


def _clockwise(boards: Sequence[LocatedBoard]) -> tuple[int, ...]:
    """The boards' codes in order round the middle of the table; their upper edges point towards it."""
    towards = [board.area.pose.to_table((0.0, -TOWARDS_MIDDLE)) for board in boards]
    if not towards:
        return ()
    x, y = (sum(values) / len(towards) for values in zip(*towards, strict=True))
    first = boards[0].area.pose
    start = atan2(first.y - y, first.x - x)
    around = {
        board.code: (atan2(board.area.pose.y - y, board.area.pose.x - x) - start) % tau
        for board in boards[1:]
        if board.code is not None
    }
    assert boards[0].code is not None
    return boards[0].code, *sorted(around, key=around.__getitem__)


def _foremost(boards: Sequence[LocatedBoard], table: Table, image: GreyImage) -> int | None:
    """The board that is largest and most central: the photographer stands in front of it."""
    height, width = image.shape

    def distance(board: LocatedBoard) -> float:
        outline = _outline(board.area, table)
        x, y = outline.mean(axis=0)
        return hypot(x - width / 2, y - height / 2) / _area(outline)

    return min(boards, key=distance).code if boards else None


def _is_whole(board: LocatedBoard, cards: Sequence[LocatedSticker], table: Table, image: GreyImage) -> bool:
    """True if the board, its stages, all rows of its cards and space for one more row are in the picture."""
    sizes, pose = table.sizes, board.area.pose
    heights = [-pose.to_own((card.x, card.y))[1] - board.area.height / 2 for card in cards if card.seat == board.seat]
    above = max(heights, default=0.0) + sizes.visible_strip + sizes.sticker.side
    below = sizes.card_height / 2
    middle = pose.at(0.0, (below - above) / 2)
    area = Rectangle(middle, board.area.width, board.area.height + above + below)
    outline = _outline(area, table)
    height, width = image.shape
    return bool(((outline >= 0) & (outline < (width, height))).all())


def _outline(area: Rectangle, table: Table) -> NDArray[np.float64]:
    """The corners in the picture, shape (4, 2), px."""
    assert table.plane is not None
    return table.plane.to_px(np.array(area.corners))


def _area(outline: NDArray[np.float64]) -> float:
    """The area of a quadrilateral of shape (4, 2), in square pixels."""
    (x, y), (nx, ny) = outline.T, np.roll(outline, -1, axis=0).T
    return float(abs(np.sum(x * ny - nx * y)) / 2)
