"""Room for the names of things in a picture: none lies over another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.layout import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Size = tuple[float, float]


def placed(
    frame: Box, things: Sequence[Box], sizes: Sequence[Size], gap: float, urgent: int = 0
) -> tuple[Box | None, ...]:
    """A place inside the frame for the label of each thing, of these sizes; None where it finds no room.

    Who comes first chooses first: below the thing, above it, to its right, to its left; all in px. The first `urgent`
    ones may lie over another thing if need be, the others over none.
    """
    found: list[Box | None] = []
    for number, (thing, size) in enumerate(zip(things, sizes, strict=True)):
        labels = [label for label in found if label is not None]
        around = [place for place in _around(thing, size, frame, gap) if _is_free(place, frame, labels)]
        clear = (place for place in around if _is_free(place, frame, things))
        found.append(next(clear, around[0] if around and number < urgent else None))
    return tuple(found)


def _around(thing: Box, size: Size, frame: Box, gap: float) -> Iterator[Box]:
    w, h = size
    x, y = thing.centre
    level = min(max(frame.x, x - w / 2), frame.right - w)
    yield Box(level, thing.bottom + gap, w, h)
    yield Box(level, thing.y - gap - h, w, h)
    yield Box(thing.right + gap, y - h / 2, w, h)
    yield Box(thing.x - gap - w, y - h / 2, w, h)


def _is_free(place: Box, frame: Box, taken: Sequence[Box]) -> bool:
    return frame.holds(place, 0.01) and not any(place.overlaps(other) for other in taken)
