"""One city in detail: the city in the middle, the neighbours at its sides with what they sell and at which price.

Below it are its science, its next stage, and what it could build in this age.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text, signed_text
from display.drawing.panel import Panel
from display.drawing.theme import mix
from display.facts.city_details import SYMBOLS, NextStage, build_options, city_details, next_stage, score_sheets_of
from display.facts.city_facts import CityFacts, city_facts, units_for_sale
from display.facts.names import SeatName, seat_name
from display.messages.presses import LookAt
from display.screens.signs.seat_banner import draw_banner, draw_named
from display.screens.signs.sign_line import Group, counted, draw, draw_both, draw_resources, resources
from display.screens.table import turn_status
from display.screens.table.city import draw_action, draw_controller, draw_head, draw_number, draw_numbers
from display.screens.table.payment import FULL, payment_parts
from display.table_state import TableState
from engine import SET_POINTS, Fight, Game, Phase, best_science, conflict_preview, opponents, prices, shields

MOST_ENLARGED = 1.25
"""By what letters of a neighbour's panel may be larger than usual."""
LABEL = 25
"""The em of the labels, in 1/480 of the screen's height."""
WAY_ICONS = {"chain": "chain", "own": "check", "trade": "coin", "free": "star", "out": "cross"}
"""Way to build -> its icon."""


@dataclass(frozen=True, slots=True)
class OwnCity:
    """The city that is shown: it pays by the `way`-th of `ways` possible payments.

    `points`: its score so far, if points are shown before the end.
    """

    facts: CityFacts
    way: int
    ways: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class NeighbourCity:
    """A neighbour as the seat sees it: what it sells, and the conflict token the seat would get now on that side.

    `offers`: prices, each with what is sold for it. `opponent`: whom the seat fights on that side, with so many
    `shields`; a city farther on if the neighbour is absent (Cities), None if there is no conflict.
    """

    side: str
    name: SeatName
    offers: tuple[tuple[int, tuple[str, ...]], ...]
    opponent: SeatName | None
    shields: int
    token: int | None


AgeOptions = tuple[int, tuple[tuple[str, int], ...] | None]
"""An age, and in which way how many of its structures could be built; None once the game is over."""


def panels(box: Box, state: TableState, game: Game, seat: int) -> tuple[Panel, ...]:
    """The left neighbour on the left, as the player sees it; below, what it could build, or what just happened."""
    below, above = box.cut_bottom(box.h * 0.2, box.h * 0.02)
    left, own, right = above.columns(1.0, 1.3, 1.0, gap=box.h * 0.02)
    before, after = game.beside(seat)
    said = turn_status.told(state, game)
    return (
        Panel(left, paint_neighbour, _neighbour(game, seat, "left"), touch=LookAt(before)),
        Panel(own, paint_own, _own(state, game, seat), touch=LookAt(seat)),
        Panel(right, paint_neighbour, _neighbour(game, seat, "right"), touch=LookAt(after)),
        *((Panel(below, turn_status.paint_status, said),) if said else _prospects(below, game, seat)),
    )


def _prospects(box: Box, game: Game, seat: int) -> tuple[Panel, ...]:
    """Three panels side by side. Once an age is over, the structures of the next age are counted."""
    left, middle, right = box.columns(1.0, 1.0, 1.15, gap=box.h * 0.1)
    next_age = game.apply(Fight()) if game.phase is Phase.CONFLICTS else game
    options = None if next_age.phase is Phase.OVER else build_options(next_age, seat)
    return (
        Panel(left, paint_science, city_details(game, seat).science),
        Panel(middle, paint_stage, next_stage(game, seat)),
        Panel(right, paint_options, (next_age.age, options)),
    )


def _own(state: TableState, game: Game, seat: int) -> OwnCity:
    plan = state.plans.get(seat)
    way, ways = (plan.chosen + 1, plan.ways) if plan else (1, 1)
    sheets = score_sheets_of(game) if state.live_scores else ()
    points = next((sheet.total for sheet in sheets if sheet.seat == seat), None)
    return OwnCity(city_facts(state, game, seat), way, ways, points)


def _neighbour(game: Game, seat: int, side: str) -> NeighbourCity:
    place = 0 if side == "left" else 1
    other = game.beside(seat)[place]
    price = prices(game, seat)[side]
    by_price: dict[int, list[str]] = {}
    for unit in units_for_sale(game, other):
        by_price.setdefault(min(price[letter] for letter in unit), []).append(unit)
    offers = tuple((coins, tuple(units)) for coins, units in sorted(by_price.items()))
    token, opponent = conflict_preview(game)[seat][place], opponents(game.cities)[seat][place]
    name = None if opponent is None else seat_name(game, opponent)
    strength = 0 if opponent is None else shields(game.cities[opponent])
    return NeighbourCity(side, seat_name(game, other), offers, name, strength, token)


def paint_own(canvas: Canvas, own: OwnCity) -> None:
    """Treasury, shields, stages; production; the action of this turn."""
    theme, facts = canvas.theme, own.facts
    unit, edge = canvas.tools.height / 480, canvas.tools.screen / 480
    canvas.card(theme.panel, 12 * edge, theme.gold, 2.5 * edge)
    inner = canvas.box.inset(16 * edge, 10 * edge)
    title, numbers, goods, summary = inner.rows(1.3, 1.1, 1.85, 1.5, gap=6 * unit)
    draw_head(canvas, title, facts.name, facts.side, facts.progress)
    draw_numbers(canvas, numbers, facts)
    label, rest = goods.cut_top((LABEL if own.points is None else 30) * unit, 3 * unit)
    if own.points is not None:
        label = _points(canvas, label, own.points)
    canvas.text(label, canvas.say("screen.city.produces"), LABEL * unit, colour=theme.dim)
    draw_resources(canvas, rest, facts.units, 44 * unit)
    _turn(canvas, summary, own)


def _points(canvas: Canvas, box: Box, points: int) -> Box:
    """The points so far, at the right end; returns the room to their left."""
    number, rest = box.cut_right(canvas.width(number_text(points), box.h, bold=True) + 1, box.h * 0.15)
    sign, rest = rest.cut_right(box.h * 0.8, box.h * 0.3)
    canvas.number(number, number_text(points), box.h, colour=canvas.theme.gold)
    canvas.icon(sign, "laurel", canvas.theme.gold)
    return rest


def _turn(canvas: Canvas, box: Box, own: OwnCity) -> None:
    unit = canvas.tools.height / 480
    label, rest = box.cut_top(LABEL * unit, 4 * unit)
    place = rest.cut_top(min(rest.h, 38 * unit))[0]
    summary, player = own.facts.summary, own.facts.played_by
    if player is not None and (summary is None or summary.past):
        draw_controller(canvas, place, player)
    elif summary is not None:
        key = (
            "screen.city.last_turn" if summary.past else "screen.city.this_turn" if own.ways < 2 else "screen.city.ways"
        )
        words = canvas.say(key, way=own.way, ways=own.ways)
        words = canvas.say("screen.city.exception", words=words) if summary.exception else words
        canvas.text(label, words, colour=canvas.theme.ask if summary.exception else canvas.theme.dim)
        draw_action(canvas, place, summary)


def _unit(canvas: Canvas) -> float:
    """What sizes of a neighbour's narrow panel are measured by, in px; there is little room for larger letters."""
    return min(canvas.tools.height, canvas.tools.screen * MOST_ENLARGED) / 480


def paint_neighbour(canvas: Canvas, neighbour: NeighbourCity) -> None:
    """What it sells, by price; whom the seat fights on that side."""
    theme = canvas.theme
    unit, edge = _unit(canvas), canvas.tools.screen / 480
    canvas.card(theme.panel, 12 * edge)
    inner = canvas.box.inset(14 * edge, 12 * edge)
    head, rest = inner.cut_top(64 * unit, 4 * unit)
    strength, offers = rest.cut_bottom(44 * unit, 8 * unit)
    _head(canvas, head, neighbour)
    if neighbour.offers:
        weights = [float(1 + len(resources(units)) // 3) for _, units in neighbour.offers]
        label, offers = offers.cut_top(LABEL * unit, 6 * unit)
        canvas.text(label, canvas.say("screen.city.sells"), colour=theme.dim)
        for place, offer in zip(offers.rows(*weights, gap=8 * unit), neighbour.offers, strict=True):
            _offer(canvas, place, *offer)
    else:
        canvas.paragraph(offers, canvas.say("screen.city.sells_nothing"), 22 * unit, colour=theme.dim)
    _strength(canvas, strength, neighbour)


def _head(canvas: Canvas, box: Box, neighbour: NeighbourCity) -> None:
    """Its banner beside the side on which it sits; its name."""
    unit = _unit(canvas)
    label, name = box.rows(0.85, 1.0, gap=2 * unit)
    size = min(label.h, box.w * 0.17)
    banner, label = label.cut_left(size, size * 0.25)
    draw_banner(canvas, banner, neighbour.name)
    label = label.middle(label.w, label.h * 0.86)
    size = min(label.h, box.w * 0.14)
    sign, words = label.cut_left(size, size * 0.2)
    canvas.icon(sign, "back" if neighbour.side == "left" else "arrow", canvas.theme.gold)
    canvas.text(words, canvas.say(f"screen.city.{neighbour.side}"), colour=canvas.theme.dim)
    draw_named(canvas, name, neighbour.name, name.h, bold=True, banner=False)


def _offer(canvas: Canvas, box: Box, coins: int, units: tuple[str, ...]) -> None:
    """The price, and beside it everything that is sold for it."""
    unit = _unit(canvas)
    price, goods = box.cut_left(66 * unit, 10 * unit)
    coin, number = price.cut_top(min(price.h, 40 * unit))[0].cut_left(32 * unit, 6 * unit)
    canvas.icon(coin, "coin", canvas.theme.gold)
    canvas.number(number, str(coins), number.h, colour=canvas.theme.gold)
    draw_resources(canvas, goods, units, 40 * unit, top=True)


def _strength(canvas: Canvas, box: Box, neighbour: NeighbourCity) -> None:
    """The opponent's shields, after its banner if it is not the neighbour, and the token; a dove for no conflict."""
    theme = canvas.theme
    canvas.plate(box, mix(theme.panel, theme.raised, 0.8), box.h * 0.2)
    box = box.inset(box.h * 0.2, 0)
    if neighbour.opponent is None:
        canvas.icon(box.cut_left(box.h * 0.8)[0], "dove", theme.good)
        return
    if neighbour.opponent != neighbour.name:
        banner, box = box.cut_left(box.h * 0.7, box.h * 0.1)
        draw_banner(canvas, banner, neighbour.opponent)
    strength, token = box.columns(1.0, 1.0)
    draw_number(canvas, strength.inset(0, box.h * 0.05), "shield", theme.cards["red"], str(neighbour.shields))
    text = "=" if neighbour.token is None else signed_text(neighbour.token)
    colour = theme.dim if neighbour.token is None else theme.good if neighbour.token > 0 else theme.bad
    canvas.number(token, text, box.h * 0.9, colour=colour, align="right")


def paint_science(canvas: Canvas, science: tuple[int, int, int, int]) -> None:
    """Each symbol with its count; the label has the points of all."""
    *known, wild = science
    points = best_science((known[0], known[1], known[2]), wild, SET_POINTS)[0]
    rest = _labelled(canvas, canvas.say("screen.city.science", count=points, sets=min(known)))
    shown = [*zip(SYMBOLS, known, strict=True), *([("question", wild)] if wild else [])]
    green = canvas.theme.cards["green"]
    _line(canvas, rest, (counted(icon, green, str(count)) for icon, count in shown))


def paint_stage(canvas: Canvas, stage: NextStage | None) -> None:
    """The cost of the next stage, and what would be paid to whom."""
    theme = canvas.theme
    if stage is None:
        rest = _labelled(canvas, canvas.say("screen.city.stages"))
        sign, words = rest.cut_left(rest.h * 0.8, rest.h * 0.3)
        canvas.icon(sign, "stage", theme.cards["brown"])
        canvas.paragraph(words, canvas.say("screen.city.all_stages"), rest.h * 0.62)
        return
    rest = _labelled(canvas, canvas.say("screen.city.next_stage", stage=stage.number, stages=stage.count))
    sign, rest = rest.cut_right(rest.h * 0.7, rest.h * 0.2)
    canvas.icon(sign, "check" if stage.pays else "cross", theme.good if stage.pays else theme.bad)
    cost = [*(counted("coin", theme.gold, str(stage.coins)) if stage.coins else ())]
    cost += [part for group in resources(stage.units) for part in group]
    draw_both(canvas, rest, cost, payment_parts(theme, stage.pays) if stage.pays else (), rest.h * FULL)


def paint_options(canvas: Canvas, options: AgeOptions) -> None:
    """How many structures of the age could be built, one icon for each way."""
    theme, (age, counts) = canvas.theme, options
    if counts is None:
        rest = _labelled(canvas, canvas.say("screen.city.age", age=age))
        canvas.paragraph(rest, canvas.say("screen.city.age_over"), rest.h * 0.62)
        return
    rest = _labelled(canvas, canvas.say("screen.city.could_build", age=age))
    colours = {"chain": theme.ask, "own": theme.good, "trade": theme.gold, "free": theme.gold, "out": theme.bad}
    _line(canvas, rest, (counted(WAY_ICONS[way], colours[way], str(number)) for way, number in counts))


def _labelled(canvas: Canvas, label: str) -> Box:
    """A plate with a label; returns the room below it."""
    unit, edge = canvas.tools.height / 480, canvas.tools.screen / 480
    canvas.card(canvas.theme.panel, 12 * edge)
    inner = canvas.box.inset(12 * edge, 4 * edge)
    head, rest = inner.cut_top(min(23 * unit, inner.h * 0.34), 3 * edge)
    canvas.text(head, label, colour=canvas.theme.dim)
    return rest


def _line(canvas: Canvas, box: Box, groups: Iterable[Group]) -> None:
    """Icons with their numbers, as large as fit."""
    draw(canvas, box, [part for group in groups for part in group], box.h)
