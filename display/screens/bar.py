"""The bar at the bottom: what each of the five buttons would do now. It can be touched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.director import View, busy, neighbour_stations, ways_of
from display.facts import may_close
from display.model import Press
from display.panel import Panel

if TYPE_CHECKING:
    from display.canvas import Canvas
    from display.director import Position
    from display.layout import Box
    from display.model import TableState

ICONS = {
    Press.UNDO: "undo",
    Press.LEFT: "left",
    Press.SELECT: "check",
    Press.RIGHT: "right",
    Press.ADVANCE: "play",
}


@dataclass(frozen=True, slots=True)
class Label:
    """A button: the key of its word and the wonder named in it.

    `alive`: it does something now; `urgent`: it is the one to press.
    """

    press: Press
    key: str
    wonder: str | None = None
    alive: bool = True
    urgent: bool = False


def panels(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    """One panel per button, in the order of the buttons."""
    labels = _labels(state, position)
    places = box.columns(0.9, 1.15, 1.25, 1.15, 1.35, gap=box.h * 0.14)
    return tuple(
        Panel(place, paint, label, touch=label.press if label.alive else None)
        for place, label in zip(places, labels, strict=True)
    )


def paint(canvas: Canvas, label: Label) -> None:
    """An icon and a word; gold if it is the one to press, nothing if it does nothing."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    if not label.alive:
        return
    ink = theme.ink if label.urgent else theme.text
    canvas.plate(canvas.box, theme.gold if label.urgent else theme.raised, canvas.box.h * 0.24)
    inner = canvas.box.inset(canvas.box.h * 0.18, canvas.box.h * 0.1)
    words = canvas.say(label.key, **({"wonder": label.wonder} if label.wonder else {}))
    size = inner.h * 0.56
    cut = inner.cut_right if label.press is Press.RIGHT else inner.cut_left
    sign, rest = cut(inner.h * 0.5, inner.h * 0.18)
    canvas.icon(sign, ICONS[label.press], ink)
    canvas.text(rest, words, size, bold=True, colour=ink, align="centre", smallest=0.5)


def _labels(state: TableState, position: Position) -> tuple[Label, ...]:
    left, select, right = _question(position) if position.asked else _middle(state, position)
    undo = Label(Press.UNDO, "button.undo", alive=state.game is not None and bool(state.game.actions))
    return undo, left, select, right, _advance(state, position)


def _question(position: Position) -> tuple[Label, Label, Label]:
    several = position.asked is not None and len(position.asked.choices) > 1
    choose = position.asked is not None and bool(position.asked.choices)
    return (
        Label(Press.LEFT, "button.previous", alive=several),
        Label(Press.SELECT, "button.take" if choose else "button.close", urgent=True),
        Label(Press.RIGHT, "button.next", alive=several),
    )


def _middle(state: TableState, position: Position) -> tuple[Label, Label, Label]:
    if state.game is None:
        select = Label(Press.SELECT, "button.questions", alive=bool(position.aside))
        return Label(Press.LEFT, "button.previous", alive=False), select, Label(Press.RIGHT, "button.next", alive=False)
    left, right = neighbour_stations(state, position)
    return _station(Press.LEFT, state, left), _select(state, position), _station(Press.RIGHT, state, right)


def _station(press: Press, state: TableState, station: tuple[View, int]) -> Label:
    view, seat = station
    if view is View.CITY and state.game is not None:
        return Label(press, "button.city", state.game.cities[seat].wonder.id)
    return Label(press, f"button.{view}")


def _select(state: TableState, position: Position) -> Label:
    if position.aside:
        return Label(Press.SELECT, "button.questions")
    if position.view is View.CITY:
        return Label(Press.SELECT, "button.pay" if ways_of(state, position.seat) > 1 else "button.table")
    if position.view is View.TABLE:
        choosing = any(plan.ways > 1 for plan in state.plans.values())
        return Label(Press.SELECT, "button.choices" if choosing else "button.look")
    return Label(Press.SELECT, "button.table")


def _advance(state: TableState, position: Position) -> Label:
    if position.asked is not None:
        return Label(Press.ADVANCE, "button.later")
    if busy(position, state):
        return Label(Press.ADVANCE, "button.skip")
    if state.game is None:
        return Label(Press.ADVANCE, "button.start", alive=state.ready, urgent=state.ready)
    key = {
        View.CONFLICTS: "button.go_on",
        View.SCORING: "button.new_game",
    }.get(position.occasion.view, "button.close_turn")
    return Label(Press.ADVANCE, key, urgent=may_close(state, state.game) or position.occasion.view is not View.TABLE)
