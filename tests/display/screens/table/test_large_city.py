"""On a large screen a city says more: tokens, science, stages, trade, chains, structures; in every language it fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from display.drawing.box import Box
from display.drawing.canvas import Tools
from display.drawing.seating import even
from display.facts.city_details import NextStage, TradingPost, city_details
from display.facts.city_facts import city_facts
from display.messages.questions import Notice, Plan
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.screens.layout import compose
from display.screens.table import large_city, turn_status
from display.screens.table.large_city import LargeCity, is_large, large_rows
from display.screens.table.payment import AS_SEATED
from display.table_state import TableState
from display.window import Window
from display.words import Words, languages
from engine import EDITIONS, Game, Payment, Points, Science, Shields
from tests.display.drawn import strict_canvas
from tests.display.screens.test_screens import taken
from tests.display.sessions import Shot, board, crowded, marks, shots, table

LARGE = (1280, 720)
NEW = Game.new([board(seat) for seat in range(3)])
PANEL = (410, 200)


def shown(panel: tuple[int, int] = PANEL, built: int = 0, stages: int = 3, **changes: object) -> list[str]:
    """What the first city's panel of this size shows with so many stages and these details."""
    details = replace(city_details(NEW, 0), **changes)  # type: ignore[arg-type]
    facts = replace(city_facts(TableState(NEW), NEW, 0), built=built, stages=stages)
    rows = large_rows((Box(0, 0, *panel),))
    canvas = strict_canvas(*panel, screen=720)
    large_city.paint(canvas, LargeCity(facts, details, AS_SEATED, rows))
    return [f"[{what[5:]}]" if what.startswith("icon ") else what[6:-1] for _, what in canvas.drawn]


def test_it_begins_at_1280_x_720() -> None:
    def painted(size: tuple[int, int]) -> bool:
        state = table(5)
        panels = compose(state, update_position(START, state, 0.0), *size)
        return any(panel.paint is large_city.paint for panel in panels)

    assert not any(painted(size) for size in ((800, 480), (1024, 600), (1280, 1024), (1600, 1200)))
    assert all(painted(size) for size in ((1280, 720), (1280, 800), (1920, 1080)))
    assert not is_large(Box(0, 0, 1920, 500))


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1366, 768), (1920, 1200)], ids=str)
def test_its_digits_are_as_tall_as_important_numbers_must_be(size: tuple[int, int]) -> None:
    tools = Tools(Words(), size[1])
    for players in range(3, 8):
        state = table(players)
        (rows,) = {
            panel.content.rows
            for panel in compose(state, update_position(START, state, 0.0), *size)
            if isinstance(panel.content, LargeCity)
        }
        assert rows.digits >= tools.number


def test_a_stage_says_what_it_costs_and_brings() -> None:
    following = NextStage(2, 3, ("W", "W"), 0, Payment(), (Points(3), Shields(1)))
    seen = shown(built=1, stages=3, next=following)
    assert seen.count("[stage]") == 3
    assert seen[seen.index("[right]") :][:5] == ["[right]", "[laurel]", "3", "[shield]", "1"]
    assert "[right]" not in shown(built=3, stages=3, next=None)
    assert {"[compass]", "[gear]", "[tablet]"} <= set(shown(next=replace(following, gains=(Science("any"),))))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_stage_of_every_board_has_a_sign(edition: str) -> None:
    for wonder in EDITIONS[edition].wonders.values():
        for stage in wonder.stages:
            seen = shown((600, 200), next=NextStage(1, 3, (), 0, None, stage.effects))
            assert len(seen[seen.index("[right]") :]) > 1


def test_tokens_are_shown_one_by_one_while_they_fit() -> None:
    assert [one for one in shown(tokens=(1, -1)) if one in {"+1", "\N{MINUS SIGN}1"}] == ["+1", "\N{MINUS SIGN}1"]
    many = shown(tokens=(1, 1, 3, -1, 3, -1))
    assert {"+8", "\N{MINUS SIGN}2"} <= set(many)
    assert {"+3"} == {one for one in shown((390, 215), tokens=(1, -1, 3)) if one[0] in "+\N{MINUS SIGN}"}
    assert "0" in shown((390, 215), tokens=(1, -1))
    assert "[laurel]" not in shown(tokens=(), next=None)


def test_trade_chains_and_structures_have_the_marks_of_their_colours() -> None:
    post = TradingPost(("left",), "brown", 1)
    seen = shown(posts=(post,), chains=(("aqueduct", "blue"),), structures=(("green", 2),))
    assert {"[back]", "[mark.brown]", "[chain]", "[mark.blue]", "[mark.green]", "2"} <= set(seen)
    assert "[chain]" not in shown()


@pytest.mark.parametrize("language", languages())
def test_the_large_table_fits_in_every_language(language: str) -> None:
    with Window(LARGE, language=language, strict=True) as window:
        for players in (6, 7):  # slim panels, and low ones
            waiting = table(players)
            for state in (crowded(players), waiting, replace(waiting, plans={}, camera="camera.gone")):
                assert window.show(state, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [LARGE, (1366, 768), (1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("players", range(3, 8))
def test_every_large_table_fits_at_every_size(language: str, size: tuple[int, int], players: int) -> None:
    for name, shot in shots(players).items():
        if name.startswith("table"):
            taken(shot, size, language).close()


def test_one_panel_in_its_row_has_age_and_status_beside_it() -> None:
    state = TableState(NEW, marks(3), plans={0: Plan("discard")})
    panels = compose(state, update_position(START, state, 0.0), *LARGE)
    cities = [panel.box for panel in panels if panel.paint is large_city.paint]
    assert len({round(box.h) for box in cities}) == 1
    assert not any(one.overlaps(other.box) for one in cities for other in panels if other.box is not one)


@pytest.mark.parametrize(
    "bearings",
    [(0.0, 2.0, 4.4), (0.0, 1.9, 4.5), (3.1, 4.6, 1.6), (0.8, 1.6, 4.8, 5.3), (3.1, 4.7, 0.0, 1.6)],
    ids=str,
)
def test_cities_at_the_sides_lie_beside_the_others(bearings: tuple[float, ...]) -> None:
    players = len(bearings)
    seats = tuple(replace(mark, bearing=bearing) for mark, bearing in zip(marks(players), bearings, strict=True))
    state = replace(table(players), seats=seats)
    boxes = [panel.box for panel in compose(state, update_position(START, state, 0.0), *LARGE)]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    taken(Shot(state), LARGE).close()


def test_no_notice_is_said_twice() -> None:
    notices = (Notice("notice.card_missing", {"card": "altar", "wonder": "olympia"}, 2),)
    for plans in ({}, {2: Plan("discard")}):
        state = TableState(NEW, marks(3), plans=plans, notices=notices)
        with taken(Shot(state), LARGE) as window:
            said = [panel.content for panel in window._panels if panel.paint is not turn_status.paint_turn]
        told = [one for one in said if getattr(one, "notice", None)]
        shown_by = [
            one.facts
            for one in said
            if isinstance(one, LargeCity) and one.facts.notice and (one.facts.summary is None or one.facts.summary.past)
        ]
        assert len(told) + len(shown_by) == 1


@pytest.mark.parametrize("bearings", [even(4), (0.0, 0.5, 3.0, 3.4), (0.0, 0.4, 5.9, 3.1)], ids=str)
def test_four_cities_fill_the_corners_in_the_order_of_the_seats(bearings: tuple[float, ...]) -> None:
    seats = tuple(replace(mark, bearing=bearing) for mark, bearing in zip(marks(4), bearings, strict=True))
    state = replace(table(4), seats=seats)
    panels = compose(state, update_position(START, state, 0.0), 1920, 1080)
    cities = [panel.box for panel in panels if panel.paint is large_city.paint]
    corners = [(box.x > 960, box.y > 400) for box in cities]
    clockwise = [(True, True), (False, True), (False, False), (True, False)]
    first = clockwise.index(corners[0])
    assert corners == [*clockwise[first:], *clockwise[:first]]
    assert min(box.h for box in cities) > 0.4 * 1080, "a third of the screen had been empty"
