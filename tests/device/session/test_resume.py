"""A live session resumes the interrupted game."""

from __future__ import annotations

from contextlib import closing

from device.commands.appliance.running import resume_unfinished
from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import TableSceneReader
from device.reporting.output import Output
from device.session.looking import look
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import Build, Discard
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
        return resume_unfinished(Session(TableUmpire(CODEBOOK)), journal, scene_reader, Output())


def test_an_unfinished_game_is_resumed(tmp_path):
    session, game_id = resumed_from(tmp_path, TURN, {"prefer": "right"})
    assert game_id == 1
    assert (session.game.turn, session.game.setup.prefer) == (2, "right")


def test_a_game_against_the_rules_is_reported_and_not_resumed(tmp_path, capsys):
    session, game_id = resumed_from(tmp_path, [*TURN, Build(0, "palace")], {"rulings": 2})
    assert (session.game, game_id) == (None, None)
    assert "Game 1" in capsys.readouterr().err


def test_a_demo_game_is_not_resumed_at_a_real_table(tmp_path):
    session, game_id = resumed_from(tmp_path, TURN, {"demo": {"players": 3, "seed": 1}})
    assert (session.game, game_id) == (None, None)


def test_resuming_replays_what_was_committed(tmp_path):
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        game_id = journal.begin(SEATS, {})
        store_actions(journal, game_id, TURN)
        assert len(resumed(Session(TableUmpire(CODEBOOK)), journal, game_id).entries) == 3


def test_a_pile_that_somebody_holds_during_the_restart_brings_no_new_cards(tmp_path):
    """It is put down when two have laid the next turn's cards; the third has not discarded."""
    session, _ = resumed_from(tmp_path, TURN, {})
    table = FakeTable(SEATS)
    for _ in range(6):
        session, _ = look(session, table.scene(1))
    for seat, card in enumerate(("lumber_yard", "stone_pit")):
        table.lay(seat, card)
    table.discard()
    for _ in range(10):
        session, _ = look(session, table.scene(1))
    assert (session.game.turn, session.game.actions) == (2, session.game.actions[:3])
