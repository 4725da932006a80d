"""The ways of finding stickers that the benchmark compares, and the process that measures one of them.

    python -m tests.bench.detectors NAME FOLDER ROUNDS

reads FOLDER's pictures (`shots.json` and *.npy) and prints, as JSON, for each the processor time in ms, the least of so
many rounds, and what was read; and the process's peak memory. One thread.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import cv2
import msgspec
import numpy as np

from tests.bench.memory import peak_megabytes
from tests.bench.scenes import LAID, Kind, Place, Situation
from vision.frame import Frame, GreyImage
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.sighting import Sighting
from vision.symbologies.qr import QrFinder, libraries

Look = Callable[[GreyImage, float], Iterable[Sighting]]
NEAR = 0.5
"""As a part of a black square's side: a reading farther than this from any sticker of its code is false."""


class Filed(msgspec.Struct, frozen=True):
    """A picture in a file."""

    file: str
    situation: Situation | None
    time: float
    places: tuple[Place, ...]
    hidden: tuple[Place, ...] = ()
    sample: bool = True


class Result(msgspec.Struct, frozen=True):
    """The cost and the readings of one picture."""

    situation: Situation
    ms: float
    there: int
    read: int
    invented: int


class Measured(msgspec.Struct, frozen=True):
    """All results, and the peak memory in MB, including Python and libraries."""

    results: tuple[Result, ...]
    peak: float


def aruco(*, tuned: bool, finer: bool = False, kind: Kind = Kind.OURS) -> Look:
    """As OpenCV has it: three threshold windows (3, 13, 23 px); tuned, it also finds squares small for the picture.

    `finer`: it reads the inner part of each module, from more pixels.
    """
    parameters = cv2.aruco.DetectorParameters()
    if tuned:
        parameters.minMarkerPerimeterRate = 0.012
    if finer:
        parameters.perspectiveRemovePixelPerCell, parameters.perspectiveRemoveIgnoredMarginPerCell = 8, 0.3
    family = cv2.aruco.DICT_APRILTAG_36H11 if kind is Kind.APRILTAG else cv2.aruco.DICT_ARUCO_MIP_36H12
    stock = cv2.aruco.getPredefinedDictionary(family)
    codes = np.ascontiguousarray(stock.bytesList[: max(LAID + 1, len(Codebook.load()))])
    detector = cv2.aruco.ArucoDetector(cv2.aruco.Dictionary(codes, 6, 5), parameters)

    def look(image: GreyImage, _: float) -> Iterator[Sighting]:
        squares, found, _rejected = detector.detectMarkers(image)
        for square, code in zip(squares, [] if found is None else found.ravel().tolist(), strict=True):
            yield Sighting(code, np.asarray(square[0], dtype=np.float32))

    return look


def apriltag(*, decimate: float) -> Look:
    """AprilTag's own detector; `decimate` 2, its default, searches at half the size, 1 at the whole one."""
    detector = apriltag_detector(decimate)

    def look(image: GreyImage, _: float) -> Iterator[Sighting]:
        for found in detector.detect(image):
            yield Sighting(found.tag_id, np.asarray(found.corners, dtype=np.float32))

    return look


@cache
def apriltag_detector(decimate: float) -> Any:
    """Made once and never released: it crashes when it is destroyed (pupil-labs/apriltags, issue 34)."""
    made: Any = import_module("pupil_apriltags").Detector
    return made(families="tag36h11", nthreads=1, quad_decimate=decimate)


def qr(name: str) -> Look:
    finder = QrFinder(range(LAID + 1), libraries([name]))
    return lambda image, _: finder.look(image)


def ours_over_time() -> Look:
    """As the program reads live: with a memory of what lies there."""
    reader = Reader()
    number = iter(range(10**9))
    return lambda image, at: reader.read(Frame(image, at, next(number))).present


def ours(*, thorough: bool) -> Look:
    reader = Reader()
    return lambda image, _: reader.look(image, thorough=thorough)


OVER_TIME, PLAIN, THOROUGH = "ours, over time", "ours, a plain look", "ours, a thorough look"
DEFAULT, TUNED, FINER = "cv2.aruco, default", "cv2.aruco, tuned", "cv2.aruco, tuned, finer"
APRILTAG = "AprilTag, decimate 1"
DETECTORS: dict[str, tuple[Kind, Callable[[], Look]]] = {
    DEFAULT: (Kind.OURS, lambda: aruco(tuned=False)),
    TUNED: (Kind.OURS, lambda: aruco(tuned=True)),
    FINER: (Kind.OURS, lambda: aruco(tuned=True, finer=True)),
    "AprilTag, decimate 2": (Kind.APRILTAG, lambda: apriltag(decimate=2.0)),
    APRILTAG: (Kind.APRILTAG, lambda: apriltag(decimate=1.0)),
    "zxing-cpp": (Kind.QR, lambda: qr("zxing")),
    "pyzbar": (Kind.QR, lambda: qr("zbar")),
    PLAIN: (Kind.OURS, lambda: ours(thorough=False)),
    THOROUGH: (Kind.OURS, lambda: ours(thorough=True)),
    OVER_TIME: (Kind.OURS, ours_over_time),
}
"""By name: the kind of sticker it reads, and how to make it."""


def count(sightings: Iterable[Sighting], shot: Filed) -> tuple[int, int]:
    """How many of the visible stickers were read, and how many readings are false."""
    clear, hidden = list(shot.places), list(shot.hidden)
    read = invented = 0
    for sighting in sightings:
        if _taken(sighting, clear):
            read += 1
        elif not _taken(sighting, hidden):
            invented += 1
    return read, invented


def _taken(sighting: Sighting, places: list[Place]) -> bool:
    x, y = sighting.corners.mean(axis=0).tolist()
    for place in places:
        if place.code == sighting.code and np.hypot(place.x - x, place.y - y) < NEAR * place.side:
            places.remove(place)
            return True
    return False


def measure(make: Callable[[], Look], folder: Path, shots: Sequence[Filed], rounds: int) -> Iterator[Result]:
    """Each picture's shortest time of several rounds; each round has a fresh reader."""
    times = np.full((rounds, len(shots)), np.inf)
    found: list[tuple[int, int]] = []
    for round_ in range(rounds):
        look = make()
        for index, shot in enumerate(shots):
            image = np.load(folder / shot.file)
            start = time.process_time()
            sightings = list(look(image, shot.time))
            times[round_, index] = 1000 * (time.process_time() - start)
            if round_ == 0:
                found.append(count(sightings, shot))
    for shot, (read, invented), least in zip(shots, found, times.min(axis=0), strict=True):
        if shot.situation is not None:
            yield Result(shot.situation, float(least), len(shot.places), read, invented)


def main() -> NoReturn:
    name, folder, rounds = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    cv2.setNumThreads(1)
    shots = msgspec.json.decode((folder / "shots.json").read_bytes(), type=list[Filed])
    chosen = [shot for shot in shots if shot.sample or name == OVER_TIME]
    results = tuple(measure(DETECTORS[name][1], folder, chosen, rounds))
    peak = peak_megabytes()
    sys.stdout.write(msgspec.json.encode(Measured(results, peak)).decode() + "\n")
    sys.stdout.flush()
    os._exit(0)  # see `apriltag_detector`


if __name__ == "__main__":
    main()
