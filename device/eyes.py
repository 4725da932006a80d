"""From a camera's pictures to the scene: reader and tracker in a row, in step with the camera or beside the screen."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import cv2

from display.model import Preview
from engine import WondertableError
from vision.errors import FrameError, VisionError
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.tracker import Tracker

    from device.cameras import Camera
    from vision.frame import Frame

PREVIEW_WIDTH = 480


@dataclass(frozen=True, slots=True)
class Glance:
    """One look at the table: the scene after frame `number`, a small picture, and the key of what is wrong, if any."""

    scene: Scene
    number: int
    preview: Preview | None = None
    trouble: str | None = None


class Eyes(Protocol):
    """Something that looks at the table again and again."""

    def look(self) -> Glance | None:
        """The newest look; None when there will be no more pictures."""

    def close(self) -> None:
        """Let go of the camera."""


class PatientEyes:
    """Look at every picture in its turn and wait for it: films, folders, the simulated camera."""

    def __init__(self, camera: Camera, reader: Reader, tracker: Tracker, *, previews: bool = True) -> None:
        self._camera, self._reader, self._tracker = camera, reader, tracker
        self._previews = previews
        self._scene = Scene(0.0)

    def look(self) -> Glance | None:
        """Read the next picture. A picture that cannot be looked at changes nothing but the `trouble`."""
        frame = self._camera.read()
        if frame is None:
            return None
        try:
            reading = self._reader.read(frame)
        except FrameError as error:
            return Glance(self._scene, frame.number, trouble=error.key)
        self._scene = self._tracker.update(frame.time, reading)
        return Glance(self._scene, frame.number, preview_of(frame) if self._previews else None)

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


class QuickEyes:
    """Look in a thread of its own, so that the screen answers at once; `look` gives what is newest."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._newest: Glance | None = Glance(Scene(0.0), -1)
        self._failure: Exception | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="eyes", daemon=True)
        self._thread.start()

    def look(self) -> Glance | None:
        """The newest look; raises what the camera raised."""
        if self._failure:
            raise self._failure
        return self._newest

    def close(self) -> None:
        """Stop looking, then let go of the camera."""
        self._stop.set()
        self._thread.join(timeout=5)
        self._eyes.close()

    def _keep_looking(self) -> None:
        while not self._stop.is_set():
            try:
                self._newest = self._eyes.look()
            except (WondertableError, VisionError) as error:
                self._failure = error
                return
            if self._newest is None:
                return


def preview_of(frame: Frame) -> Preview:
    """A small grey picture for the screen."""
    height, width = frame.image.shape
    rows = max(1, round(PREVIEW_WIDTH * height / width))
    small = cv2.resize(frame.image, (PREVIEW_WIDTH, rows), interpolation=cv2.INTER_AREA)
    return Preview(PREVIEW_WIDTH, rows, small.tobytes())
