"""The terms whose sum a number of the score sheet is: icons, words and numbers, with plus and minus between them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import MINUS, Canvas
from display.drawing.theme import Colour
from display.screens.signs.sign_line import Group, Number, Sign, Space, draw_lines, largest
from engine import ScoreSheet, Symbol, Term

TIMES = "\N{THIN SPACE}\N{MULTIPLICATION SIGN}\N{THIN SPACE}"
DIVIDED = "\N{THIN SPACE}\N{DIVISION SIGN}\N{THIN SPACE}"
COINS_A_POINT = 3
MARKS = {"civilian": "blue", "commercial": "yellow", "guilds": "purple"}
"""Category -> the colour of its cards' mark; others have a white one."""


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
    sign = "star" if category == "guilds" and term.source == copied else f"mark.{MARKS.get(category, 'white')}"
    return DrawnTerm(_product(term), (sign,), colour, words)


def _product(term: Term) -> str:
    return str(term.points) if term.each is None else f"{term.count}{TIMES}{term.each}"


WORDS_FROM = 1 / 30
"""If the em, against the screen's height, would be smaller, the words are left out so that numbers are larger."""


def draw(canvas: Canvas, box: Box, terms: Sequence[DrawnTerm], most: float) -> None:
    """Draw the sum as large as fits, with an em of at most `most` px; with words where there is room for them."""
    smallest = canvas.tools.smallest
    for words in (True, False):
        groups = [_group(canvas, place, term, words=words) for place, term in enumerate(terms)]
        em = largest(box, groups, most, least=smallest, down_to=smallest)
        if em >= canvas.tools.height * WORDS_FROM / fonts.CAP * 0.8:
            break
    draw_lines(canvas, box, groups, em)


def _group(canvas: Canvas, place: int, term: DrawnTerm, *, words: bool) -> Group:
    """The term with the sign before it, which the first one has only if it is subtracted."""
    dim = canvas.theme.dim
    sign = (Number(MINUS if term.minus else "+", dim, legible=True), Space(0.24)) if place or term.minus else ()
    icons = (part for icon in term.icons for part in (Sign(icon, term.colour, 0.8), Space(0.24)))
    word = (Number(term.word, dim, bold=False, legible=True), Space(0.24)) if words and term.word else ()
    return *sign, *icons, *word, Number(term.number, legible=True), Space(0.34)
