"""A lens without a calibration is measured by the stickers."""

from __future__ import annotations

import numpy as np
import pytest

from device.perception.pipeline import TableSceneReader
from tests.vision.synthetic_table import CODEBOOK, SEVEN, SyntheticTable
from tests.vision.wide_lens import wide_lens
from vision.frame import Frame
from vision.sighting import Sighting
from vision.table.bend import FEWEST
from vision.tracking.tracker import Tracker

SHAPE = 2592, 4608


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


@pytest.mark.parametrize(("starts_with", "measured"), [(None, True), (0, True), (1, False)])
def test_a_lens_is_measured_by_the_stickers_until_the_game_starts_or_when_it_is_resumed(
    starts_with: int | None, measured: bool, caplog
) -> None:
    """`starts_with`: the number of the picture with which the game starts; a resumed one is on before the first."""
    lens = wide_lens(-0.3, SHAPE)
    flat = SyntheticTable(SEVEN).look()
    bent = Seen(tuple(Sighting(seen.code, lens.distort(seen.corners).astype(np.float32)) for seen in flat))
    few, tracker = Seen(flat[:FEWEST]), Tracker(CODEBOOK)
    scenes = TableSceneReader(bent if starts_with == 0 else few, tracker, previews=False)  # type: ignore[arg-type]
    for number in range(4):
        if number == starts_with:
            scenes.start_game()
        scenes.read(Frame(np.zeros(SHAPE, np.uint8), float(number), number))
        few.present = few.sightings = bent.present
    assert len(tracker.table.boards) == 7
    assert (tracker.table.lens is not None) == measured
    assert ("bends the picture by 17 %" in caplog.text) == measured


def test_what_lies_there_when_the_lens_is_measured_was_not_laid_anew() -> None:
    lens = wide_lens(-0.3, SHAPE)
    flat = SyntheticTable(SEVEN).look()
    bent = tuple(Sighting(seen.code, lens.distort(seen.corners).astype(np.float32)) for seen in flat)
    reader, tracker = Seen(bent[:2]), Tracker(CODEBOOK)
    scenes = TableSceneReader(reader, tracker, previews=False)  # type: ignore[arg-type]
    image = np.zeros(SHAPE, np.uint8)
    before = [scenes.read(Frame(image, float(number), number)).scene for number in range(3)][-1]
    reader.present = reader.sightings = bent
    after = [scenes.read(Frame(image, float(number), number)).scene for number in range(3, 6)][-1]
    assert tracker.table.lens is not None
    assert [(item.track, item.since) for item in after.items] == [(item.track, item.since) for item in before.items]
    assert {board.since for board in after.seats} == {0.0, 3.0}
    assert [board.since for board in before.seats] == [0.0]
