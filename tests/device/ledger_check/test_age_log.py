"""What is noted of what comes to the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog
from tests.device.tables import FakeTable, code_of

SEATS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


@pytest.fixture
def table():
    return FakeTable(list(SEATS), now=10.0)


def looked(log, table, after=0.2):
    return log.look(table.scene(after))


def test_a_card_keeps_the_time_at_which_it_came_first(table):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.items[0] = replace(item, since=15.0, x=item.x + 5)
    spot = (0, code_of("altar"), None)
    assert (log.cities[spot].since, looked(log, table, 8).cities[spot].since) == (10.0, 10.0)


def test_what_lay_there_before_anybody_looked_has_no_time(table):
    table.lay(0, "altar")
    assert looked(AgeLog(begun=12.0), table).cities[0, code_of("altar"), None].since is None


def test_a_card_is_gone_once_its_place_is_seen_without_it(table):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.items[0] = replace(item, covered=True)
    log = looked(log, table)
    assert log.cities[0, item.code, None].gone is None
    table.items[0] = replace(item, unseen_since=table.now + 0.2)
    came = looked(log, table).cities[0, item.code, None]
    assert (came.gone, came.was_taken) == (pytest.approx(10.6), True)
    table.items[0] = item
    assert looked(log, table).cities[0, item.code, None].gone is None


def test_a_card_that_no_hand_was_at_was_not_taken(table):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.take(item)
    came = looked(log, table, 5).cities[0, item.code, None]
    assert (came.gone, came.was_taken) == (pytest.approx(15.2), False)


@pytest.mark.parametrize(("hand", "since"), [(True, 20.6), (False, 10.0)])
def test_a_card_that_a_hand_took_and_laid_again_came_when_it_was_laid_again(table, hand, since):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.items[0] = replace(item, covered=hand)
    log = looked(log, table)
    table.items.clear()
    log = looked(log, table)
    table.now += 10
    table.items.append(replace(item, since=table.now, track=99))
    assert looked(log, table).cities[0, item.code, None].since == pytest.approx(since)


@pytest.mark.parametrize(("laid", "since"), [(20.6, 20.6), (10.0, 10.0)])
def test_a_card_that_seemed_to_lie_under_another_one_came_when_it_was_laid_again_elsewhere(table, laid, since):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    over = table.lay(0, "baths")
    table.items[0] = replace(item, unseen_since=10.2, under=over.track)
    log = looked(log, table)
    assert log.cities[0, item.code, None].under
    table.items[0] = replace(item, since=laid)
    came = looked(log, table, 10.4).cities[0, item.code, None]
    assert (came.since, came.under, came.unseen) == (since, False, None)


def test_another_cards_back_at_the_same_stage_came_when_it_did(table):
    first = table.stage(0, 1)
    log = looked(AgeLog(), table)
    table.items[0] = replace(first, unseen_since=10.4)
    log = looked(log, table)
    table.items[0] = replace(first, code=first.code + 1, since=10.1)
    came = looked(log, table).cities[0, None, 1]
    assert (came.code, came.since) == (first.code + 1, 10.1)


def test_nothing_is_noted_twice(table):
    table.lay(0, "altar")
    table.stage(1, 1)
    table.discard()
    log = looked(AgeLog(), table)
    assert looked(log, table) is log


def test_a_card_that_is_carried_to_another_city_comes_to_both(table):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.move(item, 1)
    log = looked(log, table, 2)
    assert {seat for seat, *_ in log.cities} == {0, 1}
    assert {came.since for came in log.cities.values()} == {item.since}


def test_a_card_that_is_carried_on_has_come_when_it_was_laid_in_the_city_that_it_was_carried_from(table):
    item = table.lay(0, "altar")
    log = looked(AgeLog(), table)
    table.take(item)
    log = looked(log, table)
    table.now += 10
    second = table.move(item, 1)
    log = looked(log, table, 10)
    table.move(second, 2)
    log = looked(log, table)
    assert [came.since for came in log.cities.values()] == [item.since, second.since, second.since]


def test_hands_over_the_mat_are_noted_once_each(table):
    item = table.discard()
    table.items[0] = replace(item, covered=True)
    log = looked(looked(AgeLog(), table), table, 0.5)
    assert log.hands == (10.2,)
    log = looked(log, table, 3.0)
    assert log.hands == (10.2, pytest.approx(13.7))
    assert looked(log, table, 0.5).hands == log.hands


def test_a_camera_that_sees_no_board_notes_nothing(table):
    table.lay(0, "altar")
    table.seen = False
    log = AgeLog()
    assert looked(log, table) is log


def test_whose_a_card_is_stays_clear_once_it_was(table):
    card, log = table.lay(0, "loom"), AgeLog(0)
    for is_sure, known in ((False, False), (True, True), (False, True)):
        table.items = [replace(card, sure=is_sure)]
        log = looked(log, table)
        assert log.cities[0, card.code, None].sure is known
