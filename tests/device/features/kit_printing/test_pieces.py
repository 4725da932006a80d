import numpy as np
import pypdfium2
import pytest

from device.features.kit_printing.cutter import for_cutter
from device.features.kit_printing.labels import label_sheets, on_labels
from device.features.kit_printing.pieces import print_pieces
from device.features.kit_printing.sheets import Paper
from device.features.kit_printing.tags import tag_of
from device.for_features.kit_wording import Wording
from tests.device.features.kit_printing.cut_pieces import PX, cut, pages
from tests.vision.synthetic_pictures import FINE, Drawing
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.kit.symbols import Symbology
from vision.symbologies import FiducialFinder, QrFinder

EVERY_THIRD = tuple(CODEBOOK)[::3]


@pytest.mark.parametrize(
    ("code", "tag"),
    [(1, "001 Lumber Yard 4+"), (148, "148 Architects Guild"), (203, "203 Giza side B"), (241, "241 Giza day side")],
)
def test_the_tag_tells_copies_and_sides_apart(code: int, tag: str) -> None:
    assert tag_of(CODEBOOK.entries[code], Wording()) == tag


def test_every_sticker_has_its_tag_within_its_margin(tmp_path) -> None:
    print_pieces(tmp_path / "kit.pdf", for_cutter(EVERY_THIRD[:81], Paper.A4, SIZES))
    page = pypdfium2.PdfDocument(tmp_path / "kit.pdf")[0].get_textpage()
    text = page.get_text_range()
    assert all(f"{entry.code:03d} {entry.name.split()[0]}" in text for entry in EVERY_THIRD[:40])


def test_tagged_stickers_are_read_from_as_far_as_others(tmp_path) -> None:
    """Blurred and 24 px large, as at the limit of what a camera over the table sees."""
    sheets = for_cutter(EVERY_THIRD, Paper.A4, SIZES)
    print_pieces(tmp_path / "kit.pdf", sheets)
    image = next(pages(tmp_path / "kit.pdf"))
    tagged, plain = Drawing(blur=0.8), Drawing(blur=0.8)
    codes = []
    for index, piece in enumerate(sheets.pages[0][:77]):
        x, y = 70 + 140 * (index % 11), 70 + 120 * (index // 11)
        left, top = round(piece.x * PX), round(piece.y * PX)
        side = round(SIZES.sticker.side * PX)
        printed = np.asarray(image[top : top + side, left : left + side])
        rows = np.arange(10 * FINE) * side // (10 * FINE)
        tagged.lay_print(piece.entry.code, printed[rows][:, rows], x, y, side=24, turn=0.35 * index)
        plain.lay(piece.entry.code, x, y, side=24, turn=0.35 * index)
        codes.append(piece.entry.code)
    finder = FiducialFinder(CODEBOOK.codes)
    read = [{one.code for one in finder.look(drawing.photograph())} for drawing in (tagged, plain)]
    assert read[0] <= set(codes)
    assert len(read[0]) >= len(read[1]) - 1


@pytest.mark.parametrize("layout", ["labels", "cutter"])
def test_qr_stickers_are_read_in_every_layout_too(tmp_path, layout: str) -> None:
    few = EVERY_THIRD[::8]
    labels = label_sheets()["L4732"]
    sheets = on_labels(few, labels, SIZES) if layout == "labels" else for_cutter(few, Paper.A4, SIZES)
    print_pieces(tmp_path / "kit.pdf", sheets, kit=Symbology.QR)
    finder = QrFinder(CODEBOOK.codes)
    image = next(pages(tmp_path / "kit.pdf"))
    read = [[one.code for one in finder.look(cut(image, piece.outline))] for piece in sheets.pages[0]]
    assert read == [[entry.code] for entry in few]
