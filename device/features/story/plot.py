"""The points of a game turn by turn: as a plot, and what each step is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.for_features.reports.line_plot import LinePlot, PlotLine
from device.for_features.story.standings import Moment
from display.facts.names import seat_name
from display.words import Line, line

if TYPE_CHECKING:
    from device.for_features.story.standings import Standing
    from device.for_features.story.story import Story
    from engine import Game

STEP = {
    Moment.START: "replay.before",
    Moment.LEADERS: "menu.history.leaders",
    Moment.TURN: "menu.history.turn",
    Moment.CONFLICTS: "menu.history.conflicts",
}


def story_plot(game: Game, story: Story) -> LinePlot:
    """Every player's points after each turn; a mark where the conflicts of an age were fought."""
    lines = tuple(
        PlotLine(
            seat_name(game, sheet.seat),
            tuple(one.totals[sheet.seat] for one in story.standings),
            sheet.seat in story.outcome.winners,
        )
        for sheet in story.outcome.sheets
    )
    fights = (index for index, one in enumerate(story.standings) if one.after is Moment.CONFLICTS)
    return LinePlot(lines, tuple(zip(fights, (1, 2, 3), strict=False)))


def step_line(standing: Standing) -> Line:
    """The step after which a standing was taken."""
    return line(STEP[standing.after], age=standing.age, turn=standing.turn)
