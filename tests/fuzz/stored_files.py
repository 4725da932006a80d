"""The program's own files, corrupted: a lens calibration, settings changed on the screen, recorded pictures."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING
from unittest import mock

import cv2
import msgspec
import numpy as np

from device.features.captures.format import PICTURE, WORDS, CapturedSticker, captured, encoded, with_questions
from device.perception.lens_calibration import FILE
from device.settings.preferences import Preferences, changeable
from device.settings.settings import DEFAULTS, PREFERENCES, load_settings
from tests.device.table_session import TableSession
from tests.fuzz.commands import run_command
from vision.lens.calibration import Calibration

if TYPE_CHECKING:
    from pathlib import Path

WIDTH, HEIGHT = 128, 96


def calibrations() -> list[bytes]:
    """The calibration of a lens with a little distortion."""
    lens = Calibration(WIDTH, HEIGHT, (100.0, 100.2), (64.5, 47.0), (-0.2, 0.05, 0.0, 0.001, 0.0), 0.3, 10)
    return [msgspec.json.format(msgspec.json.encode(lens))]


def feed_calibration(folder: Path, data: object) -> None:
    """Read a picture with a corrupted calibration: given by name, and the stored one."""
    assert isinstance(data, bytes)
    picture, named = folder / "picture.png", folder / "lens.json"
    cv2.imwrite(str(picture), np.full((HEIGHT, WIDTH), 180, np.uint8))
    named.write_bytes(data)
    (folder / FILE).write_bytes(data)
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder)):
        run_command("read", "--calibration", str(named), str(picture))
        run_command("read", str(picture))


def stored_settings() -> list[str]:
    """Settings that were changed on the screen."""
    return ['[screen]\nlanguage = "uk"\ngreeted = true\n\n[play]\nleaders = true\nrig = "station"\nprefer = "right"\n']


def feed_stored_settings(folder: Path, text: object) -> None:
    """A corrupted settings file is used or set aside, and is written again in both cases; unknown names stay."""
    assert isinstance(text, str)
    (folder / PREFERENCES).write_bytes(text.encode("utf-8", "surrogateescape"))
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder)):
        before = Preferences(load_settings(DEFAULTS), folder)
        assert set(before.shown()) == set(changeable())
        before.change("play.leaders", True)
        after = Preferences(load_settings(DEFAULTS), folder)
    assert after.shown() == before.shown()
    assert {notice.key for notice in after.notices()} <= {"notice.settings_unknown"}


def recordings() -> list[bytes]:
    """The file beside a picture that raised a question."""
    played = TableSession((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")))
    played.table.lay(0, "lumber_yard")
    played.table.lay(0, "stone_pit")
    played.wait(4)
    taken = with_questions(captured(played.session.scene, 1, ()), played.session.ruling.questions, played.session)
    sticker = CapturedSticker(7, ((30.0, 20.0), (78.0, 20.0), (78.0, 68.0), (30.0, 68.0)))
    return [encoded(replace(taken, stickers=(sticker,)))]


def feed_recording(folder: Path, data: object) -> None:
    """Replay and read a corrupted recording."""
    assert isinstance(data, bytes)
    recorded = folder / "recorded"
    recorded.mkdir(exist_ok=True)
    (recorded / f"one{WORDS}").write_bytes(data)
    cv2.imwrite(str(recorded / f"one{PICTURE}"), np.full((HEIGHT, WIDTH), 180, np.uint8))
    run_command("replay", str(recorded))
    run_command("read", str(recorded))
