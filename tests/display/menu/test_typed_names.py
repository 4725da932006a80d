"""Names are typed on a keyboard where one is plugged in."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from display.menu import OpenPage
from display.menu.open_page import press_on_page
from display.menu.setup.player_names import LONGEST_NAME, PlayerNamePage, SpellNamePage
from display.messages.intents import Rename
from display.messages.presses import Press, Typed
from display.table_state import TableState
from display.window import Window
from tests.display.sessions import marks

SEATS = TableState(seats=marks(3), names=("", "", ""), former_names=("Ada",))


def typed(text: str, page: PlayerNamePage | SpellNamePage) -> tuple[OpenPage | None, object]:
    opened: OpenPage | None = OpenPage(page)
    intent: object = None
    for letter in text:
        assert opened is not None
        opened, intent = press_on_page(opened, SEATS, Typed(letter), 0.0)
    return opened, intent


@pytest.mark.parametrize("page", [PlayerNamePage(1), SpellNamePage(1)])
def test_a_name_is_taken_as_it_is_typed_with_the_enter_key(page: PlayerNamePage | SpellNamePage) -> None:
    assert typed("Zoë K\n", page) == (None, Rename(1, "Zoë K"))


def test_a_typed_name_is_not_longer_than_one_that_is_spelled_and_does_not_begin_with_a_space() -> None:
    opened, _ = typed("  " + "x" * 40, SpellNamePage(0))
    assert opened is not None
    assert opened.page == SpellNamePage(0, "x" * LONGEST_NAME)
    assert typed("\t", SpellNamePage(0)) == (OpenPage(SpellNamePage(0)), None)


def test_undo_removes_the_last_letter() -> None:
    opened, _ = typed("Bob", SpellNamePage(0))
    assert opened is not None
    opened, _ = press_on_page(opened, SEATS, Press.UNDO, 0.0)
    assert opened is not None
    assert opened.page == SpellNamePage(0, "Bo")


def test_the_enter_key_chooses_no_known_name_and_other_pages_take_no_letters() -> None:
    assert typed("\n", PlayerNamePage(1)) == (OpenPage(PlayerNamePage(1)), None)


def test_keys_are_letters_only_where_a_name_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Window((480, 320)) as window:
        window.show(SEATS, 0.0)
        keys = ((pygame.K_u, "u"), (pygame.K_SPACE, " "), (pygame.K_BACKSPACE, "\b"), (pygame.K_RETURN, "\r"))
        for page, expected in (
            (None, (Press.UNDO, Press.UNDO, Press.SELECT)),
            (SpellNamePage(0), (Typed("u"), Typed(" "), Press.UNDO, Typed("\n"))),
        ):
            window.position = replace(window.position, opened=OpenPage(page) if page else None)
            pygame.event.clear()
            for key, unicode in keys:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=unicode))
            assert window.presses() == expected
