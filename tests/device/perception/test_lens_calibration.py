"""The calibration of the lens, on the disk and without one."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from device.perception.lens_calibration import read_calibration, write_calibration
from device.perception.pipeline import TableSceneReader
from tests.vision.synthetic_table import CODEBOOK, SEVEN, SyntheticTable
from tests.vision.wide_lens import wide_lens
from vision.frame import Frame
from vision.lens.calibration import Calibration
from vision.sighting import Sighting
from vision.tracking.tracker import Tracker

LENS = Calibration(1536, 864, (1182.7, 1185.1), (775.7, 423.4), (-0.3, 0.1, 0.0, 0.0, 0.0), 0.1, 10)


def test_a_stored_calibration_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: kept.append(Path(f"/proc/self/fd/{handle}").readlink()))
    file = tmp_path / "state" / "calibration.json"
    write_calibration(LENS, file)
    assert read_calibration(file) == LENS
    assert kept[0] == tmp_path, "the new folder's name"
    assert kept[-1] == file.parent, "the new file's name"


class Seen:
    """A reader that sees these stickers, and nothing that moves."""

    moving = np.zeros((1, 1), dtype=bool)

    def __init__(self, present: tuple[Sighting, ...]) -> None:
        self.present = self.sightings = present
        self.kept = ()

    def read(self, frame: Frame) -> Seen:
        return self

    def looked_at(self, corners: object) -> bool:
        return True

    def covered(self, corners: object) -> bool:
        return False


@pytest.mark.parametrize("playing", [False, True])
def test_a_lens_without_calibration_is_measured_by_the_stickers_until_the_game_starts(playing: bool, caplog) -> None:
    shape = 2592, 4608
    lens = wide_lens(-0.3, shape)
    flat = SyntheticTable(SEVEN).look()
    bent = Seen(tuple(Sighting(seen.code, lens.distort(seen.corners).astype(np.float32)) for seen in flat))
    tracker = Tracker(CODEBOOK)
    scenes = TableSceneReader(bent, tracker, previews=False)  # type: ignore[arg-type]
    if playing:
        scenes.start_game()
    for number in range(3):
        scenes.read(Frame(np.zeros(shape, np.uint8), float(number), number))
    assert len(tracker.table.boards) == 7
    assert (tracker.table.lens is None) == playing
    assert ("bends the picture by 17 %" in caplog.text) == (not playing)
