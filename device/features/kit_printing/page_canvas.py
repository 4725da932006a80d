"""A PDF with coordinates in mm from the page's top left."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from vision.kit.symbols import ModulePattern

_GREY = 0.4


class PageCanvas:
    """Text, lines and stickers on pages of `width` x `height` mm.

    `font` is a TrueType file, for languages that need letters Helvetica does not have.
    """

    def __init__(self, path: Path, size: tuple[float, float], title: str, font: Path | None = None) -> None:
        self.width, self.height = size
        self._canvas = Canvas(str(path), pagesize=(self.width * mm, self.height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._font = self.bold = "Helvetica"
        if font:
            pdfmetrics.registerFont(TTFont(font.stem, str(font)))
            self._font = self.bold = font.stem
        else:
            self.bold = "Helvetica-Bold"

    def save(self) -> None:
        """Write the file.

        Raises:
            OSError: it cannot be written.
        """
        self._canvas.save()

    def end_page(self) -> None:
        """The next thing is drawn on another page."""
        self._canvas.showPage()

    def place(self, shift: tuple[float, float], scale: float) -> None:
        """Draw the rest of this page `scale` times as large from its top left corner, moved right and down by mm."""
        self._canvas.translate(shift[0] * mm, (self.height * (1 - scale) - shift[1]) * mm)
        self._canvas.scale(scale, scale)

    def symbol(self, symbol: ModulePattern, x: float, y: float, side: float) -> None:
        """A sticker of `side` mm; all dark modules as one path, so that no seam shows between them.

        The path is in whole modules: it is made, and stored, faster than one in points.
        """
        module = side / symbol.across * mm
        edges = np.diff(np.pad(symbol.modules, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        path = [
            f"{symbol.quiet + start} {symbol.quiet + row} {end - start} 1 re"
            for (row, start), (_, end) in zip(*(np.argwhere(edges == edge).tolist() for edge in (1, -1)), strict=True)
        ]
        self._canvas.saveState()
        self._canvas.transform(module, 0, 0, -module, x * mm, (self.height - y) * mm)
        self._canvas.drawPath(PDFPathObject(path), stroke=0, fill=1)
        self._canvas.restoreState()

    def polygon(self, corners: Sequence[tuple[float, float]], *, fill: bool = False) -> None:
        """A closed line, or a filled area."""
        path = self._canvas.beginPath()
        path.moveTo(corners[0][0] * mm, (self.height - corners[0][1]) * mm)
        for x, y in corners[1:]:
            path.lineTo(x * mm, (self.height - y) * mm)
        path.close()
        self._canvas.drawPath(path, stroke=not fill, fill=fill)

    def blank(self, x: float, y: float, width: float, height: float) -> None:
        """A white rectangle over what was drawn before."""
        self._canvas.saveState()
        self._canvas.setFillGray(1)
        self.box(x, y, width, height)
        self._canvas.restoreState()

    def line_width(self, width: float) -> None:
        """The width of the lines from here on."""
        self._canvas.setLineWidth(width * mm)

    def wrapped(self, text: str, size: float, width: float, most: int, font: str | None = None) -> list[str]:
        """At most `most` lines no wider than `width` mm; the rest is cut off with an ellipsis."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if not lines[-1] or self.text_width(longer, size, font) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        return [self._fitted(line, size, width, font) for line in lines if line]

    def text(self, x: float, y: float, text: str, size: float, font: str | None = None) -> None:
        """A line of text whose baseline begins at x, y; `size` in points."""
        self._canvas.setFont(font or self._font, size)
        self._canvas.drawString(x * mm, (self.height - y) * mm, text)

    def text_width(self, text: str, size: float, font: str | None = None) -> float:
        """The width of a line of text in mm; `size` in points."""
        return float(pdfmetrics.stringWidth(text, font or self._font, size) / mm)

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A straight line."""
        self._canvas.line(x * mm, (self.height - y) * mm, to_x * mm, (self.height - to_y) * mm)

    def box(self, x: float, y: float, width: float, height: float, *, fill: bool = True) -> None:
        """A rectangle from its top left corner, filled or only its outline."""
        self._canvas.rect(x * mm, (self.height - y - height) * mm, width * mm, height * mm, stroke=not fill, fill=fill)

    @contextmanager
    def grey(self) -> Iterator[None]:
        """Text and thin lines in grey."""
        self._canvas.saveState()
        self._canvas.setFillGray(_GREY)
        self._canvas.setStrokeGray(_GREY)
        self._canvas.setLineWidth(0.2 * mm)
        yield
        self._canvas.restoreState()

    def _fitted(self, line: str, size: float, width: float, font: str | None) -> str:
        short = line
        while short and self.text_width(short + ("…" if short != line else ""), size, font) > width:
            short = short[:-1].rstrip()
        return short if short == line else short + "…"
