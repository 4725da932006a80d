"""A station's mat without pictures: what lies on it, and what the tracker makes of that."""

from __future__ import annotations

from math import cos, hypot, sin

import numpy as np

from tests.vision.synthetic_table import CODEBOOK
from vision.reading.change import Changes
from vision.sighting import Sighting
from vision.tracking.station import StationReading, StationTracker

WIDE, HIGH, SIDE = 1152, 640, 54.0
"""A picture of 260 mm, and a black square in it, in px."""
MAT, CARD, HAND, THING = 120.0, 220.0, 170.0, 40.0
HAND_PX = 100.0
"""A hand hides stickers that are nearer."""


def square(x, y, turn=0.0, side=SIDE):
    """The corners of a sticker's black square."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    rotation = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return (corners @ rotation + (x, y)).astype(np.float32)


class StationMat:
    """A mat, a tracker and a clock.

    What lies there is in `lying`: (code, x, y, turn, side). Of cards that lie over one another only the last is read.
    `hand`: where a hand is, in px. `light`: how bright the lamp is. `shadow`: share by which somebody darkens the left
    half. `thing`: where something without a sticker lies under everything, in px, or None.
    """

    def __init__(self, fps=8.0, empty=1.5):
        self.fps, self.time = fps, 0.0
        self.lying, self.hand, self.light = [], None, 1.0
        self.shadow, self.thing = 0.0, None
        self.scene = None
        self.restart()
        if empty:
            self.wait(empty)

    def restart(self):
        """The program starts again and knows nothing of the mat."""
        self.tracker = StationTracker(CODEBOOK)
        self.before = self._picture()

    def look(self):
        """The scene of the next picture."""
        small = self._picture()
        moving = np.abs(small - self.before)[: HIGH // 16 * 2 : 2, ::2] > 5
        self.before = small
        seen = [
            self.seen(code, square(x, y, *how)) for code, x, y, *how in self.lying if not self._covers_sticker(x, y)
        ]
        reading = StationReading(tuple(seen), True, Changes(moving, moving, small))
        self.scene = self.tracker.update(self.time, reading)
        self.time = round(self.time + 1 / self.fps, 6)
        return self.scene

    def seen(self, code, corners):
        """What is read where the sticker of this thing is."""
        return Sighting(code, corners)

    def _picture(self):
        """The small picture of the mat now."""
        small = np.full((HIGH // 8, WIDE // 8), MAT * self.light, np.float32)
        if self.thing:
            x, y = self.thing
            small[int(y / 8) : int(y / 8) + 16, int(x / 8) : int(x / 8) + 16] = THING * self.light
        for _, x, y, _, _ in self.lying:
            small[int(y / 8) - 8 : int(y / 8) + 40, int(x / 8) - 8 : int(x / 8) + 30] = CARD * self.light
        if self.hand:
            x, y = self.hand
            small[int(y / 8) - 15 : int(y / 8) + 15, int(x / 8) - 15 : int(x / 8) + 15] = HAND * self.light
        small[:, : WIDE // 16] *= 1 - self.shadow
        return small

    def _covers_sticker(self, x, y):
        return self.hand and hypot(x - self.hand[0], y - self.hand[1]) < HAND_PX

    def wait(self, seconds):
        """Look for so many seconds."""
        for _ in range(max(1, round(seconds * self.fps))):
            self.look()
        return self

    def lay(self, code, x=500.0, y=300.0, turn=0.3, side=SIDE):
        """Lay a card."""
        self.lying.append((code, x, y, turn, side))
        return self

    def take(self):
        """Take away the card that was laid last."""
        self.lying.pop()
        return self

    @property
    def shown(self):
        """(track, code) of everything that is shown."""
        return [(item.track, item.code) for item in self.scene.items]
