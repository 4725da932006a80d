"""Sizes in millimetres of the printed kit and of what it is stuck on (see docs/kit.md).

People have printed kits: the numbers of `StickerSize` never change. The sizes of boards and cards differ between
printings of the game and are settings.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StickerSize:
    """A sticker: 8 x 8 modules and a quiet zone of one module all round."""

    side: float = 15.0
    module: float = 1.5
    square: float = 12.0
    """Side of the black square."""

    @property
    def square_modules(self) -> float:
        """Modules along a side of the black square."""
        return self.square / self.module


@dataclass(frozen=True, slots=True)
class KitSizes:
    """What the stickers are stuck on; `*_inset` is the gap between the sticker and the edges next to it."""

    sticker: StickerSize = StickerSize()
    card_width: float = 65.0
    card_height: float = 100.0
    card_inset: float = 3.0
    visible_strip: float = 24.0
    """How much of a tucked card's top stays visible."""
    board_width: float = 245.0
    board_height: float = 115.0
    board_inset: float = 5.0
    mat_width: float = 120.0
    mat_height: float = 115.0
    mat_inset: float = 5.0
