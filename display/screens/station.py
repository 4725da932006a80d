"""The screen of a station: who shows a card next, in large type, and the last recorded action."""

from dataclasses import dataclass

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel
from display.drawing.theme import mix
from display.facts.action_summary import ActionSummary, summary_of_action
from display.facts.chair_facts import told_for_chair
from display.facts.city_facts import notice_text
from display.facts.names import SeatName, seat_name
from display.menu.seat import payees
from display.messages.presses import LookAt
from display.screens.signs.seat_banner import draw_banner, draw_named
from display.screens.table.city import draw_action
from display.screens.table.turn_status import TurnStatus, said
from display.table_state import TableState
from engine import Game


@dataclass(frozen=True, slots=True)
class LastAction:
    """The last recorded action, whose it was, and the left and the right neighbour, to whom that city pays."""

    name: SeatName
    summary: ActionSummary | None
    payees: tuple[SeatName, SeatName]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Every seat in order: its name, and whether it has acted (True), acts now (False) or later (None)."""

    names: tuple[SeatName, ...]
    acted: tuple[bool | None, ...]


def panels(box: Box, state: TableState, game: Game) -> tuple[Panel, ...]:
    """Who is next above, the last action below, the progress of every seat between them."""
    gap = box.h * 0.03
    last = _last(game)
    below, above = box.cut_bottom(box.h * 0.24, gap)
    row, above = above.cut_bottom(box.h * 0.13, gap)
    notice = next((notice_text(notice) for notice in state.notices), None)
    shows = (seat_name(game, state.shows),) if state.shows is not None else ()
    told = told_for_chair(state.chair, game) if state.chair and state.chair.seat == state.shows else None
    turn = TurnStatus(game.age, game.turn, str(game.phase), shows, game.last_turn, state.camera, notice, told=told)
    acted = tuple(
        True if seat in game.pending else False if seat == state.shows else None for seat in range(len(game.cities))
    )
    names = tuple(seat_name(game, seat) for seat in range(len(game.cities)))
    touch = LookAt(state.shows) if state.shows is not None else None
    return (
        Panel(above, paint_turn, turn, touch=touch),
        Panel(row, paint_row, SeatRow(names, acted)),
        Panel(below, paint_last, last),
    )


def _last(game: Game) -> LastAction | None:
    for action in reversed(game.actions):
        seat = getattr(action, "seat", None)
        if seat is not None:
            return LastAction(seat_name(game, seat), summary_of_action(action), payees(game, seat))
    return None


def paint_turn(canvas: Canvas, turn: TurnStatus) -> None:
    """The age and turn, the name as large as fits, and what to do."""
    theme = canvas.theme
    canvas.framed(
        canvas.box, theme.gold, mix(theme.panel, theme.gold, 0.08), canvas.tools.screen / 120, canvas.box.h * 0.06
    )
    inner = canvas.box.inset(canvas.box.h * 0.08, canvas.box.h * 0.06)
    when, name, what = inner.rows(0.7, 2.2, 1.1, gap=inner.h * 0.03)
    age = f"{canvas.say('screen.table.age')} {canvas.say(f'age.{turn.age}')}"
    left, right = when.columns(1.0, 1.0, gap=when.h * 0.5)
    canvas.text(left, age, when.h * 0.8, colour=theme.dim)
    number = canvas.say("screen.table.turn", turn=turn.turn, turns=turn.turns) if turn.turn else ""
    canvas.text(right, number, when.h * 0.8, colour=theme.dim, align="right")
    for awaited in turn.names:
        draw_named(canvas, name, awaited, name.h * 0.95, bold=True, align="centre")
    words, colour, _ = said(canvas, turn) or (canvas.say(f"screen.station.{turn.phase}"), theme.gold, None)
    canvas.paragraph(what, words, min(what.h * 0.8, canvas.tools.height / 13), colour=colour, align="centre")


def paint_row(canvas: Canvas, row: SeatRow) -> None:
    """Banner and name of each seat: a check if it has acted, gold if it is next."""
    theme = canvas.theme
    places = canvas.box.columns(*[1.0] * len(row.names), gap=canvas.box.h * 0.1)
    inside = places[0].inset(places[0].h * 0.06, places[0].h * 0.06)
    names = [name.player or canvas.say(f"wonder.{name.wonder}") for name in row.names]
    if canvas.common(names, inside.w, inside.h, bold=True) < canvas.tools.smallest:
        names = [canvas.tools.words.short(name) for name in names]
    em = canvas.common(names, inside.w, inside.h * 0.42, bold=True)
    for place, name, called, acted in zip(places, row.names, names, row.acted, strict=True):
        now = acted is False
        canvas.plate(place, theme.gold if now else theme.panel, place.h * 0.2)
        signs, words = place.inset(place.h * 0.06, place.h * 0.06).rows(1.25, 1.0, gap=place.h * 0.02)
        signs = signs.middle(signs.h * (2.2 if acted else 1.0), signs.h)
        if acted:
            sign, signs = signs.cut_left(signs.h, signs.h * 0.2)
            canvas.icon(sign.middle(sign.h * 0.8, sign.h * 0.8), "check", theme.good)
        draw_banner(canvas, signs, name)
        colour = theme.ink if now else theme.text if acted else theme.dim
        canvas.text(words, called, em, bold=now, colour=colour, align="centre", brief=bool(name.player))


def paint_last(canvas: Canvas, last: LastAction | None) -> None:
    """Who did what, and what was paid to whom."""
    theme = canvas.theme
    canvas.card(theme.panel, canvas.box.h * 0.12)
    if last is None:
        return
    inner = canvas.box.inset(canvas.box.h * 0.2, canvas.box.h * 0.12)
    sign, inner = inner.cut_left(inner.h * 0.7, inner.h * 0.2)
    canvas.icon(sign, "check", theme.good)
    whose, what = inner.rows(0.8, 1.2, gap=inner.h * 0.06)
    draw_named(canvas, whose, last.name, whose.h * 0.9, colour=theme.dim)
    if last.summary is not None:
        draw_action(canvas, what, last.summary, last.payees)
    else:
        canvas.text(what, canvas.say("screen.station.nothing"), what.h * 0.9, smallest=0.4)
