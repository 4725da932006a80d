"""Whole tables in odd light, from odd angles and through wide lenses: stickers read, seats and places right.

    python -m tests.bench.tables_in_odd_light [--seed N] [--only WORDS]

Rendered final tables of three to seven players, 4608 x 2592 px, as `read` and `score` see them: a thorough look, and
the lens measured by the stickers. Beside it what `cv2.aruco` reads, tuned as in `tests.bench.light_and_ground`. Seats
count clockwise: a camera that hangs upside down calls another board the first.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from device.simulation.rendering.camera import WELL_LIT
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import over_table
from tests.bench.detectors import aruco
from tests.bench.vision_reader import say
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.device.simulation.photograph import Photograph, photograph
from tests.vision.evaluation.accuracy import EvaluationRow, Truth, compare
from tests.vision.lights_and_grounds import GAMMA
from tests.vision.wide_lens import through, wide_lens
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.reading.reader import Reader
from vision.scene import Place
from vision.table.bend import bend_of
from vision.table.layout import fit_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.simulation.rendering.projection import Projection
    from device.simulation.rendering.table_picture import Appearance
    from vision.frame import GreyImage
    from vision.table.layout import LocatedSticker

PLAYERS = range(3, 8)
CODEBOOK, SIZES = Codebook.load(), KitSizes()


def low_sun(shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    """From one side, with the sharp shadow of an arm, as wide as six stickers, right across the table."""
    height, width = shape
    light = np.ones((height, 1), np.float32) * np.linspace(1.15, 0.55, width, dtype=np.float32)
    ends = [(int(random.uniform(0, width)), edge) for edge in (0, height)]
    shade = cv2.line(np.zeros(shape, np.float32), *ends, 1.0, round(width / 22))
    return light * (1 - 0.75 * cv2.GaussianBlur(shade, (0, 0), 2.0))


def candles(shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    """Two pools of light, and near darkness between and beside them."""
    height, width = shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    pools = (0.3 * width, 0.45 * height), (0.72 * width, 0.6 * height)
    return 0.75 * sum(1 / (1 + ((x - px) ** 2 + (y - py) ** 2) / (0.22 * width) ** 2) ** 1.5 for px, py in pools)


def dim(shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    return np.full(shape, 0.08, np.float32)


@dataclass(frozen=True)
class Condition:
    """How a table is seen."""

    lens: Callable[[Projection], Projection] = lambda lens: lens
    look: Appearance = WELL_LIT
    light: Callable[[tuple[int, ...], np.random.Generator], np.ndarray] | None = None
    noise: float = 0.0
    k1: float = 0.0
    quality: int = 92

    def taken(self, players: int, seed: int) -> Photograph:
        table = finished_table(players, seed)
        lens = self.lens(over_table(players, seed))
        made = photograph(table.things, players, lens=lens, look=self.look, seed=seed)
        image, truth = self._lit(made.image, seed), made.truth
        if self.k1:
            bent = wide_lens(self.k1, image.shape)
            image = through(bent, image)
            stickers = [row | {"corners": bent.distort(np.array(row["corners"])).tolist()} for row in truth["stickers"]]
            truth = truth | {"stickers": stickers}
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return Photograph(np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8), truth)

    def _lit(self, image: GreyImage, seed: int) -> GreyImage:
        if self.light is None:
            return image
        random = np.random.default_rng([seed, 5])
        levels = image * self.light(image.shape, random) ** np.float32(GAMMA)
        grains = cv2.GaussianBlur(random.normal(0, 1, image.shape).astype(np.float32), (0, 0), 0.6)
        return np.clip(levels + self.noise / grains.std() * grains, 0, 255).astype(np.uint8)


CONDITIONS: Mapping[str, Condition] = {
    "good light": Condition(),
    "camera upside down": Condition(lens=lambda lens: replace(lens, yaw=lens.yaw + math.pi)),
    "camera at 25 degrees": Condition(
        lens=lambda lens: replace(lens, pitch=math.radians(25), height=lens.height + 200)
    ),
    "low sun, an arm's shadow": Condition(light=low_sun),
    "a lamp in half of the sleeves": Condition(look=replace(WELL_LIT, glare=Glare(0.5, 0.97), dimmest=0.5)),
    "candles": Condition(light=candles, noise=4.0),
    "near darkness, high ISO": Condition(light=dim, noise=8.0),
    "JPEG 10": Condition(quality=10),
    "wide lens, k1 -0.1": Condition(k1=-0.1),
    "wide lens, k1 -0.2": Condition(k1=-0.2),
    "wide lens, k1 -0.3": Condition(k1=-0.3),
}


def measured(condition: Condition, seed: int) -> tuple[EvaluationRow, EvaluationRow, int]:
    """Ours, that of `cv2.aruco`, and in how many pictures a bent lens was said."""
    reader, theirs = Reader(CODEBOOK), aruco(tuned=True, finer=True)
    ours, others, said = EvaluationRow(), EvaluationRow(), 0
    for players in PLAYERS:
        made = condition.taken(players, seed + players)
        truth = msgspec.convert(made.truth, Truth)
        read = reader.look(made.image, thorough=True)
        bent = bend_of(read, SIZES, made.image.shape)
        said += bent is not None
        located = fit_table(read, CODEBOOK, SIZES, lens=bent).locate(read)
        ours += compare(located, counted_from(located, truth, players))
        known = [sighting for sighting in theirs(made.image, 0.0) if CODEBOOK.entry(sighting.code)]
        located = fit_table(known, CODEBOOK, SIZES).locate(known)
        others += compare(located, counted_from(located, truth, players))
    return ours, others, said


def counted_from(located: tuple[LocatedSticker, ...], truth: Truth, players: int) -> Truth:
    """The truth with its seats counted from the board that was called the first one."""
    true = {sticker.code: sticker.seat for sticker in truth.stickers if sticker.role == Place.BOARD}
    steps = Counter(
        (thing.seat - seat) % players
        for thing in located
        if thing.seat is not None and (seat := true.get(thing.code)) is not None
    )
    step = steps.most_common(1)[0][0] if steps else 0
    moved = [
        sticker if sticker.seat is None else msgspec.structs.replace(sticker, seat=(sticker.seat + step) % players)
        for sticker in truth.stickers
    ]
    return Truth(moved)


def row(name: str, ours: EvaluationRow, theirs: EvaluationRow, said: int) -> str:
    cells = (
        f"{100 * ours.read / ours.stickers:.1f}",
        ours.invented,
        f"{ours.seats_right}/{ours.boards}",
        f"{ours.places_right}/{ours.places}",
        f"{ours.slots_right}/{ours.slots}",
        f"{100 * theirs.read / theirs.stickers:.1f}",
        f"{theirs.seats_right}/{theirs.boards}",
        f"{said} of {len(PLAYERS)}",
    )
    return f"| {name} | " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=60)
    parser.add_argument("--only", default="", help="conditions with these words")
    args = parser.parse_args()
    say("| | read | invented | seats right | places right | stages right | cv2.aruco read | its seats | bend said |")
    say("|---" * 9 + "|")
    invented = 0
    for name, condition in CONDITIONS.items():
        if args.only in name:
            found = measured(condition, args.seed)
            invented += found[0].invented
            say(row(name, *found))
    return int(invented > 0)


if __name__ == "__main__":
    sys.exit(main())
