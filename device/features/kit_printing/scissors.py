"""Prints the kit: a PDF with cut marks, or every sticker as a picture."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2

from device.features.kit_printing.page_canvas import PageCanvas
from device.features.kit_printing.sheets import GAP, MARGIN, Cell, Page, Paper, groups_of, lay_out
from device.features.kit_printing.tags import print_tag
from device.for_features.kit_wording import Wording
from vision.kit.codebook import Codebook, CodebookEntry
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, picture_of, symbol_of

_MARK = 1.2
_MARK_OFF = 0.4
_FINE = 0.1
_NAME_PT, _NOTE_PT, _HEADING_PT, _SMALL_PT = 7.5, 6.5, 11.0, 7.0
_LEAD = 3.1
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
    spares: int | None = None,
    tags: bool = False,
) -> int:
    """Write the kit as a PDF and return its number of pages.

    `font` is a TrueType file, for languages that need letters Helvetica does not have; `spares` as for `groups_of`.
    `tags`: number and name also stand in each sticker's margin.

    Raises:
        OSError: the file or the font cannot be written or read.
        ValueError: no such kit or paper.
    """
    sizes, wording, symbology, paper = sizes or KitSizes(), wording or Wording(), Symbology(kit), Paper(paper)
    pages = lay_out(groups_of(codebook, wording, spares), paper, sizes.sticker.side)
    sheet = _Sheet(path, paper, wording, sizes, font)
    for number, page in enumerate(pages, start=1):
        if number == 1:
            sheet.first_page()
        sheet.page(page, symbology, tags=tags)
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


class _Sheet(PageCanvas):
    """The pages of the kit for scissors."""

    def __init__(self, path: Path, paper: Paper, wording: Wording, sizes: KitSizes, font: Path | None) -> None:
        super().__init__(path, paper.size, wording.title, font)
        self._wording, self._sizes = wording, sizes

    def page(self, page: Page, symbology: Symbology, *, tags: bool) -> None:
        for thing in page:
            if isinstance(thing, Cell):
                self.symbol(
                    symbol_of(thing.entry.code, symbology, self._sizes), thing.x, thing.y, self._sizes.sticker.side
                )
                if tags:
                    print_tag(self, thing.entry, (thing.x, thing.y), self._sizes.sticker.side, self._wording)
                self._cut_marks(thing)
                self._label(thing)
            else:
                self.text(thing.x, thing.y, self._wording.headings[thing.key], _HEADING_PT, self.bold)

    def footer(self, number: int, pages: int) -> None:
        y = self.height - MARGIN / 2
        with self.grey():
            self.text(MARGIN, y, self._wording.title, _SMALL_PT)
            text = self._wording.page.format(page=number, pages=pages)
            self.text(self.width - MARGIN - self.text_width(text, _SMALL_PT), y, text, _SMALL_PT)
        self.end_page()

    def first_page(self) -> None:
        """Title, a line to check the scale by, and where the stickers go."""
        self.text(MARGIN, MARGIN + 4, self._wording.title, 16.0, self.bold)
        with self.grey():
            self.text(MARGIN, MARGIN + 10, self._wording.scale, _SMALL_PT)
            self.text(MARGIN + 110, MARGIN + 10, self._wording.upright, _SMALL_PT)
            self.line(MARGIN, MARGIN + 12, MARGIN + 100, MARGIN + 12)
            for x in (MARGIN, MARGIN + 100):
                self.line(x, MARGIN + 11, x, MARGIN + 13)
        x = MARGIN
        for key, width, height, inset, at_bottom in self._sketches():
            self._sketch(x, width, height, inset, at_bottom)
            text = self._wording.places[key].format(inset=inset)
            for line, part in enumerate(self.wrapped(text, _NOTE_PT, 23.0, most=4)):
                self.text(x + width * _SKETCH + 3, MARGIN + 21 + line * _LEAD, part, _NOTE_PT)
            x += width * _SKETCH + 33

    def _sketches(self) -> Iterator[tuple[str, float, float, float, bool]]:
        sizes = self._sizes
        yield "front", sizes.card_width, sizes.card_height, sizes.card_inset, False
        yield "back", sizes.card_width, sizes.card_height, sizes.card_inset, True
        yield "board", sizes.board_width, sizes.board_height, sizes.board_inset, False

    def _sketch(self, x: float, width: float, height: float, inset: float, at_bottom: bool) -> None:
        side, top = self._sizes.sticker.side, MARGIN + 18
        self.line_width(0.3)
        self.box(x, top, width * _SKETCH, height * _SKETCH, fill=False)
        down = height - inset - side if at_bottom else inset
        self.box(x + (width - inset - side) * _SKETCH, top + down * _SKETCH, side * _SKETCH, side * _SKETCH)

    def _cut_marks(self, cell: Cell) -> None:
        side = self._sizes.sticker.side
        with self.grey():
            self.line_width(_FINE)
            for across, outward in ((0.0, -1.0), (side, 1.0)):
                near, far = across + outward * _MARK_OFF, across + outward * (_MARK_OFF + _MARK)
                for edge in (0.0, side):
                    self.line(cell.x + near, cell.y + edge, cell.x + far, cell.y + edge)
                    self.line(cell.x + edge, cell.y + near, cell.x + edge, cell.y + far)

    def _label(self, cell: Cell) -> None:
        if not cell.label_width:
            return
        x, y = cell.x + self._sizes.sticker.side + GAP * 0.75, cell.y + 3.2
        for part in self.wrapped(self._wording.name(cell.entry), _NAME_PT, cell.label_width, most=2, font=self.bold):
            self.text(x, y, part, _NAME_PT, self.bold)
            y += _LEAD
        for part in self.wrapped(self._wording.note(cell.entry), _NOTE_PT, cell.label_width, most=2):
            self.text(x, y, part, _NOTE_PT)
            y += _LEAD
        with self.grey():
            self.text(x, cell.y + self._sizes.sticker.side - 0.5, f"{cell.entry.code:03d}", _NOTE_PT)
