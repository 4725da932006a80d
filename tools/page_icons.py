"""Writes the icons of the telephones' pages: the screen's own drawings as SVG.

python -m tools.page_icons device/features/telephones/server/pages/icons.svg
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from display.drawing.emblem_drawings import EMBLEMS
from display.drawing.icon_drawings import ICONS
from display.drawing.icon_shapes import Block, Disc, Polygon, Shape, Stroke, Tone

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = (
    *(f"resource.{letter}" for letter in "WSCOLGP"),
    "coin",
    "debt",
    "dove",
    "shield",
    "stage",
    "laurel",
    "check",
    "hourglass",
    "chain",
    "compass",
    "gear",
    "tablet",
    "question",
    *(f"mark.{colour}" for colour in ("blue", "yellow", "purple", "white")),
    "crown",
    *(f"banner.{wonder}" for wonder in EMBLEMS if wonder),
)
"""The icons that the pages use."""
PLAIN, GROUND, FAINT = "", "g", "f"
"""Classes of the style sheet: the letters' colour, the ground's, and half of the letters' colour."""
ON_CHIPS = {Tone.INK: PLAIN, Tone.FILL: GROUND, Tone.SHADE: GROUND, Tone.HOLE: GROUND}
ON_PAGES = {Tone.FILL: PLAIN, Tone.INK: GROUND, Tone.SHADE: FAINT, Tone.HOLE: GROUND}


def svg(names: Iterable[str] = NAMES) -> str:
    """All icons as symbols of one drawing; the page draws them in its own colours."""
    symbols = "\n".join(_symbol(name) for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _symbol(name: str) -> str:
    tones = ON_CHIPS if name.startswith("resource.") else ON_PAGES
    shapes = "".join(_shape(shape, tones[shape.tone]) for shape in ICONS[name])
    return f'<symbol id="i-{name}" viewBox="0 0 100 100">{shapes}</symbol>'


def _shape(shape: Shape, kind: str) -> str:
    paint = f' class="{kind}"' if kind else ""
    match shape:
        case Polygon(points):
            return f'<polygon{paint} points="{_points(points)}"/>'
        case Disc(x, y, radius):
            return f'<circle{paint} cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        case Block(x, y, w, h, radius):
            return f'<rect{paint} x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius:g}"/>'
        case Stroke(points, width):
            line = f' class="l {kind}"' if kind else ' class="l"'
            return f'<polyline{line} points="{_points(points)}" stroke-width="{width:g}"/>'


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.4g},{y:.4g}" for x, y in points)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(svg(), encoding="utf-8")
