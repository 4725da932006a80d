"""The kit check, on a screen of its own and in the menu: what is shown to the camera, large, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.panel import Panel
from display.drawing.preview import draw_preview
from display.drawing.theme import mix

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.messages.preview import Preview


@dataclass(frozen=True, slots=True)
class ShownSticker:
    """A name, what tells it apart from others of this name, and what is wrong; all in words of the screen's language.

    `good`: True if nothing is wrong, False if something is, None if nothing was shown yet.
    """

    name: str
    note: str = ""
    wrong: str = ""
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class KitProgress:
    """How many were shown, and what to do."""

    shown: str
    hint: str


@dataclass(frozen=True, slots=True)
class KitSummary:
    """What is wrong with the kit, line by line."""

    title: str
    lines: tuple[str, ...]
    good: bool


def panels(box: Box, sticker: ShownSticker, progress: KitProgress, preview: Preview | None) -> tuple[Panel, ...]:
    """The name above; below it the camera's picture and how far the check is."""
    gap = box.h * 0.03
    below, above = box.inset(gap).cut_bottom(box.h * 0.36, gap)
    view, words = below.cut_left(below.h * 16 / 9, gap)
    return (
        Panel(above, paint_sticker, sticker),
        Panel(view, paint_view, preview),
        Panel(words, paint_progress, progress),
    )


def summary_panels(box: Box, summary: KitSummary) -> tuple[Panel, ...]:
    """One panel with everything that is wrong."""
    return (Panel(box.inset(box.h * 0.03), paint_summary, summary),)


def paint_sticker(canvas: Canvas, sticker: ShownSticker) -> None:
    """The name as large as fits, framed green or red."""
    theme = canvas.theme
    colour = theme.gold if sticker.good is None else theme.good if sticker.good else theme.bad
    radius = canvas.box.h * 0.05
    canvas.framed(canvas.box, colour, mix(theme.panel, colour, 0.1), canvas.tools.screen / 80, radius)
    inner = canvas.box.inset(canvas.box.h * 0.1, canvas.box.h * 0.07)
    name, note, wrong = inner.rows(2.0, 0.7, 1.2, gap=inner.h * 0.03)
    canvas.paragraph(name, sticker.name, name.h * 0.8, bold=True, align="centre")
    canvas.text(note, sticker.note, note.h * 0.8, colour=theme.dim, align="centre", smallest=0.4)
    if sticker.wrong:
        canvas.paragraph(wrong, sticker.wrong, wrong.h * 0.45, bold=True, colour=theme.bad, align="centre")


def paint_view(canvas: Canvas, preview: Preview | None) -> None:
    """What the camera sees."""
    draw_preview(canvas, canvas.box, preview)


def paint_progress(canvas: Canvas, progress: KitProgress) -> None:
    """The count, and what to do."""
    shown, hint = canvas.box.rows(1.0, 2.0, gap=canvas.box.h * 0.05)
    canvas.text(shown, progress.shown, shown.h * 0.8, bold=True, smallest=0.4)
    canvas.paragraph(hint, progress.hint, canvas.tools.height / 20, colour=canvas.theme.dim, top=True)


def paint_summary(canvas: Canvas, summary: KitSummary) -> None:
    """The title, and below it a line for each finding; what does not fit is in the terminal."""
    theme = canvas.theme
    canvas.card(theme.panel, canvas.box.h * 0.03)
    inner = canvas.box.inset(canvas.box.h * 0.05)
    title, rest = inner.cut_top(inner.h * 0.16, inner.h * 0.03)
    sign, title = title.cut_left(title.h * 0.8, title.h * 0.3)
    canvas.icon(sign, "check" if summary.good else "warning", theme.good if summary.good else theme.bad)
    canvas.text(title, summary.title, title.h * 0.7, bold=True, smallest=0.4)
    em = canvas.tools.height / 24
    for line in summary.lines:
        if rest.h < 1.5 * em:
            canvas.text(rest, "…", em)
            break
        laid = canvas.paragraph(rest, line, em, top=True, brief=True)
        rest = rest.cut_top(laid.h, em * 0.3)[1]
