"""A part of the screen that is drawn again only when its content has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.messages.presses import UserInput


@dataclass(frozen=True, slots=True)
class Panel:
    """`paint` draws `content` and nothing else, so equal contents look the same. `touch`: what a touch means.

    `turn`: clockwise quarter turns by which it is drawn. `family`: panels whose labels of a kind have letters of one
    size (`display.drawing.renderer`).
    """

    box: Box
    paint: Callable[[Canvas, Any], None]
    content: Hashable
    touch: UserInput | None = None
    turn: int = 0
    family: tuple[Panel, ...] = ()

    @property
    def key(self) -> Hashable:
        """The panel is drawn again when this changes."""
        return self.paint, self.content, self.turn, self.family


def related(panels: Sequence[Panel]) -> tuple[Panel, ...]:
    """The panels as one family: each kind of label has letters of one size on all of them."""
    return tuple(replace(panel, family=tuple(panels)) for panel in panels)


def size_upright(panel: Panel) -> tuple[int, int]:
    """Width and height of the panel in px, as its reader sees it."""
    _, _, width, height = panel.box.pixels
    return (height, width) if panel.turn % 2 else (width, height)


def paint_all(canvas: Canvas, panels: Sequence[Panel]) -> None:
    """Paint panels as parts of one canvas."""
    for panel in panels:
        part = canvas.part(panel.box)
        panel.paint(part, panel.content)
        at = panel.box
        canvas.drawn += [(Box(box.x + at.x, box.y + at.y, box.w, box.h), what) for box, what in part.drawn]


def paint_itself(canvas: Canvas, body: Any) -> None:
    """A value that says itself how it is drawn, such as that of a feature."""
    body.paint(canvas)


def upright(box: Box, turn: int) -> Box:
    """The box as its reader sees it, after `turn` clockwise quarter turns."""
    return Box(0.0, 0.0, box.h, box.w) if turn % 2 else Box(0.0, 0.0, box.w, box.h)


def turned(panels: Sequence[Panel], box: Box, turn: int) -> tuple[Panel, ...]:
    """Panels that were laid out in `upright(box, turn)`, turned into the box."""
    return tuple(replace(panel, box=_placed(panel.box, box, turn % 4), turn=turn % 4) for panel in panels)


def shifted(panels: Sequence[Panel], x: float, y: float) -> tuple[Panel, ...]:
    """Panels that were laid out at the origin, moved by that many px."""
    boxes = (Box(panel.box.x + x, panel.box.y + y, panel.box.w, panel.box.h) for panel in panels)
    return tuple(replace(panel, box=box) for panel, box in zip(panels, boxes, strict=True))


def _placed(one: Box, box: Box, turn: int) -> Box:
    match turn:
        case 1:
            return Box(box.right - one.bottom, box.y + one.x, one.h, one.w)
        case 2:
            return Box(box.right - one.right, box.bottom - one.bottom, one.w, one.h)
        case 3:
            return Box(box.x + one.y, box.bottom - one.right, one.h, one.w)
    return Box(box.x + one.x, box.y + one.y, one.w, one.h)
