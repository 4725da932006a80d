"""The panel of a city on a large screen: what a small one shows, and science, tokens, stages, trade and structures."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from display.drawing.box import Box
from display.drawing.canvas import Canvas, signed_text
from display.drawing.theme import Theme
from display.facts.city_details import CityDetails, NextStage
from display.facts.city_facts import CityFacts
from display.screens.signs.seat_banner import draw_banner
from display.screens.signs.sign_line import (
    Badge,
    Number,
    Part,
    Sign,
    Space,
    Unit,
    counted,
    draw,
    draw_both,
    fitting,
    resources,
    width,
)
from display.screens.table import city
from display.screens.table.payment import Arrows
from engine import (
    Coins,
    CopyGuild,
    DrawLeaders,
    Effect,
    ExtraLeader,
    Points,
    Produce,
    Science,
    SeventhCard,
    Shields,
    StructureFromDiscard,
)

SMALLEST = (1240, 600)
"""From this size on, in px, the cities have large panels: what a screen of 1280 x 720 has above its buttons."""
LOWEST = 1.65
"""How wide the cities' part of the screen must be at least, against its height: more than on screens of 4:3 or 5:4."""
SLIM = 1.8
"""Panels that are less wide than this, against their height, have a line more for science and chains."""
WIDE_ROWS = (0.98, 1.6, 0.95, 0.84, 0.78, 0.94)
SLIM_ROWS = (1.0, 1.5, 0.96, 0.84, 0.8, 0.78, 0.96)
"""Heights of the rows: name, numbers, resources, stages, (in slim panels) science and chains, structures, action."""
GAP = 0.022
"""Between rows, against the panel's height."""
DIGITS = 6.2
"""The room for treasury, shields and tokens beside the banner, in ems of the digits."""
FULL = 0.94
"""The em of a line, against its row's height."""
SECOND = 0.8
"""The em of what matters less, against the same."""
SCIENCE = ("compass", "gear", "tablet", "question")
COUNTED = {Points: "laurel", Shields: "shield", Coins: "coin"}
POWERS = {
    StructureFromDiscard: "discard",
    SeventhCard: "card",
    CopyGuild: "mark.purple",
    DrawLeaders: "mark.white",
    ExtraLeader: "mark.white",
}
"""The icons of what stages bring, with a number and without; other powers have a star."""


@dataclass(frozen=True, slots=True)
class LargeRows:
    """The heights of the rows of all panels of a table, in px, and the em of their digits."""

    heights: tuple[float, ...]
    digits: float


@dataclass(frozen=True, slots=True)
class LargeCity:
    """A city at its place on the table."""

    facts: CityFacts
    details: CityDetails
    arrows: Arrows
    rows: LargeRows


def is_large(box: Box) -> bool:
    """True if there is room for large panels."""
    return box.w >= max(SMALLEST[0], LOWEST * box.h) and box.h >= SMALLEST[1]


@lru_cache(maxsize=32)
def large_rows(boxes: tuple[Box, ...]) -> LargeRows:
    """The rows that fit into all panels of a table, so that every city has the same sizes."""
    inner = [_inside(box) for box in boxes]
    weights = SLIM_ROWS if min(box.w / box.h for box in boxes) < SLIM else WIDE_ROWS
    high = min(box.h for box in inner)
    unit = high * (1 - GAP * (len(weights) - 1)) / sum(weights)
    heights = tuple(unit * weight for weight in weights)
    banner = (heights[0] + heights[1]) * 1.02
    beside = min(box.w for box in inner) - banner
    return LargeRows(heights, min(heights[1], beside / DIGITS))


def _inside(box: Box) -> Box:
    return box.inset(box.h * 0.055, box.h * 0.04)


def paint(canvas: Canvas, placed: LargeCity) -> None:
    """The banner with name and numbers beside it; then a line each for what the city makes, builds and did."""
    theme, facts, edge = canvas.theme, placed.facts, max(2.0, canvas.tools.screen / 240)
    canvas.card(theme.panel, canvas.tools.screen / 48, city.edge_colour(theme, facts.progress), edge)
    rows = _rows(_inside(canvas.box), placed.rows.heights)
    name, numbers, goods, *lines, action = rows
    banner = Box(name.x, edge, (numbers.bottom - edge) * 0.92, numbers.bottom - edge)
    after = banner.right + name.h * 0.3 - name.x
    draw_banner(canvas, banner.middle(banner.h, banner.h), facts.name)
    city.draw_title(canvas, name.cut_left(after)[1], facts.name, facts.side, facts.progress, banner=False)
    _numbers(canvas, numbers.cut_left(after)[1], placed)
    _goods(canvas, goods, placed)
    _works(canvas, lines, facts, placed.details)
    if not city.draw_note(canvas, action, facts) and facts.summary is not None:
        city.draw_action(canvas, action, facts.summary, placed.arrows)


def _rows(inner: Box, heights: tuple[float, ...]) -> list[Box]:
    """Rows of these heights, spread over the whole panel."""
    gap = (inner.h - sum(heights)) / max(1, len(heights) - 1)
    found, y = [], inner.y
    for height in heights:
        found.append(Box(inner.x, y, inner.w, height))
        y += height + gap
    return found


def _numbers(canvas: Canvas, box: Box, placed: LargeCity) -> None:
    """Treasury and shields, large; at the right what the conflicts have brought so far."""
    theme, em = canvas.theme, placed.rows.digits
    coin, rest = box.cut_left(em * 2.3)
    shield, rest = rest.cut_left(em * 2.05, em * 0.25)
    city.draw_treasury(canvas, coin, placed.facts, em)
    city.draw_strength(canvas, shield, placed.facts, em)
    tokens, second = placed.details.tokens, placed.rows.heights[2] * SECOND
    if tokens:
        ways = [_tokens(theme, shown) for shown in (tokens, _sums(tokens), (sum(tokens),))]
        fitting_ways = (way for way in ways if width(way, second) <= rest.w)
        draw(canvas, rest, next(fitting_ways, ways[-1]), second, right=True)


def _tokens(theme: Theme, tokens: tuple[int, ...]) -> tuple[Part, ...]:
    colours = {True: theme.good, False: theme.bad}
    badges = (Badge(signed_text(token), colours[token > 0] if token else theme.dim) for token in tokens)
    return Sign("laurel", theme.dim), *(part for badge in badges for part in (Space(0.22), badge))


def _sums(tokens: tuple[int, ...]) -> tuple[int, ...]:
    """What all victories and all defeats come to, without zeros."""
    won = sum(token for token in tokens if token > 0)
    return tuple(filter(None, (won, sum(tokens) - won)))


def _goods(canvas: Canvas, box: Box, placed: LargeCity) -> None:
    """What the city produces; at the right where it buys cheaper."""
    theme = canvas.theme
    made = [part for group in resources(placed.facts.units) for part in group]
    posts = _posts(theme, placed)
    em = box.h * FULL
    second = min(em, fitting(canvas, (*made, Space(0.8), *posts), box.w, em)) if posts else em
    rest = draw(canvas, box, posts, second * SECOND, right=True) if posts else box
    draw(canvas, rest, made, second)


def _posts(theme: Theme, placed: LargeCity) -> list[Part]:
    """Arrows to the neighbours at whom goods of a colour cost less, and the price."""
    to = dict(zip(("left", "right"), placed.arrows, strict=True))
    found: list[Part] = []
    for post in placed.details.posts:
        found += [Sign(to[side], theme.gold) for side in post.sides]
        found += [Sign(f"mark.{post.goods}", theme.cards[post.goods]), Space(0.14)]
        found += [Number(str(post.price), theme.gold), Space(0.5)]
    return found


def _works(canvas: Canvas, lines: list[Box], facts: CityFacts, details: CityDetails) -> None:
    """The stages, the science, the structures; science is beside the stages if it has no line of its own."""
    theme = canvas.theme
    science = [
        part
        for icon, count in zip(SCIENCE, details.science, strict=True)
        if count
        for part in counted(icon, theme.cards["green"], str(count), theme.text)
    ]
    structures = [
        part
        for colour, count in details.structures
        for part in counted(f"mark.{colour}", theme.cards[colour], str(count), theme.dim)
    ]
    stages, *own, built = lines
    beside = () if own else science
    chains = _chains(theme, details)
    draw_both(canvas, stages, _stages(theme, facts, details.next), beside, stages.h * FULL)
    if own:
        draw_both(canvas, own[0], science, chains, own[0].h * FULL)
    draw_both(canvas, built, structures, () if own else chains, built.h * FULL)


def _stages(theme: Theme, facts: CityFacts, stage: NextStage | None) -> list[Part]:
    """A sign for each stage, dim if it is not built; what the next one costs, and what it brings."""
    brown = theme.cards["brown"]
    found: list[Part] = []
    for number in range(facts.stages):
        found += [Sign("stage", brown if number < facts.built else theme.line), Space(0.08)]
    if stage is None:
        return found
    found.append(Space(0.45))
    found += [part for group in resources(stage.units) for part in group]
    if stage.coins:
        found += counted("coin", theme.gold, str(stage.coins), theme.text)
    found += [Sign("right", theme.good if stage.pays else theme.dim), Space(0.12)]
    for gain in stage.gains:
        found += _gain(theme, gain)
    return found


def _gain(theme: Theme, effect: Effect) -> tuple[Part, ...]:
    """What a stage brings: resources, symbols, something with a number, or a power."""
    match effect:
        case Produce(units, _):
            return tuple(part for unit in units for part in (Unit(unit), Space(0.3)))
        case Science(symbol):
            symbols = SCIENCE[:3] if symbol == "any" else (str(symbol),)
            return tuple(Sign(one, theme.cards["green"]) for one in symbols)
        case Points(number) | Shields(number) | Coins(number):
            icon = COUNTED[type(effect)]
            colour = theme.cards["red"] if icon == "shield" else theme.gold
            return Sign(icon, colour), Space(0.14), Number(str(number), theme.text), Space(0.35)
    icon = POWERS.get(type(effect), "star")
    colour = theme.cards[icon.removeprefix("mark.")] if icon.startswith("mark.") else theme.gold
    return Sign(icon, colour), Space(0.35)


def _chains(theme: Theme, details: CityDetails) -> tuple[Part, ...]:
    """The colours of what a chain makes free in this age."""
    if not details.chains:
        return ()
    counts = [(colour, len(list(same))) for colour, same in groupby(sorted(colour for _, colour in details.chains))]
    marks = [
        part
        for colour, count in counts
        for part in (
            Sign(f"mark.{colour}", theme.cards[colour]),
            *((Space(0.1), Number(str(count), theme.dim)) if count > 1 else ()),
            Space(0.14),
        )
    ]
    return Sign("chain", theme.ask), Space(0.2), *marks
