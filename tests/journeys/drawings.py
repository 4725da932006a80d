"""Drawings of the kit and of the wiring for the manual, as SVG, from the program's own sizes and settings."""

from __future__ import annotations

from html import escape
from math import cos, sin, tan, tau
from typing import TYPE_CHECKING

from device.features.kit_printing.labels import inset_on_card, label_sheets, on_labels
from device.features.kit_printing.sheets import Paper
from device.features.kit_printing.sleeves import for_sleeves
from device.settings.settings import load_settings
from device.simulation.rendering.projection import FIELD_OF_VIEW, camera_height
from device.simulation.table.tabletop import Scatter, SeatedBoard, Tabletop, Thing, ThingKind, size, sticker_centre
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, symbol_of
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from device.features.kit_printing.labels import LabelSheet

INK, PALE, PAPER, MARKED, PROPOSED = "#20262e", "#8a93a0", "#ffffff", "#c0392b", "#b9770e"
FILLS = {
    ThingKind.BOARD: "#e8dcc4",
    ThingKind.FRONT: "#dfe7f0",
    ThingKind.BACK: "#c9bfae",
    ThingKind.MAT: "#d8e4d4",
    ThingKind.TOKEN: "#f3d98b",
}
CARD, GIZA_A, BACK = 0, 202, 206
BROWN, BLUE, RED = ("brown", 0), ("blue", 24), ("red", 37)
SCALED, FEW = 1 / 13, 4
"""Scale of the drawing of the rig; the most players for whom the camera hangs lower."""
SQUARE_ON = Scatter(0.0, 0.0, 0.0, 0.0)
"""Everything lies straight."""

HEADER = {2: 3, 3: 5, 4: 7, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23, 8: 24,
          7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40}  # fmt: skip
"""GPIO number -> pin of the 40-pin header."""
POWER = {1: "3V3", 2: "5V", 4: "5V", 17: "3V3", 27: "ID", 28: "ID"}
BUTTONS = ("undo", "left", "select", "right", "advance")
LIGHTS = {"undo": 5, "left": 6, "select": 13, "right": 19, "advance": 26}
"""Free pins for the lights: none is set, so the drawing proposes some."""
BUZZER = 12


class Drawing:
    """An SVG in millimetres."""

    def __init__(self, width: float, height: float, scale: float = 3.0) -> None:
        self._parts: list[str] = []
        self._size = width, height, scale
        self.box(0, 0, width, height, PAPER, edge="none")

    def box(self, x: float, y: float, width: float, height: float, fill: str = "none", *, edge: str = INK) -> None:
        self._parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="1" fill="{fill}" '
            f'stroke="{edge}" stroke-width="0.4"/>'
        )

    def line(self, points: list[tuple[float, float]], colour: str = INK, width: float = 0.4) -> None:
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')

    def area(self, corners: list[tuple[float, float]], fill: str, *, edge: str = INK) -> None:
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
        self._parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{edge}" stroke-width="0.4"/>')

    def dot(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        self._parts.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="0.4"/>'
        )

    def say(self, x: float, y: float, words: str, *, pt: float = 5.0, at: str = "start", colour: str = INK) -> None:
        self._parts.append(
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{pt}" text-anchor="{at}" fill="{colour}" stroke="none">'
            f"{escape(words)}</text>"
        )

    def measure(self, x: float, y: float, to_x: float, to_y: float, words: str) -> None:
        """A dimension line with words beside its middle."""
        self.line([(x, y), (to_x, to_y)], MARKED)
        across = abs(to_x - x) > abs(to_y - y)
        for end_x, end_y in ((x, y), (to_x, to_y)):
            dx, dy = (0.0, 1.5) if across else (1.5, 0.0)
            self.line([(end_x - dx, end_y - dy), (end_x + dx, end_y + dy)], MARKED)
        beside = ((x + to_x) / 2, y - 2) if across else (x + 2.5, (y + to_y) / 2 + 1.7)
        self.say(*beside, words, at="middle" if across else "start", colour=MARKED)

    def thing(self, thing: Thing, sizes: KitSizes, x: float = 0.0, y: float = 0.0) -> None:
        """A thing with its sticker, not turned, shifted from where it lies."""
        width, height = size(thing, sizes)
        x, y = x + thing.pose.x, y + thing.pose.y
        self.box(x - width / 2, y - height / 2, width, height, FILLS[thing.kind])
        across, down = sticker_centre(thing, sizes)
        self.sticker(thing.code, x + across, y + down, sizes, thing.symbology)

    def sticker(
        self,
        code: int,
        x: float,
        y: float,
        sizes: KitSizes,
        symbology: Symbology = Symbology.FIDUCIAL,
        times: float = 1,
    ) -> None:
        """A sticker, placed by its centre."""
        symbol, side = symbol_of(code, symbology, sizes), sizes.sticker.side * times
        module = side / symbol.across
        left, top = x - side / 2, y - side / 2
        self.box(left, top, side, side, PAPER, edge=PALE)
        dark = "".join(
            f"M{left + (symbol.quiet + column) * module:.3f} {top + (symbol.quiet + row) * module:.3f}"
            f"h{module:.3f}v{module:.3f}h-{module:.3f}z"
            for row, line in enumerate(symbol.modules)
            for column, is_dark in enumerate(line)
            if is_dark
        )
        self._parts.append(f'<path d="{dark}" fill="#000" shape-rendering="crispEdges"/>')

    def write(self, file: Path) -> None:
        width, height, scale = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
            f'width="{width * scale:.0f}" height="{height * scale:.0f}" font-family="Helvetica, Arial, sans-serif">'
        )
        file.write_text("\n".join([head, *self._parts, "</svg>", ""]), "utf-8")


def places(sizes: KitSizes) -> Drawing:
    """Where the sticker goes on a card's front and back, on a board and on the mat."""
    drawing = Drawing(410, 150, 2.2)
    x = 12.0
    for kind, code, words in (
        (ThingKind.FRONT, CARD, "Card, front"),
        (ThingKind.BACK, BACK, "Card, back"),
        (ThingKind.BOARD, GIZA_A, "Board, each side its own sticker"),
    ):
        thing = Thing(code, kind, Pose(0, 0, 0), 0, "")
        width, height = size(thing, sizes)
        placed = Thing(code, kind, Pose(x + width / 2, 18 + height / 2, 0), 0, "")
        drawing.say(x, 11, words, pt=6)
        drawing.thing(placed, sizes)
        inset = sizes.board_inset if kind is ThingKind.BOARD else sizes.card_inset
        at_bottom = kind is ThingKind.BACK
        edge = 18 + height if at_bottom else 18.0
        near = edge - inset if at_bottom else edge + inset
        far = near - sizes.sticker.side if at_bottom else near + sizes.sticker.side
        left = x + width - inset - sizes.sticker.side
        drawing.measure(left - 4, min(edge, near), left - 4, max(edge, near), "")
        drawing.say(left - 8, (edge + near) / 2 + (-0.5 if at_bottom else 4), f"{inset:g} mm", at="end", colour=MARKED)
        beyond = far - 4 if at_bottom else far + 5
        drawing.measure(x + width - inset, beyond, x + width, beyond, "")
        drawing.say(x + width - inset - 3, beyond + 2, f"{inset:g} mm", at="end", colour=MARKED)
        x += width + 8
    return drawing


def which_box(sizes: KitSizes) -> Drawing:
    """The boards of both editions from both sides, with the signs by which one knows the box."""
    drawing = Drawing(548, 176, 1.6)
    width, height = sizes.board_width, sizes.board_height
    boxes = (("The letters A and B: first edition (2010)", ("A", "B")), ("A sun and a moon: second edition (2020)", ""))
    for left, (words, letters) in zip((12.0, 282.0), boxes, strict=True):
        drawing.say(left, 17, words, pt=11)
        for number, shift in enumerate((0.0, 30.0)):
            x, y = left + shift / 3, 26 + shift
            drawing.box(x, y, width, height, FILLS[ThingKind.BOARD])
            drawing.area([(x + 90, y + 84), (x + 135, y + 34), (x + 180, y + 84)], "#d3bd92", edge="none")
            for place in range(3):
                drawing.box(x + 30 + 68 * place, y + height - 24, 48, 24, PAPER, edge=PALE)
            if letters:
                drawing.say(x + 17, y + 25, letters[number], pt=24, at="middle", colour=MARKED)
            else:
                _sun_or_moon(drawing, x + 17, y + 16, moon=bool(number))
    return drawing


def _sun_or_moon(drawing: Drawing, x: float, y: float, *, moon: bool) -> None:
    drawing.dot(x, y, 9.0 if moon else 6.0, MARKED, edge="none")
    if moon:
        drawing.dot(x + 4.5, y - 2.5, 7.5, FILLS[ThingKind.BOARD], edge="none")
        return
    for turn in range(8):
        across, down = cos(turn * tau / 8), sin(turn * tau / 8)
        drawing.line([(x + 8 * across, y + 8 * down), (x + 11 * across, y + 11 * down)], MARKED, 1.6)


def layouts(sizes: KitSizes) -> Drawing:
    """A card with the slip before it, the slip behind it, and a card with a label."""
    drawing = Drawing(274, 132, 2.6)
    codebook, top = Codebook.load(), 18.0
    slips = for_sleeves([codebook.entries[code] for code in (CARD, BACK)], Paper.A4, sizes)[1].pages[0]
    for slip, x, words in zip(slips, (12.0, 89.0), ("Slip before the card", "Slip behind the card"), strict=True):
        left, above = (min(corner[axis] for corner in slip.outline) for axis in (0, 1))
        drawing.say(x, 11, words, pt=6)
        drawing.box(x, top, sizes.card_width, sizes.card_height, FILLS[ThingKind.FRONT])
        drawing.area([(x + across - left, top + down - above) for across, down in slip.outline], PAPER)
        half = sizes.sticker.side / 2
        drawing.sticker(slip.entry.code, x + slip.x - left + half, top + slip.y - above + half, sizes)
    _labelled_card(drawing, 166.0, top, sizes, label_sheets()["L4732"])
    return drawing


def _labelled_card(drawing: Drawing, x: float, top: float, sizes: KitSizes, sheet: LabelSheet) -> None:
    piece = on_labels([Codebook.load().entries[CARD]], sheet, sizes).pages[0][0]
    inset, half = inset_on_card(sheet, sizes), sizes.sticker.side / 2
    left, above = x + sizes.card_width - inset - sheet.width, top + inset
    drawing.say(x, 11, f"Label {sheet.name}", pt=6)
    drawing.box(x, top, sizes.card_width, sizes.card_height, FILLS[ThingKind.FRONT])
    drawing.box(left, above, sheet.width, sheet.height, PAPER, edge=PALE)
    drawing.sticker(
        CARD, left + piece.x - piece.outline[0][0] + half, above + piece.y - piece.outline[0][1] + half, sizes
    )
    drawing.say(left + 1.5, above + 4, "Lumber Yard", pt=2.4)
    drawing.say(left + 1.5, above + 7, "Age I, 3+ players", pt=2.1)
    edge = x + sizes.card_width
    drawing.measure(edge - inset, above + sheet.height + 5, edge, above + sheet.height + 5, "")
    drawing.say(edge - inset - 2, above + sheet.height + 7, f"{inset:.0f} mm", at="end", colour=MARKED)


def rig() -> Drawing:
    """The camera over the table, from the side, for four players and for seven; metres to millimetres by `SCALED`."""
    drawing = Drawing(330, 165, 2.4)
    floor = 130.0
    for middle, players in ((85.0, 4), (245.0, 7)):
        height = camera_height(players) * SCALED
        half = height * tan(FIELD_OF_VIEW / 2)
        top = floor - height
        drawing.line([(middle - half, floor), (middle, top), (middle + half, floor)], PALE, 0.5)
        drawing.box(middle - 75, floor, 150, 4, FILLS[ThingKind.BOARD])
        drawing.box(middle - 4, top - 5, 8, 5, INK)
        for side in (-1, 1):
            drawing.box(middle + side * 40 - 10, floor - 1.4, 20, 1.4, FILLS[ThingKind.FRONT])
        drawing.measure(middle, top + 2, middle, floor - 1, f"{camera_height(players) / 1000:g} m")
        drawing.measure(middle - half, floor + 12, middle + half, floor + 12, "")
        drawing.say(middle, floor + 19, f"sees {2 * half / SCALED / 1000:.2f} m", at="middle", colour=MARKED)
        words = "up to 4 players" if players == FEW else "5 to 7 players"
        drawing.say(middle, floor + 29, words, at="middle", pt=6)
    drawing.dot(150, 40, 5, "#f6d463")
    drawing.line([(150, 33), (150, 20)], INK)
    drawing.say(157, 36, "lamp: to the side of the", pt=4.6)
    drawing.say(157, 42, "camera, not beside it", pt=4.6)
    return drawing


def city(sizes: KitSizes) -> Drawing:
    """A city: cards tucked above the board, stages pushed half under it."""
    table = Tabletop([SeatedBoard(GIZA_A, 3)] * 3, 0, sizes, SQUARE_ON)
    board = table.boards[0]
    cards = [table.front(0, code, colour) for colour, code in (BROWN, BLUE, RED, BLUE, RED)]
    stage = table.stage(0, 1, 1)
    drawing = Drawing(400, 290, 2.0)
    dx, dy = 130 - board.pose.x, 150 - board.pose.y
    for thing in sorted((board, *cards, stage), key=lambda each: each.z):
        drawing.thing(thing, sizes, dx, dy)
    top, bottom = 150 - sizes.board_height / 2, 150 + sizes.board_height / 2
    right = 130 + sizes.board_width / 2
    drawing.measure(
        right + 6, top - sizes.visible_strip, right + 6, top, f"{sizes.visible_strip:g} mm of each card show"
    )
    drawing.say(right + 8, 150, "the wonder board", pt=6)
    for slot in (1, 2, 3):
        x = 130 - sizes.board_width / 2 + (slot - 0.5) / 3 * sizes.board_width
        drawing.say(x, bottom - 5, f"stage {slot}", at="middle", colour=MARKED)
    drawing.say(right + 8, bottom + 20, "a stage: face down, half under", pt=6)
    drawing.say(right + 8, bottom + 28, "the board, below its place", pt=6)
    return drawing


def small_things(sizes: KitSizes) -> Drawing:
    """The discard mat, the tokens and the command cards."""
    drawing = Drawing(330, 150, 2.2)
    mat = next(entry.code for entry in Codebook.load() if entry.kind is StickerKind.MAT)
    drawing.say(12, 11, "Discard mat: any sheet of about this size", pt=6)
    drawing.thing(Thing(mat, ThingKind.MAT, Pose(12 + sizes.mat_width / 2, 18 + sizes.mat_height / 2, 0), 0, ""), sizes)
    drawing.say(12, 144, f"{sizes.mat_width:g} x {sizes.mat_height:g} mm, sticker {sizes.mat_inset:g} mm in", pt=5)
    drawing.say(150, 11, "Command cards, and the tokens", pt=6)
    shown = [entry for entry in Codebook.load() if entry.kind in {StickerKind.COMMAND, StickerKind.TOKEN}]
    for number, entry in enumerate(shown):
        x, y = 172 + number % 4 * 42, 38 + number // 4 * 60
        drawing.box(
            x - 18, y - 18, 36, 48, FILLS[ThingKind.TOKEN if entry.kind is StickerKind.TOKEN else ThingKind.FRONT]
        )
        drawing.sticker(entry.code, x, y, sizes)
        drawing.say(x, y + 22, entry.id.replace("_", " ").upper(), at="middle")
    return drawing


def two_kits(sizes: KitSizes) -> Drawing:
    """The same card's sticker in both kits, twice as large as it is."""
    drawing = Drawing(150, 56, 3.5)
    for x, symbology, words in (
        (30.0, Symbology.FIDUCIAL, "for a camera over the table"),
        (105.0, Symbology.QR, "for the station, or a phone"),
    ):
        drawing.sticker(CARD, x, 20, sizes, symbology, times=2)
        drawing.say(x, 43, f"--kit {symbology.value}", at="middle")
        drawing.say(x, 50, words, at="middle", pt=4, colour=PALE)
    return drawing


def wiring(folder: Path) -> Drawing:
    """The 40-pin header with the five buttons at the pins that are set, and lights and a buzzer at free ones."""
    empty = folder / "nothing.toml"
    empty.touch()
    buttons = load_settings(empty).buttons
    empty.unlink()
    drawing = Drawing(330, 190, 2.6)
    pressed = {name: getattr(buttons, name) for name in BUTTONS}
    _header(drawing, pressed)
    rail = 132.0
    drawing.say(124, 14, "Buttons: each between its pin and ground (GND), without a resistor", pt=5.4)
    drawing.line([(124, rail), (326, rail)], INK, 0.8)
    drawing.say(124, rail + 6, "GND, any of the black pins")
    for number, name in enumerate(BUTTONS):
        _button(drawing, 134 + number * 40.0, rail, name, pressed[name])
    for line, words in enumerate(
        (
            "Lights, if you like: 330 ohms and an LED from a free pin to ground.",
            "Buzzer, if you like: an active one for 3.3 V, + to a free pin, - to ground.",
            "Neither is there by default: say the pins under [lights]. The orange ones are proposals.",
        )
    ):
        drawing.say(124, 152 + line * 8, words, pt=4.6)
    drawing.say(
        124, 180, "Pin 1 is in the corner away from the USB sockets, nearer to the middle of the board.", pt=4.6
    )
    return drawing


def _button(drawing: Drawing, x: float, rail: float, name: str, pin: int) -> None:
    drawing.say(x - 8, 28, name.upper(), pt=5.5)
    drawing.say(x - 8, 36, f"GPIO {pin}", pt=4.6, colour=MARKED)
    drawing.say(x - 8, 42, f"pin {HEADER[pin]}", pt=4.6, colour=MARKED)
    drawing.line([(x, 46), (x, 60)], MARKED, 0.7)
    drawing.line([(x, 60), (x + 5, 72)], INK, 1.2)
    drawing.line([(x, 73), (x, rail)], INK, 0.7)
    drawing.dot(x, 60, 1.2, PAPER)
    drawing.dot(x, 73, 1.2, PAPER)
    drawing.say(x + 18, 78, f"GPIO {LIGHTS[name]}", at="middle", pt=4, colour=PROPOSED)
    drawing.line([(x + 18, 80), (x + 18, 86)], PROPOSED, 0.7)
    drawing.box(x + 16, 86, 4, 12)
    drawing.line([(x + 18, 98), (x + 18, rail)], INK, 0.7)
    drawing.dot(x + 18, 108, 4, "#f6d463")


def _header(drawing: Drawing, pressed: Mapping[str, int]) -> None:
    """The pins with their names; used ones in colour."""
    names = {pin: name.upper() for name, pin in pressed.items()}
    proposed = {pin: f"light {name}" for name, pin in LIGHTS.items()} | {BUZZER: "buzzer"}
    gpio = {pin: number for number, pin in HEADER.items()}
    drawing.box(52, 20, 20, 136, "#dde2e8")
    for pin in range(1, 41):
        x, y = (58.0 if pin % 2 else 66.0), 24.6 + (pin - 1) // 2 * 6.7
        number = gpio.get(pin)
        words = POWER.get(pin, "GND" if number is None else f"GPIO {number}")
        note = names.get(number or 0) or proposed.get(number or 0, "")
        colour = MARKED if number in names else PROPOSED if note else INK if words == "GND" else PALE
        drawing.dot(x, y, 2.1, colour if note or words == "GND" else "#f2f4f7")
        text = f"{note}  {words}  {pin}" if pin % 2 else f"{pin}  {words}  {note}"
        drawing.say(
            49 if pin % 2 else 75, y + 1.4, text.strip(), pt=3.8, at="end" if pin % 2 else "start", colour=colour
        )


def draw_all(target: Path) -> None:
    """Write all drawings into a folder."""
    sizes = KitSizes()
    places(sizes).write(target / "sticker-places.svg")
    which_box(sizes).write(target / "which-box.svg")
    layouts(sizes).write(target / "layouts.svg")
    city(sizes).write(target / "city.svg")
    small_things(sizes).write(target / "small-things.svg")
    two_kits(sizes).write(target / "two-kits.svg")
    rig().write(target / "rig.svg")
    wiring(target).write(target / "wiring.svg")
