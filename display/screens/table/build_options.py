"""The panels below a city in detail: its science, its next stage, and what it could build in this age."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.panel import Panel
from display.facts.build_options import BuildOptions, NextStage, build_options_of, next_stage
from display.screens.signs.sign_line import counted, draw, draw_both, resources
from display.screens.table.payment import FULL, payment_parts
from engine import SET_POINTS, Fight, Phase, best_science, symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.screens.signs.sign_line import Part
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
    green = canvas.theme.cards["green"]
    _line(canvas, rest, [part for icon, count in shown for part in counted(icon, green, str(count))])


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
    cost = [*(counted("coin", theme.gold, str(stage.coins)) if stage.coins else ())]
    cost += [part for group in resources(stage.units) for part in group]
    draw_both(canvas, rest, cost, payment_parts(theme, stage.pays) if stage.pays else (), rest.h * FULL)


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
    ways = (counted(WAY_ICONS[kind], colours[kind], str(number)) for kind, number in found if number)
    _line(canvas, rest, [part for way in ways for part in way])


def _labelled(canvas: Canvas, label: str) -> Box:
    """A plate with a label; returns the room below it."""
    theme = canvas.theme
    unit, edge = canvas.tools.height / 480, canvas.tools.screen / 480
    canvas.card(theme.panel, 12 * edge)
    inner = canvas.box.inset(12 * edge, 4 * edge)
    head, rest = inner.cut_top(min(23 * unit, inner.h * 0.34), 3 * edge)
    canvas.text(head, label, colour=theme.dim)
    return rest


def _line(canvas: Canvas, box: Box, parts: Sequence[Part]) -> None:
    """Icons with their numbers, as large as fit."""
    draw(canvas, box, parts, box.h)
