"""The bar at the bottom: what each of the five buttons does now. Its parts can be touched."""

from dataclasses import replace

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel
from display.facts.names import SeatName
from display.navigation.navigation import ButtonLabel, button_labels
from display.navigation.position import Position
from display.screens.signs.button_mark import BUTTONS, ICONS, draw_mark
from display.screens.signs.seat_banner import BANNER, draw_named
from display.table_state import TableState

WEIGHTS = (1.03, 1.15, 1.3, 1.15, 1.17)
"""Widths of the buttons."""
MENU_WEIGHTS = (0.85, 1.25, 1.25, 1.25, 1.25)
"""Widths of the buttons below a page of the menu or a question."""
SIGN, EDGE, GAP = 0.44, 0.08, 0.08
"""Widths within a button, against its height: of the mark and the icon, of its edges, and before its word."""
MOST = 0.58
"""The em of the words, at most, against the button's height."""


def panels(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    """One panel for each button, in the order of the buttons."""
    found = tuple(zip(places(box, position), button_labels(position, state), strict=True))
    row = tuple(
        (label.key, label.city, place.w - place.h * (SIGN + 2 * EDGE + GAP))
        for place, label in found
        if label.alive and label.key
    )
    return tuple(
        Panel(place, paint, replace(label, row=row), touch=label.press if label.alive else None)
        for place, label in found
    )


def places(box: Box, position: Position) -> tuple[Box, ...]:
    """The boxes of the five buttons, in a box as wide as the screen."""
    return box.columns(*(MENU_WEIGHTS if position.opened or position.asked else WEIGHTS), gap=box.w * 0.0085)


def paint(canvas: Canvas, label: ButtonLabel) -> None:
    """An icon and a word; gold if it is the one to press, dim if it has to be held, empty if it does nothing."""
    theme = canvas.theme
    if not label.alive:
        return
    ink = theme.ink if label.urgent else theme.dim if label.held else theme.text
    canvas.plate(canvas.box, theme.gold if label.urgent else theme.raised, canvas.box.h * 0.24)
    inner = canvas.box.inset(canvas.box.h * EDGE, canvas.box.h * 0.04)
    mark = canvas.tools.marks[BUTTONS.index(label.press)]
    if not label.key:
        sign = inner.middle(inner.h * (1.6 if mark else 0.7), inner.h * 0.7)
        if mark:
            left, sign = sign.columns(1.0, 1.0)
            draw_mark(canvas, left, mark, ink)
        canvas.icon(sign, ICONS[label.press], ink)
        return
    sign, rest = inner.cut_left(canvas.box.h * SIGN, canvas.box.h * GAP)
    if mark:
        top, sign = sign.rows(1.0, 1.0)
        draw_mark(canvas, top, mark, ink)
    canvas.icon(sign, "hourglass" if label.held else ICONS[label.press], ink)
    most = canvas.box.h * MOST
    sizes = (fonts.largest(_words(canvas, key, city, room), most, room, bold=True) for key, city, room in label.row)
    size = max(min(sizes, default=most), canvas.tools.smallest)
    if label.city is not None:
        wide = canvas.width(_words(canvas, label.key, label.city, rest.w), size, bold=True)
        roomy = wide + size * BANNER < rest.w
        draw_named(canvas, rest, label.city, size, bold=True, colour=ink, align="centre", banner=roomy)
        return
    canvas.text(rest, canvas.say(label.key), size, bold=True, colour=ink, align="centre")


def _words(canvas: Canvas, key: str, city: SeatName | None, room: float) -> str:
    """What the button says; a city by the longest of its names that can be read there."""
    if city is None:
        return canvas.say(key)
    names = (city.text(canvas.say), city.short_text(canvas.tools.words), city.player)
    least = canvas.tools.smallest
    return next((one for one in names if one and canvas.width(one, least, bold=True) <= room), names[1])
