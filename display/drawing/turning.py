"""Panels of a screen that lies flat on the table, turned as a whole towards who sits at another edge of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from display.drawing.layout import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.drawing.panel import Panel


def upright(box: Box, turn: int) -> Box:
    """The same room as who reads it sees it, by quarters of a circle that it is turned clockwise."""
    return Box(0.0, 0.0, box.h, box.w) if turn % 2 else Box(0.0, 0.0, box.w, box.h)


def turned(panels: Sequence[Panel], box: Box, turn: int) -> tuple[Panel, ...]:
    """Panels that were laid out in `upright(box, turn)`, where they lie in the box."""
    return tuple(replace(panel, box=_placed(panel.box, box, turn % 4), turn=turn % 4) for panel in panels)


def _placed(one: Box, box: Box, turn: int) -> Box:
    match turn:
        case 1:
            return Box(box.right - one.bottom, box.y + one.x, one.h, one.w)
        case 2:
            return Box(box.right - one.right, box.bottom - one.bottom, one.w, one.h)
        case 3:
            return Box(box.x + one.y, box.bottom - one.right, one.h, one.w)
    return Box(box.x + one.x, box.y + one.y, one.w, one.h)
