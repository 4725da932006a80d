"""Whole evenings on a made-up table, without a picture: what the umpire books is what was dealt."""

from __future__ import annotations

import pytest

from device.session.looking import look
from device.session.pressing import press
from device.session.session import Session
from device.simulation.dealing.comparison import first_difference
from device.simulation.table.script import FAST, TableScript
from device.simulation.table.tabletop import sticker_pose
from device.umpire.table import TableUmpire
from display.messages.intents import Answer, EndTurn
from engine import ChooseLeader, Phase
from tests.dealing.dealer import deal
from tests.device.tables import CODEBOOK
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene, SeatBoard
from vision.table.pose import Pose, back_area

SIZES = KitSizes()
QUICK = ((2, 1, False), (3, 1, True))
"""Evenings of so many players, with this seed, with Leaders or without."""
STEP, STILL, PATIENCE = 1 / 3, 0.7, 8.0
PLACES = {
    "front": Place.CITY,
    "token": Place.CITY,
    "stage": Place.STAGE,
    "hand": Place.HAND,
    "discard": Place.DISCARD,
}


def lies_over(upper, lower):
    """True if one card on the mat lies over another one's sticker."""
    return back_area(Pose(upper.x, upper.y, upper.angle), SIZES).contains((lower.x, lower.y), SIZES.sticker.side / 2)


class MadeUpEvening:
    """A script that is seen as it is: everything that has lain still for a while, but for what others lie on."""

    def __init__(self, players, seed, *, leaders):
        self.dealt = deal(players, seed, leaders=leaders)
        self.script = TableScript(self.dealt, seed=seed, pace=FAST)
        self.session = Session(TableUmpire(CODEBOOK), auto=True, leaders=leaders)
        self.since = {}
        self.tracks = {}
        self.now = self.waiting_since = 0.0
        self.asked = []

    def play(self):
        while self.session.game is None or self.session.game.phase is not Phase.OVER:
            assert self.now < 600, (self.session.game.age, self.session.game.turn, self.session.game.phase)
            self.now += STEP
            self.script.advance(self.now)
            self.session, events = look(self.session, self.scene())
            self.asked += [event for event in events if type(event).__name__ == "Asked"]
            self.be_people(bool(events))
        return self

    def be_people(self, something_happened):
        game = self.session.game
        if game:
            self.script.follow(game.age, game.turn, game.phase)
        if something_happened or not game or not self.script.waiting or game.phase is Phase.CONFLICTS:
            self.waiting_since = self.now
        elif game.phase is Phase.CHOOSE_LEADER:
            question = self.session.ruling.questions[0]
            chosen = next(action.card for action in self.dealt.game.actions if isinstance(action, ChooseLeader))
            self.session, _ = press(self.session, Answer(question, question.choices.index(f"leader:{chosen}")))
        elif self.now - self.waiting_since > PATIENCE:
            self.waiting_since = self.now
            self.session, _ = press(self.session, EndTurn(self.session.waited_for))

    def scene(self):
        things = self.script.things
        for thing in things:
            self.since.setdefault(thing, self.now)
            self.tracks.setdefault(thing, len(self.tracks))
        boards = [thing for thing in things if thing.role == "board"]
        seats = tuple(
            SeatBoard(b.seat, b.code, b.pose.x, b.pose.y, b.pose.angle, 0.5 * b.seat, 0.0)
            for b in sorted(boards, key=lambda board: board.seat)
        )
        lying = [self.item(thing) for thing in things if thing.role in PLACES and self.now - self.since[thing] >= STILL]
        backs = [item for item in lying if item.place is Place.DISCARD]
        hidden = {lower for place, lower in enumerate(backs) for upper in backs[place + 1 :] if lies_over(upper, lower)}
        return Scene(self.now, seats, tuple(item for item in lying if item not in hidden), True, 2.95)

    def item(self, thing):
        at = sticker_pose(thing, SIZES)
        seat = None if thing.role == "discard" else thing.seat
        place = PLACES[thing.role]
        return Item(self.tracks[thing], thing.code, place, seat, thing.slot, at.x, at.y, at.angle, self.since[thing])


@pytest.mark.parametrize(
    ("players", "seed", "leaders"),
    [
        pytest.param(players, seed, leaders, marks=() if (players, seed, leaders) in QUICK else pytest.mark.slow)
        for leaders in (False, True)
        for players in range(2, 8)
        for seed in (1, 2, 3)
    ],
)
def test_a_whole_evening_is_booked_as_it_was_dealt(players, seed, leaders):
    table_session = MadeUpEvening(players, seed, leaders=leaders).play()
    assert first_difference(table_session.dealt.game, table_session.session.game) is None
    assert [event.question.kind for event in table_session.asked if event.question.kind != "court"] == []
