"""Icons of the appliance itself: what can be set, entered, switched off. Drawn by us."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from display.drawing.icons.shapes import Block, Disc, Polygon, Shape, Tone, arc, polygon, stroke

if TYPE_CHECKING:
    from collections.abc import Mapping

HOLE = Tone.HOLE

LOUDSPEAKER: tuple[Shape, ...] = (
    polygon((6, 36), (26, 36), (52, 12), (52, 88), (26, 64), (6, 64)),
    stroke(*arc(54, 50, 20, -48, 48), width=10),
    stroke(*arc(54, 50, 39, -48, 48), width=10),
)
SPEECH: tuple[Shape, ...] = (
    Block(4, 12, 92, 60, 16),
    polygon((22, 66), (56, 66), (20, 96)),
    stroke((24, 34), (76, 34), width=9, tone=HOLE),
    stroke((24, 52), (58, 52), width=9, tone=HOLE),
)
GLOBE: tuple[Shape, ...] = (
    Disc(50, 50, 47),
    Disc(50, 50, 38, HOLE),
    *(stroke(*((50 + share * (x - 50), y) for x, y in arc(50, 50, 42, -90, 90)), width=8) for share in (-0.5, 0.5)),
    stroke((9, 50), (91, 50), width=8),
    stroke((18, 27), (82, 27), width=7),
    stroke((18, 73), (82, 73), width=7),
)
SLIDERS: tuple[Shape, ...] = tuple(
    shape
    for y, knob in ((20, 68), (50, 30), (80, 58))
    for shape in (stroke((8, y), (92, y), width=9), Disc(knob, y, 14), Disc(knob, y, 6, HOLE))
)
FLAT: tuple[Shape, ...] = (
    polygon((24, 26), (76, 26), (98, 78), (2, 78)),
    polygon((31, 36), (69, 36), (83, 68), (17, 68), tone=HOLE),
)
STATION: tuple[Shape, ...] = (
    Block(30, 4, 40, 22, 6),
    Disc(50, 15, 7, HOLE),
    stroke((50, 34), (50, 52), width=9),
    polygon((36, 46), (64, 46), (50, 62)),
    Block(8, 70, 84, 24, 5),
    Block(38, 75, 24, 14, 3, HOLE),
)
PENCIL: tuple[Shape, ...] = (
    polygon((6, 94), (14, 66), (34, 86)),
    polygon((18, 62), (66, 14), (86, 34), (38, 82)),
    polygon((71, 9), (78, 3), (97, 22), (91, 29)),
)
POWER: tuple[Shape, ...] = (stroke(*arc(50, 54, 37, -50, 230), width=13), stroke((50, 8), (50, 48), width=13))
REDO: tuple[Shape, ...] = (
    stroke(*arc(46, 56, 32, 60, 330), width=13),
    polygon((96, 34), (52, 34), (78, 66)),
)
CODE: tuple[Shape, ...] = (
    *(
        shape
        for x, y in ((6, 6), (58, 6), (6, 58))
        for shape in (Block(x, y, 36, 36, 4), Block(x + 8, y + 8, 20, 20, 2, HOLE), Block(x + 13, y + 13, 10, 10))
    ),
    *(Block(x, y, 10, 10) for x, y in ((58, 58), (74, 66), (58, 84), (84, 84), (84, 58))),
)
BELL: tuple[Shape, ...] = (
    Polygon((*arc(50, 40, 28, -180, 0), (80, 66), (92, 80), (8, 80), (20, 66))),
    Disc(50, 10, 7),
    Polygon(arc(50, 84, 12, 0, 180)),
)

FITTINGS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        "loudspeaker": LOUDSPEAKER,
        "speech": SPEECH,
        "globe": GLOBE,
        "sliders": SLIDERS,
        "flat": FLAT,
        "station": STATION,
        "pencil": PENCIL,
        "power": POWER,
        "redo": REDO,
        "code": CODE,
        "bell": BELL,
    }
)
"""Name -> shapes."""
