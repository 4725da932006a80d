"""The owner's pictures of things: one of each design, which all copies of a card share.

On the disk they are grey PNGs in one folder for each edition, named after the design: `first/card.altar.png`,
`first/board.giza.A.png`. Everything else is computed anew from them at each start, so a better way to compare them
needs no new pictures. They are never exported and never sent: they show somebody's art.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM, Features, features
from vision.kit.boxes import box
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frame import GreyImage

VERSION = "1"
"""Of the store: the name of the folder that holds the editions' folders."""
FEATURES = 200
"""Of a card, at most; of a board twice as many."""
SMALLEST, LARGEST = 12.0, 400.0
"""mm; the sides of things."""
HALF = 2
"""Pictures are correlated at `PX_PER_MM / HALF`: the mean of so many pixels each way."""
FIELD, FEWEST_FIELDS = 12, 3
"""px of a halved picture, about 10 mm: the side of a field that is correlated by itself; how many there are at
least, each way."""
WITH_PICTURES = (
    StickerKind.CARD,
    StickerKind.LEADER,
    StickerKind.BACK,
    StickerKind.BOARD,
    StickerKind.TOKEN,
    StickerKind.MAT,
)
"""What can be known by its picture, in the order in which it is shown. For the discard mat any flat thing will do."""


class Design(NamedTuple):
    """What is printed alike on all copies of a thing; `side` is that of a board, empty for everything else."""

    edition: str
    kind: str
    id: str
    side: str = ""

    @property
    def name(self) -> str:
        """The name of the picture's file, without its ending."""
        return ".".join(part for part in (self.kind, self.id, self.side) if part)

    @classmethod
    def of(cls, entry: CodebookEntry, edition: str) -> Design:
        """The design of what has this code."""
        return cls(edition, entry.kind, entry.id, entry.side or "")


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A design with its picture at `PX_PER_MM`, what is searched for in other pictures, and the lowest of its codes."""

    design: Design
    code: int
    image: GreyImage
    features: Features
    whole: NDArray[np.float32]
    """The picture at half its size."""
    fields: NDArray[np.float32]
    """Shape (f, p): the pixels of each field of that picture, even."""

    @classmethod
    def of(cls, design: Design, code: int, image: GreyImage) -> Reference:
        """A reference with this picture."""
        most = FEATURES * (1 + (design.kind == StickerKind.BOARD))
        whole = halved(image)
        return cls(design, code, image, features(image, most), whole, even(fields(whole)))


def halved(image: GreyImage) -> NDArray[np.float32]:
    """The picture as it is correlated: smaller by `HALF`, without the finest grain."""
    height, width = image.shape
    soft = cv2.GaussianBlur(image, (0, 0), 1.0)
    size = (width // HALF, height // HALF)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)


def fields(whole: NDArray[np.float32]) -> NDArray[np.float32]:
    """Shape (f, p): the pixels of the fields of a grid over the picture, row by row."""
    height, width = whole.shape
    down, across = (max(FEWEST_FIELDS, round(side / FIELD)) for side in (height, width))
    high, wide = height // down, width // across
    grid = whole[: down * high, : across * wide].reshape(down, high, across, wide)
    return np.ascontiguousarray(grid.transpose(0, 2, 1, 3).reshape(down * across, high * wide))


def even(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row with a mean of 0 and a length of 1, so that a dot product is a correlation."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3), np.float32)


def designs(codebook: Codebook, edition: str, sets: Iterable[str] = ("base",)) -> dict[Design, tuple[int, ...]]:
    """What is in a box and can be known by its picture, in the order of the box, with the codes of all copies.

    Raises:
        ValueError: no such edition or set.
    """
    found: dict[Design, list[int]] = {}
    wanted = {kind: place for place, kind in enumerate(WITH_PICTURES)}
    inside = [entry for entry in box(codebook, edition, tuple(sets)) if entry.kind in wanted]
    for entry in sorted(inside, key=lambda entry: (wanted[entry.kind], entry.age or 0, entry.code)):
        found.setdefault(Design.of(entry, edition), []).append(entry.code)
    return {design: tuple(sorted(codes)) for design, codes in found.items()}


def file_of(folder: Path, design: Design) -> Path:
    """Where the picture of a design is kept."""
    return folder / VERSION / design.edition / f"{design.name}.png"


def stored(folder: Path, codebook: Codebook) -> Iterator[Reference]:
    """The references in a store. A file that is none of the kit's designs, or no picture, is passed over."""
    codes: dict[tuple[str, str, str], int] = {}
    for entry in sorted(codebook, key=lambda entry: -entry.code):
        codes[entry.kind, entry.id, entry.side or ""] = entry.code
    for file in sorted((folder / VERSION).glob("*/*.png")):
        kind, _, rest = file.stem.partition(".")
        id_, _, side = rest.partition(".")
        code = codes.get((kind, id_, side))
        image = picture_in(file) if code is not None else None
        if code is not None and image is not None:
            yield Reference.of(Design(file.parent.name, kind, id_, side), code, image)


def picture_in(file: Path) -> GreyImage | None:
    """A reference's picture; None if the file is none, or a picture of another size than things have."""
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError:
        return None
    image = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
    if image is None or not all(SMALLEST <= side / PX_PER_MM <= LARGEST for side in image.shape):
        return None
    return np.asarray(image, np.uint8)


def as_png(image: GreyImage) -> bytes:
    """The picture as it is stored."""
    return bytes(cv2.imencode(".png", image)[1])
