"""What is drawn is what the reader would read."""

from __future__ import annotations

from random import Random

from tests.journeys.drawn_readings import CELL_MM, DrawnReader, OverheadCamera, Sticker, spot
from vision.reading.reader import FULL_INTERVAL
from vision.table.pose import Pose

REACH = 4 * CELL_MM
"""Of a hand over the middle of the grid: to its right, the cells that are searched end just there."""


def test_a_sticker_at_the_edge_of_what_is_searched_is_missed_in_one_picture_at_most():
    sticker = Sticker("one", 7, Pose(REACH + 0.001, CELL_MM / 2, 0.0), back=False)
    hand = spot(Pose(0.0, 0.0, 0.0), REACH)
    misses = 0
    for seed in range(50):
        reader = DrawnReader(OverheadCamera(3, Random(seed)))
        for time in (0.0, 2 * FULL_INTERVAL):
            (last,) = reader.read(time, [sticker], [sticker], (), ()).sightings
        missed = False
        for picture in range(1, 10):
            over = (hand,) if picture == 1 else ()
            reading = reader.read(time + 0.2 * picture, [sticker], [sticker], over, ())
            assert reading.sightings or not missed, (seed, picture)
            missed = not reading.sightings and reading.looked_at(last.corners)
            misses += missed
            last = (*reading.sightings, last)[0]
    assert misses
