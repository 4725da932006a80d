"""A page of the menu: what is asked, and the options in a column over each button."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel, paint_itself, related
from display.menu import COLUMNS, Menu, OpenPage, Tile
from display.menu.page import Legend
from display.menu.reference.city_cards import CityCards
from display.menu.reference.history import HistoryTurn
from display.menu.reference.past_games import PlainSheet
from display.menu.setup.cameras import CameraPicture, FocusView
from display.menu.setup.first_start import ButtonHints
from display.messages.presses import Pick
from display.screens.menu import bodies, camera_view, city_cards, tile
from display.screens.menu.tile import spoken
from display.screens.signs.seat_banner import draw_banner
from display.table_state import TableState
from display.words import Line

FINGER = 1 / 14
"""The least height of a row that can be touched, against the screen's. A touch on smaller rows spreads them."""
APART = 4
"""Up to this many numbers or letters have a tile each: side by side, two would be read as one number."""
LARGE = 2
"""Up to this many options in a column are drawn as tiles; more become rows of a list."""


@dataclass(frozen=True, slots=True)
class PageHead:
    """What is asked; `waiting`: the number of questions that wait until the page is closed."""

    headline: Line
    waiting: int = 0


def panels(box: Box, buttons: tuple[Box, ...], state: TableState, opened: OpenPage) -> tuple[Panel, ...]:
    """The headline above, what was chosen at the side, a body if there is one, a column over each button."""
    menu = opened.page.menu(state)
    gap = box.h * 0.02
    head, rest = box.cut_top(box.h * 0.15, gap)
    found = [Panel(head, paint_head, PageHead(menu.headline, len(state.questions)))]
    if menu.body is not None:
        body, rest = _cut_body(rest, menu, gap)
        paint = paint_line if isinstance(menu.body, Line) else BODIES.get(type(menu.body), paint_itself)
        found.append(Panel(body, paint, menu.body, touch=None if menu.touched is None else Pick(menu.touched)))
    if menu.options:
        side, *columns = (type(rest)(place.x, rest.y, place.w, rest.h) for place in buttons)
        found += related((Panel(side, paint_chosen, menu.about),))
        placed = enumerate(zip(columns, opened.columns(menu), strict=True))
        found += related(
            [panel for number, (place, inside) in placed for panel in _column(place, menu, inside, number, box.h)]
        )
    return tuple(found)


def _cut_body(box: Box, menu: Menu, gap: float) -> tuple[Box, Box]:
    if not menu.options:
        return box, box
    share = 0.42 if isinstance(menu.body, Line) else 0.83 if menu.large_body else 0.64
    return box.cut_top(box.h * share, gap)


def _column(place: Box, menu: Menu, inside: tuple[int, ...], number: int, high: float) -> list[Panel]:
    if not inside:
        return []
    tiles = tuple(menu.options[index].tile for index in inside)
    if len(inside) == 1:
        return [Panel(place, tile.paint, tiles[0], touch=Pick(inside[0]))]
    if place.h / len(inside) < high * FINGER * 1.25 or (tile.is_bare(tiles) and len(inside) > APART):
        return [Panel(place, tile.paint_listing, tiles, touch=COLUMNS[number])]
    rows = place.rows(*[1.0] * len(inside), gap=high * 0.012)
    if len(inside) <= LARGE:
        return [
            Panel(row, tile.paint, one, touch=Pick(index)) for row, one, index in zip(rows, tiles, inside, strict=True)
        ]
    return [
        Panel(row, tile.paint_listing, (one,), touch=Pick(index))
        for row, one, index in zip(rows, tiles, inside, strict=True)
    ]


def paint_head(canvas: Canvas, head: PageHead) -> None:
    """The headline, as large as fits."""
    theme = canvas.theme
    box = canvas.box.inset(canvas.box.h * 0.12, canvas.box.h * 0.06)
    if head.waiting:
        sign, box = box.cut_right(box.h * 0.8, box.h * 0.3)
        canvas.icon(sign, "question", theme.ask)
    canvas.paragraph(box, spoken(canvas, head.headline), canvas.tools.height / 12, bold=True, smallest=0.4)


def paint_line(canvas: Canvas, words: Line) -> None:
    """Something to read."""
    canvas.plate(canvas.box, canvas.theme.panel, canvas.tools.screen / 40)
    box = canvas.box.inset(canvas.tools.screen / 24)
    canvas.paragraph(box, spoken(canvas, words), canvas.tools.height / 15, smallest=0.4)


def paint_chosen(canvas: Canvas, chosen: tuple[Tile, ...]) -> None:
    """Small tiles of what has been chosen so far, the first one on top."""
    if not chosen:
        return
    places = canvas.box.rows(*[1.0] * max(3, len(chosen)), gap=canvas.tools.screen / 60)
    for place, one in zip(places, chosen, strict=False):
        _chosen_tile(canvas, place, one)


def _chosen_tile(canvas: Canvas, box: Box, one: Tile) -> None:
    theme = canvas.theme
    icon = f"mark.{one.colour}" if one.colour else one.icon
    ink = theme.cards[one.colour] if one.colour else theme.dim
    if one.big:
        number, box = box.cut_top(box.h * 0.5)
        canvas.text(number, one.big, bold=True, align="centre", smallest=0.2)
    elif one.seat is not None:
        sign, box = box.cut_top(box.h * 0.5, box.h * 0.04)
        draw_banner(canvas, sign, one.seat)
    elif icon:
        sign, box = box.cut_top(box.h * 0.5, box.h * 0.04)
        canvas.icon(sign, icon, ink)
    if one.words is not None:
        words, size = spoken(canvas, one.words), canvas.tools.height / 26
        canvas.paragraph(box, words, size, colour=theme.dim, align="centre", smallest=0.4, label="about")


BODIES: dict[type[Hashable], Callable[[Canvas, Any], None]] = {
    FocusView: camera_view.paint_focus,
    ButtonHints: bodies.paint_hints,
    CameraPicture: camera_view.paint,
    HistoryTurn: bodies.paint_turn,
    CityCards: city_cards.paint,
    Legend: bodies.paint_legend,
    PlainSheet: bodies.paint_sheet,
}
"""The class of a page's body, if it is not words -> its painter."""
