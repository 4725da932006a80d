"""Cards that are changed, moved, taken back or hidden when their turn has closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.events import STORED, Corrected, Undone
from device.messages.intents import Undo
from device.session.restoring import restore, resume
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import RULINGS, Build, Discard, Phase
from tests.device.journal_rows import read_back
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK
from vision.scene import Place

MAT_CODE = 210
THREE = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
BABYLON = [("babylon", "B"), *THREE[1:]]


class Sitting(TableSession):
    """People and their hands."""

    def __init__(self, wonders=THREE):
        super().__init__(wonders)
        self.mat = self.table._put(MAT_CODE, Place.MAT, None, None, 900.0, 450.0)

    def show(self, item, **changed):
        items = self.table.items
        at = [one.track for one in items].index(item.track)
        items[at] = replace(items[at], **changed)
        return self

    def gone(self, item):
        self.table.items = [one for one in self.table.items if one.track != item.track]
        return self

    def take(self, item):
        """A hand takes a card."""
        self.show(item, covered=True).wait(1)
        return self.gone(item)

    def lay(self, *cards):
        """Seat after seat lays a card; None: nothing."""
        return [card and self.table.lay(seat, card) for seat, card in enumerate(cards)]

    def discard(self, **how):
        """A hand lays a card on the mat."""
        self.show(self.mat, covered=True).wait(1)
        self.show(self.mat, covered=False)
        return self.table.discard(**how)

    def restart(self):
        restored = restore(THREE, {"rulings": RULINGS}, read_back(self.session.entries))
        self.session = resume(Session(TableUmpire(CODEBOOK), auto=True), restored)
        return self

    @property
    def cities(self):
        return [city.cards for city in self.game.cities]

    @property
    def corrected(self):
        return any(isinstance(event, Corrected) for event in self.events)

    @property
    def notices(self):
        return [notice.key for notice in self.session.ruling.notices]


@pytest.fixture
def closed():
    """The first turn has closed; the last card was Clay Pit in Alexandria."""
    sitting = Sitting()
    *_, sitting.last = sitting.lay("lumber_yard", "stone_pit", "clay_pit")
    assert sitting.wait(3).closed == [(1, 1)]
    return sitting


@pytest.fixture
def discarded():
    """The first turn has closed; Alexandria has discarded."""
    sitting = Sitting()
    sitting.lay("lumber_yard", "stone_pit")
    sitting.last = sitting.discard()
    assert sitting.wait(3).closed == [(1, 1)]
    return sitting


def lay_at(sitting, seat, card, place):
    sitting.table.lay(seat, card)
    sitting.table.items[-1] = replace(sitting.table.items[-1], x=place.x + 3, y=place.y)
    return sitting.table.items[-1]


def test_a_card_laid_in_the_place_of_one_that_was_taken_replaces_it(closed):
    closed.take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    assert closed.wait(6).cities == [("lumber_yard",), ("stone_pit",), ("timber_yard",)]
    assert closed.questions == []
    assert any(isinstance(event, Undone) for event in closed.events)


def test_a_card_taken_by_a_hand_is_replaced_by_one_laid_elsewhere_in_the_city(closed):
    closed.table.lay(2, "timber_yard")
    closed.take(closed.last)
    assert closed.wait(8).cities[2] == ("timber_yard",)


def test_a_card_that_is_changed_twice_is_corrected_twice(closed):
    for card in ("timber_yard", "glassworks"):
        closed.take(closed.last)
        closed.last = lay_at(closed.wait(1), 2, card, closed.last)
        assert closed.wait(8).cities[2] == (card,)


def test_two_seats_change_their_cards_after_the_same_turn():
    sitting = Sitting()
    *changed, _ = sitting.lay("lumber_yard", "stone_pit", "clay_pool")
    sitting.wait(3)
    for item, card in zip(changed, ("ore_vein", "timber_yard"), strict=True):
        sitting.take(item)
        lay_at(sitting, item.seat, card, item)
    assert sitting.wait(8).cities == [("ore_vein",), ("timber_yard",), ("clay_pool",)]


def test_the_next_turn_goes_on_after_a_changed_card(closed):
    closed.take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(6).lay("altar", "theater", "loom")
    assert closed.wait(6).cities == [("lumber_yard", "altar"), ("stone_pit", "theater"), ("timber_yard", "loom")]
    assert closed.questions == []


@pytest.mark.xfail(strict=True, reason="D5: a card that no hand took is taken for one that was taken back")
def test_a_card_that_no_hand_took_stays_in_the_record(closed):
    """Glare hides it when its seat lays the next card."""
    closed.gone(closed.last).wait(2).table.lay(2, "timber_yard")
    closed.wait(5).lay("altar", "theater")
    assert closed.wait(8).cities[2] == ("clay_pit", "timber_yard")


@pytest.mark.xfail(strict=True, reason="D5: a card that no hand took is taken for one that was taken back")
def test_a_card_beside_one_that_glare_hides_does_not_replace_it_when_the_board_is_pushed(closed):
    closed.gone(closed.last).wait(1)
    lay_at(closed, 2, "timber_yard", replace(closed.last, x=closed.last.x + 20))
    closed.wait(1).table.push_board(2, -23.0)
    closed.wait(4).lay("altar", "theater")
    assert closed.wait(8).cities[2] == ("clay_pit", "timber_yard")


def test_a_city_that_is_tidied_is_not_changed(closed):
    closed.table.lay(2, "timber_yard")
    closed.take(closed.last).wait(0.5)
    closed.table.items.append(replace(closed.last, x=closed.last.x + 80, since=closed.table.now))
    assert closed.wait(8).cities[2] == ("clay_pit",)


def test_a_card_that_was_only_hidden_is_put_back(closed):
    """The next card was laid over it by a hand; then it is seen again."""
    closed.table.lay(2, "timber_yard")
    closed.take(closed.last).wait(8)
    closed.table.items.append(closed.last)
    assert closed.wait(4).cities[2] == ("clay_pit",)
    assert closed.session.ruling.plans[2].card == "timber_yard"


@pytest.mark.xfail(strict=True, reason="D5: the order of two cards after a restart")
def test_a_card_that_was_only_hidden_is_put_back_after_a_restart_too(closed):
    closed.table.lay(2, "timber_yard")
    closed.take(closed.last).wait(8).restart().wait(10)
    closed.table.items.append(closed.last)
    closed.wait(2).lay("ore_vein", "baths")
    assert closed.wait(8).cities == [("lumber_yard", "ore_vein"), ("stone_pit", "baths"), ("clay_pit", "timber_yard")]


def test_nothing_is_changed_after_an_undo(closed):
    closed.press(Undo()).take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(8)
    assert not any(isinstance(action, Build) and action.card == "clay_pit" for action in closed.game.actions)


@pytest.mark.xfail(strict=True, reason="D13: no change is late")
def test_a_card_laid_over_the_last_one_when_the_others_have_laid_theirs_is_the_next_one(closed):
    closed.wait(9).lay("loom", "ore_vein")
    closed.wait(2).take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(8)
    assert closed.cities == [("lumber_yard", "loom"), ("stone_pit", "ore_vein"), ("clay_pit", "timber_yard")]


@pytest.mark.xfail(strict=True, reason="D13: no change is late")
@pytest.mark.parametrize("seconds", [10, 45])
def test_coins_on_the_last_card_long_after_the_next_one_was_laid_change_nothing(closed, seconds):
    """The others still think."""
    closed.wait(3).table.lay(2, "timber_yard")
    closed.wait(seconds).take(closed.last)
    assert closed.wait(8).cities[2] == ("clay_pit",)


def test_two_cards_laid_together_keep_the_turn_open_until_one_is_taken_back():
    sitting = Sitting()
    *_, wrong = sitting.lay("lumber_yard", "stone_pit", "clay_pit")
    sitting.table.lay(2, "timber_yard")
    assert sitting.wait(2).closed == []
    sitting.take(wrong)
    assert sitting.wait(8).cities[2] == ("timber_yard",)


def test_two_cards_that_change_places_were_built_the_other_way_round(closed):
    first = next(item for item in closed.table.items if item.seat == 1)
    closed.table.move(first, 2)
    closed.table.move(closed.last, 1)
    assert closed.wait(10).cities == [("lumber_yard",), ("clay_pit",), ("stone_pit",)]


def test_a_card_moved_to_a_city_that_keeps_its_own_stays_in_the_record(closed):
    closed.table.move(closed.last, 1)
    assert closed.wait(20).cities[1:] == [("stone_pit",), ("clay_pit",)]
    assert closed.notices == ["notice.card_moved"]


def test_a_card_moved_to_the_city_that_discarded_stays_in_the_record_and_is_said():
    """It may only have been pushed there."""
    sitting = Sitting()
    _, moved = sitting.lay("lumber_yard", "stone_pit")
    sitting.discard()
    sitting.wait(3).table.move(moved, 2)
    assert sitting.wait(10).cities == [("lumber_yard",), ("stone_pit",), ()]
    assert sitting.notices == ["notice.card_moved"]


@pytest.mark.parametrize("taken", [False, True])
def test_after_a_restart_a_card_is_for_the_next_turn(closed, taken):
    if taken:
        closed.gone(closed.last)
    closed.table.lay(2, "timber_yard")
    closed.restart().wait(3).lay("altar", "theater")
    assert closed.wait(10).cities[2] == ("clay_pit", "timber_yard")


def test_a_card_is_changed_although_the_program_was_restarted_when_its_turn_had_closed(closed):
    closed.restart().wait(3).take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    assert closed.wait(8).cities == [("lumber_yard",), ("stone_pit",), ("timber_yard",)]


@pytest.mark.xfail(strict=True, reason="D14: a back that was taken is only hidden")
def test_a_card_that_is_taken_back_from_the_mat_and_built_was_no_discard(discarded):
    discarded.take(discarded.last).table.lay(2, "clay_pit")
    assert discarded.wait(10).cities == [("lumber_yard",), ("stone_pit",), ("clay_pit",)]


@pytest.mark.xfail(strict=True, reason="D14: a back that was taken is only hidden")
def test_a_card_that_is_taken_back_from_the_mat_may_lie_under_a_resting_hand_for_long(discarded):
    discarded.take(discarded.last).wait(15).table.lay(2, "clay_pit")
    assert discarded.wait(10).cities[2] == ("clay_pit",)


def test_a_card_of_another_age_that_is_taken_from_the_mat_was_no_discard_of_this_turn(discarded):
    other = discarded.discard(back=CODEBOOK.back("age_2"))
    discarded.wait(3).take(other).table.lay(2, "clay_pit")
    assert discarded.wait(8).cities[2] == ()
    assert discarded.session.ruling.plans[2].card == "clay_pit"


def test_a_card_that_is_built_while_the_discard_lies_there_is_for_the_next_turn(discarded):
    discarded.table.lay(2, "clay_pit")
    discarded.wait(4).lay("altar", "theater")
    assert discarded.wait(6).cities[2] == ("clay_pit",)
    assert [type(entry.action) for entry in discarded.session.entries if entry.seat == 2] == [Discard, Build]


def test_a_discard_that_was_only_hidden_is_one_again(discarded):
    """Coins hid it when its seat laid the next card."""
    discarded.take(discarded.last).table.lay(2, "clay_pit")
    discarded.wait(10).table.items.append(discarded.last)
    assert discarded.wait(4).cities[2] == ()
    assert discarded.session.ruling.plans[2].card == "clay_pit"


def test_a_card_of_the_next_turn_that_is_taken_back_says_nothing_about_the_turn_before(discarded):
    second = discarded.discard()
    discarded.wait(2).take(second).table.lay(2, "clay_pit")
    discarded.wait(4).lay("altar", "theater")
    discarded.wait(8)
    assert [type(entry.action) for entry in discarded.session.entries if entry.seat == 2] == [Discard, Build]


def test_two_seats_put_their_mistakes_right_after_the_same_turn_one_of_them_at_the_mat():
    """Rhodes changes its card; Giza builds the one that it takes back from the mat."""
    sitting = Sitting()
    _, first, _ = sitting.lay(None, "stone_pit", "clay_pit")
    last = sitting.discard()
    sitting.wait(3).take(first)
    lay_at(sitting, 1, "ore_vein", first)
    sitting.take(last).table.lay(0, "lumber_yard")
    assert sitting.wait(10).cities == [("lumber_yard",), ("ore_vein",), ("clay_pit",)]


@pytest.fixture
def seventh():
    """In the sixth turn Babylon has built; it may play its seventh card."""
    sitting = Sitting(BABYLON).jump(6, stages=[(0, 2)])
    sitting.last, *_ = sitting.lay("lumber_yard", "stone_pit", "clay_pit")
    assert sitting.wait(3).game.phase is Phase.SEVENTH
    return sitting


@pytest.mark.xfail(strict=True, reason="D11: what lay on the mat at a restart is too much")
def test_the_sixth_card_is_changed_before_the_seventh_is_laid(seventh):
    seventh.take(seventh.last)
    lay_at(seventh, 0, "ore_vein", seventh.last)
    seventh.wait(8)
    assert (seventh.cities[0], seventh.game.phase) == (("ore_vein",), Phase.SEVENTH)
    seventh.table.lay(0, "lumber_yard")
    assert seventh.wait(6).cities[0] == ("ore_vein", "lumber_yard"), "the card that was taken back is the seventh"


@pytest.mark.xfail(strict=True, reason="D11: what lay on the mat at a restart is too much")
def test_a_seventh_card_laid_beside_the_sixth_is_played_at_once(seventh):
    seventh.table.lay(0, "ore_vein")
    seventh.wait(6)
    assert (seventh.cities[0], seventh.corrected) == (("lumber_yard", "ore_vein"), False)


@pytest.fixture
def at_the_pile():
    """Halicarnassus may build a card from the discard pile; the five cards that were discarded lie on the mat."""
    sitting = Sitting([("rhodes", "A"), ("halicarnassus", "B"), ("alexandria", "A")])
    sitting.pile = [sitting.table.discard() for _ in range(5)]
    sitting.jump(3, builds=[Build(0, "ore_vein"), Discard(1), Discard(2)])
    sitting.table.lay(0, "stone_pit")
    sitting.table.stage(1, 1)
    sitting.table.lay(2, "loom")
    assert sitting.wait(5).game.phase is Phase.FROM_DISCARD
    return sitting


def test_a_card_from_the_discard_pile_is_built(at_the_pile):
    at_the_pile.take(at_the_pile.pile[0]).table.lay(1, "barracks")
    assert (at_the_pile.wait(4).game.turn, at_the_pile.cities[1]) == (4, ("barracks",))
    at_the_pile.lay("altar", "press", "theater")
    assert (at_the_pile.wait(5).game.turn, at_the_pile.questions) == (5, [])


@pytest.mark.xfail(strict=True, reason="D13: what is put back on the mat is a discard of the next turn")
def test_a_card_from_the_discard_pile_is_put_back_for_another_one(at_the_pile):
    at_the_pile.take(at_the_pile.pile[0])
    barracks = at_the_pile.table.lay(1, "barracks")
    at_the_pile.wait(4).take(barracks).discard()
    at_the_pile.wait(2).take(at_the_pile.pile[1]).table.lay(1, "press")
    assert at_the_pile.wait(8).cities == [("ore_vein", "stone_pit"), ("press",), ("loom",)]
    at_the_pile.lay("altar", "marketplace", "theater")
    assert (at_the_pile.wait(6).game.turn, at_the_pile.questions) == (5, [])


@pytest.mark.xfail(strict=True, reason="D13: no change is late")
def test_a_card_from_the_discard_pile_that_coins_hide_stays_in_the_record(at_the_pile):
    at_the_pile.take(at_the_pile.pile[0])
    barracks = at_the_pile.table.lay(1, "barracks")
    at_the_pile.wait(4).take(barracks).wait(4).lay("altar", "press", "theater")
    assert (at_the_pile.wait(6).game.turn, at_the_pile.cities[1]) == (5, ("barracks", "press"))


def test_a_game_that_is_corrected_and_stored_is_restored_as_it_stands(closed):
    closed.take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(8)
    stored = [event for event in closed.events if isinstance(event, STORED)]
    game, ledger = restore(THREE, {"rulings": RULINGS}, stored)
    assert (game.cities, ledger.entries) == (closed.game.cities, closed.session.entries)
