"""How OpenCV opens films and USB cameras: quietly, and without waiting for ever."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import cv2

from device.errors import CameraError
from vision.errors import FrameError
from vision.frame import as_grey

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from vision.frame import GreyImage

SILENT = "-8"
"""FFmpeg's own word for no messages; ours say what is wrong."""
SECONDS_TO_WAIT = "2"
"""For a USB camera's next picture; OpenCV's default of 10 s is longer than anybody believes in a camera."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802  OpenCV's names
    def set(self, prop: int, value: float, /) -> bool: ...  # noqa: D102
    def get(self, prop: int, /) -> float: ...  # noqa: D102
    def grab(self) -> bool: ...  # noqa: D102
    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


def open_capture(source: str | int, backend: int, parameters: tuple[int, ...] = ()) -> Capture:
    """Opens a film (path) or a camera (number); the caller asks `isOpened`. `parameters` are pairs for OpenCV."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", SILENT)
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", SECONDS_TO_WAIT)
    with quiet():
        return cv2.VideoCapture(source, backend, parameters)  # type: ignore[return-value]  # arrays of any type, says its stub


@contextmanager
def quiet() -> Iterator[None]:
    """OpenCV keeps its own account of what went wrong to itself: the error that follows says it in a sentence."""
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)


def grey(image: NDArray[np.uint8]) -> GreyImage:
    """What came out of a capture as a grey picture. `CameraError` for what is none."""
    try:
        return as_grey(image)
    except FrameError as problem:
        raise CameraError(problem.key, **problem.placeholders) from problem
