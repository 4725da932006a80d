"""Notices within 3 s that a live camera no longer sees the table, and that it sees it again."""

import weakref
import zlib
from collections import deque
from enum import StrEnum

from device.errors import CameraError
from vision.frame import Frame, GreyImage

START_WITHIN = 10.0
"""s until the first picture; loading the camera's library is slow on a small Pi."""
NO_PICTURE_FOR = 2.5
"""s without a picture."""
SAME_PICTURE_FOR = 2.0
"""s of exactly the same pixels; a working sensor has noise."""
BLACK_FOR = 1.0
"""s of black pictures."""
BLACK = 12
"""Grey level; if nearly all pixels are darker, the lens is covered or the room is dark."""
SLOW = 1.0
"""Pictures per second; with fewer, cards are played faster than they are seen."""
ROWS = 8
"""Every eighth row is compared."""


class CameraState(StrEnum):
    """The camera's state; all but GOOD and STARTING are reported on the screen."""

    STARTING = "starting"
    GOOD = "good"
    GONE = "gone"
    FROZEN = "frozen"
    BLACK = "black"
    SLOW = "slow"

    @property
    def trouble(self) -> str | None:
        """The catalogue's key of the problem; None if there is none."""
        return None if self in {CameraState.STARTING, CameraState.GOOD} else f"camera.{self.value}"


class CameraWatch:
    """Derives a camera's `state` from its pictures and failures. Times are in s, on the caller's clock."""

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
        """Why the camera failed, if known."""
        return self._failed

    def saw(self, frame: Frame, now: float) -> None:
        """A picture came."""
        self._failed = None
        self._last = now
        self._times.append(now)
        if not _is_black(frame.image):
            self._bright_since = now
        if self._array is not None and self._array() is frame.image:
            self._new_since = now  # the same array: the camera looked, and nothing changed
            return
        fingerprint = zlib.crc32(frame.image[::ROWS].tobytes())
        if fingerprint != self._print:
            self._new_since = now
        self._print, self._array = fingerprint, weakref.ref(frame.image)

    def failed(self, error: CameraError) -> None:
        """The camera raised an error."""
        self._failed = error
        self._times.clear()

    def state(self, now: float) -> CameraState:
        """The camera's state at this time."""
        limit = NO_PICTURE_FOR if self._times else START_WITHIN
        if self._failed is not None or now - self._last > limit:
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
    """True for a black picture. One pixel in a hundred may be bright: a camera's lamp, a hot pixel."""
    sample = image[::ROWS, ::ROWS]
    return bool((sample > BLACK).mean() < 0.01)
