import json
import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.errors import CalibrationFileError
from device.features.calibration.command import write_calibration
from device.perception.lens_calibration import LensCalibration, lens_of, read_calibration
from device.perception.pipeline import TableSceneReader
from device.settings.settings import load_settings
from tests.vision.calibration_pictures import BARREL, good_pictures
from vision.errors import CalibrationError
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.lens.calibration import Calibration
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

LENS = Calibration(1536, 864, (1182.7, 1185.1), (775.7, 423.4), BARREL, 0.1, 10)


@cache
def pictures() -> tuple[bytes, ...]:
    return tuple(cv2.imencode(".png", image)[1].tobytes() for image in good_pictures())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shots = tmp_path / "shots"
    shots.mkdir()
    for number, data in enumerate(pictures()):
        (shots / f"{number}.png").write_bytes(data)
    return shots


def said(capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, object]], str]:
    output = capsys.readouterr()
    return [json.loads(line) for line in output.out.splitlines()], output.err


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def test_pictures_of_the_board_give_a_calibration_that_every_command_finds(
    folder: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--json", *map(str, sorted(folder.iterdir()))]) == 0
    (line,), complaints = said(capsys)
    assert complaints == ""
    assert line["calibration"] == str(state / "calibration.json")
    assert line["views"] == 10
    assert 0 < float(str(line["error"])) < 0.3
    found = lens_of(None, load_settings(None))
    assert found.calibration == read_calibration(state / "calibration.json")
    assert not found.sure


def test_a_camera_takes_the_pictures_by_itself(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    assert main(["calibrate", "--json", "--camera", f"files:{folder}", "--out", str(out)]) == 0
    assert read_calibration(out).views == 10


def test_a_picture_that_will_not_do_is_named_and_the_others_are_used(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blurred = cv2.GaussianBlur(cv2.imread(str(folder / "3.png"), cv2.IMREAD_GRAYSCALE), (0, 0), 0.9)
    cv2.imwrite(str(folder / "3.png"), blurred)
    cv2.imwrite(str(folder / "4.png"), np.full_like(blurred, 120))
    assert main(["calibrate", "--json", *map(str, sorted(folder.iterdir()))]) == 0
    (line,), complaints = said(capsys)
    assert line["views"] == 8
    assert [name in complaints for name in ("3.png is blurred", "board in 4.png")] == [True, True]


def test_too_few_pictures_are_an_error_that_says_how_many_it_takes(
    folder: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--json", str(folder / "0.png"), str(folder / "1.png")]) == 1
    lines, complaints = said(capsys)
    assert lines == []
    assert "Only 2 different pictures of the calibration board; 6 are needed" in complaints
    assert not (state / "calibration.json").exists()


def test_what_is_written_is_read_again_and_what_is_none_is_refused(tmp_path: Path) -> None:
    write_calibration(LENS, tmp_path / "a" / "lens.json")
    assert read_calibration(tmp_path / "a" / "lens.json") == LENS
    good = (tmp_path / "a" / "lens.json").read_text()
    for number, bad in enumerate((good[:50], "{}", good.replace("1536", "0"), good.replace("1182.7", '"far"'))):
        file = tmp_path / f"{number}.json"
        file.write_text(bad)
        with pytest.raises(CalibrationFileError):
            read_calibration(file)
    with pytest.raises(CalibrationFileError):
        read_calibration(tmp_path / "nowhere.json")


def test_a_stored_calibration_is_for_the_own_camera_only_one_that_is_named_for_all(state: Path) -> None:
    settings = load_settings(None)
    assert lens_of(None, settings) == LensCalibration()
    write_calibration(LENS, state / "calibration.json")
    same, half, telephone = (np.zeros(shape, np.uint8) for shape in ((864, 1536), (432, 768), (3000, 4000)))
    stored = lens_of(None, settings)
    assert stored.of(same) == LENS
    assert stored.of(half) is None
    assert stored.of(telephone) is None
    for sure in (lens_of(None, settings, own_camera=True), lens_of(str(state / "calibration.json"), settings)):
        assert sure.of(half) == LENS.scaled(768, 432)
        with pytest.raises(CalibrationError):
            sure.of(telephone)
    assert lens_of("none", settings, own_camera=True).of(same) is None


def test_read_places_stickers_at_the_rim_by_the_given_calibration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "empty.png"
    cv2.imwrite(str(picture), np.random.default_rng(0).integers(90, 150, (3000, 4000), dtype=np.uint8))
    write_calibration(LENS, tmp_path / "lens.json")
    assert main(["read", "--json", "--calibration", str(tmp_path / "lens.json"), str(picture)]) == 1
    assert "1536 x 864" in said(capsys)[1]
    assert main(["read", "--json", "--calibration", "none", str(picture)]) == 0


def test_the_eyes_tell_the_tracker_what_bends_the_pictures() -> None:
    codebook, tracker = Codebook.load(), Tracker(Codebook.load())
    asked = []

    def bends(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Calibration:
        asked.append(image.shape)
        return LENS

    scene_reader = TableSceneReader(Reader(codebook), tracker, previews=False, lens=bends)
    image = np.random.default_rng(0).integers(90, 150, (864, 1536), dtype=np.uint8)
    for number in range(3):
        scene_reader.read(Frame(image, number / 10, number))
    assert asked == [(864, 1536)]
    assert tracker.table.lens == LENS


def test_the_board_is_printed_by_the_command_that_prints_the_kit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.pdf"
    assert main(["stickers", "--kit", "calibration", "--out", str(out), "--png", str(tmp_path / "png"), "--json"]) == 0
    (line,), _ = said(capsys)
    assert (line["pages"], line["pictures"]) == (1, 1)
    assert out.read_bytes().startswith(b"%PDF")
    assert cv2.imread(str(tmp_path / "png" / "calibration_board.png")) is not None


def test_a_stored_calibration_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: kept.append(Path(f"/proc/self/fd/{handle}").readlink()))
    file = tmp_path / "state" / "calibration.json"
    write_calibration(LENS, file)
    assert read_calibration(file) == LENS
    assert kept[0] == tmp_path, "the new folder's name"
    assert kept[-1] == file.parent, "the new file's name"
