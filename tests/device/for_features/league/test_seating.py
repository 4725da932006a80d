"""Who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from device.for_features.errors import LeagueError
from device.for_features.league.seating import (
    meetings,
    random_rounds,
    seat_rounds,
    table_sizes,
    with_wonders,
    without_wonders,
)
from engine import EDITIONS


def names(count):
    return [f"player {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (48, 4, (4,) * 12),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (7, 4, (4, 3)),
        (5, 3, (5,)),
        (3, 7, (3,)),
        (8, 7, (4, 4)),
        (15, 7, (5, 5, 5)),
    ],
)
def test_tables_differ_by_one_player_at_most(players, wanted, sizes):
    assert table_sizes(players, wanted) == sizes


def test_two_players_make_no_table():
    with pytest.raises(LeagueError, match="league_too_few"):
        table_sizes(2, 3)


@pytest.mark.parametrize(("players", "size"), [(48, 4), (17, 5), (9, 3), (7, 7)])
def test_everybody_sits_at_one_table_in_each_round(players, size):
    for tables in seat_rounds(names(players), 4, size, 3):
        assert sorted(name for table in tables for name in table) == sorted(names(players))
        assert sorted(map(len, tables), reverse=True) == list(table_sizes(players, size))


def test_forty_eight_players_meet_nobody_twice_in_six_rounds():
    ours, drawn = (meetings(seat(names(48), 6, 4, 1)) for seat in (seat_rounds, random_rounds))
    assert (ours.most, ours.repeated) == (1, 0)
    assert drawn.repeated > 30


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(20, 5, 5), (16, 4, 5), pytest.param(48, 6, 6, marks=pytest.mark.slow)]
)
def test_pairs_meet_more_rarely_than_by_lot(players, size, rounds):
    def weight(tables):
        met = Counter(frozenset(pair) for one in tables for table in one for pair in combinations(table, 2))
        return sum(count**2 for count in met.values())

    ours, drawn = (seat(names(players), rounds, size, 5) for seat in (seat_rounds, random_rounds))
    assert weight(ours) < weight(drawn)


def test_the_same_file_gives_the_same_seating_and_another_seed_another_one():
    assert seat_rounds(names(20), 3, 4, 1) == seat_rounds(names(20), 3, 4, 1)
    assert seat_rounds(names(20), 3, 4, 1) != seat_rounds(names(20), 3, 4, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_wonder_is_twice_at_a_table_and_players_get_various_ones(edition):
    rounds = seat_rounds(names(28), 5, 7, 1)
    had = Counter()
    for table in with_wonders(rounds, EDITIONS[edition], "drawn", 1):
        assert len({seat.wonder for seat in table.seats}) == 7
        for seat in table.seats:
            assert (seat.wonder, seat.side) in EDITIONS[edition].wonders
            had[seat.name, seat.wonder] += 1
    assert max(had.values()) <= 2


@pytest.mark.parametrize("seed", range(4))
def test_in_seven_rounds_of_the_same_seven_everybody_plays_every_wonder(seed):
    tables = with_wonders(seat_rounds(names(7), 7, 7, seed), EDITIONS["first"], "drawn", seed)
    assert len({(seat.name, seat.wonder) for table in tables for seat in table.seats}) == 49


def test_everybody_may_have_to_play_one_side():
    tables = with_wonders(seat_rounds(names(8), 2, 4, 1), EDITIONS["first"], "B", 1)
    assert {seat.side for table in tables for seat in table.seats} == {"B"}
    with pytest.raises(LeagueError, match="league_side"):
        with_wonders([], EDITIONS["second"], "B", 1)


def test_without_wonders_only_the_places_are_said():
    (table,) = without_wonders([[["A", "B", "C"]]])
    assert [(seat.name, seat.wonder) for seat in table.seats] == [("A", ""), ("B", ""), ("C", "")]
