"""The final scoring: a row for each city, a column for each category, revealed one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.facts import categories, sheets
from display.numerals import plain
from display.panel import Panel
from display.screens.names import Name, name_of, said
from display.theme import mix
from engine import winners

if TYPE_CHECKING:
    from collections.abc import Mapping

    from display.canvas import Canvas
    from display.layout import Box
    from display.theme import Colour
    from engine import Game, ScoreSheet

ICONS = {
    "military": "shield",
    "treasury": "coin",
    "wonder": "stage",
    "civilian": "mark.blue",
    "scientific": "gear",
    "commercial": "mark.yellow",
    "guilds": "mark.purple",
    "leaders": "mark.white",
}


@dataclass(frozen=True, slots=True)
class Names:
    """The row heads, and who has won, once that is known."""

    names: tuple[Name, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A category and each seat's points in it; `now`: it is being revealed."""

    category: str
    points: tuple[int, ...] | None
    now: bool
    seats: int


@dataclass(frozen=True, slots=True)
class Sums:
    """The points revealed so far, all together; who has won, once that is known."""

    points: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a seat for the most points: symbols, or a guild that was copied."""

    name: Name
    symbols: tuple[str, ...] = ()
    guild: str | None = None


@dataclass(frozen=True, slots=True)
class Remarks:
    """What is said of the category that is being revealed."""

    category: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won, with how many points; `coins` of the winners and of those they beat by coins only."""

    names: tuple[Name, ...]
    points: int
    coins: int
    beaten: tuple[Name, ...] = ()


def panels(box: Box, game: Game, step: int) -> tuple[Panel, ...]:
    """The sheet with `step` categories revealed (the one after the last: the winner), and what is said of it."""
    foot, sheet = box.cut_bottom(box.h * 0.17, box.h * 0.02)
    kinds, every = categories(game), sheets(game)
    names = {sheet.seat: name_of(game, sheet.seat) for sheet in every}
    over = step > len(kinds)
    won = tuple(over and seat in winners(game) for seat in names)
    shown = min(step, len(kinds))
    heads, *columns, sums = sheet.columns(1.9, *[1.0] * len(kinds), 1.15, gap=box.w * 0.005)
    return (
        Panel(heads, paint_names, Names(tuple(names.values()), won)),
        *(
            Panel(place, paint_column, _column(category, every, number <= shown, not over and number == shown))
            for number, (place, category) in enumerate(zip(columns, kinds, strict=True), start=1)
        ),
        Panel(sums, paint_sums, Sums(tuple(_sum(sheet, kinds[:shown]) for sheet in every), won)),
        _footer(foot, names, every, step),
    )


def _footer(box: Box, names: Mapping[int, Name], sheets: tuple[ScoreSheet, ...], step: int) -> Panel:
    if step == 0:
        return Panel(box, paint_remarks, Remarks("start"))
    if step <= len(sheets[0].points):
        return Panel(box, paint_remarks, _remarks(tuple(sheets[0].points)[step - 1], names, sheets))
    return Panel(box, paint_verdict, _verdict(names, sheets))


def _column(category: str, sheets: tuple[ScoreSheet, ...], known: bool, now: bool) -> Column:
    return Column(category, tuple(sheet.points[category] for sheet in sheets) if known else None, now, len(sheets))


def _sum(sheet: ScoreSheet, shown: tuple[str, ...]) -> int:
    return sum(sheet.points[category] for category in shown)


def _remarks(category: str, names: Mapping[int, Name], sheets: tuple[ScoreSheet, ...]) -> Remarks:
    if category == "scientific":
        chosen = (Choice(names[sheet.seat], symbols=sheet.chosen_symbols) for sheet in sheets if sheet.chosen_symbols)
        return Remarks(category, tuple(chosen))
    if category == "guilds":
        copied = (Choice(names[sheet.seat], guild=sheet.copied_guild) for sheet in sheets if sheet.copied_guild)
        return Remarks(category, tuple(copied))
    return Remarks(category)


def _verdict(names: Mapping[int, Name], sheets: tuple[ScoreSheet, ...]) -> Verdict:
    points = max(sheet.total for sheet in sheets)
    first = [sheet for sheet in sheets if sheet.total == points]
    coins = max(sheet.coins for sheet in first)
    won = tuple(names[sheet.seat] for sheet in first if sheet.coins == coins)
    return Verdict(won, points, coins, tuple(names[sheet.seat] for sheet in first if sheet.coins < coins))


def paint_names(canvas: Canvas, names: Names) -> None:
    """The row heads; a crown for who has won."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    for row, name, won in zip(_rows(canvas.box, len(names.names)), names.names, names.won, strict=True):
        canvas.plate(row, mix(theme.panel, theme.gold, 0.3) if won else theme.panel, canvas.tools.height * 0.012)
        inner = row.inset(row.w * 0.05, row.h * 0.08)
        if won:
            sign, inner = inner.cut_right(min(inner.h * 0.8, inner.w * 0.2), inner.w * 0.03)
            canvas.icon(sign, "crown", theme.gold)
        canvas.text(inner, said(canvas, name), min(inner.h * 0.72, canvas.tools.height / 17), bold=True, smallest=0.42)


def paint_column(canvas: Canvas, column: Column) -> None:
    """The category's icon and word, and the points as far as they are revealed."""
    theme = canvas.theme
    colour = theme.category(column.category)
    ground = mix(theme.panel, colour, 0.3) if column.now else theme.panel
    canvas.fill(theme.ground)
    head = _head(canvas.box)
    _column_head(canvas, head, ICONS[column.category], colour, canvas.say(f"category.{column.category}"))
    for seat, row in enumerate(_rows(canvas.box, column.seats)):
        canvas.plate(row, ground, canvas.tools.height * 0.012)
        if column.points is not None:
            number = plain(column.points[seat])
            canvas.number(row.inset(row.w * 0.04, 0), number, _number_size(row), align="centre")


def paint_sums(canvas: Canvas, sums: Sums) -> None:
    """The sums so far."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    _column_head(canvas, _head(canvas.box), "laurel", theme.gold, canvas.say("screen.scoring.sum"))
    rows = _rows(canvas.box, len(sums.points))
    for row, points, won in zip(rows, sums.points, sums.won, strict=True):
        canvas.plate(row, theme.gold if won else theme.raised, canvas.tools.height * 0.012)
        colour = theme.ink if won else theme.gold
        canvas.number(row.inset(row.w * 0.04, 0), plain(points), _number_size(row), colour=colour, align="centre")


def paint_remarks(canvas: Canvas, remarks: Remarks) -> None:
    """The category's name and what it counts, or what was chosen."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    canvas.plate(canvas.box, theme.panel, canvas.tools.height * 0.02)
    if remarks.category == "start":
        canvas.text(canvas.box.inset(canvas.box.h * 0.3), canvas.say("screen.scoring.title"), bold=True, align="centre")
        return
    inner = canvas.box.inset(canvas.box.h * 0.2, canvas.box.h * 0.12)
    sign, inner = inner.cut_left(inner.h, inner.h * 0.3)
    colour = theme.category(remarks.category)
    canvas.icon(sign.inset(sign.h * 0.08), ICONS[remarks.category], colour)
    name = canvas.say(f"screen.scoring.{remarks.category}")
    wide = min(canvas.width(name, inner.h * 0.46, bold=True) + 2, inner.w * 0.34)
    title, words = inner.cut_left(wide, inner.h * 0.35)
    canvas.paragraph(title, name, inner.h * 0.46, bold=True, colour=colour)
    canvas.paragraph(
        words, _choices(canvas, remarks) or canvas.say(f"screen.scoring.{remarks.category}.rule"), inner.h * 0.4
    )


def _choices(canvas: Canvas, remarks: Remarks) -> str:
    phrases = []
    for choice in remarks.choices:
        name = said(canvas, choice.name)
        if choice.guild is not None:
            phrases.append(canvas.say("screen.scoring.copied", name=name, guild=choice.guild))
        else:
            symbols = canvas.tools.words.listed(canvas.say(f"symbol.{symbol}") for symbol in choice.symbols)
            phrases.append(canvas.say("screen.scoring.chosen", name=name, symbols=symbols))
    return " ".join(phrases)


def paint_verdict(canvas: Canvas, verdict: Verdict) -> None:
    """Who has won, and by what."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    canvas.framed(
        canvas.box, theme.gold, mix(theme.panel, theme.gold, 0.16), canvas.box.h * 0.03, canvas.tools.height * 0.02
    )
    inner = canvas.box.inset(canvas.box.h * 0.2, canvas.box.h * 0.12)
    sign, inner = inner.cut_left(inner.h, inner.h * 0.25)
    canvas.icon(sign, "crown", theme.gold)
    names = canvas.tools.words.listed(said(canvas, name) for name in verdict.names)
    if len(verdict.names) > 1:
        title, why = canvas.say("screen.scoring.shared", names=names), canvas.say("screen.scoring.shared.why")
    else:
        title, why = canvas.say("screen.scoring.winner", name=names, count=verdict.points), ""
        if verdict.beaten:
            beaten = canvas.tools.words.listed(said(canvas, name) for name in verdict.beaten)
            why = canvas.say("screen.scoring.tie_break", names=beaten, count=verdict.coins)
    if not why:
        canvas.text(inner, title, inner.h * 0.62, bold=True)
        return
    top, below = inner.rows(1.2, 1.0, gap=inner.h * 0.05)
    canvas.text(top, title, top.h, bold=True)
    canvas.text(below, why, below.h * 0.8, colour=theme.dim)


HEAD = 0.145
"""Height of the heads, against the sheet's."""


def _head(box: Box) -> Box:
    return box.cut_top(box.h * HEAD)[0]


def _rows(box: Box, count: int) -> tuple[Box, ...]:
    rest = box.cut_top(box.h * HEAD, box.h * 0.015)[1]
    return rest.rows(*[1.0] * count, gap=box.h * 0.012)


def _number_size(row: Box) -> float:
    return min(row.h * 0.86, row.w * 0.6)


def _column_head(canvas: Canvas, box: Box, icon: str, colour: Colour, word: str) -> None:
    sign, words = box.rows(1.35, 1.0, gap=box.h * 0.02)
    canvas.icon(sign, icon, colour)
    canvas.text(
        words.inset(words.w * 0.02, 0), word, words.h * 0.92, colour=canvas.theme.dim, align="centre", smallest=0.4
    )
