import numpy as np
import pypdfium2
import pytest

from device.features.kit_printing.labels import LabelSheet, inset_on_card, label_sheets, make_test_page, on_labels
from device.features.kit_printing.pieces import PrinterCorrection, entries_of, print_pieces
from device.features.kit_printing.sheets import Paper, groups_of
from device.for_features.kit_wording import Wording
from device.for_features.parts_of_box import part_of_box
from tests.device.features.kit_printing.cut_pieces import PX, misread, pages
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.kit.codebook import Codebook, StickerKind

SIDE = SIZES.sticker.side
SHEETS = {name: sheet for name, sheet in label_sheets().items() if name == sheet.name}
PUBLISHED = {
    "L4732": (80, 35.6, 16.9),
    "L7651": (65, 38.1, 21.2),
    "L7652": (64, 45.7, 16.9),
    "L7654": (40, 45.7, 25.4),
    "L6009": (48, 45.7, 21.2),
    "3666": (65, 38.0, 21.2),
    "3667": (64, 48.5, 16.9),
    "5160": (30, 66.7, 25.4),
    "5366": (30, 87.3, 16.9),
    "8257": (30, 57.15, 19.05),
}
"""Labels on a sheet, width and height in mm, as printed on the makers' boxes."""
KIT = entries_of(groups_of(CODEBOOK, Wording()))
QUICK = ("L4732", "3667", "5366")
"""Narrow and wide labels on both papers; the others are slow."""
FEW = Codebook(entry for entry in CODEBOOK if entry.code % 15 == 0 or entry.kind is StickerKind.BACK)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)
def test_the_measures_are_the_makers(sheet: LabelSheet) -> None:
    count, width, height = PUBLISHED[sheet.name]
    assert len(sheet.outlines) == count
    assert (sheet.width, sheet.height) == pytest.approx((width, height), abs=0.15)
    assert sheet.source


def test_there_are_six_sheets_and_more_of_both_papers() -> None:
    assert len(SHEETS) >= 6
    assert {sheet.paper for sheet in SHEETS.values()} == set(Paper)
    assert label_sheets()["8160"] is label_sheets()["5160"], "sheets that are cut the same have several names"


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)
def test_a_sticker_fits_and_the_sheet_is_in_the_middle_of_its_paper(sheet: LabelSheet) -> None:
    assert min(sheet.width, sheet.height) >= SIDE
    assert min(sheet.pitch_x - sheet.width, sheet.pitch_y - sheet.height) >= 0
    paper_width, paper_height = sheet.paper.size
    right, bottom = sheet.outlines[-1][2]
    assert sheet.left == pytest.approx(paper_width - right, abs=1.0)
    assert sheet.top == pytest.approx(paper_height - bottom, abs=1.0)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)
def test_every_sticker_lies_on_its_label(sheet: LabelSheet) -> None:
    sheets = on_labels(KIT, sheet, SIZES)
    assert sum(map(len, sheets.pages)) == len(KIT)
    for piece in sheets.pages[-1]:
        (left, top), _, (right, bottom), _ = piece.outline
        assert left <= piece.x <= right - SIDE
        assert top <= piece.y <= bottom - SIDE
        assert piece.caption is None or piece.caption.x + piece.caption.width < piece.x


def test_a_sticker_is_in_the_corner_of_its_label_where_it_belongs_on_the_card() -> None:
    sheet = SHEETS["5160"]
    pieces = {piece.entry.code: piece for page in on_labels(KIT, sheet, SIZES).pages for piece in page}
    front, back = pieces[0], pieces[206]
    assert (front.outline[1][0] - front.x - SIDE, front.y - front.outline[1][1]) == pytest.approx((2, 2))
    assert (back.outline[2][0] - back.x - SIDE, back.outline[2][1] - back.y - SIDE) == pytest.approx((2, 2))
    assert inset_on_card(sheet, SIZES) == pytest.approx(SIZES.card_inset - 2)


@pytest.mark.parametrize(
    ("sheet", "some"),
    [
        *(
            pytest.param(sheet, FEW, marks=() if sheet.name in QUICK else pytest.mark.slow, id=sheet.name)
            for sheet in SHEETS.values()
        ),
        pytest.param(SHEETS["L4732"], CODEBOOK, marks=pytest.mark.slow, id="the whole kit"),
    ],
)
def test_every_label_is_read_after_it_is_peeled_off(tmp_path, sheet: LabelSheet, some: Codebook) -> None:
    sheets = on_labels(entries_of(groups_of(some, Wording(), spares=0)), sheet, SIZES)
    print_pieces(tmp_path / "kit.pdf", sheets)
    assert misread(tmp_path / "kit.pdf", sheets) == []


def test_names_and_numbers_stand_on_each_label_twice(tmp_path) -> None:
    """Beside the sticker, and in its margin, for those who cut the label off."""
    leaders = part_of_box(CODEBOOK, only="leaders", without=["backs"])
    print_pieces(tmp_path / "kit.pdf", on_labels(tuple(leaders), SHEETS["L4732"], SIZES))
    text = pypdfium2.PdfDocument(tmp_path / "kit.pdf")[0].get_textpage().get_text_range()
    assert text.count("Hammurabi") == text.count("161") == 2


def dark(image: np.ndarray) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is printed, in mm."""
    rows, columns = np.nonzero(image < 128)
    return columns.min() / PX, rows.min() / PX, columns.max() / PX, rows.max() / PX


def test_the_print_is_moved_and_enlarged_as_asked(tmp_path) -> None:
    sheets = on_labels(KIT[:80], SHEETS["L4732"], SIZES)
    print_pieces(tmp_path / "as_is.pdf", sheets)
    print_pieces(tmp_path / "moved.pdf", sheets, correction=PrinterCorrection(2.0, -1.0, 1.01))
    before, after = (dark(next(pages(tmp_path / f"{name}.pdf"))) for name in ("as_is", "moved"))
    wanted = [edge * 1.01 + shift for edge, shift in zip(before, (2.0, -1.0, 2.0, -1.0), strict=True)]
    assert after == pytest.approx(wanted, abs=0.15)


def test_the_test_page_shows_every_label_and_says_how_to_use_it(tmp_path) -> None:
    sheet = SHEETS["L4732"]
    make_test_page(tmp_path / "test.pdf", sheet, wording=Wording(), sizes=SIZES)
    text = " ".join(pypdfium2.PdfDocument(tmp_path / "test.pdf")[0].get_textpage().get_text_range().split())
    assert "L4732 by Avery Zweckform" in text
    assert "2.0 mm from the card's" in text
    page = next(pages(tmp_path / "test.pdf"))
    for outline in sheet.outlines[40:]:
        for x, y in outline:
            row, column = round(y * PX), round(x * PX)
            assert page[row - 2 : row + 3, column - 2 : column + 3].min() < 200
