"""Writes the icons of the telephones' pages: the screen's own drawings, in the pages' own colours.

python -m tools.page_icons device/features/telephones/server/pages/icons.svg
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from display.drawing.icons import ICONS, Tone, drawings, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

NAMES = (
    *(f"resource.{letter}" for letter in "WSCOLGP"),
    "coin",
    "debt",
    "dove",
    "shield",
    "stage",
    "laurel",
    "check",
    "hourglass",
    "chain",
    "compass",
    "gear",
    "tablet",
    "question",
    *(f"mark.{colour}" for colour in ("blue", "yellow", "purple", "black", "white")),
    "crown",
    *(name for name in ICONS if name.startswith("banner.") and name != "banner."),
)
"""The icons that the pages use."""
PLAIN, GROUND, FAINT = "", "g", "f"
"""Classes of the style sheet: the letters' colour, the ground's, and half of the letters' colour."""
ON_CHIPS = {Tone.INK: PLAIN, Tone.FILL: GROUND, Tone.SHADE: GROUND, Tone.HOLE: GROUND}
ON_PAGES = {Tone.FILL: PLAIN, Tone.INK: GROUND, Tone.SHADE: FAINT, Tone.HOLE: GROUND}


def svg(names: Iterable[str] = NAMES) -> str:
    """All icons as symbols of one drawing; the page draws them in its own colours."""
    parts = {part.get("id"): part for part in drawings()}
    symbols = "\n".join(_symbol(name, parts[name]) for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _symbol(name: str, part: Element) -> str:
    tones = ON_CHIPS if name.startswith("resource.") else ON_PAGES
    shapes = "".join(_shape(element, tones) for element in part if kind_of(element) != "title")
    return f'<symbol id="i-{name}" viewBox="0 0 100 100">{shapes}</symbol>'


def _shape(element: Element, tones: dict[Tone, str]) -> str:
    """The element, of the page's class; a line is of the class `l`, too."""
    kind, paint = kind_of(element), tones[Tone(element.get("class", ""))]
    classes = f"l {paint}".rstrip() if kind == "polyline" else paint
    values = {**({"class": classes} if classes else {}), **{k: v for k, v in element.attrib.items() if k != "class"}}
    written = "".join(f' {name}="{value}"' for name, value in values.items())
    return f"<{kind}{written}/>"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(svg(), encoding="utf-8")
