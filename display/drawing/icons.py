"""Icons: drawn in `icons.svg`, painted here at any size and in any colour, with smooth edges."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from xml.etree import ElementTree as Svg

import pygame

from display.drawing.theme import DARK, Colour, mix

FINER = 4
"""Icons are painted this many times larger and scaled down."""

Point = tuple[float, float]
Paint = tuple[int, int, int, int]


class Tone(Enum):
    """The colour that a shape is painted in: its class in the drawing."""

    FILL = ""
    INK = "ink"
    SHADE = "shade"
    HOLE = "hole"
    """Transparent: removes what was painted there before."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape on a square of 100 x 100, y downwards.

    `kind`: the element of SVG. `points`: its corners; of a circle its middle, of a rectangle two opposite corners.
    `size`: a circle's radius, a line's width, the radius of a rectangle's corners.
    """

    kind: str
    points: tuple[Point, ...]
    size: float = 0.0
    tone: Tone = Tone.FILL


def drawings() -> Svg.Element:
    """The drawing with every icon in a part of its own, whose `id` is the icon's name."""
    return Svg.fromstring((files("display.drawing") / "icons.svg").read_text("utf-8"))


def kind_of(element: Svg.Element) -> str:
    """An element's name, as SVG has it."""
    return element.tag.rpartition("}")[2]


def _shape(element: Svg.Element) -> Shape:
    kind, tone = kind_of(element), Tone(element.get("class", ""))

    def value(name: str) -> float:
        return float(element.get(name, 0))

    if kind == "circle":
        return Shape(kind, ((value("cx"), value("cy")),), value("r"), tone)
    if kind == "rect":
        x, y = value("x"), value("y")
        return Shape(kind, ((x, y), (x + value("width"), y + value("height"))), value("rx"), tone)
    pairs = (pair.split(",") for pair in element.attrib["points"].split())
    return Shape(kind, tuple((float(x), float(y)) for x, y in pairs), value("stroke-width"), tone)


ICONS: Mapping[str, tuple[Shape, ...]] = {
    part.attrib["id"]: tuple(_shape(element) for element in part if kind_of(element) != "title")
    for part in drawings()
    if part.get("id")
}
"""Name -> shapes. Families: `mark.<colour>`, a card's mark, so that colour never stands alone; `resource.<letter>`, a
chip, square for raw materials, round for manufactured goods; `banner.<wonder>`, a seat's banner; `boards.<edition>`,
both sides of a board, by which one knows its edition."""


def emblem(wonder: str) -> str:
    """The name of the icon of a wonder's banner."""
    name = f"banner.{wonder}"
    return name if name in ICONS else "banner."


@lru_cache(maxsize=768)
def icon(name: str, size: int, colour: Colour, ink: Colour = DARK.ink) -> pygame.Surface:
    """The icon on a square of `size` px, its details in `ink`; its alpha is premultiplied."""
    paints = {
        Tone.FILL: (*colour, 255),
        Tone.INK: (*ink, 255),
        Tone.SHADE: (*mix(colour, ink, 0.28), 255),
        Tone.HOLE: (0, 0, 0, 0),
    }
    return _painted(ICONS[name], size, paints)


@lru_cache(maxsize=256)
def disc(radius: int, colour: Colour) -> pygame.Surface:
    """A disc of that radius in px, for round corners; its alpha is premultiplied."""
    return _painted((Shape("circle", ((50, 50),), 50),), 2 * radius, {Tone.FILL: (*colour, 255)})


def _painted(shapes: Sequence[Shape], side: int, paints: Mapping[Tone, Paint]) -> pygame.Surface:
    large = pygame.Surface((side * FINER, side * FINER), pygame.SRCALPHA)
    for shape in shapes:
        _paint(large, shape, side * FINER / 100, paints[shape.tone])
    # `premul_alpha` is missing in Debian 12's pygame.
    premultiplied = pygame.image.frombuffer(pygame.image.tostring(large, "RGBA_PREMULT"), large.get_size(), "RGBA")
    scaled = pygame.transform.smoothscale(premultiplied, (side, side))
    found = pygame.Surface((side, side), pygame.SRCALPHA)  # holds colours in the screen's order: blits are faster
    found.blit(scaled, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return found


def _paint(surface: pygame.Surface, shape: Shape, scale: float, paint: Paint) -> None:
    points, size = [(x * scale, y * scale) for x, y in shape.points], shape.size * scale
    match shape.kind:
        case "polygon":
            pygame.draw.polygon(surface, paint, points)
        case "circle":
            pygame.draw.circle(surface, paint, points[0], size)
        case "rect":
            (left, top), (right, bottom) = points
            pygame.draw.rect(surface, paint, (left, top, right - left, bottom - top), border_radius=int(size))
        case "polyline":
            _stroke(surface, points, size, paint)


def _stroke(surface: pygame.Surface, points: Sequence[Point], width: float, paint: Paint) -> None:
    """Round joints with rectangles between them: the ends of pygame's own thick lines are slanted."""
    for point in points:
        pygame.draw.circle(surface, paint, point, width / 2)
    for (x, y), (u, v) in itertools.pairwise(points):
        length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        if length == 0:
            continue
        dx, dy = -(v - y) / length * width / 2, (u - x) / length * width / 2
        pygame.draw.polygon(surface, paint, [(x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)])
