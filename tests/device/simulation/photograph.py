"""Single pictures of simulated tables, each with the truth: the stickers in it and how much of each is visible.

`python -m tests.device.simulation.photograph FOLDER` writes 000.jpg, 000.json and so on.
"""

import argparse
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering.arms import ArmOverlay, arm_overlay
from device.simulation.rendering.camera import WELL_LIT, expose, noise_field, pedestal
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import HEIGHT, WIDTH, Projection, over_table
from device.simulation.rendering.table_picture import Appearance, TablePicture
from device.simulation.table.reach import ARM_MM, Arm
from device.simulation.table.script import FAST, TableScript
from device.simulation.table.tabletop import Scatter, Thing, outline, square, sticker_pose
from tests.dealing.dealer import deal
from vision.frame import GreyImage
from vision.kit.sizes import KitSizes

Truth = dict[str, Any]
"""width, height, rig, height_mm, players, stickers: each with code, role, seat, slot (stages), visible, corners."""

REALISTIC = Appearance(blur=1.15, noise=3.5, glare=Glare(0.2, 0.85), dimmest=0.6)
"""As hard to read as photographs of real tables."""
SAMPLES = 12
"""A sticker's visible part is counted on this many points each way."""
CARELESS = Scatter(shift=1.8, turn=math.radians(2.6), board_shift=14.0, board_turn=math.radians(6.0))
JPEG_QUALITY = 92
ENOUGH_PX = 2.56
"""Px of a picture's width for each mm from the camera to the table: a black square of the kit has 23 px."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture and what it shows."""

    image: GreyImage
    truth: Truth


def with_fewer_pixels(lens: Projection) -> Projection:
    """The same camera with small pictures, which are quick to draw and to read."""
    width = round(lens.height * ENOUGH_PX)
    return replace(lens, width_px=width, height_px=width * HEIGHT // WIDTH)


def picture(
    things: Sequence[Thing], *, lens: Projection, look: Appearance = WELL_LIT, arms: Sequence[Arm] = (), seed: int = 0
) -> GreyImage:
    """Things on a table, and arms over it."""
    canvas = TablePicture(lens, KitSizes(), look, seed, pedestal(look))
    canvas.show(things)
    return expose(canvas, noise_field(lens, look, seed)[: lens.height_px, : lens.width_px], [[arm] for arm in arms])


def photograph(
    things: Sequence[Thing],
    players: int,
    *,
    lens: Projection,
    look: Appearance = WELL_LIT,
    arms: Sequence[Arm] = (),
    seed: int = 0,
) -> Photograph:
    """A picture of things on a table and arms over it, with the truth."""
    sizes = KitSizes()
    image = picture(things, lens=lens, look=look, arms=arms, seed=seed)
    covers = [shape for arm in arms if (shape := arm_overlay([arm], lens))]
    ordered = sorted(things, key=lambda thing: thing.z)
    stickers = [_sticker(thing, ordered[place + 1 :], covers, lens, sizes) for place, thing in enumerate(ordered)]
    truth = {"width": lens.width_px, "height": lens.height_px, "rig": "std", "height_mm": lens.height}
    return Photograph(image, {**truth, "players": players, "stickers": stickers})


def _sticker(
    thing: Thing, above: Sequence[Thing], covers: Sequence[ArmOverlay], lens: Projection, sizes: KitSizes
) -> dict[str, Any]:
    row: dict[str, Any] = {"code": thing.code, "role": thing.role, "seat": thing.seat}
    if thing.slot is not None:
        row["slot"] = thing.slot
    row["visible"] = visible_part(thing, above, covers, lens, sizes)
    row["corners"] = lens.project(square(thing, sizes)).tolist()
    return row


def visible_part(
    thing: Thing, above: Sequence[Thing], covers: Sequence[ArmOverlay], lens: Projection, sizes: KitSizes
) -> float:  # fmt: skip
    """The part of a sticker, quiet zone included, that the camera sees: 0 to 1."""
    middle = sticker_pose(thing, sizes)
    steps = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * sizes.sticker.side
    points = np.array([(at.x, at.y) for x in steps for y in steps if (at := middle.at(x, y))])
    seen = np.ones(len(points), bool)
    for other in above:
        seen &= ~_within(points, other, sizes)
    pixels = np.rint(lens.project(points)).astype(int)
    seen &= ((pixels >= 0) & (pixels < (lens.width_px, lens.height_px))).all(axis=1)
    for cover in covers:
        seen &= ~_behind(pixels, cover)
    return float(seen.mean())


def _within(points: NDArray[np.float64], thing: Thing, sizes: KitSizes) -> NDArray[np.bool_]:
    corners = np.array(outline(thing, sizes))
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    away = points - corners[0]
    x, y = away @ across / (across @ across), away @ down / (down @ down)
    return np.asarray((x > 0) & (x < 1) & (y > 0) & (y < 1))


def _behind(pixels: NDArray[np.int_], cover: ArmOverlay) -> NDArray[np.bool_]:
    """True where the arm itself, not only its shadow, covers a pixel."""
    rect = cover.rect
    inside = ((pixels >= (rect.left, rect.top)) & (pixels < (rect.right, rect.bottom))).all(axis=1)
    x = np.clip(pixels[:, 0] - rect.left, 0, rect.right - rect.left - 1)
    y = np.clip(pixels[:, 1] - rect.top, 0, rect.bottom - rect.top - 1)
    return np.asarray(inside & (cover.added[y, x] > 60))


def random_photograph(players: int, seed: int) -> Photograph:
    """A picture of a random game somewhere between its first age and its end, as hard to read as real tables are."""
    chance = random.Random(f"photograph {seed}")
    script = TableScript(deal(players, seed), seed=seed, pace=replace(FAST, hands=0.5), neatness=CARELESS)
    play_rounds(script, chance.randrange(8, len(script.rounds)))
    arms = [_random_arm(chance) for _ in range(chance.choice((0, 0, 1, 1, 2)))]
    look = Appearance(
        blur=chance.uniform(0.85, 1.6),
        noise=chance.uniform(1.5, 6.5),
        glare=Glare(chance.uniform(0.0, 0.5), chance.uniform(0.4, 0.95)),
        dimmest=chance.uniform(0.4, 0.85),
    )
    return photograph(script.things, players, lens=over_table(players, seed), look=look, arms=arms, seed=seed)


def play_rounds(script: TableScript, rounds: int) -> None:
    """Play the first rounds of a game, without a camera and as if each was recorded at once."""
    time = script.time
    for round_ in script.rounds[:rounds]:
        script.follow(round_.age, round_.turn, round_.phase)
        script.advance(time)
        while not script.waiting:
            time += 1.0
            script.advance(time)


def _random_arm(chance: random.Random) -> Arm:
    """Somebody points at something, from any side."""
    tip = (chance.uniform(-600, 600), chance.uniform(-350, 350))
    side = chance.choice((0.0, math.pi / 2, math.pi, -math.pi / 2)) + chance.uniform(-0.4, 0.4)
    return Arm(tip, (tip[0] + ARM_MM * math.cos(side), tip[1] + ARM_MM * math.sin(side)))


def main() -> None:
    """Write pictures and their truth into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.count):
        taken = random_photograph(3 + number % 5, args.seed + number)
        cv2.imwrite(str(args.folder / f"{number:03}.jpg"), taken.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        (args.folder / f"{number:03}.json").write_text(json.dumps(taken.truth), encoding="utf-8")


if __name__ == "__main__":
    main()
