"""A turn of the history shows what each seat did, or the tokens it got."""

from __future__ import annotations

import pytest

from display.drawing.canvas import Canvas
from display.drawing.theme import DARK
from display.facts.action_summary import ActionSummary
from display.facts.names import SeatName
from display.menu.reference.history import HistoryEntry, HistoryTurn
from display.screens.menu import bodies
from tests.display.drawn import drawn

NAME = SeatName("Ada", "giza")


def test_an_action_is_shown_beside_the_name() -> None:
    entry = HistoryEntry(NAME, ActionSummary("build", "baths"))
    shown = drawn(bodies.paint_turn, HistoryTurn(1, 1, False, 0, (entry,)), (400, 240))
    assert shown == ["[banner.giza]", "Ada, Giza", "[mark.blue]", "Baths"]


@pytest.mark.parametrize(
    ("tokens", "words", "ink"),
    [((3, -1), "+3  \N{MINUS SIGN}1", DARK.good), ((-1,), "\N{MINUS SIGN}1", DARK.bad), ((), "=", DARK.dim)],
)
def test_tokens_are_coloured_by_their_total(
    tokens: tuple[int, ...], words: str, ink: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[str, object] = {}
    text = Canvas.text

    def noted(self: Canvas, box: object, what: str, *rest: object, **more: object) -> object:
        found[what] = more.get("colour")
        return text(self, box, what, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", noted)
    drawn(bodies.paint_turn, HistoryTurn(1, 0, True, 0, (HistoryEntry(NAME, tokens=tokens),)), (400, 240))
    assert found[words] == ink
