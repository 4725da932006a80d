"""A Raspberry Pi's own camera, through picamera2 (Debian package python3-picamera2).

Two YUV420 streams: a full-size one for reading, of which only the grey plane is copied (full-size RGB arrays cost most
of their time in copying), and a small one that shows whether anything changed. Both, and the metadata, come out of one
request: each further capture call would wait for a frame of its own and halve the rate.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from device.cameras.camera import Camera
from device.cameras.settling import Settling
from device.errors import CameraError
from device.machine_memory import small_machine
from vision.frame import Frame, GreyImage

BUFFERS = 2
"""One is filled while the other is read. Each takes 19 MB at 4608 x 2592."""
SMALL = 4
"""Factor by which the small stream is smaller, in each direction."""
OLDEST_LIBRARY = (0, 3, 20)
"""The first release of picamera2 in which waiting for a picture can end (`wait` in seconds)."""
SECONDS_TO_WAIT = 2.0
CHANGED = 12
"""Grey levels by which some spot (3 x 3 px) of the small stream must differ to be a change; noise stays below."""
FULL_PICTURE_AFTER = 1.0
"""s after which a full picture is taken even if nothing has changed."""


class PiCamera(Camera):
    """Camera Module 2, 3 or HQ. If nothing but noise changed, `read` returns the same array again, with a new time.

    If not even the noise changes, a new picture is taken, so that `CameraWatch` notices that the camera froze.
    """

    def __init__(
        self,
        *,
        width: int = 0,
        height: int = 0,
        fps: float = 8.0,
        focus: float | str = "auto",
        library: Callable[[], ModuleType] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._library = (library or _picamera2)()
        self._clock, self._start = clock, clock()
        self._number = 0
        self._image: GreyImage | None = None
        self._small: GreyImage | None = None
        self._last: GreyImage | None = None
        self._taken = 0.0
        self._camera: Any = self._open()
        try:
            self._size = self._full_size(width, height)
            self._settling = Settling(frozenset(self._camera.camera_controls), focus)
            self._camera.configure(self._configuration(fps))
            self._camera.set_controls(self._settling.first())
            self._camera.start()
        except Exception as problem:  # libcamera and picamera2 raise errors of any class
            self.close()
            raise CameraError("camera_refused", camera="picamera2", reason=_reason(problem)) from problem

    def read(self) -> Frame:
        """The newest picture's grey plane."""
        try:
            request = self._camera.capture_request(wait=SECONDS_TO_WAIT)
        except Exception as problem:
            raise CameraError("camera_stopped", camera="picamera2") from problem
        now = self._clock()
        try:
            image = self._grey(request, now)
            self._settle(request.get_metadata(), now)
        except CameraError:
            raise
        except Exception as problem:
            raise CameraError("camera_stopped", camera="picamera2") from problem
        finally:
            request.release()
        number, self._number = self._number, self._number + 1
        return Frame(image, now - self._start, number)

    def focus(self) -> None:
        """Focus and expose again, then hold both."""
        self._camera.set_controls(self._settling.again())

    def close(self) -> None:
        """Stop and release the camera, even if its cable came off."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        with suppress(Exception):
            camera.cancel_all_and_flush()
        with suppress(Exception):
            camera.close()

    def _open(self) -> Any:
        try:
            cameras = self._library.Picamera2.global_camera_info()
            camera = self._new_camera() if cameras else None
        except Exception as problem:
            raise CameraError("camera_refused", camera="picamera2", reason=_reason(problem)) from problem
        if camera is None:
            raise CameraError("camera_absent", camera="picamera2")
        return camera

    def _new_camera(self) -> Any:
        """A new camera object. If that fails, release what the library leaves held: the camera and a pipe."""
        camera: Any = object.__new__(self._library.Picamera2)
        try:
            camera.__init__()
        except Exception:
            _release(camera)
            raise
        return camera

    def _full_size(self, width: int, height: int) -> tuple[int, int]:
        """The size in the settings, else the sensor's (half of it if memory is scarce). Even numbers."""
        full = self._camera.sensor_resolution
        share = 2 if small_machine() else 1
        wanted = (width or full[0] // share, height or full[1] // share)
        return wanted[0] // 2 * 2, wanted[1] // 2 * 2

    def _configuration(self, fps: float) -> Any:
        width, height = self._size
        frame = int(1_000_000 / fps)
        # Of the three kinds of configuration this one has grey in full range and the least smoothing.
        return self._camera.create_preview_configuration(
            main={"size": self._size, "format": "YUV420"},
            lores={"size": (width // SMALL // 2 * 2, height // SMALL // 2 * 2), "format": "YUV420"},
            raw=None,
            buffer_count=BUFFERS,
            queue=False,  # always the next frame; and no buffer of the two is held back
            display=None,
            encode=None,
            controls={"FrameDurationLimits": (frame, frame)},
        )

    def _grey(self, request: Any, now: float) -> GreyImage:
        small = self._plane(request, "lores")
        stuck = self._last is not None and np.array_equal(small, self._last)
        self._last = small
        if self._image is None or stuck or now - self._taken >= FULL_PICTURE_AFTER or self._changed(small):
            self._image, self._small, self._taken = self._plane(request, "main"), small, now
        return self._image

    def _changed(self, small: GreyImage) -> bool:
        """Compare with the last full picture taken, so that slow changes are noticed too."""
        if self._small is None:
            return True
        return bool(cv2.blur(cv2.absdiff(small, self._small), (3, 3)).max() >= CHANGED)

    def _plane(self, request: Any, stream: str) -> GreyImage:
        """A copy of the Y plane: the upper two thirds of the array, without the padding at the right."""
        width, height = self._camera.stream_configuration(stream)["size"]
        with self._library.MappedArray(request, stream, write=False) as mapped:
            return np.array(mapped.array[:height, :width], dtype=np.uint8, order="C")

    def _settle(self, metadata: dict[str, object], now: float) -> None:
        brightness = float(self._small.mean()) if self._small is not None else 0.0
        controls = self._settling.see(metadata, brightness, now)
        if controls:
            self._camera.set_controls(controls)


def _release(camera: Any) -> None:
    """Release a camera whose constructor failed: while it is held, no other attempt of this process can succeed."""
    with suppress(Exception):
        if camera.is_open:
            camera.close()
            return
    with suppress(Exception):
        camera.camera.release()
    with suppress(AttributeError, OSError):
        os.close(camera.notifyme_w)


def _reason(problem: BaseException) -> str:
    """What an error says, and what caused it: picamera2 only says that its constructor did not complete."""
    said = [str(problem) or repr(problem)]
    while (cause := problem.__cause__ or problem.__context__) is not None:
        said.append(str(cause) or repr(cause))
        problem = cause
    return " ← ".join(dict.fromkeys(said))


def _picamera2() -> ModuleType:
    try:
        library = import_module("picamera2")  # only a Raspberry Pi has it
    except Exception as problem:  # an incomplete installation raises ImportError, OSError and others
        raise CameraError("picamera2_absent", reason=str(problem)) from problem
    with suppress(PackageNotFoundError, ValueError):
        found = version("picamera2")
        if tuple(int(part) for part in found.split(".")[:3]) < OLDEST_LIBRARY:
            raise CameraError("picamera2_old", version=found, needed=".".join(map(str, OLDEST_LIBRARY)))
    return library
