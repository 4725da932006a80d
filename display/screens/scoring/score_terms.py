"""The terms whose sum a number of the score sheet is: icons, words and numbers, with plus and minus between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import MINUS
from engine import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from engine import ScoreSheet, Term

TIMES = "\N{THIN SPACE}\N{MULTIPLICATION SIGN}\N{THIN SPACE}"
DIVIDED = "\N{THIN SPACE}\N{DIVISION SIGN}\N{THIN SPACE}"
COINS_A_POINT = 3


@dataclass(frozen=True, slots=True)
class DrawnTerm:
    """One term of a sum: icons and a word for what counts, the number as written, whether it is subtracted."""

    number: str
    icons: tuple[str, ...] = ()
    colour: Colour | None = None
    word: str = ""
    minus: bool = False


def drawn_terms(canvas: Canvas, category: str, sheet: ScoreSheet) -> tuple[DrawnTerm, ...]:
    """The terms of a category's points, in the words of this canvas."""
    terms = sheet.lines[category]
    if category == "military":
        return tuple(_tokens(canvas, terms))
    if category == "treasury":
        coins = DrawnTerm(f"{sheet.coins}{DIVIDED}{COINS_A_POINT}", ("coin",), canvas.theme.gold)
        debts = (DrawnTerm(str(term.count), ("debt",), canvas.theme.bad, minus=True) for term in terms[1:])
        return (coins, *debts)
    if category == "scientific":
        return tuple(_symbols(canvas, terms))
    return tuple(_card(canvas, category, term, sheet.copied_guild) for term in terms)


def _tokens(canvas: Canvas, terms: Sequence[Term]) -> Iterator[DrawnTerm]:
    """Equal tokens in one term, victories first."""
    theme = canvas.theme
    for token, count in sorted(Counter(term.points for term in terms).items(), reverse=True):
        number = f"{count}{TIMES}{abs(token)}" if count > 1 else str(abs(token))
        sign, colour = ("laurel", theme.good) if token > 0 else ("shield", theme.bad)
        yield DrawnTerm(number, (sign,), colour, minus=token < 0)


def _symbols(canvas: Canvas, terms: Sequence[Term]) -> Iterator[DrawnTerm]:
    """The square of each symbol's count, and the sets."""
    green = canvas.theme.cards["green"]
    for term in terms:
        icons = tuple(map(str, Symbol)) if term.source == "sets" else (term.source,)
        yield DrawnTerm(_product(term), icons, green)


def _card(canvas: Canvas, category: str, term: Term, copied: str | None) -> DrawnTerm:
    theme = canvas.theme
    colour = theme.category(category)
    family, _, number = term.source.partition(" ")
    if family == "stage":
        return DrawnTerm(_product(term), ("stage",), colour, canvas.say("deed.stage", stage=int(number)))
    words = canvas.say(f"{'leader' if category == 'leaders' else 'card'}.{term.source}")
    sign = "star" if category == "guilds" and term.source == copied else f"mark.{_mark(category)}"
    return DrawnTerm(_product(term), (sign,), colour, words)


def _mark(category: str) -> str:
    return {"civilian": "blue", "commercial": "yellow", "guilds": "purple"}.get(category, "white")


def _product(term: Term) -> str:
    return str(term.points) if term.each is None else f"{term.count}{TIMES}{term.each}"


WORDS_FROM = 1 / 30
"""If the em, against the screen's height, would be smaller, the words are left out so that numbers are larger."""
LINE = 1.12
"""The distance of lines, in ems."""
BETWEEN = 0.24
"""The gap between the parts of a term, in ems."""


def draw(canvas: Canvas, box: Box, parts: Sequence[DrawnTerm], most: float) -> None:
    """Draw the sum as large as fits, with an em of at most `most` px; with words where there is room for them."""
    least = canvas.tools.height * WORDS_FROM / fonts.CAP * 0.8
    worded = _fitting(canvas, box, parts, most, words=True)
    if worded >= least or not any(part.word for part in parts):
        _draw(canvas, box, parts, worded, words=True)
    else:
        _draw(canvas, box, parts, _fitting(canvas, box, parts, most, words=False), words=False)


def _fitting(canvas: Canvas, box: Box, parts: Sequence[DrawnTerm], most: float, *, words: bool) -> float:
    em = float(int(most))
    while em > canvas.tools.smallest and len(_broken(canvas, parts, em, box.w, words=words)) * em * LINE > box.h:
        em -= 1
    return em


def _broken(
    canvas: Canvas, parts: Sequence[DrawnTerm], em: float, room: float, *, words: bool
) -> list[list[tuple[float, DrawnTerm, bool]]]:
    """Lines of (x in px, term, whether a plus or minus comes before it)."""
    lines: list[list[tuple[float, DrawnTerm, bool]]] = [[]]
    x = 0.0
    for place, part in enumerate(parts):
        sign = place > 0 or part.minus
        wide = _width(canvas, part, em, sign=sign, words=words)
        if lines[-1] and x + wide > room:
            lines.append([])
            x = 0.0
        if wide > room:
            return [[]] * 99
        lines[-1].append((x, part, sign))
        x += wide + em * BETWEEN * 1.4
    return lines


def _width(canvas: Canvas, part: DrawnTerm, em: float, *, sign: bool, words: bool) -> float:
    wide = em * (0.8 + BETWEEN) * len(part.icons) + canvas.about(part.number, em, bold=True) + 1
    if sign:
        wide += canvas.about("+", em, bold=True) + em * BETWEEN
    if words and part.word:
        wide += canvas.about(part.word, em) + em * BETWEEN * 1.4
    return wide


def _draw(canvas: Canvas, box: Box, parts: Sequence[DrawnTerm], em: float, *, words: bool) -> None:
    lines = _broken(canvas, parts, em, box.w, words=words)
    y = box.y + (box.h - len(lines) * em * LINE) / 2
    for line in lines:
        for x, part, sign in line:
            _draw_term(canvas, Box(box.x + x, y, box.w - x, em * LINE), part, em, sign=sign, words=words)
        y += em * LINE


def _draw_term(canvas: Canvas, box: Box, part: DrawnTerm, em: float, *, sign: bool, words: bool) -> None:
    theme = canvas.theme
    if sign:
        box = _after(box, canvas.text(box, MINUS if part.minus else "+", em, bold=True, colour=theme.dim), em)
    for icon in part.icons:
        place, box = box.cut_left(em * 0.8, em * BETWEEN)
        canvas.icon(place, icon, part.colour)
    if words and part.word:
        box = _after(box, canvas.text(box, part.word, em, colour=theme.dim), em * 1.4)
    canvas.text(box, part.number, em, bold=True)


def _after(box: Box, filled: Box, em: float) -> Box:
    return box.cut_left(filled.w, em * BETWEEN)[1]
