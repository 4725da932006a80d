"""What one telephone is told, and that changes lead from one state to the next."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.features.telephones.game.snapshot import PhoneFacts, snapshot
from device.features.telephones.game.turn_words import words_of
from device.features.telephones.server.views import changes, story_text, turn_text, view_of
from display.table_state import TableState
from display.words import Words, languages
from engine import printed_names
from tests.dealing.dealer import deal
from tests.device.features.telephones.server.served import changed

FACTS = PhoneFacts("abcd", enters=True)


values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=1), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.text("abc", max_size=1), values, max_size=4)


@settings(max_examples=50)
@given(objects, objects)
def test_changes_lead_from_any_state_to_any_other(before, after):
    by = changes(before, after)
    assert by is None or changed(before, json.loads(json.dumps(by))) == after


@cache
def states(players: int, *, leaders: bool = False):
    games = deal(players, 11, leaders=leaders).game.states()
    told = (snapshot(TableState(game=game, names=game.setup.names), FACTS) for game in games)
    return [json.loads(json.dumps(state)) for state in told]


@pytest.mark.parametrize(("players", "leaders"), [(3, False), (7, False), (7, True), (2, False)])
def test_a_change_is_short_and_the_first_state_is_not_long(players, leaders):
    """In bytes, for the telephone of the first seat."""
    views = [view_of(state, state["seats"][0]["wonder"], "uk") for state in states(players, leaders=leaders)]
    assert len(said(views[0])) < 12_000
    for before, after in itertools.pairwise(views):
        by = changes(before, after)
        assert changed(before, json.loads(json.dumps(by))) == after
        assert len(said({"change": by})) <= 2048, by


def test_the_longest_change_is_short_for_every_seat_of_seven():
    """Long names, and words that are long in bytes; Halicarnassus may take nearly every structure from the pile."""
    games = [game for game in deal(7, 2, leaders=True).game.states() if not game.pending and game.age > 1]
    names = tuple(f"Maximilian der {seat}." for seat in range(7))
    told = [json.loads(json.dumps(snapshot(TableState(game=game, names=names), FACTS))) for game in games]
    for wonder in (city["wonder"] for city in told[0]["seats"]):
        views = [view_of(state, wonder, "uk") for state in told]
        lengths = [len(said({"change": changes(*pair)})) for pair in itertools.pairwise(views)]
        assert max(lengths) <= 2304


def test_a_price_list_that_changes_as_a_whole_names_each_word_once():
    before = dict.fromkeys(("baths", "altar", "theater", "palace"), "o")
    after = {"baths": "f", "theater": "f", "palace": "f", "walls": "!built"}
    by = changes(before, after)
    assert by == {"-": ["altar"], "walls": "!built", "*": {"f": "baths palace theater"}}
    assert changed(before, by) == after


def said(value) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def test_a_telephone_gets_the_prices_of_its_own_seat_only():
    state = states(3)[0]
    wonders = [city["wonder"] for city in state["seats"]]
    assert view_of(state, wonders[1], "en")["prices"].keys() == {"1"}
    assert view_of(state, "", "en")["prices"] == {}
    assert view_of(state, "atlantis", "en")["prices"] == {}


def test_who_plays_for_the_free_city_gets_its_prices_too():
    for state in states(2):
        if state["controller"] is not None and state["prices"]:
            wonder = state["seats"][state["controller"]]["wonder"]
            assert view_of(state, wonder, "en")["prices"].keys() == {str(state["controller"]), str(state["free_city"])}


@pytest.mark.parametrize("language", languages())
def test_what_was_done_is_told_in_every_language(language):
    for state in states(7, leaders=True)[::40]:
        for text in view_of(state, "", language)["turns"]:
            assert not re.search(r"[{}]|event\.|card\.|wonder\.", text), text


def test_payments_are_told_by_name():
    names, words = ["Ada", "Bob", "Cleo"], words_of("en")
    assert turn_text([1, "build", "palace", None, 2, 1, 0], names, words) == "Bob builds Palace (2 to Cleo, 1 to Ada)"
    assert turn_text([0, "stage", None, 2, 0, 0, 3], names, words) == "Ada builds stage 2 (3 to the bank)"
    assert turn_text([2, "coins", None, None, 0, 0, 7], names, words) == "Cleo has 7 coins."
    assert turn_text(["fight"], names, words) == "Conflicts are resolved."


def says(name, text):
    """True if the name stands there as a word of its own, not as a guild's."""
    return bool(re.search(rf"\b{re.escape(name)}\b(?! Guild)", text))


@pytest.mark.parametrize(("players", "leaders"), [(3, True), pytest.param(7, True, marks=pytest.mark.slow)])
def test_every_byte_names_only_what_lies_open_or_could_be_in_any_hand(players, leaders):
    """Ids and names of cards in everything that is sent during a whole game, price lists left out."""
    cards = {ident: name for kind in ("card", "leader") for ident, name in printed_names(kind, "en").items()}
    games = list(deal(players, 11, leaders=leaders).game.states())
    for seat in range(players):
        before = {}
        for game, state in zip(games, states(players, leaders=leaders), strict=True):
            view = view_of(state, state["seats"][seat]["wonder"], "en")
            told = changes(before, view) or {}
            sent = {name: value for name, value in told.items() if name not in ("prices", "recruits")}
            lies_open = {name for city in game.cities for name in (*city.cards, *city.leaders)}
            text = json.dumps(sent)
            named = {ident for ident in cards if f'"{ident}"' in text}
            spoken = {ident for ident, name in cards.items() if name in text and says(name, text)}
            assert named <= lies_open
            assert spoken <= lies_open | {ident for ident in spoken if any(cards[ident] in cards[o] for o in lies_open)}
            before = view


def test_the_story_is_told_in_the_language_of_the_telephone():
    names = {"payer": [["Ada", "giza"]], "taker": [["", "rhodes"]]}
    assert story_text("story.paid", {"count": 7, **names}, Words()).endswith("7, from Ada, Giza to Rhodes.")
    shared = {"age": 3, "turn": 4, "before": [["Ada", "giza"]], "after": [["Ada", "giza"], ["", "rhodes"]]}
    assert story_text("story.lead.turn", shared, Words("it")).endswith("da Ada, Giza a Ada, Giza; Rodi.")
    game = deal(3, 11).game
    over = snapshot(TableState(game=game, names=game.setup.names, finished=True), replace(FACTS, revealed=9))
    for language in languages():
        told = view_of(json.loads(json.dumps(over)), "", language)["story"]
        assert len(told) >= 2
        assert not [text for text in told if "{" in text or "story." in text]


def test_questions_come_with_their_words():
    question = {
        "id": "one",
        "seat": 1,
        "kind": "not_affordable",
        "with": {"card": "palace"},
        "choices": ["exception", "wait"],
    }
    state = {"stage": "setup", "seats": [], "questions": [question]}
    told = view_of(state, "", "it")["questions"][0]
    assert told["kind"] == "one"
    assert len(told["words"]) == 2
    assert told["text"]
    assert "question." not in told["text"]
