"""The history lists every turn, and everything from any turn on can be undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.drawing.canvas import Canvas, Tools
from display.facts.action_summary import ActionSummary
from display.menu import OpenPage, open_page
from display.menu.main.main_menu import MainMenuPage
from display.menu.reference.history import HistoryPage, TurnPage, UndoToPage, history_turns
from display.messages.intents import UndoTo
from display.messages.presses import Press
from display.screens.table.city import draw_action
from display.table_state import TableState
from display.words import Words
from engine import CorrectCoins, Fight, Payment, read_record
from tests.display.sessions import AGE_ENDS, LATE, OVER, marks, played

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_action_is_in_one_turn_of_the_history(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"))
    turns = history_turns(game)
    assert [one.first for one in turns] == sorted({one.first for one in turns})
    assert turns[0].first == 0
    fights = [place for place, action in enumerate(game.actions) if isinstance(action, Fight)]
    assert [one.first for one in turns if one.conflicts] == fights
    assert all(one.entries for one in turns)


def test_every_turn_of_the_history_names_its_age() -> None:
    words = Words("en")
    for one in history_turns(read_record(RECORDS[0].read_text(encoding="utf-8"))):
        title = words.say(one.title.key, **dict(one.title.placeholders))
        assert title.startswith(f"Age {'I' * one.age}, ")


def test_conflicts_list_the_tokens_of_each_city() -> None:
    game = played(4, OVER)
    turns = [one for one in history_turns(game) if one.conflicts]
    for seat, city in enumerate(game.cities):
        assert sum((one.entries[seat].tokens for one in turns), ()) == city.conflict


def test_a_correction_of_coins_is_listed() -> None:
    game = played(3, 2).apply(CorrectCoins(1, 9))
    entry = history_turns(game)[-1].entries[-1]
    assert entry.summary is not None
    assert (entry.summary.do, entry.summary.pays) == ("coins", Payment(bank=9))


@pytest.mark.parametrize(
    ("summary", "icons"),
    [
        (ActionSummary("coins", pays=Payment(bank=9)), ["coin", "coin"]),
        (ActionSummary("discard"), ["discard"]),
        (ActionSummary("stage", stage=2), ["stage"]),
        (ActionSummary("stage", stage=2, exception=True), ["stage", "warning"]),
    ],
)
def test_each_action_has_its_icon_and_an_exception_a_warning(summary: ActionSummary, icons: list[str]) -> None:
    canvas = Canvas(pygame.Surface((400, 40)), Tools(Words("en"), 480, strict=True))
    draw_action(canvas, canvas.box, summary)
    assert [what.removeprefix("icon ") for _, what in canvas.drawn if what.startswith("icon")] == icons


def test_everything_from_a_turn_on_is_undone_after_a_question() -> None:
    game = played(3, LATE)
    state = TableState(game, marks(3))
    second = history_turns(game)[1]
    at = OpenPage(TurnPage(second.first))
    at, intent = open_page.press_on_page(at, state, Press.SELECT, 0.0)  # type: ignore[assignment]
    assert (at.page, intent) == (UndoToPage(second.first), None)
    assert open_page.press_on_page(at, state, Press.LEFT, 0.0)[1] is None
    closed, intent = open_page.press_on_page(at, state, Press.SELECT, 0.0)
    assert closed is None
    assert intent == UndoTo(second.first)


def test_the_page_of_an_undone_turn_closes() -> None:
    state = TableState(played(3, LATE), marks(3))
    last = history_turns(played(3, LATE))[-1]
    assert TurnPage(last.first).current(state) == TurnPage(last.first)
    assert TurnPage(last.first).current(replace(state, game=played(3, 2))) is None
    assert HistoryPage().current(TableState()) is None


@pytest.mark.parametrize("rounds", [1, AGE_ENDS - 1, AGE_ENDS, LATE])
def test_no_option_moves_when_a_turn_closes(rounds: int) -> None:
    before, after = (TableState(played(3, count), marks(3)) for count in (rounds, rounds + 1))
    page = history_in_the_menu(before)
    assert len(page.menu(before).options) == len(history_turns(played(3, rounds)))
    assert page.menu(after) == page.menu(before)
    assert len(history_in_the_menu(after).menu(after).options) > len(page.menu(before).options)


def history_in_the_menu(state: TableState) -> HistoryPage:
    return next(one.leads_to for one in MainMenuPage().menu(state).options if isinstance(one.leads_to, HistoryPage))
