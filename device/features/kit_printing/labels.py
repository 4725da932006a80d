"""Pre-cut label sheets: one sticker on each label. The measures are the makers', in `vision/data/labels.csv`."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from device.features.kit_printing.page_canvas import PageCanvas
from device.features.kit_printing.pieces import Caption, Outline, Piece, PieceSheets, PrinterCorrection, rectangle
from device.features.kit_printing.sheets import Paper
from device.for_features.kit_wording import Wording
from vision.kit.codebook import CodebookEntry, StickerKind
from vision.kit.sizes import KitSizes

_WIDEST_MARGIN = 2.0
"""From a label's edges to the sticker, at most, so that a large label does not stand out over the card's edge."""
_TEXT_MARGIN = 1.5
_LEAST_CAPTION = 8.0
_RULER = 100.0
_CROSS = 4.0
_TEXT_PT = 9.0
_LEAD = 4.2


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels; `left` and `top` are the first label's, `pitch_*` from one label to the next, in mm."""

    name: str
    maker: str
    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    source: str

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """The labels, row by row from the top left."""
        return tuple(
            rectangle(self.left + column * self.pitch_x, self.top + row * self.pitch_y, self.width, self.height)
            for row in range(self.rows)
            for column in range(self.columns)
        )


@cache
def label_sheets() -> dict[str, LabelSheet]:
    """Every sheet by its name, and by the names of products that are cut the same."""
    text = (resources.files("vision") / "data" / "labels.csv").read_text(encoding="utf-8")
    found: dict[str, LabelSheet] = {}
    for row in csv.DictReader(text.splitlines()):
        sheet = LabelSheet(
            name=row["name"],
            maker=row["maker"],
            paper=Paper(row["paper"]),
            columns=int(row["columns"]),
            rows=int(row["rows"]),
            source=row["source"],
            **{key: float(row[key]) for key in ("width", "height", "left", "top", "pitch_x", "pitch_y")},
        )
        found |= dict.fromkeys([sheet.name, *row["also"].split()], sheet)
    return found


def on_labels(entries: Sequence[CodebookEntry], sheet: LabelSheet, sizes: KitSizes) -> PieceSheets:
    """A sticker on each label, in its top right corner; a back's in the bottom right corner."""
    outlines = sheet.outlines
    pages = (entries[start : start + len(outlines)] for start in range(0, len(entries), len(outlines)))
    return PieceSheets(
        sheet.paper.size,
        tuple(
            tuple(_piece(entry, outline, sizes) for entry, outline in zip(page, outlines, strict=False))
            for page in pages
        ),
    )


def inset_on_card(sheet: LabelSheet, sizes: KitSizes) -> float:
    """How far a label's edges are from the card's, so that its sticker is in its place."""
    return sizes.card_inset - _margin(sheet.width, sheet.height, sizes.sticker.side)


def make_test_page(
    path: Path,
    sheet: LabelSheet,
    *,
    wording: Wording,
    sizes: KitSizes,
    font: Path | None = None,
    correction: PrinterCorrection | None = None,
) -> None:
    """Write one page for plain paper: every label's outline, two rulers, and how to measure with them.

    Raises:
        OSError: the file or the font cannot be written or read.
    """
    correction = correction or PrinterCorrection()
    canvas = PageCanvas(path, sheet.paper.size, wording.title, font)
    canvas.place((correction.right, correction.down), correction.scale)
    with canvas.grey():
        for outline in sheet.outlines:
            canvas.polygon(outline)
    for x, y in (sheet.outlines[0][0], sheet.outlines[-1][2]):
        canvas.line(x - _CROSS, y, x + _CROSS, y)
        canvas.line(x, y - _CROSS, x, y + _CROSS)
    left, top = sheet.outlines[0][0]
    _ruler(canvas, left + _CROSS, top + _CROSS)
    text = wording.label_test.format(name=sheet.name, maker=sheet.maker, inset=inset_on_card(sheet, sizes))
    lines = canvas.wrapped(text, _TEXT_PT, _RULER - 2 * _CROSS, most=12)
    canvas.blank(left + 2.5 * _CROSS, top + 2.5 * _CROSS, _RULER - _CROSS, len(lines) * _LEAD + _CROSS)
    for number, part in enumerate(lines):
        canvas.text(left + 3 * _CROSS, top + 4 * _CROSS + number * _LEAD, part, _TEXT_PT)
    canvas.end_page()
    canvas.save()


def _ruler(canvas: PageCanvas, x: float, y: float) -> None:
    canvas.line(x, y, x + _RULER, y)
    canvas.line(x, y, x, y + _RULER)
    for tick in range(0, int(_RULER) + 1, 10):
        canvas.line(x + tick, y, x + tick, y + 2)
        canvas.line(x, y + tick, x + 2, y + tick)


def _piece(entry: CodebookEntry, outline: Outline, sizes: KitSizes) -> Piece:
    (left, top), _, (right, bottom), _ = outline
    side = sizes.sticker.side
    margin = _margin(right - left, bottom - top, side)
    x = right - margin - side
    y = bottom - margin - side if entry.kind is StickerKind.BACK else top + margin
    caption = Caption(left + _TEXT_MARGIN, top + _TEXT_MARGIN, x - left - 2 * _TEXT_MARGIN)
    return Piece(entry, x, y, outline, caption if caption.width >= _LEAST_CAPTION else None)


def _margin(width: float, height: float, side: float) -> float:
    return min((width - side) / 2, (height - side) / 2, _WIDEST_MARGIN)
