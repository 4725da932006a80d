"""The final scoring: category by category, then the whole sheet and who has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from display.drawing.canvas import number_text
from display.drawing.panel import Panel, related
from display.drawing.theme import mix
from display.facts.city_details import score_sheets_of
from display.facts.names import SeatName, seat_name
from display.messages.presses import Pick
from display.screens.scoring import score_terms
from display.screens.scoring.score_table import (
    ICONS,
    CategoryColumn,
    NameColumn,
    TotalColumn,
    head_of,
    number_size,
    paint_column,
    paint_names,
    paint_totals,
    rows_of,
)
from display.screens.signs.seat_banner import draw_banner
from engine import categories

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from engine import Game, Outcome, ScoreSheet


@dataclass(frozen=True, slots=True)
class Winners:
    """Who has won, with how many points and `coins`; `beaten` have as many points but fewer coins."""

    names: tuple[SeatName, ...]
    points: int
    coins: int
    beaten: tuple[SeatName, ...] = ()


@dataclass(frozen=True, slots=True)
class CategoryPoints:
    """One category of every score sheet, as it is revealed."""

    category: str
    names: tuple[SeatName, ...]
    sheets: tuple[ScoreSheet, ...] = field(hash=False)


@dataclass(frozen=True)
class Sheet:
    """A score sheet: names and totals of the cities, who has won, and the points by category (None: not known yet)."""

    names: tuple[SeatName, ...]
    points: Mapping[str, tuple[int, ...] | None]
    totals: tuple[int, ...]
    won: tuple[bool, ...]


def panels(box: Box, game: Game, step: int) -> tuple[Panel, ...]:
    """Step 0 is the empty sheet, each further step a category, the last one the full sheet and the winner."""
    kinds = categories(game)
    if 1 <= step <= len(kinds):
        return _category(box, game, kinds[:step])
    return _whole(box, game, kinds, over=step > len(kinds))


def _category(box: Box, game: Game, kinds: tuple[str, ...]) -> tuple[Panel, ...]:
    """The last of these categories, and the total of all of them."""
    foot, sheet = box.cut_bottom(box.h * 0.195, box.h * 0.015)
    every = score_sheets_of(game)
    names = tuple(seat_name(game, one.seat) for one in every)
    no_winners = (False,) * len(every)
    heads, category, sums = sheet.columns(1.75, 6.2, 1.1, gap=box.w * 0.005)
    shown = CategoryPoints(kinds[-1], names, every)
    so_far = tuple(sum(one.points[kind] for kind in kinds) for one in every)
    return (
        *related([Panel(heads, paint_names, NameColumn(names, no_winners))]),
        Panel(category, paint_category, shown),
        Panel(sums, paint_totals, TotalColumn(so_far, no_winners)),
        Panel(foot, paint_remarks, shown),
    )


def _whole(box: Box, game: Game, kinds: tuple[str, ...], *, over: bool) -> tuple[Panel, ...]:
    """The sheet, empty or full, and who has won."""
    foot, sheet = box.cut_bottom(box.h * 0.17, box.h * 0.02)
    names = {one.seat: seat_name(game, one.seat) for one in score_sheets_of(game)}
    outcome = game.outcome() if over else None
    return (
        *sheet_panels(sheet, game, kinds, over=over),
        Panel(foot, paint_winners, _winners(names, outcome))
        if outcome is not None
        else Panel(foot, paint_title, "screen.scoring.title"),
    )


def sheet_panels(box: Box, game: Game, kinds: tuple[str, ...], *, over: bool) -> tuple[Panel, ...]:
    """The sheet, empty or full; the winner is marked. A touch on a category shows it again."""
    every = score_sheets_of(game)
    outcome = game.outcome() if over else None
    sheet = Sheet(
        tuple(seat_name(game, one.seat) for one in every),
        {kind: tuple(one.points[kind] for one in every) if over else None for kind in kinds},
        tuple(one.total if over else 0 for one in every),
        tuple(outcome is not None and one.seat in outcome.winners for one in every),
    )
    return panels_of_sheet(box, sheet, touched=over)


def panels_of_sheet(box: Box, sheet: Sheet, *, touched: bool = False) -> tuple[Panel, ...]:
    """A row for each city, a column for each category; `touched`: a touch on a category means it."""
    heads, *columns, sums = box.columns(1.9, *[1.0] * len(sheet.points), 1.15, gap=box.w * 0.005)
    return (
        *related([Panel(heads, paint_names, NameColumn(sheet.names, sheet.won))]),
        *(
            Panel(
                place,
                paint_column,
                CategoryColumn(kind, points, len(sheet.names)),
                touch=Pick(number) if touched else None,
            )
            for number, (place, (kind, points)) in enumerate(zip(columns, sheet.points.items(), strict=True))
        ),
        Panel(sums, paint_totals, TotalColumn(sheet.totals, sheet.won)),
    )


def _winners(names: Mapping[int, SeatName], outcome: Outcome) -> Winners:
    best = next(sheet for sheet in outcome.sheets if sheet.seat in outcome.winners)
    won, beaten = (tuple(names[seat] for seat in seats) for seats in (outcome.winners, outcome.beaten_by_coins))
    return Winners(won, best.total, best.coins, beaten)


def paint_category(canvas: Canvas, shown: CategoryPoints) -> None:
    """Icon and name of the category above; below, the points of each city and their terms."""
    theme = canvas.theme
    colour = theme.category(shown.category)
    sign, title = head_of(canvas.box).cut_left(canvas.box.w * 0.16, canvas.box.w * 0.02)
    canvas.icon(sign, ICONS[shown.category], colour)
    words = canvas.say(f"screen.scoring.{shown.category}")
    canvas.text(title, words, title.h * 0.78, bold=True, colour=colour)
    for row, one in zip(rows_of(canvas.box, len(shown.sheets)), shown.sheets, strict=True):
        canvas.plate(row, mix(theme.panel, colour, 0.22), canvas.tools.screen * 0.012)
        points, rest = row.cut_left(row.w * 0.16, row.w * 0.02)
        number = one.points[shown.category]
        canvas.number(points, number_text(number), number_size(canvas, points), align="centre")
        found = score_terms.drawn_terms(canvas, shown.category, one)
        score_terms.draw(
            canvas, rest.inset(row.w * 0.01, row.h * 0.04), found, min(row.h * 0.7, canvas.tools.height / 14)
        )


def paint_remarks(canvas: Canvas, shown: CategoryPoints) -> None:
    """What the category counts, and what was chosen for whom."""
    theme = canvas.theme
    canvas.card(theme.panel, canvas.tools.screen * 0.02)
    inner = canvas.box.inset(canvas.box.h * 0.15, canvas.box.h * 0.05)
    words = [canvas.say(f"screen.scoring.{shown.category}.rule"), " ".join(_choices(canvas, shown))]
    canvas.paragraph(inner, "\n".join(words).strip(), inner.h * 0.42, smallest=0.5)


def _choices(canvas: Canvas, shown: CategoryPoints) -> Iterator[str]:
    """What was chosen for a city because it scores most: symbols, or a copied guild."""
    for name, sheet in zip(shown.names, shown.sheets, strict=True):
        if shown.category == "guilds" and sheet.copied_guild is not None:
            yield canvas.say("screen.scoring.copied", name=name.text(canvas.say), guild=sheet.copied_guild)
        elif shown.category == "scientific" and sheet.chosen_symbols:
            symbols = canvas.tools.words.listed(canvas.say(f"symbol.{symbol}") for symbol in sheet.chosen_symbols)
            yield canvas.say("screen.scoring.chosen", name=name.text(canvas.say), symbols=symbols)


def paint_title(canvas: Canvas, key: str) -> None:
    """A title in words."""
    canvas.card(canvas.theme.panel, canvas.tools.screen * 0.02)
    canvas.text(canvas.box.inset(canvas.box.h * 0.3), canvas.say(key), bold=True, align="centre")


def paint_winners(canvas: Canvas, result: Winners) -> None:
    """Who has won, and why."""
    theme = canvas.theme
    canvas.framed(
        canvas.box, theme.gold, mix(theme.panel, theme.gold, 0.16), canvas.box.h * 0.03, canvas.tools.screen * 0.02
    )
    inner = canvas.box.inset(canvas.box.h * 0.2, canvas.box.h * 0.12)
    sign, inner = inner.cut_left(inner.h, inner.h * 0.25)
    canvas.icon(sign, "crown", theme.gold)
    for name in result.names:
        sign, inner = inner.cut_left(inner.h * 0.86, inner.h * 0.14)
        draw_banner(canvas, sign, name)
    title, why = _words(canvas, result)
    if not why:
        canvas.text(inner, title, inner.h * 0.62, bold=True)
        return
    top, below = inner.rows(1.2, 1.0, gap=inner.h * 0.05)
    canvas.text(top, title, top.h, bold=True)
    canvas.text(below, why, below.h * 0.8, colour=theme.dim)


def _words(canvas: Canvas, result: Winners) -> tuple[str, str]:
    """Who has won; and the tie-break, if others have as many points."""
    names = canvas.tools.words.listed(name.text(canvas.say) for name in result.names)
    if len(result.names) > 1:
        return canvas.say("screen.scoring.shared", names=names), canvas.say("screen.scoring.shared.why")
    title = canvas.say("screen.scoring.winner", name=names, count=result.points)
    if not result.beaten:
        return title, ""
    beaten = canvas.tools.words.listed(name.text(canvas.say) for name in result.beaten)
    return title, canvas.say("screen.scoring.tie_break", names=beaten, count=result.coins)
