"""The surface of a panel: draws texts, numbers and icons in boxes, and in strict mode checks that they fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import pygame

from display.drawing import fonts, icons
from display.drawing.box import Box
from display.drawing.theme import DARK, Colour, Theme
from display.errors import LayoutError
from display.words import Words

Align = Literal["left", "centre", "right"]
SLACK = 1.5
"""An overlap, in px, too small to be visible."""
MARKS = ("1", "2", "3", "4", "5")
"""What the buttons carry unless the settings say otherwise."""
LARGER = 1.25
"""By what letters are larger with large text, where they have room."""
LARGER_ON_LARGE = 1.45
"""The same on screens that count as large (`fonts.LARGE_SCREEN`)."""
NUMBER = 1 / 24
"""The least height of important digits, against the screen's height."""


@dataclass(frozen=True)
class Tools:
    """What every panel is drawn with. `screen` is its height in px; `strict`: whatever does not fit is an error.

    `large`: letters are as large as their places allow. `marks`: what the five real buttons carry, from left
    to right: a number, a letter, a colour `#RRGGBB`, or nothing.
    """

    words: Words
    screen: int
    theme: Theme = field(default=DARK)
    strict: bool = False
    marks: tuple[str, ...] = MARKS
    large: bool = False

    @property
    def enlarged(self) -> float:
        """By what letters are larger than usual, where they have room."""
        if not self.large:
            return 1.0
        return LARGER if self.screen < fonts.LARGE_SCREEN else LARGER_ON_LARGE

    @property
    def height(self) -> float:
        """What sizes of letters are measured by, in px: the screen's height, with large text a larger one."""
        return self.screen * self.enlarged

    @property
    def number(self) -> float:
        """The least em of an important number, in px."""
        return self.screen * NUMBER / fonts.CAP

    @property
    def smallest(self) -> int:
        """The least em of any text, in px."""
        return fonts.smallest(self.screen)


class Canvas:
    """A panel's surface, with its own origin; in strict mode it remembers what was drawn where."""

    def __init__(
        self, surface: pygame.Surface, tools: Tools, name: str = "", most: Mapping[str, int] | None = None
    ) -> None:
        """`most`: the largest em in px for each kind of label (`display.drawing.renderer`)."""
        self.surface = surface
        self.tools = tools
        self.theme = tools.theme
        self.name = name
        self.most = most or {}
        self.box = Box(0, 0, *surface.get_size())
        self.drawn: list[tuple[Box, str]] = []
        """In strict mode: the boxes drawn so far, and what is in them."""

    def part(self, box: Box) -> Canvas:
        """A canvas for a part of this one."""
        return Canvas(self.surface.subsurface(box.pixels), self.tools, self.name, self.most)

    def say(self, key: str, **placeholders: object) -> str:
        """The words for a key."""
        return self.tools.words.say(key, **placeholders)

    def error(self, key: str) -> str:
        """The words for the key of an error without its placeholders; general words if they would have gaps."""
        words = self.say(self.tools.words.error_key(key))
        return words if "{" not in words else self.say("camera.trouble")

    def fill(self, colour: Colour) -> None:
        """Fill the whole panel."""
        self.surface.fill(colour)

    def plate(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
        """A plate with round corners, a ground for other things."""
        x, y, w, h = box.pixels
        if w <= 0 or h <= 0:
            return
        r = min(round(radius), w // 2, h // 2)
        if r <= 0:
            self.surface.fill(colour, (x, y, w, h))
            return
        self.surface.fill(colour, (x, y + r, w, h - 2 * r))
        for top in (y, y + h - r):
            self.surface.fill(colour, (x + r, top, w - 2 * r, r))
        disc = icons.disc(r, colour)
        for left, from_x in ((x, 0), (x + w - r, r)):
            for top, from_y in ((y, 0), (y + h - r, r)):
                self.surface.blit(disc, (left, top), (from_x, from_y, r, r), special_flags=pygame.BLEND_PREMULTIPLIED)

    def framed(self, box: Box, colour: Colour, ground: Colour, width: float, radius: float) -> None:
        """A plate with an edge."""
        self.plate(box, colour, radius)
        self.plate(box.inset(width), ground, max(0.0, radius - width))

    def card(self, colour: Colour, radius: float, edge: Colour | None = None, width: float = 0.0) -> None:
        """The whole panel as a plate with round corners; with an edge if it has a colour."""
        if edge is None:
            self.plate(self.box, colour, radius)
        else:
            self.framed(self.box, edge, colour, width, radius)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float) -> None:
        """A line; other things may be drawn on it."""
        pygame.draw.line(self.surface, colour, start, end, max(1, round(width)))

    def image(self, box: Box, image: pygame.Surface) -> None:
        """Draw a picture that fills the box."""
        x, y, w, h = box.pixels
        self.surface.blit(pygame.transform.smoothscale(image, (w, h)), (x, y))

    def icon(self, box: Box, name: str, colour: Colour | None = None, *, over: bool = False) -> None:
        """An icon as large as the box allows, in its middle. `over`: it may cover what was drawn before."""
        size = max(1, int(min(box.w, box.h)))
        place = box.middle(size, size)
        self._claim(place, f"icon {name}", over=over)
        picture = icons.icon(name, size, colour or self.theme.text, self.theme.ink)
        self.surface.blit(picture, (round(place.x), round(place.y)), special_flags=pygame.BLEND_PREMULTIPLIED)

    def text(
        self,
        box: Box,
        text: str,
        size: float | None = None,
        *,
        bold: bool = False,
        colour: Colour | None = None,
        align: Align = "left",
        smallest: float = 0.55,
        over: bool = False,
        brief: bool = False,
        crowded: bool = False,
        label: str = "",
    ) -> Box:
        """One line, vertically centred by its capitals; returns the box it fills.

        `size` is the em in px (default and most: the box's height). A text that is too wide is set smaller, down to the
        share `smallest` of `size`, or the least legible size, and then cut off (in strict mode: LayoutError). `brief`:
        it may be cut off, because it can be read in full elsewhere. `crowded`: it may be smaller than the least legible
        size, which only lines of signs may that are hardly ever so full. `label`: of which kind it is, if all of a kind
        have letters of one size.
        """
        least_em = 1 if crowded else self.tools.smallest
        most = max(min(size or box.h, box.h), least_em)
        least = max(least_em, int(most * smallest / self.tools.enlarged))
        em = fonts.largest(text, min(most, self.most.get(label, most)), box.w, bold)
        least = min(least, self.most.get(label, least))
        if em < least:
            if not brief:
                self._misfit(f"text {text!r} does not fit {box}: em {em} of {most:.0f}")
            em = least
            text = _shortened(text, em, box.w, bold)
        self._labelled(label, em)
        ink = colour or self.theme.text
        return self._put(box, text, em, bold=bold, colour=ink, align=align, over=over, crowded=crowded)

    def number(
        self,
        box: Box,
        text: str,
        size: float | None = None,
        *,
        colour: Colour | None = None,
        align: Align = "left",
    ) -> Box:
        """An important number: bold; in strict mode LayoutError if it is too small to be read across the table."""
        most = min(size or box.h, box.h)
        em = fonts.largest(text, most, box.w, bold=True)
        if em < int(self.tools.number):
            self._misfit(f"number {text!r} is too small in {box}: em {em} of {self.tools.number:.0f}")
        return self._put(box, text, em, bold=True, colour=colour or self.theme.text, align=align)

    def paragraph(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: Colour | None = None,
        align: Align = "left",
        smallest: float = 0.5,
        top: bool = False,
        brief: bool = False,
        label: str = "",
    ) -> Box:
        """Several lines, vertically centred in the box (or from its `top`); set smaller until they fit.

        `brief`: what still does not fit may be cut off. `label`: as for `text`.
        """
        em = max(int(min(size, self.most.get(label, size))), self.tools.smallest)
        least = max(self.tools.smallest, int(size * smallest / self.tools.enlarged))
        while em > least and not _fits(fonts.wrapped(text, em, box.w, bold, fonts.about), em, box, bold, fonts.about):
            em -= 1
        lines = fonts.wrapped(text, em, box.w, bold)
        while em > least and not _fits(lines, em, box, bold):
            em -= 1
            lines = fonts.wrapped(text, em, box.w, bold)
        self._labelled(label, em)
        if not brief and not _fits(lines, em, box, bold):
            self._misfit(f"paragraph {text!r} does not fit {box}")
        step = em * LEADING
        high = step * len(lines)
        y = box.y if top else box.y + max(0.0, (box.h - high) / 2)
        seen = max(0, int((box.bottom - y) / step + 0.5))
        if seen < len(lines):  # the last line shows that there is more
            lines = (*lines[: seen - 1], " ".join(lines[seen - 1 :]))[:seen]
        for place, line in enumerate(lines):
            row = Box(box.x, y + place * step, box.w, step)
            text = _shortened(line, em, box.w, bold)
            self._put(row, text, em, bold=bold, colour=colour or self.theme.text, align=align)
        return Box(box.x, y, box.w, high)

    def width(self, text: str, size: float, bold: bool = False) -> int:
        """The width of the text in px, at an em of `size` px."""
        return fonts.width(text, max(1, int(size)), bold)

    def about(self, text: str, size: float, bold: bool = False) -> float:
        """The most that the text can be wide, in px: faster than `width` when many sizes are tried."""
        return fonts.at_most(text, size, bold)

    def common(self, texts: Iterable[str], room: float, most: float, *, bold: bool = False) -> int:
        """The largest em, at most `most`, at which none of the texts is wider than `room`."""
        return min((fonts.largest(text, most, room, bold) for text in texts), default=int(most))

    def height(self, text: str, size: float, room: float, *, bold: bool = False) -> float:
        """The height in px of the text broken into lines no wider than `room`, at an em of `size` px."""
        em = max(int(size), self.tools.smallest)
        return len(fonts.wrapped(text, em, room, bold)) * em * LEADING

    def fits(self, text: str, em: int, box: Box, *, bold: bool = False) -> bool:
        """True if the text, broken into lines, fits the box at this em in px."""
        return _fits(fonts.wrapped(text, em, box.w, bold), em, box, bold)

    def _put(
        self,
        box: Box,
        text: str,
        em: int,
        *,
        bold: bool,
        colour: Colour,
        align: Align,
        over: bool = False,
        crowded: bool = False,
    ) -> Box:
        if not text:
            return Box(box.x, box.y, 0, 0)
        if em < self.tools.smallest and not crowded:
            self._misfit(f"text {text!r} is too small in {box}: em {em} of {self.tools.smallest}")
        wide = fonts.width(text, em, bold)
        x = {"left": box.x, "centre": box.x + (box.w - wide) / 2, "right": box.right - wide}[align]
        base = box.y + box.h / 2 + em * fonts.CAP / 2
        drop = fonts.DROP if any(letter in DROPPING for letter in text) else 0.0
        place = Box(x, base - em * fonts.CAP, wide, em * (fonts.CAP + drop))
        self._claim(place, f"text {text!r}", over=over)
        self._ink(type(box)(x, base, wide, 0.0), text, em, bold=bold, colour=colour)
        return place

    def _ink(self, base: Box, text: str, em: int, *, bold: bool, colour: Colour) -> None:
        """Write the text on a base line."""
        picture = fonts.rendered(text, em, bold, colour)
        self.surface.blit(picture, (round(base.x), round(base.y - fonts.font(em, bold).get_ascent())))

    def _labelled(self, label: str, em: int) -> None:
        """A label of this kind has letters of this size."""

    def _claim(self, place: Box, what: str, *, over: bool) -> None:
        if not self.tools.strict:
            return
        if not self.box.holds(place, SLACK):
            self._misfit(f"{what} at {place} leaves the panel {self.box}")
        if over:
            return
        for other, name in self.drawn:
            if other.overlaps(place, SLACK):
                self._misfit(f"{what} at {place} lies over {name} at {other}")
        self.drawn.append((place, what))

    def _misfit(self, what: str) -> None:
        if self.tools.strict:
            raise LayoutError("layout.misfit", panel=self.name, what=what)


LEADING = 1.2
"""The distance of lines, in ems."""
DROPPING = "gjpqyQ,;()[]/щцдруф"
"""Letters that reach below the base line."""


def _fits(lines: tuple[str, ...], em: int, box: Box, bold: bool, measure: fonts.Measure = fonts.width) -> bool:
    return len(lines) * em * LEADING <= box.h + SLACK and all(measure(line, em, bold) <= box.w for line in lines)


def _shortened(text: str, em: int, room: float, bold: bool) -> str:
    if fonts.width(text, em, bold) <= room:
        return text
    while text and fonts.width(text + "…", em, bold) > room:
        text = text[:-1]
    return text + "…"


MINUS = "\N{MINUS SIGN}"


def number_text(number: int) -> str:
    """The number, with a real minus sign."""
    return str(number).replace("-", MINUS)


def signed_text(number: int) -> str:
    """The number with a plus or minus sign, unless it is 0."""
    return number_text(number) if number <= 0 else f"+{number}"
