"""The number and the name in a sticker's own margin, so that a cut one is not anonymous."""

from device.features.kit_printing.page_canvas import PageCanvas
from device.for_features.kit_wording import Wording
from vision.kit.codebook import CodebookEntry, StickerKind

_PT = 3.2
_X, _Y = 0.5, 0.35
"""mm from the sticker's left and lower edge."""


def tag_of(entry: CodebookEntry, wording: Wording) -> str:
    """The number, the name, and what tells copies and sides apart."""
    match entry.kind:
        case StickerKind.CARD if entry.players:
            note = f"{entry.players}+"
        case StickerKind.BOARD:
            note = wording.note(entry)
        case _:
            note = ""
    return f"{entry.code:03d} {wording.name(entry)} {note}".rstrip()


def print_tag(
    canvas: PageCanvas, entry: CodebookEntry, corner: tuple[float, float], side: float, wording: Wording
) -> None:
    """One line in the lower quiet zone of a sticker of `side` mm with its top left corner there.

    So small, it does not keep the sticker from being read.
    """
    x, y = corner
    for part in canvas.wrapped(tag_of(entry, wording), _PT, side - 2 * _X, most=1):
        canvas.text(x + _X, y + side - _Y, part, _PT)
