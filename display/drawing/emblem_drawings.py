"""An emblem for every wonder on a seat's banner, drawn for this program; none of the game's art is used."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from display.drawing.icon_shapes import (
    Block,
    Disc,
    Polygon,
    Shape,
    Tone,
    arc,
    polygon,
    shrunk,
    star,
    stroke,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

INK, FILL = Tone.INK, Tone.FILL

BANNER: tuple[Shape, ...] = (polygon((8, 0), (92, 0), (92, 99), (50, 84), (8, 99)),)
"""The cloth of a seat's banner, in its colour: no other sign has this outline."""

PYRAMIDS: tuple[Shape, ...] = (
    polygon((70, 40), (100, 90), (40, 90), tone=INK),
    polygon((38, 10), (86, 90), (-10, 90)),
    polygon((38, 16), (80, 86), (-4, 86), tone=INK),
    polygon((38, 16), (52, 86), (46, 86), (34, 50)),
)
"""Giza: two pyramids, the nearer one with a lit edge."""
COLOSSUS: tuple[Shape, ...] = (
    Disc(46, 22, 10, INK),
    polygon((32, 34), (60, 34), (56, 60), (36, 60), tone=INK),
    stroke((40, 60), (26, 90), width=12, tone=INK),
    stroke((52, 60), (66, 90), width=12, tone=INK),
    stroke((34, 38), (20, 58), width=8, tone=INK),
    stroke((58, 38), (76, 24), width=8, tone=INK),
    polygon((78, -2), (88, 14), (80, 24), (72, 24), (68, 14), tone=INK),
    Block(4, 88, 34, 10, 2, INK),
    Block(54, 88, 34, 10, 2, INK),
)
"""Rhodes: the Colossus astride the harbour, with a torch."""
LIGHTHOUSE: tuple[Shape, ...] = (
    polygon((38, 30), (62, 30), (70, 96), (30, 96), tone=INK),
    Block(34, 24, 32, 8, 2, INK),
    polygon((50, 0), (62, 12), (38, 12), tone=INK),
    Block(42, 11, 16, 14, 0, INK),
    stroke((72, 17), (98, 10), width=7, tone=INK),
    stroke((72, 26), (98, 36), width=7, tone=INK),
    stroke((28, 17), (2, 10), width=7, tone=INK),
    stroke((28, 26), (2, 36), width=7, tone=INK),
    polygon((36, 50), (64, 50), (65, 58), (35, 58)),
    polygon((33, 74), (67, 74), (68, 82), (32, 82)),
)
"""Alexandria: the lighthouse, with its rays."""
TEMPLE: tuple[Shape, ...] = (
    polygon((50, 6), (100, 36), (0, 36), tone=INK),
    Disc(50, 25, 6),
    *(Block(x, 42, 12, 38, 2, INK) for x in (6, 31, 57, 82)),
    Block(-2, 84, 104, 12, 2, INK),
)
"""Ephesus: the temple of Artemis."""
GARDENS: tuple[Shape, ...] = (
    stroke((52, 40), (46, 66), (48, 92), width=9, tone=INK),
    *(
        Polygon(tuple((52 + side * x, y) for x, y in leaf), INK)
        for side in (1, -1)
        for leaf in (
            ((0, 36), (14, 14), (34, 12), (50, 28), (32, 26), (16, 30)),
            ((0, 36), (22, 30), (42, 38), (48, 60), (34, 48), (18, 42)),
            ((0, 38), (14, 42), (24, 54), (22, 72), (12, 56)),
        )
    ),
    polygon((52, 40), (44, 12), (54, 2), (60, 12), tone=INK),
    Block(10, 88, 80, 10, 3, INK),
)
"""Babylon: a palm of the Hanging Gardens."""
LIGHTNING: tuple[Shape, ...] = (polygon((58, 0), (16, 56), (46, 56), (34, 98), (86, 36), (54, 36), (74, 0), tone=INK),)
"""Olympia: the thunderbolt of Zeus."""
MAUSOLEUM: tuple[Shape, ...] = (
    Block(43, 0, 14, 12, 1, INK),
    Block(34, 11, 32, 10, 1, INK),
    Block(24, 20, 52, 10, 1, INK),
    Block(14, 29, 72, 10, 1, INK),
    *(Block(x, 43, 9, 22, 1, INK) for x in (18, 36, 55, 73)),
    Block(10, 69, 80, 29, 2, INK),
    Block(42, 78, 16, 20, 0),
)
"""Halicarnassus: the tomb of Mausolos, with its stepped roof."""
COLOSSEUM: tuple[Shape, ...] = (
    polygon((4, 14), (78, 14), (78, 36), (96, 36), (96, 94), (4, 94), tone=INK),
    *(Polygon((*arc(x, 58, 8, -180, 0), (x + 8, 74), (x - 8, 74))) for x in (20, 42, 64)),
    *(Polygon((*arc(x, 28, 6, -180, 0), (x + 6, 40), (x - 6, 40))) for x in (18, 36, 54)),
    Polygon((*arc(84, 58, 6, -180, 0), (90, 74), (78, 74))),
    Block(4, 46, 92, 4),
    Block(4, 80, 92, 4),
)
"""Rome: the arches of the Colosseum."""
OTHER: tuple[Shape, ...] = (Polygon(star(50, 52, 48, 22, 7), INK), Disc(50, 52, 12))
"""Any other wonder, of an expansion that has no emblem yet; and a board that is not known."""

EMBLEMS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        wonder: (*BANNER, *shrunk(glyph, 0.7, 50, 43))
        for wonder, glyph in (
            ("giza", PYRAMIDS),
            ("rhodes", COLOSSUS),
            ("alexandria", LIGHTHOUSE),
            ("ephesus", TEMPLE),
            ("babylon", GARDENS),
            ("olympia", LIGHTNING),
            ("halicarnassus", MAUSOLEUM),
            ("rome", COLOSSEUM),
            ("", OTHER),
        )
    }
)
"""Wonder's id -> its emblem on a banner; "" for a wonder without one."""


def emblem(wonder: str) -> str:
    """The name of the icon of a wonder's banner."""
    return f"banner.{wonder if wonder in EMBLEMS else ''}"
