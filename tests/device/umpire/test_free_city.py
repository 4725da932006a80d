"""A game for two players with the Free City on the table, as the umpire sees it ("Variante Esperti")."""

from __future__ import annotations

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.session.looking import look
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, EndTurn
from engine import Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]


def test_three_boards_and_the_token_are_a_game_for_two():
    table_session = TableSession(WONDERS, free_city=1)
    assert table_session.game.setup.free_city == 1
    assert table_session.game.player_seats == (0, 2)


def test_three_boards_without_the_token_are_a_game_for_three():
    assert TableSession(WONDERS).game.setup.free_city is None


def test_the_token_means_nothing_among_four_boards():
    table_session = TableSession([*WONDERS, ("ephesus", "A")], free_city=1)
    assert table_session.game.setup.free_city is None


def test_a_token_laid_late_is_waited_for_like_a_board():
    table = FakeTable(WONDERS)
    session = Session(TableUmpire(CODEBOOK), auto=True)
    for _ in range(3):
        session, _ = look(session, table.scene(0.5))
    table.token(2)
    for _ in range(4):
        session, _ = look(session, table.scene(0.5))
        assert session.game is None
    for _ in range(2):
        session, _ = look(session, table.scene(0.5))
    assert session.game.setup.free_city == 2


def test_the_turn_closes_when_both_players_and_the_free_city_have_acted():
    table_session = TableSession(WONDERS, free_city=1)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(2, "stone_pit")
    assert table_session.wait(5).actions == []
    table_session.table.lay(1, "clay_pool")
    table_session.wait(2)
    assert table_session.actions == [(0, "Build"), (1, "Build"), (2, "Build")]


def test_each_players_last_card_and_the_free_citys_are_nobodys_discards():
    table_session = TableSession(WONDERS, free_city=1).jump(6)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    for _ in range(3):
        table_session.table.discard()
    assert table_session.wait(5).actions == []
    table_session.table.discard()
    assert table_session.wait(2).actions[-1] == (2, "Discard")


def test_the_free_city_has_no_seventh_card():
    table_session = TableSession(BABYLON, free_city=0).jump(6, stages=[(0, 2)])
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(8).questions == ["two_cards"]


def test_only_players_recruit_leaders():
    table_session = TableSession(WONDERS, free_city=1, leaders=True)
    table_session.table.leader(0, "sappho")
    table_session.table.leader(2, "zenobia")
    table_session.wait(2)
    assert table_session.actions == [(0, "Recruit"), (2, "Recruit")]
    assert table_session.game.phase is Phase.TURN


def test_a_game_for_two_with_leaders_goes_on_after_a_restart():
    table, journal = FakeTable(WONDERS), Journal(None)
    table.token(1)
    session = Session(TableUmpire(CODEBOOK), leaders=True)
    session, _ = look(session, table.scene())
    appliance = MainLoop(session, Inputs(None), storage=Storage(journal, options={"prefer": "left"}))
    appliance.press(Advance())
    appliance.press(EndTurn(appliance.session.waited_for))  # nobody recruits
    again = resumed(Session(TableUmpire(CODEBOOK)), journal, journal.open_game())
    assert again.game == appliance.session.game
    assert (again.game.setup.free_city, again.game.setup.leaders, again.game.phase) == (1, True, Phase.TURN)


def test_of_a_usual_game_only_the_rulings_are_kept_beside_the_preferred_neighbour():
    table, journal = FakeTable(WONDERS), Journal(None)
    session, _ = look(Session(TableUmpire(CODEBOOK)), table.scene())
    MainLoop(session, Inputs(None), storage=Storage(journal, options={"prefer": "left"})).press(Advance())
    assert journal.game(journal.open_game()).options == {"prefer": "left", "rulings": 3}
