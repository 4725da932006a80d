"""Numbers that matter are at least 1/24 of the screen's height: on 7 inches they are read from 3 m.

A screen of 7 inches, 800 x 480, is 93 mm high; a digit of 1/24 of that, 3.9 mm, is seen from 3 m at 4.4 minutes of arc,
about what somebody with full sight just reads (a letter of 5 minutes at 20/20); most of them are larger.
"""

from __future__ import annotations

import pytest

from display.drawing.box import Box
from display.drawing.canvas import Canvas, number_text, signed_text
from display.drawing.fonts import CAP
from display.facts.city_details import score_sheets_of
from display.facts.city_facts import city_facts
from display.screens.scoring import scoring
from display.screens.table.city_rows import MOST_NUMBERED
from display.screens.table.large_city import is_large
from engine import conflict_preview, prices
from tests.display.screens.test_screens import SIZES, taken
from tests.display.sessions import AGE_ENDS, OVER, played, shots, table

SHARE = 1 / 24
players = pytest.mark.parametrize("players", [3, 7])
sizes = pytest.mark.parametrize("size", SIZES, ids=str)


def numbers(name: str, size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Every number that is drawn to be read from afar -> the least height in which it is."""
    found: dict[str, float] = {}
    draw = Canvas.number

    def number(self: Canvas, box: Box, text: str, *args: object, **more: object) -> Box:
        place = draw(self, box, text, *args, **more)  # type: ignore[arg-type]
        found[text] = min(place.h, found.get(text, place.h))
        return place

    monkeypatch.setattr(Canvas, "number", number)
    taken(shots(players)[name], size).close()
    return found


@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])], ids=str
)
@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.slow), 7])
def test_every_number_of_every_screen(size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    near = {name for name in shots(players) if name.startswith("simulated")}  # half a screen, at a desk
    for name in shots(players).keys() - near:
        found = numbers(name, size, players, monkeypatch)
        assert {text: high for text, high in found.items() if high < size[1] * SHARE - 1} == {}, name


@sizes
@players
def test_a_citys_treasury_shields_and_stages(
    size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(players)
    assert state.game is not None
    shown = numbers("table", size, players, monkeypatch).keys()
    for seat in range(players):
        facts = city_facts(state, state.game, seat)
        few = players <= MOST_NUMBERED and not is_large(Box(0, 0, size[0] * 0.98, size[1] * 0.87))
        assert {str(facts.coins), str(facts.shields), *([str(facts.built)] if few else [])} <= shown


@sizes
def test_what_a_city_could_buy_and_its_strength(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = numbers("city", size, 7, monkeypatch).keys()
    state = table(7)
    assert state.game is not None
    assert {str(price) for side in prices(state.game, 0).values() for price in side.values()} & shown
    assert {signed_text(token) if token is not None else "=" for token in conflict_preview(state.game)[0]} <= shown


@sizes
@players
def test_points(size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    every = score_sheets_of(played(players, OVER))
    shown = numbers("scoring", size, players, monkeypatch).keys()
    assert {number_text(sheet.total) for sheet in every} <= shown
    assert {number_text(points) for sheet in every for points in sheet.points.values()} <= shown
    revealed = numbers("scoring_military", size, players, monkeypatch).keys()
    assert {number_text(sheet.points["military"]) for sheet in every} <= revealed


@sizes
@players
def test_tokens_and_shields(size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(players, AGE_ENDS)
    shown = numbers("conflicts", size, players, monkeypatch).keys()
    assert {signed_text(token) for pair in conflict_preview(game) for token in pair if token is not None} <= shown


@sizes
@pytest.mark.parametrize("language", ["de", "uk"])
def test_what_is_said_below_a_category(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    ems: list[int] = []
    paint, put = scoring.paint_remarks, Canvas._put

    def noted(self: Canvas, box: Box, text: str, em: int, **more: object) -> Box:
        ems.append(em)
        return put(self, box, text, em, **more)  # type: ignore[arg-type]

    def watched(canvas: Canvas, remarks: scoring.CategoryPoints) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Canvas, "_put", noted)
            paint(canvas, remarks)

    monkeypatch.setattr(scoring, "paint_remarks", watched)
    taken(shots(7)["scoring_science"], size, language).close()
    assert len(ems) > 1
    assert (min(ems) + 1) * CAP > size[1] / 27
