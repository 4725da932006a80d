"""The typeface, and texts rendered in it."""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import as_file, files

import pygame

from display.drawing.theme import Colour

Measure = Callable[[str, int, bool], float]

CAP = 0.711
"""Height of capitals and digits, in ems."""
DROP = 0.21
"""How far letters reach below the base line, in ems."""
MEASURED = 64
"""The em, in px, at which texts are measured before their size is known: loading a size is slow."""
BREAK = re.compile(r"(?<!«) +(?![:;?!»%])")
"""Where a line may end."""
LETTER = 2.5 / 93
"""The least height of capitals and digits, against the screen's: 2.5 mm on 7 inches, which are 93 mm high."""
SMALL_SCREEN = 480
"""Below this height in px a screen is one that lies before its reader, such as 480 x 320."""
LETTER_SMALL = 2 / 93
"""The least height there, against the screen's."""
LARGE_SCREEN = 720
"""From this height in px on, a screen is taken to be of 13 inches at least."""
LETTER_LARGE = 2.5 / 165
"""The least height there: 2.5 mm on 13.3 inches, which are 165 mm high."""


HYPHEN = "-"
CORE = re.compile(r"[\w-]+")
LONG_WORDS = """
    Arznei-ausgabe Ausgrabungs-stätte Befestigungs-anlage Belagerungs-maschinen Festungs-anlagen Forschungs-gebäude
    Gladiatoren-schule Handels-gebäude Kalkstein-bruch Manufaktur-produkte Militär-gebäude Trainings-gelände
    Verteidigungs-anlage Wieder-herstellen Wissen-schaftler Ziegel-brennerei zurück-nehmen
    """
BREAKS = {word.replace(HYPHEN, ""): word.index(HYPHEN) for word in LONG_WORDS.split()}
"""Where long words may be broken; another word never is. Names of one word are wider than a tile in German."""


@lru_cache(maxsize=256)
def font(size: int, bold: bool) -> pygame.font.Font:
    """The typeface with an em of `size` pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    name = "RobotoCondensed-Bold.ttf" if bold else "RobotoCondensed-Regular.ttf"
    with as_file(files("display.drawing") / "typeface" / name) as path:
        return pygame.font.Font(str(path), size)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool) -> int:
    """The width of the text in px."""
    return font(size, bold).size(text)[0]


@lru_cache(maxsize=768)
def rendered(text: str, size: int, bold: bool, colour: Colour) -> pygame.Surface:
    """The text with smooth edges on a transparent ground."""
    return font(size, bold).render(text, True, colour)


@lru_cache(maxsize=4096)
def ems(text: str, bold: bool) -> float:
    """The approximate width in ems, accurate to a few hundredths, without loading another size."""
    return font(MEASURED, bold).size(text)[0] / MEASURED


def about(text: str, size: float, bold: bool) -> float:
    """The approximate width of the text in px."""
    return ems(text, bold) * size


def at_most(text: str, size: float, bold: bool) -> float:
    """The most that the text can be wide, in px: faster than `width` when many sizes are tried."""
    return about(text, size, bold) * 1.03 + 1


def smallest(height: int) -> int:
    """The least em, in px, of a legible text on a screen of that height (docs/rig.md says what is read from where).

    Capitals have whole pixels.
    """
    if height < SMALL_SCREEN:
        return int(height * LETTER_SMALL / CAP)
    share = LETTER if height < LARGE_SCREEN else LETTER_LARGE
    return math.ceil((math.ceil(height * share) - 0.5) / CAP)


def largest(text: str, most: float, room: float, bold: bool) -> int:
    """The largest em, at most `most`, at which the text is no wider than `room`."""
    size = max(1, int(min(most, room / max(0.01, ems(text, bold)) + 1)))
    while size > 1 and width(text, size, bold) > room:
        size -= 1
    return size


def wrapped(text: str, size: int, room: float, bold: bool, measure: Measure = width) -> tuple[str, ...]:
    """The text broken into lines no wider than `room`: between words, within `LONG_WORDS`, and within paths.

    Only another single long word may be wider. The spaces that French has before "?" and within quotes end no line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in filter(None, BREAK.split(paragraph)):
            longer = f"{line} {word}" if line else word
            if measure(longer, size, bold) <= room:
                line = longer
                continue
            parts = broken(word) if measure(word, size, bold) > room else None
            lines += [line] * bool(line) + ([parts[0]] if parts else [])
            line = parts[1] if parts else word
        lines.append(line)
    return tuple(lines)


def broken(word: str) -> tuple[str, str] | None:
    """The two parts of a word with its punctuation, the first with a hyphen; None if it is not to be broken.

    A path is broken before its last part.
    """
    if "/" in word:
        folder, slash, name = word.rpartition("/")
        return folder + slash, name
    core = CORE.search(word)
    at = BREAKS.get(core[0]) if core else None
    if core is None or at is None:
        return None
    return word[: core.start() + at] + HYPHEN, word[core.start() + at :]
