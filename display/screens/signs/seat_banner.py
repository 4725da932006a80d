"""The banner of a seat, with the emblem of its wonder in the seat's colour: the same on every screen."""

from display.drawing.box import Box
from display.drawing.canvas import Align, Canvas
from display.drawing.icons import emblem
from display.drawing.theme import Colour
from display.facts.names import SeatName

HIGH = 1.02
"""The height of a banner beside a name, in ems of the name."""
APART = 0.22
"""The gap between banner and name, in the same ems."""
LINE = 1.12
"""The distance of two lines, in ems."""
ROOMY = 0.72
"""A name stays in one line while it can be this large, against the size that is wanted."""
LEAST = 0.5
"""The least size of two lines, against the same."""
BANNER = HIGH + APART
"""What a banner takes of the room for a name, in the same ems."""


def draw_banner(canvas: Canvas, box: Box, name: SeatName, *, over: bool = False) -> None:
    """The banner as large as the box allows, in its middle."""
    canvas.icon(box, emblem(name.wonder), canvas.theme.seat(name.seat), over=over)


def draw_named(
    canvas: Canvas,
    box: Box,
    name: SeatName,
    size: float,
    *,
    bold: bool = False,
    colour: Colour | None = None,
    align: Align = "left",
    smallest: float = 0.4,
    banner: bool = True,
    label: str = "",
) -> Box:
    """The banner and the name beside it, at most `size` px high; returns the box that both fill.

    A player's name stands above the wonder's where both would be too small in one line; where there is no room for two
    lines, a long wonder's name is shortened. `label`: as for `Canvas.text`; the banner stays as large as it would be.
    """
    size = min(size, box.h)
    sign = size * BANNER if banner else 0.0
    lines = _lines(canvas, name, (box.w - sign, box.h), size, bold=bold)
    em = min(size, box.h / (LINE * len(lines))) if len(lines) > 1 else size
    em = canvas.common(lines, max(1.0, box.w - sign), em, bold=bold) if len(lines) > 1 else em
    em = min(em, canvas.most.get(label, em))
    filled = min(box.w, sign + max(canvas.about(line, em, bold=bold) for line in lines))
    start = {"left": box.x, "centre": box.x + (box.w - filled) / 2, "right": box.right - filled}[align]
    rest = type(box)(start, box.y, box.right - start, box.h)
    if banner:
        place, rest = rest.cut_left(size * HIGH, size * APART)
        draw_banner(canvas, place.middle(place.w, place.w), name)
    right = start
    for line, place in zip(lines, rest.middle(rest.w, em * LINE * len(lines)).rows(*[1.0] * len(lines)), strict=True):
        # Nobody could shorten what a player has typed; the banner says who it is.
        shown = canvas.text(
            place, line, em, bold=bold, colour=colour, smallest=smallest, brief=bool(name.player), label=label
        )
        right = max(right, shown.right)
    return type(box)(start, box.y, right - start, box.h)


def _lines(canvas: Canvas, name: SeatName, room: tuple[float, float], size: float, *, bold: bool) -> tuple[str, ...]:
    """The name in one line, if it is not too small there, else in two, or shortened."""
    wide, high = room
    words, least = canvas.tools.words, canvas.tools.smallest
    whole = name.text(canvas.say)
    if canvas.about(whole, max(size * ROOMY, least), bold=bold) <= wide:
        return (whole,)
    short = name.short_text(words)
    if canvas.about(short, max(size * ROOMY, least), bold=bold) <= wide:
        return (short,)
    if name.player and name.wonder and high >= 2 * LINE * max(LEAST * size, least):
        wonder = canvas.say(f"wonder.{name.wonder}")
        for lines in ((name.player, wonder), (name.player, words.short(wonder))):
            if all(canvas.width(line, least, bold=bold) <= wide for line in lines):
                return lines
    fitting = (text for text in (whole, short) if canvas.width(text, max(LEAST * size, least), bold=bold) <= wide)
    return (next(fitting, name.player or short),)
