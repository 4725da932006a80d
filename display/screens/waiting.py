"""The screen before any board is recognised: the camera's picture, if there is a camera, and what to do."""

from dataclasses import dataclass, replace

from display.drawing.box import Box
from display.drawing.canvas import Align, Canvas
from display.drawing.panel import Panel, paint_itself
from display.drawing.preview import draw_preview
from display.menu.addition import beside_table
from display.messages.camera_fault import CameraFault
from display.messages.preview import Preview
from display.table_state import TableState

EDGE = 0.008
"""Between the picture and its frame, against the screen's height."""
BY_HAND = 0.7
"""The width of what a feature shows, against the screen's, where no camera shows a picture."""


@dataclass(frozen=True, slots=True)
class WaitingAdvice:
    """What to do now; `camera` is the key of a camera problem, `fault` says more of it.

    `by_hand`: there is no camera. `seen`: there are stickers in the picture, but no board lies still yet. `alone`:
    nothing stands beside it, so it stands in the middle.
    """

    camera: str | None = None
    fault: CameraFault | None = None
    station: bool = False
    by_hand: bool = False
    seen: bool = False
    alone: bool = False


def panels(box: Box, state: TableState) -> tuple[Panel, ...]:
    """The camera's picture on the left, the advice on the right, and what a feature shows.

    Nobody misses a picture where no camera is wanted, or where the advice says why there is none: the advice, or the
    feature's part and the advice, are all there is.
    """
    view, words = box.columns(1.35, 1.0, gap=box.w * 0.03)
    seen = state.preview is not None and state.preview.sharpness is not None
    advice = WaitingAdvice(state.camera, state.camera_fault, state.station, state.by_hand, seen)
    shown = Panel(view, paint_view, state.preview if not state.camera else None)
    added = beside_table(state)
    if added is None and (state.without_camera or state.camera_fault):
        return (Panel(box, paint_advice, replace(advice, alone=True)),)
    if added is None:
        return shown, Panel(words, paint_advice, advice)
    if state.by_hand:
        place, words = box.cut_left(box.w * BY_HAND, box.w * 0.03)
        return Panel(place, paint_itself, added), Panel(words, paint_advice, advice)
    words, place = words.rows(1.0, 0.8, gap=box.h * 0.02)
    return shown, Panel(words, paint_advice, advice), Panel(place, paint_itself, added)


def paint_view(canvas: Canvas, preview: Preview | None) -> None:
    """The picture as large as fits, or a camera icon."""
    draw_preview(canvas, canvas.box, preview, edge=EDGE)


def paint_advice(canvas: Canvas, advice: WaitingAdvice) -> None:
    """A title, and below it the problem or what to do."""
    theme = canvas.theme
    unit = canvas.tools.height / 480
    box = canvas.box.inset((60 if advice.alone else 4) * unit, 10 * unit)
    heights = (1.2, 0.8, 1.2) if advice.fault else (1.6, 1.0, 1.0)
    sign, title, rest = box.rows(*(heights if advice.alone else (0.8, 1.0, 1.6)), gap=8 * unit)
    align: Align = "centre" if advice.alone else "left"
    icon = "warning" if advice.camera else "temple"
    place = sign if advice.alone else sign.cut_left(sign.h)[0]
    canvas.icon(place, icon, theme.bad if advice.camera else theme.gold)
    canvas.paragraph(title, canvas.say(_heading(advice)), 44 * unit, bold=True, align=align)
    canvas.paragraph(rest, _hint(canvas, advice), 28 * unit, colour=theme.dim, align=align, top=True)


def said_of_fault(canvas: Canvas, fault: CameraFault) -> str:
    """Why there is no camera, and what to do: take one that is there, or play without."""
    words = canvas.say(fault.key, camera=fault.camera, reason=fault.reason).rstrip(" .") + "."
    menu, camera, set_up = (canvas.say(key) for key in ("button.menu", "menu.main.camera", "button.set_up"))
    if fault.others:
        names = canvas.tools.words.listed([name for _, name in fault.others])
        return f"{words} {canvas.say('camera.take', names=names, menu=menu, camera=camera)}"
    return f"{words} {canvas.say('camera.without', set_up=set_up)}"


def _heading(advice: WaitingAdvice) -> str:
    """Boards are laid down for a camera; without one, a game is set up in the menu."""
    if advice.camera:
        return "screen.waiting.no_camera" if advice.fault is None else "screen.waiting.absent"
    return "button.new_game" if advice.by_hand else "screen.waiting.title"


def _hint(canvas: Canvas, advice: WaitingAdvice) -> str:
    """The camera problem, or how to get the boards recognised."""
    if advice.camera and advice.fault:
        return said_of_fault(canvas, advice.fault)
    if advice.camera:
        return canvas.error(advice.camera)
    if advice.by_hand:
        return canvas.say("screen.waiting.by_hand", set_up=canvas.say("button.set_up"))
    if advice.station:
        return canvas.say("screen.waiting.station")
    return canvas.say("screen.waiting.looking" if advice.seen else "screen.waiting.hint")
