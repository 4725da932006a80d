"""A city's panel on the table screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.facts import CityFacts, Deed, Remark, Standing
from display.screens import chips
from display.screens.names import said
from display.theme import mix
from engine import Payment

if TYPE_CHECKING:
    from display.canvas import Canvas
    from display.layout import Box
    from display.screens.names import Name
    from display.theme import Colour

SIGNS = {Standing.WAITED: "hourglass", Standing.ACTED: "check", Standing.ASKED: "question"}
DEEDS = {"stage": "stage", "discard": "discard", "pass": "card"}


def paint(canvas: Canvas, facts: CityFacts) -> None:
    """Name, treasury, shields, stages, production, and what was seen of this turn."""
    theme = canvas.theme
    edge = max(2.0, canvas.box.h * 0.02)
    radius = canvas.box.h * 0.08
    canvas.card(theme.panel, radius, _edge(canvas, facts.standing), edge)
    inner = canvas.box.inset(canvas.box.h * 0.075 + edge, canvas.box.h * 0.055 + edge)
    title, numbers, goods, line = inner.rows(0.94, 1.7, 1.0, 0.9, gap=inner.h * 0.03)
    draw_title(canvas, title, facts.name or canvas.say(f"wonder.{facts.wonder}"), facts.side, facts.standing)
    draw_numbers(canvas, numbers, facts)
    chips.draw(canvas, goods, facts.units)
    nothing_new = facts.deed is None or facts.deed.past
    if facts.remark is not None and nothing_new:
        _remark(canvas, line, facts.remark)
    elif facts.played_by is not None and nothing_new:
        draw_controller(canvas, line, facts.played_by)
    elif facts.deed is not None:
        draw_deed(canvas, line, facts.deed)


def _edge(canvas: Canvas, standing: Standing) -> Colour:
    theme = canvas.theme
    return {Standing.ACTED: theme.good, Standing.ASKED: theme.ask}.get(standing, theme.panel)


def draw_title(canvas: Canvas, box: Box, name: str, side: str, standing: Standing = Standing.IDLE) -> None:
    """The name, the board's side, and how far the seat is."""
    theme = canvas.theme
    if standing in SIGNS:
        sign, box = box.cut_right(box.h * 0.92, box.h * 0.25)
        colour = {Standing.ACTED: theme.good, Standing.ASKED: theme.ask}.get(standing, theme.dim)
        canvas.icon(sign, SIGNS[standing], colour)
    badge = box.h * 0.86
    room = box.cut_right(badge, box.h * 0.22)[1]
    filled = canvas.text(room, name, box.h * 0.98, bold=True, smallest=0.4)
    side_box = type(box)(filled.right + box.h * 0.22, box.y, badge, box.h).middle(badge, badge)
    canvas.plate(side_box, theme.line, badge * 0.25)
    canvas.text(side_box, side, badge * 0.8, bold=True, colour=theme.text, align="centre")


def draw_numbers(canvas: Canvas, box: Box, facts: CityFacts) -> None:
    """Treasury, shields, stages built and to be built."""
    theme = canvas.theme
    coin, shield, stage = box.columns(1.0, 1.0, 1.05, gap=box.h * 0.06)
    size = min(box.h, coin.w * 0.54, shield.w * 0.56)
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


def draw_deed(canvas: Canvas, box: Box, deed: Deed) -> None:
    """What is built or done, in the colour, mark and word of the card, and what is paid to whom."""
    theme = canvas.theme
    colour = theme.cards[deed.colour] if deed.colour else theme.gold if deed.do == "discard" else theme.cards["brown"]
    if not deed.past:
        canvas.plate(box, mix(theme.panel, colour, 0.28), box.h * 0.22)
    box = box.inset(box.h * 0.18, box.h * 0.04)
    box = draw_payment(canvas, box, Payment(deed.left, deed.right, deed.bank), dim=deed.past)
    sign, words = box.cut_left(box.h * 0.8, box.h * 0.24)
    canvas.icon(sign, DEEDS.get(deed.do, f"mark.{deed.colour or 'white'}"), theme.dim if deed.past else colour)
    canvas.text(
        words, deed_words(canvas, deed), box.h * 0.92, colour=theme.dim if deed.past else theme.text, smallest=0.45
    )


def deed_words(canvas: Canvas, deed: Deed) -> str:
    """What is done, in words."""
    if deed.card is not None:
        family = "leader" if deed.do in {"recruit", "court"} else "card"
        return canvas.say(f"{family}.{deed.card}")
    if deed.do == "stage" and deed.stage is not None:
        return canvas.say("deed.stage", stage=deed.stage)
    return canvas.say(f"deed.{deed.do}")


def draw_payment(canvas: Canvas, box: Box, pays: Payment, *, dim: bool = False) -> Box:
    """Coins with arrows to whom they go; returns the room left of them."""
    colour = canvas.theme.dim if dim else canvas.theme.gold
    for amount, icon in ((pays.right, "arrow"), (pays.bank, "coin"), (pays.left, "back")):
        if amount:
            text = str(amount)
            wide = canvas.width(text, box.h * 0.92, bold=True) + 1
            if icon == "back":
                number, box = box.cut_right(wide, box.h * 0.1)
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.25)
            else:
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.1)
                number, box = box.cut_right(wide, box.h * 0.25)
            canvas.icon(sign, icon, colour)
            canvas.text(number, text, box.h * 0.92, bold=True, colour=colour)
    return box


def draw_controller(canvas: Canvas, box: Box, player: Name) -> None:
    """Who acts for the Free City this turn."""
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "person", canvas.theme.gold)
    shown = canvas.say("screen.table.free_city", name=said(canvas, player))
    canvas.text(words, shown, box.h * 0.9, colour=canvas.theme.text, smallest=0.45)


def _remark(canvas: Canvas, box: Box, remark: Remark) -> None:
    sign, words = box.cut_left(box.h * 0.85, box.h * 0.25)
    canvas.icon(sign, "info", canvas.theme.ask)
    canvas.text(words, canvas.say(remark.key, **dict(remark.placeholders)), box.h * 0.9, smallest=0.45)
