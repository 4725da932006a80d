"""How an age is read from what came to the table and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.age_reading import (
    AHEAD,
    EARLY,
    EXCHANGED,
    FIXED,
    ILLEGAL,
    INSTEAD,
    LAID_LATE,
    LATE,
    LEFT,
    SHORT_PAUSE,
    TAKEN,
    AgeRecorded,
    AgeSeen,
    CardInCity,
    InHand,
    _early,
    _late,
    _with_one_moved,
    read_age,
    read_open_turns,
)
from device.times import GESTURE

TURN = 8.0
"""s from one turn to the next."""
SEATS = 4


def seen(*cities, backs=(), hands=(), stages=(), left_over=0):
    """What came: for each seat when its cards did (s)."""
    cards = tuple(tuple(time if isinstance(time, CardInCity) else CardInCity(time) for time in city) for city in cities)
    of_stages = dict(stages)
    return AgeSeen(cards, tuple(frozenset(of_stages.get(n, ())) for n in range(len(cards))), backs, hands, left_over)


def in_time(turns, seat):
    return [TURN * turn + 0.3 * seat for turn in range(turns)]


def recorded(*rows, last=6, guessed=()):
    return AgeRecorded(tuple(tuple(row) for row in rows), last, frozenset(guessed))


def others(turns):
    """The cities and rows of all seats but the first, who play in time."""
    return [in_time(turns, seat) for seat in range(1, SEATS)], [list(range(turns))] * (SEATS - 1)


def rows_of(first, row, turns, **more):
    """The first seat's row as it reads, None if the record is not clearly wrong."""
    cities, rows = others(turns)
    reading = read_age(seen(first, *cities, **more), recorded(row, *rows), gain=3.0)
    return reading and reading.rows[0]


def test_a_record_that_fits_stands():
    assert rows_of(in_time(3, 0), (0, 1, 2), 3) is None


def test_cards_that_were_recorded_in_the_wrong_turns_are_put_right():
    """The first card was recorded as the second turn's, and so on."""
    assert rows_of(in_time(3, 0), (None, 0, 1), 3)[:3] == (0, 1, 2)


def test_a_card_that_was_hidden_for_two_turns_is_the_one_of_the_turn_that_shows_none():
    late, first, third = 2 * TURN + 5, 0.0, 2 * TURN + 0.5
    cities, rows = others(4)
    reading = read_age(seen([first, third, late, 3 * TURN], *cities), recorded((0, None, 1, 3), *rows), gain=3.0)
    assert reading.rows[0][:4] == (0, 2, 1, 3)


def test_a_discard_stands_if_the_mat_shows_it():
    cities = [0.0, 2 * TURN]
    assert rows_of(cities, (0, None, 1), 3, backs=(TURN + 0.5,)) is None


def test_a_discard_that_nobody_saw_stands_too():
    """It surprises, but nothing else is likelier."""
    assert rows_of([0.0, 2 * TURN], (0, None, 1), 3) is None


def test_a_card_that_lies_there_was_no_discard():
    assert rows_of(in_time(3, 0), (0, None, 2), 3)[:3] == (0, 1, 2)


def test_of_two_cards_of_a_turn_the_one_that_a_hand_took_was_not_played():
    taken = CardInCity(TURN, TAKEN, 0.0)
    assert rows_of([0.0, taken, TURN + 1.5], (0, 1), 2)[:2] == (0, 2)


def test_a_city_may_show_nothing_at_all():
    assert rows_of([], (None, None, None), 3, backs=(0.5, TURN + 0.5, 2 * TURN + 0.5)) is None
    cities, rows = others(3)
    cities[0] = in_time(3, 1)
    reading = read_age(seen([], *cities), recorded((None,) * 3, (None, 0, 1), *rows[1:]), gain=3.0)
    assert reading.rows[:2] == ((None,) * len(reading.rows[0]), (0, 1, 2, *[None] * (len(reading.rows[0]) - 3)))


def test_what_is_fixed_stands_whatever_lies_there():
    assert rows_of(in_time(3, 0), (0, FIXED, 2), 3) is None


def test_a_card_of_the_next_turn_is_no_surprise():
    cities, rows = others(3)
    first = in_time(3, 0)
    reading = read_age(seen(first, *cities), recorded((0, 1), *[row[:2] for row in rows]), gain=3.0)
    assert reading is None


def test_a_small_doubt_about_a_city_is_no_certainty_because_of_another_one():
    """The second city's card was read late by a little, the first one's for turns."""
    cities, rows = others(4)
    first = [0.0, 2 * TURN, 2 * TURN + 5, 3 * TURN]
    reading = read_age(seen(first, *cities), recorded((0, None, 1, 3), *rows), gain=3.0)
    assert reading.rows[1] == tuple(range(len(reading.rows[1])))


def test_slow_people_are_no_surprise():
    cities = [[40.0 * turn + 12.0 * seat for turn in range(5)] for seat in range(SEATS)]
    assert read_age(seen(*cities), recorded(*[range(5)] * SEATS), gain=2.5) is None


def test_stages_are_read_in_the_order_of_their_slots():
    cities, rows = others(3)
    stages = [(0, (0, 2))]
    reading = read_age(seen(in_time(3, 0), *cities, stages=stages), recorded((None, 0, 2), *rows), gain=3.0)
    assert reading.rows[0][:3] == (0, 1, 2)


def test_two_cards_that_came_late_together_were_played_although_nobody_can_say_which_was_the_first():
    late = 2 * TURN + 4
    first, row = [late, late, 2 * TURN + 0.5], (None, None, 2)
    assert sorted(rows_of(first, row, 3)[:2]) == [0, 1]


def hardly_wrong(left_out=2.0):
    """Cities and rows of all seats but the first; the second seat's row would be a little better as (3, 1, 2)."""
    cities, rows = others(3)
    taken, other = CardInCity(0.3, counts=3.0, left_out=1.0), CardInCity(TURN + 0.5, left_out=left_out)
    return [[taken, *cities[0][1:], other], *cities[1:]], rows


@pytest.mark.parametrize(("left_out", "row"), [(2.0, (3, 1, 2)), (1.2, (0, 1, 2))])
def test_what_fits_a_little_better_but_not_what_hardly_does_is_put_right_with_what_fits_much_better(left_out, row):
    cities, rows = hardly_wrong(left_out)
    reading = read_age(seen(in_time(3, 0), *cities), recorded((None, 0, 1), *rows), gain=3.0)
    assert (reading.rows[0][:3], reading.rows[1][:3]) == ((0, 1, 2), row)


@pytest.mark.parametrize(("late", "wrong"), [(1, False), (3, True)])
def test_several_late_cards_say_together_that_they_are_the_next_turns(late, wrong):
    hands = (TURN + 3, TURN + 3.2, 2 * TURN + 3, 2 * TURN + 3.2)
    came = seen(*[[0.0, 2 * TURN + 0.2]] * late, *[in_time(3, 0)] * (6 - late), hands=hands)
    reading = read_age(came, recorded(*[(0, 1, None)] * late, *[(0, 1, 2)] * (6 - late)), gain=3.0)
    assert (reading is not None) == wrong
    if reading:
        assert [row[:3] for row in reading.rows] == [(0, None, 1)] * 3 + [(0, 1, 2)] * 3


@pytest.mark.parametrize(("guessed", "row"), [([(1, 0)], (3, 1, 2)), ([(1, 1)], None), ([], None)])
def test_a_guess_gives_way_to_what_fits_only_a_little_better(guessed, row):
    cities, rows = hardly_wrong()
    reading = read_age(seen(in_time(3, 0), *cities), recorded((0, 1, 2), *rows, guessed=guessed), gain=3.0)
    assert (reading and reading.rows[1][:3]) == row


def test_a_guess_gives_way_although_it_is_hardly_surprising():
    """A hand may have taken the second seat's card, and another one lies there."""
    cities, rows = others(1)
    cities[0] = [CardInCity(0.3, counts=1.6, left_out=0.0), CardInCity(0.3, left_out=0.4)]
    reading = read_age(seen([0.0], *cities), recorded((0,), *rows, guessed=[(1, 0)]), gain=3.0)
    assert reading.rows[1][:1] == (1,)


def test_a_guess_stands_if_nothing_fits_better():
    cities, rows = others(3)
    record = recorded((0, None, 1), *rows, guessed=[(0, 1)])
    assert read_age(seen([0.0, 2 * TURN], *cities), record, gain=3.0) is None


def test_once_the_age_has_ended_the_likeliest_is_recorded():
    cities, rows = others(6)
    first = [0.0, TURN, *(TURN * turn for turn in (4, 5)), 5 * TURN + 4, 5 * TURN + 4]
    row = (0, 1, None, None, 2, 3)
    reading = read_age(seen(first, *cities), recorded(row, *rows), gain=3.0)
    assert sorted(reading.rows[0]) == [0, 1, 2, 3, 4, 5]


def test_after_the_last_turn_the_mat_shows_what_is_left_over():
    cities, rows = others(6)
    backs = tuple(5 * TURN + 2 + seat for seat in range(SEATS))
    assert (
        read_age(
            seen(in_time(6, 0), *cities, backs=backs, left_over=SEATS),
            recorded(range(6), *rows),
            gain=1.0,
        )
        is None
    )


def test_a_sixth_and_a_seventh_card_were_played_in_the_order_in_which_they_came():
    """The first one had been taken for the seventh. Who has no seventh card has left one lying."""
    cities, rows = others(6)
    came = seen([*in_time(6, 0), 5 * TURN + 12], *cities)
    record = recorded((0, 1, 2, 3, 4, None, 5), *rows, guessed={(0, 5)})
    assert read_age(replace(came, seventh=frozenset({0})), record, gain=3.0).rows[0] == tuple(range(7))
    assert read_age(came, recorded(range(6), *rows), gain=3.0) is None


def test_of_two_cards_that_came_together_after_the_last_turn_the_recorded_one_stays_the_seventh():
    """Another city's record is put right."""
    cities, rows = others(6)
    came = replace(seen([*in_time(6, 0), 5 * TURN + 12, 5 * TURN + 12], *cities), seventh=frozenset({0}))
    reading = read_age(came, recorded((0, 1, 2, 3, 4, 5, 7), (None, 0, 1, 2, 3, 4), *rows[1:]), gain=3.0)
    assert reading.rows[:2] == ((0, 1, 2, 3, 4, 5, 7), (0, 1, 2, 3, 4, 5))


@pytest.mark.parametrize("pause", [0.0, 1.0])
def test_people_who_lay_at_once_after_one_another_are_read_in_turns(pause):
    """With no pause the number of cards in each city tells the turns."""
    step = 1.0 + pause
    cities = [[step * turn + 0.1 * seat for turn in range(3)] for seat in range(SEATS)]
    rows = [(0, 1, 2)] * (SEATS - 1)
    assert read_age(seen(*cities), recorded((None, 0, 1), *rows), gain=3.0).rows[0][:3] == (0, 1, 2)


def test_a_reading_says_how_much_less_surprising_it_is():
    cities, rows = others(2)
    reading = read_age(seen([0.0, TURN], *cities), recorded((None, 0), *rows), gain=1.0)
    assert reading.saves > LATE > reading.cost


def test_nothing_is_read_before_a_turn_is_recorded():
    assert read_age(seen(*[[0.0]] * SEATS), recorded(*[()] * SEATS), gain=0.0) is None


def open_turns(*cities, fixed=(), **more):
    """How the open turns read: for one, two and three of them."""
    rows = tuple((FIXED,) * (seat in fixed) for seat in range(len(cities)))
    return read_open_turns(seen(*cities, **more), AgeRecorded(rows, 6), 3)


def test_two_turns_have_begun_if_cities_show_two_cards():
    one, two, three = open_turns((0, 6), (1, 6.5), (1.2, 7))
    assert two.cost < min(one.cost, three.cost)
    assert (two.since[1], two.first, two.unclear) == (6, (0, 0, 0), frozenset())


@pytest.mark.parametrize(("cards", "unclear"), [((6.3, 6.5), {3}), ((2.0, 6.5), set()), ((6.4, 9.0), {3})])
def test_of_two_cards_that_came_when_the_next_turn_had_begun_either_may_be_of_the_first(cards, unclear):
    _, two, _ = open_turns((0, 6), (1, 6.5), (1.2, 7), cards)
    assert (two.first[3] is not None, two.unclear) == (True, unclear)


def test_a_seat_is_not_read_as_playing_what_is_hardly_likelier_than_nothing():
    """Its only card came with those of the next turn, as late as it can be for the first one."""
    _, two, _ = open_turns((0, 6), (1, 6.5), (1.2, 7), (CardInCity(6.2, late=2.9),))
    assert (two.first[3], two.unclear) == (None, {3})


def test_a_card_that_is_read_long_after_the_others_of_its_turn_does_not_hide_two_discards_thrown_together():
    one, two, _ = open_turns((8.2,), (8.2,), (2.0, 10.6), backs=(2.6,), hands=(0.6, 1.8))
    assert (two.since[1], two.first) == (8.2, (None, None, 0))
    assert two.cost < 2.0 < one.cost - 5.0


def test_two_turns_are_found_although_parting_the_cards_otherwise_seems_likelier_at_first():
    """Two discarded unseen in the fifth turn; all three build in the sixth, and one puts the last card down."""
    cards = [(158.6, 165.4), (CardInCity(165.4, first=ILLEGAL),), (CardInCity(164.6, first=ILLEGAL),)]
    rows, hands = AgeRecorded(((), (), ()), 2), (157.4, 158.6, 164.4, 165.6)
    _, two = read_open_turns(seen(*cards, backs=(166.8,), hands=hands, left_over=3), rows, 2)
    assert two.first == (0, None, None)


def test_what_was_entered_is_of_the_first_turn_and_a_card_beside_it_is_not():
    _, two, _ = open_turns((6,), (1, 6.5), (1.2, 7), fixed={0})
    assert two.first == (FIXED, 0, 0)


def test_beside_what_was_entered_and_a_discard_the_next_cards_are_of_the_second_turn():
    _, two, _ = open_turns((8.3,), (1.0, 9.1), (8.9,), fixed={0}, backs=(2.8,))
    assert (two.since[1], two.first) == (8.3, (FIXED, 0, None))


def test_moments_and_rows_are_fitted_to_one_another_as_long_as_that_is_less_surprising():
    """Two seats have exchanged a card, in the third and in the fourth turn, when the others had gone on."""

    def city(*times, taken, instead):
        cards = [CardInCity(time) for time in times]
        cards[taken] = cards[taken]._replace(counts=EXCHANGED, left_out=LEFT)
        cards[instead] = cards[instead]._replace(late=INSTEAD)
        return cards

    cities = [
        city(11.8, 15.6, 20.6, 26.2, 27.8, 31.4, 39.0, taken=2, instead=3),
        city(11.6, 16.6, 20.2, 26.0, 33.0, 33.4, 39.6, taken=3, instead=4),
        (11.4, 15.6, 20.4, 26.4, 30.6, 39.6),
        (11.6, 16.6, 20.6, 26.2, 31.2, 40.2),
    ]
    rows = [(0, 1, 2, 3, 4), (0, 1, 2, 4, 5), range(5), range(5)]
    reading = read_age(seen(*cities, backs=(41.2, 41.2), hands=(39.4, 40.4), left_over=4), recorded(*rows), gain=3.0)
    assert reading.rows[:2] == ((0, 1, 3, 4, 5, 6), (0, 1, 2, 4, 5, 6))


def test_of_two_cards_that_came_late_the_first_one_is_rather_of_the_first_turn():
    """Its player thought for long, and laid the next one a few seconds later."""
    _, two, _ = open_turns((28.0, 74.0), (31.0, 60.8), (64.0, 70.8))
    assert (two.first, two.unclear) == ((0, 0, 0), {2})


def test_others_lay_their_next_cards_at_once_rather_if_they_have_waited_for_the_last_one():
    def cost(waited):
        last = 1.2 + waited
        return open_turns((0, last + 0.4), (0.6, last + 0.6), (1.2, last + 0.5), (last,))[1].cost

    assert cost(10.0) < cost(0.4) - 1.0


@pytest.mark.parametrize(("passed_to", "first"), [((1, 2, 3, 0), None), ((), 0)])
def test_nobody_has_chosen_from_a_hand_that_he_was_given_only_now(passed_to, first):
    """The first seat's only card comes 6 s after others' and just before their next ones; two may have discarded."""
    came = seen((37.6,), (32.0, 38.4), (38.6,), (32.2, 38.0), (31.8, 38.6), hands=(31.0, 32.4))
    _, two = read_open_turns(replace(came, passed_to=passed_to and (1, 2, 3, 4, 0)), AgeRecorded(((),) * 5, 3), 2)
    assert two.first == (first, 0, None, 0, 0)


@pytest.mark.parametrize(("passed_to", "first"), [((1, 2, 3, 0), 0), ((3, 0, 1, 2), None), ((), None)])
def test_a_card_that_comes_after_others_next_ones_was_not_late_if_nobody_had_played_from_its_hand(passed_to, first):
    """Of four two have gone on before the first seat lays a card; no hand was over the mat."""
    came = seen((CardInCity(15.4, late=LAID_LATE),), (8.3,), (8.6, 12.0), (8.9, 12.3))
    _, two = read_open_turns(replace(came, passed_to=passed_to), AgeRecorded(((),) * SEATS, 4), 2)
    assert two.first == (first, 0, 0, 0)


@pytest.mark.parametrize(
    ("came", "price"),
    [(5.0, EARLY), (5.5, AHEAD), (6.0, 0.0), (7.0, 0.0), (8.0, AHEAD), (8.5, LATE)],
)
def test_a_card_that_is_early_or_late_surprises_less_while_its_player_holds_the_hand(came, price):
    """The turn was from 6 to 8 s; he has held the hand since 5 s, until 8.5 s."""
    in_hand = InHand(5.0, 8.5)
    assert _early(CardInCity(came), 6.0, in_hand) + _late(CardInCity(came), 8.0, in_hand) == price


def test_nobody_has_waited_for_the_first_card_so_that_the_next_ones_are_as_surprising_as_ever():
    """All lay two cards, the second ones half a second after the first ones."""
    _, two, _ = open_turns(*[(0.0, 0.5)] * 3)
    assert two.cost == pytest.approx(SHORT_PAUSE * (1 - 0.5 / GESTURE))


def test_whoever_laid_two_cards_and_took_both_back_has_thrown_the_one_that_the_mat_shows():
    """The second seat has thought for long, and lays its next card at once."""
    taken = [CardInCity(2.5, TAKEN, LEFT), CardInCity(6.6, TAKEN, LEFT)]
    _, two, _ = open_turns((2.1, 8.7), (6.2, 6.3), (*taken, 10.6), backs=(4.2,))
    assert (two.first, two.unclear) == ((0, 0, None), frozenset())


def test_hands_that_may_have_been_passed_on_sooner_or_later_were_not_twice_at_the_same_moment():
    assert [*_with_one_moved((0, 2, 3, 5))] == [(0, 1, 3, 5), (0, 2, 4, 5)]


def test_a_card_that_lay_there_before_anybody_looked_is_of_the_first_turn_rather_than_of_the_second():
    rows = recorded((None, None), (None, 1), (None, 0))
    reading = read_age(seen((None,), (1.2, 9.5), (1.5,)), rows, gain=3.0)
    assert reading.rows == ((0, None), (0, 1), (0, None))
