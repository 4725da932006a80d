"""How much each camera sees from which height: `python -m tests.journeys.optics` prints the tables of `docs/rig.md`.

Fields of view as the makers give them: Raspberry Pi's documentation of its camera modules; for the HQ camera from its
sensor (6.287 mm wide) and the lens. The space that a game takes is that of the simulated tables.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

from device.simulation.table.tabletop import SEATS, Scatter, SeatedBoard, Tabletop, outline
from vision.kit.sizes import KitSizes

GIZA_A = 202
LONGEST_COLUMN = 5
"""Cards in a column of a city."""
SPARE = 0.06
"""m added to the game's size each way, because no camera is mounted exactly."""
STEP = 0.05
"""m."""
GOOD, LEAST = 24, 20
"""px of a black square: almost always read; sometimes read."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Field of view in degrees across the picture, picture in px."""

    name: str
    across: float
    width: int
    height: int

    @property
    def focal(self) -> float:
        """The focal length in px."""
        return self.width / 2 / math.tan(math.radians(self.across) / 2)

    def sees(self, height: float) -> tuple[float, float]:
        """Width and depth (m) of the part of the table in the picture, from a height in m."""
        return self.width * height / self.focal, self.height * height / self.focal

    def square(self, height: float) -> float:
        """px of a sticker's black square on the table."""
        return self.focal * KitSizes().sticker.square / 1000 / height


CAMERAS = (
    Camera("Camera Module 2", 62.2, 3280, 2464),
    Camera("Camera Module 3", 66.0, 4608, 2592),
    Camera("Camera Module 3 Wide", 102.0, 4608, 2592),
    Camera("HQ Camera, 6 mm lens", math.degrees(2 * math.atan(6.287 / 2 / 6)), 4056, 3040),
    Camera("USB camera, 3840 x 2160, 70°", 70.0, 3840, 2160),
    Camera("USB camera, 1920 x 1080, 70°", 70.0, 1920, 1080),
)


def space(players: int) -> tuple[float, float]:
    """Width and depth, m, of a game in its third age as people of the simulation sit: cities, stages, no hands."""
    table = Tabletop([SeatedBoard(GIZA_A, 3)] * players, 0, None, Scatter(0, 0, 0, 0))
    things = [*table.boards]
    for seat in range(players):
        things += [table.stage(seat, slot, 3) for slot in (1, 2, 3)]
        things += [table.front(seat, 0, colour) for colour in ("brown", "blue", "red") for _ in range(LONGEST_COLUMN)]
    points = [point for thing in things for point in outline(thing, table.sizes)]
    across, down = zip(*points, strict=True)
    return (max(across) - min(across)) / 1000, (max(down) - min(down)) / 1000


def height_for(camera: Camera, players: int) -> float:
    """The lowest height (m) from which the whole game is in the picture."""
    wide, deep = space(players)
    least = max((wide + SPARE) / camera.width, (deep + SPARE) / camera.height) * camera.focal
    return math.ceil(round(least / STEP, 3)) * STEP


def rows() -> list[str]:
    """The two tables as Markdown, line by line."""
    lines = [
        "| camera | picture | at 1.2 m it sees | px per mm | px per module | black square |",
        "|---|---|---|---|---|---|",
    ]
    for camera in CAMERAS:
        wide, deep = camera.sees(1.2)
        square = camera.square(1.2)
        lines.append(
            f"| {camera.name} | {camera.width} x {camera.height} | {wide:.2f} x {deep:.2f} m | {square / 12:.2f} "
            f"| {square / 8:.1f} | {square:.0f} px |"
        )
    seats = sorted(SEATS)
    lines += ["", "| players | " + " | ".join(map(str, seats)) + " |", "|---" * (len(seats) + 1) + "|"]
    spaces = (space(players) for players in seats)
    lines.append("| a game takes | " + " | ".join(f"{wide:.2f} x {deep:.2f} m" for wide, deep in spaces) + " |")
    for camera in CAMERAS:
        cells = (_cell(camera, players) for players in seats)
        lines.append(f"| {camera.name} | " + " | ".join(cells) + " |")
    return lines


def _cell(camera: Camera, players: int) -> str:
    height = height_for(camera, players)
    square = camera.square(height)
    if square < LEAST:
        return "no"
    return f"{height:.2f} m, {square:.0f} px" + ("" if square >= GOOD else " (little)")


if __name__ == "__main__":
    sys.stdout.write("\n".join([*rows(), ""]))
