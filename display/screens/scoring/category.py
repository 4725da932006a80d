"""A scoring category as it is revealed: the points of each city, and the terms they are the sum of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.canvas import number_text
from display.drawing.panel import Panel, related
from display.drawing.theme import mix
from display.facts.city_details import score_sheets_of
from display.facts.names import SeatName, seat_name
from display.screens.scoring import score_terms
from display.screens.scoring.score_table import (
    ICONS,
    NameColumn,
    TotalColumn,
    head_of,
    number_size,
    paint_names,
    paint_totals,
    rows_of,
)

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from engine import Game, ScoreSheet


@dataclass(frozen=True)
class CategoryPoints:
    """One category of every score sheet."""

    category: str
    sheets: tuple[ScoreSheet, ...]

    def __hash__(self) -> int:
        return hash((self.category, tuple(sheet.total for sheet in self.sheets)))


@dataclass(frozen=True, slots=True)
class ScoringChoice:
    """What was chosen for a seat because it scores most: symbols, or a copied guild."""

    name: SeatName
    symbols: tuple[str, ...] = ()
    guild: str | None = None


@dataclass(frozen=True, slots=True)
class CategoryRemarks:
    """The category that is being revealed, and what was chosen in it."""

    category: str
    choices: tuple[ScoringChoice, ...] = ()


def panels(box: Box, game: Game, kinds: tuple[str, ...]) -> tuple[Panel, ...]:
    """The last of these categories, and the total of all of them."""
    foot, sheet = box.cut_bottom(box.h * 0.195, box.h * 0.015)
    every = score_sheets_of(game)
    names = tuple(seat_name(game, one.seat) for one in every)
    no_winners = (False,) * len(every)
    heads, category, sums = sheet.columns(1.75, 6.2, 1.1, gap=box.w * 0.005)
    so_far = tuple(sum(one.points[kind] for kind in kinds) for one in every)
    return (
        *related([Panel(heads, paint_names, NameColumn(names, no_winners))]),
        Panel(category, paint_category, CategoryPoints(kinds[-1], every)),
        Panel(sums, paint_totals, TotalColumn(so_far, no_winners)),
        Panel(foot, paint_remarks, _remarks(kinds[-1], names, every)),
    )


def _remarks(category: str, names: tuple[SeatName, ...], every: tuple[ScoreSheet, ...]) -> CategoryRemarks:
    both = tuple(zip(names, every, strict=True))
    if category == "scientific":
        return CategoryRemarks(category, tuple(ScoringChoice(name, symbols=one.chosen_symbols) for name, one in both))
    if category == "guilds":
        return CategoryRemarks(category, tuple(ScoringChoice(name, guild=one.copied_guild) for name, one in both))
    return CategoryRemarks(category)


def paint_category(canvas: Canvas, parts: CategoryPoints) -> None:
    """Icon and name of the category above; below, the points of each city and their terms."""
    theme = canvas.theme
    colour = theme.category(parts.category)
    sign, title = head_of(canvas.box).cut_left(canvas.box.w * 0.16, canvas.box.w * 0.02)
    canvas.icon(sign, ICONS[parts.category], colour)
    words = canvas.say(f"screen.scoring.{parts.category}")
    canvas.text(title, words, title.h * 0.78, bold=True, colour=colour)
    for row, one in zip(rows_of(canvas.box, len(parts.sheets)), parts.sheets, strict=True):
        canvas.plate(row, mix(theme.panel, colour, 0.22), canvas.tools.screen * 0.012)
        points, rest = row.cut_left(row.w * 0.16, row.w * 0.02)
        number = one.points[parts.category]
        canvas.number(points, number_text(number), number_size(canvas, points), align="centre")
        found = score_terms.drawn_terms(canvas, parts.category, one)
        score_terms.draw(
            canvas, rest.inset(row.w * 0.01, row.h * 0.04), found, min(row.h * 0.7, canvas.tools.height / 14)
        )


def paint_remarks(canvas: Canvas, remarks: CategoryRemarks) -> None:
    """What the category counts, and what was chosen for whom."""
    theme = canvas.theme
    canvas.card(theme.panel, canvas.tools.screen * 0.02)
    inner = canvas.box.inset(canvas.box.h * 0.15, canvas.box.h * 0.05)
    words = [canvas.say(f"screen.scoring.{remarks.category}.rule"), *_choices(canvas, remarks)]
    canvas.paragraph(inner, "\n".join((words[0], " ".join(words[1:]))).strip(), inner.h * 0.42, smallest=0.5)


def _choices(canvas: Canvas, remarks: CategoryRemarks) -> list[str]:
    phrases = []
    for choice in remarks.choices:
        name = choice.name.text(canvas.say)
        if choice.guild is not None:
            phrases.append(canvas.say("screen.scoring.copied", name=name, guild=choice.guild))
        elif choice.symbols:
            symbols = canvas.tools.words.listed(canvas.say(f"symbol.{symbol}") for symbol in choice.symbols)
            phrases.append(canvas.say("screen.scoring.chosen", name=name, symbols=symbols))
    return phrases
