"""A session at a table without pictures, with the options that a test needs."""

from __future__ import annotations

from device.session.ledger import Ledger
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import Restored, resume
from device.session.session import Session
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.table import TableUmpire
from display.messages.events import Booked, TurnClosed
from display.messages.intents import EndTurn, Enter
from engine import BuildStage, Discard, Phase, Recruit
from tests.device.tables import CODEBOOK, FakeTable


def resume_without_pile(session, restored):
    """The session in which a game goes on at a table without the cards that were discarded before."""
    session = resume(session, restored)
    return session.remember(mat=DiscardMat(resumed=True))


class TableSession:
    """A table and the session that watches it; the game starts by itself."""

    def __init__(self, wonders, *, leaders=False, free_city=None, auto=True):
        self.table = FakeTable(list(wonders))
        if free_city is not None:
            self.table.token(free_city)
        self.session = Session(TableUmpire(CODEBOOK), auto=auto, leaders=leaders)
        self.events = []
        self.wait(5)

    @property
    def game(self):
        return self.session.game

    @property
    def questions(self):
        return [question.kind for question in self.session.ruling.questions]

    @property
    def actions(self):
        return [
            (event.action.seat, type(event.action).__name__)
            for event in self.events
            if isinstance(event, Booked) and event.seat is not None
        ]

    @property
    def closed(self):
        return [(event.age, event.turn) for event in self.events if isinstance(event, TurnClosed)]

    def wait(self, seconds=3.0, step=0.5):
        for _ in range(round(seconds / step)):
            self._then(look(self.session, self.table.scene(step)))
        return self

    def press(self, intent):
        """Do what somebody asks for; ADVANCE is held if a press does not end the turn."""
        self._then(press(self.session, intent))
        if self.events and getattr(self.events[-1], "key", "").startswith("notice.waiting_for"):
            self._then(press(self.session, EndTurn(self.session.waited_for)))
        return self

    def press_once(self, intent):
        self._then(press(self.session, intent))
        return self

    def enter(self, *actions):
        """Enter actions by hand."""
        for action in actions:
            self.press(Enter(action))
        return self

    def jump(self, turn, *, stages=(), leaders=(), builds=()):
        """Go to a turn of Age I with nothing but discards before it.

        In the first turns, `stages` are built and `leaders` recruited ((seat, how many), (seat, leader)) whatever they
        cost, and the table shows them. `builds`: actions of the first turn.
        """
        game = self.game
        for seat in game.to_act if game.phase is Phase.RECRUIT else ():
            leader = dict(leaders).get(seat)
            game = game.apply(Recruit(seat, leader, exception=True) if leader else Discard(seat))
        for action in builds:
            game = game.apply(action)
        while game.turn < turn or game.pending:
            for seat in game.to_act:
                due = dict(stages).get(seat, 0) > game.cities[seat].stages
                game = game.apply(BuildStage(seat, exception=True) if due else Discard(seat))
        codes = {}
        for seat, leader in leaders:
            codes[leader] = self.table.leader(seat, leader).code
        for seat, count in stages:
            for slot in range(1, count + 1):
                self.table.stage(seat, slot)
        entries = [Booked(action, codes.get(getattr(action, "card", None))) for action in game.actions]
        session = Session(TableUmpire(CODEBOOK), auto=True, leaders=game.setup.leaders)
        self.session = resume_without_pile(session, Restored(game, Ledger(tuple(entries))))
        self.events.clear()
        return self.wait(3)

    def _then(self, outcome):
        self.session, events = outcome
        self.events += events
