"""What one seat may have done in an age: which rows of actions explain what lies in its city, and their costs."""

from __future__ import annotations

import math

import pytest

from device.ledger_check.seat_histories import (
    BUILD,
    DELAY_COST,
    DISCARDED_CARD,
    MOVED_COST,
    SHIFT_COST,
    STAGE,
    TOO_EARLY_COST,
    TOO_LATE_COST,
    UNEXPLAINED_COST,
    CardThere,
    Clock,
    PastPlay,
    SeatHistory,
    lateness,
    rows,
)
from engine import Phase

ALTAR, BATHS, LOOM, PRESS = (PastPlay(BUILD, code) for code in range(1, 5))
STAGE_BUILT = PastPlay(STAGE)
FIRST, SECOND, THIRD = ((1, turn, Phase.TURN) for turn in (1, 2, 3))
TIMES = {(1, 1): 30.0, (1, 2): 60.0, (1, 3): 90.0}
CLOCK = Clock(TIMES, 91.0)


def history(*booked, there=(), is_open=True):
    """A seat that is booked with these deeds in the first turns of Age I; `there`: (deed, since) in its city."""
    moments = ((1, turn, Phase.TURN) for turn in range(1, len(booked) + 1))
    things = tuple(CardThere(deed, since) for deed, since in there)
    return SeatHistory(0, 1, tuple(zip(moments, booked, strict=False)), things, is_open)


def laid(*deeds):
    """Deeds in the city, each since its turn."""
    return [(deed, 30.0 * turn) for turn, deed in enumerate(deeds, 1) if deed is not DISCARDED_CARD]


def deeds(row):
    return [deed for _, deed in row.deeds]


def test_a_history_fits_if_everything_booked_lies_there_and_nothing_else():
    assert history(ALTAR, DISCARDED_CARD, BATHS, there=laid(ALTAR, DISCARDED_CARD, BATHS)).fits
    assert not history(ALTAR, BATHS, there=laid(ALTAR)).fits
    assert not history(ALTAR, there=laid(ALTAR, BATHS)).fits
    assert not history(STAGE_BUILT, there=laid(STAGE_BUILT, STAGE_BUILT)).fits


@pytest.mark.parametrize(
    ("moment", "since", "cost"),
    [
        (SECOND, None, 0.0),
        (SECOND, 60.0, 0.0),
        (SECOND, 45.0, 0.0),
        (SECOND, 44.9, TOO_EARLY_COST),
        (SECOND, 75.0, 0.0),
        (SECOND, 75.1, TOO_LATE_COST),
        (FIRST, 0.0, 0.0),
        (FIRST, 45.1, TOO_LATE_COST),
        (THIRD, 74.9, TOO_EARLY_COST),
        (THIRD, 91.5, 0.0),
        (THIRD, 91.6, TOO_LATE_COST),
    ],
)
def test_a_card_that_was_laid_nearer_to_another_turn_costs_something(moment, since, cost):
    assert CLOCK.cost(moment, since, open_age=True) == cost


def test_only_in_the_open_age_a_card_may_be_too_late_for_the_last_turn():
    assert CLOCK.cost(THIRD, 200.0, open_age=False) == 0.0
    assert Clock(TIMES, -math.inf).cost(THIRD, 200.0, open_age=True) == 0.0


@pytest.mark.parametrize(("since", "cost"), [(29.9, TOO_EARLY_COST), (30.0, 0.0), (90.0, 0.0), (90.1, TOO_LATE_COST)])
def test_a_turn_of_unknown_time_lies_between_the_turns_beside_it(since, cost):
    clock = Clock({(1, 1): 30.0, (1, 3): 90.0}, 91.0)
    assert clock.cost(SECOND, since, open_age=True) == cost


def test_a_turn_is_as_late_as_the_earlier_half_of_its_cards():
    built = [history(ALTAR, there=[(ALTAR, since)]) for since in (30.0, 50.0, 31.0, 80.0)]
    assert Clock.of(built, 100.0).centres == {(1, 1): 31.0}


def test_a_turn_that_seems_to_be_later_than_the_next_one_has_no_time():
    assert Clock.of([history(ALTAR, BATHS, there=[(ALTAR, 70.0), (BATHS, 60.0)])], 100.0).centres == {(1, 2): 60.0}
    assert Clock.of([history(ALTAR, there=[(ALTAR, 70.0)])], 69.0).centres == {}
    assert Clock.of([history(ALTAR, there=[(ALTAR, 70.0)])], 70.0).centres == {(1, 1): 70.0}
    assert Clock.of([history(ALTAR, there=[(ALTAR, 70.0)])], -math.inf).centres == {(1, 1): 70.0}


def test_a_city_that_does_not_fit_tells_the_time_only_where_less_than_two_others_do():
    wrong = history(ALTAR, BATHS, there=[(ALTAR, 50.0)])
    right = history(LOOM, there=[(LOOM, 30.0)])
    assert Clock.of([wrong, wrong, wrong, right, right], 100.0).centres == {(1, 1): 30.0}
    assert Clock.of([wrong, wrong, right], 100.0).centres == {(1, 1): 50.0}


def test_stages_that_fit_were_built_in_the_order_in_which_they_were_laid():
    built = history(STAGE_BUILT, STAGE_BUILT, there=laid(STAGE_BUILT, STAGE_BUILT))
    assert Clock.of([built], 100.0).centres == {(1, 1): 30.0, (1, 2): 60.0}
    assert (deeds(rows(built, CLOCK)[0]), rows(built, CLOCK)[0].cost) == ([STAGE_BUILT, STAGE_BUILT], 0.0)


def test_stages_that_do_not_fit_tell_no_time():
    """Which of a city's stages was built when is not known if one is missing."""
    assert Clock.of([history(STAGE_BUILT, ALTAR, there=[(STAGE_BUILT, 50.0)])], 100.0).centres == {}


def test_a_turn_that_was_missed_comes_before_the_later_ones_of_its_age():
    clock = Clock({(1, 1): 30.0, (1, 2): 60.0, (2, 2): 300.0}, 400.0).shifted(1, 2)
    assert clock.centres == {(1, 1): 30.0, (1, 3): 60.0, (2, 2): 300.0}


def test_cards_in_their_own_turns_cost_nothing_and_others_what_each_costs():
    line = history(ALTAR, BATHS, there=laid(ALTAR, BATHS))
    assert lateness(line, line.booked, CLOCK) == 0.0
    exchanged = [(FIRST, BATHS), (SECOND, ALTAR)]
    assert lateness(line, exchanged, CLOCK) == TOO_LATE_COST + TOO_EARLY_COST


def test_stages_were_laid_in_the_order_in_which_they_were_built():
    line = history(STAGE_BUILT, STAGE_BUILT, there=[(STAGE_BUILT, 60.0), (STAGE_BUILT, 30.0)])
    assert line.times == {STAGE_BUILT: [30.0, 60.0]}
    assert lateness(line, line.booked, CLOCK) == 0.0


def test_a_city_that_fits_is_explained_best_by_what_is_booked():
    line = history(ALTAR, DISCARDED_CARD, BATHS, there=laid(ALTAR, DISCARDED_CARD, BATHS))
    best = rows(line, CLOCK)[0]
    assert (best.deeds, best.cost, best.unexplained, best.discards) == (line.booked, 0.0, (), 1)


def test_another_card_costs_one_change():
    best = rows(history(ALTAR, BATHS, there=laid(ALTAR, PRESS)), CLOCK)[0]
    assert (deeds(best), best.cost) == ([ALTAR, PRESS], 1.0)


def test_a_discard_that_was_a_card_costs_one_change():
    best = rows(history(ALTAR, DISCARDED_CARD, there=laid(ALTAR, PRESS)), CLOCK)[0]
    assert (deeds(best), best.cost, best.discards) == ([ALTAR, PRESS], 1.0, 0)


def test_a_card_that_is_not_there_was_discarded():
    best = rows(history(ALTAR, BATHS, there=laid(ALTAR)), CLOCK)[0]
    assert (deeds(best), best.cost, best.discards) == ([ALTAR, DISCARDED_CARD], 1.0, 1)


def test_two_other_cards_come_in_the_order_in_which_they_were_laid():
    best = rows(history(ALTAR, BATHS, there=[(PRESS, 60.0), (LOOM, 30.0)]), CLOCK)[0]
    assert (deeds(best), best.cost) == ([LOOM, PRESS], 2.0)


def test_of_cards_that_find_no_place_the_latest_stays_unexplained():
    best = rows(history(DISCARDED_CARD, there=[(PRESS, 70.0), (LOOM, 30.0)]), CLOCK)[0]
    assert (deeds(best), best.unexplained) == ([LOOM], (CardThere(PRESS, 70.0),))


def test_of_two_stages_that_are_booked_only_as_many_were_built_as_lie_there():
    best = rows(history(STAGE_BUILT, STAGE_BUILT, there=laid(STAGE_BUILT)), CLOCK)[0]
    assert (deeds(best), best.cost) == ([STAGE_BUILT, DISCARDED_CARD], 1.0)
    best = rows(history(STAGE_BUILT, ALTAR, there=laid(STAGE_BUILT, STAGE_BUILT)), CLOCK)[0]
    assert (deeds(best), best.cost) == ([STAGE_BUILT, STAGE_BUILT], 1.0)


def test_cards_for_which_no_turn_is_left_stay_unexplained():
    best = rows(history(ALTAR, there=[(ALTAR, 30.0), (PRESS, 31.0)]), CLOCK)[0]
    assert (deeds(best), best.unexplained, best.cost) == ([ALTAR], (CardThere(PRESS, 31.0),), UNEXPLAINED_COST)


@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_cards_laid_since_the_last_turn_may_belong_to_the_open_one(count):
    new = [(LOOM, 95.0), (PRESS, 96.0)][:count]
    best = rows(history(ALTAR, BATHS, there=[*laid(ALTAR, BATHS), *new]), CLOCK)[0]
    assert (deeds(best), best.cost, best.unexplained) == ([ALTAR, BATHS], 0.0, ())


def test_in_an_age_that_is_over_nothing_belongs_to_the_open_turn():
    best = rows(history(ALTAR, BATHS, there=[*laid(ALTAR, BATHS), (LOOM, 95.0)], is_open=False), CLOCK)[0]
    assert (len(best.unexplained), best.cost) == (1, UNEXPLAINED_COST)


@pytest.mark.parametrize(("since", "cost"), [(91.0, UNEXPLAINED_COST), (91.5, UNEXPLAINED_COST), (91.6, 0.0)])
def test_a_card_that_was_laid_until_the_last_turn_closed_does_not_belong_to_the_open_one(since, cost):
    best = rows(history(ALTAR, there=[(ALTAR, 30.0), (LOOM, since)]), CLOCK)[0]
    assert (deeds(best), best.cost) == ([ALTAR], cost)


def test_a_new_stage_belongs_to_the_open_turn_only_if_there_are_more_than_are_booked():
    more = history(ALTAR, there=[(ALTAR, 30.0), (STAGE_BUILT, 95.0)])
    assert (deeds(rows(more, CLOCK)[0]), rows(more, CLOCK)[0].cost) == ([ALTAR], 0.0)
    pushed = history(ALTAR, BATHS, STAGE_BUILT, there=[*laid(ALTAR, BATHS), (STAGE_BUILT, 95.0)])
    assert [deeds(row) for row in rows(pushed, CLOCK)] == [[ALTAR, BATHS, STAGE_BUILT]]
    lost = history(STAGE_BUILT, ALTAR, there=[(ALTAR, 60.0), (LOOM, 95.0)])
    assert (deeds(rows(lost, CLOCK)[0]), rows(lost, CLOCK)[0].cost) == ([DISCARDED_CARD, ALTAR], 1.0)


def test_a_booked_card_that_was_pushed_stays_booked():
    pushed = history(ALTAR, BATHS, there=[(ALTAR, 30.0), (BATHS, 95.0)])
    assert [(deeds(row), row.cost) for row in rows(pushed, CLOCK)] == [([ALTAR, BATHS], TOO_LATE_COST)]


def test_of_two_new_cards_the_later_one_may_belong_to_the_open_turn_alone():
    found = rows(history(ALTAR, DISCARDED_CARD, there=[(ALTAR, 30.0), (PRESS, 96.0), (LOOM, 95.0)]), CLOCK)
    assert [ALTAR, LOOM] in [deeds(row) for row in found]
    assert [ALTAR, PRESS] not in [deeds(row) for row in found]


@pytest.mark.parametrize("missed", [0, 1])
def test_a_discard_that_never_happened_makes_the_later_cards_one_turn_earlier(missed):
    """It is one change and a little for each card that it moves."""
    played = [ALTAR, BATHS, PRESS]
    booked = [*played[:missed], DISCARDED_CARD, *played[missed:2]]
    best = rows(history(*booked, there=laid(*played)), CLOCK)[0]
    assert (deeds(best), best.shift) == (played, (missed, 2))
    assert best.cost == pytest.approx(SHIFT_COST + (2 - missed) * MOVED_COST)


def test_a_card_that_is_not_there_may_have_been_booked_in_between_as_well():
    best = rows(history(ALTAR, BATHS, there=laid(BATHS, PRESS)), CLOCK)[0]
    assert (deeds(best), best.shift) == ([BATHS, PRESS], (0, 1))
    assert best.cost == pytest.approx(SHIFT_COST + MOVED_COST)


@pytest.mark.parametrize("missed", [0, 1])
def test_a_seat_that_has_not_played_its_last_turn_has_a_shorter_row_if_that_is_allowed(missed):
    booked = [ALTAR, BATHS]
    booked.insert(missed, DISCARDED_CARD)
    line = history(*booked, there=laid(ALTAR, BATHS))
    (short,) = (row for row in rows(line, CLOCK, may_shorten=True) if len(row.deeds) == 2)
    assert (deeds(short), short.shift) == ([ALTAR, BATHS], (missed, 2))
    assert short.cost == pytest.approx(SHIFT_COST + (2 - missed) * MOVED_COST)
    assert all(len(row.deeds) == 3 for row in rows(line, CLOCK))


def test_costs_are_weighed_against_one_changed_action():
    """A shift or a card in the wrong turn is worse than one change and no worse than two; a pushed card is better."""
    assert 0 < 6 * MOVED_COST < TOO_LATE_COST < 1
    assert 1 < SHIFT_COST < DELAY_COST <= 2
    assert 1 < TOO_EARLY_COST < UNEXPLAINED_COST <= 2


def test_a_turn_that_nobody_booked_is_inserted():
    line = history(ALTAR, BATHS, there=laid(ALTAR, PRESS, BATHS))
    best = rows(line, Clock({(1, 1): 30.0, (1, 2): 90.0}, 91.0), missed=2)[0]
    assert (best.deeds, best.cost) == (((FIRST, ALTAR), (SECOND, PRESS), (THIRD, BATHS)), 0.0)
