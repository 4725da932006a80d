"""Options side by side or in a list: whatever is short of room, the price is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from display.drawing.canvas import Canvas, Tools
from display.menu import Tile
from display.screens.menu import tile
from display.words import Words, line
from engine import CATALOGUE, Payment
from tests.display.screens.test_screens import SIZES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.drawing.box import Box

PAYS = Payment(left=6, right=4)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn, in turn."""
    found: list[str] = []
    put = Canvas._put

    def noted(self: Canvas, box: Box, text: str, em: int, **more: object) -> Box:
        found.append(text)
        return put(self, box, text, em, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "_put", noted)
    return found


def listed(tiles: Sequence[Tile], size: tuple[int, int], language: str) -> None:
    """Draw a column of options as it is on a page of four columns."""
    pygame.font.init()
    column = pygame.Surface((round(size[0] * 0.2), round(size[1] * 0.7)))
    tile.paint_listing(Canvas(column, Tools(Words(language), size[1], strict=True), "column"), tuple(tiles))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["de", "en", "uk"])
@pytest.mark.parametrize("count", [1, 3, 12])
def test_a_price_is_said_however_long_the_name_is(
    count: int, language: str, size: tuple[int, int], written: list[str]
) -> None:
    longest = sorted(CATALOGUE.cards, key=lambda card: len(Words(language).say(f"card.{card}")))[-count:]
    cards = [Tile(line(f"card.{card}"), colour="purple", pays=PAYS) for card in longest]
    listed(cards, size, language)
    assert written.count(str(PAYS.total)) == count
    written.clear()
    listed([Tile(line("menu.turn.stage", stage=3), icon="stage", pays=PAYS)] * count, size, language)
    assert written.count(str(PAYS.total)) == count
