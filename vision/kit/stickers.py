"""Prints the kit: a PDF with cut marks, or every sticker as a picture."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from vision.kit.codebook import Codebook, CodebookEntry
from vision.kit.sheets import GAP, MARGIN, Cell, Page, Paper, groups_of, lay_out
from vision.kit.sizes import KitSizes
from vision.kit.symbols import ModulePattern, Symbology, symbol_of
from vision.kit.wording import Wording

_MARK = 1.2
_MARK_OFF = 0.4
_FINE = 0.1
_NAME_PT, _NOTE_PT, _HEADING_PT, _SMALL_PT = 7.5, 6.5, 11.0, 7.0
_LEAD = 3.1
_GREY = 0.4
_PNG_SIDE = 300
"""px; the least side of a sticker's picture."""
_SKETCH = 0.24
"""Scale of the sketches that show where stickers go."""


def make_kit(
    path: Path,
    codebook: Codebook,
    *,
    kit: Symbology | str = Symbology.FIDUCIAL,
    paper: Paper | str = Paper.A4,
    wording: Wording | None = None,
    font: Path | None = None,
    sizes: KitSizes | None = None,
) -> int:
    """Write the kit as a PDF and return its number of pages.

    `font` is a TrueType file, for languages that need letters Helvetica does not have.

    Raises:
        OSError: the file or the font cannot be written or read.
        ValueError: no such kit or paper.
    """
    sizes, wording, symbology, paper = sizes or KitSizes(), wording or Wording(), Symbology(kit), Paper(paper)
    pages = lay_out(groups_of(codebook, wording), paper, sizes.sticker.side)
    sheet = _Sheet(path, paper, wording, sizes, font)
    for number, page in enumerate(pages, start=1):
        if number == 1:
            sheet.first_page()
        sheet.page(page, symbology)
        sheet.footer(number, len(pages))
    sheet.save()
    return len(pages)


def write_pngs(
    directory: Path,
    codebook: Codebook,
    *,
    kit: Symbology | str = Symbology.FIDUCIAL,
    wording: Wording | None = None,
    sizes: KitSizes | None = None,
) -> int:
    """Write every sticker as a picture, with `manifest.json`; return the number of pictures.

    Raises:
        OSError: the directory cannot be made or written to.
        ValueError: no such kit.
    """
    sizes, wording, symbology = sizes or KitSizes(), wording or Wording(), Symbology(kit)
    directory.mkdir(parents=True, exist_ok=True)
    manifest = []
    for entry in codebook:
        file = f"{entry.code:03d}_{entry.kind}_{entry.id}{'_' + entry.side if entry.side else ''}.png"
        _, data = cv2.imencode(".png", picture_of(symbol_of(entry.code, symbology, sizes)))
        (directory / file).write_bytes(data.tobytes())
        manifest.append(_described(entry, wording) | {"file": file})
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    (directory / "manifest.json").write_text(text + "\n", encoding="utf-8")
    return len(manifest)


def picture_of(symbol: ModulePattern) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """A grey picture of a sticker with its quiet zone; every module is a whole number of pixels."""
    module = -(-_PNG_SIDE // symbol.across)
    light = np.pad(~symbol.modules, symbol.quiet, constant_values=True)
    return (np.kron(light, np.ones((module, module))) * 255).astype(np.uint8)


def _described(entry: CodebookEntry, wording: Wording) -> dict[str, object]:
    return {
        "code": entry.code,
        "kind": entry.kind,
        "id": entry.id,
        "name": wording.name(entry),
        "age": entry.age,
        "players": entry.players,
        "side": entry.side,
    }


class _Sheet:
    """A PDF with coordinates in mm from the page's top left."""

    def __init__(self, path: Path, paper: Paper, wording: Wording, sizes: KitSizes, font: Path | None) -> None:
        self._width, self._height = paper.size
        self._wording, self._sizes = wording, sizes
        self._canvas = Canvas(str(path), pagesize=(self._width * mm, self._height * mm), invariant=1)
        self._canvas.setTitle(wording.title)
        self._font = self._bold = "Helvetica"
        if font:
            pdfmetrics.registerFont(TTFont(font.stem, str(font)))
            self._font = self._bold = font.stem
        else:
            self._bold = "Helvetica-Bold"

    def save(self) -> None:
        self._canvas.save()

    def page(self, page: Page, symbology: Symbology) -> None:
        for thing in page:
            if isinstance(thing, Cell):
                self._symbol(thing, symbol_of(thing.entry.code, symbology, self._sizes))
                self._cut_marks(thing)
                self._label(thing)
            else:
                self._text(thing.x, thing.y, self._wording.headings[thing.key], _HEADING_PT, self._bold)

    def footer(self, number: int, pages: int) -> None:
        y = self._height - MARGIN / 2
        with self._grey():
            self._text(MARGIN, y, self._wording.title, _SMALL_PT)
            text = self._wording.page.format(page=number, pages=pages)
            self._text(self._width - MARGIN - self._wide(text, _SMALL_PT), y, text, _SMALL_PT)
        self._canvas.showPage()

    def first_page(self) -> None:
        """Title, a line to check the scale by, and where the stickers go."""
        self._text(MARGIN, MARGIN + 4, self._wording.title, 16.0, self._bold)
        with self._grey():
            self._text(MARGIN, MARGIN + 10, self._wording.scale, _SMALL_PT)
            self._text(MARGIN + 110, MARGIN + 10, self._wording.upright, _SMALL_PT)
            self._line(MARGIN, MARGIN + 12, MARGIN + 100, MARGIN + 12)
            for x in (MARGIN, MARGIN + 100):
                self._line(x, MARGIN + 11, x, MARGIN + 13)
        x = MARGIN
        for key, width, height, inset, at_bottom in self._sketches():
            self._sketch(x, width, height, inset, at_bottom)
            text = self._wording.places[key].format(inset=inset)
            for line, part in enumerate(self._wrapped(text, _NOTE_PT, 23.0, most=4)):
                self._text(x + width * _SKETCH + 3, MARGIN + 21 + line * _LEAD, part, _NOTE_PT)
            x += width * _SKETCH + 33

    def _sketches(self) -> Iterator[tuple[str, float, float, float, bool]]:
        sizes = self._sizes
        yield "front", sizes.card_width, sizes.card_height, sizes.card_inset, False
        yield "back", sizes.card_width, sizes.card_height, sizes.card_inset, True
        yield "board", sizes.board_width, sizes.board_height, sizes.board_inset, False

    def _sketch(self, x: float, width: float, height: float, inset: float, at_bottom: bool) -> None:
        side, top = self._sizes.sticker.side, MARGIN + 18
        self._canvas.setLineWidth(0.3 * mm)
        self._box(x, top, width * _SKETCH, height * _SKETCH, fill=False)
        down = height - inset - side if at_bottom else inset
        self._box(x + (width - inset - side) * _SKETCH, top + down * _SKETCH, side * _SKETCH, side * _SKETCH)

    def _symbol(self, cell: Cell, symbol: ModulePattern) -> None:
        """All dark modules as one path, so that no seam shows between them."""
        module = self._sizes.sticker.side / symbol.across
        path = self._canvas.beginPath()
        for row, line in enumerate(symbol.modules):
            edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
            for start, end in edges.reshape(-1, 2).tolist():
                x = cell.x + (symbol.quiet + start) * module
                y = cell.y + (symbol.quiet + row + 1) * module
                path.rect(x * mm, (self._height - y) * mm, (end - start) * module * mm, module * mm)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _cut_marks(self, cell: Cell) -> None:
        side = self._sizes.sticker.side
        with self._grey():
            self._canvas.setLineWidth(_FINE * mm)
            for across, outward in ((0.0, -1.0), (side, 1.0)):
                near, far = across + outward * _MARK_OFF, across + outward * (_MARK_OFF + _MARK)
                for edge in (0.0, side):
                    self._line(cell.x + near, cell.y + edge, cell.x + far, cell.y + edge)
                    self._line(cell.x + edge, cell.y + near, cell.x + edge, cell.y + far)

    def _label(self, cell: Cell) -> None:
        if not cell.label_width:
            return
        x, y = cell.x + self._sizes.sticker.side + GAP * 0.75, cell.y + 3.2
        for part in self._wrapped(self._wording.name(cell.entry), _NAME_PT, cell.label_width, most=2, font=self._bold):
            self._text(x, y, part, _NAME_PT, self._bold)
            y += _LEAD
        for part in self._wrapped(self._wording.note(cell.entry), _NOTE_PT, cell.label_width, most=2):
            self._text(x, y, part, _NOTE_PT)
            y += _LEAD
        with self._grey():
            self._text(x, cell.y + self._sizes.sticker.side - 0.5, f"{cell.entry.code:03d}", _NOTE_PT)

    def _wrapped(self, text: str, size: float, width: float, most: int, font: str | None = None) -> list[str]:
        """At most `most` lines no wider than `width` mm; the rest is cut off with an ellipsis."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if not lines[-1] or self._wide(longer, size, font) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        return [self._fitted(line, size, width, font) for line in lines if line]

    def _fitted(self, line: str, size: float, width: float, font: str | None) -> str:
        short = line
        while short and self._wide(short + ("…" if short != line else ""), size, font) > width:
            short = short[:-1].rstrip()
        return short if short == line else short + "…"

    def _wide(self, text: str, size: float, font: str | None = None) -> float:
        return float(pdfmetrics.stringWidth(text, font or self._font, size) / mm)

    def _text(self, x: float, y: float, text: str, size: float, font: str | None = None) -> None:
        self._canvas.setFont(font or self._font, size)
        self._canvas.drawString(x * mm, (self._height - y) * mm, text)

    def _line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self._canvas.line(x * mm, (self._height - y) * mm, to_x * mm, (self._height - to_y) * mm)

    def _box(self, x: float, y: float, width: float, height: float, *, fill: bool = True) -> None:
        self._canvas.rect(x * mm, (self._height - y - height) * mm, width * mm, height * mm, stroke=not fill, fill=fill)

    @contextmanager
    def _grey(self) -> Iterator[None]:
        self._canvas.saveState()
        self._canvas.setFillGray(_GREY)
        self._canvas.setStrokeGray(_GREY)
        self._canvas.setLineWidth(0.2 * mm)
        yield
        self._canvas.restoreState()
