"""Which discards on the mat belong to which turn once the record was changed: by UNDO, REDO or a correction."""

from __future__ import annotations

import pytest

from display.messages.intents import Advance, ChangePast, EndTurn, Redo, Undo, UndoTo
from engine import BuildStage, Discard, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
BACK = CODEBOOK.back("age_1")


def on_mat(session):
    """How many discards the mat shows for the open turn."""
    return session.session.memory.mat.count(BACK)


def play(session, *cards):
    """The first two cities build, the third one discards; the turn closes."""
    for seat, card in enumerate(cards):
        session.table.lay(seat, card)
        session.wait(1)
    session.table.discard()
    return session.wait(14)


@pytest.fixture
def first():
    """The first turn has closed."""
    return play(TableSession(WONDERS), "lumber_yard", "clay_pool")


def test_an_entry_that_is_undone_and_done_again_brings_no_discard_of_an_earlier_turn(first):
    play(first, "stone_pit", "loom").table.discard()
    first.wait(2).enter(Discard(0)).wait(1)
    before = on_mat(first)
    counted = [on_mat(first.press(change).wait(1)) for change in (Undo(), Redo(), Undo(), Redo())]
    assert (before, counted, first.game.turn) == (1, [1] * 4, 3)


@pytest.mark.parametrize("times", [1, 2])
def test_a_turn_that_is_done_again_has_its_own_discards(first, times):
    play(first, "stone_pit", "loom")
    for change in (Undo(), Redo()):
        for _ in range(times):
            first.press(change).wait(2)
    assert (first.game.turn, on_mat(first)) == (3, 0)
    for seat, card in enumerate(("press", "glassworks")):
        first.table.lay(seat, card)
        first.wait(1)
    assert first.wait(16).game.turn == 3, "the third city may still think"


def test_a_correction_brings_no_discard_of_an_earlier_turn_to_the_open_one(first):
    first.table.discard()
    first.wait(2).enter(Discard(0)).wait(1).press(ChangePast(1, BuildStage(1, exception=True)))
    assert (on_mat(first), on_mat(first.wait(2))) == (1, 1)


def test_when_several_turns_are_undone_the_first_of_them_has_its_discard_again(first):
    play(first, "stone_pit", "loom").press(UndoTo(0))
    assert on_mat(first) == 2, "that of the second turn lies there, too"


def test_an_ages_last_turn_that_is_undone_closes_again_with_what_is_left_over():
    session = TableSession(WONDERS).jump(6)
    for seat, card in enumerate(("barracks", "stockade")):
        session.table.lay(seat, card)
        session.wait(1)
    for _ in range(4):
        session.table.discard()
        session.wait(0.5)
    assert session.wait(30).game.age == 2
    for _ in range(2):
        session.press(Undo()).wait(1)
    assert (session.game.age, session.game.turn, session.game.phase) == (1, 6, Phase.TURN)
    session.press(Advance())
    assert session.wait(1).game.phase is not Phase.TURN


def test_advance_after_an_undo_ends_a_turn_whose_discards_the_mat_shows(first):
    first.press(Undo()).wait(2).press_once(Advance())
    assert (first.game.turn, isinstance(first.session.entries[-1].action, Discard)) == (2, True)


def test_what_somebody_said_of_a_turn_stands_when_it_is_done_again():
    session = TableSession(WONDERS, auto=False).press(Advance())
    for seat, card in enumerate(("lumber_yard", "clay_pool")):
        session.table.lay(seat, card)
    session.wait(1).press_once(EndTurn((2,)))
    said = session.session.memory.said
    session.press(Undo()).press(Redo())
    assert (said, session.session.memory.said) == ({(1, 1, 2)}, {(1, 1, 2)})
