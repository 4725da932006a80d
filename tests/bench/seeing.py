"""A process that only reads pictures from a file and prints how much memory that took, in MB.

python -m tests.bench.seeing FILE.grey WIDTH HEIGHT    grey pictures one after the other, as a camera hands them over
python -m tests.bench.seeing FILM.mp4                  a film, whose decoder holds some pictures of its own
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.cameras.film import FilmCamera
from tests.bench.memory import peak_megabytes
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSES = 3


def handed_over(file: Path, width: int, height: int) -> Iterator[Frame]:
    size, number = width * height, 0
    for _ in range(PASSES):
        for offset in range(0, file.stat().st_size, size):
            image = np.fromfile(file, np.uint8, size, offset=offset).reshape(height, width)
            yield Frame(image, number / 10, number)
            number += 1


def filmed(file: Path) -> Iterator[Frame]:
    with FilmCamera(file) as camera:
        while frame := camera.read():
            yield frame


def main() -> int:
    cv2.setNumThreads(1)
    file, size = Path(sys.argv[1]), [int(side) for side in sys.argv[2:]]
    codebook = Codebook.load()
    reader, tracker = Reader(codebook), Tracker(codebook)
    for frame in handed_over(file, *size) if size else filmed(file):
        tracker.update(frame.time, reader.read(frame))
    sys.stdout.write(f"{peak_megabytes():.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
