"""Finished tables and photographs of them, for tests: from above, or one for each city, as from a telephone."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import cv2

from device.simulation.rendering.projection import Projection, over_table
from device.simulation.table.script import FAST, TableScript
from device.simulation.table.tabletop import Thing, ThingKind
from tests.dealing.dealer import DealtGame, deal
from tests.device.simulation.photograph import CARELESS, JPEG_QUALITY, picture, play_rounds, with_fewer_pixels
from tests.vision.wide_lens import through, wide_lens
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TELEPHONE = (2400, 1800)
TELEPHONE_MM = 700.0
"""From the telephone to the city."""


@dataclass(frozen=True)
class FinishedTable:
    """A game played to its end, and what lies on its table."""

    dealt: DealtGame
    things: tuple[Thing, ...]
    seed: int

    @property
    def players(self) -> int:
        return len(self.dealt.seats)

    def options(self) -> list[str]:
        """Coins and tokens as somebody counts them."""
        cities = self.dealt.game.cities
        coins = ",".join(str(city.coins) for city in cities)
        tokens = ",".join(str(sum(city.conflict)) for city in cities)
        return ["--coins", coins, "--conflicts", tokens]

    def without(self, *codes: int) -> FinishedTable:
        return replace(self, things=tuple(thing for thing in self.things if thing.code not in codes))

    def with_(self, thing: Thing, code: int) -> FinishedTable:
        """The same with another sticker on a thing."""
        return replace(self, things=tuple(replace(thing, code=code) if each is thing else each for each in self.things))

    def from_above(self, path: Path, k1: float = 0.0, *, full_size: bool = False) -> Path:
        """`k1`: of the lens, see `tests.vision.wide_lens`."""
        lens = over_table(self.players, self.seed)
        return self._save(path, self.things, lens if full_size else with_fewer_pixels(lens), k1)

    def of_city(self, path: Path, seat: int, pitch: float = -40.0, roll: float = 0.0) -> Path:
        """A picture taken from before a board, or with other angles (degrees) from beside it."""
        board = next(thing.pose for thing in self.things if thing.kind is ThingKind.BOARD and thing.seat == seat)
        home = Pose(0.0, 60.0, 0.0)
        things = [replace(thing, pose=_moved(thing.pose, board, home)) for thing in self.things]
        width, height = TELEPHONE
        lens = Projection(TELEPHONE_MM, math.radians(pitch), math.radians(roll), 0.0, width, height)
        return self._save(path, things, lens)

    def _save(self, path: Path, things: Sequence[Thing], lens: Projection, k1: float = 0.0) -> Path:
        path.write_bytes(_jpeg(tuple(things), lens, self.seed, k1))
        return path


@cache
def _jpeg(things: tuple[Thing, ...], lens: Projection, seed: int, k1: float) -> bytes:
    image = picture(things, lens=lens, seed=seed)
    image = through(wide_lens(k1, image.shape), image) if k1 else image
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _moved(pose: Pose, board: Pose, home: Pose) -> Pose:
    """The pose after the whole table is moved so that a board lies at `home`."""
    cos, sin = math.cos(-board.angle), math.sin(-board.angle)
    x, y = pose.x - board.x, pose.y - board.y
    return Pose(home.x + x * cos - y * sin, home.y + x * sin + y * cos, pose.angle - board.angle)


@cache
def finished_table(players: int, seed: int, *, leaders: bool = False) -> FinishedTable:
    """A whole game, laid down by people who are not too careful."""
    dealt = deal(players, seed, leaders=leaders)
    script = TableScript(dealt, seed=seed, pace=replace(FAST, hands=0.0), neatness=CARELESS)
    play_rounds(script, len(script.rounds))
    return FinishedTable(dealt, tuple(script.things), seed)
