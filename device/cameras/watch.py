"""Whether a live camera still sees: noticed within 3 s, said on the screen, over as soon as it sees again."""

from __future__ import annotations

import weakref
import zlib
from collections import deque
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.errors import CameraError
    from vision.frame import Frame, GreyImage

START_WITHIN = 10.0
"""s until the first picture; loading the camera's library takes its time on a small Pi."""
NO_PICTURE_FOR = 2.5
"""s"""
SAME_PICTURE_FOR = 2.0
"""s of the very same pixels; a living sensor has noise."""
BLACK_FOR = 1.0
"""s"""
BLACK = 12
"""Grey level under which nearly everything lies: the lens is covered or the room is dark."""
SLOW = 1.0
"""Pictures a second under which cards are put down faster than they are seen."""
ROWS = 8
"""Every so manieth row is compared."""


class CameraState(StrEnum):
    """How the camera is; all but GOOD and STARTING are said on the screen."""

    STARTING = "starting"
    GOOD = "good"
    GONE = "gone"
    FROZEN = "frozen"
    BLACK = "black"
    SLOW = "slow"

    @property
    def trouble(self) -> str | None:
        """The catalogue's key for what is wrong; None if nothing is."""
        return None if self in {CameraState.STARTING, CameraState.GOOD} else f"camera.{self.value}"


class CameraWatch:
    """Takes note of every picture and every failure; `state` judges. Times are the caller's clock, in s."""

    def __init__(self, now: float) -> None:
        self._times: deque[float] = deque(maxlen=3)
        self._last = now
        self._failed: CameraError | None = None
        self._print: int | None = None
        self._array: weakref.ref[GreyImage] | None = None
        self._new_since = now
        self._bright_since = now

    @property
    def error(self) -> CameraError | None:
        """Why the camera is gone, if it said."""
        return self._failed

    def saw(self, frame: Frame, now: float) -> None:
        """A picture came."""
        self._failed = None
        self._last = now
        self._times.append(now)
        if not _is_black(frame.image):
            self._bright_since = now
        if self._array is not None and self._array() is frame.image:
            self._new_since = now  # the same array: the camera's own word that it looked and nothing changed
            return
        fingerprint = zlib.crc32(frame.image[::ROWS].tobytes())
        if fingerprint != self._print:
            self._new_since = now
        self._print, self._array = fingerprint, weakref.ref(frame.image)

    def failed(self, error: CameraError) -> None:
        """The camera raised instead."""
        self._failed = error
        self._times.clear()

    def state(self, now: float) -> CameraState:
        """How the camera is at this moment."""
        patience = NO_PICTURE_FOR if self._times else START_WITHIN
        if self._failed is not None or now - self._last > patience:
            return CameraState.GONE
        if not self._times:
            return CameraState.STARTING
        if self._last - self._bright_since >= BLACK_FOR:
            return CameraState.BLACK
        if self._last - self._new_since >= SAME_PICTURE_FOR:
            return CameraState.FROZEN
        enough = len(self._times) == self._times.maxlen
        slow = enough and (self._times[-1] - self._times[0]) / (len(self._times) - 1) > 1 / SLOW
        return CameraState.SLOW if slow else CameraState.GOOD


def _is_black(image: GreyImage) -> bool:
    """One pixel in a hundred may shine: a camera's own lamp, a hot pixel."""
    sample = image[::ROWS, ::ROWS]
    return bool((sample > BLACK).mean() < 0.01)
