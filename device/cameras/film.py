"""A film file as a camera: every frame, in order, at the film's own times."""

from pathlib import Path

import cv2

from device.cameras.camera import Camera
from device.cameras.opencv import grey, open_capture
from device.errors import CameraError
from vision.frame import Frame

MISSING_TOLERATED = 0.05
"""Share of a film's stated frames that may be missing at its end: some containers only estimate their number."""
ROUNDING = 0.001
"""s; a frame's time may be rounded by this much."""

DECODER_THREADS = 1
"""One, because every further thread of the decoder keeps frames of its own, 18 MB each at full size."""


class FilmCamera(Camera):
    """Reads a film. `fps` limits the frames per second of the film's time; the others are skipped."""

    def __init__(self, path: Path, fps: float | None = None) -> None:
        self._path = path
        self._seconds = 1.0 / fps if fps else 0.0
        self._taken = self._number = 0
        self._time = self._due = 0.0
        if not path.exists():
            raise CameraError("film_missing", path=str(path))
        self._film = open_capture(str(path), cv2.CAP_FFMPEG, (cv2.CAP_PROP_N_THREADS, DECODER_THREADS))
        if not self._film.isOpened():
            raise CameraError("film_unreadable", path=str(path))
        self._rate = self._film.get(cv2.CAP_PROP_FPS)
        self._claimed = self._film.get(cv2.CAP_PROP_FRAME_COUNT)

    def read(self) -> Frame | None:
        """The next frame that is due. Raises `CameraError` if the film stops before its end."""
        while self._film.isOpened() and self._film.grab():
            self._time = self._now()
            self._taken += 1
            if self._time >= self._due - ROUNDING:
                self._due = max(self._due, self._time - self._seconds) + self._seconds
                return self._frame()
        self._end()
        return None

    def close(self) -> None:
        """Close the file."""
        self._film.release()

    def _now(self) -> float:
        """The time of the frame just grabbed, in s; computed from the frame rate if the film gives no usable time."""
        said = self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if self._taken == 0:
            return max(said, 0.0)
        return said if said > self._time else self._time + 1.0 / (self._rate if self._rate >= 1 else 25.0)

    def _frame(self) -> Frame:
        number, self._number = self._number, self._number + 1
        found, image = self._film.retrieve()
        if not found:
            raise CameraError("film_frame_unreadable", path=str(self._path), seconds=round(self._time, 2))
        return Frame(grey(image), self._time, number)

    def _end(self) -> None:
        was_open = self._film.isOpened()
        self.close()
        if was_open and not self._taken:
            raise CameraError("film_unreadable", path=str(self._path))
        if was_open and self._taken < self._claimed * (1 - MISSING_TOLERATED) - 1:
            raise CameraError("film_cut_off", path=str(self._path), frames=self._taken, claimed=int(self._claimed))
