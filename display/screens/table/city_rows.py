"""How a city's panel is divided into rows: alike in all panels of a table, so that they are compared at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.screens.table import resource_chips

if TYPE_CHECKING:
    from collections.abc import Iterable

    from display.drawing.box import Box

Division = tuple[float, float, float, float]
ROOMY, FEW, MANY = (0.9, 1.64, 1.08, 1.02), (0.98, 1.42, 1.08, 1.16), (0.82, 1.3, 1.58, 1.0)
"""How high the rows of a wide panel are: title, numbers, goods, deed; the larger numbers are, where they have the width
for it, or else what is done; for many goods."""
LARGER = 1.08
"""How much larger digits must become in a higher row for the other rows to give way."""
TALL = (0.72, 1.0, 1.0, 1.0, 1.08, 0.74, 0.74)
"""The same of a tall panel: title, treasury, shields, stages, goods, deed, payment."""
CRAMPED = 0.55
"""Chips that would be smaller than this share of their row get a higher one."""
SLOTS = (2.0, 2.0, 2.1)
"""Widths of treasury, shields and stages, each with its icon and up to two digits, in ems of the digits."""
APART = 0.32
"""The least room between them, in the same ems."""
TALL_DIGITS = 0.34
"""The digits of a tall panel against its width: icon, two digits and a sign at the end of the row."""


@dataclass(frozen=True, slots=True)
class CityRows:
    """The em of the digits in px, and how wide panels are divided."""

    digits: float
    division: Division = FEW


def edge(box: Box) -> float:
    """How wide the frame of a panel is, in px."""
    return max(2.0, box.h * 0.02)


def inside(box: Box) -> Box:
    """The room within the frame of a panel."""
    if box.h > box.w:
        return box.inset(box.w * 0.08 + edge(box), box.h * 0.03 + edge(box))
    return box.inset(box.h * 0.07 + edge(box), box.h * 0.05 + edge(box))


def wide(inner: Box, division: Division) -> tuple[Box, ...]:
    """Title, numbers, goods and deed, one below the other."""
    return inner.rows(*division, gap=inner.h * 0.02)


def tall(inner: Box) -> tuple[Box, ...]:
    """The rows of a panel that is higher than it is wide."""
    return inner.rows(*TALL, gap=inner.h * 0.012)


def largest_digits(box: Box) -> float:
    """The em, in px, in which treasury, shields and stages have room side by side."""
    return min(box.h, box.w / (sum(SLOTS) + 2 * APART))


def slots(box: Box, em: float) -> tuple[Box, ...]:
    """The places of treasury, shields and stages."""
    return box.columns(*SLOTS, gap=em * APART)


@lru_cache(maxsize=32)
def alike(boxes: tuple[Box, ...], goods: tuple[tuple[str, ...], ...]) -> CityRows:
    """The rows of all panels of a table; `boxes` are the panels as their readers see them."""
    inner = [inside(box) for box in boxes]
    few, roomy = (_digits(inner, division) for division in (FEW, ROOMY))
    if any(_cramped(box, units) for box, units in zip(inner, goods, strict=True)):
        return CityRows(_digits(inner, MANY), MANY)
    return CityRows(roomy, ROOMY) if roomy >= few * LARGER else CityRows(few, FEW)


def _cramped(inner: Box, units: tuple[str, ...]) -> bool:
    if inner.h > inner.w:
        return False
    row = wide(inner, FEW)[2]
    return resource_chips.largest(row, units) < row.h * CRAMPED


def _digits(inner: Iterable[Box], division: Division) -> float:
    return min(
        min(tall(box)[1].h, box.w * TALL_DIGITS) if box.h > box.w else largest_digits(wide(box, division)[1])
        for box in inner
    )
