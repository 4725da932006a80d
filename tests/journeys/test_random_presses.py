"""Keys are pressed at random moments of whole games: nothing that was finished is lost, nobody discards unnamed."""

from __future__ import annotations

import random

import pytest

from device.journal.archive import resumed
from device.session.session import Session
from device.umpire.ruling import supposed_lately
from device.umpire.table import TableUmpire
from display.menu.main.confirmations import EndTurnPage
from display.messages.events import Booked, Undone
from display.messages.intents import Advance, EndTurn
from display.messages.presses import Press
from engine import Build, BuildFromDiscard, Discard, Pass, Phase
from tests.device.tables import CODEBOOK
from tests.journeys.playthrough import Playthrough

KEYS = (Press.ADVANCE,) * 5 + (Press.SELECT,) * 6 + (Press.LEFT, Press.RIGHT) * 3 + (Press.UNDO,) * 2
OVER = (4, 1)
"""After every turn."""
NOT_ACTED = ("not_acted", "not_acted_several")
PRESSES = 60
"""A game night has hours of play and few presses; these are all presses, one a second."""


class Toddler:
    """Somebody who presses one of five keys every second while others play."""

    def __init__(self, folder, seed):
        self.chance = random.Random(seed)
        self.playthrough = Playthrough(folder=folder)
        self.finished = set()
        """Numbers of the games in the journal that have had a winner."""

    @property
    def session(self):
        return self.playthrough.main_loop.session

    @property
    def journal(self):
        return self.playthrough.main_loop._storage.journal

    def begin(self):
        """A game that has come to some turn, often to the last ones."""
        age, turn = self.chance.choice(((1, 1), (2, 6), (3, 5), (3, 6), OVER, OVER))
        while (self.session.game.age, self.session.game.turn) < (
            age,
            turn,
        ) and self.session.game.phase is not Phase.OVER:
            waited = self.session.waited_for
            self.playthrough.main_loop.press(EndTurn(waited) if waited else Advance())
        return self

    def play(self, presses):
        for _ in range(presses):
            if self.chance.random() < 0.2:
                self.watched(self.lay_cards)
            if isinstance(self.playthrough.page, EndTurnPage) and self.chance.random() < 0.6:
                self.watched(self.playthrough.press, Press.SELECT)
            elif self.chance.random() < 0.15:
                self.watched(self.playthrough.hold, Press.ADVANCE)
            else:
                self.watched(self.playthrough.press, self.chance.choice(KEYS))
            self.check_finished()
        return self

    def lay_cards(self):
        """Some cities get a card, now and then one that is not allowed; the others may still be thinking."""
        game = self.session.game
        if game is not None and game.phase is Phase.TURN:
            self.playthrough.table.age = game.age
            for seat in self.chance.sample(game.to_act, self.chance.randint(1, len(game.to_act))):
                cards = [card.id for card in game.age_cards]
                legal = [card for card in cards if game.can(Build(seat, card))]
                cards = legal if legal and self.chance.random() < 0.9 else cards
                self.playthrough.table.lay(seat, self.chance.choice(cards))
        self.playthrough.wait(1)

    def watched(self, act, *what):
        """Do something; whoever is recorded without a card by it was named before, or is said to be since."""
        named, first = self.named(), len(self.playthrough.events)
        act(*what)
        events = self.playthrough.events[first:]
        if any(isinstance(event, Undone) for event in events):  # undone, or changed step by step in the menu
            return
        acted = [event.action for event in events if isinstance(event, Booked) and not event.hand]
        unseen = {
            action.seat
            for action in acted
            if isinstance(action, Discard | Pass) or (isinstance(action, BuildFromDiscard) and action.card is None)
        }
        assert unseen <= named | {one.seat for one in supposed_lately(self.session.entries)}, (unseen, named)

    def named(self):
        """The seats that a page or a question on the screen names as having done nothing."""
        page, asked = self.playthrough.page, self.playthrough.asked
        if isinstance(page, EndTurnPage):
            return set(self.session.waited_for)
        return set(self.session.game.to_act) if asked is not None and asked.kind in NOT_ACTED else set()

    def check_finished(self):
        """Every game that had a winner is in the journal and can be read; it is up, or among the past games."""
        stored = {game.id: game.state for game in self.journal.games()}
        self.finished |= {number for number, state in stored.items() if state == "finished"}
        assert self.finished <= stored.keys()
        if self.playthrough.state.past or self.session.game is None:
            listed = {game.id for game in self.playthrough.main_loop._games.past()}
            assert self.finished - listed <= {number for number, state in stored.items() if state == "open"}

    def check_all(self):
        """Every finished game can be played back."""
        for number in self.finished:
            game = resumed(Session(TableUmpire(CODEBOOK)), self.journal, number).game
            assert game.actions


@pytest.mark.parametrize("seed", range(4))
def test_a_toddler_at_the_keys_loses_nothing(tmp_path, seed):
    toddler = Toddler(tmp_path, seed).begin().play(PRESSES)
    toddler.check_all()
    toddler.playthrough.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_an_hour_of_a_toddler_at_the_keys_loses_nothing(tmp_path, seed):
    toddler = Toddler(tmp_path, seed).begin().play(PRESSES)
    toddler.check_all()
    toddler.playthrough.close()
