"""A demonstration shows the simulated table beside the screen, or in turns with it where there is no room for both."""

from dataclasses import dataclass, field, replace

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel
from display.drawing.preview import EMPTY, draw_preview
from display.messages.preview import Preview
from display.navigation.position import Position, ScreenId
from display.navigation.reveal import is_revealing
from display.screens.menu.camera_view import draw_marks
from display.table_state import TableState

SHARE = 0.39
"""Of the width, for the table."""
SHAPE = 5 / 3
"""Width to height of the screen beside it, as on a small display."""
LEAST = 720.0
"""px; a screen that would be narrower than this is shown in turns with the table."""
FEW, EMPTY_SIDES = 4, 0.14
"""So many people leave such a share of the picture empty on the left and on the right."""
NEXT = {
    "by_hand": "wondertable run --camera none",
    "print": "wondertable stickers --edition second --players 4 --out kit.pdf",
    "buy": "docs/before-you-buy.md",
}
"""What to do after the demonstration, and the command or the page of the manual for it."""


@dataclass(frozen=True)
class SimulatedView:
    """What the simulated camera sees, with what is read in it; `over`: what to do next instead."""

    preview: Preview | None = field(hash=False)
    over: bool = False


def parts(width: int, height: int) -> tuple[Box, Box] | None:
    """Where the table and the screen are in a window of that size in px; None if there is no room for both."""
    table, screen = Box(0, 0, width, height).columns(SHARE, 1 - SHARE)
    if screen.w < LEAST:
        return None
    high = min(height, round(screen.w / SHAPE))
    return (table.inset(height / 100), Box(round(screen.x), round((height - high) / 2), int(screen.w), high))


def panels(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    """The table; once the winner is shown, what to do next."""
    preview = state.preview
    if preview is not None and len(state.seats) <= FEW:
        preview = without_sides(preview, EMPTY_SIDES)
    return (Panel(box, paint, SimulatedView(preview, is_told(state, position))),)


def without_sides(preview: Preview, share: float) -> Preview:
    """The picture without that share of it on the left and on the right."""
    off, wide = round(preview.width * share), preview.width
    rows = (preview.grey[row * wide + off : (row + 1) * wide - off] for row in range(preview.height))
    left, rest = off / wide, 1 - 2 * off / wide
    marks = tuple(
        replace(mark, corners=tuple(((x - left) / rest, y) for x, y in mark.corners))
        for mark in preview.marks
        if all(left < x < 1 - left for x, _ in mark.corners)
    )
    return replace(preview, width=wide - 2 * off, grey=b"".join(rows), marks=marks, unread=())


def is_told(state: TableState, position: Position) -> bool:
    """True once the whole game has been shown."""
    return state.finished and not is_revealing(position, state)


def takes_turn(state: TableState, position: Position) -> bool:
    """True if the table is to be seen now instead of the screen; somebody who has opened something keeps it."""
    home = position.screen is position.home.screen and position.screen is not ScreenId.CONFLICTS
    shows = home and (not state.finished or is_told(state, position))
    return state.simulated and state.aside and position.opened is None and position.asked is None and shows


def paint(canvas: Canvas, view: SimulatedView) -> None:
    """What it is, and below it the picture with its marks; or the next steps."""
    theme = canvas.theme
    size = canvas.tools.height / 17
    if view.over:
        _paint_next(canvas)
        return
    words = canvas.say("demo.simulated")
    head = min(canvas.height(words, size, canvas.box.w), canvas.box.h * 0.3)
    shape = view.preview.width / view.preview.height if view.preview else EMPTY
    high = min(canvas.box.w / shape, canvas.box.h - head - size * 0.4)
    block = canvas.box.middle(canvas.box.w, head + size * 0.4 + high)
    title, room = block.cut_top(head, size * 0.4)
    canvas.paragraph(title, words, size, colour=theme.gold, align="centre")
    frame = draw_preview(canvas, room, view.preview, radius=0.01)
    if view.preview is not None:
        draw_marks(canvas, frame, view.preview.marks)


def _paint_next(canvas: Canvas) -> None:
    theme = canvas.theme
    size = canvas.tools.height / 19
    title, *steps = canvas.box.inset(size * 0.3, 0.0).rows(0.7, 1.0, 1.0, 1.0, gap=size * 0.4)
    canvas.paragraph(title, canvas.say("demo.next"), size * 1.4, bold=True, colour=theme.gold)
    for place, (step, command) in zip(steps, NEXT.items(), strict=True):
        head, rest = place.cut_top(size * 1.4)
        canvas.text(head, canvas.say(f"demo.next.{step}"), size * 1.1, bold=True)
        canvas.paragraph(rest, command, size * 0.9, colour=theme.dim, top=True)
