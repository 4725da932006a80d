"""Slips of a card's size for card sleeves: the sticker is printed where it belongs, and nothing is glued.

In front of the card goes an angle of paper that leaves nearly all of the card visible, behind it a whole slip.
"""

from collections.abc import Iterator, Sequence
from math import floor

from device.features.kit_printing.cutter import INSIDE_MARKS, grid_pages, registration_marks
from device.features.kit_printing.pieces import Outline, Piece, PieceSheets, rectangle
from device.features.kit_printing.sheets import Paper
from vision.kit.codebook import CodebookEntry, StickerKind
from vision.kit.sizes import KitSizes

_EDGE = 5.0
"""What printers leave white at the paper's edges."""
_STRIP = 4.0
"""Width of the angle's arms."""
_BESIDE = 1.0
"""Paper beside the sticker, towards the middle of the card."""
_SLEEVED = (StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK, StickerKind.COMMAND)


def for_sleeves(
    entries: Sequence[CodebookEntry], paper: Paper, sizes: KitSizes, *, cutter: bool = False
) -> tuple[PieceSheets, PieceSheets]:
    """First the stickers of boards, mat and tokens, which go into no sleeve; then the slips, on pages of their own.

    The pages of the slips may be wider than high. For a cutter there are registration marks, otherwise lines.
    """
    loose = tuple(entry for entry in entries if entry.kind not in _SLEEVED)
    sleeved = tuple(entry for entry in entries if entry.kind in _SLEEVED)
    size = _better(paper.size, sizes, INSIDE_MARKS if cutter else _EDGE)
    marks, slip_marks = (registration_marks(paper.size), registration_marks(size)) if cutter else ((), ())
    return (
        PieceSheets(paper.size, tuple(grid_pages(loose, paper, sizes)), marks, lines=not cutter),
        PieceSheets(size, tuple(_slips(sleeved, size, sizes, slip_marks)), slip_marks, lines=not cutter),
    )


def _slips(
    entries: Sequence[CodebookEntry], size: tuple[float, float], sizes: KitSizes, marks: tuple[Outline, ...]
) -> Iterator[tuple[Piece, ...]]:
    columns, rows = _fit(size, sizes, INSIDE_MARKS if marks else _EDGE)
    left = (size[0] - columns * sizes.card_width) / 2
    top = (size[1] - rows * sizes.card_height) / 2
    for start in range(0, len(entries), columns * rows):
        yield tuple(
            _slip(
                entry,
                left + index % columns * sizes.card_width,
                top + index // columns * sizes.card_height,
                sizes,
            )
            for index, entry in enumerate(entries[start : start + columns * rows])
        )


def _better(size: tuple[float, float], sizes: KitSizes, edge: float) -> tuple[float, float]:
    """The paper upright or turned, whichever holds more slips."""
    turned = size[::-1]
    (across, down), (turned_across, turned_down) = (_fit(one, sizes, edge) for one in (size, turned))
    return turned if turned_across * turned_down > across * down else size


def _fit(size: tuple[float, float], sizes: KitSizes, edge: float) -> tuple[int, int]:
    """Columns and rows of slips, at least one."""
    width, height = (length - 2 * edge for length in size)
    return max(1, floor(width / sizes.card_width)), max(1, floor(height / sizes.card_height))


def _slip(entry: CodebookEntry, x: float, y: float, sizes: KitSizes) -> Piece:
    width, height, inset, side = sizes.card_width, sizes.card_height, sizes.card_inset, sizes.sticker.side
    down = height - inset - side if entry.kind is StickerKind.BACK else inset
    whole = entry.kind in (StickerKind.BACK, StickerKind.COMMAND)
    outline = rectangle(x, y, width, height) if whole else _angle(x, y, sizes)
    return Piece(entry, x + width - inset - side, y + down, outline)


def _angle(x: float, y: float, sizes: KitSizes) -> Outline:
    """The sticker's corner, and two strips along the card's right and lower edges that hold it in place."""
    right, low = x + sizes.card_width, y + sizes.card_height
    field = sizes.card_inset + sizes.sticker.side + _BESIDE
    return (
        (right - field, y),
        (right, y),
        (right, low),
        (x, low),
        (x, low - _STRIP),
        (right - _STRIP, low - _STRIP),
        (right - _STRIP, y + field),
        (right - field, y + field),
    )
