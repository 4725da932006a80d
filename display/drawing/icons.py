"""Icons, painted at any size with smooth edges."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from display.drawing.icon_drawings import ICONS
from display.drawing.icon_shapes import Block, Disc, Point, Polygon, Shape, Stroke, Tone
from display.drawing.theme import DARK, Colour, mix

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ICONS", "disc", "icon"]

FINER = 4
"""Icons are painted this many times larger and scaled down."""

Paint = tuple[int, int, int, int]


@lru_cache(maxsize=768)
def icon(name: str, size: int, colour: Colour, ink: Colour = DARK.ink) -> pygame.Surface:
    """The icon on a square of `size` px, its details in `ink`; its alpha is premultiplied."""
    paints = {
        Tone.FILL: (*colour, 255),
        Tone.INK: (*ink, 255),
        Tone.SHADE: (*mix(colour, ink, 0.28), 255),
        Tone.HOLE: (0, 0, 0, 0),
    }
    return _painted(ICONS[name], size, size, size * FINER / 100, paints)


@lru_cache(maxsize=256)
def disc(radius: int, colour: Colour) -> pygame.Surface:
    """A disc of that radius in px, for round corners; its alpha is premultiplied."""
    side = 2 * radius
    return _painted((Disc(50, 50, 50),), side, side, side * FINER / 100, {Tone.FILL: (*colour, 255)})


def _painted(
    shapes: Sequence[Shape], width: int, height: int, scale: float, paints: dict[Tone, Paint]
) -> pygame.Surface:
    large = pygame.Surface((width * FINER, height * FINER), pygame.SRCALPHA)
    for shape in shapes:
        _paint(large, shape, scale, paints[shape.tone])
    # `premul_alpha` is missing in Debian 12's pygame.
    premultiplied = pygame.image.frombuffer(pygame.image.tostring(large, "RGBA_PREMULT"), large.get_size(), "RGBA")
    scaled = pygame.transform.smoothscale(premultiplied, (width, height))
    found = pygame.Surface((width, height), pygame.SRCALPHA)  # holds colours in the screen's order: blits are faster
    found.blit(scaled, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return found


def _paint(surface: pygame.Surface, shape: Shape, scale: float, paint: Paint) -> None:
    match shape:
        case Polygon(points, _):
            pygame.draw.polygon(surface, paint, _scaled(points, scale))
        case Disc(x, y, radius, _):
            pygame.draw.circle(surface, paint, (x * scale, y * scale), radius * scale)
        case Block(x, y, w, h, radius, _):
            pygame.draw.rect(
                surface, paint, (x * scale, y * scale, w * scale, h * scale), border_radius=int(radius * scale)
            )
        case Stroke(points, width, _):
            _stroke(surface, _scaled(points, scale), width * scale, paint)


def _scaled(points: Sequence[Point], scale: float) -> list[Point]:
    return [(x * scale, y * scale) for x, y in points]


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
