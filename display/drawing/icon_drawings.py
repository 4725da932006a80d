"""Every icon as shapes, drawn for this program; none of the game's art is used."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from display.drawing.emblem_drawings import EMBLEMS
from display.drawing.icon_shapes import (
    Block,
    Disc,
    Polygon,
    Shape,
    Stroke,
    Tone,
    arc,
    polygon,
    regular,
    shrunk,
    star,
    stroke,
    turned,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

INK, HOLE, SHADE, FILL = Tone.INK, Tone.HOLE, Tone.SHADE, Tone.FILL

TREE: tuple[Shape, ...] = (
    polygon((50, 8), (74, 40), (64, 40), (84, 70), (16, 70), (36, 40), (26, 40), tone=INK),
    Block(43, 68, 14, 24, 2, INK),
)
BOULDER: tuple[Shape, ...] = (
    polygon((26, 84), (10, 60), (24, 28), (54, 14), (82, 30), (92, 62), (76, 84), tone=INK),
    stroke((26, 32), (48, 48), (84, 36), width=6),
    stroke((48, 48), (44, 82), width=6),
)
BRICKS: tuple[Shape, ...] = (
    Block(10, 18, 36, 18, 3, INK),
    Block(54, 18, 36, 18, 3, INK),
    Block(28, 42, 44, 18, 3, INK),
    Block(6, 42, 16, 18, 3, INK),
    Block(78, 42, 16, 18, 3, INK),
    Block(10, 66, 36, 18, 3, INK),
    Block(54, 66, 36, 18, 3, INK),
)
PICK: tuple[Shape, ...] = (
    stroke((26, 88), (62, 36), width=11, tone=INK),
    Polygon((*arc(40, 66, 52, -112, -6), *reversed(arc(36, 72, 46, -104, -14))), INK),
)
SPOOL: tuple[Shape, ...] = (
    Block(20, 8, 60, 15, 5, INK),
    Block(20, 77, 60, 15, 5, INK),
    Block(30, 27, 40, 9, 4, INK),
    Block(27, 39, 46, 9, 4, INK),
    Block(27, 51, 46, 9, 4, INK),
    Block(30, 63, 40, 9, 4, INK),
)
FLASK: tuple[Shape, ...] = (
    Block(36, 6, 28, 9, 4, INK),
    polygon((42, 12), (58, 12), (58, 40), (84, 80), (78, 92), (22, 92), (16, 80), (42, 40), tone=INK),
    polygon((46, 46), (54, 46), (66, 64), (34, 64)),
)
SCROLL: tuple[Shape, ...] = (
    Block(24, 16, 52, 68, 2, INK),
    Block(14, 8, 72, 18, 9, INK),
    Block(14, 74, 72, 18, 9, INK),
    stroke((36, 40), (64, 40), width=6),
    stroke((36, 51), (64, 51), width=6),
    stroke((36, 62), (56, 62), width=6),
)

ROUND: tuple[Shape, ...] = (Disc(50, 50, 49),)
SQUARE: tuple[Shape, ...] = (Block(2, 2, 96, 96, 22),)

COIN: tuple[Shape, ...] = (
    Disc(50, 50, 48),
    Disc(50, 50, 38, SHADE),
    Disc(50, 50, 33),
    Polygon(regular(50, 50, 17, 4), SHADE),
)
DEBT: tuple[Shape, ...] = (Disc(50, 50, 48), Block(18, 42, 64, 16, 4, HOLE))
"""A coin that is owed: with a minus."""
DOVE: tuple[Shape, ...] = (
    polygon((4, 52), (40, 46), (22, 8), (62, 40), (78, 30), (96, 40), (84, 46), (66, 76), (34, 76), (12, 92), (24, 68)),
)
SHIELD: tuple[Shape, ...] = (
    Polygon(
        (
            (50, 3),
            (90, 15),
            *arc(38, 42, 52, -5, 62),
            (50, 98),
            *reversed([(100 - x, y) for x, y in arc(38, 42, 52, -5, 62)]),
            (10, 15),
        )
    ),
    Polygon(((50, 15), (50, 86), *reversed([(100 - x, y) for x, y in arc(40, 42, 40, 0, 58)]), (21, 23)), SHADE),
)
PYRAMID: tuple[Shape, ...] = (
    Block(38, 14, 24, 22, 4),
    Block(22, 40, 56, 22, 4),
    Block(6, 66, 88, 22, 4),
)
LAUREL: tuple[Shape, ...] = (
    stroke(*arc(50, 44, 40, 95, 212), width=6),
    stroke(*arc(50, 44, 40, 85, -32), width=6),
    *(
        Polygon(tuple((50 + side * (px - 50), py) for px, py in leaf))
        for side in (1, -1)
        for leaf in (
            ((50, 92), (30, 98), (20, 84), (38, 82)),
            ((34, 80), (12, 80), (6, 64), (26, 64)),
            ((20, 62), (0, 54), (2, 36), (18, 44)),
            ((14, 40), (4, 24), (12, 8), (22, 24)),
            ((40, 82), (30, 66), (36, 56), (46, 72)),
            ((28, 66), (20, 50), (28, 40), (36, 56)),
            ((22, 46), (20, 28), (30, 22), (32, 38)),
        )
    ),
)
COMPASS: tuple[Shape, ...] = (
    stroke((50, 22), (20, 88), width=11),
    stroke((50, 22), (80, 88), width=11),
    stroke(*arc(50, 22, 48, 58, 122), width=8),
    Disc(50, 16, 14),
    Disc(50, 16, 5, HOLE),
)
GEAR: tuple[Shape, ...] = (
    *(
        Polygon(tuple(points))
        for points in (
            [arc(50, 50, r, a - w, a + w)[i] for r, w, i in ((48, 8, 0), (48, 8, -1), (30, 17, -1), (30, 17, 0))]
            for a in range(0, 360, 45)
        )
    ),
    Disc(50, 50, 35),
    Disc(50, 50, 15, HOLE),
)
TABLET: tuple[Shape, ...] = (
    Polygon((*arc(50, 40, 36, -180, 0), (86, 94), (14, 94))),
    stroke((32, 40), (68, 40), width=8, tone=HOLE),
    stroke((32, 57), (68, 57), width=8, tone=HOLE),
    stroke((32, 74), (56, 74), width=8, tone=HOLE),
)
SWORDS: tuple[Shape, ...] = tuple(
    shape
    for side in (1, -1)
    for shape in (
        Polygon(tuple((50 + side * (x - 50), y) for x, y in ((8, 6), (24, 9), (74, 62), (62, 74), (10, 22)))),
        stroke((50 + side * 5, 80), (50 + side * 30, 55), width=9),
        stroke((50 + side * 20, 70), (50 + side * 36, 86), width=11),
        Disc(50 + side * 39, 89, 8),
    )
)
CHECK: tuple[Shape, ...] = (stroke((14, 54), (39, 79), (86, 24), width=17),)
CROSS: tuple[Shape, ...] = (stroke((20, 20), (80, 80), width=17), stroke((80, 20), (20, 80), width=17))
HOURGLASS: tuple[Shape, ...] = (
    Block(16, 6, 68, 12, 5),
    Block(16, 82, 68, 12, 5),
    polygon((24, 22), (76, 22), (54, 50), (76, 78), (24, 78), (46, 50)),
)
QUESTION: tuple[Shape, ...] = (
    stroke(*arc(50, 36, 24, -195, 60), (50, 64), width=14),
    Disc(50, 88, 9),
)
WARNING: tuple[Shape, ...] = (
    polygon((50, 6), (97, 92), (3, 92)),
    stroke((50, 36), (50, 62), width=11, tone=HOLE),
    Disc(50, 78, 6.5, HOLE),
)
INFO: tuple[Shape, ...] = (Disc(50, 50, 47), Disc(50, 27, 7.5, HOLE), stroke((50, 46), (50, 74), width=12, tone=HOLE))
CAMERA: tuple[Shape, ...] = (
    Block(6, 26, 88, 58, 10),
    polygon((32, 28), (40, 13), (60, 13), (68, 28)),
    Disc(50, 55, 21, HOLE),
    Disc(50, 55, 13),
)
LEFT: tuple[Shape, ...] = (stroke((64, 16), (30, 50), (64, 84), width=15),)
RIGHT: tuple[Shape, ...] = (stroke((36, 16), (70, 50), (36, 84), width=15),)
ARROW: tuple[Stroke, ...] = (
    stroke((12, 50), (80, 50), width=14),
    stroke((56, 22), (84, 50), (56, 78), width=14),
)
TURNS = {
    "arrow.down_right": 45,
    "arrow.down": 90,
    "arrow.down_left": 135,
    "back": 180,
    "arrow.up_left": 225,
    "arrow.up": 270,
    "arrow.up_right": 315,
}
"""Arrow -> degrees clockwise from the one that points to the right."""
UNDO: tuple[Shape, ...] = (
    stroke(*arc(54, 56, 32, -150, 120), width=13),
    polygon((4, 34), (48, 34), (22, 66)),
)
PLAY: tuple[Shape, ...] = (polygon((24, 10), (88, 50), (24, 90)),)
CARD: tuple[Shape, ...] = (Block(20, 4, 60, 92, 9), Block(29, 13, 42, 74, 4, HOLE), Block(36, 22, 28, 20, 3))
DISCARD: tuple[Shape, ...] = (
    *shrunk((Block(20, 4, 60, 92, 9), Block(31, 15, 38, 70, 4, HOLE)), 0.92, 40, 46),
    Disc(70, 70, 30, HOLE),
    *shrunk(COIN, 0.52, 70, 70),
)
CROWN: tuple[Shape, ...] = (
    polygon((6, 22), (30, 48), (50, 12), (70, 48), (94, 22), (84, 76), (16, 76)),
    Block(16, 80, 68, 12, 4),
    Disc(50, 12, 8),
    Disc(7, 22, 7),
    Disc(93, 22, 7),
)
HOUSE: tuple[Shape, ...] = (
    polygon((50, 6), (96, 42), (4, 42)),
    Block(12, 46, 14, 36, 2),
    Block(43, 46, 14, 36, 2),
    Block(74, 46, 14, 36, 2),
    Block(6, 84, 88, 12, 3),
)
CHAIN: tuple[Shape, ...] = (
    Block(4, 34, 52, 32, 16),
    Block(15, 45, 30, 10, 5, HOLE),
    Block(44, 34, 52, 32, 16),
    Block(55, 45, 30, 10, 5, HOLE),
)
BANK: tuple[Shape, ...] = (*shrunk(COIN, 0.62, 50, 32), Block(14, 68, 72, 11, 4), Block(4, 84, 92, 12, 4))
PERSON: tuple[Shape, ...] = (Disc(50, 28, 22), Polygon((*arc(50, 96, 42, -180, 0), (92, 98), (8, 98))))
SUN: tuple[Shape, ...] = (Polygon(star(50, 50, 50, 31, 8)), Disc(50, 50, 31, HOLE), Disc(50, 50, 24))
MOON: tuple[Shape, ...] = (Disc(46, 50, 40), Disc(64, 40, 34, HOLE))
STAR: tuple[Shape, ...] = (Polygon(star(50, 54, 50, 21, 5)),)


def boards(upper: Iterable[Shape], lower: Iterable[Shape]) -> tuple[Shape, ...]:
    """A wonder board from both sides, each with its sign at the left, three stages below, and a wonder."""
    found: list[Shape] = []
    for top, sign in ((4, upper), (52, lower)):
        found += [
            Block(0, top, 100, 44, 5),
            *shrunk(sign, 0.32, 19, top + 21),
            polygon((46, top + 27), (66, top + 7), (86, top + 27), tone=SHADE),
            *(Block(x, top + 32, 16, 12, 2, INK) for x in (38, 58, 78)),
        ]
    return tuple(found)


def inked(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The shapes in the colour of an icon's details; what was cut out of them shows the ground."""
    return tuple(replace(shape, tone=INK if shape.tone is FILL else FILL) for shape in shapes)


LETTER_A = (stroke((14, 92), (50, 8), (86, 92), width=17, tone=INK), stroke((28, 64), (72, 64), width=15, tone=INK))
LETTER_B = (
    stroke((24, 8), (24, 92), width=17, tone=INK),
    stroke((24, 8), (50, 8), *arc(54, 28, 20, -90, 90), (24, 48), width=15, tone=INK),
    stroke((24, 48), (54, 48), *arc(56, 70, 22, -90, 90), (24, 92), width=15, tone=INK),
)
BOARDS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {"first": boards(LETTER_A, LETTER_B), "second": boards(inked(SUN), inked(MOON))}
)
"""The boards by which one knows each edition."""
MARKS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        "brown": (Block(10, 10, 80, 80, 10),),
        "grey": (Polygon(regular(50, 50, 49, 4)),),
        "blue": (polygon((50, 2), (94, 38), (94, 96), (6, 96), (6, 38)),),
        "yellow": (Disc(50, 50, 46),),
        "red": (SHIELD[0],),
        "green": (polygon((50, 4), (98, 92), (2, 92)),),
        "purple": (Polygon(regular(50, 50, 49, 6)),),
        "white": (Polygon(star(50, 54, 50, 21, 5)),),
        "black": (polygon((6, 8), (94, 8), (62, 50), (94, 92), (6, 92), (38, 50)),),
    }
)
"""Colour word of a card -> its mark, so that colour never stands alone."""

RESOURCES: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        letter: (*ground, *shrunk(glyph, 0.74))
        for letter, ground, glyph in (
            ("W", SQUARE, TREE),
            ("S", SQUARE, BOULDER),
            ("C", SQUARE, BRICKS),
            ("O", SQUARE, PICK),
            ("L", ROUND, SPOOL),
            ("G", ROUND, FLASK),
            ("P", ROUND, SCROLL),
        )
    }
)
"""Letter of a resource -> its chip: raw materials are square, manufactured goods round."""

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

ICONS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        "coin": COIN,
        "debt": DEBT,
        "dove": DOVE,
        "shield": SHIELD,
        "stage": PYRAMID,
        "laurel": LAUREL,
        "compass": COMPASS,
        "gear": GEAR,
        "tablet": TABLET,
        "swords": SWORDS,
        "check": CHECK,
        "cross": CROSS,
        "hourglass": HOURGLASS,
        "question": QUESTION,
        "warning": WARNING,
        "info": INFO,
        "camera": CAMERA,
        "left": LEFT,
        "right": RIGHT,
        "arrow": ARROW,
        **{name: turned(ARROW, degrees) for name, degrees in TURNS.items()},
        "undo": UNDO,
        "play": PLAY,
        "card": CARD,
        "discard": DISCARD,
        "crown": CROWN,
        "temple": HOUSE,
        "chain": CHAIN,
        "bank": BANK,
        "person": PERSON,
        "star": STAR,
        "sun": SUN,
        "moon": MOON,
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
        **{f"boards.{edition}": shapes for edition, shapes in BOARDS.items()},
        **{f"mark.{colour}": shapes for colour, shapes in MARKS.items()},
        **{f"resource.{letter}": shapes for letter, shapes in RESOURCES.items()},
        **{f"banner.{wonder}": shapes for wonder, shapes in EMBLEMS.items()},
    }
)
