"""Pictures from files: one by one for `wondertable read`, a folder of them as a camera."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from device import MOST_PIXELS
from device.cameras.camera import Camera
from device.cameras.opencv import quiet
from device.errors import CameraError, ImageError
from vision.errors import FrameError
from vision.frame import Frame, GreyImage, as_grey

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".pgm", ".ppm"})
TOO_MANY_PIXELS = "CV_IO_MAX_IMAGE_PIXELS"
"""Part of OpenCV's message about a picture above the limit that `device/__init__.py` sets."""
PICTURES_PER_SECOND = 1.0
"""Default rate of a folder: its pictures count as taken one second apart."""


def load_image(path: Path) -> GreyImage:
    """The picture in this file, grey, upright as its EXIF says.

    Raises `ImageError` if the file is missing, unreadable, truncated or not a picture, or if its size is not supported.
    """
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise ImageError("image_unreadable", path=str(path), reason="no file")
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as problem:
        raise ImageError("image_unreadable", path=str(path), reason=problem.strerror) from problem
    return decode_image(data, str(path))


def decode_image(data: NDArray[np.uint8], name: str) -> GreyImage:
    """The picture in the bytes of a file, grey, upright as its EXIF says. `name` names it in errors.

    Raises `ImageError` if they are truncated or not a picture, or if its size is not supported.
    """
    try:
        # Decoded from memory, because `imread` fills the missing part of a truncated file with grey.
        with quiet():
            image = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
    except cv2.error as problem:
        if TOO_MANY_PIXELS in str(problem):
            raise ImageError("image_too_large", path=name, most=MOST_PIXELS // 1_000_000) from problem
        raise ImageError("image_not_a_picture", path=name) from problem
    if image is None:
        raise ImageError("image_not_a_picture", path=name)
    try:
        return as_grey(image)
    except FrameError as problem:
        raise ImageError(problem.key, path=name, **problem.placeholders) from problem


class FilesCamera(Camera):
    """The pictures of a folder in the order of their names, at a fixed rate.

    A file that is not a picture raises `CameraError` once; the next `read` continues with the following file.
    """

    def __init__(self, folder: Path, fps: float | None = None) -> None:
        self._seconds = 1.0 / (fps or PICTURES_PER_SECOND)
        self._number = 0
        try:
            self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)
        except OSError as problem:
            raise CameraError("folder_unreadable", path=str(folder), reason=problem.strerror) from problem
        if not self._paths:
            raise CameraError("folder_without_pictures", path=str(folder))
        self._paths.reverse()

    def read(self) -> Frame | None:
        """The next picture. Raises `CameraError` for a file that is not a picture."""
        if not self._paths:
            return None
        number, self._number = self._number, self._number + 1
        try:
            image = load_image(self._paths.pop())
        except ImageError as problem:
            raise CameraError(problem.key, **problem.placeholders) from problem
        return Frame(image, number * self._seconds, number)

    def close(self) -> None:
        """Drop the pictures that have not been read."""
        self._paths.clear()
