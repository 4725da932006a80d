"""When a track moves on, and when its sticker is gone."""

from dataclasses import dataclass
from math import radians

import numpy as np
import pytest

from vision.sighting import Sighting
from vision.table.pose import Pose
from vision.tracking.tracks import SAME_MM, Track, match_tracks

SIDE_MM, PX_PER_MM = 12.0, 3.0
GONE = 1.5


def square(x=300.0, y=200.0, turn=0.0, side=SIDE_MM * PX_PER_MM):
    pose = Pose(x, y, turn)
    return np.array([pose.to_table((i * side / 2, j * side / 2)) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


@dataclass
class Reading:
    searched: bool = True
    hidden: bool = False
    sightings: tuple[Sighting, ...] = ()

    def looked_at(self, corners):
        return self.searched

    def covered(self, corners):
        return self.hidden


class Watch:
    """A track that is read or missed, ten pictures a second."""

    def __init__(self, code=12):
        self.track = Track(1, code, square(), 0.0, 0.0, 0.0, 0.0, still=True)
        self.time = 0.0

    def read(self, times=1):
        for _ in range(times):
            self.time = round(self.time + 0.1, 6)
            self.track.see(square().astype(np.float32), self.time)
        return self

    def miss(self, times=1, seconds=0.1, **how):
        for _ in range(times):
            self.time = round(self.time + seconds, 6)
            self.track.miss(Reading(**how), self.time)
        return self

    def is_gone(self, duration=GONE):
        return self.track.is_gone(self.time, duration)


def test_a_sticker_that_is_missed_for_long_enough_is_gone():
    watch = Watch().read(20).miss(15)
    assert not watch.is_gone()
    assert watch.miss().is_gone()


def test_two_misses_are_not_enough_however_long_they_are_apart():
    """With one picture every ten seconds, a reflection may hide a sticker in two of them."""
    watch = Watch().read(20).miss(2, seconds=10.0)
    assert not watch.is_gone()
    assert watch.miss(seconds=10.0).is_gone()


def test_one_miss_is_never_enough():
    watch = Watch().read(5000).miss(1, seconds=10.0)
    watch.time += 10.0
    assert not watch.is_gone()


def test_a_sticker_that_was_read_every_other_time_must_be_missed_ten_times_in_a_row():
    watch = Watch()
    for _ in range(100):
        watch.read().miss()
    watch.read()
    assert not watch.miss(9, seconds=1.0).is_gone(), "one run of nine misses is chance"
    assert watch.miss(seconds=1.0).is_gone()


def test_the_worse_a_sticker_was_read_the_more_misses_are_needed():
    needed = []
    for misses in (0, 1, 3):
        watch = Watch()
        for _ in range(40):
            watch.read().miss(misses)
        watch.read()
        count = 0
        while not watch.is_gone():
            watch.miss(seconds=1.0)
            count += 1
        needed.append(count)
    assert needed == sorted(set(needed))


def test_a_covered_sticker_is_never_gone():
    watch = Watch().read(20).miss(100, hidden=True)
    assert watch.track.covered
    assert not watch.is_gone()
    assert not watch.miss(10).is_gone(), "the clock starts when its place is seen"
    assert watch.miss(6).is_gone()


def test_a_place_that_is_not_searched_has_not_changed():
    watch = Watch().read(20).miss(100, searched=False)
    assert not watch.is_gone()
    assert watch.track.present_until == watch.time


def test_a_missed_sticker_stays_missed_while_its_place_is_not_searched():
    watch = Watch().read(20)
    last = watch.time
    watch.miss(1).miss(30, searched=False)
    assert watch.track.present_until == last


@pytest.mark.parametrize("read_again", [False, True])
def test_a_hand_that_passes_over_a_missed_sticker_does_not_bring_it_back(read_again):
    """Unless it is read then. Its place is as it was before the hand came, so it is not searched."""
    watch = Watch().read(20)
    last = watch.time
    watch.miss(3).miss(5, hidden=True)
    if read_again:
        watch.read().miss(5, hidden=True)
    watch.miss(searched=False)
    since = watch.time
    watch.miss(2, searched=False)
    assert watch.track.missing_since == (None if read_again else since)
    assert watch.track.present_until == (watch.time if read_again else last)


def test_a_reading_ends_a_run_of_misses():
    watch = Watch().read(20).miss(15).read().miss(2)
    assert not watch.is_gone()
    assert (watch.track.missed_in_a_row, watch.track.misses) == (2, 17)


def test_the_place_of_a_still_sticker_follows_slowly():
    watch = Watch().read(200)
    watch.track.see(square(x=310.0).astype(np.float32), watch.time)
    assert 300.0 < watch.track.square.x < 301.0


@pytest.mark.parametrize(
    ("sighting", "matches"),
    [
        (square(x=300.0 + (SAME_MM - 0.1) * PX_PER_MM), True),
        (square(x=300.0 + (SAME_MM + 0.1) * PX_PER_MM), False),
        (square(turn=radians(9.5)), True),
        (square(turn=radians(10.5)), False),
        (square(side=SIDE_MM * PX_PER_MM * 1.05), True),
        (square(side=SIDE_MM * PX_PER_MM * 1.07), False),
    ],
)
def test_a_sighting_belongs_to_a_track_at_its_place_in_its_direction_and_size(sighting, matches):
    seen = Sighting(12, sighting.astype(np.float32))
    pairs, new = match_tracks([Watch().track], [seen], SIDE_MM)
    assert (len(pairs), len(new)) == ((1, 0) if matches else (0, 1))


def test_another_code_at_the_same_place_is_another_sticker():
    assert match_tracks([Watch(12).track], [Sighting(13, square().astype(np.float32))], SIDE_MM)[0] == []


def test_an_accepted_track_is_matched_before_a_nearer_new_one():
    still, new = Watch().track, Track(2, 12, square(x=305.0), 0.0, 0.0, 0.0, 0.0)
    pairs, _ = match_tracks([new, still], [Sighting(12, square(x=304.0).astype(np.float32))], SIDE_MM)
    assert [track.id for track, _ in pairs] == [still.id]


def test_misses_before_another_hand_came_do_not_make_a_sticker_hard_to_read():
    """It was laid a moment ago and taken again, and hands pass over its place."""
    watch = Watch().read(5).miss(3).miss(3, hidden=True).miss(3).miss(3, hidden=True)
    assert not watch.miss(3).is_gone(duration=0.0)
    assert watch.miss(1).is_gone(duration=0.0)


def test_a_sticker_that_was_missed_between_readings_is_hard_to_read():
    watch = Watch().read(2).miss(3).read(3).miss(3, hidden=True)
    assert not watch.miss(5).is_gone(duration=0.0)
    assert watch.miss(2).is_gone(duration=0.0)
