"""Conflicts are shown edge by edge, with the tokens beside the boards that get them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.box import Box
from display.facts.names import SeatName
from display.screens.table import military
from display.screens.table.table import seats_around
from engine import Build, Discard, Fight, Game, Phase, conflict_preview, shields, with_leader
from tests.display.drawn import drawn
from tests.display.sessions import AGE_ENDS, OVER, WONDERS, played

BOX = Box(0, 0, 464, 253)


def told(players: int, step: int) -> military.ConflictRing:
    content = military.conflicts(BOX, played(players, AGE_ENDS), seats_around(BOX, (), players), step).content
    assert isinstance(content, military.ConflictRing)
    return content


def test_the_military_screen_shows_the_result_once_conflicts_are_fought() -> None:
    for rounds, over in ((AGE_ENDS - 1, False), (AGE_ENDS, True), (AGE_ENDS + 1, False), (OVER, True)):
        game = played(3, rounds)
        content = military.outlook(BOX, game, seats_around(BOX, (), 3)).content
        assert (content.fighting, content.age) == (over, game.age)


def test_a_defeat_that_is_passed_on_is_shown_at_the_winner() -> None:
    game = played(3, AGE_ENDS)
    tomyris = game.catalogue.leaders["tomyris"]
    weak = next(seat for seat in range(3) if _defeated(seat))
    cities = tuple(with_leader(city, tomyris) if seat == weak else city for seat, city in enumerate(game.cities))
    passed = military.conflicts(BOX, replace(game, cities=cities), seats_around(BOX, (), 3), 3)
    edges = passed.content.edges  # type: ignore[attr-defined]
    beside = edges[weak].second or edges[weak - 1].first
    assert beside == (1, -1)


def _defeated(seat: int) -> bool:
    return told(3, 3).edges[seat].first == (-1,)


def test_each_city_has_its_shields_and_the_total_of_the_tokens_shown_so_far() -> None:
    game = played(4, AGE_ENDS)
    tokens = conflict_preview(game)
    for step in (0, 2, 4):
        ring = told(4, step)
        assert ring.shields == tuple(shields(city) for city in game.cities)
        assert [edge.known for edge in ring.edges] == [seat <= step for seat in range(4)]
        assert [edge.now for edge in ring.edges] == [seat == step for seat in range(4)]
        for seat, edge in enumerate(ring.edges):
            left, right = tokens[seat][0], tokens[(seat + 1) % 4][1]
            assert edge.first == (() if left is None else (left,))
            assert edge.second == (() if right is None else (right,))


def with_diplomacy(players: int, rounds: int, *absent: int) -> Game:
    """A game in which these seats have a token of diplomacy (Cities)."""
    game = played(players, rounds)
    cities = (replace(city, diplomacy=int(seat in absent)) for seat, city in enumerate(game.cities))
    return replace(game, cities=tuple(cities))


def test_across_an_absent_city_its_neighbours_fight() -> None:
    game, around = with_diplomacy(4, AGE_ENDS, 1), seats_around(BOX, (), 4)
    tokens = [[() if token is None else (token,) for token in both] for both in conflict_preview(game)]
    for step, now in enumerate(([True, True, False, False], [False, False, True, False], [False, False, False, True])):
        ring = military.conflicts(BOX, game, around, step).content
        assert isinstance(ring, military.ConflictRing)
        assert [edge.now for edge in ring.edges] == now
    assert [edge.first for edge in ring.edges] == [tokens[0][0], (), tokens[2][0], tokens[3][0]]
    assert [edge.second for edge in ring.edges] == [(), tokens[2][1], tokens[3][1], tokens[0][1]]
    assert [edge.tied for edge in ring.edges] == [shields(game.cities[0]) == shields(game.cities[2])] * 2 + [
        shields(game.cities[2]) == shields(game.cities[3]),
        shields(game.cities[3]) == shields(game.cities[0]),
    ]


def test_where_nobody_fights_nothing_is_shown() -> None:
    ring = military.conflicts(BOX, with_diplomacy(4, AGE_ENDS, 0, 1, 3), seats_around(BOX, (), 4), 4).content
    assert isinstance(ring, military.ConflictRing)
    assert ring.edges == (military.ConflictEdge(),) * 4
    assert not {"=", "+1", "\N{MINUS SIGN}1"} & set(drawn(military.paint, ring, (784, 418)))


def test_a_finished_game_shows_who_was_absent_from_its_last_conflicts() -> None:
    game = Game.new([(wonder, "day") for wonder in WONDERS[:4]], expansions=["cities"])
    game = game.apply(Build(0, "stockade", exception=True))
    while (game.age, game.phase) != (3, Phase.CONFLICTS):
        embassy = (game.age, game.to_act[:1]) == (3, (1,)) and "embassy" not in game.cities[1].cards
        play = Build(1, "embassy", exception=True) if embassy else Discard(game.to_act[0]) if game.to_act else Fight()
        game = game.apply(play)
    around, over = seats_around(BOX, (), 4), game.apply(Fight())
    assert [city.diplomacy for city in (game.cities[1], over.cities[1])] == [1, 0]
    assert military.outlook(BOX, over, around).content == military.outlook(BOX, game, around).content


@pytest.mark.parametrize(("ours", "theirs", "sign"), [(3, 1, ">"), (1, 3, "<"), (2, 2, "=")])
def test_the_stronger_side_of_a_conflict_is_pointed_out(ours: int, theirs: int, sign: str) -> None:
    edge = military.ConflictEdge((1,), (-1,), now=True)
    quiet = military.ConflictEdge((), (), known=False)
    names = tuple(SeatName("", wonder) for wonder in ("giza", "rhodes", "ephesus"))
    corners = seats_around(BOX, (), 3).corners
    ring = military.ConflictRing(1, names, (ours, theirs, 9), (edge, quiet, quiet), corners, True)
    shown = drawn(military.paint, ring, (784, 418))
    assert sign in shown
    assert not ({">", "<", "="} - {sign}) & set(shown)


def test_tokens_are_added_up_for_the_city_that_gets_them() -> None:
    none = military.ConflictEdge((), (), known=False)
    edges = (military.ConflictEdge((5,), (-1,)), military.ConflictEdge((3,), (-1,)), none)
    names = tuple(SeatName("", wonder) for wonder in ("giza", "rhodes", "ephesus"))
    corners = seats_around(BOX, (), 3).corners
    shown = drawn(military.paint, military.ConflictRing(3, names, (7, 6, 4), edges, corners, True), (784, 418))
    totals = {shown[place + 1] for place, what in enumerate(shown) if what == "[laurel]"}
    assert totals == {"+5", "+2", "\N{MINUS SIGN}1"}
