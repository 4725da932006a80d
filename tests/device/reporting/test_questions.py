"""Every question is a sentence, wherever it is said: on the screen, in the terminal, in what was recorded."""

from __future__ import annotations

import msgspec
import pytest

from device.features.captures.format import AskedQuestion, as_asked
from device.reporting.sentences import action_sentence, sentences
from display.messages.events import Asked
from display.messages.questions import Question
from display.words import Words, languages
from engine import BuildStage, Discard, Payment, Reason
from tests.device.umpire.test_table import TableSession
from tests.display.catalogues import catalogue

CARD, BOARD = {"card": "palace"}, {"wonder": "rhodes"}
POOR = (Reason("too_few_coins", {"missing": 2}),)
ASKED = {
    "already_acted": {"seat": 1, **CARD},
    "already_built": CARD,
    "card_of_another_edition": CARD,
    "change_past": {"unfit": "1,2,rhodes,build,stockade,;2,1,giza,stage,,3"},
    "clear_table": {},
    "loss": {"coins": 3},
    "other_edition": CARD,
    "shown_twice": CARD,
    "too_many_drawn": CARD,
    "which_card": {**CARD, "other": "altar"},
    "correct_past": {"changes": ",1,rhodes,build,timber_yard,build,clay_pit;,1,alexandria,build,baths,discard,"},
    "court": {},
    "discard_otherwise": BOARD,
    "entered_otherwise": CARD,
    "entered_too_often": {},
    "leader_taken": {"card": "plato", "leader": "plato"},
    "no_copy_left": CARD,
    "no_free_build": CARD,
    "no_stage_left": {"stage": 3},
    "not_acted": BOARD,
    "not_acted_several": {"wonder_ids": "rhodes,giza"},
    "not_affordable": CARD,
    "not_in_discard_pile": CARD,
    "not_in_player_count": {**CARD, "players": 3},
    "not_in_this_game": CARD,
    "not_now": {"phase": "turn", **CARD},
    "payment_not_valid": {**CARD, "pays": Payment(2, 0, 0)},
    "stage_not_affordable": {"stage": 1},
    "stage_out_of_order": {"stage": 2, "due": 1},
    "stage_wrong_age": {"stage": 1, "card": "age_2", "age": 1},
    "too_many_guilds": CARD,
    "too_many_boards": {"count": 8},
    "two_cards": {**CARD, "other": "altar"},
    "unknown_card": CARD,
    "unknown_leader": {"leader": "solon"},
    "unsure_place": {**CARD, **BOARD},
    "unsure_stage": {"card": "age_1", **BOARD},
    "wonder_twice": BOARD,
    "wonders_refused": {"reason": "wonder_not_in_this_game", **BOARD},
    "wrong_age": {**CARD, "age": 1},
}
"""Kind -> what fills in its sentence."""
ANSWERED = {"promised"}
"""Sentences about a question that has been answered."""


def test_every_kind_of_question_is_listed_here():
    keys = {entry.msgid.partition(".")[2] for entry in catalogue("en") if entry.msgid.startswith("question.")}
    assert {key for key in keys if not key.endswith(".help")} - ANSWERED == set(ASKED)


@pytest.mark.parametrize("language", languages())
def test_every_question_is_a_whole_sentence(language):
    words = Words(language)
    for kind, placeholders in ASKED.items():
        for key in (kind, kind.removeprefix("stage_")):
            said = words.question(key, {**placeholders, "reasons": POOR})
            assert said[-1] in ".?", said
            assert not set("{}_") & set(said), said


def test_a_recorded_question_has_the_same_words():
    for kind, placeholders in ASKED.items():
        question = Question(0, kind, {**placeholders, "pays": "2", "reasons": POOR})
        kept = msgspec.json.decode(msgspec.json.encode(as_asked(question)), type=AskedQuestion)
        assert Words().question(kept.kind, kept.filled) == Words().question(kind, question.placeholders)


def test_a_question_recorded_without_reasons_is_the_same_question():
    question = Question(0, "not_affordable", {**CARD, "reasons": POOR})
    older = msgspec.json.decode(
        b'{"seat":0,"kind":"not_affordable","said":[["card","palace"],["reasons",null]]}', type=AskedQuestion
    )
    assert older == as_asked(question)
    assert Words().question(older.kind, older.filled) == "You can’t afford Palace."


def test_an_unaffordable_stage_is_named_in_the_terminal():
    session = TableSession([("alexandria", "A"), ("rhodes", "A"), ("babylon", "A")])
    session.table.stage(0, 1)
    session.wait(10)
    asked = next(event for event in session.events if isinstance(event, Asked))
    (said,) = sentences(asked, session.session, Words())
    assert "You can’t afford stage 1. " in said
    assert "Alexandria" in said
    assert "{" not in said


def test_an_exception_is_marked_in_the_terminal():
    words = Words()
    assert (
        action_sentence(BuildStage(0, 1, Payment(), exception=True), "giza", words)
        == "Giza builds stage 1 (as an exception)"
    )
    assert action_sentence(BuildStage(0, 1, Payment(2)), "giza", words) == "Giza builds stage 1 (2 coins to the left)"
    assert action_sentence(Discard(0, exception=True), "giza", words) == "Giza discards. (as an exception)"
