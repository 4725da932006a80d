"""The panel of a city on the table screen."""

from dataclasses import dataclass, replace

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text
from display.drawing.theme import Colour, Theme, mix
from display.facts.action_summary import ActionSummary
from display.facts.city_facts import SIDE_ICONS, CityFacts, TurnProgress
from display.facts.names import SeatName
from display.screens.signs.seat_banner import BANNER, draw_banner, draw_named
from display.screens.signs.sign_line import Number, Sign, Space, draw, draw_resources, width
from display.screens.table import city_rows
from display.screens.table.city_rows import CityRows
from display.screens.table.payment import APART, AS_SEATED, FULL, Arrows, draw_payment, payment_parts
from display.words import Line
from engine import NOTHING, known_card

PROGRESS_ICONS = {TurnProgress.WAITED: "hourglass", TurnProgress.ACTED: "check", TurnProgress.ASKED: "question"}
AFAR = 1 / 34
"""The least height of capitals and digits, against the screen's, to which words and payment shrink together. Below it
only the words shrink."""
ACTION_ICONS = {"stage": "stage", "discard": "discard", "pass": "card", "coins": "coin"}
NOW, BEFORE = 0.34, 0.2
"""How much of the card's colour the ground of an action has, in this turn and until the next card."""
NAME = "city"
"""What kind of label the names of cities are: they have letters of one size in all panels of a table."""
GOLDEN = frozenset({"discard", "coins"})
DEBT = 0.72
"""The debt's em, in those of the coins."""


@dataclass(frozen=True, slots=True)
class PlacedCity:
    """A city at its place on the table: its facts, the arrows to its neighbours, and the rows of its panel."""

    facts: CityFacts
    arrows: Arrows
    rows: CityRows


def paint(canvas: Canvas, placed: PlacedCity) -> None:
    """Name, treasury, shields, stages, production, and the action of this turn."""
    edge = edge_colour(canvas.theme, placed.facts.progress)
    canvas.card(canvas.theme.panel, canvas.box.h * 0.08, edge, city_rows.edge(canvas.box))
    draw_city = _tall if canvas.box.h > canvas.box.w else _wide
    draw_city(canvas, city_rows.inside(canvas.box), placed)


def _wide(canvas: Canvas, inner: Box, placed: PlacedCity) -> None:
    facts = placed.facts
    title, numbers, goods, line = city_rows.wide(inner, placed.rows.division)
    draw_title(canvas, title, facts.name, facts.side, facts.progress)
    if placed.rows.slots == city_rows.SLOTS:
        draw_numbers(canvas, numbers, facts, placed.rows.digits)
    else:
        _large_numbers(canvas, numbers, placed)
    draw_resources(canvas, goods, facts.units)
    if not draw_note(canvas, line, facts) and facts.summary is not None:
        draw_action(canvas, line, facts.summary, placed.arrows)


def _tall(canvas: Canvas, inner: Box, placed: PlacedCity) -> None:
    """The same in more rows, for a panel that is turned towards a player at the side of the screen."""
    facts, size = placed.facts, placed.rows.digits
    title, coin, shield, stage, goods, words, pays = city_rows.tall(inner)
    draw_named(canvas, title, facts.name, title.h * 0.7, bold=True, label=NAME)
    sign, coin = coin.cut_right(size * 0.86, size * 0.1)
    badge, shield = shield.cut_right(size * 0.86, size * 0.1)
    draw_progress(canvas, sign.middle(sign.w, sign.w), facts.progress)
    draw_side(canvas, badge.middle(badge.w, badge.w), facts.side)
    _numbers(canvas, (coin, shield, stage), facts, size)
    draw_resources(canvas, goods, facts.units)
    if not draw_note(canvas, words, facts) and facts.summary is not None:
        draw_action(canvas, words, replace(facts.summary, pays=NOTHING))
        draw_payment(canvas, pays, facts.summary.pays, placed.arrows)


def draw_note(canvas: Canvas, box: Box, facts: CityFacts) -> bool:
    """A notice, or who plays the Free City, while the seat has not acted in this turn; False if there is neither."""
    if facts.summary is not None and not facts.summary.past:
        return False
    if facts.notice is not None:
        _draw_notice(canvas, box, facts.notice)
    elif facts.played_by is not None:
        draw_controller(canvas, box, facts.played_by)
    return facts.notice is not None or facts.played_by is not None


def edge_colour(theme: Theme, progress: TurnProgress) -> Colour:
    """The colour of a panel's frame: whether the seat has acted, or is asked something."""
    return {TurnProgress.ACTED: theme.good, TurnProgress.ASKED: theme.ask}.get(progress, theme.panel)


def draw_title(
    canvas: Canvas,
    box: Box,
    name: SeatName,
    side: str,
    progress: TurnProgress = TurnProgress.IDLE,
    *,
    banner: bool = True,
) -> None:
    """The banner, the name, the side of the board if there is room, and how far the seat is with its turn."""
    if progress in PROGRESS_ICONS:
        sign, box = box.cut_right(box.h * 0.92, box.h * 0.25)
        draw_progress(canvas, sign, progress)
    badge, size = box.h * 0.86, box.h * 0.98
    if banner and name.player and _is_narrow(canvas, box, name):  # the side of the board is on the city's own screen
        draw_named(canvas, box, name, size, bold=True, label=NAME)
        return
    room = box.cut_right(badge, box.h * 0.22)[1]
    filled = draw_named(canvas, room, name, size, bold=True, banner=banner, label=NAME)
    draw_side(canvas, type(box)(filled.right + box.h * 0.22, box.y, badge, box.h).middle(badge, badge), side)


def _is_narrow(canvas: Canvas, box: Box, name: SeatName) -> bool:
    """True if the name would be small, or lose its wonder, beside the side of the board, and would not without it."""
    em = max(box.h * 0.7, canvas.tools.smallest)
    needed = box.h * 0.98 * BANNER + canvas.about(name.short_text(canvas.tools.words), em, bold=True)
    return box.w - box.h * (0.86 + 0.22) < needed <= box.w


def draw_head(canvas: Canvas, box: Box, name: SeatName, side: str, progress: TurnProgress) -> None:
    """A large banner; beside it the player's name above the wonder's, or the wonder's alone, with the board's side.

    A long name takes two lines.
    """
    banner, rest = box.cut_left(box.h, box.h * 0.14)
    draw_banner(canvas, banner, name)
    first, second = rest.rows(1.25, 1.0, gap=rest.h * 0.02)
    size = first.h * 0.96
    is_long = canvas.width(name.player, canvas.tools.smallest, bold=True) > first.w
    if is_long:
        first, second = rest.rows(2.4, 1.0, gap=rest.h * 0.02)
    badge, second = second.cut_left(second.h * 0.92, second.h * 0.25)
    draw_side(canvas, badge.middle(badge.w, badge.w), side)
    if progress in PROGRESS_ICONS:
        sign, second = second.cut_right(second.h, second.h * 0.2)
        draw_progress(canvas, sign, progress)
    wonder = canvas.say(f"wonder.{name.wonder}")
    if is_long:
        canvas.paragraph(first, name.player, size, bold=True, smallest=0.4, brief=True)
    else:
        canvas.text(first, name.player or wonder, size, bold=True, smallest=0.4)
    if name.player:
        canvas.text(second, wonder, second.h * 0.92, colour=canvas.theme.dim, smallest=0.4)


def draw_progress(canvas: Canvas, box: Box, progress: TurnProgress) -> None:
    """Whether the seat is awaited, has acted, or is asked something; nothing if none of it."""
    theme = canvas.theme
    if progress in PROGRESS_ICONS:
        colour = {TurnProgress.ACTED: theme.good, TurnProgress.ASKED: theme.ask}.get(progress, theme.dim)
        canvas.icon(box, PROGRESS_ICONS[progress], colour)


def draw_side(canvas: Canvas, box: Box, side: str) -> None:
    """The letter of the board's side on a plate; the sun for day and the moon for night."""
    canvas.plate(box, canvas.theme.line, box.h * 0.25)
    if side in SIDE_ICONS:
        canvas.icon(box.inset(box.h * 0.1), SIDE_ICONS[side], canvas.theme.text)
        return
    canvas.text(box, side, box.h * 0.93, bold=True, colour=canvas.theme.text, align="centre")


def draw_numbers(canvas: Canvas, box: Box, facts: CityFacts, em: float = 0.0) -> None:
    """Treasury, shields, stages built and to be built, side by side. `em` of the digits; 0: as large as fits."""
    em = em or city_rows.largest_digits(box)
    _numbers(canvas, city_rows.slots(box, em), facts, em)


def _large_numbers(canvas: Canvas, box: Box, placed: PlacedCity) -> None:
    """Treasury and shields in large digits; a bar for each stage, the first at the bottom."""
    theme, em, facts = canvas.theme, placed.rows.digits, placed.facts
    coin, shield, stage = city_rows.slots(box, em, placed.rows.slots)
    draw_treasury(canvas, coin, facts, em)
    draw_strength(canvas, shield, facts, em)
    bars = stage.cut_right(em * 0.9)[0].middle(em * 0.9, em * 0.74).rows(*[1.0] * facts.stages, gap=em * 0.08)
    for number, bar in enumerate(reversed(bars)):
        wide = bar.w * (1 - 0.5 * number / facts.stages)
        canvas.plate(bar.middle(wide, bar.h), theme.cards["brown"] if number < facts.built else theme.line)


def _numbers(canvas: Canvas, places: tuple[Box, ...], facts: CityFacts, size: float) -> None:
    theme, (coin, shield, stage) = canvas.theme, places
    draw_treasury(canvas, coin, facts, size)
    draw_strength(canvas, shield, facts, size)
    rest = draw_number(canvas, stage, "stage", theme.cards["brown"], str(facts.built), size=size)
    canvas.text(rest, f"/{facts.stages}", size * 0.7, bold=True, colour=theme.dim, smallest=0.4)


def draw_treasury(canvas: Canvas, box: Box, facts: CityFacts, size: float) -> None:
    """The coins, and beside them the debt tokens; then both are smaller if need be."""
    theme, coins = canvas.theme, str(facts.coins)
    if not facts.debt:
        draw_number(canvas, box, "coin", theme.gold, coins, size=size)
        return
    debt = Number(number_text(-facts.debt), theme.bad, ems=DEBT)
    draw(canvas, box, (Sign("coin", theme.gold, 0.8), Space(0.14), Number(coins), Space(0.05), debt), size)


def draw_strength(canvas: Canvas, box: Box, facts: CityFacts, size: float) -> None:
    """The shields, or a dove and the shields, dim, while the city takes no part in the conflicts."""
    sign, colour = ("dove", canvas.theme.good) if facts.absent else ("shield", canvas.theme.cards["red"])
    draw_number(canvas, box, sign, colour, str(facts.shields), size=size)


def draw_number(canvas: Canvas, box: Box, icon: str, colour: Colour, number: str, *, size: float = 0) -> Box:
    """An icon and a number; returns the room to the right of it."""
    size = size or min(box.h, box.w * 0.54)
    place, rest = box.cut_left(size * 0.8, size * 0.14)
    canvas.icon(place, icon, colour)
    filled = canvas.number(rest, number, size)
    return rest.cut_left(filled.w + box.h * 0.05)[1]


def draw_action(canvas: Canvas, box: Box, summary: ActionSummary, arrows: Arrows = AS_SEATED) -> None:
    """What is done, with the card's colour, mark and name, and what is paid to whom."""
    theme = canvas.theme
    card = known_card(summary.card) if summary.card else None
    colour = theme.gold if summary.do in GOLDEN else theme.cards[card.colour if card else "brown"]
    canvas.plate(box, mix(theme.panel, colour, BEFORE if summary.past else NOW), box.h * 0.22)
    box = box.inset(box.h * 0.16, 0.0)
    told = action_words(canvas, summary)
    sign, box = box.cut_left(box.h * 0.8, box.h * 0.24)
    canvas.icon(sign, ACTION_ICONS.get(summary.do, f"mark.{card.colour if card else 'white'}"), colour)
    if summary.exception:
        odd, box = box.cut_right(box.h * 0.7, box.h * 0.2)
        canvas.icon(odd, "warning", theme.ask)
    coins = Space(APART), *payment_parts(theme, summary.pays, arrows)

    def needed() -> float:
        return canvas.about(told, box.h * FULL) + width(coins, box.h * FULL, canvas.tools.smallest)

    if needed() > box.w:
        told = canvas.tools.words.short(told)
    size = min(box.h, max(canvas.tools.height * AFAR / fonts.CAP / FULL, box.h * box.w / needed()))
    words = draw(canvas, box.middle(box.w, size), coins, size * FULL, right=True)
    canvas.text(words, told, size * FULL, smallest=0.6, brief=True)


def action_words(canvas: Canvas, summary: ActionSummary) -> str:
    """What is done, in words."""
    if summary.card is not None:
        family = "leader" if summary.do in {"recruit", "court"} else "card"
        return canvas.say(f"{family}.{summary.card}")
    if summary.do == "stage" and summary.stage is not None:
        return canvas.say("deed.stage", stage=summary.stage)
    return canvas.say(f"deed.{summary.do}")


def draw_controller(canvas: Canvas, box: Box, player: SeatName) -> None:
    """The player who acts for the Free City this turn."""
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "person", canvas.theme.gold)
    shown = canvas.say("screen.table.free_city", name=player.text(canvas.say))
    canvas.paragraph(words, shown, box.h * 0.9, colour=canvas.theme.text, smallest=0.3)


def _draw_notice(canvas: Canvas, box: Box, notice: Line) -> None:
    """The notice; where it does not fit, with the card's short name."""
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "info", canvas.theme.ask)
    placeholders = dict(notice.placeholders)
    told, card = canvas.say(notice.key, **placeholders), f"card.{placeholders.get('card')}"
    if card in canvas.tools.words and not canvas.fits(told, canvas.tools.smallest, words):
        told = canvas.say(notice.key, **placeholders | {"card": canvas.tools.words.short(canvas.say(card))})
    canvas.paragraph(words, told, box.h * 0.9, smallest=0.3)
