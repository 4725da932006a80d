"""What speaks against the record of other turns and ages, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog
from device.ledger_check.changed_past import changed_past
from device.session.ledger import Ledger
from device.session.pressing import press
from device.session.session import Session
from device.umpire.contradictions import _unrecorded, correction_question
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.expectations import cards_left_over
from device.umpire.ruling import NOT_READ, Reread, Ruling, Situation, UmpireMemory
from device.umpire.table import TableUmpire
from display.messages.events import Booked, Corrected, Undone
from display.messages.intents import Answer, Undo
from engine import Build, BuildStage, Discard, Fight, Game, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, code_of
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene

SEATS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))
BABYLON = (SEATS[0], ("babylon", "B"), *SEATS[2:])


class Record:
    """Actions that are recorded one after the other."""

    def __init__(self, seats=SEATS):
        self.game, self.entries = Game.new(seats), ()

    def add(self, *actions, codes=()):
        for number, action in enumerate(actions):
            before, self.game = self.game, self.game.apply(action)
            code = codes[number] if number < len(codes) else None
            self.entries += (Booked(self.game.actions[-1], code, age=before.age, turn=before.turn),)
        return self

    def turns(self, count, *, stages=()):
        """All discard, but for a seat that builds a stage in some of these turns (counted from 0)."""
        for turn in range(count):
            self.add(*(BuildStage(s, exception=True) if (turn, s) in stages else Discard(s) for s in range(4)))
        return self

    @property
    def situation(self):
        return Situation(Scene(200.0), self.game, entries=self.entries)


@pytest.mark.parametrize("back", [206, 209])
def test_backs_of_another_phase_that_come_to_the_mat_are_no_discards_of_this_one(back):
    """Two cards that were left over are put down late, and two people lay theirs 3 s after the others."""
    table_session = TableSession(SEATS).jump(1)
    for _ in range(6):
        table_session.enter(*(Discard(seat) for seat in table_session.game.to_act))
    table_session.wait(10)
    assert (table_session.game.age, table_session.game.turn) == (2, 1)
    table_session.table.age = 2
    for _ in range(2):
        table_session.table.discard(back=back)
        table_session.wait(0.5)
    for seat, card in enumerate(("sawmill", "brickyard", "quarry", "foundry")):
        table_session.table.lay(seat, card)
        table_session.wait(3 if seat == 1 else 0.5)
    table_session.wait(10)
    assert [city.cards for city in table_session.game.cities] == [
        ("sawmill",),
        ("brickyard",),
        ("quarry",),
        ("foundry",),
    ]


def test_a_stage_that_was_built_since_an_age_ended_brings_no_seventh_card_in_it():
    record = Record(BABYLON).turns(6, stages={(1, 1)}).add(Fight())
    assert cards_left_over(record.game, 1, record.entries) == 4
    record.turns(1, stages={(0, 1)})
    assert cards_left_over(record.game, 1, record.entries) == 4
    assert cards_left_over(record.game, 2, record.entries) == 3


def test_what_was_recorded_before_anybody_looked_is_less_after_an_undo():
    table_session = TableSession(SEATS).jump(3)
    table_session.wait(3).press(Undo())
    for seat, card in enumerate(("lumber_yard", "clay_pool", "stone_pit")):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    table_session.wait(6)
    for seat, card in enumerate(("altar", "baths", "theater", "east_trading_post")):
        table_session.table.lay(seat, card)
    assert table_session.wait(30).session.ruling.notices == ()


def doubted(record):
    """A reading in which Alexandria has discarded, asked about since long."""
    changes = {2: replace(record.entries[2], action=Discard(2), code=None)}
    found = changed_past(record.game, record.entries, changes)
    return UmpireMemory(reread=Reread(200.0, record.entries, (), found, since=100.0))


@pytest.fixture
def record():
    cards = ("lumber_yard", "clay_pool", "stone_pit", "ore_vein")
    built = [Build(seat, card) for seat, card in enumerate(cards)]
    return Record().add(*built, codes=[code_of(card) for card in cards])


def test_who_leaves_a_reading_as_it_is_says_that_these_plays_are_right(record):
    memory = doubted(record)
    question = correction_question(memory, record.situation)
    ruling, ledger = Ruling(memory, questions=(question,)), Ledger(record.entries)
    session = Session(TableUmpire(CODEBOOK), game=record.game, ledger=ledger, ruling=ruling, scene=Scene(200.0))
    after, _ = press(session, Answer(question, question.choices.index("leave")))
    assert (after.memory.said, after.entries) == ({(1, 1, 2)}, record.entries)
    assert after.questions == ()


def test_since_when_the_record_seemed_wrong_is_forgotten_when_it_is_changed(record):
    """So that another reading, which fits the changed record better, has to stand for as long as any other."""
    memory = doubted(record)
    assert memory.reread.found is not None
    assert memory.of_changed_record(record.game, record.game).reread == NOT_READ


def test_nothing_is_corrected_while_people_choose_or_pay(record):
    situation, memory = record.situation, doubted(record)
    assert correction_question(memory, situation) is not None
    paying = replace(situation, game=replace(situation.game, phase=Phase.LOSS))
    assert correction_question(memory, paying) is None


def test_a_back_that_somebody_has_just_taken_is_not_counted_for_an_age(record):
    """The mat shows one card more than was discarded, until it lies there no more."""
    back = CODEBOOK.back("age_1")
    item = Item(1, back, Place.DISCARD, None, None, 0.0, 0.0, 0.0, 10.0)
    scene = Scene(200.0, items=(item,))
    memory = UmpireMemory(log=AgeLog(0), mat=DiscardMat().look(scene, KitSizes()), closed=100.0)
    situation = replace(record.situation, scene=scene)
    assert [(fact.kind, fact.seat) for fact in _unrecorded(situation, memory, CODEBOOK)] == [("unrecorded", 1)]
    for mat in (memory.mat.look(Scene(201.0), KitSizes()), memory.mat._each(lambda one: replace(one, gone=True))):
        assert _unrecorded(situation, replace(memory, mat=mat), CODEBOOK) == []


def test_a_reading_of_the_open_turns_changes_no_closed_one():
    """One card that cannot be paid for holds the record, while everybody plays on."""
    table_session = TableSession(SEATS)
    for seat, card in enumerate(("lumber_yard", "clay_pool", "stone_pit", "ore_vein")):
        table_session.table.lay(seat, card)
    table_session.wait(8)
    for seat, card in enumerate(("apothecary", "theater", None, None)):
        table_session.table.lay(seat, card) if card else table_session.table.discard()
        table_session.wait(0.5)
    table_session.wait(7)
    for seat, card in enumerate(("altar", "baths", "guard_tower", "east_trading_post")):
        table_session.table.lay(seat, card)
        table_session.wait(0.5)
    table_session.wait(80)
    assert not any(isinstance(event, Undone | Corrected) for event in table_session.events)
    assert table_session.game.cities[0].cards[1] == "apothecary", "it is recorded as it lies there"
