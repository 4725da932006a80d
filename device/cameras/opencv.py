"""Opens films and USB cameras with OpenCV, without its messages and with a time limit."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from device.errors import CameraError
from vision.errors import FrameError
from vision.frame import GreyImage, as_grey

SILENT = "-8"
"""FFmpeg's log level for no messages; this program reports errors itself."""
SECONDS_TO_WAIT = "2"
"""Time limit for a USB camera's next picture; OpenCV's default of 10 s is too long."""


def open_capture(source: str | int, backend: int, parameters: tuple[int, ...] = ()) -> cv2.VideoCapture:
    """Open a film (path) or a camera (number); the caller checks `isOpened`. `parameters` are pairs for OpenCV."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", SILENT)
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", SECONDS_TO_WAIT)
    with quiet():
        return cv2.VideoCapture(source, backend, parameters)


@contextmanager
def quiet() -> Iterator[None]:
    """Silence OpenCV's own messages: the error raised afterwards says what went wrong."""
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)


def grey(image: cv2.typing.MatLike) -> GreyImage:
    """A capture's picture in grey. Raises `CameraError` if it is not a picture."""
    try:
        return as_grey(np.asarray(image))
    except FrameError as problem:
        raise CameraError(problem.key, **problem.placeholders) from problem
