"""A deck with wrong stickers is shown to a simulated camera: the kit check finds exactly those."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack
from dataclasses import replace
from math import degrees, radians
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.features.kit_check.command import CheckScreen, check_kit
from device.features.kit_check.placement import FaultKind, PlacementFault
from device.features.kit_check.running import KitCheckSceneReader
from device.features.kit_check.shown import KitCheck
from device.features.kit_check.sticker_words import LiveKitCheck, StickerWords
from device.features.kit_check.tally import KitTally
from device.perception.pipeline import FrameResult
from device.reporting.output import Output
from device.settings.settings import load_settings
from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import TEXELS, draw_thing, sticker
from device.simulation.rendering.projection import over_mat
from device.simulation.table.station import FAST, StationScript
from device.simulation.table.tabletop import sticker_centre
from display.words import Words, languages
from vision.errors import FrameError
from vision.frame import Frame
from vision.kit.boxes import box
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Scene
from vision.symbologies import finders, of_kit
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from device.simulation.table.tabletop import Thing
    from vision.frame import GreyImage

CODEBOOK = Codebook.load()
SETTINGS = load_settings()
ASKEW, ASIDE = Pose(0.0, 0.0, radians(17)), Pose(-9.0, 7.0, 0.0)
LOOKED_AT = 1.0
"""Seconds for which a card is shown."""


def printed(thing: Thing, off: Pose | None, seed: int) -> GreyImage:
    """A thing's upper side; its sticker is `off` from where it belongs (mm), and turned about its middle."""
    sizes = KitSizes()
    picture = draw_thing(thing, sizes, seed, WELL_LIT.glare)
    if off is None:
        return picture
    stuck, (height, width), (x, y) = sticker(thing.code, TEXELS * 3 // 2), picture.shape, sticker_centre(thing, sizes)
    half, rim = len(stuck) / 2, 4
    left, top = round(width / 2 + x * TEXELS - half), round(height / 2 + y * TEXELS - half)
    right, bottom = left + len(stuck) + rim, top + len(stuck) + rim
    bare = cv2.rectangle(picture.copy(), (left - rim, top - rim), (right, bottom), 120, -1)
    turn = cv2.getRotationMatrix2D((half - 0.5, half - 0.5), -degrees(off.angle), 1.0)
    turn[:, 2] += (left + off.x * TEXELS, top + off.y * TEXELS)
    there = cv2.warpAffine(np.full_like(stuck, 255), turn, (width, height)) > 127
    return np.where(there, cv2.warpAffine(stuck, turn, (width, height)), bare).astype(np.uint8)


class DeckCamera(SimulatedCamera):
    """Shows a deck, each card until it was looked at for long enough, and ends."""

    def __init__(self, codes: Sequence[int], misplaced: Mapping[int, Pose], seed: int = 3) -> None:
        self._script = StationScript(seed, pace=FAST)
        look = replace(WELL_LIT, faces=lambda thing: printed(thing, misplaced.get(thing.code), seed))
        super().__init__(self._script, seed=seed, fps=4, look=look, lens=over_mat(seed, small=True))
        self._script.expect(codes)

    def read(self) -> Frame | None:
        if self._script.things and self._script.time - self._script.reaches[0].arrive > LOOKED_AT:
            self._script.read()
        return None if self._script.idle else super().read()


def check(
    capsys: pytest.CaptureFixture[str], codes: Sequence[int], misplaced: Mapping[int, Pose], **box: str
) -> tuple[int, list[dict[str, object]]]:
    """The exit status and the lines of a check."""
    output = Output(json=True)
    args = argparse.Namespace(kit=None, edition="first", only=None, without=(), **box)
    with ExitStack() as stack:
        screen = CheckScreen(SETTINGS, output, stack, headless=True)
        status = check_kit(args, DeckCamera(codes, misplaced), screen, SETTINGS, output)
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_of_a_deck_with_three_wrong_stickers_exactly_those_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """One is askew, one is in a wrong place, and one card carries the sticker of another."""
    deck = [5, 22, 5, 153]
    status, lines = check(capsys, deck, {22: ASKEW, 153: ASIDE})
    found = lines[-1]
    assert status == 1
    assert [(fault["code"], fault["fault"]["kind"]) for fault in found["faults"]] == [(22, "slant"), (153, "place")]
    assert found["double"] == [5]
    assert found["foreign"] == []
    assert found["checked"] == found["measured"] == len(deck)
    assert [line["code"] for line in lines[:-1] if line["fault"] is None] == deck
    degrees = found["faults"][0]["fault"]["degrees"]
    place = found["faults"][1]["fault"]
    assert degrees == pytest.approx(17, abs=2)
    assert (place["from_right"], place["from_edge"]) == pytest.approx((12, 10), abs=1)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(3))
def test_three_wrong_stickers_are_found_in_a_whole_age(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    age = [entry.code for entry in box(CODEBOOK) if entry.kind is StickerKind.CARD and entry.age == seed + 1]
    askew, aside, without = age[3], age[20], age[30]
    deck = [age[0] if code == without else code for code in age]
    status, lines = check(capsys, deck, {askew: ASKEW, aside: ASIDE})
    found = lines[-1]
    assert status == 1
    assert {fault["code"] for fault in found["faults"]} == {askew, aside}
    assert (found["double"], found["missing"]) == ([age[0]], [without])
    assert found["measured"] >= len(deck) - 1


@pytest.mark.parametrize("language", languages())
def test_everything_that_can_be_wrong_is_said_in_every_language(language: str) -> None:
    words = StickerWords(Words(language), "first", SETTINGS.table.kit_sizes())
    card = CODEBOOK.entries[0]
    said = [words.fault(card, PlacementFault(kind, 12.0, 3.0, -15.0)) for kind in FaultKind]
    assert all("{" not in text and not text.startswith("kit_check") for text in said)
    assert "15" in said[list(FaultKind).index(FaultKind.SLANT)]
    lines = list(words.findings(KitTally(box(CODEBOOK)).findings()))
    assert not [line for line in lines if "{" in line or line.startswith("kit_check")]


def test_where_no_sticker_is_read_that_is_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "bare_table.png"), np.full((480, 640), 128, np.uint8))
    assert main(["kit-check", "--camera", f"files:{tmp_path}", "--headless"]) == 1
    assert "No sticker was read" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["kit-check", "enrol", "calibrate"])
@pytest.mark.parametrize("camera", ["none", "simulated"])
def test_without_a_camera_there_is_nothing_to_check(
    capsys: pytest.CaptureFixture[str], command: str, camera: str
) -> None:
    assert main([command, "--camera", camera]) == 1
    assert f"“{camera}” is not a camera. Give one with --camera" in capsys.readouterr().err


def test_in_the_menu_the_same_is_found_and_named() -> None:
    camera, looking = DeckCamera([0, 22, 0], {22: ASKEW}), finders(of_kit("fiducial"), CODEBOOK.codes)
    checking = LiveKitCheck(CODEBOOK, looking, KitSizes(), edition="first", language="en")
    shown: list[KitCheck] = []
    while frame := camera.read():
        found = checking.look(frame)
        if found.shown and (not shown or found.news != shown[-1].news):
            shown.append(found)
    names = [CODEBOOK.entries[code].name for code in (0, 22, 0)]
    assert list(dict.fromkeys(check.name for check in shown)) == names[:2]
    assert [bool(check.wrong) for check in shown] == [False, False, True, True], "twice read, slanted, shown again"
    assert (shown[-1].name, shown[-1].shown, shown[-1].good) == (names[2], 3, False)
    assert [text for text in shown[-1].lines if "degrees" in text]


class UsualReader:
    """The table's reader."""

    def __init__(self) -> None:
        self.pictures = 0
        self.games: list[str] = []

    def read(self, frame: Frame) -> FrameResult:
        self.pictures += 1
        return FrameResult(Scene(frame.time), frame.number)

    def start_game(self) -> None:
        self.games.append("start")

    def end_game(self) -> None:
        self.games.append("end")


class PictureCount:
    """A kit check that counts pictures; the third is black."""

    def __init__(self) -> None:
        self.begun = self.looks = 0

    def begin(self) -> PictureCount:
        self.begun += 1
        return self

    def look(self, frame: Frame) -> KitCheck:
        self.looks += 1
        if self.looks == 3:
            raise FrameError("camera.black")
        return KitCheck(shown=frame.number)


def test_pictures_go_to_the_check_only_while_its_page_is_open() -> None:
    usual, check, opened = UsualReader(), PictureCount(), iter([False, True, True, True, False])
    reader = KitCheckSceneReader(usual, check.begin, lambda: next(opened))
    results, shown = [], []
    for number in range(5):
        results.append(reader.read(Frame(np.full((90, 160), 120, np.uint8), 1.0, number)))
        shown.append(reader.shown and reader.shown.shown)
    assert shown == [None, 1, 2, 2, None]
    assert [result.trouble for result in results] == [None, None, None, "camera.black", None]
    assert (usual.pictures, check.begun) == (2, 1)
    reader.start_game()
    reader.end_game()
    assert usual.games == ["start", "end"]
