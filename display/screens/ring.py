"""Cities in a ring with the conflicts along its edges: who gets which token."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.director import REST
from display.layout import Box
from display.numerals import signed
from display.panel import Panel
from display.screens.names import Name, name_of, said
from display.theme import mix
from engine import conflict_preview, shields
from engine.conflict import DEFEAT, VICTORY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.canvas import Canvas
    from display.seating import Arrangement
    from display.theme import Colour
    from engine import Game


SHOWN = 9
"""The beat at which the tokens of a conflict begin to fly."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A conflict between a seat and its left neighbour.

    `first` and `second` are the tokens they get (none for both: nobody wins); `known`: they are shown; `now`: just now.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    known: bool = True
    now: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """Names, shields and corners of the screen by seat, and the edge from each seat to its left neighbour.

    `fighting`: it is the end of the age, and the sums of the tokens known so far are shown. `flown`: how far the tokens
    of the conflict that is shown have come to their boards, 0 to 1.
    """

    age: int
    names: tuple[Name, ...]
    shields: tuple[int, ...]
    edges: tuple[Edge, ...]
    corners: tuple[tuple[float, float], ...]
    fighting: bool
    flown: float = 1.0


def standing(box: Box, game: Game, round_: Arrangement) -> Panel:
    """What would be won and lost if the age ended now."""
    return Panel(box, paint, _ring(game, round_, len(game.cities), fighting=False))


def conflicts(box: Box, game: Game, round_: Arrangement, step: int, beat: int) -> Panel:
    """The conflicts at the end of the age as far as edge `step`, which is told since `beat` beats."""
    return Panel(box, paint, _ring(game, round_, step, fighting=True, flown=_flown(beat)))


def _flown(beat: int) -> float:
    """Tokens show themselves first, then fly, fast and ever slower."""
    share = max(0.0, (beat - SHOWN) / (REST - SHOWN))
    return 1 - (1 - share) ** 3


def _ring(game: Game, round_: Arrangement, step: int, *, fighting: bool, flown: float = 1.0) -> Ring:
    tokens = conflict_preview(game)
    count = len(game.cities)
    edges = tuple(
        Edge(*_edge(tokens[seat][0], tokens[(seat + 1) % count][1]), seat <= step, fighting and seat == step)
        for seat in range(count)
    )
    names = tuple(name_of(game, seat) for seat in range(count))
    strengths = tuple(shields(city) for city in game.cities)
    return Ring(game.age, names, strengths, edges, round_.corners, fighting, flown)


def _edge(first: int | None, second: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens on both sides; a defeat that the loser passes on lies with the winner (Tomyris)."""
    if first is not None and second is not None:
        return (first,), (second,)
    won = first if first is not None else second
    if won is None:
        return (), ()
    return ((won, DEFEAT), ()) if first is not None else ((), (won, DEFEAT))


def paint(canvas: Canvas, ring: Ring) -> None:
    """The edges, on them the tokens, then the cities; in the middle what it is about."""
    canvas.fill(canvas.theme.ground)
    unit = canvas.tools.height / 480
    many = len(ring.names) > 4
    size = canvas.box.w * (0.225 if many else 0.25), (76 if many else 96) * unit
    nodes = _nodes(canvas.box, ring.corners, size)
    for seat, edge in enumerate(ring.edges):
        _line(canvas, nodes[seat], nodes[(seat + 1) % len(nodes)], edge, unit)
    places = [_places(nodes[seat], nodes[(seat + 1) % len(nodes)], edge, unit) for seat, edge in enumerate(ring.edges)]
    for edge, badges in zip(ring.edges, places, strict=True):
        if _arrived(ring, edge):
            _tokens(canvas, badges, edge, unit)
    for seat, node in enumerate(nodes):
        _city(canvas, node, ring, seat)
    middle = _inside(canvas.box, [*nodes, *(place for badges in places for place in badges)])
    _middle(canvas, middle, ring, unit)
    for edge, badges in zip(ring.edges, places, strict=True):
        if edge.now and _flying(ring, edge):
            _fly(canvas, middle, badges, edge, ring.flown)


def _flying(ring: Ring, edge: Edge) -> bool:
    return ring.flown < 1 and bool(edge.first or edge.second)


def _fly(canvas: Canvas, middle: Box, badges: tuple[Box, ...], edge: Edge, flown: float) -> None:
    """The tokens of an edge on their way from the middle to the boards."""
    unit = canvas.tools.height / 480
    x, y = middle.centre[0], middle.bottom
    for tokens, side, badge in zip((edge.first, edge.second), (-1, 1), badges, strict=True):
        if not tokens:
            continue
        place = _at((x + side * badge.w * 0.75, y), badge.centre, flown, (badge.w, badge.h))
        _badge(canvas, place, _written(tokens), _colour(canvas, tokens), unit, over=True)


def _nodes(box: Box, corners: Sequence[tuple[float, float]], size: tuple[float, float]) -> list[Box]:
    w, h = size
    return [Box(box.x + (box.w - w) * x, box.y + (box.h - h) * y, w, h) for x, y in corners]


def _inside(box: Box, taken: Sequence[Box]) -> Box:
    """What the ring leaves free in the middle: as near to it and as wide as there is room."""
    middle_x, middle_y = box.centre
    for size in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6):
        wide, high = box.w * 0.38 * size, box.h * 0.42 * size
        for up in range(12):
            place = Box(middle_x - wide / 2, middle_y - high / 2 - up * box.h * 0.02, wide, high)
            if not any(place.overlaps(other) for other in taken):
                return place
    return box.middle(box.w * 0.3, box.h * 0.3)


def _line(canvas: Canvas, first: Box, second: Box, edge: Edge, unit: float) -> None:
    theme = canvas.theme
    colour = theme.gold if edge.now else mix(theme.line, theme.dim, 0.35) if edge.known else theme.raised
    canvas.line(first.centre, second.centre, colour, (6 if edge.now else 3) * unit)


def _places(first: Box, second: Box, edge: Edge, unit: float) -> tuple[Box, ...]:
    """Where the tokens of an edge lie: at its two ends, or in the middle where nobody wins."""
    start, end = _exit(first, second), _exit(second, first)
    size = (46 if max(len(edge.first), len(edge.second)) < 2 else 76) * unit, 34 * unit
    if not edge.first and not edge.second:
        return (_at(start, end, 0.5, size),)
    needed = size[1] if abs(end[1] - start[1]) > abs(end[0] - start[0]) else size[0]
    share = min(0.34, max(needed * 0.55 / math.dist(start, end), 0.26))
    return _at(start, end, share, size), _at(start, end, 1 - share, size)


def _tokens(canvas: Canvas, places: tuple[Box, ...], edge: Edge, unit: float) -> None:
    """At each end the tokens of the city there; in the middle a sign of equality where nobody wins."""
    if not edge.first and not edge.second:
        _badge(canvas, places[0], "=", canvas.theme.dim, unit)
        return
    for tokens, place in zip((edge.first, edge.second), places, strict=True):
        if tokens:
            _badge(canvas, place, _written(tokens), _colour(canvas, tokens), unit)


def _written(tokens: tuple[int, ...]) -> str:
    return "".join(signed(token) for token in tokens)


def _colour(canvas: Canvas, tokens: tuple[int, ...]) -> Colour:
    return canvas.theme.good if sum(tokens) > 0 else canvas.theme.bad


def _badge(canvas: Canvas, box: Box, text: str, colour: Colour, unit: float, *, over: bool = False) -> None:
    canvas.plate(box.inset(-3 * unit), canvas.theme.ground, box.h * 0.4)
    canvas.plate(box, colour, box.h * 0.35)
    inner = box.inset(2 * unit, 0)
    canvas.number(inner, text, box.h * 0.92, colour=canvas.theme.ink, align="centre", over=over)


def _at(start: tuple[float, float], end: tuple[float, float], share: float, size: tuple[float, float]) -> Box:
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return Box(x - size[0] / 2, y - size[1] / 2, *size)


def _exit(box: Box, other: Box) -> tuple[float, float]:
    """Where the line between two boxes' middles leaves the first."""
    x, y = box.centre
    dx, dy = other.centre[0] - x, other.centre[1] - y
    share = min(box.w / 2 / abs(dx) if dx else math.inf, box.h / 2 / abs(dy) if dy else math.inf)
    return x + dx * share, y + dy * share


def _city(canvas: Canvas, node: Box, ring: Ring, seat: int) -> None:
    theme = canvas.theme
    beside = ring.edges[seat], ring.edges[seat - 1]
    canvas.framed(
        node,
        theme.gold if any(edge.now for edge in beside) else theme.panel,
        theme.panel,
        node.h * 0.035,
        node.h * 0.16,
    )
    inner = node.inset(node.w * 0.05, node.h * 0.08)
    title, numbers = inner.rows(0.75, 1.0, gap=inner.h * 0.04)
    em = canvas.common((said(canvas, name) for name in ring.names), title.w, title.h, bold=True)
    canvas.text(title, said(canvas, ring.names[seat]), em, bold=True)
    strength, won = numbers.columns(1.0, 1.15)
    sign, number = strength.cut_left(numbers.h * 0.78, numbers.h * 0.16)
    canvas.icon(sign, "shield", theme.cards["red"])
    canvas.number(number, str(ring.shields[seat]), numbers.h)
    if ring.fighting:
        sides = zip(beside, (beside[0].first, beside[1].second), strict=True)
        _sum(canvas, won, [token for edge, tokens in sides if _arrived(ring, edge) for token in tokens])


def _arrived(ring: Ring, edge: Edge) -> bool:
    return edge.known and not (edge.now and _flying(ring, edge))


def _sum(canvas: Canvas, box: Box, tokens: list[int]) -> None:
    if not tokens:
        return
    total = sum(tokens)
    theme = canvas.theme
    colour = theme.good if total > 0 else theme.bad if total < 0 else theme.dim
    text = signed(total)
    filled = canvas.width(text, box.h, bold=True)
    number, rest = box.cut_right(min(filled + 1, box.w * 0.62), box.h * 0.12)
    canvas.number(number, text, box.h, colour=colour, align="right")
    canvas.icon(rest.cut_right(min(rest.w, rest.h * 0.66))[0], "laurel", colour)


def _middle(canvas: Canvas, box: Box, ring: Ring, unit: float) -> None:
    theme = canvas.theme
    now = next((seat for seat, edge in enumerate(ring.edges) if edge.now), None)
    if now is not None:
        _fight(canvas, box, ring, now)
        return
    sign, title, words = box.rows(1.0, 0.8, 1.1, gap=4 * unit)
    canvas.icon(sign, "swords", theme.cards["red"])
    key = "screen.conflicts.over" if ring.fighting else "screen.military.title"
    canvas.text(title, canvas.say(key, age=ring.age), 30 * unit, bold=True, align="centre")
    hint = "screen.conflicts.hint" if ring.fighting else "screen.military.hint"
    canvas.paragraph(
        words,
        canvas.say(hint, age=ring.age, victory=VICTORY[ring.age]),
        22 * unit,
        colour=theme.dim,
        align="centre",
        top=True,
    )


def _fight(canvas: Canvas, box: Box, ring: Ring, seat: int) -> None:
    """The conflict that is being shown, large: left and right as the two cities' names are read."""
    theme = canvas.theme
    other = (seat + 1) % len(ring.names)
    sign, names, numbers = box.rows(0.75, 0.6, 1.0, gap=box.h * 0.03)
    canvas.icon(sign, "swords", theme.gold)
    both = said(canvas, ring.names[seat]), said(canvas, ring.names[other])
    places = names.columns(1, 1, gap=names.w * 0.06)
    em = canvas.common(both, places[0].w, names.h * 0.9, bold=True)
    for place, name in zip(places, both, strict=True):
        canvas.text(place, name, em, bold=True, align="centre")
    first, second = ring.shields[seat], ring.shields[other]
    mark = ">" if first > second else "<" if first < second else "="
    places = numbers.columns(1.0, 0.5, 1.0)
    for place, text, strong in zip(
        places, (str(first), mark, str(second)), (first > second, True, second > first), strict=True
    ):
        canvas.number(place, text, place.h * 0.9, colour=theme.text if strong else theme.dim, align="centre")
