from dataclasses import dataclass, field
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.synthetic_table import BACK, CODEBOOK, SEVEN, THREE, Camera, MadeTable, back, board_code, front
from vision.scene import Place
from vision.sighting import Sighting
from vision.table.pose import Pose
from vision.tracking.tracker import Tracker


@dataclass
class Reading:
    """What a reader would say; `hidden` are (x, y, radius) in px over which something moves or lies."""

    sightings: tuple[Sighting, ...]
    hidden: list[tuple[float, float, float]] = field(default_factory=list)
    looked: bool = True

    def looked_at(self, corners):
        return self.looked

    def covered(self, corners):
        return any(np.hypot(*(corners.mean(axis=0) - (x, y))) < radius for x, y, radius in self.hidden)


class Session:
    """A table, a tracker and a clock."""

    def __init__(self, codes=THREE, fps=10.0, noise=0.3, settle=1.0, luck=1.0, seed=0):
        self.table = MadeTable(codes, noise=noise, seed=seed)
        self.tracker = Tracker(CODEBOOK)
        self.fps, self.time, self.luck = fps, 0.0, luck
        self.hidden: list[tuple[float, float, float]] = []
        self.looked = True
        self.scenes = []
        if settle:
            self.wait(settle)

    def wait(self, seconds, also=(), hiding=()):
        """Let time pass; `also` are sightings or functions of the time that make one, `hiding` things under an arm."""
        arms = [(*self.table.sighting_of(thing).corners.mean(axis=0), 60.0) for thing in hiding] + self.hidden
        for _ in range(round(seconds * self.fps)):
            seen = [s for s in self.table.look(without=hiding) if self.table.random.random() < self.luck]
            seen += [thing(self.time) if callable(thing) else thing for thing in also]
            self.scenes.append(self.tracker.update(self.time, Reading(tuple(seen), arms, self.looked)))
            self.time = round(self.time + 1 / self.fps, 6)
        return self.scenes[-1]

    @property
    def scene(self):
        return self.scenes[-1]

    def items(self, place=None):
        return [item for item in self.scene.items if place in (None, item.place) and item.place is not Place.MAT]

    def item(self, code):
        found = [item for item in self.scene.items if item.code == code]
        assert len(found) <= 1
        return found[0] if found else None


@pytest.fixture
def session():
    return Session()


# What lies still


def test_boards_that_lie_are_at_their_seats(session):
    assert [seat.code for seat in session.scene.seats] == list(THREE)
    assert [seat.since for seat in session.scene.seats] == [0.0] * 3


@pytest.mark.parametrize("fps", [2.0, 5.0, 10.0])
def test_a_card_counts_once_it_has_lain_for_seven_tenths_of_a_second(fps):
    session = Session(fps=fps, settle=2.0)
    laid = session.time
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    while not session.item(12):
        session.wait(1 / fps)
    assert 0.7 - 0.03 <= session.scene.time - laid <= 1.0 + 1e-6
    card = session.item(12)
    assert (card.place, card.seat, card.since) == (Place.CITY, 1, laid)


def test_one_reading_is_none(session):
    card = front(12, session.table.city(1, 0, 0))
    session.wait(0.1, also=[session.table.sighting_of(card)])
    session.wait(3.0)
    assert all(12 not in {item.code for item in scene.items} for scene in session.scenes)


def test_a_card_that_glides_is_never_seen(session):
    def gliding(time):
        return session.table.sighting_of(front(12, Pose(-600 + 80 * time, 100, 0.2)))

    session.wait(6.0, also=[gliding])
    assert all(12 not in {item.code for item in scene.items} for scene in session.scenes)


@pytest.mark.parametrize("height", [55.0, 90.0, 200.0])
def test_a_card_held_still_above_the_table_is_never_seen(session, height):
    held = front(12, session.table.city(1, 0, 0), height=height)
    session.wait(5.0, also=[lambda _: session.table.sighting_of(held)])
    assert all(12 not in {item.code for item in scene.items} for scene in session.scenes)


@pytest.mark.parametrize("bend", [-0.04, 0.04])
def test_a_lens_that_bends_the_picture_hides_no_card(bend, monkeypatch):
    straight = Camera.sees

    def bent(camera, points, height=0.0):
        away = (straight(camera, points, height) - (2304.0, 1296.0)) / 2643.0
        return away * (1 + bend * (away**2).sum(axis=-1, keepdims=True)) * 2643.0 + (2304.0, 1296.0)

    monkeypatch.setattr(Camera, "sees", bent)
    session = Session(SEVEN)
    for row in range(3):
        for seat in range(7):
            session.table.lay(front(10 * seat + row, session.table.city(seat, row, row)))
        session.wait(1.5)
    assert {(item.code, item.seat) for item in session.items()} == {
        (10 * seat + row, seat) for seat in range(7) for row in range(3)
    }


def test_ghosts_of_a_card_on_its_way_do_not_delay_it(session):
    def ghost(time):
        return session.table.sighting_of(front(12, Pose(-500 + 200 * (time % 2), 300, 0.2)))

    session.wait(0.5, also=[ghost])
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(0.3, also=[ghost])
    session.wait(0.6)
    assert session.item(12)


def test_two_players_may_lay_cards_in_the_same_frame(session):
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.table.lay(front(13, session.table.city(2, 0, 0)))
    session.wait(1.0)
    assert {(item.code, item.seat) for item in session.items()} == {(12, 1), (13, 2)}


def test_where_nothing_has_changed_nobody_need_look_twice_a_frame(session):
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(0.2)
    session.looked, cards = False, session.table.things
    session.table.things = []
    session.wait(0.4)
    assert not session.item(12)
    session.wait(30.0)
    session.table.things, session.looked = cards, True
    session.wait(0.1)
    assert session.item(12)
    assert len(session.scene.seats) == 3


# What stays


def test_a_card_stays_while_a_hand_rests_on_it(session):
    card = session.table.lay(front(12, session.table.city(1, 0, 0)))
    before = session.wait(1.0)
    session.wait(60.0, hiding=[card])
    assert session.item(12).covered
    after = session.wait(1.0)
    assert [item.track for item in after.items] == [item.track for item in before.items]
    assert session.item(12).since == pytest.approx(1.0)


def test_a_sticker_that_is_read_every_other_time_stays_the_same():
    session = Session(luck=0.5, settle=3.0)
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    track = session.wait(3.0) and session.item(12).track
    session.wait(60.0)
    assert all(12 in {item.code for item in scene.items} for scene in session.scenes[-600:])
    assert session.item(12).track == track


@given(seed=st.integers(0, 10_000), luck=st.floats(0.85, 1.0), fps=st.sampled_from([4.0, 10.0]))
@settings(max_examples=15, deadline=None)
def test_whatever_the_noise_the_scene_has_what_lies_there_and_nothing_else(seed, luck, fps):
    session = Session(SEVEN[:4], noise=0.6, luck=luck, fps=fps, seed=seed, settle=2.5)
    for turn in range(3):
        for seat in range(4):
            session.table.lay(front(10 * seat + turn, session.table.city(seat, turn, 0, radians(3))))
        session.wait(4.0)
        assert {(item.code, item.seat) for item in session.items(Place.CITY)} == {
            (10 * seat + past, seat) for seat in range(4) for past in range(turn + 1)
        }


# What goes


def test_a_card_that_was_taken_is_dropped_when_its_place_is_seen_empty(session):
    card = session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(1.0)
    session.table.things.remove(card)
    session.wait(1.4)
    assert session.item(12)
    session.wait(0.4)
    assert not session.item(12)


def test_a_card_that_lies_there_again_is_the_same(session):
    card = session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(1.0)
    track = session.item(12).track
    session.table.things.remove(card)
    session.wait(10.0)
    session.table.lay(card)
    session.wait(1.0)
    assert session.item(12).track == track


def test_a_card_pushed_to_the_neighbour_and_back_is_at_one_place_at_a_time(session):
    table = session.table
    card = table.lay(front(12, table.city(1, 0, 0)))
    session.wait(1.0)
    first = session.item(12)
    for seat in (2, 1):
        table.things.remove(card)
        session.wait(0.5, also=[lambda time: table.sighting_of(front(12, Pose(-300 + 300 * (time % 1), 100, 1.0)))])
        card = table.lay(front(12, table.city(seat, 0, 0)))
        session.wait(1.0)
        assert session.item(12).seat == seat
    assert session.item(12).since > first.since


def test_a_card_that_is_pushed_a_little_stays_the_same(session):
    card = session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(1.0)
    before = session.item(12)
    session.table.things.remove(card)
    session.table.lay(front(12, session.table.city(1, 0, 0, radians(14))))
    session.wait(2.0)
    after = session.item(12)
    assert (after.track, after.since) == (before.track, before.since)
    assert after.angle - before.angle == pytest.approx(radians(14), abs=0.03)


# The same code twice


def test_of_a_code_seen_twice_the_one_at_the_known_place_is_believed(session):
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    session.wait(1.0)
    session.table.lay(front(12, session.table.city(2, 1, 1)))
    session.wait(3.0)
    assert session.item(12).seat == 1
    assert session.scene.doubts == (12,)


def test_of_a_code_that_comes_twice_neither_is_believed(session):
    session.table.lay(front(12, session.table.city(1, 0, 0)))
    extra = session.table.lay(front(12, session.table.city(2, 1, 1)))
    session.wait(3.0)
    assert not session.item(12)
    assert session.scene.doubts == (12,)
    session.table.things.remove(extra)
    session.wait(3.0)
    assert session.item(12).seat == 1
    assert session.scene.doubts == ()


# Backs, which all look alike


def test_a_card_discarded_over_another_is_a_second_one(session):
    table = session.table
    table.lay(back(Pose(0, -20, 0.3)))
    session.wait(1.0)
    covered = table.things[-1]
    table.lay(back(Pose(12, -14, 0.3 + radians(14))))
    table.things.remove(covered)
    session.wait(20.0)
    assert len({item.track for item in session.items(Place.DISCARD)}) == 2


def test_two_cards_discarded_one_upon_the_other_at_once_are_two(session):
    table = session.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    session.wait(0.5)
    table.things.remove(card)
    table.lay(back(Pose(10, -20, 0.3 + radians(180))))
    session.wait(2.0)
    assert len(session.items(Place.DISCARD)) == 2


def test_a_card_that_is_put_down_and_then_pushed_into_place_is_one(session):
    table = session.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    session.wait(0.5)
    table.things.remove(card)
    table.lay(back(Pose(12, -5, 0.3 + radians(9))))
    session.wait(2.0)
    assert len(session.items(Place.DISCARD)) == 1


def test_a_discarded_card_that_is_pushed_aside_is_no_second_one(session):
    table = session.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    session.wait(1.0)
    track = session.items(Place.DISCARD)[0].track
    table.things.remove(card)
    table.lay(back(Pose(-25, -35, 0.3)))
    session.wait(5.0)
    assert [item.track for item in session.items(Place.DISCARD)] == [track]


def test_a_stage_that_is_pushed_is_the_same_stage(session):
    table = session.table
    card = table.lay(back(table.stage(2, 1)))
    session.wait(1.0)
    before = session.items(Place.STAGE)[0]
    table.things.remove(card)
    at = table.stage(2, 1, turn=radians(12))
    table.lay(back(Pose(at.x + 8, at.y, at.angle)))
    session.wait(4.0)
    after = session.items(Place.STAGE)
    assert [(item.track, item.seat, item.slot) for item in after] == [(before.track, 2, 1)]


def test_stages_side_by_side_are_told_apart(session):
    for slot in (1, 2, 3):
        session.table.lay(back(session.table.stage(0, slot)))
        session.wait(1.5)
    assert {(item.seat, item.slot) for item in session.items(Place.STAGE)} == {(0, 1), (0, 2), (0, 3)}
    assert len({item.track for item in session.items()}) == 3


def test_hands_that_are_passed_are_no_news_for_cities(session):
    hand = session.table.lay(back(session.table.at(0, -51, 60, radians(12))))
    session.wait(2.0)
    session.table.things.remove(hand)
    session.wait(2.0)
    session.table.lay(back(session.table.at(0, -60, 70, radians(-5)), BACK))
    session.wait(2.0)
    assert [(item.place, item.seat) for item in session.items()] == [(Place.HAND, 0)]


def test_who_looks_on_from_the_middle_of_a_game_knows_the_mat_by_what_covers_it():
    session = Session(settle=0)
    session.table.things.pop(0)
    session.table.lay(back(Pose(0, -20, 0.3)))
    session.wait(1.0)
    session.table.lay(back(Pose(40, 10, 1.9)))
    session.wait(1.0)
    assert len(session.items(Place.DISCARD)) == 2


# Boards and seats


def test_boards_may_be_rearranged_before_the_game_begins(session):
    session.table = MadeTable((THREE[1], THREE[2], THREE[0]), noise=0.3)
    session.wait(3.0)
    assert [seat.code for seat in session.scene.seats] == [THREE[1], THREE[2], THREE[0]]


def test_a_board_more_takes_its_seat_and_one_less_gives_it_back(session):
    session.table = MadeTable((*THREE, board_code("babylon")), noise=0.3)
    session.wait(3.0)
    assert len(session.scene.seats) == 4
    session.table = MadeTable(THREE, noise=0.3)
    session.wait(5.0)
    assert [seat.code for seat in session.scene.seats] == list(THREE)


def test_a_board_that_is_turned_over_is_another_board_at_once(session):
    board = session.table.things.pop(1)
    session.wait(0.5, hiding=[board])
    session.table.lay(type(board)(board.code + 1, board.sticker))
    session.hidden = [(*session.table.sighting_of(board).corners.mean(axis=0), 200.0)]
    session.wait(1.0)
    assert [seat.code for seat in session.scene.seats] == [THREE[0] + 1, *THREE[1:]]


def test_a_board_that_is_turned_over_during_the_game_has_its_seat_for_itself(session):
    session.tracker.begin_game()
    board = session.table.things.pop(1)
    session.wait(3.0, hiding=[board])
    session.table.lay(type(board)(board.code + 1, board.sticker))
    session.table.lay(front(12, session.table.city(0, 0, 0)))
    session.wait(3.0)
    assert [seat.code for seat in session.scene.seats] == [THREE[0] + 1, *THREE[1:]]
    assert (session.item(12).seat, session.item(12).sure) == (0, True)


def test_a_board_under_something_keeps_its_seat_for_a_while_and_during_a_game_for_good(session):
    board = session.table.things[1]
    session.wait(8.0, hiding=[board])
    assert len(session.scene.seats) == 3
    session.wait(4.0, hiding=[board])
    assert len(session.scene.seats) == 2
    session.wait(2.0)
    session.tracker.begin_game()
    session.wait(60.0, hiding=[board])
    assert len(session.scene.seats) == 3


def test_once_the_game_has_begun_a_board_keeps_its_seat_under_anything(session):
    session.tracker.begin_game()
    del session.table.things[1]
    session.table.lay(front(12, session.table.city(0, 0, 0)))
    session.wait(10.0)
    assert [seat.code for seat in session.scene.seats] == list(THREE)
    assert session.item(12).seat == 0
    session.tracker.end_game()
    session.table.lay(front(13, session.table.city(1, 0, 0)))
    session.wait(3.0)
    assert session.tracker.table.boards


def test_a_card_that_the_new_boards_cover_was_the_last_games(session):
    old = session.table.lay(front(12, session.table.city(0, 0, 0)))
    session.wait(1.5)
    session.wait(1.0, hiding=[old])
    assert session.item(12).covered
    session.tracker.begin_game()
    session.wait(1.0, hiding=[old])
    assert not session.items()
    session.wait(1.5)
    session.wait(1.0, hiding=[old])
    session.tracker.begin_game()
    session.wait(1.0, hiding=[old])
    assert session.item(12).covered


def test_after_a_game_only_what_is_seen_lies_there(session):
    session.tracker.begin_game()
    buried, covered, open_ = back(Pose(0, -20, 0.5)), front(12, session.table.city(0, 0, 0)), front(13, Pose(-90, 0, 0))
    for thing in (buried, covered, open_):
        session.table.lay(thing)
    session.wait(1.5)
    session.wait(1.0, hiding=[buried, covered])
    assert len(session.items()) == 3
    session.tracker.end_game()
    session.wait(1.5, hiding=[buried, covered])
    assert [item.code for item in session.items()] == [13]
    assert len(session.scene.seats) == 3


def test_a_board_pushed_during_the_game_takes_its_city_along(session):
    session.tracker.begin_game()
    table = session.table
    table.lay(front(12, table.city(1, 0, 0)))
    table.lay(back(table.stage(1, 1)))
    session.wait(1.0)
    before = {item.code: item for item in session.items()}
    pushed = [thing for thing in table.things if thing.code in (12, BACK, THREE[1])]
    for thing in pushed:
        thing.sticker = Pose(thing.sticker.x + 50, thing.sticker.y + 30, thing.sticker.angle)
    session.wait(4.0)
    after = {item.code: item for item in session.items()}
    assert len(session.items()) == 2
    assert {code: (item.place, item.seat, item.slot) for code, item in after.items()} == {
        code: (item.place, item.seat, item.slot) for code, item in before.items()
    }
    assert after[BACK].track == before[BACK].track


# The camera is knocked


@pytest.mark.parametrize("columns", [1, 3])
def test_after_the_camera_was_knocked_everything_is_as_before(columns):
    session = Session(SEVEN[:4])
    table = session.table
    session.tracker.begin_game()
    for seat in range(4):
        for column in range(columns):
            table.lay(front(10 * seat + column, table.city(seat, column, 0)))
    table.lay(back(table.stage(1, 1)))
    table.lay(back(Pose(0, -20, 0.5)))
    session.wait(1.5)
    before = session.scene
    table.camera.centre = (2304 + 90, 1296 - 60)
    table.camera.twist = radians(2.5)
    session.hidden = [(2304.0, 1296.0, 5000.0)]
    session.wait(0.5)
    session.hidden = []
    session.wait(0.5)
    after = session.scene
    assert [seat.code for seat in after.seats] == [seat.code for seat in before.seats]
    for one, other in zip(before.items, after.items, strict=True):
        assert (one.track, one.place, one.seat, one.slot, one.since) == (
            (other.track, other.place, other.seat, other.slot, other.since)
        )
        assert np.hypot(one.x - other.x, one.y - other.y) < 4.0
    session.wait(5.0)
    assert [item.track for item in session.scene.items] == [item.track for item in before.items]


def test_a_camera_that_swings_for_a_while_makes_no_news():
    session = Session(SEVEN[:4])
    table = session.table
    for seat in range(4):
        table.lay(front(10 * seat, table.city(seat, 0, 0)))
    session.wait(1.5)
    tracks = {item.track for item in session.scene.items}
    session.hidden = [(2304.0, 1296.0, 5000.0)]
    for step in range(30):
        table.camera.centre = (2304 + 120 * np.sin(step), 1296 + 70 * np.cos(1.3 * step))
        session.wait(0.1)
    session.hidden = []
    session.wait(2.0)
    assert {item.track for item in session.scene.items} == tracks
    assert all({item.track for item in scene.items} <= tracks for scene in session.scenes)


# Steadiness


def test_the_scene_is_steady_when_nothing_moves(session):
    assert session.scene.steady
    card = front(12, Pose(-300, 0, 0.2))
    session.wait(0.1, also=[session.table.sighting_of(card)])
    assert not session.scene.steady
    session.wait(2.0)
    assert session.scene.steady
    session.wait(0.2, hiding=[session.table.things[1]])
    assert not session.scene.steady


def test_codes_that_the_kit_does_not_have_are_nothing(session):
    session.wait(2.0, also=[Sighting(249, session.table.look()[0].corners + 300)])
    assert not session.items()


def test_before_anything_is_seen_the_scene_is_empty():
    scene = Tracker(CODEBOOK).update(0.0, Reading(()))
    assert (scene.seats, scene.items, scene.px_per_mm) == ((), (), None)
