"""A QR code, as large as the screen allows: whole pixels for each module, dark on white, with its quiet zone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.menu.page import QrLink
    from display.menu.setup.telephones import JoinCode

READABLE = 2
"""The least size of a module, in px, that a telephone can read."""
QUIET = 4
"""The width of the quiet zone, in modules, as the QR standard requires."""


def paint(canvas: Canvas, code: QrLink) -> None:
    """The code on the left, what to do with it on the right."""
    canvas.fill(canvas.theme.ground)
    side, words = canvas.box.cut_left(canvas.box.h, canvas.box.w * 0.03)
    small = modules(code.address)
    times = int(side.h) // small.get_height()
    if times < READABLE:
        canvas.paragraph(canvas.box, canvas.say("menu.share.small"), canvas.tools.height / 15, smallest=0.4)
        return
    picture = pygame.transform.scale_by(small, times)
    canvas.image(side.middle(*picture.get_size()), picture)
    canvas.paragraph(words, canvas.say("menu.share.how"), canvas.tools.height / 15, smallest=0.4)


def paint_join_code(canvas: Canvas, code: JoinCode) -> None:
    """The code for telephones, and the address in letters beside it, or below it where the place is high.

    With an own Wi-Fi two codes: first that of the Wi-Fi, then that of the pages.
    """
    canvas.fill(canvas.theme.ground)
    if code.wifi is None:
        _paint_code(canvas, canvas.box, code.link, "menu.phones.how", (code.place, code.secret))
        return
    text, name, passphrase = code.wifi
    box = canvas.box
    gap = canvas.tools.screen * 0.03
    longest = max(canvas.width(one, canvas.tools.smallest, bold=True) for one in (name, passphrase, code.secret))
    halves = box.columns(1.0, 1.0, gap=gap)
    if box.w <= box.h or halves[0].w * 0.47 < longest:  # beside one another, the letters would be too small
        halves = box.rows(1.0, 1.0, gap=gap)
    _paint_code(canvas, halves[0], text, "menu.hotspot.first", (name, passphrase), most=0.5)
    _paint_code(canvas, halves[1], code.link, "menu.hotspot.then", (code.place, code.secret), most=0.5)


def _paint_code(canvas: Canvas, box: Box, link: str, key: str, letters: tuple[str, str], *, most: float = 0.6) -> None:
    """A code, what to do with it, and the same in two lines of letters. `most`: the share of the width for the code."""
    small = modules(link)
    high = box.h > box.w * 1.4
    side, words = box.cut_top(box.w) if high else box.cut_left(min(box.h, box.w * most), box.w * 0.03)
    times = int(min(side.w, side.h)) // small.get_height()
    if times >= READABLE:
        picture = pygame.transform.scale_by(small, times)
        canvas.image(side.middle(*picture.get_size()), picture)
    else:
        words = box
    size = max(canvas.tools.smallest, min(canvas.tools.height / 18, words.h * 0.2))
    first, last = letters
    address, colon, port = first.partition(":")
    wide = canvas.width(first, size, bold=True) > words.w
    lines = (address, f":{port}", last) if wide and colon else (first, last)
    size = canvas.common(lines, words.w, size, bold=True)
    below, how = words.cut_bottom(size * 1.25 * len(lines), size * 0.1)
    if canvas.fits(canvas.say(key), canvas.tools.smallest, how):  # code and address say enough
        canvas.paragraph(how, canvas.say(key), size, colour=canvas.theme.dim)
    for line, row in zip(lines, below.rows(*[1.0] * len(lines)), strict=True):
        canvas.text(row, line, size, bold=True)


@lru_cache(maxsize=4)
def modules(address: str) -> pygame.Surface:
    """The code at one pixel per module."""
    import segno  # noqa: PLC0415  takes long, and most evenings show no code

    rows = tuple(tuple(row) for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET))
    flat = bytes(value for row in rows for dark in row for value in ((0,) * 3 if dark else (255,) * 3))
    return pygame.image.frombuffer(flat, (len(rows[0]), len(rows)), "RGB")
