"""What was seen of the cities, as a log: what lay where, from when to when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.observations import Observations, Presence
from tests.device.tables import FakeTable, code_of
from vision.kit.sizes import KitSizes

SIZES = KitSizes()
WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


class Watched:
    """A table that is looked at every half second."""

    def __init__(self):
        self.table = FakeTable(list(WONDERS))
        self.seen = Observations()
        self.wait(5)

    def wait(self, seconds):
        for _ in range(round(seconds * 2)):
            self.seen = self.seen.look(self.table.scene(0.5), SIZES)
        return self

    def show(self, item, **changed):
        """The item as it is from now on; covered: a hand is over it."""
        items = self.table.items
        at = [one.track for one in items].index(item.track)
        items[at] = replace(items[at], **changed)
        return self

    def stays(self, card):
        return [stay for stay in self.seen.stays if stay.code == code_of(card)]

    def presence(self, card):
        (stay,) = self.stays(card)
        return stay.presence(self.table.now)[0]


@pytest.fixture
def watched():
    return Watched()


def test_what_lay_there_when_the_table_was_seen_first_may_be_older():
    table = FakeTable(list(WONDERS))
    table.lay(0, "altar")
    (stay,) = Observations().look(table.scene(1), SIZES).stays
    assert stay.maybe_since is None


def test_a_card_lies_there_since_it_was_read_first(watched):
    laid = watched.table.lay(0, "altar").since
    (stay,) = watched.wait(5).stays("altar")
    assert (stay.seat, stay.slot, stay.since, stay.maybe_since, stay.until) == (0, None, laid, laid, None)
    assert watched.presence("altar") is Presence.LIES


def test_the_log_is_the_same_while_nothing_happens(watched):
    watched.table.lay(0, "altar")
    before = watched.wait(2).seen
    assert watched.wait(10).seen is before


@pytest.mark.parametrize(("seconds", "presence"), [(3, Presence.MISSED), (4, Presence.UNREAD)])
def test_a_card_that_is_missed_for_three_seconds_is_not_gone(watched, seconds, presence):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, unseen_since=watched.table.now).wait(seconds)
    assert watched.presence("altar") is presence
    watched.show(altar, unseen_since=None).wait(0.5)
    assert watched.presence("altar") is Presence.LIES
    assert len(watched.stays("altar")) == 1


def test_a_card_that_was_dropped_and_is_read_again_lies_there_since_the_first_time(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).table.take(altar)
    watched.wait(2).table.items.append(replace(altar, since=watched.table.now))
    (stay,) = watched.wait(1).stays("altar")
    assert (stay.since, stay.until) == (altar.since, None)


def test_a_card_under_a_hand_lies_there_and_one_that_is_not_read_after_it_was_taken(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, covered=True).wait(10)
    assert watched.presence("altar") is Presence.LIES
    watched.table.items.clear()
    assert watched.wait(2).presence("altar") is Presence.MISSED
    assert watched.wait(4).presence("altar") is Presence.GONE
    assert watched.stays("altar")[0].taken


def test_no_hand_has_taken_a_card_that_is_not_read_long_after_one_was_there(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(2).show(altar, covered=True).wait(1).show(altar, covered=False).wait(5)
    watched.show(altar, unseen_since=watched.table.now).wait(10)
    assert not watched.stays("altar")[0].taken


def test_a_card_that_comes_to_light_without_a_hand_was_laid_by_an_earlier_one(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, covered=True).wait(0.5)
    came = watched.table.now
    watched.wait(1).show(altar, covered=False).wait(6).table.lay(0, "baths")
    (stay,) = watched.wait(1).stays("baths")
    assert stay.maybe_since == came
    assert stay.since > came + 6


def test_a_hand_that_has_laid_a_card_has_not_laid_the_one_that_comes_to_light_later(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, covered=True).wait(1).table.lay(0, "loom")
    watched.show(altar, covered=False).wait(6).table.lay(0, "baths")
    (stay,) = watched.wait(1).stays("baths")
    assert stay.maybe_since == stay.since


def test_a_hand_in_another_city_has_laid_nothing_in_this_one(watched):
    altar, _ = watched.table.lay(1, "altar"), watched.table.lay(0, "loom")
    watched.wait(5).show(altar, covered=True).wait(1).show(altar, covered=False).wait(6).table.lay(0, "baths")
    (stay,) = watched.wait(1).stays("baths")
    assert stay.maybe_since == stay.since


def test_a_card_that_is_read_when_a_resting_hand_leaves_may_have_been_laid_since_it_came(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, covered=True).wait(0.5)
    came = watched.table.now
    watched.wait(10).show(altar, covered=False).table.lay(0, "baths")
    (stay,) = watched.wait(1).stays("baths")
    assert stay.maybe_since == came


@pytest.mark.parametrize(("aside", "presence"), [(3, Presence.REPLACED), (30, Presence.UNREAD)])
def test_a_card_laid_in_the_place_of_one_that_is_not_read_replaces_it(watched, aside, presence):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).show(altar, unseen_since=watched.table.now).table.lay(0, "baths")
    watched.table.items[-1] = replace(watched.table.items[-1], x=altar.x + aside, y=altar.y)
    assert watched.wait(5).presence("altar") is presence


def test_a_card_that_is_read_beside_the_one_in_its_place_is_not_replaced(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).table.lay(0, "baths")
    watched.table.items[-1] = replace(watched.table.items[-1], x=altar.x + 3, y=altar.y)
    assert watched.wait(5).presence("altar") is Presence.LIES


def test_a_card_in_another_city_has_left_the_first_one(watched):
    altar = watched.table.lay(0, "altar")
    watched.wait(5).table.move(altar, 1)
    first, second = watched.wait(1).stays("altar")
    assert (first.seat, first.until is None) == (0, False)
    assert (second.seat, second.until, second.since > first.since) == (1, None, True)


def test_a_card_whose_board_is_not_seen_stays_where_it_was(watched):
    watched.table.lay(0, "altar")
    watched.wait(2).table.hidden.add(0)
    assert watched.wait(20).presence("altar") is Presence.LIES
    watched.table.hidden.clear()
    assert watched.wait(2).presence("altar") is Presence.LIES


def test_a_scene_without_boards_says_nothing(watched):
    before = watched.seen
    watched.table.seen = False
    assert watched.wait(2).seen is before


def test_cards_that_were_gone_long_ago_are_forgotten_and_others_stay(watched):
    watched.table.take(watched.wait(1).table.lay(0, "altar"))
    gone = watched.table.lay(0, "loom")
    watched.wait(2).table.take(gone)
    watched.wait(1).table.lay(0, "baths")
    watched.wait(30)
    kept = {stay.code for stay in watched.seen.without_earlier(watched.table.now - 10).stays}
    assert kept == {code_of("baths")}


def test_after_nobody_has_looked_what_lies_there_may_be_older(watched):
    watched.table.lay(0, "altar")
    watched.wait(2)
    (stay,) = watched.seen.resumed().look(watched.table.scene(60), SIZES).stays
    assert stay.maybe_since is None
