"""A question: about which seat, what is asked, what helps, and the choices."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel, related, turned, upright
from display.drawing.theme import mix
from display.facts.names import SeatName, seat_name
from display.messages.presses import Pick
from display.messages.questions import Question
from display.navigation.position import Position
from display.navigation.questions import TAKE_BACK, answer_columns
from display.screens.signs.seat_banner import draw_banner, draw_named
from display.table_state import TableState

NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True)
class QuestionContent:
    """What is asked about whom; `promised`: the card is being taken back."""

    kind: str
    placeholders: tuple[tuple[str, object], ...] = field(hash=False)
    name: SeatName | None
    promised: bool = False


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """A choice. `promised`: it was taken, and has to be done on the table now. `city`: the city that is chosen."""

    choice: str
    promised: bool = False
    city: SeatName | None = None


def panels(box: Box, buttons: Sequence[Box], state: TableState, position: Position, turn: int = 0) -> tuple[Panel, ...]:
    """The question that is asked, and above each of the `buttons` the choices that it takes.

    Each panel is turned by `turn` quarter turns in its place: the choices stay above their buttons. Where several share
    a column they are too low to be turned by a quarter: players at the sides read all as it is.
    """
    question = position.asked
    assert question is not None
    if turn % 2 and len(question.choices) > len(buttons[1:]):
        turn = 0
    name = _name(state, question.seat)
    content = QuestionContent(question.kind, tuple(question.placeholders.items()), name, position.removal_announced)
    if not question.choices:
        return turned((Panel(upright(box, turn), paint, content),), box, turn)
    gap = box.h * 0.025
    columns = answer_columns(question, position.answer_path)
    most = max(len(column) for column in columns)
    above, below = box.cut_top(box.h * _share(most, turn), gap)
    asked = turned((Panel(upright(above, turn), paint, content),), above, turn)
    options = [
        replace(_option(state, question, index, position), box=place, turn=turn)
        for button, column in zip(buttons[1:], columns, strict=True)
        for index, place in zip(column, _places(button, below, len(column), gap), strict=True)
    ]
    return *asked, *related(options)


def _share(most: int, turn: int) -> float:
    """The part of the height that the question has above its choices; `most`: of them in one column."""
    return (0.6 if turn % 2 else 0.66) if most == 1 else 0.56 if most == 2 else 0.5


def _places(button: Box, below: Box, count: int, gap: float) -> tuple[Box, ...]:
    column = type(below)(button.x, below.y, button.w, below.h)
    return column.rows(*[1.0] * count, gap=gap / 2) if count else ()


def _option(state: TableState, question: Question, index: int, position: Position) -> Panel:
    choice = question.choices[index]
    promised = position.removal_announced and choice == TAKE_BACK
    option = AnswerOption(choice, promised, _city(state, choice))
    return Panel(NOWHERE, paint_option, option, touch=Pick(index))


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
    unit, em = canvas.tools.screen / 480, canvas.tools.height / 480
    canvas.card(theme.panel, 14 * unit, theme.ask, 3 * unit)
    inner = canvas.box.inset(24 * unit, 18 * unit)
    if inner.w > inner.h:
        sign, inner = inner.cut_left(64 * unit, 22 * unit)
        canvas.icon(sign.cut_top(min(sign.h, 64 * unit))[0], "question", theme.ask)
    else:
        sign, inner = inner.cut_top(64 * unit, 12 * unit)
        canvas.icon(sign.cut_left(64 * unit)[0], "question", theme.ask)
    placeholders = dict(content.placeholders)
    if content.name is not None:
        title, inner = inner.cut_top(34 * em, 8 * unit)
        draw_named(canvas, title, content.name, title.h, bold=True, colour=theme.ask)
    words = canvas.tools.words
    asked, key = words.question(content.kind, placeholders), words.question_key(content.kind, placeholders)
    promised = content.promised
    help_key = "question.promised" if promised else f"{key}.help"
    helped = canvas.say(help_key, **placeholders) if help_key in words else ""
    rest = canvas.height(helped, 0, inner.w, bold=promised) + 10 * unit if helped else 0.0
    least = canvas.height(asked, 0, inner.w, bold=True)
    most = inner.cut_top(min(inner.h - rest, max(inner.h * 0.64, least)) if helped else inner.h)[0]
    filled = canvas.paragraph(most, asked, 36 * em, bold=True, top=True, smallest=0.3)
    if helped:
        below = inner.cut_top(filled.h, 10 * unit)[1]
        ink = theme.gold if promised else theme.dim
        canvas.paragraph(below, helped, (30 if promised else 27) * em, bold=promised, colour=ink, top=True)


def paint_option(canvas: Canvas, option: AnswerOption) -> None:
    """A choice in words, below the banner of its city; gold while it has to be done on the table."""
    theme, height = canvas.theme, canvas.tools.screen
    edge = max(2.0, height / 200)
    ground = mix(theme.panel, theme.gold, 0.22) if option.promised else theme.raised
    canvas.framed(canvas.box, theme.gold if option.promised else theme.raised, ground, edge, height / 48)
    inner = canvas.box.inset(canvas.box.w * 0.06, canvas.box.h * 0.05)
    low = inner.h < height / 8
    if option.promised or option.city is not None:
        size = min(inner.h * 0.3, inner.w * 0.5, height * 0.12)
        sign, inner = inner.cut_left(min(inner.h, size * 2), inner.w * 0.04) if low else inner.cut_top(size, size * 0.1)
        if option.city is not None:
            draw_banner(canvas, sign, option.city)
        else:
            canvas.icon(sign, "hourglass", theme.gold)
    words = canvas.tools.words.choice(option.choice)
    canvas.paragraph(inner, words, canvas.tools.height / 17, bold=True, align="centre", label="answer")
