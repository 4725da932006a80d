"""A question: about which seat, what is asked, what helps, and the choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.presses import Pick
from display.drawing.panel import Panel
from display.drawing.theme import mix
from display.facts.names import SeatName, seat_name
from display.screens.signs.seat_banner import draw_banner, draw_named

if TYPE_CHECKING:
    from device.messages.questions import Question
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.table_state import TableState

SENTENCE = "correct:"
"""A choice that begins like this is a sentence: corrections of past actions (`display.words.Words.changes`)."""


@dataclass(frozen=True)
class QuestionContent:
    """What is asked about whom; `promised`: the card is being taken back. Hashed by kind, not by placeholders."""

    kind: str
    placeholders: tuple[tuple[str, object], ...]
    name: SeatName | None
    promised: bool = False

    def __hash__(self) -> int:
        return hash((self.kind, self.name))


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """A choice; `picked`: it is highlighted; `promised`: it was taken, and has to be done on the table now.

    `city`: the city that is chosen.
    """

    choice: str
    picked: bool
    promised: bool = False
    city: SeatName | None = None


def panels(
    box: Box, state: TableState, question: Question, choice: int, *, promised: bool = False
) -> tuple[Panel, ...]:
    """The question above, the choices below; `promised`: the screen waits for the chosen one to be done."""
    name = _name(state, question.seat)
    content = QuestionContent(question.kind, tuple(question.placeholders.items()), name, promised)
    if not question.choices:
        return (Panel(box, paint, content),)
    count = len(question.choices)
    sentences = any(choice.startswith(SENTENCE) for choice in question.choices)
    columns = 1 if sentences else min(count, 3 if count > 4 else 2 if count == 4 else count)
    rows = -(-count // columns)
    high = box.h * 0.72 if sentences else min(box.h * 0.6, rows * box.h * 0.19 + (rows - 1) * box.h * 0.025)
    below, above = box.cut_bottom(high, box.h * 0.025)
    places = below.grid(columns, rows, gap=box.h * 0.025)
    options = (
        Panel(
            place,
            paint_option,
            AnswerOption(key, number == choice, promised and number == choice, _city(state, key)),
            touch=Pick(number),
        )
        for number, (place, key) in enumerate(zip(places, question.choices, strict=False))
    )
    return Panel(above, paint, content), *options


def _city(state: TableState, choice: str) -> SeatName | None:
    """The city that a choice names at its end: `wonder:giza`, `owner:palace:giza`."""
    family, _, wonder = choice.partition(":")
    if family not in {"wonder", "owner"}:
        return None
    wonder = wonder.rpartition(":")[2]
    seats = [seat for seat, mark in enumerate(state.seats) if mark.wonder == wonder]
    return _name(state, seats[0]) if seats else None


def _name(state: TableState, seat: int | None) -> SeatName | None:
    if seat is None:
        return None
    if state.game is not None:
        return seat_name(state.game, seat)
    return SeatName("", state.seats[seat].wonder, seat) if seat < len(state.seats) else None


def paint(canvas: Canvas, content: QuestionContent) -> None:
    """The seat, the question, the help."""
    theme = canvas.theme
    unit = canvas.tools.height / 480
    canvas.card(theme.panel, 14 * unit, theme.ask, 3 * unit)
    inner = canvas.box.inset(24 * unit, 18 * unit)
    sign, inner = inner.cut_left(64 * unit, 22 * unit)
    canvas.icon(sign.cut_top(min(sign.h, 64 * unit))[0], "question", theme.ask)
    placeholders = dict(content.placeholders)
    if content.name is not None:
        title, inner = inner.cut_top(34 * unit, 8 * unit)
        draw_named(canvas, title, content.name, title.h, bold=True, colour=theme.ask)
    most = inner.cut_top(inner.h * 0.64)[0]
    words = canvas.tools.words
    asked, key = words.question(content.kind, placeholders), words.question_key(content.kind, placeholders)
    filled = canvas.paragraph(most, asked, 36 * unit, bold=True, top=True)
    help_ = inner.cut_top(filled.h, 10 * unit)[1]
    if content.promised:
        canvas.paragraph(help_, canvas.say("question.promised"), 30 * unit, bold=True, colour=theme.gold, top=True)
    elif f"{key}.help" in words:
        canvas.paragraph(help_, canvas.say(f"{key}.help", **placeholders), 27 * unit, colour=theme.dim, top=True)


def paint_option(canvas: Canvas, option: AnswerOption) -> None:
    """A choice in words; gold if SELECT takes it."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    edge = max(2.0, canvas.tools.height / 160)
    ground = mix(theme.panel, theme.gold, 0.22) if option.picked else theme.raised
    canvas.framed(canvas.box, theme.gold if option.picked else theme.raised, ground, edge, canvas.tools.height / 36)
    sentence = option.choice.startswith(SENTENCE)
    inner = canvas.box.inset(canvas.box.h * (0.08 if sentence else 0.2))
    if option.picked:
        sign, inner = inner.cut_left(min(inner.h * 0.6, inner.w * (0.08 if sentence else 0.18)), inner.h * 0.25)
        canvas.icon(sign, "hourglass" if option.promised else "check", theme.gold)
    if option.city is not None:
        sign, inner = inner.cut_left(min(inner.h, inner.w * 0.2), inner.h * 0.2)
        draw_banner(canvas, sign, option.city)
    size = canvas.tools.height / (24 if sentence else 17)
    canvas.paragraph(inner, canvas.tools.words.choice(option.choice), size, bold=True, align="centre")
