"""One seat in depth: its city in the middle, and what the neighbours sell to it at which price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.facts import CityFacts, city_facts, sold
from display.numerals import signed
from display.panel import Look, Panel
from display.screens import chips
from display.screens.city import draw_deed, draw_number, draw_numbers, draw_title
from display.screens.names import Name, name_of, said
from display.theme import mix
from engine import conflict_preview, prices, shields, symbols

if TYPE_CHECKING:
    from display.canvas import Canvas
    from display.layout import Box
    from display.model import TableState
    from engine import Game

SYMBOLS = ("compass", "gear", "tablet", "any")


@dataclass(frozen=True, slots=True)
class Own:
    """The city that is looked at.

    `symbols` are its compasses, gears, tablets and wild ones; `way` is how it pays this turn, out of so many `ways`.
    """

    facts: CityFacts
    symbols: tuple[int, int, int, int]
    way: int
    ways: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Units to be had for so many coins each."""

    price: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour as the seat sees it: what it sells, its shields, and the token the seat would get against it now."""

    side: str
    name: Name
    offers: tuple[Offer, ...]
    shields: int
    token: int | None


def panels(box: Box, state: TableState, game: Game, seat: int) -> tuple[Panel, ...]:
    """The left neighbour on the left, as the player sees it."""
    left, own, right = box.columns(1.0, 1.3, 1.0, gap=box.h * 0.02)
    count = len(game.cities)
    before, after = (seat + 1) % count, (seat - 1) % count
    return (
        Panel(left, paint_neighbour, _neighbour(game, seat, before, "left"), touch=Look(before)),
        Panel(own, paint_own, _own(state, game, seat), touch=Look(seat)),
        Panel(right, paint_neighbour, _neighbour(game, seat, after, "right"), touch=Look(after)),
    )


def _own(state: TableState, game: Game, seat: int) -> Own:
    found = symbols(game.cities[seat])
    compasses, gears, tablets, wild = (found[symbol] for symbol in SYMBOLS)
    plan = state.plans.get(seat)
    way, ways = (plan.chosen + 1, plan.ways) if plan else (1, 1)
    return Own(city_facts(state, game, seat), (compasses, gears, tablets, wild), way, ways)


def _neighbour(game: Game, seat: int, other: int, side: str) -> Neighbour:
    price = prices(game, seat)[side]
    by_price: dict[int, list[str]] = {}
    for unit in sold(game, other):
        by_price.setdefault(min(price[letter] for letter in unit), []).append(unit)
    offers = tuple(Offer(coins, tuple(units)) for coins, units in sorted(by_price.items()))
    tokens = conflict_preview(game)[seat]
    return Neighbour(
        side, name_of(game, other), offers, shields(game.cities[other]), tokens[0] if side == "left" else tokens[1]
    )


def paint_own(canvas: Canvas, own: Own) -> None:
    """Treasury, shields, stages; production; science; what it does this turn."""
    theme, facts = canvas.theme, own.facts
    unit = canvas.tools.height / 480
    canvas.fill(theme.ground)
    canvas.framed(canvas.box, theme.gold, theme.panel, 2.5 * unit, 12 * unit)
    inner = canvas.box.inset(16 * unit, 12 * unit)
    title, numbers, goods, science, deed = inner.rows(0.95, 1.35, 2.1, 1.0, 1.5, gap=10 * unit)
    draw_title(canvas, title, facts.name or canvas.say(f"wonder.{facts.wonder}"), facts.side, facts.standing)
    draw_numbers(canvas, numbers, facts)
    _labelled(canvas, goods, "screen.city.produces", facts.units)
    _science(canvas, science, own.symbols)
    _turn(canvas, deed, own)


def _labelled(canvas: Canvas, box: Box, key: str, units: tuple[str, ...]) -> None:
    unit = canvas.tools.height / 480
    label, rest = box.cut_top(18 * unit, 4 * unit)
    canvas.text(label, canvas.say(key), colour=canvas.theme.dim)
    chips.draw(canvas, rest, units, 44 * unit)


def _science(canvas: Canvas, box: Box, counts: tuple[int, int, int, int]) -> None:
    colours = canvas.theme.cards["green"]
    shown = [
        (icon, count) for icon, count in zip(("compass", "gear", "tablet", "question"), counts, strict=True) if count
    ]
    for place, (icon, count) in zip(box.columns(1, 1, 1, 1, gap=box.h * 0.2), shown, strict=False):
        draw_number(canvas, place, icon, colours, str(count))


def _turn(canvas: Canvas, box: Box, own: Own) -> None:
    unit = canvas.tools.height / 480
    label, rest = box.cut_top(18 * unit, 4 * unit)
    deed = own.facts.deed
    if deed is None:
        return
    key = "screen.city.last_turn" if deed.past else "screen.city.this_turn" if own.ways < 2 else "screen.city.ways"
    canvas.text(label, canvas.say(key, way=own.way, ways=own.ways), colour=canvas.theme.dim)
    draw_deed(canvas, rest.cut_top(min(rest.h, 32 * unit))[0], deed)


def paint_neighbour(canvas: Canvas, neighbour: Neighbour) -> None:
    """What it sells, by price; how strong it is."""
    theme = canvas.theme
    unit = canvas.tools.height / 480
    canvas.fill(theme.ground)
    canvas.plate(canvas.box, theme.panel, 12 * unit)
    inner = canvas.box.inset(14 * unit, 12 * unit)
    head, rest = inner.cut_top(54 * unit, 8 * unit)
    force, offers = rest.cut_bottom(44 * unit, 8 * unit)
    _head(canvas, head, neighbour)
    if neighbour.offers:
        weights = [float(1 + len(chips.groups(offer.units)) // 3) for offer in neighbour.offers]
        label, offers = offers.cut_top(18 * unit, 8 * unit)
        canvas.text(label, canvas.say("screen.city.sells"), colour=theme.dim)
        for place, offer in zip(offers.rows(*weights, gap=8 * unit), neighbour.offers, strict=True):
            _offer(canvas, place, offer)
    else:
        canvas.paragraph(offers, canvas.say("screen.city.sells_nothing"), 22 * unit, colour=theme.dim)
    _force(canvas, force, neighbour)


def _head(canvas: Canvas, box: Box, neighbour: Neighbour) -> None:
    unit = canvas.tools.height / 480
    label, name = box.rows(0.65, 1.0, gap=2 * unit)
    sign, words = label.cut_left(label.h, label.h * 0.3)
    canvas.icon(sign, "back" if neighbour.side == "left" else "arrow", canvas.theme.gold)
    canvas.text(words, canvas.say(f"screen.city.{neighbour.side}"), colour=canvas.theme.dim)
    canvas.text(name, said(canvas, neighbour.name), bold=True)


def _offer(canvas: Canvas, box: Box, offer: Offer) -> None:
    """The price, and beside it all that is to be had for it."""
    unit = canvas.tools.height / 480
    price, goods = box.cut_left(66 * unit, 10 * unit)
    coin, number = price.cut_top(min(price.h, 40 * unit))[0].cut_left(32 * unit, 6 * unit)
    canvas.icon(coin, "coin", canvas.theme.gold)
    canvas.number(number, str(offer.price), number.h, colour=canvas.theme.gold)
    chips.draw(canvas, goods, offer.units, 40 * unit, top=True)


def _force(canvas: Canvas, box: Box, neighbour: Neighbour) -> None:
    theme = canvas.theme
    canvas.plate(box, mix(theme.panel, theme.raised, 0.8), box.h * 0.2)
    strength, token = box.inset(box.h * 0.2, 0).columns(1.0, 1.0)
    draw_number(canvas, strength.inset(0, box.h * 0.05), "shield", theme.cards["red"], str(neighbour.shields))
    text = "=" if neighbour.token is None else signed(neighbour.token)
    colour = theme.dim if neighbour.token is None else theme.good if neighbour.token > 0 else theme.bad
    canvas.number(token, text, box.h * 0.9, colour=colour, align="right")
