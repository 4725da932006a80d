"""The final scoring: category by category, then the whole sheet, a row for each city, and who has won."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text
from display.drawing.panel import Panel, related
from display.drawing.theme import Colour, mix
from display.facts.city_details import score_sheets_of
from display.facts.names import SeatName, seat_name
from display.messages.presses import Pick
from display.screens.scoring import score_terms
from display.screens.signs.seat_banner import draw_banner, draw_named
from engine import Game, Outcome, ScoreSheet, categories

ICONS = {
    "military": "shield",
    "treasury": "coin",
    "wonder": "stage",
    "civilian": "mark.blue",
    "scientific": "gear",
    "commercial": "mark.yellow",
    "guilds": "mark.purple",
    "leaders": "mark.white",
    "cities": "mark.black",
}
HEAD = 0.145
"""Height of the column heads, against the table's."""


@dataclass(frozen=True, slots=True)
class CategoryColumn:
    """A category and each seat's points in it, once they are known."""

    category: str
    points: tuple[int, ...] | None
    seats: int


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: names and totals of the cities, who has won, and the points by category (None: not known yet)."""

    names: tuple[SeatName, ...]
    totals: tuple[int, ...]
    won: tuple[bool, ...]
    points: tuple[tuple[str, tuple[int, ...] | None], ...] = ()


def panels(box: Box, game: Game, step: int) -> tuple[Panel, ...]:
    """Step 0 is the empty sheet, each further step a category, the last one the full sheet and the winner."""
    kinds = categories(game)
    if 1 <= step <= len(kinds):
        return _category(box, game, kinds[:step])
    return _whole(box, game, over=step > len(kinds))


def _category(box: Box, game: Game, kinds: tuple[str, ...]) -> tuple[Panel, ...]:
    """The last of these categories, and the total of all of them."""
    foot, sheet = box.cut_bottom(box.h * 0.195, box.h * 0.015)
    every = score_sheets_of(game)
    names = tuple(seat_name(game, one.seat) for one in every)
    heads, category, sums = sheet.columns(1.75, 6.2, 1.1, gap=box.w * 0.005)
    shown = CategoryPoints(kinds[-1], names, every)
    named = Sheet(names, (), (False,) * len(every))
    so_far = replace(named, totals=tuple(sum(one.points[kind] for kind in kinds) for one in every))
    return (
        *related([Panel(heads, paint_names, named)]),
        Panel(category, paint_category, shown),
        Panel(sums, paint_totals, so_far),
        Panel(foot, paint_remarks, shown),
    )


def _whole(box: Box, game: Game, *, over: bool) -> tuple[Panel, ...]:
    """The sheet, empty or full, and who has won."""
    foot, sheet = box.cut_bottom(box.h * 0.17, box.h * 0.02)
    outcome = game.outcome() if over else None
    title = Panel(foot, paint_title, "screen.scoring.title")
    told = title if outcome is None else Panel(foot, paint_winners, _winners(game, outcome))
    return *sheet_panels(sheet, game, over=over), told


def sheet_panels(box: Box, game: Game, *, over: bool) -> tuple[Panel, ...]:
    """The sheet, empty or full; the winner is marked. A touch on a category shows it again."""
    every = score_sheets_of(game)
    outcome = game.outcome() if over else None
    sheet = Sheet(
        tuple(seat_name(game, one.seat) for one in every),
        tuple(one.total if over else 0 for one in every),
        tuple(outcome is not None and one.seat in outcome.winners for one in every),
        tuple((kind, tuple(one.points[kind] for one in every) if over else None) for kind in categories(game)),
    )
    return panels_of_sheet(box, sheet, touched=over)


def panels_of_sheet(box: Box, sheet: Sheet, *, touched: bool = False) -> tuple[Panel, ...]:
    """A row for each city, a column for each category; `touched`: a touch on a category means it."""
    heads, *places, sums = box.columns(1.9, *[1.0] * len(sheet.points), 1.15, gap=box.w * 0.005)
    columns = (CategoryColumn(kind, points, len(sheet.names)) for kind, points in sheet.points)
    return (
        *related([Panel(heads, paint_names, sheet)]),
        *(
            Panel(place, paint_column, column, touch=Pick(number) if touched else None)
            for number, (place, column) in enumerate(zip(places, columns, strict=True))
        ),
        Panel(sums, paint_totals, sheet),
    )


def _winners(game: Game, outcome: Outcome) -> Winners:
    best = next(sheet for sheet in outcome.sheets if sheet.seat in outcome.winners)
    won = tuple(seat_name(game, seat) for seat in outcome.winners)
    return Winners(won, best.total, best.coins, tuple(seat_name(game, seat) for seat in outcome.beaten_by_coins))


def paint_category(canvas: Canvas, shown: CategoryPoints) -> None:
    """Icon and name of the category above; below, the points of each city and their terms."""
    theme = canvas.theme
    colour = theme.category(shown.category)
    sign, title = _head_of(canvas.box).cut_left(canvas.box.w * 0.16, canvas.box.w * 0.02)
    canvas.icon(sign, ICONS[shown.category], colour)
    words = canvas.say(f"screen.scoring.{shown.category}")
    canvas.text(title, words, title.h * 0.78, bold=True, colour=colour)
    for row, one in zip(_rows_of(canvas.box, len(shown.sheets)), shown.sheets, strict=True):
        canvas.plate(row, mix(theme.panel, colour, 0.22), canvas.tools.screen * 0.012)
        points, rest = row.cut_left(row.w * 0.16, row.w * 0.02)
        number = one.points[shown.category]
        canvas.number(points, number_text(number), _number_size(canvas, points), align="centre")
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


def paint_names(canvas: Canvas, sheet: Sheet) -> None:
    """The row heads; a crown for the winner."""
    theme = canvas.theme
    for row, name, won in zip(_rows_of(canvas.box, len(sheet.names)), sheet.names, sheet.won, strict=True):
        canvas.plate(row, mix(theme.panel, theme.gold, 0.3) if won else theme.panel, canvas.tools.screen * 0.012)
        inner = row.inset(row.w * 0.05, row.h * 0.08)
        if won:
            sign, inner = inner.cut_right(min(inner.h * 0.8, inner.w * 0.2), inner.w * 0.03)
            canvas.icon(sign, "crown", theme.gold)
        draw_named(
            canvas, inner, name, min(inner.h * 0.72, canvas.tools.height / 17), bold=True, smallest=0.42, label="seat"
        )


def paint_column(canvas: Canvas, column: CategoryColumn) -> None:
    """The category's icon and word, and the points once they are known."""
    theme = canvas.theme
    words = canvas.say(f"category.{column.category}")
    _column_head(canvas, _head_of(canvas.box), ICONS[column.category], theme.category(column.category), words)
    for seat, row in enumerate(_rows_of(canvas.box, column.seats)):
        canvas.plate(row, theme.panel, canvas.tools.screen * 0.012)
        if column.points is not None:
            number = number_text(column.points[seat])
            canvas.number(row.inset(row.w * 0.04, 0), number, _number_size(canvas, row), align="centre")


def paint_totals(canvas: Canvas, sheet: Sheet) -> None:
    """The totals so far."""
    theme = canvas.theme
    _column_head(canvas, _head_of(canvas.box), "laurel", theme.gold, canvas.say("screen.scoring.sum"))
    rows = _rows_of(canvas.box, len(sheet.totals))
    for row, points, won in zip(rows, sheet.totals, sheet.won, strict=True):
        canvas.plate(row, theme.gold if won else theme.raised, canvas.tools.screen * 0.012)
        colour = theme.ink if won else theme.gold
        canvas.number(
            row.inset(row.w * 0.04, 0), number_text(points), _number_size(canvas, row), colour=colour, align="centre"
        )


def _head_of(box: Box) -> Box:
    """The part of a column above its rows."""
    return box.cut_top(box.h * HEAD)[0]


def _rows_of(box: Box, count: int) -> tuple[Box, ...]:
    """The rows of a column below its head."""
    rest = box.cut_top(box.h * HEAD, box.h * 0.015)[1]
    return rest.rows(*[1.0] * count, gap=box.h * 0.012)


def _number_size(canvas: Canvas, row: Box) -> float:
    """The em of points in a cell; in low rows they are as large as important numbers have to be."""
    return min(max(row.h * 0.86, min(row.h, canvas.tools.number + 1)), row.w * 0.6)


def _column_head(canvas: Canvas, box: Box, icon: str, colour: Colour, word: str) -> None:
    sign, words = box.rows(1.35, 1.0, gap=box.h * 0.02)
    canvas.icon(sign, icon, colour)
    size = canvas.tools.height / 24
    if canvas.width(word, size) > words.w:
        word = canvas.tools.words.short(word)
        size = max(canvas.tools.smallest, canvas.common((word,), words.w, size))
    canvas.text(words, word, size, colour=canvas.theme.dim, align="centre")
