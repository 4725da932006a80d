"""What pages show to read: a turn of the history, what icons mean, what buttons do, a plain score sheet."""

from display.drawing.box import Box
from display.drawing.canvas import Canvas, signed_text
from display.drawing.panel import paint_all
from display.drawing.theme import Colour
from display.facts.names import SeatName
from display.menu.page import Legend
from display.menu.reference.history import HistoryEntry, HistoryTurn
from display.menu.reference.past_games import ALL_CATEGORIES, PlainSheet
from display.menu.setup.first_start import ButtonHints
from display.screens.menu.tile import spoken
from display.screens.scoring.scoring import Sheet, panels_of_sheet
from display.screens.signs.button_mark import BUTTONS, ICONS, draw_mark
from display.screens.signs.seat_banner import draw_named
from display.screens.table.city import draw_action

MANY = 4
"""The most entries in one column."""
LEGEND_COLUMNS, FEW = (3, 2), 8
"""Columns of a legend, and of one with so few symbols."""


def paint_turn(canvas: Canvas, turn: HistoryTurn) -> None:
    """A row for each action, in two columns if there are many."""
    count = len(turn.entries)
    columns = 1 if count <= MANY else 2
    rows = max(MANY, -(-count // columns))
    high = min(canvas.box.h, rows * canvas.tools.height / 8)
    cells = canvas.box.middle(canvas.box.w, high).grid(columns, rows, gap=canvas.tools.screen / 80)
    ordered = [cells[columns * (place % rows) + place // rows] for place in range(count)]
    for cell, entry in zip(ordered, turn.entries, strict=True):
        _entry(canvas, cell, entry)


def _entry(canvas: Canvas, box: Box, entry: HistoryEntry) -> None:
    theme = canvas.theme
    canvas.plate(box, theme.panel, box.h * 0.2)
    inner = box.inset(box.h * 0.25, box.h * 0.1)
    name, summary = inner.columns(0.62, 1.0, gap=inner.h * 0.3)
    draw_named(canvas, name, entry.name, inner.h * 0.72, bold=True)
    if entry.summary is not None:
        draw_action(canvas, summary.middle(summary.w, summary.h * 0.85), entry.summary)
        return
    total = sum(entry.tokens)
    ink = theme.good if total > 0 else theme.bad if total < 0 else theme.dim
    words = "  ".join(signed_text(token) for token in entry.tokens) or "="
    canvas.text(summary, words, inner.h * 0.8, bold=True, colour=ink)


def paint_legend(canvas: Canvas, legend: Legend) -> None:
    """Icons with their meaning, column by column, in the colours of the screens."""
    columns = LEGEND_COLUMNS[len(legend.symbols) <= FEW]
    rows = -(-len(legend.symbols) // columns)
    cells = canvas.box.grid(columns, rows, gap=canvas.tools.screen / 120)
    high = cells[0].h
    size = canvas.common((canvas.say(key) for _, key in legend.symbols), cells[0].w - high * 1.5, high * 0.7)
    for number, (icon, key) in enumerate(legend.symbols):
        _legend_entry(canvas, cells[columns * (number % rows) + number // rows], icon, key, size)


def _legend_entry(canvas: Canvas, box: Box, icon: str, key: str, size: float) -> None:
    canvas.plate(box, canvas.theme.panel, box.h * 0.2)
    sign, words = box.inset(box.h * 0.2, box.h * 0.1).cut_left(box.h * 0.8, box.h * 0.24)
    canvas.icon(sign, icon, _legend_colour(canvas, icon))
    canvas.text(words, canvas.say(key), size)


def _legend_colour(canvas: Canvas, icon: str) -> Colour:
    theme = canvas.theme
    family, _, name = icon.partition(".")
    if family == "resource":
        return theme.resources[name]
    if family == "mark":
        return theme.cards[name]
    named = {
        "shield": "red",
        "stage": "brown",
        "compass": "green",
        "gear": "green",
        "tablet": "green",
        "question": "green",
    }
    if icon in named:
        return theme.cards[named[icon]]
    signs = {"hourglass": theme.dim, "check": theme.good, "cross": theme.bad, "warning": theme.ask}
    return signs.get(icon, theme.gold)


def paint_hints(canvas: Canvas, hints: ButtonHints) -> None:
    """A row for each; all in letters of one size."""
    theme = canvas.theme
    *rows, last = canvas.box.rows(*[1.0] * (len(hints.rows) + 1), gap=canvas.tools.screen / 80)
    signs = rows[0].h * 2.9
    texts = [spoken(canvas, words) for _, words in hints.rows]
    size = canvas.common(texts, rows[0].w - signs - rows[0].h * 0.5, canvas.tools.height / 17)
    for row, (presses, _), text in zip(rows, hints.rows, texts, strict=True):
        canvas.plate(row, theme.panel, row.h * 0.2)
        place, words = row.cut_left(signs, row.h * 0.2)
        for side, press in zip(place.columns(*[1.0] * len(presses)), presses, strict=True):
            high = row.h * 0.6
            left, right = side.middle(high * 1.9, high).columns(1.0, 1.0)
            draw_mark(canvas, left, canvas.tools.marks[BUTTONS.index(press)], theme.gold)
            canvas.icon(right.inset(high * 0.1), ICONS[press], theme.text)
        canvas.text(words, text, size)
    canvas.paragraph(last, spoken(canvas, hints.menus), canvas.tools.height / 17, bold=True, colour=theme.gold)


def paint_sheet(canvas: Canvas, sheet: PlainSheet) -> None:
    """A plain score sheet, drawn as that of a game, the best first."""
    called = (row.name or canvas.say("menu.sheet.player", number=seat + 1) for seat, row in enumerate(sheet.rows))
    seated = ((SeatName(name, "", seat), row) for seat, (name, row) in enumerate(zip(called, sheet.rows, strict=True)))
    names, rows = zip(*sorted(seated, key=lambda pair: -pair[1].total), strict=True)
    points = zip(ALL_CATEGORIES, zip(*(row.points for row in rows), strict=True), strict=False)
    totals = tuple(row.total for row in rows)
    won = tuple(total == totals[0] for total in totals)
    paint_all(canvas, panels_of_sheet(canvas.box, Sheet(names, totals, won, tuple(points))))
