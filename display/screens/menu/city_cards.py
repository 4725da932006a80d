"""Everything that is built in a city: names on plates of their colour, as large as fits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text
from display.drawing.theme import Colour, mix
from display.menu.reference.city_cards import CityCards
from display.screens.menu.tile import spoken
from display.screens.scoring.scoring import ICONS

Measure = Callable[[str, float], float]

LARGEST = 1 / 15
"""The largest em of a name, against the screen's height."""
APART = 1 / 23
"""Each colour begins a new row while the em is at least this share of the screen's height."""
ROW = 1.42
"""The distance of rows, in ems."""
SIGN, PAD, GAP, BETWEEN = 1.05, 0.3, 0.25, 0.5
"""Widths in ems: of an icon, of the margin at each end of a plate, between plates, between groups."""


Group = tuple[str, Colour, tuple[tuple[str, bool], ...]]
"""An icon, its colour, and names that belong together, each with whether it was recorded against the rules."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the icon of a group (no `words`) or one of its names is drawn: its row, left end and width in px."""

    row: int
    x: float
    w: float
    icon: str
    colour: Colour
    words: str = ""
    exception: bool = False


def paint(canvas: Canvas, holdings: CityCards) -> None:
    """Names by colour; below them the points so far, if they are shown before the end."""
    box = canvas.box
    if holdings.points:
        points, box = box.cut_bottom(canvas.tools.height / 13, canvas.tools.height / 80)
        _points(canvas, points, holdings.points)
    if not holdings.groups:
        canvas.paragraph(box, canvas.say("menu.built.nothing"), canvas.tools.height / 15, align="centre")
        return
    groups = [
        (icon, canvas.theme.cards[colour], tuple((spoken(canvas, one.name), one.exception) for one in things))
        for icon, colour, things in holdings.groups
    ]
    em, spots = _arranged(canvas, groups, box)
    high = em * ROW
    rows = 1 + max(spot.row for spot in spots)
    top = box.y + max(0.0, box.h - rows * high) / 2
    for spot in spots:
        _draw(canvas, Box(box.x + spot.x, top + spot.row * high, spot.w, em * (ROW - 0.12)), spot, em)


def _arranged(canvas: Canvas, groups: list[Group], box: Box) -> tuple[int, list[Spot]]:
    """The largest em at which everything fits, and where everything goes."""
    for em in range(int(canvas.tools.height * LARGEST), canvas.tools.smallest, -1):
        for apart in (True, False) if em >= canvas.tools.height * APART else (False,):
            for measure in (canvas.about, canvas.width):  # the second is exact, but has to load every size it tries
                spots = list(_spots(groups, em, box.w, measure, apart=apart))
                if not _fits(spots, em, box):
                    break
            else:
                return em, spots
    smallest = canvas.tools.smallest
    return smallest, list(_spots(groups, smallest, box.w, canvas.width, apart=False))


def _fits(spots: list[Spot], em: int, box: Box) -> bool:
    rows = 1 + max(spot.row for spot in spots)
    return rows * em * ROW <= box.h and all(spot.x + spot.w <= box.w for spot in spots)


def _spots(groups: list[Group], em: int, room: float, measure: Measure, *, apart: bool) -> Iterator[Spot]:
    """From left to right, row by row. Each row begins with an icon, even if it continues a group."""
    row, x = 0, 0.0
    for icon, colour, names in groups:
        begun = False
        for words, exception in names:
            wide = measure(words, em) + em * (2 * PAD + (SIGN if exception else 0.0))
            lead = 0.0 if begun else (SIGN + GAP) * em
            if x > 0 and ((apart and not begun) or x + lead + wide > room):
                row, x, begun = row + 1, 0.0, False
            if not begun:
                yield Spot(row, x, SIGN * em, icon, colour)
                x, begun = x + (SIGN + GAP) * em, True
            yield Spot(row, x, wide, icon, colour, words, exception)
            x += wide + GAP * em
        x += BETWEEN * em


def _draw(canvas: Canvas, box: Box, spot: Spot, em: float) -> None:
    if not spot.words:
        canvas.icon(box.middle(em, em), spot.icon, spot.colour)
        return
    canvas.plate(box, mix(canvas.theme.panel, spot.colour, 0.28), em * 0.3)
    inner = box.inset(em * PAD, 0)
    if spot.exception:
        sign, inner = inner.cut_right(em * SIGN * 0.8, em * SIGN * 0.2)
        canvas.icon(sign, "warning", canvas.theme.ask)
    canvas.text(inner.cut_left(inner.w + 1)[0], spot.words, em)


def _points(canvas: Canvas, box: Box, points: tuple[tuple[str, int], ...]) -> None:
    """The points of each category, and their total on gold."""
    theme = canvas.theme
    total, rest = box.cut_right(box.w * 0.13, box.w * 0.012)
    places = rest.columns(*[1.0] * len(points), gap=box.w * 0.008)
    for place, (category, number) in zip(places, points, strict=True):
        canvas.plate(place, theme.panel, box.h * 0.2)
        _counted(canvas, place, ICONS[category], theme.category(category), number, ink=theme.text)
    canvas.plate(total, theme.gold, box.h * 0.2)
    _counted(canvas, total, "laurel", theme.ink, sum(number for _, number in points), ink=theme.ink)


def _counted(canvas: Canvas, box: Box, icon: str, colour: Colour, number: int, *, ink: Colour) -> None:
    """An icon in its colour, and the number in ink."""
    sign, rest = box.inset(box.w * 0.07, 0).cut_left(min(box.h * 0.65, box.w * 0.32), box.w * 0.06)
    canvas.icon(sign, icon, colour)
    canvas.number(rest, number_text(number), min(rest.h * 0.9, rest.w * 0.82), colour=ink)
