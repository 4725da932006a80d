import json

import cv2
import numpy as np
import pypdfium2
import pytest

from device.features.kit_printing.scissors import make_kit, write_pngs
from device.features.kit_printing.sheets import GAP, MARGIN, Cell, Paper, Title, groups_of, lay_out
from device.for_features.kit_wording import Wording
from device.for_features.parts_of_box import for_players, part_of_box
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.kit.boxes import EDITIONS, box
from vision.kit.codebook import StickerKind
from vision.kit.fiducials import STOCK
from vision.kit.symbols import Symbology, picture_of, qr_text, symbol_of
from vision.symbologies import FiducialFinder

SIDE = SIZES.sticker.side
BOX = box(CODEBOOK)


def pages(path, dpi):
    for page in pypdfium2.PdfDocument(path):
        image = page.render(scale=dpi / 72, grayscale=True).to_numpy()
        yield np.ascontiguousarray(image.reshape(image.shape[:2]))


def plain_aruco():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.01
    return cv2.aruco.ArucoDetector(dictionary, parameters)


@pytest.mark.parametrize(
    ("edition", "paper"),
    [("second", "a4"), *(pytest.param("first", paper, marks=pytest.mark.slow) for paper in ("a4", "letter"))],
)
def test_every_code_of_the_printed_kit_is_read_back_at_its_size(tmp_path, edition, paper):
    kit = box(CODEBOOK, edition)
    make_kit(tmp_path / "kit.pdf", kit, paper=paper)
    detector, found = plain_aruco(), {}
    for image in pages(tmp_path / "kit.pdf", 200):
        corners, ids, _ = detector.detectMarkers(image)
        found |= dict(zip(ids.ravel().tolist(), corners, strict=True))
    assert sorted(found) == sorted(code for code in kit.codes if code < STOCK), "OpenCV knows these; ours from 250 on"
    sides = [np.linalg.norm(square[0] - np.roll(square[0], 1, axis=0), axis=1).mean() for square in found.values()]
    assert np.array(sides) / 200 * 25.4 == pytest.approx(SIZES.sticker.square, abs=0.25)


def test_what_four_players_use_and_what_more_need_is_read_back_from_two_files(tmp_path):
    kits = for_players(part_of_box(CODEBOOK, "second", without=("leaders",)), 4)
    detector = plain_aruco()
    for name, kit in zip(("kit.pdf", "later.pdf"), kits, strict=True):
        make_kit(tmp_path / name, kit, spares=0)
        read = [code for image in pages(tmp_path / name, 200) for code in detector.detectMarkers(image)[1].ravel()]
        assert set(read) == set(kit.codes)
        cards = [entry for entry in kit if entry.kind is StickerKind.CARD]
        backs = [code for code in read if CODEBOOK.entries[int(code)].kind is StickerKind.BACK]
        assert len(backs) == len(cards), "one for each card"


@pytest.mark.parametrize("paper", list(Paper))
def test_nothing_overlaps_and_nothing_leaves_the_paper(paper):
    width, height = paper.size
    for page in lay_out(groups_of(BOX, Wording()), paper, SIDE):
        cells = [thing for thing in page if isinstance(thing, Cell)]
        assert all(MARGIN <= cell.x <= width - MARGIN - SIDE - cell.label_width + 1e-6 for cell in cells)
        assert all(MARGIN <= thing.y <= height - MARGIN for thing in page)
        assert all(cell.y + SIDE <= height - MARGIN for cell in cells)
        for cell in cells:
            for other in cells:
                apart = max(abs(cell.x - other.x), abs(cell.y - other.y))
                assert cell is other or apart >= SIDE + GAP - 1e-6


def test_the_first_page_leaves_room_for_where_stickers_go():
    first = lay_out(groups_of(BOX, Wording()), Paper.A4, SIDE)[0]
    assert isinstance(first[0], Title)
    assert min(thing.y for thing in first) > MARGIN + 45


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_front_is_printed_once_and_every_card_has_a_back(edition):
    kit = box(CODEBOOK, edition)
    page = [thing for page in lay_out(groups_of(kit, Wording()), Paper.A4, SIDE) for thing in page]
    codes = [thing.entry.code for thing in page if isinstance(thing, Cell)]
    backs = {entry.code: entry.id for entry in kit if entry.kind is StickerKind.BACK}
    assert all(codes.count(code) == 1 for code in kit.codes if code not in backs)
    for code, id_ in backs.items():
        cards = [
            entry
            for entry in kit
            if id_ == f"age_{entry.age}" or (id_ == "leader" and entry.kind is StickerKind.LEADER)
        ]
        assert len(cards) < codes.count(code) < len(cards) + 15


@pytest.mark.parametrize("spares", [0, 5])
def test_spare_backs_are_counted_if_asked(spares):
    laid = lay_out(groups_of(BOX, Wording(), spares), Paper.A4, SIDE)
    codes = [thing.entry.code for page in laid for thing in page if isinstance(thing, Cell)]
    assert codes.count(209) == 37 + spares
    assert sum(codes.count(back) for back in (206, 207, 208, 209)) == 152 + 37 + 4 * spares


def test_what_is_left_out_of_the_last_group_is_not_in_its_heading():
    groups = groups_of(part_of_box(CODEBOOK, without=["corners"]), Wording())
    assert [group.key for group in groups if any(entry.id == "discard" for entry in group.entries)] == ["further"]


def test_cards_are_sorted_by_name_within_their_age():
    groups = {group.key: group.entries for group in groups_of(BOX, Wording())}
    names = [entry.name for entry in groups["age_2"]]
    assert names == sorted(names)
    assert {entry.age for entry in groups["age_2"]} == {2}


def test_the_caller_chooses_the_words(tmp_path):
    wording = Wording(title="Zettel", name=lambda entry: f"Karte {entry.code}", note=lambda _: "unten")
    make_kit(tmp_path / "kit.pdf", BOX, wording=wording)
    text = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "kit.pdf"))
    assert "Zettel" in text
    assert "Karte 12" in text
    assert "players" not in text


def test_names_and_player_counts_stand_beside_the_stickers(tmp_path):
    make_kit(tmp_path / "kit.pdf", BOX)
    text = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "kit.pdf"))
    for entry in BOX:
        if entry.kind in (StickerKind.CARD, StickerKind.BOARD, StickerKind.LEADER):
            assert entry.name.split()[0] in text
    assert "Age I, 4+ players" in text
    assert "side B" in text


def test_tags_are_printed_if_asked_and_keep_no_sticker_from_being_read(tmp_path):
    make_kit(tmp_path / "kit.pdf", BOX, tags=True)
    text = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "kit.pdf"))
    assert "001 Lumber Yard 4+" in text
    finder, found = FiducialFinder(BOX.codes), set()
    for image in pages(tmp_path / "kit.pdf", 100):
        found |= {sighting.code for sighting in finder.look(image)}
    assert found == set(BOX.codes)


@pytest.mark.parametrize(("key", "value"), [("kit", "barcode"), ("paper", "a7")])
def test_an_unknown_kit_or_paper_is_refused(tmp_path, key, value):
    with pytest.raises(ValueError, match=value):
        make_kit(tmp_path / "kit.pdf", BOX, **{key: value})


def test_the_pictures_have_a_manifest(tmp_path):
    assert write_pngs(tmp_path / "png", BOX) == len(BOX)
    manifest = json.loads((tmp_path / "png" / "manifest.json").read_text(encoding="utf-8"))
    assert [one["code"] for one in manifest] == list(BOX.codes)
    assert set(manifest[0]) == {"code", "kind", "id", "name", "age", "players", "side", "file"}
    detector = plain_aruco()
    for one in manifest[::10]:
        image = cv2.imread(str(tmp_path / "png" / one["file"]), cv2.IMREAD_GRAYSCALE)
        _, ids, _ = detector.detectMarkers(np.pad(image, 40, constant_values=255))
        assert ids.ravel().tolist() == [one["code"]]


@pytest.mark.parametrize("code", [0, 42, 221])
def test_a_qr_sticker_says_the_kit_and_the_code(code):
    symbol = symbol_of(code, Symbology.QR, SIZES)
    assert symbol.modules.shape == (21, 21)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture_of(symbol))
    assert text == qr_text(code) == f"7W1/{code:03d}"


def test_a_fiducial_has_the_kits_modules_and_quiet_zone():
    symbol = symbol_of(12, Symbology.FIDUCIAL, SIZES)
    assert symbol.modules.shape == (8, 8)
    assert symbol.across == 10
    assert symbol.modules[0].all()
    assert symbol.modules[:, -1].all()
