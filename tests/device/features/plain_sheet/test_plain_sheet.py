"""A plain score sheet by the keys: seven numbers a player, and it is kept with the past games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.features.plain_sheet.pages import (
    OfferedPlainSheet,
    SheetDonePage,
    SheetNamePage,
    SheetPlayersPage,
    SheetPointsPage,
    SheetSpellPage,
)
from display.menu import OpenPage, open_page
from display.menu.main.main_menu import MainMenuPage
from display.menu.reference.past_games import KeptSheetPage, PastGamesPage, PlainSheet
from display.messages.intents import KeepSheet, OpenGame
from display.messages.plain_sheet import SheetRow
from display.messages.presses import Pick, Press, Typed
from display.screens.menu import bodies
from display.table_state import TableState
from engine import CATEGORIES, Game
from tests.display.drawn import strict_canvas
from tests.display.menu_pages import kept_sheet
from tests.display.sessions import board

BEFORE = TableState(former_names=("Ann", "Bob"))


def pressed(opened: OpenPage, state: TableState, *numbers: int) -> tuple[OpenPage | None, object]:
    intent = None
    for number in numbers:
        assert opened is not None
        opened, intent = open_page.press_on_page(opened, state, Pick(number), 0.0)
    return opened, intent


@pytest.mark.parametrize("leaders", [False, True])
def test_every_number_of_every_player_is_typed_and_kept(leaders: bool) -> None:
    state = replace(BEFORE, leaders=leaders)
    each = len(CATEGORIES) + leaders
    opened, _ = pressed(OpenPage(SheetPlayersPage()), state, 0)
    assert opened is not None
    opened, _ = pressed(opened, state, 1, 0, *range(1, each), 1, 24, *[9] * (each - 1))
    assert opened is not None
    rows = SheetRow("Ann", (-6, *range(1, each))), SheetRow("Bob", (18, *[9] * (each - 1)))
    assert opened.page == SheetDonePage(rows), "Ann is no longer among the names"
    assert opened.page.menu(state).body == PlainSheet(rows)
    assert pressed(opened, state, 0) == (None, KeepSheet(rows))


def test_going_back_takes_back_one_number() -> None:
    opened, _ = pressed(OpenPage(SheetPlayersPage()), BEFORE, 0, 0, 6, 12)
    assert opened is not None
    assert opened.page.points == (0, 12)
    opened, _ = open_page.press_on_page(opened, BEFORE, Press.UNDO, 0.0)
    assert opened is not None
    assert opened.page.points == (0,)


def test_it_is_in_the_menu_before_a_game_only() -> None:
    before = replace(BEFORE, features={"plain_sheet": OfferedPlainSheet()})
    game = replace(before, game=Game.new([board(seat) for seat in range(3)]))
    offered = [[option.leads_to for option in MainMenuPage().menu(state).options] for state in (before, game)]
    assert [SheetPlayersPage() in pages for pages in offered] == [True, False]
    assert SheetNamePage(3, 7).current(game) is None


def test_the_best_stands_first_with_a_crown() -> None:
    sheet = PlainSheet((SheetRow("Ann", (1,) * 7), SheetRow("", (2,) * 7)))
    canvas = strict_canvas(800, 300)
    bodies.paint_sheet(canvas, sheet)
    said = [what for box, what in sorted(canvas.drawn, key=lambda one: one[0].y)]
    assert said.index("text 'Player 2'") < said.index("text 'Ann'")
    assert "text '14'" in said


def test_a_kept_sheet_is_shown_and_not_opened_as_a_game() -> None:
    game = kept_sheet(3)
    played = replace(game, sheet=())
    state = replace(BEFORE, past=(game, played))
    kept, other = PastGamesPage().menu(state).options
    assert (kept.leads_to, kept.intent) == (KeptSheetPage(game), None)
    assert (other.leads_to, other.intent) == (None, OpenGame(7))
    assert len(kept.leads_to.menu(state).body.rows) == 3


def test_a_new_name_is_spelled_with_the_keys_and_none_is_given_twice() -> None:
    first, second = SheetNamePage(2, 7), SheetNamePage(2, 7, (SheetRow("Zoe", (1,) * 7),))
    for start, text, then in (
        (first, "Zoe", SheetPointsPage(2, 7, (), "Zoe")),
        (first, "", SheetPointsPage(2, 7, (), "")),
        (second, "zoë", SheetPointsPage(2, 7, second.rows, "zoë")),
        (second, "zoe", SheetSpellPage(1, "zoe", sheet=second)),
    ):
        new = start.menu(BEFORE).options[-1].leads_to
        opened: OpenPage | None = OpenPage(new, before=OpenPage(start))
        for letter in (*text, "\n"):
            assert opened is not None
            opened, intent = open_page.press_on_page(opened, BEFORE, Typed(letter), 0.0)
            assert intent is None
        assert opened is not None
        assert opened.page == then
    opened, _ = open_page.press_on_page(OpenPage(first), BEFORE, Typed("Q"), 0.0)
    assert opened is not None
    assert opened.page == SheetSpellPage(0, "Q", sheet=first), "a keyboard's letter begins a new name"
    letters = [option.tile.big for option in opened.page.menu(BEFORE).options if option.tile.big]
    assert "A" in letters, "and five keys find every letter"
