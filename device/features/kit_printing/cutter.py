"""For cutting plotters: stickers side by side with registration marks, and the lines to cut as SVG files."""

from collections.abc import Iterator, Sequence
from math import floor
from pathlib import Path
from xml.sax.saxutils import quoteattr

from device.features.kit_printing.pieces import Outline, Piece, PieceSheets, rectangle
from device.features.kit_printing.sheets import Paper
from device.features.kit_printing.tags import tag_of
from device.for_features.kit_wording import Wording
from vision.kit.codebook import CodebookEntry
from vision.kit.sizes import KitSizes

INSIDE_MARKS = 18.0
"""Nothing is laid nearer to the paper's edges than this on a page with registration marks."""
_GAP = 3.0
_FROM_EDGE = 10.0
_SQUARE = 5.0
_ARM = 10.0
_THICK = 0.5


def for_cutter(entries: Sequence[CodebookEntry], paper: Paper, sizes: KitSizes) -> PieceSheets:
    """The stickers in rows between the registration marks."""
    return PieceSheets(paper.size, tuple(grid_pages(entries, paper, sizes)), registration_marks(paper.size))


def grid_pages(entries: Sequence[CodebookEntry], paper: Paper, sizes: KitSizes) -> Iterator[tuple[Piece, ...]]:
    """Pages of stickers side by side, to be cut along their own edges."""
    side = sizes.sticker.side
    columns, rows = (floor((length - 2 * INSIDE_MARKS + _GAP) / (side + _GAP)) for length in paper.size)
    for start in range(0, len(entries), columns * rows):
        page = []
        for index, entry in enumerate(entries[start : start + columns * rows]):
            x, y = (INSIDE_MARKS + place * (side + _GAP) for place in (index % columns, index // columns))
            page.append(Piece(entry, x, y, rectangle(x, y, side, side)))
        yield tuple(page)


def registration_marks(size: tuple[float, float]) -> tuple[Outline, ...]:
    """A square at the top left, angles at the top right and the bottom left, as cutting plotters look for them."""
    width, height = size
    right, low = width - _FROM_EDGE, height - _FROM_EDGE
    return (
        rectangle(_FROM_EDGE, _FROM_EDGE, _SQUARE, _SQUARE),
        (
            (right - _ARM, _FROM_EDGE),
            (right, _FROM_EDGE),
            (right, _FROM_EDGE + _ARM),
            (right - _THICK, _FROM_EDGE + _ARM),
            (right - _THICK, _FROM_EDGE + _THICK),
            (right - _ARM, _FROM_EDGE + _THICK),
        ),
        (
            (_FROM_EDGE, low - _ARM),
            (_FROM_EDGE + _THICK, low - _ARM),
            (_FROM_EDGE + _THICK, low - _THICK),
            (_FROM_EDGE + _ARM, low - _THICK),
            (_FROM_EDGE + _ARM, low),
            (_FROM_EDGE, low),
        ),
    )


def write_cut_lines(path: Path, sheets: PieceSheets, wording: Wording) -> tuple[Path, ...]:
    """Write an SVG file for each page beside the PDF `path`: kit-1.svg, kit-2.svg, ...; return their paths.

    Raises:
        OSError: a file cannot be written.
    """
    written = []
    for number, page in enumerate(sheets.pages, start=1):
        file = path.with_name(f"{path.stem}-{number}.svg")
        file.write_text(_svg(sheets, page, wording), encoding="utf-8")
        written.append(file)
    return tuple(written)


def _svg(sheets: PieceSheets, page: Sequence[Piece], wording: Wording) -> str:
    """In mm; what is cut and what is printed are in groups of their own."""
    width, height = sheets.size
    marks = "".join(f'<path d="{_path(mark)}"/>\n' for mark in sheets.marks)
    cuts = "".join(
        f'<path d="{_path(piece.outline)}" data-code="{piece.entry.code}" '
        f"data-name={quoteattr(tag_of(piece.entry, wording))}/>\n"
        for piece in page
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n'
        f'<g id="registration" fill="#000">\n{marks}</g>\n'
        f'<g id="cut" fill="none" stroke="#f00" stroke-width="0.1">\n{cuts}</g>\n</svg>\n'
    )


def _path(outline: Outline) -> str:
    return "M" + " L".join(f"{x:.3f},{y:.3f}" for x, y in outline) + " Z"
