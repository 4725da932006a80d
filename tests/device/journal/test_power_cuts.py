"""The power fails at any point of whole games: confirmed actions are kept, and the game continues from them."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import Booked, Undone
from engine import RULINGS, Game, score_sheets
from tests.dealing.dealer import deal
from tests.device.journal.power_cuts import Image, Operation, Write, cut, recording, sqlite_library
from tests.device.journal.stored import entries
from tests.device.tables import CODEBOOK

UMPIRE = TableUmpire(CODEBOOK)
LIBRARY = sqlite_library()

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="this Python has SQLite built in, out of reach")


@dataclass
class Stretch:
    """A run from a start to a power cut. `marks` are (operations so far, actions), begun and confirmed."""

    operations: list[Operation]
    begun: list[tuple[int, int]] = field(default_factory=list)
    confirmed: list[tuple[int, int]] = field(default_factory=list)

    def least(self, moment):
        """The number of actions confirmed by then."""
        return max((actions for operations, actions in self.confirmed if operations <= moment), default=0)

    def most(self, moment):
        """The number of actions begun by then."""
        return max((actions for operations, actions in self.begun if operations < moment), default=0)


class Play:
    """One game that is played to its end in spite of power cuts; counts them."""

    def __init__(self, seed, folder, recorder):
        self.chance = random.Random(seed)
        self.folder, self.recorder = folder, recorder
        self.seats = self.chance.randint(3, 7)
        whole = deal(self.seats, seed).game
        self.events = [Booked(action) for action in whole.actions]
        self.states = [Game.new(whole.setup.seats)]
        for action in whole.actions:
            self.states.append(self.states[-1].apply(action))
        self.image: Image = {}
        self.known = 0
        self.cuts = 0

    def to_its_end(self, most=10_000):
        while self.known < len(self.events) and self.cuts < most:
            self.stretch()

    def stretch(self):
        """Start from the disk, play for a while, cut the power at some moment, and check the disk."""
        place = self.folder / str(self.cuts)
        lay_down(self.image, place)
        stretch = self.play_on(place / JOURNAL, turns=self.chance.randint(0, 12))
        moment = self.chance.randint(0, len(stretch.operations))
        self.image = cut(self.image, stretch.operations[:moment], self.chance)
        self.cuts += 1
        self.look(stretch.least(moment), max(self.known, stretch.most(moment)))

    def play_on(self, path, turns):
        with closing(Journal(None)) as nowhere:
            stretch = Stretch(self.recorder.operations)
            stretch.operations.clear()
            self.recorder.running = True
            journal = nowhere
            try:
                journal = Journal(path)
                game = self.begun(journal, stretch)
                for _ in range(turns):
                    self.turn(journal, game, stretch)
            finally:
                self.recorder.running = False
                journal.close()
            return stretch

    def begun(self, journal, stretch):
        game = journal.open_game()
        if game is None:
            game = journal.begin(self.states[0].setup.seats, {"prefer": "left", "rulings": RULINGS})
        stretch.begun.append((-1, self.known))
        stretch.confirmed.append((0, self.known))
        return game

    def turn(self, journal, game, stretch):
        done = len(entries(journal, game))
        upto = min(done + self.seats, len(self.events))
        if done == upto:
            return
        if self.chance.random() < 0.1 and done > self.known:  # an action is undone and done again
            journal.write(game, [Undone(done - 1)])
            journal.write(game, self.events[done - 1 : done])
            stretch.confirmed[:] = [(operations, min(actions, done - 1)) for operations, actions in stretch.confirmed]
        stretch.begun.append((len(stretch.operations), upto))
        journal.write(game, self.events[done:upto])
        stretch.confirmed.append((len(stretch.operations), upto))

    def look(self, least, most):
        """The next start finds a valid journal with all confirmed actions, in the state of that moment."""
        place = self.folder / f"{self.cuts}-after"
        lay_down(self.image, place)
        with closing(Journal(place / JOURNAL)) as journal:
            assert [notice.key for notice in journal.notices()] == []
            assert {path.name for path in place.iterdir()} >= {JOURNAL, f"{JOURNAL}-shm"}, "the harness got in its way"
            game = journal.open_game()
            found = entries(journal, game) if game is not None else []
            assert least <= len(found) <= most
            assert found == self.events[: len(found)]
            if game is not None:
                assert resumed(Session(UMPIRE), journal, game).game == self.states[len(found)]
        self.known = len(found)


def lay_down(image, place):
    place.mkdir()
    for name, content in image.items():
        (place / name).write_bytes(content)


def play(seed, folder, most=10_000):
    with recording(LIBRARY) as recorder:
        game = Play(seed, folder, recorder)
        game.to_its_end(most)
    return game


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
def test_nothing_that_was_confirmed_is_lost_when_the_power_goes(tmp_path, seed):
    assert play(seed, tmp_path, most=12).cuts > 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_cuts_in_whole_games_lose_nothing(tmp_path):
    cuts = games = 0
    while cuts < 1000:
        folder = tmp_path / str(games)
        folder.mkdir()
        game = play(1000 + games, folder)
        assert sheets(game.states[-1]) == sheets(game.states[game.known]), "played to its end"
        cuts, games = cuts + game.cuts, games + 1
    print(f"{cuts} cuts in {games} games, 0 lost")  # noqa: T201  what `make soak` is run for


def sheets(game):
    return [sheet.total for sheet in score_sheets(game)]


def test_a_disk_that_lies_about_syncing_is_found_out(tmp_path):
    """The simulation itself is tested: without syncs it finds losses."""
    with recording(LIBRARY) as recorder:
        game = Play(5, tmp_path, recorder)
        honest = recorder.note
        recorder.note = lambda operation: honest(operation) if isinstance(operation, Write) else None
        with pytest.raises(AssertionError):
            game.to_its_end(most=40)
