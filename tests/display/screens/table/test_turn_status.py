"""What the middle of the table shows first if there is more than one thing to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.box import Box
from display.drawing.seating import arrange
from display.drawing.theme import DARK, Colour
from display.messages.questions import Notice, Plan
from display.navigation.position import START
from display.screens.layout import compose
from display.screens.table.turn_status import content, paint, paint_notice
from display.table_state import SeatMark, TableState
from display.window import Window
from display.words import line
from engine import Game
from tests.display.drawn import drawn, strict_canvas
from tests.display.sessions import AGE_ENDS, MIDDLE, board, marks, played, table

SIZE = (480, 320)
WAITING = Notice("notice.waiting_for_many", {"count": 3})
LOPSIDED = (
    (5.2, 1.1, 2.0),
    (0.0, 2.0, 4.3),
    (1.2, 3.1, 5.1),
    (0.0, 1.6, 3.1),
    (5.2, 1.1, 2.0, 4.3),
    (5.3, 0.9, 1.6, 3.1),
    (5.2, 0.0, 1.1, 1.6, 2.1, 3.1, 4.2),
)
"""Bearings of players who leave an edge of the table free: the middle is wide, or high, or a strip."""


def said(*notices: Notice) -> tuple[str | None, str | None]:
    game = played(3, MIDDLE)
    status = content(TableState(game, marks(3), notices=notices, camera="camera.gone"), game)
    return status.camera, status.notice.key if status.notice else None


def test_an_answer_to_a_press_goes_before_a_camera_problem() -> None:
    assert said(WAITING) == (None, WAITING.key)


def test_a_camera_problem_goes_before_a_notice_about_a_seat() -> None:
    assert said(Notice("notice.card_missing", {"card": "altar"}, 1))[0] == "camera.gone"


def test_a_lasting_notice_hides_neither_camera_problems_nor_other_notices() -> None:
    lasting = Notice("notice.journal_in_use", lasting=True)
    assert said(lasting) == ("camera.gone", "notice.journal_in_use")
    assert said(lasting, WAITING) == (None, WAITING.key)
    assert said(lasting, Notice("notice.card_missing", {"card": "altar"}, 1))[1] == "notice.journal_in_use"


@pytest.mark.parametrize("seats", [(), marks(3)])
def test_before_a_game_what_passes_is_said_too_and_then_what_lasts(seats: tuple[SeatMark, ...]) -> None:
    lasting, passing = Notice("notice.journal_full", lasting=True), Notice("notice.journal_made_good")
    for notices, told in (((), []), ((lasting,), [lasting]), ((lasting, passing), [passing])):
        panels = compose(TableState(seats=seats, notices=notices), START, 480, 320)
        assert [panel.content for panel in panels if panel.paint is paint_notice] == [line(one.key) for one in told]


LONG = (
    Notice("notice.journal_damaged"),
    Notice("notice.journal_older", {"count": 12}),
    Notice("notice.unfinished_unreadable"),
    Notice("notice.feature_failed", {"feature": "table_score"}),
    Notice("notice.settings_damaged"),
    Notice("notice.settings_unknown", {"names": "telephones.enters, hall.broker"}),
    Notice("notice.record_failed", {"folder": "/var/lib/wondertable/captures", "reason": "No space left on device"}),
    Notice("notice.card_moved", {"card": "shipowners_guild"}, 1),
    Notice("notice.card_missing", {"card": "shipowners_guild"}, 1),
    Notice("notice.card_not_recorded", {"card": "shipowners_guild"}, 1),
)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "pt_BR", "uk"])
@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_a_long_notice_fits_the_middle_of_a_full_table_and_one_about_a_long_name_its_city(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    game = played(7, MIDDLE)
    with Window(size, language=language, strict=True) as window:
        for notice in LONG:
            window.show(TableState(game, marks(7), notices=(notice,)), 0.0)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "pt_BR", "uk"])
def test_the_table_and_the_conflicts_are_legible_wherever_people_sit(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Window(SIZE, language=language, strict=True) as window:
        for bearings in LOPSIDED:
            seats = tuple(
                replace(mark, bearing=bearing) for mark, bearing in zip(marks(len(bearings)), bearings, strict=True)
            )
            window.show(replace(table(len(bearings)), seats=seats), 0.0)
            window.show(TableState(played(len(bearings), 0), seats), 1.0)
            window.show(TableState(played(len(bearings), AGE_ENDS), seats), 2.0)
            window.show(TableState(played(len(bearings), AGE_ENDS), seats), 60.0)


def test_these_seatings_leave_a_middle_of_every_shape() -> None:
    middles = [arrange(bearings, Box(0, 0, 464, 253), 5).centre for bearings in LOPSIDED]
    assert {round(middle.w / middle.h, 1) for middle in middles} == {1.2, 2.5, 3.8}


def words_of(acted: int, players: int = 5, **more: object) -> list[str]:
    """The texts in the middle of the table once so many seats have acted."""
    game = Game.new([board(seat) for seat in range(players)])
    state = TableState(game, plans=dict.fromkeys(range(acted), Plan("discard")), **more)  # type: ignore[arg-type]
    return drawn(paint, content(state, game), (420, 140))


def test_up_to_three_seats_are_waited_for_by_name_more_are_counted() -> None:
    assert any("Babylon" in one and "Ephesus" in one for one in words_of(3))
    assert any("Babylon" in one for one in words_of(2))
    assert not any("Babylon" in one for one in words_of(1))
    assert any("4" in one for one in words_of(1))


def test_a_bead_is_gold_for_each_turn_up_to_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(3, 3)
    canvas = strict_canvas(420, 140)
    plates: list[object] = []
    plate = canvas.plate

    def noted(box: Box, colour: Colour, radius: float = 0.0) -> None:
        plates.append(colour)
        plate(box, colour, radius)

    monkeypatch.setattr(canvas, "plate", noted)
    paint(canvas, content(TableState(game), game))
    gold, line = DARK.gold, DARK.line
    assert game.turn == 4
    assert plates == [gold, gold, gold, gold, gold, line, line]  # the plate of the age, then the beads


def test_a_notice_that_lasts_gives_way_once_only_few_are_waited_for() -> None:
    lasting = (Notice("notice.journal_in_use", lasting=True),)
    assert any("[info]" in one for one in words_of(2, notices=lasting))
    assert not any("[info]" in one for one in words_of(3, notices=lasting))


def test_a_notice_about_a_seat_is_in_the_middle_only_if_the_seats_panel_has_no_room_for_it() -> None:
    about = (Notice("notice.card_missing", {"card": "altar"}, 1),)
    assert not any("Altar" in one for one in words_of(1, notices=about))
    assert any("Rhodes: Altar" in one for one in words_of(2, notices=about))


def test_the_banners_of_all_who_are_awaited_are_shown() -> None:
    assert [one for one in words_of(2) if "banner" in one] == [
        "[banner.olympia]",
        "[banner.ephesus]",
        "[banner.babylon]",
    ]
    assert not any("banner" in one for one in words_of(5))
