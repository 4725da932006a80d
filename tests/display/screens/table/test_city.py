"""A city's panel says what the seat did, whom it pays, and whether anything else has to be said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.theme import DARK
from display.facts.action_summary import ActionSummary
from display.facts.city_facts import TurnProgress, city_facts
from display.facts.names import SeatName
from display.messages.questions import Notice, Plan
from display.screens.table import city
from display.screens.table.city import PlacedCity, draw_action
from display.screens.table.city_rows import CityRows
from display.screens.table.payment import AS_SEATED, draw_payment
from display.table_state import TableState
from engine import Discard, Game, Payment
from tests.display.drawn import drawn, left_to_right, strict_canvas
from tests.display.sessions import board

NEW = Game.new([board(seat) for seat in range(3)])


@pytest.mark.parametrize(
    ("pays", "arrows", "expected"),
    [
        (Payment(2, 0, 0), AS_SEATED, ["[back]", "2"]),
        (Payment(0, 3, 0), AS_SEATED, ["3", "[arrow]"]),
        (Payment(0, 0, 4), AS_SEATED, ["4", "[coin]"]),
        (Payment(2, 3, 4), AS_SEATED, ["[back]", "2", "4", "[coin]", "3", "[arrow]"]),
        (Payment(2, 3, 0), ("arrow", "back"), ["[back]", "3", "2", "[arrow]"]),
        (Payment(2, 3, 0), ("arrow.up", "arrow.down"), ["2", "[arrow.up]", "3", "[arrow.down]"]),
    ],
)
def test_coins_are_beside_the_arrow_to_who_gets_them(
    pays: Payment, arrows: tuple[str, str], expected: list[str]
) -> None:
    canvas = strict_canvas(400, 30)
    draw_payment(canvas, canvas.box, pays, arrows)
    assert left_to_right(canvas) == expected


@pytest.mark.parametrize(
    ("summary", "colour"),
    [
        (ActionSummary("build", "baths"), DARK.cards["blue"]),
        (ActionSummary("stage", stage=1), DARK.cards["brown"]),
        (ActionSummary("discard"), DARK.gold),
        (ActionSummary("coins", pays=Payment(bank=5)), DARK.gold),
    ],
)
def test_an_action_has_the_colour_of_its_card_and_coins_are_gold(
    summary: ActionSummary, colour: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for past in (False, True):  # the last turn keeps its colour until the next card
        canvas = strict_canvas(400, 30)
        inks: list[object] = []
        with monkeypatch.context() as patch:
            patch.setattr(canvas, "icon", lambda _box, _name, ink=None, **_more: inks.append(ink))  # noqa: B023
            draw_action(canvas, canvas.box, replace(summary, past=past))
        assert inks[0] == colour


def panel(game: Game, state: TableState, seat: int = 0) -> list[str]:
    facts = city_facts(state, game, seat)
    return drawn(city.paint, PlacedCity(facts, AS_SEATED, CityRows(30)), (300, 150))


def test_debt_stands_beside_the_coins() -> None:
    facts = replace(city_facts(TableState(NEW), NEW, 0), coins=12, debt=3)
    shown = drawn(city.paint, PlacedCity(facts, AS_SEATED, CityRows(30)), (300, 150))
    assert shown.index("[coin]") < shown.index("12") < shown.index("\N{MINUS SIGN}3")


def test_a_notice_is_shown_until_the_seat_acts() -> None:
    notices = (Notice("notice.shown_before", {"card": "baths"}, seat=0),)
    assert "[info]" in panel(NEW, TableState(NEW, notices=notices))
    acted = TableState(NEW, notices=notices, plans={0: Plan("discard")})
    assert "[info]" not in panel(NEW, acted)
    assert "[discard]" in panel(NEW, acted)
    later = NEW
    for seat in range(3):
        later = later.apply(Discard(seat))
    assert "[discard]" in panel(later, TableState(later))
    assert "[info]" in panel(later, TableState(later, notices=notices))


def test_the_free_city_shows_who_plays_it_unless_there_is_a_notice() -> None:
    pair = Game.new([board(seat) for seat in range(3)], free_city=2)
    assert "[person]" in panel(pair, TableState(pair), 2)
    notices = (Notice("notice.shown_before", {"card": "baths"}, seat=2),)
    assert "[person]" not in panel(pair, TableState(pair, notices=notices), 2)
    assert isinstance(city_facts(TableState(pair), pair, 2).played_by, SeatName)


@pytest.mark.parametrize(
    ("progress", "icon"),
    [
        (TurnProgress.IDLE, None),
        (TurnProgress.WAITED, "[hourglass]"),
        (TurnProgress.ACTED, "[check]"),
        (TurnProgress.ASKED, "[question]"),
    ],
)
def test_the_title_says_how_far_the_seat_is(progress: TurnProgress, icon: str | None) -> None:
    facts = replace(city_facts(TableState(NEW), NEW, 0), progress=progress)
    shown = drawn(city.paint, PlacedCity(facts, AS_SEATED, CityRows(30)), (300, 150))
    assert {"[hourglass]", "[check]", "[question]"} & set(shown) == ({icon} if icon else set())


def test_an_edge_says_who_has_acted_and_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    edges: list[object] = []
    for progress in TurnProgress:
        facts = replace(city_facts(TableState(NEW), NEW, 0), progress=progress)
        canvas = strict_canvas(300, 150)
        monkeypatch.setattr(canvas, "card", lambda _colour, _radius, edge=None, _width=0.0: edges.append(edge))
        city.paint(canvas, PlacedCity(facts, AS_SEATED, CityRows(30)))
    assert dict(zip(TurnProgress, edges, strict=True)) == {
        TurnProgress.IDLE: DARK.panel,
        TurnProgress.WAITED: DARK.panel,
        TurnProgress.ACTED: DARK.good,
        TurnProgress.ASKED: DARK.ask,
    }


def test_only_an_exception_has_a_warning() -> None:
    for exception in (True, False):
        canvas = strict_canvas(400, 30)
        draw_action(canvas, canvas.box, ActionSummary("build", "baths", exception=exception))
        assert ("[warning]" in left_to_right(canvas)) is exception
