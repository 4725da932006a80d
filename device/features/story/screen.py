"""The story of the game, after the winner: three or four sentences, and the points after every turn as a plot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.story.plot import story_plot
from device.for_features.story.story import story_of
from device.for_features.wording.story_facts import has_story, story_sentences
from display.drawing.canvas import number_text
from display.drawing.panel import Panel, paint_all
from display.facts.names import spoken
from display.menu.addition import Addition
from display.screens.signs.seat_banner import draw_banner

if TYPE_CHECKING:
    from device.app.running_features import Present
    from device.for_features.reports.line_plot import LinePlot
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.table_state import TableState
    from display.words import Line
    from engine import Game


@dataclass(frozen=True, slots=True)
class ShownStory:
    """What is told in words, and the points."""

    lines: tuple[Line, ...]
    plot: LinePlot
    is_wide: bool = True

    def paint(self, canvas: Canvas) -> None:
        """The sentences above, the plot below."""
        head, rest = canvas.box.cut_top(canvas.box.h * 0.48, canvas.box.h * 0.025)
        paint_all(canvas, (Panel(head, paint_sentences, self.lines), Panel(rest, paint_plot, self.plot)))


@dataclass(frozen=True, slots=True)
class ToldStory(Addition):
    """Tells each finished game after its scoring."""

    def after_game(self, state: TableState) -> ShownStory | None:
        """The story, where every action is known."""
        return _shown(state.game) if state.game is not None and has_story(state.game) else None


class RunningStory(RunningFeature):
    """Needs nothing but its screen."""

    def value(self, present: Present) -> ToldStory:
        """The same at all times."""
        del present
        return ToldStory()


@lru_cache(maxsize=2)
def _shown(game: Game) -> ShownStory:
    story = story_of(game)
    return ShownStory(story_sentences(game, story), story_plot(game, story))


def paint_sentences(canvas: Canvas, lines: tuple[Line, ...]) -> None:
    """A line or two for each sentence."""
    canvas.card(canvas.theme.panel, canvas.tools.screen * 0.02)
    inner = canvas.box.inset(canvas.box.h * 0.1, canvas.box.h * 0.06)
    text = "\n".join(spoken(one, canvas.tools.words) for one in lines)
    canvas.paragraph(inner, text, min(inner.h / len(lines) / 1.25, canvas.tools.height / 17), smallest=0.45)


def paint_plot(canvas: Canvas, plot: LinePlot) -> None:
    """A line for each player with its name and total at the end; the ages apart by upright lines."""
    theme, em = canvas.theme, canvas.tools.height / 24
    canvas.card(theme.panel, canvas.tools.screen * 0.02)
    scale, rest = canvas.box.inset(em * 0.5, em * 0.9).cut_left(em * 1.6, em * 0.4)
    names, field = rest.cut_right(rest.w * 0.27, em * 0.5)
    for tick in plot.ticks:
        y = field.y + plot.y(tick) * field.h
        canvas.line((field.x, y), (field.right, y), theme.raised, em / 16)
        place = type(field)(scale.x, y - em / 2, scale.w, em)
        canvas.text(place, number_text(tick), em * 0.85, colour=theme.dim, align="right", over=True)
    for index, age in plot.marks:
        x = field.x + plot.x(index) * field.w
        canvas.line((x, field.y), (x, field.bottom), theme.line, em / 12)
        place = type(field)(x - em * 2, field.y - em * 0.85, em * 1.85, em)
        canvas.text(place, canvas.say(f"age.{age}"), em * 0.85, colour=theme.dim, align="right", over=True)
    _paint_lines(canvas, plot, field, names, em)


def _paint_lines(canvas: Canvas, plot: LinePlot, field: Box, names: Box, em: float) -> None:
    """The weak lines first, so that the winner's lies on top."""
    heights = plot.label_heights(em * 1.12 / field.h)
    order = sorted(range(len(plot.lines)), key=lambda index: plot.lines[index].strong)
    for index in order:
        one = plot.lines[index]
        ink = canvas.theme.seat(one.name.seat)
        points = [
            (field.x + plot.x(place) * field.w, field.y + plot.y(value) * field.h)
            for place, value in enumerate(one.values)
        ]
        width = em / (5 if one.strong else 9)
        for start, end in pairwise(points):
            canvas.line(start, end, ink, width)
        y = field.y + heights[index] * field.h
        canvas.line(points[-1], (names.x - em * 0.1, y), ink, em / 14)
        label = type(field)(names.x, y - em * 0.56, names.w, em * 1.12)
        total, name = label.cut_left(em * 1.5, em * 0.3)
        canvas.text(total, number_text(one.values[-1]), em, bold=True, align="right", over=True)
        sign, name = name.cut_left(em * 1.1, em * 0.2)
        draw_banner(canvas, sign, one.name, over=True)
        words = one.name.text(canvas.say)
        canvas.text(name, words, em, bold=one.strong, smallest=0.5, over=True, brief=True)
