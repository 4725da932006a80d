"""The icons of the telephones' pages are the screen's."""

from __future__ import annotations

import re
from importlib.resources import files

from display.drawing.theme import RESOURCES, SEATS, SEATS_ON_WHITE
from tools.page_icons import NAMES, svg

PAGES = files("device.features.telephones.server") / "pages"


def test_the_drawing_is_the_one_that_the_tool_makes() -> None:
    assert (PAGES / "icons.svg").read_text("utf-8") == svg(), "python -m tools.page_icons makes it anew"


def test_every_icon_of_the_pages_is_there() -> None:
    script = "".join(file.read_text("utf-8") for file in PAGES.iterdir() if file.name.endswith(".js"))
    assert set(re.findall(r"\bicon\('(\w+)'", script)) <= set(NAMES)


def test_a_seat_has_the_colour_that_it_has_on_the_screen() -> None:
    style = (PAGES / "phones.css").read_text("utf-8")
    told = re.findall(r"\.s(\d) { --seat: #(\w+); }", style)
    shown = [(str(seat), bytes(colour).hex()) for seats in (SEATS_ON_WHITE, SEATS) for seat, colour in enumerate(seats)]
    assert told == shown


def test_a_resource_has_the_colour_that_it_has_on_the_screen() -> None:
    told = re.findall(r"\.resource\\\.(\w) { --r: #(\w+); }", (PAGES / "phones.css").read_text("utf-8"))
    assert dict(told) == {letter: bytes(colour).hex() for letter, colour in RESOURCES.items()}
