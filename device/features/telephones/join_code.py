"""The codes by which telephones join: that of the pages, and that of an own Wi-Fi before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.for_features.qr_code import draw_code

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas


@dataclass(frozen=True, slots=True)
class JoinCode:
    """The address for a telephone as a QR code, and the same in letters: the `place` and the `secret`.

    `wifi`: the own Wi-Fi that telephones have to join first: the text of its code, its name and its passphrase.
    """

    link: str
    place: str
    secret: str
    wifi: tuple[str, str, str] | None = None

    @property
    def is_wide(self) -> bool:
        """Two codes need more room than one."""
        return self.wifi is not None

    def paint(self, canvas: Canvas) -> None:
        """The code, and the address in letters beside it, or below it where the place is high.

        With an own Wi-Fi two codes: first that of the Wi-Fi, then that of the pages.
        """
        if self.wifi is None:
            _paint_code(canvas, canvas.box, self.link, "menu.phones.how", (self.place, self.secret))
            return
        text, name, passphrase = self.wifi
        box = canvas.box
        gap = canvas.tools.screen * 0.03
        longest = max(canvas.width(one, canvas.tools.smallest, bold=True) for one in (name, passphrase, self.secret))
        halves = box.columns(1.0, 1.0, gap=gap)
        if box.w <= box.h or halves[0].w * 0.47 < longest:  # beside one another, the letters would be too small
            halves = box.rows(1.0, 1.0, gap=gap)
        _paint_code(canvas, halves[0], text, "menu.hotspot.first", (name, passphrase), most=0.5)
        _paint_code(canvas, halves[1], self.link, "menu.hotspot.then", (self.place, self.secret), most=0.5)


def _paint_code(canvas: Canvas, box: Box, link: str, key: str, letters: tuple[str, str], *, most: float = 0.6) -> None:
    """A code, what to do with it, and the same in two lines of letters. `most`: the share of the width for the code."""
    high = box.h > box.w * 1.4
    side, words = box.cut_top(box.w) if high else box.cut_left(min(box.h, box.w * most), box.w * 0.03)
    if not draw_code(canvas, side, link):
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
