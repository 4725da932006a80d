import os
import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from tests.vision.synthetic_pictures import FINE, Drawing
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.errors import SymbologyError
from vision.frame import Frame, as_grey
from vision.kit.symbols import Symbology, picture_of, symbol_of
from vision.reading.reader import Reader
from vision.symbologies import QrFinder, finders, qr

PLACES = [(300, 250), (800, 300), (1300, 260), (330, 650), (820, 640), (1290, 650)]
CLOSE = [(x, y) for y in (160, 450, 740) for x in (200, 600, 1000, 1400)]
FOREIGN = [
    "https://example.org/7W1/042",
    "7W2/042",
    "7W1/42",
    "7W1/0042",
    "7W1/042\n",
    " 7W1/042",
    "7w1/042",
    "7W1/٠٤٢",
    "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=1",
    "WIFI:S:home;T:WPA;P:secret;;",
]


def qr_print(content, **options):
    made = segno.make(content, micro=False, **(options or {"error": "q", "boost_error": False}))
    modules = np.pad(~np.array([list(row) for row in made.matrix], dtype=bool), 4, constant_values=True)
    large = np.kron(modules, np.ones((8, 8))) * 255
    return cv2.resize(large.astype(np.uint8), (10 * FINE, 10 * FINE), interpolation=cv2.INTER_AREA)


def printed(code, symbology):
    picture = picture_of(symbol_of(code, symbology, SIZES))
    return cv2.resize(picture, (10 * FINE, 10 * FINE), interpolation=cv2.INTER_AREA)


def mat_with(symbology, codes, places=PLACES, side=110.0):
    """A picture with stickers in all directions; to a station's camera 12 mm are 110 px."""
    drawing = Drawing()
    for code, (x, y), turn in zip(codes, places, np.linspace(0.0, 5.9, len(places)), strict=False):
        drawing.lay_print(code, printed(code, symbology), x, y, side=side, turn=turn, tilt=0.03)
    return drawing


READERS = [
    pytest.param(lambda: finders([Symbology.FIDUCIAL], CODEBOOK.codes)[0], Symbology.FIDUCIAL, id="fiducials"),
    *(
        pytest.param(lambda name=name: QrFinder(CODEBOOK.codes, qr.libraries([name])), Symbology.QR, id=f"qr by {name}")
        for name in qr.LIBRARIES
    ),
]


@pytest.mark.parametrize(("make", "symbology"), READERS)
def test_every_symbology_gives_the_same_square_from_the_stickers_own_top_left(make, symbology):
    drawing = mat_with(symbology, [0, 7, 42, 199, 210, 221])
    found = {sighting.code: sighting.corners for sighting in make().look(drawing.photograph())}
    assert sorted(found) == [0, 7, 42, 199, 210, 221]
    for code, corners in found.items():
        assert corners.dtype == np.float32
        assert np.abs(corners - drawing.corners[code]).max() < 6.0, code  # 5 % of the side


@pytest.mark.parametrize(("step", "share"), [(8, 0.95), pytest.param(1, 0.99, marks=pytest.mark.slow)])
@pytest.mark.parametrize("symbology", [Symbology.FIDUCIAL, Symbology.QR])
def test_the_codes_of_the_kit_are_read(symbology, step, share):
    """Every eighth; all of them are slow. zbar misses a code in some directions, but never takes one for another."""
    kit = list(CODEBOOK.codes)[::step]
    every = {reader.id: reader.values[0]() for reader in READERS if reader.values[1] is symbology}
    read = {name: set() for name in every}
    for start in range(0, len(kit), len(CLOSE)):
        codes = kit[start : start + len(CLOSE)]
        picture = mat_with(symbology, codes, CLOSE).photograph()
        for name, finder in every.items():
            found = {sighting.code for sighting in finder.look(picture)}
            assert found <= set(codes)
            read[name] |= found
    assert all(len(found) >= share * len(kit) for found in read.values())


@pytest.mark.parametrize("name", qr.LIBRARIES)
@pytest.mark.parametrize("text", [*FOREIGN, bytes(range(128, 150)), b"7W1/042\x00"])
def test_foreign_qr_codes_are_ignored(name, text, capfd):
    picture = Drawing(width=640, height=480).lay_print(0, qr_print(text), 320, 240, side=300).photograph()
    assert len(list(qr.libraries([name])[0](picture))) == 1, "it is there, and a library reads it"
    assert QrFinder(CODEBOOK.codes, qr.libraries([name])).look(picture, thorough=True) == ()
    assert capfd.readouterr() == ("", "")


def test_numbers_outside_the_kit_are_ignored():
    drawing = Drawing().lay_print(0, qr_print("7W1/302"), 800, 450, side=300)
    assert qr.code_of(b"7W1/302") == 302
    assert QrFinder(CODEBOOK.codes).look(drawing.photograph()) == ()


def test_any_version_of_the_same_text_is_the_same_sticker():
    larger = Drawing().lay_print(42, qr_print("7W1/042", error="h", version=3), 800, 450, side=300)
    assert [sighting.code for sighting in QrFinder(CODEBOOK.codes).look(larger.photograph())] == [42]


def test_where_zxing_cannot_be_imported_zbar_reads(monkeypatch):
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    monkeypatch.delitem(sys.modules, "vision.symbologies.zxing", raising=False)
    assert [read.__module__ for read in qr.libraries()] == ["vision.symbologies.zbar"]
    assert [s.code for s in QrFinder(CODEBOOK.codes).look(mat_with(Symbology.QR, [42]).photograph())] == [42]


def test_what_one_library_misses_the_other_reads_and_both_is_one_sticker():
    picture = mat_with(Symbology.QR, [42, 7]).photograph()
    blind, seeing = (lambda image: ()), qr.libraries()[0]
    for reads in ((blind, seeing), (seeing, blind), (seeing, seeing)):
        for thorough in (False, True):
            found = QrFinder(CODEBOOK.codes, reads).look(picture, thorough=thorough)
            assert sorted(seen.code for seen in found) == [7, 42]


def test_a_thorough_look_reads_all_that_either_library_reads():
    def only(*texts):
        return lambda image: [written for written in qr.libraries()[0](image) if written.text in texts]

    picture = mat_with(Symbology.QR, [42, 7, 0]).photograph()
    one, other = only(b"7W1/042", b"7W1/000"), only(b"7W1/007", b"7W1/000")
    found = QrFinder(CODEBOOK.codes, (one, other)).look(picture, thorough=True)
    assert sorted(seen.code for seen in found) == [0, 7, 42]


def test_a_plain_look_asks_the_second_library_only_where_the_first_finds_nothing():
    asked = []

    def second(image):
        asked.append(image.shape)
        return ()

    picture = mat_with(Symbology.QR, [42]).photograph()
    finder = QrFinder(CODEBOOK.codes, (qr.libraries()[0], second))
    finder.look(picture)
    assert asked == []
    finder.look(picture, thorough=True)
    assert len(asked) == 1


def test_without_any_library_an_error_says_so(monkeypatch):
    for module in ("zxingcpp", "pyzbar"):
        monkeypatch.setitem(sys.modules, module, None)
    for module in qr.LIBRARIES:
        monkeypatch.delitem(sys.modules, f"vision.symbologies.{module}", raising=False)
    with pytest.raises(SymbologyError) as raised:
        finders([Symbology.QR], CODEBOOK.codes)
    assert raised.value.key == "error.no_qr_library"


def test_no_code_opens_the_text_of_a_qr_code():
    sources = [*Path(qr.__file__).parent.glob("*.py")]
    assert len(sources) >= 4
    for source in sources:
        assert not re.search(r"webbrowser|urllib|requests|socket|logging|print\(", source.read_text(encoding="utf-8"))


@pytest.mark.skipif("WONDERTABLE_REAL" not in os.environ, reason="WONDERTABLE_REAL names no folder of photographs")
def test_no_photograph_of_other_codes_contains_ours():
    both = finders(list(Symbology), CODEBOOK.codes)
    folder = Path(os.environ["WONDERTABLE_REAL"])
    pictures = [path for path in folder.rglob("*") if path.suffix in {".png", ".jpg", ".webp"}]
    assert len(pictures) > 300
    for path in pictures:
        image = cv2.imread(str(path))
        grey = as_grey(cv2.copyMakeBorder(image, 64, 64, 64, 64, cv2.BORDER_REPLICATE))
        assert not any(finder.look(grey, thorough=True) for finder in both), path.name


def test_a_reader_follows_stickers_of_other_symbologies_too():
    drawing = mat_with(Symbology.QR, [0, 7])
    drawing.lay(42, *PLACES[2], side=110.0)
    reader = Reader(CODEBOOK, also=finders([Symbology.QR], CODEBOOK.codes))
    first = reader.read(Frame(drawing.photograph(), 0.0, 0))
    second = reader.read(Frame(drawing.photograph(), 0.125, 1))
    assert sorted(sighting.code for sighting in first.sightings) == [0, 7, 42]
    assert sorted(sighting.code for sighting in second.present) == [0, 7, 42]


def test_a_code_printed_light_on_dark_is_read_too():
    """As zxing-cpp reads it by itself: two libraries together read no less than one."""
    drawing = Drawing().lay_print(42, 255 - printed(42, Symbology.QR), 400, 400, side=110)
    assert [seen.code for seen in QrFinder(CODEBOOK.codes).look(drawing.photograph(), thorough=True)] == [42]
