"""A dark and a light theme. The hues are shifted until every common colour deficiency can tell them apart.

Those of the dark one follow Okabe and Ito. In the light one everything that is drawn is dark, and `ink` is white.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """The colour written `RRGGBB`."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`share` (0..1) of the second colour in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


RESOURCES: Mapping[str, Colour] = {
    "W": colour("0CAF78"),
    "S": colour("C3C9D1"),
    "C": colour("E2683A"),
    "O": colour("5684E9"),
    "L": colour("C57FAB"),
    "G": colour("7BCFFD"),
    "P": colour("F1DE6B"),
}
"""Letter of a resource -> the colour of its chip."""

CARDS: Mapping[str, Colour] = {
    "brown": colour("B58462"),
    "grey": colour("B4BCC6"),
    "blue": colour("1C8EFF"),
    "yellow": colour("F2C14E"),
    "red": colour("FF5119"),
    "green": colour("28C398"),
    "purple": colour("D8B0F5"),
    "white": colour("F4F1E8"),
    "black": colour("7D7468"),
}
"""Colour word of a card -> its colour on the screen."""

CATEGORIES: Mapping[str, str] = {
    "military": "red",
    "treasury": "yellow",
    "wonder": "brown",
    "civilian": "blue",
    "scientific": "green",
    "commercial": "yellow",
    "guilds": "purple",
    "leaders": "white",
    "cities": "black",
}
"""Scoring category -> the card colour it is drawn in."""


SEATS: tuple[Colour, ...] = tuple(map(colour, ("C2EF49", "835CE3", "DCA08C", "63F6E6", "C95A82", "92A9ED", "807A1F")))
"""The colour of each seat's banner, seats clockwise: far apart with every colour deficiency, and none is a card's."""
SEATS_ON_WHITE: tuple[Colour, ...] = tuple(
    map(colour, ("3A7817", "6E4FCF", "731E01", "009A97", "CE4D7C", "003389", "969344"))
)
"""The same colours on white paper and light pages: dark enough for lines and edges, and as far apart."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of surfaces and inks."""

    ground: Colour = colour("0D1117")
    panel: Colour = colour("1A212B")
    raised: Colour = colour("263140")
    line: Colour = colour("3A4756")
    text: Colour = colour("F6F3EA")
    dim: Colour = colour("AEB8C4")
    ink: Colour = colour("10151C")
    """Drawn on plates of the other colours."""
    gold: Colour = colour("F5C451")
    good: Colour = colour("55D9AA")
    bad: Colour = colour("F07448")
    ask: Colour = colour("46A0D4")
    resources: Mapping[str, Colour] = field(default_factory=lambda: RESOURCES)
    cards: Mapping[str, Colour] = field(default_factory=lambda: CARDS)
    seats: tuple[Colour, ...] = SEATS

    def category(self, name: str) -> Colour:
        """The colour of a scoring category."""
        return self.cards[CATEGORIES[name]]

    def seat(self, number: int | None) -> Colour:
        """The colour of a seat; of one that is unknown, or of a board too many, the dim one."""
        return self.seats[number] if number is not None and 0 <= number < len(self.seats) else self.dim


DARK = Theme()
LIGHT = Theme(
    ground=colour("F2F4F6"),
    panel=colour("FFFFFF"),
    raised=colour("E4E9EF"),
    line=colour("C2CAD4"),
    text=colour("14181D"),
    dim=colour("3C3C57"),
    ink=colour("FFFFFF"),
    gold=colour("5A2414"),
    good=colour("00755E"),
    bad=colour("A83208"),
    ask=colour("3C18EF"),
    resources={
        "W": colour("3A795E"),
        "S": colour("8A929B"),
        "C": colour("B70600"),
        "O": colour("382EF3"),
        "L": colour("7F1C60"),
        "G": colour("0088E0"),
        "P": colour("A88A00"),
    },
    cards={
        "brown": colour("6F6050"),
        "grey": colour("9390A6"),
        "blue": colour("0059FF"),
        "yellow": colour("B88600"),
        "red": colour("B91100"),
        "green": colour("009F79"),
        "purple": colour("8A347E"),
        "white": colour("373339"),
        "black": colour("000000"),
    },
    seats=SEATS_ON_WHITE,
)
THEMES: Mapping[str, Theme] = {"dark": DARK, "light": LIGHT}
"""Value of the setting `screen.theme` -> theme."""
