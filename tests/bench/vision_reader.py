"""What reading costs and what it finds, side by side, in one process on one thread.

    python -m tests.bench.vision_reader [DIR] [--rounds N]

DIR holds pictures with their truth (NAME.json, see `vision.truth`); without it, tables are drawn. Milliseconds are
processor time, the least of several rounds, so that what else the machine does matters little; compare the ratios.
"""

import argparse
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from tests.vision.drawn import Drawing
from vision.codebook import Codebook
from vision.frame import Frame, GreyImage
from vision.reader import Reader
from vision.reading import Looked
from vision.sighting import Sighting
from vision.truth import VISIBLE, Sticker, Truth

Look = Callable[[GreyImage], Iterable[Sighting]]

ARUCO, TUNED, OURS, THOROUGH = "cv2.aruco, default", "cv2.aruco, tuned", "full look", "thorough look"
STILL, CARD, HAND = "nothing moves", "one card laid", "a hand moves"


@dataclass(frozen=True)
class Picture:
    name: str
    image: GreyImage
    stickers: Sequence[Sticker]


def drawn(count: int, width: int, height: int) -> Picture:
    """A table with so many stickers; at 4608 px a black square has 32 px, at half the width 24."""
    side = 32 if width > 3000 else 24
    drawing = Drawing(width=width, height=height, seed=count, blur=1.0 if width > 3000 else 0.8)
    columns = int(np.ceil(np.sqrt(count * width / height)))
    rows = int(np.ceil(count / columns))
    for index in range(count):
        x, y = (index % columns + 0.5) * width / columns, (index // columns + 0.5) * height / rows
        # Cards lie in rich pictures: lines and spots in the colours of printer's ink.
        left, top = int(x - 2 * side), int(y - side)
        art = drawing.canvas[max(0, top) : top + 3 * side, max(0, left) : left + 3 * side]
        art += cv2.GaussianBlur(drawing.random.normal(0, 130, art.shape).astype(np.float32), (0, 0), 1.5)
        drawing.lay(index % 222, x, y, side=side, turn=float(drawing.random.uniform(0, 6.3)), tilt=0.04)
    stickers = [
        Sticker(code, "front", 1.0, [(float(a), float(b)) for a, b in corners])
        for code, corners in drawing.corners.items()
    ]
    return Picture(f"{count} stickers, {width} x {height}", drawing.photograph(), stickers)


def photographed(folder: Path) -> Iterator[Picture]:
    for path in sorted(folder.iterdir()):
        truth = path.with_suffix(".json")
        if path.suffix.lower() in {".jpg", ".jpeg", ".png"} and truth.exists():
            image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            if image is not None:
                stickers = msgspec.json.decode(truth.read_bytes(), type=Truth).stickers
                yield Picture(path.name, np.asarray(image, dtype=np.uint8), stickers)


def aruco(*, tuned: bool) -> Look:
    parameters = cv2.aruco.DetectorParameters()
    if tuned:
        parameters.minMarkerPerimeterRate = 0.012
    stock = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    codes = np.ascontiguousarray(stock.bytesList[: len(Codebook.load())])
    detector = cv2.aruco.ArucoDetector(cv2.aruco.Dictionary(codes, 6, 5), parameters)

    def look(image: GreyImage) -> Iterator[Sighting]:
        squares, found, _ = detector.detectMarkers(image)
        for square, code in zip(squares, [] if found is None else found.ravel().tolist(), strict=True):
            yield Sighting(code, np.asarray(square[0], dtype=np.float32))

    return look


def cost(run: Callable[[], object], rounds: int) -> float:
    """Least processor time in ms."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def found_and_invented(sightings: Iterable[Sighting], picture: Picture) -> tuple[int, int]:
    """How many of the stickers that can be seen were read, and how many readings are of none."""
    open_ = [(sticker, np.array(sticker.corners).mean(axis=0)) for sticker in picture.stickers]
    found = invented = 0
    for sighting in sightings:
        middle = sighting.corners.mean(axis=0)
        here = [pair for pair in open_ if pair[0].code == sighting.code and np.linalg.norm(pair[1] - middle) < 15]
        if here:
            open_ = [pair for pair in open_ if pair is not here[0]]
            found += here[0][0].visible >= VISIBLE
        else:
            invented += 1
    return found, invented


def over_time(image: GreyImage, codebook: Codebook, rounds: int) -> Iterator[tuple[str, float]]:
    """What a frame costs once the table is known: still, with one card just laid, with a hand that moves."""
    random = np.random.default_rng(1)
    noise = [random.integers(-3, 4, image.shape, dtype=np.int8) for _ in range(2)]
    still = [np.clip(image.astype(np.int16) + one, 0, 255).astype(np.uint8) for one in noise]
    height, width = image.shape
    top, left = height // 2, width // 2
    for name, looked in ((STILL, Looked.NONE), (CARD, Looked.PART), (HAND, Looked.PART)):
        reader = Reader(codebook)
        number, clock = 0, 0.0
        for number in range(10):
            clock = number / 10
            reader.read(Frame(still[number % 2], clock, number))
        times = []
        for step in range(rounds):
            frame = still[step % 2].copy()
            if name == CARD:
                frame[top : top + 290, left : left + 190] = random.integers(60, 200, (290, 190), dtype=np.uint8)
            elif name == HAND:
                frame[top + 20 * step :, left : left + 400] = 140
            start = time.process_time()
            reading = reader.read(Frame(frame, clock + 0.01 * (step + 1), number + step + 1))
            times.append(time.process_time() - start)
            if reading.looked is not looked:
                raise SystemExit(f"{name}: looked {reading.looked}, not {looked}")
        yield name, 1000 * min(times)


def measure(picture: Picture, rounds: int, codebook: Codebook) -> dict[str, tuple[float, int, int]]:
    reader = Reader(codebook)
    looks: dict[str, Look] = {
        ARUCO: aruco(tuned=False),
        TUNED: aruco(tuned=True),
        OURS: reader.look,
        THOROUGH: lambda image: reader.look(image, thorough=True),
    }
    rows = {
        name: (
            cost(lambda look=look: list(look(picture.image)), rounds),
            *found_and_invented(look(picture.image), picture),
        )
        for name, look in looks.items()
    }
    for name, spent in over_time(picture.image, codebook, 2 * rounds):
        rows[name] = (spent, 0, 0)
    return rows


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def report(title: str, rows: dict[str, tuple[float, int, int]], stickers: int) -> None:
    say(f"\n{title}: {stickers} stickers")
    say(f"{'':<20}{'ms':>8}{'of default':>12}{'of tuned':>10}{'read':>7}{'invented':>10}")
    for name, (spent, found, invented) in rows.items():
        ratios = f"{spent / rows[ARUCO][0]:>12.3f}{spent / rows[TUNED][0]:>10.3f}"
        say(
            f"{name:<20}{spent:>8.1f}{ratios}"
            + (f"{found:>7}{invented:>10}" if name in {ARUCO, TUNED, OURS, THOROUGH} else "")
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    codebook = Codebook.load()
    pictures: Iterable[Picture] = (
        photographed(args.folder)
        if args.folder
        else (drawn(count, *size) for size in ((4608, 2592), (2304, 1296)) for count in (20, 60, 120))
    )
    total: dict[str, tuple[float, int, int]] = {}
    stickers = 0
    for picture in pictures:
        rows = measure(picture, args.rounds, codebook)
        seen = sum(sticker.visible >= VISIBLE for sticker in picture.stickers)
        report(picture.name, rows, seen)
        stickers += seen
        for name, row in rows.items():
            before = total.get(name, (0.0, 0, 0))
            total[name] = (before[0] + row[0], before[1] + row[1], before[2] + row[2])
    if not total:
        parser.error(f"no pictures with their truth in {args.folder}")
    report("all", total, stickers)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    say(f"\npeak memory of this process, pictures and all: {peak} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
