"""How well real photographs of other people's tags are read, by our square finder and decoder, ArUco and AprilTag.

    python -m tests.bench.foreign_tags --tags DIR [--treatment NAME] [--quick]

The tags have the stickers' geometry: 6 x 6 bits, a black border of one module, a white quiet zone. Only the table of
bit patterns is exchanged. DIR (or $WONDERTABLE_TAGS) holds the photographs and `truth.json`, a list with an object for
each: `image`, `dictionary` (its name in cv2.aruco), `tags` (`code` and `corners` in px, clockwise from the tag's own
top left) and `unsure` (tags that count for nobody). Every photograph is read as it is, in reduced copies, and made
worse in several ways; ArUco with three threshold windows, AprilTag at full size and on its own tags only. The column
*true corners* is our decoder where the truth has a tag, without the finder.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from tests.bench.detectors import NEAR, apriltag_detector
from vision.frame import SMALLEST_SIDE, GreyImage
from vision.kit.fiducials import dictionary_bits
from vision.reading.decoder import Decoder
from vision.reading.squares import SquareSearch, to_clockwise
from vision.sighting import Corners, Sighting

Find = Callable[[GreyImage], Iterable[Sighting]]

Affine = NDArray[np.float64]
"""Shape (2, 3)."""

FINER = 4
APRILTAG = "DICT_APRILTAG_36h11"
PLAIN, THOROUGH, ARUCO, APRIL = "ours", "ours, thorough", "cv2.aruco", "AprilTag"
AT_CORNERS = "true corners"
READABLE = 20.0
"""px; the side of the smallest black square that is promised to be read."""
SMALL = 15.0
LARGE = 80.0
"""px; a table camera's stickers are smaller."""
SIDES = (0, 10, 15, 20, 30, 41, 80, 10_000)
TILTS = (0.0, 0.3, 0.4, 0.6, 1.01)


class Tag(msgspec.Struct, frozen=True):
    """A tag in a photograph."""

    corners: list[tuple[float, float]]
    code: int | None = None


class Photograph(msgspec.Struct, frozen=True):
    """A photograph with its truth."""

    image: str
    dictionary: str
    tags: list[Tag]
    unsure: list[Tag]


@dataclass(frozen=True)
class Outcome:
    """Whether a tag was read, and how it lies: `side` in px, `tilt` as its breadth's part of its length."""

    side: float
    tilt: float
    read: bool


@dataclass
class Tally:
    """What one detector made of photographs that were all treated alike."""

    outcomes: list[Outcome] = field(default_factory=list)
    invented: int = 0
    seconds: float = 0.0
    """Of processor time, for all photographs."""
    count: int = 0
    """Of photographs."""

    def share(self, sides: tuple[float, float], tilts: tuple[float, float] = (0.0, 2.0)) -> tuple[int, int]:
        """How many tags of these sides and tilts were read, and how many there are."""
        chosen = [
            outcome.read
            for outcome in self.outcomes
            if sides[0] <= outcome.side < sides[1] and tilts[0] <= outcome.tilt < tilts[1]
        ]
        return sum(chosen), len(chosen)


def noisy(image: GreyImage, deviation: float) -> GreyImage:
    random = np.random.default_rng(7)
    return np.clip(image + random.normal(0, deviation, image.shape), 0, 255).round().astype(np.uint8)


def paler(image: GreyImage, share: float) -> GreyImage:
    return np.asarray(cv2.convertScaleAbs(image, alpha=share, beta=128 * (1 - share)), np.uint8)


def blurred(image: GreyImage, deviation: float) -> GreyImage:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), deviation), np.uint8)


def smeared(image: GreyImage, length: int) -> GreyImage:
    """As if the camera had moved sideways while the shutter was open."""
    return np.asarray(cv2.blur(image, (length, 1)), np.uint8)


def compressed(image: GreyImage, quality: int) -> GreyImage:
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


AS_IT_IS = "as it is"
TREATMENTS: Mapping[str, Callable[[GreyImage], GreyImage]] = {
    AS_IT_IS: lambda image: image,
    "blur, sigma 1 px": partial(blurred, deviation=1.0),
    "blur, sigma 2 px": partial(blurred, deviation=2.0),
    "motion, 5 px": partial(smeared, length=5),
    "motion, 9 px": partial(smeared, length=9),
    "contrast 40 %": partial(paler, share=0.4),
    "contrast 20 %": partial(paler, share=0.2),
    "noise, sigma 4": partial(noisy, deviation=4.0),
    "noise, sigma 8": partial(noisy, deviation=8.0),
    "JPEG, quality 30": partial(compressed, quality=30),
}
REDUCED = {f"median side {side} px": float(side) for side in (40, 30, 24, 19, 16)}
SLANTED = {f"slanted to {share}, at {angle} degrees": (share, angle) for share in (0.7, 0.5, 0.35) for angle in (0, 30)}
"""The photographs are few that show tags at a slant: these copies are squeezed in one direction."""
ALL = (*TREATMENTS, *REDUCED, *SLANTED)


def read_truth(folder: Path) -> list[Photograph]:
    return msgspec.json.decode((folder / "truth.json").read_bytes(), type=list[Photograph])


def treated(folder: Path, photograph: Photograph, treatment: str) -> tuple[GreyImage, Affine] | None:
    """The picture, and the map from the photograph's pixels to it; None if it cannot be treated so."""
    read = cv2.imread(str(folder / photograph.image), cv2.IMREAD_GRAYSCALE)
    if read is None:
        raise FileNotFoundError(photograph.image)
    image = np.asarray(read, np.uint8)
    if treatment in TREATMENTS:
        return TREATMENTS[treatment](image), np.eye(2, 3)
    if treatment in SLANTED:
        return squeezed(image, *SLANTED[treatment])
    sides = [side_of(np.array(tag.corners)) for tag in photograph.tags]
    scale = REDUCED[treatment] / float(np.median(sides)) if sides else 1.0
    if scale >= 1 or min(image.shape) * scale < SMALLEST_SIDE:
        return None
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return small, scaled(np.eye(2, 3), scale)


def squeezed(image: GreyImage, share: float, angle: float) -> tuple[GreyImage, Affine] | None:
    """The picture with this share of its length in one direction, as if seen from the side."""
    cosine, sine = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn = np.array([[cosine, sine], [-sine, cosine]])
    squeeze = turn.T @ np.diag([share, 1.0]) @ turn
    ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * image.shape[::-1] @ squeeze.T
    affine = np.column_stack([squeeze, -ends.min(axis=0)])
    width, height = (int(length) for length in np.ceil(np.ptp(ends, axis=0)))
    if min(width, height) < SMALLEST_SIDE:
        return None
    # Drawn larger and reduced, so that every pixel is the mean of what it covers.
    finer = scaled(affine, FINER)
    large = cv2.warpAffine(image, finer, (width * FINER, height * FINER), borderValue=128)
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8), affine


def scaled(affine: Affine, scale: float) -> Affine:
    """The map followed by an enlargement about the picture's corner; pixel centres are whole numbers."""
    larger = affine * scale
    larger[:, 2] += (scale - 1) / 2
    return larger


def side_of(corners: Corners) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def tilt_of(corners: Corners) -> float:
    """1 as seen from straight above, 0 from the side."""
    axes = np.stack(
        [corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]]
    )
    long, short = np.linalg.svd(axes, compute_uv=False)
    return float(short / long)


def compare(sightings: Iterable[Sighting], photograph: Photograph, affine: Affine, tally: Tally) -> None:
    """Add what was read in a photograph to the tally."""

    left = list(sightings)
    for tag in photograph.tags:
        corners = moved(tag, affine)
        matching = [one for one in left if one.code == tag.code and _at(one, corners)]
        tally.outcomes.append(Outcome(side_of(corners), tilt_of(corners), bool(matching)))
        left = [one for one in left if one not in matching]
    tally.invented += sum(not any(_at(one, moved(tag, affine)) for tag in photograph.unsure) for one in left)


def moved(tag: Tag, affine: Affine) -> Corners:
    """The corners of a tag after a treatment."""
    return np.asarray(np.array(tag.corners) @ affine[:, :2].T + affine[:, 2], np.float32)


def at_corners(image: GreyImage, photograph: Photograph, affine: Affine) -> Iterable[Sighting]:
    """Our decoder without the finder: at the true corners of all tags, in px from the middle of the first pixel."""
    quads = np.array([moved(tag, affine) for tag in photograph.tags], np.float32).reshape(-1, 4, 2) - np.float32(0.5)
    return decoder_of(photograph.dictionary).decode(image, to_clockwise(quads))


def _at(sighting: Sighting, corners: Corners) -> bool:
    apart = float(np.linalg.norm(sighting.corners.mean(axis=0) - corners.mean(axis=0)))
    return apart < NEAR * side_of(corners)


@cache
def decoder_of(dictionary: str) -> Decoder:
    patterns = dictionary_bits(getattr(cv2.aruco, dictionary))
    return Decoder(range(len(patterns)), patterns.__getitem__)


@cache
def aruco_of(dictionary: str) -> cv2.aruco.ArucoDetector:
    """Three threshold windows (3, 13 and 23 px), and squares as small for the picture as ours."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.012
    stock = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    return cv2.aruco.ArucoDetector(stock, parameters)


def ours(image: GreyImage, dictionary: str, *, thorough: bool) -> Iterable[Sighting]:
    decoder = decoder_of(dictionary)
    return decoder.examine(image)[0] if thorough else decoder.search(image, SquareSearch(image))


def aruco(image: GreyImage, dictionary: str) -> Iterator[Sighting]:
    squares, codes, _rejected = aruco_of(dictionary).detectMarkers(image)
    for square, code in zip(squares, [] if codes is None else codes.ravel().tolist(), strict=True):
        yield Sighting(code, np.asarray(square[0], np.float32))


def april(image: GreyImage, dictionary: str) -> Iterator[Sighting]:
    """AprilTag's own detector at full size. It reads its own families only."""
    if dictionary == APRILTAG:
        for found in apriltag_detector(1.0).detect(image):
            yield Sighting(found.tag_id, np.asarray(found.corners, np.float32))


DETECTORS: Mapping[str, Callable[[GreyImage, str], Iterable[Sighting]]] = {
    PLAIN: partial(ours, thorough=False),
    THOROUGH: partial(ours, thorough=True),
    ARUCO: aruco,
    APRIL: april,
}


def measure(folder: Path, treatment: str, detector: str) -> Tally:
    """Read all photographs after a treatment with a detector."""
    tally = Tally()
    for photograph in read_truth(folder):
        if detector == APRIL and photograph.dictionary != APRILTAG:
            continue
        picture = treated(folder, photograph, treatment)
        if picture is None:
            continue
        image, affine = picture
        start = time.process_time()
        found = (
            at_corners(image, photograph, affine)
            if detector == AT_CORNERS
            else DETECTORS[detector](image, photograph.dictionary)
        )
        sightings = list(found)
        tally.seconds += time.process_time() - start
        tally.count += 1
        compare(sightings, photograph, affine, tally)
    return tally


def say(line: str = "") -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def percent(share: tuple[int, int]) -> str:
    read, there = share
    return f"{100 * read / there:.1f} ({there})" if there else "-"


def report(title: str, tallies: Mapping[str, Tally], bands: Mapping[str, Callable[[Tally], tuple[int, int]]]) -> None:
    """The percentage that each detector read, and of how many tags, in bands."""
    say(f"\n{title:<26}" + "".join(f"{name:>18}" for name in tallies))
    for band, share in bands.items():
        cells = [percent(share(tally)) for tally in tallies.values()]
        if set(cells) != {"-"}:
            say(f"{band:<26}" + "".join(f"{cell:>18}" for cell in cells))
    say(f"{'not in the truth':<26}" + "".join(f"{tally.invented:>18}" for tally in tallies.values()))
    say(f"{'ms a photograph':<26}" + "".join(f"{1000 * t.seconds / max(1, t.count):>18.1f}" for t in tallies.values()))


def bands_by_size() -> dict[str, Callable[[Tally], tuple[int, int]]]:
    """By size, and by tilt for the sizes that a table camera sees."""
    sizes = {
        f"{low} to {high} px" if high < SIDES[-1] else f"{low} px and more": (low, high)
        for low, high in pairwise(SIDES)
    }
    tilts = {
        f"{READABLE:.0f} to {LARGE:.0f} px, tilt {low} to {min(high, 1.0)}": (low, high)
        for low, high in pairwise(TILTS)
    }
    by_size = {name: partial(Tally.share, sides=band) for name, band in sizes.items()}
    by_tilt = {name: partial(Tally.share, sides=(READABLE, LARGE), tilts=band) for name, band in tilts.items()}
    return {**by_size, **by_tilt}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tags", type=Path, default=os.environ.get("WONDERTABLE_TAGS"), metavar="DIR")
    parser.add_argument("--treatment", choices=ALL, action="append", help="only these treatments")
    parser.add_argument("--quick", action="store_true", help="only our plain look, and our decoder at the true corners")
    args = parser.parse_args()
    if not args.tags:
        say("foreign tags: no folder given (--tags), not measured")
        return 0
    cv2.setNumThreads(1)
    here = [name for name in DETECTORS if name != APRIL or find_spec("pupil_apriltags")]
    names = [*([PLAIN] if args.quick else here), AT_CORNERS]
    usual = {
        f"{READABLE:.0f} to {LARGE:.0f} px": partial(Tally.share, sides=(READABLE, LARGE)),
        f"{SMALL:.0f} to {READABLE:.0f} px": partial(Tally.share, sides=(SMALL, READABLE)),
        f"{READABLE:.0f} px and more": partial(Tally.share, sides=(READABLE, SIDES[-1])),
    }
    for treatment in args.treatment or ALL:
        tallies = {name: measure(args.tags, treatment, name) for name in names}
        report(treatment, tallies, bands_by_size() if treatment in {AS_IT_IS, *SLANTED} else usual)
    sys.stdout.flush()
    os._exit(0)  # see `apriltag_detector`


if __name__ == "__main__":
    sys.exit(main())
