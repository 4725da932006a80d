"""The menu on telephones: those pages of the screen's menu that enter, correct and go on, a press at a time.

A telephone is shown no page that changes the appliance. What it chooses is asked of the table as if by the keys.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.features.telephones.game.turn_words import turn_row, turn_text, words_of
from display.facts.names import named_players, spoken
from display.menu import OpenPage, open_page
from display.menu.addition import page_elsewhere
from display.menu.entry.cards import CopyLeaderPage, FromDiscardPage, RecruitPage
from display.menu.entry.past import ChangeTurnPage, PastPage, SwapPage
from display.menu.entry.payment import CoinsPage, PaymentPage, RefusedPage
from display.menu.entry.turn import EnterTurnPage, NextSeatPage, SeatCorrectionsPage, SeatsPage, SeatTurnPage
from display.menu.main.confirmations import EndTurnPage, LeaveGamePage
from display.menu.main.main_menu import MainMenuPage
from display.menu.page import ToldBody
from display.menu.reference.history import HistoryPage, HistoryTurn, TurnPage, UndoToPage
from display.menu.setup.chair import ChairCardsPage, ChairPage
from display.menu.setup.player_names import PlayerNamePage, SpellNamePage, known_free_names
from display.messages.intents import (
    ChangePast,
    EndTurn,
    Enter,
    FeatureIntent,
    Leave,
    Redo,
    Rename,
    SeatChair,
    SwapPast,
    Undo,
    UndoTo,
)
from display.messages.presses import Pick, Press
from display.words import Line, Words, city_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.features.telephones.game.requests import AskMenu
    from display.menu import Menu, Option, Page, Tile
    from display.messages.intents import Intent
    from display.table_state import TableState

NAMING = (PlayerNamePage, SpellNamePage)
"""Here the telephone's own keyboard is used."""
PAGES = (
    *(HistoryPage, TurnPage, UndoToPage, ChangeTurnPage, PastPage, SwapPage),
    *(EnterTurnPage, SeatTurnPage, NextSeatPage, SeatsPage, SeatCorrectionsPage, CoinsPage),
    *(PaymentPage, RefusedPage, FromDiscardPage, RecruitPage, CopyLeaderPage),
    *(EndTurnPage, LeaveGamePage, MainMenuPage, ChairPage, ChairCardsPage),
    *NAMING,
)
"""What may be opened on a telephone."""
INTENTS = (ChangePast, EndTurn, Enter, Leave, Redo, Rename, SeatChair, SwapPast, Undo, UndoTo)
"""What may be asked for there."""
MOST_OPEN = 40
"""Pages that are remembered; a telephone without a seat may be made up."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MenuAnswer:
    """What a telephone is shown next (`menu`; None: the menu is closed), and what it asks of the table.

    After an `intent` the telephone asks again, since only then is it known how the table stands. `late`: the page has
    changed meanwhile, so the press may have meant something else and is not carried out.
    """

    menu: Json | None = None
    intent: Intent | None = None
    late: bool = False


class PhoneMenus:
    """The open page of every seat that has a telephone, and of telephones on which cards are learned."""

    def __init__(self) -> None:
        self._open: dict[str, OpenPage] = {}

    def ask(self, request: AskMenu, wonder: str, state: TableState) -> MenuAnswer:
        """Open the menu, press on its page, go back, or only look at it.

        `wonder`: that of the telephone's seat; for the page of a feature a word that only this telephone has.
        """
        first = page_elsewhere(state) if request.page else MainMenuPage()
        shown = OpenPage(first) if request.open and first else self._open.get(wonder)
        opened = shown and open_page.update_page(shown, state, 0.0)
        intent: Intent | None = None
        if opened is not None and request.back:
            opened = _current(open_page.press_on_page(opened, state, Press.UNDO, 0.0)[0], state)
        elif opened is not None and request.press is not None:
            if request.seen != _seen(opened, state):
                return MenuAnswer(_told(opened, state, request.language), late=True)
            opened, intent = self._press(opened, state, request.press)
        self._keep(wonder, opened)
        return MenuAnswer(_told(opened, state, request.language) if opened else None, intent)

    def attended(self, wonder: str) -> tuple[Intent, Intent] | None:
        """What the page that is open there asks for while it is looked at, and once it is left."""
        opened = self._open.get(wonder)
        return opened.page.attended if opened is not None else None

    def forget(self) -> None:
        """Another game, other seats: nothing is open."""
        self._open.clear()

    @staticmethod
    def _press(opened: OpenPage, state: TableState, index: int) -> tuple[OpenPage | None, Intent | None]:
        options = opened.page.menu(state).options
        if index >= len(options) or not _is_allowed(options[index], opened.page):
            return opened, None
        after, intent = open_page.press_on_page(opened, state, Pick(index), 0.0)
        return (after if intent else _current(after, state)), intent

    def _keep(self, wonder: str, opened: OpenPage | None) -> None:
        self._open.pop(wonder, None)
        if opened is not None:
            self._open[wonder] = opened
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]


def _current(opened: OpenPage | None, state: TableState) -> OpenPage | None:
    return opened and open_page.update_page(opened, state, 0.0)


def _is_allowed(option: Option, shown: Page) -> bool:
    """True if a telephone may choose it on the page that is `shown`."""
    page, intent = option.leads_to, option.intent
    there = page is None or isinstance(page, PAGES) or page.attended is not None
    theirs = isinstance(intent, FeatureIntent) and shown.attended is not None
    return there and (intent is None or theirs or isinstance(intent, INTENTS))


def _seen(opened: OpenPage, state: TableState) -> str:
    """Another word for every page and every list of options."""
    return f"{zlib.crc32(repr((opened.page, opened.page.menu(state).options)).encode()):08x}"


def _told(opened: OpenPage, state: TableState, language: str) -> Json:
    """The page in words. Each option has the number by which it is pressed."""
    menu, words = opened.page.menu(state), _words(language, state)
    told: Json = {
        "seen": _seen(opened, state),
        "headline": spoken(menu.headline, words),
        "body": list(_body(menu, state, words)),
        "first": opened.before is None,
        "options": [
            _tile(option.tile, words) | {"press": number}
            for number, option in enumerate(menu.options)
            if _is_allowed(option, opened.page)
        ],
    }
    if isinstance(opened.page, NAMING):
        told |= {"name": opened.page.seat, "known": known_free_names(state), "options": []}
    return told


def _tile(tile: Tile, words: Words) -> Json:
    """An option in words."""
    said = {
        "text": spoken(tile.words, words) if tile.words else tile.big,
        "note": spoken(tile.note, words) if tile.note else "",
        "colour": tile.colour,
        "wonder": tile.seat.wonder if tile.seat else "",
        "pays": tile.pays.left + tile.pays.right + tile.pays.bank if tile.pays else 0,
        "dim": tile.dim,
        "chosen": tile.chosen,
    }
    return {name: value for name, value in said.items() if value}


def _body(menu: Menu, state: TableState, words: Words) -> Iterator[str]:
    """What there is to read: a sentence, or what was done in a turn."""
    if isinstance(menu.body, Line):
        yield spoken(menu.body, words)
    elif isinstance(menu.body, ToldBody):
        yield from menu.body.told()
    elif isinstance(menu.body, HistoryTurn) and state.game is not None:
        names = [city_name(words.say, city.name, city.wonder.id) for city in state.game.cities]
        count = sum(entry.summary is not None for entry in menu.body.entries)
        for action in state.game.actions[menu.body.first : menu.body.first + count]:
            yield turn_text(turn_row(action), names, words)


def _words(language: str, state: TableState) -> Words:
    return words_of(language, state.game.setup.edition if state.game else "first", named_players(state.game))
