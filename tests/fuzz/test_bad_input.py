"""Some bad input of every kind, and everything that once was not answered cleanly."""

from __future__ import annotations

import pickle

import pytest

from tests.fuzz.bad_input import FOUND, give
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_bad_input_is_answered_with_a_sentence(name, tmp_path):
    assert give(TARGETS[name], 0, tmp_path, inputs=4) > 0


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.pickle")), ids=lambda path: path.stem)
def test_input_that_once_failed_is_answered_with_a_sentence(path, tmp_path):
    name = path.stem.rpartition("-")[0].replace("_", " ")
    TARGETS[name].feed(tmp_path, pickle.loads(path.read_bytes()))
