"""What contradicts the ledger, and how the question about it is put."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.session.restoring import Restored, restore, resume
from device.session.session import Session
from device.umpire.contradictions import DISCARDS_NOT_RECORDED
from device.umpire.ruling import Contradiction
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, ChangePast, Undo
from engine import RULINGS, Build, BuildStage, Phase
from tests.device.journal_rows import read_back
from tests.device.table_session import TableSession, resume_without_pile
from tests.device.tables import CODEBOOK, code_of, leader_code
from vision.scene import Place

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_after_an_undo_the_cards_that_are_not_recorded_any_more_contradict_nothing():
    table_session = TableSession(WONDERS)
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    for seat, card in enumerate(("altar", "theater", "baths")):
        table_session.table.lay(seat, card)
    table_session.wait(5).press(Undo()).press(Undo())
    assert table_session.wait(40).session.memory.contradicted == {}
    assert table_session.questions == []


@pytest.fixture
def discarded():
    """Giza has discarded in the first turn."""
    table_session = TableSession(WONDERS)
    table_session.back = table_session.table.discard()
    table_session.wait(2)
    for seat, card in ((1, "stone_pit"), (2, "clay_pool")):
        table_session.table.lay(seat, card)
    assert table_session.wait(5).closed == [(1, 1)]
    return table_session


def show(table_session, item, **changed):
    """From now on the thing with this item's track lies there as this item does, but for what has changed."""
    items = table_session.table.items
    items[[one.track for one in items].index(item.track)] = replace(item, **changed)


@pytest.fixture
def unrecorded(discarded):
    """Coins hid the discard, so that Giza seemed to take it back and build it. They are gone, and it was pushed."""
    show(discarded, discarded.back, covered=True)
    show(discarded.wait(0.5), discarded.back, unseen_since=discarded.table.now)
    discarded.wait(1).table.lay(0, "lumber_yard")
    assert [city.cards for city in discarded.wait(8).game.cities] == [("lumber_yard",), ("stone_pit",), ("clay_pool",)]
    show(discarded, discarded.back, x=discarded.back.x + 4)
    return discarded


def test_a_card_too_many_on_the_mat_raises_no_question_about_a_card_that_was_pushed(discarded):
    """Somebody has said that Giza built; Rhodes' card is pushed afterwards, as cards are."""
    discarded.press(ChangePast(0, Build(0, "lumber_yard")))
    rhodes = next(item for item in discarded.table.items if item.seat == 1)
    show(discarded, rhodes, x=rhodes.x + 8, since=discarded.table.now)
    assert discarded.wait(40).questions == []
    assert [notice.key for notice in discarded.session.ruling.notices] == [DISCARDS_NOT_RECORDED]


@pytest.mark.parametrize("lies", [True, False])
def test_a_card_too_many_on_the_mat_is_said_to_be_there_only_while_it_is(discarded, lies):
    """Somebody has said that Giza built."""
    discarded.press(ChangePast(0, Build(0, "lumber_yard"))).wait(25)
    if not lies:
        discarded.table.take(discarded.back)
    keys = [notice.key for notice in discarded.wait(1).session.ruling.notices]
    assert keys == [DISCARDS_NOT_RECORDED] * lies


@pytest.mark.parametrize("again", [False, True])
def test_a_card_that_was_discarded_before_a_restart_may_be_built_from_the_pile(again):
    table_session = TableSession([("halicarnassus", "A"), *WONDERS[1:]])
    table, discard = table_session.table, table_session.table.discard()
    table.stage(0, 1)
    table.lay(1, "stone_pit")
    table_session.enter(BuildStage(0, exception=True)).wait(5)
    if again:
        restored = Restored(table_session.game, table_session.session.ledger)
        table_session.session = resume(table_session.session, restored)
        table_session.wait(3)
    table.stage(0, 2)
    for seat, card in ((1, "ore_vein"), (2, "clay_pool")):
        table.lay(seat, card)
    assert table_session.enter(BuildStage(0, exception=True)).wait(3).game.phase is Phase.FROM_DISCARD
    table.take(discard)
    table.lay(0, "loom")
    assert table_session.wait(30).game.cities[0].cards == ("loom",)
    assert table_session.session.ruling.notices == ()


def test_after_a_restart_without_the_pile_a_card_too_many_is_said_although_as_many_were_discarded_before(discarded):
    table_session, restored = discarded, Restored(discarded.game, discarded.session.ledger)
    table_session.table.take(discarded.back)
    table_session.session = resume_without_pile(table_session.session, restored)
    table_session.wait(3).table.discard()
    for turn, cards in ((2, ("lumber_yard", "ore_vein", "clay_pit")), (3, ("loom", "press", "glassworks"))):
        for seat, card in enumerate(cards):
            table_session.table.lay(seat, card)
        assert table_session.wait(8).closed[-1] == (1, turn)
    assert [notice.key for notice in table_session.wait(15).session.ruling.notices] == [DISCARDS_NOT_RECORDED]


def test_a_card_that_came_to_the_mat_too_many_before_its_turn_closed_may_be_for_the_next_one():
    table_session = TableSession(WONDERS)
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    wrong = table_session.table.lay(2, "theater")
    table_session.wait(3).table.discard()
    table_session.wait(4).table.take(wrong)
    assert table_session.wait(5).closed == [(1, 1)]
    assert table_session.wait(15).session.ruling.notices == ()


def test_a_card_that_comes_to_the_mat_in_the_open_turn_may_be_a_discard_of_that_turn():
    table_session = TableSession(WONDERS)
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(8).table.discard()
    assert table_session.wait(30).session.memory.contradicted == {}


def test_of_several_cards_the_one_that_lay_there_before_the_turn_closed_is_one_too_many():
    table_session = TableSession(WONDERS)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    table_session.wait(1).table.lay(0, "ore_vein")
    table_session.wait(2).press(Advance())
    assert table_session.closed == [(1, 1)]
    table_session.wait(1).table.lay(0, "loom")
    facts = table_session.wait(4).session.memory.contradicted
    assert facts.keys() == {Contradiction("extra", code_of("ore_vein"), 0)}


def test_a_card_that_lay_there_before_is_not_one_too_many_while_the_other_may_be_a_neighbours():
    """One seat only shows no card: whether it has discarded is asked, and the answer may explain both cards."""
    table_session = TableSession(WONDERS)
    table_session.table.lay(2, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    table_session.wait(1).table.lay(2, "ore_vein")
    table_session.wait(1.5).press(Advance()).wait(1)
    table_session.table.lay(2, "loom")
    table_session.table.lay(0, "clay_pool")
    table_session.wait(30)
    assert table_session.session.memory.contradicted == {}
    assert table_session.questions == ["not_acted"]


def one_discard():
    """A turn has closed in which Alexandria seemed to discard, and a hand is over that card, `at` among the items."""
    table_session = TableSession(WONDERS)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    discard = table_session.table.discard()
    assert table_session.wait(1.5).closed == [(1, 1)]
    at = table_session.table.items.index(discard)
    table_session.table.items[at] = replace(discard, covered=True)
    return table_session, discard, at


def test_a_card_laid_just_as_a_hand_hides_a_discard_was_not_taken_from_the_mat():
    """The neighbour's discard is hidden by coins."""
    table_session, discard, at = one_discard()
    table_session.wait(0.25, step=0.25).table.items[at] = replace(discard, unseen_since=table_session.table.now)
    table_session.wait(0.25, step=0.25).table.lay(1, "loom")
    assert table_session.wait(30).questions == []


@pytest.fixture
def off():
    """The program was killed when the second turn had closed, in which Giza built Loom last."""
    table_session = TableSession(WONDERS)
    turns = (("ore_vein", "stone_pit", "clay_pool"), ("lumber_yard", "timber_yard", "loom"))
    for turn in turns:
        for seat, card in enumerate(turn):
            table_session.last = table_session.table.lay(seat, card)
        table_session.wait(4)
    assert len(table_session.closed) == len(turns)
    restored = restore(WONDERS, {"rulings": RULINGS}, read_back(table_session.session.entries))
    table_session.session = resume(Session(TableUmpire(CODEBOOK), auto=True), restored)
    return table_session


def killed_after_discards(count):
    """The program was killed when Giza had discarded in that many turns, the last one just now; the others built."""
    table_session = TableSession(WONDERS)
    table_session.table._put(210, Place.MAT, None, None, 1000.0, 500.0)
    for turn in (("ore_vein", "stone_pit"), ("lumber_yard", "timber_yard"))[:count]:
        for seat, card in enumerate(turn):
            table_session.table.lay(seat, card)
        table_session.last = table_session.table.discard()
        table_session.wait(4)
    assert len(table_session.closed) == count
    restored = restore(WONDERS, {"rulings": RULINGS}, read_back(table_session.session.entries))
    table_session.session = resume(Session(TableUmpire(CODEBOOK), auto=True), restored)
    return table_session


@pytest.mark.parametrize("case", ["lies_there", "later", "others_first", "together", "mat_hidden"])
def test_the_next_card_of_whoever_discarded_before_a_restart_is_no_correction(case):
    night = killed_after_discards(2)
    if case != "lies_there":
        night.table.take(night.last)
    if case == "mat_hidden":
        night.table.items = [item for item in night.table.items if item.place not in (Place.MAT, Place.DISCARD)]
    if case == "together":
        night.table.lay(1, "baths")
    elif case == "others_first":
        night.wait(2).table.lay(1, "baths")
    night.wait(25 if case == "later" else 2 if case != "together" else 0).table.lay(2, "press")
    assert (night.wait(25).questions, night.session.ruling.notices) == ([], ())


@pytest.mark.parametrize("hidden", [False, True])
def test_a_card_laid_while_the_program_was_off_is_for_the_next_turn_if_it_replaces_none(off, hidden):
    """A hand or a box hides several cards of a city at once."""
    if hidden:
        for item in [item for item in off.table.items if item.seat == 2]:
            off.table.take(item)
    off.table.lay(2, "press")
    assert off.wait(60).questions == []
    assert off.session.ruling.plans[2].card == "press"


def test_a_leader_that_nobody_can_recruit_any_more_contradicts_the_ledger():
    table_session = TableSession(WONDERS, leaders=True)
    first = [table_session.table.leader(seat, leader) for seat, leader in enumerate(("hannibal", "plato", "hypatia"))]
    table_session.wait(4)
    assert table_session.game.phase is Phase.TURN
    table_session.wait(30).table.take(first[0])
    table_session.table.leader(0, "caesar")
    facts = table_session.wait(4).session.memory.contradicted
    assert facts.keys() == {Contradiction("extra", leader_code("caesar"), 0)}
    keys = [notice.key for notice in table_session.wait(20).session.ruling.notices]
    assert keys == ["notice.card_missing", "notice.card_not_recorded"]


@pytest.fixture
def last_turn():
    """Age I has ended: nobody has played, but for what the sixth turn brought. Conflicts wait for ADVANCE."""
    table_session = TableSession(WONDERS, auto=False).press(Advance()).jump(6)
    table_session.session = replace(table_session.session, auto=False)
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(30)
    assert table_session.game.phase is Phase.CONFLICTS
    return table_session


def test_a_card_that_is_laid_when_the_age_has_ended_contradicts_the_ledger(last_turn):
    last_turn.wait(30).table.lay(1, "ore_vein")
    facts = last_turn.wait(4).session.memory.contradicted
    assert (last_turn.game.phase, facts.keys()) == (Phase.CONFLICTS, {Contradiction("extra", code_of("ore_vein"), 1)})
    keys = [notice.key for notice in last_turn.wait(25).session.ruling.notices]
    assert keys == ["notice.card_not_recorded"]


def test_a_table_that_is_cleared_after_an_age_contradicts_nothing(last_turn):
    last_turn.wait(30)
    hidden = tuple(replace(entry, code=1000 + number) for number, entry in enumerate(last_turn.session.entries[:4]))
    ledger = replace(last_turn.session.ledger, entries=hidden + last_turn.session.entries[4:])
    last_turn.session = replace(last_turn.session, ledger=ledger)
    last_turn.table.lay(1, "ore_vein")
    assert last_turn.wait(30).session.memory.contradicted == {}


def test_a_discard_that_a_hand_takes_away_is_said_to_be_missing_when_nobody_has_put_it_back_for_eight_seconds(
    discarded,
):
    show(discarded, discarded.back, covered=True)
    show(discarded.wait(0.5), discarded.back, unseen_since=discarded.table.now)
    assert discarded.wait(7.5).session.ruling.notices == ()
    assert [notice.key for notice in discarded.wait(0.5).session.ruling.notices] == ["notice.discard_missing"]


def test_discards_that_a_hand_has_pushed_together_are_not_said_to_be_missing():
    """One lies where it was seen by nobody before, and the other one may lie under it."""
    table_session = TableSession(WONDERS)
    backs = [table_session.table.discard(at=(1000.0 + 200 * number, 500.0)) for number in range(2)]
    table_session.table.lay(2, "clay_pool")
    assert table_session.wait(6).closed == [(1, 1)]
    for back in backs:
        show(table_session, back, covered=True)
    table_session.wait(0.5)
    for back in backs:
        show(table_session, back, unseen_since=table_session.table.now)
    table_session.table.discard(at=(1100.0, 700.0))
    assert [notice.key for notice in table_session.wait(15).session.ruling.notices] == []
