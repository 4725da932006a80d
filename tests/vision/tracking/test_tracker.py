from dataclasses import dataclass, field, replace
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.synthetic_table import (
    BACK,
    CODEBOOK,
    SEVEN,
    THREE,
    Camera,
    SyntheticTable,
    Thing,
    back,
    board_code,
    front,
)
from vision.scene import Place
from vision.sighting import Sighting
from vision.table.pose import Pose
from vision.tracking.tracker import Tracker


@dataclass
class Reading:
    """A reader's result; `hidden` are (x, y, radius) in px over which something moves or lies."""

    sightings: tuple[Sighting, ...]
    hidden: list[tuple[float, float, float]] = field(default_factory=list)
    looked: bool = True

    def looked_at(self, corners):
        return self.looked

    def covered(self, corners):
        return any(np.hypot(*(corners.mean(axis=0) - (x, y))) < radius for x, y, radius in self.hidden)


class TableRun:
    """A table, a tracker and a clock."""

    def __init__(self, codes=THREE, fps=10.0, noise=0.3, settle=1.0, read_rate=1.0, seed=0):
        self.table = SyntheticTable(codes, noise=noise, seed=seed)
        self.tracker = Tracker(CODEBOOK)
        self.fps, self.time, self.read_rate = fps, 0.0, read_rate
        self.hidden: list[tuple[float, float, float]] = []
        self.looked = True
        self.scenes = []
        if settle:
            self.wait(settle)

    def wait(self, seconds, also=(), hiding=()):
        """Let time pass. `also`: more sightings, or functions of the time that make one; `hiding`: covered things."""
        arms = [(*self.table.sighting_of(thing).corners.mean(axis=0), 60.0) for thing in hiding] + self.hidden
        for _ in range(round(seconds * self.fps)):
            seen = [s for s in self.table.look(without=hiding) if self.table.random.random() < self.read_rate]
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
def run():
    return TableRun()


def test_stage_tokens_look_alike_and_all_of_them_count(run):
    for slot in (1, 2):
        run.table.lay(Thing(243, run.table.stage(0, slot)))
        run.wait(2.0)
    run.table.lay(Thing(243, run.table.stage(2, 1)))
    run.wait(2.0)
    assert [(item.seat, item.slot) for item in run.items(Place.STAGE)] == [(0, 1), (0, 2), (2, 1)]
    assert run.scene.doubts == ()


# Stickers that are accepted


def test_boards_are_at_their_seats(run):
    assert [seat.code for seat in run.scene.seats] == list(THREE)
    assert [seat.since for seat in run.scene.seats] == [0.0] * 3


@pytest.mark.parametrize("fps", [2.0, 5.0, 10.0])
def test_a_card_is_accepted_after_lying_still_for_0_7_s(fps):
    run = TableRun(fps=fps, settle=2.0)
    laid = run.time
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    while not run.item(12):
        run.wait(1 / fps)
    assert 0.7 - 0.03 <= run.scene.time - laid <= 1.0 + 1e-6
    card = run.item(12)
    assert (card.place, card.seat, card.since) == (Place.CITY, 1, laid)


def test_a_single_reading_is_not_accepted(run):
    card = front(12, run.table.city(1, 0, 0))
    run.wait(0.1, also=[run.table.sighting_of(card)])
    run.wait(3.0)
    assert all(12 not in {item.code for item in scene.items} for scene in run.scenes)


def test_a_card_in_motion_is_never_accepted(run):
    def gliding(time):
        return run.table.sighting_of(front(12, Pose(-600 + 80 * time, 100, 0.2)))

    run.wait(6.0, also=[gliding])
    assert all(12 not in {item.code for item in scene.items} for scene in run.scenes)


@pytest.mark.parametrize("height", [55.0, 90.0, 200.0])
def test_a_card_held_still_above_the_table_is_never_accepted(run, height):
    held = front(12, run.table.city(1, 0, 0), height=height)
    run.wait(5.0, also=[lambda _: run.table.sighting_of(held)])
    assert all(12 not in {item.code for item in scene.items} for scene in run.scenes)


@pytest.mark.parametrize("bend", [-0.04, 0.04])
def test_cards_are_accepted_through_a_lens_that_distorts(bend, monkeypatch):
    straight = Camera.sees

    def bent(camera, points, height=0.0):
        away = (straight(camera, points, height) - (2304.0, 1296.0)) / 2643.0
        return away * (1 + bend * (away**2).sum(axis=-1, keepdims=True)) * 2643.0 + (2304.0, 1296.0)

    monkeypatch.setattr(Camera, "sees", bent)
    run = TableRun(SEVEN)
    for row in range(3):
        for seat in range(7):
            run.table.lay(front(10 * seat + row, run.table.city(seat, row, row)))
        run.wait(1.5)
    assert {(item.code, item.seat) for item in run.items()} == {
        (10 * seat + row, seat) for seat in range(7) for row in range(3)
    }


def test_readings_of_a_card_in_motion_do_not_delay_it(run):
    def ghost(time):
        return run.table.sighting_of(front(12, Pose(-500 + 200 * (time % 2), 300, 0.2)))

    run.wait(0.5, also=[ghost])
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(0.3, also=[ghost])
    run.wait(0.6)
    assert run.item(12)


def test_two_players_may_play_cards_in_the_same_frame(run):
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.table.lay(front(13, run.table.city(2, 0, 0)))
    run.wait(1.0)
    assert {(item.code, item.seat) for item in run.items()} == {(12, 1), (13, 2)}


def test_unsearched_places_count_as_unchanged(run):
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(0.2)
    run.looked, cards = False, run.table.things
    run.table.things = []
    run.wait(0.4)
    assert not run.item(12)
    run.wait(30.0)
    run.table.things, run.looked = cards, True
    run.wait(0.1)
    assert run.item(12)
    assert len(run.scene.seats) == 3


# Stickers that stay


def test_a_card_stays_while_a_hand_rests_on_it(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    before = run.wait(1.0)
    run.wait(60.0, hiding=[card])
    assert run.item(12).covered
    after = run.wait(1.0)
    assert [item.track for item in after.items] == [item.track for item in before.items]
    assert run.item(12).since == pytest.approx(1.0)


def test_a_sticker_that_is_read_every_other_time_stays_the_same():
    run = TableRun(read_rate=0.5, settle=3.0)
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    track = run.wait(3.0) and run.item(12).track
    run.wait(60.0)
    assert all(12 in {item.code for item in scene.items} for scene in run.scenes[-600:])
    assert run.item(12).track == track


@given(seed=st.integers(0, 10_000), read_rate=st.floats(0.85, 1.0), fps=st.sampled_from([4.0, 10.0]))
@settings(max_examples=6)
def test_noise_adds_and_removes_nothing(seed, read_rate, fps):
    run = TableRun(SEVEN[:4], noise=0.6, read_rate=read_rate, fps=fps, seed=seed, settle=2.5)
    for turn in range(3):
        for seat in range(4):
            run.table.lay(front(10 * seat + turn, run.table.city(seat, turn, 0, radians(3))))
        run.wait(4.0)
        assert {(item.code, item.seat) for item in run.items(Place.CITY)} == {
            (10 * seat + past, seat) for seat in range(4) for past in range(turn + 1)
        }


# A discarded card is measured again after a hand was at it


def discarded(noise=0.05):
    run = TableRun(noise=noise, settle=0.5)
    card = run.table.lay(back(Pose(0, -20, 0.3)))
    run.wait(3.0)
    return run, card, run.items(Place.DISCARD)[0]


def shift(card, by):
    card.sticker = Pose(card.sticker.x + by, card.sticker.y, card.sticker.angle)


def test_a_discarded_card_is_measured_again_one_second_after_a_hand_has_left_it():
    run, card, before = discarded()
    shift(card, 0.3)
    run.wait(0.5, hiding=[card])
    run.wait(0.9)
    at = run.items(Place.DISCARD)[0]
    assert np.hypot(at.x - before.x, at.y - before.y) < 0.05
    run.wait(0.3)
    after = run.items(Place.DISCARD)[0]
    assert np.hypot(after.x - before.x, after.y - before.y) == pytest.approx(0.3, abs=0.1)
    assert after.track == before.track


def test_a_hand_over_the_card_beside_its_sticker_counts_as_well():
    run, card, before = discarded()
    shift(card, 0.3)
    middle = Pose(card.sticker.x, card.sticker.y, card.sticker.angle).at(-22, -39)
    run.hidden = [(*run.table.camera.sees(np.array([middle.x, middle.y])), 60.0)]
    assert run.wait(0.3).items[-1].covered
    run.hidden = []
    after = run.wait(1.3).items[-1]
    assert not after.covered
    assert np.hypot(after.x - before.x, after.y - before.y) == pytest.approx(0.3, abs=0.1)


def test_a_hand_that_moves_nothing_leaves_the_place_as_it_was_within_a_tenth_of_a_millimetre():
    for seed in range(5):
        run, card, before = discarded(noise=0.05 + 0.02 * seed)
        run.wait(0.5, hiding=[card])
        after = run.wait(1.5).items[-1]
        assert np.hypot(after.x - before.x, after.y - before.y) < 0.1


def test_without_a_hand_a_place_stays_as_it_is():
    run, card, before = discarded()
    shift(card, 0.3)
    run.wait(3.0)
    assert (run.items(Place.DISCARD)[0].x, run.items(Place.DISCARD)[0].y) == (before.x, before.y)


def test_a_discarded_card_is_measured_again_after_the_camera_was_knocked():
    """Where it is follows from the camera's motion only roughly."""
    run, card, before = discarded()
    for step in range(1, 5):
        run.table.camera.centre = (2304 + 25 * step, 1296 - 15 * step)
        run.wait(0.1)
    assert run.items(Place.DISCARD)[0].covered
    shift(card, 0.3)  # a fault of the motion that is found
    run.wait(3.0)
    after = run.items(Place.DISCARD)[0]
    assert np.hypot(after.x - before.x, after.y - before.y) == pytest.approx(0.3, abs=0.12)


# Stickers that go


def test_a_card_that_a_hand_has_taken_is_gone_at_once(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.wait(0.5, hiding=[card])
    run.table.things.remove(card)
    assert run.item(12).covered
    run.wait(0.5)
    assert not run.item(12)


def test_a_card_that_is_read_again_where_a_hand_hid_it_is_back_at_once(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    before = run.item(12)
    run.wait(0.5, hiding=[card])
    run.table.things.remove(card)
    run.wait(0.5)
    run.table.lay(card)
    run.wait(0.2)
    assert (run.item(12).track, run.item(12).since) == (before.track, before.since)


def test_a_card_that_the_hand_over_it_has_pushed_keeps_its_track(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    before = run.item(12)
    run.wait(0.5, hiding=[card])
    run.table.things.remove(card)
    run.table.lay(front(12, Pose(*card.sticker.to_table((-10.0, 35.0)), card.sticker.angle)))
    run.wait(1.0)
    assert (run.item(12).track, run.item(12).since) == (before.track, before.since)


def lay_one_over_another(run):
    """The lower card, which is hidden now, and the upper one."""
    below = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    over = front(13, Pose(*below.sticker.to_table((-10.0, 20.0)), below.sticker.angle))
    run.wait(0.5, hiding=[below])
    run.table.things.remove(below)
    run.table.lay(over)
    return below, over


def test_a_card_under_another_one_stays_and_is_said_to_lie_under_it(run):
    _, over = lay_one_over_another(run)
    run.wait(10.0)
    assert run.item(12).under == run.item(13).track
    assert run.item(12).unseen_since is not None
    run.table.things.remove(over)
    run.wait(3.0)
    assert not run.items()


@pytest.mark.parametrize(("pushed", "unread"), [(0, 0), (12, 0), (0, 1)])
def test_a_card_under_another_one_stays_when_a_hand_passes_over_both(run, pushed, unread):
    below, over = lay_one_over_another(run)
    run.wait(3.0)
    upper = run.item(13).track
    run.wait(0.5, hiding=[below, over])
    assert run.item(12).under == upper
    over.sticker = Pose(*over.sticker.to_table((0.0, pushed)), over.sticker.angle)
    run.table.things.remove(over)
    run.wait(unread)  # it shines
    run.table.lay(over)
    run.wait(10.0)
    assert run.item(12).under == run.item(13).track == upper
    run.wait(0.5, hiding=[below, over])
    run.table.things.remove(over)
    run.wait(2.0)
    assert not run.items()


def test_a_card_that_was_taken_before_another_was_laid_there_does_not_lie_under_it(run):
    first = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.things.remove(first)
    run.wait(0.8)
    run.table.lay(front(13, Pose(*first.sticker.to_table((-10.0, 20.0)), first.sticker.angle)))
    run.wait(2.0)
    assert [item.code for item in run.items()] == [13]


def test_a_card_in_the_very_place_of_another_one_is_there_instead_of_it(run):
    first = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.wait(0.5, hiding=[first])
    run.table.things.remove(first)
    run.table.lay(front(13, Pose(*first.sticker.to_table((-20.0, 36.0)), first.sticker.angle)))
    run.wait(2.0)
    assert [item.code for item in run.items()] == [13]


def test_a_removed_card_is_dropped_once_its_place_is_seen_empty(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.things.remove(card)
    run.wait(1.4)
    assert run.item(12)
    run.wait(0.4)
    assert not run.item(12)


def test_a_card_that_comes_back_keeps_its_track(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    track = run.item(12).track
    run.table.things.remove(card)
    run.wait(10.0)
    run.table.lay(card)
    run.wait(1.0)
    assert run.item(12).track == track


def test_a_card_pushed_to_the_neighbour_and_back_is_at_one_place_at_a_time(run):
    table = run.table
    card = table.lay(front(12, table.city(1, 0, 0)))
    run.wait(1.0)
    first = run.item(12)
    for seat in (2, 1):
        table.things.remove(card)
        run.wait(0.5, also=[lambda time: table.sighting_of(front(12, Pose(-300 + 300 * (time % 1), 100, 1.0)))])
        card = table.lay(front(12, table.city(seat, 0, 0)))
        run.wait(1.0)
        assert run.item(12).seat == seat
    assert run.item(12).since > first.since


def test_a_card_that_is_pushed_a_little_keeps_its_track(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    before = run.item(12)
    run.table.things.remove(card)
    run.table.lay(front(12, run.table.city(1, 0, 0, radians(14))))
    run.wait(2.0)
    after = run.item(12)
    assert (after.track, after.since) == (before.track, before.since)
    assert after.angle - before.angle == pytest.approx(radians(14), abs=0.03)


def test_a_card_that_is_read_above_the_table_elsewhere_is_dropped_early(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.things.remove(card)
    held = front(12, run.table.city(2, 0, 0), height=90.0)
    run.wait(1.0, also=[lambda _: run.table.sighting_of(held)])
    assert not run.item(12)


def test_a_single_reading_elsewhere_does_not_drop_a_card_early(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.things.remove(card)
    run.wait(0.2)
    run.wait(0.1, also=[run.table.sighting_of(front(12, run.table.city(2, 0, 0)))])
    run.wait(0.8)
    assert run.item(12)


@pytest.mark.parametrize("is_under_a_hand", [False, True])
@pytest.mark.parametrize("unread", [4.0, 20.0])
def test_a_card_that_is_read_again_where_it_was_glimpsed_has_lain_there_since(run, unread, is_under_a_hand):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    laid = run.time
    run.wait(0.3)
    run.table.things.remove(card)
    run.wait(unread, hiding=[card] if is_under_a_hand else [])
    assert not run.item(12)
    run.table.lay(card)
    run.wait(0.3)
    assert not run.item(12)  # it may be in a hand that holds it over the same place again
    run.wait(0.7)
    assert run.item(12).since == laid


def test_a_card_that_was_glimpsed_elsewhere_meanwhile_has_not_lain_there_since(run):
    place = run.table.city(1, 0, 0)
    for at in (place, run.table.city(2, 0, 0)):
        card = run.table.lay(front(12, at))
        run.wait(0.3)
        run.table.things.remove(card)
        run.wait(3.0)
    run.table.lay(front(12, place))
    laid = run.time
    run.wait(1.0)
    assert run.item(12).since == laid


def test_a_card_that_was_glimpsed_beside_its_place_is_laid_when_it_is_read(run):
    card = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(0.3)
    run.table.things.remove(card)
    run.wait(3.0)
    at = run.table.city(1, 0, 0)
    run.table.lay(front(12, replace(at, x=at.x + 8.0)))
    laid = run.time
    run.wait(1.0)
    assert run.item(12).since == laid


@pytest.mark.parametrize(("unread", "since"), [(2.0, 2.0), (6.0, 8.0)])
def test_a_card_has_lain_there_since_the_hand_left_its_place_if_it_is_read_soon(run, unread, since):
    card = front(12, run.table.city(1, 0, 0))
    run.wait(1.0, hiding=[card])
    run.wait(unread)  # it shines
    run.table.lay(card)
    run.wait(1.0)
    assert run.item(12).since == pytest.approx(since)


def test_a_card_that_is_read_under_a_hand_has_lain_there_since(run):
    card = front(12, run.table.city(1, 0, 0))
    run.wait(1.0, hiding=[card])
    run.wait(1.0, hiding=[card], also=[run.table.sighting_of(card)])
    assert run.item(12).since == pytest.approx(2.0)


def test_a_sticker_that_is_missed_more_often_than_read_is_not_accepted(run):
    card = front(12, run.table.city(1, 0, 0))
    for _ in range(15):
        run.wait(0.1, also=[run.table.sighting_of(card)])
        run.wait(0.2)
    assert all(12 not in {item.code for item in scene.items} for scene in run.scenes)


# One code at two places


def test_if_a_known_code_is_seen_a_second_time_the_known_one_stays(run):
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.lay(front(12, run.table.city(2, 1, 1)))
    run.wait(3.0)
    assert run.item(12).seat == 1
    assert run.scene.doubts == (12,)


def test_if_a_new_code_is_seen_twice_neither_is_accepted(run):
    run.table.lay(front(12, run.table.city(1, 0, 0)))
    extra = run.table.lay(front(12, run.table.city(2, 1, 1)))
    run.wait(3.0)
    assert not run.item(12)
    assert run.scene.doubts == (12,)
    run.table.things.remove(extra)
    run.wait(3.0)
    assert run.item(12).seat == 1
    assert run.scene.doubts == ()


def test_a_place_that_is_covered_for_a_while_gives_way_to_the_one_that_is_read(run):
    known = run.table.lay(front(12, run.table.city(1, 0, 0)))
    run.wait(1.0)
    run.table.lay(front(12, run.table.city(2, 1, 1)))
    assert run.wait(2.0).doubts == (12,)
    run.wait(1.0, hiding=[known])
    assert run.item(12).seat == 1
    run.wait(1.5, hiding=[known])
    assert run.item(12).seat == 2
    assert run.scene.doubts == ()


# Backs: all of an age look alike


def test_a_card_discarded_over_another_is_a_second_card(run):
    table = run.table
    table.lay(back(Pose(0, -20, 0.3)))
    run.wait(1.0)
    covered = table.things[-1]
    table.lay(back(Pose(12, -14, 0.3 + radians(14))))
    table.things.remove(covered)
    run.wait(20.0)
    assert len({item.track for item in run.items(Place.DISCARD)}) == 2


def test_two_cards_discarded_in_quick_succession_are_two(run):
    table = run.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    run.wait(0.5)
    table.things.remove(card)
    table.lay(back(Pose(10, -20, 0.3 + radians(180))))
    run.wait(2.0)
    assert len(run.items(Place.DISCARD)) == 2


def test_a_card_put_down_and_then_pushed_into_place_is_one_card(run):
    table = run.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    run.wait(0.5)
    table.things.remove(card)
    table.lay(back(Pose(12, -5, 0.3 + radians(9))))
    run.wait(2.0)
    assert len(run.items(Place.DISCARD)) == 1


def test_a_discarded_card_that_is_pushed_aside_is_one_card(run):
    table = run.table
    card = table.lay(back(Pose(0, -20, 0.3)))
    run.wait(1.0)
    track = run.items(Place.DISCARD)[0].track
    table.things.remove(card)
    table.lay(back(Pose(-25, -35, 0.3)))
    run.wait(5.0)
    assert [item.track for item in run.items(Place.DISCARD)] == [track]


def test_a_stage_that_is_pushed_keeps_its_track(run):
    table = run.table
    card = table.lay(back(table.stage(2, 1)))
    run.wait(1.0)
    before = run.items(Place.STAGE)[0]
    table.things.remove(card)
    at = table.stage(2, 1, turn=radians(12))
    table.lay(back(Pose(at.x + 8, at.y, at.angle)))
    run.wait(4.0)
    after = run.items(Place.STAGE)
    assert [(item.track, item.seat, item.slot) for item in after] == [(before.track, 2, 1)]


def test_neighbouring_stages_are_distinguished(run):
    for slot in (1, 2, 3):
        run.table.lay(back(run.table.stage(0, slot)))
        run.wait(1.5)
    assert {(item.seat, item.slot) for item in run.items(Place.STAGE)} == {(0, 1), (0, 2), (0, 3)}
    assert len({item.track for item in run.items()}) == 3


def test_hands_that_are_passed_on_change_no_city(run):
    hand = run.table.lay(back(run.table.at(0, -51, 60, radians(12))))
    run.wait(2.0)
    run.table.things.remove(hand)
    run.wait(2.0)
    run.table.lay(back(run.table.at(0, -60, 70, radians(-5)), BACK))
    run.wait(2.0)
    assert [(item.place, item.seat) for item in run.items()] == [(Place.HAND, 0)]


def test_a_mat_under_discards_is_found_in_the_middle_of_a_game():
    run = TableRun(settle=0)
    run.table.things.pop(0)
    run.table.lay(back(Pose(0, -20, 0.3)))
    run.wait(1.0)
    run.table.lay(back(Pose(40, 10, 1.9)))
    run.wait(1.0)
    assert len(run.items(Place.DISCARD)) == 2


# Boards and seats


def test_boards_may_be_rearranged_before_the_game_begins(run):
    run.table = SyntheticTable((THREE[1], THREE[2], THREE[0]), noise=0.3)
    run.wait(3.0)
    assert [seat.code for seat in run.scene.seats] == [THREE[1], THREE[2], THREE[0]]


def test_an_added_board_takes_a_seat_and_a_removed_one_leaves_it(run):
    run.table = SyntheticTable((*THREE, board_code("babylon")), noise=0.3)
    run.wait(3.0)
    assert len(run.scene.seats) == 4
    run.table = SyntheticTable(THREE, noise=0.3)
    run.wait(5.0)
    assert [seat.code for seat in run.scene.seats] == list(THREE)


def test_nobody_has_a_seat_at_a_table_from_which_everything_was_taken(run):
    run.table.things.clear()
    run.wait(5.0)
    assert run.scene.seats == ()


def test_boards_are_found_although_the_camera_was_lowered_over_the_first_one():
    run = TableRun(THREE, settle=0)
    things, run.table.things = run.table.things, run.table.things[1:2]
    run.wait(3.0)
    run.table.camera.scale *= 1.1
    run.wait(3.0)
    run.table.things = things
    run.wait(12.0)
    assert [seat.code for seat in run.scene.seats] == list(THREE)


def test_boards_are_found_although_the_camera_was_tilted_over_the_first_ones():
    run = TableRun(SEVEN[:4], settle=0)
    run.table.things = near, far = run.table.things[1::2]
    run.wait(3.0)
    run.table.camera.tilt += radians(8)
    run.wait(20.0)
    assert {seat.code for seat in run.scene.seats} == {near.code, far.code}


def test_boards_that_are_laid_one_after_the_other_are_found_by_a_camera_that_looks_from_the_side():
    run = TableRun(THREE, settle=0)
    run.table.camera.tilt = radians(12)
    _, *boards = run.table.things
    run.table.things = []
    for board in boards:
        run.table.lay(board)
        run.wait(2.0)
    assert [seat.code for seat in run.scene.seats] == list(THREE)


def test_a_board_that_is_turned_over_is_another_board_at_once(run):
    board = run.table.things.pop(1)
    run.wait(0.5, hiding=[board])
    run.table.lay(type(board)(board.code + 1, board.sticker))
    run.hidden = [(*run.table.sighting_of(board).corners.mean(axis=0), 200.0)]
    run.wait(1.0)
    assert [seat.code for seat in run.scene.seats] == [THREE[0] + 1, *THREE[1:]]


def test_a_board_turned_over_during_the_game_replaces_its_other_side(run):
    run.tracker.begin_game()
    board = run.table.things.pop(1)
    run.wait(3.0, hiding=[board])
    run.table.lay(type(board)(board.code + 1, board.sticker))
    run.table.lay(front(12, run.table.city(0, 0, 0)))
    run.wait(3.0)
    assert [seat.code for seat in run.scene.seats] == [THREE[0] + 1, *THREE[1:]]
    assert (run.item(12).seat, run.item(12).sure) == (0, True)


def test_a_covered_board_keeps_its_seat_for_a_while_and_always_during_a_game(run):
    board = run.table.things[1]
    run.wait(8.0, hiding=[board])
    assert len(run.scene.seats) == 3
    run.wait(4.0, hiding=[board])
    assert len(run.scene.seats) == 2
    run.wait(2.0)
    run.tracker.begin_game()
    run.wait(60.0, hiding=[board])
    assert len(run.scene.seats) == 3


def test_during_a_game_a_board_that_is_not_seen_keeps_its_seat(run):
    run.tracker.begin_game()
    del run.table.things[1]
    run.table.lay(front(12, run.table.city(0, 0, 0)))
    run.wait(10.0)
    assert [seat.code for seat in run.scene.seats] == list(THREE)
    assert run.item(12).seat == 0
    run.tracker.end_game()
    run.table.lay(front(13, run.table.city(1, 0, 0)))
    run.wait(3.0)
    assert run.tracker.table.boards


def test_a_card_covered_at_the_start_of_a_game_is_dropped(run):
    old = run.table.lay(front(12, run.table.city(0, 0, 0)))
    run.wait(1.5)
    run.wait(1.0, hiding=[old])
    assert run.item(12).covered
    run.tracker.begin_game()
    run.wait(1.0, hiding=[old])
    assert not run.items()
    run.wait(1.5)
    run.wait(1.0, hiding=[old])
    run.tracker.begin_game()
    run.wait(1.0, hiding=[old])
    assert run.item(12).covered


def test_after_a_game_only_visible_stickers_remain(run):
    run.tracker.begin_game()
    buried, covered, open_ = back(Pose(0, -20, 0.5)), front(12, run.table.city(0, 0, 0)), front(13, Pose(-90, 0, 0))
    for thing in (buried, covered, open_):
        run.table.lay(thing)
    run.wait(1.5)
    run.wait(1.0, hiding=[buried, covered])
    assert len(run.items()) == 3
    run.tracker.end_game()
    run.wait(1.5, hiding=[buried, covered])
    assert [item.code for item in run.items()] == [13]
    assert len(run.scene.seats) == 3


def test_a_city_follows_a_board_that_is_pushed_during_the_game(run):
    run.tracker.begin_game()
    table = run.table
    table.lay(front(12, table.city(1, 0, 0)))
    table.lay(back(table.stage(1, 1)))
    run.wait(1.0)
    before = {item.code: item for item in run.items()}
    pushed = [thing for thing in table.things if thing.code in (12, BACK, THREE[1])]
    for thing in pushed:
        thing.sticker = Pose(thing.sticker.x + 50, thing.sticker.y + 30, thing.sticker.angle)
    run.wait(4.0)
    after = {item.code: item for item in run.items()}
    assert len(run.items()) == 2
    assert {code: (item.place, item.seat, item.slot) for code, item in after.items()} == {
        code: (item.place, item.seat, item.slot) for code, item in before.items()
    }
    assert after[BACK].track == before[BACK].track


def test_a_stage_follows_its_board_although_its_old_place_looks_like_a_hand(run):
    """The table that comes to light where the board lay is taken for a hand, which may hide another stage."""
    run.tracker.begin_game()
    table = run.table
    stage = table.lay(back(table.stage(1, 1)))
    run.wait(1.0)
    (before,) = run.items()
    run.hidden = [(*table.sighting_of(stage).corners.mean(axis=0), 60.0)]
    for thing in table.things:
        if thing.code in (BACK, THREE[1]):
            thing.sticker = Pose(thing.sticker.x + 80, thing.sticker.y + 50, thing.sticker.angle)
    run.wait(6.0)
    (after,) = run.items()
    assert (after.place, after.seat, after.slot, after.track) == (Place.STAGE, 1, before.slot, before.track)


def test_a_pushed_board_is_no_knocked_camera_although_only_its_city_is_read_again(run):
    run.tracker.begin_game()
    table = run.table
    for seat in range(3):
        for column in range(2):
            table.lay(front(10 * seat + column, table.city(seat, column, 0)))
    run.wait(1.5)
    before = {item.code: item for item in run.scene.items}
    pushed = [thing for thing in table.things if thing.code in (10, 11, THREE[1])]
    others = [thing for thing in table.things if thing not in pushed]
    for thing in pushed:
        thing.sticker = Pose(thing.sticker.x + 40, thing.sticker.y + 20, thing.sticker.angle)
    table.things = pushed
    run.looked = False
    run.wait(0.4)
    table.things, run.looked = pushed + others, True
    run.wait(2.0)
    others = [item for scene in run.scenes[-24:] for item in scene.items if item.code in (0, 1, 20, 21)]
    assert not any(item.covered for item in others)
    assert {item.track for item in others} == {before[code].track for code in (0, 1, 20, 21)}


def test_another_lamp_is_no_hand_at_the_discards():
    run, card, before = discarded()
    run.hidden = [(2304.0, 1296.0, 5000.0)]
    shift(card, 0.3)  # it is lit from elsewhere
    for _ in range(4):
        assert not run.wait(0.1).items[-1].covered
    run.hidden = []
    after = run.wait(1.5).items[-1]
    assert np.hypot(after.x - before.x, after.y - before.y) == pytest.approx(0.3, abs=0.1)


# The camera is knocked


@pytest.mark.parametrize("columns", [1, 3])
def test_nothing_changes_when_the_camera_is_knocked(columns):
    run = TableRun(SEVEN[:4])
    table = run.table
    run.tracker.begin_game()
    for seat in range(4):
        for column in range(columns):
            table.lay(front(10 * seat + column, table.city(seat, column, 0)))
    table.lay(back(table.stage(1, 1)))
    table.lay(back(Pose(0, -20, 0.5)))
    run.wait(1.5)
    before = run.scene
    table.camera.centre = (2304 + 90, 1296 - 60)
    table.camera.twist = radians(2.5)
    run.hidden = [(2304.0, 1296.0, 5000.0)]
    run.wait(0.5)
    run.hidden = []
    run.wait(0.5)
    after = run.scene
    assert [seat.code for seat in after.seats] == [seat.code for seat in before.seats]
    for one, other in zip(before.items, after.items, strict=True):
        assert (one.track, one.place, one.seat, one.slot, one.since) == (
            (other.track, other.place, other.seat, other.slot, other.since)
        )
        assert np.hypot(one.x - other.x, one.y - other.y) < 4.0
    run.wait(5.0)
    assert [item.track for item in run.scene.items] == [item.track for item in before.items]


def test_nothing_changes_while_the_camera_swings():
    run = TableRun(SEVEN[:4])
    table = run.table
    for seat in range(4):
        table.lay(front(10 * seat, table.city(seat, 0, 0)))
    run.wait(1.5)
    tracks = {item.track for item in run.scene.items}
    run.hidden = [(2304.0, 1296.0, 5000.0)]
    for step in range(30):
        table.camera.centre = (2304 + 120 * np.sin(step), 1296 + 70 * np.cos(1.3 * step))
        run.wait(0.1)
    run.hidden = []
    run.wait(2.0)
    assert {item.track for item in run.scene.items} == tracks
    assert all({item.track for item in scene.items} <= tracks for scene in run.scenes)


def test_a_card_that_is_read_after_a_knock_has_lain_there_since_it_is_read():
    """Where hands were before is not where they would be in the picture now."""
    run = TableRun(SEVEN[:4])
    table = run.table
    for seat in range(4):
        for column in range(3):
            table.lay(front(10 * seat + column, table.city(seat, column, 0)))
    run.wait(1.5)
    card, before = front(44, table.city(1, 3, 0)), table.camera.centre
    table.camera.centre = (2304 + 90, 1296 - 60)
    there = table.sighting_of(card).corners.mean(axis=0)
    table.camera.centre, run.hidden = before, [(*there, 60.0)]
    run.wait(1.0)
    table.camera.centre, run.hidden = (2304 + 90, 1296 - 60), []
    run.wait(1.0)
    table.lay(card)
    laid = run.time
    run.wait(1.0)
    assert run.item(44).since == pytest.approx(laid)


# Motion


def test_the_scene_is_steady_when_nothing_moves(run):
    assert run.scene.steady
    card = front(12, Pose(-300, 0, 0.2))
    run.wait(0.1, also=[run.table.sighting_of(card)])
    assert not run.scene.steady
    run.wait(2.0)
    assert run.scene.steady
    run.wait(0.2, hiding=[run.table.things[1]])
    assert not run.scene.steady


def test_codes_outside_the_kit_are_ignored(run):
    run.wait(2.0, also=[Sighting(599, run.table.look()[0].corners + 300)])
    assert not run.items()


def test_the_scene_is_empty_at_first():
    scene = Tracker(CODEBOOK).update(0.0, Reading(()))
    assert (scene.seats, scene.items, scene.px_per_mm) == ((), (), None)
