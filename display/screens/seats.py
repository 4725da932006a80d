"""The boards that are recognised before the game: each wonder and side at its seat."""

from dataclasses import dataclass

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel, paint_itself, related
from display.facts.names import SeatName
from display.menu.addition import beside_table
from display.messages.presses import LookAt
from display.screens.signs.seat_banner import draw_banner, draw_named
from display.screens.signs.sign_line import draw_resources
from display.screens.table.city import NAME, draw_side, draw_title
from display.screens.table.table import seats_around, turns
from display.table_state import SeatMark, TableState
from engine import known_board

FEWEST = 3
MOST = 8
"""The most panels there is room for: one more than can play, so that a board too many is seen."""
CODE_WIDTH, CODES_WIDTH = 0.335, 0.385
"""The most that what a feature shows takes of the screen's width; the same if it is wide."""
ROOM_FOR_CODES = 350
"""px of the height from which on what is wide stands beside the boards; on a smaller screen on a screen of its own."""
CODE_SHAPE = 0.62
"""The width against the height of what is not wide."""

TALL = 0.7
"""A panel's height against its width, above which the name has a line of its own."""


@dataclass(frozen=True, slots=True)
class BoardPanel:
    """A board at its seat; `resource` is empty if it produces none. `label`: the key of what else there is to say."""

    seat: int
    wonder: str
    side: str
    resource: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class SeatCount:
    """How many boards are recognised, and whether the game can start. `free_city`: one of them is the Free City's."""

    boards: int
    ready: bool
    camera: str | None
    free_city: bool = False


def panels(box: Box, state: TableState, bearings: tuple[float, ...]) -> tuple[Panel, ...]:
    """A panel for each board (as many as fit), the count in the middle, and beside them what a feature shows."""
    marks, added = state.seats[:MOST], beside_table(state)
    joining: tuple[Panel, ...] = ()
    if added is not None and (not added.is_wide or box.h >= ROOM_FOR_CODES):
        wide = min(box.w * CODES_WIDTH, box.h) if added.is_wide else min(box.w * CODE_WIDTH, box.h * CODE_SHAPE)
        place, box = box.cut_right(wide, box.w * 0.015)
        joining = (Panel(place, paint_itself, added),)
    seating = seats_around(box, bearings[:MOST], len(marks))
    boards = related(
        [
            Panel(place, paint_board, _board(seat, mark), touch=LookAt(seat), turn=turn)
            for seat, (place, mark, turn) in enumerate(zip(seating.places, marks, turns(seating, state), strict=True))
        ]
    )
    count = SeatCount(len(state.seats), state.ready, state.camera, any(mark.free_city for mark in state.seats))
    return Panel(seating.centre, paint_count, count), *joining, *boards


def _board(seat: int, mark: SeatMark) -> BoardPanel:
    wonder = known_board(mark.wonder, mark.side)
    label = "screen.seats.free_city" if mark.free_city else "screen.seats.empty" if mark.empty else ""
    return BoardPanel(seat, mark.wonder, mark.side, wonder.resource if wonder else "", label)


def paint_board(canvas: Canvas, board: BoardPanel) -> None:
    """The wonder's name, its side, what it produces."""
    theme = canvas.theme
    canvas.card(theme.panel, canvas.box.h * 0.08)
    name = SeatName("" if board.wonder else canvas.say("screen.seats.unknown"), board.wonder, board.seat)
    if canvas.box.h > canvas.box.w * TALL:
        inner = canvas.box.inset(canvas.box.w * 0.08, canvas.box.h * 0.16)
        title, side, rest = inner.rows(1.0, 1.0, 1.6, gap=inner.h * 0.06)
        draw_named(canvas, title, name, title.h, bold=True, smallest=0.3, banner=False, label=NAME)
        banner, side = side.cut_left(side.h, side.h * 0.25)
        draw_banner(canvas, banner, name)
        draw_side(canvas, side.cut_left(side.h)[0], board.side)
    else:
        inner = canvas.box.inset(canvas.box.h * 0.1, canvas.box.h * 0.14)
        inner = inner.middle(inner.w, min(inner.h, inner.w * 0.6))
        title, rest = inner.rows(1.0, 1.2, gap=inner.h * 0.08)
        draw_title(canvas, title.middle(title.w, min(title.h, canvas.tools.height * 0.09)), name, board.side)
    chip = canvas.tools.height * 0.11
    if board.label:
        tall = canvas.box.h > canvas.box.w * TALL
        rest, label = rest.rows(1.0, 1.0) if tall else rest.cut_left(min(chip, rest.h), chip * 0.3)
        canvas.text(label, canvas.say(board.label), chip * 0.6, colour=theme.dim)
    if board.resource:
        draw_resources(canvas, rest, (board.resource,), chip)


def paint_count(canvas: Canvas, count: SeatCount) -> None:
    """How many players there are, and what to do next; side by side where the middle is a flat strip."""
    theme = canvas.theme
    unit = canvas.tools.height / 480
    box = canvas.box.inset(8 * unit, 4 * unit)
    lines = box.rows if box.h > 2 * canvas.tools.number + 4 * unit else box.columns
    players, hint = lines(1.0, 1.0, gap=4 * unit)
    if count.free_city and count.boards == FEWEST:
        canvas.paragraph(players, canvas.say("players.two"), 40 * unit, bold=True, align="centre")
    else:
        canvas.number(players, canvas.say("screen.seats.players", count=count.boards), 46 * unit, align="centre")
    if count.boards < FEWEST:
        words, colour = canvas.say("screen.seats.more", count=FEWEST - count.boards), theme.dim
    elif count.ready:
        words, colour = canvas.say("screen.seats.ready"), theme.gold
    else:
        words, colour = canvas.say("screen.seats.settling"), theme.dim
    canvas.paragraph(hint, words, 26 * unit, colour=colour, align="centre")
