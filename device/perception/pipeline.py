"""From a camera's pictures to scenes: reader and tracker, in step with the camera or in a thread of their own."""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2

from device.cameras import Camera, LiveCamera
from display.messages.camera_fault import CameraFault
from display.messages.preview import Mark, Preview
from vision.errors import FrameError
from vision.frame import Frame, GreyImage
from vision.kit.codebook import Codebook
from vision.lens.calibration import Calibration
from vision.reading.reader import Reader, Reading
from vision.reading.sharpness import sharpness
from vision.reading.squares import NO_QUADS
from vision.reading.unread import unread_among
from vision.scene import Place, Scene
from vision.sighting import Corners, Sighting
from vision.table.bend import FEWEST, bend_of, percent_of
from vision.table.layout import Table
from vision.tracking.tracker import Tracker

FrameListener = Callable[[Frame, Reading, Scene, Table], None]
"""Hears of every picture: what was read in it, what lies still after it, and the table as measured now."""

OPEN = frozenset({Place.CITY, Place.BOARD})
FAMILIES = {"card": "card", "leader": "leader", "board": "wonder"}
"""Kind of a sticker -> first part of the catalogue's key for its name. Other kinds get no mark."""
PREVIEW_WIDTH = 480
MEASURED = 6
"""Stickers at which the sharpness is measured. They are spread over the picture, since stickers are read row by row."""
FOCUS_AGAIN_AFTER = 8.0
"""s; a camera takes up to six to focus, and people need two to see how sharp the picture is then."""
UNREAD_EVERY = 8.0
"""s between two searches for stickers that cannot be read; each takes as long as a thorough look."""
EMPTY_SCENE_EVERY = 0.5
"""s between two results where there is no camera."""
NEVER_THERE = "camera.absent"
"""The catalogue's key for a camera that has never given a picture."""
UNEXPECTED = "camera.trouble"
"""The catalogue's key for a picture that could not be read for a reason that no error class names."""


@dataclass(frozen=True, slots=True)
class FrameResult:
    """What one frame gives: the scene after frame `number`, a small picture, and the key of the problem, if any.

    `fault`: why a camera gives no pictures. `blind`: there is no camera, on purpose. `hung`: the camera's library does
    not return; only a new process helps.
    """

    scene: Scene
    number: int
    preview: Preview | None = None
    trouble: str | None = None
    blind: bool = False
    hung: bool = False
    fault: CameraFault | None = None


class Pipeline(Protocol):
    """Turns a camera's pictures into scenes, one at each `look`."""

    def look(self) -> FrameResult | None:
        """The newest result; None when there will be no more pictures."""

    def close(self) -> None:
        """Close the camera."""


class SceneReader(Protocol):
    """Makes a scene of every picture."""

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture. A picture that cannot be read changes nothing but the `trouble`."""

    def start_game(self) -> None:
        """A game begins."""

    def end_game(self) -> None:
        """The game is over; another one may be set up."""


class TableSceneReader:
    """Reads a table. `previews`: until a game starts, make a small picture of each frame for the screen.

    `camera_is_shown`: True while the camera's view is on the screen; then there is a preview during a game too, with
    the names (from `codebook`) of what lies open, and, if it `searches`, the places of stickers that cannot be read.
    `lens`: gives the calibration for the first picture; it holds for all. `listener`: is called for every picture that
    was read.
    """

    def __init__(
        self,
        reader: Reader,
        tracker: Tracker,
        *,
        previews: bool = True,
        lens: Callable[[GreyImage], Calibration | None] | None = None,
        camera_is_shown: Callable[[], bool] = lambda: False,
        searches: bool = True,
        listener: FrameListener | None = None,
        codebook: Codebook | None = None,
    ) -> None:
        self._reader, self._tracker, self._previews = reader, tracker, previews
        self._camera_is_shown, self._searches, self._codebook = camera_is_shown, searches, codebook
        self._lens = lens
        self._listener = listener
        self._playing = False
        self._scene = Scene(0.0)
        self._unread: tuple[tuple[float, float], ...] = ()
        self._searched_at = -math.inf
        self._most: float = FEWEST - 1
        """Stickers by which it was tried to measure the lens; with more it is tried again."""

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture. A picture that cannot be read changes nothing but the `trouble`."""
        try:
            reading = self._reader.read(frame)
        except FrameError as error:
            return FrameResult(self._scene, frame.number, trouble=error.key)
        if self._lens and (calibration := self._lens(frame.image)):
            self._tracker.set_lens(calibration)
            self._most = math.inf
        self._lens = None
        self._measure_lens(frame.image, reading)
        self._scene = self._tracker.update(frame.time, reading)
        if self._listener:
            self._listener(frame, reading, self._scene, self._tracker.table)
        return FrameResult(self._scene, frame.number, self._preview(frame, reading))

    def _measure_lens(self, image: GreyImage, reading: Reading) -> None:
        """See by the stickers whether a lens without calibration bends the picture.

        Until a game starts this is tried again when more of them are seen; in a game that is resumed it is tried once.
        """
        seen = len(reading.present)
        tried = self._most >= FEWEST
        if (self._playing and tried) or seen <= self._most or reading.moving.any():
            return
        self._most = seen
        if bent := bend_of(reading.present, self._tracker.table.sizes, image.shape):
            log = logging.getLogger(__name__)
            log.warning("the lens bends the picture by %d %%; calibrate it: wondertable calibrate", percent_of(bent))
            self._tracker.set_lens(bent)
            self._most = math.inf

    def _preview(self, frame: Frame, reading: Reading) -> Preview | None:
        shown = self._camera_is_shown()
        if not shown and (self._playing or not self._previews):
            return None
        sightings = reading.present
        preview = preview_of(frame, sightings)
        if not shown or self._codebook is None:
            return preview
        height, width = frame.image.shape
        if self._searches and frame.time - self._searched_at >= UNREAD_EVERY and not reading.moving.any():
            doubtful = self._reader.examine(frame.image).doubtful if sightings else NO_QUADS
            self._unread = points_of(unread_among(doubtful, sightings), (height, width))
            self._searched_at = frame.time
        marks = marks_of(self._scene, sightings, self._codebook, (height, width))
        return replace(preview, marks=marks, unread=self._unread)

    def start_game(self) -> None:
        """From now on boards keep their seats, whatever covers them, and no previews are made."""
        self._playing = True
        self._tracker.begin_game()

    def end_game(self) -> None:
        """The game is over; boards may move and previews are made again."""
        self._playing = False
        self._tracker.end_game()


class SequentialPipeline:
    """Reads every picture in turn and waits for it: films, folders, the simulated camera."""

    def __init__(self, camera: Camera, scene_reader: SceneReader) -> None:
        self._camera, self._scene_reader = camera, scene_reader

    def look(self) -> FrameResult | None:
        """Read the next picture; None after the last."""
        frame = self._camera.read()
        return None if frame is None else self._scene_reader.read(frame)

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()


class LivePipeline:
    """Reads a live camera in a thread of its own, so that buttons and screen answer at once.

    `camera_needed`: a camera that is absent from the start is an error, because the game cannot continue by hand.
    `keep_focusing`: while it returns True, the camera focuses again and again.
    """

    def __init__(
        self,
        camera: LiveCamera,
        scene_reader: SceneReader,
        *,
        camera_needed: bool = False,
        keep_focusing: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._scene_reader = camera, scene_reader
        self._camera_needed, self._keep_focusing, self._clock = camera_needed, keep_focusing, clock
        self._focus_at = -math.inf
        self._newest = FrameResult(Scene(0.0), -1)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read_all, name="pipeline", daemon=True)
        self._thread.start()

    def look(self) -> FrameResult | None:
        """The newest result, with the camera's problem, if any. Never None: a camera may come back.

        Raises `CameraError` if a needed camera is absent.
        """
        newest, error = self._newest, self._camera.error
        if self._camera_needed and error and newest.number < 0:
            raise error
        self._focus()
        hung = newest.number >= 0 and self._camera.hangs
        trouble, fault = self._camera.state.trouble or newest.trouble, self._camera.fault
        if fault and newest.number < 0:
            trouble = NEVER_THERE
        return replace(newest, trouble=trouble, hung=hung, fault=fault)

    def close(self) -> None:
        """Stop reading and close the camera."""
        self._closing.set()
        self._camera.close()
        self._thread.join(timeout=5)

    def _focus(self) -> None:
        if not self._keep_focusing():
            self._focus_at = -math.inf
        elif self._clock() >= self._focus_at:
            self._focus_at = self._clock() + FOCUS_AGAIN_AFTER
            self._camera.focus()

    def _read_all(self) -> None:
        while not self._closing.is_set():
            if frame := self._camera.newest(timeout=0.5):
                self._newest = self._read(frame)

    def _read(self, frame: Frame) -> FrameResult:
        """An unexpected error must not end the game: the scene stays, and the watchdog notices if it goes on."""
        try:
            return self._scene_reader.read(frame)
        except Exception as error:  # the next picture may be readable
            if self._newest.trouble != UNEXPECTED:
                logging.getLogger(__name__).warning("picture %d could not be read: %r", frame.number, error)
            return replace(self._newest, trouble=UNEXPECTED)


class NoCameraPipeline:
    """No camera: the scene stays empty, and everything is entered by hand."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._start = clock, clock()

    def look(self) -> FrameResult:
        """An empty scene at the present time."""
        now = self._clock() - self._start
        return FrameResult(Scene(now), int(now / EMPTY_SCENE_EVERY), blind=True)

    def close(self) -> None:
        """There is nothing to close."""


def preview_of(frame: Frame, sightings: Sequence[Sighting] = ()) -> Preview:
    """A small grey picture for the screen, with the sharpness of the full picture at some of its stickers."""
    height, width = frame.image.shape
    rows = max(1, round(PREVIEW_WIDTH * height / width))
    small = cv2.resize(frame.image, (PREVIEW_WIDTH, rows), interpolation=cv2.INTER_AREA)
    step = max(1, len(sightings) // MEASURED)
    sharp = sharpness(frame.image, [sighting.corners for sighting in sightings[::step]])
    return Preview(PREVIEW_WIDTH, rows, small.tobytes(), sharpness=None if sharp is None else round(sharp, 1))


def points_of(squares: Sequence[Corners], shape: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    """The middles of squares in a picture of `shape` (height, width), in shares of its width and height."""
    height, width = shape
    middles = [corners.mean(axis=0) for corners in squares]
    return tuple((round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in middles)


def marks_of(
    scene: Scene, sightings: Sequence[Sighting], codebook: Codebook, shape: tuple[int, int]
) -> tuple[Mark, ...]:
    """A mark for each sticker in a picture of `shape` (height, width) that lies still in a city, or is a board's."""
    sure = {item.code: item.sure for item in scene.items if item.place in OPEN}
    sure |= {board.code: True for board in scene.seats}
    height, width = shape
    found = []
    for sighting in sightings:
        entry = codebook.entry(sighting.code)
        if entry is None or entry.kind not in FAMILIES or sighting.code not in sure:
            continue
        corners = tuple((round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in sighting.corners)
        found.append(Mark(f"{FAMILIES[entry.kind]}.{entry.id}", corners, sure[sighting.code]))
    return tuple(found)
