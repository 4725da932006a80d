"""The middle of the table screen: age, turn, and what everybody waits for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from display.facts.city_facts import ScoreRemark, may_close, missing, remark_of
from display.screens.names import Name, name_of, said

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.drawing.layout import Box
    from display.table_state import TableState
    from engine import Game

TURNS = 6


@dataclass(frozen=True, slots=True)
class Centre:
    """What the middle shows.

    `names` are those of the seats everybody waits for; `ready`: the turn may as well be closed now.
    """

    age: int
    turn: int
    phase: str
    names: tuple[Name, ...]
    ready: bool
    camera: str | None = None
    remark: ScoreRemark | None = None
    remark_of: Name | None = None
    """At whose seat; None: at the whole table's."""


def content(state: TableState, game: Game) -> Centre:
    """What the middle shows of a game."""
    names = tuple(name_of(game, seat) for seat in missing(state, game))
    told = Centre(game.age, game.turn, str(game.phase), names, may_close(state, game), state.camera)
    for notice in sorted(state.notices, key=lambda notice: (notice.lasting, notice.seat is not None)):
        if notice.lasting and told.ready:
            continue
        name = None if notice.seat is None else name_of(game, notice.seat)
        lasts = name is not None or notice.lasting  # anything else passes, and the camera's trouble is told after it
        camera = state.camera if lasts else None
        return replace(told, remark=remark_of(notice), remark_of=name, camera=camera)
    return told


def paint(canvas: Canvas, centre: Centre) -> None:
    """Beside each other where the middle is a strip, else one above the other."""
    canvas.fill(canvas.theme.ground)
    box = canvas.box.inset(canvas.box.h * 0.06, canvas.box.h * 0.04)
    if box.w > 6 * box.h:
        age, turn, status = box.columns(0.8, 0.8, 1.6, gap=box.h * 0.3)
        _age(canvas, age, centre.age)
        _turn(canvas, turn, centre.turn)
    else:
        top, status = box.cut_top(min(box.h * 0.42, box.w * 0.23), box.h * 0.06)
        age, turn = top.columns(1.0, 0.9, gap=box.h * 0.1)
        _age(canvas, age, centre.age)
        _turn(canvas, turn, centre.turn)
    _status(canvas, status, centre)


def _age(canvas: Canvas, box: Box, age: int) -> None:
    """The word, and the numeral on a golden plate."""
    theme = canvas.theme
    word, numeral = box.columns(1.0, 1.25, gap=box.h * 0.18)
    canvas.text(word, canvas.say("screen.table.age"), box.h * 0.46, colour=theme.dim, align="right")
    plate = numeral.middle(min(numeral.w, numeral.h * 1.25), numeral.h * 0.92)
    plate = type(box)(numeral.x, plate.y, plate.w, plate.h)
    canvas.plate(plate, theme.gold, plate.h * 0.2)
    canvas.number(
        plate.inset(plate.w * 0.08, 0), canvas.say(f"age.{age}"), plate.h * 0.88, colour=theme.ink, align="centre"
    )


def _turn(canvas: Canvas, box: Box, turn: int) -> None:
    """A word with the number, and a bead for each turn."""
    word, beads = box.middle(box.w, box.h * 0.86).rows(1.25, 0.6, gap=box.h * 0.08)
    text = canvas.say("screen.table.turn", turn=turn, turns=TURNS) if turn else canvas.say("screen.table.leaders")
    canvas.text(word, text, word.h, bold=True, align="centre")
    size = min(beads.h, beads.w / (TURNS * 1.5))
    strip = beads.middle(size * (TURNS * 1.5 - 0.5), size)
    for place in range(TURNS):
        bead = type(box)(strip.x + place * size * 1.5, strip.y, size, size)
        canvas.plate(bead, canvas.theme.gold if place < turn else canvas.theme.line, size / 2)


def _status(canvas: Canvas, box: Box, centre: Centre) -> None:
    theme = canvas.theme
    words, colour, sign = _said(canvas, centre)
    size = canvas.tools.height / 19
    if sign is not None:
        icon, box = box.cut_left(size * 1.3, size * 0.4)
        canvas.icon(icon.middle(size * 1.3, size * 1.3), sign, colour)
        canvas.paragraph(box, words, size, colour=theme.text)
    else:
        canvas.paragraph(box, words, size, colour=colour, align="centre")


def _remark(canvas: Canvas, remark: ScoreRemark, name: Name | None) -> str:
    words = canvas.say(remark.key, **dict(remark.placeholders))
    return canvas.say("screen.table.at_seat", name=said(canvas, name), words=words) if name else words


def _said(canvas: Canvas, centre: Centre) -> tuple[str, tuple[int, int, int], str | None]:
    theme = canvas.theme
    if centre.camera is not None:
        return canvas.error(centre.camera), theme.bad, "camera"
    if centre.remark is not None:
        return _remark(canvas, centre.remark, centre.remark_of), theme.ask, "info"
    if not centre.names:
        return canvas.say("screen.table.all_acted"), theme.good, None
    names = [said(canvas, name) for name in centre.names]
    if centre.ready and centre.phase == "turn":
        shown = canvas.tools.words.listed(names)
        return canvas.say("screen.table.ready", names=shown, count=len(names)), theme.gold, None
    key = f"screen.table.phase.{centre.phase}"
    if len(names) <= 2 or centre.phase != "turn":
        return canvas.say(key, names=canvas.tools.words.listed(names)), theme.dim, None
    return canvas.say("screen.table.waiting_many", count=len(names)), theme.dim, None
