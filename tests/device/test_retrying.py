"""What failed is tried again after a while; a failure and a return are each reported once."""

from __future__ import annotations

import math

import pytest

from device.retrying import Retry


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def retry(clock: Clock) -> Retry:
    return Retry(5.0, clock)


def test_the_first_attempt_may_be_made_at_once(retry: Retry) -> None:
    assert retry.due
    assert retry.remaining == 0


def test_after_a_failure_the_next_attempt_waits(retry: Retry, clock: Clock) -> None:
    retry.failed()
    clock.now += 4
    assert (retry.due, retry.remaining) == (False, 1)
    clock.now += 1
    assert retry.due


def test_a_failure_is_reported_once_until_all_works_again(retry: Retry) -> None:
    assert [retry.failed(), retry.failed()] == [True, False]
    assert retry.recovered()
    assert retry.failed()


def test_each_part_that_fails_is_reported_once(retry: Retry) -> None:
    assert retry.failed("left")
    assert retry.failed("right")
    assert not retry.failed("left", "right")
    assert retry.failed("left", "select")


def test_what_never_failed_does_not_recover(retry: Retry) -> None:
    assert not retry.recovered()
    retry.failed()
    assert [retry.recovered(), retry.recovered()] == [True, False]


def test_an_attempt_can_be_made_sooner(retry: Retry) -> None:
    retry.failed()
    retry.at_once()
    assert retry.due


def test_after_the_end_nothing_is_tried(retry: Retry) -> None:
    retry.stop()
    assert (retry.due, retry.remaining) == (False, math.inf)
