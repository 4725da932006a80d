import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from device.features.kit_printing.cutter import for_cutter, write_cut_lines
from device.features.kit_printing.pieces import Outline, entries_of, print_pieces
from device.features.kit_printing.sheets import Paper, groups_of
from device.for_features.kit_wording import Wording
from tests.device.features.kit_printing.cut_pieces import PX, codes_on, cut, pages
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.kit.boxes import box

SVG = "{http://www.w3.org/2000/svg}"
KIT = entries_of(groups_of(box(CODEBOOK), Wording()))


def paths(file: Path, group: str) -> list[tuple[Outline, str | None]]:
    """The corners in mm, and the code, of every path of a group."""
    found = ElementTree.parse(file).getroot().findall(f"{SVG}g[@id='{group}']/{SVG}path")
    return [
        (tuple((float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", path.get("d"))), path.get("data-code"))
        for path in found
    ]


@pytest.mark.parametrize(
    ("paper", "every"),
    [(Paper.A4, 3), *(pytest.param(paper, 1, marks=pytest.mark.slow) for paper in (Paper.A4, Paper.LETTER))],
)
def test_what_is_cut_along_the_lines_is_read(tmp_path, paper: Paper, every: int) -> None:
    """The plotter knows nothing but the SVG files; so does this test. `every`: so much of the kit is enough."""
    sheets = for_cutter(KIT[::every], paper, SIZES)
    print_pieces(tmp_path / "kit.pdf", sheets)
    files = write_cut_lines(tmp_path / "kit.pdf", sheets, Wording())
    assert [file.name for file in files] == [f"kit-{number}.svg" for number in range(1, len(sheets.pages) + 1)]
    read: set[int] = set()
    for file, image in zip(files, pages(tmp_path / "kit.pdf"), strict=True):
        for outline, code in paths(file, "cut"):
            if int(code) not in read:
                assert codes_on(cut(image, outline)) == [int(code)]
            read.add(int(code))
    assert read == {entry.code for entry in KIT[::every]}


def test_the_marks_are_printed_where_the_lines_say(tmp_path) -> None:
    sheets = for_cutter(KIT[:9], Paper.A4, SIZES)
    print_pieces(tmp_path / "kit.pdf", sheets)
    (file,) = write_cut_lines(tmp_path / "kit.pdf", sheets, Wording())
    root = ElementTree.parse(file).getroot()
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    image = next(pages(tmp_path / "kit.pdf"))
    marks = paths(file, "registration")
    assert len(marks) == 3
    for outline, _ in marks:
        assert np.median(cut(image, outline)[30:-30, 30:-30]) in (0, 120), "black, beside the table"
        assert image[round(outline[0][1] * PX) + 3, round(outline[0][0] * PX) + 3] == 0


def test_no_lines_overlap() -> None:
    for page in for_cutter(KIT, Paper.LETTER, SIZES).pages:
        for one, other in combinations(page, 2):
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= SIZES.sticker.side + 1


def test_a_name_with_special_letters_is_safe_in_the_file(tmp_path) -> None:
    wording = Wording(name=lambda _: 'Ludus & "Castrum" <II>')
    sheets = for_cutter(KIT[:1], Paper.A4, SIZES)
    (file,) = write_cut_lines(tmp_path / "kit.pdf", sheets, wording)
    path = ElementTree.parse(file).getroot().find(f"{SVG}g[@id='cut']/{SVG}path")
    assert 'Ludus & "Castrum" <II>' in path.get("data-name")
