"""Past actions are changed by hand: what no longer fits is asked about, and what cannot be changed is refused."""

from __future__ import annotations

import pytest

from device.session.pressing import press
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import Refused, Undone
from display.messages.intents import Answer, ChangePast, Enter, SwapPast
from engine import Build, CorrectCoins, Discard, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
FIRST = (Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pool"))
SECOND = (Build(0, "baths"), Build(1, "stockade"), Build(2, "ore_vein"))


@pytest.fixture
def played():
    return TableSession(WONDERS).enter(*FIRST, *SECOND)


def did(session):
    return [(entry.seat, getattr(entry.action, "card", None)) for entry in session.session.entries]


@pytest.mark.parametrize(
    "asked", [ChangePast(6, Discard(0)), ChangePast(-1, Discard(0)), ChangePast(0, CorrectCoins(0, 9)), SwapPast(0, 6)]
)
def test_what_is_no_action_of_a_seat_is_not_changed(played, asked):
    before = played.session.entries
    played.press(asked)
    assert played.session.entries == before
    assert played.events[-1] == Refused("notice.nothing_to_change")


def test_corrected_coins_are_changed_to_nothing_else(played):
    played.press(Enter(CorrectCoins(0, 9)))
    before = played.session.entries
    played.press(ChangePast(6, Discard(0)))
    assert (played.session.entries, played.events[-1]) == (before, Refused("notice.nothing_to_change"))


def test_before_a_game_there_is_nothing_to_change():
    session, events = press(Session(TableUmpire(CODEBOOK)), ChangePast(0, Discard(0)))
    assert (session.game, events) == (None, (Refused("notice.nothing_to_change"),))


def test_an_action_that_the_rules_forbid_is_refused_with_the_reasons(played):
    before = played.session.entries
    played.press(ChangePast(0, Build(0, "palace")))
    assert (played.session.entries, played.session.proposed) == (before, None)
    refused = played.events[-1]
    assert (refused.key, bool(refused.reasons)) == ("notice.not_entered", True)


def test_what_fits_is_changed_at_once_from_that_action_on(played):
    played.press(ChangePast(2, Discard(2)))
    assert did(played) == [
        (0, "lumber_yard"),
        (1, "stone_pit"),
        (2, None),
        (0, "baths"),
        (1, "stockade"),
        (2, "ore_vein"),
    ]
    assert [event.keep for event in played.events if isinstance(event, Undone)] == [2]
    assert played.questions == []


@pytest.mark.parametrize(("answer", "changed"), [("leave", False), ("change", True)])
def test_what_no_longer_fits_is_asked_about(played, answer, changed):
    before = played.session.entries
    played.press(ChangePast(0, Discard(0)))
    (question,) = played.session.questions
    assert (question.kind, played.session.entries) == ("change_past", before)
    played.press(Answer(question, question.choices.index(answer)))
    assert played.session.proposed is None
    assert (played.session.entries != before) is changed
    assert isinstance(played.session.entries[0].action, Discard) is changed


def test_an_age_does_not_end_by_itself_while_that_is_asked(played):
    for _ in range(4):
        played.enter(*(Discard(seat) for seat in played.game.to_act))
    played.press(ChangePast(0, Discard(0)))
    assert (played.wait(30).game.phase, bool(played.session.proposed)) == (Phase.CONFLICTS, True)
    (question,) = played.session.questions
    played.press(Answer(question, question.choices.index("leave")))
    assert played.wait(30).game.age == 2


def test_two_cities_that_were_mixed_up_are_swapped(played):
    played.press(SwapPast(1, 2))
    assert did(played)[:3] == [(0, "lumber_yard"), (1, "clay_pool"), (2, "stone_pit")]


def test_what_is_asked_about_the_past_stands_when_a_turn_closes(played):
    before = len(played.session.entries)
    played.press(ChangePast(0, Discard(0)))
    played.enter(*(Discard(seat) for seat in played.game.to_act))
    (question,) = played.session.questions
    assert (question.kind, len(played.session.entries)) == ("change_past", before + 3)
    played.press(Answer(question, question.choices.index("change")))
    assert (isinstance(played.session.entries[0].action, Discard), played.session.questions) == (True, ())


def test_what_people_said_of_the_open_turn_stands_when_an_older_action_is_changed(played):
    played.table.lay(0, "apothecary")
    (question,) = played.wait(3).session.ruling.questions
    played.press(Answer(question, question.choices.index("exception"))).wait(1)
    played.press(ChangePast(2, Discard(2)))
    assert played.wait(3).questions == []
