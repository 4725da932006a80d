"""The facts of all games are collected once and kept."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.for_features.past_games import facts_store
from device.for_features.past_games.facts_store import FACTS, FactsStore
from device.journal.journal import Journal
from display.messages.events import Renamed, Undone
from engine import score_sheets
from tests.device.for_features.past_games.stored_games import dealt, store_counted_table, store_game


@pytest.fixture
def journal():
    with closing(Journal(None)) as found:
        yield found


@pytest.fixture
def replayed(monkeypatch):
    """The ids of the games that are replayed."""
    found = []
    replay = facts_store._facts
    monkeypatch.setattr(
        facts_store, "_facts", lambda journal, stored: found.append(stored.id) or replay(journal, stored)
    )
    return found


def test_the_facts_are_those_of_the_game(journal, tmp_path):
    stored = store_game(journal, 7, names=("Anna", "Ben", "Chiara"))
    (facts,) = FactsStore(None).collect(journal).games
    outcome = dealt(7).outcome()
    assert (facts.id, facts.edition, facts.players) == (stored, "first", 3)
    assert [city.name for city in facts.cities] == ["Anna", "Ben", "Chiara"]
    assert [city.total for city in facts.cities] == [sheet.total for sheet in score_sheets(dealt(7))]
    assert [city.place for city in facts.cities] == [outcome.ranks[seat] for seat in range(3)]


def test_the_free_city_is_no_player(journal):
    store_game(journal, 0)
    (facts,) = FactsStore(None).collect(journal).games
    assert facts.players == 2


def test_demo_games_and_unfinished_ones_do_not_count(journal):
    store_game(journal, 1, demo=True)
    store_game(journal, 2, actions=20)
    assert FactsStore(None).collect(journal).games == ()


def test_no_game_is_replayed_twice(journal, tmp_path, replayed):
    first = store_game(journal, 1)
    before = FactsStore(tmp_path / FACTS).collect(journal)
    second = store_game(journal, 2)
    after = FactsStore(tmp_path / FACTS).collect(journal)
    assert replayed == [first, second]
    assert after.games[0] == before.games[0]


def test_a_game_that_changes_is_replayed_again(journal, tmp_path, replayed):
    stored = store_game(journal, 1, names=("Anna", "", ""))
    store = FactsStore(tmp_path / FACTS)
    store.collect(journal)
    journal.write(stored, [Renamed(1, "Zoe")])
    (facts,) = store.collect(journal).games
    assert [city.name for city in facts.cities] == ["Anna", "Zoe", ""]
    journal.write(stored, [Undone(10)])
    assert store.collect(journal).games == (), "an undo opens it again"
    assert replayed == [stored, stored]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b'{"version": 0, "games": {}}', b"\xff\xfe", b'{"version": 1, "games": {"1": 3}}']
)
def test_a_damaged_or_older_file_is_made_anew(journal, tmp_path, content):
    path = tmp_path / FACTS
    path.write_bytes(content)
    store_game(journal, 1)
    assert len(FactsStore(path).collect(journal).games) == 1
    assert len(FactsStore(path).collected().games) == 1


def test_games_can_be_counted_without_a_place_to_write(journal, tmp_path):
    store_game(journal, 1)
    assert len(FactsStore(tmp_path / "missing" / FACTS).collect(journal).games) == 1


def test_a_game_that_cannot_be_replayed_is_counted_as_such_once(journal, tmp_path, replayed):
    stored = journal.begin([("giza", "A"), ("giza", "A"), ("rhodes", "A")])
    journal.finish(stored, [1, 2, 3])
    unfinished = store_game(journal, 1, actions=9)
    journal.finish(unfinished, [1, 2, 3])
    assert FactsStore(tmp_path / FACTS).collect(journal).unreadable == 2
    assert FactsStore(tmp_path / FACTS).collect(journal).unreadable == 2
    assert len(replayed) == 2


def test_a_table_of_which_only_the_end_is_known_counts(journal):
    store_counted_table(journal)
    (facts,) = FactsStore(None).collect(journal).games
    assert [(city.name, city.total, city.place) for city in facts.cities] == [("Anna", 5, 1), ("Ben", 1, 2), ("", 0, 3)]


def test_one_step_collects_one_game(journal):
    for number in range(3):
        store_game(journal, number)
    store = FactsStore(None)
    assert [store.step(journal) for _ in range(4)] == [False, False, True, True]
    assert len(store.collected().games) == 3
