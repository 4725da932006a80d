"""Pictures of simulated tables for the manual, with marks on what is read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import Projection, camera_height
from device.simulation.table.reach import Reach
from device.simulation.table.script import FAST, TableScript
from device.simulation.table.tabletop import SeatedBoard, Tabletop, size
from engine import Phase
from tests.dealing.dealer import deal
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.reading.reader import Reader
from vision.table.pose import Pose, Rectangle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from device.simulation.table.tabletop import Thing
    from vision.frame import GreyImage

WIDE = 900
"""px of a picture in the manual."""
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 78]
READ, NEW = (80, 200, 60), (0, 170, 255)
"""Blue, green, red: a sticker that is read, and a thing that the text points at."""
NEAR_MM = 1000.0
"""Lower than over a real table, so that a small picture shows more."""
QUIET = replace(WELL_LIT, noise=1.0, glare=Glare(0.0, 0.0))
"""Without noise, which no small picture of a manual needs."""
BOARDS = (SeatedBoard(202, 3), SeatedBoard(198, 3), SeatedBoard(196, 3))
BUILT = 37
BEFORE = ((0, 14, "grey"), (0, 24, "blue"), (0, 0, "brown"), (1, 2, "brown"), (1, 25, "blue"), (2, 4, "brown"))
"""Seat, code and colour of the cards that already lie there."""


class Still:
    """A table on which only an arm moves."""

    def __init__(self, things: Sequence[Thing], reaches: Sequence[Reach] = (), players: int = 3) -> None:
        self.sizes, self.players = KitSizes(), players
        self.things, self.reaches = things, reaches

    def advance(self, time: float) -> None:
        """Nothing happens."""


def taken(things: Sequence[Thing], *, reaches: Sequence[Reach] = (), time: float = 0.0) -> tuple[GreyImage, Projection]:
    """A picture of these things from straight above, and its projection."""
    lens = Projection(NEAR_MM)
    camera = SimulatedCamera(Still(things, reaches), look=QUIET, lens=lens, start=time)
    return camera.read().image, lens


def save(picture: GreyImage, file: Path, marks: Callable[[np.ndarray], None] | None = None) -> None:
    """Write it at a smaller size, with coloured marks."""
    colours = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if marks:
        marks(colours)
    height, width = picture.shape
    small = cv2.resize(colours, (WIDE, round(height * WIDE / width)), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(file), small, JPEG)


def framed(things: Sequence[Thing], lens: Projection) -> Callable[[np.ndarray], None]:
    """Returns a function that frames the visible part of each thing."""

    def draw(image: np.ndarray) -> None:
        for thing in things:
            middle, width, height = _showing(thing, KitSizes())
            corners = lens.project(Rectangle(middle, width + 8, height + 8).corners)
            cv2.polylines(image, [np.int32(corners)], True, NEW, 14)

    return draw


def _showing(thing: Thing, sizes: KitSizes) -> tuple[Pose, float, float]:
    """The part that nothing covers: a card's upper strip, or a stage's lower half."""
    width, height = size(thing, sizes)
    if thing.role == "front":
        return thing.pose.at(0, (sizes.visible_strip - height) / 2), width, sizes.visible_strip
    if thing.role == "stage":
        return thing.pose.at(0, height / 4), width, height / 2
    return thing.pose, width, height


def read_stickers(picture: GreyImage) -> Callable[[np.ndarray], None]:
    """Frame every sticker that the program reads in the picture."""
    found = Reader(Codebook.load()).look(picture)

    def draw(image: np.ndarray) -> None:
        for sighting in found:
            cv2.polylines(image, [np.int32(sighting.corners)], True, READ, 9)

    return draw


def turn(target: Path) -> None:
    """One turn of three players: a card, a stage and a discard, and a hand on its way."""
    table = Tabletop(BOARDS, 3)
    for seat, code, colour in BEFORE:
        table.put(table.front(seat, code, colour))
    picture, lens = taken(table.things)
    save(picture, target / "turn-before.jpg", read_stickers(picture))
    built = table.front(0, BUILT, "red")
    home = table.boards[0].pose.at(60, 460)
    reach = Reach(0, (home.x, home.y), built.pose, 0.0, 1.0, 1.5, 2.0, built)
    picture, _ = taken(table.things, reaches=[reach], time=0.93)
    save(picture, target / "turn-hand.jpg")
    played = [built, table.stage(1, 1, 1), table.discard(1)]
    for thing in played:
        table.put(thing)
    picture, lens = taken(table.things)
    save(picture, target / "turn-after.jpg", framed(played, lens))


def whole_table(target: Path) -> None:
    """Seven players in the middle of Age III, with frames on what is read."""
    dealt = deal(7, 2)
    script = TableScript(dealt, seed=2, pace=FAST)
    time = 0.0
    for round_ in dealt.rounds:
        if (round_.age, round_.turn, round_.phase) == (3, 4, Phase.TURN):
            break
        script.follow(round_.age, round_.turn, round_.phase)
        while not (script.waiting and script.round is round_):
            time += 0.1
            script.advance(time)
    camera = SimulatedCamera(Still(script.things, players=7), look=QUIET, lens=Projection(camera_height(7)))
    picture = camera.read().image
    save(picture, target / "seven-players.jpg", read_stickers(picture))


def take_all(target: Path) -> None:
    """Write all pictures into a folder."""
    turn(target)
    whole_table(target)
