"""From a camera's pictures to the scene: reader and tracker in a row, in step with the camera or beside the screen."""

from __future__ import annotations

import logging
import math
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2

from device.messages.preview import Preview
from device.perception.overlay import marks_of
from vision.errors import FrameError
from vision.reading.sharpness import sharpness
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.cameras import Camera, LiveCamera
    from vision.frame import Frame, GreyImage
    from vision.kit.codebook import Codebook
    from vision.lens.calibration import Calibration
    from vision.reading.reader import Reader, Reading
    from vision.sighting import Sighting
    from vision.table.layout import Table
    from vision.tracking.tracker import Tracker

PREVIEW_WIDTH = 480
MEASURED = 6
"""Stickers at which the sharpness is measured; all over the picture, as they are read row by row."""
FOCUS_AGAIN_AFTER = 8.0
"""s; a camera that focuses needs up to six, and two for somebody to see how sharp it is then."""
BLINK = 0.5
"""s after which eyes that see nothing say so again."""
SURPRISED = "camera.trouble"
"""The key of what is said when looking at a picture failed in a way that nobody thought of."""


@dataclass(frozen=True, slots=True)
class FrameResult:
    """One look at the table: the scene after frame `number`, a small picture, and the key of what is wrong, if any.

    `blind`: there is no camera, and none is missed. `hung`: there was one, and only a new process will see it again.
    """

    scene: Scene
    number: int
    preview: Preview | None = None
    trouble: str | None = None
    blind: bool = False
    hung: bool = False


class Pipeline(Protocol):
    """Something that looks at the table again and again."""

    def look(self) -> FrameResult | None:
        """The newest look; None when there will be no more pictures."""

    def close(self) -> None:
        """Let go of the camera."""


class SceneReader(Protocol):
    """Something that makes a scene of every picture."""

    def see(self, frame: Frame) -> FrameResult:
        """Read this picture. One that cannot be looked at changes nothing but the `trouble`."""

    def begin(self) -> None:
        """A game is on."""

    def clear(self) -> None:
        """The table is set for another game."""


class FrameListener(Protocol):
    """Somebody who wants to see the pictures, too."""

    def __call__(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """What was read in this picture, what lies still now, and the table as it is measured."""


class TableSceneReader:
    """Reader and tracker in a row. `previews`: until a game begins, make a small picture for the screen.

    `watched` says whether somebody looks at the camera's picture all the same; what lies open is marked in it then, by
    the names of `codebook`.
    `lens` says, for the first picture, what bends it and all those after it.
    """

    def __init__(
        self,
        reader: Reader,
        tracker: Tracker,
        *,
        previews: bool = True,
        lens: Callable[[GreyImage], Calibration | None] | None = None,
        watched: Callable[[], bool] = lambda: False,
        codebook: Codebook | None = None,
    ) -> None:
        self._reader, self._tracker, self._previews = reader, tracker, previews
        self._watched, self._codebook = watched, codebook
        self._lens = lens
        self.witness: FrameListener | None = None
        """Wants to see what was read in every picture."""
        self._playing = False
        self._scene = Scene(0.0)

    def see(self, frame: Frame) -> FrameResult:
        """Read this picture. One that cannot be looked at changes nothing but the `trouble`."""
        try:
            reading = self._reader.read(frame)
        except FrameError as error:
            return FrameResult(self._scene, frame.number, trouble=error.key)
        if self._lens and (calibration := self._lens(frame.image)):
            self._tracker.set_lens(calibration)
        self._lens = None
        self._scene = self._tracker.update(frame.time, reading)
        if self.witness:
            self.witness(frame, reading, self._scene, self._tracker.table)
        return FrameResult(self._scene, frame.number, self._preview(frame, reading.present))

    def _preview(self, frame: Frame, sightings: Sequence[Sighting]) -> Preview | None:
        watched = self._watched()
        if not watched and (self._playing or not self._previews):
            return None
        preview = preview_of(frame, sightings)
        if not watched or self._codebook is None:
            return preview
        height, width = frame.image.shape
        return replace(preview, marks=marks_of(self._scene, sightings, self._codebook, (height, width)))

    def begin(self) -> None:
        """A game is on: boards keep their seats, whatever covers them, and nobody looks at the camera's picture."""
        self._playing = True
        self._tracker.begin_game()

    def clear(self) -> None:
        """The table is set for another game."""
        self._playing = False
        self._tracker.end_game()


class SequentialPipeline:
    """Look at every picture in its turn and wait for it: films, folders, the simulated camera."""

    def __init__(self, camera: Camera, scene_reader: SceneReader) -> None:
        self._camera, self._scene_reader = camera, scene_reader

    def look(self) -> FrameResult | None:
        """Read the next picture; None after the last."""
        frame = self._camera.read()
        return None if frame is None else self._scene_reader.see(frame)

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


class LivePipeline:
    """Look at a live camera in a thread of its own, so that buttons and screen answer at once.

    `insist`: nobody could play on by hand, so a camera that is not there from the beginning is an error.
    `focusing` says whether somebody waits for the picture to be sharp; for as long the camera focuses again and again.
    """

    def __init__(
        self,
        camera: LiveCamera,
        scene_reader: SceneReader,
        *,
        insist: bool = False,
        focusing: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._scene_reader = camera, scene_reader
        self._insist, self._focusing, self._clock = insist, focusing, clock
        self._focus_at = -math.inf
        self._newest = FrameResult(Scene(0.0), -1)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="eyes", daemon=True)
        self._thread.start()

    def look(self) -> FrameResult | None:
        """The newest look, with what is wrong with the camera now. Never None: a camera may come back.

        Raises:
            CameraError: there is no camera, and somebody insists on one.
        """
        newest, error = self._newest, self._camera.error
        if self._insist and error and newest.number < 0:
            raise error
        self._focus()
        hung = newest.number >= 0 and self._camera.hangs
        return replace(newest, trouble=self._camera.state.trouble or newest.trouble, hung=hung)

    def close(self) -> None:
        """Stop looking, then let go of the camera."""
        self._closing.set()
        self._camera.close()
        self._thread.join(timeout=5)

    def _focus(self) -> None:
        if not self._focusing():
            self._focus_at = -math.inf
        elif self._clock() >= self._focus_at:
            self._focus_at = self._clock() + FOCUS_AGAIN_AFTER
            self._camera.focus()

    def _keep_looking(self) -> None:
        while not self._closing.is_set():
            if frame := self._camera.newest(patience=0.5):
                self._newest = self._see(frame)

    def _see(self, frame: Frame) -> FrameResult:
        """A surprise must not end the evening: the scene stays, the watchdog counts looks that came to nothing."""
        try:
            return self._scene_reader.see(frame)
        except Exception as surprise:  # whatever it is, the next picture may be all right
            if self._newest.trouble != SURPRISED:
                logging.getLogger(__name__).warning("picture %d could not be looked at: %r", frame.number, surprise)
            return replace(self._newest, trouble=SURPRISED)


class NoCameraPipeline:
    """No camera: the table is empty, time passes, and everything is entered by hand."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._start = clock, clock()

    def look(self) -> FrameResult:
        """Nothing, as often as somebody asks."""
        now = self._clock() - self._start
        return FrameResult(Scene(now), int(now / BLINK), blind=True)

    def close(self) -> None:
        """Nothing to let go of."""


def preview_of(frame: Frame, sightings: Sequence[Sighting] = ()) -> Preview:
    """A small grey picture for the screen, and how sharp the large one is at some of the stickers in it."""
    height, width = frame.image.shape
    rows = max(1, round(PREVIEW_WIDTH * height / width))
    small = cv2.resize(frame.image, (PREVIEW_WIDTH, rows), interpolation=cv2.INTER_AREA)
    step = max(1, len(sightings) // MEASURED)
    sharp = sharpness(frame.image, [sighting.corners for sighting in sightings[::step]])
    return Preview(PREVIEW_WIDTH, rows, small.tobytes(), sharpness=None if sharp is None else round(sharp, 1))
