"""A game that is killed leaves no server behind, and the one that starts after it is served at once."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.attacks.game_process import GameProcess, until

SERVER = "device.features.telephones.server"
CRASHES, REQUESTS, APART = 2, 20, 0.05


@pytest.fixture(scope="module")
def own_game(tmp_path_factory):
    game = GameProcess(tmp_path_factory.mktemp("game"))
    yield game
    game.close()


@pytest.fixture
def game(own_game):
    """A game that runs and whose server answers; a test may kill it."""
    if own_game.process is None or own_game.process.poll() is not None:
        own_game.start()
    until(lambda: own_game.ask() == 200)
    return own_game


def test_after_crashes_there_is_one_server_and_every_request_is_answered(game):
    for _ in range(CRASHES):
        until(lambda: game.ask() == 200)
        game.kill()
        until(lambda: not game.helpers(SERVER))  # the server ends with the game
        game.start()
    until(lambda: game.ask("/events") == 200)
    refused = 0
    for _ in range(REQUESTS):
        refused += game.ask("/events") != 200
        time.sleep(APART)
    assert refused == 0
    assert len(game.helpers(SERVER)) == 1


def test_a_second_server_neither_takes_the_link_nor_stays(game):
    until(lambda: game.ask("/events") == 200)
    command = (sys.executable, "-m", SERVER, "--socket", game.folder / "wondertable" / "phones.sock")
    with subprocess.Popen((*command, "--port", str(game.port)), stderr=subprocess.PIPE) as second:
        (first,) = game.helpers(SERVER) - {second.pid}
        assert f"({first}). It is tried again." in second.stderr.readline().decode(), "it says who has the port"
        for _ in range(20):
            assert game.ask("/events") == 200
            time.sleep(APART)
        second.kill()


def test_a_server_that_hangs_ends_with_its_game_too(game):
    (server,) = game.helpers(SERVER)
    os.kill(server, 19)  # SIGSTOP
    game.kill()
    until(lambda: not game.helpers(SERVER))


def test_a_program_whose_parent_is_gone_before_it_starts_ends_at_once(tmp_path):
    command = (sys.executable, "-m", SERVER, "--socket", tmp_path / "no.sock", "--parent", "1")
    assert subprocess.run(command, timeout=20, check=False).returncode == 0
