"""Plots as SVG: text that any browser draws and that can be printed. Nothing but Python is needed to write it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from display.drawing.theme import SEATS_ON_WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from device.for_features.reports.line_plot import LinePlot
    from display.words import Words

WIDTH, HEIGHT = 960, 480
LEFT, RIGHT, TOP, BOTTOM = 48, 220, 28, 24
"""Margins, in the units of the drawing."""
EM = 15
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "14 4", "1 2")
"""So that the lines differ without colour, too."""


def svg_plot(plot: LinePlot, words: Words, title: str) -> str:
    """The plot as one `svg` element."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="Roboto Condensed, Arial Narrow, sans-serif" font-size="{EM}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
            *_grid(plot, words),
            *_lines(plot, words),
            "</svg>\n",
        )
    )


def _x(plot: LinePlot, place: int) -> float:
    return LEFT + plot.x(place) * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return TOP + share * (HEIGHT - TOP - BOTTOM)


def _grid(plot: LinePlot, words: Words) -> Iterator[str]:
    for tick in plot.ticks:
        y = _y(plot.y(tick))
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#D0D0D0"/>'
        yield f'<text x="{LEFT - 8}" y="{y + EM / 3:.1f}" text-anchor="end" fill="#555555">{tick}</text>'
    for place, age in plot.marks:
        x = _x(plot, place)
        yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#909090"/>'
        said = escape(words.say(f"age.{age}"))
        yield f'<text x="{x - 5:.1f}" y="{TOP - 8}" text-anchor="end" fill="#555555">{said}</text>'


def _lines(plot: LinePlot, words: Words) -> Iterator[str]:
    heights = plot.label_heights(EM * 1.25 / (HEIGHT - TOP - BOTTOM))
    for index, one in enumerate(plot.lines):
        ink, dash = _ink(one.name.seat), DASHES[index % len(DASHES)]
        points = " ".join(f"{_x(plot, place):.1f},{_y(plot.y(value)):.1f}" for place, value in enumerate(one.values))
        width = 4 if one.strong else 2
        yield (
            f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="{width}" '
            f'stroke-dasharray="{dash or "none"}" stroke-linejoin="round"/>'
        )
        x, y = WIDTH - RIGHT, _y(heights[index])
        yield f'<path d="M{x} {_y(plot.y(one.values[-1])):.1f}L{x + 12} {y:.1f}" stroke="{ink}"/>'
        weight = "bold" if one.strong else "normal"
        said = escape(f"{one.values[-1]} {one.name.text(words.say)}")
        yield f'<text x="{x + 18}" y="{y + EM / 3:.1f}" fill="{ink}" font-weight="{weight}">{said}</text>'


def _ink(seat: int | None) -> str:
    """The seat's colour, as it is on white."""
    red, green, blue = SEATS_ON_WHITE[seat] if seat is not None and seat < len(SEATS_ON_WHITE) else (0, 0, 0)
    return f"#{red:02X}{green:02X}{blue:02X}"


@dataclass(frozen=True, slots=True)
class ShareBar:
    """A share from 0 to 1 with the interval in which it probably lies, and the one that chance alone would give."""

    name: str
    low: float
    high: float
    share: float
    expected: float


BAR_LEFT, ROW = 260, 26


def svg_shares(bars: Sequence[ShareBar], title: str) -> str:
    """A bar for each interval, a dot at the share, and a tick where chance alone would be."""
    height, width = TOP + ROW * len(bars) + 8, WIDTH - BAR_LEFT - 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="Roboto Condensed, Arial Narrow, sans-serif" font-size="{EM}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#FFFFFF"/>',
    ]
    for percent in range(0, 101, 25):
        x = BAR_LEFT + width * percent / 100
        parts.append(f'<path d="M{x:.1f} {TOP}V{height - 8}" stroke="#D0D0D0"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP - 8}" text-anchor="middle" fill="#555555">{percent} %</text>')
    for number, bar in enumerate(bars):
        y = TOP + ROW * (number + 0.5)
        low, high, share, expected = (
            BAR_LEFT + width * value for value in (bar.low, bar.high, bar.share, bar.expected)
        )
        parts += [
            f'<text x="{BAR_LEFT - 12}" y="{y + EM / 3:.1f}" text-anchor="end">{escape(bar.name)}</text>',
            f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="#56B4E9" stroke-width="9"/>',
            f'<path d="M{expected:.1f} {y - 9}V{y + 9}" stroke="#D55E00" stroke-width="2"/>',
            f'<circle cx="{share:.1f}" cy="{y}" r="5" fill="#000000"/>',
        ]
    return "\n".join((*parts, "</svg>\n"))
