"""Bytes from outside become a value of the wanted shape, or one error."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest

from device.untrusted import LOGGED_EVERY, LONGEST_REASON, Boundary, NotUnderstoodError, read_json, read_toml

BAD = (b"", b"\xff", b'"\xff"', b'{"a":', b"[" * 100_000, b"9" * 10_000, b'"\\ud800"', b"nul", b"\0", b"1e999")


@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("shape", [int, str, dict[str, int], object])
def test_json_is_a_value_of_the_shape_or_not_understood(data, shape):
    with suppress(NotUnderstoodError):
        found = read_json(data, shape)
        assert shape is object or isinstance(found, (shape if isinstance(shape, type) else dict))


def test_why_is_one_short_line():
    said = str(NotUnderstoodError("a\nb\x1b" + "x" * 1000))
    assert said.isprintable()
    assert len(said) == LONGEST_REASON


@pytest.mark.parametrize("data", [b"\xff", b"a = [", b"a = " + b"[" * 20_000, b"a\0", b"[a]\n[a]"])
def test_toml_that_is_none_is_not_understood(data):
    with pytest.raises(NotUnderstoodError):
        read_toml(data)


def test_a_boundary_counts_what_it_refuses_and_names_it_once_a_minute(caplog):
    caplog.set_level(logging.WARNING)
    now = [0.0]
    boundary = Boundary[int]("a door", int, 8, lambda: now[0])
    assert boundary.read(b"12") == 12
    for data in (b"x", b"\xff\n", b"123456789"):
        with pytest.raises(NotUnderstoodError):
            boundary.read(data)
    assert boundary.refused == 3
    assert len(caplog.records) == 1
    now[0] += LOGGED_EVERY
    boundary.refuse("one\nmore\x1b[2J")
    (_, second) = caplog.messages
    assert second == "a door: 3 refused; the last one: one more [2J"
