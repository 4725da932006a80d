"""A live session resumes the interrupted game."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from device.app.connections import Storage
from device.app.stored_games import StoredGames
from device.commands.appliance.running import resume_unfinished
from device.errors import UnreadableGameError
from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import TableSceneReader
from device.session.ledger import Ledger
from device.session.looking import look
from device.session.restoring import COUNTED, restore, resume
from device.session.session import Session
from device.session.setup import TableSetup
from device.umpire.table import TableUmpire
from display.messages.events import SUPPOSED, Booked, LeftAsItIs
from engine import Build, CorrectCoins, Discard, Recruit
from engine.bots import Chair, hand_of_chair
from tests.device.app.test_stored_games import counted_table
from tests.device.journal.stored import store_actions
from tests.device.tables import CODEBOOK, FakeTable
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

SEATS = [("giza", "A"), ("rhodes", "B"), ("babylon", "A")]
TURN = [Discard(seat) for seat in range(3)]


def resumed_from(tmp_path, actions, options):
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        game_id = journal.begin(SEATS, options)
        store_actions(journal, game_id, actions)
        scene_reader = TableSceneReader(Reader(CODEBOOK), Tracker(CODEBOOK))
        return resume_unfinished(Session(TableUmpire(CODEBOOK)), journal, scene_reader)


def test_a_counted_table_has_the_names_that_were_said_later():
    options = {COUNTED: counted_table().stored, "names": ["Ann", "Bob", "Cy"]}
    assert restore(SEATS, options, ()).game.setup.names == ("Ann", "Bob", "Cy")


def test_an_unfinished_game_is_resumed(tmp_path):
    session, game_id = resumed_from(tmp_path, TURN, {"prefer": "right"})
    assert game_id == 1
    assert (session.game.turn, session.game.setup.prefer) == (2, "right")


def test_what_lies_at_a_board_that_is_not_in_the_game_belongs_to_nobody_from_the_first_moment_on():
    """A game of three is opened again at a table at which a fourth board lies; nobody has looked since."""
    table = FakeTable([*SEATS, ("ephesus", "A")])
    for seat, card in ((0, "lumber_yard"), (3, "clay_pit")):
        table.lay(seat, card)
    session = Session(TableUmpire(CODEBOOK), scene=table.scene(5.0))
    booked = [Booked(action) for action in TURN]
    restored = restore(SEATS, {}, booked)
    seats = {item.seat for item in resume(session, restored).scene.items}
    assert (len(restored.game.cities), seats) == (3, {0, None})


def test_a_game_against_the_rules_is_not_resumed(tmp_path):
    with pytest.raises(UnreadableGameError):
        resumed_from(tmp_path, [*TURN, Build(0, "palace")], {"rulings": 2})


def test_a_game_with_cities_and_leaders_goes_on_as_it_was(tmp_path):
    seats = (("giza", "day"), ("babylon", "night"), ("rhodes", "day"))
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        session = Session(TableUmpire(CODEBOOK), setup=TableSetup(seats), leaders=True, expansions=("cities",))
        game, stored = session.new_game(), StoredGames(Storage(journal, options={"prefer": "left"}))
        rome = Recruit(0, next(iter(game.catalogue.leaders)))
        wanted = [rome, Discard(1), Discard(2), *(Discard(seat) for seat in range(3)), CorrectCoins(1, 2)]
        booked = tuple(Booked(action, hand=True) for action in wanted)
        for action in wanted:
            game = game.apply(action)
        stored.store(replace(session, game=game), booked)
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        reader = TableSceneReader(Reader(CODEBOOK), Tracker(CODEBOOK))
        session, _ = resume_unfinished(Session(TableUmpire(CODEBOOK)), journal, reader)
    assert session.game == game
    assert (session.game.setup.leaders, session.game.setup.expansions) == (True, ("cities",))
    assert (session.game.last_turn, session.game.cities[0].leaders) == (7, (rome.card,))
    assert session.game.setup.edition == "second"
    assert {card.set for card in session.game.age_cards} == {"base", "cities"}


def test_the_empty_chair_of_a_game_is_restored_with_its_cards(tmp_path):
    session, _ = resumed_from(tmp_path, TURN, {"chair": [1, 77]})
    assert session.setup.chair == Chair(1, 77)
    assert len(hand_of_chair(session.game, session.setup.chair)) == 6


@pytest.mark.parametrize("chair", [5, ["x", 1], [9, 1], [1], {"seat": 1}])
def test_a_game_whose_stored_chair_is_none_is_not_resumed(tmp_path, chair):
    with pytest.raises(UnreadableGameError):
        resumed_from(tmp_path, TURN, {"chair": chair})


def test_a_demo_game_is_not_resumed_at_a_real_table(tmp_path):
    session, game_id = resumed_from(tmp_path, TURN, {"demo": {"players": 3, "seed": 1}})
    assert (session.game, game_id) == (None, None)


def test_resuming_replays_what_was_committed(tmp_path):
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        game_id = journal.begin(SEATS, {})
        store_actions(journal, game_id, TURN)
        assert len(resumed(Session(TableUmpire(CODEBOOK)), journal, game_id).entries) == 3


def test_a_pile_that_somebody_holds_during_the_restart_brings_no_new_cards(tmp_path):
    session, _ = resumed_from(tmp_path, TURN, {})
    table = FakeTable(SEATS)
    session, _ = look(session, table.scene(1))
    session, _ = look(session, table.scene(5))
    table.discard()
    for _ in range(5):
        session, _ = look(session, table.scene(1))
    assert session.memory.mat.count(CODEBOOK.back("age_1")) == 0
    table.discard()
    session, _ = look(session, table.scene(1))
    assert session.memory.mat.count(CODEBOOK.back("age_1")) == 1


def test_what_an_older_journal_says_of_cards_that_lie_elsewhere_changes_nothing():
    ledger = Ledger().fold([Booked(Discard(0)), Booked(Discard(1)), LeftAsItIs((("moved", 0, 1), (SUPPOSED, 1, 1)))])
    assert [entry.supposed for entry in ledger.entries] == [False, True]
