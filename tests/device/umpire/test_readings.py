"""What the seats did, given what was seen: turns overlap, and the next cards say what happened in the last one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.events import Corrected
from device.messages.intents import Answer
from tests.device.table_session import TableSession
from vision.scene import Place

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")]
FIRST = ("lumber_yard", "stone_pit", "clay_pool", "ore_vein")
NEXT = ("altar", "theater", "baths", "loom")


class Sitting(TableSession):
    """Four people who do not look at the screen."""

    def __init__(self):
        super().__init__(WONDERS)
        self.mat = self.table._put(210, Place.MAT, None, None, 1000.0, 450.0)

    def lay(self, cards, *seats, pause=0.0):
        """These seats lay their card of this turn, one after the other."""
        laid = []
        for seat in seats:
            laid.append(self.table.lay(seat, cards[seat]))
            self.wait(pause, step=0.25)
        return laid

    def show(self, item, **changed):
        items = self.table.items
        at = [one.track for one in items].index(item.track)
        items[at] = replace(items[at], **changed)

    def hand_at_mat(self, *, lays=0):
        """A hand is over the mat for a second; then so many more cards are read there."""
        self.show(self.mat, covered=True)
        self.wait(1)
        self.show(self.mat, covered=False)
        for _ in range(lays):
            self.table.discard()
        return self

    @property
    def cities(self):
        return [city.cards for city in self.game.cities]

    @property
    def corrections(self):
        return [event.changes for event in self.events if isinstance(event, Corrected)]


@pytest.fixture
def sitting():
    return Sitting()


def test_all_lay_at_once_and_the_next_cards_follow_while_nobody_waits(sitting):
    sitting.lay(FIRST, 0, 1, 2, 3, pause=0.25)
    sitting.wait(2).lay(NEXT, 0, 1, 2, 3, pause=0.25)
    sitting.wait(3)
    assert sitting.cities == [(card, following) for card, following in zip(FIRST, NEXT, strict=True)]
    assert sitting.closed == [(1, 1), (1, 2)]
    assert sitting.corrections == []


def test_two_discards_in_the_same_second_are_two_although_one_hides_the_other(sitting):
    """Only one back is read. That all lay their next cards says that both seats have acted."""
    sitting.lay(FIRST, 0, 1)
    sitting.hand_at_mat(lays=1).wait(3)
    assert sitting.closed == []
    sitting.lay(NEXT, 0, 1, 2, 3, pause=0.25)
    sitting.wait(6)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert sitting.cities == [("lumber_yard", "altar"), ("stone_pit", "theater"), ("baths",), ("loom",)]
    assert sitting.questions == []


def test_two_discards_that_are_both_seen_close_the_turn(sitting):
    sitting.lay(FIRST, 0, 1)
    sitting.hand_at_mat(lays=2).wait(2)
    assert sitting.cities == [("lumber_yard",), ("stone_pit",), (), ()]
    assert [city.coins for city in sitting.game.cities] == [3, 3, 6, 6]


def test_the_next_cards_of_two_others_say_that_a_seat_has_discarded_where_a_hand_was(sitting):
    sitting.lay(FIRST, 0, 1, 2)
    sitting.hand_at_mat().wait(3)
    sitting.lay(NEXT, 0, 1, 2, 3, pause=0.25)
    sitting.wait(6)
    assert sitting.cities[3] == ("loom",)
    assert sitting.closed == [(1, 1), (1, 2)]


def test_a_discard_that_the_mat_cannot_show_is_recorded_only_if_somebody_says_so(sitting):
    """No hand was at the mat, and nothing lies there."""
    sitting.lay(FIRST, 0, 1, 2)
    sitting.wait(4).lay(NEXT, 0, 1)
    sitting.wait(10)
    assert sitting.closed == []
    (question,) = sitting.session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 3)
    sitting.press(Answer(question, question.choices.index("discarded"))).wait(1)
    assert sitting.closed == [(1, 1)]
    assert sitting.cities == [("lumber_yard",), ("stone_pit",), ("clay_pool",), ()]


def test_nobody_is_two_plays_ahead(sitting):
    sitting.lay(FIRST, 0)
    sitting.wait(5).lay(NEXT, 0)
    sitting.wait(5).lay(("press",), 0)
    sitting.wait(10)
    assert sitting.closed == []
    assert sitting.cities == [()] * 4


def test_a_card_that_is_read_after_the_others_have_laid_the_next_one_was_laid_by_the_hand_before(sitting):
    """A hand was in the city when the others laid theirs; its card is not read for some seconds."""
    *_, ore_vein = sitting.lay(FIRST, 0, 1, 2, 3)
    sitting.wait(3).lay(NEXT, 0, 1, 2)
    sitting.show(ore_vein, covered=True)
    sitting.wait(1).show(ore_vein, covered=False)
    sitting.wait(2).lay(("ore_vein", "clay_pit", "press"), 1, 2)
    sitting.wait(1).lay(NEXT, 3)
    sitting.wait(3).lay(("timber_yard",), 0)
    sitting.wait(1).lay(("", "", "", "stockade"), 3)
    sitting.wait(6)
    assert sitting.cities == [
        ("lumber_yard", "altar", "timber_yard"),
        ("stone_pit", "theater", "clay_pit"),
        ("clay_pool", "baths", "press"),
        ("ore_vein", "loom", "stockade"),
    ]
    assert (sitting.questions, sitting.corrections) == ([], [])


def test_a_card_that_is_changed_before_the_others_have_laid_theirs_was_not_played(sitting):
    (wrong,) = sitting.lay(FIRST, 0)
    sitting.wait(2).show(wrong, covered=True)
    sitting.wait(1).table.items = [item for item in sitting.table.items if item.track != wrong.track]
    sitting.lay(NEXT, 0)
    sitting.wait(1).lay(FIRST, 1, 2, 3)
    sitting.wait(6)
    assert sitting.cities == [("altar",), ("stone_pit",), ("clay_pool",), ("ore_vein",)]
    assert (sitting.questions, sitting.corrections) == ([], [])


def test_a_card_that_is_changed_when_the_turn_has_closed_is_corrected(sitting):
    wrong, *_ = sitting.lay(FIRST, 0, 1, 2, 3)
    sitting.wait(2).show(wrong, covered=True)
    sitting.wait(1).table.items = [item for item in sitting.table.items if item.track != wrong.track]
    sitting.lay(NEXT, 0)
    sitting.wait(8)
    assert sitting.cities == [("altar",), ("stone_pit",), ("clay_pool",), ("ore_vein",)]
    assert sitting.corrections[-1] == ",1,giza,build,altar,build,lumber_yard"


def test_a_card_that_the_rules_forbid_keeps_the_turn_open_and_is_asked_about(sitting):
    """Nobody sells cloth."""
    table = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    for seat, card in enumerate(("scriptorium", "stone_pit", "clay_pool")):
        table.table.lay(seat, card)
    assert table.wait(10).closed == []
    (question,) = table.session.ruling.questions
    assert (question.kind, question.placeholders["card"]) == ("not_affordable", "scriptorium")


def test_a_back_that_nobody_has_discarded_closes_no_turn_for_a_seat_that_lays_a_card_then(sitting):
    """A card falls on the mat; its seat's card is laid a moment later, and is its play."""
    sitting.hand_at_mat(lays=1)
    sitting.lay(FIRST, 0, 1, 2)
    sitting.wait(0.5, step=0.25).lay(FIRST, 3)
    sitting.wait(8)
    assert sitting.cities == [(card,) for card in FIRST]


@pytest.mark.xfail(strict=True, reason="D10: it is asked whether the seat has discarded, and its card is no answer")
def test_a_card_of_a_seat_that_thought_for_long_is_its_play(sitting):
    """Another one has laid the card for the next turn long ago."""
    sitting.lay(FIRST, 0, 1, 2)
    sitting.wait(3).lay(NEXT, 0)
    sitting.wait(60).lay(FIRST, 3)
    sitting.wait(5)
    assert sitting.closed == [(1, 1)]
    assert sitting.cities == [(card,) for card in FIRST]
    assert sitting.session.ruling.plans[0].card == "altar"


@pytest.mark.xfail(strict=True, reason="D16: the turn is neither closed nor asked about")
def test_a_card_that_coins_hide_before_its_turn_is_over_is_no_reason_to_wait(sitting):
    """Its seat lays the next one, and so do the others."""
    (hidden,) = sitting.lay(FIRST, 0)
    sitting.wait(5).show(hidden, unseen_since=sitting.table.now)
    sitting.wait(6).lay(FIRST, 1, 2, 3)
    sitting.wait(3).lay(NEXT, 0, 1, 2, 3)
    sitting.wait(10)
    assert sitting.cities == [(card, following) for card, following in zip(FIRST, NEXT, strict=True)]
