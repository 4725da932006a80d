"""Pieces to be cut or peeled off a page, each with one sticker; and their print. All lengths in mm.

The name and number of a sticker stand in its own margin, so that a cut one is not anonymous.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.features.kit_printing.page_canvas import PageCanvas
from device.features.kit_printing.sheets import StickerGroup
from device.features.kit_printing.tags import print_tag
from device.for_features.kit_wording import Wording
from vision.kit.codebook import CodebookEntry
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, symbol_of

_NAME_PT, _NOTE_PT = 5.5, 5.0
_LEAD = 2.2
_TITLE_PT = 7.0
_TITLE_AT = 7.5
"""From the page's top edge to the title's baseline."""
_LEAST_HEAD = 9.5
"""Empty above everything on a page that has its title there."""
_EDGE = 5.0
"""Out of reach for many printers."""
_FINE = 0.1

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a closed line, in order, from the page's top left."""


@dataclass(frozen=True, slots=True)
class Caption:
    """Where the name and number stand beside a sticker: the left end of the first line's top, and the width."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Piece:
    """What is cut out or peeled off along `outline`; `x` and `y` are its sticker's top left corner."""

    entry: CodebookEntry
    x: float
    y: float
    outline: Outline
    caption: Caption | None = None


@dataclass(frozen=True, slots=True)
class PieceSheets:
    """Pages of `size`. `marks` are printed filled on every page; `lines`: the outlines are printed, too."""

    size: tuple[float, float]
    pages: tuple[tuple[Piece, ...], ...]
    marks: tuple[Outline, ...] = ()
    lines: bool = False


@dataclass(frozen=True, slots=True)
class PrinterCorrection:
    """Makes up for a printer that prints in the wrong place or size: moves right and down, and enlarges."""

    right: float = 0.0
    down: float = 0.0
    scale: float = 1.0


def rectangle(x: float, y: float, width: float, height: float) -> Outline:
    """The outline of a rectangle with its top left corner at x, y."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def entries_of(groups: Iterable[StickerGroup]) -> tuple[CodebookEntry, ...]:
    """Every sticker to print, in order; a back as often as it is needed."""
    return tuple(entry for group in groups for entry in group.entries)


def print_pieces(
    path: Path,
    sheets: PieceSheets,
    *,
    kit: Symbology | str = Symbology.FIDUCIAL,
    wording: Wording | None = None,
    font: Path | None = None,
    sizes: KitSizes | None = None,
    correction: PrinterCorrection | None = None,
) -> int:
    """Write the pages as a PDF and return their number; `font` is as for `make_kit`.

    Raises:
        OSError: the file or the font cannot be written or read.
        ValueError: no such kit.
    """
    wording, sizes, correction = wording or Wording(), sizes or KitSizes(), correction or PrinterCorrection()
    symbology, canvas = Symbology(kit), PageCanvas(path, sheets.size, wording.title, font)
    for page in sheets.pages:
        canvas.place((correction.right, correction.down), correction.scale)
        for mark in sheets.marks:
            canvas.polygon(mark, fill=True)
        for piece in page:
            canvas.symbol(symbol_of(piece.entry.code, symbology, sizes), piece.x, piece.y, sizes.sticker.side)
            print_tag(canvas, piece.entry, (piece.x, piece.y), sizes.sticker.side, wording)
            if piece.caption:
                _print_caption(canvas, piece, piece.caption, wording)
        if sheets.lines:
            with canvas.grey():
                canvas.line_width(_FINE)
                for piece in page:
                    canvas.polygon(piece.outline)
        _print_title(canvas, page, sheets, wording)
        canvas.end_page()
    canvas.save()
    return len(sheets.pages)


def _print_title(canvas: PageCanvas, page: Sequence[Piece], sheets: PieceSheets, wording: Wording) -> None:
    """Say for which box they are: above the pieces, or beside them if the page has no room there."""
    outlines = (*sheets.marks, *(piece.outline for piece in page))
    head = min(y for outline in outlines for _, y in outline)
    left = min(x for outline in outlines for x, _ in outline)
    with canvas.grey():
        if head >= _LEAST_HEAD:
            canvas.text(left, _TITLE_AT, wording.title, _TITLE_PT)
            return
        for line, part in enumerate(canvas.wrapped(wording.title, _NAME_PT, left - _EDGE - 1.0, most=8)):
            canvas.text(_EDGE, 2 * _EDGE + line * _LEAD, part, _NAME_PT)


def _print_caption(canvas: PageCanvas, piece: Piece, caption: Caption, wording: Wording) -> None:
    y = caption.y + _LEAD
    for part in canvas.wrapped(wording.name(piece.entry), _NAME_PT, caption.width, most=3, font=canvas.bold):
        canvas.text(caption.x, y, part, _NAME_PT, canvas.bold)
        y += _LEAD
    for part in canvas.wrapped(wording.note(piece.entry), _NOTE_PT, caption.width, most=2):
        canvas.text(caption.x, y, part, _NOTE_PT)
        y += _LEAD
    canvas.text(caption.x, y, f"{piece.entry.code:03d}", _NOTE_PT)
