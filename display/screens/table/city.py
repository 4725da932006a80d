"""A city's panel on the table screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from display.drawing import fonts
from display.drawing.theme import mix
from display.facts.city_facts import CityFacts, Deed, ScoreRemark, Standing
from display.screens.names import said
from display.screens.table import chips, rows
from display.screens.table.arrows import LEFTWARDS, OWN_HANDS
from engine import Payment

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.drawing.layout import Box
    from display.drawing.theme import Colour
    from display.screens.names import Name
    from display.screens.table.arrows import Arrows
    from display.screens.table.rows import Rows

SIGNS = {Standing.WAITED: "hourglass", Standing.ACTED: "check", Standing.ASKED: "question"}
FULL = 0.92
"""The em of words and numbers that fill a row, against its height."""
AFAR = 1 / 34
"""The height of capitals and digits, against the screen's, to which words and their payment are set smaller together
before the words alone are."""
DEEDS = {"stage": "stage", "discard": "discard", "pass": "card", "coins": "coin"}
GOLDEN = frozenset({"discard", "coins"})


@dataclass(frozen=True, slots=True)
class Placed:
    """A city at its place on the table: what is known of it, arrows to its neighbours, and the rows of its panel."""

    facts: CityFacts
    arrows: Arrows
    rows: Rows


def paint(canvas: Canvas, placed: Placed) -> None:
    """Name, treasury, shields, stages, production, and what was seen of this turn."""
    canvas.card(canvas.theme.panel, canvas.box.h * 0.08, _edge(canvas, placed.facts.standing), rows.edge(canvas.box))
    draw = _tall if canvas.box.h > canvas.box.w else _wide
    draw(canvas, rows.inside(canvas.box), placed)


def _wide(canvas: Canvas, inner: Box, placed: Placed) -> None:
    facts = placed.facts
    title, numbers, goods, line = rows.wide(inner, placed.rows.division)
    draw_title(canvas, title, _name(canvas, facts), facts.side, facts.standing)
    draw_numbers(canvas, numbers, facts, placed.rows.digits)
    chips.draw(canvas, goods, facts.units)
    if not _word(canvas, line, facts) and facts.deed is not None:
        draw_deed(canvas, line, facts.deed, placed.arrows)


def _tall(canvas: Canvas, inner: Box, placed: Placed) -> None:
    """The same one below the other: a panel that is turned towards who sits at the side of the screen."""
    facts, size = placed.facts, placed.rows.digits
    title, coin, shield, stage, goods, words, pays = rows.tall(inner)
    canvas.text(title, _name(canvas, facts), bold=True, smallest=0.4)
    sign, coin = coin.cut_right(size * 0.86, size * 0.1)
    badge, shield = shield.cut_right(size * 0.86, size * 0.1)
    _standing(canvas, sign.middle(sign.w, sign.w), facts.standing)
    draw_side(canvas, badge.middle(badge.w, badge.w), facts.side)
    _numbers(canvas, (coin, shield, stage), facts, size)
    chips.draw(canvas, goods, facts.units)
    if not _word(canvas, words, facts) and facts.deed is not None:
        draw_deed(canvas, words, replace(facts.deed, left=0, right=0, bank=0))
        payment = Payment(facts.deed.left, facts.deed.right, facts.deed.bank)
        draw_payment(canvas, pays, payment, placed.arrows, dim=facts.deed.past)


def _name(canvas: Canvas, facts: CityFacts) -> str:
    return facts.name or canvas.say(f"wonder.{facts.wonder}")


def _word(canvas: Canvas, box: Box, facts: CityFacts) -> bool:
    """Something else that is to be said as long as the seat has done nothing in this turn."""
    if facts.deed is not None and not facts.deed.past:
        return False
    if facts.remark is not None:
        _remark(canvas, box, facts.remark)
    elif facts.played_by is not None:
        draw_controller(canvas, box, facts.played_by)
    return facts.remark is not None or facts.played_by is not None


def _edge(canvas: Canvas, standing: Standing) -> Colour:
    theme = canvas.theme
    return {Standing.ACTED: theme.good, Standing.ASKED: theme.ask}.get(standing, theme.panel)


def draw_title(canvas: Canvas, box: Box, name: str, side: str, standing: Standing = Standing.IDLE) -> None:
    """The name, the board's side, and how far the seat is."""
    if standing in SIGNS:
        sign, box = box.cut_right(box.h * 0.92, box.h * 0.25)
        _standing(canvas, sign, standing)
    badge = box.h * 0.86
    room = box.cut_right(badge, box.h * 0.22)[1]
    filled = canvas.text(room, name, box.h * 0.98, bold=True, smallest=0.4)
    draw_side(canvas, type(box)(filled.right + box.h * 0.22, box.y, badge, box.h).middle(badge, badge), side)


def _standing(canvas: Canvas, box: Box, standing: Standing) -> None:
    theme = canvas.theme
    if standing in SIGNS:
        colour = {Standing.ACTED: theme.good, Standing.ASKED: theme.ask}.get(standing, theme.dim)
        canvas.icon(box, SIGNS[standing], colour)


def draw_side(canvas: Canvas, box: Box, side: str) -> None:
    """The letter of the board's side on a plate."""
    canvas.plate(box, canvas.theme.line, box.h * 0.25)
    canvas.text(box, side, box.h * 0.93, bold=True, colour=canvas.theme.text, align="centre")


def draw_numbers(canvas: Canvas, box: Box, facts: CityFacts, em: float = 0.0) -> None:
    """Treasury, shields, stages built and to be built, side by side; `em` of the digits: as large as they fit."""
    em = em or rows.largest_digits(box)
    _numbers(canvas, rows.slots(box, em), facts, em)


def _numbers(canvas: Canvas, places: tuple[Box, ...], facts: CityFacts, size: float) -> None:
    theme = canvas.theme
    coin, shield, stage = places
    draw_number(canvas, coin, "coin", theme.gold, str(facts.coins), size=size)
    draw_number(canvas, shield, "shield", theme.cards["red"], str(facts.shields), size=size)
    rest = draw_number(canvas, stage, "stage", theme.cards["brown"], str(facts.built), size=size)
    canvas.text(rest, f"/{facts.stages}", size * 0.7, bold=True, colour=theme.dim, smallest=0.4)


def draw_number(canvas: Canvas, box: Box, icon: str, colour: Colour, number: str, *, size: float = 0) -> Box:
    """An icon and a number that matters; returns what room is left behind it."""
    size = size or min(box.h, box.w * 0.54)
    place, rest = box.cut_left(size * 0.8, size * 0.14)
    canvas.icon(place, icon, colour)
    filled = canvas.number(rest, number, size)
    return rest.cut_left(filled.w + box.h * 0.05)[1]


def draw_deed(canvas: Canvas, box: Box, deed: Deed, arrows: Arrows = OWN_HANDS) -> None:
    """What is built or done, in the colour, mark and word of the card, and what is paid to whom."""
    theme = canvas.theme
    colour = theme.cards[deed.colour] if deed.colour else theme.gold if deed.do in GOLDEN else theme.cards["brown"]
    if not deed.past:
        canvas.plate(box, mix(theme.panel, colour, 0.28), box.h * 0.22)
    box = box.inset(box.h * 0.16, 0.0)
    told, pays = deed_words(canvas, deed), Payment(deed.left, deed.right, deed.bank)
    sign, box = box.cut_left(box.h * 0.8, box.h * 0.24)
    canvas.icon(sign, DEEDS.get(deed.do, f"mark.{deed.colour or 'white'}"), theme.dim if deed.past else colour)
    if deed.exception:
        odd, box = box.cut_right(box.h * 0.7, box.h * 0.2)
        canvas.icon(odd, "warning", theme.ask)
    fitting = box.w / (canvas.about(told, box.h * FULL) + payment_width(pays, box.h))
    size = min(box.h, max(canvas.tools.height * AFAR / fonts.CAP / FULL, box.h * fitting))
    words = draw_payment(canvas, box.middle(box.w, size), pays, arrows, dim=deed.past)
    ink = theme.dim if deed.past else theme.text
    canvas.text(words, told, size * FULL, colour=ink, smallest=0.6, brief=True)


def payment_width(pays: Payment, size: float) -> float:
    """About how many pixels wide a payment is in a row of that height, with the room before it."""
    parts = [str(amount) for amount in (pays.left, pays.right, pays.bank) if amount]
    return sum(size * (FULL * len(part) / 2 + 1.2) for part in parts)


def deed_words(canvas: Canvas, deed: Deed) -> str:
    """What is done, in words."""
    if deed.card is not None:
        family = "leader" if deed.do in {"recruit", "court"} else "card"
        return canvas.say(f"{family}.{deed.card}")
    if deed.do == "stage" and deed.stage is not None:
        return canvas.say("deed.stage", stage=deed.stage)
    return canvas.say(f"deed.{deed.do}")


def draw_payment(canvas: Canvas, box: Box, pays: Payment, arrows: Arrows = OWN_HANDS, *, dim: bool = False) -> Box:
    """Coins with arrows to whom they go, at the end that they point to; returns the room left of them."""
    colour = canvas.theme.dim if dim else canvas.theme.gold
    to_left, to_right = arrows
    parts = (pays.right, to_right), (pays.bank, "coin"), (pays.left, to_left)
    for amount, icon in sorted(parts, key=lambda part: part[1] in LEFTWARDS):
        if amount:
            text = str(amount)
            wide = canvas.width(text, box.h * FULL, bold=True) + 1
            if icon in LEFTWARDS:
                number, box = box.cut_right(wide, box.h * 0.1)
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.4)
            else:
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.1)
                number, box = box.cut_right(wide, box.h * 0.4)
            canvas.icon(sign, icon, colour)
            canvas.text(number, text, box.h * FULL, bold=True, colour=colour)
    return box


def draw_controller(canvas: Canvas, box: Box, player: Name) -> None:
    """Who acts for the Free City this turn."""
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "person", canvas.theme.gold)
    shown = canvas.say("screen.table.free_city", name=said(canvas, player))
    canvas.paragraph(words, shown, box.h * 0.9, colour=canvas.theme.text, smallest=0.3)


def _remark(canvas: Canvas, box: Box, remark: ScoreRemark) -> None:
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "info", canvas.theme.ask)
    canvas.paragraph(words, canvas.say(remark.key, **dict(remark.placeholders)), box.h * 0.9, smallest=0.3)
