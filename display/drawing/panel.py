"""A part of the screen that is drawn anew only when what it shows has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from device.messages.presses import Touch
    from display.drawing.canvas import Canvas
    from display.drawing.layout import Box


@dataclass(frozen=True, slots=True)
class Panel:
    """`paint` draws `content` and nothing else, so equal contents look the same. `touch`: what touching it asks for.

    `turn`: quarters of a circle by which it is drawn turned clockwise. `moving`: small panels that are drawn over it,
    elsewhere from frame to frame; they lie on this one and paint no ground.
    """

    box: Box
    paint: Callable[[Canvas, Any], None]
    content: Hashable
    touch: Touch | None = None
    turn: int = 0
    moving: tuple[Panel, ...] = ()

    @property
    def key(self) -> Hashable:
        """What decides whether it must be drawn again."""
        return self.paint, self.content, self.turn
