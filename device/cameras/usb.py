"""A USB camera through Video4Linux and OpenCV: `v4l2:0`, `v4l2:/dev/video2`."""

import math
import os
import time
from collections.abc import Callable
from pathlib import Path

import cv2

from device.cameras.camera import Camera
from device.cameras.opencv import grey, open_capture, quiet
from device.errors import CameraError
from vision.frame import Frame

LARGEST = 20_000
"""px; a driver that is asked for more gives the largest size it has."""
FOCUS_AFTER = 4.0
"""s after which the autofocus is switched off: by then it has found the table, and refocusing spoils reading."""


class UsbCamera(Camera):
    """Asks for the largest size, one buffer, and JPEGs (raw pictures of that size do not fit through USB 2)."""

    def __init__(
        self,
        device: str | int,
        *,
        width: int = 0,
        height: int = 0,
        fps: float | None = None,
        opens: Callable[[str | int, int], cv2.VideoCapture] = open_capture,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device, self._clock = device, clock
        self._seconds = 1.0 / fps if fps else 0.0
        self._number = 0
        self._start = self._due = clock()
        self._focusing_until = self._start + FOCUS_AFTER
        self._capture = opens(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise _why_not(device)
        self._ask_for(width or LARGEST, height or LARGEST, fps)

    def read(self) -> Frame:
        """The next picture that is due. Earlier ones are dropped without decoding."""
        while True:
            with quiet():
                grabbed = self._capture.grab()
            if not grabbed:
                raise CameraError("camera_stopped", camera=f"v4l2:{self._device}")
            now = self._clock()
            self._hold_focus(now)
            if now >= self._due:
                break
        self._due = max(self._due, now - self._seconds) + self._seconds
        found, image = self._capture.retrieve()
        if not found:
            raise CameraError("camera_stopped", camera=f"v4l2:{self._device}")
        number, self._number = self._number, self._number + 1
        return Frame(grey(image), now - self._start, number)

    def focus(self) -> None:
        """Switch the autofocus on for a while."""
        self._focusing_until = self._clock() + FOCUS_AFTER
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)

    def close(self) -> None:
        """Release the device."""
        with quiet():
            self._capture.release()

    def _ask_for(self, width: int, height: int, fps: float | None) -> None:
        """Request each setting; a driver ignores those it does not know."""
        wishes: dict[int, float] = {
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: width,
            cv2.CAP_PROP_FRAME_HEIGHT: height,
            cv2.CAP_PROP_BUFFERSIZE: 1,
            cv2.CAP_PROP_AUTOFOCUS: 1,
        }
        if fps:
            wishes[cv2.CAP_PROP_FPS] = max(fps, 5.0)  # most cameras offer no less, and it would lengthen exposures
        for wish, value in wishes.items():
            self._capture.set(wish, value)

    def _hold_focus(self, now: float) -> None:
        if now >= self._focusing_until:
            self._focusing_until = math.inf
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)


def _why_not(device: str | int) -> CameraError:
    """Why the camera cannot be opened: it is not there, it may not be used, or something else uses it."""
    path, camera = Path(f"/dev/video{device}" if isinstance(device, int) else device), f"v4l2:{device}"
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
    except FileNotFoundError:
        return CameraError("camera_absent", camera=camera)
    except OSError as problem:
        return CameraError("camera_refused", camera=camera, reason=problem.strerror or repr(problem))
    return CameraError("camera_busy", camera=camera)
