"""The rows of a city's panel: the same in all panels of a table, so that cities are compared at a glance."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from display.drawing.box import Box
from display.screens.signs.sign_line import largest, resources

Division = tuple[float, float, float, float]
ROOMY, FEW, MANY = (0.9, 1.64, 1.08, 1.02), (0.98, 1.42, 1.08, 1.16), (0.82, 1.3, 1.58, 1.0)
"""Heights of the rows of a wide panel: title, numbers, resources, action. ROOMY has larger numbers, where their
width allows it; FEW has a larger action; MANY is for many resources."""
LARGER = 1.08
"""ROOMY is used if it makes the digits at least this much larger."""
TALL = (1.0, 1.0, 1.0, 1.0, 1.08, 0.74, 0.74)
"""Heights of the rows of a tall panel: title, treasury, shields, stages, resources, action, payment."""
CRAMPED = 0.55
"""MANY is used if chips would be smaller than this share of their row."""
SLOTS = (2.0, 2.0, 2.1)
"""Widths of treasury, shields and stages, each with its icon and up to two digits, in ems of the digits."""
SHORT_SLOTS = (2.05, 2.05, 1.1)
"""The same where the stages are a pictogram, so that treasury and shields of many cities are larger."""
MOST_NUMBERED = 4
"""Up to so many cities have their stages in digits."""
APART = 0.32
"""The least gap between them, in the same ems."""
TALL_DIGITS = 0.34
"""The em of the digits in a tall panel, against its width: there is an icon on each side of two digits."""


@dataclass(frozen=True, slots=True)
class CityRows:
    """The em of the digits in px, the heights of the rows of wide panels, and the room for each number in them."""

    digits: float
    division: Division = FEW
    slots: tuple[float, float, float] = SLOTS


def edge(box: Box) -> float:
    """The width of a panel's frame, in px."""
    return max(2.0, box.h * 0.02)


def inside(box: Box) -> Box:
    """The room within the frame of a panel."""
    if box.h > box.w:
        return box.inset(box.w * 0.08 + edge(box), box.h * 0.03 + edge(box))
    return box.inset(box.h * 0.07 + edge(box), box.h * 0.05 + edge(box))


def wide(inner: Box, division: Division) -> tuple[Box, ...]:
    """The rows of a panel that is wider than high: title, numbers, resources, action."""
    return inner.rows(*division, gap=inner.h * 0.02)


def tall(inner: Box) -> tuple[Box, ...]:
    """The rows of a panel that is higher than wide, as in `TALL`."""
    return inner.rows(*TALL, gap=inner.h * 0.012)


def largest_digits(box: Box, widths: tuple[float, float, float] = SLOTS) -> float:
    """The largest em, in px, in which treasury, shields and stages fit side by side."""
    return min(box.h, box.w / (sum(widths) + 2 * APART))


def slots(box: Box, em: float, widths: tuple[float, float, float] = SLOTS) -> tuple[Box, ...]:
    """The places of treasury, shields and stages."""
    return box.columns(*widths, gap=em * APART)


@lru_cache(maxsize=32)
def common_rows(boxes: tuple[Box, ...], goods: tuple[tuple[str, ...], ...]) -> CityRows:
    """The rows of all panels of a table; `boxes` are the panels as their readers see them, `goods` their resources."""
    inner = [inside(box) for box in boxes]
    widths = SLOTS if len(boxes) <= MOST_NUMBERED else SHORT_SLOTS
    few, roomy = (_digits(inner, division, widths) for division in (FEW, ROOMY))
    if any(_cramped(box, units) for box, units in zip(inner, goods, strict=True)):
        return CityRows(_digits(inner, MANY, widths), MANY, widths)
    return CityRows(roomy, ROOMY, widths) if roomy >= few * LARGER else CityRows(few, FEW, widths)


def _cramped(inner: Box, units: tuple[str, ...]) -> bool:
    if inner.h > inner.w:
        return False
    row = wide(inner, FEW)[2]
    return largest(row, resources(units), row.h) < row.h * CRAMPED


def _digits(inner: Iterable[Box], division: Division, widths: tuple[float, float, float]) -> float:
    return min(
        min(tall(box)[1].h, box.w * TALL_DIGITS) if box.h > box.w else largest_digits(wide(box, division)[1], widths)
        for box in inner
    )
