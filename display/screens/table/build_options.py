"""The panels below a city in detail: its science, its next stage, and what it could build in this age."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.box import Box
from display.drawing.panel import Panel
from display.facts.build_options import BuildOptions, NextStage, build_options_of, next_stage
from display.screens.table import resource_chips
from display.screens.table.payment import draw_payment, payment_width
from engine import SET_POINTS, Fight, Phase, best_science, symbols

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from engine import Game

SYMBOLS = ("compass", "gear", "tablet")
WAY_ICONS = {"chain": "chain", "own": "check", "trade": "coin", "free": "star", "out": "cross"}
"""Way to build -> its icon."""


@dataclass(frozen=True, slots=True)
class ScienceRow:
    """Counts of each symbol, wild symbols, complete sets, and the points they would score now."""

    counts: tuple[int, int, int]
    wild: int
    sets: int
    points: int


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The stage that comes next (None: all are built), and how many stages the wonder has."""

    following: NextStage | None
    count: int


@dataclass(frozen=True, slots=True)
class AgeOptions:
    """How many structures of an age could be built, by the way to build them; None once the game is over."""

    age: int
    counts: BuildOptions | None


def panels(box: Box, game: Game, seat: int) -> tuple[Panel, ...]:
    """Three panels side by side."""
    left, middle, right = box.columns(1.0, 1.0, 1.15, gap=box.h * 0.1)
    stages = StageProgress(next_stage(game, seat), len(game.cities[seat].wonder.stages))
    return (
        Panel(left, paint_science, _science(game, seat)),
        Panel(middle, paint_stages, stages),
        Panel(right, paint_options, _options(game, seat)),
    )


def _options(game: Game, seat: int) -> AgeOptions:
    """Once an age is over, the structures of the next age are counted."""
    if game.phase is Phase.CONFLICTS:
        game = game.apply(Fight())
    return AgeOptions(game.age, None if game.phase is Phase.OVER else build_options_of(game, seat))


def _science(game: Game, seat: int) -> ScienceRow:
    found = symbols(game.cities[seat])
    compasses, gears, tablets = (found[symbol] for symbol in SYMBOLS)
    counts = compasses, gears, tablets
    points, _ = best_science(counts, found["any"], SET_POINTS)
    return ScienceRow(counts, found["any"], min(counts), points)


def paint_science(canvas: Canvas, science: ScienceRow) -> None:
    """Each symbol with its count; the label has the points of all."""
    rest = _labelled(canvas, canvas.say("screen.city.science", count=science.points, sets=science.sets))
    shown = [*zip(SYMBOLS, science.counts, strict=True), *([("question", science.wild)] if science.wild else [])]
    _row(canvas, rest, [(icon, canvas.theme.cards["green"], str(count)) for icon, count in shown])


def paint_stages(canvas: Canvas, stages: StageProgress) -> None:
    """The cost of the next stage, and what would be paid to whom."""
    theme = canvas.theme
    stage = stages.following
    if stage is None:
        rest = _labelled(canvas, canvas.say("screen.city.stages"))
        sign, words = rest.cut_left(rest.h * 0.8, rest.h * 0.3)
        canvas.icon(sign, "stage", theme.cards["brown"])
        canvas.paragraph(words, canvas.say("screen.city.all_stages"), rest.h * 0.62)
        return
    rest = _labelled(canvas, canvas.say("screen.city.next_stage", stage=stage.number, stages=stages.count))
    sign, rest = rest.cut_right(rest.h * 0.7, rest.h * 0.2)
    canvas.icon(sign, "check" if stage.pays else "cross", theme.good if stage.pays else theme.bad)
    row = rest.middle(rest.w, _fitting(rest, stage, canvas.tools.smallest))
    if stage.pays is not None:
        row = draw_payment(canvas, row, stage.pays)
    if stage.coins:
        row = _cost(canvas, row, stage.coins)
    resource_chips.draw(canvas, row, stage.units, row.h)


def _fitting(box: Box, stage: NextStage, least: int) -> float:
    """The height in px of a row that has room for the cost of the stage and the payment; `least` em of a count."""
    coins = f"{stage.coins}" if stage.coins else ""
    size = box.h
    while size > box.h / 4:
        needed = resource_chips.width(stage.units, size, least) + (1.2 + len(coins) / 2) * size * bool(coins)
        if needed + (payment_width(stage.pays, size) if stage.pays else 0.0) <= box.w:
            break
        size -= 0.5
    return size


def _cost(canvas: Canvas, box: Box, coins: int) -> Box:
    sign, rest = box.cut_left(box.h * 0.8, box.h * 0.14)
    canvas.icon(sign, "coin", canvas.theme.gold)
    filled = canvas.text(rest, str(coins), rest.h, bold=True)
    return rest.cut_left(filled.w, box.h * 0.2)[1]


def paint_options(canvas: Canvas, options: AgeOptions) -> None:
    """How many structures of the age could be built, one icon for each way."""
    theme = canvas.theme
    if options.counts is None:
        rest = _labelled(canvas, canvas.say("screen.city.age", age=options.age))
        canvas.paragraph(rest, canvas.say("screen.city.age_over"), rest.h * 0.62)
        return
    rest = _labelled(canvas, canvas.say("screen.city.could_build", age=options.age))
    colours = {"chain": theme.ask, "own": theme.good, "trade": theme.gold, "free": theme.gold, "out": theme.bad}
    found = [(kind, getattr(options.counts, kind)) for kind in WAY_ICONS]
    _row(canvas, rest, [(WAY_ICONS[kind], colours[kind], str(number)) for kind, number in found if number])


def _labelled(canvas: Canvas, label: str) -> Box:
    """A plate with a label; returns the room below it."""
    theme = canvas.theme
    unit, edge = canvas.tools.height / 480, canvas.tools.screen / 480
    canvas.card(theme.panel, 12 * edge)
    inner = canvas.box.inset(12 * edge, 4 * edge)
    head, rest = inner.cut_top(min(23 * unit, inner.h * 0.34), 3 * edge)
    canvas.text(head, label, colour=theme.dim)
    return rest


def _row(canvas: Canvas, box: Box, parts: list[tuple[str, Colour, str]]) -> None:
    """Icons with numbers, as large as fit side by side."""
    size = box.h
    while size > canvas.tools.number and sum(_wide(canvas, number, size) for _, _, number in parts) > box.w:
        size -= 0.5
    x = box.x
    for icon, colour, number in parts:
        wide = _wide(canvas, number, size)
        sign, rest = Box(x, box.y, wide, box.h).cut_left(size * SIGN, size * APART)
        canvas.icon(sign.middle(sign.w, sign.w), icon, colour)
        canvas.number(rest, number, size)
        x += wide


SIGN, APART, BETWEEN = 0.8, 0.12, 0.28
"""Widths in ems: of an icon, of the gap to its number, of the gap to the next icon."""


def _wide(canvas: Canvas, number: str, em: float) -> float:
    return em * (SIGN + APART + BETWEEN) + canvas.about(number, em, bold=True) + 1
