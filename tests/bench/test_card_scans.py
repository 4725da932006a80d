"""Scans as owners have them: of any size and direction, with margins, transparent, oddly named; or none at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.bench.card_scans import ScanError, face_in, name_of, scan_of, scans_in
from tests.vision.procedural_cards import card

FACE = card("card scanned")


def likeness(found: np.ndarray) -> float:
    """Of the face that was found with the card, upright or upside down."""
    return max(np.corrcoef(np.rot90(found, turn).ravel(), FACE.ravel())[0, 1] for turn in (0, 2))


def with_alpha(image: np.ndarray) -> np.ndarray:
    whole = np.zeros((image.shape[0] + 120, image.shape[1] + 60, 4), np.uint8)
    whole[40:-80, 20:-40] = np.dstack([image] * 3 + [np.full_like(image, 255)])
    return whole


def slanted(image: np.ndarray) -> np.ndarray:
    high, wide = image.shape
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), 4, 1)
    matrix[:, 2] += 60
    return cv2.warpAffine(image, matrix, (wide + 120, high + 120), borderValue=250)


SCANS = {
    "small.jpg": cv2.resize(FACE, (195, 300), interpolation=cv2.INTER_AREA),
    "large.png": cv2.resize(FACE, (975, 1500), interpolation=cv2.INTER_CUBIC),
    "on its side.png": np.rot90(FACE),
    "upside down.png": np.rot90(FACE, 2),
    "white margins.jpg": cv2.copyMakeBorder(FACE, 30, 90, 20, 110, cv2.BORDER_CONSTANT, value=255),
    "black margins.png": cv2.copyMakeBorder(FACE, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=3),
    "transparent.png": with_alpha(FACE),
    "slanted.png": slanted(FACE),
    "colours.png": np.dstack([FACE] * 3),
    "deep.png": FACE.astype(np.uint16) * 257,
}


@pytest.mark.parametrize("name", SCANS)
def test_a_card_is_cut_out_and_laid_upright(tmp_path, name) -> None:
    cv2.imwrite(str(tmp_path / name), SCANS[name])
    found = face_in(tmp_path / name)
    assert found.shape == FACE.shape
    assert likeness(found) > 0.9


def test_names_count_alike_whatever_their_case_and_blanks() -> None:
    assert {name_of(stem) for stem in ("Lumber Yard", "lumber_yard", " LUMBER-YARD ")} == {"lumber_yard"}


def test_what_is_no_picture_of_a_card_is_passed_over_with_the_reason(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "Altar.png"), FACE)
    cv2.imwrite(str(tmp_path / "altar.jpg"), FACE)
    cv2.imwrite(str(tmp_path / "strip.png"), FACE[:60])
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "Thumbs.db").write_text("of another system")
    scan = scan_of(tmp_path)
    assert list(scan.faces) == ["altar"]
    reasons = " ".join(scan.passed_over)
    assert len(scan.passed_over) == 3
    assert all(word in reasons for word in ("same name", "shape of a card", "no picture that can be read"))


def test_what_holds_no_scans_is_an_error_that_says_what_to_do(tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    file = tmp_path / "file.png"
    file.write_bytes(b"nothing")
    for folder in (tmp_path / "nowhere", file, tmp_path / "empty"):
        with pytest.raises(ScanError, match=r"folder for each scan"):
            scans_in(folder)


def test_pictures_in_the_folder_itself_are_one_scan(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "altar.png"), FACE)
    assert [scan.name for scan in scans_in(tmp_path)] == [tmp_path.name]
