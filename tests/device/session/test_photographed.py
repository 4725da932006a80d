"""A photograph of a turn's cards at a station: each is recorded for its seat, as if it were shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.session.photographed import seats_that_show
from device.session.pressing import press
from display.messages.intents import Answer, Redo, ShownCard, ShowTurn, Undo
from engine import Build, BuildStage, Discard
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, code_of
from tests.device.umpire.station.test_station import BACKS, MAT, THREE, Mat


def by_picture(name: str, *others: str) -> ShownCard:
    """A card that is known by its picture: the code is that of its first copy."""
    codes = [CODEBOOK.copies(CODEBOOK.entries[code_of(each)])[0].code for each in (name, *others)]
    return ShownCard(codes[0], "first", tuple(codes[1:]))


@pytest.fixture
def station() -> Mat:
    return Mat(THREE)


def photograph(station: Mat, *cards: ShownCard) -> Mat:
    station.press(ShowTurn(cards))
    return station.wait(8)


def test_the_cards_of_a_turn_are_recorded_for_the_seats_in_their_order(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein"), ShownCard(MAT))
    assert [type(action) for action in station.actions] == [Build, Build, Discard]
    assert [(action.seat, getattr(action, "card", None)) for action in station.actions] == [
        (0, "lumber_yard"), (1, "ore_vein"), (2, None)
    ]  # fmt: skip
    assert (station.game.turn, station.session.photographed, station.session.scene.items) == (2, (), ())


def test_backs_are_stages_and_a_sticker_names_a_copy(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), ShownCard(code_of("ore_vein")), by_picture("clay_pool"))
    before = len(station.actions)
    photograph(station, ShownCard(BACKS[1], "first"), by_picture("loom"), by_picture("press"))
    station.press(Answer(station.session.questions[0], 1))  # Giza has no stones: recorded anyway
    station.wait(8)
    assert isinstance(station.actions[before], BuildStage)
    assert len(station.actions) == before + 3
    assert code_of("ore_vein") in [entry.code for entry in station.session.entries]


def test_a_card_that_is_not_sure_is_asked_about_and_the_others_wait(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein", "stone_pit"), by_picture("clay_pool"))
    assert (len(station.actions), station.questions) == (1, ["which_card"])
    question = station.session.questions[0]
    assert question.choices == ("card:ore_vein", "card:stone_pit", "take_back")
    station.press(Answer(question, 1))
    station.wait()
    assert [action.card for action in station.actions] == ["lumber_yard", "stone_pit", "clay_pool"]


def test_a_photograph_may_show_the_cards_of_a_game_at_a_station_only(station: Mat) -> None:
    assert seats_that_show(station.session) == (0, 1, 2)
    assert seats_that_show(replace(station.session, game=None)) == ()
    assert seats_that_show(TableSession(THREE).session) == ()


def test_who_takes_a_card_back_takes_all_that_follow(station: Mat) -> None:
    """Whose they are is known by their order only."""
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein", "stone_pit"), by_picture("clay_pool"))
    station.press(Answer(station.session.questions[0], 2))
    station.wait(8)
    assert (len(station.actions), station.questions, station.session.photographed) == (1, [], ())


def test_a_card_that_cannot_be_paid_for_is_asked_about(station: Mat) -> None:
    photograph(station, by_picture("apothecary"), by_picture("ore_vein"), by_picture("clay_pool"))
    assert (len(station.actions), station.questions) == (0, ["not_affordable"])
    station.press(Answer(station.session.questions[0], 1))
    station.wait(8)
    assert len(station.actions) == 3


def test_more_or_fewer_cards_than_seats_are_not_taken(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein"))
    assert (station.actions, station.session.photographed) == ([], ())
    station.show(code_of("lumber_yard"))
    photograph(station, by_picture("ore_vein"), by_picture("clay_pool"))
    assert [action.seat for action in station.actions] == [0, 1, 2]


def test_undo_takes_back_one_and_forgets_the_rest(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein", "stone_pit"), by_picture("clay_pool"))
    station.press(Undo())
    station.wait(8)
    assert (len(station.session.entries), station.session.photographed) == (0, ())


def test_what_is_shown_to_the_camera_afterwards_is_recorded_as_ever(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein"), by_picture("clay_pool"))
    station.show(code_of("loom"))
    assert station.actions[-1] == Build(0, "loom", station.actions[-1].pays)
    assert station.turn == 1


def test_while_something_lies_on_the_mat_a_photograph_waits(station: Mat) -> None:
    station.lay(code_of("lumber_yard"))
    photograph(station, by_picture("ore_vein"), by_picture("clay_pool"))
    assert len(station.actions) == 1
    station.take_away()
    station.wait(8)
    assert [action.card for action in station.actions] == ["lumber_yard", "ore_vein", "clay_pool"]


def test_who_takes_a_card_back_is_not_asked_about_it_again_before_the_camera_looks(station: Mat) -> None:
    photograph(station, by_picture("lumber_yard"), by_picture("ore_vein", "stone_pit"), by_picture("clay_pool"))
    session, _ = press(station.session, Answer(station.session.questions[0], 2))
    assert (session.ruling.questions, session.scene.items) == ((), ())


def test_after_redo_a_photograph_is_forgotten_and_what_is_shown_counts(station: Mat) -> None:
    station.show(code_of("lumber_yard"))
    station.press(Undo())
    photograph(station, by_picture("apothecary"), by_picture("ore_vein"), by_picture("clay_pool"))
    station.press(Redo())
    station.wait(3)
    station.show(code_of("clay_pool"))
    assert [action.card for action in station.session.situation.game.actions] == ["lumber_yard", "clay_pool"]


def test_what_somebody_said_of_a_photograph_is_not_said_of_the_next_one(station: Mat) -> None:
    photograph(station, by_picture("ore_vein", "apothecary"), by_picture("stone_pit"), by_picture("clay_pool"))
    station.press(Answer(station.session.questions[0], 1))
    station.wait(3)
    station.press(Answer(station.session.questions[0], 0))  # it cannot be paid for, and is taken back
    photograph(station, by_picture("lumber_yard"), by_picture("stone_pit"), by_picture("clay_pool"))
    assert [action.card for action in station.actions] == ["lumber_yard", "stone_pit", "clay_pool"]
