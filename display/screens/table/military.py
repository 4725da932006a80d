"""Military conflicts: the cities in a ring, and along its edges who gets which token."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from display.drawing.box import Box
from display.drawing.canvas import Canvas, signed_text
from display.drawing.panel import Panel
from display.drawing.seating import SeatArrangement
from display.drawing.theme import Colour, mix
from display.facts.names import SeatName, seat_name
from display.screens.signs.seat_banner import BANNER, draw_named
from engine import DEFEAT, VICTORY, Fight, Game, Phase, conflict_preview, opponents, shields


@dataclass(frozen=True, slots=True)
class ConflictEdge:
    """The way from a seat to its left neighbour. A conflict across absent cities has several, one after the other.

    `first` and `second` are the tokens that both get in it; `tied`: nobody wins. `known`: that is shown. `now`: this
    conflict is the one being shown.
    """

    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    known: bool = True
    now: bool = False
    tied: bool = False


@dataclass(frozen=True, slots=True)
class ConflictRing:
    """Names, shields and corners of the screen by seat, and the edge from each seat to its left neighbour.

    `fighting`: the age has ended, and the totals of the tokens known so far are shown.
    """

    age: int
    names: tuple[SeatName, ...]
    shields: tuple[int, ...]
    edges: tuple[ConflictEdge, ...]
    corners: tuple[tuple[float, float], ...]
    fighting: bool


def outlook(box: Box, game: Game, seating: SeatArrangement) -> Panel:
    """Who would win and lose if the age ended now; after the conflicts, their result."""
    over = game.phase in {Phase.CONFLICTS, Phase.OVER}
    return Panel(box, paint, _ring(_before_conflicts(game), seating, len(game.cities), fighting=over))


def conflicts(box: Box, game: Game, seating: SeatArrangement, step: int) -> Panel:
    """The conflicts at the end of the age up to edge `step`."""
    return Panel(box, paint, _ring(game, seating, step, fighting=True))


@lru_cache(maxsize=1)
def _before_conflicts(game: Game) -> Game:
    """A game that is over as it was before its last conflicts, in which tokens of diplomacy were given back."""
    fought = [number for number, action in enumerate(game.actions) if isinstance(action, Fight)]
    return next(islice(game.states(), fought[-1], None)) if game.phase is Phase.OVER and fought else game


def _ring(game: Game, seating: SeatArrangement, step: int, *, fighting: bool) -> ConflictRing:
    tokens, count = conflict_preview(game), len(game.cities)
    edges = [ConflictEdge()] * count
    fights = [(seat, left) for seat, (left, _) in enumerate(opponents(game.cities)) if left is not None]
    for number, (seat, other) in enumerate(fights):
        first, second = _edge(tokens[seat][0], tokens[other][1])
        fight = ConflictEdge(known=number <= step, now=fighting and number == step, tied=not first + second)
        for place in range(seat, seat + (other - seat) % count):
            edges[place % count] = fight
        edges[seat] = replace(edges[seat], first=first)
        edges[other - 1] = replace(edges[other - 1], second=second)
    names = tuple(seat_name(game, seat) for seat in range(count))
    return ConflictRing(game.age, names, tuple(map(shields, game.cities)), tuple(edges), seating.corners, fighting)


def _edge(first: int | None, second: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens on both sides. If the loser passes the defeat on (Tomyris), the winner gets it too."""
    if first is not None and second is not None:
        return (first,), (second,)
    won = first if first is not None else second
    if won is None:
        return (), ()
    return ((won, DEFEAT), ()) if first is not None else ((), (won, DEFEAT))


def paint(canvas: Canvas, ring: ConflictRing) -> None:
    """The edges with their tokens, then the cities; in the middle the conflict being shown, or a title."""
    counts = [max(len(edge.first), len(edge.second)) for edge in ring.edges]
    places = ring_places(canvas.box, ring.corners, counts)
    for seat, edge in enumerate(ring.edges):
        _line(canvas, places.cities[seat], places.cities[(seat + 1) % len(places.cities)], edge)
    for edge, badges in zip(ring.edges, places.tokens, strict=True):
        if edge.known:
            _tokens(canvas, badges, edge)
    for seat, node in enumerate(places.cities):
        _city(canvas, node, ring, seat)
    _middle(canvas, places.middle, ring)


def _line(canvas: Canvas, first: Box, second: Box, edge: ConflictEdge) -> None:
    theme, unit = canvas.theme, canvas.tools.height / 480
    colour = theme.gold if edge.now else mix(theme.line, theme.dim, 0.35) if edge.known else theme.raised
    canvas.line(first.centre, second.centre, colour, (6 if edge.now else 3) * unit)


def _tokens(canvas: Canvas, places: tuple[Box, ...], edge: ConflictEdge) -> None:
    """The tokens at the city that gets them; an equals sign in the middle where nobody wins."""
    if not edge.first + edge.second:
        if edge.tied:
            _badge(canvas, places[0], "=", canvas.theme.dim)
        return
    for tokens, place in zip((edge.first, edge.second), places, strict=True):
        if tokens:
            canvas.plate(place.inset(-canvas.tools.screen / 160), canvas.theme.ground, place.h * 0.4)
            colour = canvas.theme.good if sum(tokens) > 0 else canvas.theme.bad
            _badge(canvas, place, "".join(signed_text(token) for token in tokens), colour)


def _badge(canvas: Canvas, box: Box, text: str, colour: Colour) -> None:
    canvas.plate(box, colour, box.h * 0.35)
    canvas.number(box.inset(box.h * 0.06, 0), text, box.h * 0.92, colour=canvas.theme.ink, align="centre")


def _city(canvas: Canvas, node: Box, ring: ConflictRing, seat: int) -> None:
    theme = canvas.theme
    beside = ring.edges[seat], ring.edges[seat - 1]
    edge_colour = theme.gold if any(edge.now for edge in beside) else theme.panel
    canvas.framed(node, edge_colour, theme.panel, node.h * 0.035, node.h * 0.16)
    inner = node.inset(node.w * 0.05, node.h * 0.08)
    title, numbers = inner.rows(0.75, 1.0, gap=inner.h * 0.04)
    draw_named(canvas, title, ring.names[seat], _name_size(canvas, title.w, title.h, ring.names), bold=True)
    strength, won = numbers.columns(1.0, 1.15)
    sign, number = strength.cut_left(numbers.h * 0.78, numbers.h * 0.16)
    canvas.icon(sign, "shield", theme.cards["red"])
    canvas.number(number, str(ring.shields[seat]), numbers.h)
    if ring.fighting:
        sides = zip(beside, (beside[0].first, beside[1].second), strict=True)
        _sum(canvas, won, [token for edge, tokens in sides if edge.known for token in tokens])


def _name_size(canvas: Canvas, wide: float, high: float, names: tuple[SeatName, ...]) -> float:
    """The em at which all these names fit beside their banners."""
    texts = (name.short_text(canvas.tools.words) for name in names)
    return max(canvas.common(texts, wide - high * BANNER, high, bold=True), high * 0.75)


def _sum(canvas: Canvas, box: Box, tokens: list[int]) -> None:
    if not tokens:
        return
    total = sum(tokens)
    theme = canvas.theme
    colour = theme.good if total > 0 else theme.bad if total < 0 else theme.dim
    text = signed_text(total)
    filled = canvas.width(text, box.h, bold=True)
    number, rest = box.cut_right(min(filled + 1, box.w * 0.62), box.h * 0.12)
    canvas.number(number, text, box.h, colour=colour, align="right")
    canvas.icon(rest.cut_right(min(rest.w, rest.h * 0.66))[0], "laurel", colour)


def _middle(canvas: Canvas, box: Box, ring: ConflictRing) -> None:
    theme, unit = canvas.theme, canvas.tools.height / 480
    now = [seat for seat, edge in enumerate(ring.edges) if edge.now]
    if now:
        _fight(canvas, box, ring, next(seat for seat in now if not ring.edges[seat - 1].now), len(now))
        return
    sign, title, words = box.rows(1.0, 0.8, 1.1, gap=4 * unit)
    canvas.icon(sign, "swords", theme.cards["red"])
    key = "screen.conflicts.over" if ring.fighting else "screen.military.title"
    canvas.text(title, canvas.say(key, age=ring.age), 30 * unit, bold=True, align="centre")
    hint = "screen.conflicts.hint" if ring.fighting else "screen.military.hint"
    said = canvas.say(hint, age=ring.age, victory=VICTORY[ring.age])
    canvas.paragraph(words, said, 22 * unit, colour=theme.dim, align="centre", top=True)


def _fight(canvas: Canvas, box: Box, ring: ConflictRing, seat: int, away: int) -> None:
    """The conflict that is being shown, in large type: the two names, and their shields below.

    The other city is so many seats `away`.
    """
    theme = canvas.theme
    other = (seat + away) % len(ring.names)
    sign, names, numbers = box.rows(0.75, 0.6, 1.0, gap=box.h * 0.03)
    canvas.icon(sign, "swords", theme.gold)
    both = ring.names[seat], ring.names[other]
    places = names.columns(1, 1, gap=names.w * 0.06)
    high = names.h * 0.9
    em = _name_size(canvas, places[0].w, high, both)
    for place, name in zip(places, both, strict=True):
        draw_named(canvas, place, name, em, bold=True, align="centre")
    first, second = ring.shields[seat], ring.shields[other]
    mark = ">" if first > second else "<" if first < second else "="
    places = numbers.columns(1.0, 0.5, 1.0)
    for place, text, strong in zip(
        places, (str(first), mark, str(second)), (first > second, True, second > first), strict=True
    ):
        canvas.number(place, text, place.h * 0.9, colour=theme.text if strong else theme.dim, align="centre")


@dataclass(frozen=True, slots=True)
class RingPlaces:
    """A box for each city, boxes for the tokens on each edge (one if nobody wins), and the free middle."""

    cities: tuple[Box, ...]
    tokens: tuple[tuple[Box, ...], ...]
    middle: Box


HEIGHT = 415
"""The height of the whole ring, in the units of the sizes below."""


def ring_places(box: Box, corners: Sequence[tuple[float, float]], tokens: Sequence[int]) -> RingPlaces:
    """Lay out a ring; `tokens` has the number of tokens on the winner's side of each edge (0: nobody wins)."""
    unit = box.h / HEIGHT
    many = len(corners) > 4
    cities = _cities(box, corners, (box.w * (0.225 if many else 0.25), (76 if many else 96) * unit))
    edges = tuple(
        _token_boxes(cities[seat], cities[(seat + 1) % len(cities)], count, unit) for seat, count in enumerate(tokens)
    )
    return RingPlaces(tuple(cities), edges, _free_middle(box, [*cities, *(place for edge in edges for place in edge)]))


def _token_boxes(first: Box, second: Box, tokens: int, unit: float) -> tuple[Box, ...]:
    start, end = _exit(first, second), _exit(second, first)
    size = (46 if tokens < 2 else 76) * unit, 34 * unit
    if not tokens:
        return (_between(start, end, 0.5, size),)
    needed = size[1] if abs(end[1] - start[1]) > abs(end[0] - start[0]) else size[0]
    share = min(0.34, max(needed * 0.55 / math.dist(start, end), 0.26))
    return _between(start, end, share, size), _between(start, end, 1 - share, size)


def _between(start: tuple[float, float], end: tuple[float, float], share: float, size: tuple[float, float]) -> Box:
    """A box of that size round the point that lies at `share` of the way between two points."""
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return Box(x - size[0] / 2, y - size[1] / 2, *size)


def _exit(box: Box, other: Box) -> tuple[float, float]:
    """The point where the line between the middles of two boxes leaves the first."""
    x, y = box.centre
    dx, dy = other.centre[0] - x, other.centre[1] - y
    share = min(box.w / 2 / abs(dx) if dx else math.inf, box.h / 2 / abs(dy) if dy else math.inf)
    return x + dx * share, y + dy * share


def _cities(box: Box, corners: Sequence[tuple[float, float]], size: tuple[float, float]) -> list[Box]:
    w, h = size
    return [Box(box.x + (box.w - w) * x, box.y + (box.h - h) * y, w, h) for x, y in corners]


def _free_middle(box: Box, taken: Sequence[Box]) -> Box:
    """The room that the ring leaves free: as near to the middle and as wide as possible, preferably above it."""
    middle_x, middle_y = box.centre
    room = box.inset(0.0, 20 / HEIGHT * box.h)
    ways = ((0.0, -0.02, 12), (0.0, 0.02, 18), (0.02, 0.0, 18), (-0.02, 0.0, 18))
    for right, down, steps in ways:
        for size in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6):
            wide, high = box.w * 0.38 * size, box.h * 0.42 * size
            for step in range(steps):
                x, y = middle_x + step * right * box.w, middle_y + step * down * box.h
                place = Box(x - wide / 2, y - high / 2, wide, high)
                if room.holds(place) and not any(place.overlaps(other) for other in taken):
                    return place
    return box.middle(box.w * 0.3, box.h * 0.3)
