"""Cities in a ring with the conflicts along its edges: who gets which token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.numerals import signed
from display.drawing.panel import Panel
from display.drawing.theme import mix
from display.navigation.position import REST
from display.screens.names import Name, name_of, said
from display.screens.table.ring_places import Places, at, places
from engine import Phase, conflict_preview, shields
from engine.conflict import DEFEAT, VICTORY

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.drawing.layout import Box
    from display.drawing.seating import Arrangement
    from display.drawing.theme import Colour
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

    `fighting`: it is the end of the age, and the sums of the tokens known so far are shown. `arrived`: the tokens
    of the conflict that is shown have come to their boards.
    """

    age: int
    names: tuple[Name, ...]
    shields: tuple[int, ...]
    edges: tuple[Edge, ...]
    corners: tuple[tuple[float, float], ...]
    fighting: bool
    arrived: bool = True


def standing(box: Box, game: Game, round_: Arrangement) -> Panel:
    """What would be won and lost if the age ended now; once its conflicts are fought, what they brought."""
    over = game.phase in {Phase.CONFLICTS, Phase.OVER}
    return Panel(box, paint, _ring(game, round_, len(game.cities), fighting=over))


def conflicts(box: Box, game: Game, round_: Arrangement, step: int, beat: int) -> Panel:
    """The conflicts at the end of the age as far as edge `step`, which is told since `beat` beats."""
    ring = _ring(game, round_, step, fighting=True, beat=beat)
    return Panel(box, paint, ring, moving=() if ring.arrived else _moving(box, ring, step, _flown(beat)))


def _moving(box: Box, ring: Ring, step: int, flown: float) -> tuple[Panel, ...]:
    """The tokens of an edge on their way from the middle to the boards."""
    lie = _laid(box, ring)
    edge = ring.edges[step]
    x, y = lie.middle.centre[0], lie.middle.bottom
    return tuple(
        Panel(at((x + side * badge.w * 0.75, y), badge.centre, flown, (badge.w, badge.h)), paint_tokens, tokens)
        for tokens, side, badge in zip((edge.first, edge.second), (-1, 1), lie.tokens[step], strict=True)
        if tokens
    )


def _laid(box: Box, ring: Ring) -> Places:
    return places(box, ring.corners, [max(len(edge.first), len(edge.second)) for edge in ring.edges])


def _flown(beat: int) -> float:
    """Tokens show themselves first, then fly, fast and ever slower."""
    share = max(0.0, (beat - SHOWN) / (REST - SHOWN))
    return 1 - (1 - share) ** 3


def _ring(game: Game, round_: Arrangement, step: int, *, fighting: bool, beat: int = REST) -> Ring:
    tokens = conflict_preview(game)
    count = len(game.cities)
    edges = tuple(
        Edge(*_edge(tokens[seat][0], tokens[(seat + 1) % count][1]), seat <= step, fighting and seat == step)
        for seat in range(count)
    )
    names = tuple(name_of(game, seat) for seat in range(count))
    strengths = tuple(shields(city) for city in game.cities)
    arrived = beat >= REST or not any(edge.now and (edge.first or edge.second) for edge in edges)
    return Ring(game.age, names, strengths, edges, round_.corners, fighting, arrived)


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
    lie = _laid(canvas.box, ring)
    for seat, edge in enumerate(ring.edges):
        _line(canvas, lie.cities[seat], lie.cities[(seat + 1) % len(lie.cities)], edge)
    for edge, badges in zip(ring.edges, lie.tokens, strict=True):
        if _arrived(ring, edge):
            _tokens(canvas, badges, edge)
    for seat, node in enumerate(lie.cities):
        _city(canvas, node, ring, seat)
    _middle(canvas, lie.middle, ring)


def _line(canvas: Canvas, first: Box, second: Box, edge: Edge) -> None:
    theme, unit = canvas.theme, canvas.tools.height / 480
    colour = theme.gold if edge.now else mix(theme.line, theme.dim, 0.35) if edge.known else theme.raised
    canvas.line(first.centre, second.centre, colour, (6 if edge.now else 3) * unit)


def _tokens(canvas: Canvas, places: tuple[Box, ...], edge: Edge) -> None:
    """At each end the tokens of the city there; in the middle a sign of equality where nobody wins."""
    if not edge.first and not edge.second:
        _badge(canvas, places[0], "=", canvas.theme.dim)
        return
    for tokens, place in zip((edge.first, edge.second), places, strict=True):
        if tokens:
            canvas.plate(place.inset(-canvas.tools.height / 160), canvas.theme.ground, place.h * 0.4)
            _badge(canvas, place, *_written(canvas, tokens))


def paint_tokens(canvas: Canvas, tokens: tuple[int, ...]) -> None:
    """Tokens on their way."""
    _badge(canvas, canvas.box, *_written(canvas, tokens))


def _written(canvas: Canvas, tokens: tuple[int, ...]) -> tuple[str, Colour]:
    colour = canvas.theme.good if sum(tokens) > 0 else canvas.theme.bad
    return "".join(signed(token) for token in tokens), colour


def _badge(canvas: Canvas, box: Box, text: str, colour: Colour) -> None:
    canvas.plate(box, colour, box.h * 0.35)
    canvas.number(box.inset(box.h * 0.06, 0), text, box.h * 0.92, colour=canvas.theme.ink, align="centre")


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
    return edge.known and (ring.arrived or not edge.now)


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


def _middle(canvas: Canvas, box: Box, ring: Ring) -> None:
    theme, unit = canvas.theme, canvas.tools.height / 480
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
