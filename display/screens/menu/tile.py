"""An option of a page: a large tile, or one row in a column's list."""

from collections.abc import Iterable, Sequence

from display.drawing.box import Box
from display.drawing.canvas import LEADING, Canvas
from display.drawing.theme import Colour, mix
from display.facts import names
from display.facts.city_facts import SIDE_ICONS
from display.menu import Tile
from display.screens.signs.seat_banner import draw_banner
from display.screens.signs.sign_line import Number, Sign, Space, draw, draw_resources, fitting, width
from display.screens.table.payment import AS_SEATED, payment_parts
from display.words import Line

LOW = 1 / 8
"""A tile that is lower than this, against the screen's height, is drawn as a row: its icon beside the words."""
BAND = 0.16
"""Height of a card's colour band, against the tile's."""


def spoken(canvas: Canvas, line: Line) -> str:
    """A line in the language of the screen."""
    return names.spoken(line, canvas.tools.words)


def paint(canvas: Canvas, tile: Tile) -> None:
    """One option in its whole place: a band of the card's colour, the icon, the words."""
    if canvas.box.h < canvas.tools.screen * LOW:
        paint_listing(canvas, (tile,))
        return
    theme = canvas.theme
    radius = canvas.tools.screen / 48
    edge = max(2.0, canvas.tools.screen / 200)
    frame = theme.gold if tile.chosen else theme.line if tile.dim else theme.raised
    canvas.framed(canvas.box, frame, theme.panel if tile.dim else theme.raised, edge, radius)
    inner = canvas.box.inset(canvas.box.w * 0.07, canvas.box.h * 0.05)
    if tile.chosen:
        mark, inner = inner.cut_top(min(inner.h * 0.16, canvas.tools.screen * 0.07))
        canvas.icon(mark.cut_right(mark.h)[0], "check", theme.gold)
    if tile.colour:
        inner = _band(canvas, inner, tile)
    if tile.pays is not None:
        pays, inner = inner.cut_bottom(min(inner.h * 0.24, canvas.tools.screen * 0.085), inner.h * 0.03)
        draw_pays(canvas, pays, tile)
    if tile.units:
        goods, inner = inner.cut_bottom(min(inner.h * 0.25, canvas.tools.screen * 0.1), inner.h * 0.03)
        draw_resources(canvas, goods.middle(min(goods.w, goods.h * len(tile.units)), goods.h), tile.units)
    inner = inner.middle(inner.w, min(inner.h, canvas.tools.screen * 0.5))
    _words(canvas, _sign(canvas, inner, tile), tile)


def _ink(canvas: Canvas, tile: Tile) -> Colour:
    return canvas.theme.dim if tile.dim else canvas.theme.text


def _band(canvas: Canvas, inner: Box, tile: Tile) -> Box:
    theme = canvas.theme
    colour = theme.cards[tile.colour]
    band, rest = inner.cut_top(min(inner.h * BAND, canvas.tools.screen * 0.09), inner.h * 0.03)
    canvas.plate(band, mix(theme.panel, colour, 0.35) if tile.dim else colour, band.h * 0.2)
    canvas.icon(band.inset(band.h * 0.14), f"mark.{tile.colour}", theme.dim if tile.dim else theme.ink)
    return rest


def _sign(canvas: Canvas, inner: Box, tile: Tile) -> Box:
    """Draw the icon or the big letter; returns the room for the words."""
    if tile.seat is not None and (tile.big or tile.icon or tile.words is not None):
        return _seat_sign(canvas, inner, tile, tile.seat)
    if tile.big:
        place, rest = (inner, inner.cut_bottom(0)[0]) if tile.words is None else inner.cut_top(inner.h * 0.6)
        canvas.number(place, tile.big, canvas.tools.height * 0.2, colour=_ink(canvas, tile), align="centre")
        return rest
    if not tile.icon:
        return inner
    size = min(inner.h * 0.42, inner.w * 0.6, canvas.tools.screen * 0.17)
    size = max(canvas.tools.screen / 24, min(size, inner.h * 0.97 - _least_room(canvas, inner, tile)))
    place, rest = inner.cut_top(size, inner.h * 0.03)
    canvas.icon(place, tile.icon, canvas.theme.dim if tile.dim else canvas.theme.gold)
    return rest


def _seat_sign(canvas: Canvas, inner: Box, tile: Tile, seat: names.SeatName) -> Box:
    """The seat's banner, and beside it an icon or a letter; returns the room for the words."""
    size = min(inner.h * 0.42, inner.w * 0.45, canvas.tools.screen * 0.17)
    place, rest = inner.cut_top(size, inner.h * 0.03)
    alone = not tile.icon and not tile.big
    banner, beside = place.middle(size if alone else min(place.w, size * 2), size).cut_left(size, size * 0.1)
    draw_banner(canvas, banner, seat)
    if tile.big:
        canvas.number(beside, tile.big, size * 0.9, colour=_ink(canvas, tile), align="centre")
    elif tile.icon:
        canvas.icon(
            beside.middle(size * 0.6, size * 0.6), tile.icon, canvas.theme.dim if tile.dim else canvas.theme.gold
        )
    return rest


def _words(canvas: Canvas, box: Box, tile: Tile) -> None:
    size = canvas.tools.height / 15
    if tile.note is not None:
        words = spoken(canvas, tile.note)
        least = canvas.height(words, 0, box.w)
        note, box = box.cut_bottom(min(max(box.h * 0.36, least), box.h - _name_room(canvas, box, tile)), box.h * 0.02)
        canvas.paragraph(note, words, size * 0.78, colour=canvas.theme.dim, align="centre", label="note")
    if tile.words is not None:
        name, ink = spoken(canvas, tile.words), _ink(canvas, tile)
        canvas.paragraph(box, name, size, bold=True, colour=ink, align="centre", smallest=0.45, label="name")


def _name_room(canvas: Canvas, box: Box, tile: Tile) -> float:
    """The height that the name needs with the least letters."""
    return canvas.height(spoken(canvas, tile.words), 0, box.w, bold=True) if tile.words is not None else 0.0


def _least_room(canvas: Canvas, box: Box, tile: Tile) -> float:
    """The height that name and note need with the least letters."""
    note = canvas.height(spoken(canvas, tile.note), 0, box.w) + box.h * 0.02 if tile.note is not None else 0.0
    return _name_room(canvas, box, tile) + note


def draw_pays(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Coins to the left, to the bank and to the right, or a zero.

    Banners say to whom: where neighbours are on the screen an arrow would point elsewhere.
    """
    assert tile.pays is not None
    theme, least = canvas.theme, canvas.tools.smallest
    nothing = Number("0", theme.gold), Space(0.11), Sign("coin", theme.gold)
    parts = payment_parts(theme, tile.pays, tile.payees or AS_SEATED) or nothing
    em = fitting(canvas, parts, box.w, box.h)
    draw(canvas, box.middle(min(box.w, width(parts, em, least)), box.h), parts, em)


def paint_listing(canvas: Canvas, tiles: Sequence[Tile]) -> None:
    """Options that share a column: one below the other, or letters and numbers side by side; a press spreads them."""
    theme = canvas.theme
    radius = canvas.tools.screen / 48
    canvas.framed(canvas.box, theme.raised, theme.panel, max(2.0, canvas.tools.screen / 200), radius)
    inner = canvas.box.inset(canvas.box.w * 0.055, min(canvas.tools.screen / 60, canvas.box.h * 0.025))
    if len(tiles) == 1 and tiles[0].note is not None:
        inner = _note(canvas, inner, tiles[0])
    rows = listing_rows(inner, tiles)
    if is_bare(tiles):
        size = canvas.common((tile.big for tile in tiles), rows[0].w, rows[0].h * 0.82, bold=True)
        for place, tile in zip(rows, tiles, strict=False):
            ink = canvas.theme.gold if tile.chosen else _ink(canvas, tile)
            canvas.text(place, tile.big, size, bold=True, colour=ink, align="centre")
        return
    for place, tile in zip(rows, tiles, strict=False):
        if tile.words is None:
            canvas.text(place, tile.big, place.h * 0.7, bold=True, colour=_ink(canvas, tile), align="centre")
        else:
            _row(canvas, place, tile, "name" if len(tiles) == 1 else "listed")


def _note(canvas: Canvas, inner: Box, tile: Tile) -> Box:
    """The note under the name of a single option; returns the room for the name."""
    assert tile.note is not None
    words, room = spoken(canvas, tile.note), inner.h - _name_room(canvas, inner, tile)
    sizes = (canvas.tools.height / 22, canvas.tools.screen / 22)
    size = next((size for size in sizes if canvas.height(words, size, inner.w) <= room), 0.0)
    note, rest = inner.cut_bottom(canvas.height(words, size, inner.w))
    canvas.paragraph(note, words, size, colour=canvas.theme.dim, label="note")
    return rest


def listing_rows(box: Box, tiles: Sequence[Tile]) -> tuple[Box, ...]:
    """The box of each option of a list."""
    count = len(tiles)
    if is_bare(tiles):
        across = min(count, 2 if count < 9 else 3 if count < 16 else 4)
        return box.grid(across, -(-count // across), gap=box.h * 0.02)
    gap = box.h * 0.012
    high = min((box.h - gap * (count - 1)) / count, box.w * 0.34)
    start = box.y + (box.h - count * high - gap * (count - 1)) / 2
    return tuple(Box(box.x, start + place * (high + gap), box.w, high) for place in range(count))


def _row(canvas: Canvas, box: Box, tile: Tile, label: str) -> None:
    theme = canvas.theme
    size = min(box.h * 0.8, canvas.tools.height / 17)
    words = spoken(canvas, tile.words) if tile.words is not None else ""
    price = str(tile.pays.total) if tile.pays else ""
    for text, colour in ((tile.big, theme.text), (price, theme.gold)):
        if text:
            number, box = box.cut_right(canvas.width(text, size, bold=True) + 1, size * 0.2)
            canvas.text(number, text, size, bold=True, colour=theme.dim if tile.dim else colour, align="right")
    beside = min(size, canvas.tools.screen / 22)
    on_side = tile.seat is not None and tile.icon in SIDE_ICONS.values()
    if on_side:  # the side of a board: two boards of one name differ by nothing else
        sign, box = box.cut_right(beside, beside * 0.25)
        canvas.icon(sign, tile.icon, theme.dim if tile.dim else theme.gold)

    def has_room() -> bool:
        rest = box.cut_left(beside, beside * 0.25)[1]
        return canvas.fits(words, canvas.tools.smallest, rest, bold=not tile.dim)

    if tile.seat is not None and has_room():
        sign, box = box.cut_left(beside, beside * 0.25)
        draw_banner(canvas, sign, tile.seat)
    icon = "check" if tile.chosen else f"mark.{tile.colour}" if tile.colour else "" if on_side else tile.icon
    if icon and (tile.chosen or tile.colour or has_room()):
        ink = theme.cards[tile.colour] if tile.colour else theme.gold
        sign, box = box.cut_left(beside, beside * 0.25)
        canvas.icon(sign, icon, mix(theme.panel, ink, 0.5) if tile.dim else ink)
    if tile.colour and canvas.about(words, size, bold=not tile.dim) > box.w:
        words = canvas.tools.words.short(words)
    bold, ink = not tile.dim, _ink(canvas, tile)
    if box.h < canvas.tools.smallest * LEADING:  # only a glance at the column: a press spreads it
        canvas.text(box, words, size, bold=bold, colour=ink, smallest=0.35, brief=True, label=label)
    else:
        # The price is always shown, or a card would look free. A name that is cut off is still known by its mark.
        brief = bool(price or tile.colour)
        canvas.paragraph(box, words, size, bold=bold, colour=ink, smallest=0.35, brief=brief, label=label)


def is_bare(tiles: Iterable[Tile]) -> bool:
    """True if all are plain numbers or letters, which go side by side."""
    return all(tile.big and tile.words is None for tile in tiles)
