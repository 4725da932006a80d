"""The kit check on a page of the menu, painted as by `wondertable kit-check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.panel import Panel, paint_all
from display.menu.main.kit_check import FINDINGS_ON_A_PAGE
from display.screens import kit_check
from display.screens.kit_check import KitSummary, ShownSticker

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.menu.main.kit_check import CheckedCard, KitFindingsList


def paint_card(canvas: Canvas, card: CheckedCard) -> None:
    """The name of what is shown, large, and the camera's view beside it."""
    canvas.fill(canvas.theme.ground)
    gap = canvas.tools.height * 0.02
    view, name = canvas.box.cut_left(canvas.box.w * 0.32, gap)
    check = card.check
    shown = ShownSticker(check.name, check.note, check.wrong, not check.wrong)
    if not check.shown:
        shown = ShownSticker(canvas.say("kit_check.title"))
    paint_all(canvas, (Panel(view, kit_check.paint_view, card.preview), Panel(name, kit_check.paint_sticker, shown)))


def paint_findings(canvas: Canvas, found: KitFindingsList) -> None:
    """What is wrong, from a finding on."""
    canvas.fill(canvas.theme.ground)
    lines = found.check.lines[found.first : found.first + FINDINGS_ON_A_PAGE]
    kit_check.paint_summary(canvas, KitSummary(found.check.title, lines, found.check.good))
