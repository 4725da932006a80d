"""A lens without a calibration is measured by the stickers."""

from __future__ import annotations

import numpy as np
import pytest

from device.perception.pipeline import TableSceneReader
from tests.vision.synthetic_table import CODEBOOK, SEVEN, SyntheticTable
from tests.vision.wide_lens import wide_lens
from vision.frame import Frame
from vision.sighting import Sighting
from vision.tracking.tracker import Tracker


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
