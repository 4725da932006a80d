"""The history says of every turn what was done, and takes back from any turn on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from device.messages.intents import UndoTo
from device.messages.presses import Press
from display.drawing.canvas import Canvas, Tools
from display.facts.action_summary import ActionSummary
from display.menu import MainMenu, OpenPage, open_page
from display.menu.reference.history import History, TakingBack, TurnPage, chapters
from display.screens.table.city import draw_action
from display.table_state import TableState
from display.words import Words
from engine import CorrectCoins, Fight, read_record
from tests.display.sessions import LATE, OVER, marks, played

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_action_is_in_one_chapter(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"))
    told = chapters(game)
    assert [one.first for one in told] == sorted({one.first for one in told})
    assert told[0].first == 0
    fights = [place for place, action in enumerate(game.actions) if isinstance(action, Fight)]
    assert [one.first for one in told if one.conflicts] == fights
    assert all(one.entries for one in told)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_chapter_is_called_by_its_age(path: Path) -> None:
    words = Words("en")
    for one in chapters(read_record(path.read_text(encoding="utf-8"))):
        title = words.say(one.title.key, **dict(one.title.placeholders))
        assert title.startswith(f"Age {'I' * one.age}, ")


def test_conflicts_tell_the_tokens_of_each_city() -> None:
    game = played(4, OVER)
    told = [one for one in chapters(game) if one.conflicts]
    for seat, city in enumerate(game.cities):
        assert sum((one.entries[seat].tokens for one in told), ()) == city.conflict


def test_a_correction_of_coins_is_told() -> None:
    game = played(3, 2).apply(CorrectCoins(1, 9))
    entry = chapters(game)[-1].entries[-1]
    assert entry.summary is not None
    assert (entry.summary.do, entry.summary.bank) == ("coins", 9)


@pytest.mark.parametrize(
    ("deed", "icons"),
    [
        (ActionSummary("coins", bank=9), ["coin", "coin"]),
        (ActionSummary("discard"), ["discard"]),
        (ActionSummary("stage", stage=2), ["stage"]),
        (ActionSummary("stage", stage=2, exception=True), ["stage", "warning"]),
    ],
)
def test_each_deed_bears_its_sign_and_an_exception_a_warning(deed: ActionSummary, icons: list[str]) -> None:
    canvas = Canvas(pygame.Surface((400, 40)), Tools(Words("en"), 480, strict=True))
    draw_action(canvas, canvas.box, deed)
    assert [what.removeprefix("icon ") for _, what in canvas.drawn if what.startswith("icon")] == icons


def test_everything_from_a_turn_on_is_taken_back_after_a_question() -> None:
    game = played(3, LATE)
    state = TableState(game, marks(3))
    second = chapters(game)[1]
    at = OpenPage(TurnPage(second.first))
    at, intent = open_page.press(at, state, Press.SELECT, 0.0)  # type: ignore[assignment]
    assert (at.page, intent) == (TakingBack(second.first), None)
    assert open_page.press(at, state, Press.LEFT, 0.0)[1] is None
    closed, intent = open_page.press(at, state, Press.SELECT, 0.0)
    assert closed is None
    assert intent == UndoTo(second.first)


def test_the_page_of_a_turn_that_was_taken_back_closes() -> None:
    state = TableState(played(3, LATE), marks(3))
    last = chapters(played(3, LATE))[-1]
    assert TurnPage(last.first).now(state) == TurnPage(last.first)
    assert TurnPage(last.first).now(replace(state, game=played(3, 2))) is None
    assert History().now(TableState()) is None


@pytest.mark.parametrize("rounds", range(1, OVER))
def test_nothing_moves_on_the_page_when_a_turn_closes(rounds: int) -> None:
    before, after = (TableState(played(3, count), marks(3)) for count in (rounds, rounds + 1))
    page = history_in_the_menu(before)
    assert len(page.menu(before).options) == len(chapters(played(3, rounds)))
    assert page.menu(after) == page.menu(before)
    assert len(history_in_the_menu(after).menu(after).options) > len(page.menu(before).options)


def history_in_the_menu(state: TableState) -> History:
    return next(one.leads for one in MainMenu().menu(state).options if isinstance(one.leads, History))
