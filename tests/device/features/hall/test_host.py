"""What the game's process tells a hall: only what lies open, and without ever waiting."""

from __future__ import annotations

import json
import socket
import time
from contextlib import closing
from dataclasses import replace

import pytest

from device.features.hall.publisher.table_link import TableLink
from device.features.hall.table.host import HallHost, HallStatus, hall_socket
from device.features.hall.table.public_table import public_table
from display.messages.intents import Advance, Enter
from display.table_state import SeatMark, TableState
from engine import CATALOGUE, Game, Phase, categories, outcome_now
from tests.device.features.telephones.game.phone_table import PhoneTable
from tests.journeys.test_by_hand import FEW, any_move, planned


@pytest.fixture
def table():
    with closing(PhoneTable()) as found:
        found.do(Advance())
        yield found


@pytest.fixture
def path(tmp_path):
    return hall_socket(tmp_path).with_name("h.sock") if len(str(tmp_path)) < 80 else tmp_path / "h"


def over() -> Game:
    game = Game.new(FEW)
    for action in planned("three"):
        game = game.apply(action)
    return game


def test_who_is_awaited_and_what_was_entered_in_secret(table):
    told = public_table(table.state, 0, names=False)
    assert (told.stage, told.age, told.turn, told.waiting) == ("play", 1, 1, (0, 1, 2))
    told = public_table(replace(table.state, acted_in_secret=frozenset({1})), 0, names=False)
    assert told.waiting == (0, 2)


def test_nothing_of_an_open_turn_changes_points_or_leader(table):
    """Who plays what is secret until all have acted, also where points are shown during the game."""
    import random  # noqa: PLC0415

    before = public_table(replace(table.state, live_scores=True), 0, names=False)
    game = table.session.game
    table.do(Enter(any_move(game, 0, random.Random(3))))
    after = public_table(replace(table.state, live_scores=True), 0, names=False)
    assert after.waiting == (1, 2)
    assert [seat.points for seat in after.seats] == [seat.points for seat in before.seats]
    assert after.leader == before.leader


def test_points_and_leader_are_told_where_the_table_shows_them(table):
    told = public_table(table.state, 0, names=False)
    assert told.leader == ()
    assert {seat.points for seat in told.seats} == {None}
    told = public_table(replace(table.state, live_scores=True), 0, names=False)
    outcome = outcome_now(table.session.game)
    assert told.leader == outcome.winners
    assert [seat.points for seat in told.seats] == [sheet.total for sheet in outcome.sheets]


def test_the_result_is_told_once_the_screen_has_shown_the_winner():
    game = over()
    state = TableState(game=game, names=("Anna", "", "Ben"), finished=True, live_scores=True)
    steps = len(categories(game))
    hidden = public_table(state, steps, names=True)
    assert (hidden.stage, hidden.shown, hidden.winners, hidden.leader) == ("over", False, (), ())
    assert {seat.points for seat in hidden.seats} == {None}
    shown = public_table(state, steps + 1, names=True)
    assert shown.winners == outcome_now(game).winners
    assert sum(seat.points for seat in shown.seats) == sum(sheet.total for sheet in outcome_now(game).sheets)


def test_names_are_told_only_if_they_may_be():
    state = TableState(game=over(), names=("Anna", "", "Ben"), finished=True)
    assert [seat.name for seat in public_table(state, 9, names=False).seats] == ["", "", ""]
    assert [seat.name for seat in public_table(state, 9, names=True).seats] == ["Anna", "", "Ben"]


def test_an_earlier_game_that_somebody_looks_at_is_not_told():
    state = TableState(game=over(), names=("", "", ""), finished=True, is_review=True)
    assert public_table(state, 9, names=False).stage == "setup"
    assert over().phase is Phase.OVER


def test_the_publisher_hears_the_latest_state_and_the_screen_how_it_fares(table, path):
    with closing(HallHost(path, table="table-1", broker="mqtts://hall:8883")) as host, closing(TableLink(path)) as link:
        assert host.access().link == "starting"
        link.step()
        for _ in range(3):
            host.tell(table.state, 0)
            link.step()
        assert link.state == public_table(table.state, 0, names=False)
        link.tell(HallStatus("unreachable", "Connection refused", 2))
        host.tell(table.state, 0)
        found = host.access()
        assert (found.link, found.reason, found.unsent, found.table) == (
            "unreachable",
            "Connection refused",
            2,
            "table-1",
        )
        link.close()
        host.tell(table.state, 0)
        assert host.access().link == "starting"


def test_the_publisher_hears_of_a_table_with_more_boards_than_can_play(path):
    """All boards of the box may lie there while people choose theirs."""
    boards = tuple(SeatMark(wonder, "A", 0.0) for wonder, _ in CATALOGUE.wonders)
    assert len(boards) > 7
    with closing(HallHost(path, table="t", broker="b")) as host, closing(TableLink(path)) as link:
        link.step()
        for _ in range(3):
            host.tell(TableState(seats=boards, names=("",) * len(boards)), 0)
            link.step()
        assert link.is_up
        assert link.state.stage == "setup"


def test_a_publisher_that_does_not_read_costs_the_game_nothing(table, path):
    """What it misses is replaced by what is newer; the game neither waits nor keeps more and more."""
    with closing(HallHost(path, table="t", broker="b")) as host, socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        for number in range(3000):
            host.tell(replace(table.state, names=(f"{number}", "", "")), 0)
        assert len(host._link._unsent) + len(host._link._owed) < 10_000
        line.settimeout(5)
        assert json.loads(line.makefile().readline())["state"]["stage"] == "play"


def test_a_publisher_that_sends_anything_else_is_cut_off(table, path):
    with closing(HallHost(path, table="t", broker="b")) as host, socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))
        line.sendall(b'{"do": "enter", "seat": 0}\n')
        until = time.monotonic() + 5
        host.tell(table.state, 0)
        while host._link.is_up and time.monotonic() < until:
            host.tell(table.state, 0)
        assert not host._link.is_up


def test_a_place_where_no_socket_can_be_is_said(tmp_path):
    (tmp_path / "file").touch()
    with closing(HallHost(tmp_path / "file" / "h.sock", table="t", broker="b")) as host:
        host.tell(TableState(), 0)
        assert host.access().link == "trouble"
        assert host.access().reason
