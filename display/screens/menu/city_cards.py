"""Everything that is built in a city: names on plates of their colour, as large as fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text
from display.drawing.theme import Colour, mix
from display.menu.reference.city_cards import BuiltCard, BuiltStage, CityCards
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


@dataclass(frozen=True, slots=True)
class Plate:
    """A name; `exception`: it was recorded although the rules forbid it."""

    words: str
    exception: bool = False


@dataclass(frozen=True, slots=True)
class PlateGroup:
    """Plates that belong together, after their icon."""

    icon: str
    colour: Colour
    plates: tuple[Plate, ...]


@dataclass(frozen=True, slots=True)
class PlateSpot:
    """Where the icon of a group (`plate` None) or one of its plates is drawn."""

    row: int
    x: float
    w: float
    group: PlateGroup
    plate: Plate | None = None


def paint(canvas: Canvas, holdings: CityCards) -> None:
    """Names by colour; below them the points so far, if they are shown before the end."""
    box = canvas.box
    if holdings.points:
        points, box = box.cut_bottom(canvas.tools.height / 13, canvas.tools.height / 80)
        _points(canvas, points, holdings.points)
    groups = _groups(canvas, holdings)
    if not groups:
        canvas.paragraph(box, canvas.say("menu.built.nothing"), canvas.tools.height / 15, align="centre")
        return
    em, spots = _arranged(canvas, groups, box)
    high = em * ROW
    rows = 1 + max(spot.row for spot in spots)
    top = box.y + max(0.0, box.h - rows * high) / 2
    for spot in spots:
        _draw(canvas, Box(box.x + spot.x, top + spot.row * high, spot.w, em * (ROW - 0.12)), spot, em)


def _groups(canvas: Canvas, holdings: CityCards) -> list[PlateGroup]:
    cards = canvas.theme.cards
    found = [
        PlateGroup(f"mark.{colour}", cards[colour], tuple(_plate(canvas, "card", one) for one in structures))
        for colour, structures in holdings.structures
    ]
    if holdings.stages:
        stages = tuple(Plate(_stage_words(canvas, stage), stage.exception) for stage in holdings.stages)
        found.append(PlateGroup("stage", cards["brown"], stages))
    leaders = [_plate(canvas, "leader", one) for one in holdings.leaders]
    if holdings.copied_leader:
        leader = canvas.say(f"leader.{holdings.copied_leader}")
        leaders.append(Plate(canvas.say("menu.built.courted", leader=leader)))
    return [*found, PlateGroup("mark.white", cards["white"], tuple(leaders))] if leaders else found


def _plate(canvas: Canvas, family: str, one: BuiltCard) -> Plate:
    return Plate(canvas.say(f"{family}.{one.id}"), one.exception)


def _stage_words(canvas: Canvas, stage: BuiltStage) -> str:
    if stage.age is None:
        return canvas.say("menu.built.stage_leader", stage=stage.number)
    return canvas.say("menu.built.stage", stage=stage.number, age=stage.age)


def _arranged(canvas: Canvas, groups: list[PlateGroup], box: Box) -> tuple[int, list[PlateSpot]]:
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


def _fits(spots: list[PlateSpot], em: int, box: Box) -> bool:
    rows = 1 + max(spot.row for spot in spots)
    return rows * em * ROW <= box.h and all(spot.x + spot.w <= box.w for spot in spots)


def _spots(groups: list[PlateGroup], em: int, room: float, measure: Measure, *, apart: bool) -> Iterator[PlateSpot]:
    """From left to right, row by row. Each row begins with an icon, even if it continues a group."""
    row, x = 0, 0.0
    for group in groups:
        begun = False
        for plate in group.plates:
            wide = measure(plate.words, em) + em * (2 * PAD + (SIGN if plate.exception else 0.0))
            lead = 0.0 if begun else (SIGN + GAP) * em
            if x > 0 and ((apart and not begun) or x + lead + wide > room):
                row, x, begun = row + 1, 0.0, False
            if not begun:
                yield PlateSpot(row, x, SIGN * em, group)
                x, begun = x + (SIGN + GAP) * em, True
            yield PlateSpot(row, x, wide, group, plate)
            x += wide + GAP * em
        x += BETWEEN * em


def _draw(canvas: Canvas, box: Box, spot: PlateSpot, em: float) -> None:
    theme, plate = canvas.theme, spot.plate
    if plate is None:
        canvas.icon(box.middle(em, em), spot.group.icon, spot.group.colour)
        return
    canvas.plate(box, mix(theme.panel, spot.group.colour, 0.28), em * 0.3)
    inner = box.inset(em * PAD, 0)
    if plate.exception:
        sign, inner = inner.cut_right(em * SIGN * 0.8, em * SIGN * 0.2)
        canvas.icon(sign, "warning", theme.ask)
    canvas.text(inner.cut_left(inner.w + 1)[0], plate.words, em)


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
