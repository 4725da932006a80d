"""A part of the screen that is drawn anew only when what it shows has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from display.model import Press

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from display.canvas import Canvas
    from display.layout import Box


@dataclass(frozen=True, slots=True)
class Pick:
    """A touch on choice `index` of what is asked."""

    index: int


@dataclass(frozen=True, slots=True)
class Look:
    """A touch on a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A long press on a button."""

    press: Press


@dataclass(frozen=True, slots=True)
class ToMenu:
    """The main menu, from wherever one is."""


Touch = Press | Pick | Look | Hold | ToMenu


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
